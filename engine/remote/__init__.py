"""Engines on other machines, spoken to in their own protocols; events as those of ours."""
