"""The typefaces of the window with their licences: Inter 4.001 for text, JetBrains Mono 2.242.

The files of Inter are its web fonts, uncompressed with fontTools. Their mean character width
(``xAvgCharWidth``) is that of English text, as in version 1 of the OS/2 table, because widths of
the window are counted in characters; in the original it is that of all glyphs, a third wider.
"""
