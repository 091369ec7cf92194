<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es_ES" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>see its own page</source>
        <translation>véase su propia página</translation>
    </message>
</context>
<context>
    <name>AboutPage</name>
    <message>
        <source>About Hubbub</source>
        <translation>Acerca de Hubbub</translation>
    </message>
    <message>
        <source>Third-party licences</source>
        <translation>Licencias de terceros</translation>
    </message>
    <message>
        <source>Many chats, one local model, all at once.</source>
        <translation>Muchos chats, un modelo local, todo a la vez.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Hubbub is under the MIT licence. It contains these parts, with thanks:</source>
        <translation>Hubbub se distribuye bajo la licencia MIT. Contiene estas partes, con agradecimiento:</translation>
    </message>
</context>
<context>
    <name>Accessibility</name>
    <message>
        <source>Clear the text</source>
        <translation>Borrar el texto</translation>
    </message>
</context>
<context>
    <name>AnswerCard</name>
    <message>
        <source>Answer {number}</source>
        <translation>Respuesta {number}</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Usar esta respuesta</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Preguntar de nuevo</translation>
    </message>
    <message>
        <source>{state}. Same as answer {number}</source>
        <translation>{state}. Igual que la respuesta {number}</translation>
    </message>
    <message>
        <source>Stop answer {number}</source>
        <translation>Detener la respuesta {number}</translation>
    </message>
    <message>
        <source>Copy answer {number}</source>
        <translation>Copiar la respuesta {number}</translation>
    </message>
    <message>
        <source>Ask for answer {number} again</source>
        <translation>Pedir de nuevo la respuesta {number}</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>Usar la respuesta {number}</translation>
    </message>
    <message>
        <source>{state}. Too long to compare with answer {number}</source>
        <translation>{state}. Demasiado larga para compararla con la respuesta {number}</translation>
    </message>
    <message>
        <source>{state}. Mostly different from answer {number}</source>
        <translation>{state}. Muy distinta de la respuesta {number}</translation>
    </message>
    <message>
        <source>{state}. Same words as answer {number}</source>
        <translation>{state}. Las mismas palabras que la respuesta {number}</translation>
    </message>
    <message>
        <source>{state}. Leaves out one word of answer {number}</source>
        <translation>{state}. Omite una palabra de la respuesta {number}</translation>
    </message>
    <message>
        <source>{state}. One word differs from answer {number}</source>
        <translation>{state}. Una palabra difiere de la respuesta {number}</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words ({missing:,} left out)</source>
        <translation>{state}. Difiere de la respuesta {number} en {count:,} palabras ({missing:,} omitidas)</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words</source>
        <translation>{state}. Difiere de la respuesta {number} en {count:,} palabras</translation>
    </message>
</context>
<context>
    <name>AnswerForm</name>
    <message>
        <source>Line {line}, column {column}: {problem}</source>
        <translation>Línea {line}, columna {column}: {problem}</translation>
    </message>
</context>
<context>
    <name>AnswerFormRow</name>
    <message>
        <source>Response format</source>
        <translation>Formato de respuesta</translation>
    </message>
    <message>
        <source>Any text</source>
        <translation>Cualquier texto</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>Esquema JSON</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>Gramática (GBNF)</translation>
    </message>
    <message>
        <source>JSON schema or grammar</source>
        <translation>Esquema JSON o gramática</translation>
    </message>
</context>
<context>
    <name>AnswerForms</name>
    <message>
        <source>Not sent: the response format of this chat is not valid. {reason}</source>
        <translation>No enviado: el formato de respuesta de este chat no es válido. {reason}</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>Corregir</translation>
    </message>
    <message>
        <source>Send without it</source>
        <translation>Enviar sin él</translation>
    </message>
</context>
<context>
    <name>AnswersForm</name>
    <message>
        <source>No source</source>
        <translation>Sin fuente</translation>
    </message>
    <message>
        <source>Send the question, and the chat before it, to {hosts}</source>
        <translation>Enviar la pregunta, y el chat anterior, a {hosts}</translation>
    </message>
    <message>
        <source>Send the question, the chat before it and the sources to {hosts}</source>
        <translation>Enviar la pregunta, el chat anterior y las fuentes a {hosts}</translation>
    </message>
    <message>
        <source>{count:,} answers, {most:,} at most. Remove some of the values.</source>
        <translation>{count:,} respuestas, {most:,} como máximo. Elimine algunos de los valores.</translation>
    </message>
    <message>
        <source>{count:,} answers</source>
        <translation>{count:,} respuestas</translation>
    </message>
    <message>
        <source>1 answer</source>
        <translation>1 respuesta</translation>
    </message>
    <message>
        <source>Write a question.</source>
        <translation>Escriba una pregunta.</translation>
    </message>
    <message>
        <source>Asked in the chat “{title}”, with the messages before it.</source>
        <translation>Se pregunta en el chat «{title}», con los mensajes anteriores.</translation>
    </message>
    <message>
        <source>The question was changed, so it is asked without the chat “{title}”.</source>
        <translation>La pregunta ha cambiado, así que se hace sin el chat «{title}».</translation>
    </message>
    <message>
        <source>Write temperatures from 0 to 5 with blanks between them, as 0.2 0.7 1.</source>
        <translation>Escriba temperaturas de 0 a 5 separadas por espacios, como 0.2 0.7 1.</translation>
    </message>
    <message>
        <source>Write seeds as whole numbers with blanks between them, or as 1-8.</source>
        <translation>Escriba las semillas como números enteros separados por espacios, o como 1-8.</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Una por línea</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>&amp;Pregunta</translation>
    </message>
    <message>
        <source>&amp;Temperatures</source>
        <translation>&amp;Temperaturas</translation>
    </message>
    <message>
        <source>S&amp;eeds</source>
        <translation>&amp;Semillas</translation>
    </message>
    <message>
        <source>System &amp;prompts</source>
        <translation>P&amp;rompts del sistema</translation>
    </message>
    <message>
        <source>P&amp;resets</source>
        <translation>Preaj&amp;ustes</translation>
    </message>
    <message>
        <source>S&amp;ources</source>
        <translation>&amp;Fuentes</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelos</translation>
    </message>
</context>
<context>
    <name>AnswersPage</name>
    <message>
        <source>Mark differences</source>
        <translation>Marcar diferencias</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Detener todas</translation>
    </message>
    <message>
        <source>Ask the rest</source>
        <translation>Pedir el resto</translation>
    </message>
    <message>
        <source>Keep all in the chat</source>
        <translation>Conservar todas en el chat</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,} de {count:,} respuestas</translation>
    </message>
    <message>
        <source>This is possible when all answers have ended.</source>
        <translation>Es posible cuando todas las respuestas hayan terminado.</translation>
    </message>
</context>
<context>
    <name>ArchiveController</name>
    <message>
        <source>There is nothing to archive: this chat has no messages yet.</source>
        <translation>No hay nada que archivar: este chat aún no tiene mensajes.</translation>
    </message>
    <message>
        <source>{count:,} chats were archived.</source>
        <translation>Se archivaron {count:,} chats.</translation>
    </message>
    <message>
        <source>{count:,} chats are back in the list.</source>
        <translation>{count:,} chats están de nuevo en la lista.</translation>
    </message>
    <message>
        <source>“{title}” was archived.</source>
        <translation>Se archivó «{title}».</translation>
    </message>
    <message>
        <source>“{title}” is back in the list.</source>
        <translation>«{title}» está de nuevo en la lista.</translation>
    </message>
</context>
<context>
    <name>Background</name>
    <message>
        <source>Writing a recap</source>
        <translation>Escribiendo una recapitulación</translation>
    </message>
    <message>
        <source>Naming chats</source>
        <translation>Poniendo nombre a los chats</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>Leyendo «{name}»</translation>
    </message>
</context>
<context>
    <name>BackupsView</name>
    <message>
        <source>Daily backups: the last seven days, and one per week for four weeks. Backups made before an update or a restore are kept for 30 days.</source>
        <translation>Copias diarias: las de los últimos siete días y una por semana durante cuatro semanas. Las copias hechas antes de una actualización o de una restauración se conservan 30 días.</translation>
    </message>
    <message>
        <source>When backups are made</source>
        <translation>Cuándo se hacen copias de seguridad</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Copias de seguridad</translation>
    </message>
    <message>
        <source>Damaged files</source>
        <translation>Archivos dañados</translation>
    </message>
    <message>
        <source>{count:,} backups of the chats, {size} in total.</source>
        <translation>{count:,} copias de seguridad de los chats, {size} en total.</translation>
    </message>
    <message>
        <source>One backup of the chats, {size}.</source>
        <translation>Una copia de seguridad de los chats, {size}.</translation>
    </message>
    <message>
        <source>No backups yet. The first is made soon after the start.</source>
        <translation>Aún no hay copias de seguridad. La primera se hace poco después del inicio.</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>Restaurar…</translation>
    </message>
    <message>
        <source>Restore the backup of {moment}</source>
        <translation>Restaurar la copia de seguridad de {moment}</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 chat</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} chats</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 mensaje</translation>
    </message>
    <message>
        <source>{count:,} messages</source>
        <translation>{count:,} mensajes</translation>
    </message>
    <message>
        <source>before an update</source>
        <translation>antes de una actualización</translation>
    </message>
    <message>
        <source>before a restore</source>
        <translation>antes de una restauración</translation>
    </message>
    <message>
        <source>{count:,} damaged files were set aside. Hubbub no longer reads them; they can contain deleted chats.</source>
        <translation>Se apartaron {count:,} archivos dañados. Hubbub ya no los lee; pueden contener chats eliminados.</translation>
    </message>
    <message>
        <source>One damaged file was set aside. Hubbub no longer reads it; it can contain deleted chats.</source>
        <translation>Se apartó un archivo dañado. Hubbub ya no lo lee; puede contener chats eliminados.</translation>
    </message>
    <message>
        <source>Replace all chats with the backup of {moment} ({content})?</source>
        <translation>¿Reemplazar todos los chats por la copia de seguridad de {moment} ({content})?</translation>
    </message>
    <message>
        <source>The current state is backed up first, so that you can restore it later. Attachments that were deleted since then are not restored. Running answers are stopped, and the window is reopened.</source>
        <translation>Primero se hace una copia del estado actual, para que pueda restaurarlo más tarde. Los adjuntos eliminados desde entonces no se restauran. Las respuestas en curso se detienen y la ventana se vuelve a abrir.</translation>
    </message>
    <message>
        <source>Delete “{name}”…</source>
        <translation>Eliminar «{name}»…</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Delete the damaged file “{name}”? This can&apos;t be undone.</source>
        <translation>¿Eliminar el archivo dañado «{name}»? Esta acción no se puede deshacer.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>Only the last answer can be continued. Regenerate an earlier one instead.</source>
        <translation>Solo se puede continuar la última respuesta. Regenere en su lugar una anterior.</translation>
    </message>
    <message>
        <source>This answer is longer than the context of a chat ({limit:,} tokens), so it can&apos;t be continued. Choose a larger context in the settings.</source>
        <translation>Esta respuesta es más larga que el contexto de un chat ({limit:,} tokens), así que no se puede continuar. Elija un contexto mayor en los ajustes.</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>Todavía se está respondiendo en este chat. Detenga antes esa respuesta.</translation>
    </message>
    <message>
        <source>{title} (copy)</source>
        <translation>{title} (copia)</translation>
    </message>
</context>
<context>
    <name>BugReporter</name>
    <message>
        <source>An unexpected error</source>
        <translation>Un error inesperado</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copiar los detalles</translation>
    </message>
</context>
<context>
    <name>CacheView</name>
    <message>
        <source>Cached chats</source>
        <translation>Chats en caché</translation>
    </message>
    <message>
        <source>Clear cache</source>
        <translation>Vaciar la caché</translation>
    </message>
    <message>
        <source>{count:,} chats cached: {memory} in memory, {disk} on disk.</source>
        <translation>{count:,} chats en caché: {memory} en memoria, {disk} en disco.</translation>
    </message>
    <message>
        <source>One chat cached: {memory} in memory, {disk} on disk.</source>
        <translation>Un chat en caché: {memory} en memoria, {disk} en disco.</translation>
    </message>
    <message>
        <source>Cached pictures: {size}.</source>
        <translation>Imágenes en caché: {size}.</translation>
    </message>
    <message>
        <source>Clear the cache of “{title}”</source>
        <translation>Vaciar la caché de «{title}»</translation>
    </message>
    <message>
        <source>{size} in memory</source>
        <translation>{size} en memoria</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>{size} en disco</translation>
    </message>
</context>
<context>
    <name>CardSharesRow</name>
    <message>
        <source>Split between graphics cards</source>
        <translation>Reparto entre las tarjetas gráficas</translation>
    </message>
    <message>
        <source>The share of the model for each card, for example 3 and 1. If all are 0, free memory decides.</source>
        <translation>La parte del modelo para cada tarjeta, por ejemplo 3 y 1. Si todas son 0, decide la memoria libre.</translation>
    </message>
    <message>
        <source>Card {number}: </source>
        <translation>Tarjeta {number}: </translation>
    </message>
    <message>
        <source>Share of graphics card {number}</source>
        <translation>Parte de la tarjeta gráfica {number}</translation>
    </message>
</context>
<context>
    <name>CellTitle</name>
    <message>
        <source>Stop the answer</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Open this chat alone (Enter)</source>
        <translation>Abrir solo este chat (Intro)</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Cerrar la pestaña</translation>
    </message>
    <message>
        <source>Stop the answer of “{title}”</source>
        <translation>Detener la respuesta de «{title}»</translation>
    </message>
    <message>
        <source>Open “{title}” alone</source>
        <translation>Abrir solo «{title}»</translation>
    </message>
    <message>
        <source>Close the tab “{title}”</source>
        <translation>Cerrar la pestaña «{title}»</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} tokens/s</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>{name}, version {number}</source>
        <translation>{name}, versión {number}</translation>
    </message>
    <message>
        <source>Source: {text}</source>
        <translation>Fuente: {text}</translation>
    </message>
    <message>
        <source>This chat begins in a source. Click to open it.</source>
        <translation>Este chat empieza en una fuente. Haga clic para abrirla.</translation>
    </message>
    <message>
        <source>This chat begins in an older version of a source. Click to move it to the newest.</source>
        <translation>Este chat empieza en una versión antigua de una fuente. Haga clic para pasarlo a la más reciente.</translation>
    </message>
    <message>
        <source>The model of this chat reads it with its first answer here.</source>
        <translation>El modelo de este chat la lee con su primera respuesta aquí.</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <translation>Carpeta: {folder}</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>Mover a una carpeta</translation>
    </message>
    <message>
        <source>Folder: none</source>
        <translation>Carpeta: ninguna</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>Cargando… {percent} %</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modelo: {name}</translation>
    </message>
    <message>
        <source>The model that answers this chat. Click to choose another one.</source>
        <translation>El modelo que responde en este chat. Haga clic para elegir otro.</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}. Click to choose another model.</source>
        <translation>Este chat se responde en {machine}. Haga clic para elegir otro modelo.</translation>
    </message>
</context>
<context>
    <name>ChatModels</name>
    <message>
        <source>From here on, {name} answers this chat.</source>
        <translation>A partir de aquí, {name} responde en este chat.</translation>
    </message>
    <message>
        <source>This chat and new chats</source>
        <translation>Este chat y los nuevos</translation>
    </message>
    <message>
        <source>Which chats should {name} answer?</source>
        <translation>¿Qué chats debe responder {name}?</translation>
    </message>
    <message>
        <source>Only this chat</source>
        <translation>Solo este chat</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Usar en los chats nuevos</translation>
    </message>
    <message>
        <source>{name} answers this chat and new chats.</source>
        <translation>{name} responde este chat y los nuevos.</translation>
    </message>
    <message>
        <source>The model of this chat, {name}, is missing.</source>
        <translation>Falta el modelo de este chat, {name}.</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>Usar {name}</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Chat settings</source>
        <translation>Ajustes del chat</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Recomendado</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single messages; it reads the others again each time.</source>
        <translation>Este modelo no puede descartar mensajes sueltos; vuelve a leer los demás cada vez.</translation>
    </message>
    <message>
        <source>Sent at the start of this chat</source>
        <translation>Se envía al principio de este chat</translation>
    </message>
    <message>
        <source>For example: Answer in French.</source>
        <translation>Por ejemplo: Responda en español.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Cuando el contexto esté lleno</translation>
    </message>
    <message>
        <source>Drop the oldest messages</source>
        <translation>Descartar los mensajes más antiguos</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Pinned messages</source>
        <translation>Mensajes fijados</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Muestreo</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avanzado</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Cerrar el panel</translation>
    </message>
    <message>
        <source>No chat is open.</source>
        <translation>No hay ningún chat abierto.</translation>
    </message>
</context>
<context>
    <name>ChatPicker</name>
    <message>
        <source>Other chats and sources</source>
        <translation>Otros chats y fuentes</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>All of its text ({count:,} tokens)</source>
        <translation>Todo su texto ({count:,} tokens)</translation>
    </message>
    <message>
        <source>All of its text</source>
        <translation>Todo su texto</translation>
    </message>
    <message>
        <source>Its first {count:,} tokens</source>
        <translation>Sus primeros {count:,} tokens</translation>
    </message>
    <message>
        <source>The last question and its answer</source>
        <translation>La última pregunta y su respuesta</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>Todos los mensajes</translation>
    </message>
    <message>
        <source>Select messages…</source>
        <translation>Seleccionar mensajes…</translation>
    </message>
    <message>
        <source>Summarize now</source>
        <translation>Resumir ahora</translation>
    </message>
</context>
<context>
    <name>ChatTools</name>
    <message>
        <source>Runs in this chat without asking</source>
        <translation>Se ejecuta en este chat sin preguntar</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Integrada</translation>
    </message>
    <message>
        <source>New chats begin with the {count:,} tools of this chat.</source>
        <translation>Los chats nuevos empiezan con las {count:,} herramientas de este chat.</translation>
    </message>
    <message>
        <source>New chats begin without tools.</source>
        <translation>Los chats nuevos empiezan sin herramientas.</translation>
    </message>
    <message>
        <source>New chats begin with the tool of this chat.</source>
        <translation>Los chats nuevos empiezan con la herramienta de este chat.</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Copy code</source>
        <translation>Copiar el código</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>Mostrar el código fuente</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Ajustar líneas</translation>
    </message>
    <message>
        <source>Save code…</source>
        <translation>Guardar código…</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>Código, {language}</translation>
    </message>
    <message>
        <source>no preview</source>
        <translation>sin vista previa</translation>
    </message>
    <message>
        <source>Show drawing</source>
        <translation>Mostrar el dibujo</translation>
    </message>
    <message>
        <source>Show a preview without scripts, network and complex layout</source>
        <translation>Mostrar una vista previa sin scripts, red ni diseño complejo</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>temperature {value}</source>
        <translation>temperatura {value}</translation>
    </message>
    <message>
        <source>seed {number}</source>
        <translation>semilla {number}</translation>
    </message>
    <message>
        <source>no system prompt</source>
        <translation>sin prompt del sistema</translation>
    </message>
    <message>
        <source>no source</source>
        <translation>sin fuente</translation>
    </message>
    <message>
        <source>{name}, version {number}</source>
        <translation>{name}, versión {number}</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>Aún no se ha pedido</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>En espera…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminada</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallida</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrumpida</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} tokens</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} tokens/s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>Reading… {percent}%</source>
        <translation>Leyendo… {percent} %</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Pensando…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Escribiendo…</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>This computer</source>
        <translation>Este equipo</translation>
    </message>
    <message>
        <source>This computer: {name}</source>
        <translation>Este equipo: {name}</translation>
    </message>
    <message>
        <source>“{name}” has no text. Save the table as CSV first.</source>
        <translation>«{name}» no tiene texto. Guarde antes la tabla como CSV.</translation>
    </message>
    <message>
        <source>The answer is in the chat “{title}”.</source>
        <translation>La respuesta está en el chat «{title}».</translation>
    </message>
    <message>
        <source>The answers were exported to {path}.</source>
        <translation>Las respuestas se exportaron a {path}.</translation>
    </message>
    <message>
        <source>A comparison was deleted.</source>
        <translation>Se eliminó una comparación.</translation>
    </message>
    <message>
        <source>These answer in the background, after the others: {names}.</source>
        <translation>Estos responden en segundo plano, después de los demás: {names}.</translation>
    </message>
</context>
<context>
    <name>ComparisonsPage</name>
    <message>
        <source>Comparisons and lists</source>
        <translation>Comparaciones y listas</translation>
    </message>
    <message>
        <source>New comparison</source>
        <translation>Nueva comparación</translation>
    </message>
    <message>
        <source>New list</source>
        <translation>Nueva lista</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Deleting a chat deletes its comparisons.</source>
        <translation>Al eliminar un chat se eliminan sus comparaciones.</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,} de {count:,} respuestas</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>This model does not support pictures.</source>
        <translation>Este modelo no admite imágenes.</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>Este modelo no admite sonidos.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>Los sonidos no se pueden enviar a otras máquinas.</translation>
    </message>
    <message>
        <source>{machine} can&apos;t be reached: Hubbub works offline.</source>
        <translation>No se puede acceder a {machine}: Hubbub trabaja sin conexión.</translation>
    </message>
    <message>
        <source>The engine is not running. Restart it first.</source>
        <translation>El motor no está en marcha. Reinícielo primero.</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>No hay ningún modelo cargado. Abra uno primero.</translation>
    </message>
    <message>
        <source>about {own:,} tokens</source>
        <translation>unos {own:,} tokens</translation>
    </message>
    <message>
        <source>about one token</source>
        <translation>aproximadamente un token</translation>
    </message>
    <message>
        <source>about {own:,} tokens · {warm:,} of {total:,} cached</source>
        <translation>unos {own:,} tokens · {warm:,} de {total:,} en caché</translation>
    </message>
    <message>
        <source>about one token · {warm:,} of {total:,} cached</source>
        <translation>aproximadamente un token · {warm:,} de {total:,} en caché</translation>
    </message>
    <message>
        <source>About {own:,} tokens, over the limit of {limit:,}</source>
        <translation>Unos {own:,} tokens, por encima del límite de {limit:,}</translation>
    </message>
    <message>
        <source>Cached tokens are in the model&apos;s memory already; only the others will be read.</source>
        <translation>Los tokens en caché ya están en la memoria del modelo; solo se leerán los demás.</translation>
    </message>
    <message>
        <source>Add pictures, sounds, text files or PDFs</source>
        <translation>Añadir imágenes, sonidos, archivos de texto o PDF</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Ajustes del chat</translation>
    </message>
    <message>
        <source>Write a follow-up. It is sent when this answer ends…</source>
        <translation>Escriba un mensaje de seguimiento. Se envía cuando termine esta respuesta…</translation>
    </message>
    <message>
        <source>Message (/ for prompts, @ for chats)…</source>
        <translation>Mensaje (/ para prompts, @ para chats)…</translation>
    </message>
    <message>
        <source>Write the beginning of a text for the model to continue…</source>
        <translation>Escriba el principio de un texto para que el modelo lo continúe…</translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation>Escriba antes un mensaje</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
</context>
<context>
    <name>ComposerNotice</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>The text is too long to paste ({length:,} characters; the limit is {limit:,}). Attach it as a file instead.</source>
        <translation>El texto es demasiado largo para pegarlo ({length:,} caracteres; el límite es {limit:,}). Adjúntelo como archivo.</translation>
    </message>
</context>
<context>
    <name>ComputerModelRow</name>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Descargando…</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>En este equipo</translation>
    </message>
</context>
<context>
    <name>ComputerModels</name>
    <message>
        <source>{name} is no longer on the hub.</source>
        <translation>{name} ya no está en el hub.</translation>
    </message>
    <message>
        <source>For this computer</source>
        <translation>Para este equipo</translation>
    </message>
    <message>
        <source>{free} of {total} memory free</source>
        <translation>{free} de {total} de memoria libre</translation>
    </message>
</context>
<context>
    <name>ConsentPanel</name>
    <message>
        <source>Open the settings</source>
        <translation>Abrir los ajustes</translation>
    </message>
    <message>
        <source>Search Hugging Face?</source>
        <translation>¿Buscar en Hugging Face?</translation>
    </message>
    <message>
        <source>Your searches go to {address}, and the models you pick are downloaded from there. Your chats are never sent. Nothing connects until you agree.</source>
        <translation>Sus búsquedas se envían a {address}, y los modelos que elija se descargan de allí. Sus chats nunca se envían. Nada se conecta hasta que usted acepte.</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>Buscar en Hugging Face</translation>
    </message>
    <message>
        <source>Hubbub works offline</source>
        <translation>Hubbub trabaja sin conexión</translation>
    </message>
    <message>
        <source>It opens no connection, so it can&apos;t search for or download models. You can change this in the settings.</source>
        <translation>No abre ninguna conexión, así que no puede buscar ni descargar modelos. Puede cambiarlo en los ajustes.</translation>
    </message>
</context>
<context>
    <name>Context</name>
    <message>
        <source>The model can&apos;t see anything above this line.</source>
        <translation>El modelo no ve nada por encima de esta línea.</translation>
    </message>
    <message>
        <source>The model can&apos;t see anything above this line, except what is pinned.</source>
        <translation>El modelo no ve nada por encima de esta línea, salvo lo que está fijado.</translation>
    </message>
    <message>
        <source>Context: {count:,} tokens per chat.</source>
        <translation>Contexto: {count:,} tokens por chat.</translation>
    </message>
</context>
<context>
    <name>ContextBoundaryLine</name>
    <message>
        <source>Recap</source>
        <translation>Recapitular</translation>
    </message>
    <message>
        <source>Ask the model to sum up what it can no longer see, and keep the summary.</source>
        <translation>Pedir al modelo que resuma lo que ya no ve, y conservar el resumen.</translation>
    </message>
    <message>
        <source>Options…</source>
        <translation>Opciones…</translation>
    </message>
    <message>
        <source>{count:,} earlier messages the model can&apos;t see</source>
        <translation>{count:,} mensajes anteriores que el modelo no ve</translation>
    </message>
    <message>
        <source>1 earlier message the model can&apos;t see</source>
        <translation>1 mensaje anterior que el modelo no ve</translation>
    </message>
</context>
<context>
    <name>ContextDialog</name>
    <message>
        <source>What the model remembers</source>
        <translation>Lo que recuerda el modelo</translation>
    </message>
    <message>
        <source>Pin the first message</source>
        <translation>Fijar el primer mensaje</translation>
    </message>
    <message>
        <source>Pin it</source>
        <translation>Fijarlo</translation>
    </message>
    <message>
        <source>Open a new tab</source>
        <translation>Abrir una pestaña nueva</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens; this one has {used:,}. When it is full, the model no longer reads its oldest turns. Nothing is deleted: they stay here and can be searched.</source>
        <translation>Cada chat puede contener {count:,} tokens; este tiene {used:,}. Cuando esté lleno, el modelo dejará de leer sus turnos más antiguos. No se borra nada: siguen aquí y se pueden buscar.</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens. The model no longer reads the oldest turns of this one. Nothing is deleted: they stay here and can be searched.</source>
        <translation>Cada chat puede contener {count:,} tokens. El modelo ya no lee los turnos más antiguos de este. No se borra nada: siguen aquí y se pueden buscar.</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single turns; it reads the rest of the chat again each time.</source>
        <translation>Este modelo no puede descartar turnos sueltos; vuelve a leer el resto del chat cada vez.</translation>
    </message>
    <message>
        <source>Add a recap of it</source>
        <translation>Añadir una recapitulación</translation>
    </message>
    <message>
        <source>The model summarizes the part that it can no longer read, and reads the summary instead.</source>
        <translation>El modelo resume la parte que ya no puede leer, y lee el resumen en su lugar.</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>Recapitular</translation>
    </message>
    <message>
        <source>Open the part above the line in a new tab</source>
        <translation>Abrir la parte sobre la línea en una pestaña nueva</translation>
    </message>
    <message>
        <source>Increase the context length</source>
        <translation>Aumentar la longitud del contexto</translation>
    </message>
    <message>
        <source>Stop instead</source>
        <translation>Detenerse en su lugar</translation>
    </message>
    <message>
        <source>The answer can also stop when the context is full, so that no messages are dropped.</source>
        <translation>La respuesta también puede detenerse cuando el contexto está lleno, para que no se descarte ningún mensaje.</translation>
    </message>
    <message>
        <source>Chat settings…</source>
        <translation>Ajustes del chat…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>A pinned message stays when older messages are dropped. Each message has a pin below it.</source>
        <translation>Un mensaje fijado permanece cuando se descartan mensajes más antiguos. Cada mensaje tiene un alfiler debajo.</translation>
    </message>
    <message>
        <source>{count:,} are pinned now.</source>
        <translation>Ahora hay {count:,} fijados.</translation>
    </message>
    <message>
        <source>One is pinned now.</source>
        <translation>Ahora hay uno fijado.</translation>
    </message>
    <message>
        <source>Recap the older half</source>
        <translation>Recapitular la mitad más antigua</translation>
    </message>
    <message>
        <source>There is only one turn to recap.</source>
        <translation>Solo hay un turno.</translation>
    </message>
    <message>
        <source>The model summarizes the older half of what it reads now, and reads the summary instead. That makes room before turns are dropped.</source>
        <translation>El modelo resume la mitad más antigua de lo que lee ahora y lee el resumen en su lugar. Así se hace espacio antes de que se descarten turnos.</translation>
    </message>
    <message>
        <source>Everything above the line opens in its own tab, where the model can read all of it.</source>
        <translation>Todo lo que está por encima de la línea se abre en su propia pestaña, donde el modelo puede leerlo entero.</translation>
    </message>
    <message>
        <source>About {count:,} tokens are read again with the next message.</source>
        <translation>Unos {count:,} tokens se leen de nuevo con el próximo mensaje.</translation>
    </message>
    <message>
        <source>The context length is at its maximum.</source>
        <translation>La longitud del contexto está al máximo.</translation>
    </message>
    <message>
        <source>{count:,} tokens for each chat.</source>
        <translation>{count:,} tokens para cada chat.</translation>
    </message>
    <message>
        <source>This takes about {size} more memory.</source>
        <translation>Esto ocupa unos {size} más de memoria.</translation>
    </message>
    <message>
        <source>The model was trained for {count:,} tokens; with more, answers can get worse.</source>
        <translation>El modelo se entrenó para {count:,} tokens; con más, las respuestas pueden empeorar.</translation>
    </message>
    <message>
        <source>Reloading the model stops running answers.</source>
        <translation>Recargar el modelo detiene las respuestas en curso.</translation>
    </message>
    <message>
        <source>Set {count:,} tokens</source>
        <translation>Establecer {count:,} tokens</translation>
    </message>
</context>
<context>
    <name>ContextLine</name>
    <message>
        <source>Make room…</source>
        <translation>Hacer espacio…</translation>
    </message>
    <message>
        <source>See what the model remembers, and add a recap</source>
        <translation>Ver qué recuerda el modelo y añadir una recapitulación</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Writing a recap…</source>
        <translation>Escribiendo una recapitulación…</translation>
    </message>
    <message>
        <source>answers go first</source>
        <translation>las respuestas van primero</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context used: {used:,} / {total:,} tokens ({percent}%)</source>
        <translation>Contexto usado: {used:,} / {total:,} tokens ({percent} %)</translation>
    </message>
    <message>
        <source>The context is nearly full. When it is full, the model drops the oldest messages of this chat; you can still read them here.</source>
        <translation>El contexto está casi lleno. Cuando se llena, el modelo descarta los mensajes más antiguos de este chat; usted puede seguir leyéndolos aquí.</translation>
    </message>
    <message>
        <source>{count:,} tokens left in this chat; every chat has its own. A token is about four characters.</source>
        <translation>Quedan {count:,} tokens en este chat; cada chat tiene los suyos. Un token son unos cuatro caracteres.</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Folder name</source>
        <translation>Nombre de la carpeta</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>In “{title}”: {text}</source>
        <translation>En «{title}»: {text}</translation>
    </message>
    <message>
        <source>The last answer reached its maximum length.</source>
        <translation>La última respuesta alcanzó su longitud máxima.</translation>
    </message>
    <message>
        <source>The last answer was interrupted.</source>
        <translation>La última respuesta se interrumpió.</translation>
    </message>
    <message>
        <source>The last answer failed.</source>
        <translation>La última respuesta falló.</translation>
    </message>
    <message>
        <source>Show all {count:,} folders</source>
        <translation>Mostrar las {count:,} carpetas</translation>
    </message>
    <message>
        <source>Show fewer folders</source>
        <translation>Mostrar menos carpetas</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fijadas</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>In messages</source>
        <translation>En mensajes</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>Previous 30 days</source>
        <translation>Últimos 30 días</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Más antiguas</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modelo: {name}</translation>
    </message>
    <message>
        <source>Model: {name}, which is missing</source>
        <translation>Modelo: {name}, que falta</translation>
    </message>
    <message>
        <source>Missing: {name}</source>
        <translation>Falta: {name}</translation>
    </message>
    <message>
        <source>waiting, position {place:,}</source>
        <translation>en espera, posición {place:,}</translation>
    </message>
    <message>
        <source>a tool waits for your answer</source>
        <translation>una herramienta espera su respuesta</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>respondiendo</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archivada</translation>
    </message>
    <message>
        <source>Waiting, position {place:,} in the queue</source>
        <translation>En espera, posición {place:,} en la cola</translation>
    </message>
    <message>
        <source>A tool waits for your answer.</source>
        <translation>Una herramienta espera su respuesta.</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, collapsed</source>
        <translation>Carpeta {name}, {count:,} chats, contraída</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, expanded</source>
        <translation>Carpeta {name}, {count:,} chats, expandida</translation>
    </message>
</context>
<context>
    <name>ConversationListView</name>
    <message>
        <source>All chats</source>
        <translation>Todos los chats</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} chats</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Delete {count:,} chats</source>
        <translation>Eliminar {count:,} chats</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>Abrir en vista dividida</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Sugerir un título</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Cambiar nombre</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Dejar de fijar</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>Nueva etiqueta…</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Archive {count:,} chats</source>
        <translation>Archivar {count:,} chats</translation>
    </message>
    <message>
        <source>Move back to the list</source>
        <translation>Devolver a la lista</translation>
    </message>
</context>
<context>
    <name>CopiedSign</name>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>DeletionController</name>
    <message>
        <source>{count:,} chats were deleted.</source>
        <translation>Se eliminaron {count:,} chats.</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>Se eliminó «{title}».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>DepartureQuestion</name>
    <message>
        <source>Don&apos;t ask again for this address</source>
        <translation>No volver a preguntar para esta dirección</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read it.</source>
        <translation>La conexión no está cifrada (HTTP simple): otras personas de la red pueden leerla.</translation>
    </message>
    <message>
        <source>Send to {machine}</source>
        <translation>Enviar a {machine}</translation>
    </message>
    <message>
        <source>Don&apos;t send</source>
        <translation>No enviar</translation>
    </message>
    <message>
        <source>Send this chat to {machine} ({address})? {model} will answer it.</source>
        <translation>¿Enviar este chat a {machine} ({address})? Lo responderá {model}.</translation>
    </message>
    <message>
        <source>This sends {words:,} words now. Later messages in this chat are sent without asking.</source>
        <translation>Ahora se envían {words:,} palabras. Los mensajes posteriores de este chat se envían sin preguntar.</translation>
    </message>
    <message>
        <source>This sends {words:,} words and the file {names} now. Later messages in this chat are sent without asking.</source>
        <translation>Ahora se envían {words:,} palabras y el archivo {names}. Los mensajes posteriores de este chat se envían sin preguntar.</translation>
    </message>
    <message>
        <source>This sends {words:,} words and {count:,} files ({names}) now. Later messages in this chat are sent without asking.</source>
        <translation>Ahora se envían {words:,} palabras y {count:,} archivos ({names}). Los mensajes posteriores de este chat se envían sin preguntar.</translation>
    </message>
    <message>
        <source>One picture is also sent.</source>
        <translation>También se envía una imagen.</translation>
    </message>
    <message>
        <source>{count:,} pictures are also sent.</source>
        <translation>También se envían {count:,} imágenes.</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close the panel</source>
        <translation>Cerrar el panel</translation>
    </message>
</context>
<context>
    <name>DownloadButton</name>
    <message>
        <source>Downloads: {text}</source>
        <translation>Descargas: {text}</translation>
    </message>
    <message>
        <source>{count}%</source>
        <translation>{count} %</translation>
    </message>
    <message>
        <source>Download failed</source>
        <translation>Descarga fallida</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En espera</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>Quedan {time}</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>Cancel the download of {name}? {size} of downloaded data are deleted.</source>
        <translation>¿Cancelar la descarga de {name}? Se eliminarán {size} de datos descargados.</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>Cancelar la descarga</translation>
    </message>
    <message>
        <source>Keep downloading</source>
        <translation>Seguir descargando</translation>
    </message>
    <message>
        <source>The download of {name} failed. {reason}</source>
        <translation>La descarga de {name} falló. {reason}</translation>
    </message>
    <message>
        <source>Show downloads</source>
        <translation>Mostrar las descargas</translation>
    </message>
    <message>
        <source>{name} is downloaded.</source>
        <translation>{name} se ha descargado.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
</context>
<context>
    <name>DraftRow</name>
    <message>
        <source>Draft model</source>
        <translation>Modelo borrador</translation>
    </message>
    <message>
        <source>A small model of the same family. It guesses the next words, and this model checks several at once. Used only while that is faster.</source>
        <translation>Un modelo pequeño de la misma familia. Adivina las palabras siguientes y este modelo comprueba varias a la vez. Se usa solo mientras sea más rápido.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Elegir un archivo…</translation>
    </message>
    <message>
        <source>Choose a draft model</source>
        <translation>Elegir un modelo borrador</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelos (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>Usa {name}.</translation>
    </message>
</context>
<context>
    <name>EarlierPoints</name>
    <message>
        <source>This chat has no answered question yet.</source>
        <translation>Este chat aún no tiene ninguna pregunta respondida.</translation>
    </message>
</context>
<context>
    <name>EarlierPointsDialog</name>
    <message>
        <source>Branch from an earlier message</source>
        <translation>Crear una rama desde un mensaje anterior</translation>
    </message>
    <message>
        <source>Where do you want to branch? The branch opens in a new tab; this chat does not change.</source>
        <translation>¿Dónde quiere ramificar? La rama se abre en una pestaña nueva; este chat no cambia.</translation>
    </message>
    <message>
        <source>“Warm” turns do not have to be read again.</source>
        <translation>Los turnos «en caliente» no tienen que leerse de nuevo.</translation>
    </message>
    <message>
        <source>Counting the tokens…</source>
        <translation>Contando los tokens…</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>Continuar desde aquí</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>The whole chat up to here will be read</source>
        <translation>Se leerá todo el chat hasta aquí</translation>
    </message>
    <message>
        <source>Warm: nothing is read again</source>
        <translation>En caliente: no se lee nada de nuevo</translation>
    </message>
    <message>
        <source>One token will be read</source>
        <translation>Se leerá un token</translation>
    </message>
    <message>
        <source>{count:,} tokens will be read</source>
        <translation>Se leerán {count:,} tokens</translation>
    </message>
</context>
<context>
    <name>EditPage</name>
    <message>
        <source>Discard your changes?</source>
        <translation>¿Descartar los cambios?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Seguir editando</translation>
    </message>
</context>
<context>
    <name>EditorField</name>
    <message>
        <source>Edit your message</source>
        <translation>Editar su mensaje</translation>
    </message>
    <message>
        <source>Edit the answer</source>
        <translation>Editar la respuesta</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Summarize a file…</source>
        <translation>Resumir un archivo…</translation>
    </message>
    <message>
        <source>Ask about a folder…</source>
        <translation>Preguntar sobre una carpeta…</translation>
    </message>
    <message>
        <source>Summarize the text in five sentences.</source>
        <translation>Resume el texto en cinco frases.</translation>
    </message>
    <message>
        <source>What are its main points?</source>
        <translation>¿Cuáles son los puntos principales?</translation>
    </message>
    <message>
        <source>Begin a text, and the model continues it</source>
        <translation>Empiece un texto y el modelo lo continúa</translation>
    </message>
    <message>
        <source>This is a base model: it was not trained to answer questions.</source>
        <translation>Este es un modelo base: no se entrenó para responder preguntas.</translation>
    </message>
    <message>
        <source>No text yet. Write the beginning of one.</source>
        <translation>Aún no hay texto. Escriba el principio de uno.</translation>
    </message>
    <message>
        <source>Continue all four in four tabs</source>
        <translation>Continuar los cuatro en cuatro pestañas</translation>
    </message>
    <message>
        <source>Continue all in tabs</source>
        <translation>Continuar todos en pestañas</translation>
    </message>
    <message>
        <source>Ask about “{name}”</source>
        <translation>Pregunte sobre «{name}»</translation>
    </message>
    <message>
        <source>Continue “{name}”</source>
        <translation>Continuar «{name}»</translation>
    </message>
    <message>
        <source>The whole text is part of this chat.</source>
        <translation>Todo el texto forma parte de este chat.</translation>
    </message>
    <message>
        <source>Ask anything, in as many tabs as you like</source>
        <translation>Pregunte lo que quiera, en tantas pestañas como quiera</translation>
    </message>
    <message>
        <source>No messages yet. Start typing to ask something.</source>
        <translation>Aún no hay mensajes. Empiece a escribir para preguntar algo.</translation>
    </message>
    <message>
        <source>Ask all four in four tabs</source>
        <translation>Preguntar las cuatro en cuatro pestañas</translation>
    </message>
    <message>
        <source>Ask all in tabs</source>
        <translation>Preguntar todas en pestañas</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}.</source>
        <translation>Este chat se responde en {machine}.</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on the computers that you set.</source>
        <translation>Todas las pestañas se responden a la vez, en los equipos que usted ha configurado.</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on your computer.</source>
        <translation>Todas las pestañas se responden a la vez, en su equipo.</translation>
    </message>
    <message>
        <source>Last chats</source>
        <translation>Últimos chats</translation>
    </message>
</context>
<context>
    <name>EncodingButton</name>
    <message>
        <source>The file was read as {encoding}, an encoding that it does not name.</source>
        <translation>El archivo se leyó como {encoding}, una codificación que no indica.</translation>
    </message>
    <message>
        <source>The file was read as {encoding}, which is uncertain: it does not name its encoding.</source>
        <translation>El archivo se leyó como {encoding}, lo cual es incierto: no indica su codificación.</translation>
    </message>
    <message>
        <source>Click to choose another one.</source>
        <translation>Haga clic para elegir otra.</translation>
    </message>
    <message>
        <source>Unicode</source>
        <translation>Unicode</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>Europa occidental</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>Europa central</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>Báltico</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Cirílico</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griego</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Turco</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebreo</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Árabe</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Tailandés</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamita</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japonés</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chino</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Coreano</translation>
    </message>
</context>
<context>
    <name>EndpointPage</name>
    <message>
        <source>Edit a machine</source>
        <translation>Editar una máquina</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>Añadir una máquina</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>For example: rack:8000</source>
        <translation>Por ejemplo: rack:8000</translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation>El nombre que usted le dé</translation>
    </message>
    <message>
        <source>If it lists no models</source>
        <translation>Si no enumera ningún modelo</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Guardada; escriba para reemplazarla</translation>
    </message>
    <message>
        <source>If required</source>
        <translation>Si es necesaria</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Consultando…</translation>
    </message>
    <message>
        <source>Type an address such as rack:8000 or https://api.example.com/v1.</source>
        <translation>Escriba una dirección como rack:8000 o https://api.example.com/v1.</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>Detectar automáticamente</translation>
    </message>
    <message>
        <source>Another OpenAI-compatible server</source>
        <translation>Otro servidor compatible con OpenAI</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Dirección</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>T&amp;ipo</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>C&amp;lave</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modelo</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read your chats and the key.</source>
        <translation>La conexión no está cifrada (HTTP simple): otras personas de la red pueden leer sus chats y la clave.</translation>
    </message>
</context>
<context>
    <name>EngineCorner</name>
    <message>
        <source>Cancel loading</source>
        <translation>Cancelar la carga</translation>
    </message>
</context>
<context>
    <name>EngineDock</name>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
</context>
<context>
    <name>EnginePanel</name>
    <message>
        <source>Model settings…</source>
        <translation>Ajustes del modelo…</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>conservado</translation>
    </message>
    <message>
        <source>new</source>
        <translation>nuevo</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>escritura</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>lectura</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>muestreo</translation>
    </message>
    <message>
        <source>other</source>
        <translation>otros</translation>
    </message>
    <message>
        <source>longest step</source>
        <translation>paso más largo</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>límite</translation>
    </message>
    <message>
        <source>Models in memory</source>
        <translation>Modelos en memoria</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Ranuras</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Solicitudes</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En espera</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>No hay ningún modelo cargado.</translation>
    </message>
    <message>
        <source>{count:,}, fixed</source>
        <translation>{count:,}, fijo</translation>
    </message>
    <message>
        <source>{count:,} of {limit:,}</source>
        <translation>{count:,} de {limit:,}</translation>
    </message>
    <message>
        <source>The number is fixed in the settings, under Engine.</source>
        <translation>El número está fijado en los ajustes, en Motor.</translation>
    </message>
    <message>
        <source>The engine keeps measuring which number of threads is fastest. The number changes with the load by other programs.</source>
        <translation>El motor mide continuamente qué número de hilos es el más rápido. El número cambia con la carga de otros programas.</translation>
    </message>
    <message>
        <source>Processor threads now</source>
        <translation>Hilos del procesador ahora</translation>
    </message>
    <message>
        <source>No chat is waiting.</source>
        <translation>No hay chats en espera.</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>… y {count:,} más</translation>
    </message>
    <message>
        <source>{share} of all gaps between two tokens were at most this long.</source>
        <translation>El {share} de los intervalos entre dos tokens duró como máximo esto.</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Prompt tokens that were in the cache and did not have to be read again.</source>
        <translation>Tokens del prompt que estaban en caché y no hubo que leer de nuevo.</translation>
    </message>
    <message>
        <source>Accepted tokens of all tokens that were guessed from the chat.</source>
        <translation>Tokens aceptados de todos los que se adivinaron a partir del chat.</translation>
    </message>
    <message>
        <source>Writing, all chats</source>
        <translation>Escritura, todos los chats</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lectura</translation>
    </message>
    <message>
        <source>Chats at once, average</source>
        <translation>Chats a la vez, media</translation>
    </message>
    <message>
        <source>First token, median</source>
        <translation>Primer token, mediana</translation>
    </message>
    <message>
        <source>More figures</source>
        <translation>Más cifras</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Token gap, median</source>
        <translation>Intervalo entre tokens, mediana</translation>
    </message>
    <message>
        <source>Token gap, 95th percentile</source>
        <translation>Intervalo entre tokens, percentil 95</translation>
    </message>
    <message>
        <source>Token gap, 99th percentile</source>
        <translation>Intervalo entre tokens, percentil 99</translation>
    </message>
    <message>
        <source>Reused tokens</source>
        <translation>Tokens reutilizados</translation>
    </message>
    <message>
        <source>Tokens guessed right</source>
        <translation>Tokens acertados</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} tokens/s</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} s</translation>
    </message>
    <message>
        <source>{right:,} of {all:,}</source>
        <translation>{right:,} de {all:,}</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>Saved states of chats, for models whose memory can&apos;t be shortened.</source>
        <translation>Estados guardados de chats, para modelos cuya memoria no se puede acortar.</translation>
    </message>
    <message>
        <source>Engine, with the model</source>
        <translation>Motor, con el modelo</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Puntos de control</translation>
    </message>
    <message>
        <source>Chats kept in memory</source>
        <translation>Chats conservados en memoria</translation>
    </message>
    <message>
        <source>Chats kept on disk</source>
        <translation>Chats conservados en disco</translation>
    </message>
    <message>
        <source>{count:,} tabs here</source>
        <translation>{count:,} pestañas aquí</translation>
    </message>
    <message>
        <source>1 tab here</source>
        <translation>1 pestaña aquí</translation>
    </message>
    <message>
        <source>{count:,} on {machine}</source>
        <translation>{count:,} en {machine}</translation>
    </message>
    <message>
        <source>{count:,} programs</source>
        <translation>{count:,} programas</translation>
    </message>
    <message>
        <source>1 program</source>
        <translation>1 programa</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists</source>
        <translation>{count:,} comparaciones o listas</translation>
    </message>
    <message>
        <source>1 comparison or list</source>
        <translation>1 comparación o lista</translation>
    </message>
    <message>
        <source>{count:,} more waiting</source>
        <translation>{count:,} más en espera</translation>
    </message>
    <message>
        <source>No active requests.</source>
        <translation>No hay peticiones activas.</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Sin cargar</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>Descargando de la memoria…</translation>
    </message>
    <message>
        <source>Loading, {percent}%</source>
        <translation>Cargando, {percent} %</translation>
    </message>
    <message>
        <source>{count:,} requests</source>
        <translation>{count:,} solicitudes</translation>
    </message>
    <message>
        <source>Answers {chats}</source>
        <translation>Responde a {chats}</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Inactivo</translation>
    </message>
    <message>
        <source>Idle for {count:,} min</source>
        <translation>Inactivo desde hace {count:,} min</translation>
    </message>
    <message>
        <source>{count:,} chats at once</source>
        <translation>{count:,} chats a la vez</translation>
    </message>
    <message>
        <source>{count:,} threads</source>
        <translation>{count:,} hilos</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 hilo</translation>
    </message>
    <message>
        <source>{count:,} waiting</source>
        <translation>{count:,} en espera</translation>
    </message>
    <message>
        <source>{size} on {card}</source>
        <translation>{size} en {card}</translation>
    </message>
</context>
<context>
    <name>EngineStatus</name>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} está listo.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Cargando el modelo…</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} se descargó de la memoria. El próximo mensaje lo carga de nuevo.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>No hay ningún modelo cargado.</translation>
    </message>
    <message>
        <source>{file}: {millions:,} million parameters, {architecture}. Context: {limit:,} tokens per chat; the model was trained for {trained:,}. {slots} chats can be answered at once. {device}</source>
        <translation>{file}: {millions:,} millones de parámetros, {architecture}. Contexto: {limit:,} tokens por chat; el modelo se entrenó para {trained:,}. Se pueden responder {slots} chats a la vez. {device}</translation>
    </message>
    <message>
        <source>Draft model: {name}.</source>
        <translation>Modelo borrador: {name}.</translation>
    </message>
    <message>
        <source>system messages become part of a question</source>
        <translation>los mensajes del sistema pasan a formar parte de una pregunta</translation>
    </message>
    <message>
        <source>consecutive messages with the same role are joined</source>
        <translation>los mensajes consecutivos con el mismo rol se unen</translation>
    </message>
    <message>
        <source>missing turns are added</source>
        <translation>se añaden los turnos que faltan</translation>
    </message>
    <message>
        <source>tool calls are sent one by one</source>
        <translation>las llamadas a herramientas se envían de una en una</translation>
    </message>
    <message>
        <source>tool calls are sent as text</source>
        <translation>las llamadas a herramientas se envían como texto</translation>
    </message>
    <message>
        <source>earlier messages are left out</source>
        <translation>se omiten los mensajes anteriores</translation>
    </message>
    <message>
        <source>To fit its chat template, {changes}.</source>
        <translation>Para ajustarse a su plantilla de chat: {changes}.</translation>
    </message>
    <message>
        <source>This file has no chat template, so a common one (ChatML) is guessed.</source>
        <translation>Este archivo no tiene plantilla de chat, así que se supone una común (ChatML).</translation>
    </message>
    <message>
        <source>A base model: it continues text and was not trained to chat.</source>
        <translation>Un modelo base: continúa texto y no se entrenó para conversar.</translation>
    </message>
    <message>
        <source>{name} ({file}) is loaded. Context: {limit:,} tokens per chat. {device}</source>
        <translation>{name} ({file}) está cargado. Contexto: {limit:,} tokens por chat. {device}</translation>
    </message>
    <message>
        <source>No model yet. Open a model file, or download a model.</source>
        <translation>Aún no hay modelo. Abra un archivo de modelo o descargue un modelo.</translation>
    </message>
    <message>
        <source>{name} was not loaded: during its last load, the engine or the computer stopped.</source>
        <translation>{name} no se cargó: durante su última carga, el motor o el equipo se detuvo.</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>Se canceló la carga de {name}.</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled. {before} is loaded again.</source>
        <translation>Se canceló la carga de {name}. Se vuelve a cargar {before}.</translation>
    </message>
    <message>
        <source>An answer is still being written. Switching stops it; the text so far is kept.</source>
        <translation>Todavía se está escribiendo una respuesta. El cambio la detiene; el texto escrito se conserva.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written. Switching stops them; the text so far is kept.</source>
        <translation>Todavía se están escribiendo {count:,} respuestas. El cambio las detiene; el texto escrito se conserva.</translation>
    </message>
    <message>
        <source>Switch anyway</source>
        <translation>Cambiar de todos modos</translation>
    </message>
    <message>
        <source>Set a chat template…</source>
        <translation>Establecer una plantilla de chat…</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>Elegir otro modelo…</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Usar el modelo inicial</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Ajustes del modelo…</translation>
    </message>
    <message>
        <source>Load it without pictures</source>
        <translation>Cargarlo sin imágenes</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Reiniciar</translation>
    </message>
</context>
<context>
    <name>EngineTitles</name>
    <message>
        <source>A source</source>
        <translation>Una fuente</translation>
    </message>
    <message>
        <source>Title of “{title}”</source>
        <translation>Título de «{title}»</translation>
    </message>
    <message>
        <source>Recap of “{title}”</source>
        <translation>Recapitulación de «{title}»</translation>
    </message>
    <message>
        <source>A comparison or list</source>
        <translation>Una comparación o lista</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>Summarize</source>
        <translation>Resumir</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Traducir</translation>
    </message>
    <message>
        <source>Correct a text</source>
        <translation>Corregir un texto</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Explicar</translation>
    </message>
    <message>
        <source>Answer a mail</source>
        <translation>Responder a un correo</translation>
    </message>
    <message>
        <source>Review code</source>
        <translation>Revisar código</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>Summarize this text in three sentences:

{text}</source>
        <translation>Resume este texto en tres frases:

{text}</translation>
    </message>
    <message>
        <source>Translate this text into {language}:

{text}</source>
        <translation>Traduce este texto a este idioma: {language}

{text}</translation>
    </message>
    <message>
        <source>language</source>
        <translation>idioma</translation>
    </message>
    <message>
        <source>Correct the grammar of this text, and list what you changed:

{text}</source>
        <translation>Corrige la gramática de este texto y enumera lo que has cambiado:

{text}</translation>
    </message>
    <message>
        <source>Explain {topic} in simple words, with an example.</source>
        <translation>Explica {topic} con palabras sencillas y con un ejemplo.</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>tema</translation>
    </message>
    <message>
        <source>Write a friendly answer to this mail. I want to say: {answer}

{mail}</source>
        <translation>Escribe una respuesta amable a este correo. Quiero decir: {answer}

{mail}</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>respuesta</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>correo</translation>
    </message>
    <message>
        <source>Review this code: name bugs first, then what could be simpler.

{code}</source>
        <translation>Revisa este código: indica primero los errores y después lo que podría ser más sencillo.

{code}</translation>
    </message>
    <message>
        <source>code</source>
        <translation>código</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Preciso</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Creativo</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>Explanation of “{title}”</source>
        <translation>Explicación de «{title}»</translation>
    </message>
</context>
<context>
    <name>FileChip</name>
    <message>
        <source>File {name}, {size}</source>
        <translation>Archivo {name}, {size}</translation>
    </message>
    <message>
        <source>{count:,} characters. Click to view them.</source>
        <translation>{count:,} caracteres. Haga clic para verlos.</translation>
    </message>
    <message>
        <source>Remove this file</source>
        <translation>Quitar este archivo</translation>
    </message>
    <message>
        <source>one page</source>
        <translation>una página</translation>
    </message>
    <message>
        <source>{count:,} pages</source>
        <translation>{count:,} páginas</translation>
    </message>
    <message>
        <source>one word</source>
        <translation>una palabra</translation>
    </message>
    <message>
        <source>{count:,} words</source>
        <translation>{count:,} palabras</translation>
    </message>
    <message>
        <source>about {count:,} words</source>
        <translation>unas {count:,} palabras</translation>
    </message>
    <message>
        <source>too long: {percent:,}% of the context</source>
        <translation>demasiado largo: {percent:,} % del contexto</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>cabe</translation>
    </message>
    <message>
        <source>fits: {percent}% of the context</source>
        <translation>cabe: {percent} % del contexto</translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Página web (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Table for spreadsheets (*.csv)</source>
        <translation>Tabla para hojas de cálculo (*.csv)</translation>
    </message>
    <message>
        <source>JSON with all data, which can be imported again (*.json)</source>
        <translation>JSON con todos los datos, que se puede volver a importar (*.json)</translation>
    </message>
    <message>
        <source>ZIP with one Markdown file per chat (*.zip)</source>
        <translation>ZIP con un archivo Markdown por chat (*.zip)</translation>
    </message>
    <message>
        <source>Open a list of questions</source>
        <translation>Abrir una lista de preguntas</translation>
    </message>
    <message>
        <source>Tables and texts (*.csv *.tsv *.txt)</source>
        <translation>Tablas y textos (*.csv *.tsv *.txt)</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Guardar el archivo</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importar chats</translation>
    </message>
    <message>
        <source>Exports of Hubbub and other programs (*.json *.jsonl *.zip)</source>
        <translation>Exportaciones de Hubbub y otros programas (*.json *.jsonl *.zip)</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Importar una carpeta</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Importar preajustes</translation>
    </message>
    <message>
        <source>Presets of Hubbub or LM Studio (*.json)</source>
        <translation>Preajustes de Hubbub o LM Studio (*.json)</translation>
    </message>
    <message>
        <source>Export presets</source>
        <translation>Exportar preajustes</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>Preajustes (*.json)</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Abrir un modelo</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelos (*.gguf)</translation>
    </message>
    <message>
        <source>Certificates and keys (*.pem *.crt *.cer *.key)</source>
        <translation>Certificados y claves (*.pem *.crt *.cer *.key)</translation>
    </message>
    <message>
        <source>Add a GPU pack</source>
        <translation>Añadir un paquete de GPU</translation>
    </message>
    <message>
        <source>GPU packs (*ggml-*.so *ggml-*.dll)</source>
        <translation>Paquetes de GPU (*ggml-*.so *ggml-*.dll)</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>{count:,} characters of text, as the model sees them.</source>
        <translation>{count:,} caracteres de texto, tal como los ve el modelo.</translation>
    </message>
    <message>
        <source>Only the beginning is shown here.</source>
        <translation>Aquí solo se muestra el principio.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>Buscar en este chat</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Sin coincidencias</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,} de {count:,}</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Coincidencia anterior</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Coincidencia siguiente</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>FirstModelCard</name>
    <message>
        <source>Hubbub works offline, so it can&apos;t download a model.</source>
        <translation>Hubbub trabaja sin conexión, así que no puede descargar modelos.</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Abrir los ajustes</translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation>Abrir un archivo de modelo…</translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation>Aún no hay modelo.</translation>
    </message>
    <message>
        <source>Starter model: small and fast, often wrong.</source>
        <translation>Modelo inicial: pequeño y rápido, se equivoca a menudo.</translation>
    </message>
    <message>
        <source>More models…</source>
        <translation>Más modelos…</translation>
    </message>
    <message>
        <source>Browse models</source>
        <translation>Ver modelos</translation>
    </message>
    <message>
        <source>Better answers on this computer: {name}</source>
        <translation>Mejores respuestas en este equipo: {name}</translation>
    </message>
    <message>
        <source>Download {size}</source>
        <translation>Descargar {size}</translation>
    </message>
    <message>
        <source>Get {name}, {size}</source>
        <translation>Obtener {name}, {size}</translation>
    </message>
    <message>
        <source>From {host} ({repository}). Your chats are never sent.</source>
        <translation>De {host} ({repository}). Sus chats nunca se envían.</translation>
    </message>
    <message>
        <source>Choosing a better model for this computer…</source>
        <translation>Eligiendo un modelo mejor para este equipo…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
</context>
<context>
    <name>Fit</name>
    <message>
        <source>It fits: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>Cabe: {slots:,} chats de {tokens:,} tokens ocupan {needed} con el modelo, y hay {free} libres.</translation>
    </message>
    <message>
        <source>It fits with less context: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>Cabe con menos contexto: {slots:,} chats de {tokens:,} tokens ocupan {needed} con el modelo, y hay {free} libres.</translation>
    </message>
    <message>
        <source>It fits partly on the CPU, which is slow: {slots:,} chats of {tokens:,} tokens take {needed} with the model.</source>
        <translation>Cabe en parte en la CPU, que es lenta: {slots:,} chats de {tokens:,} tokens ocupan {needed} con el modelo.</translation>
    </message>
    <message>
        <source>It does not fit: {slots:,} chats need {needed} with the model, and {free} are free.</source>
        <translation>No cabe: {slots:,} chats necesitan {needed} con el modelo, y hay {free} libres.</translation>
    </message>
</context>
<context>
    <name>FitNote</name>
    <message>
        <source>other programs {size}</source>
        <translation>otros programas {size}</translation>
    </message>
    <message>
        <source>model {size}</source>
        <translation>modelo {size}</translation>
    </message>
    <message>
        <source>chats {size}</source>
        <translation>chats {size}</translation>
    </message>
    <message>
        <source>still free {size}</source>
        <translation>aún libre {size}</translation>
    </message>
    <message>
        <source>missing {size}</source>
        <translation>falta {size}</translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>expanded</source>
        <translation>expandido</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>contraído</translation>
    </message>
</context>
<context>
    <name>FoldHeading</name>
    <message>
        <source>expanded</source>
        <translation>expandido</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>contraído</translation>
    </message>
</context>
<context>
    <name>FoldSection</name>
    <message>
        <source>{count:,} changed</source>
        <translation>{count:,} cambiados</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>New chat in this folder</source>
        <translation>Nuevo chat en esta carpeta</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>Cambiar el nombre de la carpeta</translation>
    </message>
    <message>
        <source>Delete folder, keep its chats</source>
        <translation>Eliminar la carpeta y conservar sus chats</translation>
    </message>
    <message>
        <source>Model of new chats</source>
        <translation>Modelo de los chats nuevos</translation>
    </message>
    <message>
        <source>As outside of folders</source>
        <translation>Como fuera de las carpetas</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Color</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Azul</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Verde azulado</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Verde</translation>
    </message>
    <message>
        <source>Olive</source>
        <translation>Oliva</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Naranja</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rojo</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Morado</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Gris</translation>
    </message>
</context>
<context>
    <name>FolderRow</name>
    <message>
        <source>Change…</source>
        <translation>Cambiar…</translation>
    </message>
    <message>
        <source>Change the models folder</source>
        <translation>Cambiar la carpeta de modelos</translation>
    </message>
    <message>
        <source>Models folder: {folder}</source>
        <translation>Carpeta de modelos: {folder}</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>The folder “{old}” was renamed to “{new}”.</source>
        <translation>El nombre de la carpeta «{old}» se cambió a «{new}».</translation>
    </message>
    <message>
        <source>The folder “{folder}” was deleted. Its chats are kept.</source>
        <translation>Se eliminó la carpeta «{folder}». Sus chats se conservan.</translation>
    </message>
    <message>
        <source>{count:,} chats were moved to “{folder}”.</source>
        <translation>Se movieron {count:,} chats a «{folder}».</translation>
    </message>
    <message>
        <source>{count:,} chats were taken out of their folders.</source>
        <translation>Se sacaron {count:,} chats de sus carpetas.</translation>
    </message>
    <message>
        <source>“{title}” was moved to “{folder}”.</source>
        <translation>«{title}» se movió a «{folder}».</translation>
    </message>
    <message>
        <source>“{title}” was taken out of its folder.</source>
        <translation>«{title}» se sacó de su carpeta.</translation>
    </message>
</context>
<context>
    <name>FormFoot</name>
    <message>
        <source>Start</source>
        <translation>Iniciar</translation>
    </message>
    <message>
        <source>{count}. Tick the box to agree.</source>
        <translation>{count}. Marque la casilla para aceptar.</translation>
    </message>
</context>
<context>
    <name>FormRow</name>
    <message>
        <source>Set for this chat.</source>
        <translation>Establecido para este chat.</translation>
    </message>
    <message>
        <source>Default.</source>
        <translation>Predeterminado.</translation>
    </message>
    <message>
        <source>Use the default</source>
        <translation>Usar el valor predeterminado</translation>
    </message>
</context>
<context>
    <name>GpuBackendsView</name>
    <message>
        <source>With a GPU pack, the model runs on a graphics card. Hubbub looks for packs in {folder}.</source>
        <translation>Con un paquete de GPU, el modelo se ejecuta en una tarjeta gráfica. Hubbub busca los paquetes en {folder}.</translation>
    </message>
    <message>
        <source>GPU packs</source>
        <translation>Paquetes para GPU</translation>
    </message>
    <message>
        <source>Add GPU pack…</source>
        <translation>Añadir paquete de GPU…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>Reiniciar el motor</translation>
    </message>
    <message>
        <source>The pack is being tested…</source>
        <translation>Probando el paquete…</translation>
    </message>
    <message>
        <source>{name} was added. It is used after the engine restarts, which stops running answers.</source>
        <translation>Se añadió {name}. Se usa tras reiniciar el motor, lo que detiene las respuestas en curso.</translation>
    </message>
</context>
<context>
    <name>Grid</name>
    <message>
        <source>Nothing was sent. {reason}</source>
        <translation>No se envió nada. {reason}</translation>
    </message>
    <message>
        <source>Not sent to “{title}”.</source>
        <translation>No enviado a «{title}».</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats.</source>
        <translation>Enviado a {count:,} chats.</translation>
    </message>
    <message>
        <source>Queued in {count:,} chats, after the running answers.</source>
        <translation>En cola en {count:,} chats, tras las respuestas en curso.</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats; queued in {waiting:,} after a running answer.</source>
        <translation>Enviado a {count:,} chats; en cola en {waiting:,} tras una respuesta en curso.</translation>
    </message>
</context>
<context>
    <name>GridBar</name>
    <message>
        <source>Previous page</source>
        <translation>Página anterior</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Página siguiente</translation>
    </message>
    <message>
        <source>Back to tabs</source>
        <translation>A las pestañas</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 chat</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} chats</translation>
    </message>
    <message>
        <source>{count:,} active</source>
        <translation>{count:,} en curso</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Page {number:,} of {count:,}</source>
        <translation>{number:,} de {count:,}</translation>
    </message>
    <message>
        <source>Back to tabs (Esc)</source>
        <translation>Volver a las pestañas (Esc)</translation>
    </message>
</context>
<context>
    <name>Headers</name>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Parts of the help</source>
        <translation>Partes de la ayuda</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Buscar en la ayuda</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Coincidencia anterior</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Coincidencia siguiente</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Sin coincidencias</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,} de {count:,}</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
</context>
<context>
    <name>HistoryPopup</name>
    <message>
        <source>Copy all</source>
        <translation>Copiar todo</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>Mensajes recientes</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>Aún no hay mensajes.</translation>
    </message>
</context>
<context>
    <name>HubDetails</name>
    <message>
        <source>Files of this model</source>
        <translation>Archivos de este modelo</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>Abrir la página del modelo</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Looking at its files…</source>
        <translation>Examinando sus archivos…</translation>
    </message>
    <message>
        <source>You must accept conditions first: open its page, and sign in.</source>
        <translation>Antes debe aceptar unas condiciones: abra su página e inicie sesión.</translation>
    </message>
    <message>
        <source>{count:,} files are hidden, because their names can&apos;t be stored.</source>
        <translation>{count:,} archivos están ocultos, porque sus nombres no se pueden guardar.</translation>
    </message>
    <message>
        <source>This repository has no GGUF model.</source>
        <translation>Este repositorio no tiene ningún modelo GGUF.</translation>
    </message>
    <message>
        <source>This model is cut into pieces that must be joined before it can be loaded. Choose another one.</source>
        <translation>Este modelo está dividido en trozos que deben unirse antes de cargarlo. Elija otro.</translation>
    </message>
    <message>
        <source>Parts of this model are missing in the repository.</source>
        <translation>Faltan partes de este modelo en el repositorio.</translation>
    </message>
    <message>
        <source>No SHA-256 available; the download can&apos;t be verified.</source>
        <translation>No hay SHA-256 disponible; la descarga no se puede verificar.</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Descargando…</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>En este equipo</translation>
    </message>
</context>
<context>
    <name>HubFailure</name>
    <message>
        <source>Try again in {time}.</source>
        <translation>Inténtelo de nuevo en {time}.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Abrir los ajustes</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>Abrir la página del modelo</translation>
    </message>
</context>
<context>
    <name>HubModels</name>
    <message>
        <source>{count} downloads</source>
        <translation>{count} descargas</translation>
    </message>
    <message>
        <source>{count} likes</source>
        <translation>{count} me gusta</translation>
    </message>
    <message>
        <source>{size} download</source>
        <translation>{size} de descarga</translation>
    </message>
    <message>
        <source>{size} memory</source>
        <translation>{size} de memoria</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>chat</translation>
    </message>
    <message>
        <source>code</source>
        <translation>código</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>imágenes</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} archivos</translation>
    </message>
    <message>
        <source>in pieces</source>
        <translation>en trozos</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>incompleto</translation>
    </message>
    <message>
        <source>can&apos;t be verified</source>
        <translation>no se puede verificar</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>En este equipo</translation>
    </message>
    <message>
        <source>Verifying… {percent}%</source>
        <translation>Verificando… {percent} %</translation>
    </message>
    <message>
        <source>Waiting for other downloads</source>
        <translation>Esperando a otras descargas</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Se perdió la conexión.</translation>
    </message>
    <message>
        <source>Not enough space on the disk</source>
        <translation>No hay espacio suficiente en el disco</translation>
    </message>
    <message>
        <source>Paused: Hubbub works offline</source>
        <translation>En pausa: Hubbub trabaja sin conexión</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallida</translation>
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
        <translation>{count} días</translation>
    </message>
    <message>
        <source>{count} M</source>
        <translation>{count} M</translation>
    </message>
    <message>
        <source>{count} k</source>
        <translation>{count} k</translation>
    </message>
    <message>
        <source>Conditions to accept</source>
        <translation>Condiciones por aceptar</translation>
    </message>
    <message>
        <source>{speed}/s</source>
        <translation>{speed}/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>Quedan {time}</translation>
    </message>
    <message>
        <source>Connecting again…</source>
        <translation>Conectando de nuevo…</translation>
    </message>
    <message>
        <source>Trying again in {time}.</source>
        <translation>Nuevo intento en {time}.</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message>
        <source>Downloaded and verified</source>
        <translation>Descargado y verificado</translation>
    </message>
    <message>
        <source>Downloaded (not verified)</source>
        <translation>Descargado (sin verificar)</translation>
    </message>
</context>
<context>
    <name>HubRepository</name>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it. A change on the way would not be noticed. Download it anyway?</source>
        <translation>{name} no se puede verificar: el hub no tiene ningún SHA-256 para él. Una modificación por el camino pasaría inadvertida. ¿Descargarlo de todos modos?</translation>
    </message>
    <message>
        <source>Download unverified</source>
        <translation>Descargar sin verificar</translation>
    </message>
    <message>
        <source>Reading its header to estimate the memory…</source>
        <translation>Leyendo su cabecera para estimar la memoria…</translation>
    </message>
</context>
<context>
    <name>HubSearch</name>
    <message>
        <source>Searching…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>The hub has no GGUF model with “{text}” in its name.</source>
        <translation>El hub no tiene ningún modelo GGUF con «{text}» en el nombre.</translation>
    </message>
    <message>
        <source>More recommended models · list of {date}</source>
        <translation>Más modelos recomendados · lista del {date}</translation>
    </message>
    <message>
        <source>This hub has none of the recommended models.</source>
        <translation>Este hub no tiene ninguno de los modelos recomendados.</translation>
    </message>
    <message>
        <source>None of the recommended models fits into the {memory} of free memory · list of {date}</source>
        <translation>Ninguno de los modelos recomendados cabe en los {memory} de memoria libre · lista del {date}</translation>
    </message>
    <message>
        <source>The first {count:,} models; scroll for more</source>
        <translation>Los primeros {count:,} modelos; desplácese para ver más</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} modelos</translation>
    </message>
</context>
<context>
    <name>HubToken</name>
    <message>
        <source>Hubbub works offline, so the token is not sent anywhere.</source>
        <translation>Hubbub trabaja sin conexión, así que el token no se envía a ningún sitio.</translation>
    </message>
    <message>
        <source>Asking this computer&apos;s keyring…</source>
        <translation>Consultando el llavero de este equipo…</translation>
    </message>
    <message>
        <source>No token is set.</source>
        <translation>No hay ningún token establecido.</translation>
    </message>
    <message>
        <source>A token is set by the environment variable HF_TOKEN, which takes precedence.</source>
        <translation>Hay un token establecido por la variable de entorno HF_TOKEN, que tiene prioridad.</translation>
    </message>
    <message>
        <source>A token is set in this computer&apos;s keyring.</source>
        <translation>Hay un token establecido en el llavero de este equipo.</translation>
    </message>
    <message>
        <source>A token is set by “hf auth login”.</source>
        <translation>Hay un token establecido por «hf auth login».</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>{count:,} chats were imported.</source>
        <translation>Se importaron {count:,} chats.</translation>
    </message>
    <message>
        <source>One chat was imported.</source>
        <translation>Se importó un chat.</translation>
    </message>
    <message>
        <source>No new chats were imported.</source>
        <translation>No se importó ningún chat nuevo.</translation>
    </message>
    <message>
        <source>One already existed.</source>
        <translation>Una ya existía.</translation>
    </message>
    <message>
        <source>{count:,} already existed.</source>
        <translation>{count:,} ya existían.</translation>
    </message>
    <message>
        <source>Some parts were left out.</source>
        <translation>Se omitieron algunas partes.</translation>
    </message>
</context>
<context>
    <name>ImportReportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Details:</source>
        <translation>Detalles:</translation>
    </message>
    <message>
        <source>Everything was imported.</source>
        <translation>Se importó todo.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
</context>
<context>
    <name>Interrupted</name>
    <message>
        <source>{count:,} answers were interrupted.</source>
        <translation>Se interrumpieron {count:,} respuestas.</translation>
    </message>
    <message>
        <source>Continue all</source>
        <translation>Continuar todas</translation>
    </message>
    <message>
        <source>One answer was interrupted.</source>
        <translation>Se interrumpió una respuesta.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>The answers can&apos;t be continued now. {reason}</source>
        <translation>Las respuestas no se pueden continuar ahora. {reason}</translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to latest</source>
        <translation>Ir a lo más reciente</translation>
    </message>
</context>
<context>
    <name>KeyBox</name>
    <message>
        <source>Not set</source>
        <translation>Sin asignar</translation>
    </message>
    <message>
        <source>Press a shortcut…</source>
        <translation>Pulse un atajo…</translation>
    </message>
    <message>
        <source>{command}: {keys}. Press to change.</source>
        <translation>{command}: {keys}. Pulse para cambiar.</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>Reset the keys of “{command}”</source>
        <translation>Restablecer las teclas de «{command}»</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Reasignar</translation>
    </message>
    <message>
        <source>{keys} belongs to “{owner}”.</source>
        <translation>{keys} pertenece a «{owner}».</translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Buscar un comando o una tecla</translation>
    </message>
    <message>
        <source>Reset all shortcuts</source>
        <translation>Restablecer todos los atajos</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Nueva línea</translation>
    </message>
    <message>
        <source>Recall the last message (when the box is empty)</source>
        <translation>Recuperar el último mensaje (con el cuadro vacío)</translation>
    </message>
    <message>
        <source>Paste a long text as it is</source>
        <translation>Pegar un texto largo tal cual</translation>
    </message>
    <message>
        <source>Scroll the chat up</source>
        <translation>Desplazar el chat hacia arriba</translation>
    </message>
    <message>
        <source>Scroll the chat down</source>
        <translation>Desplazar el chat hacia abajo</translation>
    </message>
    <message>
        <source>Message box</source>
        <translation>Cuadro de mensaje</translation>
    </message>
    <message>
        <source>Reset all shortcuts to their defaults? This can&apos;t be undone.</source>
        <translation>¿Restablecer todos los atajos? Esto no se puede deshacer.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
</context>
<context>
    <name>LeavingQuestion</name>
    <message>
        <source>Quit Hubbub</source>
        <translation>Salir de Hubbub</translation>
    </message>
    <message>
        <source>Remember my choice</source>
        <translation>Recordar mi elección</translation>
    </message>
    <message>
        <source>You can change this in the settings, under General.</source>
        <translation>Puede cambiarlo en los ajustes, en General.</translation>
    </message>
    <message>
        <source>The partial text is kept either way. Interrupted answers can be continued after the next start.</source>
        <translation>El texto parcial se conserva en cualquier caso. Las respuestas interrumpidas se pueden continuar tras el próximo inicio.</translation>
    </message>
    <message>
        <source>Partial answers of comparisons are kept; lists continue at the next start.</source>
        <translation>Las respuestas parciales de las comparaciones se conservan; las listas continúan en el próximo inicio.</translation>
    </message>
    <message>
        <source>Downloads are paused and continue at the next start.</source>
        <translation>Las descargas se ponen en pausa y continúan en el próximo inicio.</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Quit anyway</source>
        <translation>Salir de todos modos</translation>
    </message>
    <message>
        <source>One answer is still being written.</source>
        <translation>Todavía se está escribiendo una respuesta.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written.</source>
        <translation>Todavía se están escribiendo {count:,} respuestas.</translation>
    </message>
    <message>
        <source>One comparison or list is still being answered.</source>
        <translation>Todavía se está respondiendo una comparación o lista.</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists are still being answered.</source>
        <translation>Todavía se están respondiendo {count:,} comparaciones o listas.</translation>
    </message>
    <message>
        <source>One download is still running.</source>
        <translation>Todavía hay una descarga en curso.</translation>
    </message>
    <message>
        <source>{count:,} downloads are still running.</source>
        <translation>Todavía hay {count:,} descargas en curso.</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>Terminar en segundo plano</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Restarting now loses what is not saved.</source>
        <translation>Si reinicia ahora, se pierde lo que no está guardado.</translation>
    </message>
    <message>
        <source>Restart Hubbub</source>
        <translation>Reiniciar Hubbub</translation>
    </message>
    <message>
        <source>Restart anyway</source>
        <translation>Reiniciar de todos modos</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>One unsent message can&apos;t be saved.</source>
        <translation>Un mensaje sin enviar no se puede guardar.</translation>
    </message>
    <message>
        <source>{count:,} unsent messages can&apos;t be saved.</source>
        <translation>{count:,} mensajes sin enviar no se pueden guardar.</translation>
    </message>
    <message>
        <source>One answer can&apos;t be saved.</source>
        <translation>Una respuesta no se puede guardar.</translation>
    </message>
    <message>
        <source>{count:,} answers can&apos;t be saved.</source>
        <translation>{count:,} respuestas no se pueden guardar.</translation>
    </message>
    <message>
        <source>Quitting now loses what is not saved.</source>
        <translation>Si sale ahora, se pierde lo que no está guardado.</translation>
    </message>
</context>
<context>
    <name>Leftovers</name>
    <message>
        <source>Unfinished downloads older than 14 days take {size} on the disk.</source>
        <translation>Las descargas sin terminar de más de 14 días ocupan {size} en el disco.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Delete the unfinished downloads? This frees {size}.</source>
        <translation>¿Eliminar las descargas sin terminar? Esto libera {size}.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Some files could not be deleted.</source>
        <translation>No se pudieron eliminar algunos archivos.</translation>
    </message>
</context>
<context>
    <name>ListForm</name>
    <message>
        <source>Open CSV…</source>
        <translation>Abrir CSV…</translation>
    </message>
    <message>
        <source>The first row is a heading</source>
        <translation>La primera fila es un encabezado</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>Sin preajuste</translation>
    </message>
    <message>
        <source>No source</source>
        <translation>Sin fuente</translation>
    </message>
    <message>
        <source>Column {number}: {text}</source>
        <translation>Columna {number}: {text}</translation>
    </message>
    <message>
        <source>Send the questions to {hosts}</source>
        <translation>Enviar las preguntas a {hosts}</translation>
    </message>
    <message>
        <source>Send the questions and the source to {hosts}</source>
        <translation>Enviar las preguntas y la fuente a {hosts}</translation>
    </message>
    <message>
        <source>{count:,} questions</source>
        <translation>{count:,} preguntas</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 pregunta</translation>
    </message>
    <message>
        <source>Only the first {count:,} questions are used.</source>
        <translation>Solo se usan las primeras {count:,} preguntas.</translation>
    </message>
    <message>
        <source>Type questions, or open a file.</source>
        <translation>Escriba preguntas o abra un archivo.</translation>
    </message>
    <message>
        <source>One question per line</source>
        <translation>Una pregunta por línea</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Preguntas</translation>
    </message>
    <message>
        <source>Question column</source>
        <translation>Columna de las preguntas</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Preajuste</translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation>&amp;Fuente</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modelo</translation>
    </message>
    <message>
        <source>Lists run in the background. Chats come first.</source>
        <translation>Las listas se ejecutan en segundo plano. Los chats van primero.</translation>
    </message>
</context>
<context>
    <name>LoadedModelRow</name>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>Cargar {model}</translation>
    </message>
    <message>
        <source>Show the engine of {model}</source>
        <translation>Mostrar el motor de {model}</translation>
    </message>
    <message>
        <source>Keep {model} loaded</source>
        <translation>Mantener {model} cargado</translation>
    </message>
    <message>
        <source>Unload {model}</source>
        <translation>Quitar {model} de la memoria</translation>
    </message>
</context>
<context>
    <name>LocalHalf</name>
    <message>
        <source>On this computer</source>
        <translation>En este equipo</translation>
    </message>
    <message>
        <source>Filter models</source>
        <translation>Filtrar modelos</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Actualizar</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Añadir una carpeta…</translation>
    </message>
    <message>
        <source>Remove {path}</source>
        <translation>Quitar {path}</translation>
    </message>
    <message>
        <source>No permission to read {path}.</source>
        <translation>No hay permiso para leer {path}.</translation>
    </message>
    <message>
        <source>{path} does not answer; its models are not listed.</source>
        <translation>{path} no responde; sus modelos no se muestran.</translation>
    </message>
    <message>
        <source>{path} does not exist.</source>
        <translation>{path} no existe.</translation>
    </message>
    <message>
        <source>Searching for models…</source>
        <translation>Buscando modelos…</translation>
    </message>
    <message>
        <source>No matching models.</source>
        <translation>No hay modelos que coincidan.</translation>
    </message>
    <message>
        <source>No other models here yet. Models from LM Studio, Jan, GPT4All, Ollama, llama.cpp and the Hugging Face cache show up automatically. You can add other folders.</source>
        <translation>Aún no hay otros modelos aquí. Los modelos de LM Studio, Jan, GPT4All, Ollama, llama.cpp y la caché de Hugging Face aparecen automáticamente. Puede añadir otras carpetas.</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modelos en este equipo</translation>
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
        <translation>Sus carpetas</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Caché de Hugging Face</translation>
    </message>
    <message>
        <source>Models folder in your home</source>
        <translation>Carpeta de modelos en su carpeta personal</translation>
    </message>
    <message>
        <source>Every word of a chat; memory grows with its length</source>
        <translation>Cada palabra de un chat; la memoria crece con su longitud</translation>
    </message>
    <message>
        <source>The last words in full, older ones in some layers only</source>
        <translation>Las últimas palabras enteras, las más antiguas solo en algunas capas</translation>
    </message>
    <message>
        <source>A summary of fixed size, and every word in some layers</source>
        <translation>Un resumen de tamaño fijo, y cada palabra en algunas capas</translation>
    </message>
    <message>
        <source>A summary of fixed size, however long the chat is</source>
        <translation>Un resumen de tamaño fijo, por largo que sea el chat</translation>
    </message>
    <message>
        <source>embeddings only</source>
        <translation>solo embeddings</translation>
    </message>
    <message>
        <source>reranking only</source>
        <translation>solo reordenación</translation>
    </message>
    <message>
        <source>thinking</source>
        <translation>razonamiento</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>herramientas</translation>
    </message>
    <message>
        <source>{count} B</source>
        <translation>{count} B</translation>
    </message>
    <message>
        <source>{count} M</source>
        <translation>{count} M</translation>
    </message>
</context>
<context>
    <name>Machines</name>
    <message>
        <source>{model} · on {machine}</source>
        <translation>{model} · en {machine}</translation>
    </message>
    <message>
        <source>{model} · on {machine} (offline)</source>
        <translation>{model} · en {machine} (sin conexión)</translation>
    </message>
    <message>
        <source>The key of {name} was not kept: {reason}</source>
        <translation>No se guardó la clave de {name}: {reason}</translation>
    </message>
    <message>
        <source>{name} was added, but does not answer: {reason}</source>
        <translation>Se añadió {name}, pero no responde: {reason}</translation>
    </message>
    <message>
        <source>An OpenAI-compatible server</source>
        <translation>Un servidor compatible con OpenAI</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has {count:,} models: {models}</source>
        <translation>{name} responde en {time} ms y tiene {count:,} modelos: {models}</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has one model: {models}</source>
        <translation>{name} responde en {time} ms y tiene un modelo: {models}</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and lists no models.</source>
        <translation>{name} responde en {time} ms y no enumera modelos.</translation>
    </message>
</context>
<context>
    <name>MachinesView</name>
    <message>
        <source>Nothing you write leaves this computer unless you choose a remote model for a chat. A machine that answers chats can be another computer at home, a server or a service: llama.cpp, vLLM, SGLang, LM Studio, Ollama, or any OpenAI-compatible server.</source>
        <translation>Nada de lo que escribe sale de este equipo, salvo que elija un modelo remoto para un chat. Una máquina que responde puede ser otro equipo en casa, un servidor o un servicio: llama.cpp, vLLM, SGLang, LM Studio, Ollama o cualquier servidor compatible con OpenAI.</translation>
    </message>
    <message>
        <source>Machines that answer chats</source>
        <translation>Equipos que responden a los chats</translation>
    </message>
    <message>
        <source>Hubbub works offline: no machine is contacted.</source>
        <translation>Hubbub trabaja sin conexión: no se contacta con ninguna máquina.</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>Otras máquinas</translation>
    </message>
    <message>
        <source>No machines yet.</source>
        <translation>Aún no hay máquinas.</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>Añadir una máquina…</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>Editar «{name}»…</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>Quitar «{name}»…</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>sin probar todavía</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} modelos</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 modelo</translation>
    </message>
    <message>
        <source>New chats use</source>
        <translation>Los chats nuevos usan</translation>
    </message>
    <message>
        <source>This computer&apos;s model</source>
        <translation>El modelo de este equipo</translation>
    </message>
    <message>
        <source>{model} · on {name}</source>
        <translation>{model} · en {name}</translation>
    </message>
    <message>
        <source>Remove “{name}”? Chats that it answers are answered by the model of this computer from then on. Its key is deleted as well.</source>
        <translation>¿Quitar «{name}»? Los chats que responde los responderá a partir de entonces el modelo de este equipo. Su clave también se elimina.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
</context>
<context>
    <name>Maintenance</name>
    <message>
        <source>Restore</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Your chats were restored, with everything in them.</source>
        <translation>Sus chats se restauraron, con todo su contenido.</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Tip</source>
        <translation>Consejo</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>Importante</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Advertencia</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>Precaución</translation>
    </message>
    <message>
        <source>[image: {name}, not loaded]</source>
        <translation>[imagen: {name}, no cargada]</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>Memoria: {used} de {total}</translation>
    </message>
</context>
<context>
    <name>MemoryNote</name>
    <message>
        <source>{slots} chats at once, each with the automatic context length.</source>
        <translation>{slots} chats a la vez, cada uno con la longitud de contexto automática.</translation>
    </message>
    <message>
        <source>Reserves memory for {slots} chats of {each:,} tokens.</source>
        <translation>Reserva memoria para {slots} chats de {each:,} tokens.</translation>
    </message>
</context>
<context>
    <name>MentionedChats</name>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Este chat ya no existe.</translation>
    </message>
    <message>
        <source>This source no longer exists.</source>
        <translation>Esta fuente ya no existe.</translation>
    </message>
    <message>
        <source>Only a model can count tokens. Load one, or take all of the text.</source>
        <translation>Solo un modelo puede contar tokens. Cargue uno o tome todo el texto.</translation>
    </message>
    <message>
        <source>The model is writing a recap of “{title}”…</source>
        <translation>El modelo está escribiendo una recapitulación de «{title}»…</translation>
    </message>
    <message>
        <source>The model wrote no recap. Try again, or add its messages.</source>
        <translation>El modelo no escribió ninguna recapitulación. Inténtelo de nuevo o añada sus mensajes.</translation>
    </message>
</context>
<context>
    <name>MenuButton</name>
    <message>
        <source>Menu</source>
        <translation>Menú</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Edit this answer</source>
        <translation>Editar esta respuesta</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Versión anterior</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Versión siguiente</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Copiar el mensaje como Markdown</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>Copiar como texto sin formato</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Regenerar</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>Regenerar con…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Comparar varias respuestas</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>Comparar variaciones…</translation>
    </message>
    <message>
        <source>Branch in a new tab</source>
        <translation>Crear una rama en una pestaña nueva</translation>
    </message>
    <message>
        <source>Pin in context</source>
        <translation>Fijar en el contexto</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Dejar de fijar</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation>Eliminar el mensaje</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Más acciones</translation>
    </message>
    <message>
        <source>Quote selection</source>
        <translation>Citar la selección</translation>
    </message>
</context>
<context>
    <name>MessageChanges</name>
    <message>
        <source>The message was deleted.</source>
        <translation>Se eliminó el mensaje.</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Guardar y continuar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Later messages stay with the earlier version.</source>
        <translation>Los mensajes posteriores se quedan con la versión anterior.</translation>
    </message>
    <message>
        <source>The model treats these words as its own.</source>
        <translation>El modelo trata estas palabras como propias.</translation>
    </message>
</context>
<context>
    <name>MessageFiles</name>
    <message>
        <source>With “{name}” the files of this message are too long together ({count:,} characters; the limit is {limit:,}).</source>
        <translation>Con «{name}», los archivos de este mensaje son demasiado largos en conjunto ({count:,} caracteres; el límite es {limit:,}).</translation>
    </message>
    <message>
        <source>“{name}” is too large ({count:,} characters; the limit is {limit:,}).</source>
        <translation>«{name}» es demasiado grande ({count:,} caracteres; el límite es {limit:,}).</translation>
    </message>
    <message>
        <source>Pasted text {number}</source>
        <translation>Texto pegado {number}</translation>
    </message>
    <message>
        <source>Add files to the message</source>
        <translation>Añadir archivos al mensaje</translation>
    </message>
    <message>
        <source>Pictures, sounds, text and documents (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</source>
        <translation>Imágenes, sonidos, texto y documentos (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
</context>
<context>
    <name>MessageNote</name>
    <message>
        <source>Stopped.</source>
        <translation>Detenida.</translation>
    </message>
    <message>
        <source>Interrupted.</source>
        <translation>Interrumpida.</translation>
    </message>
    <message>
        <source>This answer failed.</source>
        <translation>Esta respuesta falló.</translation>
    </message>
    <message>
        <source>The model wrote nothing.</source>
        <translation>El modelo no escribió nada.</translation>
    </message>
    <message>
        <source>Only the beginning is shown. Copying takes the whole text.</source>
        <translation>Solo se muestra el principio. Al copiar se toma todo el texto.</translation>
    </message>
</context>
<context>
    <name>MessageOffers</name>
    <message>
        <source>Show more</source>
        <translation>Mostrar más</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Regenerar</translation>
    </message>
    <message>
        <source>Let it run</source>
        <translation>Dejar que siga</translation>
    </message>
    <message>
        <source>Regenerate without repeats</source>
        <translation>Regenerar sin repeticiones</translation>
    </message>
    <message>
        <source>Answer here</source>
        <translation>Responder aquí</translation>
    </message>
    <message>
        <source>The model on this computer continues this chat with the same history.</source>
        <translation>El modelo de este equipo continúa este chat con el mismo historial.</translation>
    </message>
</context>
<context>
    <name>MessagePickerDialog</name>
    <message>
        <source>Messages of another chat</source>
        <translation>Mensajes de otro chat</translation>
    </message>
    <message>
        <source>Which messages of “{title}” should be added to your message?</source>
        <translation>¿Qué mensajes de «{title}» deben añadirse a su mensaje?</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Resultado de herramienta</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>The model can&apos;t see this message any more.</source>
        <translation>El modelo ya no ve este mensaje.</translation>
    </message>
    <message>
        <source>Hubbub said</source>
        <translation>Hubbub dijo</translation>
    </message>
    <message>
        <source>You said</source>
        <translation>Usted dijo</translation>
    </message>
    <message>
        <source>Tool {name}</source>
        <translation>Herramienta {name}</translation>
    </message>
    <message>
        <source>message {number:,} of {count:,}</source>
        <translation>mensaje {number:,} de {count:,}</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>Copiar la selección</translation>
    </message>
</context>
<context>
    <name>ModelChip</name>
    <message>
        <source>Model: {name}</source>
        <translation>Modelo: {name}</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>Cargando… {percent} %</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} tokens/s</translation>
    </message>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>Memoria: {used} de {total}</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>On {machine}</source>
        <translation>En {machine}</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Recientes</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>Modelo inicial</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>En este equipo</translation>
    </message>
    <message>
        <source>On other machines</source>
        <translation>En otras máquinas</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Cargando…</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Cargado</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Archivo no encontrado</translation>
    </message>
    <message>
        <source>Can&apos;t be used</source>
        <translation>No se puede usar</translation>
    </message>
    <message>
        <source>Answers this chat</source>
        <translation>Responde este chat</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Sin conexión</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Cabe</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Justo</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Demasiado grande</translation>
    </message>
    <message>
        <source>Fit unknown</source>
        <translation>No se sabe si cabe</translation>
    </message>
    <message>
        <source>1 word/s or less: very slow</source>
        <translation>1 palabra/s o menos: muy lento</translation>
    </message>
    <message>
        <source>about {count} words/s</source>
        <translation>unas {count} palabras/s</translation>
    </message>
    <message>
        <source>about {count} words/s: slow</source>
        <translation>unas {count} palabras/s: lento</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free.</source>
        <translation>Necesita unos {needed}; {free} de {total} de memoria libre.</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free. The memory of the graphics card is not counted.</source>
        <translation>Necesita unos {needed}; {free} de {total} de memoria libre. La memoria de la tarjeta gráfica no se cuenta.</translation>
    </message>
    <message>
        <source>Comes with Hubbub</source>
        <translation>Incluido con Hubbub</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>New chats</source>
        <translation>Chats nuevos</translation>
    </message>
    <message>
        <source>{count:,} tokens of context</source>
        <translation>{count:,} tokens de contexto</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Mostrar en la carpeta</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>Compute SHA-256</source>
        <translation>Calcular SHA-256</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Computing SHA-256</source>
        <translation>Calculando SHA-256</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs, which ask for it by its name. It does not answer chats.</source>
        <translation>Un modelo de embeddings: compara textos para otros programas, que lo piden por su nombre. No responde en chats.</translation>
    </message>
    <message>
        <source>This file belongs to {program}. Delete it there.</source>
        <translation>Este archivo pertenece a {program}. Elimínelo allí.</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} archivos</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Arquitectura</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Cuantización</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Trained context</source>
        <translation>Contexto de entrenamiento</translation>
    </message>
    <message>
        <source>Remembers</source>
        <translation>Recuerda</translation>
    </message>
    <message>
        <source>Can do</source>
        <translation>Capacidades</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Proyector</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Plantilla de chat</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Also in</source>
        <translation>También en</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Not used: {problem}</source>
        <translation>No se usa: {problem}</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>en el archivo</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed</source>
        <translation>ninguna: se supone una común (ChatML)</translation>
    </message>
    <message>
        <source>none: a base model, which continues text</source>
        <translation>ninguna: un modelo base, que continúa texto</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed if the vocabulary has it; otherwise a base model, which continues text</source>
        <translation>ninguna: se supone una común (ChatML) si el vocabulario la tiene; si no, un modelo base, que continúa texto</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>ModelLine</name>
    <message>
        <source>From here on: {name}</source>
        <translation>A partir de aquí: {name}</translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message>
        <source>Open a model file…</source>
        <translation>Abrir un archivo de modelo…</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Search models</source>
        <translation>Buscar modelos</translation>
    </message>
    <message>
        <source>Models on other machines answer only this chat.</source>
        <translation>Los modelos de otras máquinas solo responden este chat.</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Ajustes del modelo…</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Usar para chats nuevos</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>Cancelar la carga</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>Obtener más modelos…</translation>
    </message>
    <message>
        <source>New chats use the model that you choose.</source>
        <translation>Los chats nuevos usan el modelo que elija.</translation>
    </message>
    <message>
        <source>This chat uses the model that you choose, from the next answer on.</source>
        <translation>Este chat usa el modelo que elija a partir de la próxima respuesta.</translation>
    </message>
    <message>
        <source>An answer is still being written; you are asked before it is stopped.</source>
        <translation>Todavía se está escribiendo una respuesta; se le preguntará antes de detenerla.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written; you are asked before they are stopped.</source>
        <translation>Todavía se están escribiendo {count:,} respuestas; se le preguntará antes de detenerlas.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Elegir un modelo</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>New chats use {name}.</source>
        <translation>Los chats nuevos usan {name}.</translation>
    </message>
    <message>
        <source>The file of “{name}” is missing. Press Delete to remove it from this list.</source>
        <translation>Falta el archivo de «{name}». Pulse Supr para quitarlo de esta lista.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be chosen while Hubbub works offline. Change that in the settings, under Network.</source>
        <translation>«{name}» no se puede elegir mientras Hubbub trabaja sin conexión. Cámbielo en los ajustes, en Red.</translation>
    </message>
</context>
<context>
    <name>ModelRowFactory</name>
    <message>
        <source>automatic</source>
        <translation>automático</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Plantilla de chat</translation>
    </message>
    <message>
        <source>A Jinja template. Replaces the template in the model&apos;s file.</source>
        <translation>Una plantilla Jinja. Reemplaza la plantilla del archivo del modelo.</translation>
    </message>
    <message>
        <source>Empty: the template in the file is used.</source>
        <translation>Vacío: se usa la plantilla del archivo.</translation>
    </message>
    <message>
        <source>Default preset</source>
        <translation>Preajuste predeterminado</translation>
    </message>
    <message>
        <source>For chats that select no preset.</source>
        <translation>Para los chats que no seleccionan ningún preajuste.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longitud del contexto</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat.</source>
        <translation>El número de tokens de cada chat que el modelo puede leer.</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation>Chats respondidos a la vez</translation>
    </message>
    <message>
        <source>Sent to this model at the start of every chat.</source>
        <translation>Se envía a este modelo al principio de cada chat.</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>Los demás chats esperan en una cola.</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>Tipo de caché KV</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory.</source>
        <translation>La precisión de los chats en memoria. Q8_0 ocupa aproximadamente la mitad de la memoria.</translation>
    </message>
    <message>
        <source>F16 (exact)</source>
        <translation>F16 (exacto)</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0 (mitad)</translation>
    </message>
    <message>
        <source>Unload it when it is idle</source>
        <translation>Descargarlo de la memoria cuando está inactivo</translation>
    </message>
    <message>
        <source>The next message loads it again.</source>
        <translation>El próximo mensaje lo vuelve a cargar.</translation>
    </message>
    <message>
        <source>Aliases for other programs</source>
        <translation>Alias para otros programas</translation>
    </message>
    <message>
        <source>Names by which programs can ask for this model, separated by commas.</source>
        <translation>Nombres con los que los programas pueden pedir este modelo, separados por comas.</translation>
    </message>
    <message>
        <source>For example: text-embedding-3-small</source>
        <translation>Por ejemplo: text-embedding-3-small</translation>
    </message>
    <message>
        <source>For example: gpt-4o-mini</source>
        <translation>Por ejemplo: gpt-4o-mini</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>Texto más largo</translation>
    </message>
    <message>
        <source>Longer texts are refused. More tokens take more memory.</source>
        <translation>Los textos más largos se rechazan. Más tokens ocupan más memoria.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>Tras {count} minutos</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Expertos</translation>
    </message>
    <message>
        <source>In a mixture of experts, only a few experts compute each token. In main memory, they leave the graphics card to the rest of the model and to chats.</source>
        <translation>En una mezcla de expertos, solo unos pocos expertos calculan cada token. En la memoria principal, dejan la tarjeta gráfica para el resto del modelo y los chats.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>On the graphics card</source>
        <translation>En la tarjeta gráfica</translation>
    </message>
    <message>
        <source>In main memory</source>
        <translation>En la memoria principal</translation>
    </message>
    <message>
        <source>General: {value}</source>
        <translation>General: {value}</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>Por ejemplo: Responda brevemente.</translation>
    </message>
</context>
<context>
    <name>ModelSettings</name>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
</context>
<context>
    <name>ModelSettingsPage</name>
    <message>
        <source>Settings of {name}</source>
        <translation>Ajustes de {name}</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Restablecer los valores predeterminados</translation>
    </message>
    <message>
        <source>These settings apply only to this model, even if its file is renamed or moved.</source>
        <translation>Estos ajustes solo se aplican a este modelo, aunque se cambie el nombre o la ubicación de su archivo.</translation>
    </message>
    <message>
        <source>A template can have at most {count} characters.</source>
        <translation>Una plantilla puede tener como máximo {count} caracteres.</translation>
    </message>
    <message>
        <source>Saving reloads the model, which stops running answers.</source>
        <translation>Al guardar se recarga el modelo, lo que detiene las respuestas en curso.</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>Choose the folder for models</source>
        <translation>Elegir la carpeta de modelos</translation>
    </message>
    <message>
        <source>Store downloaded models in {folder} from now on? Hubbub&apos;s window reopens for this; answers that are being written can be continued.</source>
        <translation>¿Guardar los modelos descargados en {folder} a partir de ahora? La ventana de Hubbub se vuelve a abrir para ello; las respuestas que se están escribiendo se pueden continuar.</translation>
    </message>
    <message>
        <source>Move the files of the old folder: {size}</source>
        <translation>Mover los archivos de la carpeta antigua: {size}</translation>
    </message>
    <message>
        <source>Change the folder</source>
        <translation>Cambiar la carpeta</translation>
    </message>
    <message>
        <source>Moving the models…</source>
        <translation>Moviendo los modelos…</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Add a folder of models</source>
        <translation>Añadir una carpeta de modelos</translation>
    </message>
    <message>
        <source>Move {name} ({size}) to the system trash?</source>
        <translation>¿Mover {name} ({size}) a la papelera del sistema?</translation>
    </message>
    <message>
        <source>Move to the system trash</source>
        <translation>Mover a la papelera del sistema</translation>
    </message>
    <message>
        <source>{name} was moved to the system trash.</source>
        <translation>{name} se movió a la papelera del sistema.</translation>
    </message>
    <message>
        <source>{name} could not be moved to the system trash: the disk may have none, or the file may be protected.</source>
        <translation>{name} no se pudo mover a la papelera del sistema: puede que el disco no tenga, o que el archivo esté protegido.</translation>
    </message>
    <message>
        <source>Restored from the system trash.</source>
        <translation>Restaurado de la papelera del sistema.</translation>
    </message>
    <message>
        <source>It could not be restored. Look in the system trash.</source>
        <translation>No se pudo restaurar. Mire en la papelera del sistema.</translation>
    </message>
    <message>
        <source>It is in use: your chats continue to use it until you quit Hubbub.</source>
        <translation>Está en uso: sus chats lo siguen usando hasta que salga de Hubbub.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
</context>
<context>
    <name>MoreSlots</name>
    <message>
        <source>Chats had to wait. {model} now answers {count:,} at once.</source>
        <translation>Algunos chats tuvieron que esperar. {model} responde ahora a {count:,} a la vez.</translation>
    </message>
    <message>
        <source>This happens by itself once no answer is being written.</source>
        <translation>Ocurre por sí solo en cuanto no se esté escribiendo ninguna respuesta.</translation>
    </message>
    <message>
        <source>This is the largest number of slots.</source>
        <translation>Es el número máximo de ranuras.</translation>
    </message>
    <message>
        <source>More slots need more memory than is free.</source>
        <translation>Más ranuras necesitan más memoria de la que está libre.</translation>
    </message>
</context>
<context>
    <name>MoveMenu</name>
    <message>
        <source>Move to folder</source>
        <translation>Mover a la carpeta</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Sin carpeta</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nueva carpeta…</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>Aceptar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>Notifications</name>
    <message>
        <source>The tool “{name}” waits for your answer.</source>
        <translation>La herramienta «{name}» espera su respuesta.</translation>
    </message>
    <message>
        <source>The answer is done.</source>
        <translation>La respuesta está lista.</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>La respuesta falló.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>La respuesta se detuvo.</translation>
    </message>
</context>
<context>
    <name>Now</name>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
</context>
<context>
    <name>NowDelegate</name>
    <message>
        <source>Stop this answer</source>
        <translation>Detener esta respuesta</translation>
    </message>
</context>
<context>
    <name>NowPanel</name>
    <message>
        <source>Now</source>
        <translation>Ahora</translation>
    </message>
    <message>
        <source>Use more slots</source>
        <translation>Usar más ranuras</translation>
    </message>
    <message>
        <source>Use more slots: {count:,} at once</source>
        <translation>Usar más ranuras: {count:,} a la vez</translation>
    </message>
</context>
<context>
    <name>NowRows</name>
    <message>
        <source>In the background</source>
        <translation>En segundo plano</translation>
    </message>
    <message>
        <source>{name} and {count:,} more</source>
        <translation>{name} y {count:,} más</translation>
    </message>
</context>
<context>
    <name>NowView</name>
    <message>
        <source>Now: chats that are being answered</source>
        <translation>Ahora: chats que se están respondiendo</translation>
    </message>
    <message>
        <source>Enter opens a chat, Esc stops its answer.</source>
        <translation>Intro abre un chat, Esc detiene su respuesta.</translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>Enter a number from {low:,} to {high:,}.</source>
        <translation>Introduzca un número de {low:,} a {high:,}.</translation>
    </message>
</context>
<context>
    <name>OfferedFiles</name>
    <message>
        <source>“{name}” makes this message too long.</source>
        <translation>«{name}» hace demasiado largo este mensaje.</translation>
    </message>
    <message>
        <source>Only the first {count} files were attached. Send the others with the next message.</source>
        <translation>Solo se adjuntaron los primeros {count} archivos. Envíe los demás con el próximo mensaje.</translation>
    </message>
    <message>
        <source>Ask about “{name}”…</source>
        <translation>Preguntar sobre «{name}»…</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}. If its text is not readable, choose another encoding on its chip.</source>
        <translation>«{name}» no indica su codificación; se leyó como {encoding}. Si su texto no es legible, elija otra codificación en su ficha.</translation>
    </message>
    <message>
        <source>“{name}” does not fit: this message already fills the context.</source>
        <translation>«{name}» no cabe: este mensaje ya llena el contexto.</translation>
    </message>
    <message>
        <source>“{name}” is too long for this chat.</source>
        <translation>«{name}» es demasiado largo para este chat.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Attach the first {count:,} tokens</source>
        <translation>Adjuntar los primeros {count:,} tokens</translation>
    </message>
    <message>
        <source>{name} (first {count:,} tokens)</source>
        <translation>{name} (primeros {count:,} tokens)</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>… y {count:,} más</translation>
    </message>
</context>
<context>
    <name>Onboarding</name>
    <message>
        <source>Open the help</source>
        <translation>Abrir la ayuda</translation>
    </message>
    <message>
        <source>Next tip</source>
        <translation>Siguiente consejo</translation>
    </message>
    <message>
        <source>Tip 1 of 3: {key} opens another tab. Ask something there too: all tabs are answered at the same time.</source>
        <translation>Consejo 1 de 3: {key} abre otra pestaña. Pregunte algo también allí: todas las pestañas se responden a la vez.</translation>
    </message>
    <message>
        <source>Tip 2 of 3: closing a tab does not delete or stop anything. The chat stays in the sidebar, and its answer continues.</source>
        <translation>Consejo 2 de 3: cerrar una pestaña no elimina ni detiene nada. El chat sigue en la barra lateral y su respuesta continúa.</translation>
    </message>
    <message>
        <source>Tip 3 of 3: {panel} opens the engine panel, {keys} lists all shortcuts, {help} opens the help.</source>
        <translation>Consejo 3 de 3: {panel} abre el panel del motor, {keys} muestra todos los atajos, {help} abre la ayuda.</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Back (Esc)</source>
        <translation>Atrás (Esc)</translation>
    </message>
</context>
<context>
    <name>PageChoice</name>
    <message>
        <source>Pages of the settings</source>
        <translation>Páginas de los ajustes</translation>
    </message>
</context>
<context>
    <name>PagedForm</name>
    <message>
        <source>Search the settings</source>
        <translation>Buscar en los ajustes</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>No se encontraron ajustes.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Asistente</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Herramienta</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>File: </source>
        <translation>Archivo: </translation>
    </message>
    <message>
        <source>Page </source>
        <translation>Página </translation>
    </message>
    <message>
        <source>The pages could not be written. Choose another form or folder.</source>
        <translation>No se pudieron escribir las páginas. Elija otro formato u otra carpeta.</translation>
    </message>
</context>
<context>
    <name>PairRow</name>
    <message>
        <source>{title}: name</source>
        <translation>{title}: nombre</translation>
    </message>
    <message>
        <source>{title}: value</source>
        <translation>{title}: valor</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>Mostrar el valor</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search everything, or &gt; for commands</source>
        <translation>Buscar en todo, o &gt; para comandos</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>Buscar en todo</translation>
    </message>
    <message>
        <source>Enter opens  ·  Ctrl+Enter opens in split view  ·  &gt; lists all commands</source>
        <translation>Intro abre  ·  Ctrl+Intro abre en vista dividida  ·  &gt; muestra todos los comandos</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Searching messages…</source>
        <translation>Buscando en los mensajes…</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Sin resultados.</translation>
    </message>
</context>
<context>
    <name>PaletteList</name>
    <message>
        <source>Archived</source>
        <translation>Archivadas</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>Pestañas abiertas</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Comandos</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts guardados</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Mensajes</translation>
    </message>
    <message>
        <source>Tab {text}, {detail}</source>
        <translation>Pestaña {text}, {detail}</translation>
    </message>
    <message>
        <source>Chat {text}</source>
        <translation>Chat {text}</translation>
    </message>
    <message>
        <source>Command {text}, {detail}</source>
        <translation>Comando {text}, {detail}</translation>
    </message>
    <message>
        <source>Setting {text}, {detail}</source>
        <translation>Ajuste {text}, {detail}</translation>
    </message>
    <message>
        <source>Saved prompt {text}</source>
        <translation>Prompt guardado {text}</translation>
    </message>
    <message>
        <source>In “{detail}”: {text}</source>
        <translation>En «{detail}»: {text}</translation>
    </message>
</context>
<context>
    <name>PalettePreview</name>
    <message>
        <source>Preview</source>
        <translation>Vista previa</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Resultado de herramienta</translation>
    </message>
</context>
<context>
    <name>PdfPages</name>
    <message>
        <source>{name}, page {number:,}</source>
        <translation>{name}, página {number:,}</translation>
    </message>
    <message>
        <source>Some pages of “{name}” have no text.</source>
        <translation>Algunas páginas de «{name}» no tienen texto.</translation>
    </message>
    <message>
        <source>Attach the text only</source>
        <translation>Adjuntar solo el texto</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>«{name}» no tiene texto.</translation>
    </message>
    <message>
        <source>Turning page {number:,} of {count:,} of “{name}” into a picture…</source>
        <translation>Convirtiendo la página {number:,} de {count:,} de «{name}» en una imagen…</translation>
    </message>
    <message>
        <source>Turning the page of “{name}” into a picture…</source>
        <translation>Convirtiendo la página de «{name}» en una imagen…</translation>
    </message>
    <message>
        <source>Attach {count:,} pages as pictures</source>
        <translation>Adjuntar {count:,} páginas como imágenes</translation>
    </message>
    <message>
        <source>Attach {count:,} of {all:,} pages as pictures</source>
        <translation>Adjuntar {count:,} de {all:,} páginas como imágenes</translation>
    </message>
    <message>
        <source>Attach the page as a picture</source>
        <translation>Adjuntar la página como imagen</translation>
    </message>
    <message>
        <source>Attach the text and {count:,} pages as pictures</source>
        <translation>Adjuntar el texto y {count:,} páginas como imágenes</translation>
    </message>
    <message>
        <source>Attach the text and one page as a picture</source>
        <translation>Adjuntar el texto y una página como imagen</translation>
    </message>
    <message>
        <source>{label} · about {tokens:,} tokens</source>
        <translation>{label} · unos {tokens:,} tokens</translation>
    </message>
</context>
<context>
    <name>PictureButton</name>
    <message>
        <source>Picture {name}, {width:,} by {height:,} pixels</source>
        <translation>Imagen {name}, {width:,} por {height:,} píxeles</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Remove this picture</source>
        <translation>Quitar esta imagen</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} tokens</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture {name}, {width:,} by {height:,} pixels</source>
        <translation>Imagen {name}, {width:,} por {height:,} píxeles</translation>
    </message>
    <message>
        <source>Plus and minus make it larger and smaller, 0 fits it into the window, and Left and Right lead to other pictures.</source>
        <translation>Más y menos la amplían y la reducen, 0 la ajusta a la ventana, e Izquierda y Derecha llevan a otras imágenes.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>100%</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>{width:,} by {height:,} pixels, as the model gets it · shown at {percent:,}%</source>
        <translation>{width:,} por {height:,} píxeles, tal como la recibe el modelo · se muestra al {percent:,} %</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Pasted picture</source>
        <translation>Imagen pegada</translation>
    </message>
    <message>
        <source>A message can have {count:,} pictures and sounds at most.</source>
        <translation>Un mensaje puede tener como máximo {count:,} imágenes y sonidos.</translation>
    </message>
</context>
<context>
    <name>PinList</name>
    <message>
        <source>No pinned messages. Pinned messages stay in the context.</source>
        <translation>No hay mensajes fijados. Los mensajes fijados permanecen en el contexto.</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>(sin texto)</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Go to pinned message: {text}</source>
        <translation>Ir al mensaje fijado: {text}</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Dejar de fijar</translation>
    </message>
    <message>
        <source>Unpin: {text}</source>
        <translation>Dejar de fijar: {text}</translation>
    </message>
</context>
<context>
    <name>PresetBar</name>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Preajustes</translation>
    </message>
    <message>
        <source>Update preset</source>
        <translation>Actualizar el preajuste</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Remove the values set for this chat</source>
        <translation>Quitar los valores establecidos para este chat</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Predeterminado</translation>
    </message>
    <message>
        <source>{count:,} changed in this chat</source>
        <translation>{count:,} cambiados en este chat</translation>
    </message>
    <message>
        <source>Choose the model of this chat, too</source>
        <translation>Elegir también el modelo de este chat</translation>
    </message>
    <message>
        <source>Choose {name}, too</source>
        <translation>Elegir también {name}</translation>
    </message>
    <message>
        <source>Preset {number}</source>
        <translation>Preajuste {number}</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Guardar como preajuste</translation>
    </message>
    <message>
        <source>A preset “{name}” already exists. Replace it?</source>
        <translation>Ya existe un preajuste «{name}». ¿Reemplazarlo?</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Reemplazar</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>Cambiar el nombre del preajuste</translation>
    </message>
    <message>
        <source>Delete the preset “{name}”? Chats that use it return to the defaults.</source>
        <translation>¿Eliminar el preajuste «{name}»? Los chats que lo usan vuelven a los valores predeterminados.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Cambiar nombre…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Hubbub presets</source>
        <translation>Preajustes de Hubbub</translation>
    </message>
    <message>
        <source>{count:,} presets were exported to {path}.</source>
        <translation>Se exportaron {count:,} preajustes a {path}.</translation>
    </message>
    <message>
        <source>The preset was exported to {path}.</source>
        <translation>El preajuste se exportó a {path}.</translation>
    </message>
    <message>
        <source>All presets of this file exist already.</source>
        <translation>Todos los preajustes de este archivo ya existen.</translation>
    </message>
    <message>
        <source>Imported presets: {names}.</source>
        <translation>Preajustes importados: {names}.</translation>
    </message>
</context>
<context>
    <name>Programs</name>
    <message>
        <source>A program</source>
        <translation>Un programa</translation>
    </message>
    <message>
        <source>Program: {name}</source>
        <translation>Programa: {name}</translation>
    </message>
    <message>
        <source>Off, since Hubbub works offline (under Network).</source>
        <translation>Desactivado, porque Hubbub trabaja sin conexión (en Red).</translation>
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
        <translation>Oculto</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Renew…</source>
        <translation>Renovar…</translation>
    </message>
    <message>
        <source>How to connect</source>
        <translation>Cómo conectarse</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Listening at {address} · {running:,} active · {waiting:,} queued</source>
        <translation>Escuchando en {address} · {running:,} activas · {waiting:,} en cola</translation>
    </message>
    <message>
        <source>Most programs read these from the environment or have fields for them. For the APIs of Anthropic and Ollama, use the address without /v1.</source>
        <translation>La mayoría de los programas los leen del entorno o tienen campos para ellos. Para las API de Anthropic y Ollama, use la dirección sin /v1.</translation>
    </message>
    <message>
        <source>Create a new token? Programs with the old token will be refused.</source>
        <translation>¿Crear un token nuevo? Se rechazará a los programas con el token antiguo.</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>Renovar</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,} de {count:,}</translation>
    </message>
</context>
<context>
    <name>ProjectorRow</name>
    <message>
        <source>Pictures</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>The projector file (mmproj) for pictures and sounds.</source>
        <translation>El archivo de proyector (mmproj) para imágenes y sonidos.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>None: text only</source>
        <translation>Ninguno: solo texto</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Elegir un archivo…</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>Usa {name}.</translation>
    </message>
    <message>
        <source>No matching projector found next to the model.</source>
        <translation>No se encontró ningún proyector adecuado junto al modelo.</translation>
    </message>
    <message>
        <source>Choose a projector</source>
        <translation>Elegir un proyector</translation>
    </message>
    <message>
        <source>Projectors (*.gguf)</source>
        <translation>Proyectores (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
</context>
<context>
    <name>PromptPicker</name>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts guardados</translation>
    </message>
    <message>
        <source>Save text that you use often</source>
        <translation>Guarde texto que use a menudo</translation>
    </message>
    <message>
        <source>New prompt…</source>
        <translation>Nuevo prompt…</translation>
    </message>
    <message>
        <source>Manage saved prompts…</source>
        <translation>Gestionar los prompts guardados…</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>Question from “{name}”</source>
        <translation>Pregunta de «{name}»</translation>
    </message>
    <message>
        <source>The server “{name}” asks. Your answer is sent to it.</source>
        <translation>El servidor «{name}» pregunta. Su respuesta se le envía.</translation>
    </message>
    <message>
        <source>The server “{name}” asks you to open a page in your browser.</source>
        <translation>El servidor «{name}» le pide que abra una página en su navegador.</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Abrir la página</translation>
    </message>
    <message>
        <source>This window closes when you are done in the browser.</source>
        <translation>Esta ventana se cierra cuando termine en el navegador.</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>Abrir otra vez</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Waiting for “{name}”</source>
        <translation>Esperando a «{name}»</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Copiar la dirección</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Declinar</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>{title} (required)</source>
        <translation>{title} (obligatorio)</translation>
    </message>
    <message>
        <source>This is required.</source>
        <translation>Este campo es obligatorio.</translation>
    </message>
    <message>
        <source>Enter at least {count:,} characters.</source>
        <translation>Introduzca al menos {count:,} caracteres.</translation>
    </message>
    <message>
        <source>Enter at most {count:,} characters.</source>
        <translation>Introduzca como máximo {count:,} caracteres.</translation>
    </message>
    <message>
        <source>Enter an e-mail address.</source>
        <translation>Introduzca una dirección de correo electrónico.</translation>
    </message>
    <message>
        <source>Choose at least {count:,}.</source>
        <translation>Elija al menos {count:,}.</translation>
    </message>
    <message>
        <source>Choose at most {count:,}.</source>
        <translation>Elija como máximo {count:,}.</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Sí</translation>
    </message>
</context>
<context>
    <name>QueueView</name>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Keep these messages until you resume</source>
        <translation>Retener estos mensajes hasta reanudar</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>Mensajes en cola</translation>
    </message>
    <message>
        <source>Stopping the answer sends the first one.</source>
        <translation>Detener la respuesta envía el primero.</translation>
    </message>
    <message>
        <source>and {count:,} more</source>
        <translation>y {count:,} más</translation>
    </message>
</context>
<context>
    <name>QueuedMessage</name>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Queued message {number:,}: {text}</source>
        <translation>Mensaje en cola {number:,}: {text}</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>un archivo</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} archivos</translation>
    </message>
</context>
<context>
    <name>ReasoningView</name>
    <message>
        <source>Thinking…</source>
        <translation>Pensando…</translation>
    </message>
    <message>
        <source>Thinking… {duration}</source>
        <translation>Pensando… {duration}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Thought for {duration}</source>
        <translation>Pensó durante {duration}</translation>
    </message>
    <message>
        <source>Hubbub thought</source>
        <translation>Hubbub pensó</translation>
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
</context>
<context>
    <name>RecapController</name>
    <message>
        <source>The model wrote no recap. Try again, or with another model.</source>
        <translation>El modelo no escribió ninguna recapitulación. Inténtelo de nuevo o con otro modelo.</translation>
    </message>
    <message>
        <source>The model now sees a recap of the earlier messages.</source>
        <translation>El modelo ve ahora una recapitulación de los mensajes anteriores.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>The recap was removed.</source>
        <translation>Se quitó la recapitulación.</translation>
    </message>
    <message>
        <source>The recap was changed.</source>
        <translation>Se cambió la recapitulación.</translation>
    </message>
</context>
<context>
    <name>RecapNote</name>
    <message>
        <source>Recap of the earlier messages</source>
        <translation>Recapitulación de los mensajes anteriores</translation>
    </message>
    <message>
        <source>Edit the recap</source>
        <translation>Editar la recapitulación</translation>
    </message>
    <message>
        <source>Remove the recap</source>
        <translation>Quitar la recapitulación</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>The model is writing a recap. Answers go first.</source>
        <translation>El modelo está escribiendo una recapitulación. Las respuestas van primero.</translation>
    </message>
</context>
<context>
    <name>RegenerateMenu</name>
    <message>
        <source>Temperature {number}</source>
        <translation>Temperatura {number}</translation>
    </message>
    <message>
        <source>With thinking</source>
        <translation>Con razonamiento</translation>
    </message>
    <message>
        <source>Without thinking</source>
        <translation>Sin razonamiento</translation>
    </message>
    <message>
        <source>Thinking effort “{effort}”</source>
        <translation>Esfuerzo de razonamiento «{effort}»</translation>
    </message>
    <message>
        <source>Model {name}</source>
        <translation>Modelo {name}</translation>
    </message>
    <message>
        <source>Default settings</source>
        <translation>Ajustes predeterminados</translation>
    </message>
    <message>
        <source>Preset “{name}”</source>
        <translation>Preajuste «{name}»</translation>
    </message>
    <message>
        <source>Preset “{name}”, as in this chat</source>
        <translation>Preajuste «{name}», como en este chat</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Más corta</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Más larga</translation>
    </message>
    <message>
        <source>Simpler</source>
        <translation>Más sencilla</translation>
    </message>
    <message>
        <source>More creative</source>
        <translation>Más creativa</translation>
    </message>
</context>
<context>
    <name>ReloadStrip</name>
    <message>
        <source>Reload now</source>
        <translation>Recargar ahora</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>{settings}: applied when the model is reloaded. This stops running answers.</source>
        <translation>{settings}: se aplica al recargar el modelo. Esto detiene las respuestas en curso.</translation>
    </message>
</context>
<context>
    <name>RemoteFit</name>
    <message>
        <source>The memory of the graphics card is not counted.</source>
        <translation>La memoria de la tarjeta gráfica no se cuenta.</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs and cannot chat. It takes {needed}, and {free} are free.</source>
        <translation>Un modelo de embeddings: compara textos para otros programas y no puede chatear. Ocupa {needed}, y hay {free} libres.</translation>
    </message>
    <message>
        <source>Fit unknown.</source>
        <translation>No se sabe si cabe.</translation>
    </message>
    <message>
        <source>Needs {size} of {free} free on the disk.</source>
        <translation>Necesita {size} de {free} libres en el disco.</translation>
    </message>
</context>
<context>
    <name>RemovalQuestion</name>
    <message>
        <source>Also remove from the backups</source>
        <translation>Quitar también de las copias de seguridad</translation>
    </message>
    <message>
        <source>Otherwise, it stays in the backups until about {day}.</source>
        <translation>De lo contrario, permanece en las copias de seguridad hasta aproximadamente el {day}.</translation>
    </message>
</context>
<context>
    <name>ReplyUsage</name>
    <message>
        <source>regenerated with “{name}”</source>
        <translation>regenerada con «{name}»</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} tokens/s</translation>
    </message>
    <message>
        <source>{count:,} tokens in {seconds} s</source>
        <translation>{count:,} tokens en {seconds} s</translation>
    </message>
    <message>
        <source>1 token in {seconds} s</source>
        <translation>1 token en {seconds} s</translation>
    </message>
    <message>
        <source>{seconds} s to first token</source>
        <translation>{seconds} s hasta el primer token</translation>
    </message>
    <message>
        <source>{seconds} s to first token ({parts})</source>
        <translation>{seconds} s hasta el primer token ({parts})</translation>
    </message>
    <message>
        <source>network {seconds} s</source>
        <translation>red {seconds} s</translation>
    </message>
    <message>
        <source>waiting {seconds} s</source>
        <translation>espera {seconds} s</translation>
    </message>
    <message>
        <source>reading {seconds} s</source>
        <translation>lectura {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from memory, {seconds} s</source>
        <translation>{reused:,} de {total:,} tokens en caché, de memoria, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from disk, {seconds} s</source>
        <translation>{reused:,} de {total:,} tokens en caché, de disco, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from a shared system prompt</source>
        <translation>{reused:,} de {total:,} tokens en caché, de un prompt del sistema compartido</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached</source>
        <translation>{reused:,} de {total:,} tokens en caché</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} tokens guessed ahead</source>
        <translation>{count:,} de {total:,} tokens adivinados por adelantado</translation>
    </message>
    <message>
        <source>waited {seconds} s</source>
        <translation>esperó {seconds} s</translation>
    </message>
</context>
<context>
    <name>RestartStrip</name>
    <message>
        <source>Tabs and drafts are restored. Running answers are stopped; their partial text is kept.</source>
        <translation>Las pestañas y los borradores se restauran. Las respuestas en curso se detienen; su texto parcial se conserva.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Reiniciar ahora</translation>
    </message>
</context>
<context>
    <name>RowPicker</name>
    <message>
        <source>{name}, {number} of {count}</source>
        <translation>{name}, {number} de {count}</translation>
    </message>
</context>
<context>
    <name>RowsModel</name>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Nada todavía</translation>
    </message>
</context>
<context>
    <name>RowsPage</name>
    <message>
        <source>The chosen row</source>
        <translation>La fila elegida</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} rows</source>
        <translation>{ended:,} de {count:,} filas</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Preguntas y respuestas</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
</context>
<context>
    <name>RpcRow</name>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Test the RPC servers</source>
        <translation>Probar los servidores RPC</translation>
    </message>
    <message>
        <source>Not used while Hubbub works offline.</source>
        <translation>No se usa mientras Hubbub trabaja sin conexión.</translation>
    </message>
    <message>
        <source>The RPC servers are being tested…</source>
        <translation>Probando los servidores RPC…</translation>
    </message>
</context>
<context>
    <name>RpcServers</name>
    <message>
        <source>The RPC pack is missing, so no server is used. Add it with “Add GPU pack…”.</source>
        <translation>Falta el paquete RPC, así que no se usa ningún servidor. Añádalo con «Añadir paquete de GPU…».</translation>
    </message>
    <message>
        <source>{address} has layers of the loaded model.</source>
        <translation>{address} tiene capas del modelo cargado.</translation>
    </message>
    <message>
        <source>{address} has {free} of {total} free.</source>
        <translation>{address} tiene {free} libres de {total}.</translation>
    </message>
</context>
<context>
    <name>SamplingRowFactory</name>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 es predecible, 1 es creativo, más alto es errático.</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Considers only the likeliest tokens whose probabilities add up to this.</source>
        <translation>Considera solo los tokens más probables cuyas probabilidades suman este valor.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Drops tokens below this share of the highest probability.</source>
        <translation>Descarta los tokens por debajo de esta fracción de la probabilidad más alta.</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only this many of the most likely tokens are considered.</source>
        <translation>Solo se consideran tantos de los tokens más probables.</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>Longitud máxima</translation>
    </message>
    <message>
        <source>In tokens. Without a limit, an answer can fill the context.</source>
        <translation>En tokens. Sin límite, una respuesta puede llenar el contexto.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sin límite</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>Cadenas de parada</translation>
    </message>
    <message>
        <source>An answer ends before any of these. One per line; \n is a line break.</source>
        <translation>Una respuesta termina antes de cualquiera de estas. Una por línea; \n es un salto de línea.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>The same seed makes answers reproducible.</source>
        <translation>La misma semilla hace reproducibles las respuestas.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aleatoria</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>Prefers tokens that are about as surprising as expected. 1 is off.</source>
        <translation>Prefiere los tokens que son más o menos tan sorprendentes como se espera. 1 lo desactiva.</translation>
    </message>
    <message>
        <source>Top-n-sigma</source>
        <translation>Top-n-sigma</translation>
    </message>
    <message>
        <source>Drops tokens this many standard deviations below the likeliest. 0 is off.</source>
        <translation>Descarta los tokens que están este número de desviaciones estándar por debajo del más probable. 0 lo desactiva.</translation>
    </message>
    <message>
        <source>Dynamic temperature</source>
        <translation>Temperatura dinámica</translation>
    </message>
    <message>
        <source>Lowers the temperature by up to this if the model is certain, and raises it if it is not. 0 is off.</source>
        <translation>Baja la temperatura hasta esta cantidad si el modelo está seguro, y la sube si no lo está. 0 lo desactiva.</translation>
    </message>
    <message>
        <source>Dynamic exponent</source>
        <translation>Exponente dinámico</translation>
    </message>
    <message>
        <source>How the temperature rises with the model&apos;s uncertainty.</source>
        <translation>Cómo sube la temperatura con la incertidumbre del modelo.</translation>
    </message>
    <message>
        <source>Adaptive-p target</source>
        <translation>Objetivo de adaptive-p</translation>
    </message>
    <message>
        <source>Prefers tokens near this probability.</source>
        <translation>Prefiere los tokens cercanos a esta probabilidad.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Adaptive-p decay</source>
        <translation>Decaimiento de adaptive-p</translation>
    </message>
    <message>
        <source>How slowly adaptive-p adapts. Higher is slower.</source>
        <translation>Lo despacio que se adapta adaptive-p. Más alto es más lento.</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Penalización por repetición</translation>
    </message>
    <message>
        <source>Makes recent tokens less likely. 1 is off.</source>
        <translation>Hace menos probables los tokens recientes. 1 la desactiva.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Penalización por frecuencia</translation>
    </message>
    <message>
        <source>Subtracted for each time a token was used. 0 is off.</source>
        <translation>Se resta por cada vez que se usó un token. 0 la desactiva.</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Penalización por presencia</translation>
    </message>
    <message>
        <source>Subtracted once from tokens that were used. 0 is off.</source>
        <translation>Se resta una vez a los tokens ya usados. 0 la desactiva.</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>Ventana de penalización</translation>
    </message>
    <message>
        <source>The number of recent tokens that these penalties consider.</source>
        <translation>El número de tokens recientes que consideran estas penalizaciones.</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>Probabilidad XTC</translation>
    </message>
    <message>
        <source>How often the likeliest tokens are excluded. 0 is off.</source>
        <translation>Con qué frecuencia se excluyen los tokens más probables. 0 lo desactiva.</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>Umbral XTC</translation>
    </message>
    <message>
        <source>XTC keeps only the least likely token above this probability.</source>
        <translation>XTC conserva solo el token menos probable por encima de esta probabilidad.</translation>
    </message>
    <message>
        <source>Token bias</source>
        <translation>Sesgo de tokens</translation>
    </message>
    <message>
        <source>Makes single tokens likelier or less likely. One pair per line: a text or a token number, and the value added to its score. Quotation marks keep a leading space, as most words have. For a text of several tokens, the value applies to each.</source>
        <translation>Hace más o menos probables tokens concretos. Un par por línea: un texto o un número de token, y el valor que se suma a su puntuación. Las comillas conservan un espacio inicial, como el que tienen la mayoría de las palabras. Si un texto tiene varios tokens, el valor se aplica a cada uno.</translation>
    </message>
    <message>
        <source>word -5</source>
        <translation>palabra -5</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Una por línea</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Intensidad</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Base</translation>
    </message>
    <message>
        <source>Allowed length</source>
        <translation>Longitud permitida</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>Breakers</source>
        <translation>Separadores</translation>
    </message>
    <message>
        <source>DRY</source>
        <translation>DRY</translation>
    </message>
    <message>
        <source>Don&apos;t repeat yourself: a penalty on repeated sequences.</source>
        <translation>No repetirse (Don&apos;t repeat yourself): una penalización a las secuencias repetidas.</translation>
    </message>
    <message>
        <source>Target surprise</source>
        <translation>Sorpresa objetivo</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>Mirostat 2</source>
        <translation>Mirostat 2</translation>
    </message>
    <message>
        <source>Keeps the surprise of the text even; replaces top-k, top-p and min-p.</source>
        <translation>Mantiene uniforme la sorpresa del texto; sustituye a top-k, top-p y min-p.</translation>
    </message>
</context>
<context>
    <name>SamplingSection</name>
    <message>
        <source>Set for this model.</source>
        <translation>Establecido para este modelo.</translation>
    </message>
    <message>
        <source>From the preset.</source>
        <translation>Del preajuste.</translation>
    </message>
    <message>
        <source>Recommended in the model&apos;s file.</source>
        <translation>Recomendado en el archivo del modelo.</translation>
    </message>
    <message>
        <source>Recommended for this model.</source>
        <translation>Recomendado para este modelo.</translation>
    </message>
    <message>
        <source>Recommended: {value}</source>
        <translation>Recomendado: {value}</translation>
    </message>
</context>
<context>
    <name>SavedPrompts</name>
    <message>
        <source>Write the prompt into the message box first.</source>
        <translation>Escriba antes el prompt en el cuadro de mensaje.</translation>
    </message>
    <message>
        <source>Save as prompt</source>
        <translation>Guardar como prompt</translation>
    </message>
    <message>
        <source>Saved as “{name}”. Type / to use it.</source>
        <translation>Guardado como «{name}». Escriba / para usarlo.</translation>
    </message>
    <message>
        <source>Imported {count:,} prompts.</source>
        <translation>Se importaron {count:,} prompts.</translation>
    </message>
    <message>
        <source>Imported one prompt.</source>
        <translation>Se importó un prompt.</translation>
    </message>
    <message>
        <source>Exported {count:,} prompts to {path}.</source>
        <translation>Se exportaron {count:,} prompts a {path}.</translation>
    </message>
    <message>
        <source>Exported one prompt to {path}.</source>
        <translation>Se exportó un prompt a {path}.</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>Importar prompts</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>Exportar prompts</translation>
    </message>
    <message>
        <source>Saved prompts (*.json)</source>
        <translation>Prompts guardados (*.json)</translation>
    </message>
</context>
<context>
    <name>SavedPromptsPage</name>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts guardados</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nuevo</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Nuevo prompt</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Write the text of the prompt…</source>
        <translation>Escriba el texto del prompt…</translation>
    </message>
    <message>
        <source>Fields in {{ }} are filled in when you use the prompt. Press Tab to move between them.</source>
        <translation>Los campos entre {{ }} se rellenan al usar el prompt. Pulse Tab para pasar de uno a otro.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Texto</translation>
    </message>
    <message>
        <source>No saved prompts yet. Save texts that you use often, and type / in the message box to use them.</source>
        <translation>Aún no hay prompts guardados. Guarde textos que use a menudo y escriba / en el cuadro de mensaje para usarlos.</translation>
    </message>
    <message>
        <source>Another prompt is called “{name}”.</source>
        <translation>Otro prompt se llama «{name}».</translation>
    </message>
    <message>
        <source>Delete “{name}”? This can&apos;t be undone.</source>
        <translation>¿Eliminar «{name}»? Esta acción no se puede deshacer.</translation>
    </message>
</context>
<context>
    <name>SearchHalf</name>
    <message>
        <source>Find models</source>
        <translation>Encontrar modelos</translation>
    </message>
    <message>
        <source>Search Hugging Face, or paste owner/name</source>
        <translation>Buscar en Hugging Face, o pegar propietario/nombre</translation>
    </message>
    <message>
        <source>Models that can be downloaded</source>
        <translation>Modelos que se pueden descargar</translation>
    </message>
</context>
<context>
    <name>SelectedRange</name>
    <message>
        <source>You:</source>
        <translation>Usted:</translation>
    </message>
    <message>
        <source>Tool {name}:</source>
        <translation>Herramienta {name}:</translation>
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
        <translation>Mover, etiquetar o exportar la selección</translation>
    </message>
    <message>
        <source>Archive the selection</source>
        <translation>Archivar la selección</translation>
    </message>
    <message>
        <source>Delete the selection</source>
        <translation>Eliminar la selección</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>Borrar la selección</translation>
    </message>
    <message>
        <source>{count:,} selected</source>
        <translation>{count:,} seleccionadas</translation>
    </message>
</context>
<context>
    <name>SendBox</name>
    <message>
        <source>Send to the chat shown…</source>
        <translation>Enviar al chat mostrado…</translation>
    </message>
    <message>
        <source>Send to both chats shown…</source>
        <translation>Enviar a los dos chats mostrados…</translation>
    </message>
    <message>
        <source>Send to all {count:,} chats shown…</source>
        <translation>Enviar a los {count:,} chats mostrados…</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
</context>
<context>
    <name>SendQueues</name>
    <message>
        <source>Queue paused.</source>
        <translation>Cola en pausa.</translation>
    </message>
    <message>
        <source>Paused because the last answer failed.</source>
        <translation>En pausa, porque la última respuesta falló.</translation>
    </message>
    <message>
        <source>Paused while you edit a message.</source>
        <translation>En pausa mientras se edita un mensaje.</translation>
    </message>
    <message>
        <source>Not sent before Hubbub was closed.</source>
        <translation>No se envió antes de cerrar Hubbub.</translation>
    </message>
</context>
<context>
    <name>Senses</name>
    <message>
        <source>sees pictures</source>
        <translation>ve imágenes</translation>
    </message>
    <message>
        <source>hears sounds</source>
        <translation>oye sonidos</translation>
    </message>
    <message>
        <source>{doing}, about {seconds:,} s…</source>
        <translation>{doing}, unos {seconds:,} s…</translation>
    </message>
    <message>
        <source>{doing}…</source>
        <translation>{doing}…</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>Escuchando</translation>
    </message>
    <message>
        <source>Looking at the picture</source>
        <translation>Mirando la imagen</translation>
    </message>
    <message>
        <source>Looking at picture {number:,} of {count:,}</source>
        <translation>Mirando la imagen {number:,} de {count:,}</translation>
    </message>
</context>
<context>
    <name>SentFiles</name>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>No se pudo escribir el archivo {path}: {reason}. Elija otra carpeta.</translation>
    </message>
    <message>
        <source>File {name}, {size}</source>
        <translation>Archivo {name}, {size}</translation>
    </message>
    <message>
        <source>Click to see the text that the model reads.</source>
        <translation>Haga clic para ver el texto que lee el modelo.</translation>
    </message>
    <message>
        <source>Sound {name}, {size}</source>
        <translation>Sonido {name}, {size}</translation>
    </message>
    <message>
        <source>Click to save the sound.</source>
        <translation>Haga clic para guardar el sonido.</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>A DRY breaker must not contain a NUL character.</source>
        <translation>Un separador DRY no debe contener un carácter NUL.</translation>
    </message>
    <message>
        <source>A JSON schema must be an object, not {text}.</source>
        <translation>Un esquema JSON debe ser un objeto, no {text}.</translation>
    </message>
    <message>
        <source>A bias takes a token&apos;s id or its text, and a number up to 1,000.</source>
        <translation>Un sesgo necesita el número de un token o su texto, y un número de hasta 1000.</translation>
    </message>
    <message>
        <source>A biased token is not among the model&apos;s {size:,}.</source>
        <translation>Un token con sesgo no está entre los {size:,} del modelo.</translation>
    </message>
    <message>
        <source>A change to a document could not be applied and is shown separately.</source>
        <translation>Un cambio en un documento no se pudo aplicar y se muestra por separado.</translation>
    </message>
    <message>
        <source>A file of this download was removed from {folder}. Resume the download to fetch it again.</source>
        <translation>Se quitó de {folder} un archivo de esta descarga. Reanude la descarga para obtenerlo de nuevo.</translation>
    </message>
    <message>
        <source>A further system prompt was left out.</source>
        <translation>Se omitió otro prompt del sistema.</translation>
    </message>
    <message>
        <source>A grammar and a JSON schema can&apos;t be combined. Remove one of them.</source>
        <translation>Una gramática y un esquema JSON no se pueden combinar. Quite uno de los dos.</translation>
    </message>
    <message>
        <source>A grammar trigger must not be empty.</source>
        <translation>Un activador de gramática no debe estar vacío.</translation>
    </message>
    <message>
        <source>A key cannot be removed from {folder}: {reason}.</source>
        <translation>No se puede quitar una clave de {folder}: {reason}.</translation>
    </message>
    <message>
        <source>A long tool result was shortened.</source>
        <translation>Se acortó un resultado de herramienta largo.</translation>
    </message>
    <message>
        <source>A message could not be read: {reason}</source>
        <translation>No se pudo leer un mensaje: {reason}</translation>
    </message>
    <message>
        <source>A message has an invalid length: {length:,}.</source>
        <translation>Un mensaje tiene una longitud no válida: {length:,}.</translation>
    </message>
    <message>
        <source>A message of another program is too large for the engine.</source>
        <translation>Un mensaje de otro programa es demasiado grande para el motor.</translation>
    </message>
    <message>
        <source>A message of the kind “{kind}” was left out.</source>
        <translation>Se omitió un mensaje del tipo «{kind}».</translation>
    </message>
    <message>
        <source>A message of {count:,} bytes is too large. Shorten it.</source>
        <translation>Un mensaje de {count:,} bytes es demasiado grande. Acórtelo.</translation>
    </message>
    <message>
        <source>A model can have {most} aliases.</source>
        <translation>Un modelo puede tener {most} alias.</translation>
    </message>
    <message>
        <source>A part of the kind “{kind}” was left out.</source>
        <translation>Se omitió una parte del tipo «{kind}».</translation>
    </message>
    <message>
        <source>A picture in an answer was left out.</source>
        <translation>Se omitió una imagen de una respuesta.</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged, and was not sent. Remove it from the chat.</source>
        <translation>Una imagen de este chat está dañada y no se envió. Quítela del chat.</translation>
    </message>
    <message>
        <source>A picture or sound is no longer available. Send it again.</source>
        <translation>Una imagen o un sonido ya no está disponible. Envíelo de nuevo.</translation>
    </message>
    <message>
        <source>A picture or sound of this chat no longer exists.</source>
        <translation>Una imagen o un sonido de este chat ya no existe.</translation>
    </message>
    <message>
        <source>A picture or sound of this size can&apos;t be sent.</source>
        <translation>Una imagen o un sonido de este tamaño no se puede enviar.</translation>
    </message>
    <message>
        <source>A prompt without a chat template can&apos;t have pictures. Remove them.</source>
        <translation>Un prompt sin plantilla de chat no puede tener imágenes. Quítelas.</translation>
    </message>
    <message>
        <source>A result in this chat contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>Un resultado de este chat contiene instrucciones para el modelo. Permita esta llamada solo si es lo que usted pidió.</translation>
    </message>
    <message>
        <source>A text has {count:,} tokens; an embedding takes at most {limit:,}. Split it.</source>
        <translation>Un texto tiene {count:,} tokens; un embedding admite como máximo {limit:,}. Divídalo.</translation>
    </message>
    <message>
        <source>A text without tokens has no embedding.</source>
        <translation>Un texto sin tokens no tiene embedding.</translation>
    </message>
    <message>
        <source>A value for the chat template is nested too deeply. Use a flatter one.</source>
        <translation>Un valor para la plantilla de chat tiene demasiados niveles de anidamiento. Use uno más plano.</translation>
    </message>
    <message>
        <source>A value for the chat template is too large a number. Set a smaller one.</source>
        <translation>Un valor para la plantilla de chat es un número demasiado grande. Establezca uno menor.</translation>
    </message>
    <message>
        <source>Access was refused in the browser.</source>
        <translation>El acceso se rechazó en el navegador.</translation>
    </message>
    <message>
        <source>Addresses with a name or a password are not read.</source>
        <translation>No se leen direcciones con un nombre o una contraseña.</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}, but for their experts, which stay in main memory.</source>
        <translation>Las {layer_count} capas están todas en {names}, salvo sus expertos, que se quedan en la memoria principal.</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}.</source>
        <translation>Las {layer_count} capas están todas en {names}.</translation>
    </message>
    <message>
        <source>An empty message was left out.</source>
        <translation>Se omitió un mensaje vacío.</translation>
    </message>
    <message>
        <source>Another Hubbub is downloading {name}.</source>
        <translation>Otro Hubbub está descargando {name}.</translation>
    </message>
    <message>
        <source>Another default model was chosen.</source>
        <translation>Se eligió otro modelo predeterminado.</translation>
    </message>
    <message>
        <source>Another download of {name} is unfinished. Cancel it first.</source>
        <translation>Otra descarga de {name} está sin terminar. Cancélela primero.</translation>
    </message>
    <message>
        <source>At most 64 stop strings of at most 1,000 characters are allowed.</source>
        <translation>Se permiten como máximo 64 cadenas de parada de 1000 caracteres como máximo.</translation>
    </message>
    <message>
        <source>At most {count} RPC servers can be used at once.</source>
        <translation>Se pueden usar como máximo {count} servidores RPC a la vez.</translation>
    </message>
    <message>
        <source>At most {count} host names can be allowed.</source>
        <translation>Se pueden permitir como máximo {count} nombres de host.</translation>
    </message>
    <message>
        <source>At most {count} web pages can be named.</source>
        <translation>Se pueden indicar como máximo {count} páginas web.</translation>
    </message>
    <message>
        <source>At most {most:,} requests can wait.</source>
        <translation>Pueden esperar como máximo {most:,} peticiones.</translation>
    </message>
    <message>
        <source>At most {most:,} tokens can have a bias.</source>
        <translation>Como máximo {most:,} tokens pueden tener un sesgo.</translation>
    </message>
    <message>
        <source>Automatic context: more is used only if you set it.</source>
        <translation>Contexto automático: solo se usa más si usted lo establece.</translation>
    </message>
    <message>
        <source>Automatic context: more would leave too little memory for other programs.</source>
        <translation>Contexto automático: más dejaría muy poca memoria para otros programas.</translation>
    </message>
    <message>
        <source>Automatic context: more would not fit on the graphics card.</source>
        <translation>Contexto automático: más no cabría en la tarjeta gráfica.</translation>
    </message>
    <message>
        <source>Automatic context: reading more would take over {minutes} minutes on this computer.</source>
        <translation>Contexto automático: leer más llevaría más de {minutes} minutos en este equipo.</translation>
    </message>
    <message>
        <source>Automatic context: the longest that this model supports.</source>
        <translation>Contexto automático: el más largo que admite este modelo.</translation>
    </message>
    <message>
        <source>CPU, 1 thread</source>
        <translation>CPU, 1 hilo</translation>
    </message>
    <message>
        <source>CPU, up to {count} threads</source>
        <translation>CPU, hasta {count} hilos</translation>
    </message>
    <message>
        <source>CPU, {count} threads</source>
        <translation>CPU, {count} hilos</translation>
    </message>
    <message>
        <source>Calculate and run programs</source>
        <translation>Calcular y ejecutar programas</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>No se puede asignar memoria</translation>
    </message>
    <message>
        <source>Chats are not kept warm on the disk: {reason}.</source>
        <translation>Los chats no se conservan en caliente en el disco: {reason}.</translation>
    </message>
    <message>
        <source>Chats can&apos;t be kept warm in {path}: {reason}.</source>
        <translation>Los chats no se pueden conservar en caliente en {path}: {reason}.</translation>
    </message>
    <message>
        <source>Choose a context of at most {tokens:,} tokens, or fewer chats at once.</source>
        <translation>Elija un contexto de {tokens:,} tokens como máximo, o menos chats a la vez.</translation>
    </message>
    <message>
        <source>Choose a folder outside the current one that does not contain it.</source>
        <translation>Elija una carpeta fuera de la actual que no la contenga.</translation>
    </message>
    <message>
        <source>Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>Elija un contexto menor por chat, o menos chats a la vez.</translation>
    </message>
    <message>
        <source>Comparing the graphics card with the processor…</source>
        <translation>Comparando la tarjeta gráfica con el procesador…</translation>
    </message>
    <message>
        <source>Could not check for a new version: {reason}</source>
        <translation>No se pudo comprobar si hay una versión nueva: {reason}</translation>
    </message>
    <message>
        <source>DRY allowed length</source>
        <translation>longitud permitida de DRY</translation>
    </message>
    <message>
        <source>DRY base</source>
        <translation>base de DRY</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>intensidad de DRY</translation>
    </message>
    <message>
        <source>DRY takes up to 64 breakers of 1 to 10 characters.</source>
        <translation>DRY admite hasta 64 separadores de 1 a 10 caracteres.</translation>
    </message>
    <message>
        <source>DRY window</source>
        <translation>ventana de DRY</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Fecha y hora</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Dispositivo o recurso ocupado</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>Cuota de disco excedida</translation>
    </message>
    <message>
        <source>Edited by you.</source>
        <translation>Editada por usted.</translation>
    </message>
    <message>
        <source>Enter a number, or leave this empty.</source>
        <translation>Introduzca un número o déjelo vacío.</translation>
    </message>
    <message>
        <source>Enter a whole number, or leave this empty.</source>
        <translation>Introduzca un número entero o déjelo vacío.</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>Error de formato de ejecutable</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>El archivo ya existe</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Nombre de archivo demasiado largo</translation>
    </message>
    <message>
        <source>Files can&apos;t be read now: {reason}.</source>
        <translation>No se pueden leer archivos ahora: {reason}.</translation>
    </message>
    <message>
        <source>From a backup: {count:,}.</source>
        <translation>De una copia de seguridad: {count:,}.</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is not the address of a hub: {address}</source>
        <translation>HF_ENDPOINT no es la dirección de un hub: {address}</translation>
    </message>
    <message>
        <source>HTTPS needs both a certificate and its key.</source>
        <translation>HTTPS necesita tanto un certificado como su clave.</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t search for models: {reason}.</source>
        <translation>Hubbub no puede buscar modelos: {reason}.</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t start the {needed} threads that it needs here. End other programs, or allow more with “ulimit -u”, and start it again.</source>
        <translation>Hubbub no puede iniciar aquí los {needed} hilos que necesita. Cierre otros programas o permita más con «ulimit -u», e inícielo de nuevo.</translation>
    </message>
    <message>
        <source>Hubbub ended while this answer was being written.</source>
        <translation>Hubbub terminó mientras se escribía esta respuesta.</translation>
    </message>
    <message>
        <source>Hubbub is already running on the data in {folder}.</source>
        <translation>Hubbub ya está en marcha con los datos de {folder}.</translation>
    </message>
    <message>
        <source>Hubbub is being closed.</source>
        <translation>Hubbub se está cerrando.</translation>
    </message>
    <message>
        <source>Hubbub is closing.</source>
        <translation>Hubbub se está cerrando.</translation>
    </message>
    <message>
        <source>Hubbub is set to work offline. Change that in the settings, under Network.</source>
        <translation>Hubbub está configurado para trabajar sin conexión. Cámbielo en los ajustes, en Red.</translation>
    </message>
    <message>
        <source>Hubbub may open only {count} files at a time here, and needs {needed}. Allow more with “ulimit -n”, and start it again.</source>
        <translation>Hubbub solo puede abrir aquí {count} archivos a la vez, y necesita {needed}. Permita más con «ulimit -n» e inícielo de nuevo.</translation>
    </message>
    <message>
        <source>Hubbub may use only {count:,} MB of memory here, and needs {needed:,} MB. Allow more with “ulimit -v”, and start it again.</source>
        <translation>Hubbub solo puede usar aquí {count:,} MB de memoria, y necesita {needed:,} MB. Permita más con «ulimit -v» e inícielo de nuevo.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer and another one were being written.</source>
        <translation>Hubbub se cerró mientras se escribían esta respuesta y otra.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written beside another.</source>
        <translation>Hubbub se cerró mientras se escribía esta respuesta junto a otra.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written.</source>
        <translation>Hubbub se cerró mientras se escribía esta respuesta.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this tool was called.</source>
        <translation>Hubbub se cerró mientras se llamaba a esta herramienta.</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Error de entrada/salida</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>Argumento no válido</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Es un directorio</translation>
    </message>
    <message>
        <source>It can&apos;t be read ({reason}).</source>
        <translation>No se puede leer ({reason}).</translation>
    </message>
    <message>
        <source>It has an unknown role, “{name}”.</source>
        <translation>Tiene un rol desconocido, «{name}».</translation>
    </message>
    <message>
        <source>It has an unknown status, “{name}”.</source>
        <translation>Tiene un estado desconocido, «{name}».</translation>
    </message>
    <message>
        <source>It is a reranking model, which can&apos;t be used.</source>
        <translation>Es un modelo de reordenación, que no se puede usar.</translation>
    </message>
    <message>
        <source>It is damaged ({fault}).</source>
        <translation>Está dañada ({fault}).</translation>
    </message>
    <message>
        <source>It is not a backup of Hubbub.</source>
        <translation>No es una copia de seguridad de Hubbub.</translation>
    </message>
    <message>
        <source>It lists no model. Load one there, or type the name of one.</source>
        <translation>No enumera ningún modelo. Cargue uno allí o escriba el nombre de uno.</translation>
    </message>
    <message>
        <source>It may open connections, because the settings name RPC servers.</source>
        <translation>Puede abrir conexiones, porque los ajustes indican servidores RPC.</translation>
    </message>
    <message>
        <source>It reached the longest answer that the settings allow.</source>
        <translation>Alcanzó la respuesta más larga que permiten los ajustes.</translation>
    </message>
    <message>
        <source>It reached the maximum length.</source>
        <translation>Alcanzó la longitud máxima.</translation>
    </message>
    <message>
        <source>It takes more tokens than estimated.</source>
        <translation>Ocupa más tokens de lo estimado.</translation>
    </message>
    <message>
        <source>It was damaged on the disk and came back from the backup of {day}.</source>
        <translation>Estaba dañado en el disco y se recuperó de la copia de seguridad del {day}.</translation>
    </message>
    <message>
        <source>It was unloaded.</source>
        <translation>Se descargó de la memoria.</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hubbub (database version {version}, this one knows {schema_version}). Use that version to restore it.</source>
        <translation>La escribió una versión más reciente de Hubbub (base de datos versión {version}; esta conoce la {schema_version}). Use esa versión para restaurarla.</translation>
    </message>
    <message>
        <source>Layers of the model are on {computers}. Check that they can be reached.</source>
        <translation>Hay capas del modelo en {computers}. Compruebe que se puede acceder a ellos.</translation>
    </message>
    <message>
        <source>List attached files</source>
        <translation>Enumerar los archivos adjuntos</translation>
    </message>
    <message>
        <source>Loading {model}…</source>
        <translation>Cargando {model}…</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>Se canceló la carga de {name}.</translation>
    </message>
    <message>
        <source>Loading {name}…</source>
        <translation>Cargando {name}…</translation>
    </message>
    <message>
        <source>Marked as damaged: {count:,}.</source>
        <translation>Marcados como dañados: {count:,}.</translation>
    </message>
    <message>
        <source>Mirostat learning rate</source>
        <translation>tasa de aprendizaje de Mirostat</translation>
    </message>
    <message>
        <source>Mirostat target surprise</source>
        <translation>sorpresa objetivo de Mirostat</translation>
    </message>
    <message>
        <source>No backup could be written to {folder}: {reason}. The older backups are kept.</source>
        <translation>No se pudo escribir ninguna copia de seguridad en {folder}: {reason}. Las copias anteriores se conservan.</translation>
    </message>
    <message>
        <source>No draft model is used.</source>
        <translation>No se usa ningún modelo borrador.</translation>
    </message>
    <message>
        <source>No graphics card is used. {reasons}</source>
        <translation>No se usa ninguna tarjeta gráfica. {reasons}</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>No se encontró ninguna tarjeta gráfica.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>No hay ningún modelo cargado.</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>No hay ningún modelo cargado. Abra uno primero.</translation>
    </message>
    <message>
        <source>No presets found. Supported: exports from Hubbub and LM Studio.</source>
        <translation>No se encontraron preajustes. Se admiten exportaciones de Hubbub y LM Studio.</translation>
    </message>
    <message>
        <source>No program can be started: {reason}.</source>
        <translation>No se puede iniciar ningún programa: {reason}.</translation>
    </message>
    <message>
        <source>No search engine of this SearXNG server answered: {names}.</source>
        <translation>Ningún buscador de este servidor SearXNG respondió: {names}.</translation>
    </message>
    <message>
        <source>No server answers at {address}. Check that it is running.</source>
        <translation>Ningún servidor responde en {address}. Compruebe que está en marcha.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>No queda espacio en el dispositivo</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>No existe el dispositivo</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>No existe el dispositivo o la dirección</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>No existe el archivo o el directorio</translation>
    </message>
    <message>
        <source>No text file is attached to this chat.</source>
        <translation>No hay ningún archivo de texto adjunto a este chat.</translation>
    </message>
    <message>
        <source>None of it could be read, and Hubbub starts with an empty list.</source>
        <translation>No se pudo leer nada de ella, y Hubbub empieza con una lista vacía.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>No es un directorio</translation>
    </message>
    <message>
        <source>Not enough memory for embeddings of {count:,} tokens with {name}. Send shorter texts.</source>
        <translation>No hay memoria suficiente para embeddings de {count:,} tokens con {name}. Envíe textos más cortos.</translation>
    </message>
    <message>
        <source>Not enough memory for {name}.</source>
        <translation>No hay memoria suficiente para {name}.</translation>
    </message>
    <message>
        <source>Nothing can listen at {host}, port {port}: {reason}.</source>
        <translation>No se puede escuchar en {host}, puerto {port}: {reason}.</translation>
    </message>
    <message>
        <source>Nothing was sent to {host}: you have not agreed to send this chat there. Send it again to be asked.</source>
        <translation>No se envió nada a {host}: usted no ha aceptado enviar allí este chat. Envíelo de nuevo para que se le pregunte.</translation>
    </message>
    <message>
        <source>Nothing was sent to {name}: Hubbub works offline. Switch that off in the settings, or choose a model of this computer.</source>
        <translation>No se envió nada a {name}: Hubbub trabaja sin conexión. Desactívelo en los ajustes o elija un modelo de este equipo.</translation>
    </message>
    <message>
        <source>One message could not be understood.</source>
        <translation>No se pudo entender un mensaje.</translation>
    </message>
    <message>
        <source>Only an answer can be edited without sending it again.</source>
        <translation>Solo una respuesta se puede editar sin enviarla de nuevo.</translation>
    </message>
    <message>
        <source>Only the default model answers programs.</source>
        <translation>Solo el modelo predeterminado responde a los programas.</translation>
    </message>
    <message>
        <source>Only the first {count} servers were read.</source>
        <translation>Solo se leyeron los primeros {count} servidores.</translation>
    </message>
    <message>
        <source>Only the name of one attached file was imported.</source>
        <translation>Solo se importó el nombre de un archivo adjunto.</translation>
    </message>
    <message>
        <source>Only the names of {count:,} attached files were imported.</source>
        <translation>Solo se importaron los nombres de {count:,} archivos adjuntos.</translation>
    </message>
    <message>
        <source>Only web pages can be opened.</source>
        <translation>Solo se pueden abrir páginas web.</translation>
    </message>
    <message>
        <source>Only your own messages can be sent again.</source>
        <translation>Solo se pueden enviar de nuevo sus propios mensajes.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Operación no permitida</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack fails, {reason}</source>
        <translation>No se usan otros equipos: el paquete RPC falla, {reason}</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack is missing. Add it under Settings, Engine.</source>
        <translation>No se usan otros equipos: falta el paquete RPC. Añádalo en Ajustes, Motor.</translation>
    </message>
    <message>
        <source>Other computers are not used: the model fits on this one. Set a number of GPU layers to use them nevertheless.</source>
        <translation>No se usan otros equipos: el modelo cabe en este. Establezca un número de capas de GPU para usarlos de todos modos.</translation>
    </message>
    <message>
        <source>Others on the network can read what is asked and answered, since it is not encrypted.</source>
        <translation>Otras personas de la red pueden leer lo que se pregunta y se responde, porque no está cifrado.</translation>
    </message>
    <message>
        <source>PDFs can&apos;t be read now: {reason}.</source>
        <translation>No se pueden leer PDF ahora: {reason}.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Permiso denegado</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read here.</source>
        <translation>Aquí no se pueden leer imágenes ni sonidos.</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read now: {reason}.</source>
        <translation>No se pueden leer imágenes ni sonidos ahora: {reason}.</translation>
    </message>
    <message>
        <source>Pictures and sounds need PySide6, which is not installed here.</source>
        <translation>Las imágenes y los sonidos necesitan PySide6, que no está instalado aquí.</translation>
    </message>
    <message>
        <source>Pictures are not kept on the disk: {reason}.</source>
        <translation>Las imágenes no se conservan en el disco: {reason}.</translation>
    </message>
    <message>
        <source>RPC servers are reached by IPv4 only: write “{address}” as a name or as an address like 192.168.1.20:{port}.</source>
        <translation>A los servidores RPC solo se accede por IPv4: escriba «{address}» como un nombre o como una dirección del tipo 192.168.1.20:{port}.</translation>
    </message>
    <message>
        <source>Read a web page</source>
        <translation>Leer una página web</translation>
    </message>
    <message>
        <source>Read an attached file</source>
        <translation>Leer un archivo adjunto</translation>
    </message>
    <message>
        <source>Read one of my chats</source>
        <translation>Leer uno de mis chats</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Sistema de archivos de solo lectura</translation>
    </message>
    <message>
        <source>Reading the page.</source>
        <translation>Leyendo la página.</translation>
    </message>
    <message>
        <source>Reading this file crashes Hubbub, so it is skipped. Download it again.</source>
        <translation>La lectura de este archivo hace fallar a Hubbub, así que se omite. Descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>Reading this file took too long, so Hubbub stopped it.</source>
        <translation>La lectura de este archivo tardó demasiado, así que Hubbub la detuvo.</translation>
    </message>
    <message>
        <source>Reading {path} failed. Try again.</source>
        <translation>Falló la lectura de {path}. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>SearXNG needs an address. Enter it in the settings, under Tools.</source>
        <translation>SearXNG necesita una dirección. Introdúzcala en los ajustes, en Herramientas.</translation>
    </message>
    <message>
        <source>Search my chats</source>
        <translation>Buscar en mis chats</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>Buscar en la web</translation>
    </message>
    <message>
        <source>Several chats have this title. Use a number: {names}.</source>
        <translation>Varios chats tienen este título. Use un número: {names}.</translation>
    </message>
    <message>
        <source>Signing in to “{name}” failed: {reason}</source>
        <translation>Falló el inicio de sesión en «{name}»: {reason}</translation>
    </message>
    <message>
        <source>Some settings in {path} are not valid and were reset to their defaults: {names}.</source>
        <translation>Algunos ajustes de {path} no son válidos y se restablecieron a sus valores predeterminados: {names}.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>Los sonidos no se pueden enviar a otras máquinas.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines. Remove them, or choose a model here.</source>
        <translation>Los sonidos no se pueden enviar a otras máquinas. Quítelos o elija un modelo de aquí.</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>Identificador de archivo obsoleto</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>Iniciando el motor…</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>Iniciando herramientas…</translation>
    </message>
    <message>
        <source>The JSON can&apos;t be read in line {line}, column {column}: {reason}.</source>
        <translation>El JSON no se puede leer en la línea {line}, columna {column}: {reason}.</translation>
    </message>
    <message>
        <source>The JSON is nested too deeply.</source>
        <translation>El JSON tiene demasiados niveles de anidamiento.</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be followed at {place}: {reason}.</source>
        <translation>El esquema JSON no se puede seguir en {place}: {reason}.</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be read: {reason}</source>
        <translation>El esquema JSON no se puede leer: {reason}</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON.</source>
        <translation>El esquema JSON no es JSON.</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON: {reason}.</source>
        <translation>El esquema JSON no es JSON: {reason}.</translation>
    </message>
    <message>
        <source>The JSON schema “false” allows nothing. Use an object.</source>
        <translation>El esquema JSON «false» no permite nada. Use un objeto.</translation>
    </message>
    <message>
        <source>The alias “{alias}” is given twice.</source>
        <translation>El alias «{alias}» aparece dos veces.</translation>
    </message>
    <message>
        <source>The answer could not be understood.</source>
        <translation>No se pudo entender la respuesta.</translation>
    </message>
    <message>
        <source>The answer of {host} cannot be used: {reason}.</source>
        <translation>La respuesta de {host} no se puede usar: {reason}.</translation>
    </message>
    <message>
        <source>The answer of {name} could not be understood.</source>
        <translation>No se pudo entender la respuesta de {name}.</translation>
    </message>
    <message>
        <source>The answer of “{name}” violates the protocol. Update the server.</source>
        <translation>La respuesta de «{name}» infringe el protocolo. Actualice el servidor.</translation>
    </message>
    <message>
        <source>The answer repeated itself.</source>
        <translation>La respuesta se repetía.</translation>
    </message>
    <message>
        <source>The archive is damaged: {reason}.</source>
        <translation>El archivo comprimido está dañado: {reason}.</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends after “{file}”, and later files may be missing.</source>
        <translation>El archivo comprimido está incompleto: termina después de «{file}», y pueden faltar archivos posteriores.</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends within “{file}”, and later files are missing.</source>
        <translation>El archivo comprimido está incompleto: termina dentro de «{file}», y faltan los archivos posteriores.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON in line {line}, column {column}.</source>
        <translation>Los argumentos no son JSON válido en la línea {line}, columna {column}.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON.</source>
        <translation>Los argumentos no son JSON válido.</translation>
    </message>
    <message>
        <source>The arguments do not fit the tool “{name}”: {problem}</source>
        <translation>Los argumentos no corresponden a la herramienta «{name}»: {problem}</translation>
    </message>
    <message>
        <source>The arguments have more than {count:,} characters.</source>
        <translation>Los argumentos tienen más de {count:,} caracteres.</translation>
    </message>
    <message>
        <source>The arguments must be a JSON object, not `{type}`.</source>
        <translation>Los argumentos deben ser un objeto JSON, no `{type}`.</translation>
    </message>
    <message>
        <source>The arguments of “{tool}” are not valid: {reason}.</source>
        <translation>Los argumentos de «{tool}» no son válidos: {reason}.</translation>
    </message>
    <message>
        <source>The backup of {day} was restored. The previous state is kept as a backup for 30 days.</source>
        <translation>Se restauró la copia de seguridad del {day}. El estado anterior se conserva como copia de seguridad durante 30 días.</translation>
    </message>
    <message>
        <source>The backup “{name}” can&apos;t be restored. {reason} Choose another one.</source>
        <translation>La copia de seguridad «{name}» no se puede restaurar. {reason} Elija otra.</translation>
    </message>
    <message>
        <source>The backup “{name}” could not be rewritten ({reason}). It was left as it is and may still hold what you deleted.</source>
        <translation>La copia de seguridad «{name}» no se pudo reescribir ({reason}). Quedó tal como estaba y puede contener todavía lo que usted eliminó.</translation>
    </message>
    <message>
        <source>The backup “{name}” is not there any more.</source>
        <translation>La copia de seguridad «{name}» ya no está.</translation>
    </message>
    <message>
        <source>The browser gave no answer within {count:,} minutes.</source>
        <translation>El navegador no respondió en {count:,} minutos.</translation>
    </message>
    <message>
        <source>The caches of sources alone exceed the limit for chats on the disk. Raise the limit.</source>
        <translation>Las cachés de las fuentes superan por sí solas el límite de los chats en disco. Aumente el límite.</translation>
    </message>
    <message>
        <source>The certificate can&apos;t be used: {reason}.</source>
        <translation>El certificado no se puede usar: {reason}.</translation>
    </message>
    <message>
        <source>The certificate of {host} is not trusted: {reason}.</source>
        <translation>El certificado de {host} no es de confianza: {reason}.</translation>
    </message>
    <message>
        <source>The chain of references from {place} is too long.</source>
        <translation>La cadena de referencias desde {place} es demasiado larga.</translation>
    </message>
    <message>
        <source>The chat folder {folder} is missing.</source>
        <translation>Falta la carpeta {folder} de los chats.</translation>
    </message>
    <message>
        <source>The chat of this answer does not exist any more.</source>
        <translation>El chat de esta respuesta ya no existe.</translation>
    </message>
    <message>
        <source>The chat template leaves out the user&apos;s question. Set another one.</source>
        <translation>La plantilla de chat omite la pregunta del usuario. Establezca otra.</translation>
    </message>
    <message>
        <source>The chats are on a network folder ({folder}). Use them from one machine at a time, or they may be damaged.</source>
        <translation>Los chats están en una carpeta de red ({folder}). Úselos desde una sola máquina a la vez, o podrían dañarse.</translation>
    </message>
    <message>
        <source>The chats are open in another program, and can only be read here.</source>
        <translation>Los chats están abiertos en otro programa y aquí solo se pueden leer.</translation>
    </message>
    <message>
        <source>The chats in {folder} are read-only: {refusal}. New messages are not saved.</source>
        <translation>Los chats de {folder} son de solo lectura: {refusal}. Los mensajes nuevos no se guardan.</translation>
    </message>
    <message>
        <source>The chats in {folder} can&apos;t be written: {reason}. Grant write access, and restart Hubbub.</source>
        <translation>Los chats de {folder} no se pueden escribir: {reason}. Conceda acceso de escritura y reinicie Hubbub.</translation>
    </message>
    <message>
        <source>The chats in {path} are damaged ({reason}). Close the program and start it again: it puts the file aside and continues with all that can be read of it.</source>
        <translation>Los chats de {path} están dañados ({reason}). Cierre el programa e inícielo de nuevo: aparta el archivo y continúa con todo lo que se pueda leer de él.</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be used: {damage}. The file was put aside as “{aside}”, nothing of it was deleted. {rest}</source>
        <translation>Los chats de {path} no se pueden usar: {damage}. El archivo se apartó como «{aside}» y no se eliminó nada de él. {rest}</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be written again: Hubbub no longer holds their content.</source>
        <translation>Los chats de {path} no se pueden escribir de nuevo: Hubbub ya no tiene su contenido.</translation>
    </message>
    <message>
        <source>The chats in {path} could not be read or written: {reason}. Try again; if it happens again, check the disk.</source>
        <translation>Los chats de {path} no se pudieron leer o escribir: {reason}. Inténtelo de nuevo; si se repite, compruebe el disco.</translation>
    </message>
    <message>
        <source>The chats in {path} were deleted or moved while Hubbub is running. New messages can&apos;t be saved there.</source>
        <translation>Los chats de {path} se eliminaron o movieron mientras Hubbub está en marcha. Los mensajes nuevos no se pueden guardar allí.</translation>
    </message>
    <message>
        <source>The chats in {path} were written by a newer version of Hubbub (database version {version}; this one supports {schema_version}). They are read-only here. Use the newer version to write.</source>
        <translation>Los chats de {path} los escribió una versión más reciente de Hubbub (base de datos versión {version}; esta admite la {schema_version}). Aquí son de solo lectura. Use la versión más reciente para escribir.</translation>
    </message>
    <message>
        <source>The chats should be in {target}, to which {path} links, but it does not exist. Check whether its disk is connected.</source>
        <translation>Los chats deberían estar en {target}, adonde enlaza {path}, pero no existe. Compruebe si su disco está conectado.</translation>
    </message>
    <message>
        <source>The connection to {computers} was lost. Layers of the model are there.</source>
        <translation>Se perdió la conexión con {computers}. Allí hay capas del modelo.</translation>
    </message>
    <message>
        <source>The connection to {host} broke off. Try again.</source>
        <translation>Se cortó la conexión con {host}. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The connection to {host} is not encrypted: others on the network can read chats and the key.</source>
        <translation>La conexión con {host} no está cifrada: otras personas de la red pueden leer los chats y la clave.</translation>
    </message>
    <message>
        <source>The connection was lost while the computer slept.</source>
        <translation>Se perdió la conexión mientras el equipo estaba en suspensión.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Se perdió la conexión.</translation>
    </message>
    <message>
        <source>The context of this chat is full.</source>
        <translation>El contexto de este chat está lleno.</translation>
    </message>
    <message>
        <source>The database {path} is damaged.</source>
        <translation>La base de datos {path} está dañada.</translation>
    </message>
    <message>
        <source>The description of the tool “{name}” contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>La descripción de la herramienta «{name}» contiene instrucciones para el modelo. Permita esta llamada solo si es lo que usted pidió.</translation>
    </message>
    <message>
        <source>The disk is full. The download continues when there is space.</source>
        <translation>El disco está lleno. La descarga continúa cuando haya espacio.</translation>
    </message>
    <message>
        <source>The disk is nearly full, so chats are not kept warm on it. Free some space.</source>
        <translation>El disco está casi lleno, así que los chats no se conservan en caliente en él. Libere espacio.</translation>
    </message>
    <message>
        <source>The disk of {folder} can&apos;t hold a file of this size. Choose a folder on another disk.</source>
        <translation>El disco de {folder} no admite un archivo de este tamaño. Elija una carpeta en otro disco.</translation>
    </message>
    <message>
        <source>The disk of {folder} reports an error: {reason}.</source>
        <translation>El disco de {folder} informa de un error: {reason}.</translation>
    </message>
    <message>
        <source>The disk with {folder} is almost full, and Hubbub is using its reserve. Free some space soon.</source>
        <translation>El disco de {folder} está casi lleno, y Hubbub está usando su reserva. Libere espacio pronto.</translation>
    </message>
    <message>
        <source>The draft model {name} stopped computing and is not used. Replies are written without it.</source>
        <translation>El modelo borrador {name} dejó de calcular y no se usa. Las respuestas se escriben sin él.</translation>
    </message>
    <message>
        <source>The embeddings of these texts could not be computed. Try again.</source>
        <translation>No se pudieron calcular los embeddings de estos textos. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>El motor</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while it answered this chat, the last time without its cached state. Change the message or open another model. If you ask again, one more attempt is made.</source>
        <translation>El motor falló {count} veces al responder este chat, la última sin su estado en caché. Cambie el mensaje o abra otro modelo. Si pregunta de nuevo, se hace un intento más.</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while loading {name}. Open it to try again.</source>
        <translation>El motor falló {count} veces al cargar {name}. Ábralo para intentarlo de nuevo.</translation>
    </message>
    <message>
        <source>The engine does not answer.</source>
        <translation>El motor no responde.</translation>
    </message>
    <message>
        <source>The engine does not support this computer&apos;s processor.</source>
        <translation>El motor no admite el procesador de este equipo.</translation>
    </message>
    <message>
        <source>The engine had an internal error; details are in the log. Try again.</source>
        <translation>El motor tuvo un error interno; los detalles están en el registro. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The engine is closed.</source>
        <translation>El motor está cerrado.</translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation>El motor no está en marcha.</translation>
    </message>
    <message>
        <source>The engine is of another version of Hubbub.</source>
        <translation>El motor es de otra versión de Hubbub.</translation>
    </message>
    <message>
        <source>The engine made a mistake, which is in the log. Ask again.</source>
        <translation>El motor cometió un error, que está en el registro. Pregunte de nuevo.</translation>
    </message>
    <message>
        <source>The engine runs in a sandbox.</source>
        <translation>El motor se ejecuta en un entorno aislado.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: it was started without one.</source>
        <translation>El motor se ejecuta sin entorno aislado: se inició sin él.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: this system does not provide one.</source>
        <translation>El motor se ejecuta sin entorno aislado: este sistema no ofrece ninguno.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: {device} does not work in one.</source>
        <translation>El motor se ejecuta sin entorno aislado: {device} no funciona en uno.</translation>
    </message>
    <message>
        <source>The engine stopped because of an error in Hubbub. Start Hubbub again.</source>
        <translation>El motor se detuvo por un error de Hubbub. Inicie Hubbub de nuevo.</translation>
    </message>
    <message>
        <source>The engine stopped while this was being answered.</source>
        <translation>El motor se detuvo mientras se respondía esto.</translation>
    </message>
    <message>
        <source>The engine was closed.</source>
        <translation>El motor se cerró.</translation>
    </message>
    <message>
        <source>The engine was optimized for this processor: {processor}.</source>
        <translation>El motor se optimizó para este procesador: {processor}.</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox blocks programs and connections, but not files ({reason}).</source>
        <translation>El entorno aislado del motor bloquea programas y conexiones, pero no archivos ({reason}).</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox protects files, but does not block connections ({reason}).</source>
        <translation>El entorno aislado del motor protege los archivos, pero no bloquea las conexiones ({reason}).</translation>
    </message>
    <message>
        <source>The field “{name}” can&apos;t be shown.</source>
        <translation>El campo «{name}» no se puede mostrar.</translation>
    </message>
    <message>
        <source>The file can&apos;t be read: {reason}.</source>
        <translation>El archivo no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>The file has changed on {host} since the download began, and can&apos;t be verified. Resume to start over.</source>
        <translation>El archivo ha cambiado en {host} desde que empezó la descarga y no se puede verificar. Reanude para empezar de cero.</translation>
    </message>
    <message>
        <source>The file is damaged; what could not be read was left out.</source>
        <translation>El archivo está dañado; se omitió lo que no se pudo leer.</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be locked: {reason}.</source>
        <translation>No se puede bloquear el archivo {path}: {reason}.</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be read: {reason}.</source>
        <translation>No se puede leer el archivo {path}: {reason}.</translation>
    </message>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>No se pudo escribir el archivo {path}: {reason}. Elija otra carpeta.</translation>
    </message>
    <message>
        <source>The file “{name}” can&apos;t be read.</source>
        <translation>No se puede leer el archivo «{name}».</translation>
    </message>
    <message>
        <source>The file “{name}” is damaged.</source>
        <translation>El archivo «{name}» está dañado.</translation>
    </message>
    <message>
        <source>The file “{name}” is not there any more. Remove it, and add it again.</source>
        <translation>El archivo «{name}» ya no está. Quítelo y añádalo de nuevo.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be created: {reason}.</source>
        <translation>No se puede crear la carpeta {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be emptied: {reason}.</source>
        <translation>La carpeta {folder} no se puede vaciar: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be written to: {reason}.</source>
        <translation>No se puede escribir en la carpeta {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} is missing. The download continues when it is back.</source>
        <translation>Falta la carpeta {folder}. La descarga continúa cuando vuelva a estar.</translation>
    </message>
    <message>
        <source>The form has more than {count} fields.</source>
        <translation>El formulario tiene más de {count} campos.</translation>
    </message>
    <message>
        <source>The grammar allows none of the model&apos;s tokens here. Check its character classes and the rules that follow the text so far.</source>
        <translation>La gramática no permite aquí ninguno de los tokens del modelo. Compruebe sus clases de caracteres y las reglas que siguen al texto escrito hasta ahora.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be converted: {reason}.</source>
        <translation>La gramática no se puede convertir: {reason}.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be followed: {reason}.</source>
        <translation>La gramática no se puede seguir: {reason}.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be read: {reason}.</source>
        <translation>La gramática no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>The grammar contains a character that is not valid in text.</source>
        <translation>La gramática contiene un carácter que no es válido en un texto.</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply. Use more rules.</source>
        <translation>La gramática tiene demasiados niveles de anidamiento. Use más reglas.</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous. Use fewer repetitions and alternatives that match the same text.</source>
        <translation>La gramática es demasiado ambigua. Use menos repeticiones y alternativas que coincidan con el mismo texto.</translation>
    </message>
    <message>
        <source>The grammar is too large. Use fewer rules or repetitions.</source>
        <translation>La gramática es demasiado grande. Use menos reglas o repeticiones.</translation>
    </message>
    <message>
        <source>The grammar or schema is longer than {most} KiB.</source>
        <translation>La gramática o el esquema supera los {most} KiB.</translation>
    </message>
    <message>
        <source>The grammar or schema takes too long to compile. Use a smaller one.</source>
        <translation>La gramática o el esquema tarda demasiado en compilarse. Use uno más pequeño.</translation>
    </message>
    <message>
        <source>The graphics cards have changed. Planning {model}…</source>
        <translation>Las tarjetas gráficas han cambiado. Planificando {model}…</translation>
    </message>
    <message>
        <source>The header of “{name}” is too long to read before the download.</source>
        <translation>La cabecera de «{name}» es demasiado larga para leerla antes de la descarga.</translation>
    </message>
    <message>
        <source>The hub reports an invalid size or hash for {name}.</source>
        <translation>El hub informa de un tamaño o un hash no válido para {name}.</translation>
    </message>
    <message>
        <source>The interpreter for programs is not installed. Reinstall Hubbub.</source>
        <translation>El intérprete de programas no está instalado. Reinstale Hubbub.</translation>
    </message>
    <message>
        <source>The journal of {path} could not be closed.</source>
        <translation>No se pudo cerrar el registro de {path}.</translation>
    </message>
    <message>
        <source>The key cannot be stored in {folder}: {reason}.</source>
        <translation>La clave no se puede guardar en {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The last change</source>
        <translation>El último cambio</translation>
    </message>
    <message>
        <source>The last message is not an answer that can be continued.</source>
        <translation>El último mensaje no es una respuesta que se pueda continuar.</translation>
    </message>
    <message>
        <source>The last {count:,} changes</source>
        <translation>Los últimos {count:,} cambios</translation>
    </message>
    <message>
        <source>The library that runs models does not work on this machine: {reason}</source>
        <translation>La biblioteca que ejecuta los modelos no funciona en esta máquina: {reason}</translation>
    </message>
    <message>
        <source>The limit of {count} calls in one turn is reached. Continue the answer to run this call.</source>
        <translation>Se alcanzó el límite de {count} llamadas en un turno. Continúe la respuesta para ejecutar esta llamada.</translation>
    </message>
    <message>
        <source>The load of {model} is stopped: other programs took the memory.</source>
        <translation>Se detuvo la carga de {model}: otros programas ocuparon la memoria.</translation>
    </message>
    <message>
        <source>The longest wait for a pause must be between 0 seconds and a day.</source>
        <translation>La espera más larga de una pausa debe estar entre 0 segundos y un día.</translation>
    </message>
    <message>
        <source>The message to be asked again was deleted.</source>
        <translation>Se eliminó el mensaje que se iba a preguntar de nuevo.</translation>
    </message>
    <message>
        <source>The messages of this request are too large for the engine. Shorten them.</source>
        <translation>Los mensajes de esta petición son demasiado grandes para el motor. Acórtelos.</translation>
    </message>
    <message>
        <source>The model can&apos;t read this part of the chat. Edit your message, or shorten it.</source>
        <translation>El modelo no puede leer esta parte del chat. Edite su mensaje o acórtelo.</translation>
    </message>
    <message>
        <source>The model cannot take a picture of this size and shape.</source>
        <translation>El modelo no admite una imagen de este tamaño y forma.</translation>
    </message>
    <message>
        <source>The model cannot take a sound of this length.</source>
        <translation>El modelo no admite un sonido de esta duración.</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Ask again.</source>
        <translation>El modelo no pudo calcular esta respuesta. Pregunte de nuevo.</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Try again.</source>
        <translation>El modelo no pudo calcular esta respuesta. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The model could not continue this answer. Try again.</source>
        <translation>El modelo no pudo continuar esta respuesta. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The model found no way on in this answer. Ask again.</source>
        <translation>El modelo no encontró cómo seguir en esta respuesta. Pregunte de nuevo.</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>El modelo se está cargando.</translation>
    </message>
    <message>
        <source>The model is split into {count} files, and “{part}” is missing.</source>
        <translation>El modelo está dividido en {count} archivos y falta «{part}».</translation>
    </message>
    <message>
        <source>The model of this chat is missing. Choose another one for it.</source>
        <translation>Falta el modelo de este chat. Elija otro para él.</translation>
    </message>
    <message>
        <source>The model of this chat is not on this computer any more.</source>
        <translation>El modelo de este chat ya no está en este equipo.</translation>
    </message>
    <message>
        <source>The model reads this picture in one piece, which takes {rows:,} tokens, but it was loaded for {most:,}. Send a smaller picture.</source>
        <translation>El modelo lee esta imagen de una sola vez, lo que ocupa {rows:,} tokens, pero se cargó para {most:,}. Envíe una imagen más pequeña.</translation>
    </message>
    <message>
        <source>The model repeats this call, so its turn was ended.</source>
        <translation>El modelo repite esta llamada, así que se terminó su turno.</translation>
    </message>
    <message>
        <source>The model splits a picture of this size into parts, which is not supported yet.</source>
        <translation>El modelo divide una imagen de este tamaño en partes, lo que aún no se admite.</translation>
    </message>
    <message>
        <source>The model stopped computing and was loaded again. Ask again.</source>
        <translation>El modelo dejó de calcular y se cargó de nuevo. Pregunte de nuevo.</translation>
    </message>
    <message>
        <source>The model stopped computing and was reloaded. Try again.</source>
        <translation>El modelo dejó de calcular y se recargó. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The model was unloaded.</source>
        <translation>El modelo se ha descargado de la memoria.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is broken: {reason}</source>
        <translation>La plantilla de chat del modelo es defectuosa: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long to be trusted.</source>
        <translation>La plantilla de chat del modelo es demasiado larga para ser de confianza.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves a message out: “{text}”. Remove it, or open another model.</source>
        <translation>La plantilla de chat del modelo omite un mensaje: «{text}». Quítelo o abra otro modelo.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves the picture out. Remove the picture, or open another model.</source>
        <translation>La plantilla de chat del modelo omite la imagen. Quite la imagen o abra otro modelo.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves this message out. Edit it, or open another model.</source>
        <translation>La plantilla de chat del modelo omite este mensaje. Edítelo o abra otro modelo.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template makes nothing of this message. Edit it, or open another model.</source>
        <translation>La plantilla de chat del modelo no produce nada a partir de este mensaje. Edítelo o abra otro modelo.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template refused this conversation: {reason}</source>
        <translation>La plantilla de chat del modelo rechazó esta conversación: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long for this chat. Start a new chat, or open another model.</source>
        <translation>La plantilla de chat del modelo tarda demasiado con este chat. Inicie un chat nuevo o abra otro modelo.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long. Open another model.</source>
        <translation>La plantilla de chat del modelo tarda demasiado. Abra otro modelo.</translation>
    </message>
    <message>
        <source>The model&apos;s file name can&apos;t be written as text. Rename it first.</source>
        <translation>El nombre de archivo del modelo no se puede escribir como texto. Cámbielo primero.</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary has only {size:,} tokens.</source>
        <translation>El vocabulario del modelo solo tiene {size:,} tokens.</translation>
    </message>
    <message>
        <source>The network process</source>
        <translation>El proceso de red</translation>
    </message>
    <message>
        <source>The network process runs without a sandbox: it was started without one.</source>
        <translation>El proceso de red se ejecuta sin entorno aislado: se inició sin él.</translation>
    </message>
    <message>
        <source>The network process stopped because of an error in Hubbub.</source>
        <translation>El proceso de red se detuvo por un error de Hubbub.</translation>
    </message>
    <message>
        <source>The network process stopped unexpectedly. Try again.</source>
        <translation>El proceso de red se detuvo inesperadamente. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The new backup in {folder} was not complete. The older backups are kept.</source>
        <translation>La nueva copia de seguridad en {folder} no estaba completa. Las copias anteriores se conservan.</translation>
    </message>
    <message>
        <source>The newest release has no version number.</source>
        <translation>La versión más reciente no tiene número de versión.</translation>
    </message>
    <message>
        <source>The next message loads the model.</source>
        <translation>El próximo mensaje carga el modelo.</translation>
    </message>
    <message>
        <source>The pages of “{name}” can&apos;t be drawn: the file is damaged, or too large.</source>
        <translation>Las páginas de «{name}» no se pueden dibujar: el archivo está dañado o es demasiado grande.</translation>
    </message>
    <message>
        <source>The pages of “{name}” took too long to draw and were skipped.</source>
        <translation>Las páginas de «{name}» tardaron demasiado en dibujarse y se omitieron.</translation>
    </message>
    <message>
        <source>The pause before writing must be between 0 seconds and a day.</source>
        <translation>La pausa antes de escribir debe estar entre 0 segundos y un día.</translation>
    </message>
    <message>
        <source>The picture changed on its way to the model. Remove it and add it again.</source>
        <translation>La imagen cambió en su camino al modelo. Quítela y añádala de nuevo.</translation>
    </message>
    <message>
        <source>The picture could not be processed. There may be too little memory.</source>
        <translation>No se pudo procesar la imagen. Puede que haya muy poca memoria.</translation>
    </message>
    <message>
        <source>The picture could not be read. Remove it and add it again.</source>
        <translation>No se pudo leer la imagen. Quítela y añádala de nuevo.</translation>
    </message>
    <message>
        <source>The picture has too many pixels.</source>
        <translation>La imagen tiene demasiados píxeles.</translation>
    </message>
    <message>
        <source>The picture is too large to be sent to the model. Send a smaller one.</source>
        <translation>La imagen es demasiado grande para enviarla al modelo. Envíe una más pequeña.</translation>
    </message>
    <message>
        <source>The picture is too long and thin: {width} x {height} pixels.</source>
        <translation>La imagen es demasiado larga y estrecha: {width} x {height} píxeles.</translation>
    </message>
    <message>
        <source>The picture would take {rows:,} tokens, more than the limit of {most:,}.</source>
        <translation>La imagen ocuparía {rows:,} tokens, más que el límite de {most:,}.</translation>
    </message>
    <message>
        <source>The pictures of this chat are too large to be sent together.</source>
        <translation>Las imágenes de este chat son demasiado grandes para enviarlas juntas.</translation>
    </message>
    <message>
        <source>The port must be between 0 and 65,535.</source>
        <translation>El puerto debe estar entre 0 y 65535.</translation>
    </message>
    <message>
        <source>The process</source>
        <translation>El proceso</translation>
    </message>
    <message>
        <source>The process of the program ended unexpectedly. Try a simpler program.</source>
        <translation>El proceso del programa terminó inesperadamente. Pruebe un programa más sencillo.</translation>
    </message>
    <message>
        <source>The program is running.</source>
        <translation>El programa se está ejecutando.</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install it, or enter its full path.</source>
        <translation>No se encontró el programa «{program}». Instálelo o introduzca su ruta completa.</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install {package}, or enter the full path of “{program}”.</source>
        <translation>No se encontró el programa «{program}». Instale {package} o introduzca la ruta completa de «{program}».</translation>
    </message>
    <message>
        <source>The projector cannot process this picture.</source>
        <translation>El proyector no puede procesar esta imagen.</translation>
    </message>
    <message>
        <source>The projector cannot process this sound.</source>
        <translation>El proyector no puede procesar este sonido.</translation>
    </message>
    <message>
        <source>The projector is no longer loaded.</source>
        <translation>El proyector ya no está cargado.</translation>
    </message>
    <message>
        <source>The proxy of this computer can&apos;t be used: {reason}</source>
        <translation>El proxy de este equipo no se puede usar: {reason}</translation>
    </message>
    <message>
        <source>The proxy of this computer needs a user name and a password. Set them there.</source>
        <translation>El proxy de este equipo necesita un nombre de usuario y una contraseña. Establézcalos allí.</translation>
    </message>
    <message>
        <source>The proxy of this computer refuses the connection: {reason}.</source>
        <translation>El proxy de este equipo rechaza la conexión: {reason}.</translation>
    </message>
    <message>
        <source>The reading of this file broke off.</source>
        <translation>La lectura de este archivo se cortó.</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>Se canceló la petición.</translation>
    </message>
    <message>
        <source>The schema keyword “{name}” at {place} is not supported. Remove it.</source>
        <translation>La palabra clave de esquema «{name}» en {place} no se admite. Quítela.</translation>
    </message>
    <message>
        <source>The schemas of “allOf” at {place} have more than {most} patterns for one text. Use fewer.</source>
        <translation>Los esquemas de «allOf» en {place} tienen más de {most} patrones para un mismo texto. Use menos.</translation>
    </message>
    <message>
        <source>The schemas of “oneOf” at {place} may overlap. Use “anyOf”.</source>
        <translation>Los esquemas de «oneOf» en {place} pueden solaparse. Use «anyOf».</translation>
    </message>
    <message>
        <source>The search for models</source>
        <translation>El servicio de búsqueda de modelos</translation>
    </message>
    <message>
        <source>The search for models failed. Try again.</source>
        <translation>Falló la búsqueda de modelos. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The server at {host} is not one that Hubbub supports. Check the port.</source>
        <translation>El servidor en {host} no es de los que admite Hubbub. Compruebe el puerto.</translation>
    </message>
    <message>
        <source>The server has changed the description or the arguments of this tool since you allowed it. The description is now: “{description}”</source>
        <translation>El servidor ha cambiado la descripción o los argumentos de esta herramienta desde que la permitió. La descripción es ahora: «{description}»</translation>
    </message>
    <message>
        <source>The server named a page that is not a web address.</source>
        <translation>El servidor indicó una página que no es una dirección web.</translation>
    </message>
    <message>
        <source>The server of this tool is not set up any more.</source>
        <translation>El servidor de esta herramienta ya no está configurado.</translation>
    </message>
    <message>
        <source>The server redirected to {host}, which is in a private network. It was not opened.</source>
        <translation>El servidor redirigió a {host}, que está en una red privada. No se abrió.</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path}: {reason}. They apply until Hubbub quits.</source>
        <translation>Los ajustes no se pudieron guardar en {path}: {reason}. Se aplican hasta que se cierre Hubbub.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged, and the file could not be renamed: {reason}.</source>
        <translation>Los ajustes de {path} están dañados, y no se pudo cambiar el nombre del archivo: {reason}.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged. The file was renamed to “{aside}”, and all settings were reset to their defaults.</source>
        <translation>Los ajustes de {path} están dañados. El nombre del archivo se cambió a «{aside}» y todos los ajustes se restablecieron a sus valores predeterminados.</translation>
    </message>
    <message>
        <source>The settings in {path} can&apos;t be read: {reason}. All settings have their default values.</source>
        <translation>Los ajustes de {path} no se pueden leer: {reason}. Todos los ajustes tienen sus valores predeterminados.</translation>
    </message>
    <message>
        <source>The settings keep the model off the graphics card.</source>
        <translation>Los ajustes mantienen el modelo fuera de la tarjeta gráfica.</translation>
    </message>
    <message>
        <source>The shares of the graphics cards must not be negative.</source>
        <translation>Las partes de las tarjetas gráficas no deben ser negativas.</translation>
    </message>
    <message>
        <source>The sign-in was cancelled.</source>
        <translation>Se canceló el inicio de sesión.</translation>
    </message>
    <message>
        <source>The sign-in was refused.</source>
        <translation>Se rechazó el inicio de sesión.</translation>
    </message>
    <message>
        <source>The sound changed on its way to the model. Remove it and add it again.</source>
        <translation>El sonido cambió en su camino al modelo. Quítelo y añádalo de nuevo.</translation>
    </message>
    <message>
        <source>The sound could not be processed. There may be too little memory.</source>
        <translation>No se pudo procesar el sonido. Puede que haya muy poca memoria.</translation>
    </message>
    <message>
        <source>The sound is too long; the limit is {count:,} minutes.</source>
        <translation>El sonido es demasiado largo; el límite es de {count:,} minutos.</translation>
    </message>
    <message>
        <source>The step target must be between 1 ms and 10 s.</source>
        <translation>El objetivo de paso debe estar entre 1 ms y 10 s.</translation>
    </message>
    <message>
        <source>The system names no home folder for this user. Start Hubbub with --data FOLDER to choose where its files go.</source>
        <translation>El sistema no indica ninguna carpeta personal para este usuario. Inicie Hubbub con --data FOLDER para elegir dónde van sus archivos.</translation>
    </message>
    <message>
        <source>The text {text} is not a JSON string.</source>
        <translation>El texto {text} no es una cadena JSON.</translation>
    </message>
    <message>
        <source>The tool server process</source>
        <translation>El proceso de servidores de herramientas</translation>
    </message>
    <message>
        <source>The tool server process stopped unexpectedly. Try again.</source>
        <translation>El proceso de servidores de herramientas se detuvo inesperadamente. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The tool “{name}” is not available now.</source>
        <translation>La herramienta «{name}» no está disponible ahora.</translation>
    </message>
    <message>
        <source>The {name} must be {lower} and {upper}, not {value}.</source>
        <translation>«{name}»: el valor debe ser {lower} y {upper}, no {value}.</translation>
    </message>
    <message>
        <source>The {name} must lie between {low:,} and {high:,}, not {value}.</source>
        <translation>«{name}»: el valor debe estar entre {low:,} y {high:,}, no {value}.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>No existe el archivo {path}.</translation>
    </message>
    <message>
        <source>There is no file “{name}”. The files are: {names}.</source>
        <translation>No existe el archivo «{name}». Los archivos son: {names}.</translation>
    </message>
    <message>
        <source>There is no file “{path}”. Enter its full path.</source>
        <translation>No existe el archivo «{path}». Introduzca su ruta completa.</translation>
    </message>
    <message>
        <source>There is no folder that could be written to: {reason}.</source>
        <translation>No hay ninguna carpeta en la que se pueda escribir: {reason}.</translation>
    </message>
    <message>
        <source>There is no folder “{folder}”.</source>
        <translation>No existe la carpeta «{folder}».</translation>
    </message>
    <message>
        <source>There is no message to answer.</source>
        <translation>No hay ningún mensaje que responder.</translation>
    </message>
    <message>
        <source>There is no model “{id}”.</source>
        <translation>No existe el modelo «{id}».</translation>
    </message>
    <message>
        <source>There is no other chat “{name}”. Search for it first.</source>
        <translation>No hay ningún otro chat «{name}». Búsquelo primero.</translation>
    </message>
    <message>
        <source>There is no room left in the model&apos;s memory for this chat. Set a larger context per chat, or begin a new one.</source>
        <translation>No queda espacio en la memoria del modelo para este chat. Establezca un contexto mayor por chat o empiece uno nuevo.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. Nothing older is lost; make room and try again.</source>
        <translation>No queda espacio en el disco de {folder}. No se pierde nada anterior; libere espacio e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>There is no text to read. Add text, or choose files.</source>
        <translation>No hay texto que leer. Añada texto o elija archivos.</translation>
    </message>
    <message>
        <source>There is no text. Paste the JSON that the server&apos;s page shows.</source>
        <translation>No hay texto. Pegue el JSON que muestra la página del servidor.</translation>
    </message>
    <message>
        <source>There is no time zone “{name}”. Use a name such as Europe/Berlin, or an offset such as UTC+2.</source>
        <translation>No existe la zona horaria «{name}». Use un nombre como Europe/Berlin o un desfase como UTC+2.</translation>
    </message>
    <message>
        <source>There is not enough memory on {names}.</source>
        <translation>No hay memoria suficiente en {names}.</translation>
    </message>
    <message>
        <source>There is not enough memory to listen to this sound. Close other programs, or send a shorter one.</source>
        <translation>No hay memoria suficiente para escuchar este sonido. Cierre otros programas o envíe uno más corto.</translation>
    </message>
    <message>
        <source>There is not enough memory to look at this picture. Close other programs, or send a smaller one.</source>
        <translation>No hay memoria suficiente para mirar esta imagen. Cierre otros programas o envíe una más pequeña.</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}.</source>
        <translation>No hay espacio suficiente en {folder}.</translation>
    </message>
    <message>
        <source>There may be up to 64 stop strings of up to 1,000 characters.</source>
        <translation>Puede haber hasta 64 cadenas de parada de hasta 1000 caracteres.</translation>
    </message>
    <message>
        <source>This SearXNG server does not answer programs. Its owner can allow JSON: add “json” to “formats” under “search” in its settings.yml.</source>
        <translation>Este servidor SearXNG no responde a programas. Su propietario puede permitir JSON: añadir «json» a «formats» en «search» en su settings.yml.</translation>
    </message>
    <message>
        <source>This answer does not belong to a message of yours.</source>
        <translation>Esta respuesta no pertenece a ningún mensaje suyo.</translation>
    </message>
    <message>
        <source>This archive can&apos;t be read: {reason}.</source>
        <translation>Este archivo comprimido no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>This archive only holds other archives. Unpack it, and import those.</source>
        <translation>Este archivo comprimido solo contiene otros archivos comprimidos. Descomprímalo e importe esos.</translation>
    </message>
    <message>
        <source>This build of Hubbub can&apos;t read sounds.</source>
        <translation>Esta compilación de Hubbub no puede leer sonidos.</translation>
    </message>
    <message>
        <source>This build of Hubbub does not support pictures. Choose no projector.</source>
        <translation>Esta compilación de Hubbub no admite imágenes. No elija ningún proyector.</translation>
    </message>
    <message>
        <source>This build of Hubbub supports the processor only.</source>
        <translation>Esta compilación de Hubbub solo admite el procesador.</translation>
    </message>
    <message>
        <source>This chat does not exist any more.</source>
        <translation>Este chat ya no existe.</translation>
    </message>
    <message>
        <source>This chat has filled the model&apos;s memory. Set a larger context per chat, or start a new chat.</source>
        <translation>Este chat ha llenado la memoria del modelo. Establezca un contexto mayor por chat o inicie un chat nuevo.</translation>
    </message>
    <message>
        <source>This chat has only {count:,} messages.</source>
        <translation>Este chat solo tiene {count:,} mensajes.</translation>
    </message>
    <message>
        <source>This comparison does not exist any more.</source>
        <translation>Esta comparación ya no existe.</translation>
    </message>
    <message>
        <source>This computer has no keyring that could store a key.</source>
        <translation>Este equipo no tiene ningún llavero que pueda guardar una clave.</translation>
    </message>
    <message>
        <source>This computer has no keyring. Set HF_TOKEN instead.</source>
        <translation>Este equipo no tiene llavero. Establezca HF_TOKEN en su lugar.</translation>
    </message>
    <message>
        <source>This computer has no usable keyring. The key is in a file that only you can read.</source>
        <translation>Este equipo no tiene ningún llavero utilizable. La clave está en un archivo que solo usted puede leer.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring cannot be used: {reason}. Set HF_TOKEN instead.</source>
        <translation>El llavero de este equipo no se puede usar: {reason}. Establezca HF_TOKEN en su lugar.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring does not answer. Unlock it, and try again.</source>
        <translation>El llavero de este equipo no responde. Desbloquéelo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring was not unlocked, so nothing in it was read or replaced. Unlock it, and try again.</source>
        <translation>El llavero de este equipo no se desbloqueó, así que no se leyó ni se reemplazó nada de él. Desbloquéelo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>This download has an invalid piece size.</source>
        <translation>Esta descarga tiene un tamaño de trozo no válido.</translation>
    </message>
    <message>
        <source>This download has no files, or two files of the same name.</source>
        <translation>Esta descarga no tiene archivos, o tiene dos con el mismo nombre.</translation>
    </message>
    <message>
        <source>This file could not be read in time. Check the disk that it is on.</source>
        <translation>Este archivo no se pudo leer a tiempo. Compruebe el disco en el que está.</translation>
    </message>
    <message>
        <source>This file takes more memory than an import may have.</source>
        <translation>Este archivo necesita más memoria de la que puede tener una importación.</translation>
    </message>
    <message>
        <source>This folder already has a file {name}. Move it, then resume.</source>
        <translation>Esta carpeta ya tiene un archivo {name}. Muévalo y reanude.</translation>
    </message>
    <message>
        <source>This is not a complete access token. Paste all of it.</source>
        <translation>Este no es un token de acceso completo. Péguelo entero.</translation>
    </message>
    <message>
        <source>This is not a file but a folder or a device.</source>
        <translation>Esto no es un archivo, sino una carpeta o un dispositivo.</translation>
    </message>
    <message>
        <source>This is not the address of a page: {address}.</source>
        <translation>Esta no es la dirección de una página: {address}.</translation>
    </message>
    <message>
        <source>This is not the address of a server: {address}. It looks like http://rack:8000.</source>
        <translation>Esta no es la dirección de un servidor: {address}. Tiene el aspecto de http://rack:8000.</translation>
    </message>
    <message>
        <source>This key contains characters that are not valid in a key. Copy it again.</source>
        <translation>Esta clave contiene caracteres que no son válidos en una clave. Cópiela de nuevo.</translation>
    </message>
    <message>
        <source>This looks like YAML, which is not supported. Paste the JSON of the server.</source>
        <translation>Esto parece YAML, que no se admite. Pegue el JSON del servidor.</translation>
    </message>
    <message>
        <source>This message and its context need about {count:,} tokens, but the model there holds {context_window:,}. Shorten it, or choose another model.</source>
        <translation>Este mensaje y su contexto necesitan unos {count:,} tokens, pero el modelo de allí admite {context_window:,}. Acórtelo o elija otro modelo.</translation>
    </message>
    <message>
        <source>This message and its context need {count:,} tokens, but a chat can hold {context_window:,}. Shorten it, or raise “Context length” in the settings.</source>
        <translation>Este mensaje y su contexto necesitan {count:,} tokens, pero un chat admite {context_window:,}. Acórtelo o aumente «Longitud del contexto» en los ajustes.</translation>
    </message>
    <message>
        <source>This message does not exist any more.</source>
        <translation>Este mensaje ya no existe.</translation>
    </message>
    <message>
        <source>This message is damaged: it is not what was stored, and no backup holds that.</source>
        <translation>Este mensaje está dañado: no es lo que se guardó, y ninguna copia de seguridad lo contiene.</translation>
    </message>
    <message>
        <source>This message needs {count:,} tokens with what belongs to it, but each chat may hold {context_window:,}. Shorten it, or set a larger context per chat in the settings.</source>
        <translation>Este mensaje necesita {count:,} tokens con lo que lo acompaña, pero cada chat admite {context_window:,}. Acórtelo o establezca un contexto mayor por chat en los ajustes.</translation>
    </message>
    <message>
        <source>This model can&apos;t see pictures. Remove them, or choose a vision model.</source>
        <translation>Este modelo no puede ver imágenes. Quítelas o elija un modelo de visión.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template omits such a text. Open another model.</source>
        <translation>La plantilla de chat de este modelo omite un texto así. Abra otro modelo.</translation>
    </message>
    <message>
        <source>This number is too large.</source>
        <translation>Este número es demasiado grande.</translation>
    </message>
    <message>
        <source>This request is not allowed.</source>
        <translation>Esta petición no está permitida.</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a Lark grammar. Remove it.</source>
        <translation>Este servidor no puede seguir una gramática Lark. Quítela.</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a grammar. Use a JSON schema, or remove it.</source>
        <translation>Este servidor no puede seguir una gramática. Use un esquema JSON o quítela.</translation>
    </message>
    <message>
        <source>This server offers no model. Load one there first.</source>
        <translation>Este servidor no ofrece ningún modelo. Cargue antes uno allí.</translation>
    </message>
    <message>
        <source>This source does not exist any more.</source>
        <translation>Esta fuente ya no existe.</translation>
    </message>
    <message>
        <source>This source has {count:,} tokens, and {limit:,} fit into a chat. Choose a part of it, or raise “Context length” in the settings.</source>
        <translation>Esta fuente tiene {count:,} tokens, y en un chat caben {limit:,}. Elija una parte o aumente «Longitud del contexto» en los ajustes.</translation>
    </message>
    <message>
        <source>This text can&apos;t be read: {reason}.</source>
        <translation>Este texto no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>This text contains an incomplete character and can&apos;t be sent. Type it again.</source>
        <translation>Este texto contiene un carácter incompleto y no se puede enviar. Escríbalo de nuevo.</translation>
    </message>
    <message>
        <source>This text contains no server. Paste the part that begins with “mcpServers”.</source>
        <translation>Este texto no contiene ningún servidor. Pegue la parte que empieza por «mcpServers».</translation>
    </message>
    <message>
        <source>This text is too long to be the settings of servers.</source>
        <translation>Este texto es demasiado largo para ser los ajustes de servidores.</translation>
    </message>
    <message>
        <source>This version called tools, which run for the first version only. Continue it to run them.</source>
        <translation>Esta versión llamó a herramientas, que solo se ejecutan para la primera versión. Continúela para ejecutarlas.</translation>
    </message>
    <message>
        <source>To use a graphics card, add a GPU pack under Settings, Engine.</source>
        <translation>Para usar una tarjeta gráfica, añada un paquete de GPU en Ajustes, Motor.</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>Demasiados niveles de enlaces simbólicos</translation>
    </message>
    <message>
        <source>Too many long requests are waiting.</source>
        <translation>Hay demasiadas peticiones largas en espera.</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>Demasiados archivos abiertos</translation>
    </message>
    <message>
        <source>Unloading {others} to make room for {model}…</source>
        <translation>Descargando {others} de la memoria para hacer sitio a {model}…</translation>
    </message>
    <message>
        <source>Waiting for a slot: {count:,} of {count:,} in use, position {place:,}</source>
        <translation>Esperando una ranura: {count:,} de {count:,} en uso, posición {place:,}</translation>
    </message>
    <message>
        <source>Waiting for the model to load, position {place:,}</source>
        <translation>Esperando a que se cargue el modelo, posición {place:,}</translation>
    </message>
    <message>
        <source>Waiting for {host}.</source>
        <translation>Esperando a {host}.</translation>
    </message>
    <message>
        <source>Waiting for {name}. Next attempt in {seconds:,} s.</source>
        <translation>Esperando a {name}. Próximo intento en {seconds:,} s.</translation>
    </message>
    <message>
        <source>Wikipedia refused the search: {said}</source>
        <translation>Wikipedia rechazó la búsqueda: {said}</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>Probabilidad XTC</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>Umbral XTC</translation>
    </message>
    <message>
        <source>Your credit at {name} is used up: {said}</source>
        <translation>Su crédito en {name} se ha agotado: {said}</translation>
    </message>
    <message>
        <source>[File “{name}” of type {kind} with {count:,} bytes]</source>
        <translation>[Archivo «{name}» de tipo {kind} con {count:,} bytes]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is damaged.]</source>
        <translation>[«{name}» ({kind}) está dañado.]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is too large and was omitted.]</source>
        <translation>[«{name}» ({kind}) es demasiado grande y se omitió.]</translation>
    </message>
    <message>
        <source>[“{name}” was omitted: the result is too large.]</source>
        <translation>[«{name}» se omitió: el resultado es demasiado grande.]</translation>
    </message>
    <message>
        <source>`{name}` is missing.</source>
        <translation>Falta `{name}`.</translation>
    </message>
    <message>
        <source>`{name}` is unknown. The properties are {known}.</source>
        <translation>`{name}` es desconocido. Las propiedades son {known}.</translation>
    </message>
    <message>
        <source>a JSON text</source>
        <translation>un texto JSON</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>un documento PDF</translation>
    </message>
    <message>
        <source>a PyTorch model</source>
        <translation>un modelo PyTorch</translation>
    </message>
    <message>
        <source>a ZIP archive or a PyTorch model</source>
        <translation>un archivo ZIP o un modelo PyTorch</translation>
    </message>
    <message>
        <source>a colon is missing</source>
        <translation>faltan dos puntos</translation>
    </message>
    <message>
        <source>a comma is missing</source>
        <translation>falta una coma</translation>
    </message>
    <message>
        <source>a compressed archive; unpack it first</source>
        <translation>un archivo comprimido; descomprímalo primero</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>una base de datos</translation>
    </message>
    <message>
        <source>a field is too wide</source>
        <translation>un campo es demasiado ancho</translation>
    </message>
    <message>
        <source>a filling is too wide</source>
        <translation>un relleno es demasiado ancho</translation>
    </message>
    <message>
        <source>a model in the old GGJT format, which preceded GGUF</source>
        <translation>un modelo en el antiguo formato GGJT, anterior a GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGMF format, which preceded GGUF</source>
        <translation>un modelo en el antiguo formato GGMF, anterior a GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGML format, which preceded GGUF</source>
        <translation>un modelo en el antiguo formato GGML, anterior a GGUF</translation>
    </message>
    <message>
        <source>a name in double quotes is missing</source>
        <translation>falta un nombre entre comillas dobles</translation>
    </message>
    <message>
        <source>a number becomes too large</source>
        <translation>un número se hace demasiado grande</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>una imagen</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>un programa</translation>
    </message>
    <message>
        <source>a repetition is too long</source>
        <translation>una repetición es demasiado larga</translation>
    </message>
    <message>
        <source>a row of “{table}” refers to a row that is missing</source>
        <translation>una fila de «{table}» hace referencia a una fila que falta</translation>
    </message>
    <message>
        <source>a safetensors model; Hubbub needs the GGUF format</source>
        <translation>un modelo safetensors; Hubbub necesita el formato GGUF</translation>
    </message>
    <message>
        <source>a text becomes too long</source>
        <translation>un texto se hace demasiado largo</translation>
    </message>
    <message>
        <source>a text is not terminated</source>
        <translation>un texto no está terminado</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>falta un valor</translation>
    </message>
    <message>
        <source>a web page; the download has probably failed</source>
        <translation>una página web; es probable que la descarga haya fallado</translation>
    </message>
    <message>
        <source>above {low}</source>
        <translation>mayor que {low}</translation>
    </message>
    <message>
        <source>adaptive-p decay</source>
        <translation>decaimiento de adaptive-p</translation>
    </message>
    <message>
        <source>adaptive-p target</source>
        <translation>objetivo de adaptive-p</translation>
    </message>
    <message>
        <source>as set in the settings</source>
        <translation>según los ajustes</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>como mínimo {low}</translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation>como máximo {high}</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>tamaño de lote</translation>
    </message>
    <message>
        <source>below {high}</source>
        <translation>menor que {high}</translation>
    </message>
    <message>
        <source>calls of tools in one turn</source>
        <translation>llamadas a herramientas en un turno</translation>
    </message>
    <message>
        <source>characters cannot be translated here</source>
        <translation>aquí no se pueden convertir caracteres</translation>
    </message>
    <message>
        <source>context per chat</source>
        <translation>contexto por chat</translation>
    </message>
    <message>
        <source>describes a network that cannot be computed; download it again</source>
        <translation>describe una red que no se puede calcular; descárguelo de nuevo</translation>
    </message>
    <message>
        <source>does not say what kind of model it is</source>
        <translation>no indica qué tipo de modelo es</translation>
    </message>
    <message>
        <source>download speed</source>
        <translation>velocidad de descarga</translation>
    </message>
    <message>
        <source>downloads at once</source>
        <translation>descargas a la vez</translation>
    </message>
    <message>
        <source>dynamic temperature exponent</source>
        <translation>exponente de la temperatura dinámica</translation>
    </message>
    <message>
        <source>dynamic temperature range</source>
        <translation>intervalo de la temperatura dinámica</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>código de salida {code}</translation>
    </message>
    <message>
        <source>frequency penalty</source>
        <translation>penalización por frecuencia</translation>
    </message>
    <message>
        <source>has a damaged header</source>
        <translation>tiene una cabecera dañada</translation>
    </message>
    <message>
        <source>has the same token twice in its vocabulary; download it again</source>
        <translation>tiene el mismo token dos veces en su vocabulario; descárguelo de nuevo</translation>
    </message>
    <message>
        <source>holds only a vocabulary and no model</source>
        <translation>solo contiene un vocabulario y ningún modelo</translation>
    </message>
    <message>
        <source>holds only the vision part of a model; open the model that it belongs to</source>
        <translation>solo contiene la parte visual de un modelo; abra el modelo al que pertenece</translation>
    </message>
    <message>
        <source>is a GGUF file for big-endian machines, which is not supported</source>
        <translation>es un archivo GGUF para máquinas big-endian, que no se admite</translation>
    </message>
    <message>
        <source>is a GGUF file of version {version}, which is not supported</source>
        <translation>es un archivo GGUF de la versión {version}, que no se admite</translation>
    </message>
    <message>
        <source>is a LoRA adapter for another model; open that model instead</source>
        <translation>es un adaptador LoRA para otro modelo; abra ese modelo en su lugar</translation>
    </message>
    <message>
        <source>is a reranking model: it sorts texts and cannot chat; open a chat model</source>
        <translation>es un modelo de reordenación: ordena textos y no puede conversar; abra un modelo de chat</translation>
    </message>
    <message>
        <source>is an embedding model: it compares texts and cannot chat. Open a chat model; programs use this one by its name</source>
        <translation>es un modelo de embeddings: compara textos y no puede chatear. Abra un modelo de chat; los programas usan este por su nombre</translation>
    </message>
    <message>
        <source>memory for chats without a slot</source>
        <translation>memoria para chats sin ranura</translation>
    </message>
    <message>
        <source>the address to {website}</source>
        <translation>la dirección a {website}</translation>
    </message>
    <message>
        <source>{address} takes about {held} of the {free} that it has free.</source>
        <translation>{address} se encarga de unos {held} de los {free} que tiene libres.</translation>
    </message>
    <message>
        <source>{count:,} chats could not be understood.</source>
        <translation>No se pudieron entender {count:,} chats.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as each of them is larger than {most:,} MB.</source>
        <translation>Se omitieron {count:,} chats, porque cada uno supera los {most:,} MB.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as reading them takes too much memory.</source>
        <translation>Se omitieron {count:,} chats, porque leerlos necesita demasiada memoria.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as their JSON is nested more than {most:,} levels deep.</source>
        <translation>Se omitieron {count:,} chats, porque su JSON tiene más de {most:,} niveles de anidamiento.</translation>
    </message>
    <message>
        <source>{file}: No chats were found in this file.</source>
        <translation>{file}: no se encontró ningún chat en este archivo.</translation>
    </message>
    <message>
        <source>{host} is not a public address. Only public web pages can be read.</source>
        <translation>{host} no es una dirección pública. Solo se pueden leer páginas web públicas.</translation>
    </message>
    <message>
        <source>{host} is not working ({status}). Try again later.</source>
        <translation>{host} no funciona ({status}). Inténtelo más tarde.</translation>
    </message>
    <message>
        <source>{messages:,} messages in {conversations:,} chats were recovered.</source>
        <translation>Se recuperaron {messages:,} mensajes en {conversations:,} chats.</translation>
    </message>
    <message>
        <source>{name} is not working ({status}). Try again later.</source>
        <translation>{name} no funciona ({status}). Inténtelo más tarde.</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last loads. Choose it in a chat, or start `hubbub serve` with it as --model.</source>
        <translation>{name} no se cargó: el motor o el equipo se detuvo durante sus últimas cargas. Elíjalo en un chat, o inicie `hubbub serve` con él como --model.</translation>
    </message>
    <message>
        <source>{reason} What you write now is lost when Hubbub quits.</source>
        <translation>{reason} Lo que escriba ahora se pierde al salir de Hubbub.</translation>
    </message>
    <message>
        <source>“{name}” has no file with text.</source>
        <translation>«{name}» no tiene ningún archivo con texto.</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size}; the limit for PDFs and documents is {most}).</source>
        <translation>«{name}» es demasiado grande ({size}; el límite para PDF y documentos es {most}).</translation>
    </message>
    <message>
        <source>is an imatrix file; open a model instead</source>
        <translation>es un archivo imatrix; abra un modelo en su lugar</translation>
    </message>
    <message>
        <source>A chat has more than {most:,} parts. It was left out, with everything after it in the file.</source>
        <translation>Un chat tiene más de {most:,} partes. Se omitió, con todo lo que lo sigue en el archivo.</translation>
    </message>
    <message>
        <source>An unexpected error occurred. Your chats are stored; the details below can be copied into a report.</source>
        <translation>Se produjo un error inesperado. Sus chats están guardados; los detalles de abajo se pueden copiar en un informe.</translation>
    </message>
    <message>
        <source>Another program holds the chats in {path} open. Close it and try again.</source>
        <translation>Otro programa mantiene abiertos los chats de {path}. Ciérrelo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Most of the file holds no chats, so its end was skipped.</source>
        <translation>La mayor parte del archivo no son chats, así que se omitió su final.</translation>
    </message>
    <message>
        <source>One chat could not be understood.</source>
        <translation>No se pudo entender un chat.</translation>
    </message>
    <message>
        <source>One chat was left out, as it is larger than {most:,} MB.</source>
        <translation>Se omitió un chat, porque supera los {most:,} MB.</translation>
    </message>
    <message>
        <source>One chat was left out, as its JSON is nested more than {most:,} levels deep.</source>
        <translation>Se omitió un chat, porque su JSON tiene más de {most:,} niveles de anidamiento.</translation>
    </message>
    <message>
        <source>One chat was left out, as reading it takes too much memory.</source>
        <translation>Se omitió un chat, porque leerlo necesita demasiada memoria.</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damage ({fault}). Close Hubbub and start it again: it keeps the damaged file and continues with all that can be read.</source>
        <translation>La comprobación semanal de los chats encontró daños ({fault}). Cierre Hubbub e inícielo de nuevo: conserva el archivo dañado y continúa con todo lo que se pueda leer.</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damaged messages: {damaged:,}. Restored from a backup: {restored:,}. The others are marked.</source>
        <translation>La comprobación semanal de los chats encontró mensajes dañados: {damaged:,}. Restaurados de una copia de seguridad: {restored:,}. Los demás están marcados.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. The chats can be read, but new messages are not saved. Free some space, and restart Hubbub.</source>
        <translation>No queda espacio en el disco de {folder}. Los chats se pueden leer, pero los mensajes nuevos no se guardan. Libere espacio y reinicie Hubbub.</translation>
    </message>
    <message>
        <source>This archive holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>Este archivo comprimido no contiene chats que Hubbub pueda importar. Lee exportaciones de {programs}.</translation>
    </message>
    <message>
        <source>This chat does not exist any more, or is in the trash.</source>
        <translation>Este chat ya no existe, o está en la papelera.</translation>
    </message>
    <message>
        <source>This chat has no message of yours to answer.</source>
        <translation>Este chat no tiene ningún mensaje suyo que responder.</translation>
    </message>
    <message>
        <source>This chat is not in the trash any more.</source>
        <translation>Este chat ya no está en la papelera.</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>Todavía se está respondiendo en este chat. Detenga antes esa respuesta.</translation>
    </message>
    <message>
        <source>This file holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>Este archivo no contiene chats que Hubbub pueda importar. Lee exportaciones de {programs}.</translation>
    </message>
    <message>
        <source>This folder holds no chats that Hubbub can import.</source>
        <translation>Esta carpeta no contiene chats que Hubbub pueda importar.</translation>
    </message>
    <message>
        <source>This folder holds no files with chats (.json, .jsonl, .zip).</source>
        <translation>Esta carpeta no contiene archivos con chats (.json, .jsonl, .zip).</translation>
    </message>
    <message>
        <source>This model does not support pictures.</source>
        <translation>Este modelo no admite imágenes.</translation>
    </message>
    <message>
        <source>This model does not support pictures. Open one that does, or remove the picture.</source>
        <translation>Este modelo no admite imágenes. Abra uno que las admita o quite la imagen.</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>Este modelo no admite sonidos.</translation>
    </message>
    <message>
        <source>This model does not support sounds. Open one that does, or remove the sound.</source>
        <translation>Este modelo no admite sonidos. Abra uno que los admita o quite el sonido.</translation>
    </message>
    <message>
        <source>This model does not support sounds. Remove them, or choose a model that does.</source>
        <translation>Este modelo no admite sonidos. Quítelos o elija un modelo que los admita.</translation>
    </message>
    <message>
        <source>disk space for chats</source>
        <translation>espacio en disco para chats</translation>
    </message>
    <message>
        <source>is not a GGUF model file</source>
        <translation>no es un archivo de modelo GGUF</translation>
    </message>
    <message>
        <source>it belongs to another program</source>
        <translation>pertenece a otro programa</translation>
    </message>
    <message>
        <source>it can&apos;t be reached ({reason}).</source>
        <translation>no se puede acceder a él ({reason}).</translation>
    </message>
    <message>
        <source>it closed the connection: it is not an RPC server, or one of another version.</source>
        <translation>cerró la conexión: no es un servidor RPC, o es de otra versión.</translation>
    </message>
    <message>
        <source>it could not be loaded.</source>
        <translation>no se pudo cargar.</translation>
    </message>
    <message>
        <source>it could not be tested: {reason}.</source>
        <translation>no se pudo probar: {reason}.</translation>
    </message>
    <message>
        <source>it does not answer.</source>
        <translation>no responde.</translation>
    </message>
    <message>
        <source>it gave no reason.</source>
        <translation>no dio ningún motivo.</translation>
    </message>
    <message>
        <source>it has a content encoding that was not requested</source>
        <translation>tiene una codificación de contenido que no se pidió</translation>
    </message>
    <message>
        <source>it has neither a command nor an address</source>
        <translation>no tiene ni comando ni dirección</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>no tiene nombre</translation>
    </message>
    <message>
        <source>it has no usable device.</source>
        <translation>no tiene ningún dispositivo utilizable.</translation>
    </message>
    <message>
        <source>it holds triggers or views, which no version of Hubbub makes</source>
        <translation>contiene disparadores o vistas, que ninguna versión de Hubbub crea</translation>
    </message>
    <message>
        <source>it is busy with another program, or hangs. An RPC server serves one program at a time.</source>
        <translation>está ocupado con otro programa o bloqueado. Un servidor RPC atiende un programa a la vez.</translation>
    </message>
    <message>
        <source>it is not an RPC client, or a library is missing.</source>
        <translation>no es un cliente RPC, o falta una biblioteca.</translation>
    </message>
    <message>
        <source>it is not an RPC server.</source>
        <translation>no es un servidor RPC.</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>no es un objeto</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>es demasiado largo</translation>
    </message>
    <message>
        <source>it is too short to be a database</source>
        <translation>es demasiado corto para ser una base de datos</translation>
    </message>
    <message>
        <source>it redirects endlessly</source>
        <translation>redirige sin fin</translation>
    </message>
    <message>
        <source>it redirects to an unencrypted address</source>
        <translation>redirige a una dirección sin cifrar</translation>
    </message>
    <message>
        <source>it seems to be {what}</source>
        <translation>parece ser {what}</translation>
    </message>
    <message>
        <source>it stopped answering.</source>
        <translation>dejó de responder.</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>tarda demasiado</translation>
    </message>
    <message>
        <source>it takes too much memory</source>
        <translation>necesita demasiada memoria</translation>
    </message>
    <message>
        <source>it uses protocol version {theirs}, but this Hubbub needs {ours}. Install a matching version of llama.cpp there.</source>
        <translation>usa la versión {theirs} del protocolo, pero este Hubbub necesita la {ours}. Instale allí una versión adecuada de llama.cpp.</translation>
    </message>
    <message>
        <source>it uses {kind}, which is not supported at this address. Enter the address of its streamable HTTP endpoint, which often ends in “/mcp”</source>
        <translation>usa {kind}, que no se admite en esta dirección. Introduzca la dirección de su punto de acceso streamable HTTP, que a menudo termina en «/mcp»</translation>
    </message>
    <message>
        <source>it violates the rules of HTTP</source>
        <translation>infringe las reglas de HTTP</translation>
    </message>
    <message>
        <source>it was made for another version of the engine.</source>
        <translation>se hizo para otra versión del motor.</translation>
    </message>
    <message>
        <source>its arguments are not an object</source>
        <translation>sus argumentos no son un objeto</translation>
    </message>
    <message>
        <source>its driver crashed when it was tested ({crash}).</source>
        <translation>su controlador falló al probarlo ({crash}).</translation>
    </message>
    <message>
        <source>its driver did not answer within {seconds:.0f} seconds.</source>
        <translation>su controlador no respondió en {seconds:.0f} segundos.</translation>
    </message>
    <message>
        <source>its driver is not installed, or it was made for another version of the engine.</source>
        <translation>su controlador no está instalado, o se hizo para otra versión del motor.</translation>
    </message>
    <message>
        <source>its file with variables was not read: enter them here</source>
        <translation>no se leyó su archivo de variables: introdúzcalas aquí</translation>
    </message>
    <message>
        <source>its schema of arguments is longer than {limit} KB</source>
        <translation>su esquema de argumentos supera los {limit} KB</translation>
    </message>
    <message>
        <source>its schema of arguments is nested too deeply</source>
        <translation>su esquema de argumentos tiene demasiados niveles de anidamiento</translation>
    </message>
    <message>
        <source>its schema of arguments is not an object</source>
        <translation>su esquema de argumentos no es un objeto</translation>
    </message>
    <message>
        <source>its test ended without a result.</source>
        <translation>su prueba terminó sin resultado.</translation>
    </message>
    <message>
        <source>longest answer</source>
        <translation>respuesta más larga</translation>
    </message>
    <message>
        <source>longest paste</source>
        <translation>texto pegado más largo</translation>
    </message>
    <message>
        <source>memory for models</source>
        <translation>memoria para modelos</translation>
    </message>
    <message>
        <source>micro batch size</source>
        <translation>tamaño de microlote</translation>
    </message>
    <message>
        <source>min-p</source>
        <translation>min-p</translation>
    </message>
    <message>
        <source>minutes until the model is unloaded</source>
        <translation>minutos hasta descargar el modelo de la memoria</translation>
    </message>
    <message>
        <source>more text follows its end</source>
        <translation>hay más texto después de su final</translation>
    </message>
    <message>
        <source>no RPC server is running there.</source>
        <translation>no hay ningún servidor RPC en marcha allí.</translation>
    </message>
    <message>
        <source>no computer of this name was found.</source>
        <translation>no se encontró ningún equipo con este nombre.</translation>
    </message>
    <message>
        <source>no graphics card that it supports was found.</source>
        <translation>no se encontró ninguna tarjeta gráfica que admita.</translation>
    </message>
    <message>
        <source>number of GPU layers</source>
        <translation>número de capas de GPU</translation>
    </message>
    <message>
        <source>number of chats answered at once</source>
        <translation>número de chats respondidos a la vez</translation>
    </message>
    <message>
        <source>number of likeliest tokens</source>
        <translation>número de tokens más probables</translation>
    </message>
    <message>
        <source>number of replies written at once</source>
        <translation>número de respuestas escritas a la vez</translation>
    </message>
    <message>
        <source>number of reply tokens</source>
        <translation>número de tokens de la respuesta</translation>
    </message>
    <message>
        <source>number of threads</source>
        <translation>número de hilos</translation>
    </message>
    <message>
        <source>number of tokens for a picture</source>
        <translation>número de tokens de una imagen</translation>
    </message>
    <message>
        <source>number of tokens to discard</source>
        <translation>número de tokens que descartar</translation>
    </message>
    <message>
        <source>only a pointer of Git LFS; download the actual file</source>
        <translation>solo un puntero de Git LFS; descargue el archivo real</translation>
    </message>
    <message>
        <source>only numbers can be added up here</source>
        <translation>aquí solo se pueden sumar números</translation>
    </message>
    <message>
        <source>only the first {count:,} tools are used</source>
        <translation>solo se usan las primeras {count:,} herramientas</translation>
    </message>
    <message>
        <source>penalty window</source>
        <translation>ventana de penalización</translation>
    </message>
    <message>
        <source>port</source>
        <translation>puerto</translation>
    </message>
    <message>
        <source>presence penalty</source>
        <translation>penalización por presencia</translation>
    </message>
    <message>
        <source>repetition penalty</source>
        <translation>penalización por repetición</translation>
    </message>
    <message>
        <source>seconds that a model stays</source>
        <translation>segundos que permanece un modelo</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>semilla</translation>
    </message>
    <message>
        <source>share of programs in the cache</source>
        <translation>parte de los programas en la caché</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>señal {number}</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>temperatura</translation>
    </message>
    <message>
        <source>the arguments to {server}</source>
        <translation>los argumentos a {server}</translation>
    </message>
    <message>
        <source>the copy without them was not complete</source>
        <translation>la copia sin ellos no estaba completa</translation>
    </message>
    <message>
        <source>the file is empty while its journal is not</source>
        <translation>el archivo está vacío, pero su registro no</translation>
    </message>
    <message>
        <source>the graphics card has no memory left for a measurement.</source>
        <translation>a la tarjeta gráfica no le queda memoria para una medición.</translation>
    </message>
    <message>
        <source>the object</source>
        <translation>el objeto</translation>
    </message>
    <message>
        <source>the rest did not fit</source>
        <translation>el resto no cabía</translation>
    </message>
    <message>
        <source>the table “{table}” holds values of the wrong kind</source>
        <translation>la tabla «{table}» contiene valores del tipo equivocado</translation>
    </message>
    <message>
        <source>the value of “{key}” is not a text</source>
        <translation>el valor de «{key}» no es un texto</translation>
    </message>
    <message>
        <source>the website</source>
        <translation>el sitio web</translation>
    </message>
    <message>
        <source>the words to SearXNG at {host}</source>
        <translation>las palabras a SearXNG en {host}</translation>
    </message>
    <message>
        <source>the words to {name}</source>
        <translation>las palabras a {name}</translation>
    </message>
    <message>
        <source>this build of Hubbub supports the processor only; compile it for the graphics card.</source>
        <translation>esta compilación de Hubbub solo admite el procesador; compílelo para la tarjeta gráfica.</translation>
    </message>
    <message>
        <source>timeout of a tool server</source>
        <translation>tiempo de espera de un servidor de herramientas</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>top-n-sigma</source>
        <translation>top-n-sigma</translation>
    </message>
    <message>
        <source>top-p</source>
        <translation>top-p</translation>
    </message>
    <message>
        <source>typical p</source>
        <translation>typical-p</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>zoom</translation>
    </message>
    <message>
        <source>{address} is not a page with text, but of the type {type}.</source>
        <translation>{address} no es una página con texto, sino del tipo {type}.</translation>
    </message>
    <message>
        <source>{changes} before the end of the last run can&apos;t be read: the journal of {path} is damaged. A copy of it was kept as “{aside}”. Everything stored before is still there.</source>
        <translation>{changes} antes del final de la última ejecución: no es posible leer, porque el registro de {path} está dañado. Se conservó una copia como «{aside}». Todo lo guardado antes sigue ahí.</translation>
    </message>
    <message>
        <source>{count:,} further lines are not shown.</source>
        <translation>{count:,} líneas más no se muestran.</translation>
    </message>
    <message>
        <source>{count:,} messages could not be understood.</source>
        <translation>No se pudieron entender {count:,} mensajes.</translation>
    </message>
    <message>
        <source>{end} It stopped too often and stays off until you start it again.</source>
        <translation>{end} Se detuvo demasiadas veces y permanece apagado hasta que usted lo inicie de nuevo.</translation>
    </message>
    <message>
        <source>{end} Restarting…</source>
        <translation>{end} Reiniciando…</translation>
    </message>
    <message>
        <source>{file}: The file is encrypted, or packed in an unknown way.</source>
        <translation>{file}: el archivo está cifrado o comprimido de una forma desconocida.</translation>
    </message>
    <message>
        <source>{file}: an archive in an archive is not read.</source>
        <translation>{file}: no se lee un archivo comprimido dentro de otro.</translation>
    </message>
    <message>
        <source>{folder} already has a file {name}.</source>
        <translation>{folder} ya tiene un archivo {name}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be used: {reason}.</source>
        <translation>{folder} no se puede usar: {reason}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to.</source>
        <translation>No se puede escribir en {folder}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to: {reason}. Choose another folder, or change its permissions and resume.</source>
        <translation>No se puede escribir en {folder}: {reason}. Elija otra carpeta, o cambie sus permisos y reanude.</translation>
    </message>
    <message>
        <source>{folder} is not an absolute path.</source>
        <translation>{folder} no es una ruta absoluta.</translation>
    </message>
    <message>
        <source>{found} was not a file. It was put aside as “{aside}”.</source>
        <translation>{found} no era un archivo. Se apartó como «{aside}».</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached. Check your connection.</source>
        <translation>No se puede acceder a {host}. Compruebe su conexión.</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached: {reason}.</source>
        <translation>No se puede acceder a {host}: {reason}.</translation>
    </message>
    <message>
        <source>{host} can&apos;t send the file now ({status}).</source>
        <translation>{host} no puede enviar el archivo ahora ({status}).</translation>
    </message>
    <message>
        <source>{host} did not accept the pictures of this chat. Choose a model that sees pictures.</source>
        <translation>{host} no aceptó las imágenes de este chat. Elija un modelo que vea imágenes.</translation>
    </message>
    <message>
        <source>{host} did not accept the tools of this chat. Turn them off, or choose a model that supports tools.</source>
        <translation>{host} no aceptó las herramientas de este chat. Desactívelas o elija un modelo que admita herramientas.</translation>
    </message>
    <message>
        <source>{host} does not allow programs to read this page (robots.txt).</source>
        <translation>{host} no permite que los programas lean esta página (robots.txt).</translation>
    </message>
    <message>
        <source>{host} does not answer. Check your connection.</source>
        <translation>{host} no responde. Compruebe su conexión.</translation>
    </message>
    <message>
        <source>{host} does not have this model.</source>
        <translation>{host} no tiene este modelo.</translation>
    </message>
    <message>
        <source>{host} does not have this, or not for you ({status}).</source>
        <translation>{host} no tiene esto, o no para usted ({status}).</translation>
    </message>
    <message>
        <source>{host} has no repository “{name}”, or it is private.</source>
        <translation>{host} no tiene el repositorio «{name}», o es privado.</translation>
    </message>
    <message>
        <source>{host} has no room for a prompt of this length.</source>
        <translation>{host} no tiene espacio para un prompt de esta longitud.</translation>
    </message>
    <message>
        <source>{host} has too much to do. Try again later.</source>
        <translation>{host} está sobrecargado. Inténtelo más tarde.</translation>
    </message>
    <message>
        <source>{host} is not an address of this computer: {reason}.</source>
        <translation>{host} no es una dirección de este equipo: {reason}.</translation>
    </message>
    <message>
        <source>{host} is out of order ({status}).</source>
        <translation>{host} está fuera de servicio ({status}).</translation>
    </message>
    <message>
        <source>{host} names another version of the file.</source>
        <translation>{host} indica otra versión del archivo.</translation>
    </message>
    <message>
        <source>{host} needs you to sign in or to accept conditions first ({status}). Open the model&apos;s page there, add your access token in the settings, under Network, then resume.</source>
        <translation>{host} requiere que usted inicie sesión o acepte antes unas condiciones ({status}). Abra allí la página del modelo, añada su token de acceso en los ajustes, en Red, y reanude.</translation>
    </message>
    <message>
        <source>{host} no longer has this file.</source>
        <translation>{host} ya no tiene este archivo.</translation>
    </message>
    <message>
        <source>{host} offers a file of {count:,} bytes instead of {wanted:,}.</source>
        <translation>{host} ofrece un archivo de {count:,} bytes en lugar de {wanted:,}.</translation>
    </message>
    <message>
        <source>{host} received too many requests. Try again later.</source>
        <translation>{host} recibió demasiadas peticiones. Inténtelo más tarde.</translation>
    </message>
    <message>
        <source>{host} redirects endlessly.</source>
        <translation>{host} redirige sin fin.</translation>
    </message>
    <message>
        <source>{host} redirects to {other}. If you trust that one, enter its address instead.</source>
        <translation>{host} redirige a {other}. Si confía en esa dirección, introdúzcala en su lugar.</translation>
    </message>
    <message>
        <source>{host} refused the request ({status}).</source>
        <translation>{host} rechazó la petición ({status}).</translation>
    </message>
    <message>
        <source>{host} refuses to send the file ({status}).</source>
        <translation>{host} se niega a enviar el archivo ({status}).</translation>
    </message>
    <message>
        <source>{host} rejects the key, or requires one.</source>
        <translation>{host} rechaza la clave, o requiere una.</translation>
    </message>
    <message>
        <source>{host} sends a web page instead of the file. Does this network need you to sign in?</source>
        <translation>{host} envía una página web en lugar del archivo. ¿Esta red requiere que inicie sesión?</translation>
    </message>
    <message>
        <source>{host} sends almost no data. Connecting again.</source>
        <translation>{host} casi no envía datos. Conectando de nuevo.</translation>
    </message>
    <message>
        <source>{host} sends another part of the file.</source>
        <translation>{host} envía otra parte del archivo.</translation>
    </message>
    <message>
        <source>{host} sends the file with an unexpected content encoding.</source>
        <translation>{host} envía el archivo con una codificación de contenido inesperada.</translation>
    </message>
    <message>
        <source>{host} sends too slowly. Try again later.</source>
        <translation>{host} envía demasiado despacio. Inténtelo más tarde.</translation>
    </message>
    <message>
        <source>{host} sent an answer that Hubbub does not understand.</source>
        <translation>{host} envió una respuesta que Hubbub no entiende.</translation>
    </message>
    <message>
        <source>{host} sent an answer that is too long.</source>
        <translation>{host} envió una respuesta demasiado larga.</translation>
    </message>
    <message>
        <source>{host} sent an empty answer.</source>
        <translation>{host} envió una respuesta vacía.</translation>
    </message>
    <message>
        <source>{host} sent an invalid response.</source>
        <translation>{host} envió una respuesta no válida.</translation>
    </message>
    <message>
        <source>{host} sent another part of the file.</source>
        <translation>{host} envió otra parte del archivo.</translation>
    </message>
    <message>
        <source>{host} sent something other than a reply: {text}</source>
        <translation>{host} envió algo que no es una respuesta: {text}</translation>
    </message>
    <message>
        <source>{host} takes too long to send the page.</source>
        <translation>{host} tarda demasiado en enviar la página.</translation>
    </message>
    <message>
        <source>{host} uses another address: {other}</source>
        <translation>{host} usa otra dirección: {other}</translation>
    </message>
    <message>
        <source>{host} was not found. Check the name and your connection.</source>
        <translation>No se encontró {host}. Compruebe el nombre y su conexión.</translation>
    </message>
    <message>
        <source>{library} of CUDA was not found. Install the package hubbub-cuda or NVIDIA&apos;s CUDA toolkit.</source>
        <translation>No se encontró {library} de CUDA. Instale el paquete hubbub-cuda o el CUDA Toolkit de NVIDIA.</translation>
    </message>
    <message>
        <source>{library} was not found. Install the driver of the graphics card.</source>
        <translation>No se encontró {library}. Instale el controlador de la tarjeta gráfica.</translation>
    </message>
    <message>
        <source>{model} and {others} do not fit into memory together. {model} is loaded again in {seconds:.0f} s.</source>
        <translation>{model} y {others} no caben juntos en la memoria. {model} se carga de nuevo en {seconds:.0f} s.</translation>
    </message>
    <message>
        <source>{model} does not fit next to {others}, which you keep loaded.</source>
        <translation>{model} no cabe junto a {others}, que usted mantiene cargado.</translation>
    </message>
    <message>
        <source>{model} is being unloaded and is then loaded again.</source>
        <translation>{model} se está descargando de la memoria y después se carga de nuevo.</translation>
    </message>
    <message>
        <source>{model} is loaded when {others} has finished its replies.</source>
        <translation>{model} se carga cuando {others} haya terminado sus respuestas.</translation>
    </message>
    <message>
        <source>{model} is unloaded: its card is gone.</source>
        <translation>{model} se descarga de la memoria: su tarjeta ya no está.</translation>
    </message>
    <message>
        <source>{model} is unloaded: its file was replaced.</source>
        <translation>{model} se descarga de la memoria: se reemplazó su archivo.</translation>
    </message>
    <message>
        <source>{model} makes room for {other}, which was asked first.</source>
        <translation>{model} deja sitio a {other}, que se pidió primero.</translation>
    </message>
    <message>
        <source>{model} needs {missing} more memory than is free. Close other programs, or choose a smaller context.</source>
        <translation>{model} necesita {missing} más de memoria de la que hay libre. Cierre otros programas o elija un contexto menor.</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and models may use {limit}. Raise the limit in the settings, or choose a smaller context.</source>
        <translation>{model} necesita {needed}, y los modelos pueden usar {limit}. Aumente el límite en los ajustes o elija un contexto menor.</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and this computer has {limit}. Choose a smaller context or a smaller model.</source>
        <translation>{model} necesita {needed}, y este equipo tiene {limit}. Elija un contexto menor o un modelo más pequeño.</translation>
    </message>
    <message>
        <source>{model} on {machine} does not support pictures. Choose a model that does.</source>
        <translation>{model} en {machine} no admite imágenes. Elija un modelo que las admita.</translation>
    </message>
    <message>
        <source>{model} waits for other models that were asked first.</source>
        <translation>{model} espera a otros modelos que se pidieron primero.</translation>
    </message>
    <message>
        <source>{model} was idle and is unloaded.</source>
        <translation>{model} estaba inactivo y se descarga de la memoria.</translation>
    </message>
    <message>
        <source>{name} belongs to another program. Move it, then try again.</source>
        <translation>{name} pertenece a otro programa. Muévalo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be read. Start the download again; downloaded data is reused.</source>
        <translation>{name} no se puede leer. Inicie la descarga de nuevo; los datos descargados se reutilizan.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be used: it says that {count} of {most} numbers of a key are rotated. Choose another file.</source>
        <translation>{name} no se puede usar: indica que se rotan {count} de los {most} números de una clave. Elija otro archivo.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it.</source>
        <translation>{name} no se puede verificar: el hub no tiene ningún SHA-256 para él.</translation>
    </message>
    <message>
        <source>{name} cannot be loaded. It may be damaged or of a kind that is not supported.</source>
        <translation>{name} no se puede cargar. Puede estar dañado o ser de un tipo que no se admite.</translation>
    </message>
    <message>
        <source>{name} cannot compute on this computer.</source>
        <translation>{name} no puede calcular en este equipo.</translation>
    </message>
    <message>
        <source>{name} crashed the engine while it was loaded. Choose another draft model.</source>
        <translation>{name} bloqueó el motor al cargarse. Elija otro modelo borrador.</translation>
    </message>
    <message>
        <source>{name} does not fit into memory. Choose a smaller model.</source>
        <translation>{name} no cabe en la memoria. Elija un modelo más pequeño.</translation>
    </message>
    <message>
        <source>{name} does not fit into this computer&apos;s memory.</source>
        <translation>{name} no cabe en la memoria de este equipo.</translation>
    </message>
    <message>
        <source>{name} does not match the SHA-256 of the hub, even after fetching it again. It was not kept. Resume to start over, or choose another model.</source>
        <translation>{name} no coincide con el SHA-256 del hub, ni siquiera tras obtenerlo de nuevo. No se conservó. Reanude para empezar de cero o elija otro modelo.</translation>
    </message>
    <message>
        <source>{name} has another vocabulary. Choose a smaller model of the same family.</source>
        <translation>{name} tiene otro vocabulario. Elija un modelo más pequeño de la misma familia.</translation>
    </message>
    <message>
        <source>{name} has no vocabulary, so it can neither read nor write.</source>
        <translation>{name} no tiene vocabulario, así que no puede ni leer ni escribir.</translation>
    </message>
    <message>
        <source>{name} is a diffusion model, which is not supported.</source>
        <translation>{name} es un modelo de difusión, que no se admite.</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back.</source>
        <translation>{name} es un tipo de modelo que no puede retirar tokens rechazados.</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back. Choose another draft model.</source>
        <translation>{name} es un tipo de modelo que no puede retirar tokens rechazados. Elija otro modelo borrador.</translation>
    </message>
    <message>
        <source>{name} is a model of the kind “{kind}”, which this version of Hubbub cannot run.</source>
        <translation>{name} es un modelo del tipo «{kind}», que esta versión de Hubbub no puede ejecutar.</translation>
    </message>
    <message>
        <source>{name} is a reranker; it cannot chat.</source>
        <translation>{name} es un modelo de reordenación; no puede conversar.</translation>
    </message>
    <message>
        <source>{name} is an embedding model, which cannot chat. Choose a chat model.</source>
        <translation>{name} es un modelo de embeddings y no puede chatear. Elija un modelo de chat.</translation>
    </message>
    <message>
        <source>{name} is an encoder-decoder or embedding model; it cannot chat.</source>
        <translation>{name} es un modelo codificador-decodificador o de embeddings; no puede conversar.</translation>
    </message>
    <message>
        <source>{name} is at another address. Correct it in the settings.</source>
        <translation>{name} está en otra dirección. Corríjala en los ajustes.</translation>
    </message>
    <message>
        <source>{name} is being downloaded.</source>
        <translation>{name} se está descargando.</translation>
    </message>
    <message>
        <source>{name} is incomplete or damaged. Please download it again.</source>
        <translation>{name} está incompleto o dañado. Descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>{name} is not a safe file name.</source>
        <translation>{name} no es un nombre de archivo seguro.</translation>
    </message>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} está listo.</translation>
    </message>
    <message>
        <source>{name} is several times slower than the processor.</source>
        <translation>{name} es varias veces más lento que el procesador.</translation>
    </message>
    <message>
        <source>{name} lacks parts that a model of its kind needs. Please download it again.</source>
        <translation>A {name} le faltan partes que un modelo de su tipo necesita. Descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}.</source>
        <translation>{name} debe ser uno de {choices}.</translation>
    </message>
    <message>
        <source>{name} must have the type `{types}`, not `{type}`.</source>
        <translation>{name} debe ser de tipo `{types}`, no `{type}`.</translation>
    </message>
    <message>
        <source>{name} needs a key. Enter it in the settings, under Tools.</source>
        <translation>{name} necesita una clave. Introdúzcala en los ajustes, en Herramientas.</translation>
    </message>
    <message>
        <source>{name} received too many requests: {said}</source>
        <translation>{name} recibió demasiadas peticiones: {said}</translation>
    </message>
    <message>
        <source>{name} refused the key: {said}</source>
        <translation>{name} rechazó la clave: {said}</translation>
    </message>
    <message>
        <source>{name} refused the search ({status}): {said}</source>
        <translation>{name} rechazó la búsqueda ({status}): {said}</translation>
    </message>
    <message>
        <source>{name} takes too long to answer.</source>
        <translation>{name} tarda demasiado en responder.</translation>
    </message>
    <message>
        <source>{name} takes {card:.1f} s for work that the processor does in {processor:.1f} s.</source>
        <translation>{name} tarda {card:.1f} s en un trabajo que el procesador hace en {processor:.1f} s.</translation>
    </message>
    <message>
        <source>{name} uses a tokenizer (“{kind}”) that this version of Hubbub doesn&apos;t support.</source>
        <translation>{name} usa un tokenizador («{kind}») que esta versión de Hubbub no admite.</translation>
    </message>
    <message>
        <source>{name} was loaded, but cannot compute on this machine.</source>
        <translation>{name} se cargó, pero no puede calcular en esta máquina.</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last load. Choose it again above the chat to try once more.</source>
        <translation>{name} no se cargó: el motor o el equipo se detuvo durante su última carga. Elíjalo de nuevo encima del chat para volver a intentarlo.</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} se descargó de la memoria. El próximo mensaje lo carga de nuevo.</translation>
    </message>
    <message>
        <source>{name} was written by a newer Hubbub. Continue it there.</source>
        <translation>{name} lo escribió un Hubbub más reciente. Continúelo allí.</translation>
    </message>
    <message>
        <source>{needed} of free space are needed on the disk of {folder}; {free} are free. The download continues when there is space.</source>
        <translation>Se necesitan {needed} libres en el disco de {folder}; hay {free} libres. La descarga continúa cuando haya espacio.</translation>
    </message>
    <message>
        <source>{on_gpu} of {layer_count} layers are on {names}: {why}.</source>
        <translation>{on_gpu} de {layer_count} capas están en {names}: {why}.</translation>
    </message>
    <message>
        <source>{others} is unloaded to make room for {model}. Its chats come back warm.</source>
        <translation>{others} se descarga de la memoria para hacer sitio a {model}. Sus chats vuelven en caliente.</translation>
    </message>
    <message>
        <source>{others} is unloaded: memory has become short while {model} loads.</source>
        <translation>{others} se descarga de la memoria: escaseó la memoria mientras se carga {model}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read: {reason}.</source>
        <translation>{path} no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>{path} changed while it was read.</source>
        <translation>{path} cambió mientras se leía.</translation>
    </message>
    <message>
        <source>{path} is a link or a file, not a folder, so chats can&apos;t be kept warm there. Move it away and restart Hubbub.</source>
        <translation>{path} es un enlace o un archivo, no una carpeta, así que los chats no se pueden conservar en caliente allí. Muévalo y reinicie Hubbub.</translation>
    </message>
    <message>
        <source>{path} is not a file but a folder or a device.</source>
        <translation>{path} no es un archivo, sino una carpeta o un dispositivo.</translation>
    </message>
    <message>
        <source>{path} is not a file.</source>
        <translation>{path} no es un archivo.</translation>
    </message>
    <message>
        <source>{problem} It says: {reason}</source>
        <translation>{problem} Dice: {reason}</translation>
    </message>
    <message>
        <source>{program} belongs to another version of Hubbub. Install Hubbub again.</source>
        <translation>{program} pertenece a otra versión de Hubbub. Instale Hubbub de nuevo.</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>{program} no se pudo iniciar: {reason}.</translation>
    </message>
    <message>
        <source>{program} did not report its version.</source>
        <translation>{program} no informó de su versión.</translation>
    </message>
    <message>
        <source>{program} sent an invalid message and was closed.</source>
        <translation>{program} envió un mensaje no válido y se cerró.</translation>
    </message>
    <message>
        <source>{program} stopped answering.</source>
        <translation>{program} dejó de responder.</translation>
    </message>
    <message>
        <source>{program} stopped responding and was closed.</source>
        <translation>{program} dejó de responder y se cerró.</translation>
    </message>
    <message>
        <source>{program} stopped responding while loading the model and was closed.</source>
        <translation>{program} dejó de responder al cargar el modelo y se cerró.</translation>
    </message>
    <message>
        <source>{program} stopped responding while writing and was closed.</source>
        <translation>{program} dejó de responder al escribir y se cerró.</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly (exit code {code}).</source>
        <translation>{program} se detuvo inesperadamente (código de salida {code}).</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly ({signal}).</source>
        <translation>{program} se detuvo inesperadamente ({signal}).</translation>
    </message>
    <message>
        <source>{program} was ended.</source>
        <translation>{program} se terminó.</translation>
    </message>
    <message>
        <source>{reason} Only its name was imported.</source>
        <translation>{reason} Solo se importó su nombre.</translation>
    </message>
    <message>
        <source>{sentence} ({count:,} times)</source>
        <translation>{sentence} ({count:,} veces)</translation>
    </message>
    <message>
        <source>{slot_count} chats of {cells:,} tokens need {needed} of memory in addition to the model, and {free} are free.</source>
        <translation>{slot_count} chats de {cells:,} tokens necesitan {needed} de memoria además del modelo, y hay {free} libres.</translation>
    </message>
    <message>
        <source>{slot_count} chats of {window:,} tokens do not fit into memory with {name}. Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>{slot_count} chats de {window:,} tokens no caben en la memoria con {name}. Elija un contexto menor por chat, o menos chats a la vez.</translation>
    </message>
    <message>
        <source>{url} is not encrypted and was not opened.</source>
        <translation>{url} no está cifrada y no se abrió.</translation>
    </message>
    <message>
        <source>“{address}” has other devices than before. Restart the engine.</source>
        <translation>«{address}» tiene otros dispositivos que antes. Reinicie el motor.</translation>
    </message>
    <message>
        <source>“{address}” is not a web address</source>
        <translation>«{address}» no es una dirección web</translation>
    </message>
    <message>
        <source>“{address}” is not an IP address. Enter one such as 192.168.1.20.</source>
        <translation>«{address}» no es una dirección IP. Introduzca una como 192.168.1.20.</translation>
    </message>
    <message>
        <source>“{address}” is not an RPC server address. Write it like 192.168.1.20:{port}.</source>
        <translation>«{address}» no es una dirección de servidor RPC. Escríbala como 192.168.1.20:{port}.</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a SearXNG server. Enter one such as http://rack:8080.</source>
        <translation>«{address}» no es la dirección de un servidor SearXNG. Introduzca una como http://rack:8080.</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a server.</source>
        <translation>«{address}» no es la dirección de un servidor.</translation>
    </message>
    <message>
        <source>“{address}” is not used: {reason}</source>
        <translation>«{address}» no se usa: {reason}</translation>
    </message>
    <message>
        <source>“{address}” lacks its port.</source>
        <translation>A «{address}» le falta el puerto.</translation>
    </message>
    <message>
        <source>“{alias}” can&apos;t be an alias: it is too long.</source>
        <translation>«{alias}» no puede ser un alias: es demasiado largo.</translation>
    </message>
    <message>
        <source>“{alias}” is a name of {model} already. Choose another alias.</source>
        <translation>«{alias}» ya es un nombre de {model}. Elija otro alias.</translation>
    </message>
    <message>
        <source>“{line}” is not a token bias. Enter a text or a token number, and the value to add, such as “word -5” or “1234 never”.</source>
        <translation>«{line}» no es un sesgo de token. Introduzca un texto o un número de token, y el valor que se suma, como «palabra -5» o «1234 nunca».</translation>
    </message>
    <message>
        <source>“{name}” asks you to sign in with your browser.</source>
        <translation>«{name}» le pide que inicie sesión con su navegador.</translation>
    </message>
    <message>
        <source>“{name}” belongs to a model of another size: its rows have {width:,} numbers, and this model&apos;s have {model_width:,}.</source>
        <translation>«{name}» pertenece a un modelo de otro tamaño: sus filas tienen {width:,} números, y las de este modelo, {model_width:,}.</translation>
    </message>
    <message>
        <source>“{name}” belongs to another family of models ({kind}), not to {architecture}.</source>
        <translation>«{name}» pertenece a otra familia de modelos ({kind}), no a {architecture}.</translation>
    </message>
    <message>
        <source>“{name}” belongs to {count:,} files, which is too many for a model.</source>
        <translation>«{name}» pertenece a {count:,} archivos, que son demasiados para un modelo.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be copied to {folder}: {reason}.</source>
        <translation>«{name}» no se puede copiar a {folder}: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read.</source>
        <translation>«{name}» no se puede leer.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read: {reason}.</source>
        <translation>«{name}» no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be used here: {reason}</source>
        <translation>«{name}» no se puede usar aquí: {reason}</translation>
    </message>
    <message>
        <source>“{name}” cannot be used with this model. It may be damaged, or there is too little memory.</source>
        <translation>«{name}» no se puede usar con este modelo. Puede estar dañado, o hay muy poca memoria.</translation>
    </message>
    <message>
        <source>“{name}” closed the connection.</source>
        <translation>«{name}» cerró la conexión.</translation>
    </message>
    <message>
        <source>“{name}” defines XML entities, which can be harmful, and was skipped.</source>
        <translation>«{name}» define entidades XML, que pueden ser dañinas, y se omitió.</translation>
    </message>
    <message>
        <source>“{name}” describes a projector that cannot be computed; download it again.</source>
        <translation>«{name}» describe un proyector que no se puede calcular; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>“{name}” did not answer.</source>
        <translation>«{name}» no respondió.</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}, which is uncertain.</source>
        <translation>«{name}» no indica su codificación; se leyó como {encoding}, lo cual es incierto.</translation>
    </message>
    <message>
        <source>“{name}” failed: {reason}</source>
        <translation>«{name}» falló: {reason}</translation>
    </message>
    <message>
        <source>“{name}” has conditions that your account has not accepted. Accept them at {page}, then try again.</source>
        <translation>«{name}» tiene condiciones que su cuenta no ha aceptado. Acéptelas en {page} e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>“{name}” has conditions. Accept them at {page}, then add your access token in the settings, under Network.</source>
        <translation>«{name}» tiene condiciones. Acéptelas en {page} y añada su token de acceso en los ajustes, en Red.</translation>
    </message>
    <message>
        <source>“{name}” has no file with text that the filter lets in.</source>
        <translation>«{name}» no tiene ningún archivo con texto que el filtro deje pasar.</translation>
    </message>
    <message>
        <source>“{name}” has no text in it, only pictures at most.</source>
        <translation>«{name}» no contiene texto, solo imágenes como mucho.</translation>
    </message>
    <message>
        <source>“{name}” has no text, and nothing to be seen on its pages.</source>
        <translation>«{name}» no tiene texto, ni nada que ver en sus páginas.</translation>
    </message>
    <message>
        <source>“{name}” has no text. You can attach text, code, PDF, office files, books (EPUB) and saved web pages.</source>
        <translation>«{name}» no tiene texto. Puede adjuntar texto, código, PDF, archivos de oficina, libros (EPUB) y páginas web guardadas.</translation>
    </message>
    <message>
        <source>“{name}” has no tool “{tool}” now.</source>
        <translation>«{name}» no tiene ahora la herramienta «{tool}».</translation>
    </message>
    <message>
        <source>“{name}” has too many pixels ({width:,} by {height:,}). Scale it down first.</source>
        <translation>«{name}» tiene demasiados píxeles ({width:,} por {height:,}). Redúzcalo primero.</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} characters.</source>
        <translation>«{name}» tiene {count:,} caracteres.</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} lines.</source>
        <translation>«{name}» tiene {count:,} líneas.</translation>
    </message>
    <message>
        <source>“{name}” holds no saved prompts. Choose a JSON file that Hubbub exported.</source>
        <translation>«{name}» no contiene prompts guardados. Elija un archivo JSON exportado por Hubbub.</translation>
    </message>
    <message>
        <source>“{name}” is a HEIC, AVIF or JPEG XL picture, which can&apos;t be read here. Save it as JPEG or PNG first.</source>
        <translation>«{name}» es una imagen HEIC, AVIF o JPEG XL, que no se puede leer aquí. Guárdela antes como JPEG o PNG.</translation>
    </message>
    <message>
        <source>“{name}” is a device, not a file.</source>
        <translation>«{name}» es un dispositivo, no un archivo.</translation>
    </message>
    <message>
        <source>“{name}” is a folder. Only files can go with a message.</source>
        <translation>«{name}» es una carpeta. Solo los archivos pueden acompañar a un mensaje.</translation>
    </message>
    <message>
        <source>“{name}” is a scan without text. Run text recognition (OCR) on it first, or load a model that sees pictures: it can look at the pages.</source>
        <translation>«{name}» es un escaneado sin texto. Aplíquele antes un reconocimiento de texto (OCR), o cargue un modelo que vea imágenes: puede mirar las páginas.</translation>
    </message>
    <message>
        <source>“{name}” is a sound that can&apos;t be read here. Save it as WAV, MP3 or FLAC first.</source>
        <translation>«{name}» es un sonido que no se puede leer aquí. Guárdelo antes como WAV, MP3 o FLAC.</translation>
    </message>
    <message>
        <source>“{name}” is an SVG drawing, which no model can see. Save it as PNG first.</source>
        <translation>«{name}» es un dibujo SVG, que ningún modelo puede ver. Guárdelo antes como PNG.</translation>
    </message>
    <message>
        <source>“{name}” is an audio projector of a kind that is not supported. Choose no projector.</source>
        <translation>«{name}» es un proyector de audio de un tipo que no se admite. No elija ningún proyector.</translation>
    </message>
    <message>
        <source>“{name}” is an empty image.</source>
        <translation>«{name}» es una imagen vacía.</translation>
    </message>
    <message>
        <source>“{name}” is an empty sound.</source>
        <translation>«{name}» es un sonido vacío.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not a sound.</source>
        <translation>«{name}» está dañado o no es un sonido.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not an image.</source>
        <translation>«{name}» está dañado o no es una imagen.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or too large to be read. Copy the text out of it instead.</source>
        <translation>«{name}» está dañado, o es demasiado grande para leerlo. Copie su texto en su lugar.</translation>
    </message>
    <message>
        <source>“{name}” is empty or taken, or contains “/”. Rename the tool server.</source>
        <translation>«{name}» está vacío, ocupado o contiene «/». Cambie el nombre del servidor de herramientas.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>«{name}» está vacío.</translation>
    </message>
    <message>
        <source>“{name}” is empty. Download it again.</source>
        <translation>«{name}» está vacío. Descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>“{name}” is far too large when it is unpacked, and was skipped.</source>
        <translation>«{name}» es con mucho demasiado grande al descomprimirse y se omitió.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete ({size} of {whole}). Download it again.</source>
        <translation>«{name}» está incompleto ({size} de {whole}). Descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header.</source>
        <translation>«{name}» está incompleto: termina dentro de su cabecera.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header. Download it again.</source>
        <translation>«{name}» está incompleto: termina dentro de su cabecera. Descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model file: {what}.</source>
        <translation>«{name}» no es un archivo de modelo GGUF: {what}.</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model.</source>
        <translation>«{name}» no es un modelo GGUF.</translation>
    </message>
    <message>
        <source>“{name}” is not a GPU pack. Its name should look like libggml-vulkan.so.</source>
        <translation>«{name}» no es un paquete de GPU. Su nombre debería parecerse a libggml-vulkan.so.</translation>
    </message>
    <message>
        <source>“{name}” is not a host name. Write it like host.docker.internal, without a port.</source>
        <translation>«{name}» no es un nombre de host. Escríbalo como host.docker.internal, sin puerto.</translation>
    </message>
    <message>
        <source>“{name}” is not a projector: no model can see pictures with it.</source>
        <translation>«{name}» no es un proyector: ningún modelo puede ver imágenes con él.</translation>
    </message>
    <message>
        <source>“{name}” is not a supported image.</source>
        <translation>«{name}» no es una imagen compatible.</translation>
    </message>
    <message>
        <source>“{name}” is not running.</source>
        <translation>«{name}» no está en marcha.</translation>
    </message>
    <message>
        <source>“{name}” is not the name of a repository with its commit.</source>
        <translation>«{name}» no es el nombre de un repositorio con su commit.</translation>
    </message>
    <message>
        <source>“{name}” is of a kind ({kind}) that Hubbub does not support yet.</source>
        <translation>«{name}» es de un tipo ({kind}) que Hubbub aún no admite.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password, or in a format from before 2007. Save it without a password, or as docx or pptx.</source>
        <translation>«{name}» está protegido con contraseña o en un formato anterior a 2007. Guárdelo sin contraseña, o como docx o pptx.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password. Save a copy without one first.</source>
        <translation>«{name}» está protegido con contraseña. Guarde antes una copia sin ella.</translation>
    </message>
    <message>
        <source>“{name}” is too large for a picture; the limit is {most:,} MB. Save it smaller first.</source>
        <translation>«{name}» es demasiado grande para una imagen; el límite es {most:,} MB. Guárdela antes más pequeña.</translation>
    </message>
    <message>
        <source>“{name}” is too long for a sound; the limits are {minutes:,} minutes and {most:,} MB. Cut it first.</source>
        <translation>«{name}» es demasiado largo para un sonido; los límites son {minutes:,} minutos y {most:,} MB. Córtelo primero.</translation>
    </message>
    <message>
        <source>“{name}” needs values first: {names}.</source>
        <translation>«{name}» necesita antes unos valores: {names}.</translation>
    </message>
    <message>
        <source>“{name}” refused the request ({status}): {reason}</source>
        <translation>«{name}» rechazó la petición ({status}): {reason}</translation>
    </message>
    <message>
        <source>“{name}” reports: {reason}</source>
        <translation>«{name}» informa: {reason}</translation>
    </message>
    <message>
        <source>“{name}” showed no progress for {seconds:,} seconds and was stopped. The limit can be raised in its settings.</source>
        <translation>«{name}» no mostró ningún progreso durante {seconds:,} segundos y se detuvo. El límite se puede aumentar en sus ajustes.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped.</source>
        <translation>«{name}» tardó demasiado en leerse y se omitió.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Copy the text out of it instead.</source>
        <translation>«{name}» tardó demasiado en leerse y se omitió. Copie su texto en su lugar.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Save it smaller first.</source>
        <translation>«{name}» tardó demasiado en leerse y se omitió. Guárdelo antes más pequeño.</translation>
    </message>
    <message>
        <source>“{name}” waits until you have signed in with your browser.</source>
        <translation>«{name}» espera a que inicie sesión en el navegador.</translation>
    </message>
    <message>
        <source>“{name}” was ended.</source>
        <translation>«{name}» se terminó.</translation>
    </message>
    <message>
        <source>“{origin}” is not in the form that browsers send.</source>
        <translation>«{origin}» no tiene la forma que envían los navegadores.</translation>
    </message>
    <message>
        <source>“{origin}” is not the origin of a web page. Write it like https://app.example or http://localhost:3000, each page by itself.</source>
        <translation>«{origin}» no es el origen de una página web. Escríbalo como https://app.example o http://localhost:3000, cada página por separado.</translation>
    </message>
    <message>
        <source>“{path}” of “{name}” is an example. Replace it by a path of this computer.</source>
        <translation>«{path}» de «{name}» es un ejemplo. Reemplácelo por una ruta de este equipo.</translation>
    </message>
    <message>
        <source>“{program}” can&apos;t be started: {reason}.</source>
        <translation>«{program}» no se puede iniciar: {reason}.</translation>
    </message>
</context>
<context>
    <name>ServerChoice</name>
    <message>
        <source>Starts: {command}</source>
        <translation>Inicia: {command}</translation>
    </message>
    <message>
        <source>Contacts: {command}</source>
        <translation>Contacta con: {command}</translation>
    </message>
    <message>
        <source>With: {names}</source>
        <translation>Con: {names}</translation>
    </message>
    <message>
        <source>From: {program}</source>
        <translation>De: {program}</translation>
    </message>
</context>
<context>
    <name>ServerImportDialog</name>
    <message>
        <source>Paste server settings</source>
        <translation>Pegar ajustes de servidores</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>Importar servidores</translation>
    </message>
    <message>
        <source>Paste the JSON, the command or the address that the server&apos;s page shows.</source>
        <translation>Pegue el JSON, el comando o la dirección que muestra la página del servidor.</translation>
    </message>
    <message>
        <source>Choose the servers to add. Each is started once, to list its tools.</source>
        <translation>Elija los servidores que desea añadir. Cada uno se inicia una vez, para enumerar sus herramientas.</translation>
    </message>
    <message>
        <source>No servers were found in other programs.</source>
        <translation>No se encontraron servidores en otros programas.</translation>
    </message>
    <message>
        <source>Add {count:,} servers</source>
        <translation>Añadir {count:,} servidores</translation>
    </message>
    <message>
        <source>Add the server</source>
        <translation>Añadir el servidor</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Edit a server</source>
        <translation>Editar un servidor</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Añadir un servidor</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>Un programa en este equipo</translation>
    </message>
    <message>
        <source>A service at an address</source>
        <translation>Un servicio en una dirección</translation>
    </message>
    <message>
        <source>For example: uvx</source>
        <translation>Por ejemplo: uvx</translation>
    </message>
    <message>
        <source>For example: mcp-server-time</source>
        <translation>Por ejemplo: mcp-server-time</translation>
    </message>
    <message>
        <source>Your home folder</source>
        <translation>Su carpeta personal</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variables</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Encabezados</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Offer its tools</source>
        <translation>Ofrecer sus herramientas</translation>
    </message>
    <message>
        <source>Trust its list of read-only tools</source>
        <translation>Confiar en su lista de herramientas de solo lectura</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>Cerrar sesión</translation>
    </message>
    <message>
        <source>Discards what you granted in the browser. The server asks again when needed.</source>
        <translation>Descarta lo que usted concedió en el navegador. El servidor volverá a preguntar cuando haga falta.</translation>
    </message>
    <message>
        <source>State: {state}</source>
        <translation>Estado: {state}</translation>
    </message>
    <message>
        <source>protocol {version}</source>
        <translation>protocolo {version}</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>Sesión cerrada</translation>
    </message>
    <message>
        <source>Type a name for the server.</source>
        <translation>Escriba un nombre para el servidor.</translation>
    </message>
    <message>
        <source>Close the quotation mark in the arguments.</source>
        <translation>Cierre las comillas en los argumentos.</translation>
    </message>
    <message>
        <source>Type the command that starts the server.</source>
        <translation>Escriba el comando que inicia el servidor.</translation>
    </message>
    <message>
        <source>Type an address that begins with https:// or http://.</source>
        <translation>Escriba una dirección que empiece por https:// o http://.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>&amp;Tipo</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>&amp;Comando</translation>
    </message>
    <message>
        <source>&amp;Arguments</source>
        <translation>&amp;Argumentos</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>Car&amp;peta</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Variables</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>&amp;Dirección</translation>
    </message>
    <message>
        <source>&amp;Headers</source>
        <translation>Ca&amp;beceras</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Inicio de sesión</translation>
    </message>
    <message>
        <source>Time &amp;limit without progress</source>
        <translation>&amp;Límite de tiempo sin progreso</translation>
    </message>
    <message>
        <source>Values that look like keys are moved to this computer&apos;s keyring when you save.</source>
        <translation>Los valores que parecen claves se mueven al llavero de este equipo al guardar.</translation>
    </message>
    <message>
        <source>Recent output of the server</source>
        <translation>Salida reciente del servidor</translation>
    </message>
</context>
<context>
    <name>ServerTable</name>
    <message>
        <source>Tools of “{name}”…</source>
        <translation>Herramientas de «{name}»…</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>Editar «{name}»…</translation>
    </message>
    <message>
        <source>Restart “{name}”</source>
        <translation>Reiniciar «{name}»</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>Quitar «{name}»…</translation>
    </message>
    <message>
        <source>Remove “{name}”? Its program is ended, and its keys are deleted as well.</source>
        <translation>¿Quitar «{name}»? Su programa se termina y sus claves también se eliminan.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
</context>
<context>
    <name>ServerToolsDialog</name>
    <message>
        <source>Tools of “{name}”</source>
        <translation>Herramientas de «{name}»</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Buscar herramientas</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>The first {shown:,} of {count:,} tools. Search for the others.</source>
        <translation>Las primeras {shown:,} de {count:,} herramientas. Busque las demás.</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>No se encontraron herramientas.</translation>
    </message>
    <message>
        <source>This server has no tools.</source>
        <translation>Este servidor no tiene herramientas.</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>Ofrecer</translation>
    </message>
    <message>
        <source>Offer {name}</source>
        <translation>Ofrecer {name}</translation>
    </message>
</context>
<context>
    <name>ServersController</name>
    <message>
        <source>The page could not be opened in a browser.</source>
        <translation>No se pudo abrir la página en un navegador.</translation>
    </message>
    <message>
        <source>“{name}” has not started yet, so its tools are missing.</source>
        <translation>«{name}» aún no se ha iniciado, así que faltan sus herramientas.</translation>
    </message>
    <message>
        <source>The tools of “{name}” are missing. {reason}</source>
        <translation>Faltan las herramientas de «{name}». {reason}</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Archivos…</translation>
    </message>
    <message>
        <source>“{name}” was not attached: {reason}</source>
        <translation>«{name}» no se adjuntó: {reason}</translation>
    </message>
</context>
<context>
    <name>SettingGroup</name>
    <message>
        <source>Reset to defaults</source>
        <translation>Restablecer los valores predeterminados</translation>
    </message>
    <message>
        <source>Reset this page to its defaults</source>
        <translation>Restablecer los valores predeterminados de esta página</translation>
    </message>
    <message>
        <source>Reset “{page}” to its defaults? This can&apos;t be undone.</source>
        <translation>¿Restablecer «{page}»? Esto no se puede deshacer.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
</context>
<context>
    <name>SettingRowFactory</name>
    <message>
        <source>General</source>
        <translation>General</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>Otras máquinas</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Otros programas</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Almacenamiento</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Copias de seguridad</translation>
    </message>
    <message>
        <source>Match system</source>
        <translation>Según el sistema</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>Terminar en segundo plano</translation>
    </message>
    <message>
        <source>Quit and keep the partial answers</source>
        <translation>Salir y conservar las respuestas parciales</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>Enviar con Ctrl+Intro</translation>
    </message>
    <message>
        <source>Paste long text as a file</source>
        <translation>Pegar textos largos como archivo</translation>
    </message>
    <message>
        <source>Longer texts become attachments that can be opened.</source>
        <translation>Los textos más largos se convierten en adjuntos que se pueden abrir.</translation>
    </message>
    <message>
        <source>length limit attachment</source>
        <translation>longitud límite adjunto</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> caracteres</translation>
    </message>
    <message>
        <source>Name chats automatically</source>
        <translation>Dar nombre a los chats automáticamente</translation>
    </message>
    <message>
        <source>The model writes a title after the first answer, while it is idle. Titles that you set are never changed.</source>
        <translation>El modelo escribe un título tras la primera respuesta, mientras está inactivo. Los títulos que usted establece nunca se cambian.</translation>
    </message>
    <message>
        <source>title rename</source>
        <translation>título cambiar nombre renombrar</translation>
    </message>
    <message>
        <source>Notify me when an answer is done</source>
        <translation>Avisarme cuando una respuesta esté lista</translation>
    </message>
    <message>
        <source>Only when Hubbub is in the background.</source>
        <translation>Solo cuando Hubbub está en segundo plano.</translation>
    </message>
    <message>
        <source>Ctrl+Tab cycles through recent tabs</source>
        <translation>Ctrl+Tab recorre las pestañas recientes</translation>
    </message>
    <message>
        <source>Hold Ctrl and press Tab: the tab you used last comes first.</source>
        <translation>Mantenga pulsada Ctrl y pulse Tab: la última pestaña usada aparece primero.</translation>
    </message>
    <message>
        <source>recently used MRU cycle</source>
        <translation>usadas recientemente MRU recorrer ciclo</translation>
    </message>
    <message>
        <source>If answers or downloads are running when I quit</source>
        <translation>Si hay respuestas o descargas en curso al salir</translation>
    </message>
    <message>
        <source>Finishing in the background requires a system tray.</source>
        <translation>Terminar en segundo plano requiere una bandeja del sistema.</translation>
    </message>
    <message>
        <source>exit close running background question confirm</source>
        <translation>salir cerrar en curso segundo plano pregunta confirmar</translation>
    </message>
    <message>
        <source>Keep running in the tray when the window is closed</source>
        <translation>Seguir en la bandeja al cerrar la ventana</translation>
    </message>
    <message>
        <source>Click the tray icon to reopen the window. Without a tray, closing the window quits Hubbub.</source>
        <translation>Haga clic en el icono de la bandeja para volver a abrir la ventana. Sin bandeja, al cerrar la ventana se sale de Hubbub.</translation>
    </message>
    <message>
        <source>minimize hide notification area background</source>
        <translation>minimizar ocultar área de notificación bandeja segundo plano</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Spanish, French and Chinese were translated by machine. Corrections are welcome.</source>
        <translation>El español, el francés y el chino se tradujeron por máquina. Las correcciones son bienvenidas.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>theme dark light mode colors</source>
        <translation>tema oscuro claro modo colores</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Tamaño del texto</translation>
    </message>
    <message>
        <source>Also in the View menu.</source>
        <translation>También en el menú Ver.</translation>
    </message>
    <message>
        <source>font zoom scale larger smaller</source>
        <translation>fuente letra zoom escala mayor menor</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Reducir el movimiento</translation>
    </message>
    <message>
        <source>No animations and no blinking.</source>
        <translation>Sin animaciones ni parpadeo.</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>Pestañas verticales</translation>
    </message>
    <message>
        <source>side left column tab bar</source>
        <translation>lado izquierda columna barra de pestañas</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>Mostrar la barra lateral</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>Después de {count} minutos</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longitud del contexto</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat. A token is about four characters.</source>
        <translation>El número de tokens de cada chat que el modelo puede leer. Un token son unos cuatro caracteres.</translation>
    </message>
    <message>
        <source>memory context length window n_ctx</source>
        <translation>memoria contexto longitud ventana n_ctx</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation>Chats respondidos a la vez</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>Los demás chats esperan en una cola.</translation>
    </message>
    <message>
        <source>parallel slots concurrent</source>
        <translation>paralelo ranuras slots simultáneo</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>Tipo de caché KV</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory, with nearly identical answers; on the processor, long chats save a quarter.</source>
        <translation>La precisión de los chats en memoria. Q8_0 ocupa aproximadamente la mitad de la memoria, con respuestas casi idénticas; en el procesador, los chats largos ahorran una cuarta parte.</translation>
    </message>
    <message>
        <source>memory quantization quantized KV cache F16 Q8_0</source>
        <translation>memoria cuantización cuantizado caché KV F16 Q8_0</translation>
    </message>
    <message>
        <source>F16 (exact)</source>
        <translation>F16 (exacto)</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0 (mitad)</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Hilos del procesador</translation>
    </message>
    <message>
        <source>Automatic measures which number is fastest.</source>
        <translation>Automático mide qué número es el más rápido.</translation>
    </message>
    <message>
        <source>CPU cores speed n_threads</source>
        <translation>CPU núcleos velocidad n_threads</translation>
    </message>
    <message>
        <source>Unload the model when it is idle</source>
        <translation>Descargar el modelo de la memoria cuando esté inactivo</translation>
    </message>
    <message>
        <source>Frees its memory for other programs. The next message loads it again, and chats that are cached on disk continue without being read again. Not available while the local server is on.</source>
        <translation>Libera su memoria para otros programas. El próximo mensaje lo carga de nuevo, y los chats en la caché del disco continúan sin leerse de nuevo. No disponible mientras el servidor local esté activado.</translation>
    </message>
    <message>
        <source>idle timeout TTL keep alive sleep memory free RAM VRAM</source>
        <translation>inactivo tiempo de espera TTL mantener suspensión memoria liberar RAM VRAM</translation>
    </message>
    <message>
        <source>Memory for models</source>
        <translation>Memoria para modelos</translation>
    </message>
    <message>
        <source>The limit for all models that are loaded at the same time. A model that does not fit waits, or takes the place of one that is idle.</source>
        <translation>El límite para todos los modelos cargados a la vez. Un modelo que no cabe espera o ocupa el lugar de uno inactivo.</translation>
    </message>
    <message>
        <source>several models RAM limit maximum loaded</source>
        <translation>varios modelos RAM límite máximo cargados</translation>
    </message>
    <message>
        <source>Chats that leave the trash after 30 days are removed from the backups as well. Otherwise, the backups keep them for about another month.</source>
        <translation>Los chats que salen de la papelera a los 30 días se quitan también de las copias de seguridad. De lo contrario, permanecen en ellas aproximadamente un mes más.</translation>
    </message>
    <message>
        <source>several models swap turn time</source>
        <translation>varios modelos cambio turno tiempo</translation>
    </message>
    <message>
        <source>{count:,} s</source>
        <translation>{count:,} s</translation>
    </message>
    <message>
        <source>Guess ahead</source>
        <translation>Adivinar por adelantado</translation>
    </message>
    <message>
        <source>Speculative decoding: speeds up answers that repeat parts of the chat.</source>
        <translation>Decodificación especulativa: acelera las respuestas que repiten partes del chat.</translation>
    </message>
    <message>
        <source>speculation speculative decoding draft prompt lookup n-gram speed</source>
        <translation>especulación decodificación especulativa borrador prompt lookup n-gram velocidad</translation>
    </message>
    <message>
        <source>As many as fit</source>
        <translation>Tantas como quepan</translation>
    </message>
    <message>
        <source>Other computers&apos; memory (RPC)</source>
        <translation>Memoria de otros equipos (RPC)</translation>
    </message>
    <message>
        <source>Splits models that are too large for this computer: other computers take some of their layers. Start llama.cpp&apos;s “ggml-rpc-server -H 0.0.0.0” there, and enter its address here. Others in the network can read chats and misuse that computer.</source>
        <translation>Reparte los modelos demasiado grandes para este equipo: otros equipos se encargan de algunas de sus capas. Inicie allí «ggml-rpc-server -H 0.0.0.0» de llama.cpp e introduzca aquí su dirección. Otras personas de la red pueden leer los chats y usar indebidamente ese equipo.</translation>
    </message>
    <message>
        <source>Sent to the model at the start of every chat.</source>
        <translation>Se envía al modelo al principio de cada chat.</translation>
    </message>
    <message>
        <source>Run local read-only tools without asking</source>
        <translation>Ejecutar sin preguntar las herramientas locales de solo lectura</translation>
    </message>
    <message>
        <source>These tools do not change or send anything.</source>
        <translation>Estas herramientas no cambian ni envían nada.</translation>
    </message>
    <message>
        <source>After this many tool calls, the answer stops until you continue it.</source>
        <translation>Tras este número de llamadas, la respuesta se detiene hasta que usted la continúe.</translation>
    </message>
    <message>
        <source>Turn on the JSON format in the settings of SearXNG.</source>
        <translation>Active el formato JSON en los ajustes de SearXNG.</translation>
    </message>
    <message>
        <source>Runs a local server for editors and scripts, compatible with OpenAI, Anthropic and Ollama. Your chats have priority.</source>
        <translation>Ejecuta un servidor local para editores y scripts, compatible con OpenAI, Anthropic y Ollama. Sus chats tienen prioridad.</translation>
    </message>
    <message>
        <source>local server API OpenAI Anthropic Ollama HTTP endpoint</source>
        <translation>servidor local API OpenAI Anthropic Ollama HTTP endpoint</translation>
    </message>
    <message>
        <source>Computers in your network can connect with the token. A certificate encrypts requests and answers.</source>
        <translation>Los equipos de su red pueden conectarse con la clave. Un certificado cifra las solicitudes y las respuestas.</translation>
    </message>
    <message>
        <source>distributed cluster network llama.cpp rpc-server split layers remote</source>
        <translation>distribuido clúster red llama.cpp rpc-server dividir capas remoto</translation>
    </message>
    <message>
        <source>Network and privacy</source>
        <translation>Red y privacidad</translation>
    </message>
    <message>
        <source>Enter starts a new line instead.</source>
        <translation>Intro empieza entonces una línea nueva.</translation>
    </message>
    <message>
        <source>%</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Lists tabs in the sidebar, above the other chats.</source>
        <translation>Muestra las pestañas en la barra lateral, encima de los demás chats.</translation>
    </message>
    <message>
        <source>All free memory</source>
        <translation>Toda la memoria libre</translation>
    </message>
    <message>
        <source>Graphics card (GPU)</source>
        <translation>Tarjeta gráfica (GPU)</translation>
    </message>
    <message>
        <source>How many layers of the model it computes. More are faster; 0 uses only the processor.</source>
        <translation>Cuántas capas del modelo calcula. Más son más rápidas; 0 usa solo el procesador.</translation>
    </message>
    <message>
        <source>GPU layers offload CUDA Vulkan Metal VRAM speed</source>
        <translation>capas GPU descargar CUDA Vulkan Metal VRAM velocidad</translation>
    </message>
    <message>
        <source> layers</source>
        <translation> capas</translation>
    </message>
    <message>
        <source>Minimum time in memory</source>
        <translation>Tiempo mínimo en memoria</translation>
    </message>
    <message>
        <source>When two models that do not fit together take turns, each stays loaded at least this long.</source>
        <translation>Cuando se alternan dos modelos que no caben juntos, cada uno permanece cargado al menos este tiempo.</translation>
    </message>
    <message>
        <source>Only for networks that you trust: no encryption and no password.</source>
        <translation>Solo para redes de confianza: sin cifrado ni contraseña.</translation>
    </message>
    <message>
        <source>For example: 192.168.1.20:50052</source>
        <translation>Por ejemplo: 192.168.1.20:50052</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 es predecible, 1 es creativo, más alto es errático.</translation>
    </message>
    <message>
        <source>creativity randomness sampling</source>
        <translation>creatividad aleatoriedad muestreo</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>Longitud máxima</translation>
    </message>
    <message>
        <source>Without a limit, an answer can fill the context.</source>
        <translation>Sin límite, una respuesta puede llenar el contexto.</translation>
    </message>
    <message>
        <source>reply max tokens length</source>
        <translation>respuesta máximo tokens longitud</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sin límite</translation>
    </message>
    <message>
        <source>End answers that repeat themselves</source>
        <translation>Terminar las respuestas que se repiten</translation>
    </message>
    <message>
        <source>Small models sometimes repeat the same text endlessly. Such an answer ends, and can be continued. Other programs have to request this.</source>
        <translation>Los modelos pequeños a veces repiten el mismo texto sin fin. Una respuesta así se termina, y se puede continuar. Los demás programas tienen que pedirlo.</translation>
    </message>
    <message>
        <source>repetition loop endless stuck degenerate</source>
        <translation>repetición bucle sin fin atascado degenerado</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>instructions persona role</source>
        <translation>instrucciones personaje rol</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>Por ejemplo: Responda brevemente.</translation>
    </message>
    <message>
        <source>Run the engine in a sandbox</source>
        <translation>Ejecutar el motor en un entorno aislado</translation>
    </message>
    <message>
        <source>On Linux. Keeps a malicious model from changing your files and from using the network. Turn it off if a graphics card does not work. Takes effect at the next start.</source>
        <translation>En Linux. Impide que un modelo malicioso cambie sus archivos y use la red. Desactívelo si una tarjeta gráfica no funciona. Surte efecto en el próximo inicio.</translation>
    </message>
    <message>
        <source>security protection Landlock seccomp</source>
        <translation>seguridad protección sandbox Landlock seccomp</translation>
    </message>
    <message>
        <source>{count} MB/s</source>
        <translation>{count} MB/s</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>Trabajar sin conexión</translation>
    </message>
    <message>
        <source>Hubbub opens no connections, whatever the other settings are.</source>
        <translation>Hubbub no abre ninguna conexión, sean cuales sean los demás ajustes.</translation>
    </message>
    <message>
        <source>internet online connection disconnect airplane mode</source>
        <translation>internet en línea conexión desconectar modo avión</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Buscar actualizaciones</translation>
    </message>
    <message>
        <source>Checks once a day over the network and notifies you. Nothing is installed.</source>
        <translation>Comprueba una vez al día por la red y le avisa. No se instala nada.</translation>
    </message>
    <message>
        <source>update upgrade</source>
        <translation>actualización actualizar versión</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>Buscar modelos en Hugging Face</translation>
    </message>
    <message>
        <source>Sends your search terms, and downloads the models that you choose.</source>
        <translation>Envía sus términos de búsqueda y descarga los modelos que usted elija.</translation>
    </message>
    <message>
        <source>hub download consent privacy</source>
        <translation>hub descarga consentimiento privacidad</translation>
    </message>
    <message>
        <source>Download speed</source>
        <translation>Velocidad de descarga</translation>
    </message>
    <message>
        <source>For all downloads combined.</source>
        <translation>Para todas las descargas en conjunto.</translation>
    </message>
    <message>
        <source>bandwidth limit throttle</source>
        <translation>ancho de banda límite limitar</translation>
    </message>
    <message>
        <source>Downloads at once</source>
        <translation>Descargas a la vez</translation>
    </message>
    <message>
        <source>Further downloads wait in a queue.</source>
        <translation>Las demás descargas esperan en una cola.</translation>
    </message>
    <message>
        <source>parallel simultaneous queue</source>
        <translation>paralelo simultáneo cola</translation>
    </message>
    <message>
        <source>Let other machines write titles and recaps</source>
        <translation>Permitir que otras máquinas escriban títulos y recapitulaciones</translation>
    </message>
    <message>
        <source>For the chats that they answer. Otherwise, the model on this computer writes them.</source>
        <translation>Para los chats que responden. De lo contrario, los escribe el modelo de este equipo.</translation>
    </message>
    <message>
        <source>remote endpoint title summary server API</source>
        <translation>remoto punto de acceso título resumen servidor API</translation>
    </message>
    <message>
        <source>Wikipedia (no key)</source>
        <translation>Wikipedia (sin clave)</translation>
    </message>
    <message>
        <source>SearXNG, at your address</source>
        <translation>SearXNG, en su dirección</translation>
    </message>
    <message>
        <source>allow permission approve MCP</source>
        <translation>permitir permiso aprobar MCP</translation>
    </message>
    <message>
        <source>Calls in one answer</source>
        <translation>Llamadas en una respuesta</translation>
    </message>
    <message>
        <source>limit maximum loop agent MCP</source>
        <translation>límite máximo bucle agente MCP</translation>
    </message>
    <message>
        <source>Search the web with</source>
        <translation>Buscar en la web con</translation>
    </message>
    <message>
        <source>The service that the built-in search sends its queries to.</source>
        <translation>El servicio al que la búsqueda integrada envía sus consultas.</translation>
    </message>
    <message>
        <source>search engine internet</source>
        <translation>buscador motor de búsqueda internet</translation>
    </message>
    <message>
        <source>Address of SearXNG</source>
        <translation>Dirección de SearXNG</translation>
    </message>
    <message>
        <source>search engine internet server</source>
        <translation>buscador motor de búsqueda internet servidor</translation>
    </message>
    <message>
        <source>For example http://rack:8080</source>
        <translation>Por ejemplo http://rack:8080</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>Permitir que otros programas usen el modelo</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>The port of the local server.</source>
        <translation>El puerto del servidor local.</translation>
    </message>
    <message>
        <source>local server API address listen</source>
        <translation>servidor local API dirección escuchar</translation>
    </message>
    <message>
        <source>Allow other computers</source>
        <translation>Permitir otros equipos</translation>
    </message>
    <message>
        <source>listen network LAN 0.0.0.0</source>
        <translation>escuchar red LAN 0.0.0.0</translation>
    </message>
    <message>
        <source>HTTP is not encrypted: others in the network can read along.</source>
        <translation>HTTP no está cifrado: otras personas de la red pueden leerlo.</translation>
    </message>
    <message>
        <source>Address for other computers</source>
        <translation>Dirección para otros equipos</translation>
    </message>
    <message>
        <source>The server accepts their connections only at this address of this computer. Leave it empty for all addresses, in all networks.</source>
        <translation>El servidor solo acepta sus conexiones en esta dirección de este equipo. Déjelo vacío para todas las direcciones, en todas las redes.</translation>
    </message>
    <message>
        <source>listen bind interface host IP</source>
        <translation>escuchar enlazar interfaz host IP</translation>
    </message>
    <message>
        <source>For example 192.168.1.20</source>
        <translation>Por ejemplo 192.168.1.20</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Certificado</translation>
    </message>
    <message>
        <source>With a certificate and its key, the server uses HTTPS, which is encrypted.</source>
        <translation>Con un certificado y su clave, el servidor usa HTTPS, que está cifrado.</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM cert</source>
        <translation>TLS SSL HTTPS cifrado PEM certificado</translation>
    </message>
    <message>
        <source>A PEM file with the whole chain</source>
        <translation>Un archivo PEM con toda la cadena</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Clave privada</translation>
    </message>
    <message>
        <source>The key of the certificate, without a password. The file is not copied.</source>
        <translation>La clave del certificado, sin contraseña. El archivo no se copia.</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM private</source>
        <translation>TLS SSL HTTPS cifrado PEM privada</translation>
    </message>
    <message>
        <source>A PEM file</source>
        <translation>Un archivo PEM</translation>
    </message>
    <message>
        <source>Allowed web pages</source>
        <translation>Páginas web permitidas</translation>
    </message>
    <message>
        <source>Pages of these origins can use the server. They also need the token. Leave it empty to allow none.</source>
        <translation>Las páginas de estos orígenes pueden usar el servidor. También necesitan el token. Déjelo vacío para no permitir ninguna.</translation>
    </message>
    <message>
        <source>CORS origin browser extension</source>
        <translation>CORS origen navegador extensión</translation>
    </message>
    <message>
        <source>For example https://app.example, http://localhost:3000</source>
        <translation>Por ejemplo https://app.example, http://localhost:3000</translation>
    </message>
    <message>
        <source>Allowed host names</source>
        <translation>Nombres de host permitidos</translation>
    </message>
    <message>
        <source>Programs in containers and on other computers can reach this computer by these names. Other names are refused, because a web page can point its own name to this computer.</source>
        <translation>Los programas en contenedores y en otros equipos pueden acceder a este equipo con estos nombres. Los demás nombres se rechazan, porque una página web puede hacer que su propio nombre apunte a este equipo.</translation>
    </message>
    <message>
        <source>Host header docker container DNS name</source>
        <translation>cabecera Host docker contenedor DNS nombre</translation>
    </message>
    <message>
        <source>For example host.docker.internal</source>
        <translation>Por ejemplo host.docker.internal</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Cache chats on disk</source>
        <translation>Guardar los chats en la caché del disco</translation>
    </message>
    <message>
        <source>Old chats continue without being read again, even after a restart.</source>
        <translation>Los chats antiguos continúan sin leerse de nuevo, incluso tras un reinicio.</translation>
    </message>
    <message>
        <source>Cache size limit</source>
        <translation>Límite de tamaño de la caché</translation>
    </message>
    <message>
        <source>The least recently used chats are removed first. Your messages are never deleted.</source>
        <translation>Los chats menos usados recientemente se quitan primero. Sus mensajes nunca se eliminan.</translation>
    </message>
    <message>
        <source>Cache share of other programs</source>
        <translation>Parte de la caché de otros programas</translation>
    </message>
    <message>
        <source>Other programs can use this share of the cache, in memory and on disk, and the space that your chats leave free. Applies when the model is loaded next.</source>
        <translation>Otros programas pueden usar esta parte de la caché, en memoria y en disco, y el espacio que sus chats dejen libre. Se aplica la próxima vez que se cargue el modelo.</translation>
    </message>
    <message>
        <source>Remove deleted chats from the backups</source>
        <translation>Quitar los chats eliminados de las copias de seguridad</translation>
    </message>
    <message>
        <source>privacy purge delete permanently</source>
        <translation>privacidad purgar eliminar permanentemente</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Source: {name}</source>
        <translation>Fuente: {name}</translation>
    </message>
    <message>
        <source>Deleted source</source>
        <translation>Fuente eliminada</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>Hubbub {version}: many chats, one local model, all at once.</source>
        <translation>Hubbub {version}: muchos chats, un modelo local, todo a la vez.</translation>
    </message>
    <message>
        <source>MIT licence. Thanks to llama.cpp, Qt and all the others.</source>
        <translation>Licencia MIT. Gracias a llama.cpp, Qt y todos los demás.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Automatic: {count:,}</source>
        <translation>Automático: {count:,}</translation>
    </message>
    <message>
        <source>Automatic: {size}</source>
        <translation>Automático: {size}</translation>
    </message>
    <message>
        <source>This model: {value}</source>
        <translation>Este modelo: {value}</translation>
    </message>
    <message>
        <source>Show the welcome tips again</source>
        <translation>Mostrar de nuevo los consejos de bienvenida</translation>
    </message>
    <message>
        <source>Show and change all shortcuts…</source>
        <translation>Mostrar y cambiar todos los atajos…</translation>
    </message>
    <message>
        <source>Chats are stored in {conversations}, settings in {settings}, the log in {log}.</source>
        <translation>Los chats se guardan en {conversations}, los ajustes en {settings}, el registro en {log}.</translation>
    </message>
    <message>
        <source>Where things are stored</source>
        <translation>Dónde se guardan las cosas</translation>
    </message>
    <message>
        <source>Nothing you write leaves this computer unless you choose another machine for a chat, or allow a tool that sends something. The window and the engine open no connections; a separate process checks for updates, and finds and downloads models, if you turn that on. Links open in your browser, and only when you click them.</source>
        <translation>Nada de lo que escribe sale de este equipo, salvo que elija otra máquina para un chat o permita una herramienta que envíe algo. La ventana y el motor no abren conexiones; un proceso aparte busca actualizaciones, y busca y descarga modelos si lo activa. Los enlaces se abren en su navegador, y solo cuando hace clic en ellos.</translation>
    </message>
    <message>
        <source>If other computers&apos; memory is used (Engine, RPC), the engine connects to them and sends parts of chats unencrypted.</source>
        <translation>Si se usa la memoria de otros equipos (Motor, RPC), el motor se conecta a ellos y envía partes de los chats sin cifrar.</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Qué sale de este equipo</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>Abrir modelo…</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>Modelo inicial</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avanzado</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Nothing is archived. Archived chats leave the list and stay here.</source>
        <translation>No hay nada archivado. Los chats archivados salen de la lista y se quedan aquí.</translation>
    </message>
    <message>
        <source>Filter chats</source>
        <translation>Filtrar chats</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>No chats yet. What you write is kept here, on this computer.</source>
        <translation>Aún no hay chats. Lo que escriba se guarda aquí, en este equipo.</translation>
    </message>
    <message>
        <source>No chat has this tag.</source>
        <translation>Ningún chat tiene esta etiqueta.</translation>
    </message>
    <message>
        <source>No title or message has these words.</source>
        <translation>Ningún título ni mensaje tiene estas palabras.</translation>
    </message>
    <message>
        <source>No matching titles. Searching messages…</source>
        <translation>No hay títulos que coincidan. Buscando en los mensajes…</translation>
    </message>
</context>
<context>
    <name>SidebarMenus</name>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>Nueva etiqueta</translation>
    </message>
</context>
<context>
    <name>SlotChart</name>
    <message>
        <source>Slots</source>
        <translation>Ranuras</translation>
    </message>
    <message>
        <source>Slot {number} is free: {free:,} tokens.</source>
        <translation>La ranura {number} está libre: {free:,} tokens.</translation>
    </message>
    <message>
        <source>Slot {number} is answering “{occupant}”: {kept:,} tokens kept, {new:,} new, {free:,} free.</source>
        <translation>La ranura {number} responde «{occupant}»: {kept:,} tokens conservados, {new:,} nuevos, {free:,} libres.</translation>
    </message>
    <message>
        <source>Slot {number} caches “{occupant}”: {kept:,} tokens cached, {new:,} new, {free:,} free.</source>
        <translation>La ranura {number} guarda en caché «{occupant}»: {kept:,} tokens en caché, {new:,} nuevos, {free:,} libres.</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
</context>
<context>
    <name>SoundChip</name>
    <message>
        <source>Sound {name}, {length}</source>
        <translation>Sonido {name}, {length}</translation>
    </message>
    <message>
        <source>Remove this sound</source>
        <translation>Quitar este sonido</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>Source {number}: {title}</source>
        <translation>Fuente {number}: {title}</translation>
    </message>
</context>
<context>
    <name>SourceCards</name>
    <message>
        <source>Open {address} in your browser?</source>
        <translation>¿Abrir {address} en su navegador?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
</context>
<context>
    <name>SourceDetails</name>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Leer ahora</translation>
    </message>
    <message>
        <source>Read the new version</source>
        <translation>Leer la nueva versión</translation>
    </message>
    <message>
        <source>Split into parts</source>
        <translation>Dividir en partes</translation>
    </message>
    <message>
        <source>Chats with this source</source>
        <translation>Chats con esta fuente</translation>
    </message>
    <message>
        <source>Move to the newest version</source>
        <translation>Pasar a la versión más reciente</translation>
    </message>
    <message>
        <source>New chat with this source</source>
        <translation>Nuevo chat con esta fuente</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Editar…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Instruction: {text}</source>
        <translation>Instrucción: {text}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>Versión {number}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Reading progress</source>
        <translation>Progreso de la lectura</translation>
    </message>
</context>
<context>
    <name>SourceEditing</name>
    <message>
        <source>Reading… {count:,} files so far</source>
        <translation>Leyendo… {count:,} archivos hasta ahora</translation>
    </message>
    <message>
        <source>Searching… {count:,} files and folders so far</source>
        <translation>Buscando… {count:,} archivos y carpetas hasta ahora</translation>
    </message>
    <message>
        <source>About {count:,} tokens.</source>
        <translation>Unos {count:,} tokens.</translation>
    </message>
    <message>
        <source>{files:,} files, about {count:,} tokens.</source>
        <translation>{files:,} archivos, unos {count:,} tokens.</translation>
    </message>
    <message>
        <source>That is {over:,} more than the limit of this model ({window:,}). It can be added in parts.</source>
        <translation>Son {over:,} más que el límite de este modelo ({window:,}). Se puede añadir en partes.</translation>
    </message>
    <message>
        <source>Only {count:,} files and folders were examined.</source>
        <translation>Solo se examinaron {count:,} archivos y carpetas.</translation>
    </message>
    <message>
        <source>The size limit of a source was reached; the rest was skipped.</source>
        <translation>Se alcanzó el límite de tamaño de una fuente; el resto se omitió.</translation>
    </message>
    <message>
        <source>ignored by .gitignore: {count:,}</source>
        <translation>ignorados por .gitignore: {count:,}</translation>
    </message>
    <message>
        <source>folders whose .gitignore is too long: {count:,}</source>
        <translation>carpetas cuyo .gitignore es demasiado largo: {count:,}</translation>
    </message>
    <message>
        <source>folders of builds and packages: {count:,}</source>
        <translation>carpetas de compilación y de paquetes: {count:,}</translation>
    </message>
    <message>
        <source>hidden folders: {count:,}</source>
        <translation>carpetas ocultas: {count:,}</translation>
    </message>
    <message>
        <source>folders at a depth of more than {depth}: {count:,}</source>
        <translation>carpetas a más de {depth} niveles de profundidad: {count:,}</translation>
    </message>
    <message>
        <source>left out by the filter: {count:,}</source>
        <translation>excluidos por el filtro: {count:,}</translation>
    </message>
    <message>
        <source>other kinds of files: {count:,}</source>
        <translation>otros tipos de archivos: {count:,}</translation>
    </message>
    <message>
        <source>links: {count:,}</source>
        <translation>enlaces: {count:,}</translation>
    </message>
    <message>
        <source>too large: {count:,}</source>
        <translation>demasiado grandes: {count:,}</translation>
    </message>
    <message>
        <source>without text: {count:,}</source>
        <translation>sin texto: {count:,}</translation>
    </message>
    <message>
        <source>Skipped: {reasons}.</source>
        <translation>Omitidos: {reasons}.</translation>
    </message>
    <message>
        <source>This source was deleted in the meantime. Add it again as a new one.</source>
        <translation>Esta fuente se eliminó mientras tanto. Añádala de nuevo.</translation>
    </message>
    <message>
        <source>This text is too large for the context of the model. Add it in {count:,} parts, cut where files or chapters end?</source>
        <translation>Este texto es demasiado grande para el contexto del modelo. ¿Añadirlo en {count:,} partes, cortadas donde terminan los archivos o los capítulos?</translation>
    </message>
    <message>
        <source>It is far too large. Choose fewer files.</source>
        <translation>Es con mucho demasiado grande. Elija menos archivos.</translation>
    </message>
    <message>
        <source>Add in parts</source>
        <translation>Añadir en partes</translation>
    </message>
</context>
<context>
    <name>SourceEditor</name>
    <message>
        <source>Add a source</source>
        <translation>Añadir una fuente</translation>
    </message>
    <message>
        <source>Edit the source</source>
        <translation>Editar la fuente</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Elegir archivos…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Elegir una carpeta…</translation>
    </message>
    <message>
        <source>Write or paste instead</source>
        <translation>Escribir o pegar en su lugar</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Save as a new version</source>
        <translation>Guardar como nueva versión</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Texto pegado</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Leyendo…</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>Elegir archivos</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Elegir una carpeta</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>De {paths}</translation>
    </message>
    <message>
        <source>Filter, for example: *.py docs/* !tests/*</source>
        <translation>Filtro, por ejemplo: *.py docs/* !tests/*</translation>
    </message>
    <message>
        <source>File filter</source>
        <translation>Filtro de archivos</translation>
    </message>
    <message>
        <source>Type or paste text, or choose files above.</source>
        <translation>Escriba o pegue texto, o elija archivos arriba.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Instrucción</translation>
    </message>
    <message>
        <source>Optional: what the model should do with the text</source>
        <translation>Opcional: qué debe hacer el modelo con el texto</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>&amp;Instruction</source>
        <translation>&amp;Instrucción</translation>
    </message>
</context>
<context>
    <name>SourceTexts</name>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} chats</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 chat</translation>
    </message>
    <message>
        <source>changed on disk</source>
        <translation>cambiada en el disco</translation>
    </message>
    <message>
        <source>read by another model</source>
        <translation>leída por otro modelo</translation>
    </message>
    <message>
        <source>{count:,} tokens, read</source>
        <translation>{count:,} tokens, leídos</translation>
    </message>
    <message>
        <source>reading, {percent}%</source>
        <translation>leyendo, {percent} %</translation>
    </message>
    <message>
        <source>waits to be read</source>
        <translation>espera a ser leída</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>en pausa</translation>
    </message>
    <message>
        <source>too large for this model</source>
        <translation>demasiado grande para este modelo</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>no se pudo leer</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>aún sin leer</translation>
    </message>
    <message>
        <source>The model is reading it: {percent}%. You can ask now.</source>
        <translation>El modelo la está leyendo: {percent} %. Ya puede preguntar.</translation>
    </message>
    <message>
        <source>The text is too large for this model. The Sources page can split it.</source>
        <translation>El texto es demasiado grande para este modelo. La página de fuentes puede dividirlo.</translation>
    </message>
    <message>
        <source>It could not be read: {error}</source>
        <translation>No se pudo leer: {error}</translation>
    </message>
    <message>
        <source>The model reads it before its first answer.</source>
        <translation>El modelo la lee antes de su primera respuesta.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leída</translation>
    </message>
    <message>
        <source>{count:,} tokens, {disk} on disk</source>
        <translation>{count:,} tokens, {disk} en disco</translation>
    </message>
    <message>
        <source>Read {moment}</source>
        <translation>Leída: {moment}</translation>
    </message>
    <message>
        <source>The model has read the text, and answers at once.</source>
        <translation>El modelo ya ha leído el texto y responde enseguida.</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} tokens</translation>
    </message>
    <message>
        <source>It has {count:,} tokens, {over:,} more than this model holds ({limit:,}). Split it into parts, or choose a larger context in the settings.</source>
        <translation>Tiene {count:,} tokens, {over:,} más de los que admite este modelo ({limit:,}). Divídala en partes o elija un contexto mayor en los ajustes.</translation>
    </message>
    <message>
        <source>Its files have changed since it was read. Chats keep their version.</source>
        <translation>Sus archivos han cambiado desde que se leyó. Los chats conservan su versión.</translation>
    </message>
    <message>
        <source>Another model has read it. The model that is loaded reads it again with the next chat.</source>
        <translation>La leyó otro modelo. El modelo cargado la lee de nuevo con el próximo chat.</translation>
    </message>
    <message>
        <source>Version {number} · {moment} · {size}</source>
        <translation>Versión {number} · {moment} · {size}</translation>
    </message>
    <message>
        <source>From the folder {path}</source>
        <translation>De la carpeta {path}</translation>
    </message>
    <message>
        <source>From the folder {path}, only {patterns}</source>
        <translation>De la carpeta {path}, solo {patterns}</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>De {paths}</translation>
    </message>
    <message>
        <source>A text that was pasted</source>
        <translation>Un texto pegado</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>Waiting for “{name}”: {percent}% read</source>
        <translation>Esperando a «{name}»: {percent} % leído</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions?</source>
        <translation>¿Eliminar «{name}» con todas sus versiones?</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions? Its chats stay ({count:,}), but the model will not know the text in them any more.</source>
        <translation>¿Eliminar «{name}» con todas sus versiones? Sus chats permanecen ({count:,}), pero el modelo ya no conocerá su texto.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
</context>
<context>
    <name>SourcesPage</name>
    <message>
        <source>Sources</source>
        <translation>Fuentes</translation>
    </message>
    <message>
        <source>Add a source…</source>
        <translation>Añadir una fuente…</translation>
    </message>
    <message>
        <source>No sources yet. Add files, a folder of code, a saved web page or pasted text. The model reads it once, and every chat that starts from it is ready at once, also after a restart.</source>
        <translation>Aún no hay fuentes. Añada archivos, una carpeta de código, una página web guardada o texto pegado. El modelo los lee una vez, y cada chat que empieza con ellos está listo al instante, también después de reiniciar.</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Waiting…</source>
        <translation>En espera…</translation>
    </message>
    <message>
        <source>Waiting, position {place:,}</source>
        <translation>En espera, posición {place:,}</translation>
    </message>
    <message>
        <source>Reading {percent}%…</source>
        <translation>Leyendo {percent} %…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Escribiendo…</translation>
    </message>
    <message>
        <source>A tool waits for your answer</source>
        <translation>Una herramienta espera su respuesta</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>Una herramienta se está ejecutando…</translation>
    </message>
    <message>
        <source>The last answer failed</source>
        <translation>La última respuesta falló</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrumpida</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>respuesta nueva</translation>
    </message>
    <message>
        <source>on {machine}</source>
        <translation>en {machine}</translation>
    </message>
    <message>
        <source>{count:,} oldest messages forgotten</source>
        <translation>{count:,} mensajes más antiguos olvidados</translation>
    </message>
    <message>
        <source>oldest message forgotten</source>
        <translation>mensaje más antiguo olvidado</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}</source>
        <translation>{used:,} / {total:,}</translation>
    </message>
    <message>
        <source>{used:,} tokens, more than the limit of {total:,}</source>
        <translation>{used:,} tokens, más que el límite de {total:,}</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, nearly full</source>
        <translation>{used:,} / {total:,}, casi lleno</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, filling up</source>
        <translation>{used:,} / {total:,}, llenándose</translation>
    </message>
</context>
<context>
    <name>StepChart</name>
    <message>
        <source>Step times of the last minute</source>
        <translation>Duración de los pasos del último minuto</translation>
    </message>
    <message>
        <source>No steps in the last minute.</source>
        <translation>No hubo pasos en el último minuto.</translation>
    </message>
    <message>
        <source>The longest step of the last minute took {time:,} ms.</source>
        <translation>El paso más largo del último minuto duró {time:,} ms.</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>a minute ago</source>
        <translation>hace un minuto</translation>
    </message>
    <message>
        <source>now</source>
        <translation>ahora</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Thought for {duration}</source>
        <translation>Pensó durante {duration}</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Pensó</translation>
    </message>
    <message>
        <source>used {count:,} tools</source>
        <translation>usó {count:,} herramientas</translation>
    </message>
    <message>
        <source>used a tool</source>
        <translation>usó una herramienta</translation>
    </message>
    <message>
        <source>{count:,} calls failed</source>
        <translation>{count:,} llamadas fallaron</translation>
    </message>
    <message>
        <source>a call failed</source>
        <translation>una llamada falló</translation>
    </message>
    <message>
        <source>{count:,} calls refused</source>
        <translation>{count:,} llamadas rechazadas</translation>
    </message>
    <message>
        <source>a call refused</source>
        <translation>una llamada rechazada</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Explain how a rainbow forms</source>
        <translation>Explique cómo se forma un arcoíris</translation>
    </message>
    <message>
        <source>Why is the sky blue?</source>
        <translation>¿Por qué el cielo es azul?</translation>
    </message>
    <message>
        <source>Write a poem about the sea</source>
        <translation>Escriba un poema sobre el mar</translation>
    </message>
    <message>
        <source>Tell me a bedtime story</source>
        <translation>Cuénteme un cuento para dormir</translation>
    </message>
    <message>
        <source>Write an email to ask for a day off</source>
        <translation>Escriba un correo para pedir un día libre</translation>
    </message>
    <message>
        <source>Plan a weekend in Rome</source>
        <translation>Planifique un fin de semana en Roma</translation>
    </message>
    <message>
        <source>Make a plan for learning Spanish</source>
        <translation>Haga un plan para aprender francés</translation>
    </message>
    <message>
        <source>Suggest five quick dinners</source>
        <translation>Sugiera cinco cenas rápidas</translation>
    </message>
    <message>
        <source>Summarize the attached file.</source>
        <translation>Resume el archivo adjunto.</translation>
    </message>
    <message>
        <source>List pros and cons of remote work</source>
        <translation>Enumere ventajas e inconvenientes del teletrabajo</translation>
    </message>
    <message>
        <source>Once upon a time, in a village by the sea,</source>
        <translation>Érase una vez, en un pueblo junto al mar,</translation>
    </message>
    <message>
        <source>The three most important inventions are</source>
        <translation>Los tres inventos más importantes son</translation>
    </message>
    <message>
        <source>To all neighbours:</source>
        <translation>A todos los vecinos:</translation>
    </message>
    <message>
        <source>Recipe for potato soup. Ingredients:</source>
        <translation>Receta de sopa de patata. Ingredientes:</translation>
    </message>
    <message>
        <source>The train left the station at midnight, and</source>
        <translation>El tren salió de la estación a medianoche, y</translation>
    </message>
    <message>
        <source>A rainbow forms when</source>
        <translation>Un arcoíris se forma cuando</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>Pinned tabs</source>
        <translation>Pestañas fijadas</translation>
    </message>
    <message>
        <source>Chats in tabs</source>
        <translation>Chats en pestañas</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>Mostrar todas las pestañas</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>Pestañas abiertas</translation>
    </message>
    <message>
        <source>Tabs on the left</source>
        <translation>Pestañas a la izquierda</translation>
    </message>
    <message>
        <source>Tabs on the right</source>
        <translation>Pestañas a la derecha</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Close tab</source>
        <translation>Cerrar la pestaña</translation>
    </message>
</context>
<context>
    <name>TabCommands</name>
    <message>
        <source>Answer copied.</source>
        <translation>Respuesta copiada.</translation>
    </message>
</context>
<context>
    <name>TabList</name>
    <message>
        <source>pinned</source>
        <translation>fijada</translation>
    </message>
</context>
<context>
    <name>TabListPopup</name>
    <message>
        <source>Search tabs</source>
        <translation>Buscar pestañas</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Cerrar las pestañas terminadas</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Sin resultados.</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>Todas las pestañas</translation>
    </message>
    <message>
        <source>Close finished tabs ({count:,})</source>
        <translation>Cerrar las pestañas terminadas ({count:,})</translation>
    </message>
</context>
<context>
    <name>TabListView</name>
    <message>
        <source>Tabs</source>
        <translation>Pestañas</translation>
    </message>
</context>
<context>
    <name>TabMenu</name>
    <message>
        <source>Unpin</source>
        <translation>Dejar de fijar</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Cambiar nombre…</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Sugerir un título</translation>
    </message>
    <message>
        <source>Move to a folder…</source>
        <translation>Mover a una carpeta…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplicar</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>Eliminar el chat</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>Abrir en vista dividida</translation>
    </message>
    <message>
        <source>Show on the left</source>
        <translation>Mostrar a la izquierda</translation>
    </message>
    <message>
        <source>Move to the main window</source>
        <translation>Mover a la ventana principal</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>Mover a una ventana nueva</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Volver a abrir la pestaña cerrada</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Cerrar la pestaña</translation>
    </message>
    <message>
        <source>Close tabs below</source>
        <translation>Cerrar las pestañas de abajo</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>Cerrar las pestañas de la derecha</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Cerrar las pestañas terminadas</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Cerrar las demás pestañas</translation>
    </message>
</context>
<context>
    <name>TabPane</name>
    <message>
        <source>No tab is open. {key} opens one.</source>
        <translation>No hay ninguna pestaña abierta. {key} abre una.</translation>
    </message>
    <message>
        <source>No tab is open.</source>
        <translation>No hay ninguna pestaña abierta.</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>pinned</source>
        <translation>fijada</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Show earlier tabs</source>
        <translation>Mostrar las pestañas anteriores</translation>
    </message>
    <message>
        <source>Show later tabs</source>
        <translation>Mostrar las pestañas siguientes</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Thinking: {state}</source>
        <translation>Razonamiento: {state}</translation>
    </message>
    <message>
        <source>Changing this re-reads {count:,} tokens</source>
        <translation>Al cambiar esto se leen de nuevo {count:,} tokens</translation>
    </message>
    <message>
        <source>Changing this re-reads nothing</source>
        <translation>Al cambiar esto no se lee nada de nuevo</translation>
    </message>
    <message>
        <source>No thinking</source>
        <translation>Sin razonamiento</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivado</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activado</translation>
    </message>
    <message>
        <source>as the model does</source>
        <translation>según el modelo</translation>
    </message>
    <message>
        <source>effort {effort}</source>
        <translation>esfuerzo {effort}</translation>
    </message>
    <message>
        <source>at most {count:,} tokens</source>
        <translation>como máximo {count:,} tokens</translation>
    </message>
    <message>
        <source>Think before answering</source>
        <translation>Razonar antes de responder</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>Esfuerzo</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Presupuesto</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sin límite</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} tokens</translation>
    </message>
    <message>
        <source>Another number…</source>
        <translation>Otro número…</translation>
    </message>
    <message>
        <source>Use for all chats with this model</source>
        <translation>Usar en todos los chats con este modelo</translation>
    </message>
    <message>
        <source>Reset to the model&apos;s default</source>
        <translation>Restablecer el valor predeterminado del modelo</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Presupuesto de razonamiento</translation>
    </message>
    <message>
        <source>Thinking budget (tokens)</source>
        <translation>Presupuesto de razonamiento (tokens)</translation>
    </message>
</context>
<context>
    <name>ThinkingSection</name>
    <message>
        <source>Thinking</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>Esfuerzo</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Presupuesto de razonamiento</translation>
    </message>
    <message>
        <source>The number of thinking tokens after which the model has to answer.</source>
        <translation>El número de tokens de razonamiento tras el cual el modelo tiene que responder.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sin límite</translation>
    </message>
    <message>
        <source>After a change, the model reads the whole chat again.</source>
        <translation>Tras un cambio, el modelo lee de nuevo todo el chat.</translation>
    </message>
    <message>
        <source>The argument “{name}” of the chat template.</source>
        <translation>El argumento «{name}» de la plantilla de chat.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Predeterminado</translation>
    </message>
    <message>
        <source>Default ({value})</source>
        <translation>Predeterminado ({value})</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Activado</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
</context>
<context>
    <name>Title</name>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
</context>
<context>
    <name>TitleBox</name>
    <message>
        <source>Title of this chat</source>
        <translation>Título de este chat</translation>
    </message>
</context>
<context>
    <name>TitleGenerator</name>
    <message>
        <source>The model is asked for a title. Answers go first.</source>
        <translation>Se pide un título al modelo. Las respuestas van primero.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>No title was suggested. This chat is still called “{title}”.</source>
        <translation>No se sugirió ningún título. Este chat se sigue llamando «{title}».</translation>
    </message>
    <message>
        <source>“{old}” was renamed to “{new}”.</source>
        <translation>El nombre de «{old}» se cambió a «{new}».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
</context>
<context>
    <name>TokenBias</name>
    <message>
        <source>never</source>
        <translation>nunca</translation>
    </message>
</context>
<context>
    <name>TokenView</name>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>For gated and private models. It is stored in this computer&apos;s keyring, and sent to the hub only.</source>
        <translation>Para modelos restringidos y privados. Se guarda en el llavero de este equipo y solo se envía al hub.</translation>
    </message>
    <message>
        <source>Hugging Face token</source>
        <translation>Token de Hugging Face</translation>
    </message>
    <message>
        <source>Remove it from the keyring? This can&apos;t be undone.</source>
        <translation>¿Quitarlo del llavero? Esto no se puede deshacer.</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Waits for your answer</source>
        <translation>Espera su respuesta</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Rechazada</translation>
    </message>
    <message>
        <source>Never allowed</source>
        <translation>Nunca permitida</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrumpida</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallida</translation>
    </message>
    <message>
        <source>Running… {percent}%</source>
        <translation>En ejecución… {percent} %</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>En ejecución…</translation>
    </message>
    <message>
        <source>Running… {duration}</source>
        <translation>En ejecución… {duration}</translation>
    </message>
    <message>
        <source>You allowed this call.</source>
        <translation>Usted permitió esta llamada.</translation>
    </message>
    <message>
        <source>Allowed in this chat.</source>
        <translation>Permitida en este chat.</translation>
    </message>
    <message>
        <source>Always allowed.</source>
        <translation>Siempre permitida.</translation>
    </message>
    <message>
        <source>Allowed because it only reads and stays here.</source>
        <translation>Permitida porque solo lee y se queda aquí.</translation>
    </message>
    <message>
        <source>You refused this call.</source>
        <translation>Usted rechazó esta llamada.</translation>
    </message>
    <message>
        <source>This tool is never allowed.</source>
        <translation>Esta herramienta nunca se permite.</translation>
    </message>
    <message>
        <source>You changed the arguments.</source>
        <translation>Usted cambió los argumentos.</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Más acciones</translation>
    </message>
    <message>
        <source>Stop this tool</source>
        <translation>Detener esta herramienta</translation>
    </message>
    <message>
        <source>Change the arguments before the tool runs</source>
        <translation>Cambiar los argumentos antes de que se ejecute la herramienta</translation>
    </message>
    <message>
        <source>Show all ({size} more)</source>
        <translation>Mostrar todo ({size} más)</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumentos</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
    <message>
        <source>expanded</source>
        <translation>expandido</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>contraído</translation>
    </message>
</context>
<context>
    <name>ToolPicker</name>
    <message>
        <source>Tools of this chat</source>
        <translation>Herramientas de este chat</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Buscar herramientas</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Usar en los chats nuevos</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>No se encontraron herramientas.</translation>
    </message>
    <message>
        <source>No tools yet.</source>
        <translation>Aún no hay herramientas.</translation>
    </message>
    <message>
        <source>Never allowed in the settings</source>
        <translation>Nunca permitida en los ajustes</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activado</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivado</translation>
    </message>
    <message>
        <source>This is a base model. It can&apos;t call tools.</source>
        <translation>Este es un modelo base. No puede llamar a herramientas.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not support tools, so it probably can&apos;t call any.</source>
        <translation>La plantilla de chat de este modelo no admite herramientas, así que probablemente no pueda llamar a ninguna.</translation>
    </message>
    <message>
        <source>This model is small and may not call tools well.</source>
        <translation>Este modelo es pequeño y quizá no llame bien a las herramientas.</translation>
    </message>
    <message>
        <source>Tools that are on are described in each prompt, which costs tokens.</source>
        <translation>Las herramientas activadas se describen en cada prompt, lo que cuesta tokens.</translation>
    </message>
    <message>
        <source>The tools that are on take about {count:,} tokens of each prompt.</source>
        <translation>Las herramientas activadas ocupan unos {count:,} tokens de cada prompt.</translation>
    </message>
</context>
<context>
    <name>ToolQuestion</name>
    <message>
        <source>Reason for refusing, sent to the model</source>
        <translation>Motivo del rechazo, que se envía al modelo</translation>
    </message>
    <message>
        <source>Reason for the refusal</source>
        <translation>Motivo del rechazo</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Permitir una vez</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>Permitir en este chat</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Permitir siempre</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Rechazar</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>No permitir nunca</translation>
    </message>
    <message>
        <source>Sends {content}.</source>
        <translation>Envía {content}.</translation>
    </message>
    <message>
        <source>Arguments as JSON</source>
        <translation>Argumentos como JSON</translation>
    </message>
    <message>
        <source>Enter the arguments as a JSON object: { … }.</source>
        <translation>Introduzca los argumentos como un objeto JSON: { … }.</translation>
    </message>
</context>
<context>
    <name>ToolSettings</name>
    <message>
        <source>The chosen search service needs no key.</source>
        <translation>El servicio de búsqueda elegido no necesita clave.</translation>
    </message>
    <message>
        <source>No key is set for {name}.</source>
        <translation>No hay ninguna clave establecida para {name}.</translation>
    </message>
    <message>
        <source>A key is set for {name}.</source>
        <translation>Hay una clave establecida para {name}.</translation>
    </message>
    <message>
        <source>“{name}” was not saved: {reason}</source>
        <translation>«{name}» no se guardó: {reason}</translation>
    </message>
    <message>
        <source>The keys of “{name}” were not removed: {reason}</source>
        <translation>Las claves de «{name}» no se quitaron: {reason}</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>El servidor se está iniciando…</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools: none is on</source>
        <translation>Herramientas: ninguna activada</translation>
    </message>
    <message>
        <source>Tools: one is on</source>
        <translation>Herramientas: una activada</translation>
    </message>
    <message>
        <source>Tools: {count:,} are on</source>
        <translation>Herramientas: {count:,} activadas</translation>
    </message>
    <message>
        <source>about {count:,} tokens of each prompt</source>
        <translation>unos {count:,} tokens de cada prompt</translation>
    </message>
</context>
<context>
    <name>ToolsView</name>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Permitir siempre</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>No permitir nunca</translation>
    </message>
    <message>
        <source>Stays on this computer</source>
        <translation>Se queda en este equipo</translation>
    </message>
    <message>
        <source>Sends {content}</source>
        <translation>Envía {content}</translation>
    </message>
    <message>
        <source>Permission of {name}</source>
        <translation>Permiso de {name}</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>desactivado</translation>
    </message>
    <message>
        <source>starts when needed</source>
        <translation>se inicia cuando hace falta</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>iniciando…</translation>
    </message>
    <message>
        <source>no response yet…</source>
        <translation>aún sin respuesta…</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>listo</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fallido</translation>
    </message>
    <message>
        <source>ready, {count:,} tools</source>
        <translation>listo, {count:,} herramientas</translation>
    </message>
    <message>
        <source>ready, one tool</source>
        <translation>listo, una herramienta</translation>
    </message>
    <message>
        <source>In new chats</source>
        <translation>En los chats nuevos</translation>
    </message>
    <message>
        <source>{name} in new chats</source>
        <translation>{name} en los chats nuevos</translation>
    </message>
    <message>
        <source>A model can call the tools that you switch on in a chat, at the message box. Each call asks first, unless you allow its tool. What a tool returns is data: the model reads it, and nothing in it is opened or run.</source>
        <translation>Un modelo puede llamar a las herramientas que usted active en un chat, junto al cuadro de mensaje. Cada llamada pregunta primero, salvo que usted permita su herramienta. Lo que devuelve una herramienta son datos: el modelo los lee, y nada de ellos se abre ni se ejecuta.</translation>
    </message>
    <message>
        <source>How models call tools</source>
        <translation>Cómo los modelos usan las herramientas</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>Herramientas integradas</translation>
    </message>
    <message>
        <source>Key of the search service</source>
        <translation>Clave del servicio de búsqueda</translation>
    </message>
    <message>
        <source>It is stored in this computer&apos;s keyring, and sent to the chosen service only.</source>
        <translation>Se guarda en el llavero de este equipo y solo se envía al servicio elegido.</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>No server is set up.</source>
        <translation>No hay ningún servidor configurado.</translation>
    </message>
    <message>
        <source>Paste settings…</source>
        <translation>Pegar ajustes…</translation>
    </message>
    <message>
        <source>Add manually…</source>
        <translation>Añadir manualmente…</translation>
    </message>
    <message>
        <source>Import from other programs…</source>
        <translation>Importar de otros programas…</translation>
    </message>
    <message>
        <source>Saved permissions</source>
        <translation>Permisos guardados</translation>
    </message>
    <message>
        <source>Every tool asks.</source>
        <translation>Todas las herramientas preguntan.</translation>
    </message>
    <message>
        <source>Ask again for {name}</source>
        <translation>Preguntar de nuevo para {name}</translation>
    </message>
    <message>
        <source>Servers that speak the Model Context Protocol (MCP) bring further tools: programs on this computer, or services at an address.</source>
        <translation>Los servidores que hablan el Model Context Protocol (MCP) aportan más herramientas: programas de este equipo o servicios en una dirección.</translation>
    </message>
    <message>
        <source>Tools that do not ask</source>
        <translation>Herramientas que no preguntan</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Búsqueda web</translation>
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
        <translation>No se pudo escribir el archivo {path}: {reason}. Elija otra carpeta.</translation>
    </message>
    <message>
        <source>Exported to {path}.</source>
        <translation>Exportado a {path}.</translation>
    </message>
    <message>
        <source>Hubbub chats</source>
        <translation>Chats de Hubbub</translation>
    </message>
    <message>
        <source>Exporting chats…</source>
        <translation>Exportando chats…</translation>
    </message>
    <message>
        <source>{count:,} chats were exported to {path}.</source>
        <translation>Se exportaron {count:,} chats a {path}.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Mostrar en la carpeta</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,} de {count:,}</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>The name of an export ends in .md, .html, .pdf, .json or .zip; “{name}” does not.</source>
        <translation>El nombre de una exportación termina en .md, .html, .pdf, .json o .zip; el de «{name}», no.</translation>
    </message>
    <message>
        <source>Importing chats…</source>
        <translation>Importando chats…</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Mostrar el informe</translation>
    </message>
    <message>
        <source>Undo import</source>
        <translation>Deshacer la importación</translation>
    </message>
    <message>
        <source>{count:,} chats were imported before you cancelled. Do you want to keep them?</source>
        <translation>Se importaron {count:,} chats antes de que usted cancelara. ¿Desea conservarlos?</translation>
    </message>
    <message>
        <source>One chat was imported before you cancelled. Do you want to keep it?</source>
        <translation>Se importó un chat antes de que usted cancelara. ¿Desea conservarlo?</translation>
    </message>
    <message>
        <source>{count:,} chats · {done} of {all}</source>
        <translation>{count:,} chats · {done} de {all}</translation>
    </message>
    <message>
        <source>{count:,} imported chats were removed again.</source>
        <translation>Se quitaron de nuevo {count:,} chats importados.</translation>
    </message>
    <message>
        <source>One imported chat was removed again.</source>
        <translation>Se quitó de nuevo un chat importado.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Removing what was imported…</source>
        <translation>Quitando lo importado…</translation>
    </message>
    <message>
        <source>{count:,} were kept: they were used since, or you cancelled.</source>
        <translation>Se conservaron {count:,}: se usaron desde entonces, o usted canceló.</translation>
    </message>
    <message>
        <source>One was kept: it was used since, or you cancelled.</source>
        <translation>Se conservó una: se usó desde entonces, o usted canceló.</translation>
    </message>
</context>
<context>
    <name>TransferRow</name>
    <message>
        <source>Download of {name}</source>
        <translation>Descarga de {name}</translation>
    </message>
    <message>
        <source>Remove from the list: {name}</source>
        <translation>Quitar de la lista: {name}</translation>
    </message>
    <message>
        <source>Cancel: {name}</source>
        <translation>Cancelar: {name}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>Reintentar ahora</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
</context>
<context>
    <name>TransfersView</name>
    <message>
        <source>Downloads</source>
        <translation>Descargas</translation>
    </message>
</context>
<context>
    <name>TrashController</name>
    <message>
        <source>Removing from the backups…</source>
        <translation>Quitando de las copias de seguridad…</translation>
    </message>
    <message>
        <source>Cancelled. Backups that were not rewritten still contain the deleted chats.</source>
        <translation>Cancelado. Las copias de seguridad que no se reescribieron todavía contienen los chats eliminados.</translation>
    </message>
    <message>
        <source>Deleted permanently, also from the backups.</source>
        <translation>Eliminado permanentemente, también de las copias de seguridad.</translation>
    </message>
    <message>
        <source>Damaged files that were set aside may still contain parts of them. They are listed in the settings, under Backups.</source>
        <translation>Los archivos dañados que se apartaron pueden contener todavía partes de ellos. Se enumeran en los ajustes, en Copias de seguridad.</translation>
    </message>
</context>
<context>
    <name>TrashList</name>
    <message>
        <source>{count:,} messages, deleted {day}, removed in {left:,} days</source>
        <translation>{count:,} mensajes, eliminada {day}, se quita en {left:,} días</translation>
    </message>
    <message>
        <source>deleted {day}, removed in {left:,} days</source>
        <translation>eliminada {day}, se quita en {left:,} días</translation>
    </message>
</context>
<context>
    <name>TrashPage</name>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Eliminar permanentemente…</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>Vaciar la papelera…</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, but stay in the backups for about another month. You can change this in the settings.</source>
        <translation>Los chats eliminados se conservan aquí 30 días. Después se eliminan permanentemente, pero permanecen en las copias de seguridad aproximadamente un mes más. Puede cambiarlo en los ajustes.</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, including from the backups.</source>
        <translation>Los chats eliminados se conservan aquí 30 días. Después se eliminan permanentemente, también de las copias de seguridad.</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>Chats eliminados</translation>
    </message>
    <message>
        <source>Delete {count:,} chats permanently? This can&apos;t be undone.</source>
        <translation>¿Eliminar permanentemente {count:,} chats? Esta acción no se puede deshacer.</translation>
    </message>
    <message>
        <source>Delete this chat permanently? This can&apos;t be undone.</source>
        <translation>¿Eliminar permanentemente este chat? Esta acción no se puede deshacer.</translation>
    </message>
    <message>
        <source>Delete all {count:,} chats in the trash permanently? This can&apos;t be undone.</source>
        <translation>¿Eliminar permanentemente los {count:,} chats de la papelera? Esta acción no se puede deshacer.</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>La papelera está vacía.</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Eliminar permanentemente</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>Vaciar la papelera</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Open Hubbub</source>
        <translation>Abrir Hubbub</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>One chat waits for your answer</source>
        <translation>Un chat espera su respuesta</translation>
    </message>
    <message>
        <source>{count:,} chats wait for your answer</source>
        <translation>{count:,} chats esperan su respuesta</translation>
    </message>
    <message>
        <source>Hubbub is writing one answer</source>
        <translation>Hubbub está escribiendo una respuesta</translation>
    </message>
    <message>
        <source>Hubbub is writing {count:,} answers</source>
        <translation>Hubbub está escribiendo {count:,} respuestas</translation>
    </message>
    <message>
        <source>one download</source>
        <translation>una descarga</translation>
    </message>
    <message>
        <source>{count:,} downloads</source>
        <translation>{count:,} descargas</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Hubbub {newest} is available. You have {own}.</source>
        <translation>Hubbub {newest} está disponible. Usted tiene {own}.</translation>
    </message>
    <message>
        <source>Open the download page</source>
        <translation>Abrir la página de descarga</translation>
    </message>
</context>
<context>
    <name>Variant</name>
    <message>
        <source>Answer {number}</source>
        <translation>Respuesta {number}</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>En espera…</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Usar esta respuesta</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>Usar la respuesta {number}</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Escribiendo…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Pensando…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminada</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallida</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrumpida</translation>
    </message>
</context>
<context>
    <name>VariantsView</name>
    <message>
        <source>Mark differences</source>
        <translation>Marcar diferencias</translation>
    </message>
    <message>
        <source>Close and keep the first answer</source>
        <translation>Cerrar y conservar la primera respuesta</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Comparar varias respuestas</translation>
    </message>
</context>
<context>
    <name>ViewSwitch</name>
    <message>
        <source>Chats in view</source>
        <translation>Chats a la vista</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>Un chat</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>Dos chats lado a lado</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>Cuatro chats</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Todos los chats</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New chat in this folder</source>
        <translation>Nuevo chat en esta carpeta</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Volver a abrir la pestaña cerrada</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Cerrar la pestaña</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Elegir un modelo…</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelos…</translation>
    </message>
    <message>
        <source>Sources…</source>
        <translation>Fuentes…</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>Abrir modelo…</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Usar el modelo inicial</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Importar una carpeta…</translation>
    </message>
    <message>
        <source>Report of the last import…</source>
        <translation>Informe de la última importación…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Search everything…</source>
        <translation>Buscar en todo…</translation>
    </message>
    <message>
        <source>Find in this chat…</source>
        <translation>Buscar en este chat…</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Buscar siguiente</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Buscar anterior</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>Copiar la última respuesta</translation>
    </message>
    <message>
        <source>Go to the message box</source>
        <translation>Ir al cuadro de mensaje</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Cortar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Pegar</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Barra lateral</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>Pestañas verticales</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menú</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>Un chat</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>Dos chats lado a lado</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>Cuatro chats</translation>
    </message>
    <message>
        <source>Tabs as a grid</source>
        <translation>Pestañas en cuadrícula</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>Comparar variaciones…</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Pantalla completa</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>Mensajes recientes</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texto más grande</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texto más pequeño</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Restablecer el tamaño del texto</translation>
    </message>
    <message>
        <source>Theme: match system</source>
        <translation>Tema: según el sistema</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Tema: claro</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Tema: oscuro</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Regenerate the answer</source>
        <translation>Regenerar la respuesta</translation>
    </message>
    <message>
        <source>Continue the answer</source>
        <translation>Continuar la respuesta</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Comparar varias respuestas</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Versión anterior</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Versión siguiente</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>Mensaje anterior</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Mensaje siguiente</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Ajustes del chat</translation>
    </message>
    <message>
        <source>Tools of this chat…</source>
        <translation>Herramientas de este chat…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Importar chats…</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>Exportar todos los chats…</translation>
    </message>
    <message>
        <source>Trash…</source>
        <translation>Papelera…</translation>
    </message>
    <message>
        <source>Ask a list of questions…</source>
        <translation>Preguntar una lista de preguntas…</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>Prompts guardados…</translation>
    </message>
    <message>
        <source>Save as prompt…</source>
        <translation>Guardar como prompt…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplicar</translation>
    </message>
    <message>
        <source>Branch from an earlier message…</source>
        <translation>Crear una rama desde un mensaje anterior…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Cambiar nombre…</translation>
    </message>
    <message>
        <source>Archive or unarchive</source>
        <translation>Archivar o desarchivar</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Sugerir un título</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Ir a</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Ramificar</translation>
    </message>
    <message>
        <source>&amp;Chat</source>
        <translation>&amp;Chat</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Pestaña siguiente</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Pestaña anterior</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>Mostrar todas las pestañas</translation>
    </message>
    <message>
        <source>Tab {number}</source>
        <translation>Pestaña {number}</translation>
    </message>
    <message>
        <source>Last tab</source>
        <translation>Última pestaña</translation>
    </message>
    <message>
        <source>Pin or unpin the tab</source>
        <translation>Fijar o dejar de fijar la pestaña</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>Abrir en vista dividida</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>Mover a una ventana nueva</translation>
    </message>
    <message>
        <source>Switch pane</source>
        <translation>Cambiar de panel</translation>
    </message>
    <message>
        <source>Move tab to the left</source>
        <translation>Mover la pestaña a la izquierda</translation>
    </message>
    <message>
        <source>Move tab to the right</source>
        <translation>Mover la pestaña a la derecha</translation>
    </message>
    <message>
        <source>Close the tabs after this one</source>
        <translation>Cerrar las pestañas posteriores a esta</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Cerrar las pestañas terminadas</translation>
    </message>
    <message>
        <source>&amp;Tabs</source>
        <translation>&amp;Pestañas</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>About Hubbub</source>
        <translation>Acerca de Hubbub</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;yuda</translation>
    </message>
</context>
<context>
    <name>WindowDialogs</name>
    <message>
        <source>Rename chat</source>
        <translation>Cambiar el nombre del chat</translation>
    </message>
</context>
<context>
    <name>_Drawing</name>
    <message>
        <source>Drawing</source>
        <translation>Dibujo</translation>
    </message>
</context>
</TS>
