"""The First Kingdom: players enter the epochs one by one, and the player who completes all tasks is crowned."""
