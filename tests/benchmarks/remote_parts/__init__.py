"""Parts of the benchmark of other machines and programs."""
