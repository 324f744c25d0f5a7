"""Component data: what is printed on cards, boards and sheets, and where each figure comes from."""

from kronrat.data.tables import DataError, Rows, Tables, load_tables

__all__ = ["DataError", "Rows", "Tables", "load_tables"]
