"""What is printed on the components, and what a row may hold."""
