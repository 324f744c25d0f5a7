"""The King's Favor: five years of four seasons, tasks of the king at the end of each, and points for those who last."""
