"""Comparisons: one question put to several models or settings, or several questions to one."""
