"""One file per migration step."""
