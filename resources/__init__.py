"""What ships beside the code: model, icons, translations."""
