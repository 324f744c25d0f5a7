"""What every game shares: steps, decisions, matches, journals, dice. It does not know any particular game."""
