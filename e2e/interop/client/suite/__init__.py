"""What runs the cases and what they say their expectations with."""
