"""Bugs that are planted one by one: each has to be noticed by a test."""
