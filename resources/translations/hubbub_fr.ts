<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>see its own page</source>
        <translation>voir sa propre page</translation>
    </message>
</context>
<context>
    <name>AboutPage</name>
    <message>
        <source>About Hubbub</source>
        <translation>À propos de Hubbub</translation>
    </message>
    <message>
        <source>Third-party licences</source>
        <translation>Licences de tiers</translation>
    </message>
    <message>
        <source>Many chats, one local model, all at once.</source>
        <translation>Plusieurs discussions, un seul modèle local, tout à la fois.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Hubbub is under the MIT licence. It contains these parts, with thanks:</source>
        <translation>Hubbub est sous licence MIT. Il contient ces composants, avec nos remerciements :</translation>
    </message>
</context>
<context>
    <name>Accessibility</name>
    <message>
        <source>Clear the text</source>
        <translation>Effacer le texte</translation>
    </message>
</context>
<context>
    <name>AnswerCard</name>
    <message>
        <source>Answer {number}</source>
        <translation>Réponse {number}</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Utiliser cette réponse</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Redemander</translation>
    </message>
    <message>
        <source>{state}. Same as answer {number}</source>
        <translation>{state}. Identique à la réponse {number}</translation>
    </message>
    <message>
        <source>Stop answer {number}</source>
        <translation>Arrêter la réponse {number}</translation>
    </message>
    <message>
        <source>Copy answer {number}</source>
        <translation>Copier la réponse {number}</translation>
    </message>
    <message>
        <source>Ask for answer {number} again</source>
        <translation>Redemander la réponse {number}</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>Utiliser la réponse {number}</translation>
    </message>
    <message>
        <source>{state}. Too long to compare with answer {number}</source>
        <translation>{state}. Trop longue pour être comparée à la réponse {number}</translation>
    </message>
    <message>
        <source>{state}. Mostly different from answer {number}</source>
        <translation>{state}. Très différente de la réponse {number}</translation>
    </message>
    <message>
        <source>{state}. Same words as answer {number}</source>
        <translation>{state}. Les mêmes mots que la réponse {number}</translation>
    </message>
    <message>
        <source>{state}. Leaves out one word of answer {number}</source>
        <translation>{state}. Omet un mot de la réponse {number}</translation>
    </message>
    <message>
        <source>{state}. One word differs from answer {number}</source>
        <translation>{state}. Un mot diffère de la réponse {number}</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words ({missing:,} left out)</source>
        <translation>{state}. Diffère de la réponse {number} par {count:,} mots ({missing:,} omis)</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words</source>
        <translation>{state}. Diffère de la réponse {number} par {count:,} mots</translation>
    </message>
</context>
<context>
    <name>AnswerForm</name>
    <message>
        <source>Line {line}, column {column}: {problem}</source>
        <translation>Ligne {line}, colonne {column} : {problem}</translation>
    </message>
</context>
<context>
    <name>AnswerFormRow</name>
    <message>
        <source>Response format</source>
        <translation>Format de réponse</translation>
    </message>
    <message>
        <source>Any text</source>
        <translation>Texte libre</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>Schéma JSON</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>Grammaire (GBNF)</translation>
    </message>
    <message>
        <source>JSON schema or grammar</source>
        <translation>Schéma JSON ou grammaire</translation>
    </message>
</context>
<context>
    <name>AnswerForms</name>
    <message>
        <source>Not sent: the response format of this chat is not valid. {reason}</source>
        <translation>Non envoyé : le format de réponse de cette discussion n&apos;est pas valide. {reason}</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>Corriger</translation>
    </message>
    <message>
        <source>Send without it</source>
        <translation>Envoyer sans format</translation>
    </message>
</context>
<context>
    <name>AnswersForm</name>
    <message>
        <source>No source</source>
        <translation>Aucune source</translation>
    </message>
    <message>
        <source>Send the question, and the chat before it, to {hosts}</source>
        <translation>Envoyer la question, et la discussion qui la précède, à {hosts}</translation>
    </message>
    <message>
        <source>Send the question, the chat before it and the sources to {hosts}</source>
        <translation>Envoyer la question, la discussion qui la précède et les sources à {hosts}</translation>
    </message>
    <message>
        <source>{count:,} answers, {most:,} at most. Remove some of the values.</source>
        <translation>{count:,} réponses, {most:,} au maximum. Supprimez certaines valeurs.</translation>
    </message>
    <message>
        <source>{count:,} answers</source>
        <translation>{count:,} réponses</translation>
    </message>
    <message>
        <source>1 answer</source>
        <translation>1 réponse</translation>
    </message>
    <message>
        <source>Write a question.</source>
        <translation>Écrivez une question.</translation>
    </message>
    <message>
        <source>Asked in the chat “{title}”, with the messages before it.</source>
        <translation>Posée dans la discussion « {title} », avec les messages qui précèdent.</translation>
    </message>
    <message>
        <source>The question was changed, so it is asked without the chat “{title}”.</source>
        <translation>La question a été modifiée ; elle est donc posée sans la discussion « {title} ».</translation>
    </message>
    <message>
        <source>Write temperatures from 0 to 5 with blanks between them, as 0.2 0.7 1.</source>
        <translation>Indiquez des températures de 0 à 5 séparées par des espaces, par exemple 0.2 0.7 1.</translation>
    </message>
    <message>
        <source>Write seeds as whole numbers with blanks between them, or as 1-8.</source>
        <translation>Indiquez les graines sous forme d&apos;entiers séparés par des espaces, ou comme 1-8.</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Une par ligne</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>&amp;Question</translation>
    </message>
    <message>
        <source>&amp;Temperatures</source>
        <translation>&amp;Températures</translation>
    </message>
    <message>
        <source>S&amp;eeds</source>
        <translation>&amp;Graines</translation>
    </message>
    <message>
        <source>System &amp;prompts</source>
        <translation>&amp;Prompts système</translation>
    </message>
    <message>
        <source>P&amp;resets</source>
        <translation>P&amp;réréglages</translation>
    </message>
    <message>
        <source>S&amp;ources</source>
        <translation>S&amp;ources</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modèles</translation>
    </message>
</context>
<context>
    <name>AnswersPage</name>
    <message>
        <source>Mark differences</source>
        <translation>Marquer les différences</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Tout arrêter</translation>
    </message>
    <message>
        <source>Ask the rest</source>
        <translation>Demander le reste</translation>
    </message>
    <message>
        <source>Keep all in the chat</source>
        <translation>Tout garder dans la discussion</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,} réponses sur {count:,}</translation>
    </message>
    <message>
        <source>This is possible when all answers have ended.</source>
        <translation>Possible une fois toutes les réponses terminées.</translation>
    </message>
</context>
<context>
    <name>ArchiveController</name>
    <message>
        <source>There is nothing to archive: this chat has no messages yet.</source>
        <translation>Rien à archiver : cette discussion n&apos;a pas encore de message.</translation>
    </message>
    <message>
        <source>{count:,} chats were archived.</source>
        <translation>{count:,} discussions ont été archivées.</translation>
    </message>
    <message>
        <source>{count:,} chats are back in the list.</source>
        <translation>{count:,} discussions sont de nouveau dans la liste.</translation>
    </message>
    <message>
        <source>“{title}” was archived.</source>
        <translation>« {title} » a été archivée.</translation>
    </message>
    <message>
        <source>“{title}” is back in the list.</source>
        <translation>« {title} » est de nouveau dans la liste.</translation>
    </message>
</context>
<context>
    <name>Background</name>
    <message>
        <source>Writing a recap</source>
        <translation>Écriture d’un récapitulatif</translation>
    </message>
    <message>
        <source>Naming chats</source>
        <translation>Nommage des discussions</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>Lecture de « {name} »</translation>
    </message>
</context>
<context>
    <name>BackupsView</name>
    <message>
        <source>Daily backups: the last seven days, and one per week for four weeks. Backups made before an update or a restore are kept for 30 days.</source>
        <translation>Sauvegardes quotidiennes : celles des sept derniers jours, et une par semaine pendant quatre semaines. Les sauvegardes faites avant une mise à jour ou une restauration sont conservées 30 jours.</translation>
    </message>
    <message>
        <source>When backups are made</source>
        <translation>Quand les sauvegardes sont faites</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sauvegardes</translation>
    </message>
    <message>
        <source>Damaged files</source>
        <translation>Fichiers endommagés</translation>
    </message>
    <message>
        <source>{count:,} backups of the chats, {size} in total.</source>
        <translation>{count:,} sauvegardes des discussions, {size} au total.</translation>
    </message>
    <message>
        <source>One backup of the chats, {size}.</source>
        <translation>Une sauvegarde des discussions, {size}.</translation>
    </message>
    <message>
        <source>No backups yet. The first is made soon after the start.</source>
        <translation>Aucune sauvegarde pour l&apos;instant. La première est faite peu après le démarrage.</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>Restaurer…</translation>
    </message>
    <message>
        <source>Restore the backup of {moment}</source>
        <translation>Restaurer la sauvegarde du {moment}</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 discussion</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} discussions</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 message</translation>
    </message>
    <message>
        <source>{count:,} messages</source>
        <translation>{count:,} messages</translation>
    </message>
    <message>
        <source>before an update</source>
        <translation>avant une mise à jour</translation>
    </message>
    <message>
        <source>before a restore</source>
        <translation>avant une restauration</translation>
    </message>
    <message>
        <source>{count:,} damaged files were set aside. Hubbub no longer reads them; they can contain deleted chats.</source>
        <translation>{count:,} fichiers endommagés ont été mis de côté. Hubbub ne les lit plus ; ils peuvent contenir des discussions supprimées.</translation>
    </message>
    <message>
        <source>One damaged file was set aside. Hubbub no longer reads it; it can contain deleted chats.</source>
        <translation>Un fichier endommagé a été mis de côté. Hubbub ne le lit plus ; il peut contenir des discussions supprimées.</translation>
    </message>
    <message>
        <source>Replace all chats with the backup of {moment} ({content})?</source>
        <translation>Remplacer toutes les discussions par la sauvegarde du {moment} ({content}) ?</translation>
    </message>
    <message>
        <source>The current state is backed up first, so that you can restore it later. Attachments that were deleted since then are not restored. Running answers are stopped, and the window is reopened.</source>
        <translation>L&apos;état actuel est d&apos;abord sauvegardé, afin que vous puissiez le restaurer plus tard. Les pièces jointes supprimées depuis ne sont pas restaurées. Les réponses en cours sont arrêtées et la fenêtre est rouverte.</translation>
    </message>
    <message>
        <source>Delete “{name}”…</source>
        <translation>Supprimer « {name} »…</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Delete the damaged file “{name}”? This can&apos;t be undone.</source>
        <translation>Supprimer le fichier endommagé « {name} » ? Cette action est irréversible.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>Only the last answer can be continued. Regenerate an earlier one instead.</source>
        <translation>Seule la dernière réponse peut être poursuivie. Régénérez plutôt une réponse antérieure.</translation>
    </message>
    <message>
        <source>This answer is longer than the context of a chat ({limit:,} tokens), so it can&apos;t be continued. Choose a larger context in the settings.</source>
        <translation>Cette réponse est plus longue que le contexte d&apos;une discussion ({limit:,} tokens) et ne peut donc pas être poursuivie. Choisissez un contexte plus grand dans les paramètres.</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>Une réponse est encore en cours dans cette discussion. Arrêtez-la d&apos;abord.</translation>
    </message>
    <message>
        <source>{title} (copy)</source>
        <translation>{title} (copie)</translation>
    </message>
</context>
<context>
    <name>BugReporter</name>
    <message>
        <source>An unexpected error</source>
        <translation>Une erreur inattendue</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copier les détails</translation>
    </message>
</context>
<context>
    <name>CacheView</name>
    <message>
        <source>Cached chats</source>
        <translation>Discussions en cache</translation>
    </message>
    <message>
        <source>Clear cache</source>
        <translation>Vider le cache</translation>
    </message>
    <message>
        <source>{count:,} chats cached: {memory} in memory, {disk} on disk.</source>
        <translation>{count:,} discussions en cache : {memory} en mémoire, {disk} sur le disque.</translation>
    </message>
    <message>
        <source>One chat cached: {memory} in memory, {disk} on disk.</source>
        <translation>Une discussion en cache : {memory} en mémoire, {disk} sur le disque.</translation>
    </message>
    <message>
        <source>Cached pictures: {size}.</source>
        <translation>Images en cache : {size}.</translation>
    </message>
    <message>
        <source>Clear the cache of “{title}”</source>
        <translation>Vider le cache de « {title} »</translation>
    </message>
    <message>
        <source>{size} in memory</source>
        <translation>{size} en mémoire</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>{size} sur le disque</translation>
    </message>
</context>
<context>
    <name>CardSharesRow</name>
    <message>
        <source>Split between graphics cards</source>
        <translation>Répartition entre les cartes graphiques</translation>
    </message>
    <message>
        <source>The share of the model for each card, for example 3 and 1. If all are 0, free memory decides.</source>
        <translation>La part du modèle pour chaque carte, par exemple 3 et 1. Si toutes sont à 0, la mémoire libre décide.</translation>
    </message>
    <message>
        <source>Card {number}: </source>
        <translation>Carte {number} : </translation>
    </message>
    <message>
        <source>Share of graphics card {number}</source>
        <translation>Part de la carte graphique {number}</translation>
    </message>
</context>
<context>
    <name>CellTitle</name>
    <message>
        <source>Stop the answer</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Open this chat alone (Enter)</source>
        <translation>Ouvrir cette discussion seule (Entrée)</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Fermer l&apos;onglet</translation>
    </message>
    <message>
        <source>Stop the answer of “{title}”</source>
        <translation>Arrêter la réponse de « {title} »</translation>
    </message>
    <message>
        <source>Open “{title}” alone</source>
        <translation>Ouvrir « {title} » seule</translation>
    </message>
    <message>
        <source>Close the tab “{title}”</source>
        <translation>Fermer l&apos;onglet « {title} »</translation>
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
        <translation>{name}, version {number}</translation>
    </message>
    <message>
        <source>Source: {text}</source>
        <translation>Source : {text}</translation>
    </message>
    <message>
        <source>This chat begins in a source. Click to open it.</source>
        <translation>Cette discussion commence dans une source. Cliquez pour l&apos;ouvrir.</translation>
    </message>
    <message>
        <source>This chat begins in an older version of a source. Click to move it to the newest.</source>
        <translation>Cette discussion commence dans une ancienne version d&apos;une source. Cliquez pour la faire passer à la plus récente.</translation>
    </message>
    <message>
        <source>The model of this chat reads it with its first answer here.</source>
        <translation>Le modèle de cette discussion la lit avec sa première réponse ici.</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <translation>Dossier : {folder}</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>Déplacer vers un dossier</translation>
    </message>
    <message>
        <source>Folder: none</source>
        <translation>Dossier : aucun</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>Chargement… {percent} %</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modèle : {name}</translation>
    </message>
    <message>
        <source>The model that answers this chat. Click to choose another one.</source>
        <translation>Le modèle qui répond dans cette discussion. Cliquez pour en choisir un autre.</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}. Click to choose another model.</source>
        <translation>Cette discussion reçoit ses réponses de {machine}. Cliquez pour choisir un autre modèle.</translation>
    </message>
</context>
<context>
    <name>ChatModels</name>
    <message>
        <source>From here on, {name} answers this chat.</source>
        <translation>À partir d’ici, {name} répond dans cette discussion.</translation>
    </message>
    <message>
        <source>This chat and new chats</source>
        <translation>Cette discussion et les nouvelles</translation>
    </message>
    <message>
        <source>Which chats should {name} answer?</source>
        <translation>À quelles discussions {name} doit-il répondre ?</translation>
    </message>
    <message>
        <source>Only this chat</source>
        <translation>Seulement cette discussion</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Utiliser pour les nouvelles discussions</translation>
    </message>
    <message>
        <source>{name} answers this chat and new chats.</source>
        <translation>{name} répond à cette discussion et aux nouvelles.</translation>
    </message>
    <message>
        <source>The model of this chat, {name}, is missing.</source>
        <translation>Le modèle de cette discussion, {name}, est introuvable.</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>Utiliser {name}</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Chat settings</source>
        <translation>Paramètres de la discussion</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Recommandé</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single messages; it reads the others again each time.</source>
        <translation>Ce modèle ne peut pas abandonner des messages isolés ; il relit les autres à chaque fois.</translation>
    </message>
    <message>
        <source>Sent at the start of this chat</source>
        <translation>Envoyé au début de cette discussion</translation>
    </message>
    <message>
        <source>For example: Answer in French.</source>
        <translation>Par exemple : Répondez en français.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Quand le contexte est plein</translation>
    </message>
    <message>
        <source>Drop the oldest messages</source>
        <translation>Abandonner les messages les plus anciens</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Pinned messages</source>
        <translation>Messages épinglés</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Échantillonnage</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avancé</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Fermer le panneau</translation>
    </message>
    <message>
        <source>No chat is open.</source>
        <translation>Aucune discussion n&apos;est ouverte.</translation>
    </message>
</context>
<context>
    <name>ChatPicker</name>
    <message>
        <source>Other chats and sources</source>
        <translation>Autres discussions et sources</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Source</translation>
    </message>
    <message>
        <source>All of its text ({count:,} tokens)</source>
        <translation>Tout son texte ({count:,} tokens)</translation>
    </message>
    <message>
        <source>All of its text</source>
        <translation>Tout son texte</translation>
    </message>
    <message>
        <source>Its first {count:,} tokens</source>
        <translation>Ses {count:,} premiers tokens</translation>
    </message>
    <message>
        <source>The last question and its answer</source>
        <translation>La dernière question et sa réponse</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>Tous les messages</translation>
    </message>
    <message>
        <source>Select messages…</source>
        <translation>Choisir des messages…</translation>
    </message>
    <message>
        <source>Summarize now</source>
        <translation>Résumer maintenant</translation>
    </message>
</context>
<context>
    <name>ChatTools</name>
    <message>
        <source>Runs in this chat without asking</source>
        <translation>S&apos;exécute dans cette discussion sans demander</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Intégré</translation>
    </message>
    <message>
        <source>New chats begin with the {count:,} tools of this chat.</source>
        <translation>Les nouvelles discussions commencent avec les {count:,} outils de celle-ci.</translation>
    </message>
    <message>
        <source>New chats begin without tools.</source>
        <translation>Les nouvelles discussions commencent sans outils.</translation>
    </message>
    <message>
        <source>New chats begin with the tool of this chat.</source>
        <translation>Les nouvelles discussions commencent avec l&apos;outil de celle-ci.</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Copy code</source>
        <translation>Copier le code</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>Afficher la source</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Renvoyer à la ligne</translation>
    </message>
    <message>
        <source>Save code…</source>
        <translation>Enregistrer le code…</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>Code, {language}</translation>
    </message>
    <message>
        <source>no preview</source>
        <translation>pas d’aperçu</translation>
    </message>
    <message>
        <source>Show drawing</source>
        <translation>Afficher le dessin</translation>
    </message>
    <message>
        <source>Show a preview without scripts, network and complex layout</source>
        <translation>Afficher un aperçu sans scripts, sans réseau et sans mise en page complexe</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>temperature {value}</source>
        <translation>température {value}</translation>
    </message>
    <message>
        <source>seed {number}</source>
        <translation>graine {number}</translation>
    </message>
    <message>
        <source>no system prompt</source>
        <translation>sans prompt système</translation>
    </message>
    <message>
        <source>no source</source>
        <translation>sans source</translation>
    </message>
    <message>
        <source>{name}, version {number}</source>
        <translation>{name}, version {number}</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>Pas encore demandé</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>En attente…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêté</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échec</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrompu</translation>
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
        <translation>Lecture… {percent} %</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Réflexion…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Rédaction…</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>This computer</source>
        <translation>Cet ordinateur</translation>
    </message>
    <message>
        <source>This computer: {name}</source>
        <translation>Cet ordinateur : {name}</translation>
    </message>
    <message>
        <source>“{name}” has no text. Save the table as CSV first.</source>
        <translation>« {name} » ne contient pas de texte. Enregistrez d&apos;abord le tableau au format CSV.</translation>
    </message>
    <message>
        <source>The answer is in the chat “{title}”.</source>
        <translation>La réponse est dans la discussion « {title} ».</translation>
    </message>
    <message>
        <source>The answers were exported to {path}.</source>
        <translation>Les réponses ont été exportées vers {path}.</translation>
    </message>
    <message>
        <source>A comparison was deleted.</source>
        <translation>Une comparaison a été supprimée.</translation>
    </message>
    <message>
        <source>These answer in the background, after the others: {names}.</source>
        <translation>Ceux-ci répondent en arrière-plan, après les autres : {names}.</translation>
    </message>
</context>
<context>
    <name>ComparisonsPage</name>
    <message>
        <source>Comparisons and lists</source>
        <translation>Comparaisons et listes</translation>
    </message>
    <message>
        <source>New comparison</source>
        <translation>Nouvelle comparaison</translation>
    </message>
    <message>
        <source>New list</source>
        <translation>Nouvelle liste</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Deleting a chat deletes its comparisons.</source>
        <translation>Supprimer une discussion supprime ses comparaisons.</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,} réponses sur {count:,}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>This model does not support pictures.</source>
        <translation>Ce modèle ne prend pas en charge les images.</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>Ce modèle ne prend pas en charge les sons.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>Les sons ne peuvent pas être envoyés à d&apos;autres machines.</translation>
    </message>
    <message>
        <source>{machine} can&apos;t be reached: Hubbub works offline.</source>
        <translation>{machine} est inaccessible : Hubbub fonctionne hors ligne.</translation>
    </message>
    <message>
        <source>The engine is not running. Restart it first.</source>
        <translation>Le moteur n&apos;est pas en marche. Redémarrez-le d&apos;abord.</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>Aucun modèle n&apos;est chargé. Ouvrez-en un d&apos;abord.</translation>
    </message>
    <message>
        <source>about {own:,} tokens</source>
        <translation>environ {own:,} tokens</translation>
    </message>
    <message>
        <source>about one token</source>
        <translation>environ un token</translation>
    </message>
    <message>
        <source>about {own:,} tokens · {warm:,} of {total:,} cached</source>
        <translation>environ {own:,} tokens · {warm:,} sur {total:,} en cache</translation>
    </message>
    <message>
        <source>about one token · {warm:,} of {total:,} cached</source>
        <translation>environ un token · {warm:,} sur {total:,} en cache</translation>
    </message>
    <message>
        <source>About {own:,} tokens, over the limit of {limit:,}</source>
        <translation>Environ {own:,} tokens, au-delà de la limite de {limit:,}</translation>
    </message>
    <message>
        <source>Cached tokens are in the model&apos;s memory already; only the others will be read.</source>
        <translation>Les tokens en cache sont déjà dans la mémoire du modèle ; seuls les autres seront lus.</translation>
    </message>
    <message>
        <source>Add pictures, sounds, text files or PDFs</source>
        <translation>Ajouter des images, des sons, des fichiers texte ou des PDF</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Paramètres de la discussion</translation>
    </message>
    <message>
        <source>Write a follow-up. It is sent when this answer ends…</source>
        <translation>Écrivez une suite. Elle est envoyée à la fin de cette réponse…</translation>
    </message>
    <message>
        <source>Message (/ for prompts, @ for chats)…</source>
        <translation>Message (/ pour les prompts, @ pour les discussions)…</translation>
    </message>
    <message>
        <source>Write the beginning of a text for the model to continue…</source>
        <translation>Écrivez le début d&apos;un texte que le modèle poursuivra…</translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation>Écrivez d&apos;abord un message</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>Message</translation>
    </message>
</context>
<context>
    <name>ComposerNotice</name>
    <message>
        <source>Close this message</source>
        <translation>Fermer ce message</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>The text is too long to paste ({length:,} characters; the limit is {limit:,}). Attach it as a file instead.</source>
        <translation>Le texte est trop long pour être collé ({length:,} caractères ; la limite est de {limit:,}). Joignez-le plutôt sous forme de fichier.</translation>
    </message>
</context>
<context>
    <name>ComputerModelRow</name>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Téléchargement…</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Sur cet ordinateur</translation>
    </message>
</context>
<context>
    <name>ComputerModels</name>
    <message>
        <source>{name} is no longer on the hub.</source>
        <translation>{name} n&apos;est plus sur le hub.</translation>
    </message>
    <message>
        <source>For this computer</source>
        <translation>Pour cet ordinateur</translation>
    </message>
    <message>
        <source>{free} of {total} memory free</source>
        <translation>{free} de mémoire libre sur {total}</translation>
    </message>
</context>
<context>
    <name>ConsentPanel</name>
    <message>
        <source>Open the settings</source>
        <translation>Ouvrir les paramètres</translation>
    </message>
    <message>
        <source>Search Hugging Face?</source>
        <translation>Rechercher sur Hugging Face ?</translation>
    </message>
    <message>
        <source>Your searches go to {address}, and the models you pick are downloaded from there. Your chats are never sent. Nothing connects until you agree.</source>
        <translation>Vos recherches sont envoyées à {address}, et les modèles que vous choisissez sont téléchargés de là. Vos discussions ne sont jamais envoyées. Rien ne se connecte avant votre accord.</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>Rechercher sur Hugging Face</translation>
    </message>
    <message>
        <source>Hubbub works offline</source>
        <translation>Hubbub fonctionne hors ligne</translation>
    </message>
    <message>
        <source>It opens no connection, so it can&apos;t search for or download models. You can change this in the settings.</source>
        <translation>Il n&apos;ouvre aucune connexion et ne peut donc ni rechercher ni télécharger de modèles. Vous pouvez changer cela dans les paramètres.</translation>
    </message>
</context>
<context>
    <name>Context</name>
    <message>
        <source>The model can&apos;t see anything above this line.</source>
        <translation>Le modèle ne voit rien au-dessus de cette ligne.</translation>
    </message>
    <message>
        <source>The model can&apos;t see anything above this line, except what is pinned.</source>
        <translation>Le modèle ne voit rien au-dessus de cette ligne, sauf ce qui est épinglé.</translation>
    </message>
    <message>
        <source>Context: {count:,} tokens per chat.</source>
        <translation>Contexte : {count:,} tokens par discussion.</translation>
    </message>
</context>
<context>
    <name>ContextBoundaryLine</name>
    <message>
        <source>Recap</source>
        <translation>Récapituler</translation>
    </message>
    <message>
        <source>Ask the model to sum up what it can no longer see, and keep the summary.</source>
        <translation>Demander au modèle de résumer ce qu&apos;il ne voit plus, et garder le résumé.</translation>
    </message>
    <message>
        <source>Options…</source>
        <translation>Options…</translation>
    </message>
    <message>
        <source>{count:,} earlier messages the model can&apos;t see</source>
        <translation>{count:,} messages antérieurs que le modèle ne voit pas</translation>
    </message>
    <message>
        <source>1 earlier message the model can&apos;t see</source>
        <translation>1 message antérieur que le modèle ne voit pas</translation>
    </message>
</context>
<context>
    <name>ContextDialog</name>
    <message>
        <source>What the model remembers</source>
        <translation>Ce dont le modèle se souvient</translation>
    </message>
    <message>
        <source>Pin the first message</source>
        <translation>Épingler le premier message</translation>
    </message>
    <message>
        <source>Pin it</source>
        <translation>L&apos;épingler</translation>
    </message>
    <message>
        <source>Open a new tab</source>
        <translation>Ouvrir un nouvel onglet</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens; this one has {used:,}. When it is full, the model no longer reads its oldest turns. Nothing is deleted: they stay here and can be searched.</source>
        <translation>Chaque discussion peut contenir {count:,} tokens ; celle-ci en a {used:,}. Quand elle est pleine, le modèle ne lit plus ses tours les plus anciens. Rien n’est supprimé : ils restent ici et peuvent être recherchés.</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens. The model no longer reads the oldest turns of this one. Nothing is deleted: they stay here and can be searched.</source>
        <translation>Chaque discussion peut contenir {count:,} tokens. Le modèle ne lit plus les tours les plus anciens de celle-ci. Rien n’est supprimé : ils restent ici et peuvent être recherchés.</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single turns; it reads the rest of the chat again each time.</source>
        <translation>Ce modèle ne peut pas abandonner des tours isolés ; il relit le reste de la discussion à chaque fois.</translation>
    </message>
    <message>
        <source>Add a recap of it</source>
        <translation>En ajouter un récapitulatif</translation>
    </message>
    <message>
        <source>The model summarizes the part that it can no longer read, and reads the summary instead.</source>
        <translation>Le modèle résume la partie qu&apos;il ne peut plus lire, et lit le résumé à la place.</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>Récapituler</translation>
    </message>
    <message>
        <source>Open the part above the line in a new tab</source>
        <translation>Ouvrir la partie au-dessus de la ligne dans un nouvel onglet</translation>
    </message>
    <message>
        <source>Increase the context length</source>
        <translation>Augmenter la longueur du contexte</translation>
    </message>
    <message>
        <source>Stop instead</source>
        <translation>Arrêter plutôt</translation>
    </message>
    <message>
        <source>The answer can also stop when the context is full, so that no messages are dropped.</source>
        <translation>La réponse peut aussi s&apos;arrêter quand le contexte est plein, afin qu&apos;aucun message ne soit abandonné.</translation>
    </message>
    <message>
        <source>Chat settings…</source>
        <translation>Paramètres de la discussion…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>A pinned message stays when older messages are dropped. Each message has a pin below it.</source>
        <translation>Un message épinglé reste quand des messages plus anciens sont abandonnés. Chaque message a une épingle au-dessous.</translation>
    </message>
    <message>
        <source>{count:,} are pinned now.</source>
        <translation>{count:,} sont épinglés.</translation>
    </message>
    <message>
        <source>One is pinned now.</source>
        <translation>Un message est épinglé.</translation>
    </message>
    <message>
        <source>Recap the older half</source>
        <translation>Récapituler la moitié la plus ancienne</translation>
    </message>
    <message>
        <source>There is only one turn to recap.</source>
        <translation>Il n’y a qu’un tour.</translation>
    </message>
    <message>
        <source>The model summarizes the older half of what it reads now, and reads the summary instead. That makes room before turns are dropped.</source>
        <translation>Le modèle résume la moitié la plus ancienne de ce qu’il lit maintenant et lit le résumé à la place. Cela libère de la place avant que des tours soient écartés.</translation>
    </message>
    <message>
        <source>Everything above the line opens in its own tab, where the model can read all of it.</source>
        <translation>Tout ce qui est au-dessus de la ligne s&apos;ouvre dans un onglet à part, où le modèle peut tout lire.</translation>
    </message>
    <message>
        <source>About {count:,} tokens are read again with the next message.</source>
        <translation>Environ {count:,} tokens sont relus avec le prochain message.</translation>
    </message>
    <message>
        <source>The context length is at its maximum.</source>
        <translation>La longueur du contexte est à son maximum.</translation>
    </message>
    <message>
        <source>{count:,} tokens for each chat.</source>
        <translation>{count:,} tokens pour chaque discussion.</translation>
    </message>
    <message>
        <source>This takes about {size} more memory.</source>
        <translation>Cela prend environ {size} de mémoire en plus.</translation>
    </message>
    <message>
        <source>The model was trained for {count:,} tokens; with more, answers can get worse.</source>
        <translation>Le modèle a été entraîné pour {count:,} tokens ; au-delà, les réponses peuvent se dégrader.</translation>
    </message>
    <message>
        <source>Reloading the model stops running answers.</source>
        <translation>Recharger le modèle arrête les réponses en cours.</translation>
    </message>
    <message>
        <source>Set {count:,} tokens</source>
        <translation>Régler sur {count:,} tokens</translation>
    </message>
</context>
<context>
    <name>ContextLine</name>
    <message>
        <source>Make room…</source>
        <translation>Libérer de la place…</translation>
    </message>
    <message>
        <source>See what the model remembers, and add a recap</source>
        <translation>Voir ce dont le modèle se souvient et ajouter un récapitulatif</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Writing a recap…</source>
        <translation>Rédaction d’un récapitulatif…</translation>
    </message>
    <message>
        <source>answers go first</source>
        <translation>les réponses passent d’abord</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context used: {used:,} / {total:,} tokens ({percent}%)</source>
        <translation>Contexte utilisé : {used:,} / {total:,} tokens ({percent} %)</translation>
    </message>
    <message>
        <source>The context is nearly full. When it is full, the model drops the oldest messages of this chat; you can still read them here.</source>
        <translation>Le contexte est presque plein. Quand il est plein, le modèle abandonne les messages les plus anciens de cette discussion ; vous pouvez toujours les lire ici.</translation>
    </message>
    <message>
        <source>{count:,} tokens left in this chat; every chat has its own. A token is about four characters.</source>
        <translation>Il reste {count:,} tokens dans cette discussion ; chacune a les siens. Un token correspond à environ quatre caractères.</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Folder name</source>
        <translation>Nom du dossier</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>In “{title}”: {text}</source>
        <translation>Dans « {title} » : {text}</translation>
    </message>
    <message>
        <source>The last answer reached its maximum length.</source>
        <translation>La dernière réponse a atteint sa longueur maximale.</translation>
    </message>
    <message>
        <source>The last answer was interrupted.</source>
        <translation>La dernière réponse a été interrompue.</translation>
    </message>
    <message>
        <source>The last answer failed.</source>
        <translation>La dernière réponse a échoué.</translation>
    </message>
    <message>
        <source>Show all {count:,} folders</source>
        <translation>Afficher les {count:,} dossiers</translation>
    </message>
    <message>
        <source>Show fewer folders</source>
        <translation>Afficher moins de dossiers</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Épinglées</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archives</translation>
    </message>
    <message>
        <source>In messages</source>
        <translation>Dans les messages</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd&apos;hui</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>7 derniers jours</translation>
    </message>
    <message>
        <source>Previous 30 days</source>
        <translation>30 derniers jours</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Plus anciennes</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modèle : {name}</translation>
    </message>
    <message>
        <source>Model: {name}, which is missing</source>
        <translation>Modèle : {name}, qui manque</translation>
    </message>
    <message>
        <source>Missing: {name}</source>
        <translation>Manquant : {name}</translation>
    </message>
    <message>
        <source>waiting, position {place:,}</source>
        <translation>en attente, position {place:,}</translation>
    </message>
    <message>
        <source>a tool waits for your answer</source>
        <translation>un outil attend votre réponse</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>réponse en cours</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archivée</translation>
    </message>
    <message>
        <source>Waiting, position {place:,} in the queue</source>
        <translation>En attente, position {place:,} dans la file</translation>
    </message>
    <message>
        <source>A tool waits for your answer.</source>
        <translation>Un outil attend votre réponse.</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, collapsed</source>
        <translation>Dossier {name}, {count:,} discussions, replié</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, expanded</source>
        <translation>Dossier {name}, {count:,} discussions, déplié</translation>
    </message>
</context>
<context>
    <name>ConversationListView</name>
    <message>
        <source>All chats</source>
        <translation>Toutes les discussions</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} discussions</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Delete {count:,} chats</source>
        <translation>Supprimer {count:,} discussions</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>Ouvrir en vue partagée</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Proposer un titre</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>Nouvelle étiquette…</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archives</translation>
    </message>
    <message>
        <source>Archive {count:,} chats</source>
        <translation>Archiver {count:,} discussions</translation>
    </message>
    <message>
        <source>Move back to the list</source>
        <translation>Remettre dans la liste</translation>
    </message>
</context>
<context>
    <name>CopiedSign</name>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
</context>
<context>
    <name>DeletionController</name>
    <message>
        <source>{count:,} chats were deleted.</source>
        <translation>{count:,} discussions ont été supprimées.</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>« {title} » a été supprimée.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler l&apos;action</translation>
    </message>
</context>
<context>
    <name>DepartureQuestion</name>
    <message>
        <source>Don&apos;t ask again for this address</source>
        <translation>Ne plus demander pour cette adresse</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read it.</source>
        <translation>La connexion n&apos;est pas chiffrée (HTTP simple) : d&apos;autres personnes sur le réseau peuvent la lire.</translation>
    </message>
    <message>
        <source>Send to {machine}</source>
        <translation>Envoyer à {machine}</translation>
    </message>
    <message>
        <source>Don&apos;t send</source>
        <translation>Ne pas envoyer</translation>
    </message>
    <message>
        <source>Send this chat to {machine} ({address})? {model} will answer it.</source>
        <translation>Envoyer cette discussion à {machine} ({address}) ? {model} y répondra.</translation>
    </message>
    <message>
        <source>This sends {words:,} words now. Later messages in this chat are sent without asking.</source>
        <translation>Cela envoie {words:,} mots maintenant. Les messages suivants de cette discussion sont envoyés sans demander.</translation>
    </message>
    <message>
        <source>This sends {words:,} words and the file {names} now. Later messages in this chat are sent without asking.</source>
        <translation>Cela envoie {words:,} mots et le fichier {names} maintenant. Les messages suivants de cette discussion sont envoyés sans demander.</translation>
    </message>
    <message>
        <source>This sends {words:,} words and {count:,} files ({names}) now. Later messages in this chat are sent without asking.</source>
        <translation>Cela envoie {words:,} mots et {count:,} fichiers ({names}) maintenant. Les messages suivants de cette discussion sont envoyés sans demander.</translation>
    </message>
    <message>
        <source>One picture is also sent.</source>
        <translation>Une image est aussi envoyée.</translation>
    </message>
    <message>
        <source>{count:,} pictures are also sent.</source>
        <translation>{count:,} images sont aussi envoyées.</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close the panel</source>
        <translation>Fermer le panneau</translation>
    </message>
</context>
<context>
    <name>DownloadButton</name>
    <message>
        <source>Downloads: {text}</source>
        <translation>Téléchargements : {text}</translation>
    </message>
    <message>
        <source>{count}%</source>
        <translation>{count} %</translation>
    </message>
    <message>
        <source>Download failed</source>
        <translation>Échec du téléchargement</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pause</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>{time} restant</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>Cancel the download of {name}? {size} of downloaded data are deleted.</source>
        <translation>Annuler le téléchargement de {name} ? Les données déjà téléchargées ({size}) seront supprimées.</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>Annuler le téléchargement</translation>
    </message>
    <message>
        <source>Keep downloading</source>
        <translation>Continuer le téléchargement</translation>
    </message>
    <message>
        <source>The download of {name} failed. {reason}</source>
        <translation>Le téléchargement de {name} a échoué. {reason}</translation>
    </message>
    <message>
        <source>Show downloads</source>
        <translation>Afficher les téléchargements</translation>
    </message>
    <message>
        <source>{name} is downloaded.</source>
        <translation>{name} est téléchargé.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Utiliser</translation>
    </message>
</context>
<context>
    <name>DraftRow</name>
    <message>
        <source>Draft model</source>
        <translation>Modèle brouillon</translation>
    </message>
    <message>
        <source>A small model of the same family. It guesses the next words, and this model checks several at once. Used only while that is faster.</source>
        <translation>Un petit modèle de la même famille. Il devine les mots suivants, et ce modèle en vérifie plusieurs à la fois. Utilisé seulement tant que c’est plus rapide.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Choisir un fichier…</translation>
    </message>
    <message>
        <source>Choose a draft model</source>
        <translation>Choisir un modèle brouillon</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modèles (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>Utilise {name}.</translation>
    </message>
</context>
<context>
    <name>EarlierPoints</name>
    <message>
        <source>This chat has no answered question yet.</source>
        <translation>Cette discussion n&apos;a pas encore de question avec réponse.</translation>
    </message>
</context>
<context>
    <name>EarlierPointsDialog</name>
    <message>
        <source>Branch from an earlier message</source>
        <translation>Bifurquer à partir d&apos;un message antérieur</translation>
    </message>
    <message>
        <source>Where do you want to branch? The branch opens in a new tab; this chat does not change.</source>
        <translation>Où voulez-vous créer une branche ? Elle s&apos;ouvre dans un nouvel onglet ; cette discussion ne change pas.</translation>
    </message>
    <message>
        <source>“Warm” turns do not have to be read again.</source>
        <translation>Les tours « à chaud » n&apos;ont pas besoin d&apos;être relus.</translation>
    </message>
    <message>
        <source>Counting the tokens…</source>
        <translation>Comptage des tokens…</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>Continuer à partir d&apos;ici</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>The whole chat up to here will be read</source>
        <translation>Toute la discussion jusqu&apos;ici sera lue</translation>
    </message>
    <message>
        <source>Warm: nothing is read again</source>
        <translation>À chaud : rien n&apos;est relu</translation>
    </message>
    <message>
        <source>One token will be read</source>
        <translation>Un token sera lu</translation>
    </message>
    <message>
        <source>{count:,} tokens will be read</source>
        <translation>{count:,} tokens seront lus</translation>
    </message>
</context>
<context>
    <name>EditPage</name>
    <message>
        <source>Discard your changes?</source>
        <translation>Abandonner les modifications ?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Continuer la modification</translation>
    </message>
</context>
<context>
    <name>EditorField</name>
    <message>
        <source>Edit your message</source>
        <translation>Modifier votre message</translation>
    </message>
    <message>
        <source>Edit the answer</source>
        <translation>Modifier la réponse</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Summarize a file…</source>
        <translation>Résumer un fichier…</translation>
    </message>
    <message>
        <source>Ask about a folder…</source>
        <translation>Interroger un dossier…</translation>
    </message>
    <message>
        <source>Summarize the text in five sentences.</source>
        <translation>Résume le texte en cinq phrases.</translation>
    </message>
    <message>
        <source>What are its main points?</source>
        <translation>Quels sont les points principaux ?</translation>
    </message>
    <message>
        <source>Begin a text, and the model continues it</source>
        <translation>Commencez un texte, et le modèle le poursuit</translation>
    </message>
    <message>
        <source>This is a base model: it was not trained to answer questions.</source>
        <translation>C&apos;est un modèle de base : il n&apos;a pas été entraîné à répondre à des questions.</translation>
    </message>
    <message>
        <source>No text yet. Write the beginning of one.</source>
        <translation>Aucun texte pour l&apos;instant. Écrivez le début d&apos;un texte.</translation>
    </message>
    <message>
        <source>Continue all four in four tabs</source>
        <translation>Poursuivre les quatre dans quatre onglets</translation>
    </message>
    <message>
        <source>Continue all in tabs</source>
        <translation>Tout poursuivre dans des onglets</translation>
    </message>
    <message>
        <source>Ask about “{name}”</source>
        <translation>Posez des questions sur « {name} »</translation>
    </message>
    <message>
        <source>Continue “{name}”</source>
        <translation>Continuer « {name} »</translation>
    </message>
    <message>
        <source>The whole text is part of this chat.</source>
        <translation>Tout le texte fait partie de cette discussion.</translation>
    </message>
    <message>
        <source>Ask anything, in as many tabs as you like</source>
        <translation>Demandez ce que vous voulez, dans autant d&apos;onglets que vous voulez</translation>
    </message>
    <message>
        <source>No messages yet. Start typing to ask something.</source>
        <translation>Aucun message pour l&apos;instant. Commencez à écrire pour poser une question.</translation>
    </message>
    <message>
        <source>Ask all four in four tabs</source>
        <translation>Poser les quatre dans quatre onglets</translation>
    </message>
    <message>
        <source>Ask all in tabs</source>
        <translation>Tout poser dans des onglets</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}.</source>
        <translation>Cette discussion reçoit ses réponses de {machine}.</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on the computers that you set.</source>
        <translation>Tous les onglets reçoivent leur réponse en même temps, sur les ordinateurs que vous avez définis.</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on your computer.</source>
        <translation>Tous les onglets reçoivent leur réponse en même temps, sur votre ordinateur.</translation>
    </message>
    <message>
        <source>Last chats</source>
        <translation>Dernières discussions</translation>
    </message>
</context>
<context>
    <name>EncodingButton</name>
    <message>
        <source>The file was read as {encoding}, an encoding that it does not name.</source>
        <translation>Le fichier a été lu en {encoding}, un encodage qu&apos;il n&apos;indique pas.</translation>
    </message>
    <message>
        <source>The file was read as {encoding}, which is uncertain: it does not name its encoding.</source>
        <translation>Le fichier a été lu en {encoding}, ce qui est incertain : il n&apos;indique pas son encodage.</translation>
    </message>
    <message>
        <source>Click to choose another one.</source>
        <translation>Cliquez pour en choisir un autre.</translation>
    </message>
    <message>
        <source>Unicode</source>
        <translation>Unicode</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>Europe de l&apos;Ouest</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>Europe centrale</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>Balte</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Cyrillique</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Grec</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Turc</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hébreu</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Arabe</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Thaï</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamien</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japonais</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinois</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Coréen</translation>
    </message>
</context>
<context>
    <name>EndpointPage</name>
    <message>
        <source>Edit a machine</source>
        <translation>Modifier une machine</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>Ajouter une machine</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>For example: rack:8000</source>
        <translation>Par exemple : rack:8000</translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation>Le nom que vous lui donnez</translation>
    </message>
    <message>
        <source>If it lists no models</source>
        <translation>S&apos;il n&apos;affiche aucun modèle</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Tester</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Conservée ; saisissez pour la remplacer</translation>
    </message>
    <message>
        <source>If required</source>
        <translation>Si nécessaire</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Interrogation…</translation>
    </message>
    <message>
        <source>Type an address such as rack:8000 or https://api.example.com/v1.</source>
        <translation>Saisissez une adresse telle que rack:8000 ou https://api.example.com/v1.</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>Détecter automatiquement</translation>
    </message>
    <message>
        <source>Another OpenAI-compatible server</source>
        <translation>Autre serveur compatible OpenAI</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>T&amp;ype</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>&amp;Clé</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modèle</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read your chats and the key.</source>
        <translation>La connexion n&apos;est pas chiffrée (HTTP simple) : d&apos;autres personnes sur le réseau peuvent lire vos discussions et la clé.</translation>
    </message>
</context>
<context>
    <name>EngineCorner</name>
    <message>
        <source>Cancel loading</source>
        <translation>Annuler le chargement</translation>
    </message>
</context>
<context>
    <name>EngineDock</name>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
</context>
<context>
    <name>EnginePanel</name>
    <message>
        <source>Model settings…</source>
        <translation>Paramètres du modèle…</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>gardé</translation>
    </message>
    <message>
        <source>new</source>
        <translation>nouveau</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>rédaction</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>lecture</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>échantillonnage</translation>
    </message>
    <message>
        <source>other</source>
        <translation>autre</translation>
    </message>
    <message>
        <source>longest step</source>
        <translation>étape la plus longue</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>limite</translation>
    </message>
    <message>
        <source>Models in memory</source>
        <translation>Modèles en mémoire</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Périphérique</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Emplacements</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Requêtes</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Étapes</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Aucun modèle n&apos;est chargé.</translation>
    </message>
    <message>
        <source>{count:,}, fixed</source>
        <translation>{count:,}, fixe</translation>
    </message>
    <message>
        <source>{count:,} of {limit:,}</source>
        <translation>{count:,} sur {limit:,}</translation>
    </message>
    <message>
        <source>The number is fixed in the settings, under Engine.</source>
        <translation>Le nombre est fixé dans les paramètres, sous Moteur.</translation>
    </message>
    <message>
        <source>The engine keeps measuring which number of threads is fastest. The number changes with the load by other programs.</source>
        <translation>Le moteur mesure en continu le nombre de threads le plus rapide. Il varie selon la charge des autres programmes.</translation>
    </message>
    <message>
        <source>Processor threads now</source>
        <translation>Threads du processeur actuellement</translation>
    </message>
    <message>
        <source>No chat is waiting.</source>
        <translation>Aucune discussion en attente.</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>… et {count:,} de plus</translation>
    </message>
    <message>
        <source>{share} of all gaps between two tokens were at most this long.</source>
        <translation>{share} de tous les écarts entre deux tokens ont duré au plus ce temps.</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Prompt tokens that were in the cache and did not have to be read again.</source>
        <translation>Tokens de prompt qui étaient en cache et n&apos;ont pas dû être relus.</translation>
    </message>
    <message>
        <source>Accepted tokens of all tokens that were guessed from the chat.</source>
        <translation>Tokens acceptés parmi tous ceux devinés à partir de la discussion.</translation>
    </message>
    <message>
        <source>Writing, all chats</source>
        <translation>Rédaction, toutes les discussions</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>Chats at once, average</source>
        <translation>Discussions simultanées, moyenne</translation>
    </message>
    <message>
        <source>First token, median</source>
        <translation>Premier token, médiane</translation>
    </message>
    <message>
        <source>More figures</source>
        <translation>Autres chiffres</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>Token gap, median</source>
        <translation>Écart entre tokens, médiane</translation>
    </message>
    <message>
        <source>Token gap, 95th percentile</source>
        <translation>Écart entre tokens, 95e centile</translation>
    </message>
    <message>
        <source>Token gap, 99th percentile</source>
        <translation>Écart entre tokens, 99e centile</translation>
    </message>
    <message>
        <source>Reused tokens</source>
        <translation>Tokens réutilisés</translation>
    </message>
    <message>
        <source>Tokens guessed right</source>
        <translation>Tokens bien devinés</translation>
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
        <translation>{right:,} sur {all:,}</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>Saved states of chats, for models whose memory can&apos;t be shortened.</source>
        <translation>États enregistrés des discussions, pour les modèles dont la mémoire ne peut pas être raccourcie.</translation>
    </message>
    <message>
        <source>Engine, with the model</source>
        <translation>Moteur, avec le modèle</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenêtre</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Points de contrôle</translation>
    </message>
    <message>
        <source>Chats kept in memory</source>
        <translation>Discussions gardées en mémoire</translation>
    </message>
    <message>
        <source>Chats kept on disk</source>
        <translation>Discussions gardées sur le disque</translation>
    </message>
    <message>
        <source>{count:,} tabs here</source>
        <translation>{count:,} onglets ici</translation>
    </message>
    <message>
        <source>1 tab here</source>
        <translation>1 onglet ici</translation>
    </message>
    <message>
        <source>{count:,} on {machine}</source>
        <translation>{count:,} sur {machine}</translation>
    </message>
    <message>
        <source>{count:,} programs</source>
        <translation>{count:,} programmes</translation>
    </message>
    <message>
        <source>1 program</source>
        <translation>1 programme</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists</source>
        <translation>{count:,} comparaisons ou listes</translation>
    </message>
    <message>
        <source>1 comparison or list</source>
        <translation>1 comparaison ou liste</translation>
    </message>
    <message>
        <source>{count:,} more waiting</source>
        <translation>{count:,} autres en attente</translation>
    </message>
    <message>
        <source>No active requests.</source>
        <translation>Aucune requête active.</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Non chargé</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>Déchargement…</translation>
    </message>
    <message>
        <source>Loading, {percent}%</source>
        <translation>Chargement, {percent} %</translation>
    </message>
    <message>
        <source>{count:,} requests</source>
        <translation>{count:,} requêtes</translation>
    </message>
    <message>
        <source>Answers {chats}</source>
        <translation>Répond à {chats}</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Inactif</translation>
    </message>
    <message>
        <source>Idle for {count:,} min</source>
        <translation>Inactif depuis {count:,} min</translation>
    </message>
    <message>
        <source>{count:,} chats at once</source>
        <translation>{count:,} discussions à la fois</translation>
    </message>
    <message>
        <source>{count:,} threads</source>
        <translation>{count:,} threads</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 thread</translation>
    </message>
    <message>
        <source>{count:,} waiting</source>
        <translation>{count:,} en attente</translation>
    </message>
    <message>
        <source>{size} on {card}</source>
        <translation>{size} sur {card}</translation>
    </message>
</context>
<context>
    <name>EngineStatus</name>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} est prêt.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Chargement du modèle…</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} a été déchargé. Le prochain message le recharge.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Aucun modèle n&apos;est chargé.</translation>
    </message>
    <message>
        <source>{file}: {millions:,} million parameters, {architecture}. Context: {limit:,} tokens per chat; the model was trained for {trained:,}. {slots} chats can be answered at once. {device}</source>
        <translation>{file} : {millions:,} millions de paramètres, {architecture}. Contexte : {limit:,} tokens par discussion ; le modèle a été entraîné pour {trained:,}. {slots} discussions peuvent recevoir une réponse en même temps. {device}</translation>
    </message>
    <message>
        <source>Draft model: {name}.</source>
        <translation>Modèle brouillon : {name}.</translation>
    </message>
    <message>
        <source>system messages become part of a question</source>
        <translation>les messages système deviennent une partie d&apos;une question</translation>
    </message>
    <message>
        <source>consecutive messages with the same role are joined</source>
        <translation>les messages consécutifs du même rôle sont réunis</translation>
    </message>
    <message>
        <source>missing turns are added</source>
        <translation>les tours manquants sont ajoutés</translation>
    </message>
    <message>
        <source>tool calls are sent one by one</source>
        <translation>les appels d&apos;outils sont envoyés un par un</translation>
    </message>
    <message>
        <source>tool calls are sent as text</source>
        <translation>les appels d&apos;outils sont envoyés sous forme de texte</translation>
    </message>
    <message>
        <source>earlier messages are left out</source>
        <translation>les messages antérieurs sont omis</translation>
    </message>
    <message>
        <source>To fit its chat template, {changes}.</source>
        <translation>Adaptations à son gabarit de discussion : {changes}.</translation>
    </message>
    <message>
        <source>This file has no chat template, so a common one (ChatML) is guessed.</source>
        <translation>Ce fichier n&apos;a pas de gabarit de discussion ; un gabarit courant (ChatML) est supposé.</translation>
    </message>
    <message>
        <source>A base model: it continues text and was not trained to chat.</source>
        <translation>Modèle de base : il poursuit du texte et n&apos;a pas été entraîné à discuter.</translation>
    </message>
    <message>
        <source>{name} ({file}) is loaded. Context: {limit:,} tokens per chat. {device}</source>
        <translation>{name} ({file}) est chargé. Contexte : {limit:,} tokens par discussion. {device}</translation>
    </message>
    <message>
        <source>No model yet. Open a model file, or download a model.</source>
        <translation>Aucun modèle pour l&apos;instant. Ouvrez un fichier de modèle, ou téléchargez un modèle.</translation>
    </message>
    <message>
        <source>{name} was not loaded: during its last load, the engine or the computer stopped.</source>
        <translation>{name} n&apos;a pas été chargé : lors de son dernier chargement, le moteur ou l&apos;ordinateur s&apos;est arrêté.</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>Le chargement de {name} a été annulé.</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled. {before} is loaded again.</source>
        <translation>Le chargement de {name} a été annulé. {before} est rechargé.</translation>
    </message>
    <message>
        <source>An answer is still being written. Switching stops it; the text so far is kept.</source>
        <translation>Une réponse est encore en cours de rédaction. Le changement l&apos;arrête ; le texte déjà écrit est gardé.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written. Switching stops them; the text so far is kept.</source>
        <translation>{count:,} réponses sont encore en cours de rédaction. Le changement les arrête ; le texte déjà écrit est gardé.</translation>
    </message>
    <message>
        <source>Switch anyway</source>
        <translation>Changer quand même</translation>
    </message>
    <message>
        <source>Set a chat template…</source>
        <translation>Définir un gabarit de discussion…</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>Choisir un autre modèle…</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Utiliser le modèle de départ</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Paramètres du modèle…</translation>
    </message>
    <message>
        <source>Load it without pictures</source>
        <translation>Le charger sans les images</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Redémarrer</translation>
    </message>
</context>
<context>
    <name>EngineTitles</name>
    <message>
        <source>A source</source>
        <translation>Une source</translation>
    </message>
    <message>
        <source>Title of “{title}”</source>
        <translation>Titre de « {title} »</translation>
    </message>
    <message>
        <source>Recap of “{title}”</source>
        <translation>Récapitulatif de « {title} »</translation>
    </message>
    <message>
        <source>A comparison or list</source>
        <translation>Une comparaison ou liste</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>Summarize</source>
        <translation>Résumer</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Traduire</translation>
    </message>
    <message>
        <source>Correct a text</source>
        <translation>Corriger un texte</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Expliquer</translation>
    </message>
    <message>
        <source>Answer a mail</source>
        <translation>Répondre à un e-mail</translation>
    </message>
    <message>
        <source>Review code</source>
        <translation>Relire du code</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>Summarize this text in three sentences:

{text}</source>
        <translation>Résume ce texte en trois phrases :

{text}</translation>
    </message>
    <message>
        <source>Translate this text into {language}:

{text}</source>
        <translation>Traduis ce texte dans cette langue : {language}

{text}</translation>
    </message>
    <message>
        <source>language</source>
        <translation>langue</translation>
    </message>
    <message>
        <source>Correct the grammar of this text, and list what you changed:

{text}</source>
        <translation>Corrige la grammaire de ce texte, et liste ce que tu as modifié :

{text}</translation>
    </message>
    <message>
        <source>Explain {topic} in simple words, with an example.</source>
        <translation>Explique {topic} avec des mots simples et un exemple.</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>sujet</translation>
    </message>
    <message>
        <source>Write a friendly answer to this mail. I want to say: {answer}

{mail}</source>
        <translation>Écris une réponse aimable à cet e-mail. Je veux dire : {answer}

{mail}</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>réponse</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>e-mail</translation>
    </message>
    <message>
        <source>Review this code: name bugs first, then what could be simpler.

{code}</source>
        <translation>Relis ce code : indique d&apos;abord les bogues, puis ce qui pourrait être plus simple.

{code}</translation>
    </message>
    <message>
        <source>code</source>
        <translation>code</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Précis</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Créatif</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>Explanation of “{title}”</source>
        <translation>Explication de « {title} »</translation>
    </message>
</context>
<context>
    <name>FileChip</name>
    <message>
        <source>File {name}, {size}</source>
        <translation>Fichier {name}, {size}</translation>
    </message>
    <message>
        <source>{count:,} characters. Click to view them.</source>
        <translation>{count:,} caractères. Cliquez pour les afficher.</translation>
    </message>
    <message>
        <source>Remove this file</source>
        <translation>Retirer ce fichier</translation>
    </message>
    <message>
        <source>one page</source>
        <translation>une page</translation>
    </message>
    <message>
        <source>{count:,} pages</source>
        <translation>{count:,} pages</translation>
    </message>
    <message>
        <source>one word</source>
        <translation>un mot</translation>
    </message>
    <message>
        <source>{count:,} words</source>
        <translation>{count:,} mots</translation>
    </message>
    <message>
        <source>about {count:,} words</source>
        <translation>environ {count:,} mots</translation>
    </message>
    <message>
        <source>too long: {percent:,}% of the context</source>
        <translation>trop long : {percent:,} % du contexte</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>tient</translation>
    </message>
    <message>
        <source>fits: {percent}% of the context</source>
        <translation>tient : {percent} % du contexte</translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>All files (*)</source>
        <translation>Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Page web (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Table for spreadsheets (*.csv)</source>
        <translation>Tableau pour tableurs (*.csv)</translation>
    </message>
    <message>
        <source>JSON with all data, which can be imported again (*.json)</source>
        <translation>JSON avec toutes les données, réimportable (*.json)</translation>
    </message>
    <message>
        <source>ZIP with one Markdown file per chat (*.zip)</source>
        <translation>ZIP avec un fichier Markdown par discussion (*.zip)</translation>
    </message>
    <message>
        <source>Open a list of questions</source>
        <translation>Ouvrir une liste de questions</translation>
    </message>
    <message>
        <source>Tables and texts (*.csv *.tsv *.txt)</source>
        <translation>Tableaux et textes (*.csv *.tsv *.txt)</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Enregistrer le fichier</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importer des discussions</translation>
    </message>
    <message>
        <source>Exports of Hubbub and other programs (*.json *.jsonl *.zip)</source>
        <translation>Exports de Hubbub et d&apos;autres programmes (*.json *.jsonl *.zip)</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Importer un dossier</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Importer des préréglages</translation>
    </message>
    <message>
        <source>Presets of Hubbub or LM Studio (*.json)</source>
        <translation>Préréglages de Hubbub ou LM Studio (*.json)</translation>
    </message>
    <message>
        <source>Export presets</source>
        <translation>Exporter des préréglages</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>Préréglages (*.json)</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Ouvrir un modèle</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modèles (*.gguf)</translation>
    </message>
    <message>
        <source>Certificates and keys (*.pem *.crt *.cer *.key)</source>
        <translation>Certificats et clés (*.pem *.crt *.cer *.key)</translation>
    </message>
    <message>
        <source>Add a GPU pack</source>
        <translation>Ajouter un pack GPU</translation>
    </message>
    <message>
        <source>GPU packs (*ggml-*.so *ggml-*.dll)</source>
        <translation>Packs GPU (*ggml-*.so *ggml-*.dll)</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>{count:,} characters of text, as the model sees them.</source>
        <translation>{count:,} caractères de texte, tels que le modèle les voit.</translation>
    </message>
    <message>
        <source>Only the beginning is shown here.</source>
        <translation>Seul le début est affiché ici.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Enregistrer sous…</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>Rechercher dans cette discussion</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Aucun résultat</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,} sur {count:,}</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Résultat précédent</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Résultat suivant</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>FirstModelCard</name>
    <message>
        <source>Hubbub works offline, so it can&apos;t download a model.</source>
        <translation>Hubbub travaille hors ligne et ne peut donc pas télécharger de modèle.</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Ouvrir les paramètres</translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation>Ouvrir un fichier de modèle…</translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation>Pas encore de modèle.</translation>
    </message>
    <message>
        <source>Starter model: small and fast, often wrong.</source>
        <translation>Modèle de départ : petit et rapide, se trompe souvent.</translation>
    </message>
    <message>
        <source>More models…</source>
        <translation>Plus de modèles…</translation>
    </message>
    <message>
        <source>Browse models</source>
        <translation>Parcourir les modèles</translation>
    </message>
    <message>
        <source>Better answers on this computer: {name}</source>
        <translation>De meilleures réponses sur cet ordinateur : {name}</translation>
    </message>
    <message>
        <source>Download {size}</source>
        <translation>Télécharger {size}</translation>
    </message>
    <message>
        <source>Get {name}, {size}</source>
        <translation>Obtenir {name}, {size}</translation>
    </message>
    <message>
        <source>From {host} ({repository}). Your chats are never sent.</source>
        <translation>Depuis {host} ({repository}). Vos discussions ne sont jamais envoyées.</translation>
    </message>
    <message>
        <source>Choosing a better model for this computer…</source>
        <translation>Choix d’un meilleur modèle pour cet ordinateur…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
</context>
<context>
    <name>Fit</name>
    <message>
        <source>It fits: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>Tout tient : {slots:,} discussions de {tokens:,} tokens prennent {needed} avec le modèle, et {free} sont libres.</translation>
    </message>
    <message>
        <source>It fits with less context: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>Tient avec moins de contexte : {slots:,} discussions de {tokens:,} tokens prennent {needed} avec le modèle, et {free} sont libres.</translation>
    </message>
    <message>
        <source>It fits partly on the CPU, which is slow: {slots:,} chats of {tokens:,} tokens take {needed} with the model.</source>
        <translation>Tient en partie sur le processeur, ce qui est lent : {slots:,} discussions de {tokens:,} tokens prennent {needed} avec le modèle.</translation>
    </message>
    <message>
        <source>It does not fit: {slots:,} chats need {needed} with the model, and {free} are free.</source>
        <translation>Ne tient pas : {slots:,} discussions demandent {needed} avec le modèle, et {free} sont libres.</translation>
    </message>
</context>
<context>
    <name>FitNote</name>
    <message>
        <source>other programs {size}</source>
        <translation>autres programmes {size}</translation>
    </message>
    <message>
        <source>model {size}</source>
        <translation>modèle {size}</translation>
    </message>
    <message>
        <source>chats {size}</source>
        <translation>discussions {size}</translation>
    </message>
    <message>
        <source>still free {size}</source>
        <translation>encore libre {size}</translation>
    </message>
    <message>
        <source>missing {size}</source>
        <translation>manquant {size}</translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>expanded</source>
        <translation>déplié</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>replié</translation>
    </message>
</context>
<context>
    <name>FoldHeading</name>
    <message>
        <source>expanded</source>
        <translation>déplié</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>replié</translation>
    </message>
</context>
<context>
    <name>FoldSection</name>
    <message>
        <source>{count:,} changed</source>
        <translation>{count:,} modifiés</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>New chat in this folder</source>
        <translation>Nouvelle discussion dans ce dossier</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>Renommer le dossier</translation>
    </message>
    <message>
        <source>Delete folder, keep its chats</source>
        <translation>Supprimer le dossier, garder ses discussions</translation>
    </message>
    <message>
        <source>Model of new chats</source>
        <translation>Modèle des nouvelles discussions</translation>
    </message>
    <message>
        <source>As outside of folders</source>
        <translation>Comme hors des dossiers</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Couleur</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Bleu</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Bleu canard</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Vert</translation>
    </message>
    <message>
        <source>Olive</source>
        <translation>Olive</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rouge</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rose</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violet</translation>
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
        <translation>Modifier…</translation>
    </message>
    <message>
        <source>Change the models folder</source>
        <translation>Modifier le dossier des modèles</translation>
    </message>
    <message>
        <source>Models folder: {folder}</source>
        <translation>Dossier des modèles : {folder}</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>The folder “{old}” was renamed to “{new}”.</source>
        <translation>Le dossier « {old} » a été renommé en « {new} ».</translation>
    </message>
    <message>
        <source>The folder “{folder}” was deleted. Its chats are kept.</source>
        <translation>Le dossier « {folder} » a été supprimé. Ses discussions sont gardées.</translation>
    </message>
    <message>
        <source>{count:,} chats were moved to “{folder}”.</source>
        <translation>{count:,} discussions ont été déplacées vers « {folder} ».</translation>
    </message>
    <message>
        <source>{count:,} chats were taken out of their folders.</source>
        <translation>{count:,} discussions ont été retirées de leurs dossiers.</translation>
    </message>
    <message>
        <source>“{title}” was moved to “{folder}”.</source>
        <translation>« {title} » a été déplacée vers « {folder} ».</translation>
    </message>
    <message>
        <source>“{title}” was taken out of its folder.</source>
        <translation>« {title} » a été retirée de son dossier.</translation>
    </message>
</context>
<context>
    <name>FormFoot</name>
    <message>
        <source>Start</source>
        <translation>Démarrer</translation>
    </message>
    <message>
        <source>{count}. Tick the box to agree.</source>
        <translation>{count}. Cochez la case pour accepter.</translation>
    </message>
</context>
<context>
    <name>FormRow</name>
    <message>
        <source>Set for this chat.</source>
        <translation>Défini pour cette discussion.</translation>
    </message>
    <message>
        <source>Default.</source>
        <translation>Par défaut.</translation>
    </message>
    <message>
        <source>Use the default</source>
        <translation>Utiliser la valeur par défaut</translation>
    </message>
</context>
<context>
    <name>GpuBackendsView</name>
    <message>
        <source>With a GPU pack, the model runs on a graphics card. Hubbub looks for packs in {folder}.</source>
        <translation>Avec un pack GPU, le modèle fonctionne sur une carte graphique. Hubbub cherche les packs dans {folder}.</translation>
    </message>
    <message>
        <source>GPU packs</source>
        <translation>Paquets pour GPU</translation>
    </message>
    <message>
        <source>Add GPU pack…</source>
        <translation>Ajouter un pack GPU…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ouvrir le dossier</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>Redémarrer le moteur</translation>
    </message>
    <message>
        <source>The pack is being tested…</source>
        <translation>Test du pack…</translation>
    </message>
    <message>
        <source>{name} was added. It is used after the engine restarts, which stops running answers.</source>
        <translation>{name} a été ajouté. Il est utilisé après le redémarrage du moteur, qui arrête les réponses en cours.</translation>
    </message>
</context>
<context>
    <name>Grid</name>
    <message>
        <source>Nothing was sent. {reason}</source>
        <translation>Rien n&apos;a été envoyé. {reason}</translation>
    </message>
    <message>
        <source>Not sent to “{title}”.</source>
        <translation>Non envoyé à « {title} ».</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats.</source>
        <translation>Envoyé à {count:,} discussions.</translation>
    </message>
    <message>
        <source>Queued in {count:,} chats, after the running answers.</source>
        <translation>Mis en file dans {count:,} discussions, après les réponses en cours.</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats; queued in {waiting:,} after a running answer.</source>
        <translation>Envoyé à {count:,} discussions ; en file dans {waiting:,} après une réponse en cours.</translation>
    </message>
</context>
<context>
    <name>GridBar</name>
    <message>
        <source>Previous page</source>
        <translation>Page précédente</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Page suivante</translation>
    </message>
    <message>
        <source>Back to tabs</source>
        <translation>Aux onglets</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 discussion</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} discussions</translation>
    </message>
    <message>
        <source>{count:,} active</source>
        <translation>{count:,} en cours</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Page {number:,} of {count:,}</source>
        <translation>{number:,} sur {count:,}</translation>
    </message>
    <message>
        <source>Back to tabs (Esc)</source>
        <translation>Retour aux onglets (Échap)</translation>
    </message>
</context>
<context>
    <name>Headers</name>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Parts of the help</source>
        <translation>Parties de l’aide</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Rechercher dans l’aide</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Résultat précédent</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Résultat suivant</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Aucun résultat</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,} sur {count:,}</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
</context>
<context>
    <name>HistoryPopup</name>
    <message>
        <source>Copy all</source>
        <translation>Tout copier</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>Messages récents</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>Aucun message pour l&apos;instant.</translation>
    </message>
</context>
<context>
    <name>HubDetails</name>
    <message>
        <source>Files of this model</source>
        <translation>Fichiers de ce modèle</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>Ouvrir la page du modèle</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Looking at its files…</source>
        <translation>Examen de ses fichiers…</translation>
    </message>
    <message>
        <source>You must accept conditions first: open its page, and sign in.</source>
        <translation>Vous devez d&apos;abord accepter des conditions : ouvrez sa page et connectez-vous.</translation>
    </message>
    <message>
        <source>{count:,} files are hidden, because their names can&apos;t be stored.</source>
        <translation>{count:,} fichiers sont masqués, car leurs noms ne peuvent pas être enregistrés.</translation>
    </message>
    <message>
        <source>This repository has no GGUF model.</source>
        <translation>Ce dépôt n&apos;a pas de modèle GGUF.</translation>
    </message>
    <message>
        <source>This model is cut into pieces that must be joined before it can be loaded. Choose another one.</source>
        <translation>Ce modèle est découpé en morceaux qui doivent être réunis avant le chargement. Choisissez-en un autre.</translation>
    </message>
    <message>
        <source>Parts of this model are missing in the repository.</source>
        <translation>Des parties de ce modèle manquent dans le dépôt.</translation>
    </message>
    <message>
        <source>No SHA-256 available; the download can&apos;t be verified.</source>
        <translation>Aucun SHA-256 disponible ; le téléchargement ne peut pas être vérifié.</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Téléchargement…</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Sur cet ordinateur</translation>
    </message>
</context>
<context>
    <name>HubFailure</name>
    <message>
        <source>Try again in {time}.</source>
        <translation>Réessayez dans {time}.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Ouvrir les paramètres</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>Ouvrir la page du modèle</translation>
    </message>
</context>
<context>
    <name>HubModels</name>
    <message>
        <source>{count} downloads</source>
        <translation>{count} téléchargements</translation>
    </message>
    <message>
        <source>{count} likes</source>
        <translation>{count} mentions J&apos;aime</translation>
    </message>
    <message>
        <source>{size} download</source>
        <translation>{size} à télécharger</translation>
    </message>
    <message>
        <source>{size} memory</source>
        <translation>{size} de mémoire</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>discussion</translation>
    </message>
    <message>
        <source>code</source>
        <translation>code</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>images</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} fichiers</translation>
    </message>
    <message>
        <source>in pieces</source>
        <translation>en morceaux</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>incomplet</translation>
    </message>
    <message>
        <source>can&apos;t be verified</source>
        <translation>non vérifiable</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Sur cet ordinateur</translation>
    </message>
    <message>
        <source>Verifying… {percent}%</source>
        <translation>Vérification… {percent} %</translation>
    </message>
    <message>
        <source>Waiting for other downloads</source>
        <translation>En attente d&apos;autres téléchargements</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>La connexion a été perdue.</translation>
    </message>
    <message>
        <source>Not enough space on the disk</source>
        <translation>Espace insuffisant sur le disque</translation>
    </message>
    <message>
        <source>Paused: Hubbub works offline</source>
        <translation>En pause : Hubbub fonctionne hors ligne</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pause</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échec</translation>
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
        <translation>{count} jours</translation>
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
        <translation>Conditions à accepter</translation>
    </message>
    <message>
        <source>{speed}/s</source>
        <translation>{speed}/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>{time} restant</translation>
    </message>
    <message>
        <source>Connecting again…</source>
        <translation>Reconnexion…</translation>
    </message>
    <message>
        <source>Trying again in {time}.</source>
        <translation>Nouvel essai dans {time}.</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} sur {total}</translation>
    </message>
    <message>
        <source>Downloaded and verified</source>
        <translation>Téléchargé et vérifié</translation>
    </message>
    <message>
        <source>Downloaded (not verified)</source>
        <translation>Téléchargé (non vérifié)</translation>
    </message>
</context>
<context>
    <name>HubRepository</name>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it. A change on the way would not be noticed. Download it anyway?</source>
        <translation>{name} ne peut pas être vérifié : le hub n&apos;a pas de SHA-256 pour ce fichier. Une modification en chemin passerait inaperçue. Le télécharger quand même ?</translation>
    </message>
    <message>
        <source>Download unverified</source>
        <translation>Télécharger sans vérification</translation>
    </message>
    <message>
        <source>Reading its header to estimate the memory…</source>
        <translation>Lecture de son en-tête pour estimer la mémoire…</translation>
    </message>
</context>
<context>
    <name>HubSearch</name>
    <message>
        <source>Searching…</source>
        <translation>Recherche…</translation>
    </message>
    <message>
        <source>The hub has no GGUF model with “{text}” in its name.</source>
        <translation>Le hub n&apos;a pas de modèle GGUF dont le nom contient « {text} ».</translation>
    </message>
    <message>
        <source>More recommended models · list of {date}</source>
        <translation>Autres modèles recommandés · liste du {date}</translation>
    </message>
    <message>
        <source>This hub has none of the recommended models.</source>
        <translation>Ce hub n&apos;a aucun des modèles recommandés.</translation>
    </message>
    <message>
        <source>None of the recommended models fits into the {memory} of free memory · list of {date}</source>
        <translation>Aucun des modèles recommandés ne tient dans les {memory} de mémoire libre · liste du {date}</translation>
    </message>
    <message>
        <source>The first {count:,} models; scroll for more</source>
        <translation>Les {count:,} premiers modèles ; faites défiler pour en voir plus</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} modèles</translation>
    </message>
</context>
<context>
    <name>HubToken</name>
    <message>
        <source>Hubbub works offline, so the token is not sent anywhere.</source>
        <translation>Hubbub fonctionne hors ligne, le jeton n&apos;est donc envoyé nulle part.</translation>
    </message>
    <message>
        <source>Asking this computer&apos;s keyring…</source>
        <translation>Interrogation du trousseau de clés de cet ordinateur…</translation>
    </message>
    <message>
        <source>No token is set.</source>
        <translation>Aucun jeton n&apos;est défini.</translation>
    </message>
    <message>
        <source>A token is set by the environment variable HF_TOKEN, which takes precedence.</source>
        <translation>Un jeton est défini par la variable d&apos;environnement HF_TOKEN, qui est prioritaire.</translation>
    </message>
    <message>
        <source>A token is set in this computer&apos;s keyring.</source>
        <translation>Un jeton est défini dans le trousseau de clés de cet ordinateur.</translation>
    </message>
    <message>
        <source>A token is set by “hf auth login”.</source>
        <translation>Un jeton est défini par « hf auth login ».</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>{count:,} chats were imported.</source>
        <translation>{count:,} discussions ont été importées.</translation>
    </message>
    <message>
        <source>One chat was imported.</source>
        <translation>Une discussion a été importée.</translation>
    </message>
    <message>
        <source>No new chats were imported.</source>
        <translation>Aucune nouvelle discussion n&apos;a été importée.</translation>
    </message>
    <message>
        <source>One already existed.</source>
        <translation>Une existait déjà.</translation>
    </message>
    <message>
        <source>{count:,} already existed.</source>
        <translation>{count:,} existaient déjà.</translation>
    </message>
    <message>
        <source>Some parts were left out.</source>
        <translation>Certaines parties ont été omises.</translation>
    </message>
</context>
<context>
    <name>ImportReportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>Details:</source>
        <translation>Détails :</translation>
    </message>
    <message>
        <source>Everything was imported.</source>
        <translation>Tout a été importé.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
</context>
<context>
    <name>Interrupted</name>
    <message>
        <source>{count:,} answers were interrupted.</source>
        <translation>{count:,} réponses ont été interrompues.</translation>
    </message>
    <message>
        <source>Continue all</source>
        <translation>Tout continuer</translation>
    </message>
    <message>
        <source>One answer was interrupted.</source>
        <translation>Une réponse a été interrompue.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>The answers can&apos;t be continued now. {reason}</source>
        <translation>Les réponses ne peuvent pas être poursuivies maintenant. {reason}</translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to latest</source>
        <translation>Aller au plus récent</translation>
    </message>
</context>
<context>
    <name>KeyBox</name>
    <message>
        <source>Not set</source>
        <translation>Non défini</translation>
    </message>
    <message>
        <source>Press a shortcut…</source>
        <translation>Appuyez sur un raccourci…</translation>
    </message>
    <message>
        <source>{command}: {keys}. Press to change.</source>
        <translation>{command} : {keys}. Appuyez pour modifier.</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>Reset the keys of “{command}”</source>
        <translation>Réinitialiser les touches de « {command} »</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Réattribuer</translation>
    </message>
    <message>
        <source>{keys} belongs to “{owner}”.</source>
        <translation>{keys} appartient à « {owner} ».</translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Rechercher une commande ou une touche</translation>
    </message>
    <message>
        <source>Reset all shortcuts</source>
        <translation>Réinitialiser tous les raccourcis</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Nouvelle ligne</translation>
    </message>
    <message>
        <source>Recall the last message (when the box is empty)</source>
        <translation>Rappeler le dernier message (quand le champ est vide)</translation>
    </message>
    <message>
        <source>Paste a long text as it is</source>
        <translation>Coller un long texte tel quel</translation>
    </message>
    <message>
        <source>Scroll the chat up</source>
        <translation>Faire défiler la discussion vers le haut</translation>
    </message>
    <message>
        <source>Scroll the chat down</source>
        <translation>Faire défiler la discussion vers le bas</translation>
    </message>
    <message>
        <source>Message box</source>
        <translation>Champ de message</translation>
    </message>
    <message>
        <source>Reset all shortcuts to their defaults? This can&apos;t be undone.</source>
        <translation>Rétablir tous les raccourcis par défaut ? Cette action est irréversible.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Rétablir</translation>
    </message>
</context>
<context>
    <name>LeavingQuestion</name>
    <message>
        <source>Quit Hubbub</source>
        <translation>Quitter Hubbub</translation>
    </message>
    <message>
        <source>Remember my choice</source>
        <translation>Mémoriser mon choix</translation>
    </message>
    <message>
        <source>You can change this in the settings, under General.</source>
        <translation>Vous pouvez changer cela dans les paramètres, sous Général.</translation>
    </message>
    <message>
        <source>The partial text is kept either way. Interrupted answers can be continued after the next start.</source>
        <translation>Le texte partiel est gardé dans tous les cas. Les réponses interrompues peuvent être poursuivies après le prochain démarrage.</translation>
    </message>
    <message>
        <source>Partial answers of comparisons are kept; lists continue at the next start.</source>
        <translation>Les réponses partielles des comparaisons sont gardées ; les listes continuent au prochain démarrage.</translation>
    </message>
    <message>
        <source>Downloads are paused and continue at the next start.</source>
        <translation>Les téléchargements sont mis en pause et continuent au prochain démarrage.</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>Quit anyway</source>
        <translation>Quitter quand même</translation>
    </message>
    <message>
        <source>One answer is still being written.</source>
        <translation>Une réponse est encore en cours de rédaction.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written.</source>
        <translation>{count:,} réponses sont encore en cours de rédaction.</translation>
    </message>
    <message>
        <source>One comparison or list is still being answered.</source>
        <translation>Une comparaison ou liste est encore en cours de réponse.</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists are still being answered.</source>
        <translation>{count:,} comparaisons ou listes sont encore en cours de réponse.</translation>
    </message>
    <message>
        <source>One download is still running.</source>
        <translation>Un téléchargement est encore en cours.</translation>
    </message>
    <message>
        <source>{count:,} downloads are still running.</source>
        <translation>{count:,} téléchargements sont encore en cours.</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>Terminer en arrière-plan</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Restarting now loses what is not saved.</source>
        <translation>Redémarrer maintenant fait perdre ce qui n’est pas enregistré.</translation>
    </message>
    <message>
        <source>Restart Hubbub</source>
        <translation>Redémarrer Hubbub</translation>
    </message>
    <message>
        <source>Restart anyway</source>
        <translation>Redémarrer quand même</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>One unsent message can&apos;t be saved.</source>
        <translation>Un message non envoyé ne peut pas être enregistré.</translation>
    </message>
    <message>
        <source>{count:,} unsent messages can&apos;t be saved.</source>
        <translation>{count:,} messages non envoyés ne peuvent pas être enregistrés.</translation>
    </message>
    <message>
        <source>One answer can&apos;t be saved.</source>
        <translation>Une réponse ne peut pas être enregistrée.</translation>
    </message>
    <message>
        <source>{count:,} answers can&apos;t be saved.</source>
        <translation>{count:,} réponses ne peuvent pas être enregistrées.</translation>
    </message>
    <message>
        <source>Quitting now loses what is not saved.</source>
        <translation>Si vous quittez maintenant, ce qui n&apos;est pas enregistré est perdu.</translation>
    </message>
</context>
<context>
    <name>Leftovers</name>
    <message>
        <source>Unfinished downloads older than 14 days take {size} on the disk.</source>
        <translation>Des téléchargements inachevés de plus de 14 jours occupent {size} sur le disque.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Delete the unfinished downloads? This frees {size}.</source>
        <translation>Supprimer les téléchargements inachevés ? Cela libère {size}.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Some files could not be deleted.</source>
        <translation>Certains fichiers n&apos;ont pas pu être supprimés.</translation>
    </message>
</context>
<context>
    <name>ListForm</name>
    <message>
        <source>Open CSV…</source>
        <translation>Ouvrir un CSV…</translation>
    </message>
    <message>
        <source>The first row is a heading</source>
        <translation>La première ligne est un en-tête</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>Aucun préréglage</translation>
    </message>
    <message>
        <source>No source</source>
        <translation>Aucune source</translation>
    </message>
    <message>
        <source>Column {number}: {text}</source>
        <translation>Colonne {number} : {text}</translation>
    </message>
    <message>
        <source>Send the questions to {hosts}</source>
        <translation>Envoyer les questions à {hosts}</translation>
    </message>
    <message>
        <source>Send the questions and the source to {hosts}</source>
        <translation>Envoyer les questions et la source à {hosts}</translation>
    </message>
    <message>
        <source>{count:,} questions</source>
        <translation>{count:,} questions</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 question</translation>
    </message>
    <message>
        <source>Only the first {count:,} questions are used.</source>
        <translation>Seules les {count:,} premières questions sont utilisées.</translation>
    </message>
    <message>
        <source>Type questions, or open a file.</source>
        <translation>Saisissez des questions, ou ouvrez un fichier.</translation>
    </message>
    <message>
        <source>One question per line</source>
        <translation>Une question par ligne</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Questions</translation>
    </message>
    <message>
        <source>Question column</source>
        <translation>Colonne des questions</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Préréglage</translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation>S&amp;ource</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modèle</translation>
    </message>
    <message>
        <source>Lists run in the background. Chats come first.</source>
        <translation>Les listes s&apos;exécutent en arrière-plan. Les discussions passent d&apos;abord.</translation>
    </message>
</context>
<context>
    <name>LoadedModelRow</name>
    <message>
        <source>Load</source>
        <translation>Charger</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>Charger {model}</translation>
    </message>
    <message>
        <source>Show the engine of {model}</source>
        <translation>Afficher le moteur de {model}</translation>
    </message>
    <message>
        <source>Keep {model} loaded</source>
        <translation>Garder {model} chargé</translation>
    </message>
    <message>
        <source>Unload {model}</source>
        <translation>Décharger {model}</translation>
    </message>
</context>
<context>
    <name>LocalHalf</name>
    <message>
        <source>On this computer</source>
        <translation>Sur cet ordinateur</translation>
    </message>
    <message>
        <source>Filter models</source>
        <translation>Filtrer les modèles</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Actualiser</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ajouter un dossier…</translation>
    </message>
    <message>
        <source>Remove {path}</source>
        <translation>Retirer {path}</translation>
    </message>
    <message>
        <source>No permission to read {path}.</source>
        <translation>Aucune autorisation de lire {path}.</translation>
    </message>
    <message>
        <source>{path} does not answer; its models are not listed.</source>
        <translation>{path} ne répond pas ; ses modèles ne sont pas affichés.</translation>
    </message>
    <message>
        <source>{path} does not exist.</source>
        <translation>{path} n&apos;existe pas.</translation>
    </message>
    <message>
        <source>Searching for models…</source>
        <translation>Recherche de modèles…</translation>
    </message>
    <message>
        <source>No matching models.</source>
        <translation>Aucun modèle correspondant.</translation>
    </message>
    <message>
        <source>No other models here yet. Models from LM Studio, Jan, GPT4All, Ollama, llama.cpp and the Hugging Face cache show up automatically. You can add other folders.</source>
        <translation>Aucun autre modèle ici pour l&apos;instant. Les modèles de LM Studio, Jan, GPT4All, Ollama, llama.cpp et du cache de Hugging Face apparaissent automatiquement. Vous pouvez ajouter d&apos;autres dossiers.</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modèles sur cet ordinateur</translation>
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
        <translation>Vos dossiers</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Cache Hugging Face</translation>
    </message>
    <message>
        <source>Models folder in your home</source>
        <translation>Dossier de modèles dans votre dossier personnel</translation>
    </message>
    <message>
        <source>Every word of a chat; memory grows with its length</source>
        <translation>Chaque mot d&apos;une discussion ; la mémoire croît avec sa longueur</translation>
    </message>
    <message>
        <source>The last words in full, older ones in some layers only</source>
        <translation>Les derniers mots en entier, les plus anciens dans certaines couches seulement</translation>
    </message>
    <message>
        <source>A summary of fixed size, and every word in some layers</source>
        <translation>Un résumé de taille fixe, et chaque mot dans certaines couches</translation>
    </message>
    <message>
        <source>A summary of fixed size, however long the chat is</source>
        <translation>Un résumé de taille fixe, quelle que soit la longueur de la discussion</translation>
    </message>
    <message>
        <source>embeddings only</source>
        <translation>embeddings seulement</translation>
    </message>
    <message>
        <source>reranking only</source>
        <translation>reclassement seulement</translation>
    </message>
    <message>
        <source>thinking</source>
        <translation>réflexion</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>outils</translation>
    </message>
    <message>
        <source>{count} B</source>
        <translation>{count} Md</translation>
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
        <translation>{model} · sur {machine}</translation>
    </message>
    <message>
        <source>{model} · on {machine} (offline)</source>
        <translation>{model} · sur {machine} (hors ligne)</translation>
    </message>
    <message>
        <source>The key of {name} was not kept: {reason}</source>
        <translation>La clé de {name} n&apos;a pas été gardée : {reason}</translation>
    </message>
    <message>
        <source>{name} was added, but does not answer: {reason}</source>
        <translation>{name} a été ajouté, mais ne répond pas : {reason}</translation>
    </message>
    <message>
        <source>An OpenAI-compatible server</source>
        <translation>Un serveur compatible OpenAI</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has {count:,} models: {models}</source>
        <translation>{name} répond en {time} ms et a {count:,} modèles : {models}</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has one model: {models}</source>
        <translation>{name} répond en {time} ms et a un modèle : {models}</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and lists no models.</source>
        <translation>{name} répond en {time} ms et n&apos;affiche aucun modèle.</translation>
    </message>
</context>
<context>
    <name>MachinesView</name>
    <message>
        <source>Nothing you write leaves this computer unless you choose a remote model for a chat. A machine that answers chats can be another computer at home, a server or a service: llama.cpp, vLLM, SGLang, LM Studio, Ollama, or any OpenAI-compatible server.</source>
        <translation>Rien de ce que vous écrivez ne quitte cet ordinateur, sauf si vous choisissez un modèle distant pour une discussion. Une machine qui répond peut être un autre ordinateur chez vous, un serveur ou un service : llama.cpp, vLLM, SGLang, LM Studio, Ollama ou tout serveur compatible OpenAI.</translation>
    </message>
    <message>
        <source>Machines that answer chats</source>
        <translation>Machines qui répondent aux discussions</translation>
    </message>
    <message>
        <source>Hubbub works offline: no machine is contacted.</source>
        <translation>Hubbub fonctionne hors ligne : aucune machine n&apos;est contactée.</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>Autres machines</translation>
    </message>
    <message>
        <source>No machines yet.</source>
        <translation>Aucune machine pour l&apos;instant.</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>Ajouter une machine…</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>Modifier « {name} »…</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>Retirer « {name} »…</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>pas encore testé</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} modèles</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 modèle</translation>
    </message>
    <message>
        <source>New chats use</source>
        <translation>Les nouvelles discussions utilisent</translation>
    </message>
    <message>
        <source>This computer&apos;s model</source>
        <translation>Le modèle de cet ordinateur</translation>
    </message>
    <message>
        <source>{model} · on {name}</source>
        <translation>{model} · sur {name}</translation>
    </message>
    <message>
        <source>Remove “{name}”? Chats that it answers are answered by the model of this computer from then on. Its key is deleted as well.</source>
        <translation>Retirer « {name} » ? Les discussions auxquelles elle répond recevront désormais leurs réponses du modèle de cet ordinateur. Sa clé est également supprimée.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
</context>
<context>
    <name>Maintenance</name>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Your chats were restored, with everything in them.</source>
        <translation>Vos discussions ont été restaurées, avec tout leur contenu.</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Tip</source>
        <translation>Astuce</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>Important</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Avertissement</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>[image: {name}, not loaded]</source>
        <translation>[image : {name}, non chargée]</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>Mémoire : {used} sur {total}</translation>
    </message>
</context>
<context>
    <name>MemoryNote</name>
    <message>
        <source>{slots} chats at once, each with the automatic context length.</source>
        <translation>{slots} discussions à la fois, chacune avec la longueur de contexte automatique.</translation>
    </message>
    <message>
        <source>Reserves memory for {slots} chats of {each:,} tokens.</source>
        <translation>Réserve de la mémoire pour {slots} discussions de {each:,} tokens.</translation>
    </message>
</context>
<context>
    <name>MentionedChats</name>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Cette discussion n&apos;existe plus.</translation>
    </message>
    <message>
        <source>This source no longer exists.</source>
        <translation>Cette source n&apos;existe plus.</translation>
    </message>
    <message>
        <source>Only a model can count tokens. Load one, or take all of the text.</source>
        <translation>Seul un modèle peut compter les tokens. Chargez-en un, ou prenez tout le texte.</translation>
    </message>
    <message>
        <source>The model is writing a recap of “{title}”…</source>
        <translation>Le modèle rédige un récapitulatif de « {title} »…</translation>
    </message>
    <message>
        <source>The model wrote no recap. Try again, or add its messages.</source>
        <translation>Le modèle n&apos;a rédigé aucun récapitulatif. Réessayez, ou ajoutez ses messages.</translation>
    </message>
</context>
<context>
    <name>MenuButton</name>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Edit this answer</source>
        <translation>Modifier cette réponse</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Version précédente</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Version suivante</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Copier le message en Markdown</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>Copier en texte brut</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Régénérer</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>Régénérer avec…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Comparer plusieurs réponses</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>Comparer des variantes…</translation>
    </message>
    <message>
        <source>Branch in a new tab</source>
        <translation>Bifurquer dans un nouvel onglet</translation>
    </message>
    <message>
        <source>Pin in context</source>
        <translation>Épingler dans le contexte</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation>Supprimer le message</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Plus d&apos;actions</translation>
    </message>
    <message>
        <source>Quote selection</source>
        <translation>Citer la sélection</translation>
    </message>
</context>
<context>
    <name>MessageChanges</name>
    <message>
        <source>The message was deleted.</source>
        <translation>Le message a été supprimé.</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Enregistrer et continuer</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Later messages stay with the earlier version.</source>
        <translation>Les messages suivants restent avec la version antérieure.</translation>
    </message>
    <message>
        <source>The model treats these words as its own.</source>
        <translation>Le modèle traite ces mots comme les siens.</translation>
    </message>
</context>
<context>
    <name>MessageFiles</name>
    <message>
        <source>With “{name}” the files of this message are too long together ({count:,} characters; the limit is {limit:,}).</source>
        <translation>Avec « {name} », les fichiers de ce message sont trop longs ensemble ({count:,} caractères ; la limite est de {limit:,}).</translation>
    </message>
    <message>
        <source>“{name}” is too large ({count:,} characters; the limit is {limit:,}).</source>
        <translation>« {name} » est trop grand ({count:,} caractères ; la limite est de {limit:,}).</translation>
    </message>
    <message>
        <source>Pasted text {number}</source>
        <translation>Texte collé {number}</translation>
    </message>
    <message>
        <source>Add files to the message</source>
        <translation>Ajouter des fichiers au message</translation>
    </message>
    <message>
        <source>Pictures, sounds, text and documents (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</source>
        <translation>Images, sons, textes et documents (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tous les fichiers (*)</translation>
    </message>
</context>
<context>
    <name>MessageNote</name>
    <message>
        <source>Stopped.</source>
        <translation>Arrêtée.</translation>
    </message>
    <message>
        <source>Interrupted.</source>
        <translation>Interrompue.</translation>
    </message>
    <message>
        <source>This answer failed.</source>
        <translation>Cette réponse a échoué.</translation>
    </message>
    <message>
        <source>The model wrote nothing.</source>
        <translation>Le modèle n’a rien écrit.</translation>
    </message>
    <message>
        <source>Only the beginning is shown. Copying takes the whole text.</source>
        <translation>Seul le début est affiché. La copie prend tout le texte.</translation>
    </message>
</context>
<context>
    <name>MessageOffers</name>
    <message>
        <source>Show more</source>
        <translation>Afficher plus</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Régénérer</translation>
    </message>
    <message>
        <source>Let it run</source>
        <translation>Laisser continuer</translation>
    </message>
    <message>
        <source>Regenerate without repeats</source>
        <translation>Régénérer sans répétitions</translation>
    </message>
    <message>
        <source>Answer here</source>
        <translation>Répondre ici</translation>
    </message>
    <message>
        <source>The model on this computer continues this chat with the same history.</source>
        <translation>Le modèle de cet ordinateur poursuit cette discussion avec le même historique.</translation>
    </message>
</context>
<context>
    <name>MessagePickerDialog</name>
    <message>
        <source>Messages of another chat</source>
        <translation>Messages d&apos;une autre discussion</translation>
    </message>
    <message>
        <source>Which messages of “{title}” should be added to your message?</source>
        <translation>Quels messages de « {title} » faut-il ajouter à votre message ?</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Résultat d&apos;outil</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>The model can&apos;t see this message any more.</source>
        <translation>Le modèle ne voit plus ce message.</translation>
    </message>
    <message>
        <source>Hubbub said</source>
        <translation>Hubbub a dit</translation>
    </message>
    <message>
        <source>You said</source>
        <translation>Vous avez dit</translation>
    </message>
    <message>
        <source>Tool {name}</source>
        <translation>Outil {name}</translation>
    </message>
    <message>
        <source>message {number:,} of {count:,}</source>
        <translation>message {number:,} sur {count:,}</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>Copier la sélection</translation>
    </message>
</context>
<context>
    <name>ModelChip</name>
    <message>
        <source>Model: {name}</source>
        <translation>Modèle : {name}</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>Chargement… {percent} %</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} tokens/s</translation>
    </message>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>Mémoire : {used} sur {total}</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>On {machine}</source>
        <translation>Sur {machine}</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Récents</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>Modèle de départ</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Sur cet ordinateur</translation>
    </message>
    <message>
        <source>On other machines</source>
        <translation>Sur d&apos;autres machines</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Chargement…</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Chargé</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Fichier introuvable</translation>
    </message>
    <message>
        <source>Can&apos;t be used</source>
        <translation>Inutilisable</translation>
    </message>
    <message>
        <source>Answers this chat</source>
        <translation>Répond à cette discussion</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Hors ligne</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Tient</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Juste</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
    </message>
    <message>
        <source>Fit unknown</source>
        <translation>Taille inconnue</translation>
    </message>
    <message>
        <source>1 word/s or less: very slow</source>
        <translation>1 mot/s ou moins : très lent</translation>
    </message>
    <message>
        <source>about {count} words/s</source>
        <translation>environ {count} mots/s</translation>
    </message>
    <message>
        <source>about {count} words/s: slow</source>
        <translation>environ {count} mots/s : lent</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free.</source>
        <translation>Demande environ {needed} ; {free} de mémoire libre sur {total}.</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free. The memory of the graphics card is not counted.</source>
        <translation>Demande environ {needed} ; {free} de mémoire libre sur {total}. La mémoire de la carte graphique n&apos;est pas comptée.</translation>
    </message>
    <message>
        <source>Comes with Hubbub</source>
        <translation>Fourni avec Hubbub</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Cette discussion</translation>
    </message>
    <message>
        <source>New chats</source>
        <translation>Nouvelles discussions</translation>
    </message>
    <message>
        <source>{count:,} tokens of context</source>
        <translation>{count:,} tokens de contexte</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>Use</source>
        <translation>Utiliser</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Afficher dans le dossier</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Paramètres…</translation>
    </message>
    <message>
        <source>Compute SHA-256</source>
        <translation>Calculer le SHA-256</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Computing SHA-256</source>
        <translation>Calcul du SHA-256</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs, which ask for it by its name. It does not answer chats.</source>
        <translation>Un modèle d&apos;embeddings : il compare des textes pour d&apos;autres programmes, qui le demandent par son nom. Il ne répond pas dans les discussions.</translation>
    </message>
    <message>
        <source>This file belongs to {program}. Delete it there.</source>
        <translation>Ce fichier appartient à {program}. Supprimez-le là-bas.</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} fichiers</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architecture</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres du modèle</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantification</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Trained context</source>
        <translation>Contexte d&apos;entraînement</translation>
    </message>
    <message>
        <source>Remembers</source>
        <translation>Mémorise</translation>
    </message>
    <message>
        <source>Can do</source>
        <translation>Capacités</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projecteur</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Gabarit de discussion</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>Also in</source>
        <translation>Aussi dans</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Not used: {problem}</source>
        <translation>Non utilisé : {problem}</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>dans le fichier</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed</source>
        <translation>aucun : un gabarit courant (ChatML) est supposé</translation>
    </message>
    <message>
        <source>none: a base model, which continues text</source>
        <translation>aucun : un modèle de base, qui poursuit du texte</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed if the vocabulary has it; otherwise a base model, which continues text</source>
        <translation>aucun : un gabarit courant (ChatML) est supposé si le vocabulaire le contient ; sinon, un modèle de base, qui poursuit du texte</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>ModelLine</name>
    <message>
        <source>From here on: {name}</source>
        <translation>À partir d’ici : {name}</translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message>
        <source>Open a model file…</source>
        <translation>Ouvrir un fichier de modèle…</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Search models</source>
        <translation>Rechercher des modèles</translation>
    </message>
    <message>
        <source>Models on other machines answer only this chat.</source>
        <translation>Les modèles d&apos;autres machines ne répondent qu&apos;à cette discussion.</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>Paramètres du modèle…</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Utiliser pour les nouvelles discussions</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>Annuler le chargement</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>Obtenir d&apos;autres modèles…</translation>
    </message>
    <message>
        <source>New chats use the model that you choose.</source>
        <translation>Les nouvelles discussions utilisent le modèle que vous choisissez.</translation>
    </message>
    <message>
        <source>This chat uses the model that you choose, from the next answer on.</source>
        <translation>Cette discussion utilise le modèle choisi à partir de la prochaine réponse.</translation>
    </message>
    <message>
        <source>An answer is still being written; you are asked before it is stopped.</source>
        <translation>Une réponse est encore en cours de rédaction ; une confirmation est demandée avant de l&apos;arrêter.</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written; you are asked before they are stopped.</source>
        <translation>{count:,} réponses sont encore en cours de rédaction ; une confirmation est demandée avant de les arrêter.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>New chats use {name}.</source>
        <translation>Les nouvelles discussions utilisent {name}.</translation>
    </message>
    <message>
        <source>The file of “{name}” is missing. Press Delete to remove it from this list.</source>
        <translation>Le fichier de « {name} » est introuvable. Appuyez sur Suppr pour le retirer de cette liste.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be chosen while Hubbub works offline. Change that in the settings, under Network.</source>
        <translation>« {name} » ne peut pas être choisi tant que Hubbub fonctionne hors ligne. Changez cela dans les paramètres, sous Réseau.</translation>
    </message>
</context>
<context>
    <name>ModelRowFactory</name>
    <message>
        <source>automatic</source>
        <translation>automatique</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Gabarit de discussion</translation>
    </message>
    <message>
        <source>A Jinja template. Replaces the template in the model&apos;s file.</source>
        <translation>Un gabarit Jinja. Remplace celui du fichier du modèle.</translation>
    </message>
    <message>
        <source>Empty: the template in the file is used.</source>
        <translation>Vide : le gabarit du fichier est utilisé.</translation>
    </message>
    <message>
        <source>Default preset</source>
        <translation>Préréglage par défaut</translation>
    </message>
    <message>
        <source>For chats that select no preset.</source>
        <translation>Pour les discussions qui ne choisissent aucun préréglage.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longueur du contexte</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat.</source>
        <translation>Le nombre de tokens de chaque discussion que le modèle peut lire.</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation>Réponses simultanées aux discussions</translation>
    </message>
    <message>
        <source>Sent to this model at the start of every chat.</source>
        <translation>Envoyé à ce modèle au début de chaque discussion.</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>Les autres discussions attendent dans une file.</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>Type du cache KV</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory.</source>
        <translation>La précision des discussions en mémoire. Q8_0 prend environ la moitié de la mémoire.</translation>
    </message>
    <message>
        <source>F16 (exact)</source>
        <translation>F16 (exact)</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0 (moitié)</translation>
    </message>
    <message>
        <source>Unload it when it is idle</source>
        <translation>Le décharger quand il est inactif</translation>
    </message>
    <message>
        <source>The next message loads it again.</source>
        <translation>Le prochain message le recharge.</translation>
    </message>
    <message>
        <source>Aliases for other programs</source>
        <translation>Alias pour les autres programmes</translation>
    </message>
    <message>
        <source>Names by which programs can ask for this model, separated by commas.</source>
        <translation>Noms sous lesquels des programmes peuvent demander ce modèle, séparés par des virgules.</translation>
    </message>
    <message>
        <source>For example: text-embedding-3-small</source>
        <translation>Par exemple : text-embedding-3-small</translation>
    </message>
    <message>
        <source>For example: gpt-4o-mini</source>
        <translation>Par exemple : gpt-4o-mini</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>Texte le plus long</translation>
    </message>
    <message>
        <source>Longer texts are refused. More tokens take more memory.</source>
        <translation>Les textes plus longs sont refusés. Plus de tokens prennent plus de mémoire.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>Après {count} minutes</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experts</translation>
    </message>
    <message>
        <source>In a mixture of experts, only a few experts compute each token. In main memory, they leave the graphics card to the rest of the model and to chats.</source>
        <translation>Dans un mélange d&apos;experts, seuls quelques experts calculent chaque token. En mémoire vive, ils laissent la carte graphique au reste du modèle et aux discussions.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>On the graphics card</source>
        <translation>Sur la carte graphique</translation>
    </message>
    <message>
        <source>In main memory</source>
        <translation>En mémoire vive</translation>
    </message>
    <message>
        <source>General: {value}</source>
        <translation>Général : {value}</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>Par exemple : Répondez brièvement.</translation>
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
        <translation>Paramètres de {name}</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Rétablir les valeurs par défaut</translation>
    </message>
    <message>
        <source>These settings apply only to this model, even if its file is renamed or moved.</source>
        <translation>Ces paramètres ne valent que pour ce modèle, même si son fichier est renommé ou déplacé.</translation>
    </message>
    <message>
        <source>A template can have at most {count} characters.</source>
        <translation>Un gabarit peut avoir au plus {count} caractères.</translation>
    </message>
    <message>
        <source>Saving reloads the model, which stops running answers.</source>
        <translation>L&apos;enregistrement recharge le modèle, ce qui arrête les réponses en cours.</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>Choose the folder for models</source>
        <translation>Choisir le dossier des modèles</translation>
    </message>
    <message>
        <source>Store downloaded models in {folder} from now on? Hubbub&apos;s window reopens for this; answers that are being written can be continued.</source>
        <translation>Enregistrer désormais les modèles téléchargés dans {folder} ? La fenêtre de Hubbub se rouvre pour cela ; les réponses en cours peuvent être poursuivies.</translation>
    </message>
    <message>
        <source>Move the files of the old folder: {size}</source>
        <translation>Déplacer les fichiers de l&apos;ancien dossier : {size}</translation>
    </message>
    <message>
        <source>Change the folder</source>
        <translation>Changer de dossier</translation>
    </message>
    <message>
        <source>Moving the models…</source>
        <translation>Déplacement des modèles…</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} sur {total}</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Add a folder of models</source>
        <translation>Ajouter un dossier de modèles</translation>
    </message>
    <message>
        <source>Move {name} ({size}) to the system trash?</source>
        <translation>Mettre {name} ({size}) à la corbeille du système ?</translation>
    </message>
    <message>
        <source>Move to the system trash</source>
        <translation>Mettre à la corbeille du système</translation>
    </message>
    <message>
        <source>{name} was moved to the system trash.</source>
        <translation>{name} a été mis à la corbeille du système.</translation>
    </message>
    <message>
        <source>{name} could not be moved to the system trash: the disk may have none, or the file may be protected.</source>
        <translation>{name} n&apos;a pas pu être mis à la corbeille du système : le disque n&apos;en a peut-être pas, ou le fichier est protégé.</translation>
    </message>
    <message>
        <source>Restored from the system trash.</source>
        <translation>Restauré de la corbeille du système.</translation>
    </message>
    <message>
        <source>It could not be restored. Look in the system trash.</source>
        <translation>Il n&apos;a pas pu être restauré. Regardez dans la corbeille du système.</translation>
    </message>
    <message>
        <source>It is in use: your chats continue to use it until you quit Hubbub.</source>
        <translation>Il est utilisé : vos discussions continuent de l&apos;utiliser jusqu&apos;à ce que vous quittiez Hubbub.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler l&apos;action</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
</context>
<context>
    <name>MoreSlots</name>
    <message>
        <source>Chats had to wait. {model} now answers {count:,} at once.</source>
        <translation>Des discussions ont dû attendre. {model} répond maintenant à {count:,} à la fois.</translation>
    </message>
    <message>
        <source>This happens by itself once no answer is being written.</source>
        <translation>Cela se fait tout seul dès qu’aucune réponse n’est en cours de rédaction.</translation>
    </message>
    <message>
        <source>This is the largest number of slots.</source>
        <translation>C’est le nombre maximal d’emplacements.</translation>
    </message>
    <message>
        <source>More slots need more memory than is free.</source>
        <translation>Plus d’emplacements demandent plus de mémoire qu’il n’y en a de libre.</translation>
    </message>
</context>
<context>
    <name>MoveMenu</name>
    <message>
        <source>Move to folder</source>
        <translation>Déplacer vers le dossier</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Aucun dossier</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nouveau dossier…</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>Notifications</name>
    <message>
        <source>The tool “{name}” waits for your answer.</source>
        <translation>L&apos;outil « {name} » attend votre réponse.</translation>
    </message>
    <message>
        <source>The answer is done.</source>
        <translation>La réponse est terminée.</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>La réponse a échoué.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>La réponse a été arrêtée.</translation>
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
        <translation>Arrêter cette réponse</translation>
    </message>
</context>
<context>
    <name>NowPanel</name>
    <message>
        <source>Now</source>
        <translation>Maintenant</translation>
    </message>
    <message>
        <source>Use more slots</source>
        <translation>Utiliser plus d’emplacements</translation>
    </message>
    <message>
        <source>Use more slots: {count:,} at once</source>
        <translation>Utiliser plus d’emplacements : {count:,} à la fois</translation>
    </message>
</context>
<context>
    <name>NowRows</name>
    <message>
        <source>In the background</source>
        <translation>En arrière-plan</translation>
    </message>
    <message>
        <source>{name} and {count:,} more</source>
        <translation>{name} et {count:,} autres</translation>
    </message>
</context>
<context>
    <name>NowView</name>
    <message>
        <source>Now: chats that are being answered</source>
        <translation>Maintenant : discussions en cours de réponse</translation>
    </message>
    <message>
        <source>Enter opens a chat, Esc stops its answer.</source>
        <translation>Entrée ouvre une discussion, Échap arrête sa réponse.</translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>Enter a number from {low:,} to {high:,}.</source>
        <translation>Saisissez un nombre de {low:,} à {high:,}.</translation>
    </message>
</context>
<context>
    <name>OfferedFiles</name>
    <message>
        <source>“{name}” makes this message too long.</source>
        <translation>« {name} » rend ce message trop long.</translation>
    </message>
    <message>
        <source>Only the first {count} files were attached. Send the others with the next message.</source>
        <translation>Seuls les {count} premiers fichiers ont été joints. Envoyez les autres avec le prochain message.</translation>
    </message>
    <message>
        <source>Ask about “{name}”…</source>
        <translation>Interroger « {name} »…</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}. If its text is not readable, choose another encoding on its chip.</source>
        <translation>« {name} » n&apos;indique pas son encodage ; il a été lu en {encoding}. Si son texte n&apos;est pas lisible, choisissez un autre encodage sur sa pastille.</translation>
    </message>
    <message>
        <source>“{name}” does not fit: this message already fills the context.</source>
        <translation>« {name} » ne tient pas : ce message remplit déjà le contexte.</translation>
    </message>
    <message>
        <source>“{name}” is too long for this chat.</source>
        <translation>« {name} » est trop long pour cette discussion.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Attach the first {count:,} tokens</source>
        <translation>Joindre les {count:,} premiers tokens</translation>
    </message>
    <message>
        <source>{name} (first {count:,} tokens)</source>
        <translation>{name} ({count:,} premiers tokens)</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>… et {count:,} de plus</translation>
    </message>
</context>
<context>
    <name>Onboarding</name>
    <message>
        <source>Open the help</source>
        <translation>Ouvrir l&apos;aide</translation>
    </message>
    <message>
        <source>Next tip</source>
        <translation>Conseil suivant</translation>
    </message>
    <message>
        <source>Tip 1 of 3: {key} opens another tab. Ask something there too: all tabs are answered at the same time.</source>
        <translation>Conseil 1 sur 3 : {key} ouvre un autre onglet. Posez-y aussi une question : tous les onglets reçoivent leur réponse en même temps.</translation>
    </message>
    <message>
        <source>Tip 2 of 3: closing a tab does not delete or stop anything. The chat stays in the sidebar, and its answer continues.</source>
        <translation>Conseil 2 sur 3 : fermer un onglet ne supprime et n&apos;arrête rien. La discussion reste dans la barre latérale, et sa réponse continue.</translation>
    </message>
    <message>
        <source>Tip 3 of 3: {panel} opens the engine panel, {keys} lists all shortcuts, {help} opens the help.</source>
        <translation>Conseil 3 sur 3 : {panel} ouvre le panneau du moteur, {keys} affiche tous les raccourcis, {help} ouvre l&apos;aide.</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Back (Esc)</source>
        <translation>Retour (Échap)</translation>
    </message>
</context>
<context>
    <name>PageChoice</name>
    <message>
        <source>Pages of the settings</source>
        <translation>Pages des paramètres</translation>
    </message>
</context>
<context>
    <name>PagedForm</name>
    <message>
        <source>Search the settings</source>
        <translation>Rechercher dans les paramètres</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>Aucun paramètre trouvé.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistant</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Outil</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Raisonnement</translation>
    </message>
    <message>
        <source>File: </source>
        <translation>Fichier : </translation>
    </message>
    <message>
        <source>Page </source>
        <translation>Page </translation>
    </message>
    <message>
        <source>The pages could not be written. Choose another form or folder.</source>
        <translation>Les pages n&apos;ont pas pu être écrites. Choisissez un autre format ou un autre dossier.</translation>
    </message>
</context>
<context>
    <name>PairRow</name>
    <message>
        <source>{title}: name</source>
        <translation>{title} : nom</translation>
    </message>
    <message>
        <source>{title}: value</source>
        <translation>{title} : valeur</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>Afficher la valeur</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search everything, or &gt; for commands</source>
        <translation>Tout rechercher, ou &gt; pour les commandes</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>Tout rechercher</translation>
    </message>
    <message>
        <source>Enter opens  ·  Ctrl+Enter opens in split view  ·  &gt; lists all commands</source>
        <translation>Entrée ouvre  ·  Ctrl+Entrée ouvre en vue partagée  ·  &gt; affiche toutes les commandes</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>Searching messages…</source>
        <translation>Recherche dans les messages…</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Aucun résultat.</translation>
    </message>
</context>
<context>
    <name>PaletteList</name>
    <message>
        <source>Archived</source>
        <translation>Archivées</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>Onglets ouverts</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts enregistrés</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>Tab {text}, {detail}</source>
        <translation>Onglet {text}, {detail}</translation>
    </message>
    <message>
        <source>Chat {text}</source>
        <translation>Discussion {text}</translation>
    </message>
    <message>
        <source>Command {text}, {detail}</source>
        <translation>Commande {text}, {detail}</translation>
    </message>
    <message>
        <source>Setting {text}, {detail}</source>
        <translation>Paramètre {text}, {detail}</translation>
    </message>
    <message>
        <source>Saved prompt {text}</source>
        <translation>Prompt enregistré {text}</translation>
    </message>
    <message>
        <source>In “{detail}”: {text}</source>
        <translation>Dans « {detail} » : {text}</translation>
    </message>
</context>
<context>
    <name>PalettePreview</name>
    <message>
        <source>Preview</source>
        <translation>Aperçu</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Résultat d&apos;outil</translation>
    </message>
</context>
<context>
    <name>PdfPages</name>
    <message>
        <source>{name}, page {number:,}</source>
        <translation>{name}, page {number:,}</translation>
    </message>
    <message>
        <source>Some pages of “{name}” have no text.</source>
        <translation>Certaines pages de « {name} » n&apos;ont pas de texte.</translation>
    </message>
    <message>
        <source>Attach the text only</source>
        <translation>Joindre le texte seulement</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>« {name} » n&apos;a pas de texte.</translation>
    </message>
    <message>
        <source>Turning page {number:,} of {count:,} of “{name}” into a picture…</source>
        <translation>Conversion de la page {number:,} sur {count:,} de « {name} » en image…</translation>
    </message>
    <message>
        <source>Turning the page of “{name}” into a picture…</source>
        <translation>Conversion de la page de « {name} » en image…</translation>
    </message>
    <message>
        <source>Attach {count:,} pages as pictures</source>
        <translation>Joindre {count:,} pages comme images</translation>
    </message>
    <message>
        <source>Attach {count:,} of {all:,} pages as pictures</source>
        <translation>Joindre {count:,} des {all:,} pages comme images</translation>
    </message>
    <message>
        <source>Attach the page as a picture</source>
        <translation>Joindre la page comme image</translation>
    </message>
    <message>
        <source>Attach the text and {count:,} pages as pictures</source>
        <translation>Joindre le texte et {count:,} pages comme images</translation>
    </message>
    <message>
        <source>Attach the text and one page as a picture</source>
        <translation>Joindre le texte et une page comme image</translation>
    </message>
    <message>
        <source>{label} · about {tokens:,} tokens</source>
        <translation>{label} · environ {tokens:,} tokens</translation>
    </message>
</context>
<context>
    <name>PictureButton</name>
    <message>
        <source>Picture {name}, {width:,} by {height:,} pixels</source>
        <translation>Image {name}, {width:,} sur {height:,} pixels</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Remove this picture</source>
        <translation>Retirer cette image</translation>
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
        <translation>Image {name}, {width:,} sur {height:,} pixels</translation>
    </message>
    <message>
        <source>Plus and minus make it larger and smaller, 0 fits it into the window, and Left and Right lead to other pictures.</source>
        <translation>Plus et moins l&apos;agrandissent et la réduisent, 0 l&apos;ajuste à la fenêtre, et Gauche et Droite mènent aux autres images.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Enregistrer sous…</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
    <message>
        <source>100%</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>{width:,} by {height:,} pixels, as the model gets it · shown at {percent:,}%</source>
        <translation>{width:,} sur {height:,} pixels, telle que le modèle la reçoit · affichée à {percent:,} %</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Pasted picture</source>
        <translation>Image collée</translation>
    </message>
    <message>
        <source>A message can have {count:,} pictures and sounds at most.</source>
        <translation>Un message peut avoir au plus {count:,} images et sons.</translation>
    </message>
</context>
<context>
    <name>PinList</name>
    <message>
        <source>No pinned messages. Pinned messages stay in the context.</source>
        <translation>Aucun message épinglé. Les messages épinglés restent dans le contexte.</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>(sans texte)</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Go to pinned message: {text}</source>
        <translation>Aller au message épinglé : {text}</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Unpin: {text}</source>
        <translation>Désépingler : {text}</translation>
    </message>
</context>
<context>
    <name>PresetBar</name>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Préréglages</translation>
    </message>
    <message>
        <source>Update preset</source>
        <translation>Mettre à jour le préréglage</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Enregistrer sous…</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Réinitialiser</translation>
    </message>
    <message>
        <source>Remove the values set for this chat</source>
        <translation>Retirer les valeurs définies pour cette discussion</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Par défaut</translation>
    </message>
    <message>
        <source>{count:,} changed in this chat</source>
        <translation>{count:,} modifiés dans cette discussion</translation>
    </message>
    <message>
        <source>Choose the model of this chat, too</source>
        <translation>Choisir aussi le modèle de cette discussion</translation>
    </message>
    <message>
        <source>Choose {name}, too</source>
        <translation>Choisir aussi {name}</translation>
    </message>
    <message>
        <source>Preset {number}</source>
        <translation>Préréglage {number}</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Enregistrer comme préréglage</translation>
    </message>
    <message>
        <source>A preset “{name}” already exists. Replace it?</source>
        <translation>Un préréglage « {name} » existe déjà. Le remplacer ?</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Remplacer</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>Renommer le préréglage</translation>
    </message>
    <message>
        <source>Delete the preset “{name}”? Chats that use it return to the defaults.</source>
        <translation>Supprimer le préréglage « {name} » ? Les discussions qui l&apos;utilisent reviennent aux valeurs par défaut.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importer…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Hubbub presets</source>
        <translation>Préréglages Hubbub</translation>
    </message>
    <message>
        <source>{count:,} presets were exported to {path}.</source>
        <translation>{count:,} préréglages ont été exportés vers {path}.</translation>
    </message>
    <message>
        <source>The preset was exported to {path}.</source>
        <translation>Le préréglage a été exporté vers {path}.</translation>
    </message>
    <message>
        <source>All presets of this file exist already.</source>
        <translation>Tous les préréglages de ce fichier existent déjà.</translation>
    </message>
    <message>
        <source>Imported presets: {names}.</source>
        <translation>Préréglages importés : {names}.</translation>
    </message>
</context>
<context>
    <name>Programs</name>
    <message>
        <source>A program</source>
        <translation>Un programme</translation>
    </message>
    <message>
        <source>Program: {name}</source>
        <translation>Programme : {name}</translation>
    </message>
    <message>
        <source>Off, since Hubbub works offline (under Network).</source>
        <translation>Désactivé, car Hubbub fonctionne hors ligne (sous Réseau).</translation>
    </message>
</context>
<context>
    <name>ProgramsView</name>
    <message>
        <source>Token</source>
        <translation>Jeton</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Masqué</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Renew…</source>
        <translation>Renouveler…</translation>
    </message>
    <message>
        <source>How to connect</source>
        <translation>Comment se connecter</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
    <message>
        <source>Listening at {address} · {running:,} active · {waiting:,} queued</source>
        <translation>À l&apos;écoute sur {address} · {running:,} en cours · {waiting:,} en file</translation>
    </message>
    <message>
        <source>Most programs read these from the environment or have fields for them. For the APIs of Anthropic and Ollama, use the address without /v1.</source>
        <translation>La plupart des programmes les lisent dans l&apos;environnement ou ont des champs pour cela. Pour les API d&apos;Anthropic et d&apos;Ollama, utilisez l&apos;adresse sans /v1.</translation>
    </message>
    <message>
        <source>Create a new token? Programs with the old token will be refused.</source>
        <translation>Créer un nouveau jeton ? Les programmes utilisant l&apos;ancien seront refusés.</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>Renouveler</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,} sur {count:,}</translation>
    </message>
</context>
<context>
    <name>ProjectorRow</name>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>The projector file (mmproj) for pictures and sounds.</source>
        <translation>Le fichier de projecteur (mmproj) pour les images et les sons.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>None: text only</source>
        <translation>Aucun : texte seulement</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Choisir un fichier…</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>Utilise {name}.</translation>
    </message>
    <message>
        <source>No matching projector found next to the model.</source>
        <translation>Aucun projecteur correspondant trouvé à côté du modèle.</translation>
    </message>
    <message>
        <source>Choose a projector</source>
        <translation>Choisir un projecteur</translation>
    </message>
    <message>
        <source>Projectors (*.gguf)</source>
        <translation>Projecteurs (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tous les fichiers (*)</translation>
    </message>
</context>
<context>
    <name>PromptPicker</name>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts enregistrés</translation>
    </message>
    <message>
        <source>Save text that you use often</source>
        <translation>Enregistrez le texte que vous utilisez souvent</translation>
    </message>
    <message>
        <source>New prompt…</source>
        <translation>Nouveau prompt…</translation>
    </message>
    <message>
        <source>Manage saved prompts…</source>
        <translation>Gérer les prompts enregistrés…</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>Question from “{name}”</source>
        <translation>Question de « {name} »</translation>
    </message>
    <message>
        <source>The server “{name}” asks. Your answer is sent to it.</source>
        <translation>Le serveur « {name} » pose une question. Votre réponse lui est envoyée.</translation>
    </message>
    <message>
        <source>The server “{name}” asks you to open a page in your browser.</source>
        <translation>Le serveur « {name} » vous demande d&apos;ouvrir une page dans votre navigateur.</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Ouvrir la page</translation>
    </message>
    <message>
        <source>This window closes when you are done in the browser.</source>
        <translation>Cette fenêtre se ferme quand vous avez terminé dans le navigateur.</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>Ouvrir à nouveau</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Waiting for “{name}”</source>
        <translation>En attente de « {name} »</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Copier l&apos;adresse</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Décliner</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>{title} (required)</source>
        <translation>{title} (obligatoire)</translation>
    </message>
    <message>
        <source>This is required.</source>
        <translation>Ce champ est obligatoire.</translation>
    </message>
    <message>
        <source>Enter at least {count:,} characters.</source>
        <translation>Saisissez au moins {count:,} caractères.</translation>
    </message>
    <message>
        <source>Enter at most {count:,} characters.</source>
        <translation>Saisissez au plus {count:,} caractères.</translation>
    </message>
    <message>
        <source>Enter an e-mail address.</source>
        <translation>Saisissez une adresse e-mail.</translation>
    </message>
    <message>
        <source>Choose at least {count:,}.</source>
        <translation>Choisissez-en au moins {count:,}.</translation>
    </message>
    <message>
        <source>Choose at most {count:,}.</source>
        <translation>Choisissez-en au plus {count:,}.</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Oui</translation>
    </message>
</context>
<context>
    <name>QueueView</name>
    <message>
        <source>Pause</source>
        <translation>Suspendre</translation>
    </message>
    <message>
        <source>Keep these messages until you resume</source>
        <translation>Garder ces messages jusqu&apos;à la reprise</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>Messages en file</translation>
    </message>
    <message>
        <source>Stopping the answer sends the first one.</source>
        <translation>Arrêter la réponse envoie le premier.</translation>
    </message>
    <message>
        <source>and {count:,} more</source>
        <translation>et {count:,} de plus</translation>
    </message>
</context>
<context>
    <name>QueuedMessage</name>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Monter</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Descendre</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Queued message {number:,}: {text}</source>
        <translation>Message en file {number:,} : {text}</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>un fichier</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} fichiers</translation>
    </message>
</context>
<context>
    <name>ReasoningView</name>
    <message>
        <source>Thinking…</source>
        <translation>Réflexion…</translation>
    </message>
    <message>
        <source>Thinking… {duration}</source>
        <translation>Réflexion… {duration}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Raisonnement</translation>
    </message>
    <message>
        <source>Thought for {duration}</source>
        <translation>A réfléchi pendant {duration}</translation>
    </message>
    <message>
        <source>Hubbub thought</source>
        <translation>Hubbub a réfléchi</translation>
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
        <translation>Le modèle n&apos;a rédigé aucun récapitulatif. Réessayez, ou avec un autre modèle.</translation>
    </message>
    <message>
        <source>The model now sees a recap of the earlier messages.</source>
        <translation>Le modèle voit maintenant un récapitulatif des messages antérieurs.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>The recap was removed.</source>
        <translation>Le récapitulatif a été retiré.</translation>
    </message>
    <message>
        <source>The recap was changed.</source>
        <translation>Le récapitulatif a été modifié.</translation>
    </message>
</context>
<context>
    <name>RecapNote</name>
    <message>
        <source>Recap of the earlier messages</source>
        <translation>Récapitulatif des messages antérieurs</translation>
    </message>
    <message>
        <source>Edit the recap</source>
        <translation>Modifier le récapitulatif</translation>
    </message>
    <message>
        <source>Remove the recap</source>
        <translation>Retirer le récapitulatif</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>The model is writing a recap. Answers go first.</source>
        <translation>Le modèle rédige un récapitulatif. Les réponses passent d&apos;abord.</translation>
    </message>
</context>
<context>
    <name>RegenerateMenu</name>
    <message>
        <source>Temperature {number}</source>
        <translation>Température {number}</translation>
    </message>
    <message>
        <source>With thinking</source>
        <translation>Avec réflexion</translation>
    </message>
    <message>
        <source>Without thinking</source>
        <translation>Sans réflexion</translation>
    </message>
    <message>
        <source>Thinking effort “{effort}”</source>
        <translation>Effort de réflexion « {effort} »</translation>
    </message>
    <message>
        <source>Model {name}</source>
        <translation>Modèle {name}</translation>
    </message>
    <message>
        <source>Default settings</source>
        <translation>Paramètres par défaut</translation>
    </message>
    <message>
        <source>Preset “{name}”</source>
        <translation>Préréglage « {name} »</translation>
    </message>
    <message>
        <source>Preset “{name}”, as in this chat</source>
        <translation>Préréglage « {name} », comme dans cette discussion</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Plus courte</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Plus longue</translation>
    </message>
    <message>
        <source>Simpler</source>
        <translation>Plus simple</translation>
    </message>
    <message>
        <source>More creative</source>
        <translation>Plus créative</translation>
    </message>
</context>
<context>
    <name>ReloadStrip</name>
    <message>
        <source>Reload now</source>
        <translation>Recharger maintenant</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>{settings}: applied when the model is reloaded. This stops running answers.</source>
        <translation>{settings} : appliqué au rechargement du modèle. Cela arrête les réponses en cours.</translation>
    </message>
</context>
<context>
    <name>RemoteFit</name>
    <message>
        <source>The memory of the graphics card is not counted.</source>
        <translation>La mémoire de la carte graphique n&apos;est pas comptée.</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs and cannot chat. It takes {needed}, and {free} are free.</source>
        <translation>Un modèle d&apos;embeddings : il compare des textes pour d&apos;autres programmes et ne peut pas discuter. Il prend {needed}, et {free} sont libres.</translation>
    </message>
    <message>
        <source>Fit unknown.</source>
        <translation>Taille inconnue.</translation>
    </message>
    <message>
        <source>Needs {size} of {free} free on the disk.</source>
        <translation>Demande {size} sur {free} libres sur le disque.</translation>
    </message>
</context>
<context>
    <name>RemovalQuestion</name>
    <message>
        <source>Also remove from the backups</source>
        <translation>Retirer aussi des sauvegardes</translation>
    </message>
    <message>
        <source>Otherwise, it stays in the backups until about {day}.</source>
        <translation>Sinon, elle reste dans les sauvegardes jusqu&apos;au {day} environ.</translation>
    </message>
</context>
<context>
    <name>ReplyUsage</name>
    <message>
        <source>regenerated with “{name}”</source>
        <translation>régénérée avec « {name} »</translation>
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
        <translation>{seconds} s jusqu&apos;au premier token</translation>
    </message>
    <message>
        <source>{seconds} s to first token ({parts})</source>
        <translation>{seconds} s jusqu&apos;au premier token ({parts})</translation>
    </message>
    <message>
        <source>network {seconds} s</source>
        <translation>réseau {seconds} s</translation>
    </message>
    <message>
        <source>waiting {seconds} s</source>
        <translation>attente {seconds} s</translation>
    </message>
    <message>
        <source>reading {seconds} s</source>
        <translation>lecture {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from memory, {seconds} s</source>
        <translation>{reused:,} tokens sur {total:,} en cache, depuis la mémoire, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from disk, {seconds} s</source>
        <translation>{reused:,} tokens sur {total:,} en cache, depuis le disque, {seconds} s</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from a shared system prompt</source>
        <translation>{reused:,} tokens sur {total:,} en cache, depuis un prompt système partagé</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached</source>
        <translation>{reused:,} tokens sur {total:,} en cache</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} tokens guessed ahead</source>
        <translation>{count:,} tokens sur {total:,} devinés à l&apos;avance</translation>
    </message>
    <message>
        <source>waited {seconds} s</source>
        <translation>a attendu {seconds} s</translation>
    </message>
</context>
<context>
    <name>RestartStrip</name>
    <message>
        <source>Tabs and drafts are restored. Running answers are stopped; their partial text is kept.</source>
        <translation>Les onglets et les brouillons sont restaurés. Les réponses en cours sont arrêtées ; leur texte partiel est gardé.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Redémarrer maintenant</translation>
    </message>
</context>
<context>
    <name>RowPicker</name>
    <message>
        <source>{name}, {number} of {count}</source>
        <translation>{name}, {number} sur {count}</translation>
    </message>
</context>
<context>
    <name>RowsModel</name>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Rien pour l&apos;instant</translation>
    </message>
</context>
<context>
    <name>RowsPage</name>
    <message>
        <source>The chosen row</source>
        <translation>La ligne choisie</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} rows</source>
        <translation>{ended:,} lignes sur {count:,}</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Questions et réponses</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progression</translation>
    </message>
</context>
<context>
    <name>RpcRow</name>
    <message>
        <source>Test</source>
        <translation>Tester</translation>
    </message>
    <message>
        <source>Test the RPC servers</source>
        <translation>Tester les serveurs RPC</translation>
    </message>
    <message>
        <source>Not used while Hubbub works offline.</source>
        <translation>Non utilisés tant que Hubbub fonctionne hors ligne.</translation>
    </message>
    <message>
        <source>The RPC servers are being tested…</source>
        <translation>Test des serveurs RPC…</translation>
    </message>
</context>
<context>
    <name>RpcServers</name>
    <message>
        <source>The RPC pack is missing, so no server is used. Add it with “Add GPU pack…”.</source>
        <translation>Le pack RPC manque, aucun serveur n&apos;est donc utilisé. Ajoutez-le avec « Ajouter un pack GPU… ».</translation>
    </message>
    <message>
        <source>{address} has layers of the loaded model.</source>
        <translation>{address} contient des couches du modèle chargé.</translation>
    </message>
    <message>
        <source>{address} has {free} of {total} free.</source>
        <translation>{address} a {free} libres sur {total}.</translation>
    </message>
</context>
<context>
    <name>SamplingRowFactory</name>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 est prévisible, 1 est créatif, au-delà c&apos;est erratique.</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Considers only the likeliest tokens whose probabilities add up to this.</source>
        <translation>Ne considère que les tokens les plus probables dont la somme des probabilités atteint cette valeur.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Drops tokens below this share of the highest probability.</source>
        <translation>Écarte les tokens sous cette part de la probabilité la plus élevée.</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only this many of the most likely tokens are considered.</source>
        <translation>Seuls ces tokens les plus probables sont pris en compte.</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>Longueur maximale</translation>
    </message>
    <message>
        <source>In tokens. Without a limit, an answer can fill the context.</source>
        <translation>En tokens. Sans limite, une réponse peut remplir le contexte.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Aucune limite</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>Chaînes d&apos;arrêt</translation>
    </message>
    <message>
        <source>An answer ends before any of these. One per line; \n is a line break.</source>
        <translation>Une réponse se termine avant l&apos;une d&apos;elles. Une par ligne ; \n est un saut de ligne.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>The same seed makes answers reproducible.</source>
        <translation>La même graine rend les réponses reproductibles.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aléatoire</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>Prefers tokens that are about as surprising as expected. 1 is off.</source>
        <translation>Préfère les tokens à peu près aussi surprenants qu&apos;attendu. 1 désactive.</translation>
    </message>
    <message>
        <source>Top-n-sigma</source>
        <translation>Top-n-sigma</translation>
    </message>
    <message>
        <source>Drops tokens this many standard deviations below the likeliest. 0 is off.</source>
        <translation>Écarte les tokens situés à ce nombre d&apos;écarts types sous le plus probable. 0 désactive.</translation>
    </message>
    <message>
        <source>Dynamic temperature</source>
        <translation>Température dynamique</translation>
    </message>
    <message>
        <source>Lowers the temperature by up to this if the model is certain, and raises it if it is not. 0 is off.</source>
        <translation>Abaisse la température jusqu&apos;à cette valeur si le modèle est sûr, et l&apos;élève s&apos;il ne l&apos;est pas. 0 désactive.</translation>
    </message>
    <message>
        <source>Dynamic exponent</source>
        <translation>Exposant dynamique</translation>
    </message>
    <message>
        <source>How the temperature rises with the model&apos;s uncertainty.</source>
        <translation>Comment la température monte avec l&apos;incertitude du modèle.</translation>
    </message>
    <message>
        <source>Adaptive-p target</source>
        <translation>Cible adaptive-p</translation>
    </message>
    <message>
        <source>Prefers tokens near this probability.</source>
        <translation>Préfère les tokens proches de cette probabilité.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
    <message>
        <source>Adaptive-p decay</source>
        <translation>Décroissance adaptive-p</translation>
    </message>
    <message>
        <source>How slowly adaptive-p adapts. Higher is slower.</source>
        <translation>Lenteur d&apos;adaptation d&apos;adaptive-p. Plus haut est plus lent.</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Pénalité de répétition</translation>
    </message>
    <message>
        <source>Makes recent tokens less likely. 1 is off.</source>
        <translation>Rend les tokens récents moins probables. 1 désactive.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Pénalité de fréquence</translation>
    </message>
    <message>
        <source>Subtracted for each time a token was used. 0 is off.</source>
        <translation>Soustraite à chaque utilisation d&apos;un token. 0 désactive.</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Pénalité de présence</translation>
    </message>
    <message>
        <source>Subtracted once from tokens that were used. 0 is off.</source>
        <translation>Soustraite une fois aux tokens déjà utilisés. 0 désactive.</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>Fenêtre des pénalités</translation>
    </message>
    <message>
        <source>The number of recent tokens that these penalties consider.</source>
        <translation>Le nombre de tokens récents que ces pénalités prennent en compte.</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>Probabilité XTC</translation>
    </message>
    <message>
        <source>How often the likeliest tokens are excluded. 0 is off.</source>
        <translation>Fréquence d&apos;exclusion des tokens les plus probables. 0 désactive.</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>Seuil XTC</translation>
    </message>
    <message>
        <source>XTC keeps only the least likely token above this probability.</source>
        <translation>XTC ne garde que le token le moins probable au-dessus de cette probabilité.</translation>
    </message>
    <message>
        <source>Token bias</source>
        <translation>Biais de tokens</translation>
    </message>
    <message>
        <source>Makes single tokens likelier or less likely. One pair per line: a text or a token number, and the value added to its score. Quotation marks keep a leading space, as most words have. For a text of several tokens, the value applies to each.</source>
        <translation>Rend certains tokens plus ou moins probables. Une paire par ligne : un texte ou un numéro de token, et la valeur ajoutée à son score. Les guillemets conservent une espace initiale, comme en ont la plupart des mots. Pour un texte de plusieurs tokens, la valeur s&apos;applique à chacun.</translation>
    </message>
    <message>
        <source>word -5</source>
        <translation>mot -5</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Une par ligne</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Force</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Base</translation>
    </message>
    <message>
        <source>Allowed length</source>
        <translation>Longueur permise</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenêtre</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Tous</translation>
    </message>
    <message>
        <source>Breakers</source>
        <translation>Séparateurs</translation>
    </message>
    <message>
        <source>DRY</source>
        <translation>DRY</translation>
    </message>
    <message>
        <source>Don&apos;t repeat yourself: a penalty on repeated sequences.</source>
        <translation>Ne pas se répéter (Don&apos;t repeat yourself) : une pénalité sur les séquences répétées.</translation>
    </message>
    <message>
        <source>Target surprise</source>
        <translation>Surprise cible</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Taux d&apos;apprentissage</translation>
    </message>
    <message>
        <source>Mirostat 2</source>
        <translation>Mirostat 2</translation>
    </message>
    <message>
        <source>Keeps the surprise of the text even; replaces top-k, top-p and min-p.</source>
        <translation>Maintient la surprise du texte constante ; remplace top-k, top-p et min-p.</translation>
    </message>
</context>
<context>
    <name>SamplingSection</name>
    <message>
        <source>Set for this model.</source>
        <translation>Défini pour ce modèle.</translation>
    </message>
    <message>
        <source>From the preset.</source>
        <translation>Du préréglage.</translation>
    </message>
    <message>
        <source>Recommended in the model&apos;s file.</source>
        <translation>Recommandé dans le fichier du modèle.</translation>
    </message>
    <message>
        <source>Recommended for this model.</source>
        <translation>Recommandé pour ce modèle.</translation>
    </message>
    <message>
        <source>Recommended: {value}</source>
        <translation>Recommandé : {value}</translation>
    </message>
</context>
<context>
    <name>SavedPrompts</name>
    <message>
        <source>Write the prompt into the message box first.</source>
        <translation>Écrivez d&apos;abord le prompt dans le champ de message.</translation>
    </message>
    <message>
        <source>Save as prompt</source>
        <translation>Enregistrer comme prompt</translation>
    </message>
    <message>
        <source>Saved as “{name}”. Type / to use it.</source>
        <translation>Enregistré sous « {name} ». Saisissez / pour l&apos;utiliser.</translation>
    </message>
    <message>
        <source>Imported {count:,} prompts.</source>
        <translation>{count:,} prompts importés.</translation>
    </message>
    <message>
        <source>Imported one prompt.</source>
        <translation>Un prompt importé.</translation>
    </message>
    <message>
        <source>Exported {count:,} prompts to {path}.</source>
        <translation>{count:,} prompts exportés vers {path}.</translation>
    </message>
    <message>
        <source>Exported one prompt to {path}.</source>
        <translation>Un prompt exporté vers {path}.</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>Importer des prompts</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>Exporter des prompts</translation>
    </message>
    <message>
        <source>Saved prompts (*.json)</source>
        <translation>Prompts enregistrés (*.json)</translation>
    </message>
</context>
<context>
    <name>SavedPromptsPage</name>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts enregistrés</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nouveau</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importer…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Nouveau prompt</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Write the text of the prompt…</source>
        <translation>Écrivez le texte du prompt…</translation>
    </message>
    <message>
        <source>Fields in {{ }} are filled in when you use the prompt. Press Tab to move between them.</source>
        <translation>Les champs entre {{ }} sont à remplir quand vous utilisez le prompt. Appuyez sur Tab pour passer de l&apos;un à l&apos;autre.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Texte</translation>
    </message>
    <message>
        <source>No saved prompts yet. Save texts that you use often, and type / in the message box to use them.</source>
        <translation>Aucun prompt enregistré. Enregistrez les textes que vous utilisez souvent, et saisissez / dans le champ de message pour les utiliser.</translation>
    </message>
    <message>
        <source>Another prompt is called “{name}”.</source>
        <translation>Un autre prompt s&apos;appelle « {name} ».</translation>
    </message>
    <message>
        <source>Delete “{name}”? This can&apos;t be undone.</source>
        <translation>Supprimer « {name} » ? Cette action est irréversible.</translation>
    </message>
</context>
<context>
    <name>SearchHalf</name>
    <message>
        <source>Find models</source>
        <translation>Trouver des modèles</translation>
    </message>
    <message>
        <source>Search Hugging Face, or paste owner/name</source>
        <translation>Rechercher sur Hugging Face, ou coller propriétaire/nom</translation>
    </message>
    <message>
        <source>Models that can be downloaded</source>
        <translation>Modèles téléchargeables</translation>
    </message>
</context>
<context>
    <name>SelectedRange</name>
    <message>
        <source>You:</source>
        <translation>Vous :</translation>
    </message>
    <message>
        <source>Tool {name}:</source>
        <translation>Outil {name} :</translation>
    </message>
    <message>
        <source>Hubbub:</source>
        <translation>Hubbub :</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>Move, tag or export the selection</source>
        <translation>Déplacer, étiqueter ou exporter la sélection</translation>
    </message>
    <message>
        <source>Archive the selection</source>
        <translation>Archiver la sélection</translation>
    </message>
    <message>
        <source>Delete the selection</source>
        <translation>Supprimer la sélection</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>Effacer la sélection</translation>
    </message>
    <message>
        <source>{count:,} selected</source>
        <translation>{count:,} sélectionnées</translation>
    </message>
</context>
<context>
    <name>SendBox</name>
    <message>
        <source>Send to the chat shown…</source>
        <translation>Envoyer à la discussion affichée…</translation>
    </message>
    <message>
        <source>Send to both chats shown…</source>
        <translation>Envoyer aux deux discussions affichées…</translation>
    </message>
    <message>
        <source>Send to all {count:,} chats shown…</source>
        <translation>Envoyer aux {count:,} discussions affichées…</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
</context>
<context>
    <name>SendQueues</name>
    <message>
        <source>Queue paused.</source>
        <translation>File suspendue.</translation>
    </message>
    <message>
        <source>Paused because the last answer failed.</source>
        <translation>En pause, car la dernière réponse a échoué.</translation>
    </message>
    <message>
        <source>Paused while you edit a message.</source>
        <translation>Suspendue pendant la modification d&apos;un message.</translation>
    </message>
    <message>
        <source>Not sent before Hubbub was closed.</source>
        <translation>Non envoyé avant la fermeture de Hubbub.</translation>
    </message>
</context>
<context>
    <name>Senses</name>
    <message>
        <source>sees pictures</source>
        <translation>voit les images</translation>
    </message>
    <message>
        <source>hears sounds</source>
        <translation>entend les sons</translation>
    </message>
    <message>
        <source>{doing}, about {seconds:,} s…</source>
        <translation>{doing}, environ {seconds:,} s…</translation>
    </message>
    <message>
        <source>{doing}…</source>
        <translation>{doing}…</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>Écoute</translation>
    </message>
    <message>
        <source>Looking at the picture</source>
        <translation>Examen de l&apos;image</translation>
    </message>
    <message>
        <source>Looking at picture {number:,} of {count:,}</source>
        <translation>Examen de l&apos;image {number:,} sur {count:,}</translation>
    </message>
</context>
<context>
    <name>SentFiles</name>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Le fichier {path} n&apos;a pas pu être écrit : {reason}. Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>File {name}, {size}</source>
        <translation>Fichier {name}, {size}</translation>
    </message>
    <message>
        <source>Click to see the text that the model reads.</source>
        <translation>Cliquez pour voir le texte que lit le modèle.</translation>
    </message>
    <message>
        <source>Sound {name}, {size}</source>
        <translation>Son {name}, {size}</translation>
    </message>
    <message>
        <source>Click to save the sound.</source>
        <translation>Cliquez pour enregistrer le son.</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>A DRY breaker must not contain a NUL character.</source>
        <translation>Un séparateur DRY ne doit pas contenir de caractère NUL.</translation>
    </message>
    <message>
        <source>A JSON schema must be an object, not {text}.</source>
        <translation>Un schéma JSON doit être un objet, et non {text}.</translation>
    </message>
    <message>
        <source>A bias takes a token&apos;s id or its text, and a number up to 1,000.</source>
        <translation>Un biais demande le numéro d&apos;un token ou son texte, et un nombre jusqu&apos;à 1 000.</translation>
    </message>
    <message>
        <source>A biased token is not among the model&apos;s {size:,}.</source>
        <translation>Un token avec biais ne fait pas partie des {size:,} du modèle.</translation>
    </message>
    <message>
        <source>A change to a document could not be applied and is shown separately.</source>
        <translation>Une modification d&apos;un document n&apos;a pas pu être appliquée et est affichée séparément.</translation>
    </message>
    <message>
        <source>A file of this download was removed from {folder}. Resume the download to fetch it again.</source>
        <translation>Un fichier de ce téléchargement a été retiré de {folder}. Reprenez le téléchargement pour l&apos;obtenir à nouveau.</translation>
    </message>
    <message>
        <source>A further system prompt was left out.</source>
        <translation>Un autre prompt système a été omis.</translation>
    </message>
    <message>
        <source>A grammar and a JSON schema can&apos;t be combined. Remove one of them.</source>
        <translation>Une grammaire et un schéma JSON ne peuvent pas être combinés. Retirez l&apos;un des deux.</translation>
    </message>
    <message>
        <source>A grammar trigger must not be empty.</source>
        <translation>Un déclencheur de grammaire ne doit pas être vide.</translation>
    </message>
    <message>
        <source>A key cannot be removed from {folder}: {reason}.</source>
        <translation>Une clé ne peut pas être retirée de {folder} : {reason}.</translation>
    </message>
    <message>
        <source>A long tool result was shortened.</source>
        <translation>Un long résultat d&apos;outil a été raccourci.</translation>
    </message>
    <message>
        <source>A message could not be read: {reason}</source>
        <translation>Un message n&apos;a pas pu être lu : {reason}</translation>
    </message>
    <message>
        <source>A message has an invalid length: {length:,}.</source>
        <translation>Un message a une longueur non valide : {length:,}.</translation>
    </message>
    <message>
        <source>A message of another program is too large for the engine.</source>
        <translation>Un message d&apos;un autre programme est trop grand pour le moteur.</translation>
    </message>
    <message>
        <source>A message of the kind “{kind}” was left out.</source>
        <translation>Un message du type « {kind} » a été omis.</translation>
    </message>
    <message>
        <source>A message of {count:,} bytes is too large. Shorten it.</source>
        <translation>Un message de {count:,} octets est trop grand. Raccourcissez-le.</translation>
    </message>
    <message>
        <source>A model can have {most} aliases.</source>
        <translation>Un modèle peut avoir {most} alias.</translation>
    </message>
    <message>
        <source>A part of the kind “{kind}” was left out.</source>
        <translation>Une partie du type « {kind} » a été omise.</translation>
    </message>
    <message>
        <source>A picture in an answer was left out.</source>
        <translation>Une image dans une réponse a été omise.</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged, and was not sent. Remove it from the chat.</source>
        <translation>Une image de cette discussion est endommagée et n&apos;a pas été envoyée. Retirez-la de la discussion.</translation>
    </message>
    <message>
        <source>A picture or sound is no longer available. Send it again.</source>
        <translation>Une image ou un son n&apos;est plus disponible. Renvoyez-le.</translation>
    </message>
    <message>
        <source>A picture or sound of this chat no longer exists.</source>
        <translation>Une image ou un son de cette discussion n&apos;existe plus.</translation>
    </message>
    <message>
        <source>A picture or sound of this size can&apos;t be sent.</source>
        <translation>Une image ou un son de cette taille ne peut pas être envoyé.</translation>
    </message>
    <message>
        <source>A prompt without a chat template can&apos;t have pictures. Remove them.</source>
        <translation>Un prompt sans gabarit de discussion ne peut pas avoir d&apos;images. Retirez-les.</translation>
    </message>
    <message>
        <source>A result in this chat contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>Un résultat de cette discussion contient des instructions pour le modèle. N&apos;autorisez cet appel que si c&apos;est ce que vous avez demandé.</translation>
    </message>
    <message>
        <source>A text has {count:,} tokens; an embedding takes at most {limit:,}. Split it.</source>
        <translation>Un texte a {count:,} tokens ; un plongement en accepte au plus {limit:,}. Divisez-le.</translation>
    </message>
    <message>
        <source>A text without tokens has no embedding.</source>
        <translation>Un texte sans tokens n&apos;a pas de plongement.</translation>
    </message>
    <message>
        <source>A value for the chat template is nested too deeply. Use a flatter one.</source>
        <translation>Une valeur du gabarit de discussion est imbriquée trop profondément. Utilisez-en une plus plate.</translation>
    </message>
    <message>
        <source>A value for the chat template is too large a number. Set a smaller one.</source>
        <translation>Une valeur du gabarit de discussion est un nombre trop grand. Indiquez-en un plus petit.</translation>
    </message>
    <message>
        <source>Access was refused in the browser.</source>
        <translation>L&apos;accès a été refusé dans le navigateur.</translation>
    </message>
    <message>
        <source>Addresses with a name or a password are not read.</source>
        <translation>Les adresses avec un nom ou un mot de passe ne sont pas lues.</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}, but for their experts, which stay in main memory.</source>
        <translation>Les {layer_count} couches sont toutes sur {names}, sauf leurs experts, qui restent en mémoire vive.</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}.</source>
        <translation>Les {layer_count} couches sont toutes sur {names}.</translation>
    </message>
    <message>
        <source>An empty message was left out.</source>
        <translation>Un message vide a été omis.</translation>
    </message>
    <message>
        <source>Another Hubbub is downloading {name}.</source>
        <translation>Un autre Hubbub télécharge {name}.</translation>
    </message>
    <message>
        <source>Another default model was chosen.</source>
        <translation>Un autre modèle par défaut a été choisi.</translation>
    </message>
    <message>
        <source>Another download of {name} is unfinished. Cancel it first.</source>
        <translation>Un autre téléchargement de {name} est inachevé. Annulez-le d&apos;abord.</translation>
    </message>
    <message>
        <source>At most 64 stop strings of at most 1,000 characters are allowed.</source>
        <translation>Au plus 64 chaînes d&apos;arrêt d&apos;au plus 1 000 caractères sont permises.</translation>
    </message>
    <message>
        <source>At most {count} RPC servers can be used at once.</source>
        <translation>Au plus {count} serveurs RPC peuvent être utilisés à la fois.</translation>
    </message>
    <message>
        <source>At most {count} host names can be allowed.</source>
        <translation>Au plus {count} noms d&apos;hôte peuvent être autorisés.</translation>
    </message>
    <message>
        <source>At most {count} web pages can be named.</source>
        <translation>Au plus {count} pages web peuvent être indiquées.</translation>
    </message>
    <message>
        <source>At most {most:,} requests can wait.</source>
        <translation>Au plus {most:,} requêtes peuvent attendre.</translation>
    </message>
    <message>
        <source>At most {most:,} tokens can have a bias.</source>
        <translation>Au plus {most:,} tokens peuvent avoir un biais.</translation>
    </message>
    <message>
        <source>Automatic context: more is used only if you set it.</source>
        <translation>Contexte automatique : davantage n&apos;est utilisé que si vous le définissez.</translation>
    </message>
    <message>
        <source>Automatic context: more would leave too little memory for other programs.</source>
        <translation>Contexte automatique : davantage laisserait trop peu de mémoire aux autres programmes.</translation>
    </message>
    <message>
        <source>Automatic context: more would not fit on the graphics card.</source>
        <translation>Contexte automatique : davantage ne tiendrait pas sur la carte graphique.</translation>
    </message>
    <message>
        <source>Automatic context: reading more would take over {minutes} minutes on this computer.</source>
        <translation>Contexte automatique : en lire davantage prendrait plus de {minutes} minutes sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Automatic context: the longest that this model supports.</source>
        <translation>Contexte automatique : le plus long que ce modèle prend en charge.</translation>
    </message>
    <message>
        <source>CPU, 1 thread</source>
        <translation>Processeur, 1 thread</translation>
    </message>
    <message>
        <source>CPU, up to {count} threads</source>
        <translation>Processeur, jusqu&apos;à {count} threads</translation>
    </message>
    <message>
        <source>CPU, {count} threads</source>
        <translation>Processeur, {count} threads</translation>
    </message>
    <message>
        <source>Calculate and run programs</source>
        <translation>Calculer et exécuter des programmes</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>Impossible d&apos;allouer de la mémoire</translation>
    </message>
    <message>
        <source>Chats are not kept warm on the disk: {reason}.</source>
        <translation>Les discussions ne sont pas gardées à chaud sur le disque : {reason}.</translation>
    </message>
    <message>
        <source>Chats can&apos;t be kept warm in {path}: {reason}.</source>
        <translation>Les discussions ne peuvent pas être gardées à chaud dans {path} : {reason}.</translation>
    </message>
    <message>
        <source>Choose a context of at most {tokens:,} tokens, or fewer chats at once.</source>
        <translation>Choisissez un contexte d&apos;au plus {tokens:,} tokens, ou moins de discussions à la fois.</translation>
    </message>
    <message>
        <source>Choose a folder outside the current one that does not contain it.</source>
        <translation>Choisissez un dossier hors du dossier actuel et qui ne le contient pas.</translation>
    </message>
    <message>
        <source>Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>Choisissez un contexte plus petit par discussion, ou moins de discussions à la fois.</translation>
    </message>
    <message>
        <source>Comparing the graphics card with the processor…</source>
        <translation>Comparaison de la carte graphique avec le processeur…</translation>
    </message>
    <message>
        <source>Could not check for a new version: {reason}</source>
        <translation>Impossible de rechercher une nouvelle version : {reason}</translation>
    </message>
    <message>
        <source>DRY allowed length</source>
        <translation>longueur permise de DRY</translation>
    </message>
    <message>
        <source>DRY base</source>
        <translation>base de DRY</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>force de DRY</translation>
    </message>
    <message>
        <source>DRY takes up to 64 breakers of 1 to 10 characters.</source>
        <translation>DRY accepte jusqu&apos;à 64 séparateurs de 1 à 10 caractères.</translation>
    </message>
    <message>
        <source>DRY window</source>
        <translation>fenêtre de DRY</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Date et heure</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Périphérique ou ressource occupé</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>Quota de disque dépassé</translation>
    </message>
    <message>
        <source>Edited by you.</source>
        <translation>Modifiée par vous.</translation>
    </message>
    <message>
        <source>Enter a number, or leave this empty.</source>
        <translation>Saisissez un nombre, ou laissez vide.</translation>
    </message>
    <message>
        <source>Enter a whole number, or leave this empty.</source>
        <translation>Saisissez un nombre entier, ou laissez vide.</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>Format d&apos;exécutable incorrect</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Le fichier existe</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Nom de fichier trop long</translation>
    </message>
    <message>
        <source>Files can&apos;t be read now: {reason}.</source>
        <translation>Les fichiers ne peuvent pas être lus maintenant : {reason}.</translation>
    </message>
    <message>
        <source>From a backup: {count:,}.</source>
        <translation>Depuis une sauvegarde : {count:,}.</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is not the address of a hub: {address}</source>
        <translation>HF_ENDPOINT n&apos;est pas l&apos;adresse d&apos;un hub : {address}</translation>
    </message>
    <message>
        <source>HTTPS needs both a certificate and its key.</source>
        <translation>HTTPS exige à la fois un certificat et sa clé.</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t search for models: {reason}.</source>
        <translation>Hubbub ne peut pas rechercher de modèles : {reason}.</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t start the {needed} threads that it needs here. End other programs, or allow more with “ulimit -u”, and start it again.</source>
        <translation>Hubbub ne peut pas démarrer les {needed} threads dont il a besoin ici. Fermez d&apos;autres programmes, ou autorisez-en plus avec « ulimit -u », et relancez-le.</translation>
    </message>
    <message>
        <source>Hubbub ended while this answer was being written.</source>
        <translation>Hubbub s&apos;est terminé pendant la rédaction de cette réponse.</translation>
    </message>
    <message>
        <source>Hubbub is already running on the data in {folder}.</source>
        <translation>Hubbub fonctionne déjà avec les données de {folder}.</translation>
    </message>
    <message>
        <source>Hubbub is being closed.</source>
        <translation>Hubbub est en cours de fermeture.</translation>
    </message>
    <message>
        <source>Hubbub is closing.</source>
        <translation>Hubbub se ferme.</translation>
    </message>
    <message>
        <source>Hubbub is set to work offline. Change that in the settings, under Network.</source>
        <translation>Hubbub est réglé pour fonctionner hors ligne. Changez cela dans les paramètres, sous Réseau.</translation>
    </message>
    <message>
        <source>Hubbub may open only {count} files at a time here, and needs {needed}. Allow more with “ulimit -n”, and start it again.</source>
        <translation>Hubbub ne peut ouvrir que {count} fichiers à la fois ici, et en a besoin de {needed}. Autorisez-en plus avec « ulimit -n », et relancez-le.</translation>
    </message>
    <message>
        <source>Hubbub may use only {count:,} MB of memory here, and needs {needed:,} MB. Allow more with “ulimit -v”, and start it again.</source>
        <translation>Hubbub ne peut utiliser que {count:,} Mo de mémoire ici, et en a besoin de {needed:,}. Autorisez-en plus avec « ulimit -v », et relancez-le.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer and another one were being written.</source>
        <translation>Hubbub a été fermé pendant la rédaction de cette réponse et d&apos;une autre.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written beside another.</source>
        <translation>Hubbub a été fermé pendant la rédaction de cette réponse à côté d&apos;une autre.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written.</source>
        <translation>Hubbub a été fermé pendant la rédaction de cette réponse.</translation>
    </message>
    <message>
        <source>Hubbub was closed while this tool was called.</source>
        <translation>Hubbub a été fermé pendant l&apos;appel de cet outil.</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Erreur d&apos;entrée/sortie</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>Argument invalide</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Est un dossier</translation>
    </message>
    <message>
        <source>It can&apos;t be read ({reason}).</source>
        <translation>Elle ne peut pas être lue ({reason}).</translation>
    </message>
    <message>
        <source>It has an unknown role, “{name}”.</source>
        <translation>Il a un rôle inconnu, « {name} ».</translation>
    </message>
    <message>
        <source>It has an unknown status, “{name}”.</source>
        <translation>Il a un état inconnu, « {name} ».</translation>
    </message>
    <message>
        <source>It is a reranking model, which can&apos;t be used.</source>
        <translation>C&apos;est un modèle de reclassement, qui ne peut pas être utilisé.</translation>
    </message>
    <message>
        <source>It is damaged ({fault}).</source>
        <translation>Elle est endommagée ({fault}).</translation>
    </message>
    <message>
        <source>It is not a backup of Hubbub.</source>
        <translation>Ce n&apos;est pas une sauvegarde de Hubbub.</translation>
    </message>
    <message>
        <source>It lists no model. Load one there, or type the name of one.</source>
        <translation>Il n&apos;affiche aucun modèle. Chargez-en un là-bas, ou saisissez le nom d&apos;un modèle.</translation>
    </message>
    <message>
        <source>It may open connections, because the settings name RPC servers.</source>
        <translation>Il peut ouvrir des connexions, car les paramètres indiquent des serveurs RPC.</translation>
    </message>
    <message>
        <source>It reached the longest answer that the settings allow.</source>
        <translation>Elle a atteint la longueur de réponse maximale permise par les paramètres.</translation>
    </message>
    <message>
        <source>It reached the maximum length.</source>
        <translation>Elle a atteint la longueur maximale.</translation>
    </message>
    <message>
        <source>It takes more tokens than estimated.</source>
        <translation>Il prend plus de tokens que prévu.</translation>
    </message>
    <message>
        <source>It was damaged on the disk and came back from the backup of {day}.</source>
        <translation>Il était endommagé sur le disque et a été récupéré de la sauvegarde du {day}.</translation>
    </message>
    <message>
        <source>It was unloaded.</source>
        <translation>Il a été déchargé.</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hubbub (database version {version}, this one knows {schema_version}). Use that version to restore it.</source>
        <translation>Elle a été écrite par une version plus récente de Hubbub (base de données version {version}, celle-ci connaît la {schema_version}). Utilisez cette version pour la restaurer.</translation>
    </message>
    <message>
        <source>Layers of the model are on {computers}. Check that they can be reached.</source>
        <translation>Des couches du modèle sont sur {computers}. Vérifiez qu&apos;ils sont accessibles.</translation>
    </message>
    <message>
        <source>List attached files</source>
        <translation>Lister les fichiers joints</translation>
    </message>
    <message>
        <source>Loading {model}…</source>
        <translation>Chargement de {model}…</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>Le chargement de {name} a été annulé.</translation>
    </message>
    <message>
        <source>Loading {name}…</source>
        <translation>Chargement de {name}…</translation>
    </message>
    <message>
        <source>Marked as damaged: {count:,}.</source>
        <translation>Marqués comme endommagés : {count:,}.</translation>
    </message>
    <message>
        <source>Mirostat learning rate</source>
        <translation>taux d&apos;apprentissage de Mirostat</translation>
    </message>
    <message>
        <source>Mirostat target surprise</source>
        <translation>surprise cible de Mirostat</translation>
    </message>
    <message>
        <source>No backup could be written to {folder}: {reason}. The older backups are kept.</source>
        <translation>Aucune sauvegarde n&apos;a pu être écrite dans {folder} : {reason}. Les sauvegardes plus anciennes sont gardées.</translation>
    </message>
    <message>
        <source>No draft model is used.</source>
        <translation>Aucun modèle brouillon n’est utilisé.</translation>
    </message>
    <message>
        <source>No graphics card is used. {reasons}</source>
        <translation>Aucune carte graphique n&apos;est utilisée. {reasons}</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>Aucune carte graphique n&apos;a été trouvée.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Aucun modèle n&apos;est chargé.</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>Aucun modèle n&apos;est chargé. Ouvrez-en un d&apos;abord.</translation>
    </message>
    <message>
        <source>No presets found. Supported: exports from Hubbub and LM Studio.</source>
        <translation>Aucun préréglage trouvé. Pris en charge : exports de Hubbub et de LM Studio.</translation>
    </message>
    <message>
        <source>No program can be started: {reason}.</source>
        <translation>Aucun programme ne peut être démarré : {reason}.</translation>
    </message>
    <message>
        <source>No search engine of this SearXNG server answered: {names}.</source>
        <translation>Aucun moteur de recherche de ce serveur SearXNG n&apos;a répondu : {names}.</translation>
    </message>
    <message>
        <source>No server answers at {address}. Check that it is running.</source>
        <translation>Aucun serveur ne répond à {address}. Vérifiez qu&apos;il est en marche.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Aucun espace disponible sur le périphérique</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>Aucun périphérique de ce type</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>Aucun périphérique ou adresse de ce type</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Aucun fichier ou dossier de ce type</translation>
    </message>
    <message>
        <source>No text file is attached to this chat.</source>
        <translation>Aucun fichier texte n&apos;est joint à cette discussion.</translation>
    </message>
    <message>
        <source>None of it could be read, and Hubbub starts with an empty list.</source>
        <translation>Rien n&apos;a pu en être lu, et Hubbub démarre avec une liste vide.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>N&apos;est pas un dossier</translation>
    </message>
    <message>
        <source>Not enough memory for embeddings of {count:,} tokens with {name}. Send shorter texts.</source>
        <translation>Mémoire insuffisante pour des plongements de {count:,} tokens avec {name}. Envoyez des textes plus courts.</translation>
    </message>
    <message>
        <source>Not enough memory for {name}.</source>
        <translation>Mémoire insuffisante pour {name}.</translation>
    </message>
    <message>
        <source>Nothing can listen at {host}, port {port}: {reason}.</source>
        <translation>Impossible d&apos;écouter sur {host}, port {port} : {reason}.</translation>
    </message>
    <message>
        <source>Nothing was sent to {host}: you have not agreed to send this chat there. Send it again to be asked.</source>
        <translation>Rien n&apos;a été envoyé à {host} : vous n&apos;avez pas accepté d&apos;y envoyer cette discussion. Renvoyez-la pour que la question vous soit posée.</translation>
    </message>
    <message>
        <source>Nothing was sent to {name}: Hubbub works offline. Switch that off in the settings, or choose a model of this computer.</source>
        <translation>Rien n&apos;a été envoyé à {name} : Hubbub fonctionne hors ligne. Désactivez cela dans les paramètres, ou choisissez un modèle de cet ordinateur.</translation>
    </message>
    <message>
        <source>One message could not be understood.</source>
        <translation>Un message n&apos;a pas pu être compris.</translation>
    </message>
    <message>
        <source>Only an answer can be edited without sending it again.</source>
        <translation>Seule une réponse peut être modifiée sans être renvoyée.</translation>
    </message>
    <message>
        <source>Only the default model answers programs.</source>
        <translation>Seul le modèle par défaut répond aux programmes.</translation>
    </message>
    <message>
        <source>Only the first {count} servers were read.</source>
        <translation>Seuls les {count} premiers serveurs ont été lus.</translation>
    </message>
    <message>
        <source>Only the name of one attached file was imported.</source>
        <translation>Seul le nom d&apos;un fichier joint a été importé.</translation>
    </message>
    <message>
        <source>Only the names of {count:,} attached files were imported.</source>
        <translation>Seuls les noms de {count:,} fichiers joints ont été importés.</translation>
    </message>
    <message>
        <source>Only web pages can be opened.</source>
        <translation>Seules des pages web peuvent être ouvertes.</translation>
    </message>
    <message>
        <source>Only your own messages can be sent again.</source>
        <translation>Seuls vos propres messages peuvent être renvoyés.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Opération non permise</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack fails, {reason}</source>
        <translation>Les autres ordinateurs ne sont pas utilisés : le pack RPC échoue, {reason}</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack is missing. Add it under Settings, Engine.</source>
        <translation>Les autres ordinateurs ne sont pas utilisés : le pack RPC manque. Ajoutez-le sous Paramètres, Moteur.</translation>
    </message>
    <message>
        <source>Other computers are not used: the model fits on this one. Set a number of GPU layers to use them nevertheless.</source>
        <translation>Les autres ordinateurs ne sont pas utilisés : le modèle tient sur celui-ci. Définissez un nombre de couches GPU pour les utiliser malgré tout.</translation>
    </message>
    <message>
        <source>Others on the network can read what is asked and answered, since it is not encrypted.</source>
        <translation>D&apos;autres personnes sur le réseau peuvent lire les questions et les réponses, car elles ne sont pas chiffrées.</translation>
    </message>
    <message>
        <source>PDFs can&apos;t be read now: {reason}.</source>
        <translation>Les PDF ne peuvent pas être lus maintenant : {reason}.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Permission refusée</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read here.</source>
        <translation>Les images et les sons ne peuvent pas être lus ici.</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read now: {reason}.</source>
        <translation>Les images et les sons ne peuvent pas être lus maintenant : {reason}.</translation>
    </message>
    <message>
        <source>Pictures and sounds need PySide6, which is not installed here.</source>
        <translation>Les images et les sons ont besoin de PySide6, qui n&apos;est pas installé ici.</translation>
    </message>
    <message>
        <source>Pictures are not kept on the disk: {reason}.</source>
        <translation>Les images ne sont pas gardées sur le disque : {reason}.</translation>
    </message>
    <message>
        <source>RPC servers are reached by IPv4 only: write “{address}” as a name or as an address like 192.168.1.20:{port}.</source>
        <translation>Les serveurs RPC ne sont joints que par IPv4 : écrivez « {address} » comme un nom ou une adresse du type 192.168.1.20:{port}.</translation>
    </message>
    <message>
        <source>Read a web page</source>
        <translation>Lire une page web</translation>
    </message>
    <message>
        <source>Read an attached file</source>
        <translation>Lire un fichier joint</translation>
    </message>
    <message>
        <source>Read one of my chats</source>
        <translation>Lire une de mes discussions</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Système de fichiers en lecture seule</translation>
    </message>
    <message>
        <source>Reading the page.</source>
        <translation>Lecture de la page.</translation>
    </message>
    <message>
        <source>Reading this file crashes Hubbub, so it is skipped. Download it again.</source>
        <translation>La lecture de ce fichier fait planter Hubbub, il est donc ignoré. Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>Reading this file took too long, so Hubbub stopped it.</source>
        <translation>La lecture de ce fichier a pris trop de temps, Hubbub l&apos;a donc arrêtée.</translation>
    </message>
    <message>
        <source>Reading {path} failed. Try again.</source>
        <translation>La lecture de {path} a échoué. Réessayez.</translation>
    </message>
    <message>
        <source>SearXNG needs an address. Enter it in the settings, under Tools.</source>
        <translation>SearXNG a besoin d&apos;une adresse. Saisissez-la dans les paramètres, sous Outils.</translation>
    </message>
    <message>
        <source>Search my chats</source>
        <translation>Rechercher dans mes discussions</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>Rechercher sur le web</translation>
    </message>
    <message>
        <source>Several chats have this title. Use a number: {names}.</source>
        <translation>Plusieurs discussions portent ce titre. Utilisez un numéro : {names}.</translation>
    </message>
    <message>
        <source>Signing in to “{name}” failed: {reason}</source>
        <translation>La connexion à « {name} » a échoué : {reason}</translation>
    </message>
    <message>
        <source>Some settings in {path} are not valid and were reset to their defaults: {names}.</source>
        <translation>Certains paramètres de {path} ne sont pas valides et ont été réinitialisés : {names}.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>Les sons ne peuvent pas être envoyés à d&apos;autres machines.</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines. Remove them, or choose a model here.</source>
        <translation>Les sons ne peuvent pas être envoyés à d&apos;autres machines. Retirez-les, ou choisissez un modèle d&apos;ici.</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>Descripteur de fichier périmé</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>Démarrage du moteur…</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>Démarrage des outils…</translation>
    </message>
    <message>
        <source>The JSON can&apos;t be read in line {line}, column {column}: {reason}.</source>
        <translation>Le JSON ne peut pas être lu à la ligne {line}, colonne {column} : {reason}.</translation>
    </message>
    <message>
        <source>The JSON is nested too deeply.</source>
        <translation>Le JSON est imbriqué trop profondément.</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be followed at {place}: {reason}.</source>
        <translation>Le schéma JSON ne peut pas être suivi à {place} : {reason}.</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be read: {reason}</source>
        <translation>Le schéma JSON ne peut pas être lu : {reason}</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON.</source>
        <translation>Le schéma JSON n&apos;est pas du JSON.</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON: {reason}.</source>
        <translation>Le schéma JSON n&apos;est pas du JSON : {reason}.</translation>
    </message>
    <message>
        <source>The JSON schema “false” allows nothing. Use an object.</source>
        <translation>Le schéma JSON « false » n&apos;autorise rien. Utilisez un objet.</translation>
    </message>
    <message>
        <source>The alias “{alias}” is given twice.</source>
        <translation>L’alias « {alias} » est donné deux fois.</translation>
    </message>
    <message>
        <source>The answer could not be understood.</source>
        <translation>La réponse n&apos;a pas pu être comprise.</translation>
    </message>
    <message>
        <source>The answer of {host} cannot be used: {reason}.</source>
        <translation>La réponse de {host} est inutilisable : {reason}.</translation>
    </message>
    <message>
        <source>The answer of {name} could not be understood.</source>
        <translation>La réponse de {name} n&apos;a pas pu être comprise.</translation>
    </message>
    <message>
        <source>The answer of “{name}” violates the protocol. Update the server.</source>
        <translation>La réponse de « {name} » enfreint le protocole. Mettez le serveur à jour.</translation>
    </message>
    <message>
        <source>The answer repeated itself.</source>
        <translation>La réponse s&apos;est répétée.</translation>
    </message>
    <message>
        <source>The archive is damaged: {reason}.</source>
        <translation>L&apos;archive est endommagée : {reason}.</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends after “{file}”, and later files may be missing.</source>
        <translation>L&apos;archive est incomplète : elle se termine après « {file} », et des fichiers suivants peuvent manquer.</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends within “{file}”, and later files are missing.</source>
        <translation>L&apos;archive est incomplète : elle se termine dans « {file} », et les fichiers suivants manquent.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON in line {line}, column {column}.</source>
        <translation>Les arguments ne sont pas du JSON valide, ligne {line}, colonne {column}.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON.</source>
        <translation>Les arguments ne sont pas du JSON valide.</translation>
    </message>
    <message>
        <source>The arguments do not fit the tool “{name}”: {problem}</source>
        <translation>Les arguments ne conviennent pas à l’outil « {name} » : {problem}</translation>
    </message>
    <message>
        <source>The arguments have more than {count:,} characters.</source>
        <translation>Les arguments ont plus de {count:,} caractères.</translation>
    </message>
    <message>
        <source>The arguments must be a JSON object, not `{type}`.</source>
        <translation>Les arguments doivent être un objet JSON, pas `{type}`.</translation>
    </message>
    <message>
        <source>The arguments of “{tool}” are not valid: {reason}.</source>
        <translation>Les arguments de « {tool} » ne sont pas valides : {reason}.</translation>
    </message>
    <message>
        <source>The backup of {day} was restored. The previous state is kept as a backup for 30 days.</source>
        <translation>La sauvegarde du {day} a été restaurée. L&apos;état précédent est gardé comme sauvegarde pendant 30 jours.</translation>
    </message>
    <message>
        <source>The backup “{name}” can&apos;t be restored. {reason} Choose another one.</source>
        <translation>La sauvegarde « {name} » ne peut pas être restaurée. {reason} Choisissez-en une autre.</translation>
    </message>
    <message>
        <source>The backup “{name}” could not be rewritten ({reason}). It was left as it is and may still hold what you deleted.</source>
        <translation>La sauvegarde « {name} » n&apos;a pas pu être réécrite ({reason}). Elle est restée telle quelle et peut encore contenir ce que vous avez supprimé.</translation>
    </message>
    <message>
        <source>The backup “{name}” is not there any more.</source>
        <translation>La sauvegarde « {name} » n&apos;existe plus.</translation>
    </message>
    <message>
        <source>The browser gave no answer within {count:,} minutes.</source>
        <translation>Le navigateur n&apos;a pas répondu en {count:,} minutes.</translation>
    </message>
    <message>
        <source>The caches of sources alone exceed the limit for chats on the disk. Raise the limit.</source>
        <translation>À eux seuls, les caches des sources dépassent la limite des discussions sur le disque. Augmentez la limite.</translation>
    </message>
    <message>
        <source>The certificate can&apos;t be used: {reason}.</source>
        <translation>Le certificat est inutilisable : {reason}.</translation>
    </message>
    <message>
        <source>The certificate of {host} is not trusted: {reason}.</source>
        <translation>Le certificat de {host} n&apos;est pas fiable : {reason}.</translation>
    </message>
    <message>
        <source>The chain of references from {place} is too long.</source>
        <translation>La chaîne de références depuis {place} est trop longue.</translation>
    </message>
    <message>
        <source>The chat folder {folder} is missing.</source>
        <translation>Le dossier {folder} des discussions est introuvable.</translation>
    </message>
    <message>
        <source>The chat of this answer does not exist any more.</source>
        <translation>La discussion de cette réponse n&apos;existe plus.</translation>
    </message>
    <message>
        <source>The chat template leaves out the user&apos;s question. Set another one.</source>
        <translation>Le gabarit de discussion omet la question de l&apos;utilisateur. Définissez-en un autre.</translation>
    </message>
    <message>
        <source>The chats are on a network folder ({folder}). Use them from one machine at a time, or they may be damaged.</source>
        <translation>Les discussions se trouvent dans un dossier réseau ({folder}). Utilisez-les depuis une seule machine à la fois, sinon elles risquent d&apos;être endommagées.</translation>
    </message>
    <message>
        <source>The chats are open in another program, and can only be read here.</source>
        <translation>Les discussions sont ouvertes dans un autre programme et ne peuvent qu&apos;être lues ici.</translation>
    </message>
    <message>
        <source>The chats in {folder} are read-only: {refusal}. New messages are not saved.</source>
        <translation>Les discussions de {folder} sont en lecture seule : {refusal}. Les nouveaux messages ne sont pas enregistrés.</translation>
    </message>
    <message>
        <source>The chats in {folder} can&apos;t be written: {reason}. Grant write access, and restart Hubbub.</source>
        <translation>Les discussions de {folder} ne peuvent pas être écrites : {reason}. Accordez l&apos;accès en écriture, et redémarrez Hubbub.</translation>
    </message>
    <message>
        <source>The chats in {path} are damaged ({reason}). Close the program and start it again: it puts the file aside and continues with all that can be read of it.</source>
        <translation>Les discussions de {path} sont endommagées ({reason}). Fermez le programme et relancez-le : il met le fichier de côté et continue avec tout ce qui peut en être lu.</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be used: {damage}. The file was put aside as “{aside}”, nothing of it was deleted. {rest}</source>
        <translation>Les discussions de {path} sont inutilisables : {damage}. Le fichier a été mis de côté sous le nom « {aside} », rien n&apos;en a été supprimé. {rest}</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be written again: Hubbub no longer holds their content.</source>
        <translation>Les discussions de {path} ne peuvent pas être réécrites : Hubbub n&apos;a plus leur contenu.</translation>
    </message>
    <message>
        <source>The chats in {path} could not be read or written: {reason}. Try again; if it happens again, check the disk.</source>
        <translation>Les discussions de {path} n&apos;ont pas pu être lues ou écrites : {reason}. Réessayez ; si cela se reproduit, vérifiez le disque.</translation>
    </message>
    <message>
        <source>The chats in {path} were deleted or moved while Hubbub is running. New messages can&apos;t be saved there.</source>
        <translation>Les discussions de {path} ont été supprimées ou déplacées pendant que Hubbub fonctionne. Les nouveaux messages ne peuvent pas y être enregistrés.</translation>
    </message>
    <message>
        <source>The chats in {path} were written by a newer version of Hubbub (database version {version}; this one supports {schema_version}). They are read-only here. Use the newer version to write.</source>
        <translation>Les discussions de {path} ont été écrites par une version plus récente de Hubbub (base de données version {version} ; celle-ci prend en charge la {schema_version}). Elles sont en lecture seule ici. Utilisez la version plus récente pour écrire.</translation>
    </message>
    <message>
        <source>The chats should be in {target}, to which {path} links, but it does not exist. Check whether its disk is connected.</source>
        <translation>Les discussions devraient être dans {target}, vers lequel pointe {path}, mais il n&apos;existe pas. Vérifiez que son disque est connecté.</translation>
    </message>
    <message>
        <source>The connection to {computers} was lost. Layers of the model are there.</source>
        <translation>La connexion à {computers} a été perdue. Des couches du modèle s&apos;y trouvent.</translation>
    </message>
    <message>
        <source>The connection to {host} broke off. Try again.</source>
        <translation>La connexion à {host} a été interrompue. Réessayez.</translation>
    </message>
    <message>
        <source>The connection to {host} is not encrypted: others on the network can read chats and the key.</source>
        <translation>La connexion à {host} n&apos;est pas chiffrée : d&apos;autres personnes sur le réseau peuvent lire les discussions et la clé.</translation>
    </message>
    <message>
        <source>The connection was lost while the computer slept.</source>
        <translation>La connexion a été perdue pendant la mise en veille de l&apos;ordinateur.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>La connexion a été perdue.</translation>
    </message>
    <message>
        <source>The context of this chat is full.</source>
        <translation>Le contexte de cette discussion est plein.</translation>
    </message>
    <message>
        <source>The database {path} is damaged.</source>
        <translation>La base de données {path} est endommagée.</translation>
    </message>
    <message>
        <source>The description of the tool “{name}” contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>La description de l&apos;outil « {name} » contient des instructions pour le modèle. N&apos;autorisez cet appel que si c&apos;est ce que vous avez demandé.</translation>
    </message>
    <message>
        <source>The disk is full. The download continues when there is space.</source>
        <translation>Le disque est plein. Le téléchargement continue quand il y a de la place.</translation>
    </message>
    <message>
        <source>The disk is nearly full, so chats are not kept warm on it. Free some space.</source>
        <translation>Le disque est presque plein, les discussions n&apos;y sont donc pas gardées à chaud. Libérez de l&apos;espace.</translation>
    </message>
    <message>
        <source>The disk of {folder} can&apos;t hold a file of this size. Choose a folder on another disk.</source>
        <translation>Le disque de {folder} ne peut pas contenir un fichier de cette taille. Choisissez un dossier sur un autre disque.</translation>
    </message>
    <message>
        <source>The disk of {folder} reports an error: {reason}.</source>
        <translation>Le disque de {folder} signale une erreur : {reason}.</translation>
    </message>
    <message>
        <source>The disk with {folder} is almost full, and Hubbub is using its reserve. Free some space soon.</source>
        <translation>Le disque de {folder} est presque plein, et Hubbub utilise sa réserve. Libérez bientôt de l&apos;espace.</translation>
    </message>
    <message>
        <source>The draft model {name} stopped computing and is not used. Replies are written without it.</source>
        <translation>Le modèle brouillon {name} a cessé de calculer et n’est pas utilisé. Les réponses sont écrites sans lui.</translation>
    </message>
    <message>
        <source>The embeddings of these texts could not be computed. Try again.</source>
        <translation>Les plongements de ces textes n&apos;ont pas pu être calculés. Réessayez.</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>Le moteur</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while it answered this chat, the last time without its cached state. Change the message or open another model. If you ask again, one more attempt is made.</source>
        <translation>Le moteur a planté {count} fois en répondant à cette discussion, la dernière fois sans son état en cache. Modifiez le message ou ouvrez un autre modèle. Si vous redemandez, une nouvelle tentative est faite.</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while loading {name}. Open it to try again.</source>
        <translation>Le moteur a planté {count} fois en chargeant {name}. Ouvrez-le pour réessayer.</translation>
    </message>
    <message>
        <source>The engine does not answer.</source>
        <translation>Le moteur ne répond pas.</translation>
    </message>
    <message>
        <source>The engine does not support this computer&apos;s processor.</source>
        <translation>Le moteur ne prend pas en charge le processeur de cet ordinateur.</translation>
    </message>
    <message>
        <source>The engine had an internal error; details are in the log. Try again.</source>
        <translation>Le moteur a eu une erreur interne ; les détails sont dans le journal. Réessayez.</translation>
    </message>
    <message>
        <source>The engine is closed.</source>
        <translation>Le moteur est fermé.</translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation>Le moteur n&apos;est pas en marche.</translation>
    </message>
    <message>
        <source>The engine is of another version of Hubbub.</source>
        <translation>Le moteur est d&apos;une autre version de Hubbub.</translation>
    </message>
    <message>
        <source>The engine made a mistake, which is in the log. Ask again.</source>
        <translation>Le moteur a commis une erreur, consignée dans le journal. Redemandez.</translation>
    </message>
    <message>
        <source>The engine runs in a sandbox.</source>
        <translation>Le moteur fonctionne dans un bac à sable.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: it was started without one.</source>
        <translation>Le moteur fonctionne sans bac à sable : il a été démarré ainsi.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: this system does not provide one.</source>
        <translation>Le moteur fonctionne sans bac à sable : ce système n&apos;en fournit pas.</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: {device} does not work in one.</source>
        <translation>Le moteur fonctionne sans bac à sable : {device} n&apos;y fonctionne pas.</translation>
    </message>
    <message>
        <source>The engine stopped because of an error in Hubbub. Start Hubbub again.</source>
        <translation>Le moteur s&apos;est arrêté à cause d&apos;une erreur de Hubbub. Relancez Hubbub.</translation>
    </message>
    <message>
        <source>The engine stopped while this was being answered.</source>
        <translation>Le moteur s&apos;est arrêté pendant la réponse.</translation>
    </message>
    <message>
        <source>The engine was closed.</source>
        <translation>Le moteur a été fermé.</translation>
    </message>
    <message>
        <source>The engine was optimized for this processor: {processor}.</source>
        <translation>Le moteur a été optimisé pour ce processeur : {processor}.</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox blocks programs and connections, but not files ({reason}).</source>
        <translation>Le bac à sable du moteur bloque les programmes et les connexions, mais pas les fichiers ({reason}).</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox protects files, but does not block connections ({reason}).</source>
        <translation>Le bac à sable du moteur protège les fichiers, mais ne bloque pas les connexions ({reason}).</translation>
    </message>
    <message>
        <source>The field “{name}” can&apos;t be shown.</source>
        <translation>Le champ « {name} » ne peut pas être affiché.</translation>
    </message>
    <message>
        <source>The file can&apos;t be read: {reason}.</source>
        <translation>Le fichier ne peut pas être lu : {reason}.</translation>
    </message>
    <message>
        <source>The file has changed on {host} since the download began, and can&apos;t be verified. Resume to start over.</source>
        <translation>Le fichier a changé sur {host} depuis le début du téléchargement, et ne peut pas être vérifié. Reprenez pour recommencer.</translation>
    </message>
    <message>
        <source>The file is damaged; what could not be read was left out.</source>
        <translation>Le fichier est endommagé ; ce qui n&apos;a pas pu être lu a été omis.</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be locked: {reason}.</source>
        <translation>Le fichier {path} ne peut pas être verrouillé : {reason}.</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be read: {reason}.</source>
        <translation>Le fichier {path} ne peut pas être lu : {reason}.</translation>
    </message>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Le fichier {path} n&apos;a pas pu être écrit : {reason}. Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>The file “{name}” can&apos;t be read.</source>
        <translation>Le fichier « {name} » ne peut pas être lu.</translation>
    </message>
    <message>
        <source>The file “{name}” is damaged.</source>
        <translation>Le fichier « {name} » est endommagé.</translation>
    </message>
    <message>
        <source>The file “{name}” is not there any more. Remove it, and add it again.</source>
        <translation>Le fichier « {name} » n&apos;est plus là. Retirez-le, et ajoutez-le de nouveau.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be created: {reason}.</source>
        <translation>Le dossier {folder} ne peut pas être créé : {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be emptied: {reason}.</source>
        <translation>Le dossier {folder} ne peut pas être vidé : {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be written to: {reason}.</source>
        <translation>Impossible d&apos;écrire dans le dossier {folder} : {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} is missing. The download continues when it is back.</source>
        <translation>Le dossier {folder} est introuvable. Le téléchargement continue quand il est de retour.</translation>
    </message>
    <message>
        <source>The form has more than {count} fields.</source>
        <translation>Le formulaire a plus de {count} champs.</translation>
    </message>
    <message>
        <source>The grammar allows none of the model&apos;s tokens here. Check its character classes and the rules that follow the text so far.</source>
        <translation>La grammaire ne permet aucun des tokens du modèle ici. Vérifiez ses classes de caractères et les règles qui suivent le texte déjà écrit.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be converted: {reason}.</source>
        <translation>La grammaire ne peut pas être convertie : {reason}.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be followed: {reason}.</source>
        <translation>La grammaire ne peut pas être suivie : {reason}.</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be read: {reason}.</source>
        <translation>La grammaire ne peut pas être lue : {reason}.</translation>
    </message>
    <message>
        <source>The grammar contains a character that is not valid in text.</source>
        <translation>La grammaire contient un caractère qui n&apos;est pas valide dans un texte.</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply. Use more rules.</source>
        <translation>La grammaire est imbriquée trop profondément. Utilisez plus de règles.</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous. Use fewer repetitions and alternatives that match the same text.</source>
        <translation>La grammaire est trop ambiguë. Utilisez moins de répétitions et d&apos;alternatives correspondant au même texte.</translation>
    </message>
    <message>
        <source>The grammar is too large. Use fewer rules or repetitions.</source>
        <translation>La grammaire est trop grande. Utilisez moins de règles ou de répétitions.</translation>
    </message>
    <message>
        <source>The grammar or schema is longer than {most} KiB.</source>
        <translation>La grammaire ou le schéma dépasse {most} Kio.</translation>
    </message>
    <message>
        <source>The grammar or schema takes too long to compile. Use a smaller one.</source>
        <translation>La grammaire ou le schéma prend trop de temps à compiler. Utilisez-en un plus petit.</translation>
    </message>
    <message>
        <source>The graphics cards have changed. Planning {model}…</source>
        <translation>Les cartes graphiques ont changé. Planification de {model}…</translation>
    </message>
    <message>
        <source>The header of “{name}” is too long to read before the download.</source>
        <translation>L&apos;en-tête de « {name} » est trop long pour être lu avant le téléchargement.</translation>
    </message>
    <message>
        <source>The hub reports an invalid size or hash for {name}.</source>
        <translation>Le hub indique une taille ou une empreinte non valide pour {name}.</translation>
    </message>
    <message>
        <source>The interpreter for programs is not installed. Reinstall Hubbub.</source>
        <translation>L&apos;interpréteur de programmes n&apos;est pas installé. Réinstallez Hubbub.</translation>
    </message>
    <message>
        <source>The journal of {path} could not be closed.</source>
        <translation>Le journal de {path} n&apos;a pas pu être fermé.</translation>
    </message>
    <message>
        <source>The key cannot be stored in {folder}: {reason}.</source>
        <translation>La clé ne peut pas être enregistrée dans {folder} : {reason}.</translation>
    </message>
    <message>
        <source>The last change</source>
        <translation>La dernière modification</translation>
    </message>
    <message>
        <source>The last message is not an answer that can be continued.</source>
        <translation>Le dernier message n&apos;est pas une réponse qui peut être poursuivie.</translation>
    </message>
    <message>
        <source>The last {count:,} changes</source>
        <translation>Les {count:,} dernières modifications</translation>
    </message>
    <message>
        <source>The library that runs models does not work on this machine: {reason}</source>
        <translation>La bibliothèque qui exécute les modèles ne fonctionne pas sur cette machine : {reason}</translation>
    </message>
    <message>
        <source>The limit of {count} calls in one turn is reached. Continue the answer to run this call.</source>
        <translation>La limite de {count} appels en un tour est atteinte. Poursuivez la réponse pour exécuter cet appel.</translation>
    </message>
    <message>
        <source>The load of {model} is stopped: other programs took the memory.</source>
        <translation>Le chargement de {model} est arrêté : d&apos;autres programmes ont pris la mémoire.</translation>
    </message>
    <message>
        <source>The longest wait for a pause must be between 0 seconds and a day.</source>
        <translation>L&apos;attente la plus longue d&apos;une pause doit être comprise entre 0 seconde et un jour.</translation>
    </message>
    <message>
        <source>The message to be asked again was deleted.</source>
        <translation>Le message à redemander a été supprimé.</translation>
    </message>
    <message>
        <source>The messages of this request are too large for the engine. Shorten them.</source>
        <translation>Les messages de cette requête sont trop grands pour le moteur. Raccourcissez-les.</translation>
    </message>
    <message>
        <source>The model can&apos;t read this part of the chat. Edit your message, or shorten it.</source>
        <translation>Le modèle ne peut pas lire cette partie de la discussion. Modifiez votre message, ou raccourcissez-le.</translation>
    </message>
    <message>
        <source>The model cannot take a picture of this size and shape.</source>
        <translation>Le modèle n&apos;accepte pas une image de cette taille et de cette forme.</translation>
    </message>
    <message>
        <source>The model cannot take a sound of this length.</source>
        <translation>Le modèle n&apos;accepte pas un son de cette longueur.</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Ask again.</source>
        <translation>Le modèle n&apos;a pas pu calculer cette réponse. Redemandez.</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Try again.</source>
        <translation>Le modèle n&apos;a pas pu calculer cette réponse. Réessayez.</translation>
    </message>
    <message>
        <source>The model could not continue this answer. Try again.</source>
        <translation>Le modèle n&apos;a pas pu poursuivre cette réponse. Réessayez.</translation>
    </message>
    <message>
        <source>The model found no way on in this answer. Ask again.</source>
        <translation>Le modèle n&apos;a pas trouvé de suite à cette réponse. Redemandez.</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>Le modèle est en cours de chargement.</translation>
    </message>
    <message>
        <source>The model is split into {count} files, and “{part}” is missing.</source>
        <translation>Le modèle est divisé en {count} fichiers, et « {part} » manque.</translation>
    </message>
    <message>
        <source>The model of this chat is missing. Choose another one for it.</source>
        <translation>Le modèle de cette discussion est introuvable. Choisissez-en un autre.</translation>
    </message>
    <message>
        <source>The model of this chat is not on this computer any more.</source>
        <translation>Le modèle de cette discussion n’est plus sur cet ordinateur.</translation>
    </message>
    <message>
        <source>The model reads this picture in one piece, which takes {rows:,} tokens, but it was loaded for {most:,}. Send a smaller picture.</source>
        <translation>Le modèle lit cette image d&apos;un seul bloc, ce qui prend {rows:,} tokens, mais il a été chargé pour {most:,}. Envoyez une image plus petite.</translation>
    </message>
    <message>
        <source>The model repeats this call, so its turn was ended.</source>
        <translation>Le modèle répète cet appel, son tour a donc été terminé.</translation>
    </message>
    <message>
        <source>The model splits a picture of this size into parts, which is not supported yet.</source>
        <translation>Le modèle divise une image de cette taille en parties, ce qui n&apos;est pas encore pris en charge.</translation>
    </message>
    <message>
        <source>The model stopped computing and was loaded again. Ask again.</source>
        <translation>Le modèle a cessé de calculer et a été rechargé. Redemandez.</translation>
    </message>
    <message>
        <source>The model stopped computing and was reloaded. Try again.</source>
        <translation>Le modèle a cessé de calculer et a été rechargé. Réessayez.</translation>
    </message>
    <message>
        <source>The model was unloaded.</source>
        <translation>Le modèle a été déchargé.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is broken: {reason}</source>
        <translation>Le gabarit de discussion du modèle est défectueux : {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long to be trusted.</source>
        <translation>Le gabarit de discussion du modèle est trop long pour être fiable.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves a message out: “{text}”. Remove it, or open another model.</source>
        <translation>Le gabarit de discussion du modèle omet un message : « {text} ». Retirez-le, ou ouvrez un autre modèle.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves the picture out. Remove the picture, or open another model.</source>
        <translation>Le gabarit de discussion du modèle omet l&apos;image. Retirez l&apos;image, ou ouvrez un autre modèle.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves this message out. Edit it, or open another model.</source>
        <translation>Le gabarit de discussion du modèle omet ce message. Modifiez-le, ou ouvrez un autre modèle.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template makes nothing of this message. Edit it, or open another model.</source>
        <translation>Le gabarit de discussion du modèle ne produit rien à partir de ce message. Modifiez-le, ou ouvrez un autre modèle.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template refused this conversation: {reason}</source>
        <translation>Le gabarit de discussion du modèle a refusé cette conversation : {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long for this chat. Start a new chat, or open another model.</source>
        <translation>Le gabarit de discussion du modèle prend trop de temps pour cette discussion. Commencez-en une nouvelle, ou ouvrez un autre modèle.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long. Open another model.</source>
        <translation>Le gabarit de discussion du modèle prend trop de temps. Ouvrez un autre modèle.</translation>
    </message>
    <message>
        <source>The model&apos;s file name can&apos;t be written as text. Rename it first.</source>
        <translation>Le nom de fichier du modèle ne peut pas être écrit sous forme de texte. Renommez-le d&apos;abord.</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary has only {size:,} tokens.</source>
        <translation>Le vocabulaire du modèle n&apos;a que {size:,} tokens.</translation>
    </message>
    <message>
        <source>The network process</source>
        <translation>Le processus réseau</translation>
    </message>
    <message>
        <source>The network process runs without a sandbox: it was started without one.</source>
        <translation>Le processus réseau fonctionne sans bac à sable : il a été démarré ainsi.</translation>
    </message>
    <message>
        <source>The network process stopped because of an error in Hubbub.</source>
        <translation>Le processus réseau s&apos;est arrêté à cause d&apos;une erreur de Hubbub.</translation>
    </message>
    <message>
        <source>The network process stopped unexpectedly. Try again.</source>
        <translation>Le processus réseau s&apos;est arrêté de façon inattendue. Réessayez.</translation>
    </message>
    <message>
        <source>The new backup in {folder} was not complete. The older backups are kept.</source>
        <translation>La nouvelle sauvegarde dans {folder} n&apos;était pas complète. Les sauvegardes plus anciennes sont gardées.</translation>
    </message>
    <message>
        <source>The newest release has no version number.</source>
        <translation>La version la plus récente n&apos;a pas de numéro de version.</translation>
    </message>
    <message>
        <source>The next message loads the model.</source>
        <translation>Le prochain message charge le modèle.</translation>
    </message>
    <message>
        <source>The pages of “{name}” can&apos;t be drawn: the file is damaged, or too large.</source>
        <translation>Les pages de « {name} » ne peuvent pas être dessinées : le fichier est endommagé ou trop grand.</translation>
    </message>
    <message>
        <source>The pages of “{name}” took too long to draw and were skipped.</source>
        <translation>Les pages de « {name} » ont pris trop de temps à dessiner et ont été ignorées.</translation>
    </message>
    <message>
        <source>The pause before writing must be between 0 seconds and a day.</source>
        <translation>La pause avant l&apos;écriture doit être comprise entre 0 seconde et un jour.</translation>
    </message>
    <message>
        <source>The picture changed on its way to the model. Remove it and add it again.</source>
        <translation>L&apos;image a changé en chemin vers le modèle. Retirez-la et ajoutez-la de nouveau.</translation>
    </message>
    <message>
        <source>The picture could not be processed. There may be too little memory.</source>
        <translation>L&apos;image n&apos;a pas pu être traitée. La mémoire est peut-être insuffisante.</translation>
    </message>
    <message>
        <source>The picture could not be read. Remove it and add it again.</source>
        <translation>L&apos;image n&apos;a pas pu être lue. Retirez-la et ajoutez-la de nouveau.</translation>
    </message>
    <message>
        <source>The picture has too many pixels.</source>
        <translation>L&apos;image a trop de pixels.</translation>
    </message>
    <message>
        <source>The picture is too large to be sent to the model. Send a smaller one.</source>
        <translation>L&apos;image est trop grande pour être envoyée au modèle. Envoyez-en une plus petite.</translation>
    </message>
    <message>
        <source>The picture is too long and thin: {width} x {height} pixels.</source>
        <translation>L&apos;image est trop longue et étroite : {width} x {height} pixels.</translation>
    </message>
    <message>
        <source>The picture would take {rows:,} tokens, more than the limit of {most:,}.</source>
        <translation>L&apos;image prendrait {rows:,} tokens, plus que la limite de {most:,}.</translation>
    </message>
    <message>
        <source>The pictures of this chat are too large to be sent together.</source>
        <translation>Les images de cette discussion sont trop grandes pour être envoyées ensemble.</translation>
    </message>
    <message>
        <source>The port must be between 0 and 65,535.</source>
        <translation>Le port doit être compris entre 0 et 65 535.</translation>
    </message>
    <message>
        <source>The process</source>
        <translation>Le processus</translation>
    </message>
    <message>
        <source>The process of the program ended unexpectedly. Try a simpler program.</source>
        <translation>Le processus du programme s&apos;est terminé de façon inattendue. Essayez un programme plus simple.</translation>
    </message>
    <message>
        <source>The program is running.</source>
        <translation>Le programme est en cours d&apos;exécution.</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install it, or enter its full path.</source>
        <translation>Le programme « {program} » est introuvable. Installez-le, ou saisissez son chemin complet.</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install {package}, or enter the full path of “{program}”.</source>
        <translation>Le programme « {program} » est introuvable. Installez {package}, ou saisissez le chemin complet de « {program} ».</translation>
    </message>
    <message>
        <source>The projector cannot process this picture.</source>
        <translation>Le projecteur ne peut pas traiter cette image.</translation>
    </message>
    <message>
        <source>The projector cannot process this sound.</source>
        <translation>Le projecteur ne peut pas traiter ce son.</translation>
    </message>
    <message>
        <source>The projector is no longer loaded.</source>
        <translation>Le projecteur n&apos;est plus chargé.</translation>
    </message>
    <message>
        <source>The proxy of this computer can&apos;t be used: {reason}</source>
        <translation>Le proxy de cet ordinateur est inutilisable : {reason}</translation>
    </message>
    <message>
        <source>The proxy of this computer needs a user name and a password. Set them there.</source>
        <translation>Le proxy de cet ordinateur exige un nom d&apos;utilisateur et un mot de passe. Indiquez-les là-bas.</translation>
    </message>
    <message>
        <source>The proxy of this computer refuses the connection: {reason}.</source>
        <translation>Le proxy de cet ordinateur refuse la connexion : {reason}.</translation>
    </message>
    <message>
        <source>The reading of this file broke off.</source>
        <translation>La lecture de ce fichier a été interrompue.</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>La requête a été annulée.</translation>
    </message>
    <message>
        <source>The schema keyword “{name}” at {place} is not supported. Remove it.</source>
        <translation>Le mot-clé de schéma « {name} » à {place} n&apos;est pas pris en charge. Retirez-le.</translation>
    </message>
    <message>
        <source>The schemas of “allOf” at {place} have more than {most} patterns for one text. Use fewer.</source>
        <translation>Les schémas de « allOf » à {place} ont plus de {most} motifs pour un même texte. Utilisez-en moins.</translation>
    </message>
    <message>
        <source>The schemas of “oneOf” at {place} may overlap. Use “anyOf”.</source>
        <translation>Les schémas de « oneOf » à {place} peuvent se chevaucher. Utilisez « anyOf ».</translation>
    </message>
    <message>
        <source>The search for models</source>
        <translation>Le service de recherche de modèles</translation>
    </message>
    <message>
        <source>The search for models failed. Try again.</source>
        <translation>La recherche de modèles a échoué. Réessayez.</translation>
    </message>
    <message>
        <source>The server at {host} is not one that Hubbub supports. Check the port.</source>
        <translation>Le serveur à {host} n&apos;est pas de ceux que Hubbub prend en charge. Vérifiez le port.</translation>
    </message>
    <message>
        <source>The server has changed the description or the arguments of this tool since you allowed it. The description is now: “{description}”</source>
        <translation>Le serveur a modifié la description ou les arguments de cet outil depuis que vous l’avez autorisé. La description est maintenant : « {description} »</translation>
    </message>
    <message>
        <source>The server named a page that is not a web address.</source>
        <translation>Le serveur a indiqué une page qui n&apos;est pas une adresse web.</translation>
    </message>
    <message>
        <source>The server of this tool is not set up any more.</source>
        <translation>Le serveur de cet outil n&apos;est plus configuré.</translation>
    </message>
    <message>
        <source>The server redirected to {host}, which is in a private network. It was not opened.</source>
        <translation>Le serveur a redirigé vers {host}, qui est dans un réseau privé. L&apos;adresse n&apos;a pas été ouverte.</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path}: {reason}. They apply until Hubbub quits.</source>
        <translation>Les paramètres n&apos;ont pas pu être enregistrés dans {path} : {reason}. Ils s&apos;appliquent jusqu&apos;à la fermeture de Hubbub.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged, and the file could not be renamed: {reason}.</source>
        <translation>Les paramètres de {path} sont endommagés, et le fichier n&apos;a pas pu être renommé : {reason}.</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged. The file was renamed to “{aside}”, and all settings were reset to their defaults.</source>
        <translation>Les paramètres de {path} sont endommagés. Le fichier a été renommé en « {aside} », et tous les paramètres ont été réinitialisés.</translation>
    </message>
    <message>
        <source>The settings in {path} can&apos;t be read: {reason}. All settings have their default values.</source>
        <translation>Les paramètres de {path} ne peuvent pas être lus : {reason}. Tous les paramètres ont leur valeur par défaut.</translation>
    </message>
    <message>
        <source>The settings keep the model off the graphics card.</source>
        <translation>Les paramètres tiennent le modèle à l&apos;écart de la carte graphique.</translation>
    </message>
    <message>
        <source>The shares of the graphics cards must not be negative.</source>
        <translation>Les parts des cartes graphiques ne doivent pas être négatives.</translation>
    </message>
    <message>
        <source>The sign-in was cancelled.</source>
        <translation>La connexion a été annulée.</translation>
    </message>
    <message>
        <source>The sign-in was refused.</source>
        <translation>La connexion a été refusée.</translation>
    </message>
    <message>
        <source>The sound changed on its way to the model. Remove it and add it again.</source>
        <translation>Le son a changé en chemin vers le modèle. Retirez-le et ajoutez-le de nouveau.</translation>
    </message>
    <message>
        <source>The sound could not be processed. There may be too little memory.</source>
        <translation>Le son n&apos;a pas pu être traité. La mémoire est peut-être insuffisante.</translation>
    </message>
    <message>
        <source>The sound is too long; the limit is {count:,} minutes.</source>
        <translation>Le son est trop long ; la limite est de {count:,} minutes.</translation>
    </message>
    <message>
        <source>The step target must be between 1 ms and 10 s.</source>
        <translation>La cible d&apos;étape doit être comprise entre 1 ms et 10 s.</translation>
    </message>
    <message>
        <source>The system names no home folder for this user. Start Hubbub with --data FOLDER to choose where its files go.</source>
        <translation>Le système n&apos;indique aucun dossier personnel pour cet utilisateur. Lancez Hubbub avec --data FOLDER pour choisir où vont ses fichiers.</translation>
    </message>
    <message>
        <source>The text {text} is not a JSON string.</source>
        <translation>Le texte {text} n&apos;est pas une chaîne JSON.</translation>
    </message>
    <message>
        <source>The tool server process</source>
        <translation>Le processus des serveurs d&apos;outils</translation>
    </message>
    <message>
        <source>The tool server process stopped unexpectedly. Try again.</source>
        <translation>Le processus des serveurs d&apos;outils s&apos;est arrêté de façon inattendue. Réessayez.</translation>
    </message>
    <message>
        <source>The tool “{name}” is not available now.</source>
        <translation>L&apos;outil « {name} » n&apos;est pas disponible maintenant.</translation>
    </message>
    <message>
        <source>The {name} must be {lower} and {upper}, not {value}.</source>
        <translation>« {name} » : la valeur doit être {lower} et {upper}, et non {value}.</translation>
    </message>
    <message>
        <source>The {name} must lie between {low:,} and {high:,}, not {value}.</source>
        <translation>« {name} » : la valeur doit être comprise entre {low:,} et {high:,}, et non {value}.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>Il n&apos;y a pas de fichier {path}.</translation>
    </message>
    <message>
        <source>There is no file “{name}”. The files are: {names}.</source>
        <translation>Il n&apos;y a pas de fichier « {name} ». Les fichiers sont : {names}.</translation>
    </message>
    <message>
        <source>There is no file “{path}”. Enter its full path.</source>
        <translation>Il n&apos;y a pas de fichier « {path} ». Saisissez son chemin complet.</translation>
    </message>
    <message>
        <source>There is no folder that could be written to: {reason}.</source>
        <translation>Aucun dossier n&apos;est accessible en écriture : {reason}.</translation>
    </message>
    <message>
        <source>There is no folder “{folder}”.</source>
        <translation>Il n&apos;y a pas de dossier « {folder} ».</translation>
    </message>
    <message>
        <source>There is no message to answer.</source>
        <translation>Il n&apos;y a aucun message auquel répondre.</translation>
    </message>
    <message>
        <source>There is no model “{id}”.</source>
        <translation>Il n’y a pas de modèle « {id} ».</translation>
    </message>
    <message>
        <source>There is no other chat “{name}”. Search for it first.</source>
        <translation>Il n&apos;y a pas d&apos;autre discussion « {name} ». Recherchez-la d&apos;abord.</translation>
    </message>
    <message>
        <source>There is no room left in the model&apos;s memory for this chat. Set a larger context per chat, or begin a new one.</source>
        <translation>Il n&apos;y a plus de place dans la mémoire du modèle pour cette discussion. Définissez un contexte plus grand par discussion, ou commencez-en une nouvelle.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. Nothing older is lost; make room and try again.</source>
        <translation>Il n&apos;y a plus de place sur le disque de {folder}. Rien d&apos;antérieur n&apos;est perdu ; faites de la place et réessayez.</translation>
    </message>
    <message>
        <source>There is no text to read. Add text, or choose files.</source>
        <translation>Il n&apos;y a pas de texte à lire. Ajoutez du texte, ou choisissez des fichiers.</translation>
    </message>
    <message>
        <source>There is no text. Paste the JSON that the server&apos;s page shows.</source>
        <translation>Il n&apos;y a pas de texte. Collez le JSON que montre la page du serveur.</translation>
    </message>
    <message>
        <source>There is no time zone “{name}”. Use a name such as Europe/Berlin, or an offset such as UTC+2.</source>
        <translation>Il n&apos;y a pas de fuseau horaire « {name} ». Utilisez un nom tel que Europe/Berlin, ou un décalage tel que UTC+2.</translation>
    </message>
    <message>
        <source>There is not enough memory on {names}.</source>
        <translation>Il n&apos;y a pas assez de mémoire sur {names}.</translation>
    </message>
    <message>
        <source>There is not enough memory to listen to this sound. Close other programs, or send a shorter one.</source>
        <translation>Il n&apos;y a pas assez de mémoire pour écouter ce son. Fermez d&apos;autres programmes, ou envoyez-en un plus court.</translation>
    </message>
    <message>
        <source>There is not enough memory to look at this picture. Close other programs, or send a smaller one.</source>
        <translation>Il n&apos;y a pas assez de mémoire pour examiner cette image. Fermez d&apos;autres programmes, ou envoyez-en une plus petite.</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}.</source>
        <translation>Il n&apos;y a pas assez de place dans {folder}.</translation>
    </message>
    <message>
        <source>There may be up to 64 stop strings of up to 1,000 characters.</source>
        <translation>Il peut y avoir jusqu&apos;à 64 chaînes d&apos;arrêt de 1 000 caractères au plus.</translation>
    </message>
    <message>
        <source>This SearXNG server does not answer programs. Its owner can allow JSON: add “json” to “formats” under “search” in its settings.yml.</source>
        <translation>Ce serveur SearXNG ne répond pas aux programmes. Son propriétaire peut autoriser JSON : ajouter « json » à « formats » sous « search » dans son settings.yml.</translation>
    </message>
    <message>
        <source>This answer does not belong to a message of yours.</source>
        <translation>Cette réponse n&apos;appartient pas à un de vos messages.</translation>
    </message>
    <message>
        <source>This archive can&apos;t be read: {reason}.</source>
        <translation>Cette archive ne peut pas être lue : {reason}.</translation>
    </message>
    <message>
        <source>This archive only holds other archives. Unpack it, and import those.</source>
        <translation>Cette archive ne contient que d&apos;autres archives. Décompressez-la, et importez celles-ci.</translation>
    </message>
    <message>
        <source>This build of Hubbub can&apos;t read sounds.</source>
        <translation>Cette version compilée de Hubbub ne peut pas lire les sons.</translation>
    </message>
    <message>
        <source>This build of Hubbub does not support pictures. Choose no projector.</source>
        <translation>Cette version compilée de Hubbub ne prend pas en charge les images. Ne choisissez aucun projecteur.</translation>
    </message>
    <message>
        <source>This build of Hubbub supports the processor only.</source>
        <translation>Cette version compilée de Hubbub ne prend en charge que le processeur.</translation>
    </message>
    <message>
        <source>This chat does not exist any more.</source>
        <translation>Cette discussion n&apos;existe plus.</translation>
    </message>
    <message>
        <source>This chat has filled the model&apos;s memory. Set a larger context per chat, or start a new chat.</source>
        <translation>Cette discussion a rempli la mémoire du modèle. Définissez un contexte plus grand par discussion, ou commencez-en une nouvelle.</translation>
    </message>
    <message>
        <source>This chat has only {count:,} messages.</source>
        <translation>Cette discussion n&apos;a que {count:,} messages.</translation>
    </message>
    <message>
        <source>This comparison does not exist any more.</source>
        <translation>Cette comparaison n&apos;existe plus.</translation>
    </message>
    <message>
        <source>This computer has no keyring that could store a key.</source>
        <translation>Cet ordinateur n&apos;a pas de trousseau de clés pouvant enregistrer une clé.</translation>
    </message>
    <message>
        <source>This computer has no keyring. Set HF_TOKEN instead.</source>
        <translation>Cet ordinateur n&apos;a pas de trousseau de clés. Définissez plutôt HF_TOKEN.</translation>
    </message>
    <message>
        <source>This computer has no usable keyring. The key is in a file that only you can read.</source>
        <translation>Cet ordinateur n&apos;a pas de trousseau de clés utilisable. La clé est dans un fichier que vous seul pouvez lire.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring cannot be used: {reason}. Set HF_TOKEN instead.</source>
        <translation>Le trousseau de clés de cet ordinateur est inutilisable : {reason}. Définissez plutôt HF_TOKEN.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring does not answer. Unlock it, and try again.</source>
        <translation>Le trousseau de clés de cet ordinateur ne répond pas. Déverrouillez-le, puis réessayez.</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring was not unlocked, so nothing in it was read or replaced. Unlock it, and try again.</source>
        <translation>Le trousseau de clés de cet ordinateur n&apos;a pas été déverrouillé : rien n&apos;y a été lu ni remplacé. Déverrouillez-le, puis réessayez.</translation>
    </message>
    <message>
        <source>This download has an invalid piece size.</source>
        <translation>Ce téléchargement a une taille de morceau non valide.</translation>
    </message>
    <message>
        <source>This download has no files, or two files of the same name.</source>
        <translation>Ce téléchargement n&apos;a aucun fichier, ou deux fichiers du même nom.</translation>
    </message>
    <message>
        <source>This file could not be read in time. Check the disk that it is on.</source>
        <translation>Ce fichier n&apos;a pas pu être lu à temps. Vérifiez le disque où il se trouve.</translation>
    </message>
    <message>
        <source>This file takes more memory than an import may have.</source>
        <translation>Ce fichier demande plus de mémoire qu&apos;une importation n&apos;en peut avoir.</translation>
    </message>
    <message>
        <source>This folder already has a file {name}. Move it, then resume.</source>
        <translation>Ce dossier a déjà un fichier {name}. Déplacez-le, puis reprenez.</translation>
    </message>
    <message>
        <source>This is not a complete access token. Paste all of it.</source>
        <translation>Ce n&apos;est pas un jeton d&apos;accès complet. Collez-le en entier.</translation>
    </message>
    <message>
        <source>This is not a file but a folder or a device.</source>
        <translation>Ce n&apos;est pas un fichier, mais un dossier ou un périphérique.</translation>
    </message>
    <message>
        <source>This is not the address of a page: {address}.</source>
        <translation>Ce n&apos;est pas l&apos;adresse d&apos;une page : {address}.</translation>
    </message>
    <message>
        <source>This is not the address of a server: {address}. It looks like http://rack:8000.</source>
        <translation>Ce n&apos;est pas l&apos;adresse d&apos;un serveur : {address}. Elle ressemble à http://rack:8000.</translation>
    </message>
    <message>
        <source>This key contains characters that are not valid in a key. Copy it again.</source>
        <translation>Cette clé contient des caractères qui ne sont pas valides dans une clé. Copiez-la de nouveau.</translation>
    </message>
    <message>
        <source>This looks like YAML, which is not supported. Paste the JSON of the server.</source>
        <translation>Cela ressemble à du YAML, qui n&apos;est pas pris en charge. Collez le JSON du serveur.</translation>
    </message>
    <message>
        <source>This message and its context need about {count:,} tokens, but the model there holds {context_window:,}. Shorten it, or choose another model.</source>
        <translation>Ce message et son contexte demandent environ {count:,} tokens, mais le modèle là-bas en contient {context_window:,}. Raccourcissez-le, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>This message and its context need {count:,} tokens, but a chat can hold {context_window:,}. Shorten it, or raise “Context length” in the settings.</source>
        <translation>Ce message et son contexte demandent {count:,} tokens, mais une discussion peut en contenir {context_window:,}. Raccourcissez-le, ou augmentez « Longueur du contexte » dans les paramètres.</translation>
    </message>
    <message>
        <source>This message does not exist any more.</source>
        <translation>Ce message n&apos;existe plus.</translation>
    </message>
    <message>
        <source>This message is damaged: it is not what was stored, and no backup holds that.</source>
        <translation>Ce message est endommagé : il n&apos;est pas ce qui a été enregistré, et aucune sauvegarde ne contient l&apos;original.</translation>
    </message>
    <message>
        <source>This message needs {count:,} tokens with what belongs to it, but each chat may hold {context_window:,}. Shorten it, or set a larger context per chat in the settings.</source>
        <translation>Ce message demande {count:,} tokens avec ce qui l&apos;accompagne, mais chaque discussion peut en contenir {context_window:,}. Raccourcissez-le, ou définissez un contexte plus grand par discussion dans les paramètres.</translation>
    </message>
    <message>
        <source>This model can&apos;t see pictures. Remove them, or choose a vision model.</source>
        <translation>Ce modèle ne peut pas voir les images. Retirez-les ou choisissez un modèle de vision.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template omits such a text. Open another model.</source>
        <translation>Le gabarit de discussion de ce modèle omet un tel texte. Ouvrez un autre modèle.</translation>
    </message>
    <message>
        <source>This number is too large.</source>
        <translation>Ce nombre est trop grand.</translation>
    </message>
    <message>
        <source>This request is not allowed.</source>
        <translation>Cette requête n&apos;est pas autorisée.</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a Lark grammar. Remove it.</source>
        <translation>Ce serveur ne peut pas suivre une grammaire Lark. Retirez-la.</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a grammar. Use a JSON schema, or remove it.</source>
        <translation>Ce serveur ne peut pas suivre une grammaire. Utilisez un schéma JSON, ou retirez-la.</translation>
    </message>
    <message>
        <source>This server offers no model. Load one there first.</source>
        <translation>Ce serveur ne propose aucun modèle. Chargez-en un là-bas d&apos;abord.</translation>
    </message>
    <message>
        <source>This source does not exist any more.</source>
        <translation>Cette source n&apos;existe plus.</translation>
    </message>
    <message>
        <source>This source has {count:,} tokens, and {limit:,} fit into a chat. Choose a part of it, or raise “Context length” in the settings.</source>
        <translation>Cette source a {count:,} tokens, et une discussion peut en contenir {limit:,}. Choisissez-en une partie, ou augmentez « Longueur du contexte » dans les paramètres.</translation>
    </message>
    <message>
        <source>This text can&apos;t be read: {reason}.</source>
        <translation>Ce texte ne peut pas être lu : {reason}.</translation>
    </message>
    <message>
        <source>This text contains an incomplete character and can&apos;t be sent. Type it again.</source>
        <translation>Ce texte contient un caractère incomplet et ne peut pas être envoyé. Saisissez-le de nouveau.</translation>
    </message>
    <message>
        <source>This text contains no server. Paste the part that begins with “mcpServers”.</source>
        <translation>Ce texte ne contient aucun serveur. Collez la partie qui commence par « mcpServers ».</translation>
    </message>
    <message>
        <source>This text is too long to be the settings of servers.</source>
        <translation>Ce texte est trop long pour être des paramètres de serveurs.</translation>
    </message>
    <message>
        <source>This version called tools, which run for the first version only. Continue it to run them.</source>
        <translation>Cette version a appelé des outils, qui ne s&apos;exécutent que pour la première version. Poursuivez-la pour les exécuter.</translation>
    </message>
    <message>
        <source>To use a graphics card, add a GPU pack under Settings, Engine.</source>
        <translation>Pour utiliser une carte graphique, ajoutez un pack GPU sous Paramètres, Moteur.</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>Trop de niveaux de liens symboliques</translation>
    </message>
    <message>
        <source>Too many long requests are waiting.</source>
        <translation>Trop de longues requêtes sont en attente.</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>Trop de fichiers ouverts</translation>
    </message>
    <message>
        <source>Unloading {others} to make room for {model}…</source>
        <translation>Déchargement de {others} pour faire de la place à {model}…</translation>
    </message>
    <message>
        <source>Waiting for a slot: {count:,} of {count:,} in use, position {place:,}</source>
        <translation>En attente d’un emplacement : {count:,} sur {count:,} occupés, position {place:,}</translation>
    </message>
    <message>
        <source>Waiting for the model to load, position {place:,}</source>
        <translation>En attente du chargement du modèle, position {place:,}</translation>
    </message>
    <message>
        <source>Waiting for {host}.</source>
        <translation>En attente de {host}.</translation>
    </message>
    <message>
        <source>Waiting for {name}. Next attempt in {seconds:,} s.</source>
        <translation>En attente de {name}. Prochaine tentative dans {seconds:,} s.</translation>
    </message>
    <message>
        <source>Wikipedia refused the search: {said}</source>
        <translation>Wikipedia a refusé la recherche : {said}</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>Probabilité XTC</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>Seuil XTC</translation>
    </message>
    <message>
        <source>Your credit at {name} is used up: {said}</source>
        <translation>Votre crédit chez {name} est épuisé : {said}</translation>
    </message>
    <message>
        <source>[File “{name}” of type {kind} with {count:,} bytes]</source>
        <translation>[Fichier « {name} » de type {kind}, {count:,} octets]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is damaged.]</source>
        <translation>[« {name} » ({kind}) est endommagé.]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is too large and was omitted.]</source>
        <translation>[« {name} » ({kind}) est trop grand et a été omis.]</translation>
    </message>
    <message>
        <source>[“{name}” was omitted: the result is too large.]</source>
        <translation>[« {name} » a été omis : le résultat est trop grand.]</translation>
    </message>
    <message>
        <source>`{name}` is missing.</source>
        <translation>`{name}` manque.</translation>
    </message>
    <message>
        <source>`{name}` is unknown. The properties are {known}.</source>
        <translation>`{name}` est inconnu. Les propriétés sont {known}.</translation>
    </message>
    <message>
        <source>a JSON text</source>
        <translation>un texte JSON</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>un document PDF</translation>
    </message>
    <message>
        <source>a PyTorch model</source>
        <translation>un modèle PyTorch</translation>
    </message>
    <message>
        <source>a ZIP archive or a PyTorch model</source>
        <translation>une archive ZIP ou un modèle PyTorch</translation>
    </message>
    <message>
        <source>a colon is missing</source>
        <translation>il manque un deux-points</translation>
    </message>
    <message>
        <source>a comma is missing</source>
        <translation>il manque une virgule</translation>
    </message>
    <message>
        <source>a compressed archive; unpack it first</source>
        <translation>une archive compressée ; décompressez-la d&apos;abord</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>une base de données</translation>
    </message>
    <message>
        <source>a field is too wide</source>
        <translation>un champ est trop large</translation>
    </message>
    <message>
        <source>a filling is too wide</source>
        <translation>un remplissage est trop large</translation>
    </message>
    <message>
        <source>a model in the old GGJT format, which preceded GGUF</source>
        <translation>un modèle dans l&apos;ancien format GGJT, qui a précédé GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGMF format, which preceded GGUF</source>
        <translation>un modèle dans l&apos;ancien format GGMF, qui a précédé GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGML format, which preceded GGUF</source>
        <translation>un modèle dans l&apos;ancien format GGML, qui a précédé GGUF</translation>
    </message>
    <message>
        <source>a name in double quotes is missing</source>
        <translation>il manque un nom entre guillemets doubles</translation>
    </message>
    <message>
        <source>a number becomes too large</source>
        <translation>un nombre devient trop grand</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>une image</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>un programme</translation>
    </message>
    <message>
        <source>a repetition is too long</source>
        <translation>une répétition est trop longue</translation>
    </message>
    <message>
        <source>a row of “{table}” refers to a row that is missing</source>
        <translation>une ligne de « {table} » renvoie à une ligne manquante</translation>
    </message>
    <message>
        <source>a safetensors model; Hubbub needs the GGUF format</source>
        <translation>un modèle safetensors ; Hubbub a besoin du format GGUF</translation>
    </message>
    <message>
        <source>a text becomes too long</source>
        <translation>un texte devient trop long</translation>
    </message>
    <message>
        <source>a text is not terminated</source>
        <translation>un texte n&apos;est pas terminé</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>il manque une valeur</translation>
    </message>
    <message>
        <source>a web page; the download has probably failed</source>
        <translation>une page web ; le téléchargement a probablement échoué</translation>
    </message>
    <message>
        <source>above {low}</source>
        <translation>supérieure à {low}</translation>
    </message>
    <message>
        <source>adaptive-p decay</source>
        <translation>décroissance adaptive-p</translation>
    </message>
    <message>
        <source>adaptive-p target</source>
        <translation>cible adaptive-p</translation>
    </message>
    <message>
        <source>as set in the settings</source>
        <translation>comme défini dans les paramètres</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>d&apos;au moins {low}</translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation>d&apos;au plus {high}</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>taille de lot</translation>
    </message>
    <message>
        <source>below {high}</source>
        <translation>inférieure à {high}</translation>
    </message>
    <message>
        <source>calls of tools in one turn</source>
        <translation>appels d&apos;outils en un tour</translation>
    </message>
    <message>
        <source>characters cannot be translated here</source>
        <translation>les caractères ne peuvent pas être convertis ici</translation>
    </message>
    <message>
        <source>context per chat</source>
        <translation>contexte par discussion</translation>
    </message>
    <message>
        <source>describes a network that cannot be computed; download it again</source>
        <translation>décrit un réseau qui ne peut pas être calculé ; téléchargez-le de nouveau</translation>
    </message>
    <message>
        <source>does not say what kind of model it is</source>
        <translation>ne dit pas quel type de modèle il est</translation>
    </message>
    <message>
        <source>download speed</source>
        <translation>vitesse de téléchargement</translation>
    </message>
    <message>
        <source>downloads at once</source>
        <translation>téléchargements simultanés</translation>
    </message>
    <message>
        <source>dynamic temperature exponent</source>
        <translation>exposant de la température dynamique</translation>
    </message>
    <message>
        <source>dynamic temperature range</source>
        <translation>plage de la température dynamique</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>code de sortie {code}</translation>
    </message>
    <message>
        <source>frequency penalty</source>
        <translation>pénalité de fréquence</translation>
    </message>
    <message>
        <source>has a damaged header</source>
        <translation>a un en-tête endommagé</translation>
    </message>
    <message>
        <source>has the same token twice in its vocabulary; download it again</source>
        <translation>a deux fois le même token dans son vocabulaire ; téléchargez-le de nouveau</translation>
    </message>
    <message>
        <source>holds only a vocabulary and no model</source>
        <translation>ne contient qu&apos;un vocabulaire et aucun modèle</translation>
    </message>
    <message>
        <source>holds only the vision part of a model; open the model that it belongs to</source>
        <translation>ne contient que la partie vision d&apos;un modèle ; ouvrez le modèle auquel elle appartient</translation>
    </message>
    <message>
        <source>is a GGUF file for big-endian machines, which is not supported</source>
        <translation>est un fichier GGUF pour machines gros-boutistes, ce qui n&apos;est pas pris en charge</translation>
    </message>
    <message>
        <source>is a GGUF file of version {version}, which is not supported</source>
        <translation>est un fichier GGUF de version {version}, qui n&apos;est pas prise en charge</translation>
    </message>
    <message>
        <source>is a LoRA adapter for another model; open that model instead</source>
        <translation>est un adaptateur LoRA pour un autre modèle ; ouvrez plutôt ce modèle</translation>
    </message>
    <message>
        <source>is a reranking model: it sorts texts and cannot chat; open a chat model</source>
        <translation>est un modèle de reclassement : il trie des textes et ne peut pas discuter ; ouvrez un modèle de discussion</translation>
    </message>
    <message>
        <source>is an embedding model: it compares texts and cannot chat. Open a chat model; programs use this one by its name</source>
        <translation>est un modèle d&apos;embeddings : il compare des textes et ne peut pas discuter. Ouvrez un modèle de discussion ; les programmes utilisent celui-ci par son nom</translation>
    </message>
    <message>
        <source>memory for chats without a slot</source>
        <translation>mémoire pour les discussions sans emplacement</translation>
    </message>
    <message>
        <source>the address to {website}</source>
        <translation>l&apos;adresse à {website}</translation>
    </message>
    <message>
        <source>{address} takes about {held} of the {free} that it has free.</source>
        <translation>{address} prend environ {held} sur les {free} qu&apos;il a de libres.</translation>
    </message>
    <message>
        <source>{count:,} chats could not be understood.</source>
        <translation>{count:,} discussions n&apos;ont pas pu être comprises.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as each of them is larger than {most:,} MB.</source>
        <translation>{count:,} discussions ont été omises, car chacune dépasse {most:,} Mo.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as reading them takes too much memory.</source>
        <translation>{count:,} discussions ont été omises, car leur lecture demande trop de mémoire.</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as their JSON is nested more than {most:,} levels deep.</source>
        <translation>{count:,} discussions ont été omises, car leur JSON est imbriqué sur plus de {most:,} niveaux.</translation>
    </message>
    <message>
        <source>{file}: No chats were found in this file.</source>
        <translation>{file} : aucune discussion n&apos;a été trouvée dans ce fichier.</translation>
    </message>
    <message>
        <source>{host} is not a public address. Only public web pages can be read.</source>
        <translation>{host} n&apos;est pas une adresse publique. Seules les pages web publiques peuvent être lues.</translation>
    </message>
    <message>
        <source>{host} is not working ({status}). Try again later.</source>
        <translation>{host} ne fonctionne pas ({status}). Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{messages:,} messages in {conversations:,} chats were recovered.</source>
        <translation>{messages:,} messages dans {conversations:,} discussions ont été récupérés.</translation>
    </message>
    <message>
        <source>{name} is not working ({status}). Try again later.</source>
        <translation>{name} ne fonctionne pas ({status}). Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last loads. Choose it in a chat, or start `hubbub serve` with it as --model.</source>
        <translation>{name} n’a pas été chargé : le moteur ou l’ordinateur s’est arrêté pendant ses derniers chargements. Choisissez-le dans une discussion, ou démarrez `hubbub serve` avec lui comme --model.</translation>
    </message>
    <message>
        <source>{reason} What you write now is lost when Hubbub quits.</source>
        <translation>{reason} Ce que vous écrivez maintenant est perdu quand Hubbub se ferme.</translation>
    </message>
    <message>
        <source>“{name}” has no file with text.</source>
        <translation>« {name} » ne contient aucun fichier avec du texte.</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size}; the limit for PDFs and documents is {most}).</source>
        <translation>« {name} » est trop grand ({size} ; la limite pour les PDF et les documents est de {most}).</translation>
    </message>
    <message>
        <source>is an imatrix file; open a model instead</source>
        <translation>est un fichier imatrix ; ouvrez plutôt un modèle</translation>
    </message>
    <message>
        <source>A chat has more than {most:,} parts. It was left out, with everything after it in the file.</source>
        <translation>Une discussion a plus de {most:,} parties. Elle a été omise, avec tout ce qui la suit dans le fichier.</translation>
    </message>
    <message>
        <source>An unexpected error occurred. Your chats are stored; the details below can be copied into a report.</source>
        <translation>Une erreur inattendue s&apos;est produite. Vos discussions sont enregistrées ; les détails ci-dessous peuvent être copiés dans un rapport.</translation>
    </message>
    <message>
        <source>Another program holds the chats in {path} open. Close it and try again.</source>
        <translation>Un autre programme tient ouvertes les discussions de {path}. Fermez-le et réessayez.</translation>
    </message>
    <message>
        <source>Most of the file holds no chats, so its end was skipped.</source>
        <translation>La plus grande partie du fichier n&apos;est pas des discussions, sa fin a donc été ignorée.</translation>
    </message>
    <message>
        <source>One chat could not be understood.</source>
        <translation>Une discussion n&apos;a pas pu être comprise.</translation>
    </message>
    <message>
        <source>One chat was left out, as it is larger than {most:,} MB.</source>
        <translation>Une discussion a été omise, car elle dépasse {most:,} Mo.</translation>
    </message>
    <message>
        <source>One chat was left out, as its JSON is nested more than {most:,} levels deep.</source>
        <translation>Une discussion a été omise, car son JSON est imbriqué sur plus de {most:,} niveaux.</translation>
    </message>
    <message>
        <source>One chat was left out, as reading it takes too much memory.</source>
        <translation>Une discussion a été omise, car sa lecture demande trop de mémoire.</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damage ({fault}). Close Hubbub and start it again: it keeps the damaged file and continues with all that can be read.</source>
        <translation>La vérification hebdomadaire des discussions a trouvé des dommages ({fault}). Fermez Hubbub et relancez-le : il garde le fichier endommagé et continue avec tout ce qui peut être lu.</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damaged messages: {damaged:,}. Restored from a backup: {restored:,}. The others are marked.</source>
        <translation>La vérification hebdomadaire des discussions a trouvé des messages endommagés : {damaged:,}. Restaurés d&apos;une sauvegarde : {restored:,}. Les autres sont marqués.</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. The chats can be read, but new messages are not saved. Free some space, and restart Hubbub.</source>
        <translation>Il n&apos;y a plus de place sur le disque de {folder}. Les discussions peuvent être lues, mais les nouveaux messages ne sont pas enregistrés. Libérez de l&apos;espace, et redémarrez Hubbub.</translation>
    </message>
    <message>
        <source>This archive holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>Cette archive ne contient aucune discussion que Hubbub puisse importer. Il lit les exports de {programs}.</translation>
    </message>
    <message>
        <source>This chat does not exist any more, or is in the trash.</source>
        <translation>Cette discussion n&apos;existe plus, ou est dans la corbeille.</translation>
    </message>
    <message>
        <source>This chat has no message of yours to answer.</source>
        <translation>Cette discussion n&apos;a aucun message de vous auquel répondre.</translation>
    </message>
    <message>
        <source>This chat is not in the trash any more.</source>
        <translation>Cette discussion n&apos;est plus dans la corbeille.</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>Une réponse est encore en cours dans cette discussion. Arrêtez-la d&apos;abord.</translation>
    </message>
    <message>
        <source>This file holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>Ce fichier ne contient aucune discussion que Hubbub puisse importer. Il lit les exports de {programs}.</translation>
    </message>
    <message>
        <source>This folder holds no chats that Hubbub can import.</source>
        <translation>Ce dossier ne contient aucune discussion que Hubbub puisse importer.</translation>
    </message>
    <message>
        <source>This folder holds no files with chats (.json, .jsonl, .zip).</source>
        <translation>Ce dossier ne contient aucun fichier de discussions (.json, .jsonl, .zip).</translation>
    </message>
    <message>
        <source>This model does not support pictures.</source>
        <translation>Ce modèle ne prend pas en charge les images.</translation>
    </message>
    <message>
        <source>This model does not support pictures. Open one that does, or remove the picture.</source>
        <translation>Ce modèle ne prend pas en charge les images. Ouvrez-en un qui les prend en charge, ou retirez l&apos;image.</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>Ce modèle ne prend pas en charge les sons.</translation>
    </message>
    <message>
        <source>This model does not support sounds. Open one that does, or remove the sound.</source>
        <translation>Ce modèle ne prend pas en charge les sons. Ouvrez-en un qui les prend en charge, ou retirez le son.</translation>
    </message>
    <message>
        <source>This model does not support sounds. Remove them, or choose a model that does.</source>
        <translation>Ce modèle ne prend pas en charge les sons. Retirez-les, ou choisissez un modèle qui les prend en charge.</translation>
    </message>
    <message>
        <source>disk space for chats</source>
        <translation>espace disque pour les discussions</translation>
    </message>
    <message>
        <source>is not a GGUF model file</source>
        <translation>n&apos;est pas un fichier de modèle GGUF</translation>
    </message>
    <message>
        <source>it belongs to another program</source>
        <translation>il appartient à un autre programme</translation>
    </message>
    <message>
        <source>it can&apos;t be reached ({reason}).</source>
        <translation>il est inaccessible ({reason}).</translation>
    </message>
    <message>
        <source>it closed the connection: it is not an RPC server, or one of another version.</source>
        <translation>il a fermé la connexion : ce n&apos;est pas un serveur RPC, ou il est d&apos;une autre version.</translation>
    </message>
    <message>
        <source>it could not be loaded.</source>
        <translation>il n&apos;a pas pu être chargé.</translation>
    </message>
    <message>
        <source>it could not be tested: {reason}.</source>
        <translation>il n&apos;a pas pu être testé : {reason}.</translation>
    </message>
    <message>
        <source>it does not answer.</source>
        <translation>il ne répond pas.</translation>
    </message>
    <message>
        <source>it gave no reason.</source>
        <translation>il n&apos;a donné aucune raison.</translation>
    </message>
    <message>
        <source>it has a content encoding that was not requested</source>
        <translation>son encodage de contenu n&apos;a pas été demandé</translation>
    </message>
    <message>
        <source>it has neither a command nor an address</source>
        <translation>il n&apos;a ni commande ni adresse</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>il n&apos;a pas de nom</translation>
    </message>
    <message>
        <source>it has no usable device.</source>
        <translation>il n&apos;a aucun périphérique utilisable.</translation>
    </message>
    <message>
        <source>it holds triggers or views, which no version of Hubbub makes</source>
        <translation>il contient des déclencheurs ou des vues, qu&apos;aucune version de Hubbub ne crée</translation>
    </message>
    <message>
        <source>it is busy with another program, or hangs. An RPC server serves one program at a time.</source>
        <translation>il est occupé par un autre programme, ou bloqué. Un serveur RPC sert un programme à la fois.</translation>
    </message>
    <message>
        <source>it is not an RPC client, or a library is missing.</source>
        <translation>ce n&apos;est pas un client RPC, ou une bibliothèque manque.</translation>
    </message>
    <message>
        <source>it is not an RPC server.</source>
        <translation>ce n&apos;est pas un serveur RPC.</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>ce n&apos;est pas un objet</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>il est trop long</translation>
    </message>
    <message>
        <source>it is too short to be a database</source>
        <translation>il est trop court pour être une base de données</translation>
    </message>
    <message>
        <source>it redirects endlessly</source>
        <translation>elle redirige sans fin</translation>
    </message>
    <message>
        <source>it redirects to an unencrypted address</source>
        <translation>elle redirige vers une adresse non chiffrée</translation>
    </message>
    <message>
        <source>it seems to be {what}</source>
        <translation>il semble être {what}</translation>
    </message>
    <message>
        <source>it stopped answering.</source>
        <translation>il a cessé de répondre.</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>cela prend trop de temps</translation>
    </message>
    <message>
        <source>it takes too much memory</source>
        <translation>cela prend trop de mémoire</translation>
    </message>
    <message>
        <source>it uses protocol version {theirs}, but this Hubbub needs {ours}. Install a matching version of llama.cpp there.</source>
        <translation>il utilise la version {theirs} du protocole, mais ce Hubbub a besoin de la {ours}. Installez-y une version correspondante de llama.cpp.</translation>
    </message>
    <message>
        <source>it uses {kind}, which is not supported at this address. Enter the address of its streamable HTTP endpoint, which often ends in “/mcp”</source>
        <translation>il utilise {kind}, qui n&apos;est pas pris en charge à cette adresse. Saisissez l&apos;adresse de son point d&apos;accès streamable HTTP, qui se termine souvent par « /mcp »</translation>
    </message>
    <message>
        <source>it violates the rules of HTTP</source>
        <translation>elle enfreint les règles de HTTP</translation>
    </message>
    <message>
        <source>it was made for another version of the engine.</source>
        <translation>il a été fait pour une autre version du moteur.</translation>
    </message>
    <message>
        <source>its arguments are not an object</source>
        <translation>ses arguments ne sont pas un objet</translation>
    </message>
    <message>
        <source>its driver crashed when it was tested ({crash}).</source>
        <translation>son pilote a planté lors du test ({crash}).</translation>
    </message>
    <message>
        <source>its driver did not answer within {seconds:.0f} seconds.</source>
        <translation>son pilote n&apos;a pas répondu en {seconds:.0f} secondes.</translation>
    </message>
    <message>
        <source>its driver is not installed, or it was made for another version of the engine.</source>
        <translation>son pilote n&apos;est pas installé, ou il a été fait pour une autre version du moteur.</translation>
    </message>
    <message>
        <source>its file with variables was not read: enter them here</source>
        <translation>son fichier de variables n&apos;a pas été lu : saisissez-les ici</translation>
    </message>
    <message>
        <source>its schema of arguments is longer than {limit} KB</source>
        <translation>son schéma d&apos;arguments dépasse {limit} Ko</translation>
    </message>
    <message>
        <source>its schema of arguments is nested too deeply</source>
        <translation>son schéma d&apos;arguments est imbriqué trop profondément</translation>
    </message>
    <message>
        <source>its schema of arguments is not an object</source>
        <translation>son schéma d&apos;arguments n&apos;est pas un objet</translation>
    </message>
    <message>
        <source>its test ended without a result.</source>
        <translation>son test s&apos;est terminé sans résultat.</translation>
    </message>
    <message>
        <source>longest answer</source>
        <translation>réponse la plus longue</translation>
    </message>
    <message>
        <source>longest paste</source>
        <translation>collage le plus long</translation>
    </message>
    <message>
        <source>memory for models</source>
        <translation>mémoire pour les modèles</translation>
    </message>
    <message>
        <source>micro batch size</source>
        <translation>taille de micro-lot</translation>
    </message>
    <message>
        <source>min-p</source>
        <translation>min-p</translation>
    </message>
    <message>
        <source>minutes until the model is unloaded</source>
        <translation>minutes avant le déchargement du modèle</translation>
    </message>
    <message>
        <source>more text follows its end</source>
        <translation>du texte suit sa fin</translation>
    </message>
    <message>
        <source>no RPC server is running there.</source>
        <translation>aucun serveur RPC n&apos;y est en marche.</translation>
    </message>
    <message>
        <source>no computer of this name was found.</source>
        <translation>aucun ordinateur de ce nom n&apos;a été trouvé.</translation>
    </message>
    <message>
        <source>no graphics card that it supports was found.</source>
        <translation>aucune carte graphique qu&apos;il prend en charge n&apos;a été trouvée.</translation>
    </message>
    <message>
        <source>number of GPU layers</source>
        <translation>nombre de couches GPU</translation>
    </message>
    <message>
        <source>number of chats answered at once</source>
        <translation>nombre de discussions répondues à la fois</translation>
    </message>
    <message>
        <source>number of likeliest tokens</source>
        <translation>nombre de tokens les plus probables</translation>
    </message>
    <message>
        <source>number of replies written at once</source>
        <translation>nombre de réponses rédigées à la fois</translation>
    </message>
    <message>
        <source>number of reply tokens</source>
        <translation>nombre de tokens de la réponse</translation>
    </message>
    <message>
        <source>number of threads</source>
        <translation>nombre de threads</translation>
    </message>
    <message>
        <source>number of tokens for a picture</source>
        <translation>nombre de tokens pour une image</translation>
    </message>
    <message>
        <source>number of tokens to discard</source>
        <translation>nombre de tokens à écarter</translation>
    </message>
    <message>
        <source>only a pointer of Git LFS; download the actual file</source>
        <translation>seulement un pointeur Git LFS ; téléchargez le fichier réel</translation>
    </message>
    <message>
        <source>only numbers can be added up here</source>
        <translation>seuls des nombres peuvent être additionnés ici</translation>
    </message>
    <message>
        <source>only the first {count:,} tools are used</source>
        <translation>seuls les {count:,} premiers outils sont utilisés</translation>
    </message>
    <message>
        <source>penalty window</source>
        <translation>fenêtre des pénalités</translation>
    </message>
    <message>
        <source>port</source>
        <translation>port</translation>
    </message>
    <message>
        <source>presence penalty</source>
        <translation>pénalité de présence</translation>
    </message>
    <message>
        <source>repetition penalty</source>
        <translation>pénalité de répétition</translation>
    </message>
    <message>
        <source>seconds that a model stays</source>
        <translation>secondes pendant lesquelles un modèle reste</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>graine</translation>
    </message>
    <message>
        <source>share of programs in the cache</source>
        <translation>part des programmes dans le cache</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>signal {number}</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>température</translation>
    </message>
    <message>
        <source>the arguments to {server}</source>
        <translation>les arguments à {server}</translation>
    </message>
    <message>
        <source>the copy without them was not complete</source>
        <translation>la copie sans eux n&apos;était pas complète</translation>
    </message>
    <message>
        <source>the file is empty while its journal is not</source>
        <translation>le fichier est vide alors que son journal ne l&apos;est pas</translation>
    </message>
    <message>
        <source>the graphics card has no memory left for a measurement.</source>
        <translation>la carte graphique n&apos;a plus de mémoire pour une mesure.</translation>
    </message>
    <message>
        <source>the object</source>
        <translation>l’objet</translation>
    </message>
    <message>
        <source>the rest did not fit</source>
        <translation>le reste ne tenait pas</translation>
    </message>
    <message>
        <source>the table “{table}” holds values of the wrong kind</source>
        <translation>la table « {table} » contient des valeurs du mauvais type</translation>
    </message>
    <message>
        <source>the value of “{key}” is not a text</source>
        <translation>la valeur de « {key} » n&apos;est pas un texte</translation>
    </message>
    <message>
        <source>the website</source>
        <translation>le site web</translation>
    </message>
    <message>
        <source>the words to SearXNG at {host}</source>
        <translation>les mots à SearXNG sur {host}</translation>
    </message>
    <message>
        <source>the words to {name}</source>
        <translation>les mots à {name}</translation>
    </message>
    <message>
        <source>this build of Hubbub supports the processor only; compile it for the graphics card.</source>
        <translation>cette version compilée de Hubbub ne prend en charge que le processeur ; compilez-la pour la carte graphique.</translation>
    </message>
    <message>
        <source>timeout of a tool server</source>
        <translation>délai d&apos;attente d&apos;un serveur d&apos;outils</translation>
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
        <translation>{address} n&apos;est pas une page avec du texte, mais du type {type}.</translation>
    </message>
    <message>
        <source>{changes} before the end of the last run can&apos;t be read: the journal of {path} is damaged. A copy of it was kept as “{aside}”. Everything stored before is still there.</source>
        <translation>{changes} avant la fin de la dernière exécution : lecture impossible, car le journal de {path} est endommagé. Une copie en a été gardée sous le nom « {aside} ». Tout ce qui a été enregistré auparavant est encore là.</translation>
    </message>
    <message>
        <source>{count:,} further lines are not shown.</source>
        <translation>{count:,} autres lignes ne sont pas affichées.</translation>
    </message>
    <message>
        <source>{count:,} messages could not be understood.</source>
        <translation>{count:,} messages n&apos;ont pas pu être compris.</translation>
    </message>
    <message>
        <source>{end} It stopped too often and stays off until you start it again.</source>
        <translation>{end} Trop d&apos;arrêts se sont produits ; il reste arrêté jusqu&apos;à ce que vous le relanciez.</translation>
    </message>
    <message>
        <source>{end} Restarting…</source>
        <translation>{end} Redémarrage…</translation>
    </message>
    <message>
        <source>{file}: The file is encrypted, or packed in an unknown way.</source>
        <translation>{file} : le fichier est chiffré, ou compressé d&apos;une façon inconnue.</translation>
    </message>
    <message>
        <source>{file}: an archive in an archive is not read.</source>
        <translation>{file} : une archive dans une archive n&apos;est pas lue.</translation>
    </message>
    <message>
        <source>{folder} already has a file {name}.</source>
        <translation>{folder} a déjà un fichier {name}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be used: {reason}.</source>
        <translation>{folder} est inutilisable : {reason}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to.</source>
        <translation>Impossible d&apos;écrire dans {folder}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to: {reason}. Choose another folder, or change its permissions and resume.</source>
        <translation>Impossible d&apos;écrire dans {folder} : {reason}. Choisissez un autre dossier, ou modifiez ses autorisations et reprenez.</translation>
    </message>
    <message>
        <source>{folder} is not an absolute path.</source>
        <translation>{folder} n&apos;est pas un chemin absolu.</translation>
    </message>
    <message>
        <source>{found} was not a file. It was put aside as “{aside}”.</source>
        <translation>{found} n&apos;était pas un fichier. Il a été mis de côté sous le nom « {aside} ».</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached. Check your connection.</source>
        <translation>{host} est inaccessible. Vérifiez votre connexion.</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached: {reason}.</source>
        <translation>{host} est inaccessible : {reason}.</translation>
    </message>
    <message>
        <source>{host} can&apos;t send the file now ({status}).</source>
        <translation>{host} ne peut pas envoyer le fichier maintenant ({status}).</translation>
    </message>
    <message>
        <source>{host} did not accept the pictures of this chat. Choose a model that sees pictures.</source>
        <translation>{host} n&apos;a pas accepté les images de cette discussion. Choisissez un modèle qui voit les images.</translation>
    </message>
    <message>
        <source>{host} did not accept the tools of this chat. Turn them off, or choose a model that supports tools.</source>
        <translation>{host} n&apos;a pas accepté les outils de cette discussion. Désactivez-les, ou choisissez un modèle qui prend en charge les outils.</translation>
    </message>
    <message>
        <source>{host} does not allow programs to read this page (robots.txt).</source>
        <translation>{host} n&apos;autorise pas les programmes à lire cette page (robots.txt).</translation>
    </message>
    <message>
        <source>{host} does not answer. Check your connection.</source>
        <translation>{host} ne répond pas. Vérifiez votre connexion.</translation>
    </message>
    <message>
        <source>{host} does not have this model.</source>
        <translation>{host} n&apos;a pas ce modèle.</translation>
    </message>
    <message>
        <source>{host} does not have this, or not for you ({status}).</source>
        <translation>{host} n&apos;a pas cela, ou pas pour vous ({status}).</translation>
    </message>
    <message>
        <source>{host} has no repository “{name}”, or it is private.</source>
        <translation>{host} n&apos;a pas de dépôt « {name} », ou il est privé.</translation>
    </message>
    <message>
        <source>{host} has no room for a prompt of this length.</source>
        <translation>{host} n&apos;a pas de place pour un prompt de cette longueur.</translation>
    </message>
    <message>
        <source>{host} has too much to do. Try again later.</source>
        <translation>{host} est surchargé. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{host} is not an address of this computer: {reason}.</source>
        <translation>{host} n&apos;est pas une adresse de cet ordinateur : {reason}.</translation>
    </message>
    <message>
        <source>{host} is out of order ({status}).</source>
        <translation>{host} est en panne ({status}).</translation>
    </message>
    <message>
        <source>{host} names another version of the file.</source>
        <translation>{host} indique une autre version du fichier.</translation>
    </message>
    <message>
        <source>{host} needs you to sign in or to accept conditions first ({status}). Open the model&apos;s page there, add your access token in the settings, under Network, then resume.</source>
        <translation>{host} exige que vous vous connectiez ou acceptiez d&apos;abord des conditions ({status}). Ouvrez-y la page du modèle, ajoutez votre jeton d&apos;accès dans les paramètres, sous Réseau, puis reprenez.</translation>
    </message>
    <message>
        <source>{host} no longer has this file.</source>
        <translation>{host} n&apos;a plus ce fichier.</translation>
    </message>
    <message>
        <source>{host} offers a file of {count:,} bytes instead of {wanted:,}.</source>
        <translation>{host} propose un fichier de {count:,} octets au lieu de {wanted:,}.</translation>
    </message>
    <message>
        <source>{host} received too many requests. Try again later.</source>
        <translation>{host} a reçu trop de requêtes. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{host} redirects endlessly.</source>
        <translation>{host} redirige sans fin.</translation>
    </message>
    <message>
        <source>{host} redirects to {other}. If you trust that one, enter its address instead.</source>
        <translation>{host} redirige vers {other}. Si vous faites confiance à cette adresse, saisissez-la à la place.</translation>
    </message>
    <message>
        <source>{host} refused the request ({status}).</source>
        <translation>{host} a refusé la requête ({status}).</translation>
    </message>
    <message>
        <source>{host} refuses to send the file ({status}).</source>
        <translation>{host} refuse d&apos;envoyer le fichier ({status}).</translation>
    </message>
    <message>
        <source>{host} rejects the key, or requires one.</source>
        <translation>{host} rejette la clé, ou en exige une.</translation>
    </message>
    <message>
        <source>{host} sends a web page instead of the file. Does this network need you to sign in?</source>
        <translation>{host} envoie une page web au lieu du fichier. Ce réseau exige-t-il que vous vous connectiez ?</translation>
    </message>
    <message>
        <source>{host} sends almost no data. Connecting again.</source>
        <translation>{host} n&apos;envoie presque aucune donnée. Reconnexion.</translation>
    </message>
    <message>
        <source>{host} sends another part of the file.</source>
        <translation>{host} envoie une autre partie du fichier.</translation>
    </message>
    <message>
        <source>{host} sends the file with an unexpected content encoding.</source>
        <translation>{host} envoie le fichier avec un encodage de contenu inattendu.</translation>
    </message>
    <message>
        <source>{host} sends too slowly. Try again later.</source>
        <translation>{host} envoie trop lentement. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{host} sent an answer that Hubbub does not understand.</source>
        <translation>{host} a envoyé une réponse que Hubbub ne comprend pas.</translation>
    </message>
    <message>
        <source>{host} sent an answer that is too long.</source>
        <translation>{host} a envoyé une réponse trop longue.</translation>
    </message>
    <message>
        <source>{host} sent an empty answer.</source>
        <translation>{host} a envoyé une réponse vide.</translation>
    </message>
    <message>
        <source>{host} sent an invalid response.</source>
        <translation>{host} a envoyé une réponse non valide.</translation>
    </message>
    <message>
        <source>{host} sent another part of the file.</source>
        <translation>{host} a envoyé une autre partie du fichier.</translation>
    </message>
    <message>
        <source>{host} sent something other than a reply: {text}</source>
        <translation>{host} a envoyé autre chose qu&apos;une réponse : {text}</translation>
    </message>
    <message>
        <source>{host} takes too long to send the page.</source>
        <translation>{host} met trop de temps à envoyer la page.</translation>
    </message>
    <message>
        <source>{host} uses another address: {other}</source>
        <translation>{host} utilise une autre adresse : {other}</translation>
    </message>
    <message>
        <source>{host} was not found. Check the name and your connection.</source>
        <translation>{host} est introuvable. Vérifiez le nom et votre connexion.</translation>
    </message>
    <message>
        <source>{library} of CUDA was not found. Install the package hubbub-cuda or NVIDIA&apos;s CUDA toolkit.</source>
        <translation>{library} de CUDA est introuvable. Installez le paquet hubbub-cuda ou le CUDA Toolkit de NVIDIA.</translation>
    </message>
    <message>
        <source>{library} was not found. Install the driver of the graphics card.</source>
        <translation>{library} est introuvable. Installez le pilote de la carte graphique.</translation>
    </message>
    <message>
        <source>{model} and {others} do not fit into memory together. {model} is loaded again in {seconds:.0f} s.</source>
        <translation>{model} et {others} ne tiennent pas ensemble en mémoire. {model} est rechargé dans {seconds:.0f} s.</translation>
    </message>
    <message>
        <source>{model} does not fit next to {others}, which you keep loaded.</source>
        <translation>{model} ne tient pas à côté de {others}, que vous gardez en mémoire.</translation>
    </message>
    <message>
        <source>{model} is being unloaded and is then loaded again.</source>
        <translation>{model} est en cours de déchargement, puis sera rechargé.</translation>
    </message>
    <message>
        <source>{model} is loaded when {others} has finished its replies.</source>
        <translation>{model} est chargé quand {others} aura terminé ses réponses.</translation>
    </message>
    <message>
        <source>{model} is unloaded: its card is gone.</source>
        <translation>{model} est déchargé : sa carte n&apos;est plus là.</translation>
    </message>
    <message>
        <source>{model} is unloaded: its file was replaced.</source>
        <translation>{model} est déchargé : son fichier a été remplacé.</translation>
    </message>
    <message>
        <source>{model} makes room for {other}, which was asked first.</source>
        <translation>{model} fait place à {other}, qui a été demandé d&apos;abord.</translation>
    </message>
    <message>
        <source>{model} needs {missing} more memory than is free. Close other programs, or choose a smaller context.</source>
        <translation>Il manque {missing} de mémoire libre pour {model}. Fermez d&apos;autres programmes, ou choisissez un contexte plus petit.</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and models may use {limit}. Raise the limit in the settings, or choose a smaller context.</source>
        <translation>{model} demande {needed}, et les modèles peuvent utiliser {limit}. Augmentez la limite dans les paramètres, ou choisissez un contexte plus petit.</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and this computer has {limit}. Choose a smaller context or a smaller model.</source>
        <translation>{model} demande {needed}, et cet ordinateur a {limit}. Choisissez un contexte plus petit ou un modèle plus petit.</translation>
    </message>
    <message>
        <source>{model} on {machine} does not support pictures. Choose a model that does.</source>
        <translation>{model} sur {machine} ne prend pas en charge les images. Choisissez un modèle qui le fait.</translation>
    </message>
    <message>
        <source>{model} waits for other models that were asked first.</source>
        <translation>{model} attend d&apos;autres modèles demandés avant lui.</translation>
    </message>
    <message>
        <source>{model} was idle and is unloaded.</source>
        <translation>{model} était inactif et est déchargé.</translation>
    </message>
    <message>
        <source>{name} belongs to another program. Move it, then try again.</source>
        <translation>{name} appartient à un autre programme. Déplacez-le, puis réessayez.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be read. Start the download again; downloaded data is reused.</source>
        <translation>{name} ne peut pas être lu. Relancez le téléchargement ; les données déjà téléchargées sont réutilisées.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be used: it says that {count} of {most} numbers of a key are rotated. Choose another file.</source>
        <translation>{name} est inutilisable : il indique que {count} des {most} nombres d&apos;une clé sont tournés. Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it.</source>
        <translation>{name} ne peut pas être vérifié : le hub n&apos;a pas de SHA-256 pour ce fichier.</translation>
    </message>
    <message>
        <source>{name} cannot be loaded. It may be damaged or of a kind that is not supported.</source>
        <translation>{name} ne peut pas être chargé. Il est peut-être endommagé ou d&apos;un type non pris en charge.</translation>
    </message>
    <message>
        <source>{name} cannot compute on this computer.</source>
        <translation>{name} ne peut pas calculer sur cet ordinateur.</translation>
    </message>
    <message>
        <source>{name} crashed the engine while it was loaded. Choose another draft model.</source>
        <translation>{name} a fait planter le moteur pendant son chargement. Choisissez un autre modèle brouillon.</translation>
    </message>
    <message>
        <source>{name} does not fit into memory. Choose a smaller model.</source>
        <translation>{name} ne tient pas en mémoire. Choisissez un modèle plus petit.</translation>
    </message>
    <message>
        <source>{name} does not fit into this computer&apos;s memory.</source>
        <translation>{name} ne tient pas dans la mémoire de cet ordinateur.</translation>
    </message>
    <message>
        <source>{name} does not match the SHA-256 of the hub, even after fetching it again. It was not kept. Resume to start over, or choose another model.</source>
        <translation>{name} ne correspond pas au SHA-256 du hub, même après un nouveau téléchargement. Il n&apos;a pas été gardé. Reprenez pour recommencer, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>{name} has another vocabulary. Choose a smaller model of the same family.</source>
        <translation>{name} a un autre vocabulaire. Choisissez un modèle plus petit de la même famille.</translation>
    </message>
    <message>
        <source>{name} has no vocabulary, so it can neither read nor write.</source>
        <translation>{name} n&apos;a pas de vocabulaire et ne peut donc ni lire ni écrire.</translation>
    </message>
    <message>
        <source>{name} is a diffusion model, which is not supported.</source>
        <translation>{name} est un modèle de diffusion, ce qui n&apos;est pas pris en charge.</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back.</source>
        <translation>{name} est un type de modèle qui ne peut pas retirer les tokens refusés.</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back. Choose another draft model.</source>
        <translation>{name} est un type de modèle qui ne peut pas retirer les tokens refusés. Choisissez un autre modèle brouillon.</translation>
    </message>
    <message>
        <source>{name} is a model of the kind “{kind}”, which this version of Hubbub cannot run.</source>
        <translation>{name} est un modèle du type « {kind} », que cette version de Hubbub ne peut pas exécuter.</translation>
    </message>
    <message>
        <source>{name} is a reranker; it cannot chat.</source>
        <translation>{name} est un modèle de reclassement ; il ne peut pas discuter.</translation>
    </message>
    <message>
        <source>{name} is an embedding model, which cannot chat. Choose a chat model.</source>
        <translation>{name} est un modèle d&apos;embeddings, qui ne peut pas discuter. Choisissez un modèle de discussion.</translation>
    </message>
    <message>
        <source>{name} is an encoder-decoder or embedding model; it cannot chat.</source>
        <translation>{name} est un modèle encodeur-décodeur ou de plongement ; il ne peut pas discuter.</translation>
    </message>
    <message>
        <source>{name} is at another address. Correct it in the settings.</source>
        <translation>{name} est à une autre adresse. Corrigez-la dans les paramètres.</translation>
    </message>
    <message>
        <source>{name} is being downloaded.</source>
        <translation>{name} est en cours de téléchargement.</translation>
    </message>
    <message>
        <source>{name} is incomplete or damaged. Please download it again.</source>
        <translation>{name} est incomplet ou endommagé. Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>{name} is not a safe file name.</source>
        <translation>{name} n&apos;est pas un nom de fichier sûr.</translation>
    </message>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} est prêt.</translation>
    </message>
    <message>
        <source>{name} is several times slower than the processor.</source>
        <translation>{name} est plusieurs fois plus lent que le processeur.</translation>
    </message>
    <message>
        <source>{name} lacks parts that a model of its kind needs. Please download it again.</source>
        <translation>Il manque à {name} des parties dont un modèle de ce type a besoin. Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}.</source>
        <translation>{name} doit être l’un de {choices}.</translation>
    </message>
    <message>
        <source>{name} must have the type `{types}`, not `{type}`.</source>
        <translation>{name} doit être de type `{types}`, pas `{type}`.</translation>
    </message>
    <message>
        <source>{name} needs a key. Enter it in the settings, under Tools.</source>
        <translation>{name} a besoin d&apos;une clé. Saisissez-la dans les paramètres, sous Outils.</translation>
    </message>
    <message>
        <source>{name} received too many requests: {said}</source>
        <translation>{name} a reçu trop de requêtes : {said}</translation>
    </message>
    <message>
        <source>{name} refused the key: {said}</source>
        <translation>{name} a refusé la clé : {said}</translation>
    </message>
    <message>
        <source>{name} refused the search ({status}): {said}</source>
        <translation>{name} a refusé la recherche ({status}) : {said}</translation>
    </message>
    <message>
        <source>{name} takes too long to answer.</source>
        <translation>{name} met trop de temps à répondre.</translation>
    </message>
    <message>
        <source>{name} takes {card:.1f} s for work that the processor does in {processor:.1f} s.</source>
        <translation>{name} met {card:.1f} s pour un travail que le processeur fait en {processor:.1f} s.</translation>
    </message>
    <message>
        <source>{name} uses a tokenizer (“{kind}”) that this version of Hubbub doesn&apos;t support.</source>
        <translation>{name} utilise un tokeniseur (« {kind} ») que cette version de Hubbub ne prend pas en charge.</translation>
    </message>
    <message>
        <source>{name} was loaded, but cannot compute on this machine.</source>
        <translation>{name} a été chargé, mais ne peut pas calculer sur cette machine.</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last load. Choose it again above the chat to try once more.</source>
        <translation>{name} n’a pas été chargé : le moteur ou l’ordinateur s’est arrêté pendant son dernier chargement. Choisissez-le à nouveau au-dessus de la discussion pour réessayer.</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} a été déchargé. Le prochain message le recharge.</translation>
    </message>
    <message>
        <source>{name} was written by a newer Hubbub. Continue it there.</source>
        <translation>{name} a été écrit par un Hubbub plus récent. Poursuivez-le là-bas.</translation>
    </message>
    <message>
        <source>{needed} of free space are needed on the disk of {folder}; {free} are free. The download continues when there is space.</source>
        <translation>{needed} d&apos;espace libre sont nécessaires sur le disque de {folder} ; {free} sont libres. Le téléchargement continue quand il y a de la place.</translation>
    </message>
    <message>
        <source>{on_gpu} of {layer_count} layers are on {names}: {why}.</source>
        <translation>{on_gpu} couches sur {layer_count} sont sur {names} : {why}.</translation>
    </message>
    <message>
        <source>{others} is unloaded to make room for {model}. Its chats come back warm.</source>
        <translation>{others} est déchargé pour faire de la place à {model}. Ses discussions reviennent à chaud.</translation>
    </message>
    <message>
        <source>{others} is unloaded: memory has become short while {model} loads.</source>
        <translation>{others} est déchargé : la mémoire est devenue insuffisante pendant le chargement de {model}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read: {reason}.</source>
        <translation>{path} ne peut pas être lu : {reason}.</translation>
    </message>
    <message>
        <source>{path} changed while it was read.</source>
        <translation>{path} a changé pendant sa lecture.</translation>
    </message>
    <message>
        <source>{path} is a link or a file, not a folder, so chats can&apos;t be kept warm there. Move it away and restart Hubbub.</source>
        <translation>{path} est un lien ou un fichier, pas un dossier ; les discussions ne peuvent donc pas y être gardées à chaud. Déplacez-le et redémarrez Hubbub.</translation>
    </message>
    <message>
        <source>{path} is not a file but a folder or a device.</source>
        <translation>{path} n&apos;est pas un fichier, mais un dossier ou un périphérique.</translation>
    </message>
    <message>
        <source>{path} is not a file.</source>
        <translation>{path} n&apos;est pas un fichier.</translation>
    </message>
    <message>
        <source>{problem} It says: {reason}</source>
        <translation>{problem} Détail : {reason}</translation>
    </message>
    <message>
        <source>{program} belongs to another version of Hubbub. Install Hubbub again.</source>
        <translation>{program} appartient à une autre version de Hubbub. Réinstallez Hubbub.</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>{program} n&apos;a pas pu être démarré : {reason}.</translation>
    </message>
    <message>
        <source>{program} did not report its version.</source>
        <translation>{program} n&apos;a pas indiqué sa version.</translation>
    </message>
    <message>
        <source>{program} sent an invalid message and was closed.</source>
        <translation>{program} a envoyé un message non valide et a été fermé.</translation>
    </message>
    <message>
        <source>{program} stopped answering.</source>
        <translation>{program} a cessé de répondre.</translation>
    </message>
    <message>
        <source>{program} stopped responding and was closed.</source>
        <translation>{program} a cessé de répondre et a été fermé.</translation>
    </message>
    <message>
        <source>{program} stopped responding while loading the model and was closed.</source>
        <translation>{program} a cessé de répondre en chargeant le modèle et a été fermé.</translation>
    </message>
    <message>
        <source>{program} stopped responding while writing and was closed.</source>
        <translation>{program} a cessé de répondre pendant la rédaction et a été fermé.</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly (exit code {code}).</source>
        <translation>{program} s&apos;est arrêté de façon inattendue (code de sortie {code}).</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly ({signal}).</source>
        <translation>{program} s&apos;est arrêté de façon inattendue ({signal}).</translation>
    </message>
    <message>
        <source>{program} was ended.</source>
        <translation>{program} a été terminé.</translation>
    </message>
    <message>
        <source>{reason} Only its name was imported.</source>
        <translation>{reason} Seul son nom a été importé.</translation>
    </message>
    <message>
        <source>{sentence} ({count:,} times)</source>
        <translation>{sentence} ({count:,} fois)</translation>
    </message>
    <message>
        <source>{slot_count} chats of {cells:,} tokens need {needed} of memory in addition to the model, and {free} are free.</source>
        <translation>{slot_count} discussions de {cells:,} tokens demandent {needed} de mémoire en plus du modèle, et {free} sont libres.</translation>
    </message>
    <message>
        <source>{slot_count} chats of {window:,} tokens do not fit into memory with {name}. Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>{slot_count} discussions de {window:,} tokens ne tiennent pas en mémoire avec {name}. Choisissez un contexte plus petit par discussion, ou moins de discussions à la fois.</translation>
    </message>
    <message>
        <source>{url} is not encrypted and was not opened.</source>
        <translation>{url} n&apos;est pas chiffré et n&apos;a pas été ouvert.</translation>
    </message>
    <message>
        <source>“{address}” has other devices than before. Restart the engine.</source>
        <translation>« {address} » a d&apos;autres périphériques qu&apos;avant. Redémarrez le moteur.</translation>
    </message>
    <message>
        <source>“{address}” is not a web address</source>
        <translation>« {address} » n&apos;est pas une adresse web</translation>
    </message>
    <message>
        <source>“{address}” is not an IP address. Enter one such as 192.168.1.20.</source>
        <translation>« {address} » n&apos;est pas une adresse IP. Saisissez-en une telle que 192.168.1.20.</translation>
    </message>
    <message>
        <source>“{address}” is not an RPC server address. Write it like 192.168.1.20:{port}.</source>
        <translation>« {address} » n&apos;est pas une adresse de serveur RPC. Écrivez-la comme 192.168.1.20:{port}.</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a SearXNG server. Enter one such as http://rack:8080.</source>
        <translation>« {address} » n&apos;est pas l&apos;adresse d&apos;un serveur SearXNG. Saisissez-en une telle que http://rack:8080.</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a server.</source>
        <translation>« {address} » n&apos;est pas l&apos;adresse d&apos;un serveur.</translation>
    </message>
    <message>
        <source>“{address}” is not used: {reason}</source>
        <translation>« {address} » n&apos;est pas utilisé : {reason}</translation>
    </message>
    <message>
        <source>“{address}” lacks its port.</source>
        <translation>Il manque le port dans « {address} ».</translation>
    </message>
    <message>
        <source>“{alias}” can&apos;t be an alias: it is too long.</source>
        <translation>« {alias} » ne peut pas être un alias : il est trop long.</translation>
    </message>
    <message>
        <source>“{alias}” is a name of {model} already. Choose another alias.</source>
        <translation>« {alias} » est déjà un nom de {model}. Choisissez un autre alias.</translation>
    </message>
    <message>
        <source>“{line}” is not a token bias. Enter a text or a token number, and the value to add, such as “word -5” or “1234 never”.</source>
        <translation>« {line} » n&apos;est pas un biais de token. Saisissez un texte ou un numéro de token, et la valeur à ajouter, par exemple « mot -5 » ou « 1234 jamais ».</translation>
    </message>
    <message>
        <source>“{name}” asks you to sign in with your browser.</source>
        <translation>« {name} » vous demande de vous connecter avec votre navigateur.</translation>
    </message>
    <message>
        <source>“{name}” belongs to a model of another size: its rows have {width:,} numbers, and this model&apos;s have {model_width:,}.</source>
        <translation>« {name} » appartient à un modèle d&apos;une autre taille : ses lignes ont {width:,} nombres, et celles de ce modèle en ont {model_width:,}.</translation>
    </message>
    <message>
        <source>“{name}” belongs to another family of models ({kind}), not to {architecture}.</source>
        <translation>« {name} » appartient à une autre famille de modèles ({kind}), et non à {architecture}.</translation>
    </message>
    <message>
        <source>“{name}” belongs to {count:,} files, which is too many for a model.</source>
        <translation>« {name} » appartient à {count:,} fichiers, ce qui est trop pour un modèle.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be copied to {folder}: {reason}.</source>
        <translation>« {name} » ne peut pas être copié dans {folder} : {reason}.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read.</source>
        <translation>« {name} » ne peut pas être lu.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read: {reason}.</source>
        <translation>« {name} » ne peut pas être lu : {reason}.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be used here: {reason}</source>
        <translation>« {name} » est inutilisable ici : {reason}</translation>
    </message>
    <message>
        <source>“{name}” cannot be used with this model. It may be damaged, or there is too little memory.</source>
        <translation>« {name} » ne peut pas être utilisé avec ce modèle. Il est peut-être endommagé, ou la mémoire est insuffisante.</translation>
    </message>
    <message>
        <source>“{name}” closed the connection.</source>
        <translation>« {name} » a fermé la connexion.</translation>
    </message>
    <message>
        <source>“{name}” defines XML entities, which can be harmful, and was skipped.</source>
        <translation>« {name} » définit des entités XML, qui peuvent être nuisibles, et a été ignoré.</translation>
    </message>
    <message>
        <source>“{name}” describes a projector that cannot be computed; download it again.</source>
        <translation>« {name} » décrit un projecteur qui ne peut pas être calculé ; téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>“{name}” did not answer.</source>
        <translation>« {name} » n&apos;a pas répondu.</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}, which is uncertain.</source>
        <translation>« {name} » n&apos;indique pas son encodage ; il a été lu en {encoding}, ce qui est incertain.</translation>
    </message>
    <message>
        <source>“{name}” failed: {reason}</source>
        <translation>« {name} » a échoué : {reason}</translation>
    </message>
    <message>
        <source>“{name}” has conditions that your account has not accepted. Accept them at {page}, then try again.</source>
        <translation>« {name} » a des conditions que votre compte n&apos;a pas acceptées. Acceptez-les sur {page}, puis réessayez.</translation>
    </message>
    <message>
        <source>“{name}” has conditions. Accept them at {page}, then add your access token in the settings, under Network.</source>
        <translation>« {name} » a des conditions. Acceptez-les sur {page}, puis ajoutez votre jeton d&apos;accès dans les paramètres, sous Réseau.</translation>
    </message>
    <message>
        <source>“{name}” has no file with text that the filter lets in.</source>
        <translation>« {name} » n&apos;a aucun fichier avec du texte que le filtre laisse passer.</translation>
    </message>
    <message>
        <source>“{name}” has no text in it, only pictures at most.</source>
        <translation>« {name} » ne contient pas de texte, tout au plus des images.</translation>
    </message>
    <message>
        <source>“{name}” has no text, and nothing to be seen on its pages.</source>
        <translation>« {name} » n&apos;a pas de texte, et rien à voir sur ses pages.</translation>
    </message>
    <message>
        <source>“{name}” has no text. You can attach text, code, PDF, office files, books (EPUB) and saved web pages.</source>
        <translation>« {name} » n&apos;a pas de texte. Vous pouvez joindre du texte, du code, des PDF, des fichiers bureautiques, des livres (EPUB) et des pages web enregistrées.</translation>
    </message>
    <message>
        <source>“{name}” has no tool “{tool}” now.</source>
        <translation>« {name} » n&apos;a pas d&apos;outil « {tool} » maintenant.</translation>
    </message>
    <message>
        <source>“{name}” has too many pixels ({width:,} by {height:,}). Scale it down first.</source>
        <translation>« {name} » a trop de pixels ({width:,} sur {height:,}). Réduisez-le d&apos;abord.</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} characters.</source>
        <translation>« {name} » a {count:,} caractères.</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} lines.</source>
        <translation>« {name} » a {count:,} lignes.</translation>
    </message>
    <message>
        <source>“{name}” holds no saved prompts. Choose a JSON file that Hubbub exported.</source>
        <translation>« {name} » ne contient aucun prompt enregistré. Choisissez un fichier JSON exporté par Hubbub.</translation>
    </message>
    <message>
        <source>“{name}” is a HEIC, AVIF or JPEG XL picture, which can&apos;t be read here. Save it as JPEG or PNG first.</source>
        <translation>« {name} » est une image HEIC, AVIF ou JPEG XL, qui ne peut pas être lue ici. Enregistrez-la d&apos;abord en JPEG ou PNG.</translation>
    </message>
    <message>
        <source>“{name}” is a device, not a file.</source>
        <translation>« {name} » est un périphérique, pas un fichier.</translation>
    </message>
    <message>
        <source>“{name}” is a folder. Only files can go with a message.</source>
        <translation>« {name} » est un dossier. Seuls des fichiers peuvent accompagner un message.</translation>
    </message>
    <message>
        <source>“{name}” is a scan without text. Run text recognition (OCR) on it first, or load a model that sees pictures: it can look at the pages.</source>
        <translation>« {name} » est une numérisation sans texte. Passez-la d&apos;abord par une reconnaissance de texte (OCR), ou chargez un modèle qui voit les images : il peut regarder les pages.</translation>
    </message>
    <message>
        <source>“{name}” is a sound that can&apos;t be read here. Save it as WAV, MP3 or FLAC first.</source>
        <translation>« {name} » est un son qui ne peut pas être lu ici. Enregistrez-le d&apos;abord en WAV, MP3 ou FLAC.</translation>
    </message>
    <message>
        <source>“{name}” is an SVG drawing, which no model can see. Save it as PNG first.</source>
        <translation>« {name} » est un dessin SVG, qu&apos;aucun modèle ne peut voir. Enregistrez-le d&apos;abord en PNG.</translation>
    </message>
    <message>
        <source>“{name}” is an audio projector of a kind that is not supported. Choose no projector.</source>
        <translation>« {name} » est un projecteur audio d&apos;un type non pris en charge. Ne choisissez aucun projecteur.</translation>
    </message>
    <message>
        <source>“{name}” is an empty image.</source>
        <translation>« {name} » est une image vide.</translation>
    </message>
    <message>
        <source>“{name}” is an empty sound.</source>
        <translation>« {name} » est un son vide.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not a sound.</source>
        <translation>« {name} » est endommagé ou n&apos;est pas un son.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not an image.</source>
        <translation>« {name} » est endommagé ou n&apos;est pas une image.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or too large to be read. Copy the text out of it instead.</source>
        <translation>« {name} » est endommagé, ou trop grand pour être lu. Copiez-en plutôt le texte.</translation>
    </message>
    <message>
        <source>“{name}” is empty or taken, or contains “/”. Rename the tool server.</source>
        <translation>« {name} » est vide, déjà pris ou contient « / ». Renommez le serveur d&apos;outils.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>« {name} » est vide.</translation>
    </message>
    <message>
        <source>“{name}” is empty. Download it again.</source>
        <translation>« {name} » est vide. Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>“{name}” is far too large when it is unpacked, and was skipped.</source>
        <translation>« {name} » est bien trop grand une fois décompressé, et a été ignoré.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete ({size} of {whole}). Download it again.</source>
        <translation>« {name} » est incomplet ({size} sur {whole}). Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header.</source>
        <translation>« {name} » est incomplet : il se termine dans son en-tête.</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header. Download it again.</source>
        <translation>« {name} » est incomplet : il se termine dans son en-tête. Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model file: {what}.</source>
        <translation>« {name} » n&apos;est pas un fichier de modèle GGUF : {what}.</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model.</source>
        <translation>« {name} » n&apos;est pas un modèle GGUF.</translation>
    </message>
    <message>
        <source>“{name}” is not a GPU pack. Its name should look like libggml-vulkan.so.</source>
        <translation>« {name} » n&apos;est pas un pack GPU. Son nom devrait ressembler à libggml-vulkan.so.</translation>
    </message>
    <message>
        <source>“{name}” is not a host name. Write it like host.docker.internal, without a port.</source>
        <translation>« {name} » n&apos;est pas un nom d&apos;hôte. Écrivez-le comme host.docker.internal, sans port.</translation>
    </message>
    <message>
        <source>“{name}” is not a projector: no model can see pictures with it.</source>
        <translation>« {name} » n&apos;est pas un projecteur : aucun modèle ne peut voir des images avec lui.</translation>
    </message>
    <message>
        <source>“{name}” is not a supported image.</source>
        <translation>« {name} » n&apos;est pas une image prise en charge.</translation>
    </message>
    <message>
        <source>“{name}” is not running.</source>
        <translation>« {name} » n&apos;est pas en marche.</translation>
    </message>
    <message>
        <source>“{name}” is not the name of a repository with its commit.</source>
        <translation>« {name} » n&apos;est pas le nom d&apos;un dépôt avec son commit.</translation>
    </message>
    <message>
        <source>“{name}” is of a kind ({kind}) that Hubbub does not support yet.</source>
        <translation>« {name} » est d&apos;un type ({kind}) que Hubbub ne prend pas encore en charge.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password, or in a format from before 2007. Save it without a password, or as docx or pptx.</source>
        <translation>« {name} » est protégé par un mot de passe, ou dans un format antérieur à 2007. Enregistrez-le sans mot de passe, ou en docx ou pptx.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password. Save a copy without one first.</source>
        <translation>« {name} » est protégé par un mot de passe. Enregistrez-en d&apos;abord une copie sans mot de passe.</translation>
    </message>
    <message>
        <source>“{name}” is too large for a picture; the limit is {most:,} MB. Save it smaller first.</source>
        <translation>« {name} » est trop grand pour une image ; la limite est de {most:,} Mo. Enregistrez-la d&apos;abord en plus petit.</translation>
    </message>
    <message>
        <source>“{name}” is too long for a sound; the limits are {minutes:,} minutes and {most:,} MB. Cut it first.</source>
        <translation>« {name} » est trop long pour un son ; les limites sont de {minutes:,} minutes et {most:,} Mo. Coupez-le d&apos;abord.</translation>
    </message>
    <message>
        <source>“{name}” needs values first: {names}.</source>
        <translation>« {name} » a d&apos;abord besoin de valeurs : {names}.</translation>
    </message>
    <message>
        <source>“{name}” refused the request ({status}): {reason}</source>
        <translation>« {name} » a refusé la requête ({status}) : {reason}</translation>
    </message>
    <message>
        <source>“{name}” reports: {reason}</source>
        <translation>« {name} » signale : {reason}</translation>
    </message>
    <message>
        <source>“{name}” showed no progress for {seconds:,} seconds and was stopped. The limit can be raised in its settings.</source>
        <translation>« {name} » n&apos;a montré aucun progrès pendant {seconds:,} secondes et a été arrêté. La limite peut être augmentée dans ses paramètres.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped.</source>
        <translation>« {name} » a pris trop de temps à lire et a été ignoré.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Copy the text out of it instead.</source>
        <translation>« {name} » a pris trop de temps à lire et a été ignoré. Copiez-en plutôt le texte.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Save it smaller first.</source>
        <translation>« {name} » a pris trop de temps à lire et a été ignoré. Enregistrez-le d&apos;abord en plus petit.</translation>
    </message>
    <message>
        <source>“{name}” waits until you have signed in with your browser.</source>
        <translation>« {name} » attend que vous vous soyez connecté dans le navigateur.</translation>
    </message>
    <message>
        <source>“{name}” was ended.</source>
        <translation>« {name} » a été terminé.</translation>
    </message>
    <message>
        <source>“{origin}” is not in the form that browsers send.</source>
        <translation>« {origin} » n&apos;a pas la forme que les navigateurs envoient.</translation>
    </message>
    <message>
        <source>“{origin}” is not the origin of a web page. Write it like https://app.example or http://localhost:3000, each page by itself.</source>
        <translation>« {origin} » n&apos;est pas l&apos;origine d&apos;une page web. Écrivez-la comme https://app.example ou http://localhost:3000, chaque page séparément.</translation>
    </message>
    <message>
        <source>“{path}” of “{name}” is an example. Replace it by a path of this computer.</source>
        <translation>« {path} » de « {name} » est un exemple. Remplacez-le par un chemin de cet ordinateur.</translation>
    </message>
    <message>
        <source>“{program}” can&apos;t be started: {reason}.</source>
        <translation>« {program} » ne peut pas être démarré : {reason}.</translation>
    </message>
</context>
<context>
    <name>ServerChoice</name>
    <message>
        <source>Starts: {command}</source>
        <translation>Démarre : {command}</translation>
    </message>
    <message>
        <source>Contacts: {command}</source>
        <translation>Contacte : {command}</translation>
    </message>
    <message>
        <source>With: {names}</source>
        <translation>Avec : {names}</translation>
    </message>
    <message>
        <source>From: {program}</source>
        <translation>De : {program}</translation>
    </message>
</context>
<context>
    <name>ServerImportDialog</name>
    <message>
        <source>Paste server settings</source>
        <translation>Coller des paramètres de serveurs</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>Importer des serveurs</translation>
    </message>
    <message>
        <source>Paste the JSON, the command or the address that the server&apos;s page shows.</source>
        <translation>Collez le JSON, la commande ou l&apos;adresse que montre la page du serveur.</translation>
    </message>
    <message>
        <source>Choose the servers to add. Each is started once, to list its tools.</source>
        <translation>Choisissez les serveurs à ajouter. Chacun est démarré une fois, pour lister ses outils.</translation>
    </message>
    <message>
        <source>No servers were found in other programs.</source>
        <translation>Aucun serveur n&apos;a été trouvé dans d&apos;autres programmes.</translation>
    </message>
    <message>
        <source>Add {count:,} servers</source>
        <translation>Ajouter {count:,} serveurs</translation>
    </message>
    <message>
        <source>Add the server</source>
        <translation>Ajouter le serveur</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Edit a server</source>
        <translation>Modifier un serveur</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Ajouter un serveur</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>Un programme sur cet ordinateur</translation>
    </message>
    <message>
        <source>A service at an address</source>
        <translation>Un service à une adresse</translation>
    </message>
    <message>
        <source>For example: uvx</source>
        <translation>Par exemple : uvx</translation>
    </message>
    <message>
        <source>For example: mcp-server-time</source>
        <translation>Par exemple : mcp-server-time</translation>
    </message>
    <message>
        <source>Your home folder</source>
        <translation>Votre dossier personnel</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variables</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>En-têtes</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Offer its tools</source>
        <translation>Proposer ses outils</translation>
    </message>
    <message>
        <source>Trust its list of read-only tools</source>
        <translation>Se fier à sa liste d&apos;outils en lecture seule</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>Se déconnecter</translation>
    </message>
    <message>
        <source>Discards what you granted in the browser. The server asks again when needed.</source>
        <translation>Supprime l’accès accordé dans le navigateur. Le serveur le redemande au besoin.</translation>
    </message>
    <message>
        <source>State: {state}</source>
        <translation>État : {state}</translation>
    </message>
    <message>
        <source>protocol {version}</source>
        <translation>protocole {version}</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>Déconnecté</translation>
    </message>
    <message>
        <source>Type a name for the server.</source>
        <translation>Saisissez un nom pour le serveur.</translation>
    </message>
    <message>
        <source>Close the quotation mark in the arguments.</source>
        <translation>Fermez le guillemet dans les arguments.</translation>
    </message>
    <message>
        <source>Type the command that starts the server.</source>
        <translation>Saisissez la commande qui démarre le serveur.</translation>
    </message>
    <message>
        <source>Type an address that begins with https:// or http://.</source>
        <translation>Saisissez une adresse qui commence par https:// ou http://.</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>&amp;Type</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>&amp;Commande</translation>
    </message>
    <message>
        <source>&amp;Arguments</source>
        <translation>&amp;Arguments</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Dossier</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Variables</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>Ad&amp;resse</translation>
    </message>
    <message>
        <source>&amp;Headers</source>
        <translation>&amp;En-têtes</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Connexion</translation>
    </message>
    <message>
        <source>Time &amp;limit without progress</source>
        <translation>Dé&amp;lai sans progression</translation>
    </message>
    <message>
        <source>Values that look like keys are moved to this computer&apos;s keyring when you save.</source>
        <translation>Les valeurs qui ressemblent à des clés sont déplacées dans le trousseau de clés de cet ordinateur à l&apos;enregistrement.</translation>
    </message>
    <message>
        <source>Recent output of the server</source>
        <translation>Sortie récente du serveur</translation>
    </message>
</context>
<context>
    <name>ServerTable</name>
    <message>
        <source>Tools of “{name}”…</source>
        <translation>Outils de « {name} »…</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>Modifier « {name} »…</translation>
    </message>
    <message>
        <source>Restart “{name}”</source>
        <translation>Redémarrer « {name} »</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>Retirer « {name} »…</translation>
    </message>
    <message>
        <source>Remove “{name}”? Its program is ended, and its keys are deleted as well.</source>
        <translation>Retirer « {name} » ? Son programme est terminé, et ses clés sont également supprimées.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
</context>
<context>
    <name>ServerToolsDialog</name>
    <message>
        <source>Tools of “{name}”</source>
        <translation>Outils de « {name} »</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Rechercher des outils</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>The first {shown:,} of {count:,} tools. Search for the others.</source>
        <translation>Les {shown:,} premiers outils sur {count:,}. Recherchez les autres.</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>Aucun outil trouvé.</translation>
    </message>
    <message>
        <source>This server has no tools.</source>
        <translation>Ce serveur n&apos;a pas d&apos;outils.</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>Proposer</translation>
    </message>
    <message>
        <source>Offer {name}</source>
        <translation>Proposer {name}</translation>
    </message>
</context>
<context>
    <name>ServersController</name>
    <message>
        <source>The page could not be opened in a browser.</source>
        <translation>La page n&apos;a pas pu être ouverte dans un navigateur.</translation>
    </message>
    <message>
        <source>“{name}” has not started yet, so its tools are missing.</source>
        <translation>« {name} » n&apos;a pas encore démarré ; ses outils manquent donc.</translation>
    </message>
    <message>
        <source>The tools of “{name}” are missing. {reason}</source>
        <translation>Les outils de « {name} » manquent. {reason}</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Fichiers…</translation>
    </message>
    <message>
        <source>“{name}” was not attached: {reason}</source>
        <translation>« {name} » n&apos;a pas été joint : {reason}</translation>
    </message>
</context>
<context>
    <name>SettingGroup</name>
    <message>
        <source>Reset to defaults</source>
        <translation>Rétablir les valeurs par défaut</translation>
    </message>
    <message>
        <source>Reset this page to its defaults</source>
        <translation>Réinitialiser cette page</translation>
    </message>
    <message>
        <source>Reset “{page}” to its defaults? This can&apos;t be undone.</source>
        <translation>Rétablir « {page} » par défaut ? Cette action est irréversible.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Rétablir</translation>
    </message>
</context>
<context>
    <name>SettingRowFactory</name>
    <message>
        <source>General</source>
        <translation>Général</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>Autres machines</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Autres programmes</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Stockage</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sauvegardes</translation>
    </message>
    <message>
        <source>Match system</source>
        <translation>Suivre le système</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Demander</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>Terminer en arrière-plan</translation>
    </message>
    <message>
        <source>Quit and keep the partial answers</source>
        <translation>Quitter et garder les réponses partielles</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>Envoyer avec Ctrl+Entrée</translation>
    </message>
    <message>
        <source>Paste long text as a file</source>
        <translation>Coller les longs textes sous forme de fichier</translation>
    </message>
    <message>
        <source>Longer texts become attachments that can be opened.</source>
        <translation>Les textes plus longs deviennent des pièces jointes qui peuvent être ouvertes.</translation>
    </message>
    <message>
        <source>length limit attachment</source>
        <translation>longueur limite pièce jointe</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> caractères</translation>
    </message>
    <message>
        <source>Name chats automatically</source>
        <translation>Nommer les discussions automatiquement</translation>
    </message>
    <message>
        <source>The model writes a title after the first answer, while it is idle. Titles that you set are never changed.</source>
        <translation>Le modèle rédige un titre après la première réponse, quand il est inactif. Les titres que vous définissez ne sont jamais modifiés.</translation>
    </message>
    <message>
        <source>title rename</source>
        <translation>titre renommer nom</translation>
    </message>
    <message>
        <source>Notify me when an answer is done</source>
        <translation>Me prévenir quand une réponse est terminée</translation>
    </message>
    <message>
        <source>Only when Hubbub is in the background.</source>
        <translation>Uniquement quand Hubbub est en arrière-plan.</translation>
    </message>
    <message>
        <source>Ctrl+Tab cycles through recent tabs</source>
        <translation>Ctrl+Tab parcourt les onglets récents</translation>
    </message>
    <message>
        <source>Hold Ctrl and press Tab: the tab you used last comes first.</source>
        <translation>Maintenez Ctrl et appuyez sur Tab : le dernier onglet utilisé vient en premier.</translation>
    </message>
    <message>
        <source>recently used MRU cycle</source>
        <translation>récemment utilisé MRU parcourir cycle</translation>
    </message>
    <message>
        <source>If answers or downloads are running when I quit</source>
        <translation>Si des réponses ou des téléchargements sont en cours quand je quitte</translation>
    </message>
    <message>
        <source>Finishing in the background requires a system tray.</source>
        <translation>Terminer en arrière-plan nécessite une zone de notification.</translation>
    </message>
    <message>
        <source>exit close running background question confirm</source>
        <translation>quitter fermer en cours arrière-plan question confirmer</translation>
    </message>
    <message>
        <source>Keep running in the tray when the window is closed</source>
        <translation>Continuer en zone de notification quand la fenêtre est fermée</translation>
    </message>
    <message>
        <source>Click the tray icon to reopen the window. Without a tray, closing the window quits Hubbub.</source>
        <translation>Cliquez sur l&apos;icône de notification pour rouvrir la fenêtre. Sans zone de notification, fermer la fenêtre quitte Hubbub.</translation>
    </message>
    <message>
        <source>minimize hide notification area background</source>
        <translation>réduire masquer zone de notification arrière-plan</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Spanish, French and Chinese were translated by machine. Corrections are welcome.</source>
        <translation>L’espagnol, le français et le chinois ont été traduits par une machine. Les corrections sont bienvenues.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Couleurs</translation>
    </message>
    <message>
        <source>theme dark light mode colors</source>
        <translation>thème sombre clair mode couleurs</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Taille du texte</translation>
    </message>
    <message>
        <source>Also in the View menu.</source>
        <translation>Aussi dans le menu Affichage.</translation>
    </message>
    <message>
        <source>font zoom scale larger smaller</source>
        <translation>police zoom échelle plus grand plus petit</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Réduire les animations</translation>
    </message>
    <message>
        <source>No animations and no blinking.</source>
        <translation>Ni animations ni clignotement.</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>Onglets verticaux</translation>
    </message>
    <message>
        <source>side left column tab bar</source>
        <translation>côté gauche colonne barre d&apos;onglets</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>Afficher la barre latérale</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>Après {count} minutes</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longueur du contexte</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat. A token is about four characters.</source>
        <translation>Le nombre de tokens de chaque discussion que le modèle peut lire. Un token correspond à environ quatre caractères.</translation>
    </message>
    <message>
        <source>memory context length window n_ctx</source>
        <translation>mémoire contexte longueur fenêtre n_ctx</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation>Réponses simultanées aux discussions</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>Les autres discussions attendent dans une file.</translation>
    </message>
    <message>
        <source>parallel slots concurrent</source>
        <translation>parallèle emplacements slots simultané</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>Type du cache KV</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory, with nearly identical answers; on the processor, long chats save a quarter.</source>
        <translation>La précision des discussions en mémoire. Q8_0 prend environ la moitié de la mémoire, avec des réponses presque identiques ; sur le processeur, les longues discussions gagnent un quart.</translation>
    </message>
    <message>
        <source>memory quantization quantized KV cache F16 Q8_0</source>
        <translation>mémoire quantification quantifié cache KV F16 Q8_0</translation>
    </message>
    <message>
        <source>F16 (exact)</source>
        <translation>F16 (exact)</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0 (moitié)</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Threads du processeur</translation>
    </message>
    <message>
        <source>Automatic measures which number is fastest.</source>
        <translation>Automatique mesure quel nombre est le plus rapide.</translation>
    </message>
    <message>
        <source>CPU cores speed n_threads</source>
        <translation>CPU cœurs vitesse n_threads</translation>
    </message>
    <message>
        <source>Unload the model when it is idle</source>
        <translation>Décharger le modèle quand il est inactif</translation>
    </message>
    <message>
        <source>Frees its memory for other programs. The next message loads it again, and chats that are cached on disk continue without being read again. Not available while the local server is on.</source>
        <translation>Libère sa mémoire pour les autres programmes. Le prochain message le recharge, et les discussions en cache sur le disque continuent sans être relues. Indisponible tant que le serveur local est activé.</translation>
    </message>
    <message>
        <source>idle timeout TTL keep alive sleep memory free RAM VRAM</source>
        <translation>inactif délai TTL garder veille mémoire libérer RAM VRAM</translation>
    </message>
    <message>
        <source>Memory for models</source>
        <translation>Mémoire pour les modèles</translation>
    </message>
    <message>
        <source>The limit for all models that are loaded at the same time. A model that does not fit waits, or takes the place of one that is idle.</source>
        <translation>La limite pour tous les modèles chargés en même temps. Un modèle qui ne tient pas attend, ou prend la place d’un modèle inactif.</translation>
    </message>
    <message>
        <source>several models RAM limit maximum loaded</source>
        <translation>plusieurs modèles RAM limite maximum chargés</translation>
    </message>
    <message>
        <source>Chats that leave the trash after 30 days are removed from the backups as well. Otherwise, the backups keep them for about another month.</source>
        <translation>Les discussions qui quittent la corbeille après 30 jours sont aussi retirées des sauvegardes. Sinon, elles y restent pendant environ un mois de plus.</translation>
    </message>
    <message>
        <source>several models swap turn time</source>
        <translation>plusieurs modèles échange tour temps</translation>
    </message>
    <message>
        <source>{count:,} s</source>
        <translation>{count:,} s</translation>
    </message>
    <message>
        <source>Guess ahead</source>
        <translation>Deviner à l&apos;avance</translation>
    </message>
    <message>
        <source>Speculative decoding: speeds up answers that repeat parts of the chat.</source>
        <translation>Décodage spéculatif : accélère les réponses qui répètent des parties de la discussion.</translation>
    </message>
    <message>
        <source>speculation speculative decoding draft prompt lookup n-gram speed</source>
        <translation>spéculation décodage spéculatif brouillon prompt lookup n-gram vitesse</translation>
    </message>
    <message>
        <source>As many as fit</source>
        <translation>Autant que possible</translation>
    </message>
    <message>
        <source>Other computers&apos; memory (RPC)</source>
        <translation>Mémoire d&apos;autres ordinateurs (RPC)</translation>
    </message>
    <message>
        <source>Splits models that are too large for this computer: other computers take some of their layers. Start llama.cpp&apos;s “ggml-rpc-server -H 0.0.0.0” there, and enter its address here. Others in the network can read chats and misuse that computer.</source>
        <translation>Répartit les modèles trop grands pour cet ordinateur : d’autres ordinateurs prennent une partie de leurs couches. Lancez-y « ggml-rpc-server -H 0.0.0.0 » de llama.cpp et saisissez ici son adresse. D’autres personnes du réseau peuvent lire les discussions et détourner cet ordinateur.</translation>
    </message>
    <message>
        <source>Sent to the model at the start of every chat.</source>
        <translation>Envoyé au modèle au début de chaque discussion.</translation>
    </message>
    <message>
        <source>Run local read-only tools without asking</source>
        <translation>Exécuter sans demander les outils locaux en lecture seule</translation>
    </message>
    <message>
        <source>These tools do not change or send anything.</source>
        <translation>Ces outils ne modifient et n&apos;envoient rien.</translation>
    </message>
    <message>
        <source>After this many tool calls, the answer stops until you continue it.</source>
        <translation>Après ce nombre d&apos;appels, la réponse s&apos;arrête jusqu&apos;à ce que vous la continuiez.</translation>
    </message>
    <message>
        <source>Turn on the JSON format in the settings of SearXNG.</source>
        <translation>Activez le format JSON dans les paramètres de SearXNG.</translation>
    </message>
    <message>
        <source>Runs a local server for editors and scripts, compatible with OpenAI, Anthropic and Ollama. Your chats have priority.</source>
        <translation>Lance un serveur local pour les éditeurs et les scripts, compatible avec OpenAI, Anthropic et Ollama. Vos discussions ont la priorité.</translation>
    </message>
    <message>
        <source>local server API OpenAI Anthropic Ollama HTTP endpoint</source>
        <translation>serveur local API OpenAI Anthropic Ollama HTTP endpoint</translation>
    </message>
    <message>
        <source>Computers in your network can connect with the token. A certificate encrypts requests and answers.</source>
        <translation>Les ordinateurs de votre réseau peuvent se connecter avec le jeton d’accès. Un certificat chiffre les demandes et les réponses.</translation>
    </message>
    <message>
        <source>distributed cluster network llama.cpp rpc-server split layers remote</source>
        <translation>distribué grappe cluster réseau llama.cpp rpc-server diviser couches distant</translation>
    </message>
    <message>
        <source>Network and privacy</source>
        <translation>Réseau et confidentialité</translation>
    </message>
    <message>
        <source>Enter starts a new line instead.</source>
        <translation>Entrée commence alors une nouvelle ligne.</translation>
    </message>
    <message>
        <source>%</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Lists tabs in the sidebar, above the other chats.</source>
        <translation>Affiche les onglets dans la barre latérale, au-dessus des autres discussions.</translation>
    </message>
    <message>
        <source>All free memory</source>
        <translation>Toute la mémoire libre</translation>
    </message>
    <message>
        <source>Graphics card (GPU)</source>
        <translation>Carte graphique (GPU)</translation>
    </message>
    <message>
        <source>How many layers of the model it computes. More are faster; 0 uses only the processor.</source>
        <translation>Combien de couches du modèle elle calcule. Plus il y en a, plus c&apos;est rapide ; 0 n&apos;utilise que le processeur.</translation>
    </message>
    <message>
        <source>GPU layers offload CUDA Vulkan Metal VRAM speed</source>
        <translation>couches GPU déchargement CUDA Vulkan Metal VRAM vitesse</translation>
    </message>
    <message>
        <source> layers</source>
        <translation> couches</translation>
    </message>
    <message>
        <source>Minimum time in memory</source>
        <translation>Durée minimale en mémoire</translation>
    </message>
    <message>
        <source>When two models that do not fit together take turns, each stays loaded at least this long.</source>
        <translation>Quand deux modèles qui ne tiennent pas ensemble alternent, chacun reste chargé au moins ce temps.</translation>
    </message>
    <message>
        <source>Only for networks that you trust: no encryption and no password.</source>
        <translation>Uniquement pour les réseaux de confiance : ni chiffrement ni mot de passe.</translation>
    </message>
    <message>
        <source>For example: 192.168.1.20:50052</source>
        <translation>Par exemple : 192.168.1.20:50052</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 est prévisible, 1 est créatif, au-delà c&apos;est erratique.</translation>
    </message>
    <message>
        <source>creativity randomness sampling</source>
        <translation>créativité hasard échantillonnage</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>Longueur maximale</translation>
    </message>
    <message>
        <source>Without a limit, an answer can fill the context.</source>
        <translation>Sans limite, une réponse peut remplir le contexte.</translation>
    </message>
    <message>
        <source>reply max tokens length</source>
        <translation>réponse max tokens longueur</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Aucune limite</translation>
    </message>
    <message>
        <source>End answers that repeat themselves</source>
        <translation>Terminer les réponses qui se répètent</translation>
    </message>
    <message>
        <source>Small models sometimes repeat the same text endlessly. Such an answer ends, and can be continued. Other programs have to request this.</source>
        <translation>Les petits modèles répètent parfois le même texte sans fin. Une telle réponse se termine, et peut être poursuivie. Les autres programmes doivent le demander.</translation>
    </message>
    <message>
        <source>repetition loop endless stuck degenerate</source>
        <translation>répétition boucle sans fin bloqué dégénéré</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>instructions persona role</source>
        <translation>instructions personnage rôle</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>Par exemple : Répondez brièvement.</translation>
    </message>
    <message>
        <source>Run the engine in a sandbox</source>
        <translation>Exécuter le moteur dans un bac à sable</translation>
    </message>
    <message>
        <source>On Linux. Keeps a malicious model from changing your files and from using the network. Turn it off if a graphics card does not work. Takes effect at the next start.</source>
        <translation>Sous Linux. Empêche un modèle malveillant de modifier vos fichiers et d&apos;utiliser le réseau. Désactivez-le si une carte graphique ne fonctionne pas. Prend effet au prochain démarrage.</translation>
    </message>
    <message>
        <source>security protection Landlock seccomp</source>
        <translation>sécurité protection sandbox Landlock seccomp</translation>
    </message>
    <message>
        <source>{count} MB/s</source>
        <translation>{count} Mo/s</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>Travailler hors ligne</translation>
    </message>
    <message>
        <source>Hubbub opens no connections, whatever the other settings are.</source>
        <translation>Hubbub n&apos;ouvre aucune connexion, quels que soient les autres paramètres.</translation>
    </message>
    <message>
        <source>internet online connection disconnect airplane mode</source>
        <translation>internet en ligne connexion déconnecter mode avion</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Rechercher les mises à jour</translation>
    </message>
    <message>
        <source>Checks once a day over the network and notifies you. Nothing is installed.</source>
        <translation>Vérifie une fois par jour via le réseau et vous prévient. Rien n&apos;est installé.</translation>
    </message>
    <message>
        <source>update upgrade</source>
        <translation>mise à jour mettre à niveau version</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>Rechercher des modèles sur Hugging Face</translation>
    </message>
    <message>
        <source>Sends your search terms, and downloads the models that you choose.</source>
        <translation>Envoie vos termes de recherche, et télécharge les modèles que vous choisissez.</translation>
    </message>
    <message>
        <source>hub download consent privacy</source>
        <translation>hub téléchargement consentement confidentialité</translation>
    </message>
    <message>
        <source>Download speed</source>
        <translation>Vitesse de téléchargement</translation>
    </message>
    <message>
        <source>For all downloads combined.</source>
        <translation>Pour tous les téléchargements ensemble.</translation>
    </message>
    <message>
        <source>bandwidth limit throttle</source>
        <translation>bande passante limite débit</translation>
    </message>
    <message>
        <source>Downloads at once</source>
        <translation>Téléchargements simultanés</translation>
    </message>
    <message>
        <source>Further downloads wait in a queue.</source>
        <translation>Les autres téléchargements attendent dans une file.</translation>
    </message>
    <message>
        <source>parallel simultaneous queue</source>
        <translation>parallèle simultané file</translation>
    </message>
    <message>
        <source>Let other machines write titles and recaps</source>
        <translation>Laisser d&apos;autres machines rédiger les titres et les récapitulatifs</translation>
    </message>
    <message>
        <source>For the chats that they answer. Otherwise, the model on this computer writes them.</source>
        <translation>Pour les discussions auxquelles elles répondent. Sinon, le modèle de cet ordinateur les rédige.</translation>
    </message>
    <message>
        <source>remote endpoint title summary server API</source>
        <translation>distant point d&apos;accès titre résumé serveur API</translation>
    </message>
    <message>
        <source>Wikipedia (no key)</source>
        <translation>Wikipedia (sans clé)</translation>
    </message>
    <message>
        <source>SearXNG, at your address</source>
        <translation>SearXNG, à votre adresse</translation>
    </message>
    <message>
        <source>allow permission approve MCP</source>
        <translation>autoriser permission approuver MCP</translation>
    </message>
    <message>
        <source>Calls in one answer</source>
        <translation>Appels dans une réponse</translation>
    </message>
    <message>
        <source>limit maximum loop agent MCP</source>
        <translation>limite maximum boucle agent MCP</translation>
    </message>
    <message>
        <source>Search the web with</source>
        <translation>Rechercher sur le web avec</translation>
    </message>
    <message>
        <source>The service that the built-in search sends its queries to.</source>
        <translation>Le service auquel la recherche intégrée envoie ses requêtes.</translation>
    </message>
    <message>
        <source>search engine internet</source>
        <translation>moteur de recherche internet</translation>
    </message>
    <message>
        <source>Address of SearXNG</source>
        <translation>Adresse de SearXNG</translation>
    </message>
    <message>
        <source>search engine internet server</source>
        <translation>moteur de recherche internet serveur</translation>
    </message>
    <message>
        <source>For example http://rack:8080</source>
        <translation>Par exemple http://rack:8080</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>Laisser d&apos;autres programmes utiliser le modèle</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>The port of the local server.</source>
        <translation>Le port du serveur local.</translation>
    </message>
    <message>
        <source>local server API address listen</source>
        <translation>serveur local API adresse écoute</translation>
    </message>
    <message>
        <source>Allow other computers</source>
        <translation>Autoriser d&apos;autres ordinateurs</translation>
    </message>
    <message>
        <source>listen network LAN 0.0.0.0</source>
        <translation>écoute réseau LAN 0.0.0.0</translation>
    </message>
    <message>
        <source>HTTP is not encrypted: others in the network can read along.</source>
        <translation>HTTP n’est pas chiffré : d’autres personnes du réseau peuvent lire.</translation>
    </message>
    <message>
        <source>Address for other computers</source>
        <translation>Adresse pour les autres ordinateurs</translation>
    </message>
    <message>
        <source>The server accepts their connections only at this address of this computer. Leave it empty for all addresses, in all networks.</source>
        <translation>Le serveur n&apos;accepte leurs connexions qu&apos;à cette adresse de cet ordinateur. Laissez vide pour toutes les adresses, dans tous les réseaux.</translation>
    </message>
    <message>
        <source>listen bind interface host IP</source>
        <translation>écoute lier interface hôte IP</translation>
    </message>
    <message>
        <source>For example 192.168.1.20</source>
        <translation>Par exemple 192.168.1.20</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Certificat</translation>
    </message>
    <message>
        <source>With a certificate and its key, the server uses HTTPS, which is encrypted.</source>
        <translation>Avec un certificat et sa clé, le serveur utilise HTTPS, qui est chiffré.</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM cert</source>
        <translation>TLS SSL HTTPS chiffrement PEM certificat</translation>
    </message>
    <message>
        <source>A PEM file with the whole chain</source>
        <translation>Un fichier PEM avec toute la chaîne</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Clé privée</translation>
    </message>
    <message>
        <source>The key of the certificate, without a password. The file is not copied.</source>
        <translation>La clé du certificat, sans mot de passe. Le fichier n&apos;est pas copié.</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM private</source>
        <translation>TLS SSL HTTPS chiffrement PEM privée</translation>
    </message>
    <message>
        <source>A PEM file</source>
        <translation>Un fichier PEM</translation>
    </message>
    <message>
        <source>Allowed web pages</source>
        <translation>Pages web autorisées</translation>
    </message>
    <message>
        <source>Pages of these origins can use the server. They also need the token. Leave it empty to allow none.</source>
        <translation>Les pages de ces origines peuvent utiliser le serveur. Elles ont aussi besoin du jeton. Laissez vide pour n&apos;en autoriser aucune.</translation>
    </message>
    <message>
        <source>CORS origin browser extension</source>
        <translation>CORS origine navigateur extension</translation>
    </message>
    <message>
        <source>For example https://app.example, http://localhost:3000</source>
        <translation>Par exemple https://app.example, http://localhost:3000</translation>
    </message>
    <message>
        <source>Allowed host names</source>
        <translation>Noms d&apos;hôte autorisés</translation>
    </message>
    <message>
        <source>Programs in containers and on other computers can reach this computer by these names. Other names are refused, because a web page can point its own name to this computer.</source>
        <translation>Les programmes dans des conteneurs et sur d&apos;autres ordinateurs peuvent joindre cet ordinateur par ces noms. Les autres noms sont refusés, car une page web peut faire pointer son propre nom vers cet ordinateur.</translation>
    </message>
    <message>
        <source>Host header docker container DNS name</source>
        <translation>en-tête Host docker conteneur DNS nom</translation>
    </message>
    <message>
        <source>For example host.docker.internal</source>
        <translation>Par exemple host.docker.internal</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Cache chats on disk</source>
        <translation>Mettre les discussions en cache sur le disque</translation>
    </message>
    <message>
        <source>Old chats continue without being read again, even after a restart.</source>
        <translation>Les anciennes discussions continuent sans être relues, même après un redémarrage.</translation>
    </message>
    <message>
        <source>Cache size limit</source>
        <translation>Limite de taille du cache</translation>
    </message>
    <message>
        <source>The least recently used chats are removed first. Your messages are never deleted.</source>
        <translation>Les discussions les moins récemment utilisées sont retirées en premier. Vos messages ne sont jamais supprimés.</translation>
    </message>
    <message>
        <source>Cache share of other programs</source>
        <translation>Part du cache des autres programmes</translation>
    </message>
    <message>
        <source>Other programs can use this share of the cache, in memory and on disk, and the space that your chats leave free. Applies when the model is loaded next.</source>
        <translation>Les autres programmes peuvent utiliser cette part du cache, en mémoire et sur le disque, ainsi que l&apos;espace laissé libre par vos discussions. S&apos;applique au prochain chargement du modèle.</translation>
    </message>
    <message>
        <source>Remove deleted chats from the backups</source>
        <translation>Retirer les discussions supprimées des sauvegardes</translation>
    </message>
    <message>
        <source>privacy purge delete permanently</source>
        <translation>confidentialité purger supprimer définitivement</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Source: {name}</source>
        <translation>Source : {name}</translation>
    </message>
    <message>
        <source>Deleted source</source>
        <translation>Source supprimée</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>Hubbub {version}: many chats, one local model, all at once.</source>
        <translation>Hubbub {version} : plusieurs discussions, un seul modèle local, tout à la fois.</translation>
    </message>
    <message>
        <source>MIT licence. Thanks to llama.cpp, Qt and all the others.</source>
        <translation>Licence MIT. Merci à llama.cpp, Qt et tous les autres.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Automatic: {count:,}</source>
        <translation>Automatique : {count:,}</translation>
    </message>
    <message>
        <source>Automatic: {size}</source>
        <translation>Automatique : {size}</translation>
    </message>
    <message>
        <source>This model: {value}</source>
        <translation>Ce modèle : {value}</translation>
    </message>
    <message>
        <source>Show the welcome tips again</source>
        <translation>Afficher à nouveau les conseils de bienvenue</translation>
    </message>
    <message>
        <source>Show and change all shortcuts…</source>
        <translation>Afficher et modifier tous les raccourcis…</translation>
    </message>
    <message>
        <source>Chats are stored in {conversations}, settings in {settings}, the log in {log}.</source>
        <translation>Les discussions sont enregistrées dans {conversations}, les paramètres dans {settings}, le journal dans {log}.</translation>
    </message>
    <message>
        <source>Where things are stored</source>
        <translation>Où les données sont enregistrées</translation>
    </message>
    <message>
        <source>Nothing you write leaves this computer unless you choose another machine for a chat, or allow a tool that sends something. The window and the engine open no connections; a separate process checks for updates, and finds and downloads models, if you turn that on. Links open in your browser, and only when you click them.</source>
        <translation>Rien de ce que vous écrivez ne quitte cet ordinateur, sauf si vous choisissez une autre machine pour une discussion ou autorisez un outil qui envoie quelque chose. La fenêtre et le moteur n’ouvrent aucune connexion ; un processus distinct cherche les mises à jour, et trouve et télécharge des modèles si vous l’activez. Les liens s’ouvrent dans votre navigateur, et seulement si vous cliquez dessus.</translation>
    </message>
    <message>
        <source>If other computers&apos; memory is used (Engine, RPC), the engine connects to them and sends parts of chats unencrypted.</source>
        <translation>Si la mémoire d&apos;autres ordinateurs est utilisée (Moteur, RPC), le moteur s&apos;y connecte et envoie des parties de discussions non chiffrées.</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Ce qui quitte cet ordinateur</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>Ouvrir un modèle…</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>Modèle de départ</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avancé</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archives</translation>
    </message>
    <message>
        <source>Nothing is archived. Archived chats leave the list and stay here.</source>
        <translation>Rien n&apos;est archivé. Les discussions archivées quittent la liste et restent ici.</translation>
    </message>
    <message>
        <source>Filter chats</source>
        <translation>Filtrer les discussions</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>No chats yet. What you write is kept here, on this computer.</source>
        <translation>Aucune discussion pour l&apos;instant. Ce que vous écrivez est gardé ici, sur cet ordinateur.</translation>
    </message>
    <message>
        <source>No chat has this tag.</source>
        <translation>Aucune discussion n&apos;a cette étiquette.</translation>
    </message>
    <message>
        <source>No title or message has these words.</source>
        <translation>Aucun titre ni message ne contient ces mots.</translation>
    </message>
    <message>
        <source>No matching titles. Searching messages…</source>
        <translation>Aucun titre correspondant. Recherche dans les messages…</translation>
    </message>
</context>
<context>
    <name>SidebarMenus</name>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>Nouvelle étiquette</translation>
    </message>
</context>
<context>
    <name>SlotChart</name>
    <message>
        <source>Slots</source>
        <translation>Emplacements</translation>
    </message>
    <message>
        <source>Slot {number} is free: {free:,} tokens.</source>
        <translation>L&apos;emplacement {number} est libre : {free:,} tokens.</translation>
    </message>
    <message>
        <source>Slot {number} is answering “{occupant}”: {kept:,} tokens kept, {new:,} new, {free:,} free.</source>
        <translation>L&apos;emplacement {number} répond à « {occupant} » : {kept:,} tokens gardés, {new:,} nouveaux, {free:,} libres.</translation>
    </message>
    <message>
        <source>Slot {number} caches “{occupant}”: {kept:,} tokens cached, {new:,} new, {free:,} free.</source>
        <translation>L&apos;emplacement {number} met en cache « {occupant} » : {kept:,} tokens en cache, {new:,} nouveaux, {free:,} libres.</translation>
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
        <translation>Son {name}, {length}</translation>
    </message>
    <message>
        <source>Remove this sound</source>
        <translation>Retirer ce son</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>Source {number}: {title}</source>
        <translation>Source {number} : {title}</translation>
    </message>
</context>
<context>
    <name>SourceCards</name>
    <message>
        <source>Open {address} in your browser?</source>
        <translation>Ouvrir {address} dans votre navigateur ?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
</context>
<context>
    <name>SourceDetails</name>
    <message>
        <source>Pause</source>
        <translation>Mettre en pause</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Lire maintenant</translation>
    </message>
    <message>
        <source>Read the new version</source>
        <translation>Lire la nouvelle version</translation>
    </message>
    <message>
        <source>Split into parts</source>
        <translation>Diviser en parties</translation>
    </message>
    <message>
        <source>Chats with this source</source>
        <translation>Discussions avec cette source</translation>
    </message>
    <message>
        <source>Move to the newest version</source>
        <translation>Passer à la version la plus récente</translation>
    </message>
    <message>
        <source>New chat with this source</source>
        <translation>Nouvelle discussion avec cette source</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Modifier…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Instruction: {text}</source>
        <translation>Instruction : {text}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>Version {number}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Reading progress</source>
        <translation>Progression de la lecture</translation>
    </message>
</context>
<context>
    <name>SourceEditing</name>
    <message>
        <source>Reading… {count:,} files so far</source>
        <translation>Lecture… {count:,} fichiers jusqu&apos;ici</translation>
    </message>
    <message>
        <source>Searching… {count:,} files and folders so far</source>
        <translation>Recherche… {count:,} fichiers et dossiers jusqu&apos;ici</translation>
    </message>
    <message>
        <source>About {count:,} tokens.</source>
        <translation>Environ {count:,} tokens.</translation>
    </message>
    <message>
        <source>{files:,} files, about {count:,} tokens.</source>
        <translation>{files:,} fichiers, environ {count:,} tokens.</translation>
    </message>
    <message>
        <source>That is {over:,} more than the limit of this model ({window:,}). It can be added in parts.</source>
        <translation>C&apos;est {over:,} de plus que la limite de ce modèle ({window:,}). Elle peut être ajoutée en plusieurs parties.</translation>
    </message>
    <message>
        <source>Only {count:,} files and folders were examined.</source>
        <translation>Seuls {count:,} fichiers et dossiers ont été examinés.</translation>
    </message>
    <message>
        <source>The size limit of a source was reached; the rest was skipped.</source>
        <translation>La limite de taille d&apos;une source a été atteinte ; le reste a été ignoré.</translation>
    </message>
    <message>
        <source>ignored by .gitignore: {count:,}</source>
        <translation>ignorés par .gitignore : {count:,}</translation>
    </message>
    <message>
        <source>folders whose .gitignore is too long: {count:,}</source>
        <translation>dossiers dont le .gitignore est trop long : {count:,}</translation>
    </message>
    <message>
        <source>folders of builds and packages: {count:,}</source>
        <translation>dossiers de compilation et de paquets : {count:,}</translation>
    </message>
    <message>
        <source>hidden folders: {count:,}</source>
        <translation>dossiers masqués : {count:,}</translation>
    </message>
    <message>
        <source>folders at a depth of more than {depth}: {count:,}</source>
        <translation>dossiers à une profondeur de plus de {depth} : {count:,}</translation>
    </message>
    <message>
        <source>left out by the filter: {count:,}</source>
        <translation>écartés par le filtre : {count:,}</translation>
    </message>
    <message>
        <source>other kinds of files: {count:,}</source>
        <translation>autres types de fichiers : {count:,}</translation>
    </message>
    <message>
        <source>links: {count:,}</source>
        <translation>liens : {count:,}</translation>
    </message>
    <message>
        <source>too large: {count:,}</source>
        <translation>trop grands : {count:,}</translation>
    </message>
    <message>
        <source>without text: {count:,}</source>
        <translation>sans texte : {count:,}</translation>
    </message>
    <message>
        <source>Skipped: {reasons}.</source>
        <translation>Ignorés : {reasons}.</translation>
    </message>
    <message>
        <source>This source was deleted in the meantime. Add it again as a new one.</source>
        <translation>Cette source a été supprimée entre-temps. Ajoutez-la de nouveau.</translation>
    </message>
    <message>
        <source>This text is too large for the context of the model. Add it in {count:,} parts, cut where files or chapters end?</source>
        <translation>Ce texte est trop grand pour le contexte du modèle. L&apos;ajouter en {count:,} parties, coupées là où finissent les fichiers ou les chapitres ?</translation>
    </message>
    <message>
        <source>It is far too large. Choose fewer files.</source>
        <translation>C&apos;est bien trop grand. Choisissez moins de fichiers.</translation>
    </message>
    <message>
        <source>Add in parts</source>
        <translation>Ajouter en parties</translation>
    </message>
</context>
<context>
    <name>SourceEditor</name>
    <message>
        <source>Add a source</source>
        <translation>Ajouter une source</translation>
    </message>
    <message>
        <source>Edit the source</source>
        <translation>Modifier la source</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Choisir des fichiers…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Choisir un dossier…</translation>
    </message>
    <message>
        <source>Write or paste instead</source>
        <translation>Écrire ou coller plutôt</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Save as a new version</source>
        <translation>Enregistrer comme nouvelle version</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Texte collé</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lecture…</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>Choisir des fichiers</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Choisir un dossier</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>De {paths}</translation>
    </message>
    <message>
        <source>Filter, for example: *.py docs/* !tests/*</source>
        <translation>Filtre, par exemple : *.py docs/* !tests/*</translation>
    </message>
    <message>
        <source>File filter</source>
        <translation>Filtre de fichiers</translation>
    </message>
    <message>
        <source>Type or paste text, or choose files above.</source>
        <translation>Saisissez ou collez du texte, ou choisissez des fichiers ci-dessus.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Instruction</translation>
    </message>
    <message>
        <source>Optional: what the model should do with the text</source>
        <translation>Facultatif : ce que le modèle doit faire du texte</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>&amp;Instruction</source>
        <translation>&amp;Instruction</translation>
    </message>
</context>
<context>
    <name>SourceTexts</name>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} discussions</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 discussion</translation>
    </message>
    <message>
        <source>changed on disk</source>
        <translation>modifiée sur le disque</translation>
    </message>
    <message>
        <source>read by another model</source>
        <translation>lue par un autre modèle</translation>
    </message>
    <message>
        <source>{count:,} tokens, read</source>
        <translation>{count:,} tokens, lus</translation>
    </message>
    <message>
        <source>reading, {percent}%</source>
        <translation>lecture, {percent} %</translation>
    </message>
    <message>
        <source>waits to be read</source>
        <translation>en attente de lecture</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>en pause</translation>
    </message>
    <message>
        <source>too large for this model</source>
        <translation>trop grande pour ce modèle</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>lecture impossible</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>pas encore lue</translation>
    </message>
    <message>
        <source>The model is reading it: {percent}%. You can ask now.</source>
        <translation>Le modèle la lit : {percent} %. Vous pouvez déjà poser une question.</translation>
    </message>
    <message>
        <source>The text is too large for this model. The Sources page can split it.</source>
        <translation>Le texte est trop grand pour ce modèle. La page des sources peut le diviser.</translation>
    </message>
    <message>
        <source>It could not be read: {error}</source>
        <translation>Elle n’a pas pu être lue : {error}</translation>
    </message>
    <message>
        <source>The model reads it before its first answer.</source>
        <translation>Le modèle la lit avant sa première réponse.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lue</translation>
    </message>
    <message>
        <source>{count:,} tokens, {disk} on disk</source>
        <translation>{count:,} tokens, {disk} sur le disque</translation>
    </message>
    <message>
        <source>Read {moment}</source>
        <translation>Lue {moment}</translation>
    </message>
    <message>
        <source>The model has read the text, and answers at once.</source>
        <translation>Le modèle a lu le texte et répond tout de suite.</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} tokens</translation>
    </message>
    <message>
        <source>It has {count:,} tokens, {over:,} more than this model holds ({limit:,}). Split it into parts, or choose a larger context in the settings.</source>
        <translation>Elle a {count:,} tokens, {over:,} de plus que ce modèle ne peut en contenir ({limit:,}). Divisez-la en parties, ou choisissez un contexte plus grand dans les paramètres.</translation>
    </message>
    <message>
        <source>Its files have changed since it was read. Chats keep their version.</source>
        <translation>Ses fichiers ont changé depuis sa lecture. Les discussions gardent leur version.</translation>
    </message>
    <message>
        <source>Another model has read it. The model that is loaded reads it again with the next chat.</source>
        <translation>Un autre modèle l&apos;a lue. Le modèle chargé la relit avec la prochaine discussion.</translation>
    </message>
    <message>
        <source>Version {number} · {moment} · {size}</source>
        <translation>Version {number} · {moment} · {size}</translation>
    </message>
    <message>
        <source>From the folder {path}</source>
        <translation>Du dossier {path}</translation>
    </message>
    <message>
        <source>From the folder {path}, only {patterns}</source>
        <translation>Du dossier {path}, seulement {patterns}</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>De {paths}</translation>
    </message>
    <message>
        <source>A text that was pasted</source>
        <translation>Un texte collé</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>Waiting for “{name}”: {percent}% read</source>
        <translation>En attente de « {name} » : {percent} % lus</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions?</source>
        <translation>Supprimer « {name} » avec toutes ses versions ?</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions? Its chats stay ({count:,}), but the model will not know the text in them any more.</source>
        <translation>Supprimer « {name} » avec toutes ses versions ? Ses discussions restent ({count:,}), mais le modèle n&apos;en connaîtra plus le texte.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
</context>
<context>
    <name>SourcesPage</name>
    <message>
        <source>Sources</source>
        <translation>Sources</translation>
    </message>
    <message>
        <source>Add a source…</source>
        <translation>Ajouter une source…</translation>
    </message>
    <message>
        <source>No sources yet. Add files, a folder of code, a saved web page or pasted text. The model reads it once, and every chat that starts from it is ready at once, also after a restart.</source>
        <translation>Aucune source. Ajoutez des fichiers, un dossier de code, une page web enregistrée ou du texte collé. Le modèle les lit une seule fois, et chaque discussion qui en part est prête aussitôt, même après un redémarrage.</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Waiting…</source>
        <translation>En attente…</translation>
    </message>
    <message>
        <source>Waiting, position {place:,}</source>
        <translation>En attente, position {place:,}</translation>
    </message>
    <message>
        <source>Reading {percent}%…</source>
        <translation>Lecture {percent} %…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Rédaction…</translation>
    </message>
    <message>
        <source>A tool waits for your answer</source>
        <translation>Un outil attend votre réponse</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>Un outil s&apos;exécute…</translation>
    </message>
    <message>
        <source>The last answer failed</source>
        <translation>La dernière réponse a échoué</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrompu</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>nouvelle réponse</translation>
    </message>
    <message>
        <source>on {machine}</source>
        <translation>sur {machine}</translation>
    </message>
    <message>
        <source>{count:,} oldest messages forgotten</source>
        <translation>{count:,} messages les plus anciens oubliés</translation>
    </message>
    <message>
        <source>oldest message forgotten</source>
        <translation>message le plus ancien oublié</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}</source>
        <translation>{used:,} / {total:,}</translation>
    </message>
    <message>
        <source>{used:,} tokens, more than the limit of {total:,}</source>
        <translation>{used:,} tokens, plus que la limite de {total:,}</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, nearly full</source>
        <translation>{used:,} / {total:,}, presque plein</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, filling up</source>
        <translation>{used:,} / {total:,}, se remplit</translation>
    </message>
</context>
<context>
    <name>StepChart</name>
    <message>
        <source>Step times of the last minute</source>
        <translation>Durées des étapes de la dernière minute</translation>
    </message>
    <message>
        <source>No steps in the last minute.</source>
        <translation>Aucune étape dans la dernière minute.</translation>
    </message>
    <message>
        <source>The longest step of the last minute took {time:,} ms.</source>
        <translation>L&apos;étape la plus longue de la dernière minute a pris {time:,} ms.</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>a minute ago</source>
        <translation>il y a une minute</translation>
    </message>
    <message>
        <source>now</source>
        <translation>maintenant</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Thought for {duration}</source>
        <translation>A réfléchi pendant {duration}</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>A réfléchi</translation>
    </message>
    <message>
        <source>used {count:,} tools</source>
        <translation>a utilisé {count:,} outils</translation>
    </message>
    <message>
        <source>used a tool</source>
        <translation>a utilisé un outil</translation>
    </message>
    <message>
        <source>{count:,} calls failed</source>
        <translation>{count:,} appels ont échoué</translation>
    </message>
    <message>
        <source>a call failed</source>
        <translation>un appel a échoué</translation>
    </message>
    <message>
        <source>{count:,} calls refused</source>
        <translation>{count:,} appels refusés</translation>
    </message>
    <message>
        <source>a call refused</source>
        <translation>un appel refusé</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Explain how a rainbow forms</source>
        <translation>Expliquez comment se forme un arc-en-ciel</translation>
    </message>
    <message>
        <source>Why is the sky blue?</source>
        <translation>Pourquoi le ciel est-il bleu ?</translation>
    </message>
    <message>
        <source>Write a poem about the sea</source>
        <translation>Écrivez un poème sur la mer</translation>
    </message>
    <message>
        <source>Tell me a bedtime story</source>
        <translation>Racontez-moi une histoire pour m&apos;endormir</translation>
    </message>
    <message>
        <source>Write an email to ask for a day off</source>
        <translation>Rédigez un e-mail pour demander un jour de congé</translation>
    </message>
    <message>
        <source>Plan a weekend in Rome</source>
        <translation>Planifiez un week-end à Rome</translation>
    </message>
    <message>
        <source>Make a plan for learning Spanish</source>
        <translation>Faites un plan pour apprendre l&apos;espagnol</translation>
    </message>
    <message>
        <source>Suggest five quick dinners</source>
        <translation>Proposez cinq dîners rapides</translation>
    </message>
    <message>
        <source>Summarize the attached file.</source>
        <translation>Résume le fichier joint.</translation>
    </message>
    <message>
        <source>List pros and cons of remote work</source>
        <translation>Listez les avantages et inconvénients du télétravail</translation>
    </message>
    <message>
        <source>Once upon a time, in a village by the sea,</source>
        <translation>Il était une fois, dans un village au bord de la mer,</translation>
    </message>
    <message>
        <source>The three most important inventions are</source>
        <translation>Les trois inventions les plus importantes sont</translation>
    </message>
    <message>
        <source>To all neighbours:</source>
        <translation>À tous les voisins :</translation>
    </message>
    <message>
        <source>Recipe for potato soup. Ingredients:</source>
        <translation>Recette de soupe de pommes de terre. Ingrédients :</translation>
    </message>
    <message>
        <source>The train left the station at midnight, and</source>
        <translation>Le train quitta la gare à minuit, et</translation>
    </message>
    <message>
        <source>A rainbow forms when</source>
        <translation>Un arc-en-ciel se forme quand</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>Pinned tabs</source>
        <translation>Onglets épinglés</translation>
    </message>
    <message>
        <source>Chats in tabs</source>
        <translation>Discussions dans des onglets</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>Lister tous les onglets</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>Onglets ouverts</translation>
    </message>
    <message>
        <source>Tabs on the left</source>
        <translation>Onglets à gauche</translation>
    </message>
    <message>
        <source>Tabs on the right</source>
        <translation>Onglets à droite</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Close tab</source>
        <translation>Fermer l&apos;onglet</translation>
    </message>
</context>
<context>
    <name>TabCommands</name>
    <message>
        <source>Answer copied.</source>
        <translation>Réponse copiée.</translation>
    </message>
</context>
<context>
    <name>TabList</name>
    <message>
        <source>pinned</source>
        <translation>épinglé</translation>
    </message>
</context>
<context>
    <name>TabListPopup</name>
    <message>
        <source>Search tabs</source>
        <translation>Rechercher des onglets</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Fermer les onglets terminés</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Aucun résultat.</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>Tous les onglets</translation>
    </message>
    <message>
        <source>Close finished tabs ({count:,})</source>
        <translation>Fermer les onglets terminés ({count:,})</translation>
    </message>
</context>
<context>
    <name>TabListView</name>
    <message>
        <source>Tabs</source>
        <translation>Onglets</translation>
    </message>
</context>
<context>
    <name>TabMenu</name>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Proposer un titre</translation>
    </message>
    <message>
        <source>Move to a folder…</source>
        <translation>Déplacer vers un dossier…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliquer</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>Supprimer la discussion</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>Ouvrir en vue partagée</translation>
    </message>
    <message>
        <source>Show on the left</source>
        <translation>Afficher à gauche</translation>
    </message>
    <message>
        <source>Move to the main window</source>
        <translation>Déplacer vers la fenêtre principale</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>Déplacer vers une nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Rouvrir l&apos;onglet fermé</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Fermer l&apos;onglet</translation>
    </message>
    <message>
        <source>Close tabs below</source>
        <translation>Fermer les onglets en dessous</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>Fermer les onglets à droite</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Fermer les onglets terminés</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Fermer les autres onglets</translation>
    </message>
</context>
<context>
    <name>TabPane</name>
    <message>
        <source>No tab is open. {key} opens one.</source>
        <translation>Aucun onglet n&apos;est ouvert. {key} en ouvre un.</translation>
    </message>
    <message>
        <source>No tab is open.</source>
        <translation>Aucun onglet n&apos;est ouvert.</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>pinned</source>
        <translation>épinglé</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Show earlier tabs</source>
        <translation>Afficher les onglets précédents</translation>
    </message>
    <message>
        <source>Show later tabs</source>
        <translation>Afficher les onglets suivants</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Thinking: {state}</source>
        <translation>Réflexion : {state}</translation>
    </message>
    <message>
        <source>Changing this re-reads {count:,} tokens</source>
        <translation>Ce changement fait relire {count:,} tokens</translation>
    </message>
    <message>
        <source>Changing this re-reads nothing</source>
        <translation>Ce changement ne fait rien relire</translation>
    </message>
    <message>
        <source>No thinking</source>
        <translation>Sans réflexion</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désactivée</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activée</translation>
    </message>
    <message>
        <source>as the model does</source>
        <translation>selon le modèle</translation>
    </message>
    <message>
        <source>effort {effort}</source>
        <translation>effort {effort}</translation>
    </message>
    <message>
        <source>at most {count:,} tokens</source>
        <translation>au plus {count:,} tokens</translation>
    </message>
    <message>
        <source>Think before answering</source>
        <translation>Réfléchir avant de répondre</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>Effort</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Aucune limite</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} tokens</translation>
    </message>
    <message>
        <source>Another number…</source>
        <translation>Autre nombre…</translation>
    </message>
    <message>
        <source>Use for all chats with this model</source>
        <translation>Utiliser pour toutes les discussions avec ce modèle</translation>
    </message>
    <message>
        <source>Reset to the model&apos;s default</source>
        <translation>Rétablir la valeur par défaut du modèle</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Budget de réflexion</translation>
    </message>
    <message>
        <source>Thinking budget (tokens)</source>
        <translation>Budget de réflexion (tokens)</translation>
    </message>
</context>
<context>
    <name>ThinkingSection</name>
    <message>
        <source>Thinking</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>Effort</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Budget de réflexion</translation>
    </message>
    <message>
        <source>The number of thinking tokens after which the model has to answer.</source>
        <translation>Le nombre de tokens de réflexion après lequel le modèle doit répondre.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Aucune limite</translation>
    </message>
    <message>
        <source>After a change, the model reads the whole chat again.</source>
        <translation>Après un changement, le modèle relit toute la discussion.</translation>
    </message>
    <message>
        <source>The argument “{name}” of the chat template.</source>
        <translation>L&apos;argument « {name} » du gabarit de discussion.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Par défaut</translation>
    </message>
    <message>
        <source>Default ({value})</source>
        <translation>Par défaut ({value})</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Activée</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
</context>
<context>
    <name>Title</name>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
</context>
<context>
    <name>TitleBox</name>
    <message>
        <source>Title of this chat</source>
        <translation>Titre de cette discussion</translation>
    </message>
</context>
<context>
    <name>TitleGenerator</name>
    <message>
        <source>The model is asked for a title. Answers go first.</source>
        <translation>Un titre est demandé au modèle. Les réponses passent d&apos;abord.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>No title was suggested. This chat is still called “{title}”.</source>
        <translation>Aucun titre n&apos;a été proposé. Cette discussion s&apos;appelle toujours « {title} ».</translation>
    </message>
    <message>
        <source>“{old}” was renamed to “{new}”.</source>
        <translation>« {old} » a été renommée en « {new} ».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler l&apos;action</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Fermer ce message</translation>
    </message>
</context>
<context>
    <name>TokenBias</name>
    <message>
        <source>never</source>
        <translation>jamais</translation>
    </message>
</context>
<context>
    <name>TokenView</name>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>For gated and private models. It is stored in this computer&apos;s keyring, and sent to the hub only.</source>
        <translation>Pour les modèles à accès restreint et privés. Il est enregistré dans le trousseau de clés de cet ordinateur, et envoyé au hub uniquement.</translation>
    </message>
    <message>
        <source>Hugging Face token</source>
        <translation>Jeton Hugging Face</translation>
    </message>
    <message>
        <source>Remove it from the keyring? This can&apos;t be undone.</source>
        <translation>Le retirer du trousseau ? Cette action est irréversible.</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Waits for your answer</source>
        <translation>Attend votre réponse</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Refusé</translation>
    </message>
    <message>
        <source>Never allowed</source>
        <translation>Jamais autorisé</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêté</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrompu</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échec</translation>
    </message>
    <message>
        <source>Running… {percent}%</source>
        <translation>En cours… {percent} %</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>En cours…</translation>
    </message>
    <message>
        <source>Running… {duration}</source>
        <translation>En cours… {duration}</translation>
    </message>
    <message>
        <source>You allowed this call.</source>
        <translation>Vous avez autorisé cet appel.</translation>
    </message>
    <message>
        <source>Allowed in this chat.</source>
        <translation>Autorisé dans cette discussion.</translation>
    </message>
    <message>
        <source>Always allowed.</source>
        <translation>Toujours autorisé.</translation>
    </message>
    <message>
        <source>Allowed because it only reads and stays here.</source>
        <translation>Autorisé, car il ne fait que lire et reste ici.</translation>
    </message>
    <message>
        <source>You refused this call.</source>
        <translation>Vous avez refusé cet appel.</translation>
    </message>
    <message>
        <source>This tool is never allowed.</source>
        <translation>Cet outil n&apos;est jamais autorisé.</translation>
    </message>
    <message>
        <source>You changed the arguments.</source>
        <translation>Vous avez modifié les arguments.</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Plus d&apos;actions</translation>
    </message>
    <message>
        <source>Stop this tool</source>
        <translation>Arrêter cet outil</translation>
    </message>
    <message>
        <source>Change the arguments before the tool runs</source>
        <translation>Modifier les arguments avant l&apos;exécution de l&apos;outil</translation>
    </message>
    <message>
        <source>Show all ({size} more)</source>
        <translation>Tout afficher ({size} de plus)</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Arguments</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
    <message>
        <source>expanded</source>
        <translation>déplié</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>replié</translation>
    </message>
</context>
<context>
    <name>ToolPicker</name>
    <message>
        <source>Tools of this chat</source>
        <translation>Outils de cette discussion</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Rechercher des outils</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Utiliser pour les nouvelles discussions</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Paramètres…</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>Aucun outil trouvé.</translation>
    </message>
    <message>
        <source>No tools yet.</source>
        <translation>Aucun outil pour l&apos;instant.</translation>
    </message>
    <message>
        <source>Never allowed in the settings</source>
        <translation>Jamais autorisé dans les paramètres</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activée</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désactivée</translation>
    </message>
    <message>
        <source>This is a base model. It can&apos;t call tools.</source>
        <translation>Ceci est un modèle de base. Il ne peut pas appeler d&apos;outils.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not support tools, so it probably can&apos;t call any.</source>
        <translation>Le gabarit de discussion de ce modèle ne prend pas en charge les outils : il ne peut probablement en appeler aucun.</translation>
    </message>
    <message>
        <source>This model is small and may not call tools well.</source>
        <translation>Ce modèle est petit et peut mal appeler les outils.</translation>
    </message>
    <message>
        <source>Tools that are on are described in each prompt, which costs tokens.</source>
        <translation>Les outils activés sont décrits dans chaque prompt, ce qui coûte des tokens.</translation>
    </message>
    <message>
        <source>The tools that are on take about {count:,} tokens of each prompt.</source>
        <translation>Les outils activés prennent environ {count:,} tokens de chaque prompt.</translation>
    </message>
</context>
<context>
    <name>ToolQuestion</name>
    <message>
        <source>Reason for refusing, sent to the model</source>
        <translation>Raison du refus, envoyée au modèle</translation>
    </message>
    <message>
        <source>Reason for the refusal</source>
        <translation>Raison du refus</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Autoriser une fois</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>Autoriser dans cette discussion</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Toujours autoriser</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Refuser</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>Ne jamais autoriser</translation>
    </message>
    <message>
        <source>Sends {content}.</source>
        <translation>Envoie {content}.</translation>
    </message>
    <message>
        <source>Arguments as JSON</source>
        <translation>Arguments en JSON</translation>
    </message>
    <message>
        <source>Enter the arguments as a JSON object: { … }.</source>
        <translation>Saisissez les arguments sous forme d&apos;objet JSON : { … }.</translation>
    </message>
</context>
<context>
    <name>ToolSettings</name>
    <message>
        <source>The chosen search service needs no key.</source>
        <translation>Le service de recherche choisi n&apos;a pas besoin de clé.</translation>
    </message>
    <message>
        <source>No key is set for {name}.</source>
        <translation>Aucune clé n&apos;est définie pour {name}.</translation>
    </message>
    <message>
        <source>A key is set for {name}.</source>
        <translation>Une clé est définie pour {name}.</translation>
    </message>
    <message>
        <source>“{name}” was not saved: {reason}</source>
        <translation>« {name} » n&apos;a pas été enregistré : {reason}</translation>
    </message>
    <message>
        <source>The keys of “{name}” were not removed: {reason}</source>
        <translation>Les clés de « {name} » n&apos;ont pas été retirées : {reason}</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>Le serveur démarre…</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools: none is on</source>
        <translation>Outils : aucun n&apos;est activé</translation>
    </message>
    <message>
        <source>Tools: one is on</source>
        <translation>Outils : un est activé</translation>
    </message>
    <message>
        <source>Tools: {count:,} are on</source>
        <translation>Outils : {count:,} sont activés</translation>
    </message>
    <message>
        <source>about {count:,} tokens of each prompt</source>
        <translation>environ {count:,} tokens de chaque prompt</translation>
    </message>
</context>
<context>
    <name>ToolsView</name>
    <message>
        <source>Ask</source>
        <translation>Demander</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Toujours autoriser</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>Ne jamais autoriser</translation>
    </message>
    <message>
        <source>Stays on this computer</source>
        <translation>Reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>Sends {content}</source>
        <translation>Envoie {content}</translation>
    </message>
    <message>
        <source>Permission of {name}</source>
        <translation>Autorisation de {name}</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>désactivé</translation>
    </message>
    <message>
        <source>starts when needed</source>
        <translation>démarre si nécessaire</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>démarrage…</translation>
    </message>
    <message>
        <source>no response yet…</source>
        <translation>pas encore de réponse…</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>prêt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>échec</translation>
    </message>
    <message>
        <source>ready, {count:,} tools</source>
        <translation>prêt, {count:,} outils</translation>
    </message>
    <message>
        <source>ready, one tool</source>
        <translation>prêt, un outil</translation>
    </message>
    <message>
        <source>In new chats</source>
        <translation>Dans les nouvelles discussions</translation>
    </message>
    <message>
        <source>{name} in new chats</source>
        <translation>{name} dans les nouvelles discussions</translation>
    </message>
    <message>
        <source>A model can call the tools that you switch on in a chat, at the message box. Each call asks first, unless you allow its tool. What a tool returns is data: the model reads it, and nothing in it is opened or run.</source>
        <translation>Un modèle peut appeler les outils que vous activez dans une discussion, près du champ de message. Chaque appel demande d&apos;abord, sauf si vous autorisez son outil. Ce qu&apos;un outil renvoie est une donnée : le modèle la lit, et rien de son contenu n&apos;est ouvert ni exécuté.</translation>
    </message>
    <message>
        <source>How models call tools</source>
        <translation>Comment les modèles appellent les outils</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>Outils intégrés</translation>
    </message>
    <message>
        <source>Key of the search service</source>
        <translation>Clé du service de recherche</translation>
    </message>
    <message>
        <source>It is stored in this computer&apos;s keyring, and sent to the chosen service only.</source>
        <translation>Elle est enregistrée dans le trousseau de clés de cet ordinateur, et envoyée au service choisi uniquement.</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Serveurs</translation>
    </message>
    <message>
        <source>No server is set up.</source>
        <translation>Aucun serveur n’est configuré.</translation>
    </message>
    <message>
        <source>Paste settings…</source>
        <translation>Coller des paramètres…</translation>
    </message>
    <message>
        <source>Add manually…</source>
        <translation>Ajouter manuellement…</translation>
    </message>
    <message>
        <source>Import from other programs…</source>
        <translation>Importer d&apos;autres programmes…</translation>
    </message>
    <message>
        <source>Saved permissions</source>
        <translation>Autorisations enregistrées</translation>
    </message>
    <message>
        <source>Every tool asks.</source>
        <translation>Chaque outil demande.</translation>
    </message>
    <message>
        <source>Ask again for {name}</source>
        <translation>Demander de nouveau pour {name}</translation>
    </message>
    <message>
        <source>Servers that speak the Model Context Protocol (MCP) bring further tools: programs on this computer, or services at an address.</source>
        <translation>Les serveurs qui parlent le Model Context Protocol (MCP) apportent d’autres outils : des programmes sur cet ordinateur ou des services à une adresse.</translation>
    </message>
    <message>
        <source>Tools that do not ask</source>
        <translation>Outils qui ne demandent pas</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Recherche web</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>Le fichier {path} n&apos;a pas pu être écrit : {reason}. Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Exported to {path}.</source>
        <translation>Exporté vers {path}.</translation>
    </message>
    <message>
        <source>Hubbub chats</source>
        <translation>Discussions Hubbub</translation>
    </message>
    <message>
        <source>Exporting chats…</source>
        <translation>Exportation des discussions…</translation>
    </message>
    <message>
        <source>{count:,} chats were exported to {path}.</source>
        <translation>{count:,} discussions ont été exportées vers {path}.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Afficher dans le dossier</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,} sur {count:,}</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>The name of an export ends in .md, .html, .pdf, .json or .zip; “{name}” does not.</source>
        <translation>Le nom d&apos;un export se termine par .md, .html, .pdf, .json ou .zip ; ce n&apos;est pas le cas de « {name} ».</translation>
    </message>
    <message>
        <source>Importing chats…</source>
        <translation>Importation des discussions…</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Afficher le rapport</translation>
    </message>
    <message>
        <source>Undo import</source>
        <translation>Annuler l&apos;importation</translation>
    </message>
    <message>
        <source>{count:,} chats were imported before you cancelled. Do you want to keep them?</source>
        <translation>{count:,} discussions ont été importées avant votre annulation. Voulez-vous les garder ?</translation>
    </message>
    <message>
        <source>One chat was imported before you cancelled. Do you want to keep it?</source>
        <translation>Une discussion a été importée avant votre annulation. Voulez-vous la garder ?</translation>
    </message>
    <message>
        <source>{count:,} chats · {done} of {all}</source>
        <translation>{count:,} discussions · {done} sur {all}</translation>
    </message>
    <message>
        <source>{count:,} imported chats were removed again.</source>
        <translation>{count:,} discussions importées ont été retirées.</translation>
    </message>
    <message>
        <source>One imported chat was removed again.</source>
        <translation>Une discussion importée a été retirée.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Garder</translation>
    </message>
    <message>
        <source>Removing what was imported…</source>
        <translation>Retrait de ce qui a été importé…</translation>
    </message>
    <message>
        <source>{count:,} were kept: they were used since, or you cancelled.</source>
        <translation>{count:,} ont été gardées : elles ont été utilisées depuis, ou vous avez annulé.</translation>
    </message>
    <message>
        <source>One was kept: it was used since, or you cancelled.</source>
        <translation>Une a été gardée : elle a été utilisée depuis, ou vous avez annulé.</translation>
    </message>
</context>
<context>
    <name>TransferRow</name>
    <message>
        <source>Download of {name}</source>
        <translation>Téléchargement de {name}</translation>
    </message>
    <message>
        <source>Remove from the list: {name}</source>
        <translation>Retirer de la liste : {name}</translation>
    </message>
    <message>
        <source>Cancel: {name}</source>
        <translation>Annuler : {name}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Mettre en pause</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>Réessayer maintenant</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Utiliser</translation>
    </message>
</context>
<context>
    <name>TransfersView</name>
    <message>
        <source>Downloads</source>
        <translation>Téléchargements</translation>
    </message>
</context>
<context>
    <name>TrashController</name>
    <message>
        <source>Removing from the backups…</source>
        <translation>Retrait des sauvegardes…</translation>
    </message>
    <message>
        <source>Cancelled. Backups that were not rewritten still contain the deleted chats.</source>
        <translation>Annulé. Les sauvegardes non réécrites contiennent encore les discussions supprimées.</translation>
    </message>
    <message>
        <source>Deleted permanently, also from the backups.</source>
        <translation>Supprimé définitivement, y compris des sauvegardes.</translation>
    </message>
    <message>
        <source>Damaged files that were set aside may still contain parts of them. They are listed in the settings, under Backups.</source>
        <translation>Des fichiers endommagés mis de côté peuvent encore en contenir des parties. Ils sont indiqués dans les paramètres, sous Sauvegardes.</translation>
    </message>
</context>
<context>
    <name>TrashList</name>
    <message>
        <source>{count:,} messages, deleted {day}, removed in {left:,} days</source>
        <translation>{count:,} messages, supprimée {day}, retirée dans {left:,} jours</translation>
    </message>
    <message>
        <source>deleted {day}, removed in {left:,} days</source>
        <translation>supprimée {day}, retirée dans {left:,} jours</translation>
    </message>
</context>
<context>
    <name>TrashPage</name>
    <message>
        <source>Trash</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Supprimer définitivement…</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>Vider la corbeille…</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, but stay in the backups for about another month. You can change this in the settings.</source>
        <translation>Les discussions supprimées sont gardées ici pendant 30 jours. Elles sont ensuite supprimées définitivement, mais restent dans les sauvegardes pendant environ un mois de plus. Vous pouvez changer cela dans les paramètres.</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, including from the backups.</source>
        <translation>Les discussions supprimées sont gardées ici pendant 30 jours. Elles sont ensuite supprimées définitivement, y compris des sauvegardes.</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>Discussions supprimées</translation>
    </message>
    <message>
        <source>Delete {count:,} chats permanently? This can&apos;t be undone.</source>
        <translation>Supprimer définitivement {count:,} discussions ? Cette action est irréversible.</translation>
    </message>
    <message>
        <source>Delete this chat permanently? This can&apos;t be undone.</source>
        <translation>Supprimer définitivement cette discussion ? Cette action est irréversible.</translation>
    </message>
    <message>
        <source>Delete all {count:,} chats in the trash permanently? This can&apos;t be undone.</source>
        <translation>Supprimer définitivement les {count:,} discussions de la corbeille ? Cette action est irréversible.</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>La corbeille est vide.</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Supprimer définitivement</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>Vider la corbeille</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Open Hubbub</source>
        <translation>Ouvrir Hubbub</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>One chat waits for your answer</source>
        <translation>Une discussion attend votre réponse</translation>
    </message>
    <message>
        <source>{count:,} chats wait for your answer</source>
        <translation>{count:,} discussions attendent votre réponse</translation>
    </message>
    <message>
        <source>Hubbub is writing one answer</source>
        <translation>Hubbub rédige une réponse</translation>
    </message>
    <message>
        <source>Hubbub is writing {count:,} answers</source>
        <translation>Hubbub rédige {count:,} réponses</translation>
    </message>
    <message>
        <source>one download</source>
        <translation>un téléchargement</translation>
    </message>
    <message>
        <source>{count:,} downloads</source>
        <translation>{count:,} téléchargements</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Hubbub {newest} is available. You have {own}.</source>
        <translation>Hubbub {newest} est disponible. Vous avez {own}.</translation>
    </message>
    <message>
        <source>Open the download page</source>
        <translation>Ouvrir la page de téléchargement</translation>
    </message>
</context>
<context>
    <name>Variant</name>
    <message>
        <source>Answer {number}</source>
        <translation>Réponse {number}</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>En attente…</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>Utiliser cette réponse</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>Utiliser la réponse {number}</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Rédaction…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Réflexion…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêté</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échec</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrompu</translation>
    </message>
</context>
<context>
    <name>VariantsView</name>
    <message>
        <source>Mark differences</source>
        <translation>Marquer les différences</translation>
    </message>
    <message>
        <source>Close and keep the first answer</source>
        <translation>Fermer et garder la première réponse</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Comparer plusieurs réponses</translation>
    </message>
</context>
<context>
    <name>ViewSwitch</name>
    <message>
        <source>Chats in view</source>
        <translation>Discussions affichées</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>Une discussion</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>Deux discussions côte à côte</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>Quatre discussions</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Toutes</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Toutes les discussions</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New chat in this folder</source>
        <translation>Nouvelle discussion dans ce dossier</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Rouvrir l&apos;onglet fermé</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Fermer l&apos;onglet</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Choisir un modèle…</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modèles…</translation>
    </message>
    <message>
        <source>Sources…</source>
        <translation>Sources…</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>Ouvrir un modèle…</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Utiliser le modèle de départ</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Importer un dossier…</translation>
    </message>
    <message>
        <source>Report of the last import…</source>
        <translation>Rapport de la dernière importation…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Paramètres…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler l&apos;action</translation>
    </message>
    <message>
        <source>Search everything…</source>
        <translation>Tout rechercher…</translation>
    </message>
    <message>
        <source>Find in this chat…</source>
        <translation>Rechercher dans cette discussion…</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Rechercher le suivant</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rechercher le précédent</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>Copier la dernière réponse</translation>
    </message>
    <message>
        <source>Go to the message box</source>
        <translation>Aller au champ de message</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Couper</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Coller</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>É&amp;dition</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Barre latérale</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>Onglets verticaux</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>Une discussion</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>Deux discussions côte à côte</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>Quatre discussions</translation>
    </message>
    <message>
        <source>Tabs as a grid</source>
        <translation>Onglets en grille</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>Comparer des variantes…</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Plein écran</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>Messages récents</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texte plus grand</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texte plus petit</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Rétablir la taille du texte</translation>
    </message>
    <message>
        <source>Theme: match system</source>
        <translation>Thème : suivre le système</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Thème : clair</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Thème : sombre</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Regenerate the answer</source>
        <translation>Régénérer la réponse</translation>
    </message>
    <message>
        <source>Continue the answer</source>
        <translation>Poursuivre la réponse</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>Comparer plusieurs réponses</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Version précédente</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Version suivante</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>Message précédent</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Message suivant</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Paramètres de la discussion</translation>
    </message>
    <message>
        <source>Tools of this chat…</source>
        <translation>Outils de cette discussion…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Importer des discussions…</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>Exporter toutes les discussions…</translation>
    </message>
    <message>
        <source>Trash…</source>
        <translation>Corbeille…</translation>
    </message>
    <message>
        <source>Ask a list of questions…</source>
        <translation>Poser une liste de questions…</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>Prompts enregistrés…</translation>
    </message>
    <message>
        <source>Save as prompt…</source>
        <translation>Enregistrer comme prompt…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliquer</translation>
    </message>
    <message>
        <source>Branch from an earlier message…</source>
        <translation>Bifurquer à partir d&apos;un message antérieur…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Archive or unarchive</source>
        <translation>Archiver ou désarchiver</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>Proposer un titre</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Aller à</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Bifurquer</translation>
    </message>
    <message>
        <source>&amp;Chat</source>
        <translation>Di&amp;scussion</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Onglet suivant</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Onglet précédent</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>Lister tous les onglets</translation>
    </message>
    <message>
        <source>Tab {number}</source>
        <translation>Onglet {number}</translation>
    </message>
    <message>
        <source>Last tab</source>
        <translation>Dernier onglet</translation>
    </message>
    <message>
        <source>Pin or unpin the tab</source>
        <translation>Épingler ou désépingler l&apos;onglet</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>Ouvrir en vue partagée</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>Déplacer vers une nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Switch pane</source>
        <translation>Changer de volet</translation>
    </message>
    <message>
        <source>Move tab to the left</source>
        <translation>Déplacer l&apos;onglet vers la gauche</translation>
    </message>
    <message>
        <source>Move tab to the right</source>
        <translation>Déplacer l&apos;onglet vers la droite</translation>
    </message>
    <message>
        <source>Close the tabs after this one</source>
        <translation>Fermer les onglets après celui-ci</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>Fermer les onglets terminés</translation>
    </message>
    <message>
        <source>&amp;Tabs</source>
        <translation>&amp;Onglets</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>About Hubbub</source>
        <translation>À propos de Hubbub</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>Aid&amp;e</translation>
    </message>
</context>
<context>
    <name>WindowDialogs</name>
    <message>
        <source>Rename chat</source>
        <translation>Renommer la discussion</translation>
    </message>
</context>
<context>
    <name>_Drawing</name>
    <message>
        <source>Drawing</source>
        <translation>Dessin</translation>
    </message>
</context>
</TS>
