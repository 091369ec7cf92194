"""Pictures and sounds: decoded by a separate process, which a hostile file may crash."""
