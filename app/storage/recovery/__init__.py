"""Checks, repairs, replaces and restores damaged or lost histories."""
