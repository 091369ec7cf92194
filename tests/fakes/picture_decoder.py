"""Decodes pictures and sounds in the process of the test, by the code of the real process."""

from app.media.decoder import PictureDecoder
from app.media.decoder_messages import Reply, Request
from app.media.process import answer


class DirectDecoder(PictureDecoder):
    """Starts no process."""

    async def _answer(self, request: Request) -> Reply:
        return answer(request)
