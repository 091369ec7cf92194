"""Migrations between schema versions, run by ``app.storage.schema``."""
