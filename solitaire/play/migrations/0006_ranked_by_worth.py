"""What a result is ranked by becomes a column of its own, and a snapshot's lists become texts."""

from django.conf import settings
from django.db import migrations, models

# As models.worth_of has it.
RANK = """
UPDATE play_attempt
SET worth = (CASE WHEN won THEN 0 ELSE 2 END + CASE WHEN assisted THEN 1 ELSE 0 END) * 281474976710656
    + (65535 - score) * 4294967296 + moves
WHERE finished_at IS NOT NULL
"""


# PostgreSQL alters no table while it still has foreign keys to check, hence check_constraints.


def rewritten(change):
    def rewrite(apps, schema_editor):
        kept = apps.get_model("play", "Attempt").objects.exclude(snapshot={}).only("snapshot")
        for attempt in kept.iterator():
            change(attempt.snapshot)
            attempt.save(update_fields=["snapshot"])
        schema_editor.connection.check_constraints()

    return rewrite


def as_texts(kept):
    kept["piles"], kept["moves"] = "ff".join(kept["piles"]), " ".join(kept["moves"])


def as_lists(kept):
    kept["piles"] = [pile.hex() for pile in bytes.fromhex(kept["piles"]).split(b"\xff")]
    kept["moves"] = kept["moves"].split()


class Migration(migrations.Migration):

    dependencies = [
        ('daily', '0002_best_known'),
        ('play', '0005_events_by_seq'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='attempt',
            name='attempts_by_rank',
        ),
        migrations.RemoveIndex(
            model_name='attempt',
            name='attempts_to_count',
        ),
        migrations.AddField(
            model_name='attempt',
            name='worth',
            field=models.BigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.RunSQL(RANK, migrations.RunSQL.noop),
        migrations.RunPython(rewritten(as_texts), rewritten(as_lists)),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('finished_at__isnull', False), ('voided_at__isnull', True)), fields=['deal', 'kind', 'seat', 'worth', 'time_ms', 'id'], name='attempts_by_rank'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('started_at__isnull', False), ('voided_at__isnull', True)), fields=['deal', 'kind', 'seat', 'won', 'worth', 'finished_at'], name='attempts_to_count'),
        ),
    ]
