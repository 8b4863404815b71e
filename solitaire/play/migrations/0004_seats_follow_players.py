from django.db import migrations

from solitaire.play import seats


class Migration(migrations.Migration):
    dependencies = [("play", "0003_seats")]

    operations = [migrations.RunPython(seats.make, seats.drop)]
