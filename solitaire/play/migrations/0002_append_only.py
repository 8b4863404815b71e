from django.db import migrations

from solitaire.triggers import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]

    operations = [AppendOnly("play_event")]
