"""The cache of conversations outside their slots: in RAM and in files."""
