"""Full-text search: its terms, its index, its queries."""
