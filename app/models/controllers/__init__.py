"""Controllers that connect the model library, the hub and downloads with the window."""
