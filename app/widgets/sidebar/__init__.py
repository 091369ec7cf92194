"""The list of conversations beside the tabs."""
