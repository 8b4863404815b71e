from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "solitaire.players"

    def ready(self) -> None:
        from solitaire.players import signals

        signals.connect()
