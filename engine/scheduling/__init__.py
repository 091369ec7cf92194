"""Who runs next and where: slots, ledgers, admission, planning; pure Python."""
