"""A medium is named by its decoded content, and by nothing else."""

from engine.messages.media import GiveMedia, MediaKind, content_bytes, media_digest

IMAGE, AUDIO = MediaKind.IMAGE, MediaKind.AUDIO


def test_the_same_pixels_in_another_shape_are_another_picture() -> None:
    pixels = bytes(range(12))
    shapes = [(4, 1), (1, 4), (2, 2)]
    assert len({media_digest(IMAGE, *shape, pixels) for shape in shapes}) == len(shapes)


def test_a_sound_is_never_named_as_a_picture_of_the_same_bytes() -> None:
    assert media_digest(IMAGE, 4, 1, bytes(12)) != media_digest(AUDIO, 4, 1, bytes(12))


def test_a_digest_is_the_one_that_others_compute() -> None:
    known = "ad8a25db6469a21648f045c7b7e9640b"  # of b"rgb8 1 1\n" and the pixel
    assert media_digest(IMAGE, 1, 1, b"\x00\x01\x02").startswith(known)


def test_sizes_are_those_of_pixels_and_samples() -> None:
    assert content_bytes(IMAGE, 640, 480) == 921_600
    assert content_bytes(AUDIO, 16_000, 1) == 64_000


def test_a_log_shows_no_pixels() -> None:
    assert "content" not in repr(GiveMedia("ab", IMAGE, 1, 1, b"abc"))
