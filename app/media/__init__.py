"""Pictures that others have made: decoded by a process of their own, which may die of them."""
