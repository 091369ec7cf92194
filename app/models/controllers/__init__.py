"""What connects the model library, the hub and downloads with the window."""
