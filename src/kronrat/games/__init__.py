"""The games on our shelf, one folder each; they do not know each other."""
