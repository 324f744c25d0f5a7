"""Orléans Stories: the bag-building system and, above it, the stories told with it."""
