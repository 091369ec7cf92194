"""Models: the library of this computer, the hub, downloads, and the pages that show them."""
