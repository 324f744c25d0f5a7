"""The tests of Orléans Stories."""
