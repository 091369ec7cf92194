"""Sentences in many languages, and the encodings in which people have such texts."""

# ruff: noqa: RUF001

import itertools
import unicodedata
from collections.abc import Iterator

SENTENCES = {
    "en": (
        "The ferry leaves the old harbour at seven and reaches the island before the tide turns.",
        "Most guests stay for a “long weekend” – the rooms are small, but the café is excellent.",
        "If the wind blows from the north, the captain won’t land at the eastern pier.",
        "Tickets cost twelve euros; children under six travel free of charge.",
    ),
    "de": (
        "Die Fähre verlässt den alten Hafen um sieben und erreicht die Insel vor der Flut.",
        "Größere Gepäckstücke müssen spätestens zwölf Stunden vor der Überfahrt gemeldet werden.",
        "Die Gäste schätzen das Frühstück, die ruhigen Räume und den Blick über die Dünen.",
        "Für Schüler und ältere Menschen gibt es ermäßigte Plätze auf dem Oberdeck.",
    ),
    "fr": (
        "Le bateau quitte le vieux port à sept heures et arrive à l'île avant la marée.",
        "Les élèves bénéficient d'un tarif réduit dès le début de l'été, même à bord.",
        "La traversée a été retardée à cause de la tempête qui s'était levée pendant la nuit.",
        "Nous vous prions de présenter vos pièces d'identité après l'embarquement.",
    ),
    "es": (
        "El barco sale del puerto viejo a las siete y llega a la isla antes de la marea.",
        "Los niños menores de seis años no pagan, pero necesitan una reservación.",
        "¿Cuándo vuelve el capitán? Mañana por la mañana, según dijo la señora del hotel.",
        "La habitación más pequeña está en el último piso y tiene balcón al jardín.",
    ),
    "pt": (
        "O barco sai do porto antigo às sete horas e chega à ilha antes da maré.",
        "As crianças não pagam, mas é necessário fazer a reserva com antecedência.",
        "Amanhã de manhã haverá uma reunião sobre a manutenção do cais e das embarcações.",
        "Você também pode pedir informações no balcão; a atenção é sempre ótima.",
    ),
    "it": (
        "Il traghetto lascia il porto vecchio alle sette e raggiunge l'isola perché c'è vento.",
        "La città è più tranquilla d'inverno, però i ristoranti chiudono già alle nove.",
        "Non c'è possibilità di rimborso, né per i bambini né per gli accompagnatori.",
        "Lunedì e martedì la biglietteria sarà aperta fino a mezzogiorno, così si è deciso.",
    ),
    "nl": (
        "De veerboot verlaat de oude haven om zeven uur en bereikt het eiland vóór het tij.",
        "De financiële bijdrage van de gemeente is geïnd en wordt na één maand uitgekeerd.",
        "Kinderen jonger dan zes jaar reizen gratis mee, mits zij door ouders zijn begeleid.",
        "De reünie is verplaatst naar het café aan de noordzijde; het weer was te slecht.",
    ),
    "sv": (
        "Färjan lämnar den gamla hamnen klockan sju och når ön före högvatten.",
        "Gästerna tycker om frukosten, de små rummen och utsikten över skärgården.",
        "Är det för mycket vind från norr går båten inte till den östra bryggan.",
        "Barn under sex år åker gratis, men måste få en egen plats på däck.",
    ),
    "da": (
        "Færgen forlader den gamle havn klokken syv og når øen før højvande.",
        "Gæsterne sætter pris på morgenmaden, de små værelser og udsigten over bæltet.",
        "Blæser det for meget fra nord, sejler båden ikke til den østlige mole.",
        "Børn under seks år rejser gratis, men skal følges af en voksen på hele turen.",
    ),
    "fi": (
        "Lautta lähtee vanhasta satamasta seitsemältä ja saapuu saarelle ennen vuorovettä.",
        "Vieraat pitävät aamiaisesta, pienistä huoneista ja näkymästä lahden yli.",
        "Jos pohjoistuuli yltyy, kapteeni ei lähde itäiselle laiturille lainkaan.",
        "Alle kuusivuotiaat lapset matkustavat ilmaiseksi, mutta tarvitsevat lähtöpaikan.",
    ),
    "is": (
        "Ferjan fer úr gömlu höfninni klukkan sjö og kemur til eyjarinnar fyrir flóð.",
        "Gestirnir kunna að meta morgunverðinn, litlu herbergin og útsýnið yfir fjörðinn.",
        "Ef vindurinn blæs að norðan leggur skipstjórinn ekki að eystri bryggjunni.",
        "Börn yngri en sex ára ferðast frítt en þurfa þó að fá eigið sæti á þilfari.",
    ),
    "pl": (
        "Prom opuszcza stary port o siódmej i dopływa na wyspę jeszcze przed przypływem.",
        "Goście chwalą śniadania, małe pokoje oraz widok na zatokę i żółte łódki.",
        "Jeśli wiatr wieje z północy, kapitan nie przybija do wschodniego nabrzeża.",
        "Dzieci poniżej sześciu lat podróżują bezpłatnie, lecz muszą mieć własne miejsce.",
    ),
    "cs": (
        "Trajekt opouští starý přístav v sedm hodin a na ostrov připluje před přílivem.",
        "Hosté si pochvalují snídaně, malé pokoje a výhled na záliv plný žlutých člunů.",
        "Fouká-li vítr od severu, kapitán u východního mola vůbec nepřistává.",
        "Děti mladší šesti let cestují zdarma, musí však mít vlastní místo na palubě.",
    ),
    "hu": (
        "A komp hétkor indul a régi kikötőből, és még a dagály előtt eléri a szigetet.",
        "A vendégek szeretik a reggelit, a kis szobákat és az öbölre nyíló kilátást.",
        "Ha északról fúj a szél, a kapitány nem köt ki a keleti mólónál.",
        "A hat évnél fiatalabb gyerekek ingyen utaznak, de külön ülőhelyük kell, hogy legyen.",
    ),
    "hr": (
        "Trajekt napušta staru luku u sedam sati i stiže na otok prije plime.",
        "Gosti hvale doručak, male sobe i pogled na zaljev pun žutih čamaca.",
        "Ako puše sjeverni vjetar, kapetan ne pristaje uz istočni gat, nego čeka večer.",
        "Djeca mlađa od šest godina putuju besplatno, ali moraju imati vlastito mjesto.",
    ),
    "ro": (
        "Feribotul pleacă din portul vechi la ora șapte și ajunge pe insulă înainte de maree.",
        "Oaspeții laudă micul dejun, camerele mici și priveliștea către golf.",
        "Dacă vântul bate dinspre nord, căpitanul nu acostează la cheiul de răsărit.",
        "Copiii sub șase ani călătoresc gratuit, însă trebuie să aibă locul lor pe punte.",
    ),
    "lt": (
        "Keltas išplaukia iš senojo uosto septintą valandą ir pasiekia salą prieš potvynį.",
        "Svečiai giria pusryčius, mažus kambarius ir vaizdą į įlanką su geltonais laiveliais.",
        "Jei vėjas pučia iš šiaurės, kapitonas prie rytinės prieplaukos nesišvartuoja.",
        "Vaikai iki šešerių metų keliauja nemokamai, tačiau turi turėti savo vietą denyje.",
    ),
    "lv": (
        "Prāmis atstāj veco ostu septiņos un sasniedz salu pirms paisuma.",
        "Viesi slavē brokastis, mazās istabas un skatu uz līci ar dzeltenām laivām.",
        "Ja vējš pūš no ziemeļiem, kapteinis pie austrumu mola nepiestāj.",
        "Bērni līdz sešu gadu vecumam ceļo bez maksas, taču viņiem vajag savu vietu uz klāja.",
    ),
    "et": (
        "Praam lahkub vanast sadamast kell seitse ja jõuab saarele enne tõusu.",
        "Külalised kiidavad hommikusööki, väikesi tube ja vaadet lahele.",
        "Kui tuul puhub põhjast, ei randu kapten idapoolse kai ääres, vaid ootab õhtut.",
        "Alla kuueaastased lapsed sõidavad tasuta, kuid vajavad laevatekil oma kohta.",
    ),
    "tr": (
        "Feribot eski limandan saat yedide kalkar ve gelgitten önce adaya ulaşır.",
        "Misafirler kahvaltıyı, küçük odaları ve körfeze bakan manzarayı çok beğeniyor.",
        "Rüzgâr kuzeyden eserse kaptan doğudaki iskeleye yanaşmıyor, akşamı bekliyor.",
        "Altı yaşından küçük çocuklar ücretsizdir; ancak güvertede kendi yerleri olmalıdır.",
    ),
    "ru": (
        "Паром отходит от старой пристани в семь часов и прибывает на остров до прилива.",
        "Гости хвалят завтраки, маленькие комнаты и вид на залив с жёлтыми лодками.",
        "Если ветер дует с севера, капитан не подходит к восточному причалу и ждёт вечера.",
        "Дети до шести лет едут бесплатно, однако им нужно отдельное место на палубе.",
    ),
    "uk": (
        "Пором відходить від старої пристані о сьомій і прибуває на острів до припливу.",
        "Гості хвалять сніданки, маленькі кімнати та краєвид на затоку з жовтими човнами.",
        "Якщо вітер дме з півночі, капітан не підходить до східного причалу, а чекає вечора.",
        "Діти до шести років їдуть безкоштовно, проте їм потрібне окреме місце на палубі.",
    ),
    "bg": (
        "Фериботът напуска старото пристанище в седем часа и стига до острова преди прилива.",
        "Гостите хвалят закуските, малките стаи и гледката към залива с жълтите лодки.",
        "Ако вятърът духа от север, капитанът не спира на източния кей, а чака вечерта.",
        "Децата под шест години пътуват безплатно, но трябва да имат място на палубата.",
    ),
    "el": (
        "Το πλοίο φεύγει από το παλιό λιμάνι στις επτά και φτάνει στο νησί πριν την παλίρροια.",
        "Οι επισκέπτες επαινούν το πρωινό, τα μικρά δωμάτια και τη θέα προς τον κόλπο.",
        "Αν ο άνεμος φυσά από τον βορρά, ο καπετάνιος δεν δένει στην ανατολική προβλήτα.",
        "Τα παιδιά κάτω των έξι ετών ταξιδεύουν δωρεάν, αλλά χρειάζονται δική τους θέση.",
    ),
    "he": (
        "המעבורת עוזבת את הנמל הישן בשעה שבע ומגיעה אל האי לפני הגאות.",
        "האורחים משבחים את ארוחת הבוקר, את החדרים הקטנים ואת הנוף אל המפרץ.",
        "אם הרוח נושבת מצפון, רב החובל אינו עוגן ברציף המזרחי אלא ממתין לערב.",
        "ילדים מתחת לגיל שש נוסעים בחינם, אך הם צריכים מקום ישיבה משלהם על הסיפון.",
    ),
    "ar": (
        "تغادر العبارة الميناء القديم في الساعة السابعة وتصل إلى الجزيرة قبل المد.",
        "يمدح الضيوف وجبة الإفطار والغرف الصغيرة والمنظر المطل على الخليج.",
        "إذا هبت الريح من الشمال فإن القبطان لا يرسو عند الرصيف الشرقي بل ينتظر المساء.",
        "يسافر الأطفال دون السادسة مجانا ولكنهم يحتاجون إلى مقعد خاص بهم على سطح السفينة.",
    ),
    "th": (
        "เรือข้ามฟากออกจากท่าเรือเก่าเวลาเจ็ดโมงเช้าและไปถึงเกาะก่อนน้ำขึ้น",
        "แขกส่วนใหญ่ชอบอาหารเช้า ห้องพักขนาดเล็ก และทิวทัศน์ของอ่าวที่มีเรือสีเหลือง",
        "ถ้าลมพัดมาจากทางเหนือ กัปตันจะไม่จอดเรือที่ท่าด้านตะวันออกแต่จะรอจนถึงเย็น",
        "เด็กอายุต่ำกว่าหกปีเดินทางฟรี แต่ต้องมีที่นั่งของตัวเองบนดาดฟ้าเรือ",
    ),
    "vi": (
        "Chuyến phà rời bến cảng cũ lúc bảy giờ và đến hòn đảo trước khi thủy triều lên.",
        "Khách du lịch khen bữa sáng, những căn phòng nhỏ và quang cảnh nhìn ra vịnh.",
        "Nếu gió thổi từ phía bắc, thuyền trưởng sẽ không cập bến phía đông mà đợi đến tối.",
        "Trẻ em dưới sáu tuổi được miễn phí, nhưng phải có chỗ ngồi riêng trên boong tàu.",
    ),
    "ja": (
        "フェリーは七時に古い港を出発し、潮が変わる前に島へ到着します。",
        "宿泊客は朝食と小さな部屋、そして黄色い船が並ぶ湾の眺めを気に入っています。",
        "北から風が吹く日には、船長は東の桟橋に着岸せず、夕方まで待つことがあります。",
        "六歳未満の子どもは無料ですが、甲板に自分の席を取っておく必要があります。",
    ),
    "zh-hans": (
        "渡轮七点钟离开旧港口，在潮水变化之前到达小岛。",
        "客人们都称赞早餐、小房间以及能看到黄色小船的海湾景色。",
        "如果风从北方吹来，船长就不会停靠在东边的码头，而是一直等到晚上。",
        "六岁以下的儿童可以免费乘船，但是必须在甲板上有自己的座位。",
    ),
    "zh-hant": (
        "渡輪七點鐘離開舊港口，在潮水變化之前到達小島。",
        "客人們都稱讚早餐、小房間以及能看到黃色小船的海灣景色。",
        "如果風從北方吹來，船長就不會停靠在東邊的碼頭，而是一直等到晚上。",
        "六歲以下的兒童可以免費乘船，但是必須在甲板上有自己的座位。",
    ),
    "ko": (
        "여객선은 일곱 시에 옛 항구를 떠나 물때가 바뀌기 전에 섬에 도착합니다.",
        "손님들은 아침 식사와 작은 방, 그리고 노란 배가 보이는 만의 풍경을 좋아합니다.",
        "북쪽에서 바람이 불면 선장은 동쪽 부두에 배를 대지 않고 저녁까지 기다립니다.",
        "여섯 살 미만의 어린이는 무료이지만 갑판 위에 자기 자리가 있어야 합니다.",
    ),
}
_WESTERN = ("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "fi")
_CENTRAL = ("pl", "cs", "hu", "hr")
_BALTIC = ("lt", "lv", "et")
_CHINESE = ("zh-hans", "zh-hant")
# Python's names. The first group is of Unicode; "-le" and "-be" have no byte order mark.
ENCODINGS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("utf-8", "utf-8-sig", "utf-16", "utf-32"), tuple(SENTENCES)),
    **dict.fromkeys(("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"), tuple(SENTENCES)),
    **dict.fromkeys(("cp1252", "iso8859-1", "iso8859-15", "mac-roman", "cp850"), _WESTERN),
    "cp437": ("en", "de", "fr", "es", "it", "nl"),
    **dict.fromkeys(("cp1250", "iso8859-2", "cp852"), _CENTRAL),
    "mac-latin2": ("pl", "cs", "hu"),
    "iso8859-16": ("ro", "pl", "hu", "hr"),
    **dict.fromkeys(("cp1257", "iso8859-13", "cp775"), _BALTIC),
    "iso8859-4": ("lv", "lt", "et"),
    "iso8859-10": ("is", "da", "sv", "fi"),
    "iso8859-14": ("fr", "de"),
    "cp865": ("da", "sv"),
    "cp861": ("is",),
    **dict.fromkeys(("cp1254", "iso8859-9", "cp857", "mac-turkish"), ("tr",)),
    **dict.fromkeys(("cp1251", "iso8859-5", "mac-cyrillic"), ("ru", "uk", "bg")),
    **dict.fromkeys(("koi8-r", "cp866", "cp855"), ("ru", "bg")),
    "koi8-u": ("uk", "ru"),
    **dict.fromkeys(("cp1253", "iso8859-7", "cp737", "cp869", "mac-greek"), ("el",)),
    **dict.fromkeys(("cp1255", "iso8859-8", "cp862"), ("he",)),
    **dict.fromkeys(("cp1256", "iso8859-6", "cp720"), ("ar",)),
    **dict.fromkeys(("cp874", "iso8859-11"), ("th",)),
    "cp1258": ("vi",),
    **dict.fromkeys(("shift_jis", "cp932", "euc-jp", "iso2022-jp"), ("ja",)),
    **dict.fromkeys(("gb2312", "hz"), ("zh-hans",)),
    **dict.fromkeys(("gbk", "gb18030"), _CHINESE),
    **dict.fromkeys(("big5", "cp950"), ("zh-hant",)),
    **dict.fromkeys(("euc-kr", "cp949", "iso2022-kr"), ("ko",)),
}
TEXT_COUNT = 20


def paragraphs(encoding: str) -> Iterator[tuple[str, bytes]]:
    """Yield texts of one paragraph and their bytes in an encoding."""
    languages = ENCODINGS[encoding]
    orders = list(itertools.permutations(range(4), 3))
    for number in range(TEXT_COUNT):
        language = SENTENCES[languages[number % len(languages)]]
        space = "" if "。" in language[0] else " "
        order = orders[(number * 7) % len(orders)]
        yield encoded(space.join(language[each] for each in order), encoding)


def encoded(text: str, encoding: str) -> tuple[str, bytes]:
    """Return a text as this encoding can hold it, and its bytes."""
    if encoding == "cp1258":  # has the tones of Vietnamese as separate characters
        text = _with_separate_tones(text)
    text = "".join(each if _holds(each, encoding) else _plain(each) for each in text)
    return text, text.encode(encoding)


def _plain(character: str) -> str:
    plain = {"’": "'", "“": '"', "”": '"', "–": "-"}.get(character)
    return plain or unicodedata.normalize("NFD", character)[0]


def _holds(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _with_separate_tones(text: str) -> str:
    parts: list[str] = []
    for character in text:
        if _holds(character, "cp1258"):
            parts.append(character)
            continue
        base, *marks = tuple(unicodedata.normalize("NFD", character))
        tone = next((each for each in marks if each in "\u0300\u0301\u0303\u0309\u0323"), "")
        others = "".join(each for each in marks if each != tone)
        parts.append(unicodedata.normalize("NFC", base + others) + tone)
    return "".join(parts)
