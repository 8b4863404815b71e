"""Tables that only grow: the database itself refuses to change or delete a row.

Only rows are guarded. Emptying a whole table by TRUNCATE, which needs the owner of the table and an
interactive hand (or a test), stays possible on PostgreSQL.
"""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

POSTGRESQL = """
CREATE FUNCTION {table}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION {table}_is_append_only();
"""
POSTGRESQL_BACK = """
DROP TRIGGER {table}_append_only ON {table};
DROP FUNCTION {table}_is_append_only();
"""
SQLITE = (
    "CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
    "BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END",
    "CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} "
    "BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END",
)
SQLITE_BACK = ("DROP TRIGGER {table}_no_update", "DROP TRIGGER {table}_no_delete")


class AppendOnly(Operation):
    """The migration that guards a table."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, table: str) -> None:
        self.table = table

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The models stay as they are."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self._execute(schema_editor, POSTGRESQL, SQLITE)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self._execute(schema_editor, POSTGRESQL_BACK, SQLITE_BACK)

    def _execute(
        self, schema_editor: BaseDatabaseSchemaEditor, postgresql: str, sqlite: tuple[str, ...]
    ) -> None:
        statements = (postgresql,) if schema_editor.connection.vendor == "postgresql" else sqlite
        for statement in statements:
            schema_editor.execute(statement.format(table=self.table), params=None)

    def describe(self) -> str:
        return f"Let {self.table} only grow"
