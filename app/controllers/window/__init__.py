"""What belongs to the window as a whole: settings, toasts, notifications, updates."""
