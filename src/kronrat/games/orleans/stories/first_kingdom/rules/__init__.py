"""The rules of this story, beside those of the system."""
