"""The tests of Kingsburg."""
