"""Formats of other programs: each module reads the conversations of one of them."""
