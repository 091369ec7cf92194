"""The page of sources and the editor of one."""
