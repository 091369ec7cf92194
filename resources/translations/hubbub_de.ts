<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>see its own page</source>
        <translation>siehe die Seite des Projekts</translation>
    </message>
</context>
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Hubbub</source>
        <translation>Über Hubbub</translation>
    </message>
    <message>
        <source>Parts and their licences</source>
        <translation>Teile und ihre Lizenzen</translation>
    </message>
    <message>
        <source>Tabs that truly run together, never hurt each other, and come back warm.</source>
        <translation>Tabs, die wirklich zusammen laufen, einander nie schaden und warm zurückkommen.</translation>
    </message>
    <message>
        <source>Hubbub is under the MIT licence. It contains these parts, with thanks:</source>
        <translation>Hubbub steht unter der MIT-Lizenz. Es enthält, mit Dank, diese Teile:</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>BackupsView</name>
    <message>
        <source>A backup is made each day. The last seven are kept, and one of each of the four weeks before. Those made before an update or before another one was restored are kept for 30 days.</source>
        <translation>Jeden Tag wird eine Sicherung gemacht. Die letzten sieben bleiben, und je eine aus den vier Wochen davor. Sicherungen von vor einer Aktualisierung oder Wiederherstellung bleiben 30 Tage.</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Damaged files</source>
        <translation>Beschädigte Dateien</translation>
    </message>
    <message>
        <source>{count:,} backups of the conversations, {size} together.</source>
        <translation>{count:,} Sicherungen der Unterhaltungen, zusammen {size}.</translation>
    </message>
    <message>
        <source>One backup of the conversations, {size}.</source>
        <translation>Eine Sicherung der Unterhaltungen, {size}.</translation>
    </message>
    <message>
        <source>There is no backup yet. The first is made soon after the start.</source>
        <translation>Es gibt noch keine Sicherung. Die erste wird bald nach dem Start gemacht.</translation>
    </message>
    <message>
        <source>Restore …</source>
        <translation>Wiederherstellen …</translation>
    </message>
    <message>
        <source>Restore the backup of {moment}</source>
        <translation>Die Sicherung vom {moment} wiederherstellen</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 Chat</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} Chats</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 Nachricht</translation>
    </message>
    <message>
        <source>{count:,} messages</source>
        <translation>{count:,} Nachrichten</translation>
    </message>
    <message>
        <source>Replace all conversations with the backup of {moment} ({content})?

A backup of the present state is made first, so that you can come back to it. Attachments that were deleted since then do not come back. Running answers are stopped, and the window opens again.</source>
        <translation>Alle Unterhaltungen durch die Sicherung vom {moment} ({content}) ersetzen?

Vorher wird der jetzige Stand gesichert, sodass Sie zu ihm zurückkehren können. Anhänge, die seitdem gelöscht wurden, kommen nicht zurück. Laufende Antworten werden angehalten, und das Fenster öffnet sich neu.</translation>
    </message>
    <message>
        <source>before an update</source>
        <translation>vor Update</translation>
    </message>
    <message>
        <source>before a restore</source>
        <translation>ersetzter Stand</translation>
    </message>
    <message>
        <source>{count:,} damaged files were put aside. Nothing reads them any more; they may hold deleted conversations.</source>
        <translation>{count:,} beschädigte Dateien wurden beiseitegelegt. Nichts liest sie mehr; sie können gelöschte Unterhaltungen enthalten.</translation>
    </message>
    <message>
        <source>One damaged file was put aside. Nothing reads it any more; it may hold deleted conversations.</source>
        <translation>Eine beschädigte Datei wurde beiseitegelegt. Nichts liest sie mehr; sie kann gelöschte Unterhaltungen enthalten.</translation>
    </message>
    <message>
        <source>Delete “{name}” …</source>
        <translation>„{name}“ löschen …</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Delete the damaged file “{name}”? This can&apos;t be undone.</source>
        <translation>Die beschädigte Datei „{name}“ löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>Only the last answer can be continued. Regenerate an earlier one instead.</source>
        <translation>Nur die letzte Antwort kann fortgesetzt werden. Generieren Sie eine frühere stattdessen neu.</translation>
    </message>
    <message>
        <source>This conversation is still being answered. Stop that answer first.</source>
        <translation>Diese Unterhaltung wird noch beantwortet. Halten Sie diese Antwort erst an.</translation>
    </message>
    <message>
        <source>{title} (copy)</source>
        <translation>{title} (Kopie)</translation>
    </message>
</context>
<context>
    <name>BugReporter</name>
    <message>
        <source>An unexpected error</source>
        <translation>Ein unerwarteter Fehler</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
</context>
<context>
    <name>CacheView</name>
    <message>
        <source>Forget all</source>
        <translation>Alles vergessen</translation>
    </message>
    <message>
        <source>{count:,} chats are kept warm: {memory} in memory, {disk} on disk.</source>
        <translation>{count:,} Chats werden warm gehalten: {memory} im Speicher, {disk} auf der Platte.</translation>
    </message>
    <message>
        <source>Forget the cache of “{title}”</source>
        <translation>Den Cache von „{title}“ vergessen</translation>
    </message>
    <message>
        <source>{size} in memory</source>
        <translation>{size} im Speicher</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>{size} auf der Platte</translation>
    </message>
    <message>
        <source>Chats that are kept warm</source>
        <translation>Chats, die warm gehalten werden</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>Code, {language}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Add text files or PDFs</source>
        <translation>Textdateien oder PDFs hinzufügen</translation>
    </message>
    <message>
        <source>Options of this chat</source>
        <translation>Optionen dieses Chats</translation>
    </message>
    <message>
        <source>Write the next message. It is sent when this answer ends …</source>
        <translation>Nächste Nachricht schreiben. Sie wird gesendet, wenn diese Antwort endet …</translation>
    </message>
    <message>
        <source>Write a message …</source>
        <translation>Nachricht schreiben …</translation>
    </message>
    <message>
        <source>Only the first {count} files were taken. Send the others with the next message.</source>
        <translation>Nur die ersten {count} Dateien wurden genommen. Senden Sie die anderen mit der nächsten Nachricht.</translation>
    </message>
    <message>
        <source>about {own:,} tokens</source>
        <translation>etwa {own:,} Token</translation>
    </message>
    <message>
        <source>about one token</source>
        <translation>etwa ein Token</translation>
    </message>
    <message>
        <source>about {own:,} tokens · {warm:,} of {total:,} warm</source>
        <translation>etwa {own:,} Token · {warm:,} von {total:,} warm</translation>
    </message>
    <message>
        <source>about one token · {warm:,} of {total:,} warm</source>
        <translation>etwa ein Token · {warm:,} von {total:,} warm</translation>
    </message>
    <message>
        <source>about {own:,} tokens, but each chat may hold {limit:,}</source>
        <translation>etwa {own:,} Token, aber jeder Chat fasst nur {limit:,}</translation>
    </message>
    <message>
        <source>Warm tokens are in the model&apos;s memory already; only the others will be read.</source>
        <translation>Warme Token sind schon im Gedächtnis des Modells; nur die anderen werden gelesen.</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
</context>
<context>
    <name>Context</name>
    <message>
        <source>The model remembers from here on.</source>
        <translation>Ab hier erinnert sich das Modell.</translation>
    </message>
    <message>
        <source>The model remembers from here on, and what is pinned above.</source>
        <translation>Ab hier erinnert sich das Modell, und an Angeheftetes darüber.</translation>
    </message>
    <message>
        <source>Each chat may hold {count:,} tokens.</source>
        <translation>Jeder Chat darf {count:,} Token haben.</translation>
    </message>
</context>
<context>
    <name>ContextBoundaryLine</name>
    <message>
        <source>What can I do?</source>
        <translation>Was kann ich tun?</translation>
    </message>
</context>
<context>
    <name>ContextDialog</name>
    <message>
        <source>What the model remembers</source>
        <translation>Woran sich das Modell erinnert</translation>
    </message>
    <message>
        <source>Keep the first message in memory</source>
        <translation>Die erste Nachricht im Gedächtnis behalten</translation>
    </message>
    <message>
        <source>Pin it</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Open the forgotten part in a new tab</source>
        <translation>Das Vergessene in einem neuen Tab öffnen</translation>
    </message>
    <message>
        <source>Increase the context length</source>
        <translation>Kontextlänge vergrößern</translation>
    </message>
    <message>
        <source>This chat can also stop its answer when its context is full, and forget nothing.</source>
        <translation>Dieser Chat kann seine Antwort auch anhalten, wenn sein Kontext voll ist, und nichts vergessen.</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens. This one is longer, so the model no longer reads its oldest turns. Nothing is deleted: they stay here and can be searched.</source>
        <translation>Jeder Chat kann {count:,} Token halten. Dieser ist länger, darum liest das Modell seine ältesten Fragen und Antworten nicht mehr. Gelöscht ist nichts: Sie bleiben hier und lassen sich durchsuchen.</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single turns; the remaining conversation is read again each time.</source>
        <translation>Dieses Modell kann einzelne Fragen und Antworten nicht entfernen; der Rest der Unterhaltung wird jedes Mal neu gelesen.</translation>
    </message>
    <message>
        <source>{count:,} are pinned now.</source>
        <translation>{count:,} sind jetzt angeheftet.</translation>
    </message>
    <message>
        <source>Everything above the line opens in its own tab, where the model can read all of it.</source>
        <translation>Alles über der Linie öffnet sich in einem eigenen Tab, in dem das Modell es vollständig lesen kann.</translation>
    </message>
    <message>
        <source>About {count:,} tokens are read again with the next message.</source>
        <translation>Etwa {count:,} Token werden mit der nächsten Nachricht neu gelesen.</translation>
    </message>
    <message>
        <source>The context length is at its maximum.</source>
        <translation>Die Kontextlänge ist am Maximum.</translation>
    </message>
    <message>
        <source>{count:,} tokens for each chat.</source>
        <translation>{count:,} Token für jeden Chat.</translation>
    </message>
    <message>
        <source>That takes about {size} more memory.</source>
        <translation>Das braucht etwa {size} mehr Speicher.</translation>
    </message>
    <message>
        <source>The model was trained for {count:,} tokens; beyond that, answers may get worse.</source>
        <translation>Das Modell wurde für {count:,} Token trainiert; darüber können Antworten schlechter werden.</translation>
    </message>
    <message>
        <source>The model is reloaded, which stops running answers.</source>
        <translation>Das Modell wird neu geladen; laufende Antworten werden angehalten.</translation>
    </message>
    <message>
        <source>Set {count:,} tokens</source>
        <translation>{count:,} Token einstellen</translation>
    </message>
    <message>
        <source>Open a new tab</source>
        <translation>Neuen Tab öffnen</translation>
    </message>
    <message>
        <source>Stop instead</source>
        <translation>Lieber anhalten</translation>
    </message>
    <message>
        <source>Options of this chat …</source>
        <translation>Optionen dieses Chats …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Its turn stays when others are dropped. The pin below a message pins it.</source>
        <translation>Sie und ihre Antwort bleiben, wenn andere entfernt werden. Die Nadel unter einer Nachricht heftet sie an.</translation>
    </message>
    <message>
        <source>One is pinned now.</source>
        <translation>Eine ist jetzt angeheftet.</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used: {percent} %, {used:,} of {total:,} tokens</source>
        <translation>Kontext belegt: {percent} %, {used:,} von {total:,} Token</translation>
    </message>
    <message>
        <source>The context is nearly full. When it is full, the model drops the oldest messages of this chat; you can still read them here.</source>
        <translation>Der Kontext ist fast voll. Ist er voll, verliert das Modell die ältesten Nachrichten dieses Chats; hier können Sie sie weiter lesen.</translation>
    </message>
    <message>
        <source>Room for {count:,} more tokens in this chat; other chats do not use it up. A token is about four letters.</source>
        <translation>Platz für noch {count:,} Token in diesem Chat; andere Chats verbrauchen ihn nicht. Ein Token sind etwa vier Buchstaben.</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>{title}, being answered</source>
        <translation>{title}, wird beantwortet</translation>
    </message>
    <message>
        <source>In “{title}”: {text}</source>
        <translation>In „{title}“: {text}</translation>
    </message>
    <message>
        <source>Being answered</source>
        <translation>Wird beantwortet</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>In messages</source>
        <translation>In Nachrichten</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Previous 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
</context>
<context>
    <name>ConversationListView</name>
    <message>
        <source>All conversations</source>
        <translation>Alle Unterhaltungen</translation>
    </message>
    <message>
        <source>{count:,} conversations</source>
        <translation>{count:,} Unterhaltungen</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete {count:,} conversations</source>
        <translation>{count:,} Unterhaltungen löschen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>Daneben öffnen</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Propose a title</source>
        <translation>Titel vorschlagen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>New folder …</source>
        <translation>Neuer Ordner …</translation>
    </message>
</context>
<context>
    <name>DeletionController</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{count:,} conversations were deleted.</source>
        <translation>{count:,} Unterhaltungen wurden gelöscht.</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>„{title}“ wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close the panel</source>
        <translation>Das Feld schließen</translation>
    </message>
</context>
<context>
    <name>Drafts</name>
    <message>
        <source>A text of {length:,} characters is too long for the message box. It takes {limit:,}.</source>
        <translation>Ein Text von {length:,} Zeichen ist zu lang für das Nachrichtenfeld. Es fasst {limit:,}.</translation>
    </message>
</context>
<context>
    <name>EditorField</name>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Ask anything, in as many tabs as you like</source>
        <translation>Fragen Sie alles, in so vielen Tabs, wie Sie mögen</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on your computer.</source>
        <translation>Alle Tabs werden zur selben Zeit beantwortet, auf Ihrem Rechner.</translation>
    </message>
    <message>
        <source>Ask all four in four tabs</source>
        <translation>Alle vier in vier Tabs fragen</translation>
    </message>
    <message>
        <source>Ask all in tabs</source>
        <translation>Alle in Tabs fragen</translation>
    </message>
</context>
<context>
    <name>EngineDock</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
</context>
<context>
    <name>EnginePanel</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>longest step</source>
        <translation>längster Schritt</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Es ist kein Modell geladen.</translation>
    </message>
    <message>
        <source>{count:,}, fixed</source>
        <translation>{count:,}, fest</translation>
    </message>
    <message>
        <source>{count:,} of {limit:,}</source>
        <translation>{count:,} von {limit:,}</translation>
    </message>
    <message>
        <source>Processor threads now</source>
        <translation>Prozessor-Threads jetzt</translation>
    </message>
    <message>
        <source>The number is fixed in the settings, under Engine.</source>
        <translation>Die Zahl ist in den Einstellungen unter „Engine“ festgelegt.</translation>
    </message>
    <message>
        <source>How many threads are fastest is measured again and again. The number follows what other programs leave free of this computer.</source>
        <translation>Wie viele Threads am schnellsten sind, wird immer wieder gemessen. Die Zahl folgt dem, was andere Programme von diesem Computer frei lassen.</translation>
    </message>
    <message>
        <source>No chat is waiting.</source>
        <translation>Kein Chat wartet.</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>… und {count:,} weitere</translation>
    </message>
    <message>
        <source>Of all pauses between two tokens, {share} were no longer than this.</source>
        <translation>Von allen Pausen zwischen zwei Token waren {share} nicht länger.</translation>
    </message>
    <message>
        <source>What the model still knew of all questions and need not read again.</source>
        <translation>Was das Modell von allen Fragen noch wusste und nicht neu lesen musste.</translation>
    </message>
    <message>
        <source>Tokens that the chat itself suggested and the model wrote, of all that were tried.</source>
        <translation>Token, die der Chat selbst nahelegte und die das Modell auch schrieb, von allen versuchten.</translation>
    </message>
    <message>
        <source>Chats at once, average</source>
        <translation>Chats zugleich, im Mittel</translation>
    </message>
    <message>
        <source>First token, median</source>
        <translation>Erstes Token, Median</translation>
    </message>
    <message>
        <source>Token gap, 95th percentile</source>
        <translation>Tokenabstand, 95. Perzentil</translation>
    </message>
    <message>
        <source>Token gap, 99th percentile</source>
        <translation>Tokenabstand, 99. Perzentil</translation>
    </message>
    <message>
        <source>Reused tokens</source>
        <translation>Wiederverwendete Token</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} Token/s</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} s</translation>
    </message>
    <message>
        <source>{right:,} of {all:,}</source>
        <translation>{right:,} von {all:,}</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>States that a chat can go back to, where the model&apos;s memory can&apos;t be shortened.</source>
        <translation>Stände, zu denen ein Chat zurück kann, wo sich das Gedächtnis des Modells nicht kürzen lässt.</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>Writing, all chats</source>
        <translation>Schreiben, alle Chats</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Token gap, median</source>
        <translation>Tokenabstand, Median</translation>
    </message>
    <message>
        <source>Tokens guessed right</source>
        <translation>Richtig erratene Token</translation>
    </message>
    <message>
        <source>Engine, with the model</source>
        <translation>Engine mit dem Modell</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Chats kept in memory</source>
        <translation>Chats im Speicher</translation>
    </message>
    <message>
        <source>Chats kept on disk</source>
        <translation>Chats auf der Platte</translation>
    </message>
</context>
<context>
    <name>EngineStatus</name>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} ist bereit.</translation>
    </message>
    <message>
        <source>Starting the engine …</source>
        <translation>Die Engine wird gestartet …</translation>
    </message>
    <message>
        <source>Loading the model …</source>
        <translation>Das Modell wird geladen …</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Es ist kein Modell geladen.</translation>
    </message>
    <message>
        <source>{file}: {millions:,} million parameters, {architecture}. Each chat may hold {limit:,} tokens; the model was trained for {trained:,}. {slots} chats can be answered at once. {device}</source>
        <translation>{file}: {millions:,} Millionen Parameter, {architecture}. Jeder Chat darf {limit:,} Token haben; trainiert wurde das Modell für {trained:,}. {slots} Chats können zugleich beantwortet werden. {device}</translation>
    </message>
    <message>
        <source>{name} ({file}) is loaded. Each chat may hold {limit:,} tokens. {device}</source>
        <translation>{name} ({file}) ist geladen. Jeder Chat darf {limit:,} Token haben. {device}</translation>
    </message>
    <message>
        <source>{name} was not loaded: the last time, the engine or the computer stopped while it was being loaded.</source>
        <translation>{name} wurde nicht geladen: Beim letzten Mal hat die Engine oder der Computer beim Laden aufgehört zu arbeiten.</translation>
    </message>
    <message>
        <source>{count:,} chats are being answered. Another model stops them; what they said stays.</source>
        <translation>{count:,} Chats werden gerade beantwortet. Ein anderes Modell hält sie an; was sie gesagt haben, bleibt.</translation>
    </message>
    <message>
        <source>One chat is being answered. Another model stops it; what it said stays.</source>
        <translation>Ein Chat wird gerade beantwortet. Ein anderes Modell hält ihn an; was er gesagt hat, bleibt.</translation>
    </message>
    <message>
        <source>Open it anyway</source>
        <translation>Trotzdem öffnen</translation>
    </message>
    <message>
        <source>Choose another model …</source>
        <translation>Anderes Modell …</translation>
    </message>
    <message>
        <source>Use the built-in model</source>
        <translation>Das eingebaute Modell nehmen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Start it again</source>
        <translation>Neu starten</translation>
    </message>
</context>
<context>
    <name>FileChip</name>
    <message>
        <source>File {name}, {size}</source>
        <translation>Datei {name}, {size}</translation>
    </message>
    <message>
        <source>{count:,} characters. Click to view them.</source>
        <translation>{count:,} Zeichen. Zum Ansehen klicken.</translation>
    </message>
    <message>
        <source>Remove this file</source>
        <translation>Diese Datei entfernen</translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Markdown, to read (*.md)</source>
        <translation>Markdown, zum Lesen (*.md)</translation>
    </message>
    <message>
        <source>JSON with everything, to import again (*.json)</source>
        <translation>JSON mit allem, zum Wiedereinlesen (*.json)</translation>
    </message>
    <message>
        <source>Markdown, one file each, in a ZIP (*.zip)</source>
        <translation>Markdown, je eine Datei, in einem ZIP (*.zip)</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Datei speichern</translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation>Unterhaltungen importieren</translation>
    </message>
    <message>
        <source>Exports of Hubbub, ChatGPT, llama.cpp, LM Studio (*.json *.jsonl *.zip)</source>
        <translation>Exporte von Hubbub, ChatGPT, llama.cpp, LM Studio (*.json *.jsonl *.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Ein Modell öffnen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>Add a GPU pack</source>
        <translation>Ein GPU-Paket hinzufügen</translation>
    </message>
    <message>
        <source>GPU packs (*ggml-*.so *ggml-*.dll)</source>
        <translation>GPU-Pakete (*ggml-*.so *ggml-*.dll)</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>The model reads {count:,} characters of text.</source>
        <translation>Das Modell liest {count:,} Zeichen Text.</translation>
    </message>
    <message>
        <source>Only the beginning is shown here.</source>
        <translation>Hier ist nur der Anfang zu sehen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,} von {count:,}</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorheriger Treffer</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>expanded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>zugeklappt</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Rename folder …</source>
        <translation>Ordner umbenennen …</translation>
    </message>
    <message>
        <source>Delete folder, keep its conversations</source>
        <translation>Ordner löschen, Unterhaltungen behalten</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>The folder “{old}” was renamed to “{new}”.</source>
        <translation>Der Ordner „{old}“ wurde in „{new}“ umbenannt.</translation>
    </message>
    <message>
        <source>The folder “{folder}” was deleted. Its conversations are kept.</source>
        <translation>Der Ordner „{folder}“ wurde gelöscht. Seine Unterhaltungen bleiben.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{count:,} conversations were moved to “{folder}”.</source>
        <translation>{count:,} Unterhaltungen wurden nach „{folder}“ verschoben.</translation>
    </message>
    <message>
        <source>{count:,} conversations were taken out of their folders.</source>
        <translation>{count:,} Unterhaltungen wurden aus ihren Ordnern genommen.</translation>
    </message>
    <message>
        <source>“{title}” was moved to “{folder}”.</source>
        <translation>„{title}“ wurde nach „{folder}“ verschoben.</translation>
    </message>
    <message>
        <source>“{title}” was taken out of its folder.</source>
        <translation>„{title}“ wurde aus seinem Ordner genommen.</translation>
    </message>
</context>
<context>
    <name>GpuBackendsView</name>
    <message>
        <source>With a GPU pack the model runs on a graphics card. Hubbub looks for packs in {folder}.</source>
        <translation>Mit einem GPU-Paket rechnet das Modell auf einer Grafikkarte. Hubbub sucht nach Paketen in {folder}.</translation>
    </message>
    <message>
        <source>Add GPU pack …</source>
        <translation>GPU-Paket hinzufügen …</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>Engine neu starten</translation>
    </message>
    <message>
        <source>The pack is being tested …</source>
        <translation>Das Paket wird geprüft …</translation>
    </message>
    <message>
        <source>{name} was added. It is used after the engine restarts, which stops running answers.</source>
        <translation>{name} wurde hinzugefügt. Es wird nach einem Neustart der Engine verwendet; laufende Antworten werden dabei angehalten.</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>{count:,} conversations were imported.</source>
        <translation>{count:,} Unterhaltungen wurden importiert.</translation>
    </message>
    <message>
        <source>One conversation was imported.</source>
        <translation>Eine Unterhaltung wurde importiert.</translation>
    </message>
    <message>
        <source>No new conversation was imported.</source>
        <translation>Keine neue Unterhaltung wurde importiert.</translation>
    </message>
    <message>
        <source>One was there already.</source>
        <translation>Eine war schon da.</translation>
    </message>
    <message>
        <source>{count:,} were there already.</source>
        <translation>{count:,} waren schon da.</translation>
    </message>
</context>
<context>
    <name>ImportReportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>What could not be read:</source>
        <translation>Was nicht gelesen werden konnte:</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to newest</source>
        <translation>Zum Neuesten springen</translation>
    </message>
</context>
<context>
    <name>KeyBox</name>
    <message>
        <source>no keys</source>
        <translation>keine Tasten</translation>
    </message>
    <message>
        <source>Press keys …</source>
        <translation>Tasten drücken …</translation>
    </message>
    <message>
        <source>{command}: {keys}. Press to change.</source>
        <translation>{command}: {keys}. Drücken, um zu ändern.</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>Reset the keys of “{command}”</source>
        <translation>Tasten von „{command}“ zurücksetzen</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>Hier verwenden</translation>
    </message>
    <message>
        <source>{keys} belongs to “{owner}”.</source>
        <translation>{keys} gehört zu „{owner}“.</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>Edit the last message again (when the box is empty)</source>
        <translation>Letzte Nachricht noch einmal bearbeiten (wenn das Feld leer ist)</translation>
    </message>
    <message>
        <source>Paste a long text as it is</source>
        <translation>Einen langen Text einfügen, wie er ist</translation>
    </message>
    <message>
        <source>Scroll the conversation up</source>
        <translation>Die Unterhaltung nach oben rollen</translation>
    </message>
    <message>
        <source>Scroll the conversation down</source>
        <translation>Die Unterhaltung nach unten rollen</translation>
    </message>
    <message>
        <source>Message box</source>
        <translation>Eingabefeld</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Befehl oder Taste suchen</translation>
    </message>
    <message>
        <source>Reset all keys</source>
        <translation>Alle Tasten zurücksetzen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
</context>
<context>
    <name>Maintenance</name>
    <message>
        <source>Write them again</source>
        <translation>Neu schreiben</translation>
    </message>
    <message>
        <source>The histories were written again, with everything in them.</source>
        <translation>Die Verläufe wurden neu geschrieben, mit allem, was darin war.</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>[image: {name}, not loaded]</source>
        <translation>[Bild: {name}, nicht geladen]</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Previous version</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Nachricht als Markdown kopieren</translation>
    </message>
    <message>
        <source>Edit and resend</source>
        <translation>Bearbeiten und neu senden</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Several answers side by side</source>
        <translation>Mehrere Antworten nebeneinander</translation>
    </message>
    <message>
        <source>Continue from here in a new tab</source>
        <translation>Von hier aus in neuem Tab weiter</translation>
    </message>
    <message>
        <source>Keep in memory</source>
        <translation>Im Gedächtnis behalten</translation>
    </message>
    <message>
        <source>No longer keep in memory</source>
        <translation>Nicht länger im Gedächtnis behalten</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Later messages stay with the earlier version.</source>
        <translation>Spätere Nachrichten bleiben bei der früheren Fassung.</translation>
    </message>
</context>
<context>
    <name>MessageFiles</name>
    <message>
        <source>Pasted text {number}</source>
        <translation>Eingefügter Text {number}</translation>
    </message>
    <message>
        <source>Add files to the message</source>
        <translation>Dateien zur Nachricht hinzufügen</translation>
    </message>
    <message>
        <source>Text and PDF (*.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf)</source>
        <translation>Text und PDF (*.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>MessageNote</name>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Interrupted before it was finished.</source>
        <translation>Vor dem Ende unterbrochen.</translation>
    </message>
    <message>
        <source>This answer failed.</source>
        <translation>Diese Antwort ist misslungen.</translation>
    </message>
    <message>
        <source>Cut off.</source>
        <translation>Abgeschnitten.</translation>
    </message>
    <message>
        <source>Only the beginning is shown. Copying takes the whole text.</source>
        <translation>Nur der Anfang wird gezeigt. Kopiert wird der ganze Text.</translation>
    </message>
</context>
<context>
    <name>MessageOffers</name>
    <message>
        <source>Show the next part</source>
        <translation>Den nächsten Teil zeigen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>Copy selection</source>
        <translation>Auswahl kopieren</translation>
    </message>
    <message>
        <source>You said</source>
        <translation>Sie sagten</translation>
    </message>
    <message>
        <source>Hubbub said</source>
        <translation>Hubbub sagte</translation>
    </message>
    <message>
        <source>message {number:,} of {count:,}</source>
        <translation>Nachricht {number:,} von {count:,}</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>Notifications</name>
    <message>
        <source>The answer is done.</source>
        <translation>Die Antwort ist fertig.</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>Die Antwort ist misslungen.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>Die Antwort wurde angehalten.</translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>Please choose a number from {low:,} to {high:,}.</source>
        <translation>Bitte wählen Sie eine Zahl von {low:,} bis {high:,}.</translation>
    </message>
</context>
<context>
    <name>Onboarding</name>
    <message>
        <source>Open the help</source>
        <translation>Hilfe öffnen</translation>
    </message>
    <message>
        <source>Show the next hint</source>
        <translation>Nächsten Hinweis zeigen</translation>
    </message>
    <message>
        <source>Hint 1 of 3: {key} opens another tab. Ask there as well: all tabs are answered at the same moment.</source>
        <translation>Hinweis 1 von 3: {key} öffnet noch einen Tab. Fragen Sie auch dort: Alle Tabs werden im selben Augenblick beantwortet.</translation>
    </message>
    <message>
        <source>Hint 3 of 3: {panel} shows the engine at work, {keys} lists all keys, {help} explains the rest.</source>
        <translation>Hinweis 3 von 3: {panel} zeigt die Engine bei der Arbeit, {keys} alle Tasten, {help} erklärt den Rest.</translation>
    </message>
    <message>
        <source>Hint 2 of 3: closing a tab deletes nothing and stops nothing. The conversation stays in the list on the left, and its answer goes on.</source>
        <translation>Hinweis 2 von 3: Einen Tab zu schließen löscht nichts und hält nichts an. Die Unterhaltung bleibt links in der Liste, und ihre Antwort geht weiter.</translation>
    </message>
</context>
<context>
    <name>OptionsDialog</name>
    <message>
        <source>Options of this chat</source>
        <translation>Optionen dieses Chats</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>Wie in den Einstellungen</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Sent to the model before this conversation, for example: Answer in French.</source>
        <translation>Geht an das Modell vor dieser Unterhaltung, zum Beispiel: Antworte auf Deutsch.</translation>
    </message>
    <message>
        <source>Drop the oldest turns from the model&apos;s memory</source>
        <translation>Die ältesten Fragen und Antworten aus dem Gedächtnis des Modells entfernen</translation>
    </message>
    <message>
        <source>Stop the answer and forget nothing</source>
        <translation>Die Antwort anhalten und nichts vergessen</translation>
    </message>
    <message>
        <source>They stay in the conversation. This model can&apos;t drop single turns; the remaining conversation is read again each time.</source>
        <translation>In der Unterhaltung bleiben sie. Dieses Modell kann Einzelnes nicht entfernen; der Rest der Unterhaltung wird jedes Mal neu gelesen.</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Wenn der Kontext voll ist</translation>
    </message>
    <message>
        <source>Preset {number}</source>
        <translation>Vorlage {number}</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>They stay in the conversation. Pinned messages stay in memory.</source>
        <translation>In der Unterhaltung bleiben sie. Angeheftete Nachrichten bleiben im Gedächtnis.</translation>
    </message>
    <message>
        <source>How answers are written</source>
        <translation>Wie Antworten geschrieben werden</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search everything, or &gt; for commands</source>
        <translation>Alles durchsuchen, oder &gt; für Befehle</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Keine Treffer.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>Alles durchsuchen</translation>
    </message>
</context>
<context>
    <name>PaletteList</name>
    <message>
        <source>Conversation {text}</source>
        <translation>Unterhaltung {text}</translation>
    </message>
    <message>
        <source>Command {text}, {detail}</source>
        <translation>Befehl {text}, {detail}</translation>
    </message>
    <message>
        <source>In “{detail}”: {text}</source>
        <translation>In „{detail}“: {text}</translation>
    </message>
</context>
<context>
    <name>PresetFields</name>
    <message>
        <source>0 (always the most likely token)</source>
        <translation>0 (immer das wahrscheinlichste Token)</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Strafe für Wiederholung</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>Längste Antwort, in Token</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,} von {count:,}</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>QueueView</name>
    <message>
        <source>Send the next message</source>
        <translation>Nächste Nachricht senden</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>Wartende Nachrichten</translation>
    </message>
    <message>
        <source>and {count:,} more</source>
        <translation>und {count:,} weitere</translation>
    </message>
</context>
<context>
    <name>QueuedMessage</name>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Send earlier</source>
        <translation>Früher senden</translation>
    </message>
    <message>
        <source>Send later</source>
        <translation>Später senden</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Queued message {number:,}: {text}</source>
        <translation>Wartende Nachricht {number:,}: {text}</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} Dateien</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>eine Datei</translation>
    </message>
</context>
<context>
    <name>ReasoningView</name>
    <message>
        <source>Thinking …</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Thinking … {duration}</source>
        <translation>Denkt nach … {duration}</translation>
    </message>
    <message>
        <source>Thought for {duration}</source>
        <translation>Hat {duration} nachgedacht</translation>
    </message>
    <message>
        <source>{minutes:,} min {seconds} s</source>
        <translation>{minutes:,} min {seconds} s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{seconds:.1f} s</source>
        <translation>{seconds:.1f} s</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Hubbub thought</source>
        <translation>Hubbub dachte</translation>
    </message>
</context>
<context>
    <name>ReloadStrip</name>
    <message>
        <source>Reload the model</source>
        <translation>Modell neu laden</translation>
    </message>
    <message>
        <source>{slots} chats at once, each with the context length that suits the model.</source>
        <translation>{slots} Chats zugleich, jeder mit der Kontextlänge, die zum Modell passt.</translation>
    </message>
    <message>
        <source>{slots} chats with {each:,} tokens each: memory for {total:,} tokens is reserved.</source>
        <translation>{slots} Chats mit je {each:,} Token: Speicher für {total:,} Token wird reserviert.</translation>
    </message>
    <message>
        <source>The model is reloaded, which stops running answers.</source>
        <translation>Das Modell wird neu geladen; laufende Antworten werden angehalten.</translation>
    </message>
</context>
<context>
    <name>RemovalQuestion</name>
    <message>
        <source>Also remove from the backups</source>
        <translation>Auch aus den Sicherungen entfernen</translation>
    </message>
    <message>
        <source>Otherwise the backups hold it until about {day}.</source>
        <translation>Sonst bleibt es bis etwa {day} in den Sicherungen.</translation>
    </message>
</context>
<context>
    <name>RestartStrip</name>
    <message>
        <source>Tabs and drafts come back as they are. Running answers are stopped; their text so far is kept.</source>
        <translation>Tabs und Entwürfe kommen so wieder, wie sie sind. Laufende Antworten werden angehalten; ihr Text bis dahin bleibt.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
</context>
<context>
    <name>SelectedRange</name>
    <message>
        <source>You:</source>
        <translation>Sie:</translation>
    </message>
    <message>
        <source>Hubbub:</source>
        <translation>Hubbub:</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
</context>
<context>
    <name>SendQueues</name>
    <message>
        <source>You stopped the answer, so these messages wait until you say so.</source>
        <translation>Sie haben die Antwort angehalten; diese Nachrichten warten, bis Sie es sagen.</translation>
    </message>
    <message>
        <source>The last answer failed, so these messages wait until you say so.</source>
        <translation>Die letzte Antwort ist misslungen; diese Nachrichten warten, bis Sie es sagen.</translation>
    </message>
    <message>
        <source>These messages have waited since Hubbub was closed.</source>
        <translation>Diese Nachrichten warten, seit Hubbub geschlossen wurde.</translation>
    </message>
</context>
<context>
    <name>SentFiles</name>
    <message>
        <source>File {name}, {size}</source>
        <translation>Datei {name}, {size}</translation>
    </message>
    <message>
        <source>Click to see the text that the model reads.</source>
        <translation>Klicken, um den Text zu sehen, den das Modell liest.</translation>
    </message>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Die Datei {path} konnte nicht geschrieben werden: {reason}. Wählen Sie einen anderen Ordner.</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>A DRY breaker must not hold a NUL character.</source>
        <translation>Ein DRY-Trenner darf kein NUL-Zeichen enthalten.</translation>
    </message>
    <message>
        <source>A bias takes a token id and a number up to 1,000.</source>
        <translation>Eine Gewichtung besteht aus einer Tokennummer und einer Zahl bis 1.000.</translation>
    </message>
    <message>
        <source>A biased token is not among the model&apos;s {size:,}.</source>
        <translation>Ein gewichtetes Token ist nicht unter den {size:,} des Modells.</translation>
    </message>
    <message>
        <source>A message of {count:,} bytes is too large for the engine. Shorten it.</source>
        <translation>Eine Nachricht von {count:,} Bytes ist zu groß für die Engine. Kürzen Sie sie.</translation>
    </message>
    <message>
        <source>A reply follows a grammar or a JSON schema, not both.</source>
        <translation>Eine Antwort folgt einer Grammatik oder einem JSON-Schema, nicht beidem.</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}.</source>
        <translation>Alle {layer_count} Schichten liegen auf {names}.</translation>
    </message>
    <message>
        <source>Another program holds the histories in {path} open. Close it and try again.</source>
        <translation>Ein anderes Programm hält die Verläufe in {path} offen. Schließen Sie es und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>At most {most:,} tokens can have a bias.</source>
        <translation>Höchstens {most:,} Token können gewichtet werden.</translation>
    </message>
    <message>
        <source>CPU, 1 thread</source>
        <translation>CPU, 1 Thread</translation>
    </message>
    <message>
        <source>CPU, {count} threads</source>
        <translation>CPU, {count} Threads</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>kein Speicher mehr frei</translation>
    </message>
    <message>
        <source>Chats are not kept warm on the disk: {reason}.</source>
        <translation>Chats werden nicht auf der Platte warm gehalten: {reason}.</translation>
    </message>
    <message>
        <source>Chats can&apos;t be kept warm in {path}: {reason}.</source>
        <translation>In {path} können keine Chats warm gehalten werden: {reason}.</translation>
    </message>
    <message>
        <source>DRY allowed length</source>
        <translation>DRY: erlaubte Länge</translation>
    </message>
    <message>
        <source>DRY base</source>
        <translation>DRY: Basis</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>DRY: Stärke</translation>
    </message>
    <message>
        <source>DRY takes up to 64 breakers of 1 to 10 characters.</source>
        <translation>DRY nimmt bis zu 64 Trenner von 1 bis 10 Zeichen.</translation>
    </message>
    <message>
        <source>DRY window</source>
        <translation>DRY: Fenster</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Gerät oder Datei ist gerade belegt</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>das Plattenkontingent ist ausgeschöpft</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>kein Programm für diesen Rechner</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>Files can&apos;t be read now: {reason}.</source>
        <translation>Dateien können gerade nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>From a backup: {count:,}.</source>
        <translation>Aus einer Sicherung: {count:,}.</translation>
    </message>
    <message>
        <source>Hubbub could not find out whether there is a new version: {reason}.</source>
        <translation>Hubbub konnte nicht herausfinden, ob es eine neue Version gibt: {reason}.</translation>
    </message>
    <message>
        <source>Hubbub ended while this answer was being written.</source>
        <translation>Hubbub endete, während diese Antwort geschrieben wurde.</translation>
    </message>
    <message>
        <source>Hubbub is already running on the data in {folder}.</source>
        <translation>Hubbub läuft schon mit den Daten in {folder}.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written beside another.</source>
        <translation>Hubbub wurde geschlossen, während diese Antwort neben einer anderen geschrieben wurde.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written.</source>
        <translation>Hubbub wurde geschlossen, während diese Antwort geschrieben wurde.</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>ungültige Angabe</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>It has an unknown role, “{name}”.</source>
        <translation>Sie hat eine unbekannte Rolle, „{name}“.</translation>
    </message>
    <message>
        <source>It has an unknown status, “{name}”.</source>
        <translation>Sie hat einen unbekannten Zustand, „{name}“.</translation>
    </message>
    <message>
        <source>It reached the longest answer that the settings allow.</source>
        <translation>Sie hat die größte Länge erreicht, die die Einstellungen erlauben.</translation>
    </message>
    <message>
        <source>It was damaged on the disk and came back from the backup of {day}.</source>
        <translation>Sie war auf der Platte beschädigt und kam aus der Sicherung vom {day} zurück.</translation>
    </message>
    <message>
        <source>Loading {name} …</source>
        <translation>{name} wird geladen …</translation>
    </message>
    <message>
        <source>Marked as damaged: {count:,}.</source>
        <translation>Als beschädigt gekennzeichnet: {count:,}.</translation>
    </message>
    <message>
        <source>Mirostat learning rate</source>
        <translation>Mirostat: Lernrate</translation>
    </message>
    <message>
        <source>Mirostat target surprise</source>
        <translation>Mirostat: Zielüberraschung</translation>
    </message>
    <message>
        <source>No graphics card is used. {reasons}</source>
        <translation>Es wird keine Grafikkarte verwendet. {reasons}</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>Es wurde keine Grafikkarte gefunden.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Es ist kein Modell geladen.</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>Es ist kein Modell geladen. Öffnen Sie erst eines.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>auf der Platte ist kein Platz mehr</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>das Gerät gibt es nicht</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>das Gerät gibt es nicht</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>die Datei oder den Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>None of it could be read, and new histories were begun.</source>
        <translation>Nichts davon war zu lesen, und neue Verläufe wurden begonnen.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>es ist kein Ordner</translation>
    </message>
    <message>
        <source>One conversation could not be understood.</source>
        <translation>Eine Unterhaltung war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>One message could not be understood.</source>
        <translation>Eine Nachricht war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>es ist nicht erlaubt</translation>
    </message>
    <message>
        <source>PDFs can&apos;t be read now: {reason}.</source>
        <translation>PDFs können gerade nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>die Erlaubnis fehlt</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>die Platte lässt sich nur lesen</translation>
    </message>
    <message>
        <source>Reading this file took too long, so Hubbub stopped it.</source>
        <translation>Das Lesen dieser Datei dauerte zu lange und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Something went wrong that Hubbub did not expect. Your conversations are stored; the details below can be copied into a report.</source>
        <translation>Etwas ist schiefgegangen, womit Hubbub nicht gerechnet hat. Ihre Unterhaltungen sind gespeichert; die Einzelheiten unten lassen sich in einen Bericht kopieren.</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>die Verbindung zum Netzordner ist verloren</translation>
    </message>
    <message>
        <source>Starting the engine …</source>
        <translation>Die Engine wird gestartet …</translation>
    </message>
    <message>
        <source>The context of this chat is full.</source>
        <translation>Der Kontext dieses Chats ist voll.</translation>
    </message>
    <message>
        <source>The conversation of this answer does not exist any more.</source>
        <translation>Die Unterhaltung dieser Antwort gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The disk is nearly full, so chats are not kept warm on it. Free some space.</source>
        <translation>Die Platte ist fast voll, darum werden Chats nicht darauf warm gehalten. Geben Sie Speicherplatz frei.</translation>
    </message>
    <message>
        <source>The engine belongs to another version of Hubbub. Install Hubbub again.</source>
        <translation>Die Engine gehört zu einer anderen Version von Hubbub. Installieren Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>The engine could not be started: {reason}.</source>
        <translation>Die Engine konnte nicht gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while loading {name}. Open it to try again.</source>
        <translation>Die Engine ist {count}-mal abgestürzt, während sie {name} lud. Öffnen Sie es, um es noch einmal zu versuchen.</translation>
    </message>
    <message>
        <source>The engine sent no hello.</source>
        <translation>Die Engine hat sich nicht gemeldet.</translation>
    </message>
    <message>
        <source>The engine got stuck while loading the model and was ended.</source>
        <translation>Die Engine hing beim Laden des Modells fest und wurde beendet.</translation>
    </message>
    <message>
        <source>It can&apos;t be read ({reason}).</source>
        <translation>Sie kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>It is damaged ({fault}).</source>
        <translation>Sie ist beschädigt ({fault}).</translation>
    </message>
    <message>
        <source>It is not a backup of Hubbub.</source>
        <translation>Sie ist keine Sicherung von Hubbub.</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hubbub (database version {version}, this one knows {schema_version}). Use that version to restore it.</source>
        <translation>Sie wurde von einer neueren Version von Hubbub geschrieben (Datenbankversion {version}, diese kennt {schema_version}). Stellen Sie sie mit jener Version wieder her.</translation>
    </message>
    <message>
        <source>The backup of {day} was restored. The histories as they were before it are kept as a backup for 30 days.</source>
        <translation>Die Sicherung vom {day} wurde wiederhergestellt. Der Stand davor bleibt 30 Tage als Sicherung.</translation>
    </message>
    <message>
        <source>The backup “{name}” can&apos;t be restored. {reason} Choose another one.</source>
        <translation>Die Sicherung „{name}“ kann nicht wiederhergestellt werden. {reason} Wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>The backup “{name}” could not be rewritten ({reason}). It was left as it is and may still hold what you deleted.</source>
        <translation>Die Sicherung „{name}“ konnte nicht neu geschrieben werden ({reason}). Sie bleibt, wie sie ist, und kann noch enthalten, was Sie gelöscht haben.</translation>
    </message>
    <message>
        <source>The backup “{name}” is not there any more.</source>
        <translation>Die Sicherung „{name}“ ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while it answered this chat, at last without anything kept of it. Change the message or open another model; if you ask again, it is tried once more.</source>
        <translation>Die Engine ist {count}-mal abgestürzt, während sie diesen Chat beantwortete, zuletzt ohne alles, was von ihm aufgehoben war. Ändern Sie die Nachricht oder öffnen Sie ein anderes Modell; wenn Sie noch einmal fragen, wird es noch einmal versucht.</translation>
    </message>
    <message>
        <source>One conversation was left out, as it is larger than {most:,} MB.</source>
        <translation>Eine Unterhaltung wurde weggelassen, weil sie größer als {most:,} MB ist.</translation>
    </message>
    <message>
        <source>CPU, up to {count} threads</source>
        <translation>CPU, bis zu {count} Threads</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t start the {needed} threads that it needs here. End other programs, or allow more with “ulimit -u”, and start it again.</source>
        <translation>Hubbub kann hier die {needed} Threads nicht starten, die es braucht. Beenden Sie andere Programme oder erlauben Sie mehr mit „ulimit -u“, und starten Sie Hubbub noch einmal.</translation>
    </message>
    <message>
        <source>Hubbub may open only {count} files at a time here, and needs {needed}. Allow more with “ulimit -n”, and start it again.</source>
        <translation>Hubbub darf hier nur {count} Dateien gleichzeitig öffnen und braucht {needed}. Erlauben Sie mehr mit „ulimit -n“, und starten Sie Hubbub noch einmal.</translation>
    </message>
    <message>
        <source>Hubbub may use only {count:,} MB of memory here, and needs {needed:,} MB. Allow more with “ulimit -v”, and start it again.</source>
        <translation>Hubbub darf hier nur {count:,} MB Speicher belegen und braucht {needed:,} MB. Erlauben Sie mehr mit „ulimit -v“, und starten Sie Hubbub noch einmal.</translation>
    </message>
    <message>
        <source>The engine got stuck while writing and was ended.</source>
        <translation>Die Engine hing beim Schreiben fest und wurde beendet.</translation>
    </message>
    <message>
        <source>The engine is closed.</source>
        <translation>Die Engine ist geschlossen.</translation>
    </message>
    <message>
        <source>The engine made a mistake, which is in the log. Ask again.</source>
        <translation>Die Engine hat einen Fehler gemacht, der im Protokoll steht. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The engine no longer answered and was ended.</source>
        <translation>Die Engine hat nicht mehr geantwortet und wurde beendet.</translation>
    </message>
    <message>
        <source>The engine runs in a sandbox.</source>
        <translation>Die Engine läuft in einer Sandbox.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: it was started without one.</source>
        <translation>Die Engine läuft ohne Sandbox: Sie wurde ohne gestartet.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: this system has none for it.</source>
        <translation>Die Engine läuft ohne Sandbox: Dieses System hat keine dafür.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: {device} does not work in one.</source>
        <translation>Die Engine läuft ohne Sandbox: {device} funktioniert darin nicht.</translation>
    </message>
    <message>
        <source>The engine stopped answering.</source>
        <translation>Die Engine antwortet nicht mehr.</translation>
    </message>
    <message>
        <source>The engine stopped because of an error in Hubbub. Start Hubbub again.</source>
        <translation>Die Engine wurde durch einen Fehler in Hubbub angehalten. Starten Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly (exit code {code}).</source>
        <translation>Die Engine endete unerwartet (Rückgabewert {code}).</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly ({signal}).</source>
        <translation>Die Engine endete unerwartet ({signal}).</translation>
    </message>
    <message>
        <source>The engine was closed.</source>
        <translation>Die Engine wurde geschlossen.</translation>
    </message>
    <message>
        <source>The engine was ended.</source>
        <translation>Die Engine wurde beendet.</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox forbids programs and connections, but no files ({reason}).</source>
        <translation>Die Sandbox der Engine verbietet Programme und Verbindungen, schützt aber keine Dateien ({reason}).</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox protects files, but forbids no connections ({reason}).</source>
        <translation>Die Sandbox der Engine schützt Dateien, verbietet aber keine Verbindungen ({reason}).</translation>
    </message>
    <message>
        <source>The file holds very much that is no conversation; its end was left out.</source>
        <translation>Die Datei enthält sehr viel, was keine Unterhaltung ist; ihr Ende wurde weggelassen.</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be locked: {reason}.</source>
        <translation>Die Datei {path} kann nicht gesperrt werden: {reason}.</translation>
    </message>
    <message>
        <source>The file “{name}” can&apos;t be read.</source>
        <translation>Die Datei „{name}“ kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file “{name}” is damaged.</source>
        <translation>Die Datei „{name}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be written to: {reason}.</source>
        <translation>In den Ordner {folder} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} for the histories is missing.</source>
        <translation>Der Ordner {folder} für die Verläufe fehlt.</translation>
    </message>
    <message>
        <source>The histories in {folder} can only be read: {refusal}. What you write now is not kept.</source>
        <translation>Die Verläufe in {folder} lassen sich nur lesen: {refusal}. Was Sie jetzt schreiben, wird nicht behalten.</translation>
    </message>
    <message>
        <source>The histories in {folder} can&apos;t be written: {reason}. Allow it, and start Hubbub again.</source>
        <translation>Die Verläufe in {folder} können nicht geschrieben werden: {reason}. Erlauben Sie es, und starten Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>The histories in {path} are damaged ({reason}). Close the program and start it again: it puts the file aside and goes on with all that can be read of it.</source>
        <translation>Die Verläufe in {path} sind beschädigt ({reason}). Schließen Sie das Programm und starten Sie es neu: Es legt die Datei beiseite und macht mit allem weiter, was davon zu lesen ist.</translation>
    </message>
    <message>
        <source>The histories in {path} can&apos;t be used: {damage}. The file was put aside as “{aside}”, nothing of it was deleted. {rest}</source>
        <translation>Die Verläufe in {path} können nicht verwendet werden: {damage}. Die Datei wurde als „{aside}“ beiseitegelegt, nichts davon wurde gelöscht. {rest}</translation>
    </message>
    <message>
        <source>The histories in {path} were deleted or moved while Hubbub is running. What you write now can&apos;t be kept there.</source>
        <translation>Die Verläufe in {path} wurden gelöscht oder verschoben, während Hubbub läuft. Was Sie jetzt schreiben, kann dort nicht behalten werden.</translation>
    </message>
    <message>
        <source>The histories lie on a network folder ({folder}). Use them from one machine at a time, or they may be damaged.</source>
        <translation>Die Verläufe liegen in einem Netzordner ({folder}). Verwenden Sie sie nur von einem Rechner zugleich, sonst können sie Schaden nehmen.</translation>
    </message>
    <message>
        <source>The histories should be in {target}, where {path} leads, but nothing is there. Is a disk not connected?</source>
        <translation>Die Verläufe sollten in {target} liegen, wohin {path} führt, doch dort ist nichts. Ist eine Platte nicht angeschlossen?</translation>
    </message>
    <message>
        <source>The journal of {path} could not be closed.</source>
        <translation>Das Journal von {path} konnte nicht geschlossen werden.</translation>
    </message>
    <message>
        <source>The last change</source>
        <translation>Die letzte Änderung</translation>
    </message>
    <message>
        <source>The last message is not an answer that can be continued.</source>
        <translation>Die letzte Nachricht ist keine Antwort, die fortgesetzt werden kann.</translation>
    </message>
    <message>
        <source>The last {count:,} changes</source>
        <translation>Die letzten {count:,} Änderungen</translation>
    </message>
    <message>
        <source>The library that runs models does not work on this machine: {reason}</source>
        <translation>Die Bibliothek, die Modelle ausführt, läuft auf diesem Rechner nicht: {reason}</translation>
    </message>
    <message>
        <source>The model can&apos;t read this part of the chat. Edit your message, or shorten it.</source>
        <translation>Das Modell kann diesen Teil des Chats nicht lesen. Bearbeiten oder kürzen Sie Ihre Nachricht.</translation>
    </message>
    <message>
        <source>The model cannot follow this grammar.</source>
        <translation>Das Modell kann dieser Grammatik nicht folgen.</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Ask again.</source>
        <translation>Das Modell konnte diese Antwort nicht berechnen. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The model found no way on in this answer. Ask again.</source>
        <translation>Das Modell fand in dieser Antwort nicht weiter. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The model is split into {count} files, and “{part}” is missing.</source>
        <translation>Das Modell ist auf {count} Dateien verteilt, und „{part}“ fehlt.</translation>
    </message>
    <message>
        <source>The model stopped computing and was loaded again. Ask again.</source>
        <translation>Das Modell hat aufgehört zu rechnen und wurde neu geladen. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is broken: {reason}</source>
        <translation>Die Chatvorlage des Modells ist kaputt: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long to be trusted.</source>
        <translation>Die Chatvorlage des Modells ist zu lang, um ihr zu trauen.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template makes nothing of this message. Edit it, or open another model.</source>
        <translation>Die Chatvorlage des Modells macht aus dieser Nachricht nichts. Bearbeiten Sie sie, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template refused this conversation: {reason}</source>
        <translation>Die Chatvorlage des Modells hat diese Unterhaltung abgelehnt: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long for this chat. Start a new chat, or open another model.</source>
        <translation>Die Chatvorlage des Modells braucht für diese Unterhaltung zu lange. Beginnen Sie eine neue Unterhaltung, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long. Open another model.</source>
        <translation>Die Chatvorlage des Modells braucht zu lange. Öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s file name can&apos;t be written as text. Rename it first.</source>
        <translation>Der Dateiname des Modells lässt sich nicht als Text schreiben. Benennen Sie es erst um.</translation>
    </message>
    <message>
        <source>The reading of this file broke off.</source>
        <translation>Das Lesen dieser Datei brach ab.</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path}: {reason}. They hold until Hubbub ends.</source>
        <translation>Die Einstellungen konnten nicht nach {path} gespeichert werden: {reason}. Sie gelten, bis Hubbub endet.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged and stay there: {reason}.</source>
        <translation>Die Einstellungen in {path} sind beschädigt und bleiben dort: {reason}.</translation>
    </message>
    <message>
        <source>The settings keep the model off the graphics card.</source>
        <translation>Nach den Einstellungen kommt nichts vom Modell auf die Grafikkarte.</translation>
    </message>
    <message>
        <source>The {name} must be {lower} and {upper}, not {value}.</source>
        <translation>Der Wert für „{name}“ muss {lower} und {upper} sein, nicht {value}.</translation>
    </message>
    <message>
        <source>The {name} must lie between {low:,} and {high:,}, not {value}.</source>
        <translation>Der Wert für „{name}“ muss zwischen {low:,} und {high:,} liegen, nicht {value}.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>Die Datei {path} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no folder that could be written to: {reason}.</source>
        <translation>Es gibt keinen Ordner, in den geschrieben werden könnte: {reason}.</translation>
    </message>
    <message>
        <source>There is no room left in the model&apos;s memory for this chat. Set a larger context per chat, or begin a new one.</source>
        <translation>Im Gedächtnis des Modells ist für diesen Chat kein Platz mehr. Stellen Sie mehr Kontext je Chat ein, oder beginnen Sie einen neuen.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. Nothing older is lost; make room and try again.</source>
        <translation>Auf der Platte von {folder} ist kein Platz mehr. Älteres ist nicht verloren; schaffen Sie Platz, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. The histories can be read; what you write now is not kept. Make room, and start Hubbub again.</source>
        <translation>Auf der Platte von {folder} ist kein Platz mehr. Die Verläufe lassen sich lesen; was Sie jetzt schreiben, wird nicht behalten. Schaffen Sie Platz, und starten Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>There is not enough memory on {names}.</source>
        <translation>Auf {names} ist nicht genug Speicher.</translation>
    </message>
    <message>
        <source>There may be up to 64 stop strings of up to 1,000 characters.</source>
        <translation>Es darf bis zu 64 Stopptexte von bis zu 1.000 Zeichen geben.</translation>
    </message>
    <message>
        <source>This archive can&apos;t be read: {reason}.</source>
        <translation>Dieses Archiv kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>This conversation does not exist any more, or is in the trash.</source>
        <translation>Diese Unterhaltung gibt es nicht mehr, oder sie liegt im Papierkorb.</translation>
    </message>
    <message>
        <source>This conversation does not exist any more.</source>
        <translation>Diese Unterhaltung gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This conversation is not in the trash any more.</source>
        <translation>Diese Unterhaltung liegt nicht mehr im Papierkorb.</translation>
    </message>
    <message>
        <source>This conversation is still being answered. Stop that answer first.</source>
        <translation>Diese Unterhaltung wird noch beantwortet. Halten Sie diese Antwort erst an.</translation>
    </message>
    <message>
        <source>This file takes more memory than an import may have.</source>
        <translation>Diese Datei braucht mehr Speicher, als ein Import haben darf.</translation>
    </message>
    <message>
        <source>This is not a file but a folder or a device.</source>
        <translation>Dies ist keine Datei, sondern ein Ordner oder ein Gerät.</translation>
    </message>
    <message>
        <source>This message does not exist any more.</source>
        <translation>Diese Nachricht gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This message is damaged: it is not what was stored, and no backup holds that.</source>
        <translation>Diese Nachricht ist beschädigt: Sie ist nicht, was gespeichert wurde, und keine Sicherung enthält das.</translation>
    </message>
    <message>
        <source>This message needs {count:,} tokens with what belongs to it, but each chat may hold {context_window:,}. Shorten it, or set a larger context per chat in the settings.</source>
        <translation>Diese Nachricht braucht mit allem, was dazugehört, {count:,} Token, doch jeder Chat darf {context_window:,} haben. Kürzen Sie sie, oder stellen Sie in den Einstellungen mehr Kontext je Chat ein.</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele Verweise hintereinander</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC: Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC: Schwelle</translation>
    </message>
    <message>
        <source>a JSON text</source>
        <translation>ein JSON-Text</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>ein PDF-Dokument</translation>
    </message>
    <message>
        <source>a PyTorch model</source>
        <translation>ein PyTorch-Modell</translation>
    </message>
    <message>
        <source>a ZIP archive or a PyTorch model</source>
        <translation>ein ZIP-Archiv oder ein PyTorch-Modell</translation>
    </message>
    <message>
        <source>a compressed archive; unpack it first</source>
        <translation>ein gepacktes Archiv; packen Sie es erst aus</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>eine Datenbank</translation>
    </message>
    <message>
        <source>a field is too wide</source>
        <translation>ein Feld ist zu breit</translation>
    </message>
    <message>
        <source>a filling is too wide</source>
        <translation>etwas wird zu breit aufgefüllt</translation>
    </message>
    <message>
        <source>a model in the old GGJT form, which came before GGUF</source>
        <translation>ein Modell in der alten GGJT-Form, die vor GGUF kam</translation>
    </message>
    <message>
        <source>a model in the old GGMF form, which came before GGUF</source>
        <translation>ein Modell in der alten GGMF-Form, die vor GGUF kam</translation>
    </message>
    <message>
        <source>a model in the old GGML form, which came before GGUF</source>
        <translation>ein Modell in der alten GGML-Form, die vor GGUF kam</translation>
    </message>
    <message>
        <source>a number becomes too large</source>
        <translation>eine Zahl wird zu groß</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>ein Bild</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>a repetition is too long</source>
        <translation>eine Wiederholung ist zu lang</translation>
    </message>
    <message>
        <source>a safetensors model; Hubbub needs it in the GGUF form</source>
        <translation>ein safetensors-Modell; Hubbub braucht es in der GGUF-Form</translation>
    </message>
    <message>
        <source>a text becomes too long</source>
        <translation>ein Text wird zu lang</translation>
    </message>
    <message>
        <source>a web page; the download has probably gone wrong</source>
        <translation>eine Webseite; das Herunterladen ist wohl schiefgegangen</translation>
    </message>
    <message>
        <source>above {low}</source>
        <translation>größer als {low}</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>mindestens {low}</translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation>höchstens {high}</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>Stapelgröße</translation>
    </message>
    <message>
        <source>below {high}</source>
        <translation>kleiner als {high}</translation>
    </message>
    <message>
        <source>context per chat</source>
        <translation>Kontext je Chat</translation>
    </message>
    <message>
        <source>describes a network that can&apos;t be computed; download it again</source>
        <translation>beschreibt ein Netz, das sich nicht berechnen lässt; laden Sie es noch einmal herunter</translation>
    </message>
    <message>
        <source>disk space for conversations</source>
        <translation>Plattenplatz für Unterhaltungen</translation>
    </message>
    <message>
        <source>does not say what kind of model it is</source>
        <translation>sagt nicht, welche Art von Modell es ist</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>Rückgabewert {code}</translation>
    </message>
    <message>
        <source>frequency penalty</source>
        <translation>Strafe für Häufigkeit</translation>
    </message>
    <message>
        <source>has a damaged header</source>
        <translation>hat einen beschädigten Anfang</translation>
    </message>
    <message>
        <source>has the same token twice in its vocabulary; download it again</source>
        <translation>hat dasselbe Token zweimal in seinem Wortschatz; laden Sie es noch einmal herunter</translation>
    </message>
    <message>
        <source>holds only a vocabulary and no model</source>
        <translation>enthält nur ein Vokabular und kein Modell</translation>
    </message>
    <message>
        <source>is a GGUF file for big-endian machines, which can&apos;t be read here</source>
        <translation>ist eine GGUF-Datei für Big-Endian-Rechner, die hier nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>is a GGUF file of version {version}, which can&apos;t be read here</source>
        <translation>ist eine GGUF-Datei der Version {version}, die hier nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>it belongs to another program</source>
        <translation>sie gehört einem anderen Programm</translation>
    </message>
    <message>
        <source>it could not be loaded.</source>
        <translation>Es ließ sich nicht laden.</translation>
    </message>
    <message>
        <source>it holds triggers or views, which no version of Hubbub makes</source>
        <translation>sie enthält Trigger oder Sichten, die keine Version von Hubbub anlegt</translation>
    </message>
    <message>
        <source>Hubbub could not find out whether there is a new version: the newest release has no version number.</source>
        <translation>Hubbub konnte nicht herausfinden, ob es eine neue Version gibt: Die neueste Veröffentlichung hat keine Versionsnummer.</translation>
    </message>
    <message>
        <source>No backup could be written to {folder}: {reason}. The older backups are kept.</source>
        <translation>In {folder} konnte keine Sicherung geschrieben werden: {reason}. Die älteren Sicherungen bleiben erhalten.</translation>
    </message>
    <message>
        <source>Only your own messages can be sent again.</source>
        <translation>Nur Ihre eigenen Nachrichten können noch einmal gesendet werden.</translation>
    </message>
    <message>
        <source>Some settings in {path} could not be understood and were reset to their defaults: {names}.</source>
        <translation>Einige Einstellungen in {path} waren nicht zu verstehen und wurden auf ihre Standardwerte zurückgesetzt: {names}.</translation>
    </message>
    <message>
        <source>The archive is damaged: {reason}.</source>
        <translation>Das Archiv ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>The database {path} is damaged.</source>
        <translation>Die Datenbank {path} ist beschädigt.</translation>
    </message>
    <message>
        <source>The engine does not support this computer&apos;s processor.</source>
        <translation>Die Engine unterstützt den Prozessor dieses Rechners nicht.</translation>
    </message>
    <message>
        <source>The engine had an internal error; details are in the log. Try again.</source>
        <translation>Die Engine hatte einen internen Fehler; Einzelheiten stehen im Protokoll. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The engine sent a message of invalid length.</source>
        <translation>Die Engine hat eine Nachricht von ungültiger Länge gesendet.</translation>
    </message>
    <message>
        <source>The engine sent a message that could not be read: {reason}</source>
        <translation>Die Engine hat eine Nachricht gesendet, die nicht gelesen werden konnte: {reason}</translation>
    </message>
    <message>
        <source>The engine was optimized for this processor: {processor}.</source>
        <translation>Die Engine ist für diesen Prozessor optimiert: {processor}.</translation>
    </message>
    <message>
        <source>The file is damaged; what could not be read was left out.</source>
        <translation>Die Datei ist beschädigt; was nicht zu lesen war, wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be created: {reason}.</source>
        <translation>Der Ordner {folder} kann nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>The histories in {path} can&apos;t be written again: Hubbub no longer holds their content.</source>
        <translation>Die Verläufe in {path} können nicht noch einmal geschrieben werden: Hubbub hat ihren Inhalt nicht mehr.</translation>
    </message>
    <message>
        <source>The histories in {path} could not be read or written: {reason}. Try again; if it happens again, check the disk.</source>
        <translation>Die Verläufe in {path} konnten nicht gelesen oder geschrieben werden: {reason}. Versuchen Sie es noch einmal; wenn es wieder geschieht, prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>The histories in {path} were written by a newer version of Hubbub (database version {version}, this one knows {schema_version}). They can be read here; use that version to go on writing.</source>
        <translation>Die Verläufe in {path} wurden von einer neueren Version von Hubbub geschrieben (Datenbankversion {version}, diese hier kennt {schema_version}). Hier können sie gelesen werden; schreiben Sie mit der neueren Version weiter.</translation>
    </message>
    <message>
        <source>The longest wait for a pause must be between 0 seconds and a day.</source>
        <translation>Die längste Wartezeit auf eine Pause muss zwischen 0 Sekunden und einem Tag liegen.</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Try again.</source>
        <translation>Das Modell konnte diese Antwort nicht berechnen. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model could not continue this answer. Try again.</source>
        <translation>Das Modell konnte diese Antwort nicht fortsetzen. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model stopped computing and was reloaded. Try again.</source>
        <translation>Das Modell rechnete nicht mehr und wurde neu geladen. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves this message out. Edit it, or open another model.</source>
        <translation>Die Chatvorlage des Modells lässt diese Nachricht weg. Bearbeiten Sie sie, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The new backup in {folder} was not complete. The older backups are kept.</source>
        <translation>Die neue Sicherung in {folder} war nicht vollständig. Die älteren Sicherungen bleiben erhalten.</translation>
    </message>
    <message>
        <source>The pause before writing must be between 0 seconds and a day.</source>
        <translation>Die Pause vor dem Schreiben muss zwischen 0 Sekunden und einem Tag liegen.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged. The file was put aside as “{aside}”, and all settings were reset to their defaults.</source>
        <translation>Die Einstellungen in {path} sind beschädigt. Die Datei wurde als „{aside}“ beiseitegelegt, und alle Einstellungen wurden auf ihre Standardwerte zurückgesetzt.</translation>
    </message>
    <message>
        <source>The settings in {path} can&apos;t be read: {reason}. All settings have their default values now.</source>
        <translation>Die Einstellungen in {path} können nicht gelesen werden: {reason}. Alle Einstellungen haben jetzt ihre Standardwerte.</translation>
    </message>
    <message>
        <source>The step target must be between 1 ms and 10 s.</source>
        <translation>Das Schrittziel muss zwischen 1 ms und 10 s liegen.</translation>
    </message>
    <message>
        <source>The system names no home folder for this user. Start Hubbub with --data FOLDER to choose where its files go.</source>
        <translation>Das System nennt keinen Heimordner für diesen Benutzer. Starten Sie Hubbub mit --data ORDNER, um zu wählen, wo seine Dateien liegen.</translation>
    </message>
    <message>
        <source>The weekly check of the histories found damage ({fault}). Close Hubbub and start it again: it keeps the damaged file and goes on with all that can be read.</source>
        <translation>Die wöchentliche Prüfung der Verläufe hat einen Schaden gefunden ({fault}). Schließen Sie Hubbub und starten Sie es neu: Es behält die beschädigte Datei und arbeitet mit allem weiter, was lesbar ist.</translation>
    </message>
    <message>
        <source>The weekly check of the histories found damaged messages: {damaged:,}. Restored from a backup: {restored:,}. The others are marked.</source>
        <translation>Die wöchentliche Prüfung der Verläufe hat beschädigte Nachrichten gefunden: {damaged:,}. Aus einer Sicherung wiederhergestellt: {restored:,}. Die anderen sind markiert.</translation>
    </message>
    <message>
        <source>There is almost no room left on the disk of {folder}. Hubbub uses its reserve now. Please make room soon.</source>
        <translation>Auf dem Datenträger von {folder} ist fast kein Platz mehr. Hubbub nutzt jetzt seine Reserve. Bitte schaffen Sie bald Platz.</translation>
    </message>
    <message>
        <source>There is no message to answer.</source>
        <translation>Es gibt keine Nachricht, die zu beantworten wäre.</translation>
    </message>
    <message>
        <source>This answer does not belong to a message of yours.</source>
        <translation>Diese Antwort gehört zu keiner Nachricht von Ihnen.</translation>
    </message>
    <message>
        <source>This archive holds no conversations that Hubbub can import. It reads exports of Hubbub, ChatGPT, llama.cpp and LM Studio.</source>
        <translation>Dieses Archiv enthält keine Unterhaltungen, die Hubbub importieren kann. Es liest Exporte von Hubbub, ChatGPT, llama.cpp und LM Studio.</translation>
    </message>
    <message>
        <source>This build of Hubbub supports the processor only.</source>
        <translation>Dieses Hubbub unterstützt nur den Prozessor.</translation>
    </message>
    <message>
        <source>This chat has filled the model&apos;s memory. Set a larger context per chat, or start a new chat.</source>
        <translation>Dieser Chat hat den Speicher des Modells gefüllt. Stellen Sie einen größeren Kontext je Chat ein, oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>This conversation has no message of yours to answer.</source>
        <translation>Diese Unterhaltung enthält keine Nachricht von Ihnen, auf die zu antworten wäre.</translation>
    </message>
    <message>
        <source>This file holds no conversations that Hubbub can import. It reads exports of Hubbub, ChatGPT, llama.cpp and LM Studio.</source>
        <translation>Diese Datei enthält keine Unterhaltungen, die Hubbub importieren kann. Es liest Exporte von Hubbub, ChatGPT, llama.cpp und LM Studio.</translation>
    </message>
    <message>
        <source>This message and its context need {count:,} tokens, but a chat can hold {context_window:,}. Shorten it, or set a larger context per chat in the settings.</source>
        <translation>Diese Nachricht braucht mit ihrem Kontext {count:,} Token, aber ein Chat fasst {context_window:,}. Kürzen Sie sie, oder stellen Sie einen größeren Kontext je Chat ein.</translation>
    </message>
    <message>
        <source>This text contains an incomplete character and can&apos;t be sent. Type it again.</source>
        <translation>Dieser Text enthält ein unvollständiges Zeichen und kann nicht gesendet werden. Geben Sie ihn noch einmal ein.</translation>
    </message>
    <message>
        <source>To use a graphics card, add a GPU pack under Settings, Engine.</source>
        <translation>Für eine Grafikkarte fügen Sie unter Einstellungen, Engine, ein GPU-Paket hinzu.</translation>
    </message>
    <message>
        <source>a row of “{table}” refers to a row that is missing</source>
        <translation>eine Zeile von „{table}“ verweist auf eine fehlende Zeile</translation>
    </message>
    <message>
        <source>as set in the settings</source>
        <translation>wie in den Einstellungen festgelegt</translation>
    </message>
    <message>
        <source>holds only the part of a model that sees pictures; open the model that it belongs to</source>
        <translation>enthält nur den Teil eines Modells, der Bilder sieht; öffnen Sie das Modell, zu dem er gehört</translation>
    </message>
    <message>
        <source>is an adapter (LoRA) for another model; open that model instead</source>
        <translation>ist ein Zusatz (LoRA) für ein anderes Modell; öffnen Sie stattdessen dieses</translation>
    </message>
    <message>
        <source>is an importance matrix, made to shrink models; open a model instead</source>
        <translation>ist eine Gewichtstabelle (imatrix) zum Verkleinern von Modellen; öffnen Sie stattdessen ein Modell</translation>
    </message>
    <message>
        <source>it could not be tested: {reason}.</source>
        <translation>Es konnte nicht getestet werden: {reason}.</translation>
    </message>
    <message>
        <source>it is a file of another kind</source>
        <translation>es ist eine Datei anderer Art</translation>
    </message>
    <message>
        <source>it is too short to be a database</source>
        <translation>sie ist zu kurz für eine Datenbank</translation>
    </message>
    <message>
        <source>it seems to be {what}</source>
        <translation>Sie scheint dies zu sein: {what}</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>es dauert zu lange</translation>
    </message>
    <message>
        <source>it takes too much memory</source>
        <translation>es braucht zu viel Speicher</translation>
    </message>
    <message>
        <source>its driver crashed when it was tested ({crash}).</source>
        <translation>Der Treiber ist beim Testen abgestürzt ({crash}).</translation>
    </message>
    <message>
        <source>its driver is not installed, or it was made for another version of the engine.</source>
        <translation>Sein Treiber ist nicht installiert, oder es gehört zu einer anderen Version der Engine.</translation>
    </message>
    <message>
        <source>its test ended without a result.</source>
        <translation>Der Test endete ohne Ergebnis.</translation>
    </message>
    <message>
        <source>no graphics card that it supports was found.</source>
        <translation>Es wurde keine Grafikkarte gefunden, die es unterstützt.</translation>
    </message>
    <message>
        <source>its driver did not answer within {seconds:.0f} seconds.</source>
        <translation>Der Treiber hat in {seconds:.0f} Sekunden nicht geantwortet.</translation>
    </message>
    <message>
        <source>letters cannot be translated here</source>
        <translation>Buchstaben können hier nicht ersetzt werden</translation>
    </message>
    <message>
        <source>longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>longest paste</source>
        <translation>Längster eingefügter Text</translation>
    </message>
    <message>
        <source>memory for conversations without a slot</source>
        <translation>Speicher für Unterhaltungen ohne Platz</translation>
    </message>
    <message>
        <source>micro batch size</source>
        <translation>kleine Stapelgröße</translation>
    </message>
    <message>
        <source>min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>number of GPU layers</source>
        <translation>Schichten auf der Grafikkarte</translation>
    </message>
    <message>
        <source>number of chats answered at once</source>
        <translation>Zugleich beantwortete Chats</translation>
    </message>
    <message>
        <source>number of replies written at once</source>
        <translation>Zugleich geschriebene Antworten</translation>
    </message>
    <message>
        <source>number of reply tokens</source>
        <translation>Token der Antwort</translation>
    </message>
    <message>
        <source>number of threads</source>
        <translation>Prozessor-Threads</translation>
    </message>
    <message>
        <source>number of tokens to discard</source>
        <translation>Zahl der Token, die wegfallen</translation>
    </message>
    <message>
        <source>only a pointer of Git LFS; download the file that it stands for</source>
        <translation>nur ein Verweis von Git LFS; laden Sie die Datei herunter, für die er steht</translation>
    </message>
    <message>
        <source>only numbers can be added up here</source>
        <translation>hier lassen sich nur Zahlen zusammenzählen</translation>
    </message>
    <message>
        <source>penalty window</source>
        <translation>Fenster der Strafen</translation>
    </message>
    <message>
        <source>presence penalty</source>
        <translation>Strafe für Vorkommen</translation>
    </message>
    <message>
        <source>repetition penalty</source>
        <translation>Strafe für Wiederholung</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>Signal {number}</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>the answer could not be understood</source>
        <translation>die Antwort war nicht zu verstehen</translation>
    </message>
    <message>
        <source>the file is empty while its journal is not</source>
        <translation>die Datei ist leer, ihr Journal aber nicht</translation>
    </message>
    <message>
        <source>the rest did not fit</source>
        <translation>der Rest passte nicht</translation>
    </message>
    <message>
        <source>the table “{table}” holds values of the wrong kind</source>
        <translation>die Tabelle „{table}“ enthält Werte der falschen Art</translation>
    </message>
    <message>
        <source>this build of Hubbub supports the processor only; compile it for the graphics card.</source>
        <translation>Dieses Hubbub unterstützt nur den Prozessor; kompilieren Sie es für die Grafikkarte.</translation>
    </message>
    <message>
        <source>{changes} before the end of the last run can&apos;t be read: the journal of {path} is damaged. A copy of it was kept as “{aside}”. Everything stored before is still there.</source>
        <translation>{changes} vor dem Ende des letzten Laufs sind nicht lesbar: Das Journal von {path} ist beschädigt. Eine Kopie davon liegt als „{aside}“ bereit. Alles, was vorher gespeichert wurde, ist noch da.</translation>
    </message>
    <message>
        <source>{found} was not a file. It was put aside as “{aside}”.</source>
        <translation>{found} war keine Datei und wurde als „{aside}“ beiseitegelegt.</translation>
    </message>
    <message>
        <source>{name} is a diffusion model, which is not supported.</source>
        <translation>{name} ist ein Diffusionsmodell, was nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>{name} is a reranker; it cannot chat.</source>
        <translation>{name} ist ein Reranker und kann nicht chatten.</translation>
    </message>
    <message>
        <source>{name} is an encoder-decoder or embedding model; it cannot chat.</source>
        <translation>{name} ist ein Encoder-Decoder- oder Embedding-Modell und kann nicht chatten.</translation>
    </message>
    <message>
        <source>{reason} What you write now is lost when Hubbub ends.</source>
        <translation>{reason} Was Sie jetzt schreiben, geht verloren, wenn Hubbub endet.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header. Download it again.</source>
        <translation>„{name}“ ist unvollständig: Die Datei endet in ihrem Kopf. Laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: {size} of {whole} are there. Download it again.</source>
        <translation>„{name}“ ist unvollständig: {size} von {whole} sind da. Laden Sie die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>“{name}” is not a GPU pack. Its name should look like libggml-vulkan.so.</source>
        <translation>„{name}“ ist kein GPU-Paket. Der Name sollte wie libggml-vulkan.so aussehen.</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>the copy without them was not complete</source>
        <translation>die Kopie ohne sie war nicht vollständig</translation>
    </message>
    <message>
        <source>top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>typical p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>Vergrößerung</translation>
    </message>
    <message>
        <source>{count:,} conversations could not be understood.</source>
        <translation>{count:,} Unterhaltungen waren nicht zu verstehen.</translation>
    </message>
    <message>
        <source>{count:,} conversations were left out, as each of them is larger than {most:,} MB.</source>
        <translation>{count:,} Unterhaltungen wurden weggelassen, weil jede von ihnen größer als {most:,} MB ist.</translation>
    </message>
    <message>
        <source>{count:,} messages could not be understood.</source>
        <translation>{count:,} Nachrichten waren nicht zu verstehen.</translation>
    </message>
    <message>
        <source>{end} It is being started again …</source>
        <translation>{end} Sie wird neu gestartet …</translation>
    </message>
    <message>
        <source>{end} It stopped too often and stays off until you start it again.</source>
        <translation>{end} Sie hat zu oft aufgehört und bleibt aus, bis Sie sie neu starten.</translation>
    </message>
    <message>
        <source>{messages:,} messages in {conversations:,} conversations came back.</source>
        <translation>Zurückgekommen: {messages:,} Nachrichten in {conversations:,} Unterhaltungen.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be used: it says that {count} of {most} numbers of a key are rotated. Choose another file.</source>
        <translation>{name} kann nicht benutzt werden: Es gibt an, dass {count} von {most} Zahlen eines Schlüssels gedreht werden. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>{name} cannot be loaded. It may be damaged or of a kind that is not supported.</source>
        <translation>{name} kann nicht geladen werden. Die Datei ist vielleicht beschädigt oder von einer Art, die nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>{name} cuts text in a way (“{kind}”) that this version of Hubbub does not know.</source>
        <translation>{name} zerlegt Text auf eine Weise („{kind}“), die diese Version von Hubbub nicht kennt.</translation>
    </message>
    <message>
        <source>{name} does not fit into memory. Choose a smaller model.</source>
        <translation>{name} passt nicht in den Speicher. Wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>{name} has no vocabulary, so it can neither read nor write.</source>
        <translation>{name} hat kein Vokabular, kann also weder lesen noch schreiben.</translation>
    </message>
    <message>
        <source>{name} is a model of the kind “{kind}”, which this version of Hubbub cannot run.</source>
        <translation>{name} ist ein Modell der Art „{kind}“, die diese Version von Hubbub nicht ausführen kann.</translation>
    </message>
    <message>
        <source>{name} is incomplete or damaged. Please download it again.</source>
        <translation>{name} ist unvollständig oder beschädigt. Bitte laden Sie es noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} ist bereit.</translation>
    </message>
    <message>
        <source>{name} lacks parts that a model of its kind needs. Please download it again.</source>
        <translation>{name} fehlen Teile, die ein Modell dieser Art braucht. Bitte laden Sie es noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} was loaded, but cannot compute on this machine.</source>
        <translation>{name} wurde geladen, kann aber auf diesem Rechner nicht rechnen.</translation>
    </message>
    <message>
        <source>{on_gpu} of {layer_count} layers are on {names}: {why}.</source>
        <translation>{on_gpu} von {layer_count} Schichten liegen auf {names}: {why}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read: {reason}.</source>
        <translation>{path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} is a link or a file, not a folder, so chats can&apos;t be kept warm there. Move it away and restart Hubbub.</source>
        <translation>{path} ist ein Verweis oder eine Datei, kein Ordner, darum können dort keine Chats warm gehalten werden. Entfernen Sie es von dort und starten Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>{path} is not a file but a folder or a device.</source>
        <translation>{path} ist keine Datei, sondern ein Ordner oder ein Gerät.</translation>
    </message>
    <message>
        <source>{size:.0f} bytes</source>
        <translation>{size:.0f} Bytes</translation>
    </message>
    <message>
        <source>{slot_count} chats of {cells:,} tokens need at least {needed} of memory, and {free} are free. Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>{slot_count} Chats von je {cells:,} Token brauchen mindestens {needed} Speicher, und {free} sind frei. Wählen Sie weniger Kontext je Chat oder weniger Chats zugleich.</translation>
    </message>
    <message>
        <source>{slot_count} chats of {window:,} tokens do not fit into memory beside {name}. Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>{slot_count} Chats von je {window:,} Token passen neben {name} nicht in den Speicher. Wählen Sie weniger Kontext je Chat oder weniger Chats zugleich.</translation>
    </message>
    <message>
        <source>“{name}” belongs to {count:,} files, which is too many for a model.</source>
        <translation>„{name}“ gehört zu {count:,} Dateien; das sind zu viele für ein Modell.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be copied to {folder}: {reason}.</source>
        <translation>„{name}“ kann nicht nach {folder} kopiert werden: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read: {reason}.</source>
        <translation>„{name}“ kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be used here: {reason}</source>
        <translation>„{name}“ kann hier nicht verwendet werden: {reason}</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} letters; a file that goes with a message may have {most:,}.</source>
        <translation>„{name}“ hat {count:,} Zeichen; eine Datei, die mit einer Nachricht geht, darf {most:,} haben.</translation>
    </message>
    <message>
        <source>“{name}” has {size:,.0f} MB; a file that goes with a message may have {most:,.0f} MB.</source>
        <translation>„{name}“ hat {size:,.0f} MB; eine Datei, die mit einer Nachricht geht, darf {most:,.0f} MB haben.</translation>
    </message>
    <message>
        <source>“{name}” holds no text, only pictures of it. Let a program for text recognition (OCR) read it first.</source>
        <translation>„{name}“ enthält keinen Text, nur Bilder davon. Lassen Sie sie erst von einem Programm zur Texterkennung (OCR) lesen.</translation>
    </message>
    <message>
        <source>“{name}” holds no text. Text files, program code, tables as CSV and PDFs can go with a message.</source>
        <translation>„{name}“ enthält keinen Text. Textdateien, Programmcode, Tabellen als CSV und PDFs können mit einer Nachricht gehen.</translation>
    </message>
    <message>
        <source>“{name}” is a device, not a file.</source>
        <translation>„{name}“ ist ein Gerät, keine Datei.</translation>
    </message>
    <message>
        <source>“{name}” is a folder. Only files can go with a message.</source>
        <translation>„{name}“ ist ein Ordner. Nur Dateien können mit einer Nachricht gehen.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or too large to be read. Copy the text out of it instead.</source>
        <translation>„{name}“ ist beschädigt oder zu groß zum Lesen. Kopieren Sie stattdessen den Text heraus.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>„{name}“ ist leer.</translation>
    </message>
    <message>
        <source>“{name}” is empty. Download it again.</source>
        <translation>„{name}“ ist leer. Laden Sie die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model file: {what}.</source>
        <translation>„{name}“ ist keine GGUF-Modelldatei. {what}.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password. Save a copy without one first.</source>
        <translation>„{name}“ ist durch ein Passwort geschützt. Speichern Sie erst eine Kopie ohne Passwort.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read, and was left. Copy the text out of it instead.</source>
        <translation>„{name}“ zu lesen dauerte zu lange und wurde aufgegeben. Kopieren Sie stattdessen den Text heraus.</translation>
    </message>
</context>
<context>
    <name>SettingRowFactory</name>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Enter then starts a new line.</source>
        <translation>Enter beginnt dann eine neue Zeile.</translation>
    </message>
    <message>
        <source>Turn long pastes into files</source>
        <translation>Lange eingefügte Texte zu Dateien machen</translation>
    </message>
    <message>
        <source>From this length on. The file is shown as one line and can be opened.</source>
        <translation>Ab dieser Länge. Die Datei steht als eine Zeile da und lässt sich öffnen.</translation>
    </message>
    <message>
        <source>Notify me when an answer is done</source>
        <translation>Benachrichtigen, wenn eine Antwort fertig ist</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Also in the View menu.</source>
        <translation>Auch im Menü Ansicht.</translation>
    </message>
    <message>
        <source>No animations and no blinking.</source>
        <translation>Keine Animationen und kein Blinken.</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Further chats wait for their turn.</source>
        <translation>Weitere Chats warten, bis sie an der Reihe sind.</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 ist vorhersehbar, 1 ist kreativ, mehr ist sprunghaft.</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>Mit Strg+Enter senden</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source> letters</source>
        <translation> Zeichen</translation>
    </message>
    <message>
        <source>Only while the window is not in front.</source>
        <translation>Nur, solange das Fenster nicht vorn ist.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>theme dark light mode colors</source>
        <translation>Thema dunkel hell Modus Design</translation>
    </message>
    <message>
        <source>font zoom scale larger smaller</source>
        <translation>Schrift Zoom Vergrößerung größer kleiner Text</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Bewegung verringern</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>Seitenleiste zeigen</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>How many tokens the model remembers of each chat. A token is about four letters.</source>
        <translation>Wie viele Token das Modell von jedem Chat behält. Ein Token sind etwa vier Buchstaben.</translation>
    </message>
    <message>
        <source>memory context length window n_ctx</source>
        <translation>Gedächtnis Speicher Kontextlänge Kontextfenster n_ctx</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation>Zugleich beantwortete Chats</translation>
    </message>
    <message>
        <source>parallel slots concurrent</source>
        <translation>parallel Plätze gleichzeitig Slots</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Prozessor-Threads</translation>
    </message>
    <message>
        <source>Automatic measures how many are fastest at the moment.</source>
        <translation>Automatisch misst, wie viele gerade am schnellsten sind.</translation>
    </message>
    <message>
        <source>Guesses the next words from the chat, so that answers that repeat parts of it are written faster.</source>
        <translation>Errät die nächsten Wörter aus dem Chat: Antworten, die Teile davon wiederholen, entstehen so schneller.</translation>
    </message>
    <message>
        <source>Layers on the graphics card</source>
        <translation>Schichten auf der Grafikkarte</translation>
    </message>
    <message>
        <source>More are faster; 0 uses the processor only.</source>
        <translation>Mehr sind schneller; 0 verwendet nur den Prozessor.</translation>
    </message>
    <message>
        <source>GPU offload CUDA Vulkan Metal VRAM speed</source>
        <translation>GPU auslagern CUDA Vulkan Metal VRAM Geschwindigkeit</translation>
    </message>
    <message>
        <source>All that fit</source>
        <translation>Alle, die passen</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>creativity randomness sampling</source>
        <translation>Kreativität Zufall Sampling</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Without a limit, an answer may fill the context.</source>
        <translation>Ohne Grenze darf eine Antwort den Kontext füllen.</translation>
    </message>
    <message>
        <source>Sent to the model before every conversation.</source>
        <translation>Geht an das Modell vor jeder Unterhaltung.</translation>
    </message>
    <message>
        <source>Old chats then continue at once, even after a restart.</source>
        <translation>Alte Chats gehen dann sofort weiter, auch nach einem Neustart.</translation>
    </message>
    <message>
        <source>Disk space for warm chats</source>
        <translation>Plattenplatz für warme Chats</translation>
    </message>
    <message>
        <source>The least recently used chats are removed first. No text is lost.</source>
        <translation>Die am längsten ungenutzten Chats werden zuerst entfernt. Text geht dabei nicht verloren.</translation>
    </message>
    <message>
        <source>Run the engine in a sandbox</source>
        <translation>Engine in einer Sandbox ausführen</translation>
    </message>
    <message>
        <source>On Linux. A hostile model then can&apos;t change your files or use the network. Turn it off if a graphics card fails. Takes effect at the next start.</source>
        <translation>Unter Linux. Ein bösartiges Modell kann dann Ihre Dateien nicht ändern und das Netz nicht benutzen. Schalten Sie es aus, wenn eine Grafikkarte versagt. Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>security protection Landlock seccomp</source>
        <translation>Sicherheit Schutz Landlock seccomp</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Nach Updates suchen</translation>
    </message>
    <message>
        <source>Checks once a day over the network and notifies you. Nothing is installed.</source>
        <translation>Prüft einmal am Tag über das Netz und benachrichtigt Sie. Installiert wird nichts.</translation>
    </message>
    <message>
        <source>update upgrade</source>
        <translation>Update Aktualisierung</translation>
    </message>
    <message>
        <source>Remove deleted chats from the backups</source>
        <translation>Gelöschte Chats aus den Sicherungen entfernen</translation>
    </message>
    <message>
        <source>When they leave the trash after 30 days. Otherwise the backups hold them for about another month.</source>
        <translation>Wenn sie nach 30 Tagen den Papierkorb verlassen. Sonst bleiben sie noch etwa einen Monat in den Sicherungen.</translation>
    </message>
    <message>
        <source>privacy purge delete permanently</source>
        <translation>Datenschutz Papierkorb endgültig löschen</translation>
    </message>
    <message>
        <source>reply max tokens length</source>
        <translation>maximale Token Länge</translation>
    </message>
    <message>
        <source>CPU cores speed n_threads</source>
        <translation>CPU Kerne Geschwindigkeit n_threads</translation>
    </message>
    <message>
        <source>Guess ahead</source>
        <translation>Im Voraus raten</translation>
    </message>
    <message>
        <source>speculation speculative decoding draft prompt lookup n-gram speed</source>
        <translation>Spekulation spekulatives Dekodieren speculative decoding draft prompt lookup n-gram Geschwindigkeit</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>instructions persona role</source>
        <translation>Anweisungen Rolle Persona</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>Zum Beispiel: Antworte kurz.</translation>
    </message>
    <message>
        <source>Keep chats warm on disk</source>
        <translation>Chats auf der Platte warm halten</translation>
    </message>
</context>
<context>
    <name>SettingSection</name>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Reset this section to its defaults</source>
        <translation>Diesen Abschnitt auf den Standard zurücksetzen</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Hubbub {version}: tabs that truly run together.</source>
        <translation>Hubbub {version}: Tabs, die wirklich zusammen laufen.</translation>
    </message>
    <message>
        <source>MIT licence. Thanks to llama.cpp, Qt and all the others.</source>
        <translation>MIT-Lizenz. Dank an llama.cpp, Qt und alle anderen.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Show and change all keys …</source>
        <translation>Alle Tasten zeigen und ändern …</translation>
    </message>
    <message>
        <source>Show the first hints again</source>
        <translation>Die ersten Hinweise noch einmal zeigen</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Automatic, now {count:,}</source>
        <translation>Automatisch ({count:,})</translation>
    </message>
    <message>
        <source>Conversations are stored in {conversations}, settings in {settings}, the log in {log}.</source>
        <translation>Unterhaltungen liegen in {conversations}, Einstellungen in {settings}, das Protokoll in {log}.</translation>
    </message>
    <message>
        <source>Hubbub is offline: the window and the engine open no connections, and nothing that you write leaves this computer. A link is opened by your browser, and only when you click it. The only exception is the check for updates, if you switch it on.</source>
        <translation>Hubbub ist offline: Fenster und Engine öffnen keine Verbindung, und nichts von dem, was Sie schreiben, verlässt diesen Rechner. Einen Link öffnet Ihr Browser, und nur, wenn Sie ihn anklicken. Die einzige Ausnahme ist die Suche nach Updates, wenn Sie sie einschalten.</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über Hubbub</translation>
    </message>
    <message>
        <source>Open model …</source>
        <translation>Modell öffnen …</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>Eingebautes Modell</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>Teile der Einstellungen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Filter conversations</source>
        <translation>Unterhaltungen filtern</translation>
    </message>
    <message>
        <source>Recently deleted</source>
        <translation>Kürzlich gelöscht</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>Ordner umbenennen</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>No conversations yet. What you write is kept here, on this computer.</source>
        <translation>Noch keine Unterhaltungen. Was Sie schreiben, bleibt hier, auf diesem Rechner.</translation>
    </message>
    <message>
        <source>No title or message has these words.</source>
        <translation>Weder ein Titel noch eine Nachricht enthält diese Wörter.</translation>
    </message>
    <message>
        <source>No title has these words. Searching the messages …</source>
        <translation>Kein Titel enthält diese Wörter. Die Nachrichten werden durchsucht …</translation>
    </message>
</context>
<context>
    <name>SlotChart</name>
    <message>
        <source>Slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Slot {number} is free: {free:,} tokens.</source>
        <translation>Platz {number} ist frei: {free:,} Token.</translation>
    </message>
    <message>
        <source>Slot {number} is answering “{occupant}”: {kept:,} tokens kept, {new:,} new, {free:,} free.</source>
        <translation>Platz {number} beantwortet „{occupant}“: {kept:,} Token behalten, {new:,} neu, {free:,} frei.</translation>
    </message>
    <message>
        <source>Slot {number} keeps “{occupant}” warm: {kept:,} tokens kept, {new:,} new, {free:,} free.</source>
        <translation>Platz {number} hält „{occupant}“ warm: {kept:,} Token behalten, {new:,} neu, {free:,} frei.</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Waiting …</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Waiting, position {place:,}</source>
        <translation>Wartet, Position {place:,}</translation>
    </message>
    <message>
        <source>Reading {percent} % …</source>
        <translation>Liest {percent} % …</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Schreibt …</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>neue Antwort</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Token/s</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} guessed ahead</source>
        <translation>{count:,} von {total:,} im Voraus erraten</translation>
    </message>
    <message>
        <source>first word after {seconds} s</source>
        <translation>erstes Wort nach {seconds} s</translation>
    </message>
    <message>
        <source>oldest {count:,} messages not in memory</source>
        <translation>älteste {count:,} Nachrichten nicht im Gedächtnis</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} reused, from memory, {seconds} s</source>
        <translation>{reused:,} von {total:,} wiederverwendet, aus dem Speicher, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} reused, from disk, {seconds} s</source>
        <translation>{reused:,} von {total:,} wiederverwendet, von der Platte, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} reused, from a shared system prompt</source>
        <translation>{reused:,} von {total:,} wiederverwendet, aus einem gemeinsamen Systemprompt</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} reused</source>
        <translation>{reused:,} von {total:,} wiederverwendet</translation>
    </message>
    <message>
        <source>{used:,} of {total:,} tokens</source>
        <translation>{used:,} von {total:,} Token</translation>
    </message>
    <message>
        <source>The last answer failed</source>
        <translation>Die letzte Antwort ist misslungen</translation>
    </message>
</context>
<context>
    <name>StepChart</name>
    <message>
        <source>Step times of the last minute</source>
        <translation>Schrittzeiten der letzten Minute</translation>
    </message>
    <message>
        <source>No steps in the last minute.</source>
        <translation>Keine Schritte in der letzten Minute.</translation>
    </message>
    <message>
        <source>The longest step of the last minute took {time:,} ms.</source>
        <translation>Der längste Schritt der letzten Minute dauerte {time:,} ms.</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>a minute ago</source>
        <translation>vor einer Minute</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>Pinned tabs</source>
        <translation>Angeheftete Tabs</translation>
    </message>
    <message>
        <source>Conversations in tabs</source>
        <translation>Unterhaltungen in Tabs</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>Alle Tabs auflisten</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
</context>
<context>
    <name>TabMenu</name>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Propose a title</source>
        <translation>Titel vorschlagen</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Andere Tabs schließen</translation>
    </message>
    <message>
        <source>Show beside</source>
        <translation>Daneben zeigen</translation>
    </message>
    <message>
        <source>Show on the left</source>
        <translation>Links zeigen</translation>
    </message>
    <message>
        <source>Move to the first window</source>
        <translation>In das erste Fenster verschieben</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>In ein neues Fenster verschieben</translation>
    </message>
</context>
<context>
    <name>TabPane</name>
    <message>
        <source>No tab is open.</source>
        <translation>Kein Tab ist offen.</translation>
    </message>
    <message>
        <source>No tab is open. {key} opens one.</source>
        <translation>Kein Tab ist offen. {key} öffnet einen.</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
</context>
<context>
    <name>Title</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
</context>
<context>
    <name>TitleGenerator</name>
    <message>
        <source>The model is asked for a title. Answers go first.</source>
        <translation>Das Modell wird nach einem Titel gefragt. Antworten gehen vor.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The model found no title. This chat is still called “{title}”.</source>
        <translation>Das Modell hat keinen Titel gefunden. Dieser Chat heißt weiterhin „{title}“.</translation>
    </message>
    <message>
        <source>“{old}” was renamed to “{new}”.</source>
        <translation>„{old}“ wurde in „{new}“ umbenannt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>Hubbub conversations</source>
        <translation>Hubbub-Unterhaltungen</translation>
    </message>
    <message>
        <source>Exporting conversations …</source>
        <translation>Unterhaltungen werden exportiert …</translation>
    </message>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Die Datei {path} konnte nicht geschrieben werden: {reason}. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>One conversation was exported to {path}.</source>
        <translation>Eine Unterhaltung wurde nach {path} exportiert.</translation>
    </message>
    <message>
        <source>{count:,} conversations were exported to {path}.</source>
        <translation>{count:,} Unterhaltungen wurden nach {path} exportiert.</translation>
    </message>
    <message>
        <source>The name of an export ends in .md, .json or .zip; “{name}” does not.</source>
        <translation>Der Name eines Exports endet auf .md, .json oder .zip; „{name}“ nicht.</translation>
    </message>
    <message>
        <source>Importing conversations …</source>
        <translation>Unterhaltungen werden importiert …</translation>
    </message>
    <message>
        <source>Undo import</source>
        <translation>Import rückgängig machen</translation>
    </message>
    <message>
        <source>{count:,} conversations were imported before you cancelled. Do you want to keep them?</source>
        <translation>{count:,} Unterhaltungen wurden importiert, bevor Sie abgebrochen haben. Möchten Sie sie behalten?</translation>
    </message>
    <message>
        <source>One conversation was imported before you cancelled. Do you want to keep it?</source>
        <translation>Eine Unterhaltung wurde importiert, bevor Sie abgebrochen haben. Möchten Sie sie behalten?</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Removing what was imported …</source>
        <translation>Importierte Unterhaltungen werden entfernt …</translation>
    </message>
    <message>
        <source>{count:,} conversations · {done:,} of {all:,} MB</source>
        <translation>{count:,} Unterhaltungen · {done:,} von {all:,} MB</translation>
    </message>
    <message>
        <source>{count:,} imported conversations were removed again.</source>
        <translation>{count:,} importierte Unterhaltungen wurden wieder entfernt.</translation>
    </message>
    <message>
        <source>One imported conversation was removed again.</source>
        <translation>Eine importierte Unterhaltung wurde wieder entfernt.</translation>
    </message>
    <message>
        <source>{count:,} stay, as they were used since or you cancelled.</source>
        <translation>{count:,} bleiben, weil sie seitdem benutzt wurden oder Sie abgebrochen haben.</translation>
    </message>
    <message>
        <source>One stays, as it was used since or you cancelled.</source>
        <translation>Eine bleibt, weil sie seitdem benutzt wurde oder Sie abgebrochen haben.</translation>
    </message>
</context>
<context>
    <name>TrashController</name>
    <message>
        <source>Removing from the backups …</source>
        <translation>Wird aus den Sicherungen entfernt …</translation>
    </message>
    <message>
        <source>Cancelled. Backups that were not rewritten hold what you deleted until they go.</source>
        <translation>Abgebrochen. Sicherungen, die nicht neu geschrieben wurden, enthalten das Gelöschte, bis sie selbst wegfallen.</translation>
    </message>
    <message>
        <source>Deleted permanently, also from the backups.</source>
        <translation>Endgültig gelöscht, auch aus den Sicherungen.</translation>
    </message>
    <message>
        <source>Damaged files that were put aside may still hold parts of it. You find them in the settings, under Backups.</source>
        <translation>Beiseitegelegte beschädigte Dateien können noch Teile davon enthalten. Sie finden sie in den Einstellungen unter „Sicherungen“.</translation>
    </message>
</context>
<context>
    <name>TrashDialog</name>
    <message>
        <source>Recently deleted</source>
        <translation>Kürzlich gelöscht</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Delete permanently …</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Empty the trash …</source>
        <translation>Papierkorb leeren …</translation>
    </message>
    <message>
        <source>Deleted conversations are kept here for 30 days. Then they are deleted permanently, but the backups hold them for about another month. The settings can change that.</source>
        <translation>Gelöschte Unterhaltungen bleiben hier 30 Tage. Danach werden sie endgültig gelöscht, bleiben aber noch etwa einen Monat in den Sicherungen. Die Einstellungen können das ändern.</translation>
    </message>
    <message>
        <source>Deleted conversations are kept here for 30 days. Then they are deleted permanently, also from the backups.</source>
        <translation>Gelöschte Unterhaltungen bleiben hier 30 Tage. Danach werden sie endgültig gelöscht, auch aus den Sicherungen.</translation>
    </message>
    <message>
        <source>Deleted conversations</source>
        <translation>Gelöschte Unterhaltungen</translation>
    </message>
    <message>
        <source>Nothing was deleted in the last thirty days.</source>
        <translation>In den letzten dreißig Tagen wurde nichts gelöscht.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Delete {count:,} conversations permanently? This can&apos;t be undone.</source>
        <translation>{count:,} Unterhaltungen endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete this conversation permanently? This can&apos;t be undone.</source>
        <translation>Diese Unterhaltung endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete all {count:,} conversations in the trash permanently? This can&apos;t be undone.</source>
        <translation>Alle {count:,} Unterhaltungen im Papierkorb endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>Papierkorb leeren</translation>
    </message>
</context>
<context>
    <name>TrashList</name>
    <message>
        <source>{count:,} messages, deleted {day}, removed in {left:,} days</source>
        <translation>{count:,} Nachrichten, gelöscht {day}, wird in {left:,} Tagen entfernt</translation>
    </message>
    <message>
        <source>deleted {day}, removed in {left:,} days</source>
        <translation>gelöscht {day}, wird in {left:,} Tagen entfernt</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Hubbub {newest} is available. You have {own}.</source>
        <translation>Hubbub {newest} ist verfügbar. Sie haben {own}.</translation>
    </message>
    <message>
        <source>Open the download page</source>
        <translation>Download-Seite öffnen</translation>
    </message>
</context>
<context>
    <name>Variant</name>
    <message>
        <source>Waiting …</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Diese Antwort nehmen</translation>
    </message>
    <message>
        <source>Answer {number}</source>
        <translation>Antwort {number}</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>Antwort {number} nehmen</translation>
    </message>
    <message>
        <source>Thinking …</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Schreibt …</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Misslungen</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
</context>
<context>
    <name>VariantsView</name>
    <message>
        <source>Close and keep the first answer</source>
        <translation>Schließen und die erste Antwort behalten</translation>
    </message>
    <message>
        <source>Several answers side by side</source>
        <translation>Mehrere Antworten nebeneinander</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Tab wieder öffnen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Open model …</source>
        <translation>Modell öffnen …</translation>
    </message>
    <message>
        <source>Use the built-in model</source>
        <translation>Das eingebaute Modell nehmen</translation>
    </message>
    <message>
        <source>Import conversations …</source>
        <translation>Unterhaltungen importieren …</translation>
    </message>
    <message>
        <source>Export all conversations …</source>
        <translation>Alle Unterhaltungen exportieren …</translation>
    </message>
    <message>
        <source>Recently deleted …</source>
        <translation>Kürzlich gelöscht …</translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>Löschen rückgängig machen</translation>
    </message>
    <message>
        <source>Search everything …</source>
        <translation>Alles durchsuchen …</translation>
    </message>
    <message>
        <source>Find in this chat …</source>
        <translation>In diesem Chat suchen …</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rückwärts suchen</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Go to the message box</source>
        <translation>Zum Eingabefeld gehen</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Schriftgröße zurücksetzen</translation>
    </message>
    <message>
        <source>System colours</source>
        <translation>Systemfarben</translation>
    </message>
    <message>
        <source>Tab {number}</source>
        <translation>Tab {number}</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort anhalten</translation>
    </message>
    <message>
        <source>Regenerate the answer</source>
        <translation>Antwort neu generieren</translation>
    </message>
    <message>
        <source>Continue the answer</source>
        <translation>Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Several answers side by side</source>
        <translation>Mehrere Antworten nebeneinander</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>Vorige Nachricht</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Nächste Nachricht</translation>
    </message>
    <message>
        <source>Options of this chat …</source>
        <translation>Optionen dieses Chats …</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Propose a title</source>
        <translation>Titel vorschlagen</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>&amp;Chat</source>
        <translation>&amp;Chat</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Last tab</source>
        <translation>Letzter Tab</translation>
    </message>
    <message>
        <source>Pin or unpin</source>
        <translation>Anheften oder lösen</translation>
    </message>
    <message>
        <source>Show beside</source>
        <translation>Daneben zeigen</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>In ein neues Fenster verschieben</translation>
    </message>
    <message>
        <source>Go to the other pane</source>
        <translation>Zum anderen Bereich gehen</translation>
    </message>
    <message>
        <source>Move tab to the left</source>
        <translation>Tab nach links schieben</translation>
    </message>
    <message>
        <source>Move tab to the right</source>
        <translation>Tab nach rechts schieben</translation>
    </message>
    <message>
        <source>&amp;Tabs</source>
        <translation>&amp;Tabs</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>About Hubbub</source>
        <translation>Über Hubbub</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
</context>
<context>
    <name>WindowDialogs</name>
    <message>
        <source>Rename conversation</source>
        <translation>Unterhaltung umbenennen</translation>
    </message>
</context>
<context>
    <name>WindowStatusBar</name>
    <message>
        <source>Loading the model</source>
        <translation>Das Modell wird geladen</translation>
    </message>
    <message>
        <source>{count:,} tokens of context per chat</source>
        <translation>{count:,} Token Kontext je Chat</translation>
    </message>
</context>
</TS>
