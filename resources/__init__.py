"""Resources shipped with the code: model, icons, translations."""
