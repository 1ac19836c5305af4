"""Slow, by-the-book references that share no code with the library: what it does is held against them."""
