"""The bodies of other programs' APIs, written and read: structs and pure functions, no network."""
