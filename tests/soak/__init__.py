"""A window and its engine under load for an hour: what they lose, break or keep for themselves."""
