"""What is kept of conversations beside their slots, as the settings show it."""

from engine.kv.disk_tier import DiskTier
from engine.kv.ram_tier import CachedState, RamTier
from engine.kv.shared_prefixes import is_shared
from engine.wire.events import CacheReport
from engine.wire.lazy_text import LazyText
from engine.wire.metrics import CacheEntry


def inventory(ram: RamTier, disk: DiskTier | None) -> CacheReport:
    """Return what is kept in main memory and on the disk, the largest first."""
    entries = {entry.conversation_id: _ram_entry(entry) for entry in ram.entries}
    for filed, is_usable in disk.index.files if disk is not None else ():
        name = filed.header.conversation_id
        entries[name] = CacheEntry(
            conversation_id="" if is_shared(name) else name,
            token_count=filed.header.token_count,
            ram_bytes=entries[name].ram_bytes if name in entries else 0,
            disk_bytes=filed.byte_count,
            is_usable=is_usable,
        )
    ordered = sorted(entries.values(), key=lambda each: -(each.disk_bytes + each.ram_bytes))
    return CacheReport(
        entries=tuple(ordered),
        limit_bytes=0 if disk is None else disk.index.limit_bytes,
        trouble=LazyText() if disk is None else disk.trouble,
    )


def _ram_entry(entry: CachedState) -> CacheEntry:
    name = entry.conversation_id
    return CacheEntry(
        conversation_id="" if is_shared(name) else name,
        token_count=len(entry.tokens),
        ram_bytes=entry.byte_count,
    )
