"""The page of models: those of this computer, and those that can be fetched."""
