"""Events are found by their attempt through ``events_in_order``; an index of attempts alone costs every move."""

from django.db import migrations, models

# Altering the field would make the table anew on SQLite, which loses its triggers.
INDEX = "play_event_attempt_id_054716d0"


class Migration(migrations.Migration):
    dependencies = [("play", "0004_seats_follow_players")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f"DROP INDEX IF EXISTS {INDEX}",
                    f"CREATE INDEX IF NOT EXISTS {INDEX} ON play_event (attempt_id)",
                )
            ],
            state_operations=[
                migrations.AlterField(
                    "event",
                    "attempt",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.PROTECT,
                        related_name="events",
                        to="play.attempt",
                    ),
                )
            ],
        )
    ]
