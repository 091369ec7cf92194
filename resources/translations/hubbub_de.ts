<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
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
        <source>Hubbub has the MIT licence. It is made of these, with thanks:</source>
        <translation>Hubbub steht unter der MIT-Lizenz. Es besteht, mit Dank, aus diesen Teilen:</translation>
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
    <name>Attention</name>
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
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>Only the last answer can go on. Answer again where you want another one.</source>
        <translation>Nur die letzte Antwort kann weitergehen. Lassen Sie dort neu antworten, wo Sie eine andere möchten.</translation>
    </message>
    <message>
        <source>This conversation is still being answered. Stop that answer first.</source>
        <translation>Diese Unterhaltung wird noch beantwortet. Halten Sie diese Antwort erst an.</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (Kopie)</translation>
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
        <source>%1 chats are kept warm: %2 in memory, %3 on disk.</source>
        <translation>%1 Chats werden warm gehalten: %2 im Speicher, %3 auf der Platte.</translation>
    </message>
    <message>
        <source>Forget what is kept of “%1”</source>
        <translation>Vergessen, was von „%1“ behalten wird</translation>
    </message>
    <message>
        <source>%1 in memory</source>
        <translation>%1 im Speicher</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 auf der Platte</translation>
    </message>
    <message>
        <source>Chats that are kept warm</source>
        <translation>Chats, die warm gehalten werden</translation>
    </message>
</context>
<context>
    <name>ChangedText</name>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
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
        <source>Code, %1</source>
        <translation>Code, %1</translation>
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
        <source>Write the next message; it is sent when this answer has ended …</source>
        <translation>Die nächste Nachricht schreiben; sie wird gesendet, wenn diese Antwort fertig ist …</translation>
    </message>
    <message>
        <source>Write a message …</source>
        <translation>Nachricht schreiben …</translation>
    </message>
    <message>
        <source>Pasted text %1</source>
        <translation>Eingefügter Text %1</translation>
    </message>
    <message>
        <source>Files that go with the message</source>
        <translation>Dateien, die mit der Nachricht gehen</translation>
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
    <name>ContextGauge</name>
    <message>
        <source>Context used: %1 %, %2 of %3 tokens</source>
        <translation>Kontext belegt: %1 %, %2 von %3 Token</translation>
    </message>
    <message>
        <source>It is nearly full. When it is, the model forgets the oldest messages of this chat; they stay here to be read.</source>
        <translation>Er ist fast voll. Ist er es ganz, vergisst das Modell die ältesten Nachrichten dieses Chats; hier bleiben sie lesbar.</translation>
    </message>
    <message>
        <source>Room for %1 tokens more, for this chat alone: what other chats hold takes nothing from it. A token is about four letters.</source>
        <translation>Platz für %1 weitere Token, für diesen Chat allein: Andere Chats nehmen nichts davon weg. Ein Token sind etwa vier Buchstaben.</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>%1, being answered</source>
        <translation>%1, wird beantwortet</translation>
    </message>
    <message>
        <source>In “%1”: %2</source>
        <translation>In „%1“: %2</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
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
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete %1 conversations</source>
        <translation>%1 Unterhaltungen löschen</translation>
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
    <name>Deletions</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>%1 conversations were deleted.</source>
        <translation>%1 Unterhaltungen wurden gelöscht.</translation>
    </message>
    <message>
        <source>“%1” was deleted.</source>
        <translation>„%1“ wurde gelöscht.</translation>
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
    <name>EmptyState</name>
    <message>
        <source>Ask anything, in as many tabs as you like</source>
        <translation>Fragen Sie alles, in so vielen Tabs, wie Sie mögen</translation>
    </message>
    <message>
        <source>All tabs are answered at the same moment, on your machine.</source>
        <translation>Alle Tabs werden im selben Augenblick beantwortet, auf Ihrem Rechner.</translation>
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
        <source>choosing</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>der Rest</translation>
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
        <source>Nobody waits.</source>
        <translation>Niemand wartet.</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
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
        <source>Chats at once, on average</source>
        <translation>Chats zugleich, im Mittel</translation>
    </message>
    <message>
        <source>First word, median</source>
        <translation>Erstes Wort, Median</translation>
    </message>
    <message>
        <source>Token gap, median</source>
        <translation>Tokenabstand, Median</translation>
    </message>
    <message>
        <source>Token gap, 95 % below</source>
        <translation>Tokenabstand, 95 % darunter</translation>
    </message>
    <message>
        <source>Token gap, 99 % below</source>
        <translation>Tokenabstand, 99 % darunter</translation>
    </message>
    <message>
        <source>Tokens not read again</source>
        <translation>Nicht neu gelesene Token</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
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
        <source>Places to go back to</source>
        <translation>Sicherungspunkte</translation>
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
    <name>EngineWords</name>
    <message>
        <source>%1 is ready.</source>
        <translation>%1 ist bereit.</translation>
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
        <source>%1 million parameters, %2. Each chat may hold %3 tokens; the model was trained for %4. %5 chats can be answered at once. %6</source>
        <translation>%1 Millionen Parameter, %2. Jeder Chat darf %3 Token haben; trainiert wurde das Modell für %4. %5 Chats können zugleich beantwortet werden. %6</translation>
    </message>
    <message>
        <source>%1 is loaded. Each chat may hold %2 tokens. %3</source>
        <translation>%1 ist geladen. Jeder Chat darf %2 Token haben. %3</translation>
    </message>
    <message>
        <source>One chat is being answered. Another model stops it; what it said stays.</source>
        <translation>Ein Chat wird gerade beantwortet. Ein anderes Modell hält ihn an; was er gesagt hat, bleibt.</translation>
    </message>
    <message>
        <source>%1 chats are being answered. Another model stops them; what they said stays.</source>
        <translation>%1 Chats werden gerade beantwortet. Ein anderes Modell hält sie an; was sie gesagt haben, bleibt.</translation>
    </message>
    <message>
        <source>Open it anyway</source>
        <translation>Trotzdem öffnen</translation>
    </message>
    <message>
        <source>Use the built-in model</source>
        <translation>Das eingebaute Modell nehmen</translation>
    </message>
    <message>
        <source>Start it again</source>
        <translation>Neu starten</translation>
    </message>
</context>
<context>
    <name>FileChip</name>
    <message>
        <source>File %1, %2</source>
        <translation>Datei %1, %2</translation>
    </message>
    <message>
        <source>%1 letters. Click to see them.</source>
        <translation>%1 Zeichen. Ein Klick zeigt sie.</translation>
    </message>
    <message>
        <source>Take this file away</source>
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
        <source>Markdown, a file for each, in a ZIP (*.zip)</source>
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
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>The model reads %1 letters of text.</source>
        <translation>Das Modell liest %1 Zeichen Text.</translation>
    </message>
    <message>
        <source>Only their beginning is shown here.</source>
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
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>Vorige Stelle</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>Nächste Stelle</translation>
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
    <name>Footer</name>
    <message>
        <source>Loading the model</source>
        <translation>Das Modell wird geladen</translation>
    </message>
    <message>
        <source>%1 tokens of context per chat</source>
        <translation>%1 Token Kontext je Chat</translation>
    </message>
</context>
<context>
    <name>Guidance</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Next hint</source>
        <translation>Nächster Hinweis</translation>
    </message>
    <message>
        <source>Hint 1 of 3: %1 opens another tab. Ask there as well: all tabs are answered at the same moment.</source>
        <translation>Hinweis 1 von 3: %1 öffnet noch einen Tab. Fragen Sie auch dort: Alle Tabs werden im selben Augenblick beantwortet.</translation>
    </message>
    <message>
        <source>Hint 3 of 3: %1 shows the engine at work, %2 lists all keys, %3 tells the rest.</source>
        <translation>Hinweis 3 von 3: %1 zeigt die Engine bei der Arbeit, %2 alle Tasten, %3 erklärt den Rest.</translation>
    </message>
    <message>
        <source>Hint 2 of 3: closing a tab deletes nothing and stops nothing. The conversation stays in the list on the left, and its answer goes on.</source>
        <translation>Hinweis 2 von 3: Einen Tab zu schließen löscht nichts und hält nichts an. Die Unterhaltung bleibt links in der Liste, und ihre Antwort geht weiter.</translation>
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
        <source>%1 conversations were imported.</source>
        <translation>%1 Unterhaltungen wurden importiert.</translation>
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
        <source>%1 were there already.</source>
        <translation>%1 waren schon da.</translation>
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
    <name>Keeping</name>
    <message>
        <source>Write them again</source>
        <translation>Neu schreiben</translation>
    </message>
    <message>
        <source>The histories are in their place again, with all that was in them.</source>
        <translation>Die Verläufe sind wieder an ihrem Platz, mit allem, was darin war.</translation>
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
        <source>%1: %2. Press to change.</source>
        <translation>%1: %2. Drücken, um zu ändern.</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>The usual keys of “%1”</source>
        <translation>Die üblichen Tasten von „%1“</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>Hier verwenden</translation>
    </message>
    <message>
        <source>%1 belongs to “%2”.</source>
        <translation>%1 gehört zu „%2“.</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
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
        <source>All keys as usual</source>
        <translation>Alle Tasten wie üblich</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Break the line</source>
        <translation>Zeile umbrechen</translation>
    </message>
    <message>
        <source>Bring the last message back (empty box)</source>
        <translation>Letzte Nachricht zurückholen (leeres Feld)</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>[image: %1, not loaded]</source>
        <translation>[Bild: %1, nicht geladen]</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>The model remembers from here on.</source>
        <translation>Ab hier erinnert sich das Modell.</translation>
    </message>
    <message>
        <source>The model remembers from here on, and what is pinned above.</source>
        <translation>Ab hier erinnert sich das Modell, und an Angeheftetes darüber.</translation>
    </message>
    <message>
        <source>Each chat may hold %1 tokens.</source>
        <translation>Jeder Chat darf %1 Token haben.</translation>
    </message>
</context>
<context>
    <name>MemoryDialog</name>
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
        <source>Go on with what was forgotten</source>
        <translation>Mit dem Vergessenen weitermachen</translation>
    </message>
    <message>
        <source>What stands above the line opens in a tab of its own, where the model has it all.</source>
        <translation>Was über der Linie steht, öffnet sich in einem eigenen Tab, wo das Modell alles davon hat.</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Give every chat more room</source>
        <translation>Jedem Chat mehr Platz geben</translation>
    </message>
    <message>
        <source>Stop instead</source>
        <translation>Lieber anhalten</translation>
    </message>
    <message>
        <source>This chat can also end its answer when its room is full, and forget nothing.</source>
        <translation>Dieser Chat kann seine Antwort auch beenden, wenn sein Platz voll ist, und nichts vergessen.</translation>
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
        <source>Each chat may hold %1 tokens. This one has grown larger, so its oldest turns are no longer read by the model. Nothing is deleted: they stay here, and can be found.</source>
        <translation>Jeder Chat darf %1 Token haben. Dieser ist größer geworden, darum liest das Modell seine ältesten Wechsel nicht mehr. Gelöscht ist nichts: Sie bleiben hier und lassen sich finden.</translation>
    </message>
    <message>
        <source>This model can&apos;t let go of single turns: each time, what is left is read again.</source>
        <translation>Dieses Modell kann einzelne Wechsel nicht loslassen: Was übrig ist, wird jedes Mal neu gelesen.</translation>
    </message>
    <message>
        <source>Its turn stays when others slide out. Any message can be pinned, by the pin under it.</source>
        <translation>Ihr Wechsel bleibt, wenn andere herausrutschen. Jede Nachricht lässt sich mit der Nadel darunter anheften.</translation>
    </message>
    <message>
        <source>%1 are pinned now.</source>
        <translation>%1 sind jetzt angeheftet.</translation>
    </message>
    <message>
        <source>One is pinned now.</source>
        <translation>Eine ist jetzt angeheftet.</translation>
    </message>
    <message>
        <source>About %1 tokens are read again with the next message.</source>
        <translation>Etwa %1 Token werden mit der nächsten Nachricht neu gelesen.</translation>
    </message>
    <message>
        <source>There is no more room to give.</source>
        <translation>Es gibt keinen weiteren Platz.</translation>
    </message>
    <message>
        <source>%1 tokens for each chat.</source>
        <translation>%1 Token für jeden Chat.</translation>
    </message>
    <message>
        <source>That takes about %1 more memory.</source>
        <translation>Das braucht etwa %1 mehr Speicher.</translation>
    </message>
    <message>
        <source>The model was made for %1; beyond, it may lose the thread.</source>
        <translation>Das Modell wurde für %1 gemacht; darüber hinaus kann es den Faden verlieren.</translation>
    </message>
    <message>
        <source>The model is loaded again; answers being written are stopped.</source>
        <translation>Das Modell wird neu geladen; laufende Antworten werden angehalten.</translation>
    </message>
    <message>
        <source>Set %1 tokens</source>
        <translation>%1 Token einstellen</translation>
    </message>
</context>
<context>
    <name>MemoryLine</name>
    <message>
        <source>What can I do?</source>
        <translation>Was kann ich tun?</translation>
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
        <source>Edit and send again</source>
        <translation>Bearbeiten und neu senden</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation>Von hier an weiterschreiben</translation>
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
    <name>MessageChoice</name>
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
    <name>MessageEdit</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
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
        <source>What came after stays under the earlier version.</source>
        <translation>Was danach kam, bleibt unter der früheren Fassung.</translation>
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
        <source>This reply failed.</source>
        <translation>Diese Antwort ist misslungen.</translation>
    </message>
    <message>
        <source>Cut off.</source>
        <translation>Abgeschnitten.</translation>
    </message>
    <message>
        <source>Only its beginning is drawn; copying takes all of it.</source>
        <translation>Nur der Anfang wird gezeigt; Kopieren nimmt alles.</translation>
    </message>
</context>
<context>
    <name>MessageOffers</name>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
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
        <source>message %1 of %2</source>
        <translation>Nachricht %1 von %2</translation>
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
    <name>NumberRow</name>
    <message>
        <source>Please choose a number from %1 to %2.</source>
        <translation>Bitte wählen Sie eine Zahl von %1 bis %2.</translation>
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
        <source>Said to the model before this conversation, for example: Answer in French.</source>
        <translation>Wird dem Modell vor dieser Unterhaltung gesagt, zum Beispiel: Antworte auf Deutsch.</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>The oldest turns slide out of the model&apos;s memory</source>
        <translation>Die ältesten Wechsel rutschen aus dem Gedächtnis des Modells</translation>
    </message>
    <message>
        <source>The answer stops, and nothing is forgotten</source>
        <translation>Die Antwort hält an, und nichts wird vergessen</translation>
    </message>
    <message>
        <source>They stay in the conversation. Pinned messages stay in memory.</source>
        <translation>In der Unterhaltung bleiben sie. Angeheftete Nachrichten bleiben im Gedächtnis.</translation>
    </message>
    <message>
        <source>They stay in the conversation. This model can&apos;t let go of single turns: each time, what is left is read again.</source>
        <translation>In der Unterhaltung bleiben sie. Dieses Modell kann einzelne Wechsel nicht loslassen: Was übrig ist, wird jedes Mal neu gelesen.</translation>
    </message>
    <message>
        <source>How answers are written</source>
        <translation>Wie Antworten geschrieben werden</translation>
    </message>
    <message>
        <source>When the chat has outgrown its room</source>
        <translation>Wenn der Chat nicht mehr in seinen Platz passt</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Preset %1</source>
        <translation>Vorlage %1</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search everything, or &gt; for commands</source>
        <translation>Alles durchsuchen, oder &gt; für Befehle</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>Alles durchsuchen</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Gefundenes</translation>
    </message>
</context>
<context>
    <name>PaletteList</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Conversation %1</source>
        <translation>Unterhaltung %1</translation>
    </message>
    <message>
        <source>Command %1, %2</source>
        <translation>Befehl %1, %2</translation>
    </message>
    <message>
        <source>In “%2”: %1</source>
        <translation>In „%2“: %1</translation>
    </message>
</context>
<context>
    <name>PresetFields</name>
    <message>
        <source>0 (always the likeliest word)</source>
        <translation>0 (immer das wahrscheinlichste Wort)</translation>
    </message>
    <message>
        <source>As long as there is room</source>
        <translation>Solange Platz ist</translation>
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
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
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
    <name>ReasoningView</name>
    <message>
        <source>Thinking …</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Thinking … %1</source>
        <translation>Denkt nach … %1</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>Hat %1 nachgedacht</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Hubbub thought</source>
        <translation>Hubbub dachte</translation>
    </message>
</context>
<context>
    <name>ReloadStrip</name>
    <message>
        <source>Load the model again</source>
        <translation>Modell neu laden</translation>
    </message>
    <message>
        <source>%1 chats at once, each with as much context as suits the model.</source>
        <translation>%1 Chats zugleich, jeder mit so viel Kontext, wie zum Modell passt.</translation>
    </message>
    <message>
        <source>%1 chats with %2 tokens each: memory for %3 tokens is set aside.</source>
        <translation>%1 Chats mit je %2 Token: Speicher für %3 Token wird belegt.</translation>
    </message>
    <message>
        <source>The model is loaded again; answers being written are stopped.</source>
        <translation>Das Modell wird neu geladen; laufende Antworten werden angehalten.</translation>
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
        <source>The file %1 could not be written: %2.</source>
        <translation>Die Datei %1 konnte nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>File %2, %1</source>
        <translation>Datei %2, %1</translation>
    </message>
    <message>
        <source>Click to see what the model reads of it.</source>
        <translation>Klicken, um zu sehen, was das Modell davon liest.</translation>
    </message>
</context>
<context>
    <name>SettingSection</name>
    <message>
        <source>Usual values</source>
        <translation>Übliche Werte</translation>
    </message>
    <message>
        <source>Bring the usual values of this part back</source>
        <translation>Die üblichen Werte dieses Teils zurückholen</translation>
    </message>
</context>
<context>
    <name>SettingWords</name>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>Vom nächsten Start an.</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>Mit Strg+Enter senden</translation>
    </message>
    <message>
        <source>Enter then breaks the line.</source>
        <translation>Enter bricht dann die Zeile um.</translation>
    </message>
    <message>
        <source>Make a file of what is pasted</source>
        <translation>Aus Eingefügtem eine Datei machen</translation>
    </message>
    <message>
        <source>From this length on. It then reads as one line, and can be opened.</source>
        <translation>Ab dieser Länge. Es steht dann als eine Zeile da und lässt sich öffnen.</translation>
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
        <source>Tell me when an answer is done</source>
        <translation>Sagen, wenn eine Antwort fertig ist</translation>
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
        <source>Size of text</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Also in the menu View.</source>
        <translation>Auch im Menü Ansicht.</translation>
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
        <source>Nothing glides or blinks: things are at once where they belong.</source>
        <translation>Nichts gleitet oder blinkt: Alles ist gleich an seinem Platz.</translation>
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
        <source>Context per chat</source>
        <translation>Kontext je Chat</translation>
    </message>
    <message>
        <source>How much the model remembers of each chat. Every chat gets this.</source>
        <translation>Wie viel das Modell von jedem Chat behält. Jeder Chat bekommt so viel.</translation>
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
        <source>More chats than this wait for their turn.</source>
        <translation>Mehr Chats als diese warten, bis sie an der Reihe sind.</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Prozessor-Threads</translation>
    </message>
    <message>
        <source>Automatic leaves one core to the window.</source>
        <translation>Automatisch lässt dem Fenster einen Kern.</translation>
    </message>
    <message>
        <source>Layers on the graphics card</source>
        <translation>Schichten auf der Grafikkarte</translation>
    </message>
    <message>
        <source>0 computes on the processor alone.</source>
        <translation>0 rechnet allein auf dem Prozessor.</translation>
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
        <source>0 says the likeliest, 1 is lively, more is wild.</source>
        <translation>0 sagt das Wahrscheinlichste, 1 ist lebhaft, mehr ist wild.</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Without a limit, until the context is full.</source>
        <translation>Ohne Grenze, bis der Kontext voll ist.</translation>
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
        <source>Said to the model before every conversation.</source>
        <translation>Wird dem Modell vor jeder Unterhaltung gesagt.</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>Zum Beispiel: Antworte kurz.</translation>
    </message>
    <message>
        <source>Keep chats warm on disk</source>
        <translation>Chats auf der Platte warm halten</translation>
    </message>
    <message>
        <source>Old chats then go on at once, also after a restart.</source>
        <translation>Alte Chats gehen dann sofort weiter, auch nach einem Neustart.</translation>
    </message>
    <message>
        <source>Disk space for that</source>
        <translation>Plattenplatz dafür</translation>
    </message>
    <message>
        <source>The chats used longest ago give way. No text is ever lost by it.</source>
        <translation>Die am längsten ungenutzten Chats weichen. Text geht dabei nie verloren.</translation>
    </message>
    <message>
        <source>Look for a new version</source>
        <translation>Nach einer neuen Version sehen</translation>
    </message>
    <message>
        <source>Asks once a day on the network. It only tells you.</source>
        <translation>Fragt einmal am Tag im Netz. Es sagt Ihnen nur Bescheid.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Hubbub %1: tabs that truly run together.</source>
        <translation>Hubbub %1: Tabs, die wirklich zusammen laufen.</translation>
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
        <source>Nothing is called that.</source>
        <translation>Nichts heißt so.</translation>
    </message>
    <message>
        <source>Show the hints of the first minute</source>
        <translation>Die Hinweise der ersten Minute zeigen</translation>
    </message>
    <message>
        <source>Show and change all keys …</source>
        <translation>Alle Tasten zeigen und ändern …</translation>
    </message>
    <message>
        <source>Your conversations lie in %1.</source>
        <translation>Ihre Unterhaltungen liegen in %1.</translation>
    </message>
    <message>
        <source>Hubbub is offline: the window and the engine open no connection, and nothing of what you write leaves this computer. A link is opened by your browser, and only when you click it. The one exception is looking for a new version, if you switch it on.</source>
        <translation>Hubbub ist offline: Fenster und Engine öffnen keine Verbindung, und nichts von dem, was Sie schreiben, verlässt diesen Rechner. Einen Link öffnet Ihr Browser, und nur, wenn Sie ihn anklicken. Die eine Ausnahme ist die Frage nach einer neuen Version, wenn Sie sie einschalten.</translation>
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
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>No title and no message has these words.</source>
        <translation>Kein Titel und keine Nachricht enthält diese Wörter.</translation>
    </message>
    <message>
        <source>No title has these words. Looking into the messages …</source>
        <translation>Kein Titel enthält diese Wörter. Die Nachrichten werden durchsucht …</translation>
    </message>
    <message>
        <source>No conversations yet. Write something: it is kept here, on this machine.</source>
        <translation>Noch keine Unterhaltungen. Schreiben Sie etwas: Es bleibt hier, auf diesem Rechner.</translation>
    </message>
</context>
<context>
    <name>SlotChart</name>
    <message>
        <source>Slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Slot %1 is free: %2 tokens.</source>
        <translation>Platz %1 ist frei: %2 Token.</translation>
    </message>
    <message>
        <source>Slot %1 is answering “%2”: %3 tokens kept, %4 new, %5 free.</source>
        <translation>Platz %1 beantwortet „%2“: %3 Token behalten, %4 neu, %5 frei.</translation>
    </message>
    <message>
        <source>Slot %1 keeps “%2” warm: %3 tokens kept, %4 new, %5 free.</source>
        <translation>Platz %1 hält „%2“ warm: %3 Token behalten, %4 neu, %5 frei.</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message>
        <source>Waiting …</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Waiting, place %1</source>
        <translation>Wartet, Platz %1</translation>
    </message>
    <message>
        <source>Reading %1 % …</source>
        <translation>Liest %1 % …</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Schreibt …</translation>
    </message>
    <message>
        <source>The last reply failed</source>
        <translation>Die letzte Antwort ist misslungen</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>neue Antwort</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>first word after %1 s</source>
        <translation>erstes Wort nach %1 s</translation>
    </message>
    <message>
        <source>%1 of %2 reused, from memory, %3 s</source>
        <translation>%1 von %2 wiederverwendet, aus dem Speicher, %3 s</translation>
    </message>
    <message>
        <source>%1 of %2 reused, from disk, %3 s</source>
        <translation>%1 von %2 wiederverwendet, von der Platte, %3 s</translation>
    </message>
    <message>
        <source>%1 of %2 reused, from a shared system prompt</source>
        <translation>%1 von %2 wiederverwendet, aus einem gemeinsamen Systemprompt</translation>
    </message>
    <message>
        <source>%1 of %2 reused</source>
        <translation>%1 von %2 wiederverwendet</translation>
    </message>
    <message>
        <source>oldest %1 messages not in memory</source>
        <translation>älteste %1 Nachrichten nicht im Gedächtnis</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 von %2 Token</translation>
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
        <source>The longest step of the last minute took %1 ms.</source>
        <translation>Der längste Schritt der letzten Minute dauerte %1 ms.</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
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
        <source>No tab is open. %1 opens one.</source>
        <translation>Kein Tab ist offen. %1 öffnet einen.</translation>
    </message>
    <message>
        <source>No tab is open.</source>
        <translation>Kein Tab ist offen.</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
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
    <name>TitleWishes</name>
    <message>
        <source>The model is asked for a title. Answers go first.</source>
        <translation>Das Modell wird nach einem Titel gefragt. Antworten gehen vor.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The model found no title. This chat is still called “%1”.</source>
        <translation>Das Modell hat keinen Titel gefunden. Dieser Chat heißt weiterhin „%1“.</translation>
    </message>
    <message>
        <source>“%1” is called “%2” now.</source>
        <translation>„%1“ heißt jetzt „%2“.</translation>
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
        <source>The file %1 could not be written: %2.</source>
        <translation>Die Datei %1 konnte nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>One conversation was exported to %2.</source>
        <translation>Eine Unterhaltung wurde nach %2 exportiert.</translation>
    </message>
    <message>
        <source>%1 conversations were exported to %2.</source>
        <translation>%1 Unterhaltungen wurden nach %2 exportiert.</translation>
    </message>
    <message>
        <source>Importing conversations …</source>
        <translation>Unterhaltungen werden importiert …</translation>
    </message>
    <message>
        <source>The name of an export ends in .md, .json or .zip; “%1” does not.</source>
        <translation>Der Name eines Exports endet auf .md, .json oder .zip; „%1“ nicht.</translation>
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
        <source>Delete for good …</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Empty the trash …</source>
        <translation>Papierkorb leeren …</translation>
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
        <source>Delete %1 conversations for good? This can&apos;t be undone.</source>
        <translation>%1 Unterhaltungen endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete this conversation for good? This can&apos;t be undone.</source>
        <translation>Diese Unterhaltung endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete all %1 conversations in the trash for good? This can&apos;t be undone.</source>
        <translation>Alle %1 Unterhaltungen im Papierkorb endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>Papierkorb leeren</translation>
    </message>
</context>
<context>
    <name>TrashList</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>%1 messages, deleted %2, gone in %3 days</source>
        <translation>%1 Nachrichten, gelöscht %2, in %3 Tagen weg</translation>
    </message>
    <message>
        <source>deleted %2, gone in %3 days</source>
        <translation>gelöscht %2, in %3 Tagen weg</translation>
    </message>
</context>
<context>
    <name>Typing</name>
    <message>
        <source>Only the first %1 files were taken.</source>
        <translation>Nur die ersten %1 Dateien wurden genommen.</translation>
    </message>
    <message>
        <source>about %1 tokens</source>
        <translation>etwa %1 Token</translation>
    </message>
    <message>
        <source>about %1 tokens · %2 of %3 warm</source>
        <translation>etwa %1 Token · %2 von %3 warm</translation>
    </message>
    <message>
        <source>Warm tokens are in the model&apos;s memory already; only the others will be read.</source>
        <translation>Warme Token sind schon im Gedächtnis des Modells; nur die anderen werden gelesen.</translation>
    </message>
</context>
<context>
    <name>Untitled</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Hubbub %1 is there. You have %2.</source>
        <translation>Hubbub %1 ist da. Sie haben %2.</translation>
    </message>
    <message>
        <source>Show its page</source>
        <translation>Seite dazu zeigen</translation>
    </message>
</context>
<context>
    <name>Variant</name>
    <message>
        <source>Answer %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>Waiting …</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Take this one</source>
        <translation>Diese nehmen</translation>
    </message>
    <message>
        <source>Take answer %1</source>
        <translation>Antwort %1 nehmen</translation>
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
        <source>Close; the first answer stays</source>
        <translation>Schließen; die erste Antwort bleibt</translation>
    </message>
    <message>
        <source>Several answers side by side</source>
        <translation>Mehrere Antworten nebeneinander</translation>
    </message>
</context>
<context>
    <name>WaitingList</name>
    <message>
        <source>Send the next one</source>
        <translation>Die nächste senden</translation>
    </message>
    <message>
        <source>Messages that wait to be sent</source>
        <translation>Nachrichten, die auf das Senden warten</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>WaitingMessage</name>
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
        <source>Take away</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Waiting message %1: %2</source>
        <translation>Wartende Nachricht %1: %2</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
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
        <source>Text in normal size</source>
        <translation>Schrift in normaler Größe</translation>
    </message>
    <message>
        <source>Colours of the system</source>
        <translation>Farben des Systems</translation>
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
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Let the answer go on</source>
        <translation>Antwort weiterschreiben lassen</translation>
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
        <source>Tab %1</source>
        <translation>Tab %1</translation>
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
</TS>
