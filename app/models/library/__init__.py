"""The model files of this computer: their folders and their headers; no Qt."""
