"""What every game shares: steps, decisions, matches, journals, dice. Knows no game."""
