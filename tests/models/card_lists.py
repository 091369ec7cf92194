"""Lists of devices of real computers, as llama-server wrote them for its users.

Published in ggml-org/llama.cpp#15860, #19437 and #16508 of ollama/ollama, and in the logs and notes
of other projects. Each line has the backend, the driver's name, and the total and free memory.
"""

import re
from dataclasses import dataclass

from engine.llama.devices import Device

_LINE = re.compile(r" *(\w+?)(\d+): (.+) \((\d+) MiB, (\d+) MiB free\)")


@dataclass(frozen=True)
class CardList:
    """A list; ``integrated`` are cards in processors, ``same`` is the bus of one known twice."""

    text: str
    integrated: tuple[str, ...] = ()
    same: str = ""


LISTS = {
    "two NVIDIA cards": CardList(
        "CUDA0: NVIDIA GeForce RTX 3080 Ti (11909 MiB, 11650 MiB free)\n"
        "CUDA1: NVIDIA RTX PRO 4000 Blackwell SFF Edition (24026 MiB, 23795 MiB free)"
    ),
    "three equal cards": CardList(
        "CUDA0: NVIDIA GeForce RTX 4090 (24080 MiB, 9436 MiB free)\n"
        "CUDA1: NVIDIA GeForce RTX 4090 (24080 MiB, 9868 MiB free)\n"
        "CUDA2: NVIDIA GeForce RTX 4090 (24080 MiB, 9868 MiB free)"
    ),
    "a card in use": CardList("CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 6507 MiB free)"),
    "an old card": CardList("CUDA0: NVIDIA GeForce GTX 1080 Ti (11165 MiB, 8720 MiB free)"),
    "a large and an older card": CardList(
        "CUDA0: NVIDIA GeForce RTX 5090 (32606 MiB, 30991 MiB free)\n"
        "CUDA1: NVIDIA GeForce RTX 3090 (24575 MiB, 23332 MiB free)"
    ),
    "a Mac": CardList("MTL0: Apple M1 Pro (12124 MiB, 12123 MiB free)"),
    "a Mac in use": CardList("MTL0: Apple M5 Pro (18186 MiB, 16832 MiB free)"),
    "a laptop with two": CardList(
        "Vulkan0: AMD Radeon(TM) Graphics (8143 MiB, 7735 MiB free)\n"
        "Vulkan1: NVIDIA GeForce RTX 3050 Ti Laptop GPU (3962 MiB, 3367 MiB free)",
        integrated=("AMD Radeon(TM) Graphics",),
    ),
    "a small laptop": CardList(
        "Vulkan0: Intel(R) UHD Graphics (ICL GT1) (11822 MiB, 8987 MiB free)\n"
        "Vulkan1: NVIDIA GeForce MX250 (2294 MiB, 1156 MiB free)",
        integrated=("Intel(R) UHD Graphics (ICL GT1)",),
    ),
    "two makers": CardList(
        "Vulkan0: NVIDIA GeForce RTX 3050 (6390 MiB, 5796 MiB free)\n"
        "Vulkan1: AMD Radeon Pro V620 (RADV NAVI21) (30704 MiB, 30678 MiB free)"
    ),
    "a large processor": CardList(
        "Vulkan0: AMD Radeon Graphics (RADV GFX1151) (114166 MiB, 113602 MiB free)",
        integrated=("AMD Radeon Graphics (RADV GFX1151)",),
    ),
    "unknown memory": CardList("ROCm0: AMD Radeon(TM) 8060S Graphics (0 MiB, 0 MiB free)"),
    "one card, two backends": CardList(
        "ROCm0: Radeon RX 7900 XTX (24560 MiB, 24524 MiB free)\n"
        "Vulkan0: AMD Radeon RX 7900 XTX (24560 MiB, 24000 MiB free)",
        same="0000:03:00.0",
    ),
    "Intel": CardList("SYCL0: Intel(R) Arc(TM) A770 Graphics (15473 MiB, 15473 MiB free)"),
}


def devices(name: str, *, mebibyte: int = 1 << 20) -> list[Device]:
    """Return the devices of a list, with this many bytes for each of its MiB."""
    found = LISTS[name]
    matches = (_LINE.fullmatch(line) for line in found.text.splitlines())
    return [
        Device(
            name=each[3],
            total_bytes=int(each[4]) * mebibyte,
            free_bytes=int(each[5]) * mebibyte,
            handle=number,
            bus_id=found.same or f"0000:{number:02}:00.0",
            is_integrated=each[3] in found.integrated,
            backend=each[1],
        )
        for number, each in enumerate(filter(None, matches), start=1)
    ]
