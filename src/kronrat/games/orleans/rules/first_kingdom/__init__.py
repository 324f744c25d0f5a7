"""The First Kingdom: eight epochs that each player enters alone, and seven tasks to be completed first."""
