"""Who runs next and where: slots, admission, planning; pure Python."""
