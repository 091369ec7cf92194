"""What belongs to the window as a whole: settings, banners, notifications, updates."""
