"""Finds which database constraint refused a write, to tell a lost race from other errors."""

from django.db import IntegrityError, models


def was_quicker(error: IntegrityError, model: type[models.Model], *names: str) -> bool:
    """Whether one of these unique constraints of ``model`` refused. PostgreSQL names it, SQLite its
    columns."""
    named = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
    if named is not None:
        return named in names
    return any(columns in str(error) for columns in _columns(model, names))


def _columns(model: type[models.Model], names: tuple[str, ...]) -> list[str]:
    table = model._meta.db_table
    columns = {field.name: f"{table}.{field.column}" for field in model._meta.local_fields}
    return [
        ", ".join(columns[field] for field in constraint.fields)
        for constraint in model._meta.constraints
        if isinstance(constraint, models.UniqueConstraint) and constraint.name in names
    ]
