"""The models page, the model picker, and the settings of one model."""
