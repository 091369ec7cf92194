"""Processes killed, disks that fail, files that rot: long programs, and short ones for CI."""
