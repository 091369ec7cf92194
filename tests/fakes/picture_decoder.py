"""Decodes pictures and sounds in the process of the test, by the code of the real process."""

from app.pictures.decoder import PictureDecoder
from app.pictures.frames import Reply, Request, SoundRequest
from app.pictures.process import decoded
from app.pictures.sounds import decoded_sound


class DirectDecoder(PictureDecoder):
    """Starts no process."""

    async def _answer(self, request: Request) -> Reply:
        return decoded_sound(request) if isinstance(request, SoundRequest) else decoded(request)
