<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Attention</name>
    <message>
        <source>The answer is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BugReporter</name>
    <message>
        <source>An unexpected error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CacheView</name>
    <message>
        <source>Forget all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 chats are kept warm: %2 in memory, %3 on disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget what is kept of “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats that are kept warm</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChangedText</name>
    <message>
        <source>Edit your message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used: %1 %, %2 of %3 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is nearly full. When it is, the model forgets the oldest messages of this chat; they stay here to be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Room for %1 tokens more, for this chat alone: what other chats hold takes nothing from it. A token is about four letters.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>%1, being answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This week</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close the panel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Ask anything, in as many tabs as you like</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tabs are answered at the same moment, on your machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask all four in four tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask all in tabs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EngineDock</name>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EnginePanel</name>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choosing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing, all chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats at once, on average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token gap, median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token gap, 95 % below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token gap, 99 % below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens not read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine, with the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Places to go back to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats kept in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats kept on disk</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>expanded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Footer</name>
    <message>
        <source>Loading the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens of context per chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter or Ctrl+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break the line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring the last message back (empty box)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll the conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PgUp, PgDown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>[image: %1, not loaded]</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MemoryLine</name>
    <message>
        <source>What can I do?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Previous version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several answers side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue from here in a new tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer keep in memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageEdit</name>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What came after stays under the earlier version.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>Answer again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hubbub said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupted before it was finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This reply failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only its beginning is drawn; copying takes all of it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>Please choose a number from %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReasoningView</name>
    <message>
        <source>Thinking …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking … %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hubbub thought</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReloadStrip</name>
    <message>
        <source>Load the model again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 chats at once, each with as much context as suits the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 chats with %2 tokens each: memory for %3 tokens is set aside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is loaded again; answers being written are stopped.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message>
        <source>Rename conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OK</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingSection</name>
    <message>
        <source>Usual values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring the usual values of this part back</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingWords</name>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter then breaks the line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell me when an answer is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only while the window is not in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also Ctrl++ and Ctrl+-.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing glides or blinks: things are at once where they belong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context per chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much the model remembers of each chat. Every chat gets this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More chats than this wait for their turn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic leaves one core to the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers on the graphics card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 computes on the processor alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 says the likeliest, 1 is lively, more is wild.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a limit, until the context is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Said to the model before every conversation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep chats warm on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Old chats then go on at once, also after a restart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk space for that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chats used longest ago give way. No text is ever lost by it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is loaded. Each chat may hold %2 tokens. %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hubbub %1: tabs that truly run together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MIT licence. Thanks to llama.cpp, Qt and all the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the hints of the first minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show and change all keys …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your conversations lie in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hubbub is offline: the window and the engine open no connection, and nothing of what you write leaves this computer. A link is opened by your browser, and only when you click it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open model …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Filter conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No conversation has these words in its title.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No conversations yet. Write something: it is kept here, on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SlotChart</name>
    <message>
        <source>Slots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slot %1 is free: %2 tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slot %1 is answering “%2”: %3 tokens kept, %4 new, %5 free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slot %1 keeps “%2” warm: %3 tokens kept, %4 new, %5 free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message>
        <source>Waiting …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting, place %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1 % …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last reply failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first word after %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 reused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>oldest %1 messages not in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepChart</name>
    <message>
        <source>Step times of the last minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No steps in the last minute.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The longest step of the last minute took %1 ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a minute ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>Conversations in tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close tab (Ctrl+W)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TabPane</name>
    <message>
        <source>No tab is open. Ctrl+T opens one.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>New tab (Ctrl+T)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show earlier messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to newest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open model …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the built-in model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the message box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text in normal size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours of the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WindowCommands</name>
    <message>
        <source>Open a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
