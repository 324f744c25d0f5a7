"""What this story has printed: rows of common tables, and tables of its own."""
