"""Every command with its keys, and the palette that finds them."""
