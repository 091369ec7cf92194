"""What happens to histories that are damaged or lost: checked, put aside, repaired, backed up."""
