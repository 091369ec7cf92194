"""Child processes: frames on pipes, limits, start and end, questions and answers."""
