"""What the histories hold: one file for each kind of thing, one function for each change."""
