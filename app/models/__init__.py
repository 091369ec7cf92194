"""Models of the application; today where they come from: the hub and its downloads."""
