"""What is printed on the components."""
