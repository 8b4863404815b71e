from django.db import migrations

from solitaire.triggers import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("staff", "0001_initial")]

    operations = [AppendOnly("staff_auditentry")]
