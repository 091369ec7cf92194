"""What is cached of conversations outside their slots: in RAM and in files."""
