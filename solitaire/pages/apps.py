"""The pages as a Django app; it has no models."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "solitaire.pages"
    verbose_name = "Pages"
