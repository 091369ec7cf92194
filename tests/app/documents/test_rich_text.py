"""RTF files as programs write them: each form is taken from a file of that program."""

import random
import time
from pathlib import Path

import pytest

from app.documents.process import document_text
from app.documents.text_files import read_now
from app.errors import FileNotTaken

WORD = rb"""{\rtf1\adeflang1025\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\froman\fcharset0 Times;}
{\f3\froman\fcharset2{\*\panose 05050102010706020507}Symbol;}{\f10\fnil\fcharset2 Wingdings;}
{\f40\froman\fcharset204 Times New Roman Cyr;}{\f41\fnil\fcharset128 MS Mincho;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\ql \snext0 Normal;}
{\s1\ql\keepn\outlinelevel0 \sbasedon0 heading 1;}{\*\cs10 \additive Default Font;}
{\s15 \sbasedon0 Plain Text;}}{\*\listtable{\list{\listlevel{\leveltext\'01\u-3913 ?;}}}}
{\*\generator Microsoft Word 11;}{\info{\title Hidden title}{\author Someone}}
{\header \pard\plain \qr Harbour office\par }{\footer \pard\plain {\field{\*\fldinst PAGE}
{\fldrslt 3}}\par }
\pard\plain \s1\outlinelevel0 {\f0 The pier\par }
\pard\plain {\f0 It is }{\f0\revised\revauth1 twice as }{\f0\deleted\revauth1 very }{\f0 long.}
{\super \chftn {\footnote \pard\plain {\super \chftn } Measured in May.}}
{\v hidden words}{\f0 \par }
{\listtext\pard\plain\f3 \'b7\tab}\pard\plain \ls1\ilvl0 {\f0 ropes\par }
{\listtext\pard\plain\f0 1.\tab}\pard\plain \ls2\ilvl1 {\f0 knots\par }
\pard\plain {\f40 \'cf\'f0\'e8\'f7\'e0\'eb} {\f41 \'8d\'60\'83A}{\f0 \u8364 \'80 5 \'96 6}
{\f3 ab}{\f10 \'fc}{\f0\par }
\pard\plain \s15 {\f0 for x in y:\par     print(x)\par }
\trowd \cellx2000\cellx4000\cellx6000\pard\plain \intbl {\f0 a\cell b\cell c\cell }
\trowd \cellx2000\cellx4000\cellx6000\pard \intbl \row
\trowd \cellx4000\cellx6000\pard\plain \intbl {\f0 wide\par lines\cell d\cell }\pard \intbl \row
\pard\plain {\field{\*\fldinst HYPERLINK "https://example.org"}{\fldrslt {\f0 the link}}}
{\*\atnid KL}{\*\atnauthor Kim}\chatn {\*\annotation \pard\plain {\*\atnref 1}{\f0 Is it?}}
{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard\plain {\f0 in a box\par }}}}
{\*\shppict{\pict\pngblip 89504e470d0a}}{\nonshppict{\pict\wmetafile8 0100}}{\f0\par }}"""

TEXTEDIT = rb"""{\rtf1\ansi\ansicpg1252\cocoartf2822
\cocoatextscaling0\cocoaplatform0{\fonttbl\f0\fswiss\fcharset0 Helvetica;\f1\fnil\fcharset0 Menlo;}
{\colortbl;\red255\green255\blue255;}
{\*\expandedcolortbl;;}
\pard\tx720\pardirnatural\partightenfactor0

\f0\fs24 \cf0 # \uc0\u55356 \u57124  Weather \'96 now\
\
{\listtext	\uc0\u8226 	}let x = \{\};\
\uc0\u26085 \u26412 }"""

WORDPAD = rb"""{\rtf1\ansi\ansicpg1251\deff0\deflang1049{\fonttbl{\f0\fnil\fcharset204 Calibri;}
{\f1\fnil\fcharset0 Calibri;}{\f2\fnil\fcharset2 Symbol;}}
{\*\generator Msftedit 5.41.21.2510;}\viewkind4\uc1\pard\sa200\f0\fs22\'cf\'f0\'e8\'e2\'e5\'f2\par
\pard{\pntext\f2\'B7\tab}{\*\pn\pnlvlblt\pnf2\pnindent0{\pntxtb\'B7}}
\fi-360\li720 \'ee\'e4\'e8\'ed\par
{\pntext\f2\'B7\tab}\f1 na\'efve\par
}"""


def test_a_document_of_word_is_read_as_it_is_seen() -> None:
    assert document_text(WORD).split("\n") == [
        *("[Header: Harbour office]", "", "# The pier", "", "It is twice as long.[^1]", ""),
        *("- ropes", "  1. knots", "", "Причал 港ア€ 5 \u2013 6\u03b1β•", ""),
        *("```", "for x in y:", "    print(x)", "```", ""),
        *("| a | b | c |", "| --- | --- | --- |", "| wide<br>lines |  | d |", ""),
        *("the link [Comment by Kim: Is it?]", "", "in a box", "", "[^1]: Measured in May.", ""),
        "[Not read: one picture.]",
    ]


def test_a_document_of_textedit_is_read_as_it_is_seen() -> None:
    assert document_text(TEXTEDIT) == "# 🌤 Weather \u2013 now\n\n- let x = {};\n\n日本"


def test_a_document_of_wordpad_is_read_as_it_is_seen() -> None:
    assert document_text(WORDPAD) == "Привет\n\n- один\n- naïve"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (rb"{\rtf1\mac Caf\'8e}", "Café"),
        (rb"{\rtf1\ansi\ansicpg932\deff0 \'93\'fa\'96\'7b}", "日本"),
        (rb"{\rtf1\ansi\ansicpg65001 " + "Köln, 東京".encode() + rb"}", "Köln, 東京"),
        (rb"{\rtf1\ansi\ansicpg1252 " + "Köln, 東京".encode() + rb"}", "Köln, 東京"),
        (rb"{\rtf1\ansi\ansicpg1252 K" + b"\xf6" + rb"ln}", "Köln"),
        (rb"{\rtf1\ansi\uc2\u26085 \'93\'fa\u26412 ??!}", "日本!"),
        (rb"{\rtf1{\upr{old}{\*\ud{n\u233 ?w}}}}", "néw"),
        (rb"{\rtf1 a\bin3 }}}b}", "ab"),
        (rb"{\rtf1{\fonttbl{\f7\fcharset178 Arial;}}\ltrch\f0 a\rtlch\af7 \'c8}", "aب"),
        (rb"{\rtf1 one\line two\~three\_four\-five}", "one\ntwo\xa0three\u2011fourfive"),
        (rb"{\rtf1\trowd\cellx1\cellx2 \intbl a\cell b\cell\row}", "| a | b |\n| --- | --- |"),
        (rb"{\rtf1{\pict 00}{\pict 00} }", "[Not read: 2 pictures.]"),
        (rb"{\rtf1 unfinished {\b bold", "unfinished bold"),
    ],
)
def test_each_form_of_a_character_is_read(content: bytes, text: str) -> None:
    assert document_text(content) == text


def test_a_table_in_a_table_stays_in_its_cell() -> None:
    content = (
        rb"{\rtf1\trowd\cellx1\cellx2\pard\intbl before\par "
        rb"\pard\intbl\itap2 x\nestcell{\nonesttables\par}y\nestcell"
        rb"{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}"
        rb"\pard\intbl\itap1 after\cell last\cell\row}"
    )
    assert document_text(content).split("\n")[0] == "| before<br>x \\| y<br>after | last |"


@pytest.mark.parametrize("name", ["letter.rtf", "letter.doc", "letter"])
def test_rich_text_is_known_by_its_beginning(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(TEXTEDIT)
    assert read_now(path).file.text.startswith("# 🌤 Weather")


def test_rich_text_of_pictures_alone_says_so(tmp_path: Path) -> None:
    path = tmp_path / "scan.rtf"
    path.write_bytes(rb"{\rtf1 }")
    with pytest.raises(FileNotTaken, match="has no text"):
        read_now(path)


JUNK = (b"{", b"}", b"\\", b"\\u-1 ", b"\\'f", b"\\bin9999 ", b"\\cell", b"\xff")


@pytest.mark.parametrize("seed", range(200))
def test_damage_does_not_reach_what_stands_before_it(seed: int) -> None:
    chance = random.Random(seed)
    content, begin = bytearray(WORD), WORD.index(rb"\pard\plain \s1")
    for _ in range(chance.randint(1, 8)):
        start = chance.randrange(begin, len(content))
        junk = chance.choice(JUNK)
        content[start : start + chance.randint(0, 40)] = junk
    assert document_text(bytes(content)).startswith("[Header: Harbour office]")


@pytest.mark.parametrize(
    ("hostile", "read"),
    [
        (b"{" * 1_000_000, ""),
        (b"}" * 1_000_000, ""),
        (rb"\trowd\cellx1 a\cell\row" * 100_000, "\n\n| a |\n| --- |" + "\n| a |" * 99_999),
        (rb"{\footnote x}" * 100_000, "[^100000]: x"),
        (rb"\bin99999999999 x", ""),
    ],
    ids=["open", "closed", "rows", "notes", "bytes"],
)
def test_hostile_rich_text_is_read_in_time_and_keeps_what_stands_before_it(
    hostile: bytes, read: str
) -> None:
    began = time.process_time()
    text = document_text(rb"{\rtf1 Dear all,\par " + hostile)
    assert time.process_time() - began < 20, "in time that grows with the square it takes hours"
    assert text.startswith("Dear all,")
    assert text.endswith(read)
    assert read or text == "Dear all,"
