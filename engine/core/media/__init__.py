"""Pictures and sounds on their way to the model: encoded once, beside the steps."""
