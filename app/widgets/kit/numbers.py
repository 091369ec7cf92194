"""Numbers as people read them: grouped by thousands in the way of their country."""

from PySide6.QtCore import QLocale


def format_number(value: float, decimals: int = 0) -> str:
    """Return a number in words of the user's locale; the C locale alone would not group it."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.DefaultNumberOptions)
    if decimals:
        return locale.toString(float(value), "f", decimals)
    return locale.toString(round(value))


def format_bytes(byte_count: int) -> str:
    """Return a number of bytes as people read it."""
    form = QLocale.DataSizeFormat.DataSizeTraditionalFormat
    return QLocale().formattedDataSize(byte_count, 1, form)
