"""The First Kingdom: players enter the epochs one by one, and whoever completes all tasks is crowned."""
