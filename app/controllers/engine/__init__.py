"""The engine as the window shows it: its model, its panel, each chat's context."""
