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
    <name>AboutPage</name>
    <message>
        <source>About Hubbub</source>
        <translation>Über Hubbub</translation>
    </message>
    <message>
        <source>Third-party licences</source>
        <translation>Lizenzen Dritter</translation>
    </message>
    <message>
        <source>Many chats, one local model, all at once.</source>
        <translation>Viele Chats, ein lokales Modell, alle gleichzeitig.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Hubbub is under the MIT licence. It contains these parts, with thanks:</source>
        <translation>Hubbub steht unter der MIT-Lizenz. Es enthält, mit Dank, diese Teile:</translation>
    </message>
</context>
<context>
    <name>Accessibility</name>
    <message>
        <source>Clear the text</source>
        <translation>Text löschen</translation>
    </message>
</context>
<context>
    <name>AnswerCard</name>
    <message>
        <source>Answer {number}</source>
        <translation>Antwort {number}</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Diese Antwort verwenden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>{state}. Same as answer {number}</source>
        <translation>{state}. Gleich wie Antwort {number}</translation>
    </message>
    <message>
        <source>Stop answer {number}</source>
        <translation>Antwort {number} anhalten</translation>
    </message>
    <message>
        <source>Copy answer {number}</source>
        <translation>Antwort {number} kopieren</translation>
    </message>
    <message>
        <source>Ask for answer {number} again</source>
        <translation>Noch einmal nach Antwort {number} fragen</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>Antwort {number} verwenden</translation>
    </message>
    <message>
        <source>{state}. Too long to compare with answer {number}</source>
        <translation>{state}. Zu lang für einen Vergleich mit Antwort {number}</translation>
    </message>
    <message>
        <source>{state}. Mostly different from answer {number}</source>
        <translation>{state}. Weitgehend anders als Antwort {number}</translation>
    </message>
    <message>
        <source>{state}. Same words as answer {number}</source>
        <translation>{state}. Dieselben Wörter wie Antwort {number}</translation>
    </message>
    <message>
        <source>{state}. Leaves out one word of answer {number}</source>
        <translation>{state}. Ein Wort von Antwort {number} fehlt</translation>
    </message>
    <message>
        <source>{state}. One word differs from answer {number}</source>
        <translation>{state}. Ein Wort ist anders als in Antwort {number}</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words ({missing:,} left out)</source>
        <translation>{state}. In {count:,} Wörtern anders als Antwort {number} ({missing:,} fehlen)</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words</source>
        <translation>{state}. In {count:,} Wörtern anders als Antwort {number}</translation>
    </message>
</context>
<context>
    <name>AnswerForm</name>
    <message>
        <source>Line {line}, column {column}: {problem}</source>
        <translation>Zeile {line}, Spalte {column}: {problem}</translation>
    </message>
</context>
<context>
    <name>AnswerFormRow</name>
    <message>
        <source>Response format</source>
        <translation>Antwortformat</translation>
    </message>
    <message>
        <source>Any text</source>
        <translation>Beliebiger Text</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>Grammatik (GBNF)</translation>
    </message>
    <message>
        <source>JSON schema or grammar</source>
        <translation>JSON-Schema oder Grammatik</translation>
    </message>
</context>
<context>
    <name>AnswerForms</name>
    <message>
        <source>Not sent: the response format of this chat is not valid. {reason}</source>
        <translation>Nicht gesendet: Das Antwortformat dieses Chats ist ungültig. {reason}</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>Berichtigen</translation>
    </message>
    <message>
        <source>Send without it</source>
        <translation>Ohne es senden</translation>
    </message>
</context>
<context>
    <name>AnswersForm</name>
    <message>
        <source>No source</source>
        <translation>Keine Quelle</translation>
    </message>
    <message>
        <source>Send the question, and the chat before it, to {hosts}</source>
        <translation>Die Frage und den Chat davor an {hosts} senden</translation>
    </message>
    <message>
        <source>Send the question, the chat before it and the sources to {hosts}</source>
        <translation>Die Frage, den Chat davor und die Quellen an {hosts} senden</translation>
    </message>
    <message>
        <source>{count:,} answers, {most:,} at most. Remove some of the values.</source>
        <translation>{count:,} Antworten, höchstens {most:,}. Entfernen Sie einige der Werte.</translation>
    </message>
    <message>
        <source>{count:,} answers</source>
        <translation>{count:,} Antworten</translation>
    </message>
    <message>
        <source>1 answer</source>
        <translation>1 Antwort</translation>
    </message>
    <message>
        <source>Write a question.</source>
        <translation>Schreiben Sie eine Frage.</translation>
    </message>
    <message>
        <source>Asked in the chat “{title}”, with the messages before it.</source>
        <translation>Gefragt im Chat „{title}“, mit den Nachrichten davor.</translation>
    </message>
    <message>
        <source>The question was changed, so it is asked without the chat “{title}”.</source>
        <translation>Die Frage wurde geändert; sie wird deshalb ohne den Chat „{title}“ gestellt.</translation>
    </message>
    <message>
        <source>Write temperatures from 0 to 5 with blanks between them, as 0.2 0.7 1.</source>
        <translation>Schreiben Sie Temperaturen von 0 bis 5 mit Leerzeichen dazwischen, etwa 0,2 0,7 1.</translation>
    </message>
    <message>
        <source>Write seeds as whole numbers with blanks between them, or as 1-8.</source>
        <translation>Schreiben Sie Seeds als ganze Zahlen mit Leerzeichen dazwischen, oder als 1-8.</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Einer je Zeile</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>&amp;Frage</translation>
    </message>
    <message>
        <source>&amp;Temperatures</source>
        <translation>&amp;Temperaturen</translation>
    </message>
    <message>
        <source>S&amp;eeds</source>
        <translation>S&amp;eeds</translation>
    </message>
    <message>
        <source>System &amp;prompts</source>
        <translation>System&amp;prompts</translation>
    </message>
    <message>
        <source>P&amp;resets</source>
        <translation>&amp;Vorlagen</translation>
    </message>
    <message>
        <source>S&amp;ources</source>
        <translation>&amp;Quellen</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelle</translation>
    </message>
</context>
<context>
    <name>AnswersPage</name>
    <message>
        <source>Mark differences</source>
        <translation>Unterschiede markieren</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Alle anhalten</translation>
    </message>
    <message>
        <source>Ask the rest</source>
        <translation>Den Rest fragen</translation>
    </message>
    <message>
        <source>Keep all in the chat</source>
        <translation>Alle im Chat behalten</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,} von {count:,} Antworten</translation>
    </message>
    <message>
        <source>This is possible when all answers have ended.</source>
        <translation>Das geht, wenn alle Antworten beendet sind.</translation>
    </message>
</context>
<context>
    <name>ArchiveController</name>
    <message>
        <source>There is nothing to archive: this chat has no messages yet.</source>
        <translation>Es gibt nichts zu archivieren: Dieser Chat hat noch keine Nachrichten.</translation>
    </message>
    <message>
        <source>{count:,} chats were archived.</source>
        <translation>{count:,} Chats wurden archiviert.</translation>
    </message>
    <message>
        <source>{count:,} chats are back in the list.</source>
        <translation>{count:,} Chats stehen wieder in der Liste.</translation>
    </message>
    <message>
        <source>“{title}” was archived.</source>
        <translation>„{title}“ wurde archiviert.</translation>
    </message>
    <message>
        <source>“{title}” is back in the list.</source>
        <translation>„{title}“ steht wieder in der Liste.</translation>
    </message>
</context>
<context>
    <name>Background</name>
    <message>
        <source>Writing a recap</source>
        <translation>Schreibt einen Rückblick</translation>
    </message>
    <message>
        <source>Naming chats</source>
        <translation>Benennt Chats</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>Liest „{name}“</translation>
    </message>
</context>
<context>
    <name>BackupsView</name>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Damaged files</source>
        <translation>Beschädigte Dateien</translation>
    </message>
    <message>
        <source>When backups are made</source>
        <translation>Wann gesichert wird</translation>
    </message>
    <message>
        <source>{count:,} backups of the chats, {size} in total.</source>
        <translation>{count:,} Sicherungen der Chats, insgesamt {size}.</translation>
    </message>
    <message>
        <source>One backup of the chats, {size}.</source>
        <translation>Eine Sicherung der Chats, {size}.</translation>
    </message>
    <message>
        <source>No backups yet. The first is made soon after the start.</source>
        <translation>Noch keine Sicherungen. Die erste entsteht bald nach dem Start.</translation>
    </message>
    <message>
        <source>Restore…</source>
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
        <source>Replace all chats with the backup of {moment} ({content})?</source>
        <translation>Alle Chats durch die Sicherung vom {moment} ersetzen ({content})?</translation>
    </message>
    <message>
        <source>The current state is backed up first, so that you can restore it later. Attachments that were deleted since then are not restored. Running answers are stopped, and the window is reopened.</source>
        <translation>Der jetzige Zustand wird vorher gesichert und kann später wiederhergestellt werden. Seitdem gelöschte Anhänge werden nicht wiederhergestellt. Laufende Antworten werden angehalten, und das Fenster öffnet sich neu.</translation>
    </message>
    <message>
        <source>before an update</source>
        <translation>vor Update</translation>
    </message>
    <message>
        <source>Daily backups: the last seven days, and one per week for four weeks. Backups made before an update or a restore are kept for 30 days.</source>
        <translation>Tägliche Sicherungen: die der letzten sieben Tage und eine pro Woche für vier Wochen. Sicherungen vor einem Update oder einer Wiederherstellung bleiben 30 Tage.</translation>
    </message>
    <message>
        <source>before a restore</source>
        <translation>ersetzter Stand</translation>
    </message>
    <message>
        <source>{count:,} damaged files were set aside. Hubbub no longer reads them; they can contain deleted chats.</source>
        <translation>{count:,} beschädigte Dateien wurden beiseitegelegt. Hubbub liest sie nicht mehr; sie können gelöschte Chats enthalten.</translation>
    </message>
    <message>
        <source>One damaged file was set aside. Hubbub no longer reads it; it can contain deleted chats.</source>
        <translation>Eine beschädigte Datei wurde beiseitegelegt. Hubbub liest sie nicht mehr; sie kann gelöschte Chats enthalten.</translation>
    </message>
    <message>
        <source>Delete “{name}”…</source>
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
    <name>Branches</name>
    <message>
        <source>Only the last answer can be continued. Regenerate an earlier one instead.</source>
        <translation>Nur die letzte Antwort kann fortgesetzt werden. Generieren Sie eine frühere stattdessen neu.</translation>
    </message>
    <message>
        <source>This answer is longer than the context of a chat ({limit:,} tokens), so it can&apos;t be continued. Choose a larger context in the settings.</source>
        <translation>Diese Antwort ist länger als der Kontext eines Chats ({limit:,} Token) und kann nicht fortgesetzt werden. Wählen Sie in den Einstellungen einen größeren Kontext.</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>Dieser Chat wird noch beantwortet. Halten Sie diese Antwort erst an.</translation>
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
        <source>Clear cache</source>
        <translation>Cache leeren</translation>
    </message>
    <message>
        <source>{count:,} chats cached: {memory} in memory, {disk} on disk.</source>
        <translation>{count:,} Chats im Cache: {memory} im Speicher, {disk} auf der Festplatte.</translation>
    </message>
    <message>
        <source>One chat cached: {memory} in memory, {disk} on disk.</source>
        <translation>Ein Chat im Cache: {memory} im Speicher, {disk} auf der Festplatte.</translation>
    </message>
    <message>
        <source>Cached pictures: {size}.</source>
        <translation>Bilder im Cache: {size}.</translation>
    </message>
    <message>
        <source>Clear the cache of “{title}”</source>
        <translation>Cache von „{title}“ leeren</translation>
    </message>
    <message>
        <source>{size} in memory</source>
        <translation>{size} im Speicher</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>{size} auf der Festplatte</translation>
    </message>
    <message>
        <source>Cached chats</source>
        <translation>Chats im Cache</translation>
    </message>
</context>
<context>
    <name>CardSharesRow</name>
    <message>
        <source>Split between graphics cards</source>
        <translation>Aufteilung auf die Grafikkarten</translation>
    </message>
    <message>
        <source>The share of the model for each card, for example 3 and 1. If all are 0, free memory decides.</source>
        <translation>Der Anteil des Modells für jede Karte, zum Beispiel 3 und 1. Sind alle 0, entscheidet der freie Speicher.</translation>
    </message>
    <message>
        <source>Card {number}: </source>
        <translation>Karte {number}: </translation>
    </message>
    <message>
        <source>Share of graphics card {number}</source>
        <translation>Anteil der Grafikkarte {number}</translation>
    </message>
</context>
<context>
    <name>CellTitle</name>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort anhalten</translation>
    </message>
    <message>
        <source>Open this chat alone (Enter)</source>
        <translation>Diesen Chat allein öffnen (Enter)</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Stop the answer of “{title}”</source>
        <translation>Antwort von „{title}“ anhalten</translation>
    </message>
    <message>
        <source>Open “{title}” alone</source>
        <translation>„{title}“ allein öffnen</translation>
    </message>
    <message>
        <source>Close the tab “{title}”</source>
        <translation>Tab „{title}“ schließen</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Token/s</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>{name}, version {number}</source>
        <translation>{name}, Version {number}</translation>
    </message>
    <message>
        <source>Source: {text}</source>
        <translation>Quelle: {text}</translation>
    </message>
    <message>
        <source>This chat begins in a source. Click to open it.</source>
        <translation>Dieser Chat beginnt in einer Quelle. Klicken Sie, um sie zu öffnen.</translation>
    </message>
    <message>
        <source>This chat begins in an older version of a source. Click to move it to the newest.</source>
        <translation>Dieser Chat beginnt in einer älteren Version einer Quelle. Klicken Sie, um ihn in die neueste zu verschieben.</translation>
    </message>
    <message>
        <source>The model of this chat reads it with its first answer here.</source>
        <translation>Das Modell dieses Chats liest sie mit seiner ersten Antwort hier.</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <translation>Ordner: {folder}</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>In einen Ordner verschieben</translation>
    </message>
    <message>
        <source>Folder: none</source>
        <translation>Ordner: keiner</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>Wird geladen … {percent} %</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>The model that answers this chat. Click to choose another one.</source>
        <translation>Das Modell, das diesen Chat beantwortet. Klicken, um ein anderes zu wählen.</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}. Click to choose another model.</source>
        <translation>Dieser Chat wird auf {machine} beantwortet. Klicken Sie, um ein anderes Modell zu wählen.</translation>
    </message>
</context>
<context>
    <name>ChatModels</name>
    <message>
        <source>From here on, {name} answers this chat.</source>
        <translation>Ab hier beantwortet {name} diesen Chat.</translation>
    </message>
    <message>
        <source>This chat and new chats</source>
        <translation>Diesen und neue Chats</translation>
    </message>
    <message>
        <source>Which chats should {name} answer?</source>
        <translation>Welche Chats soll {name} beantworten?</translation>
    </message>
    <message>
        <source>Only this chat</source>
        <translation>Nur diesen Chat</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Für neue Chats verwenden</translation>
    </message>
    <message>
        <source>{name} answers this chat and new chats.</source>
        <translation>{name} beantwortet diesen und neue Chats.</translation>
    </message>
    <message>
        <source>The model of this chat, {name}, is missing.</source>
        <translation>Das Modell dieses Chats, {name}, fehlt.</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>{name} verwenden</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single messages; it reads the others again each time.</source>
        <translation>Dieses Modell kann einzelne Nachrichten nicht weglassen; es liest die anderen jedes Mal neu.</translation>
    </message>
    <message>
        <source>Sent at the start of this chat</source>
        <translation>Wird zu Beginn dieses Chats gesendet</translation>
    </message>
    <message>
        <source>For example: Answer in French.</source>
        <translation>Zum Beispiel: Antworte auf Französisch.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Wenn der Kontext voll ist</translation>
    </message>
    <message>
        <source>Drop the oldest messages</source>
        <translation>Älteste Nachrichten weglassen</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort anhalten</translation>
    </message>
    <message>
        <source>Pinned messages</source>
        <translation>Angeheftete Nachrichten</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Leiste schließen</translation>
    </message>
    <message>
        <source>No chat is open.</source>
        <translation>Kein Chat ist offen.</translation>
    </message>
</context>
<context>
    <name>ChatPicker</name>
    <message>
        <source>Other chats and sources</source>
        <translation>Andere Chats und Quellen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>All of its text ({count:,} tokens)</source>
        <translation>Ihr ganzer Text ({count:,} Tokens)</translation>
    </message>
    <message>
        <source>All of its text</source>
        <translation>Ihr ganzer Text</translation>
    </message>
    <message>
        <source>Its first {count:,} tokens</source>
        <translation>Ihre ersten {count:,} Tokens</translation>
    </message>
    <message>
        <source>The last question and its answer</source>
        <translation>Die letzte Frage mit ihrer Antwort</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>Alle Nachrichten</translation>
    </message>
    <message>
        <source>Select messages…</source>
        <translation>Nachrichten auswählen …</translation>
    </message>
    <message>
        <source>Summarize now</source>
        <translation>Jetzt zusammenfassen</translation>
    </message>
</context>
<context>
    <name>ChatTools</name>
    <message>
        <source>Runs in this chat without asking</source>
        <translation>Läuft in diesem Chat ohne Rückfrage</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>New chats begin with the {count:,} tools of this chat.</source>
        <translation>Neue Chats beginnen mit den {count:,} Werkzeugen dieses Chats.</translation>
    </message>
    <message>
        <source>New chats begin without tools.</source>
        <translation>Neue Chats beginnen ohne Werkzeuge.</translation>
    </message>
    <message>
        <source>New chats begin with the tool of this chat.</source>
        <translation>Neue Chats beginnen mit dem Werkzeug dieses Chats.</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>Quelltext zeigen</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Save code…</source>
        <translation>Code speichern …</translation>
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
        <source>no preview</source>
        <translation>keine Vorschau</translation>
    </message>
    <message>
        <source>Show drawing</source>
        <translation>Zeichnung zeigen</translation>
    </message>
    <message>
        <source>Show a preview without scripts, network and complex layout</source>
        <translation>Vorschau ohne Skripte, Netz und aufwendiges Layout zeigen</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>temperature {value}</source>
        <translation>Temperatur {value}</translation>
    </message>
    <message>
        <source>seed {number}</source>
        <translation>Seed {number}</translation>
    </message>
    <message>
        <source>no system prompt</source>
        <translation>ohne Systemprompt</translation>
    </message>
    <message>
        <source>no source</source>
        <translation>ohne Quelle</translation>
    </message>
    <message>
        <source>{name}, version {number}</source>
        <translation>{name}, Version {number}</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>Noch nicht gefragt</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>Wartet …</translation>
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
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} Token</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Token/s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>Reading… {percent}%</source>
        <translation>Liest … {percent} %</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Schreibt …</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>The answer is in the chat “{title}”.</source>
        <translation>Die Antwort steht im Chat „{title}“.</translation>
    </message>
    <message>
        <source>The answers were exported to {path}.</source>
        <translation>Die Antworten wurden nach {path} exportiert.</translation>
    </message>
    <message>
        <source>A comparison was deleted.</source>
        <translation>Ein Vergleich wurde gelöscht.</translation>
    </message>
    <message>
        <source>These answer in the background, after the others: {names}.</source>
        <translation>Diese antworten im Hintergrund, nach den anderen: {names}.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>This computer: {name}</source>
        <translation>Dieser Computer: {name}</translation>
    </message>
    <message>
        <source>“{name}” has no text. Save the table as CSV first.</source>
        <translation>„{name}“ enthält keinen Text. Speichern Sie die Tabelle erst als CSV.</translation>
    </message>
</context>
<context>
    <name>ComparisonsPage</name>
    <message>
        <source>Comparisons and lists</source>
        <translation>Vergleiche und Listen</translation>
    </message>
    <message>
        <source>New comparison</source>
        <translation>Neuer Vergleich</translation>
    </message>
    <message>
        <source>New list</source>
        <translation>Neue Liste</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Deleting a chat deletes its comparisons.</source>
        <translation>Ein Vergleich wird mit seinem Chat gelöscht.</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,} von {count:,} Antworten</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Add pictures, sounds, text files or PDFs</source>
        <translation>Bilder, Töne, Textdateien oder PDFs hinzufügen</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Write a follow-up. It is sent when this answer ends…</source>
        <translation>Schreiben Sie weiter. Es wird gesendet, wenn diese Antwort endet …</translation>
    </message>
    <message>
        <source>Message (/ for prompts, @ for chats)…</source>
        <translation>Nachricht (/ für Prompts, @ für Chats) …</translation>
    </message>
    <message>
        <source>Write the beginning of a text for the model to continue…</source>
        <translation>Schreiben Sie den Anfang eines Textes, den das Modell fortsetzt …</translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation>Schreiben Sie erst eine Nachricht</translation>
    </message>
    <message>
        <source>This model does not support pictures.</source>
        <translation>Dieses Modell unterstützt keine Bilder.</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>Dieses Modell unterstützt keine Töne.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>Töne können nicht an andere Rechner gesendet werden.</translation>
    </message>
    <message>
        <source>{machine} can&apos;t be reached: Hubbub works offline.</source>
        <translation>{machine} ist nicht zu erreichen: Hubbub arbeitet offline.</translation>
    </message>
    <message>
        <source>The engine is not running. Restart it first.</source>
        <translation>Die Engine läuft nicht. Starten Sie sie erst neu.</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>Es ist kein Modell geladen. Öffnen Sie erst eines.</translation>
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
        <source>about {own:,} tokens · {warm:,} of {total:,} cached</source>
        <translation>etwa {own:,} Token · {warm:,} von {total:,} im Cache</translation>
    </message>
    <message>
        <source>about one token · {warm:,} of {total:,} cached</source>
        <translation>etwa ein Token · {warm:,} von {total:,} im Cache</translation>
    </message>
    <message>
        <source>Cached tokens are in the model&apos;s memory already; only the others will be read.</source>
        <translation>Token im Cache sind schon im Gedächtnis des Modells; nur die übrigen werden gelesen.</translation>
    </message>
    <message>
        <source>About {own:,} tokens, over the limit of {limit:,}</source>
        <translation>Etwa {own:,} Token, mehr als die Grenze von {limit:,}</translation>
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
    <name>ComposerNotice</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The text is too long to paste ({length:,} characters; the limit is {limit:,}). Attach it as a file instead.</source>
        <translation>Der Text ist zu lang zum Einfügen ({length:,} Zeichen; die Grenze ist {limit:,}). Fügen Sie ihn als Datei bei.</translation>
    </message>
</context>
<context>
    <name>ComputerModelRow</name>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Wird heruntergeladen …</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
</context>
<context>
    <name>ComputerModels</name>
    <message>
        <source>For this computer</source>
        <translation>Für diesen Computer</translation>
    </message>
    <message>
        <source>{free} of {total} memory free</source>
        <translation>{free} von {total} Speicher frei</translation>
    </message>
    <message>
        <source>{name} is no longer on the hub.</source>
        <translation>{name} gibt es auf dem Hub nicht mehr.</translation>
    </message>
</context>
<context>
    <name>ConsentPanel</name>
    <message>
        <source>Open the settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Search Hugging Face?</source>
        <translation>Hugging Face durchsuchen?</translation>
    </message>
    <message>
        <source>Your searches go to {address}, and the models you pick are downloaded from there. Your chats are never sent. Nothing connects until you agree.</source>
        <translation>Ihre Suchanfragen gehen an {address}, und ausgewählte Modelle werden von dort heruntergeladen. Ihre Chats werden nie gesendet. Vor Ihrer Zustimmung wird keine Verbindung geöffnet.</translation>
    </message>
    <message>
        <source>It opens no connection, so it can&apos;t search for or download models. You can change this in the settings.</source>
        <translation>Es öffnet keine Verbindung und kann deshalb keine Modelle suchen oder herunterladen. Das lässt sich in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>Hugging Face durchsuchen</translation>
    </message>
    <message>
        <source>Hubbub works offline</source>
        <translation>Hubbub arbeitet offline</translation>
    </message>
</context>
<context>
    <name>Context</name>
    <message>
        <source>The model can&apos;t see anything above this line.</source>
        <translation>Das Modell sieht nichts über dieser Linie.</translation>
    </message>
    <message>
        <source>The model can&apos;t see anything above this line, except what is pinned.</source>
        <translation>Das Modell sieht über dieser Linie nur, was angeheftet ist.</translation>
    </message>
    <message>
        <source>Context: {count:,} tokens per chat.</source>
        <translation>Kontext: {count:,} Token je Chat.</translation>
    </message>
</context>
<context>
    <name>ContextBoundaryLine</name>
    <message>
        <source>Recap</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Ask the model to sum up what it can no longer see, and keep the summary.</source>
        <translation>Das Modell bitten, zusammenzufassen, was es nicht mehr sieht, und die Zusammenfassung behalten.</translation>
    </message>
    <message>
        <source>Options…</source>
        <translation>Möglichkeiten …</translation>
    </message>
    <message>
        <source>{count:,} earlier messages the model can&apos;t see</source>
        <translation>{count:,} frühere Nachrichten, die das Modell nicht sieht</translation>
    </message>
    <message>
        <source>1 earlier message the model can&apos;t see</source>
        <translation>1 frühere Nachricht, die das Modell nicht sieht</translation>
    </message>
</context>
<context>
    <name>ContextDialog</name>
    <message>
        <source>What the model remembers</source>
        <translation>Woran sich das Modell erinnert</translation>
    </message>
    <message>
        <source>Pin the first message</source>
        <translation>Die erste Nachricht anheften</translation>
    </message>
    <message>
        <source>Pin it</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Add a recap of it</source>
        <translation>Eine Zusammenfassung davon hinzufügen</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Increase the context length</source>
        <translation>Kontextlänge vergrößern</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single turns; it reads the rest of the chat again each time.</source>
        <translation>Dieses Modell kann einzelne Runden nicht weglassen; es liest den übrigen Chat jedes Mal neu.</translation>
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
        <translation>Die Kontextlänge ist schon maximal.</translation>
    </message>
    <message>
        <source>{count:,} tokens for each chat.</source>
        <translation>{count:,} Token für jeden Chat.</translation>
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
        <source>The model summarizes the part that it can no longer read, and reads the summary instead.</source>
        <translation>Das Modell fasst den Teil zusammen, den es nicht mehr lesen kann, und liest stattdessen die Zusammenfassung.</translation>
    </message>
    <message>
        <source>Stop instead</source>
        <translation>Lieber anhalten</translation>
    </message>
    <message>
        <source>Open the part above the line in a new tab</source>
        <translation>Den Teil über der Linie in einem neuen Tab öffnen</translation>
    </message>
    <message>
        <source>The answer can also stop when the context is full, so that no messages are dropped.</source>
        <translation>Die Antwort kann auch enden, wenn der Kontext voll ist, sodass keine Nachrichten wegfallen.</translation>
    </message>
    <message>
        <source>Chat settings…</source>
        <translation>Chat-Einstellungen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens; this one has {used:,}. When it is full, the model no longer reads its oldest turns. Nothing is deleted: they stay here and can be searched.</source>
        <translation>Jeder Chat fasst {count:,} Token; dieser hat {used:,}. Ist er voll, liest das Modell seine ältesten Runden nicht mehr. Gelöscht wird nichts: Sie bleiben hier und lassen sich durchsuchen.</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens. The model no longer reads the oldest turns of this one. Nothing is deleted: they stay here and can be searched.</source>
        <translation>Jeder Chat fasst {count:,} Token. Das Modell liest die ältesten Runden dieses Chats nicht mehr. Gelöscht wird nichts: Sie bleiben hier und lassen sich durchsuchen.</translation>
    </message>
    <message>
        <source>A pinned message stays when older messages are dropped. Each message has a pin below it.</source>
        <translation>Eine angeheftete Nachricht bleibt, wenn ältere wegfallen. Jede Nachricht hat unter sich eine Anheft-Schaltfläche.</translation>
    </message>
    <message>
        <source>One is pinned now.</source>
        <translation>Eine ist jetzt angeheftet.</translation>
    </message>
    <message>
        <source>Recap the older half</source>
        <translation>Die ältere Hälfte zusammenfassen</translation>
    </message>
    <message>
        <source>There is only one turn to recap.</source>
        <translation>Es gibt nur eine Runde.</translation>
    </message>
    <message>
        <source>The model summarizes the older half of what it reads now, and reads the summary instead. That makes room before turns are dropped.</source>
        <translation>Das Modell fasst die ältere Hälfte dessen zusammen, was es jetzt liest, und liest stattdessen die Zusammenfassung. Das schafft Platz, bevor Runden wegfallen.</translation>
    </message>
    <message>
        <source>This takes about {size} more memory.</source>
        <translation>Das braucht etwa {size} mehr Speicher.</translation>
    </message>
    <message>
        <source>The model was trained for {count:,} tokens; with more, answers can get worse.</source>
        <translation>Das Modell wurde für {count:,} Token trainiert; mit mehr können die Antworten schlechter werden.</translation>
    </message>
    <message>
        <source>Reloading the model stops running answers.</source>
        <translation>Das Neuladen des Modells hält laufende Antworten an.</translation>
    </message>
</context>
<context>
    <name>ContextLine</name>
    <message>
        <source>Make room…</source>
        <translation>Platz schaffen …</translation>
    </message>
    <message>
        <source>See what the model remembers, and add a recap</source>
        <translation>Zeigt, woran sich das Modell erinnert, und fasst Älteres zusammen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Writing a recap…</source>
        <translation>Schreibt eine Zusammenfassung …</translation>
    </message>
    <message>
        <source>answers go first</source>
        <translation>Antworten gehen vor</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context used: {used:,} / {total:,} tokens ({percent}%)</source>
        <translation>Kontext belegt: {used:,} / {total:,} Token ({percent} %)</translation>
    </message>
    <message>
        <source>The context is nearly full. When it is full, the model drops the oldest messages of this chat; you can still read them here.</source>
        <translation>Der Kontext ist fast voll. Ist er voll, verliert das Modell die ältesten Nachrichten dieses Chats; hier können Sie sie weiter lesen.</translation>
    </message>
    <message>
        <source>{count:,} tokens left in this chat; every chat has its own. A token is about four characters.</source>
        <translation>Noch {count:,} Token in diesem Chat; jeder Chat hat seine eigenen. Ein Token hat etwa vier Zeichen.</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Folder name</source>
        <translation>Name des Ordners</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>In “{title}”: {text}</source>
        <translation>In „{title}“: {text}</translation>
    </message>
    <message>
        <source>Show all {count:,} folders</source>
        <translation>Alle {count:,} Ordner zeigen</translation>
    </message>
    <message>
        <source>Show fewer folders</source>
        <translation>Weniger Ordner zeigen</translation>
    </message>
    <message>
        <source>The last answer reached its maximum length.</source>
        <translation>Die letzte Antwort erreichte ihre größte Länge.</translation>
    </message>
    <message>
        <source>The last answer was interrupted.</source>
        <translation>Die letzte Antwort wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The last answer failed.</source>
        <translation>Die letzte Antwort schlug fehl.</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
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
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>Model: {name}, which is missing</source>
        <translation>Modell: {name}, das fehlt</translation>
    </message>
    <message>
        <source>Missing: {name}</source>
        <translation>Fehlt: {name}</translation>
    </message>
    <message>
        <source>waiting, position {place:,}</source>
        <translation>wartet, Platz {place:,}</translation>
    </message>
    <message>
        <source>a tool waits for your answer</source>
        <translation>ein Werkzeug wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>wird beantwortet</translation>
    </message>
    <message>
        <source>A tool waits for your answer.</source>
        <translation>Ein Werkzeug wartet auf Ihre Antwort.</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archiviert</translation>
    </message>
    <message>
        <source>Waiting, position {place:,} in the queue</source>
        <translation>Wartet, Platz {place:,} in der Schlange</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, collapsed</source>
        <translation>Ordner {name}, {count:,} Chats, zugeklappt</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, expanded</source>
        <translation>Ordner {name}, {count:,} Chats, aufgeklappt</translation>
    </message>
</context>
<context>
    <name>ConversationListView</name>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} Chats</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete {count:,} chats</source>
        <translation>{count:,} Chats löschen</translation>
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
        <source>Open in split view</source>
        <translation>Geteilt öffnen</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Titel vorschlagen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>Neues Schlagwort …</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Archive {count:,} chats</source>
        <translation>{count:,} Chats archivieren</translation>
    </message>
    <message>
        <source>Move back to the list</source>
        <translation>Zurück in die Liste</translation>
    </message>
</context>
<context>
    <name>CopiedSign</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>DeletionController</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{count:,} chats were deleted.</source>
        <translation>{count:,} Chats wurden gelöscht.</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>„{title}“ wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>DepartureQuestion</name>
    <message>
        <source>Don&apos;t ask again for this address</source>
        <translation>Bei dieser Adresse nicht mehr fragen</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read it.</source>
        <translation>Die Verbindung ist nicht verschlüsselt (reines HTTP): Andere im Netz können mitlesen.</translation>
    </message>
    <message>
        <source>Send to {machine}</source>
        <translation>An {machine} senden</translation>
    </message>
    <message>
        <source>Don&apos;t send</source>
        <translation>Nicht senden</translation>
    </message>
    <message>
        <source>Send this chat to {machine} ({address})? {model} will answer it.</source>
        <translation>Diesen Chat an {machine} ({address}) senden? {model} wird ihn beantworten.</translation>
    </message>
    <message>
        <source>This sends {words:,} words now. Later messages in this chat are sent without asking.</source>
        <translation>Das sendet jetzt {words:,} Wörter. Spätere Nachrichten in diesem Chat werden ohne Rückfrage gesendet.</translation>
    </message>
    <message>
        <source>This sends {words:,} words and the file {names} now. Later messages in this chat are sent without asking.</source>
        <translation>Das sendet jetzt {words:,} Wörter und die Datei {names}. Spätere Nachrichten in diesem Chat werden ohne Rückfrage gesendet.</translation>
    </message>
    <message>
        <source>This sends {words:,} words and {count:,} files ({names}) now. Later messages in this chat are sent without asking.</source>
        <translation>Das sendet jetzt {words:,} Wörter und {count:,} Dateien ({names}). Spätere Nachrichten in diesem Chat werden ohne Rückfrage gesendet.</translation>
    </message>
    <message>
        <source>One picture is also sent.</source>
        <translation>Auch ein Bild wird gesendet.</translation>
    </message>
    <message>
        <source>{count:,} pictures are also sent.</source>
        <translation>Auch {count:,} Bilder werden gesendet.</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close the panel</source>
        <translation>Leiste schließen</translation>
    </message>
</context>
<context>
    <name>DownloadButton</name>
    <message>
        <source>Downloads: {text}</source>
        <translation>Downloads: {text}</translation>
    </message>
    <message>
        <source>{count}%</source>
        <translation>{count} %</translation>
    </message>
    <message>
        <source>Download failed</source>
        <translation>Download fehlgeschlagen</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>Cancel the download</source>
        <translation>Download abbrechen</translation>
    </message>
    <message>
        <source>Keep downloading</source>
        <translation>Weiter herunterladen</translation>
    </message>
    <message>
        <source>Cancel the download of {name}? {size} of downloaded data are deleted.</source>
        <translation>Download von {name} abbrechen? {size} heruntergeladene Daten werden gelöscht.</translation>
    </message>
    <message>
        <source>The download of {name} failed. {reason}</source>
        <translation>Der Download von {name} ist fehlgeschlagen. {reason}</translation>
    </message>
    <message>
        <source>Show downloads</source>
        <translation>Downloads zeigen</translation>
    </message>
    <message>
        <source>{name} is downloaded.</source>
        <translation>{name} ist heruntergeladen.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
</context>
<context>
    <name>DraftRow</name>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>A small model of the same family. It guesses the next words, and this model checks several at once. Used only while that is faster.</source>
        <translation>Ein kleines Modell derselben Familie. Es rät die nächsten Wörter, und dieses Modell prüft mehrere auf einmal. Es wird nur verwendet, solange das schneller ist.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Choose a draft model</source>
        <translation>Entwurfsmodell wählen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>Verwendet {name}.</translation>
    </message>
</context>
<context>
    <name>EarlierPoints</name>
    <message>
        <source>This chat has no answered question yet.</source>
        <translation>In diesem Chat ist noch keine Frage beantwortet.</translation>
    </message>
</context>
<context>
    <name>EarlierPointsDialog</name>
    <message>
        <source>Branch from an earlier message</source>
        <translation>Von einer früheren Nachricht abzweigen</translation>
    </message>
    <message>
        <source>Where do you want to branch? The branch opens in a new tab; this chat does not change.</source>
        <translation>Nach welcher Runde verzweigen? Der Zweig öffnet sich in einem neuen Tab; dieser Chat bleibt unverändert.</translation>
    </message>
    <message>
        <source>“Warm” turns do not have to be read again.</source>
        <translation>„Warme“ Runden müssen nicht neu gelesen werden.</translation>
    </message>
    <message>
        <source>Counting the tokens…</source>
        <translation>Die Token werden gezählt …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>Von hier fortsetzen</translation>
    </message>
    <message>
        <source>The whole chat up to here will be read</source>
        <translation>Der ganze Chat bis hierher wird gelesen</translation>
    </message>
    <message>
        <source>Warm: nothing is read again</source>
        <translation>Warm: Nichts wird noch einmal gelesen</translation>
    </message>
    <message>
        <source>One token will be read</source>
        <translation>Ein Token wird gelesen</translation>
    </message>
    <message>
        <source>{count:,} tokens will be read</source>
        <translation>{count:,} Token werden gelesen</translation>
    </message>
</context>
<context>
    <name>EditPage</name>
    <message>
        <source>Discard your changes?</source>
        <translation>Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
</context>
<context>
    <name>EditorField</name>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Edit the answer</source>
        <translation>Die Antwort bearbeiten</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Begin a text, and the model continues it</source>
        <translation>Beginnen Sie einen Text, das Modell setzt ihn fort</translation>
    </message>
    <message>
        <source>This is a base model: it was not trained to answer questions.</source>
        <translation>Das ist ein Basismodell: Es wurde nicht dafür trainiert, Fragen zu beantworten.</translation>
    </message>
    <message>
        <source>No text yet. Write the beginning of one.</source>
        <translation>Noch kein Text. Schreiben Sie den Anfang.</translation>
    </message>
    <message>
        <source>Continue all four in four tabs</source>
        <translation>Alle vier in vier Tabs fortsetzen</translation>
    </message>
    <message>
        <source>Continue all in tabs</source>
        <translation>Alle in Tabs fortsetzen</translation>
    </message>
    <message>
        <source>Ask about “{name}”</source>
        <translation>Fragen zu „{name}“</translation>
    </message>
    <message>
        <source>Continue “{name}”</source>
        <translation>„{name}“ fortsetzen</translation>
    </message>
    <message>
        <source>The whole text is part of this chat.</source>
        <translation>Der ganze Text gehört zu diesem Chat.</translation>
    </message>
    <message>
        <source>Ask anything, in as many tabs as you like</source>
        <translation>Fragen Sie, was Sie möchten, in beliebig vielen Tabs</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}.</source>
        <translation>Diesen Chat beantwortet {machine}.</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on the computers that you set.</source>
        <translation>Alle Tabs werden gleichzeitig beantwortet, auf den Rechnern, die Sie festlegen.</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on your computer.</source>
        <translation>Alle Tabs werden gleichzeitig beantwortet, auf Ihrem Rechner.</translation>
    </message>
    <message>
        <source>Last chats</source>
        <translation>Letzte Chats</translation>
    </message>
    <message>
        <source>No messages yet. Start typing to ask something.</source>
        <translation>Noch keine Nachrichten. Einfach lostippen, um etwas zu fragen.</translation>
    </message>
    <message>
        <source>Summarize a file…</source>
        <translation>Eine Datei zusammenfassen …</translation>
    </message>
    <message>
        <source>Ask about a folder…</source>
        <translation>Zu einem Ordner fragen …</translation>
    </message>
    <message>
        <source>Summarize the text in five sentences.</source>
        <translation>Fasse den Text in fünf Sätzen zusammen.</translation>
    </message>
    <message>
        <source>What are its main points?</source>
        <translation>Was sind die wichtigsten Punkte?</translation>
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
    <name>EncodingButton</name>
    <message>
        <source>The file was read as {encoding}, an encoding that it does not name.</source>
        <translation>Die Datei wurde als {encoding} gelesen; sie nennt ihre Kodierung nicht.</translation>
    </message>
    <message>
        <source>The file was read as {encoding}, which is uncertain: it does not name its encoding.</source>
        <translation>Die Datei wurde als {encoding} gelesen, was unsicher ist: Sie nennt ihre Kodierung nicht.</translation>
    </message>
    <message>
        <source>Click to choose another one.</source>
        <translation>Ein Klick wählt eine andere.</translation>
    </message>
    <message>
        <source>Unicode</source>
        <translation>Unicode</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>Westeuropäisch</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>Mitteleuropäisch</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>Baltisch</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Kyrillisch</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griechisch</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Türkisch</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebräisch</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Arabisch</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Thailändisch</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamesisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinesisch</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Koreanisch</translation>
    </message>
</context>
<context>
    <name>EndpointPage</name>
    <message>
        <source>Edit a machine</source>
        <translation>Rechner bearbeiten</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>Rechner hinzufügen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>For example: rack:8000</source>
        <translation>Zum Beispiel: rack:8000</translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation>Wie Sie ihn nennen</translation>
    </message>
    <message>
        <source>If it lists no models</source>
        <translation>Falls er keine Modelle auflistet</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Gespeichert; eine neue Eingabe ersetzt ihn</translation>
    </message>
    <message>
        <source>If required</source>
        <translation>Falls erforderlich</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt …</translation>
    </message>
    <message>
        <source>Type an address such as rack:8000 or https://api.example.com/v1.</source>
        <translation>Geben Sie eine Adresse ein, etwa rack:8000 oder https://api.example.com/v1.</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>Automatisch erkennen</translation>
    </message>
    <message>
        <source>Another OpenAI-compatible server</source>
        <translation>Anderer Server mit OpenAI-Schnittstelle</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>A&amp;rt</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>&amp;Schlüssel</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read your chats and the key.</source>
        <translation>Die Verbindung ist nicht verschlüsselt (reines HTTP): Andere im Netz können Ihre Chats und den Schlüssel mitlesen.</translation>
    </message>
</context>
<context>
    <name>EngineCorner</name>
    <message>
        <source>Cancel loading</source>
        <translation>Laden abbrechen</translation>
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
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
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
        <source>The engine keeps measuring which number of threads is fastest. The number changes with the load by other programs.</source>
        <translation>Die Engine misst fortlaufend, welche Anzahl von Threads am schnellsten ist. Die Anzahl ändert sich mit der Last durch andere Programme.</translation>
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
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Models in memory</source>
        <translation>Modelle im Speicher</translation>
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
        <source>{percent}%</source>
        <translation>{percent} %</translation>
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
        <source>More figures</source>
        <translation>Weitere Zahlen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
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
        <source>Checkpoints</source>
        <translation>Sicherungspunkte</translation>
    </message>
    <message>
        <source>{count:,} tabs here</source>
        <translation>{count:,} Tabs hier</translation>
    </message>
    <message>
        <source>1 tab here</source>
        <translation>1 Tab hier</translation>
    </message>
    <message>
        <source>{count:,} on {machine}</source>
        <translation>{count:,} auf {machine}</translation>
    </message>
    <message>
        <source>{count:,} programs</source>
        <translation>{count:,} Programme</translation>
    </message>
    <message>
        <source>1 program</source>
        <translation>1 Programm</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists</source>
        <translation>{count:,} Vergleiche oder Listen</translation>
    </message>
    <message>
        <source>1 comparison or list</source>
        <translation>1 Vergleich oder Liste</translation>
    </message>
    <message>
        <source>{count:,} more waiting</source>
        <translation>{count:,} weitere warten</translation>
    </message>
    <message>
        <source>No active requests.</source>
        <translation>Gerade wird nichts beantwortet.</translation>
    </message>
    <message>
        <source>Writing, all chats</source>
        <translation>Schreiben, alle Chats</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Modelleinstellungen …</translation>
    </message>
    <message>
        <source>{share} of all gaps between two tokens were at most this long.</source>
        <translation>{share} aller Abstände zwischen zwei Token waren höchstens so lang.</translation>
    </message>
    <message>
        <source>Prompt tokens that were in the cache and did not have to be read again.</source>
        <translation>Prompt-Token, die im Cache waren und nicht neu gelesen werden mussten.</translation>
    </message>
    <message>
        <source>Accepted tokens of all tokens that were guessed from the chat.</source>
        <translation>Angenommene Token von allen, die aus dem Chat geraten wurden.</translation>
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
        <source>Saved states of chats, for models whose memory can&apos;t be shortened.</source>
        <translation>Gespeicherte Zustände von Chats, für Modelle, deren Speicher nicht gekürzt werden kann.</translation>
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
        <translation>Chats auf der Festplatte</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Nicht geladen</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>Wird entladen …</translation>
    </message>
    <message>
        <source>Loading, {percent}%</source>
        <translation>Lädt, {percent} %</translation>
    </message>
    <message>
        <source>{count:,} requests</source>
        <translation>{count:,} Anfragen</translation>
    </message>
    <message>
        <source>Answers {chats}</source>
        <translation>Beantwortet {chats}</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Idle for {count:,} min</source>
        <translation>Frei seit {count:,} min</translation>
    </message>
    <message>
        <source>{count:,} chats at once</source>
        <translation>{count:,} Chats gleichzeitig</translation>
    </message>
    <message>
        <source>{count:,} threads</source>
        <translation>{count:,} Threads</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>{count:,} waiting</source>
        <translation>{count:,} warten</translation>
    </message>
    <message>
        <source>{size} on {card}</source>
        <translation>{size} auf {card}</translation>
    </message>
</context>
<context>
    <name>EngineStatus</name>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} ist bereit.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Das Modell wird geladen …</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} ist entladen. Die nächste Nachricht lädt es wieder.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Es ist kein Modell geladen.</translation>
    </message>
    <message>
        <source>{file}: {millions:,} million parameters, {architecture}. Context: {limit:,} tokens per chat; the model was trained for {trained:,}. {slots} chats can be answered at once. {device}</source>
        <translation>{file}: {millions:,} Millionen Parameter, {architecture}. Kontext: {limit:,} Token je Chat; trainiert wurde das Modell für {trained:,}. {slots} Chats können zugleich beantwortet werden. {device}</translation>
    </message>
    <message>
        <source>Draft model: {name}.</source>
        <translation>Entwurfsmodell: {name}.</translation>
    </message>
    <message>
        <source>system messages become part of a question</source>
        <translation>Systemnachrichten werden Teil einer Frage</translation>
    </message>
    <message>
        <source>missing turns are added</source>
        <translation>fehlende Fragen oder Antworten werden ergänzt</translation>
    </message>
    <message>
        <source>tool calls are sent one by one</source>
        <translation>Werkzeugaufrufe werden einzeln gesendet</translation>
    </message>
    <message>
        <source>tool calls are sent as text</source>
        <translation>Werkzeugaufrufe werden als Text gesendet</translation>
    </message>
    <message>
        <source>earlier messages are left out</source>
        <translation>frühere Nachrichten werden weggelassen</translation>
    </message>
    <message>
        <source>This file has no chat template, so a common one (ChatML) is guessed.</source>
        <translation>Diese Datei hat keine Chat-Vorlage; eine verbreitete (ChatML) wird vermutet.</translation>
    </message>
    <message>
        <source>A base model: it continues text and was not trained to chat.</source>
        <translation>Ein Basismodell: Es setzt Text fort und wurde nicht für Gespräche trainiert.</translation>
    </message>
    <message>
        <source>{name} ({file}) is loaded. Context: {limit:,} tokens per chat. {device}</source>
        <translation>{name} ({file}) ist geladen. Kontext: {limit:,} Token je Chat. {device}</translation>
    </message>
    <message>
        <source>No model yet. Open a model file, or download a model.</source>
        <translation>Noch kein Modell. Öffnen Sie eine Modelldatei, oder laden Sie ein Modell herunter.</translation>
    </message>
    <message>
        <source>{name} was not loaded: during its last load, the engine or the computer stopped.</source>
        <translation>{name} wurde nicht geladen: Beim letzten Laden ist die Engine oder der Computer stehen geblieben.</translation>
    </message>
    <message>
        <source>An answer is still being written. Switching stops it; the text so far is kept.</source>
        <translation>Eine Antwort wird noch geschrieben. Ein Wechsel bricht sie ab; der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written. Switching stops them; the text so far is kept.</source>
        <translation>{count:,} Antworten werden noch geschrieben. Ein Wechsel bricht sie ab; der bisherige Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>Das Laden von {name} wurde abgebrochen.</translation>
    </message>
    <message>
        <source>consecutive messages with the same role are joined</source>
        <translation>aufeinanderfolgende Nachrichten derselben Rolle werden verbunden</translation>
    </message>
    <message>
        <source>To fit its chat template, {changes}.</source>
        <translation>Anpassungen an die Chat-Vorlage: {changes}.</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled. {before} is loaded again.</source>
        <translation>Das Laden von {name} wurde abgebrochen. {before} wird wieder geladen.</translation>
    </message>
    <message>
        <source>Switch anyway</source>
        <translation>Trotzdem wechseln</translation>
    </message>
    <message>
        <source>Set a chat template…</source>
        <translation>Chat-Vorlage festlegen …</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>Anderes Modell …</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Startmodell verwenden</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Modelleinstellungen …</translation>
    </message>
    <message>
        <source>Load it without pictures</source>
        <translation>Ohne Bilder laden</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
</context>
<context>
    <name>EngineTitles</name>
    <message>
        <source>A source</source>
        <translation>Eine Quelle</translation>
    </message>
    <message>
        <source>Title of “{title}”</source>
        <translation>Titel von „{title}“</translation>
    </message>
    <message>
        <source>Recap of “{title}”</source>
        <translation>Zusammenfassung von „{title}“</translation>
    </message>
    <message>
        <source>A comparison or list</source>
        <translation>Ein Vergleich oder eine Liste</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>Summarize</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Correct a text</source>
        <translation>Text korrigieren</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Answer a mail</source>
        <translation>E-Mail beantworten</translation>
    </message>
    <message>
        <source>Review code</source>
        <translation>Code prüfen</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Summarize this text in three sentences:

{text}</source>
        <translation>Fasse diesen Text in drei Sätzen zusammen:

{text}</translation>
    </message>
    <message>
        <source>Translate this text into {language}:

{text}</source>
        <translation>Übersetze diesen Text in diese Sprache: {language}

{text}</translation>
    </message>
    <message>
        <source>language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Correct the grammar of this text, and list what you changed:

{text}</source>
        <translation>Korrigiere die Grammatik dieses Textes und liste auf, was du geändert hast:

{text}</translation>
    </message>
    <message>
        <source>Explain {topic} in simple words, with an example.</source>
        <translation>Erkläre {topic} in einfachen Worten, mit einem Beispiel.</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Write a friendly answer to this mail. I want to say: {answer}

{mail}</source>
        <translation>Schreibe eine freundliche Antwort auf diese E-Mail. Ich möchte sagen: {answer}

{mail}</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>E-Mail</translation>
    </message>
    <message>
        <source>Review this code: name bugs first, then what could be simpler.

{code}</source>
        <translation>Prüfe diesen Code: Nenne zuerst Fehler, dann, was einfacher sein könnte.

{code}</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Präzise</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Kreativ</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>Explanation of “{title}”</source>
        <translation>Erklärung zu „{title}“</translation>
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
    <message>
        <source>one page</source>
        <translation>eine Seite</translation>
    </message>
    <message>
        <source>{count:,} pages</source>
        <translation>{count:,} Seiten</translation>
    </message>
    <message>
        <source>one word</source>
        <translation>ein Wort</translation>
    </message>
    <message>
        <source>{count:,} words</source>
        <translation>{count:,} Wörter</translation>
    </message>
    <message>
        <source>about {count:,} words</source>
        <translation>etwa {count:,} Wörter</translation>
    </message>
    <message>
        <source>too long: {percent:,}% of the context</source>
        <translation>zu lang: {percent:,} % des Kontexts</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>fits: {percent}% of the context</source>
        <translation>passt: {percent} % des Kontexts</translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Open a list of questions</source>
        <translation>Eine Liste von Fragen öffnen</translation>
    </message>
    <message>
        <source>Tables and texts (*.csv *.tsv *.txt)</source>
        <translation>Tabellen und Texte (*.csv *.tsv *.txt)</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Datei speichern</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Table for spreadsheets (*.csv)</source>
        <translation>Tabelle für Tabellenprogramme (*.csv)</translation>
    </message>
    <message>
        <source>JSON with all data, which can be imported again (*.json)</source>
        <translation>JSON mit allen Daten, das wieder importiert werden kann (*.json)</translation>
    </message>
    <message>
        <source>ZIP with one Markdown file per chat (*.zip)</source>
        <translation>ZIP mit einer Markdown-Datei je Chat (*.zip)</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Exports of Hubbub and other programs (*.json *.jsonl *.zip)</source>
        <translation>Exporte von Hubbub und anderen Programmen (*.json *.jsonl *.zip)</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Ordner importieren</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Vorlagen importieren</translation>
    </message>
    <message>
        <source>Presets of Hubbub or LM Studio (*.json)</source>
        <translation>Vorlagen von Hubbub oder LM Studio (*.json)</translation>
    </message>
    <message>
        <source>Export presets</source>
        <translation>Vorlagen exportieren</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>Vorlagen (*.json)</translation>
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
        <source>Certificates and keys (*.pem *.crt *.cer *.key)</source>
        <translation>Zertifikate und Schlüssel (*.pem *.crt *.cer *.key)</translation>
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
        <source>{count:,} characters of text, as the model sees them.</source>
        <translation>{count:,} Zeichen Text, wie das Modell sie sieht.</translation>
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
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>Choose…</source>
        <translation>Auswählen …</translation>
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
    <name>FirstModelCard</name>
    <message>
        <source>Hubbub works offline, so it can&apos;t download a model.</source>
        <translation>Hubbub arbeitet offline und kann daher kein Modell herunterladen.</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation>Modelldatei öffnen …</translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation>Noch kein Modell.</translation>
    </message>
    <message>
        <source>Starter model: small and fast, often wrong.</source>
        <translation>Startmodell: klein und schnell, irrt sich oft.</translation>
    </message>
    <message>
        <source>More models…</source>
        <translation>Weitere Modelle …</translation>
    </message>
    <message>
        <source>Browse models</source>
        <translation>Modelle ansehen</translation>
    </message>
    <message>
        <source>Better answers on this computer: {name}</source>
        <translation>Bessere Antworten auf diesem Computer: {name}</translation>
    </message>
    <message>
        <source>Download {size}</source>
        <translation>{size} herunterladen</translation>
    </message>
    <message>
        <source>Get {name}, {size}</source>
        <translation>{name} holen, {size}</translation>
    </message>
    <message>
        <source>From {host} ({repository}). Your chats are never sent.</source>
        <translation>Von {host} ({repository}). Ihre Chats werden nie gesendet.</translation>
    </message>
    <message>
        <source>Choosing a better model for this computer…</source>
        <translation>Ein besseres Modell für diesen Computer wird gewählt …</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
</context>
<context>
    <name>Fit</name>
    <message>
        <source>It fits: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>Das passt: {slots:,} Chats mit je {tokens:,} Token brauchen mit dem Modell {needed}, und {free} sind frei.</translation>
    </message>
    <message>
        <source>It fits with less context: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>Das passt mit weniger Kontext: {slots:,} Chats mit je {tokens:,} Token brauchen mit dem Modell {needed}, und {free} sind frei.</translation>
    </message>
    <message>
        <source>It fits partly on the CPU, which is slow: {slots:,} chats of {tokens:,} tokens take {needed} with the model.</source>
        <translation>Das passt nur zum Teil auf die Grafikkarte, der Rest rechnet langsam auf dem Prozessor: {slots:,} Chats mit je {tokens:,} Token brauchen mit dem Modell {needed}.</translation>
    </message>
    <message>
        <source>It does not fit: {slots:,} chats need {needed} with the model, and {free} are free.</source>
        <translation>Das passt nicht: {slots:,} Chats brauchen mit dem Modell {needed}, und {free} sind frei.</translation>
    </message>
</context>
<context>
    <name>FitNote</name>
    <message>
        <source>other programs {size}</source>
        <translation>andere Programme {size}</translation>
    </message>
    <message>
        <source>model {size}</source>
        <translation>Modell {size}</translation>
    </message>
    <message>
        <source>chats {size}</source>
        <translation>Chats {size}</translation>
    </message>
    <message>
        <source>still free {size}</source>
        <translation>noch frei {size}</translation>
    </message>
    <message>
        <source>missing {size}</source>
        <translation>fehlend {size}</translation>
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
    <name>FoldHeading</name>
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
    <name>FoldSection</name>
    <message>
        <source>{count:,} changed</source>
        <translation>{count:,} geändert</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>New chat in this folder</source>
        <translation>Neuer Chat in diesem Ordner</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>Ordner umbenennen</translation>
    </message>
    <message>
        <source>Delete folder, keep its chats</source>
        <translation>Ordner löschen, Chats behalten</translation>
    </message>
    <message>
        <source>Model of new chats</source>
        <translation>Modell neuer Chats</translation>
    </message>
    <message>
        <source>As outside of folders</source>
        <translation>Wie außerhalb von Ordnern</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Türkis</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Olive</source>
        <translation>Oliv</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Lila</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
</context>
<context>
    <name>FolderRow</name>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Change the models folder</source>
        <translation>Den Modellordner ändern</translation>
    </message>
    <message>
        <source>Models folder: {folder}</source>
        <translation>Modellordner: {folder}</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>The folder “{old}” was renamed to “{new}”.</source>
        <translation>Der Ordner „{old}“ wurde in „{new}“ umbenannt.</translation>
    </message>
    <message>
        <source>The folder “{folder}” was deleted. Its chats are kept.</source>
        <translation>Der Ordner „{folder}“ wurde gelöscht. Seine Chats bleiben.</translation>
    </message>
    <message>
        <source>{count:,} chats were moved to “{folder}”.</source>
        <translation>{count:,} Chats wurden nach „{folder}“ verschoben.</translation>
    </message>
    <message>
        <source>{count:,} chats were taken out of their folders.</source>
        <translation>{count:,} Chats wurden aus ihren Ordnern genommen.</translation>
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
    <name>FormFoot</name>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>{count}. Tick the box to agree.</source>
        <translation>{count}. Kreuzen Sie an, dass Sie zustimmen.</translation>
    </message>
</context>
<context>
    <name>FormRow</name>
    <message>
        <source>Set for this chat.</source>
        <translation>Für diesen Chat eingestellt.</translation>
    </message>
    <message>
        <source>Default.</source>
        <translation>Standard.</translation>
    </message>
    <message>
        <source>Use the default</source>
        <translation>Standard verwenden</translation>
    </message>
</context>
<context>
    <name>GpuBackendsView</name>
    <message>
        <source>With a GPU pack, the model runs on a graphics card. Hubbub looks for packs in {folder}.</source>
        <translation>Mit einem GPU-Paket läuft das Modell auf einer Grafikkarte. Hubbub sucht Pakete in {folder}.</translation>
    </message>
    <message>
        <source>GPU packs</source>
        <translation>GPU-Pakete</translation>
    </message>
    <message>
        <source>Add GPU pack…</source>
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
        <source>The pack is being tested…</source>
        <translation>Das Paket wird geprüft …</translation>
    </message>
    <message>
        <source>{name} was added. It is used after the engine restarts, which stops running answers.</source>
        <translation>{name} wurde hinzugefügt. Es wird nach einem Neustart der Engine verwendet; laufende Antworten werden dabei angehalten.</translation>
    </message>
</context>
<context>
    <name>Grid</name>
    <message>
        <source>Nothing was sent. {reason}</source>
        <translation>Es wurde nichts gesendet. {reason}</translation>
    </message>
    <message>
        <source>Not sent to “{title}”.</source>
        <translation>Nicht an „{title}“ gesendet.</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats.</source>
        <translation>An {count:,} Chats gesendet.</translation>
    </message>
    <message>
        <source>Queued in {count:,} chats, after the running answers.</source>
        <translation>In {count:,} Chats eingereiht, hinter den laufenden Antworten.</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats; queued in {waiting:,} after a running answer.</source>
        <translation>An {count:,} Chats gesendet; in {waiting:,} hinter einer laufenden Antwort eingereiht.</translation>
    </message>
</context>
<context>
    <name>GridBar</name>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Back to tabs</source>
        <translation>Zu den Tabs</translation>
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
        <source>{count:,} active</source>
        <translation>{count:,} aktiv</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Page {number:,} of {count:,}</source>
        <translation>{number:,} von {count:,}</translation>
    </message>
    <message>
        <source>Back to tabs (Esc)</source>
        <translation>Zurück zu den Tabs (Esc)</translation>
    </message>
</context>
<context>
    <name>Headers</name>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Parts of the help</source>
        <translation>Teile der Hilfe</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>In der Hilfe suchen</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,} von {count:,}</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
</context>
<context>
    <name>HistoryPopup</name>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>Letzte Meldungen</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>Noch keine Meldungen.</translation>
    </message>
</context>
<context>
    <name>HubDetails</name>
    <message>
        <source>Files of this model</source>
        <translation>Dateien dieses Modells</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Looking at its files…</source>
        <translation>Dateien werden abgerufen …</translation>
    </message>
    <message>
        <source>You must accept conditions first: open its page, and sign in.</source>
        <translation>Zuerst müssen Bedingungen angenommen werden: Öffnen Sie die Seite, und melden Sie sich an.</translation>
    </message>
    <message>
        <source>{count:,} files are hidden, because their names can&apos;t be stored.</source>
        <translation>{count:,} Dateien sind ausgeblendet, weil ihre Namen nicht gespeichert werden können.</translation>
    </message>
    <message>
        <source>This repository has no GGUF model.</source>
        <translation>Dieses Repository enthält kein GGUF-Modell.</translation>
    </message>
    <message>
        <source>This model is cut into pieces that must be joined before it can be loaded. Choose another one.</source>
        <translation>Dieses Modell ist in Stücke zerlegt, die zusammengefügt werden müssen, bevor man es laden kann. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>No SHA-256 available; the download can&apos;t be verified.</source>
        <translation>Keine SHA-256 vorhanden; der Download kann nicht geprüft werden.</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Wird heruntergeladen …</translation>
    </message>
    <message>
        <source>Parts of this model are missing in the repository.</source>
        <translation>Teile dieses Modells fehlen im Repository.</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>Seite des Modells öffnen</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
</context>
<context>
    <name>HubFailure</name>
    <message>
        <source>Try again in {time}.</source>
        <translation>Versuchen Sie es in {time} noch einmal.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>Seite des Modells öffnen</translation>
    </message>
</context>
<context>
    <name>HubModels</name>
    <message>
        <source>{count} downloads</source>
        <translation>{count} Downloads</translation>
    </message>
    <message>
        <source>{count} likes</source>
        <translation>{count} Likes</translation>
    </message>
    <message>
        <source>{size} download</source>
        <translation>{size} Download</translation>
    </message>
    <message>
        <source>{size} memory</source>
        <translation>{size} Speicher</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} Dateien</translation>
    </message>
    <message>
        <source>in pieces</source>
        <translation>in Stücken</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>can&apos;t be verified</source>
        <translation>nicht prüfbar</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Verifying… {percent}%</source>
        <translation>Wird geprüft … {percent} %</translation>
    </message>
    <message>
        <source>Waiting for other downloads</source>
        <translation>Wartet auf andere Downloads</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Die Verbindung ist abgebrochen.</translation>
    </message>
    <message>
        <source>Not enough space on the disk</source>
        <translation>Nicht genug Platz auf der Festplatte</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Downloaded and verified</source>
        <translation>Heruntergeladen und geprüft</translation>
    </message>
    <message>
        <source>Downloaded (not verified)</source>
        <translation>Heruntergeladen (nicht geprüft)</translation>
    </message>
    <message>
        <source>Paused: Hubbub works offline</source>
        <translation>Angehalten: Hubbub arbeitet offline</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} s</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} min</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <source>{count} days</source>
        <translation>{count} Tage</translation>
    </message>
    <message>
        <source>{count} M</source>
        <translation>{count} Mio.</translation>
    </message>
    <message>
        <source>{count} k</source>
        <translation>{count} Tsd.</translation>
    </message>
    <message>
        <source>Conditions to accept</source>
        <translation>Bedingungen zu bestätigen</translation>
    </message>
    <message>
        <source>{speed}/s</source>
        <translation>{speed}/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>Connecting again…</source>
        <translation>Verbindung wird neu aufgebaut …</translation>
    </message>
    <message>
        <source>Trying again in {time}.</source>
        <translation>Nächster Versuch in {time}.</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
</context>
<context>
    <name>HubRepository</name>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it. A change on the way would not be noticed. Download it anyway?</source>
        <translation>{name} kann nicht geprüft werden: Der Hub hat keine SHA-256 dafür. Eine Änderung unterwegs bliebe unbemerkt. Trotzdem herunterladen?</translation>
    </message>
    <message>
        <source>Download unverified</source>
        <translation>Ungeprüft herunterladen</translation>
    </message>
    <message>
        <source>Reading its header to estimate the memory…</source>
        <translation>Der Header wird gelesen, um den Speicherbedarf zu schätzen …</translation>
    </message>
</context>
<context>
    <name>HubSearch</name>
    <message>
        <source>Searching…</source>
        <translation>Suche …</translation>
    </message>
    <message>
        <source>The hub has no GGUF model with “{text}” in its name.</source>
        <translation>Auf dem Hub gibt es kein GGUF-Modell mit „{text}“ im Namen.</translation>
    </message>
    <message>
        <source>More recommended models · list of {date}</source>
        <translation>Weitere empfohlene Modelle · Liste vom {date}</translation>
    </message>
    <message>
        <source>This hub has none of the recommended models.</source>
        <translation>Dieser Hub hat keines der empfohlenen Modelle.</translation>
    </message>
    <message>
        <source>None of the recommended models fits into the {memory} of free memory · list of {date}</source>
        <translation>Keines der empfohlenen Modelle passt in die {memory} freien Speicher · Liste vom {date}</translation>
    </message>
    <message>
        <source>The first {count:,} models; scroll for more</source>
        <translation>Die ersten {count:,} Modelle; weitere beim Scrollen</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} Modelle</translation>
    </message>
</context>
<context>
    <name>HubToken</name>
    <message>
        <source>Hubbub works offline, so the token is not sent anywhere.</source>
        <translation>Hubbub arbeitet offline, deshalb wird das Token nirgendwohin gesendet.</translation>
    </message>
    <message>
        <source>Asking this computer&apos;s keyring…</source>
        <translation>Der Schlüsselbund dieses Computers wird gefragt …</translation>
    </message>
    <message>
        <source>No token is set.</source>
        <translation>Es ist kein Token gesetzt.</translation>
    </message>
    <message>
        <source>A token is set by the environment variable HF_TOKEN, which takes precedence.</source>
        <translation>Ein Token ist durch die Umgebungsvariable HF_TOKEN gesetzt, die Vorrang hat.</translation>
    </message>
    <message>
        <source>A token is set in this computer&apos;s keyring.</source>
        <translation>Ein Token ist im Schlüsselbund dieses Computers gesetzt.</translation>
    </message>
    <message>
        <source>A token is set by “hf auth login”.</source>
        <translation>Ein Token ist durch „hf auth login“ gesetzt.</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>{count:,} chats were imported.</source>
        <translation>{count:,} Chats wurden importiert.</translation>
    </message>
    <message>
        <source>One chat was imported.</source>
        <translation>Ein Chat wurde importiert.</translation>
    </message>
    <message>
        <source>No new chats were imported.</source>
        <translation>Es wurden keine neuen Chats importiert.</translation>
    </message>
    <message>
        <source>One already existed.</source>
        <translation>Eine gab es schon.</translation>
    </message>
    <message>
        <source>{count:,} already existed.</source>
        <translation>{count:,} gab es schon.</translation>
    </message>
    <message>
        <source>Some parts were left out.</source>
        <translation>Einige Teile wurden weggelassen.</translation>
    </message>
</context>
<context>
    <name>ImportReportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Details:</source>
        <translation>Einzelheiten:</translation>
    </message>
    <message>
        <source>Everything was imported.</source>
        <translation>Alles wurde importiert.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>Interrupted</name>
    <message>
        <source>{count:,} answers were interrupted.</source>
        <translation>{count:,} Antworten wurden unterbrochen.</translation>
    </message>
    <message>
        <source>Continue all</source>
        <translation>Alle fortsetzen</translation>
    </message>
    <message>
        <source>One answer was interrupted.</source>
        <translation>Eine Antwort wurde unterbrochen.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>The answers can&apos;t be continued now. {reason}</source>
        <translation>Die Antworten können jetzt nicht fortgesetzt werden. {reason}</translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to latest</source>
        <translation>Zum Ende springen</translation>
    </message>
</context>
<context>
    <name>KeyBox</name>
    <message>
        <source>Not set</source>
        <translation>Nicht belegt</translation>
    </message>
    <message>
        <source>Press a shortcut…</source>
        <translation>Tastenkürzel drücken …</translation>
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
        <source>Reassign</source>
        <translation>Neu zuweisen</translation>
    </message>
    <message>
        <source>{keys} belongs to “{owner}”.</source>
        <translation>{keys} gehört zu „{owner}“.</translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Befehl oder Taste suchen</translation>
    </message>
    <message>
        <source>Reset all shortcuts</source>
        <translation>Alle Tastenkürzel zurücksetzen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>Recall the last message (when the box is empty)</source>
        <translation>Letzte Nachricht zurückholen (wenn das Feld leer ist)</translation>
    </message>
    <message>
        <source>Paste a long text as it is</source>
        <translation>Einen langen Text einfügen, wie er ist</translation>
    </message>
    <message>
        <source>Scroll the chat up</source>
        <translation>Den Chat nach oben scrollen</translation>
    </message>
    <message>
        <source>Scroll the chat down</source>
        <translation>Den Chat nach unten scrollen</translation>
    </message>
    <message>
        <source>Message box</source>
        <translation>Eingabefeld</translation>
    </message>
    <message>
        <source>Reset all shortcuts to their defaults? This can&apos;t be undone.</source>
        <translation>Alle Tastenkürzel auf die Vorgaben zurücksetzen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
</context>
<context>
    <name>LeavingQuestion</name>
    <message>
        <source>Quit Hubbub</source>
        <translation>Hubbub beenden</translation>
    </message>
    <message>
        <source>Remember my choice</source>
        <translation>Meine Wahl merken</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written.</source>
        <translation>{count:,} Antworten werden noch geschrieben.</translation>
    </message>
    <message>
        <source>One answer is still being written.</source>
        <translation>Eine Antwort wird noch geschrieben.</translation>
    </message>
    <message>
        <source>You can change this in the settings, under General.</source>
        <translation>Das lässt sich in den Einstellungen unter „Allgemein“ ändern.</translation>
    </message>
    <message>
        <source>The partial text is kept either way. Interrupted answers can be continued after the next start.</source>
        <translation>Der bisherige Text bleibt in jedem Fall erhalten. Unterbrochene Antworten können nach dem nächsten Start fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Partial answers of comparisons are kept; lists continue at the next start.</source>
        <translation>Teilantworten von Vergleichen bleiben erhalten; Listen gehen beim nächsten Start weiter.</translation>
    </message>
    <message>
        <source>Downloads are paused and continue at the next start.</source>
        <translation>Downloads werden angehalten und gehen beim nächsten Start weiter.</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Quit anyway</source>
        <translation>Trotzdem beenden</translation>
    </message>
    <message>
        <source>One comparison or list is still being answered.</source>
        <translation>Ein Vergleich oder eine Liste wird noch beantwortet.</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists are still being answered.</source>
        <translation>{count:,} Vergleiche oder Listen werden noch beantwortet.</translation>
    </message>
    <message>
        <source>One download is still running.</source>
        <translation>Ein Download läuft noch.</translation>
    </message>
    <message>
        <source>{count:,} downloads are still running.</source>
        <translation>{count:,} Downloads laufen noch.</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>Im Hintergrund abschließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Restarting now loses what is not saved.</source>
        <translation>Bei einem Neustart jetzt geht verloren, was nicht gespeichert ist.</translation>
    </message>
    <message>
        <source>Restart Hubbub</source>
        <translation>Hubbub neu starten</translation>
    </message>
    <message>
        <source>Restart anyway</source>
        <translation>Trotzdem neu starten</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>One unsent message can&apos;t be saved.</source>
        <translation>Eine nicht gesendete Nachricht kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>{count:,} unsent messages can&apos;t be saved.</source>
        <translation>{count:,} nicht gesendete Nachrichten können nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>One answer can&apos;t be saved.</source>
        <translation>Eine Antwort kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>{count:,} answers can&apos;t be saved.</source>
        <translation>{count:,} Antworten können nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Quitting now loses what is not saved.</source>
        <translation>Wenn Sie jetzt beenden, geht verloren, was nicht gespeichert ist.</translation>
    </message>
</context>
<context>
    <name>Leftovers</name>
    <message>
        <source>Unfinished downloads older than 14 days take {size} on the disk.</source>
        <translation>Unfertige Downloads, die älter als 14 Tage sind, belegen {size} auf der Festplatte.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Delete the unfinished downloads? This frees {size}.</source>
        <translation>Unfertige Downloads löschen? Das gibt {size} frei.</translation>
    </message>
    <message>
        <source>Some files could not be deleted.</source>
        <translation>Einige Dateien konnten nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>ListForm</name>
    <message>
        <source>Open CSV…</source>
        <translation>CSV öffnen …</translation>
    </message>
    <message>
        <source>The first row is a heading</source>
        <translation>Die erste Zeile ist eine Überschrift</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>Keine Vorlage</translation>
    </message>
    <message>
        <source>No source</source>
        <translation>Keine Quelle</translation>
    </message>
    <message>
        <source>Column {number}: {text}</source>
        <translation>Spalte {number}: {text}</translation>
    </message>
    <message>
        <source>{count:,} questions</source>
        <translation>{count:,} Fragen</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 Frage</translation>
    </message>
    <message>
        <source>Type questions, or open a file.</source>
        <translation>Fragen eingeben oder eine Datei öffnen.</translation>
    </message>
    <message>
        <source>One question per line</source>
        <translation>Eine Frage je Zeile</translation>
    </message>
    <message>
        <source>Question column</source>
        <translation>Spalte mit den Fragen</translation>
    </message>
    <message>
        <source>Lists run in the background. Chats come first.</source>
        <translation>Listen laufen im Hintergrund. Chats gehen vor.</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Vorlage</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation>&amp;Quelle</translation>
    </message>
    <message>
        <source>Send the questions to {hosts}</source>
        <translation>Die Fragen an {hosts} senden</translation>
    </message>
    <message>
        <source>Send the questions and the source to {hosts}</source>
        <translation>Die Fragen und die Quelle an {hosts} senden</translation>
    </message>
    <message>
        <source>Only the first {count:,} questions are used.</source>
        <translation>Nur die ersten {count:,} Fragen werden gestellt.</translation>
    </message>
</context>
<context>
    <name>LoadedModelRow</name>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>{model} laden</translation>
    </message>
    <message>
        <source>Show the engine of {model}</source>
        <translation>Die Engine von {model} zeigen</translation>
    </message>
    <message>
        <source>Keep {model} loaded</source>
        <translation>{model} geladen lassen</translation>
    </message>
    <message>
        <source>Unload {model}</source>
        <translation>{model} entladen</translation>
    </message>
</context>
<context>
    <name>LocalHalf</name>
    <message>
        <source>Filter models</source>
        <translation>Modelle filtern</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>No permission to read {path}.</source>
        <translation>Keine Berechtigung, {path} zu lesen.</translation>
    </message>
    <message>
        <source>{path} does not exist.</source>
        <translation>{path} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Searching for models…</source>
        <translation>Modelle werden gesucht …</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Remove {path}</source>
        <translation>{path} entfernen</translation>
    </message>
    <message>
        <source>{path} does not answer; its models are not listed.</source>
        <translation>{path} antwortet nicht; Modelle darin fehlen in der Liste.</translation>
    </message>
    <message>
        <source>No matching models.</source>
        <translation>Keine passenden Modelle.</translation>
    </message>
    <message>
        <source>No other models here yet. Models from LM Studio, Jan, GPT4All, Ollama, llama.cpp and the Hugging Face cache show up automatically. You can add other folders.</source>
        <translation>Hier sind noch keine anderen Modelle. Modelle von LM Studio, Jan, GPT4All, Ollama, llama.cpp und aus dem Hugging-Face-Cache erscheinen von selbst. Andere Ordner können Sie hinzufügen.</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
</context>
<context>
    <name>LocalModels</name>
    <message>
        <source>Hubbub</source>
        <translation>Hubbub</translation>
    </message>
    <message>
        <source>Your folders</source>
        <translation>Ihre Ordner</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging-Face-Cache</translation>
    </message>
    <message>
        <source>Models folder in your home</source>
        <translation>Modellordner im eigenen Verzeichnis</translation>
    </message>
    <message>
        <source>Every word of a chat; memory grows with its length</source>
        <translation>Jedes Wort eines Chats; der Speicher wächst mit der Länge</translation>
    </message>
    <message>
        <source>The last words in full, older ones in some layers only</source>
        <translation>Die letzten Wörter ganz, ältere nur in einigen Schichten</translation>
    </message>
    <message>
        <source>A summary of fixed size, and every word in some layers</source>
        <translation>Eine Zusammenfassung fester Größe, in einigen Schichten jedes Wort</translation>
    </message>
    <message>
        <source>A summary of fixed size, however long the chat is</source>
        <translation>Eine Zusammenfassung fester Größe, wie lang der Chat auch ist</translation>
    </message>
    <message>
        <source>embeddings only</source>
        <translation>nur Embeddings</translation>
    </message>
    <message>
        <source>reranking only</source>
        <translation>nur Reranking</translation>
    </message>
    <message>
        <source>thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>{count} B</source>
        <translation>{count} Mrd.</translation>
    </message>
    <message>
        <source>{count} M</source>
        <translation>{count} Mio.</translation>
    </message>
</context>
<context>
    <name>Machines</name>
    <message>
        <source>{model} · on {machine}</source>
        <translation>{model} · auf {machine}</translation>
    </message>
    <message>
        <source>{model} · on {machine} (offline)</source>
        <translation>{model} · auf {machine} (offline)</translation>
    </message>
    <message>
        <source>The key of {name} was not kept: {reason}</source>
        <translation>Der Schlüssel von {name} wurde nicht aufbewahrt: {reason}</translation>
    </message>
    <message>
        <source>{name} was added, but does not answer: {reason}</source>
        <translation>{name} wurde hinzugefügt, antwortet aber nicht: {reason}</translation>
    </message>
    <message>
        <source>An OpenAI-compatible server</source>
        <translation>Ein Server mit OpenAI-Schnittstelle</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and lists no models.</source>
        <translation>{name} antwortet in {time} ms und nennt kein Modell.</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has {count:,} models: {models}</source>
        <translation>{name} antwortet in {time} ms und hat {count:,} Modelle: {models}</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has one model: {models}</source>
        <translation>{name} antwortet in {time} ms und hat ein Modell: {models}</translation>
    </message>
</context>
<context>
    <name>MachinesView</name>
    <message>
        <source>Nothing you write leaves this computer unless you choose a remote model for a chat. A machine that answers chats can be another computer at home, a server or a service: llama.cpp, vLLM, SGLang, LM Studio, Ollama, or any OpenAI-compatible server.</source>
        <translation>Nichts, was Sie schreiben, verlässt diesen Computer, außer Sie wählen für einen Chat ein Modell auf einem anderen Rechner. Ein Rechner, der Chats beantwortet, kann ein anderer Computer zu Hause, ein Server oder ein Dienst sein: llama.cpp, vLLM, SGLang, LM Studio, Ollama oder jeder OpenAI-kompatible Server.</translation>
    </message>
    <message>
        <source>Machines that answer chats</source>
        <translation>Rechner, die Chats beantworten</translation>
    </message>
    <message>
        <source>Hubbub works offline: no machine is contacted.</source>
        <translation>Hubbub arbeitet offline: Keiner von ihnen wird gefragt.</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>Andere Rechner</translation>
    </message>
    <message>
        <source>No machines yet.</source>
        <translation>Noch keine Rechner.</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>Rechner hinzufügen …</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>„{name}“ bearbeiten …</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>„{name}“ entfernen …</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>noch nicht getestet</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} Modelle</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 Modell</translation>
    </message>
    <message>
        <source>New chats use</source>
        <translation>Neue Chats nutzen</translation>
    </message>
    <message>
        <source>This computer&apos;s model</source>
        <translation>das Modell dieses Rechners</translation>
    </message>
    <message>
        <source>{model} · on {name}</source>
        <translation>{model} · auf {name}</translation>
    </message>
    <message>
        <source>Remove “{name}”? Chats that it answers are answered by the model of this computer from then on. Its key is deleted as well.</source>
        <translation>„{name}“ entfernen? Die Chats, die er beantwortet, beantwortet von da an das Modell dieses Computers. Auch sein Schlüssel wird gelöscht.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>Maintenance</name>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Your chats were restored, with everything in them.</source>
        <translation>Ihre Chats wurden wiederhergestellt, mit allem, was darin war.</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Tip</source>
        <translation>Tipp</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>Wichtig</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>Vorsicht</translation>
    </message>
    <message>
        <source>[image: {name}, not loaded]</source>
        <translation>[Bild: {name}, nicht geladen]</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>Speicher: {used} von {total}</translation>
    </message>
</context>
<context>
    <name>MemoryNote</name>
    <message>
        <source>{slots} chats at once, each with the automatic context length.</source>
        <translation>{slots} Chats gleichzeitig, jeder mit der automatischen Kontextlänge.</translation>
    </message>
    <message>
        <source>Reserves memory for {slots} chats of {each:,} tokens.</source>
        <translation>Reserviert Speicher für {slots} Chats mit je {each:,} Tokens.</translation>
    </message>
</context>
<context>
    <name>MentionedChats</name>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Diesen Chat gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This source no longer exists.</source>
        <translation>Diese Quelle gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Only a model can count tokens. Load one, or take all of the text.</source>
        <translation>Nur ein Modell kann Tokens zählen. Laden Sie eines, oder nehmen Sie den ganzen Text.</translation>
    </message>
    <message>
        <source>The model is writing a recap of “{title}”…</source>
        <translation>Das Modell schreibt eine Zusammenfassung von „{title}“ …</translation>
    </message>
    <message>
        <source>The model wrote no recap. Try again, or add its messages.</source>
        <translation>Das Modell hat keine Zusammenfassung geschrieben. Versuchen Sie es noch einmal, oder fügen Sie die Nachrichten hinzu.</translation>
    </message>
</context>
<context>
    <name>MenuButton</name>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Edit this answer</source>
        <translation>Diese Antwort bearbeiten</translation>
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
        <source>Copy message as Markdown</source>
        <translation>Nachricht als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>Als reinen Text kopieren</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>Neu generieren mit …</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Mehrere Antworten vergleichen</translation>
    </message>
    <message>
        <source>Branch in a new tab</source>
        <translation>In einem neuen Tab abzweigen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Pin in context</source>
        <translation>Im Kontext anheften</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>Varianten vergleichen …</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation>Nachricht löschen</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Quote selection</source>
        <translation>Auswahl zitieren</translation>
    </message>
</context>
<context>
    <name>MessageChanges</name>
    <message>
        <source>The message was deleted.</source>
        <translation>Die Nachricht wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Speichern und fortsetzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Later messages stay with the earlier version.</source>
        <translation>Spätere Nachrichten bleiben bei der früheren Fassung.</translation>
    </message>
    <message>
        <source>The model treats these words as its own.</source>
        <translation>Das Modell behandelt diese Worte als seine eigenen.</translation>
    </message>
</context>
<context>
    <name>MessageFiles</name>
    <message>
        <source>With “{name}” the files of this message are too long together ({count:,} characters; the limit is {limit:,}).</source>
        <translation>Mit „{name}“ sind die Dateien dieser Nachricht zusammen zu lang ({count:,} Zeichen; die Grenze ist {limit:,}).</translation>
    </message>
    <message>
        <source>“{name}” is too large ({count:,} characters; the limit is {limit:,}).</source>
        <translation>„{name}“ ist zu groß ({count:,} Zeichen; die Grenze ist {limit:,}).</translation>
    </message>
    <message>
        <source>Pasted text {number}</source>
        <translation>Eingefügter Text {number}</translation>
    </message>
    <message>
        <source>Add files to the message</source>
        <translation>Dateien zur Nachricht hinzufügen</translation>
    </message>
    <message>
        <source>Pictures, sounds, text and documents (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</source>
        <translation>Bilder, Töne, Texte und Dokumente (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</translation>
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
        <source>Interrupted.</source>
        <translation>Unterbrochen.</translation>
    </message>
    <message>
        <source>This answer failed.</source>
        <translation>Diese Antwort ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The model wrote nothing.</source>
        <translation>Das Modell hat nichts geschrieben.</translation>
    </message>
    <message>
        <source>Only the beginning is shown. Copying takes the whole text.</source>
        <translation>Nur der Anfang wird gezeigt. Kopiert wird der ganze Text.</translation>
    </message>
</context>
<context>
    <name>MessageOffers</name>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Let it run</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Regenerate without repeats</source>
        <translation>Ohne Wiederholungen neu erzeugen</translation>
    </message>
    <message>
        <source>Answer here</source>
        <translation>Hier beantworten</translation>
    </message>
    <message>
        <source>The model on this computer continues this chat with the same history.</source>
        <translation>Das Modell auf diesem Computer setzt diesen Chat mit demselben Verlauf fort.</translation>
    </message>
</context>
<context>
    <name>MessagePickerDialog</name>
    <message>
        <source>Messages of another chat</source>
        <translation>Nachrichten eines anderen Chats</translation>
    </message>
    <message>
        <source>Which messages of “{title}” should be added to your message?</source>
        <translation>Welche Nachrichten aus „{title}“ sollen in die eigene Nachricht?</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Ergebnis eines Werkzeugs</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>Copy selection</source>
        <translation>Auswahl kopieren</translation>
    </message>
    <message>
        <source>The model can&apos;t see this message any more.</source>
        <translation>Das Modell sieht diese Nachricht nicht mehr.</translation>
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
        <source>Tool {name}</source>
        <translation>Werkzeug {name}</translation>
    </message>
    <message>
        <source>message {number:,} of {count:,}</source>
        <translation>Nachricht {number:,} von {count:,}</translation>
    </message>
</context>
<context>
    <name>ModelChip</name>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>Lädt … {percent} %</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Token/s</translation>
    </message>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>Speicher: {used} von {total}</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>On {machine}</source>
        <translation>Auf {machine}</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Benutzung</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>Startmodell</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>On other machines</source>
        <translation>Auf anderen Rechnern</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Datei nicht gefunden</translation>
    </message>
    <message>
        <source>Can&apos;t be used</source>
        <translation>Nicht verwendbar</translation>
    </message>
    <message>
        <source>Answers this chat</source>
        <translation>Beantwortet diesen Chat</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Fit unknown</source>
        <translation>Unbekannt, ob es passt</translation>
    </message>
    <message>
        <source>1 word/s or less: very slow</source>
        <translation>1 Wort/s oder weniger: sehr langsam</translation>
    </message>
    <message>
        <source>about {count} words/s</source>
        <translation>etwa {count} Wörter/s</translation>
    </message>
    <message>
        <source>about {count} words/s: slow</source>
        <translation>etwa {count} Wörter/s: langsam</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free.</source>
        <translation>Braucht etwa {needed}; {free} von {total} Speicher frei.</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free. The memory of the graphics card is not counted.</source>
        <translation>Braucht etwa {needed}; {free} von {total} Speicher frei. Der Speicher der Grafikkarte ist nicht mitgezählt.</translation>
    </message>
    <message>
        <source>Comes with Hubbub</source>
        <translation>Kommt mit Hubbub</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>New chats</source>
        <translation>Neue Chats</translation>
    </message>
    <message>
        <source>{count:,} tokens of context</source>
        <translation>{count:,} Token Kontext</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Compute SHA-256</source>
        <translation>SHA-256 berechnen</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Computing SHA-256</source>
        <translation>SHA-256 wird berechnet</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs, which ask for it by its name. It does not answer chats.</source>
        <translation>Ein Embedding-Modell: Es vergleicht Texte für andere Programme, die es mit seinem Namen anfordern. Es beantwortet keine Chats.</translation>
    </message>
    <message>
        <source>This file belongs to {program}. Delete it there.</source>
        <translation>Diese Datei gehört zu {program}. Löschen Sie sie dort.</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} Dateien</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} Token</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Trained context</source>
        <translation>Trainierter Kontext</translation>
    </message>
    <message>
        <source>Remembers</source>
        <translation>Merkt sich</translation>
    </message>
    <message>
        <source>Can do</source>
        <translation>Kann</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Also in</source>
        <translation>Auch in</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Not used: {problem}</source>
        <translation>Nicht verwendet: {problem}</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>in der Datei</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed</source>
        <translation>keine: Eine verbreitete (ChatML) wird vermutet</translation>
    </message>
    <message>
        <source>none: a base model, which continues text</source>
        <translation>keine: ein Basismodell, das Text fortsetzt</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed if the vocabulary has it; otherwise a base model, which continues text</source>
        <translation>keine: eine übliche (ChatML) wird angenommen, wenn das Vokabular sie enthält; sonst ein Basismodell, das Text fortsetzt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ModelLine</name>
    <message>
        <source>From here on: {name}</source>
        <translation>Ab hier: {name}</translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message>
        <source>Open a model file…</source>
        <translation>Modelldatei öffnen …</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Search models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Models on other machines answer only this chat.</source>
        <translation>Modelle auf anderen Rechnern beantworten nur diesen Chat.</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Für neue Chats verwenden</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>Laden abbrechen</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>Weitere Modelle herunterladen …</translation>
    </message>
    <message>
        <source>An answer is still being written; you are asked before it is stopped.</source>
        <translation>Eine Antwort wird noch geschrieben; vor dem Abbrechen wird gefragt.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written; you are asked before they are stopped.</source>
        <translation>{count:,} Antworten werden noch geschrieben; vor dem Abbrechen wird gefragt.</translation>
    </message>
    <message>
        <source>New chats use {name}.</source>
        <translation>Neue Chats verwenden {name}.</translation>
    </message>
    <message>
        <source>The file of “{name}” is missing. Press Delete to remove it from this list.</source>
        <translation>Die Datei von „{name}“ fehlt. Mit Entf wird das Modell aus dieser Liste entfernt.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be chosen while Hubbub works offline. Change that in the settings, under Network.</source>
        <translation>„{name}“ kann nicht gewählt werden, solange Hubbub offline arbeitet. Das lässt sich in den Einstellungen unter Netzwerk ändern.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Modelleinstellungen …</translation>
    </message>
    <message>
        <source>New chats use the model that you choose.</source>
        <translation>Neue Chats verwenden das Modell, das Sie wählen.</translation>
    </message>
    <message>
        <source>This chat uses the model that you choose, from the next answer on.</source>
        <translation>Dieser Chat verwendet das Modell, das Sie wählen, ab der nächsten Antwort.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
</context>
<context>
    <name>ModelRowFactory</name>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Empty: the template in the file is used.</source>
        <translation>Leer: Die Vorlage in der Datei gilt.</translation>
    </message>
    <message>
        <source>Default preset</source>
        <translation>Standardvorlage</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>A Jinja template. Replaces the template in the model&apos;s file.</source>
        <translation>Eine Jinja-Vorlage. Ersetzt die Vorlage in der Datei des Modells.</translation>
    </message>
    <message>
        <source>For chats that select no preset.</source>
        <translation>Für Chats, die keine Vorlage wählen.</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat.</source>
        <translation>Die Anzahl der Token, die das Modell von jedem Chat lesen kann.</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>Weitere Chats warten in einer Warteschlange.</translation>
    </message>
    <message>
        <source>Sent to this model at the start of every chat.</source>
        <translation>Wird diesem Modell zu Beginn jedes Chats gesendet.</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory.</source>
        <translation>Die Genauigkeit der Chats im Speicher. Q8_0 braucht etwa halb so viel Speicher.</translation>
    </message>
    <message>
        <source>Unload it when it is idle</source>
        <translation>Entladen, wenn es frei ist</translation>
    </message>
    <message>
        <source>The next message loads it again.</source>
        <translation>Die nächste Nachricht lädt es wieder.</translation>
    </message>
    <message>
        <source>Aliases for other programs</source>
        <translation>Aliasse für andere Programme</translation>
    </message>
    <message>
        <source>Names by which programs can ask for this model, separated by commas.</source>
        <translation>Namen, unter denen Programme dieses Modell anfordern können, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>For example: text-embedding-3-small</source>
        <translation>Zum Beispiel: text-embedding-3-small</translation>
    </message>
    <message>
        <source>For example: gpt-4o-mini</source>
        <translation>Zum Beispiel: gpt-4o-mini</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>Längster Text</translation>
    </message>
    <message>
        <source>Longer texts are refused. More tokens take more memory.</source>
        <translation>Längere Texte werden abgelehnt. Mehr Token brauchen mehr Speicher.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>Nach {count} Minuten</translation>
    </message>
    <message>
        <source>In a mixture of experts, only a few experts compute each token. In main memory, they leave the graphics card to the rest of the model and to chats.</source>
        <translation>In einer Expertenmischung berechnen nur wenige Experten jedes Token. Im Arbeitsspeicher lassen sie die Grafikkarte dem Rest des Modells und den Chats.</translation>
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
        <source>F16 (exact)</source>
        <translation>F16 (genau)</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0 (die Hälfte)</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>KV-Cache-Typ</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>On the graphics card</source>
        <translation>Auf der Grafikkarte</translation>
    </message>
    <message>
        <source>In main memory</source>
        <translation>Im Arbeitsspeicher</translation>
    </message>
    <message>
        <source>General: {value}</source>
        <translation>Allgemein: {value}</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>Zum Beispiel: Antworte kurz.</translation>
    </message>
</context>
<context>
    <name>ModelSettings</name>
    <message>
        <source>{count} tokens</source>
        <translation>{count} Token</translation>
    </message>
</context>
<context>
    <name>ModelSettingsPage</name>
    <message>
        <source>Settings of {name}</source>
        <translation>Einstellungen von {name}</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>These settings apply only to this model, even if its file is renamed or moved.</source>
        <translation>Diese Einstellungen gelten nur für dieses Modell, auch wenn seine Datei umbenannt oder verschoben wird.</translation>
    </message>
    <message>
        <source>A template can have at most {count} characters.</source>
        <translation>Eine Vorlage kann höchstens {count} Zeichen haben.</translation>
    </message>
    <message>
        <source>Saving reloads the model, which stops running answers.</source>
        <translation>Beim Speichern wird das Modell neu geladen; das hält laufende Antworten an.</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>Choose the folder for models</source>
        <translation>Den Ordner für Modelle wählen</translation>
    </message>
    <message>
        <source>Store downloaded models in {folder} from now on? Hubbub&apos;s window reopens for this; answers that are being written can be continued.</source>
        <translation>Heruntergeladene Modelle ab jetzt in {folder} speichern? Das Fenster von Hubbub wird dafür neu geöffnet; laufende Antworten können fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Move the files of the old folder: {size}</source>
        <translation>Dateien des alten Ordners verschieben: {size}</translation>
    </message>
    <message>
        <source>Change the folder</source>
        <translation>Ordner ändern</translation>
    </message>
    <message>
        <source>Moving the models…</source>
        <translation>Die Modelle werden verschoben …</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Add a folder of models</source>
        <translation>Ordner mit Modellen hinzufügen</translation>
    </message>
    <message>
        <source>Move {name} ({size}) to the system trash?</source>
        <translation>{name} ({size}) in den Papierkorb des Systems verschieben?</translation>
    </message>
    <message>
        <source>Move to the system trash</source>
        <translation>In den Papierkorb des Systems</translation>
    </message>
    <message>
        <source>{name} was moved to the system trash.</source>
        <translation>{name} wurde in den Papierkorb des Systems verschoben.</translation>
    </message>
    <message>
        <source>{name} could not be moved to the system trash: the disk may have none, or the file may be protected.</source>
        <translation>{name} konnte nicht in den Papierkorb des Systems verschoben werden: Vielleicht hat die Festplatte keinen, oder die Datei ist geschützt.</translation>
    </message>
    <message>
        <source>Restored from the system trash.</source>
        <translation>Aus dem Papierkorb des Systems wiederhergestellt.</translation>
    </message>
    <message>
        <source>It could not be restored. Look in the system trash.</source>
        <translation>Wiederherstellen war nicht möglich. Sehen Sie im Papierkorb des Systems nach.</translation>
    </message>
    <message>
        <source>It is in use: your chats continue to use it until you quit Hubbub.</source>
        <translation>Es wird verwendet: Die Chats verwenden es weiter, bis Hubbub beendet wird.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
</context>
<context>
    <name>MoreSlots</name>
    <message>
        <source>Chats had to wait. {model} now answers {count:,} at once.</source>
        <translation>Chats mussten warten. {model} beantwortet jetzt {count:,} gleichzeitig.</translation>
    </message>
    <message>
        <source>This happens by itself once no answer is being written.</source>
        <translation>Das geschieht von selbst, sobald keine Antwort geschrieben wird.</translation>
    </message>
    <message>
        <source>This is the largest number of slots.</source>
        <translation>Das ist die größte Zahl von Plätzen.</translation>
    </message>
    <message>
        <source>More slots need more memory than is free.</source>
        <translation>Mehr Plätze brauchen mehr Speicher, als frei ist.</translation>
    </message>
</context>
<context>
    <name>MoveMenu</name>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner …</translation>
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
        <source>The tool “{name}” waits for your answer.</source>
        <translation>Das Werkzeug „{name}“ wartet auf Ihre Antwort.</translation>
    </message>
    <message>
        <source>The answer is done.</source>
        <translation>Die Antwort ist fertig.</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>Die Antwort ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>Die Antwort wurde angehalten.</translation>
    </message>
</context>
<context>
    <name>Now</name>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} Token/s</translation>
    </message>
</context>
<context>
    <name>NowDelegate</name>
    <message>
        <source>Stop this answer</source>
        <translation>Diese Antwort stoppen</translation>
    </message>
</context>
<context>
    <name>NowPanel</name>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Use more slots</source>
        <translation>Mehr Plätze verwenden</translation>
    </message>
    <message>
        <source>Use more slots: {count:,} at once</source>
        <translation>Mehr Plätze verwenden: {count:,} gleichzeitig</translation>
    </message>
</context>
<context>
    <name>NowRows</name>
    <message>
        <source>In the background</source>
        <translation>Im Hintergrund</translation>
    </message>
    <message>
        <source>{name} and {count:,} more</source>
        <translation>{name} und {count:,} weitere</translation>
    </message>
</context>
<context>
    <name>NowView</name>
    <message>
        <source>Now: chats that are being answered</source>
        <translation>Jetzt: Chats, die gerade beantwortet werden</translation>
    </message>
    <message>
        <source>Enter opens a chat, Esc stops its answer.</source>
        <translation>Eingabe öffnet einen Chat, Esc stoppt seine Antwort.</translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>Enter a number from {low:,} to {high:,}.</source>
        <translation>Eine Zahl von {low:,} bis {high:,} eingeben.</translation>
    </message>
</context>
<context>
    <name>OfferedFiles</name>
    <message>
        <source>“{name}” makes this message too long.</source>
        <translation>Mit „{name}“ wird diese Nachricht zu lang.</translation>
    </message>
    <message>
        <source>Only the first {count} files were attached. Send the others with the next message.</source>
        <translation>Nur die ersten {count} Dateien wurden beigefügt. Senden Sie die anderen mit der nächsten Nachricht.</translation>
    </message>
    <message>
        <source>Ask about “{name}”…</source>
        <translation>Zu „{name}“ fragen …</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}. If its text is not readable, choose another encoding on its chip.</source>
        <translation>Die Datei „{name}“ nennt ihre Kodierung nicht und wurde als {encoding} gelesen. Ist der Text nicht lesbar, wählen Sie neben dem Namen der Datei eine andere Kodierung.</translation>
    </message>
    <message>
        <source>“{name}” does not fit: this message already fills the context.</source>
        <translation>„{name}“ passt nicht mehr: diese Nachricht füllt den Kontext schon.</translation>
    </message>
    <message>
        <source>“{name}” is too long for this chat.</source>
        <translation>„{name}“ ist zu lang für diesen Chat.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Attach the first {count:,} tokens</source>
        <translation>Die ersten {count:,} Token beifügen</translation>
    </message>
    <message>
        <source>{name} (first {count:,} tokens)</source>
        <translation>{name} (die ersten {count:,} Token)</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>… und {count:,} weitere</translation>
    </message>
</context>
<context>
    <name>Onboarding</name>
    <message>
        <source>Open the help</source>
        <translation>Hilfe öffnen</translation>
    </message>
    <message>
        <source>Next tip</source>
        <translation>Nächster Tipp</translation>
    </message>
    <message>
        <source>Tip 1 of 3: {key} opens another tab. Ask something there too: all tabs are answered at the same time.</source>
        <translation>Tipp 1 von 3: {key} öffnet noch einen Tab. Fragen Sie auch dort etwas: Alle Tabs werden gleichzeitig beantwortet.</translation>
    </message>
    <message>
        <source>Tip 2 of 3: closing a tab does not delete or stop anything. The chat stays in the sidebar, and its answer continues.</source>
        <translation>Tipp 2 von 3: Einen Tab zu schließen, löscht und beendet nichts. Der Chat bleibt in der Seitenleiste, und seine Antwort läuft weiter.</translation>
    </message>
    <message>
        <source>Tip 3 of 3: {panel} opens the engine panel, {keys} lists all shortcuts, {help} opens the help.</source>
        <translation>Tipp 3 von 3: {panel} öffnet die Engine-Ansicht, {keys} zeigt alle Tastenkürzel, {help} öffnet die Hilfe.</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Back (Esc)</source>
        <translation>Zurück (Esc)</translation>
    </message>
</context>
<context>
    <name>PageChoice</name>
    <message>
        <source>Pages of the settings</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
</context>
<context>
    <name>PagedForm</name>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>Keine Einstellungen gefunden.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>File: </source>
        <translation>Datei: </translation>
    </message>
    <message>
        <source>Page </source>
        <translation>Seite </translation>
    </message>
    <message>
        <source>The pages could not be written. Choose another form or folder.</source>
        <translation>Die Seiten konnten nicht geschrieben werden. Wählen Sie eine andere Form oder einen anderen Ordner.</translation>
    </message>
</context>
<context>
    <name>PairRow</name>
    <message>
        <source>{title}: name</source>
        <translation>{title}: Name</translation>
    </message>
    <message>
        <source>{title}: value</source>
        <translation>{title}: Wert</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>Wert anzeigen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search everything, or &gt; for commands</source>
        <translation>Alles durchsuchen, oder &gt; für Befehle</translation>
    </message>
    <message>
        <source>Enter opens  ·  Ctrl+Enter opens in split view  ·  &gt; lists all commands</source>
        <translation>Enter öffnet  ·  Strg+Enter öffnet in geteilter Ansicht  ·  &gt; listet alle Befehle</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Keine Treffer.</translation>
    </message>
    <message>
        <source>Searching messages…</source>
        <translation>Nachrichten werden durchsucht …</translation>
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
        <source>Tab {text}, {detail}</source>
        <translation>Tab {text}, {detail}</translation>
    </message>
    <message>
        <source>Chat {text}</source>
        <translation>Chat {text}</translation>
    </message>
    <message>
        <source>Command {text}, {detail}</source>
        <translation>Befehl {text}, {detail}</translation>
    </message>
    <message>
        <source>Setting {text}, {detail}</source>
        <translation>Einstellung {text}, {detail}</translation>
    </message>
    <message>
        <source>Saved prompt {text}</source>
        <translation>Gespeicherter Prompt {text}</translation>
    </message>
    <message>
        <source>In “{detail}”: {text}</source>
        <translation>In „{detail}“: {text}</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>Offene Tabs</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
</context>
<context>
    <name>PalettePreview</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Ergebnis eines Werkzeugs</translation>
    </message>
</context>
<context>
    <name>PdfPages</name>
    <message>
        <source>{name}, page {number:,}</source>
        <translation>{name}, Seite {number:,}</translation>
    </message>
    <message>
        <source>Some pages of “{name}” have no text.</source>
        <translation>Einige Seiten von „{name}“ haben keinen Text.</translation>
    </message>
    <message>
        <source>Attach the text only</source>
        <translation>Nur den Text anhängen</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>„{name}“ hat keinen Text.</translation>
    </message>
    <message>
        <source>Turning page {number:,} of {count:,} of “{name}” into a picture…</source>
        <translation>Seite {number:,} von {count:,} aus „{name}“ wird zum Bild …</translation>
    </message>
    <message>
        <source>Turning the page of “{name}” into a picture…</source>
        <translation>Die Seite aus „{name}“ wird zum Bild …</translation>
    </message>
    <message>
        <source>Attach {count:,} pages as pictures</source>
        <translation>{count:,} Seiten als Bilder anhängen</translation>
    </message>
    <message>
        <source>Attach {count:,} of {all:,} pages as pictures</source>
        <translation>{count:,} von {all:,} Seiten als Bilder anhängen</translation>
    </message>
    <message>
        <source>Attach the page as a picture</source>
        <translation>Die Seite als Bild anhängen</translation>
    </message>
    <message>
        <source>Attach the text and {count:,} pages as pictures</source>
        <translation>Den Text und {count:,} Seiten als Bilder anhängen</translation>
    </message>
    <message>
        <source>Attach the text and one page as a picture</source>
        <translation>Den Text und eine Seite als Bild anhängen</translation>
    </message>
    <message>
        <source>{label} · about {tokens:,} tokens</source>
        <translation>{label} · etwa {tokens:,} Token</translation>
    </message>
</context>
<context>
    <name>PictureButton</name>
    <message>
        <source>Picture {name}, {width:,} by {height:,} pixels</source>
        <translation>Bild {name}, {width:,} mal {height:,} Pixel</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Remove this picture</source>
        <translation>Dieses Bild entfernen</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} Token</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture {name}, {width:,} by {height:,} pixels</source>
        <translation>Bild {name}, {width:,} mal {height:,} Pixel</translation>
    </message>
    <message>
        <source>Plus and minus make it larger and smaller, 0 fits it into the window, and Left and Right lead to other pictures.</source>
        <translation>Plus und Minus vergrößern und verkleinern es, 0 passt es ins Fenster ein, und Links und Rechts führen zu anderen Bildern.</translation>
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
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>100%</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>{width:,} by {height:,} pixels, as the model gets it · shown at {percent:,}%</source>
        <translation>{width:,} mal {height:,} Pixel, wie das Modell es bekommt · gezeigt mit {percent:,} %</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>A message can have {count:,} pictures and sounds at most.</source>
        <translation>Eine Nachricht kann höchstens {count:,} Bilder und Töne haben.</translation>
    </message>
</context>
<context>
    <name>PinList</name>
    <message>
        <source>No pinned messages. Pinned messages stay in the context.</source>
        <translation>Keine angehefteten Nachrichten. Angeheftete bleiben im Kontext.</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>(kein Text)</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Go to pinned message: {text}</source>
        <translation>Zur angehefteten Nachricht: {text}</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Unpin: {text}</source>
        <translation>Lösen: {text}</translation>
    </message>
</context>
<context>
    <name>PresetBar</name>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Update preset</source>
        <translation>Vorlage aktualisieren</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Remove the values set for this chat</source>
        <translation>Die für diesen Chat gesetzten Werte entfernen</translation>
    </message>
    <message>
        <source>{count:,} changed in this chat</source>
        <translation>{count:,} in diesem Chat geändert</translation>
    </message>
    <message>
        <source>A preset “{name}” already exists. Replace it?</source>
        <translation>Eine Vorlage „{name}“ gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <source>Delete the preset “{name}”? Chats that use it return to the defaults.</source>
        <translation>Die Vorlage „{name}“ löschen? Chats, die sie benutzen, kehren zu den Standardwerten zurück.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Choose the model of this chat, too</source>
        <translation>Auch das Modell dieses Chats wählen</translation>
    </message>
    <message>
        <source>Choose {name}, too</source>
        <translation>Auch {name} wählen</translation>
    </message>
    <message>
        <source>Preset {number}</source>
        <translation>Vorlage {number}</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Als Vorlage speichern</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>Vorlage umbenennen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Hubbub presets</source>
        <translation>Hubbub-Vorlagen</translation>
    </message>
    <message>
        <source>{count:,} presets were exported to {path}.</source>
        <translation>{count:,} Vorlagen wurden nach {path} exportiert.</translation>
    </message>
    <message>
        <source>The preset was exported to {path}.</source>
        <translation>Die Vorlage wurde nach {path} exportiert.</translation>
    </message>
    <message>
        <source>All presets of this file exist already.</source>
        <translation>Alle Vorlagen dieser Datei sind schon da.</translation>
    </message>
    <message>
        <source>Imported presets: {names}.</source>
        <translation>Importierte Vorlagen: {names}.</translation>
    </message>
</context>
<context>
    <name>Programs</name>
    <message>
        <source>A program</source>
        <translation>Ein Programm</translation>
    </message>
    <message>
        <source>Program: {name}</source>
        <translation>Programm: {name}</translation>
    </message>
    <message>
        <source>Off, since Hubbub works offline (under Network).</source>
        <translation>Aus, weil Hubbub offline arbeitet (unter Netzwerk).</translation>
    </message>
</context>
<context>
    <name>ProgramsView</name>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Verborgen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Renew…</source>
        <translation>Erneuern …</translation>
    </message>
    <message>
        <source>How to connect</source>
        <translation>So verbinden Sie sich</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Listening at {address} · {running:,} active · {waiting:,} queued</source>
        <translation>Hört auf {address} · {running:,} aktiv · {waiting:,} in der Warteschlange</translation>
    </message>
    <message>
        <source>Most programs read these from the environment or have fields for them. For the APIs of Anthropic and Ollama, use the address without /v1.</source>
        <translation>Die meisten Programme lesen sie aus der Umgebung oder haben Felder dafür. Für die APIs von Anthropic und Ollama verwenden Sie die Adresse ohne /v1.</translation>
    </message>
    <message>
        <source>Create a new token? Programs with the old token will be refused.</source>
        <translation>Ein neues Token erzeugen? Programme mit dem alten werden abgewiesen.</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>Erneuern</translation>
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
    <name>ProjectorRow</name>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>The projector file (mmproj) for pictures and sounds.</source>
        <translation>Die Projektor-Datei (mmproj) für Bilder und Töne.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>None: text only</source>
        <translation>Keiner: nur Text</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>Verwendet {name}.</translation>
    </message>
    <message>
        <source>No matching projector found next to the model.</source>
        <translation>Kein passender Projektor neben dem Modell gefunden.</translation>
    </message>
    <message>
        <source>Choose a projector</source>
        <translation>Projektor wählen</translation>
    </message>
    <message>
        <source>Projectors (*.gguf)</source>
        <translation>Projektoren (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>PromptPicker</name>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>Save text that you use often</source>
        <translation>Text speichern, den Sie oft verwenden</translation>
    </message>
    <message>
        <source>New prompt…</source>
        <translation>Neuer Prompt …</translation>
    </message>
    <message>
        <source>Manage saved prompts…</source>
        <translation>Gespeicherte Prompts verwalten …</translation>
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
    <name>QuestionDialog</name>
    <message>
        <source>Question from “{name}”</source>
        <translation>Frage von „{name}“</translation>
    </message>
    <message>
        <source>The server “{name}” asks. Your answer is sent to it.</source>
        <translation>Der Server „{name}“ fragt. Ihre Antwort wird an ihn gesendet.</translation>
    </message>
    <message>
        <source>The server “{name}” asks you to open a page in your browser.</source>
        <translation>Der Server „{name}“ bittet Sie, eine Seite in Ihrem Browser zu öffnen.</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>This window closes when you are done in the browser.</source>
        <translation>Dieses Fenster schließt sich, wenn Sie im Browser fertig sind.</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>Noch einmal öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Waiting for “{name}”</source>
        <translation>Warten auf „{name}“</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>{title} (required)</source>
        <translation>{title} (erforderlich)</translation>
    </message>
    <message>
        <source>This is required.</source>
        <translation>Das ist erforderlich.</translation>
    </message>
    <message>
        <source>Enter at least {count:,} characters.</source>
        <translation>Geben Sie mindestens {count:,} Zeichen ein.</translation>
    </message>
    <message>
        <source>Enter at most {count:,} characters.</source>
        <translation>Geben Sie höchstens {count:,} Zeichen ein.</translation>
    </message>
    <message>
        <source>Enter an e-mail address.</source>
        <translation>Geben Sie eine E-Mail-Adresse ein.</translation>
    </message>
    <message>
        <source>Choose at least {count:,}.</source>
        <translation>Wählen Sie mindestens {count:,}.</translation>
    </message>
    <message>
        <source>Choose at most {count:,}.</source>
        <translation>Wählen Sie höchstens {count:,}.</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
</context>
<context>
    <name>QueueView</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Keep these messages until you resume</source>
        <translation>Diese Nachrichten bis zum Fortsetzen behalten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>Wartende Nachrichten</translation>
    </message>
    <message>
        <source>Stopping the answer sends the first one.</source>
        <translation>Die Antwort zu beenden sendet die erste.</translation>
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
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
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
        <source>Thinking…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Thinking… {duration}</source>
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
        <source>Reasoning</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Hubbub thought</source>
        <translation>Hubbub dachte</translation>
    </message>
</context>
<context>
    <name>RecapController</name>
    <message>
        <source>The model wrote no recap. Try again, or with another model.</source>
        <translation>Das Modell hat keine Zusammenfassung geschrieben. Versuchen Sie es noch einmal oder mit einem anderen Modell.</translation>
    </message>
    <message>
        <source>The model now sees a recap of the earlier messages.</source>
        <translation>Das Modell sieht jetzt eine Zusammenfassung der früheren Nachrichten.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>The recap was removed.</source>
        <translation>Die Zusammenfassung wurde entfernt.</translation>
    </message>
    <message>
        <source>The recap was changed.</source>
        <translation>Die Zusammenfassung wurde geändert.</translation>
    </message>
</context>
<context>
    <name>RecapNote</name>
    <message>
        <source>Recap of the earlier messages</source>
        <translation>Zusammenfassung der früheren Nachrichten</translation>
    </message>
    <message>
        <source>Edit the recap</source>
        <translation>Die Zusammenfassung bearbeiten</translation>
    </message>
    <message>
        <source>Remove the recap</source>
        <translation>Die Zusammenfassung entfernen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>The model is writing a recap. Answers go first.</source>
        <translation>Das Modell schreibt eine Zusammenfassung. Antworten gehen vor.</translation>
    </message>
</context>
<context>
    <name>RegenerateMenu</name>
    <message>
        <source>Temperature {number}</source>
        <translation>Temperatur {number}</translation>
    </message>
    <message>
        <source>With thinking</source>
        <translation>Mit Nachdenken</translation>
    </message>
    <message>
        <source>Without thinking</source>
        <translation>Ohne Nachdenken</translation>
    </message>
    <message>
        <source>Thinking effort “{effort}”</source>
        <translation>Denkaufwand „{effort}“</translation>
    </message>
    <message>
        <source>Model {name}</source>
        <translation>Modell {name}</translation>
    </message>
    <message>
        <source>Default settings</source>
        <translation>Standardeinstellungen</translation>
    </message>
    <message>
        <source>Preset “{name}”, as in this chat</source>
        <translation>Vorlage „{name}“, wie in diesem Chat</translation>
    </message>
    <message>
        <source>Preset “{name}”</source>
        <translation>Vorlage „{name}“</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Kürzer</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Länger</translation>
    </message>
    <message>
        <source>Simpler</source>
        <translation>Einfacher</translation>
    </message>
    <message>
        <source>More creative</source>
        <translation>Kreativer</translation>
    </message>
</context>
<context>
    <name>ReloadStrip</name>
    <message>
        <source>Reload now</source>
        <translation>Jetzt neu laden</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>{settings}: applied when the model is reloaded. This stops running answers.</source>
        <translation>{settings}: gilt, wenn das Modell neu geladen wird. Das beendet laufende Antworten.</translation>
    </message>
</context>
<context>
    <name>RemoteFit</name>
    <message>
        <source>The memory of the graphics card is not counted.</source>
        <translation>Der Speicher der Grafikkarte ist nicht mitgezählt.</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs and cannot chat. It takes {needed}, and {free} are free.</source>
        <translation>Ein Embedding-Modell: Es vergleicht Texte für andere Programme und kann nicht chatten. Es braucht {needed}, und {free} sind frei.</translation>
    </message>
    <message>
        <source>Fit unknown.</source>
        <translation>Unbekannt, ob es passt.</translation>
    </message>
    <message>
        <source>Needs {size} of {free} free on the disk.</source>
        <translation>Braucht {size} von {free} freiem Platz auf der Festplatte.</translation>
    </message>
</context>
<context>
    <name>RemovalQuestion</name>
    <message>
        <source>Also remove from the backups</source>
        <translation>Auch aus den Sicherungen entfernen</translation>
    </message>
    <message>
        <source>Otherwise, it stays in the backups until about {day}.</source>
        <translation>Sonst bleibt sie etwa bis {day} in den Sicherungen.</translation>
    </message>
</context>
<context>
    <name>ReplyUsage</name>
    <message>
        <source>regenerated with “{name}”</source>
        <translation>neu generiert mit „{name}“</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Token/s</translation>
    </message>
    <message>
        <source>{count:,} tokens in {seconds} s</source>
        <translation>{count:,} Token in {seconds} s</translation>
    </message>
    <message>
        <source>1 token in {seconds} s</source>
        <translation>1 Token in {seconds} s</translation>
    </message>
    <message>
        <source>{seconds} s to first token</source>
        <translation>{seconds} s bis zum ersten Token</translation>
    </message>
    <message>
        <source>{seconds} s to first token ({parts})</source>
        <translation>{seconds} s bis zum ersten Token ({parts})</translation>
    </message>
    <message>
        <source>network {seconds} s</source>
        <translation>Netzwerk {seconds} s</translation>
    </message>
    <message>
        <source>waiting {seconds} s</source>
        <translation>Warten {seconds} s</translation>
    </message>
    <message>
        <source>reading {seconds} s</source>
        <translation>Lesen {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from memory, {seconds} s</source>
        <translation>{reused:,} von {total:,} Token im Cache, aus dem Speicher, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from disk, {seconds} s</source>
        <translation>{reused:,} von {total:,} Token im Cache, von der Festplatte, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from a shared system prompt</source>
        <translation>{reused:,} von {total:,} Token im Cache, aus einem gemeinsamen Systemprompt</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached</source>
        <translation>{reused:,} von {total:,} Token im Cache</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} tokens guessed ahead</source>
        <translation>{count:,} von {total:,} Token im Voraus erraten</translation>
    </message>
    <message>
        <source>waited {seconds} s</source>
        <translation>{seconds} s gewartet</translation>
    </message>
</context>
<context>
    <name>RestartStrip</name>
    <message>
        <source>Tabs and drafts are restored. Running answers are stopped; their partial text is kept.</source>
        <translation>Tabs und Entwürfe werden wiederhergestellt. Laufende Antworten werden angehalten; ihr bisheriger Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
</context>
<context>
    <name>RowPicker</name>
    <message>
        <source>{name}, {number} of {count}</source>
        <translation>{name}, {number} von {count}</translation>
    </message>
</context>
<context>
    <name>RowsModel</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
</context>
<context>
    <name>RowsPage</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} rows</source>
        <translation>{ended:,} von {count:,} Zeilen</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Fragen und Antworten</translation>
    </message>
    <message>
        <source>The chosen row</source>
        <translation>Die gewählte Zeile</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>RpcRow</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test the RPC servers</source>
        <translation>Die RPC-Server testen</translation>
    </message>
    <message>
        <source>Not used while Hubbub works offline.</source>
        <translation>Wird nicht benutzt, solange Hubbub offline arbeitet.</translation>
    </message>
    <message>
        <source>The RPC servers are being tested…</source>
        <translation>Die RPC-Server werden getestet …</translation>
    </message>
</context>
<context>
    <name>RpcServers</name>
    <message>
        <source>The RPC pack is missing, so no server is used. Add it with “Add GPU pack…”.</source>
        <translation>Das RPC-Paket fehlt, deshalb wird kein Server verwendet. Fügen Sie es mit „GPU-Paket hinzufügen …“ hinzu.</translation>
    </message>
    <message>
        <source>{address} has layers of the loaded model.</source>
        <translation>{address} hält Schichten des geladenen Modells.</translation>
    </message>
    <message>
        <source>{address} has {free} of {total} free.</source>
        <translation>{address} hat {free} von {total} frei.</translation>
    </message>
</context>
<context>
    <name>SamplingRowFactory</name>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 ist vorhersehbar, 1 ist kreativ, mehr ist sprunghaft.</translation>
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
        <source>Maximum length</source>
        <translation>Maximale Länge</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>Stopptexte</translation>
    </message>
    <message>
        <source>An answer ends before any of these. One per line; \n is a line break.</source>
        <translation>Eine Antwort endet vor jedem davon. Einer je Zeile; \n ist ein Zeilenumbruch.</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Einer je Zeile</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>Prefers tokens that are about as surprising as expected. 1 is off.</source>
        <translation>Bevorzugt Token, die etwa so überraschend sind wie erwartet. 1 ist aus.</translation>
    </message>
    <message>
        <source>Top-n-sigma</source>
        <translation>Top-n-Sigma</translation>
    </message>
    <message>
        <source>Drops tokens this many standard deviations below the likeliest. 0 is off.</source>
        <translation>Lässt Token weg, die so viele Standardabweichungen unter dem wahrscheinlichsten liegen. 0 ist aus.</translation>
    </message>
    <message>
        <source>Token bias</source>
        <translation>Token-Bias</translation>
    </message>
    <message>
        <source>word -5</source>
        <translation>Wort -5</translation>
    </message>
    <message>
        <source>Dynamic temperature</source>
        <translation>Dynamische Temperatur</translation>
    </message>
    <message>
        <source>Only this many of the most likely tokens are considered.</source>
        <translation>Nur so viele der wahrscheinlichsten Token kommen infrage.</translation>
    </message>
    <message>
        <source>Dynamic exponent</source>
        <translation>Dynamischer Exponent</translation>
    </message>
    <message>
        <source>Adaptive-p target</source>
        <translation>Adaptive-p: Ziel</translation>
    </message>
    <message>
        <source>Prefers tokens near this probability.</source>
        <translation>Bevorzugt Token nahe dieser Wahrscheinlichkeit.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Adaptive-p decay</source>
        <translation>Adaptive-p: Abklingen</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Strafe für Wiederholung</translation>
    </message>
    <message>
        <source>Makes recent tokens less likely. 1 is off.</source>
        <translation>Macht jüngste Token unwahrscheinlicher. 1 ist aus.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Anwesenheitsstrafe</translation>
    </message>
    <message>
        <source>Subtracted once from tokens that were used. 0 is off.</source>
        <translation>Wird einmal von Token abgezogen, die verwendet wurden. 0 ist aus.</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>Fenster der Strafen</translation>
    </message>
    <message>
        <source>Considers only the likeliest tokens whose probabilities add up to this.</source>
        <translation>Berücksichtigt nur die wahrscheinlichsten Token, deren Wahrscheinlichkeiten sich hierzu addieren.</translation>
    </message>
    <message>
        <source>Drops tokens below this share of the highest probability.</source>
        <translation>Lässt Token unter diesem Anteil der höchsten Wahrscheinlichkeit weg.</translation>
    </message>
    <message>
        <source>In tokens. Without a limit, an answer can fill the context.</source>
        <translation>In Token. Ohne Grenze kann eine Antwort den Kontext füllen.</translation>
    </message>
    <message>
        <source>The same seed makes answers reproducible.</source>
        <translation>Derselbe Seed macht Antworten wiederholbar.</translation>
    </message>
    <message>
        <source>Lowers the temperature by up to this if the model is certain, and raises it if it is not. 0 is off.</source>
        <translation>Senkt die Temperatur um bis zu diesen Wert, wenn das Modell sicher ist, und erhöht sie, wenn nicht. 0 ist aus.</translation>
    </message>
    <message>
        <source>How the temperature rises with the model&apos;s uncertainty.</source>
        <translation>Wie die Temperatur mit der Unsicherheit des Modells steigt.</translation>
    </message>
    <message>
        <source>How slowly adaptive-p adapts. Higher is slower.</source>
        <translation>Wie langsam sich Adaptive-p anpasst. Höher ist langsamer.</translation>
    </message>
    <message>
        <source>Subtracted for each time a token was used. 0 is off.</source>
        <translation>Wird für jede Verwendung eines Tokens abgezogen. 0 ist aus.</translation>
    </message>
    <message>
        <source>The number of recent tokens that these penalties consider.</source>
        <translation>Die Anzahl der letzten Token, die diese Strafen berücksichtigen.</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC-Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>How often the likeliest tokens are excluded. 0 is off.</source>
        <translation>Wie oft die wahrscheinlichsten Token ausgeschlossen werden. 0 ist aus.</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC-Schwelle</translation>
    </message>
    <message>
        <source>XTC keeps only the least likely token above this probability.</source>
        <translation>XTC behält nur das unwahrscheinlichste Token über dieser Wahrscheinlichkeit.</translation>
    </message>
    <message>
        <source>Makes single tokens likelier or less likely. One pair per line: a text or a token number, and the value added to its score. Quotation marks keep a leading space, as most words have. For a text of several tokens, the value applies to each.</source>
        <translation>Macht einzelne Token wahrscheinlicher oder weniger wahrscheinlich. Ein Paar je Zeile: ein Text oder eine Tokennummer und der Wert, der zur Bewertung addiert wird. Anführungszeichen erhalten ein Leerzeichen am Anfang, wie es die meisten Wörter haben. Bei einem Text aus mehreren Token gilt der Wert für jedes.</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Allowed length</source>
        <translation>Erlaubte Länge</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Breakers</source>
        <translation>Trenner</translation>
    </message>
    <message>
        <source>DRY</source>
        <translation>DRY</translation>
    </message>
    <message>
        <source>Don&apos;t repeat yourself: a penalty on repeated sequences.</source>
        <translation>Don&apos;t repeat yourself: eine Strafe für wiederholte Folgen.</translation>
    </message>
    <message>
        <source>Target surprise</source>
        <translation>Zielüberraschung</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Mirostat 2</source>
        <translation>Mirostat 2</translation>
    </message>
    <message>
        <source>Keeps the surprise of the text even; replaces top-k, top-p and min-p.</source>
        <translation>Hält die Überraschung des Textes gleichmäßig; ersetzt Top-k, Top-p und Min-p.</translation>
    </message>
</context>
<context>
    <name>SamplingSection</name>
    <message>
        <source>Set for this model.</source>
        <translation>Für dieses Modell gesetzt.</translation>
    </message>
    <message>
        <source>From the preset.</source>
        <translation>Aus der Vorlage.</translation>
    </message>
    <message>
        <source>Recommended in the model&apos;s file.</source>
        <translation>In der Datei des Modells empfohlen.</translation>
    </message>
    <message>
        <source>Recommended for this model.</source>
        <translation>Für dieses Modell empfohlen.</translation>
    </message>
    <message>
        <source>Recommended: {value}</source>
        <translation>Empfohlen: {value}</translation>
    </message>
</context>
<context>
    <name>SavedPrompts</name>
    <message>
        <source>Write the prompt into the message box first.</source>
        <translation>Schreiben Sie den Prompt erst in das Nachrichtenfeld.</translation>
    </message>
    <message>
        <source>Save as prompt</source>
        <translation>Als Prompt speichern</translation>
    </message>
    <message>
        <source>Saved as “{name}”. Type / to use it.</source>
        <translation>Als „{name}“ gespeichert. Mit / verwenden Sie ihn.</translation>
    </message>
    <message>
        <source>Imported {count:,} prompts.</source>
        <translation>{count:,} Prompts importiert.</translation>
    </message>
    <message>
        <source>Imported one prompt.</source>
        <translation>Ein Prompt importiert.</translation>
    </message>
    <message>
        <source>Exported {count:,} prompts to {path}.</source>
        <translation>{count:,} Prompts nach {path} exportiert.</translation>
    </message>
    <message>
        <source>Exported one prompt to {path}.</source>
        <translation>Ein Prompt nach {path} exportiert.</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>Prompts importieren</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>Prompts exportieren</translation>
    </message>
    <message>
        <source>Saved prompts (*.json)</source>
        <translation>Gespeicherte Prompts (*.json)</translation>
    </message>
</context>
<context>
    <name>SavedPromptsPage</name>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
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
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Neuer Prompt</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Write the text of the prompt…</source>
        <translation>Schreiben Sie den Text des Prompts …</translation>
    </message>
    <message>
        <source>Fields in {{ }} are filled in when you use the prompt. Press Tab to move between them.</source>
        <translation>Felder in {{ }} füllen Sie aus, wenn Sie den Prompt verwenden. Tab wechselt zwischen ihnen.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Text</translation>
    </message>
    <message>
        <source>No saved prompts yet. Save texts that you use often, and type / in the message box to use them.</source>
        <translation>Noch keine gespeicherten Prompts. Speichern Sie Texte, die Sie oft brauchen, und tippen Sie / in das Nachrichtenfeld, um sie zu verwenden.</translation>
    </message>
    <message>
        <source>Another prompt is called “{name}”.</source>
        <translation>Ein anderer Prompt heißt schon „{name}“.</translation>
    </message>
    <message>
        <source>Delete “{name}”? This can&apos;t be undone.</source>
        <translation>„{name}“ löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
</context>
<context>
    <name>SearchHalf</name>
    <message>
        <source>Search Hugging Face, or paste owner/name</source>
        <translation>Hugging Face durchsuchen oder Besitzer/Name einfügen</translation>
    </message>
    <message>
        <source>Models that can be downloaded</source>
        <translation>Modelle zum Herunterladen</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Modelle finden</translation>
    </message>
</context>
<context>
    <name>SelectedRange</name>
    <message>
        <source>You:</source>
        <translation>Sie:</translation>
    </message>
    <message>
        <source>Tool {name}:</source>
        <translation>Werkzeug {name}:</translation>
    </message>
    <message>
        <source>Hubbub:</source>
        <translation>Hubbub:</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>Move, tag or export the selection</source>
        <translation>Auswahl verschieben, verschlagworten oder exportieren</translation>
    </message>
    <message>
        <source>Archive the selection</source>
        <translation>Auswahl archivieren</translation>
    </message>
    <message>
        <source>Delete the selection</source>
        <translation>Auswahl löschen</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>{count:,} selected</source>
        <translation>{count:,} ausgewählt</translation>
    </message>
</context>
<context>
    <name>SendBox</name>
    <message>
        <source>Send to the chat shown…</source>
        <translation>An den gezeigten Chat senden …</translation>
    </message>
    <message>
        <source>Send to both chats shown…</source>
        <translation>An beide gezeigten Chats senden …</translation>
    </message>
    <message>
        <source>Send to all {count:,} chats shown…</source>
        <translation>An alle {count:,} gezeigten Chats senden …</translation>
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
        <source>Queue paused.</source>
        <translation>Schlange angehalten.</translation>
    </message>
    <message>
        <source>Paused because the last answer failed.</source>
        <translation>Pausiert, weil die letzte Antwort fehlgeschlagen ist.</translation>
    </message>
    <message>
        <source>Paused while you edit a message.</source>
        <translation>Angehalten, während eine Nachricht bearbeitet wird.</translation>
    </message>
    <message>
        <source>Not sent before Hubbub was closed.</source>
        <translation>Noch nicht gesendet, als Hubbub geschlossen wurde.</translation>
    </message>
</context>
<context>
    <name>Senses</name>
    <message>
        <source>sees pictures</source>
        <translation>sieht Bilder</translation>
    </message>
    <message>
        <source>hears sounds</source>
        <translation>hört Töne</translation>
    </message>
    <message>
        <source>{doing}, about {seconds:,} s…</source>
        <translation>{doing}, noch etwa {seconds:,} s …</translation>
    </message>
    <message>
        <source>{doing}…</source>
        <translation>{doing} …</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>Hört zu</translation>
    </message>
    <message>
        <source>Looking at the picture</source>
        <translation>Sieht sich das Bild an</translation>
    </message>
    <message>
        <source>Looking at picture {number:,} of {count:,}</source>
        <translation>Sieht sich Bild {number:,} von {count:,} an</translation>
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
        <source>Sound {name}, {size}</source>
        <translation>Ton {name}, {size}</translation>
    </message>
    <message>
        <source>Click to save the sound.</source>
        <translation>Klicken, um den Ton zu speichern.</translation>
    </message>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Die Datei {path} konnte nicht geschrieben werden: {reason}. Wählen Sie einen anderen Ordner.</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>A DRY breaker must not contain a NUL character.</source>
        <translation>Ein DRY-Trenner darf kein NUL-Zeichen enthalten.</translation>
    </message>
    <message>
        <source>A biased token is not among the model&apos;s {size:,}.</source>
        <translation>Ein gewichtetes Token ist nicht unter den {size:,} des Modells.</translation>
    </message>
    <message>
        <source>A grammar and a JSON schema can&apos;t be combined. Remove one of them.</source>
        <translation>Eine Grammatik und ein JSON-Schema lassen sich nicht verbinden. Entfernen Sie eines von beiden.</translation>
    </message>
    <message>
        <source>A key cannot be removed from {folder}: {reason}.</source>
        <translation>Ein Schlüssel kann nicht aus {folder} entfernt werden: {reason}.</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}.</source>
        <translation>Alle {layer_count} Schichten liegen auf {names}.</translation>
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
        <translation>Chats werden nicht auf der Festplatte warm gehalten: {reason}.</translation>
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
        <translation>das Festplattenkontingent ist ausgeschöpft</translation>
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
        <source>Hubbub ended while this answer was being written.</source>
        <translation>Hubbub wurde beendet, während diese Antwort geschrieben wurde.</translation>
    </message>
    <message>
        <source>Hubbub is already running on the data in {folder}.</source>
        <translation>Hubbub läuft schon mit den Daten in {folder}.</translation>
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
        <source>It takes more tokens than estimated.</source>
        <translation>Es braucht mehr Token als geschätzt.</translation>
    </message>
    <message>
        <source>It was damaged on the disk and came back from the backup of {day}.</source>
        <translation>Sie war auf der Festplatte beschädigt und kam aus der Sicherung vom {day} zurück.</translation>
    </message>
    <message>
        <source>Loading {name}…</source>
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
        <translation>auf der Festplatte ist kein Platz mehr</translation>
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
        <source>None of it could be read, and Hubbub starts with an empty list.</source>
        <translation>Nichts davon war zu lesen, und Hubbub beginnt mit einer leeren Liste.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>es ist kein Ordner</translation>
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
        <translation>die Festplatte lässt sich nur lesen</translation>
    </message>
    <message>
        <source>Reading this file took too long, so Hubbub stopped it.</source>
        <translation>Das Lesen dieser Datei dauerte zu lange und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>Töne können nicht an andere Rechner gesendet werden.</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>die Verbindung zum Netzordner ist verloren</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>Die Engine wird gestartet …</translation>
    </message>
    <message>
        <source>The answer of {host} cannot be used: {reason}.</source>
        <translation>Die Antwort von {host} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>The caches of sources alone exceed the limit for chats on the disk. Raise the limit.</source>
        <translation>Allein die Quellen brauchen mehr Platz, als für Chats auf der Festplatte erlaubt ist. Erhöhen Sie die Grenze.</translation>
    </message>
    <message>
        <source>The connection to {host} is not encrypted: others on the network can read chats and the key.</source>
        <translation>Die Verbindung zu {host} ist nicht verschlüsselt: Andere im Netzwerk können Chats und den Schlüssel mitlesen.</translation>
    </message>
    <message>
        <source>The context of this chat is full.</source>
        <translation>Der Kontext dieses Chats ist voll.</translation>
    </message>
    <message>
        <source>The disk is nearly full, so chats are not kept warm on it. Free some space.</source>
        <translation>Die Festplatte ist fast voll, darum werden Chats nicht darauf warm gehalten. Geben Sie Speicherplatz frei.</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while loading {name}. Open it to try again.</source>
        <translation>Die Engine ist {count}-mal abgestürzt, während sie {name} lud. Öffnen Sie es, um es noch einmal zu versuchen.</translation>
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
        <source>The engine crashed {count} times while it answered this chat, the last time without its cached state. Change the message or open another model. If you ask again, one more attempt is made.</source>
        <translation>Die Engine ist {count}-mal abgestürzt, während sie diesen Chat beantwortete, zuletzt ohne seinen zwischengespeicherten Zustand. Ändern Sie die Nachricht oder öffnen Sie ein anderes Modell. Wenn Sie noch einmal fragen, wird es noch einmal versucht.</translation>
    </message>
    <message>
        <source>A value for the chat template is too large a number. Set a smaller one.</source>
        <translation>Ein Wert für die Chat-Vorlage ist eine zu große Zahl. Setzen Sie eine kleinere.</translation>
    </message>
    <message>
        <source>CPU, up to {count} threads</source>
        <translation>CPU, bis zu {count} Threads</translation>
    </message>
    <message>
        <source>Edited by you.</source>
        <translation>Von Ihnen bearbeitet.</translation>
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
        <source>No presets found. Supported: exports from Hubbub and LM Studio.</source>
        <translation>Keine Vorlagen gefunden. Unterstützt: Exporte von Hubbub und LM Studio.</translation>
    </message>
    <message>
        <source>Only an answer can be edited without sending it again.</source>
        <translation>Nur eine Antwort lässt sich bearbeiten, ohne neu gesendet zu werden.</translation>
    </message>
    <message>
        <source>The engine is closed.</source>
        <translation>Die Engine ist geschlossen.</translation>
    </message>
    <message>
        <source>A file of this download was removed from {folder}. Resume the download to fetch it again.</source>
        <translation>Eine Datei dieses Downloads wurde aus {folder} entfernt. Setzen Sie den Download fort, um sie erneut zu laden.</translation>
    </message>
    <message>
        <source>Automatic context: more is used only if you set it.</source>
        <translation>Automatischer Kontext: Mehr wird nur verwendet, wenn Sie es einstellen.</translation>
    </message>
    <message>
        <source>Automatic context: more would leave too little memory for other programs.</source>
        <translation>Automatischer Kontext: Mehr würde anderen Programmen zu wenig Speicher lassen.</translation>
    </message>
    <message>
        <source>Automatic context: more would not fit on the graphics card.</source>
        <translation>Automatischer Kontext: Mehr würde nicht auf die Grafikkarte passen.</translation>
    </message>
    <message>
        <source>Automatic context: reading more would take over {minutes} minutes on this computer.</source>
        <translation>Automatischer Kontext: Mehr zu lesen würde auf diesem Computer über {minutes} Minuten dauern.</translation>
    </message>
    <message>
        <source>Choose a context of at most {tokens:,} tokens, or fewer chats at once.</source>
        <translation>Wählen Sie einen Kontext von höchstens {tokens:,} Token oder weniger Chats gleichzeitig.</translation>
    </message>
    <message>
        <source>Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>Wählen Sie einen kleineren Kontext pro Chat oder weniger Chats gleichzeitig.</translation>
    </message>
    <message>
        <source>Hubbub is being closed.</source>
        <translation>Hubbub wird gerade beendet.</translation>
    </message>
    <message>
        <source>Hubbub is set to work offline. Change that in the settings, under Network.</source>
        <translation>Hubbub arbeitet offline. Das lässt sich in den Einstellungen unter „Netzwerk“ ändern.</translation>
    </message>
    <message>
        <source>The answer could not be understood.</source>
        <translation>Die Antwort war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>The certificate of {host} is not trusted: {reason}.</source>
        <translation>Dem Zertifikat von {host} wird nicht vertraut: {reason}.</translation>
    </message>
    <message>
        <source>The connection to {host} broke off. Try again.</source>
        <translation>Die Verbindung zu {host} ist abgebrochen. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The connection was lost while the computer slept.</source>
        <translation>Die Verbindung ging verloren, während der Computer schlief.</translation>
    </message>
    <message>
        <source>The disk of {folder} can&apos;t hold a file of this size. Choose a folder on another disk.</source>
        <translation>Der Datenträger von {folder} kann keine so große Datei aufnehmen. Wählen Sie einen Ordner auf einem anderen.</translation>
    </message>
    <message>
        <source>The disk of {folder} reports an error: {reason}.</source>
        <translation>Der Datenträger von {folder} meldet einen Fehler: {reason}.</translation>
    </message>
    <message>
        <source>The engine made a mistake, which is in the log. Ask again.</source>
        <translation>Die Engine hat einen Fehler gemacht, der im Protokoll steht. Fragen Sie noch einmal.</translation>
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
        <source>The engine runs without a sandbox: {device} does not work in one.</source>
        <translation>Die Engine läuft ohne Sandbox: {device} funktioniert darin nicht.</translation>
    </message>
    <message>
        <source>The engine stopped because of an error in Hubbub. Start Hubbub again.</source>
        <translation>Die Engine wurde durch einen Fehler in Hubbub angehalten. Starten Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>The engine was closed.</source>
        <translation>Die Engine wurde geschlossen.</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be locked: {reason}.</source>
        <translation>Die Datei {path} kann nicht gesperrt werden: {reason}.</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be read: {reason}.</source>
        <translation>Die Datei {path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Die Datei {path} konnte nicht geschrieben werden: {reason}. Wählen Sie einen anderen Ordner.</translation>
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
        <source>A bias takes a token&apos;s id or its text, and a number up to 1,000.</source>
        <translation>Ein Bias braucht die Nummer oder den Text eines Tokens und eine Zahl bis 1.000.</translation>
    </message>
    <message>
        <source>A message of another program is too large for the engine.</source>
        <translation>Eine Nachricht eines anderen Programms ist zu groß für die Engine.</translation>
    </message>
    <message>
        <source>The port must be between 0 and 65,535.</source>
        <translation>Der Port muss zwischen 0 und 65.535 liegen.</translation>
    </message>
    <message>
        <source>A value for the chat template is nested too deeply. Use a flatter one.</source>
        <translation>Ein Wert für die Chat-Vorlage ist zu tief verschachtelt. Bitte einen flacheren verwenden.</translation>
    </message>
    <message>
        <source>A change to a document could not be applied and is shown separately.</source>
        <translation>Eine Änderung an einem Dokument konnte nicht angewendet werden und wird einzeln gezeigt.</translation>
    </message>
    <message>
        <source>A grammar trigger must not be empty.</source>
        <translation>Ein Auslöser einer Grammatik darf nicht leer sein.</translation>
    </message>
    <message>
        <source>A long tool result was shortened.</source>
        <translation>Ein langes Ergebnis eines Werkzeugs wurde gekürzt.</translation>
    </message>
    <message>
        <source>A model can have {most} aliases.</source>
        <translation>Ein Modell kann {most} Aliasse haben.</translation>
    </message>
    <message>
        <source>A picture in an answer was left out.</source>
        <translation>Ein Bild in einer Antwort wurde weggelassen.</translation>
    </message>
    <message>
        <source>A result in this chat contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>Ein Ergebnis in diesem Chat enthält Anweisungen an das Modell. Erlauben Sie diesen Aufruf nur, wenn Sie darum gebeten haben.</translation>
    </message>
    <message>
        <source>A text has {count:,} tokens; an embedding takes at most {limit:,}. Split it.</source>
        <translation>Ein Text hat {count:,} Token; ein Embedding nimmt höchstens {limit:,} auf. Teilen Sie ihn auf.</translation>
    </message>
    <message>
        <source>Access was refused in the browser.</source>
        <translation>Der Zugriff wurde im Browser abgelehnt.</translation>
    </message>
    <message>
        <source>Addresses with a name or a password are not read.</source>
        <translation>Adressen mit einem Namen oder Passwort werden nicht gelesen.</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}, but for their experts, which stay in main memory.</source>
        <translation>Alle {layer_count} Schichten sind auf {names}, bis auf ihre Experten, die im Arbeitsspeicher bleiben.</translation>
    </message>
    <message>
        <source>Another default model was chosen.</source>
        <translation>Ein anderes Standardmodell wurde gewählt.</translation>
    </message>
    <message>
        <source>At most 64 stop strings of at most 1,000 characters are allowed.</source>
        <translation>Höchstens 64 Stopptexte mit höchstens 1.000 Zeichen sind erlaubt.</translation>
    </message>
    <message>
        <source>At most {count} RPC servers can be used at once.</source>
        <translation>Höchstens {count} RPC-Server können zugleich benutzt werden.</translation>
    </message>
    <message>
        <source>At most {most:,} requests can wait.</source>
        <translation>Höchstens {most:,} Anfragen können warten.</translation>
    </message>
    <message>
        <source>Automatic context: the longest that this model supports.</source>
        <translation>Automatischer Kontext: der längste, den dieses Modell unterstützt.</translation>
    </message>
    <message>
        <source>Calculate and run programs</source>
        <translation>Rechnen und Programme ausführen</translation>
    </message>
    <message>
        <source>Comparing the graphics card with the processor…</source>
        <translation>Die Grafikkarte wird mit dem Prozessor verglichen …</translation>
    </message>
    <message>
        <source>Could not check for a new version: {reason}</source>
        <translation>Die Suche nach einer neuen Version ist fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Datum und Uhrzeit</translation>
    </message>
    <message>
        <source>Enter a number, or leave this empty.</source>
        <translation>Geben Sie eine Zahl ein, oder lassen Sie dies leer.</translation>
    </message>
    <message>
        <source>Enter a whole number, or leave this empty.</source>
        <translation>Geben Sie eine ganze Zahl ein, oder lassen Sie dies leer.</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is not the address of a hub: {address}</source>
        <translation>HF_ENDPOINT ist nicht die Adresse eines Hubs: {address}</translation>
    </message>
    <message>
        <source>HTTPS needs both a certificate and its key.</source>
        <translation>HTTPS braucht ein Zertifikat und dessen Schlüssel.</translation>
    </message>
    <message>
        <source>Hubbub is closing.</source>
        <translation>Hubbub wird geschlossen.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer and another one were being written.</source>
        <translation>Hubbub wurde geschlossen, während diese und eine andere Antwort geschrieben wurden.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written beside another.</source>
        <translation>Hubbub wurde geschlossen, während diese Antwort neben einer anderen geschrieben wurde.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this tool was called.</source>
        <translation>Hubbub wurde geschlossen, während dieses Werkzeug aufgerufen wurde.</translation>
    </message>
    <message>
        <source>It is a reranking model, which can&apos;t be used.</source>
        <translation>Es ist ein Reranking-Modell; solche lassen sich nicht verwenden.</translation>
    </message>
    <message>
        <source>It may open connections, because the settings name RPC servers.</source>
        <translation>Sie darf Verbindungen öffnen, weil die Einstellungen RPC-Server nennen.</translation>
    </message>
    <message>
        <source>It reached the longest answer that the settings allow.</source>
        <translation>Sie hat die größte Länge erreicht, die die Einstellungen erlauben.</translation>
    </message>
    <message>
        <source>It reached the maximum length.</source>
        <translation>Sie erreichte die größte Länge.</translation>
    </message>
    <message>
        <source>It was unloaded.</source>
        <translation>Es wurde entladen.</translation>
    </message>
    <message>
        <source>Layers of the model are on {computers}. Check that they can be reached.</source>
        <translation>Schichten des Modells liegen auf {computers}. Prüfen Sie, ob diese Rechner erreichbar sind.</translation>
    </message>
    <message>
        <source>List attached files</source>
        <translation>Angehängte Dateien auflisten</translation>
    </message>
    <message>
        <source>Loading {model}…</source>
        <translation>{model} wird geladen …</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>Das Laden von {name} wurde abgebrochen.</translation>
    </message>
    <message>
        <source>No draft model is used.</source>
        <translation>Es wird kein Entwurfsmodell verwendet.</translation>
    </message>
    <message>
        <source>No program can be started: {reason}.</source>
        <translation>Es kann kein Programm gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>No search engine of this SearXNG server answered: {names}.</source>
        <translation>Keine Suchmaschine dieses SearXNG-Servers hat geantwortet: {names}.</translation>
    </message>
    <message>
        <source>No server answers at {address}. Check that it is running.</source>
        <translation>An {address} antwortet kein Server. Prüfen Sie, ob er läuft.</translation>
    </message>
    <message>
        <source>No text file is attached to this chat.</source>
        <translation>An diesen Chat ist keine Textdatei angehängt.</translation>
    </message>
    <message>
        <source>Not enough memory for embeddings of {count:,} tokens with {name}. Send shorter texts.</source>
        <translation>Der Speicher reicht mit {name} nicht für Embeddings von {count:,} Token. Senden Sie kürzere Texte.</translation>
    </message>
    <message>
        <source>Not enough memory for {name}.</source>
        <translation>Nicht genug Speicher für {name}.</translation>
    </message>
    <message>
        <source>Nothing can listen at {host}, port {port}: {reason}.</source>
        <translation>An {host}, Port {port}, kann nichts lauschen: {reason}.</translation>
    </message>
    <message>
        <source>Nothing was sent to {name}: Hubbub works offline. Switch that off in the settings, or choose a model of this computer.</source>
        <translation>An {name} wurde nichts gesendet: Hubbub arbeitet offline. Schalten Sie das in den Einstellungen aus, oder wählen Sie ein Modell dieses Computers.</translation>
    </message>
    <message>
        <source>Only the default model answers programs.</source>
        <translation>Programmen antwortet nur das Standardmodell.</translation>
    </message>
    <message>
        <source>Only the first {count} servers were read.</source>
        <translation>Nur die ersten {count} Server wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the name of one attached file was imported.</source>
        <translation>Von einer angehängten Datei wurde nur der Name importiert.</translation>
    </message>
    <message>
        <source>Only the names of {count:,} attached files were imported.</source>
        <translation>Von {count:,} angehängten Dateien wurden nur die Namen importiert.</translation>
    </message>
    <message>
        <source>Only web pages can be opened.</source>
        <translation>Nur Webseiten können geöffnet werden.</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack fails, {reason}</source>
        <translation>Andere Rechner werden nicht benutzt: Das RPC-Paket versagt, {reason}</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack is missing. Add it under Settings, Engine.</source>
        <translation>Andere Rechner werden nicht benutzt: Das RPC-Paket fehlt. Fügen Sie es unter Einstellungen, Engine hinzu.</translation>
    </message>
    <message>
        <source>Other computers are not used: the model fits on this one. Set a number of GPU layers to use them nevertheless.</source>
        <translation>Andere Rechner werden nicht benutzt: Das Modell passt auf diesen. Stellen Sie eine Zahl von GPU-Schichten ein, um sie trotzdem zu benutzen.</translation>
    </message>
    <message>
        <source>Others on the network can read what is asked and answered, since it is not encrypted.</source>
        <translation>Andere im Netzwerk können mitlesen, was gefragt und geantwortet wird, denn es ist nicht verschlüsselt.</translation>
    </message>
    <message>
        <source>Pictures are not kept on the disk: {reason}.</source>
        <translation>Bilder werden nicht auf der Festplatte aufbewahrt: {reason}.</translation>
    </message>
    <message>
        <source>RPC servers are reached by IPv4 only: write “{address}” as a name or as an address like 192.168.1.20:{port}.</source>
        <translation>RPC-Server sind nur über IPv4 erreichbar: Schreiben Sie „{address}“ als Namen oder als Adresse wie 192.168.1.20:{port}.</translation>
    </message>
    <message>
        <source>Read a web page</source>
        <translation>Eine Webseite lesen</translation>
    </message>
    <message>
        <source>Read an attached file</source>
        <translation>Eine angehängte Datei lesen</translation>
    </message>
    <message>
        <source>Read one of my chats</source>
        <translation>Einen meiner Chats lesen</translation>
    </message>
    <message>
        <source>Reading the page.</source>
        <translation>Die Seite wird gelesen.</translation>
    </message>
    <message>
        <source>SearXNG needs an address. Enter it in the settings, under Tools.</source>
        <translation>SearXNG braucht eine Adresse. Geben Sie sie in den Einstellungen unter „Werkzeuge“ ein.</translation>
    </message>
    <message>
        <source>Search my chats</source>
        <translation>Meine Chats durchsuchen</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>Im Web suchen</translation>
    </message>
    <message>
        <source>Several chats have this title. Use a number: {names}.</source>
        <translation>Mehrere Chats haben diesen Titel. Verwenden Sie eine Nummer: {names}.</translation>
    </message>
    <message>
        <source>Signing in to “{name}” failed: {reason}</source>
        <translation>Die Anmeldung bei „{name}“ schlug fehl: {reason}</translation>
    </message>
    <message>
        <source>Some settings in {path} are not valid and were reset to their defaults: {names}.</source>
        <translation>Einige Einstellungen in {path} sind ungültig und wurden auf ihre Standardwerte zurückgesetzt: {names}.</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>Werkzeuge werden gestartet …</translation>
    </message>
    <message>
        <source>The JSON can&apos;t be read in line {line}, column {column}: {reason}.</source>
        <translation>Das JSON kann in Zeile {line}, Spalte {column} nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The JSON is nested too deeply.</source>
        <translation>Das JSON ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be read: {reason}</source>
        <translation>Das JSON-Schema ist nicht lesbar: {reason}</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON.</source>
        <translation>Das JSON-Schema ist kein JSON.</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON: {reason}.</source>
        <translation>Das JSON-Schema ist kein JSON: {reason}.</translation>
    </message>
    <message>
        <source>The alias “{alias}” is given twice.</source>
        <translation>Der Alias „{alias}“ ist zweimal angegeben.</translation>
    </message>
    <message>
        <source>The answer of {name} could not be understood.</source>
        <translation>Die Antwort von {name} war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>The answer repeated itself.</source>
        <translation>Die Antwort hat sich wiederholt.</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends after “{file}”, and later files may be missing.</source>
        <translation>Das Archiv ist unvollständig: Es endet nach „{file}“, und spätere Dateien können fehlen.</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends within “{file}”, and later files are missing.</source>
        <translation>Das Archiv ist unvollständig: Es endet in „{file}“, und spätere Dateien fehlen.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON in line {line}, column {column}.</source>
        <translation>Die Argumente sind kein gültiges JSON: Zeile {line}, Spalte {column}.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON.</source>
        <translation>Die Argumente sind kein gültiges JSON.</translation>
    </message>
    <message>
        <source>The arguments do not fit the tool “{name}”: {problem}</source>
        <translation>Die Argumente passen nicht zum Werkzeug „{name}“: {problem}</translation>
    </message>
    <message>
        <source>The arguments have more than {count:,} characters.</source>
        <translation>Die Argumente haben mehr als {count:,} Zeichen.</translation>
    </message>
    <message>
        <source>The arguments must be a JSON object, not `{type}`.</source>
        <translation>Die Argumente müssen ein JSON-Objekt sein, nicht `{type}`.</translation>
    </message>
    <message>
        <source>The arguments of “{tool}” are not valid: {reason}.</source>
        <translation>Die Argumente von „{tool}“ sind ungültig: {reason}.</translation>
    </message>
    <message>
        <source>The browser gave no answer within {count:,} minutes.</source>
        <translation>Der Browser hat {count:,} Minuten lang nicht geantwortet.</translation>
    </message>
    <message>
        <source>The certificate can&apos;t be used: {reason}.</source>
        <translation>Das Zertifikat kann nicht benutzt werden: {reason}.</translation>
    </message>
    <message>
        <source>The chain of references from {place} is too long.</source>
        <translation>Die Kette der Verweise ab {place} ist zu lang.</translation>
    </message>
    <message>
        <source>The chat template leaves out the user&apos;s question. Set another one.</source>
        <translation>Die Chat-Vorlage lässt die Frage weg. Legen Sie eine andere fest.</translation>
    </message>
    <message>
        <source>The connection to {computers} was lost. Layers of the model are there.</source>
        <translation>Die Verbindung zu {computers} ist abgerissen. Dort liegen Schichten des Modells.</translation>
    </message>
    <message>
        <source>The draft model {name} stopped computing and is not used. Replies are written without it.</source>
        <translation>Das Entwurfsmodell {name} rechnet nicht mehr und wird nicht verwendet. Antworten entstehen ohne es.</translation>
    </message>
    <message>
        <source>The embeddings of these texts could not be computed. Try again.</source>
        <translation>Die Embeddings dieser Texte konnten nicht berechnet werden. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The engine does not answer.</source>
        <translation>Die Engine antwortet nicht.</translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation>Die Engine läuft nicht.</translation>
    </message>
    <message>
        <source>The engine is of another version of Hubbub.</source>
        <translation>Die Engine gehört zu einer anderen Version von Hubbub.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: this system does not provide one.</source>
        <translation>Die Engine läuft ohne Sandbox, denn dieses System bietet keine.</translation>
    </message>
    <message>
        <source>The engine stopped while this was being answered.</source>
        <translation>Die Engine ist stehen geblieben, während das beantwortet wurde.</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox blocks programs and connections, but not files ({reason}).</source>
        <translation>Die Sandbox der Engine sperrt Programme und Verbindungen, aber keine Dateien ({reason}).</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox protects files, but does not block connections ({reason}).</source>
        <translation>Die Sandbox der Engine schützt Dateien, sperrt aber keine Verbindungen ({reason}).</translation>
    </message>
    <message>
        <source>The field “{name}” can&apos;t be shown.</source>
        <translation>Das Feld „{name}“ kann nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be emptied: {reason}.</source>
        <translation>Der Ordner {folder} kann nicht geleert werden: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} is missing. The download continues when it is back.</source>
        <translation>Der Ordner {folder} fehlt. Der Download läuft weiter, sobald er wieder da ist.</translation>
    </message>
    <message>
        <source>The form has more than {count} fields.</source>
        <translation>Das Formular hat mehr als {count} Felder.</translation>
    </message>
    <message>
        <source>The grammar allows none of the model&apos;s tokens here. Check its character classes and the rules that follow the text so far.</source>
        <translation>Die Grammatik erlaubt hier keines der Tokens des Modells. Prüfen Sie ihre Zeichenklassen und die Regeln, die auf den bisherigen Text folgen.</translation>
    </message>
    <message>
        <source>The grammar contains a character that is not valid in text.</source>
        <translation>Die Grammatik enthält ein Zeichen, das in Texten nicht gültig ist.</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous. Use fewer repetitions and alternatives that match the same text.</source>
        <translation>Die Grammatik ist zu mehrdeutig. Verwenden Sie weniger Wiederholungen und Alternativen, die denselben Text treffen.</translation>
    </message>
    <message>
        <source>The graphics cards have changed. Planning {model}…</source>
        <translation>Die Grafikkarten haben sich geändert. {model} wird neu geplant …</translation>
    </message>
    <message>
        <source>The header of “{name}” is too long to read before the download.</source>
        <translation>Der Header von „{name}“ ist zu lang, um vor dem Download gelesen zu werden.</translation>
    </message>
    <message>
        <source>The hub reports an invalid size or hash for {name}.</source>
        <translation>Der Hub meldet eine ungültige Größe oder Prüfsumme für {name}.</translation>
    </message>
    <message>
        <source>The interpreter for programs is not installed. Reinstall Hubbub.</source>
        <translation>Der Interpreter für Programme ist nicht installiert. Installieren Sie Hubbub neu.</translation>
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
        <source>The limit of {count} calls in one turn is reached. Continue the answer to run this call.</source>
        <translation>Die Grenze von {count} Aufrufen in einer Antwort ist erreicht. Setzen Sie die Antwort fort, um diesen Aufruf auszuführen.</translation>
    </message>
    <message>
        <source>The load of {model} is stopped: other programs took the memory.</source>
        <translation>Das Laden von {model} wird abgebrochen: Andere Programme haben den Speicher belegt.</translation>
    </message>
    <message>
        <source>The message to be asked again was deleted.</source>
        <translation>Die Nachricht, die noch einmal gefragt werden sollte, wurde gelöscht.</translation>
    </message>
    <message>
        <source>The messages of this request are too large for the engine. Shorten them.</source>
        <translation>Die Nachrichten dieser Anfrage sind zu groß für die Engine. Kürzen Sie sie.</translation>
    </message>
    <message>
        <source>The model can&apos;t read this part of the chat. Edit your message, or shorten it.</source>
        <translation>Das Modell kann diesen Teil des Chats nicht lesen. Bearbeiten oder kürzen Sie Ihre Nachricht.</translation>
    </message>
    <message>
        <source>The model cannot take a picture of this size and shape.</source>
        <translation>Das Modell kann ein Bild von dieser Größe und Form nicht aufnehmen.</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Ask again.</source>
        <translation>Das Modell konnte diese Antwort nicht berechnen. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The model found no way on in this answer. Ask again.</source>
        <translation>Das Modell kam in dieser Antwort nicht weiter. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>Das Modell wird geladen.</translation>
    </message>
    <message>
        <source>The model is split into {count} files, and “{part}” is missing.</source>
        <translation>Das Modell ist auf {count} Dateien verteilt, und „{part}“ fehlt.</translation>
    </message>
    <message>
        <source>The model of this chat is missing. Choose another one for it.</source>
        <translation>Das Modell dieses Chats fehlt. Wählen Sie ein anderes für ihn.</translation>
    </message>
    <message>
        <source>The model of this chat is not on this computer any more.</source>
        <translation>Das Modell dieses Chats ist nicht mehr auf diesem Computer.</translation>
    </message>
    <message>
        <source>The model reads this picture in one piece, which takes {rows:,} tokens, but it was loaded for {most:,}. Send a smaller picture.</source>
        <translation>Das Modell liest dieses Bild am Stück, wofür es {rows:,} Token braucht; geladen wurde es für {most:,}. Senden Sie ein kleineres Bild.</translation>
    </message>
    <message>
        <source>The model repeats this call, so its turn was ended.</source>
        <translation>Das Modell wiederholt diesen Aufruf, daher wurde seine Antwort beendet.</translation>
    </message>
    <message>
        <source>The model splits a picture of this size into parts, which is not supported yet.</source>
        <translation>Das Modell zerlegt ein Bild dieser Größe in Teile, was noch nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>The model stopped computing and was loaded again. Ask again.</source>
        <translation>Das Modell hat aufgehört zu rechnen und wurde neu geladen. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The model was unloaded.</source>
        <translation>Das Modell wurde entladen.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is broken: {reason}</source>
        <translation>Die Chat-Vorlage des Modells ist kaputt: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long to be trusted.</source>
        <translation>Die Chat-Vorlage des Modells ist zu lang, um ihr zu trauen.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves the picture out. Remove the picture, or open another model.</source>
        <translation>Die Chat-Vorlage des Modells lässt das Bild weg. Entfernen Sie das Bild oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template makes nothing of this message. Edit it, or open another model.</source>
        <translation>Die Chat-Vorlage des Modells macht aus dieser Nachricht nichts. Bearbeiten Sie sie, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template refused this conversation: {reason}</source>
        <translation>Die Chat-Vorlage des Modells hat diese Unterhaltung abgelehnt: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long for this chat. Start a new chat, or open another model.</source>
        <translation>Die Chat-Vorlage des Modells braucht für diese Unterhaltung zu lange. Beginnen Sie eine neue Unterhaltung, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long. Open another model.</source>
        <translation>Die Chat-Vorlage des Modells braucht zu lange. Öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s file name can&apos;t be written as text. Rename it first.</source>
        <translation>Der Dateiname des Modells lässt sich nicht als Text schreiben. Benennen Sie es erst um.</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary has only {size:,} tokens.</source>
        <translation>Das Vokabular des Modells hat nur {size:,} Token.</translation>
    </message>
    <message>
        <source>The network process runs without a sandbox: it was started without one.</source>
        <translation>Der Netzwerkprozess läuft ohne Sandbox: Er wurde ohne gestartet.</translation>
    </message>
    <message>
        <source>The network process stopped because of an error in Hubbub.</source>
        <translation>Der Netzwerkprozess wurde durch einen Fehler in Hubbub beendet.</translation>
    </message>
    <message>
        <source>The network process stopped unexpectedly. Try again.</source>
        <translation>Der Netzwerkprozess wurde unerwartet beendet. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The newest release has no version number.</source>
        <translation>Die neueste Veröffentlichung hat keine Versionsnummer.</translation>
    </message>
    <message>
        <source>The next message loads the model.</source>
        <translation>Die nächste Nachricht lädt das Modell.</translation>
    </message>
    <message>
        <source>The pages of “{name}” can&apos;t be drawn: the file is damaged, or too large.</source>
        <translation>Die Seiten von „{name}“ können nicht gezeichnet werden: Die Datei ist beschädigt oder zu groß.</translation>
    </message>
    <message>
        <source>The pages of “{name}” took too long to draw and were skipped.</source>
        <translation>Die Seiten von „{name}“ zu zeichnen hat zu lange gedauert; sie wurden übersprungen.</translation>
    </message>
    <message>
        <source>The picture changed on its way to the model. Remove it and add it again.</source>
        <translation>Das Bild hat sich auf dem Weg zum Modell verändert. Entfernen Sie es und fügen Sie es neu hinzu.</translation>
    </message>
    <message>
        <source>The picture could not be read. Remove it and add it again.</source>
        <translation>Das Bild konnte nicht gelesen werden. Entfernen Sie es und fügen Sie es neu hinzu.</translation>
    </message>
    <message>
        <source>The picture has too many pixels.</source>
        <translation>Das Bild hat zu viele Pixel.</translation>
    </message>
    <message>
        <source>The picture is too large to be sent to the model. Send a smaller one.</source>
        <translation>Das Bild ist zu groß, um es dem Modell zu senden. Senden Sie ein kleineres.</translation>
    </message>
    <message>
        <source>The picture is too long and thin: {width} x {height} pixels.</source>
        <translation>Das Bild ist zu lang und zu schmal: {width} x {height} Pixel.</translation>
    </message>
    <message>
        <source>The pictures of this chat are too large to be sent together.</source>
        <translation>Die Bilder dieses Chats sind zusammen zu groß, um gesendet zu werden.</translation>
    </message>
    <message>
        <source>The process of the program ended unexpectedly. Try a simpler program.</source>
        <translation>Der Prozess des Programms endete unerwartet. Versuchen Sie ein einfacheres Programm.</translation>
    </message>
    <message>
        <source>The program is running.</source>
        <translation>Das Programm läuft.</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install it, or enter its full path.</source>
        <translation>Das Programm „{program}“ wurde nicht gefunden. Installieren Sie es, oder geben Sie seinen vollen Pfad ein.</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install {package}, or enter the full path of “{program}”.</source>
        <translation>Das Programm „{program}“ wurde nicht gefunden. Installieren Sie {package}, oder geben Sie den vollen Pfad von „{program}“ ein.</translation>
    </message>
    <message>
        <source>The proxy of this computer can&apos;t be used: {reason}</source>
        <translation>Der Proxy dieses Computers ist nicht zu gebrauchen: {reason}</translation>
    </message>
    <message>
        <source>The proxy of this computer refuses the connection: {reason}.</source>
        <translation>Der Proxy dieses Computers lehnt die Verbindung ab: {reason}.</translation>
    </message>
    <message>
        <source>The reading of this file broke off.</source>
        <translation>Das Lesen dieser Datei brach ab.</translation>
    </message>
    <message>
        <source>The server has changed the description or the arguments of this tool since you allowed it. The description is now: “{description}”</source>
        <translation>Der Server hat die Beschreibung oder die Argumente dieses Werkzeugs geändert, seit Sie es erlaubt haben. Die Beschreibung ist jetzt: „{description}“</translation>
    </message>
    <message>
        <source>The server named a page that is not a web address.</source>
        <translation>Der Server nannte eine Seite, die keine Web-Adresse ist.</translation>
    </message>
    <message>
        <source>The server of this tool is not set up any more.</source>
        <translation>Der Server dieses Werkzeugs ist nicht mehr eingerichtet.</translation>
    </message>
    <message>
        <source>The settings keep the model off the graphics card.</source>
        <translation>Nach den Einstellungen kommt nichts vom Modell auf die Grafikkarte.</translation>
    </message>
    <message>
        <source>The shares of the graphics cards must not be negative.</source>
        <translation>Die Anteile der Grafikkarten dürfen nicht negativ sein.</translation>
    </message>
    <message>
        <source>The sign-in was cancelled.</source>
        <translation>Die Anmeldung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The sign-in was refused.</source>
        <translation>Die Anmeldung wurde abgelehnt.</translation>
    </message>
    <message>
        <source>The sound changed on its way to the model. Remove it and add it again.</source>
        <translation>Der Ton hat sich auf dem Weg zum Modell verändert. Entfernen Sie ihn und fügen Sie ihn neu hinzu.</translation>
    </message>
    <message>
        <source>The text {text} is not a JSON string.</source>
        <translation>Der Text {text} ist keine JSON-Zeichenkette.</translation>
    </message>
    <message>
        <source>The tool “{name}” is not available now.</source>
        <translation>Das Werkzeug „{name}“ ist gerade nicht verfügbar.</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damage ({fault}). Close Hubbub and start it again: it keeps the damaged file and continues with all that can be read.</source>
        <translation>Die wöchentliche Prüfung der Chats hat einen Schaden gefunden ({fault}). Schließen Sie Hubbub und starten Sie es neu: Es behält die beschädigte Datei und arbeitet mit allem weiter, was lesbar ist.</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damaged messages: {damaged:,}. Restored from a backup: {restored:,}. The others are marked.</source>
        <translation>Die wöchentliche Prüfung der Chats hat beschädigte Nachrichten gefunden: {damaged:,}. Aus einer Sicherung wiederhergestellt: {restored:,}. Die anderen sind markiert.</translation>
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
        <source>There is no file “{name}”. The files are: {names}.</source>
        <translation>Es gibt keine Datei „{name}“. Die Dateien sind: {names}.</translation>
    </message>
    <message>
        <source>There is no file “{path}”. Enter its full path.</source>
        <translation>Eine Datei „{path}“ gibt es nicht. Den vollständigen Pfad eingeben.</translation>
    </message>
    <message>
        <source>There is no folder that could be written to: {reason}.</source>
        <translation>Es gibt keinen Ordner, in den geschrieben werden könnte: {reason}.</translation>
    </message>
    <message>
        <source>There is no folder “{folder}”.</source>
        <translation>Es gibt keinen Ordner „{folder}“.</translation>
    </message>
    <message>
        <source>There is no model “{id}”.</source>
        <translation>Es gibt kein Modell „{id}“.</translation>
    </message>
    <message>
        <source>There is no other chat “{name}”. Search for it first.</source>
        <translation>Es gibt keinen anderen Chat „{name}“. Suchen Sie zuerst danach.</translation>
    </message>
    <message>
        <source>There is no room left in the model&apos;s memory for this chat. Set a larger context per chat, or begin a new one.</source>
        <translation>Im Gedächtnis des Modells ist für diesen Chat kein Platz mehr. Stellen Sie mehr Kontext je Chat ein, oder beginnen Sie einen neuen.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. Nothing older is lost; make room and try again.</source>
        <translation>Auf der Festplatte von {folder} ist kein Platz mehr. Älteres ist nicht verloren; schaffen Sie Platz, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. The chats can be read, but new messages are not saved. Free some space, and restart Hubbub.</source>
        <translation>Auf der Festplatte von {folder} ist kein Platz mehr. Die Chats lassen sich lesen, aber neue Nachrichten werden nicht gespeichert. Schaffen Sie Platz, und starten Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>There is no text to read. Add text, or choose files.</source>
        <translation>Es gibt keinen Text zu lesen. Fügen Sie Text hinzu, oder wählen Sie Dateien.</translation>
    </message>
    <message>
        <source>There is no text. Paste the JSON that the server&apos;s page shows.</source>
        <translation>Es gibt keinen Text. Fügen Sie das JSON ein, das die Seite des Servers zeigt.</translation>
    </message>
    <message>
        <source>There is no time zone “{name}”. Use a name such as Europe/Berlin, or an offset such as UTC+2.</source>
        <translation>Es gibt keine Zeitzone „{name}“. Verwenden Sie einen Namen wie Europe/Berlin oder einen Abstand wie UTC+2.</translation>
    </message>
    <message>
        <source>There is not enough memory on {names}.</source>
        <translation>Auf {names} ist nicht genug Speicher.</translation>
    </message>
    <message>
        <source>There is not enough memory to listen to this sound. Close other programs, or send a shorter one.</source>
        <translation>Der Arbeitsspeicher reicht nicht, um diesen Ton anzuhören. Schließen Sie andere Programme, oder senden Sie einen kürzeren.</translation>
    </message>
    <message>
        <source>There is not enough memory to look at this picture. Close other programs, or send a smaller one.</source>
        <translation>Der Arbeitsspeicher reicht nicht, um dieses Bild anzusehen. Schließen Sie andere Programme, oder senden Sie ein kleineres.</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}.</source>
        <translation>In {folder} ist nicht genug Platz.</translation>
    </message>
    <message>
        <source>There may be up to 64 stop strings of up to 1,000 characters.</source>
        <translation>Es kann bis zu 64 Stopptexte mit bis zu 1.000 Zeichen geben.</translation>
    </message>
    <message>
        <source>This SearXNG server does not answer programs. Its owner can allow JSON: add “json” to “formats” under “search” in its settings.yml.</source>
        <translation>Dieser SearXNG-Server antwortet Programmen nicht. Sein Betreiber kann JSON erlauben: „json“ unter „search“, „formats“ in seiner settings.yml.</translation>
    </message>
    <message>
        <source>This archive can&apos;t be read: {reason}.</source>
        <translation>Dieses Archiv kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>This archive holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>Dieses Archiv enthält keine Chats, die Hubbub importieren kann. Es liest Exporte von {programs}.</translation>
    </message>
    <message>
        <source>This archive only holds other archives. Unpack it, and import those.</source>
        <translation>Dieses Archiv enthält nur andere Archive. Entpacken Sie es und importieren Sie diese.</translation>
    </message>
    <message>
        <source>This chat does not exist any more, or is in the trash.</source>
        <translation>Diesen Chat gibt es nicht mehr, oder er liegt im Papierkorb.</translation>
    </message>
    <message>
        <source>This chat does not exist any more.</source>
        <translation>Dieser Chat existiert nicht mehr.</translation>
    </message>
    <message>
        <source>This chat has no message of yours to answer.</source>
        <translation>Dieser Chat enthält keine Nachricht von Ihnen, auf die zu antworten wäre.</translation>
    </message>
    <message>
        <source>This chat has only {count:,} messages.</source>
        <translation>Dieser Chat hat nur {count:,} Nachrichten.</translation>
    </message>
    <message>
        <source>This chat is not in the trash any more.</source>
        <translation>Dieser Chat liegt nicht mehr im Papierkorb.</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>Dieser Chat wird noch beantwortet. Halten Sie diese Antwort erst an.</translation>
    </message>
    <message>
        <source>This computer has no keyring. Set HF_TOKEN instead.</source>
        <translation>Dieser Rechner hat keinen Schlüsselbund. Setzen Sie stattdessen HF_TOKEN.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring does not answer. Unlock it, and try again.</source>
        <translation>Der Schlüsselbund dieses Computers antwortet nicht. Entsperren Sie ihn und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring was not unlocked, so nothing in it was read or replaced. Unlock it, and try again.</source>
        <translation>Der Schlüsselbund dieses Computers wurde nicht entsperrt. Darin wurde nichts gelesen oder ersetzt. Entsperren Sie ihn und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>This file takes more memory than an import may have.</source>
        <translation>Diese Datei braucht mehr Speicher, als ein Import haben darf.</translation>
    </message>
    <message>
        <source>This folder holds no chats that Hubbub can import.</source>
        <translation>Dieser Ordner enthält keine Chats, die Hubbub importieren kann.</translation>
    </message>
    <message>
        <source>This folder holds no files with chats (.json, .jsonl, .zip).</source>
        <translation>Dieser Ordner enthält keine Dateien mit Chats (.json, .jsonl, .zip).</translation>
    </message>
    <message>
        <source>This is not a file but a folder or a device.</source>
        <translation>Dies ist keine Datei, sondern ein Ordner oder ein Gerät.</translation>
    </message>
    <message>
        <source>This is not the address of a page: {address}.</source>
        <translation>Das ist nicht die Adresse einer Seite: {address}.</translation>
    </message>
    <message>
        <source>This is not the address of a server: {address}. It looks like http://rack:8000.</source>
        <translation>Das ist nicht die Adresse eines Servers: {address}. Sie sieht aus wie http://rack:8000.</translation>
    </message>
    <message>
        <source>This looks like YAML, which is not supported. Paste the JSON of the server.</source>
        <translation>Das sieht nach YAML aus, das nicht unterstützt wird. Fügen Sie das JSON des Servers ein.</translation>
    </message>
    <message>
        <source>This message and its context need about {count:,} tokens, but the model there holds {context_window:,}. Shorten it, or choose another model.</source>
        <translation>Diese Nachricht und ihr Kontext brauchen etwa {count:,} Token, aber das Modell dort fasst {context_window:,}. Kürzen Sie sie, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>This message and its context need {count:,} tokens, but a chat can hold {context_window:,}. Shorten it, or raise “Context length” in the settings.</source>
        <translation>Diese Nachricht und ihr Kontext brauchen {count:,} Token, aber ein Chat fasst {context_window:,}. Kürzen Sie sie, oder erhöhen Sie „Kontextlänge“ in den Einstellungen.</translation>
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
        <source>This model can&apos;t see pictures. Remove them, or choose a vision model.</source>
        <translation>Dieses Modell kann keine Bilder sehen. Entfernen Sie sie, oder wählen Sie ein Modell, das sieht.</translation>
    </message>
    <message>
        <source>This number is too large.</source>
        <translation>Diese Zahl ist zu groß.</translation>
    </message>
    <message>
        <source>This request is not allowed.</source>
        <translation>Diese Anfrage ist nicht erlaubt.</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a grammar. Use a JSON schema, or remove it.</source>
        <translation>Dieser Server kann keiner Grammatik folgen. Verwenden Sie ein JSON-Schema, oder entfernen Sie sie.</translation>
    </message>
    <message>
        <source>This server offers no model. Load one there first.</source>
        <translation>Dieser Server bietet kein Modell an. Laden Sie dort zuerst eines.</translation>
    </message>
    <message>
        <source>This text can&apos;t be read: {reason}.</source>
        <translation>Dieser Text kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>This text is too long to be the settings of servers.</source>
        <translation>Dieser Text ist zu lang für die Einstellungen von Servern.</translation>
    </message>
    <message>
        <source>This version called tools, which run for the first version only. Continue it to run them.</source>
        <translation>Diese Version hat Werkzeuge aufgerufen, die nur für die erste Version laufen. Setzen Sie sie fort, um sie auszuführen.</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele Verweise hintereinander</translation>
    </message>
    <message>
        <source>Too many long requests are waiting.</source>
        <translation>Zu viele lange Anfragen warten.</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Unloading {others} to make room for {model}…</source>
        <translation>{others} wird entladen, um Platz für {model} zu schaffen …</translation>
    </message>
    <message>
        <source>Waiting for a slot: {count:,} of {count:,} in use, position {place:,}</source>
        <translation>Wartet auf einen Platz: {count:,} von {count:,} belegt, Nummer {place:,}</translation>
    </message>
    <message>
        <source>Waiting for the model to load, position {place:,}</source>
        <translation>Wartet auf das Laden des Modells, Platz {place:,}</translation>
    </message>
    <message>
        <source>Waiting for {host}.</source>
        <translation>Warten auf {host}.</translation>
    </message>
    <message>
        <source>Wikipedia refused the search: {said}</source>
        <translation>Wikipedia hat die Suche abgelehnt: {said}</translation>
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
        <source>Your credit at {name} is used up: {said}</source>
        <translation>Ihr Guthaben bei {name} ist aufgebraucht: {said}</translation>
    </message>
    <message>
        <source>[File “{name}” of type {kind} with {count:,} bytes]</source>
        <translation>[Datei „{name}“ vom Typ {kind} mit {count:,} Bytes]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is damaged.]</source>
        <translation>[„{name}“ ({kind}) ist beschädigt.]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is too large and was omitted.]</source>
        <translation>[„{name}“ ({kind}) ist zu groß und wurde weggelassen.]</translation>
    </message>
    <message>
        <source>[“{name}” was omitted: the result is too large.]</source>
        <translation>[„{name}“ wurde weggelassen: Das Ergebnis ist zu groß.]</translation>
    </message>
    <message>
        <source>`{name}` is missing.</source>
        <translation>`{name}` fehlt.</translation>
    </message>
    <message>
        <source>`{name}` is unknown. The properties are {known}.</source>
        <translation>`{name}` ist unbekannt. Die Eigenschaften sind {known}.</translation>
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
        <source>a colon is missing</source>
        <translation>ein Doppelpunkt fehlt</translation>
    </message>
    <message>
        <source>a comma is missing</source>
        <translation>ein Komma fehlt</translation>
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
        <source>a name in double quotes is missing</source>
        <translation>ein Name in doppelten Anführungszeichen fehlt</translation>
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
        <source>a text becomes too long</source>
        <translation>ein Text wird zu lang</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>ein Wert fehlt</translation>
    </message>
    <message>
        <source>above {low}</source>
        <translation>größer als {low}</translation>
    </message>
    <message>
        <source>adaptive-p decay</source>
        <translation>Adaptive-p-Abklingrate</translation>
    </message>
    <message>
        <source>adaptive-p target</source>
        <translation>Adaptive-p-Ziel</translation>
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
        <source>calls of tools in one turn</source>
        <translation>Werkzeugaufrufe in einer Antwort</translation>
    </message>
    <message>
        <source>context per chat</source>
        <translation>Kontext je Chat</translation>
    </message>
    <message>
        <source>does not say what kind of model it is</source>
        <translation>sagt nicht, welche Art von Modell es ist</translation>
    </message>
    <message>
        <source>download speed</source>
        <translation>Geschwindigkeit der Downloads</translation>
    </message>
    <message>
        <source>downloads at once</source>
        <translation>Downloads zugleich</translation>
    </message>
    <message>
        <source>dynamic temperature exponent</source>
        <translation>Exponent der dynamischen Temperatur</translation>
    </message>
    <message>
        <source>dynamic temperature range</source>
        <translation>Spanne der dynamischen Temperatur</translation>
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
        <source>is a reranking model: it sorts texts and cannot chat; open a chat model</source>
        <translation>ist ein Reranking-Modell: Es sortiert Texte und kann nicht chatten; öffnen Sie ein Chat-Modell</translation>
    </message>
    <message>
        <source>is not a GGUF model file</source>
        <translation>ist keine GGUF-Modelldatei</translation>
    </message>
    <message>
        <source>it belongs to another program</source>
        <translation>sie gehört einem anderen Programm</translation>
    </message>
    <message>
        <source>it can&apos;t be reached ({reason}).</source>
        <translation>er ist nicht erreichbar ({reason}).</translation>
    </message>
    <message>
        <source>it could not be loaded.</source>
        <translation>Es ließ sich nicht laden.</translation>
    </message>
    <message>
        <source>it does not answer.</source>
        <translation>er antwortet nicht.</translation>
    </message>
    <message>
        <source>it gave no reason.</source>
        <translation>er nannte keinen Grund.</translation>
    </message>
    <message>
        <source>it has neither a command nor an address</source>
        <translation>er hat weder einen Befehl noch eine Adresse</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>er hat keinen Namen</translation>
    </message>
    <message>
        <source>it has no usable device.</source>
        <translation>er hat kein Gerät, das benutzt werden kann.</translation>
    </message>
    <message>
        <source>it holds triggers or views, which no version of Hubbub makes</source>
        <translation>sie enthält Trigger oder Sichten, die keine Version von Hubbub anlegt</translation>
    </message>
    <message>
        <source>it is not an RPC server.</source>
        <translation>es ist kein RPC-Server.</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>er ist kein Objekt</translation>
    </message>
    <message>
        <source>it uses {kind}, which is not supported at this address. Enter the address of its streamable HTTP endpoint, which often ends in “/mcp”</source>
        <translation>er nutzt {kind}, was an dieser Adresse nicht unterstützt wird. Geben Sie die Adresse seines Endpunkts für Streamable HTTP ein, die oft auf „/mcp“ endet</translation>
    </message>
    <message>
        <source>its arguments are not an object</source>
        <translation>seine Argumente sind kein Objekt</translation>
    </message>
    <message>
        <source>its file with variables was not read: enter them here</source>
        <translation>seine Datei mit Variablen wurde nicht gelesen: Geben Sie sie hier ein</translation>
    </message>
    <message>
        <source>its schema of arguments is longer than {limit} KB</source>
        <translation>sein Schema der Argumente ist länger als {limit} KB</translation>
    </message>
    <message>
        <source>its schema of arguments is nested too deeply</source>
        <translation>sein Schema der Argumente ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>its schema of arguments is not an object</source>
        <translation>sein Schema der Argumente ist kein Objekt</translation>
    </message>
    <message>
        <source>memory for models</source>
        <translation>Speicher für Modelle</translation>
    </message>
    <message>
        <source>only the first {count:,} tools are used</source>
        <translation>nur die ersten {count:,} Werkzeuge werden verwendet</translation>
    </message>
    <message>
        <source>seconds that a model stays</source>
        <translation>Sekunden, die ein Modell bleibt</translation>
    </message>
    <message>
        <source>share of programs in the cache</source>
        <translation>Anteil der Programme am Zwischenspeicher</translation>
    </message>
    <message>
        <source>the address to {website}</source>
        <translation>die Adresse an {website}</translation>
    </message>
    <message>
        <source>the graphics card has no memory left for a measurement.</source>
        <translation>die Grafikkarte hat keinen Speicher mehr für eine Messung.</translation>
    </message>
    <message>
        <source>the object</source>
        <translation>das Objekt</translation>
    </message>
    <message>
        <source>the value of “{key}” is not a text</source>
        <translation>der Wert von „{key}“ ist kein Text</translation>
    </message>
    <message>
        <source>the website</source>
        <translation>die Website</translation>
    </message>
    <message>
        <source>{address} is not a page with text, but of the type {type}.</source>
        <translation>{address} ist keine Seite mit Text, sondern vom Typ {type}.</translation>
    </message>
    <message>
        <source>{file}: The file is encrypted, or packed in an unknown way.</source>
        <translation>{file}: Die Datei ist verschlüsselt oder auf unbekannte Weise gepackt.</translation>
    </message>
    <message>
        <source>{file}: an archive in an archive is not read.</source>
        <translation>{file}: Ein Archiv in einem Archiv wird nicht gelesen.</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached. Check your connection.</source>
        <translation>{host} ist nicht erreichbar. Prüfen Sie Ihre Verbindung.</translation>
    </message>
    <message>
        <source>{host} did not accept the tools of this chat. Turn them off, or choose a model that supports tools.</source>
        <translation>{host} hat die Werkzeuge dieses Chats nicht angenommen. Schalten Sie sie aus, oder wählen Sie ein Modell, das Werkzeuge unterstützt.</translation>
    </message>
    <message>
        <source>{host} does not allow programs to read this page (robots.txt).</source>
        <translation>{host} erlaubt Programmen nicht, diese Seite zu lesen (robots.txt).</translation>
    </message>
    <message>
        <source>{host} has no repository “{name}”, or it is private.</source>
        <translation>Auf {host} gibt es kein Repository „{name}“, oder es ist privat.</translation>
    </message>
    <message>
        <source>{host} needs you to sign in or to accept conditions first ({status}). Open the model&apos;s page there, add your access token in the settings, under Network, then resume.</source>
        <translation>{host} verlangt zuerst eine Anmeldung oder die Annahme von Bedingungen ({status}). Öffnen Sie dort die Seite des Modells, tragen Sie Ihr Zugriffstoken in den Einstellungen unter Netzwerk ein, und setzen Sie dann fort.</translation>
    </message>
    <message>
        <source>{host} no longer has this file.</source>
        <translation>{host} hat diese Datei nicht mehr.</translation>
    </message>
    <message>
        <source>{host} offers a file of {count:,} bytes instead of {wanted:,}.</source>
        <translation>{host} bietet eine Datei von {count:,} statt {wanted:,} Bytes an.</translation>
    </message>
    <message>
        <source>{host} sends a web page instead of the file. Does this network need you to sign in?</source>
        <translation>{host} sendet eine Webseite statt der Datei. Verlangt dieses Netz eine Anmeldung?</translation>
    </message>
    <message>
        <source>{host} sends almost no data. Connecting again.</source>
        <translation>{host} sendet fast keine Daten. Die Verbindung wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>{host} sends the file with an unexpected content encoding.</source>
        <translation>{host} sendet die Datei in einer unerwarteten Kodierung.</translation>
    </message>
    <message>
        <source>{host} sent an invalid response.</source>
        <translation>{host} hat eine ungültige Antwort gesendet.</translation>
    </message>
    <message>
        <source>{host} takes too long to send the page.</source>
        <translation>{host} braucht zu lange, um die Seite zu senden.</translation>
    </message>
    <message>
        <source>{host} was not found. Check the name and your connection.</source>
        <translation>{host} wurde nicht gefunden. Prüfen Sie den Namen und Ihre Verbindung.</translation>
    </message>
    <message>
        <source>{library} of CUDA was not found. Install the package hubbub-cuda or NVIDIA&apos;s CUDA toolkit.</source>
        <translation>{library} von CUDA wurde nicht gefunden. Installieren Sie das Paket hubbub-cuda oder das CUDA-Toolkit von NVIDIA.</translation>
    </message>
    <message>
        <source>{library} was not found. Install the driver of the graphics card.</source>
        <translation>{library} wurde nicht gefunden. Installieren Sie den Treiber der Grafikkarte.</translation>
    </message>
    <message>
        <source>{model} and {others} do not fit into memory together. {model} is loaded again in {seconds:.0f} s.</source>
        <translation>{model} und {others} passen nicht zusammen in den Speicher. {model} wird in {seconds:.0f} s wieder geladen.</translation>
    </message>
    <message>
        <source>{model} does not fit next to {others}, which you keep loaded.</source>
        <translation>{model} passt nicht neben {others}, das Sie geladen halten.</translation>
    </message>
    <message>
        <source>{model} is being unloaded and is then loaded again.</source>
        <translation>{model} wird entladen und danach wieder geladen.</translation>
    </message>
    <message>
        <source>{model} is loaded when {others} has finished its replies.</source>
        <translation>{model} wird geladen, sobald {others} seine Antworten beendet hat.</translation>
    </message>
    <message>
        <source>{model} is unloaded: its card is gone.</source>
        <translation>{model} wird entladen: Seine Grafikkarte ist nicht mehr da.</translation>
    </message>
    <message>
        <source>{model} is unloaded: its file was replaced.</source>
        <translation>{model} wird entladen: Seine Datei wurde ersetzt.</translation>
    </message>
    <message>
        <source>{model} makes room for {other}, which was asked first.</source>
        <translation>{model} macht Platz für {other}, das zuerst gebraucht wurde.</translation>
    </message>
    <message>
        <source>{model} needs {missing} more memory than is free. Close other programs, or choose a smaller context.</source>
        <translation>{model} braucht {missing} mehr Speicher, als frei ist. Schließen Sie andere Programme, oder wählen Sie einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and models may use {limit}. Raise the limit in the settings, or choose a smaller context.</source>
        <translation>{model} braucht {needed}, und Modelle dürfen {limit} nutzen. Erhöhen Sie die Grenze in den Einstellungen, oder wählen Sie einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and this computer has {limit}. Choose a smaller context or a smaller model.</source>
        <translation>{model} braucht {needed}, und dieser Rechner hat {limit}. Wählen Sie einen kleineren Kontext oder ein kleineres Modell.</translation>
    </message>
    <message>
        <source>{model} waits for other models that were asked first.</source>
        <translation>{model} wartet auf andere Modelle, die zuerst gebraucht wurden.</translation>
    </message>
    <message>
        <source>{model} was idle and is unloaded.</source>
        <translation>{model} war untätig und wird entladen.</translation>
    </message>
    <message>
        <source>{name} belongs to another program. Move it, then try again.</source>
        <translation>{name} gehört einem anderen Programm. Verschieben Sie die Datei, und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be read. Start the download again; downloaded data is reused.</source>
        <translation>{name} ist nicht lesbar. Starten Sie den Download noch einmal; geladene Daten werden weiterverwendet.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it.</source>
        <translation>{name} kann nicht geprüft werden: Der Hub hat keine SHA-256 dafür.</translation>
    </message>
    <message>
        <source>{name} cannot compute on this computer.</source>
        <translation>{name} kann auf diesem Computer nicht rechnen.</translation>
    </message>
    <message>
        <source>{name} crashed the engine while it was loaded. Choose another draft model.</source>
        <translation>{name} hat die Engine beim Laden zum Absturz gebracht. Wählen Sie ein anderes Entwurfsmodell.</translation>
    </message>
    <message>
        <source>{name} does not match the SHA-256 of the hub, even after fetching it again. It was not kept. Resume to start over, or choose another model.</source>
        <translation>{name} entspricht nicht der SHA-256 des Hubs, auch nach erneutem Laden. Die Datei wurde nicht behalten. Fortsetzen beginnt von vorn; oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{name} has another vocabulary. Choose a smaller model of the same family.</source>
        <translation>{name} hat ein anderes Vokabular. Wählen Sie ein kleineres Modell derselben Familie.</translation>
    </message>
    <message>
        <source>{name} is at another address. Correct it in the settings.</source>
        <translation>{name} hat eine andere Adresse. Berichtigen Sie sie in den Einstellungen.</translation>
    </message>
    <message>
        <source>{name} is not a safe file name.</source>
        <translation>{name} ist kein sicherer Dateiname.</translation>
    </message>
    <message>
        <source>{name} is several times slower than the processor.</source>
        <translation>{name} ist um ein Mehrfaches langsamer als der Prozessor.</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}.</source>
        <translation>{name} muss eines von {choices} sein.</translation>
    </message>
    <message>
        <source>{name} must have the type `{types}`, not `{type}`.</source>
        <translation>{name} muss den Typ `{types}` haben, nicht `{type}`.</translation>
    </message>
    <message>
        <source>{name} needs a key. Enter it in the settings, under Tools.</source>
        <translation>{name} braucht einen Schlüssel. Geben Sie ihn in den Einstellungen unter „Werkzeuge“ ein.</translation>
    </message>
    <message>
        <source>{name} received too many requests: {said}</source>
        <translation>{name} bekam zu viele Anfragen: {said}</translation>
    </message>
    <message>
        <source>{name} refused the key: {said}</source>
        <translation>{name} hat den Schlüssel abgelehnt: {said}</translation>
    </message>
    <message>
        <source>{name} refused the search ({status}): {said}</source>
        <translation>{name} hat die Suche abgelehnt ({status}): {said}</translation>
    </message>
    <message>
        <source>{name} takes too long to answer.</source>
        <translation>{name} braucht zu lange für eine Antwort.</translation>
    </message>
    <message>
        <source>{name} was written by a newer Hubbub. Continue it there.</source>
        <translation>{name} wurde von einem neueren Hubbub geschrieben. Setzen Sie den Download dort fort.</translation>
    </message>
    <message>
        <source>{needed} of free space are needed on the disk of {folder}; {free} are free. The download continues when there is space.</source>
        <translation>Auf der Festplatte von {folder} werden {needed} freier Platz gebraucht; {free} sind frei. Der Download läuft weiter, sobald Platz ist.</translation>
    </message>
    <message>
        <source>{others} is unloaded to make room for {model}. Its chats come back warm.</source>
        <translation>{others} wird entladen, um Platz für {model} zu schaffen. Seine Chats kommen warm zurück.</translation>
    </message>
    <message>
        <source>{others} is unloaded: memory has become short while {model} loads.</source>
        <translation>{others} wird entladen: Der Speicher wurde knapp, während {model} geladen wird.</translation>
    </message>
    <message>
        <source>{program} sent an invalid message and was closed.</source>
        <translation>{program} hat eine ungültige Nachricht gesendet und wurde beendet.</translation>
    </message>
    <message>
        <source>{reason} Only its name was imported.</source>
        <translation>{reason} Nur ihr Name wurde importiert.</translation>
    </message>
    <message>
        <source>{slot_count} chats of {cells:,} tokens need {needed} of memory in addition to the model, and {free} are free.</source>
        <translation>{slot_count} Chats mit {cells:,} Token brauchen zusätzlich zum Modell {needed} Speicher; {free} sind frei.</translation>
    </message>
    <message>
        <source>{slot_count} chats of {window:,} tokens do not fit into memory with {name}. Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>{slot_count} Chats mit {window:,} Token passen mit {name} nicht in den Speicher. Wählen Sie einen kleineren Kontext je Chat oder weniger gleichzeitige Chats.</translation>
    </message>
    <message>
        <source>{url} is not encrypted and was not opened.</source>
        <translation>{url} ist nicht verschlüsselt und wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>“{address}” is not a web address</source>
        <translation>„{address}“ ist keine Webadresse</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a SearXNG server. Enter one such as http://rack:8080.</source>
        <translation>„{address}“ ist nicht die Adresse eines SearXNG-Servers. Geben Sie eine wie http://rack:8080 ein.</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a server.</source>
        <translation>„{address}“ ist nicht die Adresse eines Servers.</translation>
    </message>
    <message>
        <source>“{alias}” can&apos;t be an alias: it is too long.</source>
        <translation>„{alias}“ kann kein Alias sein: zu lang.</translation>
    </message>
    <message>
        <source>“{alias}” is a name of {model} already. Choose another alias.</source>
        <translation>„{alias}“ ist schon ein Name von {model}. Wählen Sie einen anderen Alias.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read.</source>
        <translation>„{name}“ kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“{name}” closed the connection.</source>
        <translation>„{name}“ hat die Verbindung geschlossen.</translation>
    </message>
    <message>
        <source>“{name}” did not answer.</source>
        <translation>„{name}“ hat nicht geantwortet.</translation>
    </message>
    <message>
        <source>“{name}” failed: {reason}</source>
        <translation>„{name}“ schlug fehl: {reason}</translation>
    </message>
    <message>
        <source>“{name}” has conditions that your account has not accepted. Accept them at {page}, then try again.</source>
        <translation>„{name}“ hat Bedingungen, die Ihr Konto nicht angenommen hat. Nehmen Sie sie auf {page} an, und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>“{name}” has conditions. Accept them at {page}, then add your access token in the settings, under Network.</source>
        <translation>„{name}“ hat Bedingungen. Nehmen Sie sie auf {page} an, und tragen Sie dann Ihr Zugriffstoken in den Einstellungen unter Netzwerk ein.</translation>
    </message>
    <message>
        <source>“{name}” has no tool “{tool}” now.</source>
        <translation>„{name}“ hat gerade kein Werkzeug „{tool}“.</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} characters.</source>
        <translation>„{name}“ hat {count:,} Zeichen.</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} lines.</source>
        <translation>„{name}“ hat {count:,} Zeilen.</translation>
    </message>
    <message>
        <source>“{name}” is not running.</source>
        <translation>„{name}“ läuft nicht.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password, or in a format from before 2007. Save it without a password, or as docx or pptx.</source>
        <translation>„{name}“ ist mit einem Passwort geschützt oder in einem Format von vor 2007. Speichern Sie die Datei ohne Passwort oder als docx oder pptx.</translation>
    </message>
    <message>
        <source>“{name}” is too long for a sound; the limits are {minutes:,} minutes and {most:,} MB. Cut it first.</source>
        <translation>„{name}“ ist zu lang für einen Ton; die Grenzen sind {minutes:,} Minuten und {most:,} MB. Kürzen Sie die Datei zuerst.</translation>
    </message>
    <message>
        <source>“{name}” waits until you have signed in with your browser.</source>
        <translation>„{name}“ wartet, bis Sie sich im Browser angemeldet haben.</translation>
    </message>
    <message>
        <source>“{path}” of “{name}” is an example. Replace it by a path of this computer.</source>
        <translation>„{path}“ von „{name}“ ist ein Beispiel. Ersetzen Sie es durch einen Pfad dieses Rechners.</translation>
    </message>
    <message>
        <source>“{program}” can&apos;t be started: {reason}.</source>
        <translation>„{program}“ kann nicht gestartet werden: {reason}.</translation>
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
        <translation>Die Chat-Vorlage des Modells lässt diese Nachricht weg. Bearbeiten Sie sie, oder öffnen Sie ein anderes Modell.</translation>
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
        <source>The step target must be between 1 ms and 10 s.</source>
        <translation>Das Schrittziel muss zwischen 1 ms und 10 s liegen.</translation>
    </message>
    <message>
        <source>The system names no home folder for this user. Start Hubbub with --data FOLDER to choose where its files go.</source>
        <translation>Das System nennt keinen Heimordner für diesen Benutzer. Starten Sie Hubbub mit --data ORDNER, um zu wählen, wo seine Dateien liegen.</translation>
    </message>
    <message>
        <source>The disk with {folder} is almost full, and Hubbub is using its reserve. Free some space soon.</source>
        <translation>Der Datenträger mit {folder} ist fast voll, und Hubbub nutzt seine Reserve. Schaffen Sie bald Platz.</translation>
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
        <source>This build of Hubbub supports the processor only.</source>
        <translation>Dieses Hubbub unterstützt nur den Prozessor.</translation>
    </message>
    <message>
        <source>This chat has filled the model&apos;s memory. Set a larger context per chat, or start a new chat.</source>
        <translation>Dieser Chat hat den Speicher des Modells gefüllt. Stellen Sie einen größeren Kontext je Chat ein, oder beginnen Sie einen neuen Chat.</translation>
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
        <source>is a LoRA adapter for another model; open that model instead</source>
        <translation>ist ein LoRA-Adapter für ein anderes Modell; öffnen Sie stattdessen dieses</translation>
    </message>
    <message>
        <source>is an imatrix file; open a model instead</source>
        <translation>ist eine Imatrix-Datei; öffnen Sie stattdessen ein Modell</translation>
    </message>
    <message>
        <source>it could not be tested: {reason}.</source>
        <translation>Es konnte nicht getestet werden: {reason}.</translation>
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
        <source>A message could not be read: {reason}</source>
        <translation>Eine Nachricht konnte nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>A message has an invalid length: {length:,}.</source>
        <translation>Eine Nachricht hat eine ungültige Länge: {length:,}.</translation>
    </message>
    <message>
        <source>A message of {count:,} bytes is too large. Shorten it.</source>
        <translation>Eine Nachricht von {count:,} Bytes ist zu groß. Kürzen Sie sie.</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged, and was not sent. Remove it from the chat.</source>
        <translation>Ein Bild dieses Chats ist beschädigt und wurde nicht gesendet. Entfernen Sie es aus dem Chat.</translation>
    </message>
    <message>
        <source>A picture or sound of this chat no longer exists.</source>
        <translation>Ein Bild oder Ton dieses Chats ist nicht mehr da.</translation>
    </message>
    <message>
        <source>A picture or sound of this size can&apos;t be sent.</source>
        <translation>Ein Bild oder Ton dieser Größe kann nicht gesendet werden.</translation>
    </message>
    <message>
        <source>A prompt without a chat template can&apos;t have pictures. Remove them.</source>
        <translation>Ein Prompt ohne Chat-Vorlage kann keine Bilder enthalten. Entfernen Sie sie.</translation>
    </message>
    <message>
        <source>Another Hubbub is downloading {name}.</source>
        <translation>Ein anderes Hubbub lädt {name} gerade herunter.</translation>
    </message>
    <message>
        <source>Another download of {name} is unfinished. Cancel it first.</source>
        <translation>Ein anderer Download von {name} ist unfertig. Brechen Sie ihn zuerst ab.</translation>
    </message>
    <message>
        <source>At most {count} web pages can be named.</source>
        <translation>Höchstens {count} Webseiten können genannt werden.</translation>
    </message>
    <message>
        <source>Choose a folder outside the current one that does not contain it.</source>
        <translation>Wählen Sie einen Ordner, der weder im jetzigen liegt noch ihn enthält.</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t search for models: {reason}.</source>
        <translation>Hubbub kann nicht nach Modellen suchen: {reason}.</translation>
    </message>
    <message>
        <source>It lists no model. Load one there, or type the name of one.</source>
        <translation>Er nennt kein Modell. Laden Sie dort eines, oder geben Sie den Namen eines Modells ein.</translation>
    </message>
    <message>
        <source>Nothing was sent to {host}: you have not agreed to send this chat there. Send it again to be asked.</source>
        <translation>An {host} wurde nichts gesendet: Sie haben dem für diesen Chat noch nicht zugestimmt. Senden Sie noch einmal, dann werden Sie gefragt.</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read now: {reason}.</source>
        <translation>Bilder und Töne können jetzt nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Reading this file crashes Hubbub, so it is skipped. Download it again.</source>
        <translation>Diese Datei bringt Hubbub beim Lesen zum Absturz und wird deshalb übersprungen. Laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>Reading {path} failed. Try again.</source>
        <translation>{path} konnte nicht gelesen werden. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines. Remove them, or choose a model here.</source>
        <translation>Töne können nicht an andere Rechner gesendet werden. Entfernen Sie sie, oder wählen Sie ein Modell auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The backup of {day} was restored. The previous state is kept as a backup for 30 days.</source>
        <translation>Die Sicherung vom {day} wurde wiederhergestellt. Der Stand davor bleibt 30 Tage als Sicherung.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Die Verbindung ist abgebrochen.</translation>
    </message>
    <message>
        <source>The disk is full. The download continues when there is space.</source>
        <translation>Die Festplatte ist voll. Der Download läuft weiter, sobald Platz ist.</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>Die Engine</translation>
    </message>
    <message>
        <source>The file has changed on {host} since the download began, and can&apos;t be verified. Resume to start over.</source>
        <translation>Die Datei wurde auf {host} seit Beginn des Downloads geändert und kann nicht geprüft werden. Fortsetzen beginnt von vorn.</translation>
    </message>
    <message>
        <source>The file “{name}” is not there any more. Remove it, and add it again.</source>
        <translation>Die Datei „{name}“ ist nicht mehr da. Entfernen Sie sie, und fügen Sie sie wieder hinzu.</translation>
    </message>
    <message>
        <source>The model cannot take a sound of this length.</source>
        <translation>Das Modell kann keinen Ton dieser Länge aufnehmen.</translation>
    </message>
    <message>
        <source>The network process</source>
        <translation>Der Netzwerkprozess</translation>
    </message>
    <message>
        <source>The process</source>
        <translation>Der Prozess</translation>
    </message>
    <message>
        <source>The proxy of this computer needs a user name and a password. Set them there.</source>
        <translation>Der Proxy dieses Computers verlangt einen Benutzernamen und ein Passwort. Tragen Sie sie dort ein.</translation>
    </message>
    <message>
        <source>The search for models</source>
        <translation>Die Suche nach Modellen</translation>
    </message>
    <message>
        <source>The search for models failed. Try again.</source>
        <translation>Die Suche nach Modellen ist fehlgeschlagen. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The sound is too long; the limit is {count:,} minutes.</source>
        <translation>Der Ton ist zu lang; die Grenze sind {count:,} Minuten.</translation>
    </message>
    <message>
        <source>This build of Hubbub can&apos;t read sounds.</source>
        <translation>Diese Fassung von Hubbub kann keine Töne lesen.</translation>
    </message>
    <message>
        <source>This comparison does not exist any more.</source>
        <translation>Diesen Vergleich gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This download has an invalid piece size.</source>
        <translation>Dieser Download hat eine ungültige Stückgröße.</translation>
    </message>
    <message>
        <source>This download has no files, or two files of the same name.</source>
        <translation>Dieser Download hat keine Dateien oder zwei mit demselben Namen.</translation>
    </message>
    <message>
        <source>This file could not be read in time. Check the disk that it is on.</source>
        <translation>Diese Datei konnte nicht rechtzeitig gelesen werden. Prüfen Sie die Festplatte, auf der sie liegt.</translation>
    </message>
    <message>
        <source>This file holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>Diese Datei enthält keine Chats, die Hubbub importieren kann. Es liest Exporte von {programs}.</translation>
    </message>
    <message>
        <source>This folder already has a file {name}. Move it, then resume.</source>
        <translation>In diesem Ordner gibt es schon eine Datei {name}. Verschieben Sie sie, und setzen Sie dann fort.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template omits such a text. Open another model.</source>
        <translation>Die Chat-Vorlage dieses Modells lässt einen solchen Text weg. Öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>This source does not exist any more.</source>
        <translation>Diese Quelle gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This source has {count:,} tokens, and {limit:,} fit into a chat. Choose a part of it, or raise “Context length” in the settings.</source>
        <translation>Diese Quelle hat {count:,} Token, und {limit:,} passen in einen Chat. Wählen Sie einen Teil davon, oder erhöhen Sie „Kontextlänge“ in den Einstellungen.</translation>
    </message>
    <message>
        <source>it closed the connection: it is not an RPC server, or one of another version.</source>
        <translation>er hat die Verbindung geschlossen: Es ist kein RPC-Server oder einer von anderer Version.</translation>
    </message>
    <message>
        <source>it is busy with another program, or hangs. An RPC server serves one program at a time.</source>
        <translation>er ist mit einem anderen Programm beschäftigt oder hängt. Ein RPC-Server bedient nur ein Programm auf einmal.</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>sie ist zu lang</translation>
    </message>
    <message>
        <source>it uses protocol version {theirs}, but this Hubbub needs {ours}. Install a matching version of llama.cpp there.</source>
        <translation>er benutzt Version {theirs} des Protokolls, dieses Hubbub braucht aber {ours}. Installieren Sie dort ein passendes llama.cpp.</translation>
    </message>
    <message>
        <source>it stopped answering.</source>
        <translation>er antwortet nicht mehr.</translation>
    </message>
    <message>
        <source>This model does not support pictures.</source>
        <translation>Dieses Modell unterstützt keine Bilder.</translation>
    </message>
    <message>
        <source>This model does not support pictures. Open one that does, or remove the picture.</source>
        <translation>Dieses Modell unterstützt keine Bilder. Öffnen Sie eines, das Bilder unterstützt, oder entfernen Sie das Bild.</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>Dieses Modell unterstützt keine Töne.</translation>
    </message>
    <message>
        <source>This model does not support sounds. Open one that does, or remove the sound.</source>
        <translation>Dieses Modell unterstützt keine Töne. Öffnen Sie eines, das Töne unterstützt, oder entfernen Sie den Ton.</translation>
    </message>
    <message>
        <source>This model does not support sounds. Remove them, or choose a model that does.</source>
        <translation>Dieses Modell unterstützt keine Töne. Entfernen Sie sie, oder wählen Sie ein Modell, das Töne unterstützt.</translation>
    </message>
    <message>
        <source>it was made for another version of the engine.</source>
        <translation>es wurde für eine andere Version der Engine gemacht.</translation>
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
        <source>micro batch size</source>
        <translation>kleine Stapelgröße</translation>
    </message>
    <message>
        <source>min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>minutes until the model is unloaded</source>
        <translation>Minuten, bis das Modell entladen wird</translation>
    </message>
    <message>
        <source>no RPC server is running there.</source>
        <translation>dort läuft kein RPC-Server.</translation>
    </message>
    <message>
        <source>no computer of this name was found.</source>
        <translation>es wurde kein Rechner dieses Namens gefunden.</translation>
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
        <source>number of likeliest tokens</source>
        <translation>Anzahl der wahrscheinlichsten Token</translation>
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
        <source>number of tokens for a picture</source>
        <translation>Zahl der Token für ein Bild</translation>
    </message>
    <message>
        <source>number of tokens to discard</source>
        <translation>Zahl der Token, die wegfallen</translation>
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
        <source>port</source>
        <translation>Port</translation>
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
        <source>{folder} already has a file {name}.</source>
        <translation>In {folder} gibt es schon eine Datei {name}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be used: {reason}.</source>
        <translation>{folder} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to.</source>
        <translation>In {folder} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to: {reason}. Choose another folder, or change its permissions and resume.</source>
        <translation>In {folder} kann nicht geschrieben werden: {reason}. Wählen Sie einen anderen Ordner, oder ändern Sie seine Rechte, und setzen Sie dann fort.</translation>
    </message>
    <message>
        <source>{folder} is not an absolute path.</source>
        <translation>{folder} ist kein absoluter Pfad.</translation>
    </message>
    <message>
        <source>{found} was not a file. It was put aside as “{aside}”.</source>
        <translation>{found} war keine Datei und wurde als „{aside}“ beiseitegelegt.</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached: {reason}.</source>
        <translation>{host} ist nicht erreichbar: {reason}.</translation>
    </message>
    <message>
        <source>{host} can&apos;t send the file now ({status}).</source>
        <translation>{host} kann die Datei gerade nicht senden ({status}).</translation>
    </message>
    <message>
        <source>{host} did not accept the pictures of this chat. Choose a model that sees pictures.</source>
        <translation>{host} hat die Bilder dieses Chats nicht angenommen. Wählen Sie ein Modell, das Bilder sieht.</translation>
    </message>
    <message>
        <source>{host} does not answer. Check your connection.</source>
        <translation>{host} antwortet nicht. Prüfen Sie Ihre Verbindung.</translation>
    </message>
    <message>
        <source>{host} does not have this model.</source>
        <translation>{host} hat dieses Modell nicht.</translation>
    </message>
    <message>
        <source>{host} does not have this, or not for you ({status}).</source>
        <translation>Das gibt es auf {host} nicht, oder nicht für Sie ({status}).</translation>
    </message>
    <message>
        <source>{host} has no room for a prompt of this length.</source>
        <translation>{host} hat keinen Platz für einen Prompt dieser Länge.</translation>
    </message>
    <message>
        <source>{host} has too much to do. Try again later.</source>
        <translation>{host} hat zu viel zu tun. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} is out of order ({status}).</source>
        <translation>{host} ist gestört ({status}).</translation>
    </message>
    <message>
        <source>{host} names another version of the file.</source>
        <translation>{host} nennt eine andere Version der Datei.</translation>
    </message>
    <message>
        <source>{host} refused the request ({status}).</source>
        <translation>{host} hat die Anfrage abgelehnt ({status}).</translation>
    </message>
    <message>
        <source>{host} refuses to send the file ({status}).</source>
        <translation>{host} weigert sich, die Datei zu senden ({status}).</translation>
    </message>
    <message>
        <source>{host} sends another part of the file.</source>
        <translation>{host} sendet einen anderen Teil der Datei.</translation>
    </message>
    <message>
        <source>{host} sends too slowly. Try again later.</source>
        <translation>{host} sendet zu langsam. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} sent an empty answer.</source>
        <translation>{host} hat eine leere Antwort geschickt.</translation>
    </message>
    <message>
        <source>{host} sent another part of the file.</source>
        <translation>{host} hat einen anderen Teil der Datei geschickt.</translation>
    </message>
    <message>
        <source>{name} does not fit into this computer&apos;s memory.</source>
        <translation>{name} passt nicht in den Speicher dieses Rechners.</translation>
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
        <source>{name} is being downloaded.</source>
        <translation>{name} wird heruntergeladen.</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} ist entladen. Die nächste Nachricht lädt es wieder.</translation>
    </message>
    <message>
        <source>{path} changed while it was read.</source>
        <translation>{path} hat sich geändert, während sie gelesen wurde.</translation>
    </message>
    <message>
        <source>{path} is not a file.</source>
        <translation>{path} ist keine Datei.</translation>
    </message>
    <message>
        <source>{problem} It says: {reason}</source>
        <translation>{problem} Dort heißt es: {reason}</translation>
    </message>
    <message>
        <source>{program} belongs to another version of Hubbub. Install Hubbub again.</source>
        <translation>{program} gehört zu einer anderen Version von Hubbub. Installieren Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>{program} konnte nicht gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>{program} did not report its version.</source>
        <translation>{program} hat seine Version nicht gemeldet.</translation>
    </message>
    <message>
        <source>{program} stopped answering.</source>
        <translation>{program} antwortet nicht mehr.</translation>
    </message>
    <message>
        <source>{program} stopped responding and was closed.</source>
        <translation>{program} hat nicht mehr reagiert und wurde beendet.</translation>
    </message>
    <message>
        <source>{program} stopped responding while loading the model and was closed.</source>
        <translation>{program} reagierte beim Laden des Modells nicht mehr und wurde beendet.</translation>
    </message>
    <message>
        <source>{program} stopped responding while writing and was closed.</source>
        <translation>{program} reagierte beim Schreiben nicht mehr und wurde beendet.</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly (exit code {code}).</source>
        <translation>{program} endete unerwartet (Rückgabewert {code}).</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly ({signal}).</source>
        <translation>{program} endete unerwartet ({signal}).</translation>
    </message>
    <message>
        <source>{program} was ended.</source>
        <translation>{program} wurde beendet.</translation>
    </message>
    <message>
        <source>“{address}” has other devices than before. Restart the engine.</source>
        <translation>„{address}“ hat andere Geräte als zuvor. Starten Sie die Engine neu.</translation>
    </message>
    <message>
        <source>“{address}” is not an RPC server address. Write it like 192.168.1.20:{port}.</source>
        <translation>„{address}“ ist keine Adresse eines RPC-Servers. Schreiben Sie sie wie 192.168.1.20:{port}.</translation>
    </message>
    <message>
        <source>“{address}” is not used: {reason}</source>
        <translation>„{address}“ wird nicht benutzt: {reason}</translation>
    </message>
    <message>
        <source>“{address}” lacks its port.</source>
        <translation>„{address}“ fehlt der Port.</translation>
    </message>
    <message>
        <source>“{name}” belongs to a model of another size: its rows have {width:,} numbers, and this model&apos;s have {model_width:,}.</source>
        <translation>„{name}“ gehört zu einem Modell anderer Größe: Seine Zeilen haben {width:,} Zahlen, die dieses Modells {model_width:,}.</translation>
    </message>
    <message>
        <source>“{name}” belongs to another family of models ({kind}), not to {architecture}.</source>
        <translation>„{name}“ gehört zu einer anderen Modellfamilie ({kind}), nicht zu {architecture}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used with this model. It may be damaged, or there is too little memory.</source>
        <translation>„{name}“ kann mit diesem Modell nicht verwendet werden. Die Datei ist vielleicht beschädigt, oder es ist zu wenig Speicher frei.</translation>
    </message>
    <message>
        <source>“{name}” has no file with text that the filter lets in.</source>
        <translation>„{name}“ hat keine Datei mit Text, die der Filter durchlässt.</translation>
    </message>
    <message>
        <source>“{name}” has no text in it, only pictures at most.</source>
        <translation>In „{name}“ steht kein Text, höchstens Bilder.</translation>
    </message>
    <message>
        <source>“{name}” has no text, and nothing to be seen on its pages.</source>
        <translation>„{name}“ hat keinen Text, und auf den Seiten ist nichts zu sehen.</translation>
    </message>
    <message>
        <source>“{name}” has no text. You can attach text, code, PDF, office files, books (EPUB) and saved web pages.</source>
        <translation>„{name}“ hat keinen Text. Anhängen können Sie Text, Code, PDF, Office-Dateien, Bücher (EPUB) und gespeicherte Webseiten.</translation>
    </message>
    <message>
        <source>“{name}” has too many pixels ({width:,} by {height:,}). Scale it down first.</source>
        <translation>„{name}“ hat zu viele Pixel ({width:,} mal {height:,}). Verkleinern Sie es vorher.</translation>
    </message>
    <message>
        <source>“{name}” holds no saved prompts. Choose a JSON file that Hubbub exported.</source>
        <translation>„{name}“ enthält keine gespeicherten Prompts. Wählen Sie eine JSON-Datei, die Hubbub exportiert hat.</translation>
    </message>
    <message>
        <source>“{name}” is a HEIC, AVIF or JPEG XL picture, which can&apos;t be read here. Save it as JPEG or PNG first.</source>
        <translation>„{name}“ ist ein Bild im Format HEIC, AVIF oder JPEG XL, das hier nicht gelesen werden kann. Speichern Sie es vorher als JPEG oder PNG.</translation>
    </message>
    <message>
        <source>“{name}” is a scan without text. Run text recognition (OCR) on it first, or load a model that sees pictures: it can look at the pages.</source>
        <translation>„{name}“ ist ein Scan ohne Text. Wenden Sie zuerst eine Texterkennung (OCR) darauf an, oder laden Sie ein Modell, das Bilder sieht: Es kann sich die Seiten ansehen.</translation>
    </message>
    <message>
        <source>“{name}” is a sound that can&apos;t be read here. Save it as WAV, MP3 or FLAC first.</source>
        <translation>„{name}“ ist ein Ton, der hier nicht gelesen werden kann. Speichern Sie ihn zuerst als WAV, MP3 oder FLAC.</translation>
    </message>
    <message>
        <source>“{name}” is an SVG drawing, which no model can see. Save it as PNG first.</source>
        <translation>„{name}“ ist eine SVG-Zeichnung, die kein Modell sehen kann. Speichern Sie sie vorher als PNG.</translation>
    </message>
    <message>
        <source>“{name}” is not a projector: no model can see pictures with it.</source>
        <translation>„{name}“ ist kein Projektor: Kein Modell kann damit Bilder sehen.</translation>
    </message>
    <message>
        <source>“{name}” is of a kind ({kind}) that Hubbub does not support yet.</source>
        <translation>„{name}“ ist von einer Art ({kind}), die Hubbub noch nicht unterstützt.</translation>
    </message>
    <message>
        <source>“{name}” needs values first: {names}.</source>
        <translation>„{name}“ braucht zuerst Werte: {names}.</translation>
    </message>
    <message>
        <source>“{name}” refused the request ({status}): {reason}</source>
        <translation>„{name}“ hat die Anfrage abgelehnt ({status}): {reason}</translation>
    </message>
    <message>
        <source>“{name}” reports: {reason}</source>
        <translation>„{name}“ meldet: {reason}</translation>
    </message>
    <message>
        <source>“{name}” showed no progress for {seconds:,} seconds and was stopped. The limit can be raised in its settings.</source>
        <translation>„{name}“ machte {seconds:,} Sekunden lang keinen Fortschritt und wurde beendet. Die Grenze lässt sich in seinen Einstellungen erhöhen.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped.</source>
        <translation>„{name}“ zu lesen, dauerte zu lange; es wurde übersprungen.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Copy the text out of it instead.</source>
        <translation>Das Lesen von „{name}“ hat zu lange gedauert und wurde abgebrochen. Kopieren Sie stattdessen den Text heraus.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Save it smaller first.</source>
        <translation>Das Lesen von „{name}“ hat zu lange gedauert und wurde abgebrochen. Speichern Sie es vorher kleiner.</translation>
    </message>
    <message>
        <source>“{name}” was ended.</source>
        <translation>„{name}“ wurde beendet.</translation>
    </message>
    <message>
        <source>“{origin}” is not the origin of a web page. Write it like https://app.example or http://localhost:3000, each page by itself.</source>
        <translation>„{origin}“ ist keine Herkunft einer Webseite. Schreiben Sie sie wie https://app.example oder http://localhost:3000, jede Seite einzeln.</translation>
    </message>
    <message>
        <source>“{origin}” is not in the form that browsers send.</source>
        <translation>„{origin}“ hat nicht die Form, in der Browser es senden.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header.</source>
        <translation>„{name}“ ist unvollständig: Die Datei endet in ihrem Kopf.</translation>
    </message>
    <message>
        <source>“{name}” is far too large when it is unpacked, and was skipped.</source>
        <translation>„{name}“ wird beim Entpacken viel zu groß und wurde übersprungen.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header. Download it again.</source>
        <translation>„{name}“ ist unvollständig: Die Datei endet in ihrem Kopf. Laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete ({size} of {whole}). Download it again.</source>
        <translation>„{name}“ ist unvollständig ({size} von {whole}). Laden Sie es noch einmal herunter.</translation>
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
        <source>top-n-sigma</source>
        <translation>Top-n-Sigma</translation>
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
        <source>{count:,} messages could not be understood.</source>
        <translation>{count:,} Nachrichten waren nicht zu verstehen.</translation>
    </message>
    <message>
        <source>{end} Restarting…</source>
        <translation>{end} Sie wird neu gestartet …</translation>
    </message>
    <message>
        <source>{end} It stopped too often and stays off until you start it again.</source>
        <translation>{end} Sie ist zu oft ausgefallen und bleibt aus, bis Sie sie neu starten.</translation>
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
        <source>{name} uses a tokenizer (“{kind}”) that this version of Hubbub doesn&apos;t support.</source>
        <translation>{name} zerlegt Text auf eine Weise („{kind}“), die diese Version von Hubbub nicht kennt.</translation>
    </message>
    <message>
        <source>{name} does not fit into memory. Choose a smaller model.</source>
        <translation>{name} passt nicht in den Speicher. Wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>A JSON schema must be an object, not {text}.</source>
        <translation>Ein JSON-Schema muss ein Objekt sein, nicht {text}.</translation>
    </message>
    <message>
        <source>A chat has more than {most:,} parts. It was left out, with everything after it in the file.</source>
        <translation>Ein Chat hat mehr als {most:,} Teile. Er wurde weggelassen, mit allem, was in der Datei danach kommt.</translation>
    </message>
    <message>
        <source>A further system prompt was left out.</source>
        <translation>Ein weiterer Systemprompt wurde weggelassen.</translation>
    </message>
    <message>
        <source>A message of the kind “{kind}” was left out.</source>
        <translation>Eine Nachricht der Art „{kind}“ wurde weggelassen.</translation>
    </message>
    <message>
        <source>A part of the kind “{kind}” was left out.</source>
        <translation>Ein Teil der Art „{kind}“ wurde weggelassen.</translation>
    </message>
    <message>
        <source>A picture or sound is no longer available. Send it again.</source>
        <translation>Ein Bild oder Ton ist nicht mehr da. Senden Sie es noch einmal.</translation>
    </message>
    <message>
        <source>A text without tokens has no embedding.</source>
        <translation>Ein Text ohne Token hat kein Embedding.</translation>
    </message>
    <message>
        <source>An empty message was left out.</source>
        <translation>Eine leere Nachricht wurde weggelassen.</translation>
    </message>
    <message>
        <source>An unexpected error occurred. Your chats are stored; the details below can be copied into a report.</source>
        <translation>Ein unerwarteter Fehler ist aufgetreten. Ihre Chats sind gespeichert; die Einzelheiten unten lassen sich in einen Bericht kopieren.</translation>
    </message>
    <message>
        <source>Another program holds the chats in {path} open. Close it and try again.</source>
        <translation>Ein anderes Programm hält die Chats in {path} offen. Schließen Sie es und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>At most {count} host names can be allowed.</source>
        <translation>Höchstens {count} Hostnamen können zugelassen werden.</translation>
    </message>
    <message>
        <source>Most of the file holds no chats, so its end was skipped.</source>
        <translation>Die Datei enthält fast nur anderes als Chats; ihr Ende wurde übersprungen.</translation>
    </message>
    <message>
        <source>One chat could not be understood.</source>
        <translation>Ein Chat war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>One chat was left out, as it is larger than {most:,} MB.</source>
        <translation>Ein Chat wurde weggelassen, weil er größer als {most:,} MB ist.</translation>
    </message>
    <message>
        <source>One chat was left out, as its JSON is nested more than {most:,} levels deep.</source>
        <translation>Ein Chat wurde weggelassen, weil sein JSON mehr als {most:,} Ebenen tief verschachtelt ist.</translation>
    </message>
    <message>
        <source>One chat was left out, as reading it takes too much memory.</source>
        <translation>Ein Chat wurde weggelassen, weil das Lesen zu viel Speicher braucht.</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read here.</source>
        <translation>Bilder und Töne können hier nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Pictures and sounds need PySide6, which is not installed here.</source>
        <translation>Bilder und Töne brauchen PySide6, das hier nicht installiert ist.</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be followed at {place}: {reason}.</source>
        <translation>Dem JSON-Schema kann an der Stelle {place} nicht gefolgt werden: {reason}.</translation>
    </message>
    <message>
        <source>The JSON schema “false” allows nothing. Use an object.</source>
        <translation>Das JSON-Schema „false“ erlaubt nichts. Verwenden Sie ein Objekt.</translation>
    </message>
    <message>
        <source>The answer of “{name}” violates the protocol. Update the server.</source>
        <translation>Die Antwort von „{name}“ verletzt das Protokoll. Aktualisieren Sie den Server.</translation>
    </message>
    <message>
        <source>The chat folder {folder} is missing.</source>
        <translation>Der Ordner {folder} für die Chats fehlt.</translation>
    </message>
    <message>
        <source>The chat of this answer does not exist any more.</source>
        <translation>Den Chat dieser Antwort gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The chats are on a network folder ({folder}). Use them from one machine at a time, or they may be damaged.</source>
        <translation>Die Chats liegen in einem Netzordner ({folder}). Verwenden Sie sie nur von einem Rechner zugleich, sonst können sie Schaden nehmen.</translation>
    </message>
    <message>
        <source>The chats are open in another program, and can only be read here.</source>
        <translation>Die Chats sind in einem anderen Programm geöffnet und können hier nur gelesen werden.</translation>
    </message>
    <message>
        <source>The chats in {folder} are read-only: {refusal}. New messages are not saved.</source>
        <translation>Die Chats in {folder} lassen sich nur lesen: {refusal}. Neue Nachrichten werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>The chats in {folder} can&apos;t be written: {reason}. Grant write access, and restart Hubbub.</source>
        <translation>Die Chats in {folder} können nicht geschrieben werden: {reason}. Erlauben Sie das Schreiben, und starten Sie Hubbub neu.</translation>
    </message>
    <message>
        <source>The chats in {path} are damaged ({reason}). Close the program and start it again: it puts the file aside and continues with all that can be read of it.</source>
        <translation>Die Chats in {path} sind beschädigt ({reason}). Schließen Sie das Programm und starten Sie es neu: Es legt die Datei beiseite und macht mit allem weiter, was davon zu lesen ist.</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be used: {damage}. The file was put aside as “{aside}”, nothing of it was deleted. {rest}</source>
        <translation>Die Chats in {path} können nicht verwendet werden: {damage}. Die Datei wurde als „{aside}“ beiseitegelegt, nichts davon wurde gelöscht. {rest}</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be written again: Hubbub no longer holds their content.</source>
        <translation>Die Chats in {path} können nicht noch einmal geschrieben werden: Hubbub hat ihren Inhalt nicht mehr.</translation>
    </message>
    <message>
        <source>The chats in {path} could not be read or written: {reason}. Try again; if it happens again, check the disk.</source>
        <translation>Die Chats in {path} konnten nicht gelesen oder geschrieben werden: {reason}. Versuchen Sie es noch einmal; wenn es wieder geschieht, prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>The chats in {path} were deleted or moved while Hubbub is running. New messages can&apos;t be saved there.</source>
        <translation>Die Chats in {path} wurden gelöscht oder verschoben, während Hubbub läuft. Neue Nachrichten können dort nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>The chats in {path} were written by a newer version of Hubbub (database version {version}; this one supports {schema_version}). They are read-only here. Use the newer version to write.</source>
        <translation>Die Chats in {path} wurden von einer neueren Version von Hubbub geschrieben (Datenbankversion {version}; diese unterstützt {schema_version}). Hier lassen sie sich nur lesen. Schreiben Sie mit der neueren Version weiter.</translation>
    </message>
    <message>
        <source>The chats should be in {target}, to which {path} links, but it does not exist. Check whether its disk is connected.</source>
        <translation>Die Chats sollten in {target} liegen, worauf {path} verweist, doch dort ist nichts. Prüfen Sie, ob die Festplatte angeschlossen ist.</translation>
    </message>
    <message>
        <source>The description of the tool “{name}” contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>Die Beschreibung des Werkzeugs „{name}“ enthält Anweisungen an das Modell. Erlauben Sie diesen Aufruf nur, wenn Sie darum gebeten haben.</translation>
    </message>
    <message>
        <source>The file can&apos;t be read: {reason}.</source>
        <translation>Die Datei kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be converted: {reason}.</source>
        <translation>Die Grammatik kann nicht umgewandelt werden: {reason}.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be followed: {reason}.</source>
        <translation>Der Grammatik kann nicht gefolgt werden: {reason}.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be read: {reason}.</source>
        <translation>Die Grammatik ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply. Use more rules.</source>
        <translation>Die Grammatik ist zu tief verschachtelt. Verwenden Sie mehr Regeln.</translation>
    </message>
    <message>
        <source>The grammar is too large. Use fewer rules or repetitions.</source>
        <translation>Die Grammatik ist zu groß. Verwenden Sie weniger Regeln oder Wiederholungen.</translation>
    </message>
    <message>
        <source>The grammar or schema is longer than {most} KiB.</source>
        <translation>Die Grammatik oder das Schema ist länger als {most} KiB.</translation>
    </message>
    <message>
        <source>The grammar or schema takes too long to compile. Use a smaller one.</source>
        <translation>Die Grammatik oder das Schema zu übersetzen dauert zu lange. Verwenden Sie eine kleinere Fassung.</translation>
    </message>
    <message>
        <source>The key cannot be stored in {folder}: {reason}.</source>
        <translation>Der Schlüssel kann nicht in {folder} gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves a message out: “{text}”. Remove it, or open another model.</source>
        <translation>Die Chat-Vorlage des Modells lässt eine Nachricht weg: „{text}“. Entfernen Sie sie, oder öffnen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The picture could not be processed. There may be too little memory.</source>
        <translation>Das Bild konnte nicht verarbeitet werden. Vielleicht fehlt Speicher.</translation>
    </message>
    <message>
        <source>The picture would take {rows:,} tokens, more than the limit of {most:,}.</source>
        <translation>Das Bild würde {rows:,} Token brauchen; erlaubt sind höchstens {most:,}.</translation>
    </message>
    <message>
        <source>The projector cannot process this picture.</source>
        <translation>Der Projektor kann dieses Bild nicht verarbeiten.</translation>
    </message>
    <message>
        <source>The projector cannot process this sound.</source>
        <translation>Der Projektor kann diesen Ton nicht verarbeiten.</translation>
    </message>
    <message>
        <source>The projector is no longer loaded.</source>
        <translation>Der Projektor ist nicht mehr geladen.</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>Die Anfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The schema keyword “{name}” at {place} is not supported. Remove it.</source>
        <translation>Das Schlüsselwort „{name}“ des Schemas an der Stelle {place} wird nicht unterstützt. Entfernen Sie es.</translation>
    </message>
    <message>
        <source>The schemas of “allOf” at {place} have more than {most} patterns for one text. Use fewer.</source>
        <translation>Die Schemas von „allOf“ an der Stelle {place} haben mehr als {most} Muster für einen Text. Verwenden Sie weniger.</translation>
    </message>
    <message>
        <source>The schemas of “oneOf” at {place} may overlap. Use “anyOf”.</source>
        <translation>Die Schemas von „oneOf“ an der Stelle {place} können sich überschneiden. Verwenden Sie „anyOf“.</translation>
    </message>
    <message>
        <source>The server at {host} is not one that Hubbub supports. Check the port.</source>
        <translation>Den Server an der Adresse {host} unterstützt Hubbub nicht. Prüfen Sie den Port.</translation>
    </message>
    <message>
        <source>The server redirected to {host}, which is in a private network. It was not opened.</source>
        <translation>Der Server leitete zu {host} in einem privaten Netz um. Das wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path}: {reason}. They apply until Hubbub quits.</source>
        <translation>Die Einstellungen konnten nicht in {path} gespeichert werden: {reason}. Sie gelten, bis Hubbub beendet wird.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged, and the file could not be renamed: {reason}.</source>
        <translation>Die Einstellungen in {path} sind beschädigt, und die Datei ließ sich nicht umbenennen: {reason}.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged. The file was renamed to “{aside}”, and all settings were reset to their defaults.</source>
        <translation>Die Einstellungen in {path} sind beschädigt. Die Datei wurde in „{aside}“ umbenannt, und alle Einstellungen wurden auf ihre Standardwerte zurückgesetzt.</translation>
    </message>
    <message>
        <source>The settings in {path} can&apos;t be read: {reason}. All settings have their default values.</source>
        <translation>Die Einstellungen in {path} können nicht gelesen werden: {reason}. Alle Einstellungen haben ihre Standardwerte.</translation>
    </message>
    <message>
        <source>The sound could not be processed. There may be too little memory.</source>
        <translation>Der Ton konnte nicht verarbeitet werden. Vielleicht fehlt Speicher.</translation>
    </message>
    <message>
        <source>The tool server process</source>
        <translation>Der Prozess der Werkzeugserver</translation>
    </message>
    <message>
        <source>The tool server process stopped unexpectedly. Try again.</source>
        <translation>Der Prozess der Werkzeugserver endete unerwartet. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This build of Hubbub does not support pictures. Choose no projector.</source>
        <translation>Diese Version von Hubbub unterstützt keine Bilder. Wählen Sie keinen Projektor.</translation>
    </message>
    <message>
        <source>This computer has no keyring that could store a key.</source>
        <translation>Dieser Computer hat keinen Schlüsselbund, der einen Schlüssel speichern könnte.</translation>
    </message>
    <message>
        <source>This computer has no usable keyring. The key is in a file that only you can read.</source>
        <translation>Dieser Computer hat keinen nutzbaren Schlüsselbund. Der Schlüssel liegt in einer Datei, die nur Sie lesen können.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring cannot be used: {reason}. Set HF_TOKEN instead.</source>
        <translation>Der Schlüsselbund dieses Computers ist nicht nutzbar: {reason}. Setzen Sie stattdessen HF_TOKEN.</translation>
    </message>
    <message>
        <source>This is not a complete access token. Paste all of it.</source>
        <translation>Das ist kein vollständiges Zugangstoken. Fügen Sie es ganz ein.</translation>
    </message>
    <message>
        <source>This key contains characters that are not valid in a key. Copy it again.</source>
        <translation>Dieser Schlüssel enthält Zeichen, die in Schlüsseln nicht gültig sind. Kopieren Sie ihn noch einmal.</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a Lark grammar. Remove it.</source>
        <translation>Dieser Server kann keiner Lark-Grammatik folgen. Entfernen Sie sie.</translation>
    </message>
    <message>
        <source>This text contains no server. Paste the part that begins with “mcpServers”.</source>
        <translation>Dieser Text nennt keinen Server. Fügen Sie den Teil ein, der mit „mcpServers“ beginnt.</translation>
    </message>
    <message>
        <source>Waiting for {name}. Next attempt in {seconds:,} s.</source>
        <translation>Warten auf {name}. Nächster Versuch in {seconds:,} s.</translation>
    </message>
    <message>
        <source>a model in the old GGJT format, which preceded GGUF</source>
        <translation>ein Modell im alten Format GGJT, dem Vorgänger von GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGMF format, which preceded GGUF</source>
        <translation>ein Modell im alten Format GGMF, einem Vorgänger von GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGML format, which preceded GGUF</source>
        <translation>ein Modell im alten Format GGML, einem Vorgänger von GGUF</translation>
    </message>
    <message>
        <source>a safetensors model; Hubbub needs the GGUF format</source>
        <translation>ein Modell im Format safetensors; Hubbub braucht das Format GGUF</translation>
    </message>
    <message>
        <source>a text is not terminated</source>
        <translation>ein Text ist nicht abgeschlossen</translation>
    </message>
    <message>
        <source>a web page; the download has probably failed</source>
        <translation>eine Webseite; wahrscheinlich ist der Download fehlgeschlagen</translation>
    </message>
    <message>
        <source>characters cannot be translated here</source>
        <translation>Zeichen können hier nicht übersetzt werden</translation>
    </message>
    <message>
        <source>describes a network that cannot be computed; download it again</source>
        <translation>beschreibt ein Netz, das sich nicht berechnen lässt; laden Sie die Datei noch einmal herunter</translation>
    </message>
    <message>
        <source>disk space for chats</source>
        <translation>Speicherplatz für Chats</translation>
    </message>
    <message>
        <source>holds only the vision part of a model; open the model that it belongs to</source>
        <translation>enthält nur den Teil eines Modells, der Bilder sieht; öffnen Sie das Modell, zu dem sie gehört</translation>
    </message>
    <message>
        <source>is a GGUF file for big-endian machines, which is not supported</source>
        <translation>ist eine GGUF-Datei für Big-Endian-Rechner, was nicht unterstützt wird</translation>
    </message>
    <message>
        <source>is a GGUF file of version {version}, which is not supported</source>
        <translation>ist eine GGUF-Datei der Version {version}, die nicht unterstützt wird</translation>
    </message>
    <message>
        <source>is an embedding model: it compares texts and cannot chat. Open a chat model; programs use this one by its name</source>
        <translation>ist ein Embedding-Modell: Es vergleicht Texte und kann nicht chatten. Öffnen Sie ein Chatmodell; Programme verwenden dieses mit seinem Namen</translation>
    </message>
    <message>
        <source>it has a content encoding that was not requested</source>
        <translation>sie hat eine Inhaltskodierung, die nicht angefordert war</translation>
    </message>
    <message>
        <source>it is not an RPC client, or a library is missing.</source>
        <translation>sie ist kein RPC-Client, oder eine Bibliothek fehlt.</translation>
    </message>
    <message>
        <source>it redirects endlessly</source>
        <translation>sie leitet endlos weiter</translation>
    </message>
    <message>
        <source>it redirects to an unencrypted address</source>
        <translation>sie leitet auf eine unverschlüsselte Adresse weiter</translation>
    </message>
    <message>
        <source>it violates the rules of HTTP</source>
        <translation>sie verletzt die Regeln von HTTP</translation>
    </message>
    <message>
        <source>memory for chats without a slot</source>
        <translation>Speicher für Chats ohne Platz</translation>
    </message>
    <message>
        <source>more text follows its end</source>
        <translation>nach dem Ende folgt weiterer Text</translation>
    </message>
    <message>
        <source>only a pointer of Git LFS; download the actual file</source>
        <translation>nur ein Verweis von Git LFS; laden Sie die eigentliche Datei herunter</translation>
    </message>
    <message>
        <source>the arguments to {server}</source>
        <translation>die Argumente an {server}</translation>
    </message>
    <message>
        <source>the words to SearXNG at {host}</source>
        <translation>die Wörter an SearXNG auf {host}</translation>
    </message>
    <message>
        <source>the words to {name}</source>
        <translation>die Wörter an {name}</translation>
    </message>
    <message>
        <source>timeout of a tool server</source>
        <translation>Wartezeit eines Werkzeugservers</translation>
    </message>
    <message>
        <source>{address} takes about {held} of the {free} that it has free.</source>
        <translation>{address} übernimmt etwa {held} von den {free}, die dort frei sind.</translation>
    </message>
    <message>
        <source>{count:,} chats could not be understood.</source>
        <translation>{count:,} Chats waren nicht zu verstehen.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as each of them is larger than {most:,} MB.</source>
        <translation>{count:,} Chats wurden weggelassen, weil jeder von ihnen größer als {most:,} MB ist.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as reading them takes too much memory.</source>
        <translation>{count:,} Chats wurden weggelassen, weil ihr Lesen zu viel Speicher braucht.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as their JSON is nested more than {most:,} levels deep.</source>
        <translation>{count:,} Chats wurden weggelassen, weil ihr JSON mehr als {most:,} Ebenen tief verschachtelt ist.</translation>
    </message>
    <message>
        <source>{count:,} further lines are not shown.</source>
        <translation>{count:,} weitere Zeilen werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>{file}: No chats were found in this file.</source>
        <translation>{file}: In dieser Datei wurde kein Chat gefunden.</translation>
    </message>
    <message>
        <source>{host} is not a public address. Only public web pages can be read.</source>
        <translation>{host} ist keine öffentliche Adresse. Nur öffentliche Webseiten können gelesen werden.</translation>
    </message>
    <message>
        <source>{host} is not an address of this computer: {reason}.</source>
        <translation>{host} ist keine Adresse dieses Computers: {reason}.</translation>
    </message>
    <message>
        <source>{host} is not working ({status}). Try again later.</source>
        <translation>{host} funktioniert gerade nicht ({status}). Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} received too many requests. Try again later.</source>
        <translation>{host} hat zu viele Anfragen erhalten. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} redirects endlessly.</source>
        <translation>{host} leitet endlos weiter.</translation>
    </message>
    <message>
        <source>{host} redirects to {other}. If you trust that one, enter its address instead.</source>
        <translation>{host} leitet auf {other} weiter. Wenn Sie diesem Server vertrauen, geben Sie stattdessen seine Adresse ein.</translation>
    </message>
    <message>
        <source>{host} rejects the key, or requires one.</source>
        <translation>{host} lehnt den Schlüssel ab oder verlangt einen.</translation>
    </message>
    <message>
        <source>{host} sent an answer that Hubbub does not understand.</source>
        <translation>{host} hat eine Antwort gesendet, die Hubbub nicht versteht.</translation>
    </message>
    <message>
        <source>{host} sent an answer that is too long.</source>
        <translation>{host} hat eine zu lange Antwort gesendet.</translation>
    </message>
    <message>
        <source>{host} sent something other than a reply: {text}</source>
        <translation>{host} hat etwas anderes als eine Antwort gesendet: {text}</translation>
    </message>
    <message>
        <source>{host} uses another address: {other}</source>
        <translation>{host} verwendet eine andere Adresse: {other}</translation>
    </message>
    <message>
        <source>{messages:,} messages in {conversations:,} chats were recovered.</source>
        <translation>Wiederhergestellt: {messages:,} Nachrichten in {conversations:,} Chats.</translation>
    </message>
    <message>
        <source>{model} on {machine} does not support pictures. Choose a model that does.</source>
        <translation>{model} auf {machine} unterstützt keine Bilder. Wählen Sie ein Modell, das Bilder sieht.</translation>
    </message>
    <message>
        <source>{name} has no vocabulary, so it can neither read nor write.</source>
        <translation>{name} hat kein Vokabular, kann also weder lesen noch schreiben.</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back.</source>
        <translation>{name} ist eine Art von Modell, die verworfene Tokens nicht zurücknehmen kann.</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back. Choose another draft model.</source>
        <translation>{name} ist eine Art von Modell, die verworfene Tokens nicht zurücknehmen kann. Wählen Sie ein anderes Entwurfsmodell.</translation>
    </message>
    <message>
        <source>{name} is a model of the kind “{kind}”, which this version of Hubbub cannot run.</source>
        <translation>{name} ist ein Modell der Art „{kind}“, die diese Version von Hubbub nicht ausführen kann.</translation>
    </message>
    <message>
        <source>{name} is an embedding model, which cannot chat. Choose a chat model.</source>
        <translation>{name} ist ein Embedding-Modell, das nicht chatten kann. Wählen Sie ein Chatmodell.</translation>
    </message>
    <message>
        <source>{name} is incomplete or damaged. Please download it again.</source>
        <translation>{name} ist unvollständig oder beschädigt. Bitte laden Sie es noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is not working ({status}). Try again later.</source>
        <translation>{name} funktioniert gerade nicht ({status}). Versuchen Sie es später noch einmal.</translation>
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
        <source>{name} takes {card:.1f} s for work that the processor does in {processor:.1f} s.</source>
        <translation>{name} braucht {card:.1f} s für das, was der Prozessor in {processor:.1f} s berechnet.</translation>
    </message>
    <message>
        <source>{name} was loaded, but cannot compute on this machine.</source>
        <translation>{name} wurde geladen, kann aber auf diesem Rechner nicht rechnen.</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last load. Choose it again above the chat to try once more.</source>
        <translation>{name} wurde nicht geladen: Die Engine oder der Computer blieb beim letzten Laden stehen. Wählen Sie es über dem Chat noch einmal, um es erneut zu versuchen.</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last loads. Choose it in a chat, or start `hubbub serve` with it as --model.</source>
        <translation>{name} wurde nicht geladen: Die Engine oder der Computer hielt während der letzten Ladevorgänge an. Wählen Sie es in einem Chat, oder starten Sie `hubbub serve` damit als --model.</translation>
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
        <source>{reason} What you write now is lost when Hubbub quits.</source>
        <translation>{reason} Was Sie jetzt schreiben, geht beim Beenden von Hubbub verloren.</translation>
    </message>
    <message>
        <source>{sentence} ({count:,} times)</source>
        <translation>{sentence} ({count:,}-mal)</translation>
    </message>
    <message>
        <source>“{address}” is not an IP address. Enter one such as 192.168.1.20.</source>
        <translation>„{address}“ ist keine IP-Adresse. Eine wie 192.168.1.20 eingeben.</translation>
    </message>
    <message>
        <source>“{line}” is not a token bias. Enter a text or a token number, and the value to add, such as “word -5” or “1234 never”.</source>
        <translation>„{line}“ ist kein Token-Bias. Einen Text oder eine Tokennummer und den Wert eingeben, der addiert wird, etwa „word -5“ oder „1234 never“.</translation>
    </message>
    <message>
        <source>“{name}” asks you to sign in with your browser.</source>
        <translation>„{name}“ möchte, dass Sie sich mit Ihrem Browser anmelden.</translation>
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
        <source>“{name}” defines XML entities, which can be harmful, and was skipped.</source>
        <translation>„{name}“ definiert XML-Entitäten, die Schaden anrichten können, und wurde übersprungen.</translation>
    </message>
    <message>
        <source>“{name}” describes a projector that cannot be computed; download it again.</source>
        <translation>„{name}“ beschreibt einen Projektor, der sich nicht berechnen lässt; laden Sie die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}, which is uncertain.</source>
        <translation>Die Datei „{name}“ nennt ihre Kodierung nicht und wurde als {encoding} gelesen, was unsicher ist.</translation>
    </message>
    <message>
        <source>“{name}” has no file with text.</source>
        <translation>„{name}“ hat keine Datei mit Text.</translation>
    </message>
    <message>
        <source>“{name}” is a device, not a file.</source>
        <translation>„{name}“ ist ein Gerät, keine Datei.</translation>
    </message>
    <message>
        <source>“{name}” is a folder. Only files can go with a message.</source>
        <translation>„{name}“ ist ein Ordner. Nur Dateien lassen sich anhängen.</translation>
    </message>
    <message>
        <source>“{name}” is an audio projector of a kind that is not supported. Choose no projector.</source>
        <translation>„{name}“ ist ein Audioprojektor einer Art, die nicht unterstützt wird. Wählen Sie keinen Projektor.</translation>
    </message>
    <message>
        <source>“{name}” is an empty image.</source>
        <translation>„{name}“ ist ein leeres Bild.</translation>
    </message>
    <message>
        <source>“{name}” is an empty sound.</source>
        <translation>„{name}“ ist eine leere Aufnahme.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not a sound.</source>
        <translation>„{name}“ ist beschädigt oder keine Tonaufnahme.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not an image.</source>
        <translation>„{name}“ ist beschädigt oder kein Bild.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or too large to be read. Copy the text out of it instead.</source>
        <translation>„{name}“ ist beschädigt oder zu groß zum Lesen. Kopieren Sie stattdessen den Text heraus.</translation>
    </message>
    <message>
        <source>“{name}” is empty or taken, or contains “/”. Rename the tool server.</source>
        <translation>„{name}“ ist leer oder vergeben oder hat ein „/“. Benennen Sie den Werkzeugserver um.</translation>
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
        <source>“{name}” is not a GGUF model.</source>
        <translation>„{name}“ ist kein GGUF-Modell.</translation>
    </message>
    <message>
        <source>“{name}” is not a host name. Write it like host.docker.internal, without a port.</source>
        <translation>„{name}“ ist kein Hostname. Schreiben Sie ihn wie host.docker.internal, ohne Port.</translation>
    </message>
    <message>
        <source>“{name}” is not a supported image.</source>
        <translation>„{name}“ ist kein unterstütztes Bild.</translation>
    </message>
    <message>
        <source>“{name}” is not the name of a repository with its commit.</source>
        <translation>„{name}“ ist nicht der Name eines Repositorys mit seinem Commit.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password. Save a copy without one first.</source>
        <translation>„{name}“ ist durch ein Passwort geschützt. Speichern Sie erst eine Kopie ohne Passwort.</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size}; the limit for PDFs and documents is {most}).</source>
        <translation>„{name}“ ist zu groß ({size}; PDFs und Dokumente dürfen {most} haben).</translation>
    </message>
    <message>
        <source>“{name}” is too large for a picture; the limit is {most:,} MB. Save it smaller first.</source>
        <translation>„{name}“ ist zu groß für ein Bild; die Grenze ist {most:,} MB. Speichern Sie es vorher kleiner.</translation>
    </message>
</context>
<context>
    <name>ServerChoice</name>
    <message>
        <source>Starts: {command}</source>
        <translation>Startet: {command}</translation>
    </message>
    <message>
        <source>Contacts: {command}</source>
        <translation>Kontaktiert: {command}</translation>
    </message>
    <message>
        <source>With: {names}</source>
        <translation>Mit: {names}</translation>
    </message>
    <message>
        <source>From: {program}</source>
        <translation>Aus: {program}</translation>
    </message>
</context>
<context>
    <name>ServerImportDialog</name>
    <message>
        <source>Paste server settings</source>
        <translation>Einstellungen von Servern einfügen</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>Server importieren</translation>
    </message>
    <message>
        <source>Paste the JSON, the command or the address that the server&apos;s page shows.</source>
        <translation>Fügen Sie das JSON, den Befehl oder die Adresse ein, die die Seite des Servers zeigt.</translation>
    </message>
    <message>
        <source>Choose the servers to add. Each is started once, to list its tools.</source>
        <translation>Wählen Sie die Server, die hinzukommen. Jeder wird einmal gestartet, um seine Werkzeuge zu zeigen.</translation>
    </message>
    <message>
        <source>No servers were found in other programs.</source>
        <translation>In anderen Programmen wurden keine Server gefunden.</translation>
    </message>
    <message>
        <source>Add {count:,} servers</source>
        <translation>{count:,} Server hinzufügen</translation>
    </message>
    <message>
        <source>Add the server</source>
        <translation>Den Server hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Edit a server</source>
        <translation>Server bearbeiten</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Server hinzufügen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>Ein Programm auf diesem Rechner</translation>
    </message>
    <message>
        <source>A service at an address</source>
        <translation>Ein Dienst an einer Adresse</translation>
    </message>
    <message>
        <source>For example: uvx</source>
        <translation>Zum Beispiel: uvx</translation>
    </message>
    <message>
        <source>For example: mcp-server-time</source>
        <translation>Zum Beispiel: mcp-server-time</translation>
    </message>
    <message>
        <source>Your home folder</source>
        <translation>Ihr persönlicher Ordner</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Kopfzeilen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Offer its tools</source>
        <translation>Seine Werkzeuge anbieten</translation>
    </message>
    <message>
        <source>Trust its list of read-only tools</source>
        <translation>Seiner Angabe trauen, welche Werkzeuge nur lesen</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>Abmelden</translation>
    </message>
    <message>
        <source>Discards what you granted in the browser. The server asks again when needed.</source>
        <translation>Verwirft, was Sie im Browser erlaubt haben. Der Server fragt wieder, wenn er es braucht.</translation>
    </message>
    <message>
        <source>State: {state}</source>
        <translation>Zustand: {state}</translation>
    </message>
    <message>
        <source>protocol {version}</source>
        <translation>Protokoll {version}</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>Abgemeldet</translation>
    </message>
    <message>
        <source>Type a name for the server.</source>
        <translation>Geben Sie einen Namen für den Server ein.</translation>
    </message>
    <message>
        <source>Close the quotation mark in the arguments.</source>
        <translation>Schließen Sie das Anführungszeichen in den Argumenten.</translation>
    </message>
    <message>
        <source>Type the command that starts the server.</source>
        <translation>Geben Sie den Befehl ein, der den Server startet.</translation>
    </message>
    <message>
        <source>Type an address that begins with https:// or http://.</source>
        <translation>Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>A&amp;rt</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>&amp;Befehl</translation>
    </message>
    <message>
        <source>&amp;Arguments</source>
        <translation>A&amp;rgumente</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Variablen</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>A&amp;dresse</translation>
    </message>
    <message>
        <source>&amp;Headers</source>
        <translation>&amp;Kopfzeilen</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>Time &amp;limit without progress</source>
        <translation>&amp;Höchstdauer ohne Fortschritt</translation>
    </message>
    <message>
        <source>Values that look like keys are moved to this computer&apos;s keyring when you save.</source>
        <translation>Werte, die wie Schlüssel aussehen, kommen beim Speichern in den Schlüsselbund dieses Rechners.</translation>
    </message>
    <message>
        <source>Recent output of the server</source>
        <translation>Letzte Ausgaben des Servers</translation>
    </message>
</context>
<context>
    <name>ServerTable</name>
    <message>
        <source>Tools of “{name}”…</source>
        <translation>Werkzeuge von „{name}“ …</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>„{name}“ bearbeiten …</translation>
    </message>
    <message>
        <source>Restart “{name}”</source>
        <translation>„{name}“ neu starten</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>„{name}“ entfernen …</translation>
    </message>
    <message>
        <source>Remove “{name}”? Its program is ended, and its keys are deleted as well.</source>
        <translation>„{name}“ entfernen? Sein Programm wird beendet, und auch seine Schlüssel werden gelöscht.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>ServerToolsDialog</name>
    <message>
        <source>Tools of “{name}”</source>
        <translation>Werkzeuge von „{name}“</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Werkzeuge suchen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The first {shown:,} of {count:,} tools. Search for the others.</source>
        <translation>Die ersten {shown:,} von {count:,} Werkzeugen. Suchen Sie nach den anderen.</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>Keine Werkzeuge gefunden.</translation>
    </message>
    <message>
        <source>This server has no tools.</source>
        <translation>Dieser Server hat keine Werkzeuge.</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>Anbieten</translation>
    </message>
    <message>
        <source>Offer {name}</source>
        <translation>{name} anbieten</translation>
    </message>
</context>
<context>
    <name>ServersController</name>
    <message>
        <source>The page could not be opened in a browser.</source>
        <translation>Die Seite konnte nicht im Browser geöffnet werden.</translation>
    </message>
    <message>
        <source>“{name}” has not started yet, so its tools are missing.</source>
        <translation>„{name}“ ist noch nicht gestartet; seine Werkzeuge fehlen deshalb.</translation>
    </message>
    <message>
        <source>The tools of “{name}” are missing. {reason}</source>
        <translation>Die Werkzeuge von „{name}“ fehlen. {reason}</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Dateien …</translation>
    </message>
    <message>
        <source>“{name}” was not attached: {reason}</source>
        <translation>„{name}“ wurde nicht angehängt: {reason}</translation>
    </message>
</context>
<context>
    <name>SettingGroup</name>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Reset this page to its defaults</source>
        <translation>Diese Seite auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Reset “{page}” to its defaults? This can&apos;t be undone.</source>
        <translation>„{page}“ auf die Vorgaben zurücksetzen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
</context>
<context>
    <name>SettingRowFactory</name>
    <message>
        <source>Match system</source>
        <translation>Wie das System</translation>
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
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 ist vorhersehbar, 1 ist kreativ, mehr ist sprunghaft.</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>Mit Strg+Enter senden</translation>
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
        <source>Storage</source>
        <translation>Speicherplatz</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Quit and keep the partial answers</source>
        <translation>Beenden und die Teilantworten behalten</translation>
    </message>
    <message>
        <source>Longer texts become attachments that can be opened.</source>
        <translation>Längere Texte werden zu Anhängen, die sich öffnen lassen.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> Zeichen</translation>
    </message>
    <message>
        <source>Name chats automatically</source>
        <translation>Chats automatisch benennen</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>Andere Rechner</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Enter starts a new line instead.</source>
        <translation>Enter beginnt dann eine neue Zeile.</translation>
    </message>
    <message>
        <source>title rename</source>
        <translation>Titel umbenennen Name</translation>
    </message>
    <message>
        <source>Only when Hubbub is in the background.</source>
        <translation>Nur wenn Hubbub im Hintergrund ist.</translation>
    </message>
    <message>
        <source>Hold Ctrl and press Tab: the tab you used last comes first.</source>
        <translation>Strg halten und Tab drücken: Der zuletzt genutzte Tab kommt zuerst.</translation>
    </message>
    <message>
        <source>recently used MRU cycle</source>
        <translation>zuletzt genutzt MRU durchschalten</translation>
    </message>
    <message>
        <source>Finishing in the background requires a system tray.</source>
        <translation>Im Hintergrund fertigstellen lässt sich nur mit einem Infobereich.</translation>
    </message>
    <message>
        <source>Click the tray icon to reopen the window. Without a tray, closing the window quits Hubbub.</source>
        <translation>Ein Klick auf das Symbol im Infobereich öffnet das Fenster wieder. Ohne Infobereich beendet das Schließen des Fensters Hubbub.</translation>
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
        <source>Reduce motion</source>
        <translation>Bewegung verringern</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>Vertikale Tabs</translation>
    </message>
    <message>
        <source>side left column tab bar</source>
        <translation>Seite links Spalte Tableiste</translation>
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
        <source>KV cache type</source>
        <translation>KV-Cache-Typ</translation>
    </message>
    <message>
        <source>memory quantization quantized KV cache F16 Q8_0</source>
        <translation>Speicher Quantisierung quantisiert KV-Cache F16 Q8_0</translation>
    </message>
    <message>
        <source>F16 (exact)</source>
        <translation>F16 (genau)</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0 (die Hälfte)</translation>
    </message>
    <message>
        <source>All free memory</source>
        <translation>Aller freie Speicher</translation>
    </message>
    <message>
        <source>Minimum time in memory</source>
        <translation>Mindestzeit im Speicher</translation>
    </message>
    <message>
        <source>When two models that do not fit together take turns, each stays loaded at least this long.</source>
        <translation>Wechseln sich zwei Modelle ab, die nicht zusammen hineinpassen, bleibt jedes mindestens so lange geladen.</translation>
    </message>
    <message>
        <source>End answers that repeat themselves</source>
        <translation>Antworten beenden, die sich wiederholen</translation>
    </message>
    <message>
        <source>repetition loop endless stuck degenerate</source>
        <translation>Wiederholung Schleife endlos hängen</translation>
    </message>
    <message>
        <source>Other computers&apos; memory (RPC)</source>
        <translation>Speicher anderer Rechner (RPC)</translation>
    </message>
    <message>
        <source>Graphics card (GPU)</source>
        <translation>Grafikkarte (GPU)</translation>
    </message>
    <message>
        <source>How many layers of the model it computes. More are faster; 0 uses only the processor.</source>
        <translation>Wie viele Schichten des Modells sie berechnet. Mehr sind schneller; 0 nutzt nur den Prozessor.</translation>
    </message>
    <message>
        <source>GPU layers offload CUDA Vulkan Metal VRAM speed</source>
        <translation>GPU-Schichten auslagern CUDA Vulkan Metal VRAM Geschwindigkeit</translation>
    </message>
    <message>
        <source>distributed cluster network llama.cpp rpc-server split layers remote</source>
        <translation>verteilt Cluster Netzwerk llama.cpp rpc-server Schichten aufteilen entfernt</translation>
    </message>
    <message>
        <source>For example: 192.168.1.20:50052</source>
        <translation>Zum Beispiel: 192.168.1.20:50052</translation>
    </message>
    <message>
        <source>Sent to the model at the start of every chat.</source>
        <translation>Wird dem Modell zu Beginn jedes Chats gesendet.</translation>
    </message>
    <message>
        <source>On Linux. Keeps a malicious model from changing your files and from using the network. Turn it off if a graphics card does not work. Takes effect at the next start.</source>
        <translation>Unter Linux. Hindert ein bösartiges Modell daran, Dateien zu ändern und das Netz zu benutzen. Ausschalten, falls eine Grafikkarte nicht funktioniert. Wirkt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Hubbub opens no connections, whatever the other settings are.</source>
        <translation>Hubbub öffnet keine Verbindungen, was auch immer sonst eingestellt ist.</translation>
    </message>
    <message>
        <source>Sends your search terms, and downloads the models that you choose.</source>
        <translation>Sendet die Suchbegriffe und lädt die ausgewählten Modelle herunter.</translation>
    </message>
    <message>
        <source>For all downloads combined.</source>
        <translation>Für alle Downloads zusammen.</translation>
    </message>
    <message>
        <source>Further downloads wait in a queue.</source>
        <translation>Weitere Downloads warten in einer Warteschlange.</translation>
    </message>
    <message>
        <source>Let other machines write titles and recaps</source>
        <translation>Andere Rechner Titel und Zusammenfassungen schreiben lassen</translation>
    </message>
    <message>
        <source>For the chats that they answer. Otherwise, the model on this computer writes them.</source>
        <translation>Für die Chats, die sie beantworten. Sonst schreibt sie das Modell auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Run local read-only tools without asking</source>
        <translation>Lokale Werkzeuge, die nur lesen, ohne Frage ausführen</translation>
    </message>
    <message>
        <source>These tools do not change or send anything.</source>
        <translation>Diese Werkzeuge ändern und senden nichts.</translation>
    </message>
    <message>
        <source>After this many tool calls, the answer stops until you continue it.</source>
        <translation>Nach so vielen Werkzeugaufrufen hält die Antwort an, bis Sie sie fortsetzen.</translation>
    </message>
    <message>
        <source>The service that the built-in search sends its queries to.</source>
        <translation>Der Dienst, an den die eingebaute Suche ihre Anfragen sendet.</translation>
    </message>
    <message>
        <source>Turn on the JSON format in the settings of SearXNG.</source>
        <translation>Schalten Sie das JSON-Format in den Einstellungen von SearXNG ein.</translation>
    </message>
    <message>
        <source>The port of the local server.</source>
        <translation>Der Port des lokalen Servers.</translation>
    </message>
    <message>
        <source>Allow other computers</source>
        <translation>Andere Rechner zulassen</translation>
    </message>
    <message>
        <source>The server accepts their connections only at this address of this computer. Leave it empty for all addresses, in all networks.</source>
        <translation>Der Server nimmt ihre Verbindungen nur an dieser Adresse dieses Rechners an. Leer lassen für alle Adressen in allen Netzen.</translation>
    </message>
    <message>
        <source>With a certificate and its key, the server uses HTTPS, which is encrypted.</source>
        <translation>Mit einem Zertifikat und seinem Schlüssel benutzt der Server HTTPS, das verschlüsselt ist.</translation>
    </message>
    <message>
        <source>A PEM file with the whole chain</source>
        <translation>Eine PEM-Datei mit der ganzen Kette</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Privater Schlüssel</translation>
    </message>
    <message>
        <source>The key of the certificate, without a password. The file is not copied.</source>
        <translation>Der Schlüssel des Zertifikats, ohne Passwort. Die Datei wird nicht kopiert.</translation>
    </message>
    <message>
        <source>Allowed web pages</source>
        <translation>Zugelassene Webseiten</translation>
    </message>
    <message>
        <source>Pages of these origins can use the server. They also need the token. Leave it empty to allow none.</source>
        <translation>Seiten dieser Herkunft können den Server benutzen. Auch sie brauchen das Token. Leer lassen, um keine zuzulassen.</translation>
    </message>
    <message>
        <source>Programs in containers and on other computers can reach this computer by these names. Other names are refused, because a web page can point its own name to this computer.</source>
        <translation>Programme in Containern und auf anderen Rechnern können diesen Computer unter diesen Namen erreichen. Andere Namen werden abgewiesen, weil eine Webseite ihren eigenen Namen auf diesen Computer zeigen lassen kann.</translation>
    </message>
    <message>
        <source>Cache chats on disk</source>
        <translation>Chats auf der Festplatte zwischenspeichern</translation>
    </message>
    <message>
        <source>Cache size limit</source>
        <translation>Maximale Größe des Zwischenspeichers</translation>
    </message>
    <message>
        <source>Runs a local server for editors and scripts, compatible with OpenAI, Anthropic and Ollama. Your chats have priority.</source>
        <translation>Startet einen lokalen Server für Editoren und Skripte, kompatibel mit OpenAI, Anthropic und Ollama. Ihre Chats haben Vorrang.</translation>
    </message>
    <message>
        <source>local server API OpenAI Anthropic Ollama HTTP endpoint</source>
        <translation>lokaler Server API OpenAI Anthropic Ollama HTTP Endpunkt</translation>
    </message>
    <message>
        <source>The least recently used chats are removed first. Your messages are never deleted.</source>
        <translation>Die am längsten nicht benutzten Chats werden zuerst entfernt. Ihre Nachrichten werden nie gelöscht.</translation>
    </message>
    <message>
        <source>Cache share of other programs</source>
        <translation>Anteil anderer Programme am Zwischenspeicher</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>Im Hintergrund abschließen</translation>
    </message>
    <message>
        <source>exit close running background question confirm</source>
        <translation>beenden schließen laufend Hintergrund Frage bestätigen</translation>
    </message>
    <message>
        <source>Keep running in the tray when the window is closed</source>
        <translation>Im Infobereich weiterlaufen, wenn das Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>minimize hide notification area background</source>
        <translation>minimieren verbergen Infobereich Hintergrund Tray</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>Nach {count} Minuten</translation>
    </message>
    <message>
        <source>Unload the model when it is idle</source>
        <translation>Das Modell bei Untätigkeit entladen</translation>
    </message>
    <message>
        <source>idle timeout TTL keep alive sleep memory free RAM VRAM</source>
        <translation>Leerlauf Pause Zeitlimit TTL Speicher freigeben RAM VRAM schlafen</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Prozessor-Threads</translation>
    </message>
    <message>
        <source>Network and privacy</source>
        <translation>Netzwerk und Datenschutz</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Paste long text as a file</source>
        <translation>Langen Text als Datei einfügen</translation>
    </message>
    <message>
        <source>length limit attachment</source>
        <translation>Länge Grenze Anhang</translation>
    </message>
    <message>
        <source>Ctrl+Tab cycles through recent tabs</source>
        <translation>Strg+Tab wechselt durch die zuletzt benutzten Tabs</translation>
    </message>
    <message>
        <source>If answers or downloads are running when I quit</source>
        <translation>Wenn beim Beenden Antworten oder Downloads laufen</translation>
    </message>
    <message>
        <source>Spanish, French and Chinese were translated by machine. Corrections are welcome.</source>
        <translation>Spanisch, Französisch und Chinesisch sind maschinell übersetzt. Korrekturen sind willkommen.</translation>
    </message>
    <message>
        <source>%</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Lists tabs in the sidebar, above the other chats.</source>
        <translation>Zeigt die Tabs in der Seitenleiste über den anderen Chats.</translation>
    </message>
    <message>
        <source>Memory for models</source>
        <translation>Speicher für Modelle</translation>
    </message>
    <message>
        <source>The limit for all models that are loaded at the same time. A model that does not fit waits, or takes the place of one that is idle.</source>
        <translation>Die Grenze für alle gleichzeitig geladenen Modelle. Ein Modell, das nicht passt, wartet oder nimmt den Platz eines freien ein.</translation>
    </message>
    <message>
        <source>several models RAM limit maximum loaded</source>
        <translation>mehrere Modelle RAM Grenze maximal geladen</translation>
    </message>
    <message>
        <source>several models swap turn time</source>
        <translation>mehrere Modelle Wechsel Zeit</translation>
    </message>
    <message>
        <source>{count:,} s</source>
        <translation>{count:,} s</translation>
    </message>
    <message>
        <source>As many as fit</source>
        <translation>So viele wie passen</translation>
    </message>
    <message>
        <source> layers</source>
        <translation> Schichten</translation>
    </message>
    <message>
        <source>Splits models that are too large for this computer: other computers take some of their layers. Start llama.cpp&apos;s “ggml-rpc-server -H 0.0.0.0” there, and enter its address here. Others in the network can read chats and misuse that computer.</source>
        <translation>Teilt Modelle auf, die für diesen Rechner zu groß sind: Andere Rechner übernehmen einen Teil ihrer Schichten. Starten Sie dort „ggml-rpc-server -H 0.0.0.0“ von llama.cpp und geben Sie hier die Adresse ein. Andere im Netz können Chats mitlesen und jenen Rechner missbrauchen.</translation>
    </message>
    <message>
        <source>Only for networks that you trust: no encryption and no password.</source>
        <translation>Nur für Netze, denen Sie vertrauen: ohne Verschlüsselung und ohne Passwort.</translation>
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
        <source>Maximum length</source>
        <translation>Maximale Länge</translation>
    </message>
    <message>
        <source>Run the engine in a sandbox</source>
        <translation>Engine in einer Sandbox ausführen</translation>
    </message>
    <message>
        <source>security protection Landlock seccomp</source>
        <translation>Sicherheit Schutz Landlock seccomp</translation>
    </message>
    <message>
        <source>{count} MB/s</source>
        <translation>{count} MB/s</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>Offline arbeiten</translation>
    </message>
    <message>
        <source>internet online connection disconnect airplane mode</source>
        <translation>Internet online Verbindung trennen Flugmodus</translation>
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
        <source>Search Hugging Face for models</source>
        <translation>Modelle auf Hugging Face suchen</translation>
    </message>
    <message>
        <source>hub download consent privacy</source>
        <translation>hub herunterladen zustimmung datenschutz</translation>
    </message>
    <message>
        <source>Download speed</source>
        <translation>Geschwindigkeit der Downloads</translation>
    </message>
    <message>
        <source>bandwidth limit throttle</source>
        <translation>bandbreite begrenzen drosseln</translation>
    </message>
    <message>
        <source>Downloads at once</source>
        <translation>Downloads zugleich</translation>
    </message>
    <message>
        <source>parallel simultaneous queue</source>
        <translation>parallel gleichzeitig warteschlange</translation>
    </message>
    <message>
        <source>remote endpoint title summary server API</source>
        <translation>entfernt Endpunkt Titel Zusammenfassung Server API</translation>
    </message>
    <message>
        <source>Wikipedia (no key)</source>
        <translation>Wikipedia (ohne Schlüssel)</translation>
    </message>
    <message>
        <source>SearXNG, at your address</source>
        <translation>SearXNG, an Ihrer Adresse</translation>
    </message>
    <message>
        <source>allow permission approve MCP</source>
        <translation>erlauben Erlaubnis freigeben MCP</translation>
    </message>
    <message>
        <source>Calls in one answer</source>
        <translation>Aufrufe in einer Antwort</translation>
    </message>
    <message>
        <source>limit maximum loop agent MCP</source>
        <translation>Grenze Höchstzahl Schleife Agent MCP</translation>
    </message>
    <message>
        <source>Search the web with</source>
        <translation>Im Web suchen mit</translation>
    </message>
    <message>
        <source>search engine internet</source>
        <translation>Suchmaschine Internet</translation>
    </message>
    <message>
        <source>Address of SearXNG</source>
        <translation>Adresse von SearXNG</translation>
    </message>
    <message>
        <source>search engine internet server</source>
        <translation>Suchmaschine Internet Server</translation>
    </message>
    <message>
        <source>For example http://rack:8080</source>
        <translation>Zum Beispiel http://rack:8080</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>Andere Programme dürfen das Modell benutzen</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>local server API address listen</source>
        <translation>lokaler Server API Adresse</translation>
    </message>
    <message>
        <source>Computers in your network can connect with the token. A certificate encrypts requests and answers.</source>
        <translation>Rechner in Ihrem Netz können sich mit dem Schlüssel verbinden. Ein Zertifikat verschlüsselt Anfragen und Antworten.</translation>
    </message>
    <message>
        <source>listen network LAN 0.0.0.0</source>
        <translation>Netz LAN 0.0.0.0</translation>
    </message>
    <message>
        <source>HTTP is not encrypted: others in the network can read along.</source>
        <translation>HTTP ist nicht verschlüsselt: Andere im Netz können mitlesen.</translation>
    </message>
    <message>
        <source>Address for other computers</source>
        <translation>Adresse für andere Computer</translation>
    </message>
    <message>
        <source>listen bind interface host IP</source>
        <translation>Adresse Schnittstelle Netzwerk listen bind IP</translation>
    </message>
    <message>
        <source>For example 192.168.1.20</source>
        <translation>Zum Beispiel 192.168.1.20</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM cert</source>
        <translation>TLS SSL HTTPS Verschlüsselung PEM cert</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM private</source>
        <translation>TLS SSL HTTPS Verschlüsselung PEM privat</translation>
    </message>
    <message>
        <source>A PEM file</source>
        <translation>Eine PEM-Datei</translation>
    </message>
    <message>
        <source>CORS origin browser extension</source>
        <translation>CORS Origin Browser Erweiterung</translation>
    </message>
    <message>
        <source>For example https://app.example, http://localhost:3000</source>
        <translation>Zum Beispiel https://app.example, http://localhost:3000</translation>
    </message>
    <message>
        <source>Allowed host names</source>
        <translation>Zugelassene Hostnamen</translation>
    </message>
    <message>
        <source>Host header docker container DNS name</source>
        <translation>Host Header Docker Container DNS Name Hostname</translation>
    </message>
    <message>
        <source>For example host.docker.internal</source>
        <translation>Zum Beispiel host.docker.internal</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Old chats continue without being read again, even after a restart.</source>
        <translation>Alte Chats gehen weiter, ohne neu gelesen zu werden, auch nach einem Neustart.</translation>
    </message>
    <message>
        <source>Other programs can use this share of the cache, in memory and on disk, and the space that your chats leave free. Applies when the model is loaded next.</source>
        <translation>Andere Programme können diesen Anteil des Caches benutzen, im Speicher und auf der Festplatte, und den Platz, den die eigenen Chats frei lassen. Gilt, sobald das Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>Remove deleted chats from the backups</source>
        <translation>Gelöschte Chats aus den Sicherungen entfernen</translation>
    </message>
    <message>
        <source>Chats that leave the trash after 30 days are removed from the backups as well. Otherwise, the backups keep them for about another month.</source>
        <translation>Chats, die nach 30 Tagen den Papierkorb verlassen, werden auch aus den Sicherungen entfernt. Sonst bleiben sie dort etwa einen weiteren Monat.</translation>
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
        <source>The model writes a title after the first answer, while it is idle. Titles that you set are never changed.</source>
        <translation>Das Modell schreibt nach der ersten Antwort einen Titel, während es nichts anderes zu tun hat. Selbst gesetzte Titel werden nie geändert.</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat. A token is about four characters.</source>
        <translation>Die Anzahl der Token, die das Modell von jedem Chat lesen kann. Ein Token sind etwa vier Zeichen.</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>Weitere Chats warten in einer Warteschlange.</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory, with nearly identical answers; on the processor, long chats save a quarter.</source>
        <translation>Die Genauigkeit der Chats im Speicher. Q8_0 braucht etwa halb so viel Speicher bei fast gleichen Antworten; auf dem Prozessor sparen lange Chats ein Viertel.</translation>
    </message>
    <message>
        <source>Automatic measures which number is fastest.</source>
        <translation>Automatisch misst, welche Anzahl am schnellsten ist.</translation>
    </message>
    <message>
        <source>CPU cores speed n_threads</source>
        <translation>CPU Kerne Geschwindigkeit n_threads</translation>
    </message>
    <message>
        <source>Frees its memory for other programs. The next message loads it again, and chats that are cached on disk continue without being read again. Not available while the local server is on.</source>
        <translation>Gibt seinen Speicher für andere Programme frei. Die nächste Nachricht lädt es wieder, und Chats im Cache auf der Festplatte gehen weiter, ohne neu gelesen zu werden. Nicht verfügbar, solange der lokale Server an ist.</translation>
    </message>
    <message>
        <source>Guess ahead</source>
        <translation>Im Voraus raten</translation>
    </message>
    <message>
        <source>Speculative decoding: speeds up answers that repeat parts of the chat.</source>
        <translation>Spekulatives Dekodieren: beschleunigt Antworten, die Teile des Chats wiederholen.</translation>
    </message>
    <message>
        <source>speculation speculative decoding draft prompt lookup n-gram speed</source>
        <translation>Spekulation spekulatives Dekodieren speculative decoding draft prompt lookup n-gram Geschwindigkeit</translation>
    </message>
    <message>
        <source>Without a limit, an answer can fill the context.</source>
        <translation>Ohne Grenze kann eine Antwort den Kontext füllen.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>Small models sometimes repeat the same text endlessly. Such an answer ends, and can be continued. Other programs have to request this.</source>
        <translation>Kleine Modelle wiederholen manchmal endlos denselben Text. Eine solche Antwort endet und kann fortgesetzt werden. Andere Programme müssen das anfordern.</translation>
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
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Source: {name}</source>
        <translation>Quelle: {name}</translation>
    </message>
    <message>
        <source>Deleted source</source>
        <translation>Gelöschte Quelle</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Hubbub {version}: many chats, one local model, all at once.</source>
        <translation>Hubbub {version}: viele Chats, ein lokales Modell, alles zugleich.</translation>
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
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Automatic: {count:,}</source>
        <translation>Automatisch: {count:,}</translation>
    </message>
    <message>
        <source>Automatic: {size}</source>
        <translation>Automatisch: {size}</translation>
    </message>
    <message>
        <source>This model: {value}</source>
        <translation>Dieses Modell: {value}</translation>
    </message>
    <message>
        <source>Show the welcome tips again</source>
        <translation>Die ersten Tipps noch einmal zeigen</translation>
    </message>
    <message>
        <source>Show and change all shortcuts…</source>
        <translation>Alle Tastenkürzel zeigen und ändern …</translation>
    </message>
    <message>
        <source>Chats are stored in {conversations}, settings in {settings}, the log in {log}.</source>
        <translation>Chats liegen in {conversations}, Einstellungen in {settings}, das Protokoll in {log}.</translation>
    </message>
    <message>
        <source>Where things are stored</source>
        <translation>Wo was gespeichert wird</translation>
    </message>
    <message>
        <source>Nothing you write leaves this computer unless you choose another machine for a chat, or allow a tool that sends something. The window and the engine open no connections; a separate process checks for updates, and finds and downloads models, if you turn that on. Links open in your browser, and only when you click them.</source>
        <translation>Nichts, was Sie schreiben, verlässt diesen Computer, außer Sie wählen für einen Chat einen anderen Rechner oder erlauben ein Werkzeug, das etwas sendet. Das Fenster und die Engine öffnen keine Verbindungen; ein eigener Prozess sucht nach Updates und findet und lädt Modelle, wenn Sie das einschalten. Links öffnen sich im Browser, und nur wenn Sie darauf klicken.</translation>
    </message>
    <message>
        <source>If other computers&apos; memory is used (Engine, RPC), the engine connects to them and sends parts of chats unencrypted.</source>
        <translation>Wird der Speicher anderer Rechner benutzt (Engine, RPC), verbindet sich die Engine mit ihnen und sendet Teile von Chats unverschlüsselt.</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Rechner verlässt</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>Modell öffnen …</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>Startmodell</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Filter chats</source>
        <translation>Chats filtern</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Nothing is archived. Archived chats leave the list and stay here.</source>
        <translation>Nichts ist archiviert. Archivierte Chats verlassen die Liste und bleiben hier.</translation>
    </message>
    <message>
        <source>No chats yet. What you write is kept here, on this computer.</source>
        <translation>Noch keine Chats. Was Sie schreiben, bleibt hier, auf diesem Rechner.</translation>
    </message>
    <message>
        <source>No chat has this tag.</source>
        <translation>Kein Chat hat dieses Schlagwort.</translation>
    </message>
    <message>
        <source>No title or message has these words.</source>
        <translation>Weder ein Titel noch eine Nachricht enthält diese Wörter.</translation>
    </message>
    <message>
        <source>No matching titles. Searching messages…</source>
        <translation>Keine passenden Titel. Nachrichten werden durchsucht …</translation>
    </message>
</context>
<context>
    <name>SidebarMenus</name>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>Neues Schlagwort</translation>
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
        <source>Slot {number} caches “{occupant}”: {kept:,} tokens cached, {new:,} new, {free:,} free.</source>
        <translation>Platz {number} hält „{occupant}“ im Cache: {kept:,} Token im Cache, {new:,} neu, {free:,} frei.</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
</context>
<context>
    <name>SoundChip</name>
    <message>
        <source>Sound {name}, {length}</source>
        <translation>Ton {name}, {length}</translation>
    </message>
    <message>
        <source>Remove this sound</source>
        <translation>Diesen Ton entfernen</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>Source {number}: {title}</source>
        <translation>Quelle {number}: {title}</translation>
    </message>
</context>
<context>
    <name>SourceCards</name>
    <message>
        <source>Open {address} in your browser?</source>
        <translation>{address} in Ihrem Browser öffnen?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>SourceDetails</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Jetzt lesen</translation>
    </message>
    <message>
        <source>Read the new version</source>
        <translation>Neue Version lesen</translation>
    </message>
    <message>
        <source>Split into parts</source>
        <translation>In Teile zerlegen</translation>
    </message>
    <message>
        <source>Move to the newest version</source>
        <translation>In die neueste Version verschieben</translation>
    </message>
    <message>
        <source>Chats with this source</source>
        <translation>Chats mit dieser Quelle</translation>
    </message>
    <message>
        <source>New chat with this source</source>
        <translation>Neuer Chat mit dieser Quelle</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Instruction: {text}</source>
        <translation>Anweisung: {text}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiterlesen</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>Version {number}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Reading progress</source>
        <translation>Lesefortschritt</translation>
    </message>
</context>
<context>
    <name>SourceEditing</name>
    <message>
        <source>Reading… {count:,} files so far</source>
        <translation>Wird gelesen … bisher {count:,} Dateien</translation>
    </message>
    <message>
        <source>About {count:,} tokens.</source>
        <translation>Etwa {count:,} Tokens.</translation>
    </message>
    <message>
        <source>{files:,} files, about {count:,} tokens.</source>
        <translation>{files:,} Dateien, etwa {count:,} Tokens.</translation>
    </message>
    <message>
        <source>Searching… {count:,} files and folders so far</source>
        <translation>Wird durchgesehen … bisher {count:,} Dateien und Ordner</translation>
    </message>
    <message>
        <source>That is {over:,} more than the limit of this model ({window:,}). It can be added in parts.</source>
        <translation>Das sind {over:,} mehr, als dieses Modell fasst ({window:,}): Der Text kann in Teilen hinzugefügt werden.</translation>
    </message>
    <message>
        <source>Only {count:,} files and folders were examined.</source>
        <translation>Nur {count:,} Dateien und Ordner wurden angesehen.</translation>
    </message>
    <message>
        <source>The size limit of a source was reached; the rest was skipped.</source>
        <translation>Die Größengrenze einer Quelle wurde erreicht; der Rest wurde übersprungen.</translation>
    </message>
    <message>
        <source>ignored by .gitignore: {count:,}</source>
        <translation>von .gitignore ausgenommen: {count:,}</translation>
    </message>
    <message>
        <source>folders whose .gitignore is too long: {count:,}</source>
        <translation>Ordner mit zu langer .gitignore: {count:,}</translation>
    </message>
    <message>
        <source>folders of builds and packages: {count:,}</source>
        <translation>Ordner für Builds und Pakete: {count:,}</translation>
    </message>
    <message>
        <source>hidden folders: {count:,}</source>
        <translation>versteckte Ordner: {count:,}</translation>
    </message>
    <message>
        <source>folders at a depth of more than {depth}: {count:,}</source>
        <translation>Ordner in mehr als {depth} Ebenen Tiefe: {count:,}</translation>
    </message>
    <message>
        <source>left out by the filter: {count:,}</source>
        <translation>vom Filter weggelassen: {count:,}</translation>
    </message>
    <message>
        <source>other kinds of files: {count:,}</source>
        <translation>andere Arten von Dateien: {count:,}</translation>
    </message>
    <message>
        <source>links: {count:,}</source>
        <translation>Verknüpfungen: {count:,}</translation>
    </message>
    <message>
        <source>too large: {count:,}</source>
        <translation>zu groß: {count:,}</translation>
    </message>
    <message>
        <source>without text: {count:,}</source>
        <translation>ohne Text: {count:,}</translation>
    </message>
    <message>
        <source>Skipped: {reasons}.</source>
        <translation>Übersprungen: {reasons}.</translation>
    </message>
    <message>
        <source>This source was deleted in the meantime. Add it again as a new one.</source>
        <translation>Diese Quelle wurde inzwischen gelöscht. Fügen Sie sie als neue hinzu.</translation>
    </message>
    <message>
        <source>This text is too large for the context of the model. Add it in {count:,} parts, cut where files or chapters end?</source>
        <translation>Dieser Text ist zu groß für den Kontext des Modells. In {count:,} Teilen hinzufügen, getrennt, wo Dateien oder Kapitel enden?</translation>
    </message>
    <message>
        <source>It is far too large. Choose fewer files.</source>
        <translation>Das ist viel zu groß. Wählen Sie weniger Dateien.</translation>
    </message>
    <message>
        <source>Add in parts</source>
        <translation>In Teilen hinzufügen</translation>
    </message>
</context>
<context>
    <name>SourceEditor</name>
    <message>
        <source>Add a source</source>
        <translation>Quelle hinzufügen</translation>
    </message>
    <message>
        <source>Edit the source</source>
        <translation>Quelle bearbeiten</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Write or paste instead</source>
        <translation>Stattdessen schreiben oder einfügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Save as a new version</source>
        <translation>Als neue Version speichern</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>Dateien wählen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Type or paste text, or choose files above.</source>
        <translation>Text eingeben oder einfügen, oder oben Dateien wählen.</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>Aus {paths}</translation>
    </message>
    <message>
        <source>Filter, for example: *.py docs/* !tests/*</source>
        <translation>Filter, zum Beispiel: *.py docs/* !tests/*</translation>
    </message>
    <message>
        <source>File filter</source>
        <translation>Dateifilter</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Optional: what the model should do with the text</source>
        <translation>Optional: was das Modell mit dem Text tun soll</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Instruction</source>
        <translation>&amp;Anweisung</translation>
    </message>
</context>
<context>
    <name>SourceTexts</name>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} Chats</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 Chat</translation>
    </message>
    <message>
        <source>changed on disk</source>
        <translation>auf der Festplatte geändert</translation>
    </message>
    <message>
        <source>read by another model</source>
        <translation>von einem anderen Modell gelesen</translation>
    </message>
    <message>
        <source>{count:,} tokens, read</source>
        <translation>{count:,} Tokens, gelesen</translation>
    </message>
    <message>
        <source>reading, {percent}%</source>
        <translation>wird gelesen, {percent} %</translation>
    </message>
    <message>
        <source>waits to be read</source>
        <translation>wartet darauf, gelesen zu werden</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>too large for this model</source>
        <translation>zu groß für dieses Modell</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>The model is reading it: {percent}%. You can ask now.</source>
        <translation>Das Modell liest sie: {percent} %. Sie können schon fragen.</translation>
    </message>
    <message>
        <source>The text is too large for this model. The Sources page can split it.</source>
        <translation>Der Text ist zu groß für dieses Modell. Die Seite der Quellen kann ihn aufteilen.</translation>
    </message>
    <message>
        <source>It could not be read: {error}</source>
        <translation>Sie konnte nicht gelesen werden: {error}</translation>
    </message>
    <message>
        <source>The model reads it before its first answer.</source>
        <translation>Das Modell liest sie vor seiner ersten Antwort.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>{count:,} tokens, {disk} on disk</source>
        <translation>{count:,} Tokens, {disk} auf der Festplatte</translation>
    </message>
    <message>
        <source>Read {moment}</source>
        <translation>Gelesen {moment}</translation>
    </message>
    <message>
        <source>The model has read the text, and answers at once.</source>
        <translation>Das Modell hat den Text gelesen und antwortet sofort.</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} Token</translation>
    </message>
    <message>
        <source>It has {count:,} tokens, {over:,} more than this model holds ({limit:,}). Split it into parts, or choose a larger context in the settings.</source>
        <translation>Sie hat {count:,} Tokens, {over:,} mehr, als dieses Modell fasst ({limit:,}). Zerlegen Sie sie in Teile, oder wählen Sie in den Einstellungen einen größeren Kontext.</translation>
    </message>
    <message>
        <source>Its files have changed since it was read. Chats keep their version.</source>
        <translation>Ihre Dateien haben sich geändert, seit sie gelesen wurde. Chats behalten, was sie haben.</translation>
    </message>
    <message>
        <source>Another model has read it. The model that is loaded reads it again with the next chat.</source>
        <translation>Ein anderes Modell hat sie gelesen. Das geladene Modell liest sie mit dem nächsten Chat noch einmal.</translation>
    </message>
    <message>
        <source>Version {number} · {moment} · {size}</source>
        <translation>Version {number} · {moment} · {size}</translation>
    </message>
    <message>
        <source>From the folder {path}</source>
        <translation>Aus dem Ordner {path}</translation>
    </message>
    <message>
        <source>From the folder {path}, only {patterns}</source>
        <translation>Aus dem Ordner {path}, nur {patterns}</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>Aus {paths}</translation>
    </message>
    <message>
        <source>A text that was pasted</source>
        <translation>Ein eingefügter Text</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>Waiting for “{name}”: {percent}% read</source>
        <translation>Wartet auf „{name}“: {percent} % gelesen</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions?</source>
        <translation>„{name}“ mit allen Versionen löschen?</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions? Its chats stay ({count:,}), but the model will not know the text in them any more.</source>
        <translation>„{name}“ mit allen Versionen löschen? Ihre Chats bleiben ({count:,}), aber das Modell kennt den Text darin nicht mehr.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>SourcesPage</name>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Add a source…</source>
        <translation>Quelle hinzufügen …</translation>
    </message>
    <message>
        <source>No sources yet. Add files, a folder of code, a saved web page or pasted text. The model reads it once, and every chat that starts from it is ready at once, also after a restart.</source>
        <translation>Noch keine Quellen. Fügen Sie Dateien, einen Ordner mit Code, eine gespeicherte Webseite oder eingefügten Text hinzu. Das Modell liest sie einmal, und jeder Chat, der mit ihr beginnt, ist sofort bereit, auch nach einem Neustart.</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Waiting…</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Waiting, position {place:,}</source>
        <translation>Wartet, Position {place:,}</translation>
    </message>
    <message>
        <source>Reading {percent}%…</source>
        <translation>Liest {percent} % …</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Schreibt …</translation>
    </message>
    <message>
        <source>A tool waits for your answer</source>
        <translation>Ein Werkzeug wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>Ein Werkzeug läuft …</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>neue Antwort</translation>
    </message>
    <message>
        <source>on {machine}</source>
        <translation>auf {machine}</translation>
    </message>
    <message>
        <source>{count:,} oldest messages forgotten</source>
        <translation>{count:,} älteste Nachrichten vergessen</translation>
    </message>
    <message>
        <source>oldest message forgotten</source>
        <translation>älteste Nachricht vergessen</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}</source>
        <translation>{used:,} / {total:,}</translation>
    </message>
    <message>
        <source>{used:,} tokens, more than the limit of {total:,}</source>
        <translation>{used:,} Token, mehr als die Grenze von {total:,}</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, nearly full</source>
        <translation>{used:,} / {total:,}, fast voll</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, filling up</source>
        <translation>{used:,} / {total:,}, wird voll</translation>
    </message>
    <message>
        <source>The last answer failed</source>
        <translation>Die letzte Antwort ist fehlgeschlagen</translation>
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
    <name>Steps</name>
    <message>
        <source>Thought for {duration}</source>
        <translation>Hat {duration} nachgedacht</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Hat nachgedacht</translation>
    </message>
    <message>
        <source>used {count:,} tools</source>
        <translation>nutzte {count:,} Werkzeuge</translation>
    </message>
    <message>
        <source>used a tool</source>
        <translation>nutzte ein Werkzeug</translation>
    </message>
    <message>
        <source>{count:,} calls failed</source>
        <translation>{count:,} Aufrufe fehlgeschlagen</translation>
    </message>
    <message>
        <source>a call failed</source>
        <translation>ein Aufruf fehlgeschlagen</translation>
    </message>
    <message>
        <source>{count:,} calls refused</source>
        <translation>{count:,} Aufrufe abgelehnt</translation>
    </message>
    <message>
        <source>a call refused</source>
        <translation>ein Aufruf abgelehnt</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Explain how a rainbow forms</source>
        <translation>Erkläre, wie ein Regenbogen entsteht</translation>
    </message>
    <message>
        <source>Why is the sky blue?</source>
        <translation>Warum ist der Himmel blau?</translation>
    </message>
    <message>
        <source>Write a poem about the sea</source>
        <translation>Schreibe ein Gedicht über das Meer</translation>
    </message>
    <message>
        <source>Tell me a bedtime story</source>
        <translation>Erzähle eine Gutenachtgeschichte</translation>
    </message>
    <message>
        <source>Write an email to ask for a day off</source>
        <translation>Schreibe eine Mail: Bitte um Urlaub</translation>
    </message>
    <message>
        <source>Plan a weekend in Rome</source>
        <translation>Plane ein Wochenende in Rom</translation>
    </message>
    <message>
        <source>Make a plan for learning Spanish</source>
        <translation>Erstelle einen Lernplan für Spanisch</translation>
    </message>
    <message>
        <source>Suggest five quick dinners</source>
        <translation>Schlage fünf schnelle Abendessen vor</translation>
    </message>
    <message>
        <source>Summarize the attached file.</source>
        <translation>Fasse die angehängte Datei zusammen.</translation>
    </message>
    <message>
        <source>List pros and cons of remote work</source>
        <translation>Vor- und Nachteile von Homeoffice?</translation>
    </message>
    <message>
        <source>Once upon a time, in a village by the sea,</source>
        <translation>Es war einmal in einem Dorf am Meer</translation>
    </message>
    <message>
        <source>The three most important inventions are</source>
        <translation>Die drei wichtigsten Erfindungen sind</translation>
    </message>
    <message>
        <source>To all neighbours:</source>
        <translation>An alle Nachbarn:</translation>
    </message>
    <message>
        <source>Recipe for potato soup. Ingredients:</source>
        <translation>Rezept für Kartoffelsuppe. Zutaten:</translation>
    </message>
    <message>
        <source>The train left the station at midnight, and</source>
        <translation>Der Zug verließ den Bahnhof um Mitternacht, und</translation>
    </message>
    <message>
        <source>A rainbow forms when</source>
        <translation>Ein Regenbogen entsteht, wenn</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>Pinned tabs</source>
        <translation>Angeheftete Tabs</translation>
    </message>
    <message>
        <source>Chats in tabs</source>
        <translation>Chats in Tabs</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>Alle Tabs auflisten</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>Offene Tabs</translation>
    </message>
    <message>
        <source>Tabs on the left</source>
        <translation>Tabs links</translation>
    </message>
    <message>
        <source>Tabs on the right</source>
        <translation>Tabs rechts</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
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
    <name>TabCommands</name>
    <message>
        <source>Answer copied.</source>
        <translation>Antwort kopiert.</translation>
    </message>
</context>
<context>
    <name>TabList</name>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
</context>
<context>
    <name>TabListPopup</name>
    <message>
        <source>Search tabs</source>
        <translation>Tabs durchsuchen</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Fertige Tabs schließen</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Keine Treffer.</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>Alle Tabs</translation>
    </message>
    <message>
        <source>Close finished tabs ({count:,})</source>
        <translation>Fertige Tabs schließen ({count:,})</translation>
    </message>
</context>
<context>
    <name>TabListView</name>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
</context>
<context>
    <name>TabMenu</name>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Titel vorschlagen</translation>
    </message>
    <message>
        <source>Move to a folder…</source>
        <translation>In einen Ordner verschieben …</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
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
        <source>Close tabs below</source>
        <translation>Tabs darunter schließen</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>Tabs rechts davon schließen</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Fertige Tabs schließen</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Andere Tabs schließen</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>In geteilter Ansicht öffnen</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>Chat löschen</translation>
    </message>
    <message>
        <source>Show on the left</source>
        <translation>Links zeigen</translation>
    </message>
    <message>
        <source>Move to the main window</source>
        <translation>Ins Hauptfenster verschieben</translation>
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
    <name>TabStrip</name>
    <message>
        <source>Show earlier tabs</source>
        <translation>Vorherige Tabs zeigen</translation>
    </message>
    <message>
        <source>Show later tabs</source>
        <translation>Weitere Tabs zeigen</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Thinking: {state}</source>
        <translation>Nachdenken: {state}</translation>
    </message>
    <message>
        <source>Changing this re-reads {count:,} tokens</source>
        <translation>Das zu ändern, liest {count:,} Token neu</translation>
    </message>
    <message>
        <source>Changing this re-reads nothing</source>
        <translation>Das zu ändern, liest nichts neu</translation>
    </message>
    <message>
        <source>No thinking</source>
        <translation>Ohne Nachdenken</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>as the model does</source>
        <translation>wie vom Modell vorgesehen</translation>
    </message>
    <message>
        <source>effort {effort}</source>
        <translation>Aufwand {effort}</translation>
    </message>
    <message>
        <source>at most {count:,} tokens</source>
        <translation>höchstens {count:,} Token</translation>
    </message>
    <message>
        <source>Think before answering</source>
        <translation>Vor der Antwort nachdenken</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>Aufwand</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} Token</translation>
    </message>
    <message>
        <source>Another number…</source>
        <translation>Andere Zahl …</translation>
    </message>
    <message>
        <source>Use for all chats with this model</source>
        <translation>Für alle Chats mit diesem Modell verwenden</translation>
    </message>
    <message>
        <source>Reset to the model&apos;s default</source>
        <translation>Auf den Standard des Modells zurücksetzen</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Denkbudget</translation>
    </message>
    <message>
        <source>Thinking budget (tokens)</source>
        <translation>Denkbudget (Tokens)</translation>
    </message>
</context>
<context>
    <name>ThinkingSection</name>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>Aufwand</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Budget fürs Nachdenken</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>The number of thinking tokens after which the model has to answer.</source>
        <translation>Die Anzahl der Denk-Token, nach denen das Modell antworten muss.</translation>
    </message>
    <message>
        <source>After a change, the model reads the whole chat again.</source>
        <translation>Nach einer Änderung liest das Modell den ganzen Chat neu.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Default ({value})</source>
        <translation>Standard ({value})</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>The argument “{name}” of the chat template.</source>
        <translation>Das Argument „{name}“ der Chat-Vorlage.</translation>
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
    <name>TitleBox</name>
    <message>
        <source>Title of this chat</source>
        <translation>Titel dieses Chats</translation>
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
        <source>No title was suggested. This chat is still called “{title}”.</source>
        <translation>Es wurde kein Titel vorgeschlagen. Dieser Chat heißt weiter „{title}“.</translation>
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
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>TokenBias</name>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
</context>
<context>
    <name>TokenView</name>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Hugging Face token</source>
        <translation>Hugging-Face-Token</translation>
    </message>
    <message>
        <source>Remove it from the keyring? This can&apos;t be undone.</source>
        <translation>Aus dem Schlüsselbund entfernen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>For gated and private models. It is stored in this computer&apos;s keyring, and sent to the hub only.</source>
        <translation>Für private Modelle und solche mit Bedingungen. Es wird im Schlüsselbund dieses Computers gespeichert und nur an den Hub gesendet.</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Waits for your answer</source>
        <translation>Wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Never allowed</source>
        <translation>Nie erlaubt</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Running… {percent}%</source>
        <translation>Läuft … {percent} %</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft …</translation>
    </message>
    <message>
        <source>Running… {duration}</source>
        <translation>Läuft … {duration}</translation>
    </message>
    <message>
        <source>You allowed this call.</source>
        <translation>Sie haben diesen Aufruf erlaubt.</translation>
    </message>
    <message>
        <source>Allowed in this chat.</source>
        <translation>In diesem Chat erlaubt.</translation>
    </message>
    <message>
        <source>Always allowed.</source>
        <translation>Immer erlaubt.</translation>
    </message>
    <message>
        <source>Allowed because it only reads and stays here.</source>
        <translation>Erlaubt, weil es nur liest und hier bleibt.</translation>
    </message>
    <message>
        <source>You refused this call.</source>
        <translation>Sie haben diesen Aufruf abgelehnt.</translation>
    </message>
    <message>
        <source>This tool is never allowed.</source>
        <translation>Dieses Werkzeug ist nie erlaubt.</translation>
    </message>
    <message>
        <source>You changed the arguments.</source>
        <translation>Sie haben die Argumente geändert.</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Stop this tool</source>
        <translation>Dieses Werkzeug anhalten</translation>
    </message>
    <message>
        <source>Change the arguments before the tool runs</source>
        <translation>Die Argumente ändern, bevor das Werkzeug läuft</translation>
    </message>
    <message>
        <source>Show all ({size} more)</source>
        <translation>Alles zeigen ({size} mehr)</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
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
    <name>ToolPicker</name>
    <message>
        <source>Tools of this chat</source>
        <translation>Werkzeuge dieses Chats</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Werkzeuge suchen</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Für neue Chats verwenden</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>Keine Werkzeuge gefunden.</translation>
    </message>
    <message>
        <source>No tools yet.</source>
        <translation>Noch keine Werkzeuge.</translation>
    </message>
    <message>
        <source>Never allowed in the settings</source>
        <translation>In den Einstellungen nie erlaubt</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>This is a base model. It can&apos;t call tools.</source>
        <translation>Das ist ein Basismodell. Es kann keine Werkzeuge aufrufen.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not support tools, so it probably can&apos;t call any.</source>
        <translation>Die Chat-Vorlage dieses Modells unterstützt keine Werkzeuge, daher kann es wahrscheinlich keine aufrufen.</translation>
    </message>
    <message>
        <source>This model is small and may not call tools well.</source>
        <translation>Dieses Modell ist klein und ruft Werkzeuge vielleicht nicht gut auf.</translation>
    </message>
    <message>
        <source>Tools that are on are described in each prompt, which costs tokens.</source>
        <translation>Eingeschaltete Werkzeuge werden in jedem Prompt beschrieben, was Token kostet.</translation>
    </message>
    <message>
        <source>The tools that are on take about {count:,} tokens of each prompt.</source>
        <translation>Die eingeschalteten Werkzeuge brauchen etwa {count:,} Token jedes Prompts.</translation>
    </message>
</context>
<context>
    <name>ToolQuestion</name>
    <message>
        <source>Reason for refusing, sent to the model</source>
        <translation>Grund der Ablehnung, für das Modell</translation>
    </message>
    <message>
        <source>Reason for the refusal</source>
        <translation>Grund der Ablehnung</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>In diesem Chat erlauben</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Immer erlauben</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>Nie erlauben</translation>
    </message>
    <message>
        <source>Sends {content}.</source>
        <translation>Sendet {content}.</translation>
    </message>
    <message>
        <source>Arguments as JSON</source>
        <translation>Argumente als JSON</translation>
    </message>
    <message>
        <source>Enter the arguments as a JSON object: { … }.</source>
        <translation>Geben Sie die Argumente als JSON-Objekt ein: { … }.</translation>
    </message>
</context>
<context>
    <name>ToolSettings</name>
    <message>
        <source>The chosen search service needs no key.</source>
        <translation>Der gewählte Suchdienst braucht keinen Schlüssel.</translation>
    </message>
    <message>
        <source>No key is set for {name}.</source>
        <translation>Für {name} ist kein Schlüssel gesetzt.</translation>
    </message>
    <message>
        <source>A key is set for {name}.</source>
        <translation>Für {name} ist ein Schlüssel gesetzt.</translation>
    </message>
    <message>
        <source>“{name}” was not saved: {reason}</source>
        <translation>„{name}“ wurde nicht gespeichert: {reason}</translation>
    </message>
    <message>
        <source>The keys of “{name}” were not removed: {reason}</source>
        <translation>Die Schlüssel von „{name}“ wurden nicht entfernt: {reason}</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>Der Server startet …</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools: none is on</source>
        <translation>Werkzeuge: keines eingeschaltet</translation>
    </message>
    <message>
        <source>Tools: one is on</source>
        <translation>Werkzeuge: eines eingeschaltet</translation>
    </message>
    <message>
        <source>Tools: {count:,} are on</source>
        <translation>Werkzeuge: {count:,} eingeschaltet</translation>
    </message>
    <message>
        <source>about {count:,} tokens of each prompt</source>
        <translation>etwa {count:,} Token jedes Prompts</translation>
    </message>
</context>
<context>
    <name>ToolsView</name>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Immer erlauben</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>Nie erlauben</translation>
    </message>
    <message>
        <source>Stays on this computer</source>
        <translation>Bleibt auf diesem Rechner</translation>
    </message>
    <message>
        <source>Sends {content}</source>
        <translation>Sendet {content}</translation>
    </message>
    <message>
        <source>Permission of {name}</source>
        <translation>Erlaubnis von {name}</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>ausgeschaltet</translation>
    </message>
    <message>
        <source>starts when needed</source>
        <translation>startet bei Bedarf</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>startet …</translation>
    </message>
    <message>
        <source>no response yet…</source>
        <translation>noch keine Antwort …</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>ready, {count:,} tools</source>
        <translation>bereit, {count:,} Werkzeuge</translation>
    </message>
    <message>
        <source>ready, one tool</source>
        <translation>bereit, ein Werkzeug</translation>
    </message>
    <message>
        <source>In new chats</source>
        <translation>In neuen Chats</translation>
    </message>
    <message>
        <source>{name} in new chats</source>
        <translation>{name} in neuen Chats</translation>
    </message>
    <message>
        <source>A model can call the tools that you switch on in a chat, at the message box. Each call asks first, unless you allow its tool. What a tool returns is data: the model reads it, and nothing in it is opened or run.</source>
        <translation>Ein Modell kann die Werkzeuge aufrufen, die Sie in einem Chat am Nachrichtenfeld einschalten. Jeder Aufruf fragt zuerst, außer Sie erlauben sein Werkzeug. Was ein Werkzeug liefert, sind Daten: Das Modell liest sie, und nichts darin wird geöffnet oder ausgeführt.</translation>
    </message>
    <message>
        <source>How models call tools</source>
        <translation>Wie Modelle Werkzeuge aufrufen</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>Eingebaute Werkzeuge</translation>
    </message>
    <message>
        <source>Key of the search service</source>
        <translation>Schlüssel des Suchdienstes</translation>
    </message>
    <message>
        <source>It is stored in this computer&apos;s keyring, and sent to the chosen service only.</source>
        <translation>Er liegt im Schlüsselbund dieses Rechners und wird nur an den gewählten Dienst gesendet.</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Paste settings…</source>
        <translation>Einstellungen einfügen …</translation>
    </message>
    <message>
        <source>Import from other programs…</source>
        <translation>Aus anderen Programmen importieren …</translation>
    </message>
    <message>
        <source>Tools that do not ask</source>
        <translation>Werkzeuge, die nicht fragen</translation>
    </message>
    <message>
        <source>Every tool asks.</source>
        <translation>Jedes Werkzeug fragt.</translation>
    </message>
    <message>
        <source>No server is set up.</source>
        <translation>Kein Server ist eingerichtet.</translation>
    </message>
    <message>
        <source>Add manually…</source>
        <translation>Von Hand hinzufügen …</translation>
    </message>
    <message>
        <source>Saved permissions</source>
        <translation>Gespeicherte Berechtigungen</translation>
    </message>
    <message>
        <source>Ask again for {name}</source>
        <translation>Für {name} wieder fragen</translation>
    </message>
    <message>
        <source>Servers that speak the Model Context Protocol (MCP) bring further tools: programs on this computer, or services at an address.</source>
        <translation>Server, die das Model Context Protocol (MCP) sprechen, bringen weitere Werkzeuge: Programme auf diesem Rechner oder Dienste unter einer Adresse.</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Websuche</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Die Datei {path} konnte nicht geschrieben werden: {reason}. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Exported to {path}.</source>
        <translation>Exportiert nach {path}.</translation>
    </message>
    <message>
        <source>Hubbub chats</source>
        <translation>Hubbub-Chats</translation>
    </message>
    <message>
        <source>Exporting chats…</source>
        <translation>Chats werden exportiert …</translation>
    </message>
    <message>
        <source>{count:,} chats were exported to {path}.</source>
        <translation>{count:,} Chats wurden nach {path} exportiert.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,} von {count:,}</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>The name of an export ends in .md, .html, .pdf, .json or .zip; “{name}” does not.</source>
        <translation>Der Name eines Exports endet auf .md, .html, .pdf, .json oder .zip; „{name}“ nicht.</translation>
    </message>
    <message>
        <source>Importing chats…</source>
        <translation>Chats werden importiert …</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>Undo import</source>
        <translation>Import rückgängig machen</translation>
    </message>
    <message>
        <source>{count:,} chats were imported before you cancelled. Do you want to keep them?</source>
        <translation>{count:,} Chats wurden importiert, bevor Sie abgebrochen haben. Möchten Sie sie behalten?</translation>
    </message>
    <message>
        <source>One chat was imported before you cancelled. Do you want to keep it?</source>
        <translation>Ein Chat wurde importiert, bevor Sie abgebrochen haben. Möchten Sie ihn behalten?</translation>
    </message>
    <message>
        <source>{count:,} chats · {done} of {all}</source>
        <translation>{count:,} Chats · {done} von {all}</translation>
    </message>
    <message>
        <source>{count:,} imported chats were removed again.</source>
        <translation>{count:,} importierte Chats wurden wieder entfernt.</translation>
    </message>
    <message>
        <source>One imported chat was removed again.</source>
        <translation>Ein importierter Chat wurde wieder entfernt.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Removing what was imported…</source>
        <translation>Importierte Unterhaltungen werden entfernt …</translation>
    </message>
    <message>
        <source>{count:,} were kept: they were used since, or you cancelled.</source>
        <translation>{count:,} bleiben, weil sie seitdem benutzt wurden oder Sie abgebrochen haben.</translation>
    </message>
    <message>
        <source>One was kept: it was used since, or you cancelled.</source>
        <translation>Eine bleibt, weil sie seitdem benutzt wurde oder Sie abgebrochen haben.</translation>
    </message>
</context>
<context>
    <name>TransferRow</name>
    <message>
        <source>Download of {name}</source>
        <translation>Download von {name}</translation>
    </message>
    <message>
        <source>Remove from the list: {name}</source>
        <translation>Aus der Liste entfernen: {name}</translation>
    </message>
    <message>
        <source>Cancel: {name}</source>
        <translation>Abbrechen: {name}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>Jetzt erneut versuchen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
</context>
<context>
    <name>TransfersView</name>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
</context>
<context>
    <name>TrashController</name>
    <message>
        <source>Removing from the backups…</source>
        <translation>Wird aus den Sicherungen entfernt …</translation>
    </message>
    <message>
        <source>Cancelled. Backups that were not rewritten still contain the deleted chats.</source>
        <translation>Abgebrochen. Sicherungen, die nicht neu geschrieben wurden, enthalten die gelöschten Chats noch.</translation>
    </message>
    <message>
        <source>Damaged files that were set aside may still contain parts of them. They are listed in the settings, under Backups.</source>
        <translation>Beiseitegelegte beschädigte Dateien können noch Teile davon enthalten. Sie stehen in den Einstellungen unter „Sicherungen“.</translation>
    </message>
    <message>
        <source>Deleted permanently, also from the backups.</source>
        <translation>Endgültig gelöscht, auch aus den Sicherungen.</translation>
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
    <name>TrashPage</name>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>Papierkorb leeren …</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, but stay in the backups for about another month. You can change this in the settings.</source>
        <translation>Gelöschte Chats bleiben hier 30 Tage. Danach werden sie endgültig gelöscht, bleiben aber etwa einen weiteren Monat in den Sicherungen. Das lässt sich in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, including from the backups.</source>
        <translation>Gelöschte Chats bleiben hier 30 Tage. Danach werden sie endgültig gelöscht, auch aus den Sicherungen.</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>Gelöschte Chats</translation>
    </message>
    <message>
        <source>Delete {count:,} chats permanently? This can&apos;t be undone.</source>
        <translation>{count:,} Chats endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete this chat permanently? This can&apos;t be undone.</source>
        <translation>Diesen Chat endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete all {count:,} chats in the trash permanently? This can&apos;t be undone.</source>
        <translation>Alle {count:,} Chats im Papierkorb endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>Der Papierkorb ist leer.</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>Papierkorb leeren</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Open Hubbub</source>
        <translation>Hubbub öffnen</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>One chat waits for your answer</source>
        <translation>Ein Chat wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>{count:,} chats wait for your answer</source>
        <translation>{count:,} Chats warten auf Ihre Antwort</translation>
    </message>
    <message>
        <source>Hubbub is writing one answer</source>
        <translation>Hubbub schreibt eine Antwort</translation>
    </message>
    <message>
        <source>Hubbub is writing {count:,} answers</source>
        <translation>Hubbub schreibt {count:,} Antworten</translation>
    </message>
    <message>
        <source>one download</source>
        <translation>ein Download</translation>
    </message>
    <message>
        <source>{count:,} downloads</source>
        <translation>{count:,} Downloads</translation>
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
        <source>Waiting…</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Diese Antwort verwenden</translation>
    </message>
    <message>
        <source>Answer {number}</source>
        <translation>Antwort {number}</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>Antwort {number} verwenden</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Writing…</source>
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
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
</context>
<context>
    <name>VariantsView</name>
    <message>
        <source>Mark differences</source>
        <translation>Unterschiede markieren</translation>
    </message>
    <message>
        <source>Close and keep the first answer</source>
        <translation>Schließen und die erste Antwort behalten</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Mehrere Antworten vergleichen</translation>
    </message>
</context>
<context>
    <name>ViewSwitch</name>
    <message>
        <source>Chats in view</source>
        <translation>Chats im Blick</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>Ein Chat</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>Zwei Chats nebeneinander</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>Vier Chats</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Tab wieder öffnen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>Modell öffnen …</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Startmodell verwenden</translation>
    </message>
    <message>
        <source>Settings…</source>
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
        <source>Search everything…</source>
        <translation>Alles durchsuchen …</translation>
    </message>
    <message>
        <source>Find in this chat…</source>
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
        <source>Theme: match system</source>
        <translation>Farbschema: wie das System</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Farbschema: hell</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Farbschema: dunkel</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Tools of this chat…</source>
        <translation>Werkzeuge dieses Chats …</translation>
    </message>
    <message>
        <source>Branch from an earlier message…</source>
        <translation>Von einer früheren Nachricht abzweigen …</translation>
    </message>
    <message>
        <source>Archive or unarchive</source>
        <translation>Archivieren oder zurückholen</translation>
    </message>
    <message>
        <source>Tab {number}</source>
        <translation>Tab {number}</translation>
    </message>
    <message>
        <source>New chat in this folder</source>
        <translation>Neuer Chat in diesem Ordner</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Modell wählen …</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle …</translation>
    </message>
    <message>
        <source>Sources…</source>
        <translation>Quellen …</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Chats importieren …</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Ordner importieren …</translation>
    </message>
    <message>
        <source>Report of the last import…</source>
        <translation>Bericht des letzten Imports …</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>Alle Chats exportieren …</translation>
    </message>
    <message>
        <source>Trash…</source>
        <translation>Papierkorb …</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>Vertikale Tabs</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>Ein Chat</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>Zwei Chats nebeneinander</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>Vier Chats</translation>
    </message>
    <message>
        <source>Tabs as a grid</source>
        <translation>Tabs als Raster</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>Varianten vergleichen …</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>Letzte Meldungen</translation>
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
        <source>Compare several answers</source>
        <translation>Mehrere Antworten vergleichen</translation>
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
        <source>Ask a list of questions…</source>
        <translation>Eine Liste von Fragen stellen …</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>Gespeicherte Prompts …</translation>
    </message>
    <message>
        <source>Save as prompt…</source>
        <translation>Als Prompt speichern …</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Titel vorschlagen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Verzweigen</translation>
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
        <source>List all tabs</source>
        <translation>Alle Tabs auflisten</translation>
    </message>
    <message>
        <source>Last tab</source>
        <translation>Letzter Tab</translation>
    </message>
    <message>
        <source>Pin or unpin the tab</source>
        <translation>Tab anheften oder lösen</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>In geteilter Ansicht öffnen</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>In ein neues Fenster verschieben</translation>
    </message>
    <message>
        <source>Switch pane</source>
        <translation>Bereich wechseln</translation>
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
        <source>Close the tabs after this one</source>
        <translation>Tabs nach diesem schließen</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Fertige Tabs schließen</translation>
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
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
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
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
</context>
<context>
    <name>_Drawing</name>
    <message>
        <source>Drawing</source>
        <translation>Zeichnung</translation>
    </message>
</context>
</TS>
