<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>see its own page</source>
        <translation>见其项目页面</translation>
    </message>
</context>
<context>
    <name>AboutPage</name>
    <message>
        <source>About Hubbub</source>
        <translation>关于 Hubbub</translation>
    </message>
    <message>
        <source>Third-party licences</source>
        <translation>第三方许可证</translation>
    </message>
    <message>
        <source>Many chats, one local model, all at once.</source>
        <translation>多个聊天，一个本地模型，同时进行。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Hubbub is under the MIT licence. It contains these parts, with thanks:</source>
        <translation>Hubbub 采用 MIT 许可证。它包含以下组件，谨此致谢：</translation>
    </message>
</context>
<context>
    <name>Accessibility</name>
    <message>
        <source>Clear the text</source>
        <translation>清除文字</translation>
    </message>
</context>
<context>
    <name>AnswerCard</name>
    <message>
        <source>Answer {number}</source>
        <translation>回答 {number}</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>采用此回答</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新提问</translation>
    </message>
    <message>
        <source>{state}. Same as answer {number}</source>
        <translation>{state}。与第 {number} 个回答相同</translation>
    </message>
    <message>
        <source>Stop answer {number}</source>
        <translation>停止回答 {number}</translation>
    </message>
    <message>
        <source>Copy answer {number}</source>
        <translation>复制回答 {number}</translation>
    </message>
    <message>
        <source>Ask for answer {number} again</source>
        <translation>重新请求回答 {number}</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>采用回答 {number}</translation>
    </message>
    <message>
        <source>{state}. Too long to compare with answer {number}</source>
        <translation>{state}。太长，无法与回答 {number} 对比</translation>
    </message>
    <message>
        <source>{state}. Mostly different from answer {number}</source>
        <translation>{state}。与回答 {number} 大部分不同</translation>
    </message>
    <message>
        <source>{state}. Same words as answer {number}</source>
        <translation>{state}。与回答 {number} 用词相同</translation>
    </message>
    <message>
        <source>{state}. Leaves out one word of answer {number}</source>
        <translation>{state}。比回答 {number} 少一个词</translation>
    </message>
    <message>
        <source>{state}. One word differs from answer {number}</source>
        <translation>{state}。有一个词与回答 {number} 不同</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words ({missing:,} left out)</source>
        <translation>{state}。与回答 {number} 有 {count:,} 个词不同（缺少 {missing:,} 个）</translation>
    </message>
    <message>
        <source>{state}. Differs from answer {number} in {count:,} words</source>
        <translation>{state}。与回答 {number} 有 {count:,} 个词不同</translation>
    </message>
</context>
<context>
    <name>AnswerForm</name>
    <message>
        <source>Line {line}, column {column}: {problem}</source>
        <translation>第 {line} 行，第 {column} 列：{problem}</translation>
    </message>
</context>
<context>
    <name>AnswerFormRow</name>
    <message>
        <source>Response format</source>
        <translation>回答格式</translation>
    </message>
    <message>
        <source>Any text</source>
        <translation>任意文本</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON Schema</translation>
    </message>
    <message>
        <source>Grammar (GBNF)</source>
        <translation>语法 (GBNF)</translation>
    </message>
    <message>
        <source>JSON schema or grammar</source>
        <translation>JSON Schema 或语法</translation>
    </message>
</context>
<context>
    <name>AnswerForms</name>
    <message>
        <source>Not sent: the response format of this chat is not valid. {reason}</source>
        <translation>未发送：此聊天的回答格式无效。{reason}</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Send without it</source>
        <translation>不带格式发送</translation>
    </message>
</context>
<context>
    <name>AnswersForm</name>
    <message>
        <source>No source</source>
        <translation>无资料</translation>
    </message>
    <message>
        <source>Send the question, and the chat before it, to {hosts}</source>
        <translation>将问题及之前的聊天发送到 {hosts}</translation>
    </message>
    <message>
        <source>Send the question, the chat before it and the sources to {hosts}</source>
        <translation>将问题、之前的聊天和资料发送到 {hosts}</translation>
    </message>
    <message>
        <source>{count:,} answers, {most:,} at most. Remove some of the values.</source>
        <translation>{count:,} 个回答，最多 {most:,} 个。请删去一些取值。</translation>
    </message>
    <message>
        <source>{count:,} answers</source>
        <translation>{count:,} 个回答</translation>
    </message>
    <message>
        <source>1 answer</source>
        <translation>1 个回答</translation>
    </message>
    <message>
        <source>Write a question.</source>
        <translation>请输入问题。</translation>
    </message>
    <message>
        <source>Asked in the chat “{title}”, with the messages before it.</source>
        <translation>在聊天“{title}”中提问，包含之前的消息。</translation>
    </message>
    <message>
        <source>The question was changed, so it is asked without the chat “{title}”.</source>
        <translation>问题已更改，因此提问时不带聊天“{title}”。</translation>
    </message>
    <message>
        <source>Write temperatures from 0 to 5 with blanks between them, as 0.2 0.7 1.</source>
        <translation>请输入 0 到 5 之间的温度，用空格分隔，例如 0.2 0.7 1。</translation>
    </message>
    <message>
        <source>Write seeds as whole numbers with blanks between them, or as 1-8.</source>
        <translation>请输入整数种子，用空格分隔，或写成 1-8。</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>问题(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Temperatures</source>
        <translation>温度(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;eeds</source>
        <translation>种子(&amp;E)</translation>
    </message>
    <message>
        <source>System &amp;prompts</source>
        <translation>系统提示词(&amp;P)</translation>
    </message>
    <message>
        <source>P&amp;resets</source>
        <translation>预设(&amp;R)</translation>
    </message>
    <message>
        <source>S&amp;ources</source>
        <translation>资料(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>模型(&amp;M)</translation>
    </message>
</context>
<context>
    <name>AnswersPage</name>
    <message>
        <source>Mark differences</source>
        <translation>标出差异</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>全部停止</translation>
    </message>
    <message>
        <source>Ask the rest</source>
        <translation>请求其余回答</translation>
    </message>
    <message>
        <source>Keep all in the chat</source>
        <translation>全部保留到聊天中</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,}/{count:,} 个回答</translation>
    </message>
    <message>
        <source>This is possible when all answers have ended.</source>
        <translation>所有回答结束后方可操作。</translation>
    </message>
</context>
<context>
    <name>ArchiveController</name>
    <message>
        <source>There is nothing to archive: this chat has no messages yet.</source>
        <translation>没有可归档的内容：此聊天还没有消息。</translation>
    </message>
    <message>
        <source>{count:,} chats were archived.</source>
        <translation>已归档 {count:,} 个聊天。</translation>
    </message>
    <message>
        <source>{count:,} chats are back in the list.</source>
        <translation>{count:,} 个聊天已移回列表。</translation>
    </message>
    <message>
        <source>“{title}” was archived.</source>
        <translation>“{title}”已归档。</translation>
    </message>
    <message>
        <source>“{title}” is back in the list.</source>
        <translation>“{title}”已移回列表。</translation>
    </message>
</context>
<context>
    <name>Background</name>
    <message>
        <source>Writing a recap</source>
        <translation>正在写回顾</translation>
    </message>
    <message>
        <source>Naming chats</source>
        <translation>正在命名聊天</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>正在读取“{name}”</translation>
    </message>
</context>
<context>
    <name>BackupsView</name>
    <message>
        <source>Daily backups: the last seven days, and one per week for four weeks. Backups made before an update or a restore are kept for 30 days.</source>
        <translation>每日备份：保留最近七天的备份，另外四周内每周保留一份。更新或恢复之前的备份保留 30 天。</translation>
    </message>
    <message>
        <source>When backups are made</source>
        <translation>何时备份</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Damaged files</source>
        <translation>损坏的文件</translation>
    </message>
    <message>
        <source>{count:,} backups of the chats, {size} in total.</source>
        <translation>{count:,} 个聊天备份，共 {size}。</translation>
    </message>
    <message>
        <source>One backup of the chats, {size}.</source>
        <translation>1 个聊天备份，{size}。</translation>
    </message>
    <message>
        <source>No backups yet. The first is made soon after the start.</source>
        <translation>还没有备份。第一个备份将在启动后不久创建。</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>恢复…</translation>
    </message>
    <message>
        <source>Restore the backup of {moment}</source>
        <translation>恢复 {moment} 的备份</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 个聊天</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} 个聊天</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>{count:,} messages</source>
        <translation>{count:,} 条消息</translation>
    </message>
    <message>
        <source>before an update</source>
        <translation>更新前</translation>
    </message>
    <message>
        <source>before a restore</source>
        <translation>恢复前</translation>
    </message>
    <message>
        <source>{count:,} damaged files were set aside. Hubbub no longer reads them; they can contain deleted chats.</source>
        <translation>{count:,} 个损坏的文件已被搁置。Hubbub 不再读取它们；其中可能含有已删除的聊天。</translation>
    </message>
    <message>
        <source>One damaged file was set aside. Hubbub no longer reads it; it can contain deleted chats.</source>
        <translation>1 个损坏的文件已被搁置。Hubbub 不再读取它；其中可能含有已删除的聊天。</translation>
    </message>
    <message>
        <source>Replace all chats with the backup of {moment} ({content})?</source>
        <translation>要用 {moment} 的备份（{content}）替换所有聊天吗？</translation>
    </message>
    <message>
        <source>The current state is backed up first, so that you can restore it later. Attachments that were deleted since then are not restored. Running answers are stopped, and the window is reopened.</source>
        <translation>当前状态会先备份，以便日后恢复。此后删除的附件不会恢复。正在生成的回答会停止，窗口会重新打开。</translation>
    </message>
    <message>
        <source>Delete “{name}”…</source>
        <translation>删除“{name}”…</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete the damaged file “{name}”? This can&apos;t be undone.</source>
        <translation>要删除损坏的文件“{name}”吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>Only the last answer can be continued. Regenerate an earlier one instead.</source>
        <translation>只能继续最后一个回答。较早的回答请改用重新生成。</translation>
    </message>
    <message>
        <source>This answer is longer than the context of a chat ({limit:,} tokens), so it can&apos;t be continued. Choose a larger context in the settings.</source>
        <translation>此回答比聊天的上下文（{limit:,} 个 token）更长，无法继续。请在设置中选择更大的上下文。</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>此聊天仍在回答中。请先停止该回答。</translation>
    </message>
    <message>
        <source>{title} (copy)</source>
        <translation>{title}（副本）</translation>
    </message>
</context>
<context>
    <name>BugReporter</name>
    <message>
        <source>An unexpected error</source>
        <translation>意外错误</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
</context>
<context>
    <name>CacheView</name>
    <message>
        <source>Cached chats</source>
        <translation>已缓存的聊天</translation>
    </message>
    <message>
        <source>Clear cache</source>
        <translation>清除缓存</translation>
    </message>
    <message>
        <source>{count:,} chats cached: {memory} in memory, {disk} on disk.</source>
        <translation>已缓存 {count:,} 个聊天：内存中 {memory}，磁盘上 {disk}。</translation>
    </message>
    <message>
        <source>One chat cached: {memory} in memory, {disk} on disk.</source>
        <translation>已缓存 1 个聊天：内存中 {memory}，磁盘上 {disk}。</translation>
    </message>
    <message>
        <source>Cached pictures: {size}.</source>
        <translation>已缓存的图片：{size}。</translation>
    </message>
    <message>
        <source>Clear the cache of “{title}”</source>
        <translation>清除“{title}”的缓存</translation>
    </message>
    <message>
        <source>{size} in memory</source>
        <translation>内存中 {size}</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>磁盘上 {size}</translation>
    </message>
</context>
<context>
    <name>CardSharesRow</name>
    <message>
        <source>Split between graphics cards</source>
        <translation>在显卡之间的分配</translation>
    </message>
    <message>
        <source>The share of the model for each card, for example 3 and 1. If all are 0, free memory decides.</source>
        <translation>模型在各显卡上的份额，例如 3 和 1。全部为 0 时按空闲显存决定。</translation>
    </message>
    <message>
        <source>Card {number}: </source>
        <translation>显卡 {number}：</translation>
    </message>
    <message>
        <source>Share of graphics card {number}</source>
        <translation>显卡 {number} 的份额</translation>
    </message>
</context>
<context>
    <name>CellTitle</name>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Open this chat alone (Enter)</source>
        <translation>单独打开此聊天 (Enter)</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Stop the answer of “{title}”</source>
        <translation>停止“{title}”的回答</translation>
    </message>
    <message>
        <source>Open “{title}” alone</source>
        <translation>单独打开“{title}”</translation>
    </message>
    <message>
        <source>Close the tab “{title}”</source>
        <translation>关闭标签页“{title}”</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} token/s</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>{name}, version {number}</source>
        <translation>{name}，版本 {number}</translation>
    </message>
    <message>
        <source>Source: {text}</source>
        <translation>资料：{text}</translation>
    </message>
    <message>
        <source>This chat begins in a source. Click to open it.</source>
        <translation>此聊天以一份资料开头。点击可打开。</translation>
    </message>
    <message>
        <source>This chat begins in an older version of a source. Click to move it to the newest.</source>
        <translation>此聊天以资料的旧版本开头。点击可移至最新版本。</translation>
    </message>
    <message>
        <source>The model of this chat reads it with its first answer here.</source>
        <translation>此聊天的模型会在这里第一次回答时读取它。</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <translation>文件夹：{folder}</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>Folder: none</source>
        <translation>文件夹：无</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>正在加载… {percent}%</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>The model that answers this chat. Click to choose another one.</source>
        <translation>回答此聊天的模型。点击可选择其他模型。</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}. Click to choose another model.</source>
        <translation>此聊天由 {machine} 回答。点击可另选模型。</translation>
    </message>
</context>
<context>
    <name>ChatModels</name>
    <message>
        <source>From here on, {name} answers this chat.</source>
        <translation>从这里开始，由 {name} 回答此聊天。</translation>
    </message>
    <message>
        <source>This chat and new chats</source>
        <translation>此聊天和新聊天</translation>
    </message>
    <message>
        <source>Which chats should {name} answer?</source>
        <translation>{name} 应回答哪些聊天？</translation>
    </message>
    <message>
        <source>Only this chat</source>
        <translation>仅此聊天</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
    </message>
    <message>
        <source>{name} answers this chat and new chats.</source>
        <translation>{name} 回答此聊天和新聊天。</translation>
    </message>
    <message>
        <source>The model of this chat, {name}, is missing.</source>
        <translation>此聊天的模型 {name} 缺失。</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>使用 {name}</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Chat settings</source>
        <translation>聊天设置</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single messages; it reads the others again each time.</source>
        <translation>此模型无法丢弃单条消息，每次都会重新读取其余消息。</translation>
    </message>
    <message>
        <source>Sent at the start of this chat</source>
        <translation>在此聊天开头发送</translation>
    </message>
    <message>
        <source>For example: Answer in French.</source>
        <translation>例如：请用中文回答。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>上下文已满时</translation>
    </message>
    <message>
        <source>Drop the oldest messages</source>
        <translation>丢弃最早的消息</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Pinned messages</source>
        <translation>固定的消息</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>No chat is open.</source>
        <translation>没有打开的聊天。</translation>
    </message>
</context>
<context>
    <name>ChatPicker</name>
    <message>
        <source>Other chats and sources</source>
        <translation>其他聊天和资料</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>资料</translation>
    </message>
    <message>
        <source>All of its text ({count:,} tokens)</source>
        <translation>全部文本（{count:,} 个 token）</translation>
    </message>
    <message>
        <source>All of its text</source>
        <translation>全部文本</translation>
    </message>
    <message>
        <source>Its first {count:,} tokens</source>
        <translation>前 {count:,} 个 token</translation>
    </message>
    <message>
        <source>The last question and its answer</source>
        <translation>最后一个问题及其回答</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>所有消息</translation>
    </message>
    <message>
        <source>Select messages…</source>
        <translation>选择消息…</translation>
    </message>
    <message>
        <source>Summarize now</source>
        <translation>立即总结</translation>
    </message>
</context>
<context>
    <name>ChatTools</name>
    <message>
        <source>Runs in this chat without asking</source>
        <translation>在此聊天中不询问即运行</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>New chats begin with the {count:,} tools of this chat.</source>
        <translation>新聊天将带有此聊天的 {count:,} 个工具。</translation>
    </message>
    <message>
        <source>New chats begin without tools.</source>
        <translation>新聊天将不带工具。</translation>
    </message>
    <message>
        <source>New chats begin with the tool of this chat.</source>
        <translation>新聊天将带有此聊天的工具。</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>显示源码</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Save code…</source>
        <translation>保存代码…</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>代码，{language}</translation>
    </message>
    <message>
        <source>no preview</source>
        <translation>无预览</translation>
    </message>
    <message>
        <source>Show drawing</source>
        <translation>显示图形</translation>
    </message>
    <message>
        <source>Show a preview without scripts, network and complex layout</source>
        <translation>显示预览（无脚本、网络和复杂布局）</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>temperature {value}</source>
        <translation>温度 {value}</translation>
    </message>
    <message>
        <source>seed {number}</source>
        <translation>种子 {number}</translation>
    </message>
    <message>
        <source>no system prompt</source>
        <translation>无系统提示词</translation>
    </message>
    <message>
        <source>no source</source>
        <translation>无资料</translation>
    </message>
    <message>
        <source>{name}, version {number}</source>
        <translation>{name}，版本 {number}</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>尚未提问</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} 个 token</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} token/s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>Reading… {percent}%</source>
        <translation>正在读取… {percent}%</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写作…</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>This computer: {name}</source>
        <translation>这台电脑：{name}</translation>
    </message>
    <message>
        <source>“{name}” has no text. Save the table as CSV first.</source>
        <translation>“{name}”中没有文本。请先将表格另存为 CSV。</translation>
    </message>
    <message>
        <source>The answer is in the chat “{title}”.</source>
        <translation>该回答在聊天“{title}”中。</translation>
    </message>
    <message>
        <source>The answers were exported to {path}.</source>
        <translation>回答已导出到 {path}。</translation>
    </message>
    <message>
        <source>A comparison was deleted.</source>
        <translation>已删除一项对比。</translation>
    </message>
    <message>
        <source>These answer in the background, after the others: {names}.</source>
        <translation>以下模型将在其他模型之后于后台回答：{names}。</translation>
    </message>
</context>
<context>
    <name>ComparisonsPage</name>
    <message>
        <source>Comparisons and lists</source>
        <translation>对比与列表</translation>
    </message>
    <message>
        <source>New comparison</source>
        <translation>新建对比</translation>
    </message>
    <message>
        <source>New list</source>
        <translation>新建列表</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Deleting a chat deletes its comparisons.</source>
        <translation>删除聊天会一并删除其对比。</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} answers</source>
        <translation>{ended:,}/{count:,} 个回答</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>This model does not support pictures.</source>
        <translation>此模型不支持图片。</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>此模型不支持声音。</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>音频不能发送到其他机器。</translation>
    </message>
    <message>
        <source>{machine} can&apos;t be reached: Hubbub works offline.</source>
        <translation>无法连接 {machine}：Hubbub 处于离线模式。</translation>
    </message>
    <message>
        <source>The engine is not running. Restart it first.</source>
        <translation>引擎未运行。请先重新启动。</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>未加载模型。请先打开一个。</translation>
    </message>
    <message>
        <source>about {own:,} tokens</source>
        <translation>约 {own:,} 个 token</translation>
    </message>
    <message>
        <source>about one token</source>
        <translation>约 1 个 token</translation>
    </message>
    <message>
        <source>about {own:,} tokens · {warm:,} of {total:,} cached</source>
        <translation>约 {own:,} 个 token · 已缓存 {warm:,}/{total:,}</translation>
    </message>
    <message>
        <source>about one token · {warm:,} of {total:,} cached</source>
        <translation>约 1 个 token · 已缓存 {warm:,}/{total:,}</translation>
    </message>
    <message>
        <source>About {own:,} tokens, over the limit of {limit:,}</source>
        <translation>约 {own:,} 个 token，超出上限 {limit:,}</translation>
    </message>
    <message>
        <source>Cached tokens are in the model&apos;s memory already; only the others will be read.</source>
        <translation>已缓存的 token 已在模型的内存中，只需读取其余部分。</translation>
    </message>
    <message>
        <source>Add pictures, sounds, text files or PDFs</source>
        <translation>添加图片、音频、文本文件或 PDF</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>聊天设置</translation>
    </message>
    <message>
        <source>Write a follow-up. It is sent when this answer ends…</source>
        <translation>输入后续消息，将在此回答结束后发送…</translation>
    </message>
    <message>
        <source>Message (/ for prompts, @ for chats)…</source>
        <translation>消息（/ 插入提示词，@ 引用聊天）…</translation>
    </message>
    <message>
        <source>Write the beginning of a text for the model to continue…</source>
        <translation>写一段开头，让模型续写…</translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation>请先输入消息</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>ComposerNotice</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此提示</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The text is too long to paste ({length:,} characters; the limit is {limit:,}). Attach it as a file instead.</source>
        <translation>文本太长，无法粘贴（{length:,} 个字符，上限为 {limit:,}）。请改为以文件形式附加。</translation>
    </message>
</context>
<context>
    <name>ComputerModelRow</name>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>正在下载…</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
</context>
<context>
    <name>ComputerModels</name>
    <message>
        <source>{name} is no longer on the hub.</source>
        <translation>{name} 已不在 Hub 上。</translation>
    </message>
    <message>
        <source>For this computer</source>
        <translation>适合这台电脑</translation>
    </message>
    <message>
        <source>{free} of {total} memory free</source>
        <translation>内存空闲 {free}，共 {total}</translation>
    </message>
</context>
<context>
    <name>ConsentPanel</name>
    <message>
        <source>Open the settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Search Hugging Face?</source>
        <translation>搜索 Hugging Face？</translation>
    </message>
    <message>
        <source>Your searches go to {address}, and the models you pick are downloaded from there. Your chats are never sent. Nothing connects until you agree.</source>
        <translation>您的搜索会发送到 {address}，选中的模型也从那里下载。您的聊天绝不会被发送。在您同意之前不会建立任何连接。</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>搜索 Hugging Face</translation>
    </message>
    <message>
        <source>Hubbub works offline</source>
        <translation>Hubbub 处于离线模式</translation>
    </message>
    <message>
        <source>It opens no connection, so it can&apos;t search for or download models. You can change this in the settings.</source>
        <translation>它不建立连接，因此无法搜索或下载模型。您可以在设置中更改。</translation>
    </message>
</context>
<context>
    <name>Context</name>
    <message>
        <source>The model can&apos;t see anything above this line.</source>
        <translation>模型看不到此线以上的任何内容。</translation>
    </message>
    <message>
        <source>The model can&apos;t see anything above this line, except what is pinned.</source>
        <translation>除固定的内容外，模型看不到此线以上的任何内容。</translation>
    </message>
    <message>
        <source>Context: {count:,} tokens per chat.</source>
        <translation>上下文：每个聊天 {count:,} 个 token。</translation>
    </message>
</context>
<context>
    <name>ContextBoundaryLine</name>
    <message>
        <source>Recap</source>
        <translation>回顾</translation>
    </message>
    <message>
        <source>Ask the model to sum up what it can no longer see, and keep the summary.</source>
        <translation>让模型总结它已看不到的内容，并保留摘要。</translation>
    </message>
    <message>
        <source>Options…</source>
        <translation>选项…</translation>
    </message>
    <message>
        <source>{count:,} earlier messages the model can&apos;t see</source>
        <translation>模型看不到之前的 {count:,} 条消息</translation>
    </message>
    <message>
        <source>1 earlier message the model can&apos;t see</source>
        <translation>模型看不到之前的 1 条消息</translation>
    </message>
</context>
<context>
    <name>ContextDialog</name>
    <message>
        <source>What the model remembers</source>
        <translation>模型记住的内容</translation>
    </message>
    <message>
        <source>Pin the first message</source>
        <translation>固定第一条消息</translation>
    </message>
    <message>
        <source>Pin it</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Open a new tab</source>
        <translation>打开新标签页</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens; this one has {used:,}. When it is full, the model no longer reads its oldest turns. Nothing is deleted: they stay here and can be searched.</source>
        <translation>每个聊天可容纳 {count:,} 个 token；此聊天有 {used:,} 个。填满后，模型不再读取最早的轮次。不会删除任何内容：它们留在这里，仍可搜索。</translation>
    </message>
    <message>
        <source>Each chat can hold {count:,} tokens. The model no longer reads the oldest turns of this one. Nothing is deleted: they stay here and can be searched.</source>
        <translation>每个聊天可容纳 {count:,} 个 token。模型不再读取此聊天最早的轮次。不会删除任何内容：它们留在这里，仍可搜索。</translation>
    </message>
    <message>
        <source>This model can&apos;t drop single turns; it reads the rest of the chat again each time.</source>
        <translation>此模型无法丢弃单个轮次，每次都会重新读取剩余的聊天。</translation>
    </message>
    <message>
        <source>Add a recap of it</source>
        <translation>添加其回顾</translation>
    </message>
    <message>
        <source>The model summarizes the part that it can no longer read, and reads the summary instead.</source>
        <translation>模型会总结它已无法读取的部分，改为读取摘要。</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>回顾</translation>
    </message>
    <message>
        <source>Open the part above the line in a new tab</source>
        <translation>在新标签页中打开分隔线以上的部分</translation>
    </message>
    <message>
        <source>Increase the context length</source>
        <translation>增大上下文长度</translation>
    </message>
    <message>
        <source>Stop instead</source>
        <translation>改为停止</translation>
    </message>
    <message>
        <source>The answer can also stop when the context is full, so that no messages are dropped.</source>
        <translation>上下文已满时也可以停止回答，这样不会丢弃任何消息。</translation>
    </message>
    <message>
        <source>Chat settings…</source>
        <translation>聊天设置…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>A pinned message stays when older messages are dropped. Each message has a pin below it.</source>
        <translation>丢弃较早的消息时，固定的消息会保留。每条消息下方都有固定按钮。</translation>
    </message>
    <message>
        <source>{count:,} are pinned now.</source>
        <translation>现已固定 {count:,} 条。</translation>
    </message>
    <message>
        <source>One is pinned now.</source>
        <translation>现已固定 1 条。</translation>
    </message>
    <message>
        <source>Recap the older half</source>
        <translation>回顾较早的一半</translation>
    </message>
    <message>
        <source>There is only one turn to recap.</source>
        <translation>只有一个轮次。</translation>
    </message>
    <message>
        <source>The model summarizes the older half of what it reads now, and reads the summary instead. That makes room before turns are dropped.</source>
        <translation>模型对现在读取的内容中较早的一半进行总结，并改为读取摘要。这样可以在丢弃轮次之前腾出空间。</translation>
    </message>
    <message>
        <source>Everything above the line opens in its own tab, where the model can read all of it.</source>
        <translation>此线以上的所有内容会在单独的标签页中打开，模型可在那里完整读取。</translation>
    </message>
    <message>
        <source>About {count:,} tokens are read again with the next message.</source>
        <translation>发送下一条消息时会重新读取约 {count:,} 个 token。</translation>
    </message>
    <message>
        <source>The context length is at its maximum.</source>
        <translation>上下文长度已达最大值。</translation>
    </message>
    <message>
        <source>{count:,} tokens for each chat.</source>
        <translation>每个聊天 {count:,} 个 token。</translation>
    </message>
    <message>
        <source>This takes about {size} more memory.</source>
        <translation>这大约多占用 {size} 内存。</translation>
    </message>
    <message>
        <source>The model was trained for {count:,} tokens; with more, answers can get worse.</source>
        <translation>该模型按 {count:,} 个 token 训练；超出后回答可能变差。</translation>
    </message>
    <message>
        <source>Reloading the model stops running answers.</source>
        <translation>重新加载模型会停止正在生成的回答。</translation>
    </message>
    <message>
        <source>Set {count:,} tokens</source>
        <translation>设为 {count:,} 个 token</translation>
    </message>
</context>
<context>
    <name>ContextLine</name>
    <message>
        <source>Make room…</source>
        <translation>腾出空间…</translation>
    </message>
    <message>
        <source>See what the model remembers, and add a recap</source>
        <translation>查看模型记住的内容，并添加回顾</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Writing a recap…</source>
        <translation>正在写回顾…</translation>
    </message>
    <message>
        <source>answers go first</source>
        <translation>回答优先</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context used: {used:,} / {total:,} tokens ({percent}%)</source>
        <translation>已用上下文：{used:,} / {total:,} 个 token（{percent}%）</translation>
    </message>
    <message>
        <source>The context is nearly full. When it is full, the model drops the oldest messages of this chat; you can still read them here.</source>
        <translation>上下文快满了。满了之后，模型会丢弃此聊天最早的消息；您仍可在这里阅读它们。</translation>
    </message>
    <message>
        <source>{count:,} tokens left in this chat; every chat has its own. A token is about four characters.</source>
        <translation>此聊天还剩 {count:,} 个 token；每个聊天各自计算。一个 token 约为四个英文字符。</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Folder name</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>In “{title}”: {text}</source>
        <translation>在“{title}”中：{text}</translation>
    </message>
    <message>
        <source>The last answer reached its maximum length.</source>
        <translation>上一个回答已达到最大长度。</translation>
    </message>
    <message>
        <source>The last answer was interrupted.</source>
        <translation>上一个回答已中断。</translation>
    </message>
    <message>
        <source>The last answer failed.</source>
        <translation>上一个回答失败。</translation>
    </message>
    <message>
        <source>Show all {count:,} folders</source>
        <translation>显示全部 {count:,} 个文件夹</translation>
    </message>
    <message>
        <source>Show fewer folders</source>
        <translation>显示较少文件夹</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>In messages</source>
        <translation>消息内容</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>过去 7 天</translation>
    </message>
    <message>
        <source>Previous 30 days</source>
        <translation>过去 30 天</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>Model: {name}, which is missing</source>
        <translation>模型：{name}（缺失）</translation>
    </message>
    <message>
        <source>Missing: {name}</source>
        <translation>缺失：{name}</translation>
    </message>
    <message>
        <source>waiting, position {place:,}</source>
        <translation>等待中，第 {place:,} 位</translation>
    </message>
    <message>
        <source>a tool waits for your answer</source>
        <translation>有工具等待您答复</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Waiting, position {place:,} in the queue</source>
        <translation>等待中，队列第 {place:,} 位</translation>
    </message>
    <message>
        <source>A tool waits for your answer.</source>
        <translation>有工具等待您答复。</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, collapsed</source>
        <translation>文件夹 {name}，{count:,} 个聊天，已折叠</translation>
    </message>
    <message>
        <source>Folder {name}, {count:,} chats, expanded</source>
        <translation>文件夹 {name}，{count:,} 个聊天，已展开</translation>
    </message>
</context>
<context>
    <name>ConversationListView</name>
    <message>
        <source>All chats</source>
        <translation>所有聊天</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} 个聊天</translation>
    </message>
</context>
<context>
    <name>ConversationMenu</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete {count:,} chats</source>
        <translation>删除 {count:,} 个聊天</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>在分屏中打开</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>建议标题</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>新建标签…</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Archive {count:,} chats</source>
        <translation>归档 {count:,} 个聊天</translation>
    </message>
    <message>
        <source>Move back to the list</source>
        <translation>移回列表</translation>
    </message>
</context>
<context>
    <name>CopiedSign</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>DeletionController</name>
    <message>
        <source>{count:,} chats were deleted.</source>
        <translation>已删除 {count:,} 个聊天。</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>“{title}”已删除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>DepartureQuestion</name>
    <message>
        <source>Don&apos;t ask again for this address</source>
        <translation>对此地址不再询问</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read it.</source>
        <translation>连接未加密（普通 HTTP）：网络中的其他人可以读取内容。</translation>
    </message>
    <message>
        <source>Send to {machine}</source>
        <translation>发送到 {machine}</translation>
    </message>
    <message>
        <source>Don&apos;t send</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Send this chat to {machine} ({address})? {model} will answer it.</source>
        <translation>要将此聊天发送到 {machine}（{address}）吗？将由 {model} 回答。</translation>
    </message>
    <message>
        <source>This sends {words:,} words now. Later messages in this chat are sent without asking.</source>
        <translation>现在会发送 {words:,} 个词。此聊天之后的消息将不再询问，直接发送。</translation>
    </message>
    <message>
        <source>This sends {words:,} words and the file {names} now. Later messages in this chat are sent without asking.</source>
        <translation>现在会发送 {words:,} 个词和文件 {names}。此聊天之后的消息将不再询问，直接发送。</translation>
    </message>
    <message>
        <source>This sends {words:,} words and {count:,} files ({names}) now. Later messages in this chat are sent without asking.</source>
        <translation>现在会发送 {words:,} 个词和 {count:,} 个文件（{names}）。此聊天之后的消息将不再询问，直接发送。</translation>
    </message>
    <message>
        <source>One picture is also sent.</source>
        <translation>还会发送 1 张图片。</translation>
    </message>
    <message>
        <source>{count:,} pictures are also sent.</source>
        <translation>还会发送 {count:,} 张图片。</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
</context>
<context>
    <name>DownloadButton</name>
    <message>
        <source>Downloads: {text}</source>
        <translation>下载：{text}</translation>
    </message>
    <message>
        <source>{count}%</source>
        <translation>{count}%</translation>
    </message>
    <message>
        <source>Download failed</source>
        <translation>下载失败</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>Cancel the download of {name}? {size} of downloaded data are deleted.</source>
        <translation>要取消下载 {name} 吗？将删除已下载的 {size} 数据。</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>取消下载</translation>
    </message>
    <message>
        <source>Keep downloading</source>
        <translation>继续下载</translation>
    </message>
    <message>
        <source>The download of {name} failed. {reason}</source>
        <translation>{name} 下载失败。{reason}</translation>
    </message>
    <message>
        <source>Show downloads</source>
        <translation>显示下载</translation>
    </message>
    <message>
        <source>{name} is downloaded.</source>
        <translation>{name} 已下载。</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
</context>
<context>
    <name>DraftRow</name>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>A small model of the same family. It guesses the next words, and this model checks several at once. Used only while that is faster.</source>
        <translation>同一系列的小模型。它猜测接下来的词，由此模型一次检查多个。仅在更快时使用。</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a draft model</source>
        <translation>选择草稿模型</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>使用 {name}。</translation>
    </message>
</context>
<context>
    <name>EarlierPoints</name>
    <message>
        <source>This chat has no answered question yet.</source>
        <translation>此聊天还没有得到回答的问题。</translation>
    </message>
</context>
<context>
    <name>EarlierPointsDialog</name>
    <message>
        <source>Branch from an earlier message</source>
        <translation>从较早的消息分支</translation>
    </message>
    <message>
        <source>Where do you want to branch? The branch opens in a new tab; this chat does not change.</source>
        <translation>要从哪里创建分支？分支会在新标签页中打开；此聊天保持不变。</translation>
    </message>
    <message>
        <source>“Warm” turns do not have to be read again.</source>
        <translation>“热”轮次无需重新读取。</translation>
    </message>
    <message>
        <source>Counting the tokens…</source>
        <translation>正在统计 token…</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>从这里继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The whole chat up to here will be read</source>
        <translation>将读取到此为止的整个聊天</translation>
    </message>
    <message>
        <source>Warm: nothing is read again</source>
        <translation>热：无需重新读取</translation>
    </message>
    <message>
        <source>One token will be read</source>
        <translation>将读取 1 个 token</translation>
    </message>
    <message>
        <source>{count:,} tokens will be read</source>
        <translation>将读取 {count:,} 个 token</translation>
    </message>
</context>
<context>
    <name>EditPage</name>
    <message>
        <source>Discard your changes?</source>
        <translation>放弃更改？</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
</context>
<context>
    <name>EditorField</name>
    <message>
        <source>Edit your message</source>
        <translation>编辑您的消息</translation>
    </message>
    <message>
        <source>Edit the answer</source>
        <translation>编辑回答</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Summarize a file…</source>
        <translation>总结文件…</translation>
    </message>
    <message>
        <source>Ask about a folder…</source>
        <translation>询问文件夹…</translation>
    </message>
    <message>
        <source>Summarize the text in five sentences.</source>
        <translation>用五句话概括这篇文字。</translation>
    </message>
    <message>
        <source>What are its main points?</source>
        <translation>它的要点是什么？</translation>
    </message>
    <message>
        <source>Begin a text, and the model continues it</source>
        <translation>写个开头，让模型续写</translation>
    </message>
    <message>
        <source>This is a base model: it was not trained to answer questions.</source>
        <translation>这是基础模型：它未经问答训练。</translation>
    </message>
    <message>
        <source>No text yet. Write the beginning of one.</source>
        <translation>还没有文本。请写一段开头。</translation>
    </message>
    <message>
        <source>Continue all four in four tabs</source>
        <translation>在四个标签页中全部续写</translation>
    </message>
    <message>
        <source>Continue all in tabs</source>
        <translation>在标签页中全部续写</translation>
    </message>
    <message>
        <source>Ask about “{name}”</source>
        <translation>就“{name}”提问</translation>
    </message>
    <message>
        <source>Continue “{name}”</source>
        <translation>续写“{name}”</translation>
    </message>
    <message>
        <source>The whole text is part of this chat.</source>
        <translation>全文属于此聊天。</translation>
    </message>
    <message>
        <source>Ask anything, in as many tabs as you like</source>
        <translation>随意提问，标签页数量不限</translation>
    </message>
    <message>
        <source>No messages yet. Start typing to ask something.</source>
        <translation>还没有消息。开始输入即可提问。</translation>
    </message>
    <message>
        <source>Ask all four in four tabs</source>
        <translation>在四个标签页中全部提问</translation>
    </message>
    <message>
        <source>Ask all in tabs</source>
        <translation>在标签页中全部提问</translation>
    </message>
    <message>
        <source>This chat is answered on {machine}.</source>
        <translation>此聊天由 {machine} 回答。</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on the computers that you set.</source>
        <translation>所有标签页同时得到回答，由您设定的电脑完成。</translation>
    </message>
    <message>
        <source>All tabs are answered at the same time, on your computer.</source>
        <translation>所有标签页同时在您的电脑上得到回答。</translation>
    </message>
    <message>
        <source>Last chats</source>
        <translation>最近的聊天</translation>
    </message>
</context>
<context>
    <name>EncodingButton</name>
    <message>
        <source>The file was read as {encoding}, an encoding that it does not name.</source>
        <translation>文件未注明编码，已按 {encoding} 读取。</translation>
    </message>
    <message>
        <source>The file was read as {encoding}, which is uncertain: it does not name its encoding.</source>
        <translation>文件已按 {encoding} 读取，但不确定：文件未注明编码。</translation>
    </message>
    <message>
        <source>Click to choose another one.</source>
        <translation>点击可另选编码。</translation>
    </message>
    <message>
        <source>Unicode</source>
        <translation>Unicode</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>西欧</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>中欧</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>波罗的海</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里尔文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来文</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯文</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰文</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩文</translation>
    </message>
</context>
<context>
    <name>EndpointPage</name>
    <message>
        <source>Edit a machine</source>
        <translation>编辑机器</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>For example: rack:8000</source>
        <translation>例如：rack:8000</translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation>自定义名称</translation>
    </message>
    <message>
        <source>If it lists no models</source>
        <translation>如果它不列出模型</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>已保留；输入新值可替换</translation>
    </message>
    <message>
        <source>If required</source>
        <translation>如有需要</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>Type an address such as rack:8000 or https://api.example.com/v1.</source>
        <translation>请输入地址，例如 rack:8000 或 https://api.example.com/v1。</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>自动检测</translation>
    </message>
    <message>
        <source>Another OpenAI-compatible server</source>
        <translation>其他兼容 OpenAI 的服务器</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>密钥(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>The connection is not encrypted (plain HTTP): others in the network can read your chats and the key.</source>
        <translation>连接未加密（普通 HTTP）：网络中的其他人可以读取您的聊天和密钥。</translation>
    </message>
</context>
<context>
    <name>EngineCorner</name>
    <message>
        <source>Cancel loading</source>
        <translation>取消加载</translation>
    </message>
</context>
<context>
    <name>EngineDock</name>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
</context>
<context>
    <name>EnginePanel</name>
    <message>
        <source>Model settings…</source>
        <translation>模型设置…</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>写作</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>longest step</source>
        <translation>最长步骤</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Models in memory</source>
        <translation>内存中的模型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>槽位</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>未加载模型。</translation>
    </message>
    <message>
        <source>{count:,}, fixed</source>
        <translation>{count:,}，固定</translation>
    </message>
    <message>
        <source>{count:,} of {limit:,}</source>
        <translation>{count:,}/{limit:,}</translation>
    </message>
    <message>
        <source>The number is fixed in the settings, under Engine.</source>
        <translation>该数量已在设置的“引擎”中固定。</translation>
    </message>
    <message>
        <source>The engine keeps measuring which number of threads is fastest. The number changes with the load by other programs.</source>
        <translation>引擎会持续测量多少线程最快。数量会随其他程序的负载变化。</translation>
    </message>
    <message>
        <source>Processor threads now</source>
        <translation>当前处理器线程数</translation>
    </message>
    <message>
        <source>No chat is waiting.</source>
        <translation>没有等待中的聊天。</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>…还有 {count:,} 个</translation>
    </message>
    <message>
        <source>{share} of all gaps between two tokens were at most this long.</source>
        <translation>{share} 的 token 间隔不超过此时长。</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}%</translation>
    </message>
    <message>
        <source>Prompt tokens that were in the cache and did not have to be read again.</source>
        <translation>已在缓存中、无需重新读取的提示词 token。</translation>
    </message>
    <message>
        <source>Accepted tokens of all tokens that were guessed from the chat.</source>
        <translation>根据聊天猜测的全部 token 中被接受的 token。</translation>
    </message>
    <message>
        <source>Writing, all chats</source>
        <translation>写作，所有聊天</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Chats at once, average</source>
        <translation>同时进行的聊天，平均</translation>
    </message>
    <message>
        <source>First token, median</source>
        <translation>首个 token，中位数</translation>
    </message>
    <message>
        <source>More figures</source>
        <translation>更多数据</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Token gap, median</source>
        <translation>token 间隔，中位数</translation>
    </message>
    <message>
        <source>Token gap, 95th percentile</source>
        <translation>token 间隔，第 95 百分位</translation>
    </message>
    <message>
        <source>Token gap, 99th percentile</source>
        <translation>token 间隔，第 99 百分位</translation>
    </message>
    <message>
        <source>Reused tokens</source>
        <translation>重用的 token</translation>
    </message>
    <message>
        <source>Tokens guessed right</source>
        <translation>猜对的 token</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} token/s</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} 秒</translation>
    </message>
    <message>
        <source>{right:,} of {all:,}</source>
        <translation>{right:,}/{all:,}</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} 毫秒</translation>
    </message>
    <message>
        <source>Saved states of chats, for models whose memory can&apos;t be shortened.</source>
        <translation>已保存的聊天状态，用于内存无法截短的模型。</translation>
    </message>
    <message>
        <source>Engine, with the model</source>
        <translation>引擎（含模型）</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Chats kept in memory</source>
        <translation>保存在内存中的聊天</translation>
    </message>
    <message>
        <source>Chats kept on disk</source>
        <translation>保存在磁盘上的聊天</translation>
    </message>
    <message>
        <source>{count:,} tabs here</source>
        <translation>这里有 {count:,} 个标签页</translation>
    </message>
    <message>
        <source>1 tab here</source>
        <translation>这里有 1 个标签页</translation>
    </message>
    <message>
        <source>{count:,} on {machine}</source>
        <translation>{machine} 上有 {count:,} 个</translation>
    </message>
    <message>
        <source>{count:,} programs</source>
        <translation>{count:,} 个程序</translation>
    </message>
    <message>
        <source>1 program</source>
        <translation>1 个程序</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists</source>
        <translation>{count:,} 个对比或列表</translation>
    </message>
    <message>
        <source>1 comparison or list</source>
        <translation>1 个对比或列表</translation>
    </message>
    <message>
        <source>{count:,} more waiting</source>
        <translation>还有 {count:,} 个在等待</translation>
    </message>
    <message>
        <source>No active requests.</source>
        <translation>没有进行中的请求。</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>正在卸载…</translation>
    </message>
    <message>
        <source>Loading, {percent}%</source>
        <translation>正在加载，{percent}%</translation>
    </message>
    <message>
        <source>{count:,} requests</source>
        <translation>{count:,} 个请求</translation>
    </message>
    <message>
        <source>Answers {chats}</source>
        <translation>正在回答 {chats}</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Idle for {count:,} min</source>
        <translation>已空闲 {count:,} 分钟</translation>
    </message>
    <message>
        <source>{count:,} chats at once</source>
        <translation>同时 {count:,} 个聊天</translation>
    </message>
    <message>
        <source>{count:,} threads</source>
        <translation>{count:,} 个线程</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>{count:,} waiting</source>
        <translation>{count:,} 个等待</translation>
    </message>
    <message>
        <source>{size} on {card}</source>
        <translation>{card} 上 {size}</translation>
    </message>
</context>
<context>
    <name>EngineStatus</name>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} 已就绪。</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} 已卸载。下一条消息会重新加载它。</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>未加载模型。</translation>
    </message>
    <message>
        <source>{file}: {millions:,} million parameters, {architecture}. Context: {limit:,} tokens per chat; the model was trained for {trained:,}. {slots} chats can be answered at once. {device}</source>
        <translation>{file}：{millions:,} 百万参数，{architecture}。上下文：每个聊天 {limit:,} 个 token；模型按 {trained:,} 训练。可同时回答 {slots} 个聊天。{device}</translation>
    </message>
    <message>
        <source>Draft model: {name}.</source>
        <translation>草稿模型：{name}。</translation>
    </message>
    <message>
        <source>system messages become part of a question</source>
        <translation>系统消息会并入问题</translation>
    </message>
    <message>
        <source>consecutive messages with the same role are joined</source>
        <translation>角色相同的连续消息会合并</translation>
    </message>
    <message>
        <source>missing turns are added</source>
        <translation>缺失的轮次会补上</translation>
    </message>
    <message>
        <source>tool calls are sent one by one</source>
        <translation>工具调用逐个发送</translation>
    </message>
    <message>
        <source>tool calls are sent as text</source>
        <translation>工具调用以文本发送</translation>
    </message>
    <message>
        <source>earlier messages are left out</source>
        <translation>较早的消息会省略</translation>
    </message>
    <message>
        <source>To fit its chat template, {changes}.</source>
        <translation>为适应其聊天模板：{changes}。</translation>
    </message>
    <message>
        <source>This file has no chat template, so a common one (ChatML) is guessed.</source>
        <translation>此文件没有聊天模板，已推测使用常见模板 (ChatML)。</translation>
    </message>
    <message>
        <source>A base model: it continues text and was not trained to chat.</source>
        <translation>基础模型：它续写文本，未经聊天训练。</translation>
    </message>
    <message>
        <source>{name} ({file}) is loaded. Context: {limit:,} tokens per chat. {device}</source>
        <translation>{name}（{file}）已加载。上下文：每个聊天 {limit:,} 个 token。{device}</translation>
    </message>
    <message>
        <source>No model yet. Open a model file, or download a model.</source>
        <translation>还没有模型。请打开模型文件，或下载模型。</translation>
    </message>
    <message>
        <source>{name} was not loaded: during its last load, the engine or the computer stopped.</source>
        <translation>未加载 {name}：上次加载时引擎或电脑停止了运行。</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>已取消加载 {name}。</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled. {before} is loaded again.</source>
        <translation>已取消加载 {name}。正在重新加载 {before}。</translation>
    </message>
    <message>
        <source>An answer is still being written. Switching stops it; the text so far is kept.</source>
        <translation>仍有回答正在生成。切换会停止它，已有文本会保留。</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written. Switching stops them; the text so far is kept.</source>
        <translation>仍有 {count:,} 个回答正在生成。切换会停止它们，已有文本会保留。</translation>
    </message>
    <message>
        <source>Switch anyway</source>
        <translation>仍然切换</translation>
    </message>
    <message>
        <source>Set a chat template…</source>
        <translation>设置聊天模板…</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>另选模型…</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>使用入门模型</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>模型设置…</translation>
    </message>
    <message>
        <source>Load it without pictures</source>
        <translation>不带图片功能加载</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新启动</translation>
    </message>
</context>
<context>
    <name>EngineTitles</name>
    <message>
        <source>A source</source>
        <translation>一份资料</translation>
    </message>
    <message>
        <source>Title of “{title}”</source>
        <translation>“{title}”的标题</translation>
    </message>
    <message>
        <source>Recap of “{title}”</source>
        <translation>“{title}”的回顾</translation>
    </message>
    <message>
        <source>A comparison or list</source>
        <translation>一个对比或列表</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>Summarize</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Correct a text</source>
        <translation>修改文字</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Answer a mail</source>
        <translation>回复邮件</translation>
    </message>
    <message>
        <source>Review code</source>
        <translation>审查代码</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Summarize this text in three sentences:

{text}</source>
        <translation>用三句话概括这篇文字：

{text}</translation>
    </message>
    <message>
        <source>Translate this text into {language}:

{text}</source>
        <translation>将这篇文字翻译成{language}：

{text}</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Correct the grammar of this text, and list what you changed:

{text}</source>
        <translation>请改正这篇文字中的语法错误，并列出改动之处：

{text}</translation>
    </message>
    <message>
        <source>Explain {topic} in simple words, with an example.</source>
        <translation>请用简单的话解释{topic}，并举一个例子。</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Write a friendly answer to this mail. I want to say: {answer}

{mail}</source>
        <translation>请友好地回复这封邮件。我想表达：{answer}

{mail}</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>Review this code: name bugs first, then what could be simpler.

{code}</source>
        <translation>请审查这段代码：先指出错误，再指出可以简化的地方。

{code}</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>创意</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>Explanation of “{title}”</source>
        <translation>“{title}”的说明</translation>
    </message>
</context>
<context>
    <name>FileChip</name>
    <message>
        <source>File {name}, {size}</source>
        <translation>文件 {name}，{size}</translation>
    </message>
    <message>
        <source>{count:,} characters. Click to view them.</source>
        <translation>{count:,} 个字符。点击可查看。</translation>
    </message>
    <message>
        <source>Remove this file</source>
        <translation>移除此文件</translation>
    </message>
    <message>
        <source>one page</source>
        <translation>1 页</translation>
    </message>
    <message>
        <source>{count:,} pages</source>
        <translation>{count:,} 页</translation>
    </message>
    <message>
        <source>one word</source>
        <translation>1 个词</translation>
    </message>
    <message>
        <source>{count:,} words</source>
        <translation>{count:,} 个词</translation>
    </message>
    <message>
        <source>about {count:,} words</source>
        <translation>约 {count:,} 个词</translation>
    </message>
    <message>
        <source>too long: {percent:,}% of the context</source>
        <translation>太长：占上下文的 {percent:,}%</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>fits: {percent}% of the context</source>
        <translation>放得下：占上下文的 {percent}%</translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Table for spreadsheets (*.csv)</source>
        <translation>电子表格 (*.csv)</translation>
    </message>
    <message>
        <source>JSON with all data, which can be imported again (*.json)</source>
        <translation>含全部数据的 JSON，可重新导入 (*.json)</translation>
    </message>
    <message>
        <source>ZIP with one Markdown file per chat (*.zip)</source>
        <translation>ZIP，每个聊天一个 Markdown 文件 (*.zip)</translation>
    </message>
    <message>
        <source>Open a list of questions</source>
        <translation>打开问题列表</translation>
    </message>
    <message>
        <source>Tables and texts (*.csv *.tsv *.txt)</source>
        <translation>表格和文本 (*.csv *.tsv *.txt)</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>保存文件</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入聊天</translation>
    </message>
    <message>
        <source>Exports of Hubbub and other programs (*.json *.jsonl *.zip)</source>
        <translation>Hubbub 和其他程序的导出文件 (*.json *.jsonl *.zip)</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>导入预设</translation>
    </message>
    <message>
        <source>Presets of Hubbub or LM Studio (*.json)</source>
        <translation>Hubbub 或 LM Studio 的预设 (*.json)</translation>
    </message>
    <message>
        <source>Export presets</source>
        <translation>导出预设</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>预设 (*.json)</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>Certificates and keys (*.pem *.crt *.cer *.key)</source>
        <translation>证书和密钥 (*.pem *.crt *.cer *.key)</translation>
    </message>
    <message>
        <source>Add a GPU pack</source>
        <translation>添加 GPU 包</translation>
    </message>
    <message>
        <source>GPU packs (*ggml-*.so *ggml-*.dll)</source>
        <translation>GPU 包 (*ggml-*.so *ggml-*.dll)</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>{count:,} characters of text, as the model sees them.</source>
        <translation>{count:,} 个字符的文本，即模型看到的内容。</translation>
    </message>
    <message>
        <source>Only the beginning is shown here.</source>
        <translation>这里只显示开头部分。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>在此聊天中查找</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>无匹配项</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,}/{count:,}</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>FirstModelCard</name>
    <message>
        <source>Hubbub works offline, so it can&apos;t download a model.</source>
        <translation>Hubbub 处于离线状态，无法下载模型。</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation>打开模型文件…</translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation>还没有模型。</translation>
    </message>
    <message>
        <source>Starter model: small and fast, often wrong.</source>
        <translation>入门模型：小巧快速，但经常出错。</translation>
    </message>
    <message>
        <source>More models…</source>
        <translation>更多模型…</translation>
    </message>
    <message>
        <source>Browse models</source>
        <translation>浏览模型</translation>
    </message>
    <message>
        <source>Better answers on this computer: {name}</source>
        <translation>在这台电脑上获得更好的回答：{name}</translation>
    </message>
    <message>
        <source>Download {size}</source>
        <translation>下载 {size}</translation>
    </message>
    <message>
        <source>Get {name}, {size}</source>
        <translation>获取 {name}，{size}</translation>
    </message>
    <message>
        <source>From {host} ({repository}). Your chats are never sent.</source>
        <translation>来自 {host}（{repository}）。您的聊天绝不会被发送。</translation>
    </message>
    <message>
        <source>Choosing a better model for this computer…</source>
        <translation>正在为这台电脑选择更好的模型……</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Fit</name>
    <message>
        <source>It fits: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>可以容纳：{slots:,} 个聊天、每个 {tokens:,} 个 token，连同模型占用 {needed}，空闲 {free}。</translation>
    </message>
    <message>
        <source>It fits with less context: {slots:,} chats of {tokens:,} tokens take {needed} with the model, and {free} are free.</source>
        <translation>缩小上下文后可以容纳：{slots:,} 个聊天、每个 {tokens:,} 个 token，连同模型占用 {needed}，空闲 {free}。</translation>
    </message>
    <message>
        <source>It fits partly on the CPU, which is slow: {slots:,} chats of {tokens:,} tokens take {needed} with the model.</source>
        <translation>只能部分放入，其余由 CPU 运行，速度较慢：{slots:,} 个聊天、每个 {tokens:,} 个 token，连同模型占用 {needed}。</translation>
    </message>
    <message>
        <source>It does not fit: {slots:,} chats need {needed} with the model, and {free} are free.</source>
        <translation>无法容纳：{slots:,} 个聊天连同模型需要 {needed}，空闲 {free}。</translation>
    </message>
</context>
<context>
    <name>FitNote</name>
    <message>
        <source>other programs {size}</source>
        <translation>其他程序 {size}</translation>
    </message>
    <message>
        <source>model {size}</source>
        <translation>模型 {size}</translation>
    </message>
    <message>
        <source>chats {size}</source>
        <translation>聊天 {size}</translation>
    </message>
    <message>
        <source>still free {size}</source>
        <translation>剩余 {size}</translation>
    </message>
    <message>
        <source>missing {size}</source>
        <translation>缺少 {size}</translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>FoldHeading</name>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>FoldSection</name>
    <message>
        <source>{count:,} changed</source>
        <translation>已更改 {count:,} 项</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>New chat in this folder</source>
        <translation>在此文件夹中新建聊天</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>重命名文件夹</translation>
    </message>
    <message>
        <source>Delete folder, keep its chats</source>
        <translation>删除文件夹，保留其中的聊天</translation>
    </message>
    <message>
        <source>Model of new chats</source>
        <translation>新聊天的模型</translation>
    </message>
    <message>
        <source>As outside of folders</source>
        <translation>与文件夹外相同</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Olive</source>
        <translation>橄榄色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
</context>
<context>
    <name>FolderRow</name>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Change the models folder</source>
        <translation>更改模型文件夹</translation>
    </message>
    <message>
        <source>Models folder: {folder}</source>
        <translation>模型文件夹：{folder}</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>The folder “{old}” was renamed to “{new}”.</source>
        <translation>文件夹“{old}”已重命名为“{new}”。</translation>
    </message>
    <message>
        <source>The folder “{folder}” was deleted. Its chats are kept.</source>
        <translation>文件夹“{folder}”已删除，其中的聊天已保留。</translation>
    </message>
    <message>
        <source>{count:,} chats were moved to “{folder}”.</source>
        <translation>已将 {count:,} 个聊天移到“{folder}”。</translation>
    </message>
    <message>
        <source>{count:,} chats were taken out of their folders.</source>
        <translation>已将 {count:,} 个聊天移出其文件夹。</translation>
    </message>
    <message>
        <source>“{title}” was moved to “{folder}”.</source>
        <translation>“{title}”已移到“{folder}”。</translation>
    </message>
    <message>
        <source>“{title}” was taken out of its folder.</source>
        <translation>“{title}”已移出其文件夹。</translation>
    </message>
</context>
<context>
    <name>FormFoot</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>{count}. Tick the box to agree.</source>
        <translation>{count}。勾选表示同意。</translation>
    </message>
</context>
<context>
    <name>FormRow</name>
    <message>
        <source>Set for this chat.</source>
        <translation>已为此聊天设置。</translation>
    </message>
    <message>
        <source>Default.</source>
        <translation>默认。</translation>
    </message>
    <message>
        <source>Use the default</source>
        <translation>使用默认值</translation>
    </message>
</context>
<context>
    <name>GpuBackendsView</name>
    <message>
        <source>With a GPU pack, the model runs on a graphics card. Hubbub looks for packs in {folder}.</source>
        <translation>有了 GPU 包，模型可在显卡上运行。Hubbub 在 {folder} 中查找 GPU 包。</translation>
    </message>
    <message>
        <source>GPU packs</source>
        <translation>GPU 组件包</translation>
    </message>
    <message>
        <source>Add GPU pack…</source>
        <translation>添加 GPU 包…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>重新启动引擎</translation>
    </message>
    <message>
        <source>The pack is being tested…</source>
        <translation>正在测试 GPU 包…</translation>
    </message>
    <message>
        <source>{name} was added. It is used after the engine restarts, which stops running answers.</source>
        <translation>已添加 {name}。重新启动引擎后生效，这会停止正在生成的回答。</translation>
    </message>
</context>
<context>
    <name>Grid</name>
    <message>
        <source>Nothing was sent. {reason}</source>
        <translation>未发送任何内容。{reason}</translation>
    </message>
    <message>
        <source>Not sent to “{title}”.</source>
        <translation>未发送到“{title}”。</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats.</source>
        <translation>已发送到 {count:,} 个聊天。</translation>
    </message>
    <message>
        <source>Queued in {count:,} chats, after the running answers.</source>
        <translation>已在 {count:,} 个聊天中排队，待当前回答结束后发送。</translation>
    </message>
    <message>
        <source>Sent to {count:,} chats; queued in {waiting:,} after a running answer.</source>
        <translation>已发送到 {count:,} 个聊天；{waiting:,} 个在当前回答后排队。</translation>
    </message>
</context>
<context>
    <name>GridBar</name>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Back to tabs</source>
        <translation>返回标签页</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 个聊天</translation>
    </message>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} 个聊天</translation>
    </message>
    <message>
        <source>{count:,} active</source>
        <translation>{count:,} 个正在回答</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建聊天</translation>
    </message>
    <message>
        <source>Page {number:,} of {count:,}</source>
        <translation>{number:,}/{count:,}</translation>
    </message>
    <message>
        <source>Back to tabs (Esc)</source>
        <translation>返回标签页 (Esc)</translation>
    </message>
</context>
<context>
    <name>Headers</name>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Parts of the help</source>
        <translation>帮助的各部分</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>{number:,} of {count:,}</source>
        <translation>{number:,} / {count:,}</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
</context>
<context>
    <name>HistoryPopup</name>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>最近的消息</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>还没有消息。</translation>
    </message>
</context>
<context>
    <name>HubDetails</name>
    <message>
        <source>Files of this model</source>
        <translation>此模型的文件</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>打开模型页面</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking at its files…</source>
        <translation>正在查看其文件…</translation>
    </message>
    <message>
        <source>You must accept conditions first: open its page, and sign in.</source>
        <translation>您必须先接受条件：打开其页面并登录。</translation>
    </message>
    <message>
        <source>{count:,} files are hidden, because their names can&apos;t be stored.</source>
        <translation>{count:,} 个文件已隐藏，因为其名称无法存储。</translation>
    </message>
    <message>
        <source>This repository has no GGUF model.</source>
        <translation>此仓库没有 GGUF 模型。</translation>
    </message>
    <message>
        <source>This model is cut into pieces that must be joined before it can be loaded. Choose another one.</source>
        <translation>此模型被切成多块，须合并后才能加载。请另选模型。</translation>
    </message>
    <message>
        <source>Parts of this model are missing in the repository.</source>
        <translation>仓库中缺少此模型的部分文件。</translation>
    </message>
    <message>
        <source>No SHA-256 available; the download can&apos;t be verified.</source>
        <translation>没有可用的 SHA-256，无法校验下载。</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>正在下载…</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
</context>
<context>
    <name>HubFailure</name>
    <message>
        <source>Try again in {time}.</source>
        <translation>请在 {time} 后重试。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Open the model&apos;s page</source>
        <translation>打开模型页面</translation>
    </message>
</context>
<context>
    <name>HubModels</name>
    <message>
        <source>{count} downloads</source>
        <translation>{count} 次下载</translation>
    </message>
    <message>
        <source>{count} likes</source>
        <translation>{count} 个赞</translation>
    </message>
    <message>
        <source>{size} download</source>
        <translation>下载 {size}</translation>
    </message>
    <message>
        <source>{size} memory</source>
        <translation>内存 {size}</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} 个文件</translation>
    </message>
    <message>
        <source>in pieces</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>can&apos;t be verified</source>
        <translation>无法校验</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>Verifying… {percent}%</source>
        <translation>正在校验… {percent}%</translation>
    </message>
    <message>
        <source>Waiting for other downloads</source>
        <translation>正在等待其他下载</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>连接已断开。</translation>
    </message>
    <message>
        <source>Not enough space on the disk</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Paused: Hubbub works offline</source>
        <translation>已暂停：Hubbub 处于离线模式</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} 小时 {minutes} 分钟</translation>
    </message>
    <message>
        <source>{count} days</source>
        <translation>{count} 天</translation>
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
        <translation>需接受条件</translation>
    </message>
    <message>
        <source>{speed}/s</source>
        <translation>{speed}/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
    <message>
        <source>Connecting again…</source>
        <translation>正在重新连接…</translation>
    </message>
    <message>
        <source>Trying again in {time}.</source>
        <translation>{time} 后重试。</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}/{total}</translation>
    </message>
    <message>
        <source>Downloaded and verified</source>
        <translation>已下载并校验</translation>
    </message>
    <message>
        <source>Downloaded (not verified)</source>
        <translation>已下载（未校验）</translation>
    </message>
</context>
<context>
    <name>HubRepository</name>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it. A change on the way would not be noticed. Download it anyway?</source>
        <translation>无法校验 {name}：Hub 上没有它的 SHA-256。传输途中若被改动将无法发现。仍要下载吗？</translation>
    </message>
    <message>
        <source>Download unverified</source>
        <translation>不校验直接下载</translation>
    </message>
    <message>
        <source>Reading its header to estimate the memory…</source>
        <translation>正在读取文件头以估算内存…</translation>
    </message>
</context>
<context>
    <name>HubSearch</name>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>The hub has no GGUF model with “{text}” in its name.</source>
        <translation>Hub 上没有名称含“{text}”的 GGUF 模型。</translation>
    </message>
    <message>
        <source>More recommended models · list of {date}</source>
        <translation>更多推荐模型 · {date} 的列表</translation>
    </message>
    <message>
        <source>This hub has none of the recommended models.</source>
        <translation>此 Hub 没有任何推荐模型。</translation>
    </message>
    <message>
        <source>None of the recommended models fits into the {memory} of free memory · list of {date}</source>
        <translation>空闲内存 {memory} 装不下任何推荐模型 · {date} 的列表</translation>
    </message>
    <message>
        <source>The first {count:,} models; scroll for more</source>
        <translation>前 {count:,} 个模型；滚动查看更多</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} 个模型</translation>
    </message>
</context>
<context>
    <name>HubToken</name>
    <message>
        <source>Hubbub works offline, so the token is not sent anywhere.</source>
        <translation>Hubbub 处于离线模式，因此不会发送令牌。</translation>
    </message>
    <message>
        <source>Asking this computer&apos;s keyring…</source>
        <translation>正在询问这台电脑的密钥环…</translation>
    </message>
    <message>
        <source>No token is set.</source>
        <translation>未设置令牌。</translation>
    </message>
    <message>
        <source>A token is set by the environment variable HF_TOKEN, which takes precedence.</source>
        <translation>环境变量 HF_TOKEN 已设置令牌，且优先使用。</translation>
    </message>
    <message>
        <source>A token is set in this computer&apos;s keyring.</source>
        <translation>令牌已存于这台电脑的密钥环。</translation>
    </message>
    <message>
        <source>A token is set by “hf auth login”.</source>
        <translation>令牌已由“hf auth login”设置。</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>{count:,} chats were imported.</source>
        <translation>已导入 {count:,} 个聊天。</translation>
    </message>
    <message>
        <source>One chat was imported.</source>
        <translation>已导入 1 个聊天。</translation>
    </message>
    <message>
        <source>No new chats were imported.</source>
        <translation>没有导入新聊天。</translation>
    </message>
    <message>
        <source>One already existed.</source>
        <translation>1 个已存在。</translation>
    </message>
    <message>
        <source>{count:,} already existed.</source>
        <translation>{count:,} 个已存在。</translation>
    </message>
    <message>
        <source>Some parts were left out.</source>
        <translation>部分内容已省略。</translation>
    </message>
</context>
<context>
    <name>ImportReportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Details:</source>
        <translation>详细信息：</translation>
    </message>
    <message>
        <source>Everything was imported.</source>
        <translation>已全部导入。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Interrupted</name>
    <message>
        <source>{count:,} answers were interrupted.</source>
        <translation>{count:,} 个回答已中断。</translation>
    </message>
    <message>
        <source>Continue all</source>
        <translation>全部继续</translation>
    </message>
    <message>
        <source>One answer was interrupted.</source>
        <translation>1 个回答已中断。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>The answers can&apos;t be continued now. {reason}</source>
        <translation>现在无法继续这些回答。{reason}</translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to latest</source>
        <translation>跳到最新</translation>
    </message>
</context>
<context>
    <name>KeyBox</name>
    <message>
        <source>Not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Press a shortcut…</source>
        <translation>请按快捷键…</translation>
    </message>
    <message>
        <source>{command}: {keys}. Press to change.</source>
        <translation>{command}：{keys}。按下可更改。</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>Reset the keys of “{command}”</source>
        <translation>重置“{command}”的快捷键</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>重新分配</translation>
    </message>
    <message>
        <source>{keys} belongs to “{owner}”.</source>
        <translation>{keys} 已分配给“{owner}”。</translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>查找命令或按键</translation>
    </message>
    <message>
        <source>Reset all shortcuts</source>
        <translation>重置所有快捷键</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Recall the last message (when the box is empty)</source>
        <translation>调出上一条消息（输入框为空时）</translation>
    </message>
    <message>
        <source>Paste a long text as it is</source>
        <translation>原样粘贴长文本</translation>
    </message>
    <message>
        <source>Scroll the chat up</source>
        <translation>向上滚动聊天</translation>
    </message>
    <message>
        <source>Scroll the chat down</source>
        <translation>向下滚动聊天</translation>
    </message>
    <message>
        <source>Message box</source>
        <translation>消息框</translation>
    </message>
    <message>
        <source>Reset all shortcuts to their defaults? This can&apos;t be undone.</source>
        <translation>将所有快捷键恢复为默认值？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
</context>
<context>
    <name>LeavingQuestion</name>
    <message>
        <source>Quit Hubbub</source>
        <translation>退出 Hubbub</translation>
    </message>
    <message>
        <source>Remember my choice</source>
        <translation>记住我的选择</translation>
    </message>
    <message>
        <source>You can change this in the settings, under General.</source>
        <translation>您可以在设置的“常规”中更改。</translation>
    </message>
    <message>
        <source>The partial text is kept either way. Interrupted answers can be continued after the next start.</source>
        <translation>无论如何都会保留已有文本。中断的回答可在下次启动后继续。</translation>
    </message>
    <message>
        <source>Partial answers of comparisons are kept; lists continue at the next start.</source>
        <translation>对比中未完成的回答会保留；列表会在下次启动时继续。</translation>
    </message>
    <message>
        <source>Downloads are paused and continue at the next start.</source>
        <translation>下载会暂停，并在下次启动时继续。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit anyway</source>
        <translation>仍要退出</translation>
    </message>
    <message>
        <source>One answer is still being written.</source>
        <translation>仍有 1 个回答正在生成。</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written.</source>
        <translation>仍有 {count:,} 个回答正在生成。</translation>
    </message>
    <message>
        <source>One comparison or list is still being answered.</source>
        <translation>仍有 1 个对比或列表正在回答。</translation>
    </message>
    <message>
        <source>{count:,} comparisons or lists are still being answered.</source>
        <translation>仍有 {count:,} 个对比或列表正在回答。</translation>
    </message>
    <message>
        <source>One download is still running.</source>
        <translation>仍有 1 个下载正在进行。</translation>
    </message>
    <message>
        <source>{count:,} downloads are still running.</source>
        <translation>仍有 {count:,} 个下载正在进行。</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>在后台完成</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Restarting now loses what is not saved.</source>
        <translation>现在重新启动会丢失未保存的内容。</translation>
    </message>
    <message>
        <source>Restart Hubbub</source>
        <translation>重新启动 Hubbub</translation>
    </message>
    <message>
        <source>Restart anyway</source>
        <translation>仍然重新启动</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>One unsent message can&apos;t be saved.</source>
        <translation>有一条未发送的消息无法保存。</translation>
    </message>
    <message>
        <source>{count:,} unsent messages can&apos;t be saved.</source>
        <translation>有 {count:,} 条未发送的消息无法保存。</translation>
    </message>
    <message>
        <source>One answer can&apos;t be saved.</source>
        <translation>有一个回答无法保存。</translation>
    </message>
    <message>
        <source>{count:,} answers can&apos;t be saved.</source>
        <translation>有 {count:,} 个回答无法保存。</translation>
    </message>
    <message>
        <source>Quitting now loses what is not saved.</source>
        <translation>现在退出会丢失未保存的内容。</translation>
    </message>
</context>
<context>
    <name>Leftovers</name>
    <message>
        <source>Unfinished downloads older than 14 days take {size} on the disk.</source>
        <translation>超过 14 天的未完成下载占用磁盘 {size}。</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Delete the unfinished downloads? This frees {size}.</source>
        <translation>要删除未完成的下载吗？将释放 {size}。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Some files could not be deleted.</source>
        <translation>有些文件无法删除。</translation>
    </message>
</context>
<context>
    <name>ListForm</name>
    <message>
        <source>Open CSV…</source>
        <translation>打开 CSV…</translation>
    </message>
    <message>
        <source>The first row is a heading</source>
        <translation>第一行是标题</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>无预设</translation>
    </message>
    <message>
        <source>No source</source>
        <translation>无资料</translation>
    </message>
    <message>
        <source>Column {number}: {text}</source>
        <translation>第 {number} 列：{text}</translation>
    </message>
    <message>
        <source>Send the questions to {hosts}</source>
        <translation>将问题发送到 {hosts}</translation>
    </message>
    <message>
        <source>Send the questions and the source to {hosts}</source>
        <translation>将问题和资料发送到 {hosts}</translation>
    </message>
    <message>
        <source>{count:,} questions</source>
        <translation>{count:,} 个问题</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>Only the first {count:,} questions are used.</source>
        <translation>只使用前 {count:,} 个问题。</translation>
    </message>
    <message>
        <source>Type questions, or open a file.</source>
        <translation>输入问题，或打开文件。</translation>
    </message>
    <message>
        <source>One question per line</source>
        <translation>每行一个问题</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Question column</source>
        <translation>问题所在的列</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation>资料(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Lists run in the background. Chats come first.</source>
        <translation>列表在后台运行，聊天优先。</translation>
    </message>
</context>
<context>
    <name>LoadedModelRow</name>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>加载 {model}</translation>
    </message>
    <message>
        <source>Show the engine of {model}</source>
        <translation>显示 {model} 的引擎</translation>
    </message>
    <message>
        <source>Keep {model} loaded</source>
        <translation>保持 {model} 已加载</translation>
    </message>
    <message>
        <source>Unload {model}</source>
        <translation>卸载 {model}</translation>
    </message>
</context>
<context>
    <name>LocalHalf</name>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>Filter models</source>
        <translation>筛选模型</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Remove {path}</source>
        <translation>移除 {path}</translation>
    </message>
    <message>
        <source>No permission to read {path}.</source>
        <translation>没有读取 {path} 的权限。</translation>
    </message>
    <message>
        <source>{path} does not answer; its models are not listed.</source>
        <translation>{path} 没有响应，未列出其中的模型。</translation>
    </message>
    <message>
        <source>{path} does not exist.</source>
        <translation>{path} 不存在。</translation>
    </message>
    <message>
        <source>Searching for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>No matching models.</source>
        <translation>没有匹配的模型。</translation>
    </message>
    <message>
        <source>No other models here yet. Models from LM Studio, Jan, GPT4All, Ollama, llama.cpp and the Hugging Face cache show up automatically. You can add other folders.</source>
        <translation>这里还没有其他模型。LM Studio、Jan、GPT4All、Ollama、llama.cpp 以及 Hugging Face 缓存中的模型会自动显示。您可以添加其他文件夹。</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>这台电脑上的模型</translation>
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
        <translation>您的文件夹</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Face 缓存</translation>
    </message>
    <message>
        <source>Models folder in your home</source>
        <translation>主目录中的 models 文件夹</translation>
    </message>
    <message>
        <source>Every word of a chat; memory grows with its length</source>
        <translation>聊天的每个词；内存随长度增长</translation>
    </message>
    <message>
        <source>The last words in full, older ones in some layers only</source>
        <translation>最近的词完整保留，较早的词仅在部分层中</translation>
    </message>
    <message>
        <source>A summary of fixed size, and every word in some layers</source>
        <translation>固定大小的摘要，部分层中保留每个词</translation>
    </message>
    <message>
        <source>A summary of fixed size, however long the chat is</source>
        <translation>固定大小的摘要，与聊天长度无关</translation>
    </message>
    <message>
        <source>embeddings only</source>
        <translation>仅嵌入</translation>
    </message>
    <message>
        <source>reranking only</source>
        <translation>仅重排序</translation>
    </message>
    <message>
        <source>thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>{count} B</source>
        <translation>{count}B</translation>
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
        <translation>{model} · 在 {machine} 上</translation>
    </message>
    <message>
        <source>{model} · on {machine} (offline)</source>
        <translation>{model} · 在 {machine} 上（离线）</translation>
    </message>
    <message>
        <source>The key of {name} was not kept: {reason}</source>
        <translation>未保存 {name} 的密钥：{reason}</translation>
    </message>
    <message>
        <source>{name} was added, but does not answer: {reason}</source>
        <translation>已添加 {name}，但它没有响应：{reason}</translation>
    </message>
    <message>
        <source>An OpenAI-compatible server</source>
        <translation>兼容 OpenAI 的服务器</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has {count:,} models: {models}</source>
        <translation>{name} 在 {time} 毫秒内响应，有 {count:,} 个模型：{models}</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and has one model: {models}</source>
        <translation>{name} 在 {time} 毫秒内响应，有 1 个模型：{models}</translation>
    </message>
    <message>
        <source>{name} answers in {time} ms and lists no models.</source>
        <translation>{name} 在 {time} 毫秒内响应，未列出模型。</translation>
    </message>
</context>
<context>
    <name>MachinesView</name>
    <message>
        <source>Nothing you write leaves this computer unless you choose a remote model for a chat. A machine that answers chats can be another computer at home, a server or a service: llama.cpp, vLLM, SGLang, LM Studio, Ollama, or any OpenAI-compatible server.</source>
        <translation>除非您为聊天选择远程模型，否则您写的内容不会离开这台电脑。回答聊天的机器可以是家里的另一台电脑、服务器或服务：llama.cpp、vLLM、SGLang、LM Studio、Ollama，或任何兼容 OpenAI 的服务器。</translation>
    </message>
    <message>
        <source>Machines that answer chats</source>
        <translation>回答对话的计算机</translation>
    </message>
    <message>
        <source>Hubbub works offline: no machine is contacted.</source>
        <translation>Hubbub 处于离线模式：不会连接任何机器。</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>其他机器</translation>
    </message>
    <message>
        <source>No machines yet.</source>
        <translation>还没有机器。</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>编辑“{name}”…</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>移除“{name}”…</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>尚未测试</translation>
    </message>
    <message>
        <source>{count:,} models</source>
        <translation>{count:,} 个模型</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 个模型</translation>
    </message>
    <message>
        <source>New chats use</source>
        <translation>新聊天使用</translation>
    </message>
    <message>
        <source>This computer&apos;s model</source>
        <translation>这台电脑的模型</translation>
    </message>
    <message>
        <source>{model} · on {name}</source>
        <translation>{model} · 在 {name} 上</translation>
    </message>
    <message>
        <source>Remove “{name}”? Chats that it answers are answered by the model of this computer from then on. Its key is deleted as well.</source>
        <translation>要移除“{name}”吗？由它回答的聊天此后改由这台电脑的模型回答。其密钥也会一并删除。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>Maintenance</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Your chats were restored, with everything in them.</source>
        <translation>您的聊天已恢复，内容完整。</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Note</source>
        <translation>注</translation>
    </message>
    <message>
        <source>Tip</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>[image: {name}, not loaded]</source>
        <translation>[图片：{name}，未加载]</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>内存：{used}，共 {total}</translation>
    </message>
</context>
<context>
    <name>MemoryNote</name>
    <message>
        <source>{slots} chats at once, each with the automatic context length.</source>
        <translation>{slots} 个聊天同时进行，各自使用自动上下文长度。</translation>
    </message>
    <message>
        <source>Reserves memory for {slots} chats of {each:,} tokens.</source>
        <translation>为 {slots} 个聊天预留内存，每个 {each:,} 个 token。</translation>
    </message>
</context>
<context>
    <name>MentionedChats</name>
    <message>
        <source>This chat no longer exists.</source>
        <translation>此聊天已不存在。</translation>
    </message>
    <message>
        <source>This source no longer exists.</source>
        <translation>此资料已不存在。</translation>
    </message>
    <message>
        <source>Only a model can count tokens. Load one, or take all of the text.</source>
        <translation>只有模型才能计算 token 数。请加载一个模型，或取全部文本。</translation>
    </message>
    <message>
        <source>The model is writing a recap of “{title}”…</source>
        <translation>模型正在编写“{title}”的回顾…</translation>
    </message>
    <message>
        <source>The model wrote no recap. Try again, or add its messages.</source>
        <translation>模型没有写出回顾。请重试，或添加其消息。</translation>
    </message>
</context>
<context>
    <name>MenuButton</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Edit this answer</source>
        <translation>编辑此回答</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一版本</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>将消息复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Regenerate with…</source>
        <translation>重新生成，使用…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>对比多个回答</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>对比变体…</translation>
    </message>
    <message>
        <source>Branch in a new tab</source>
        <translation>在新标签页中分支</translation>
    </message>
    <message>
        <source>Pin in context</source>
        <translation>固定在上下文中</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation>删除消息</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Quote selection</source>
        <translation>引用所选内容</translation>
    </message>
</context>
<context>
    <name>MessageChanges</name>
    <message>
        <source>The message was deleted.</source>
        <translation>消息已删除。</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>保存并继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Later messages stay with the earlier version.</source>
        <translation>之后的消息留在较早的版本中。</translation>
    </message>
    <message>
        <source>The model treats these words as its own.</source>
        <translation>模型会把这些话当作自己说的。</translation>
    </message>
</context>
<context>
    <name>MessageFiles</name>
    <message>
        <source>With “{name}” the files of this message are too long together ({count:,} characters; the limit is {limit:,}).</source>
        <translation>加上“{name}”后，此消息的文件总长过长（{count:,} 个字符，上限为 {limit:,}）。</translation>
    </message>
    <message>
        <source>“{name}” is too large ({count:,} characters; the limit is {limit:,}).</source>
        <translation>“{name}”太大（{count:,} 个字符，上限为 {limit:,}）。</translation>
    </message>
    <message>
        <source>Pasted text {number}</source>
        <translation>粘贴的文本 {number}</translation>
    </message>
    <message>
        <source>Add files to the message</source>
        <translation>向消息添加文件</translation>
    </message>
    <message>
        <source>Pictures, sounds, text and documents (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</source>
        <translation>图片、音频、文本和文档 (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf *.docx *.rtf *.xlsx *.xls *.pptx *.odt *.ods *.odp *.epub *.html *.htm *.mhtml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>MessageNote</name>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Interrupted.</source>
        <translation>已中断。</translation>
    </message>
    <message>
        <source>This answer failed.</source>
        <translation>此回答失败。</translation>
    </message>
    <message>
        <source>The model wrote nothing.</source>
        <translation>模型没有写任何内容。</translation>
    </message>
    <message>
        <source>Only the beginning is shown. Copying takes the whole text.</source>
        <translation>这里只显示开头。复制时会包含全文。</translation>
    </message>
</context>
<context>
    <name>MessageOffers</name>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Let it run</source>
        <translation>让它继续</translation>
    </message>
    <message>
        <source>Regenerate without repeats</source>
        <translation>重新生成（不重复）</translation>
    </message>
    <message>
        <source>Answer here</source>
        <translation>在这里回答</translation>
    </message>
    <message>
        <source>The model on this computer continues this chat with the same history.</source>
        <translation>这台电脑上的模型会带着相同的历史继续此聊天。</translation>
    </message>
</context>
<context>
    <name>MessagePickerDialog</name>
    <message>
        <source>Messages of another chat</source>
        <translation>另一个聊天的消息</translation>
    </message>
    <message>
        <source>Which messages of “{title}” should be added to your message?</source>
        <translation>要将“{title}”的哪些消息添加到您的消息中？</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>工具结果</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>The model can&apos;t see this message any more.</source>
        <translation>模型已看不到这条消息。</translation>
    </message>
    <message>
        <source>Hubbub said</source>
        <translation>Hubbub 说</translation>
    </message>
    <message>
        <source>You said</source>
        <translation>您说</translation>
    </message>
    <message>
        <source>Tool {name}</source>
        <translation>工具 {name}</translation>
    </message>
    <message>
        <source>message {number:,} of {count:,}</source>
        <translation>消息 {number:,}/{count:,}</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>复制所选内容</translation>
    </message>
</context>
<context>
    <name>ModelChip</name>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>Loading… {percent}%</source>
        <translation>正在加载… {percent}%</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} token/s</translation>
    </message>
    <message>
        <source>Memory: {used} of {total}</source>
        <translation>内存：{used} / {total}</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>On {machine}</source>
        <translation>在 {machine} 上</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>入门模型</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>On other machines</source>
        <translation>在其他机器上</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>找不到文件</translation>
    </message>
    <message>
        <source>Can&apos;t be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Answers this chat</source>
        <translation>回答此聊天</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>偏紧</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>Fit unknown</source>
        <translation>能否容纳未知</translation>
    </message>
    <message>
        <source>1 word/s or less: very slow</source>
        <translation>每秒 1 个词或更少：非常慢</translation>
    </message>
    <message>
        <source>about {count} words/s</source>
        <translation>约每秒 {count} 个词</translation>
    </message>
    <message>
        <source>about {count} words/s: slow</source>
        <translation>约每秒 {count} 个词：较慢</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free.</source>
        <translation>约需 {needed}；内存空闲 {free}，共 {total}。</translation>
    </message>
    <message>
        <source>Needs about {needed}; {free} of {total} memory free. The memory of the graphics card is not counted.</source>
        <translation>约需 {needed}；内存空闲 {free}，共 {total}。未计入显卡的显存。</translation>
    </message>
    <message>
        <source>Comes with Hubbub</source>
        <translation>随 Hubbub 提供</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此聊天</translation>
    </message>
    <message>
        <source>New chats</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>{count:,} tokens of context</source>
        <translation>{count:,} 个 token 的上下文</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Compute SHA-256</source>
        <translation>计算 SHA-256</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Computing SHA-256</source>
        <translation>正在计算 SHA-256</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs, which ask for it by its name. It does not answer chats.</source>
        <translation>嵌入模型：为其他程序比较文本，这些程序按名称请求它。它不回答聊天。</translation>
    </message>
    <message>
        <source>This file belongs to {program}. Delete it there.</source>
        <translation>此文件属于 {program}。请在那里删除。</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} 个文件</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 个 token</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Trained context</source>
        <translation>训练上下文</translation>
    </message>
    <message>
        <source>Remembers</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Can do</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>聊天模板</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Also in</source>
        <translation>也位于</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Not used: {problem}</source>
        <translation>未使用：{problem}</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>在文件中</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed</source>
        <translation>无：推测使用常见模板 (ChatML)</translation>
    </message>
    <message>
        <source>none: a base model, which continues text</source>
        <translation>无：续写文本的基础模型</translation>
    </message>
    <message>
        <source>none: a common one (ChatML) is guessed if the vocabulary has it; otherwise a base model, which continues text</source>
        <translation>无：若词表支持则推测使用常见模板 (ChatML)；否则为续写文本的基础模型</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ModelLine</name>
    <message>
        <source>From here on: {name}</source>
        <translation>从这里开始：{name}</translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message>
        <source>Open a model file…</source>
        <translation>打开模型文件…</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Models on other machines answer only this chat.</source>
        <translation>其他机器上的模型只回答此聊天。</translation>
    </message>
    <message>
        <source>Model settings…</source>
        <translation>模型设置…</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>取消加载</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>获取更多模型…</translation>
    </message>
    <message>
        <source>New chats use the model that you choose.</source>
        <translation>新聊天使用您选择的模型。</translation>
    </message>
    <message>
        <source>This chat uses the model that you choose, from the next answer on.</source>
        <translation>此聊天从下一个回答起使用您选择的模型。</translation>
    </message>
    <message>
        <source>An answer is still being written; you are asked before it is stopped.</source>
        <translation>仍有回答正在生成；停止前会询问您。</translation>
    </message>
    <message>
        <source>{count:,} answers are still being written; you are asked before they are stopped.</source>
        <translation>仍有 {count:,} 个回答正在生成；停止前会询问您。</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>New chats use {name}.</source>
        <translation>新聊天使用 {name}。</translation>
    </message>
    <message>
        <source>The file of “{name}” is missing. Press Delete to remove it from this list.</source>
        <translation>“{name}”的文件缺失。按 Delete 可将其从此列表中移除。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be chosen while Hubbub works offline. Change that in the settings, under Network.</source>
        <translation>Hubbub 处于离线模式时无法选择“{name}”。请在设置的“网络”中更改。</translation>
    </message>
</context>
<context>
    <name>ModelRowFactory</name>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>聊天模板</translation>
    </message>
    <message>
        <source>A Jinja template. Replaces the template in the model&apos;s file.</source>
        <translation>Jinja 模板。替换模型文件中的模板。</translation>
    </message>
    <message>
        <source>Empty: the template in the file is used.</source>
        <translation>留空：使用文件中的模板。</translation>
    </message>
    <message>
        <source>Default preset</source>
        <translation>默认预设</translation>
    </message>
    <message>
        <source>For chats that select no preset.</source>
        <translation>用于未选择预设的聊天。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat.</source>
        <translation>模型在每个聊天中可读取的 token 数。</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个 token</translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation>同时回答的聊天数</translation>
    </message>
    <message>
        <source>Sent to this model at the start of every chat.</source>
        <translation>在每个聊天开头发送给此模型。</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>其余聊天排队等待。</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>KV 缓存类型</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory.</source>
        <translation>内存中聊天的精度。Q8_0 约占一半内存。</translation>
    </message>
    <message>
        <source>F16 (exact)</source>
        <translation>F16（精确）</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0（减半）</translation>
    </message>
    <message>
        <source>Unload it when it is idle</source>
        <translation>空闲时卸载</translation>
    </message>
    <message>
        <source>The next message loads it again.</source>
        <translation>下一条消息会重新加载它。</translation>
    </message>
    <message>
        <source>Aliases for other programs</source>
        <translation>供其他程序使用的别名</translation>
    </message>
    <message>
        <source>Names by which programs can ask for this model, separated by commas.</source>
        <translation>程序可用来请求此模型的名称，以逗号分隔。</translation>
    </message>
    <message>
        <source>For example: text-embedding-3-small</source>
        <translation>例如：text-embedding-3-small</translation>
    </message>
    <message>
        <source>For example: gpt-4o-mini</source>
        <translation>例如：gpt-4o-mini</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>最长文本</translation>
    </message>
    <message>
        <source>Longer texts are refused. More tokens take more memory.</source>
        <translation>更长的文本会被拒绝。token 越多，占用的内存越多。</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>{count} 分钟后</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>In a mixture of experts, only a few experts compute each token. In main memory, they leave the graphics card to the rest of the model and to chats.</source>
        <translation>在混合专家模型中，每个 token 只由少数专家计算。将专家放在内存中，可把显卡留给模型其余部分和聊天。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>On the graphics card</source>
        <translation>在显卡上</translation>
    </message>
    <message>
        <source>In main memory</source>
        <translation>在内存中</translation>
    </message>
    <message>
        <source>General: {value}</source>
        <translation>常规：{value}</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>例如：请简短回答。</translation>
    </message>
</context>
<context>
    <name>ModelSettings</name>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 个 token</translation>
    </message>
</context>
<context>
    <name>ModelSettingsPage</name>
    <message>
        <source>Settings of {name}</source>
        <translation>{name} 的设置</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>重置为默认值</translation>
    </message>
    <message>
        <source>These settings apply only to this model, even if its file is renamed or moved.</source>
        <translation>这些设置只适用于此模型，即使其文件被重命名或移动也不变。</translation>
    </message>
    <message>
        <source>A template can have at most {count} characters.</source>
        <translation>模板最多可有 {count} 个字符。</translation>
    </message>
    <message>
        <source>Saving reloads the model, which stops running answers.</source>
        <translation>保存会重新加载模型，这会停止正在生成的回答。</translation>
    </message>
</context>
<context>
    <name>ModelsFolder</name>
    <message>
        <source>Choose the folder for models</source>
        <translation>选择模型文件夹</translation>
    </message>
    <message>
        <source>Store downloaded models in {folder} from now on? Hubbub&apos;s window reopens for this; answers that are being written can be continued.</source>
        <translation>今后将下载的模型存储到 {folder} 吗？Hubbub 的窗口会为此重新打开；正在生成的回答可以继续。</translation>
    </message>
    <message>
        <source>Move the files of the old folder: {size}</source>
        <translation>移动旧文件夹中的文件：{size}</translation>
    </message>
    <message>
        <source>Change the folder</source>
        <translation>更改文件夹</translation>
    </message>
    <message>
        <source>Moving the models…</source>
        <translation>正在移动模型…</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}/{total}</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Add a folder of models</source>
        <translation>添加模型文件夹</translation>
    </message>
    <message>
        <source>Move {name} ({size}) to the system trash?</source>
        <translation>要将 {name}（{size}）移到系统回收站吗？</translation>
    </message>
    <message>
        <source>Move to the system trash</source>
        <translation>移到系统回收站</translation>
    </message>
    <message>
        <source>{name} was moved to the system trash.</source>
        <translation>{name} 已移到系统回收站。</translation>
    </message>
    <message>
        <source>{name} could not be moved to the system trash: the disk may have none, or the file may be protected.</source>
        <translation>无法将 {name} 移到系统回收站：磁盘可能没有回收站，或文件受保护。</translation>
    </message>
    <message>
        <source>Restored from the system trash.</source>
        <translation>已从系统回收站恢复。</translation>
    </message>
    <message>
        <source>It could not be restored. Look in the system trash.</source>
        <translation>无法恢复。请查看系统回收站。</translation>
    </message>
    <message>
        <source>It is in use: your chats continue to use it until you quit Hubbub.</source>
        <translation>它正在使用中：在您退出 Hubbub 之前，聊天会继续使用它。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>MoreSlots</name>
    <message>
        <source>Chats had to wait. {model} now answers {count:,} at once.</source>
        <translation>有聊天需要等待。{model} 现在可同时回答 {count:,} 个。</translation>
    </message>
    <message>
        <source>This happens by itself once no answer is being written.</source>
        <translation>没有回答正在生成时会自动进行。</translation>
    </message>
    <message>
        <source>This is the largest number of slots.</source>
        <translation>这已是最大槽位数。</translation>
    </message>
    <message>
        <source>More slots need more memory than is free.</source>
        <translation>增加槽位所需的内存多于空闲内存。</translation>
    </message>
</context>
<context>
    <name>MoveMenu</name>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>无文件夹</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Notifications</name>
    <message>
        <source>The tool “{name}” waits for your answer.</source>
        <translation>工具“{name}”等待您答复。</translation>
    </message>
    <message>
        <source>The answer is done.</source>
        <translation>回答已完成。</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>回答失败。</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>回答已停止。</translation>
    </message>
</context>
<context>
    <name>Now</name>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} token/s</translation>
    </message>
</context>
<context>
    <name>NowDelegate</name>
    <message>
        <source>Stop this answer</source>
        <translation>停止此回答</translation>
    </message>
</context>
<context>
    <name>NowPanel</name>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Use more slots</source>
        <translation>使用更多槽位</translation>
    </message>
    <message>
        <source>Use more slots: {count:,} at once</source>
        <translation>使用更多槽位：同时 {count:,} 个</translation>
    </message>
</context>
<context>
    <name>NowRows</name>
    <message>
        <source>In the background</source>
        <translation>后台</translation>
    </message>
    <message>
        <source>{name} and {count:,} more</source>
        <translation>{name} 等 {count:,} 项</translation>
    </message>
</context>
<context>
    <name>NowView</name>
    <message>
        <source>Now: chats that are being answered</source>
        <translation>现在：正在回答的聊天</translation>
    </message>
    <message>
        <source>Enter opens a chat, Esc stops its answer.</source>
        <translation>Enter 打开聊天，Esc 停止其回答。</translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>Enter a number from {low:,} to {high:,}.</source>
        <translation>请输入 {low:,} 到 {high:,} 之间的数字。</translation>
    </message>
</context>
<context>
    <name>OfferedFiles</name>
    <message>
        <source>“{name}” makes this message too long.</source>
        <translation>加上“{name}”后此消息过长。</translation>
    </message>
    <message>
        <source>Only the first {count} files were attached. Send the others with the next message.</source>
        <translation>只附加了前 {count} 个文件。其余请随下一条消息发送。</translation>
    </message>
    <message>
        <source>Ask about “{name}”…</source>
        <translation>询问“{name}”…</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}. If its text is not readable, choose another encoding on its chip.</source>
        <translation>“{name}”未注明编码，已按 {encoding} 读取。如果文本不可读，请在其标签上另选编码。</translation>
    </message>
    <message>
        <source>“{name}” does not fit: this message already fills the context.</source>
        <translation>“{name}”放不下：此消息已占满上下文。</translation>
    </message>
    <message>
        <source>“{name}” is too long for this chat.</source>
        <translation>“{name}”对此聊天来说太长。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Attach the first {count:,} tokens</source>
        <translation>附加前 {count:,} 个 token</translation>
    </message>
    <message>
        <source>{name} (first {count:,} tokens)</source>
        <translation>{name}（前 {count:,} 个 token）</translation>
    </message>
    <message>
        <source>… and {count:,} more</source>
        <translation>…还有 {count:,} 个</translation>
    </message>
</context>
<context>
    <name>Onboarding</name>
    <message>
        <source>Open the help</source>
        <translation>打开帮助</translation>
    </message>
    <message>
        <source>Next tip</source>
        <translation>下一条提示</translation>
    </message>
    <message>
        <source>Tip 1 of 3: {key} opens another tab. Ask something there too: all tabs are answered at the same time.</source>
        <translation>提示 1/3：{key} 打开另一个标签页。在那里也提个问题吧：所有标签页会同时得到回答。</translation>
    </message>
    <message>
        <source>Tip 2 of 3: closing a tab does not delete or stop anything. The chat stays in the sidebar, and its answer continues.</source>
        <translation>提示 2/3：关闭标签页不会删除或停止任何内容。聊天留在侧边栏中，其回答继续生成。</translation>
    </message>
    <message>
        <source>Tip 3 of 3: {panel} opens the engine panel, {keys} lists all shortcuts, {help} opens the help.</source>
        <translation>提示 3/3：{panel} 打开引擎面板，{keys} 列出所有快捷键，{help} 打开帮助。</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Back (Esc)</source>
        <translation>返回 (Esc)</translation>
    </message>
</context>
<context>
    <name>PageChoice</name>
    <message>
        <source>Pages of the settings</source>
        <translation>设置页面</translation>
    </message>
</context>
<context>
    <name>PagedForm</name>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>未找到设置。</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>File: </source>
        <translation>文件：</translation>
    </message>
    <message>
        <source>Page </source>
        <translation>页码 </translation>
    </message>
    <message>
        <source>The pages could not be written. Choose another form or folder.</source>
        <translation>无法写入页面。请选择其他格式或文件夹。</translation>
    </message>
</context>
<context>
    <name>PairRow</name>
    <message>
        <source>{title}: name</source>
        <translation>{title}：名称</translation>
    </message>
    <message>
        <source>{title}: value</source>
        <translation>{title}：值</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>显示值</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search everything, or &gt; for commands</source>
        <translation>搜索全部，或输入 &gt; 查找命令</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>搜索全部</translation>
    </message>
    <message>
        <source>Enter opens  ·  Ctrl+Enter opens in split view  ·  &gt; lists all commands</source>
        <translation>Enter 打开  ·  Ctrl+Enter 在分屏中打开  ·  &gt; 列出所有命令</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Searching messages…</source>
        <translation>正在搜索消息…</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>无结果。</translation>
    </message>
</context>
<context>
    <name>PaletteList</name>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>打开的标签页</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>已存提示词</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Tab {text}, {detail}</source>
        <translation>标签页 {text}，{detail}</translation>
    </message>
    <message>
        <source>Chat {text}</source>
        <translation>聊天 {text}</translation>
    </message>
    <message>
        <source>Command {text}, {detail}</source>
        <translation>命令 {text}，{detail}</translation>
    </message>
    <message>
        <source>Setting {text}, {detail}</source>
        <translation>设置 {text}，{detail}</translation>
    </message>
    <message>
        <source>Saved prompt {text}</source>
        <translation>已存提示词 {text}</translation>
    </message>
    <message>
        <source>In “{detail}”: {text}</source>
        <translation>在“{detail}”中：{text}</translation>
    </message>
</context>
<context>
    <name>PalettePreview</name>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>工具结果</translation>
    </message>
</context>
<context>
    <name>PdfPages</name>
    <message>
        <source>{name}, page {number:,}</source>
        <translation>{name}，第 {number:,} 页</translation>
    </message>
    <message>
        <source>Some pages of “{name}” have no text.</source>
        <translation>“{name}”的部分页面没有文本。</translation>
    </message>
    <message>
        <source>Attach the text only</source>
        <translation>仅附加文本</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>“{name}”没有文本。</translation>
    </message>
    <message>
        <source>Turning page {number:,} of {count:,} of “{name}” into a picture…</source>
        <translation>正在将“{name}”的第 {number:,}/{count:,} 页转换为图片…</translation>
    </message>
    <message>
        <source>Turning the page of “{name}” into a picture…</source>
        <translation>正在将“{name}”的页面转换为图片…</translation>
    </message>
    <message>
        <source>Attach {count:,} pages as pictures</source>
        <translation>将 {count:,} 页作为图片附加</translation>
    </message>
    <message>
        <source>Attach {count:,} of {all:,} pages as pictures</source>
        <translation>将 {all:,} 页中的 {count:,} 页作为图片附加</translation>
    </message>
    <message>
        <source>Attach the page as a picture</source>
        <translation>将该页作为图片附加</translation>
    </message>
    <message>
        <source>Attach the text and {count:,} pages as pictures</source>
        <translation>附加文本，并将 {count:,} 页作为图片附加</translation>
    </message>
    <message>
        <source>Attach the text and one page as a picture</source>
        <translation>附加文本，并将 1 页作为图片附加</translation>
    </message>
    <message>
        <source>{label} · about {tokens:,} tokens</source>
        <translation>{label} · 约 {tokens:,} 个 token</translation>
    </message>
</context>
<context>
    <name>PictureButton</name>
    <message>
        <source>Picture {name}, {width:,} by {height:,} pixels</source>
        <translation>图片 {name}，{width:,} × {height:,} 像素</translation>
    </message>
</context>
<context>
    <name>PictureChip</name>
    <message>
        <source>Remove this picture</source>
        <translation>移除此图片</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} 个 token</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture {name}, {width:,} by {height:,} pixels</source>
        <translation>图片 {name}，{width:,} × {height:,} 像素</translation>
    </message>
    <message>
        <source>Plus and minus make it larger and smaller, 0 fits it into the window, and Left and Right lead to other pictures.</source>
        <translation>加号和减号放大和缩小，0 适合窗口大小，左右方向键切换到其他图片。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>100%</source>
        <translation>100%</translation>
    </message>
    <message>
        <source>{width:,} by {height:,} pixels, as the model gets it · shown at {percent:,}%</source>
        <translation>{width:,} × {height:,} 像素，与模型收到的一致 · 以 {percent:,}% 显示</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>A message can have {count:,} pictures and sounds at most.</source>
        <translation>一条消息最多可有 {count:,} 个图片和音频。</translation>
    </message>
</context>
<context>
    <name>PinList</name>
    <message>
        <source>No pinned messages. Pinned messages stay in the context.</source>
        <translation>没有固定的消息。固定的消息会留在上下文中。</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>（无文本）</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Go to pinned message: {text}</source>
        <translation>转到固定的消息：{text}</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Unpin: {text}</source>
        <translation>取消固定：{text}</translation>
    </message>
</context>
<context>
    <name>PresetBar</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Update preset</source>
        <translation>更新预设</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Remove the values set for this chat</source>
        <translation>移除为此聊天设置的值</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>{count:,} changed in this chat</source>
        <translation>此聊天中更改了 {count:,} 项</translation>
    </message>
    <message>
        <source>Choose the model of this chat, too</source>
        <translation>同时选择此聊天的模型</translation>
    </message>
    <message>
        <source>Choose {name}, too</source>
        <translation>同时选择 {name}</translation>
    </message>
    <message>
        <source>Preset {number}</source>
        <translation>预设 {number}</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>保存为预设</translation>
    </message>
    <message>
        <source>A preset “{name}” already exists. Replace it?</source>
        <translation>预设“{name}”已存在。要替换它吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>重命名预设</translation>
    </message>
    <message>
        <source>Delete the preset “{name}”? Chats that use it return to the defaults.</source>
        <translation>要删除预设“{name}”吗？使用它的聊天会恢复为默认值。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Hubbub presets</source>
        <translation>Hubbub 预设</translation>
    </message>
    <message>
        <source>{count:,} presets were exported to {path}.</source>
        <translation>已将 {count:,} 个预设导出到 {path}。</translation>
    </message>
    <message>
        <source>The preset was exported to {path}.</source>
        <translation>预设已导出到 {path}。</translation>
    </message>
    <message>
        <source>All presets of this file exist already.</source>
        <translation>此文件的所有预设均已存在。</translation>
    </message>
    <message>
        <source>Imported presets: {names}.</source>
        <translation>已导入的预设：{names}。</translation>
    </message>
</context>
<context>
    <name>Programs</name>
    <message>
        <source>A program</source>
        <translation>一个程序</translation>
    </message>
    <message>
        <source>Program: {name}</source>
        <translation>程序：{name}</translation>
    </message>
    <message>
        <source>Off, since Hubbub works offline (under Network).</source>
        <translation>已关闭，因为 Hubbub 处于离线模式（见“网络”）。</translation>
    </message>
</context>
<context>
    <name>ProgramsView</name>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Renew…</source>
        <translation>更新…</translation>
    </message>
    <message>
        <source>How to connect</source>
        <translation>如何连接</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Listening at {address} · {running:,} active · {waiting:,} queued</source>
        <translation>正在 {address} 上监听 · {running:,} 个活动 · {waiting:,} 个排队</translation>
    </message>
    <message>
        <source>Most programs read these from the environment or have fields for them. For the APIs of Anthropic and Ollama, use the address without /v1.</source>
        <translation>大多数程序从环境变量读取，或有相应的填写字段。对于 Anthropic 和 Ollama 的 API，请使用不带 /v1 的地址。</translation>
    </message>
    <message>
        <source>Create a new token? Programs with the old token will be refused.</source>
        <translation>要创建新令牌吗？使用旧令牌的程序将被拒绝。</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>更新</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,}/{count:,}</translation>
    </message>
</context>
<context>
    <name>ProjectorRow</name>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>The projector file (mmproj) for pictures and sounds.</source>
        <translation>用于图片和音频的投影器文件 (mmproj)。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>None: text only</source>
        <translation>无：仅文本</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Uses {name}.</source>
        <translation>使用 {name}。</translation>
    </message>
    <message>
        <source>No matching projector found next to the model.</source>
        <translation>在模型旁未找到匹配的投影器。</translation>
    </message>
    <message>
        <source>Choose a projector</source>
        <translation>选择投影器</translation>
    </message>
    <message>
        <source>Projectors (*.gguf)</source>
        <translation>投影器 (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>PromptPicker</name>
    <message>
        <source>Saved prompts</source>
        <translation>已存提示词</translation>
    </message>
    <message>
        <source>Save text that you use often</source>
        <translation>保存您常用的文本</translation>
    </message>
    <message>
        <source>New prompt…</source>
        <translation>新建提示词…</translation>
    </message>
    <message>
        <source>Manage saved prompts…</source>
        <translation>管理已存提示词…</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>Question from “{name}”</source>
        <translation>来自“{name}”的问题</translation>
    </message>
    <message>
        <source>The server “{name}” asks. Your answer is sent to it.</source>
        <translation>服务器“{name}”在询问。您的答复会发送给它。</translation>
    </message>
    <message>
        <source>The server “{name}” asks you to open a page in your browser.</source>
        <translation>服务器“{name}”请您在浏览器中打开一个页面。</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>This window closes when you are done in the browser.</source>
        <translation>在浏览器中完成后，此窗口会关闭。</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>再次打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Waiting for “{name}”</source>
        <translation>正在等待“{name}”</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>{title} (required)</source>
        <translation>{title}（必填）</translation>
    </message>
    <message>
        <source>This is required.</source>
        <translation>此项必填。</translation>
    </message>
    <message>
        <source>Enter at least {count:,} characters.</source>
        <translation>请至少输入 {count:,} 个字符。</translation>
    </message>
    <message>
        <source>Enter at most {count:,} characters.</source>
        <translation>请最多输入 {count:,} 个字符。</translation>
    </message>
    <message>
        <source>Enter an e-mail address.</source>
        <translation>请输入电子邮件地址。</translation>
    </message>
    <message>
        <source>Choose at least {count:,}.</source>
        <translation>请至少选择 {count:,} 项。</translation>
    </message>
    <message>
        <source>Choose at most {count:,}.</source>
        <translation>请最多选择 {count:,} 项。</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
</context>
<context>
    <name>QueueView</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Keep these messages until you resume</source>
        <translation>保留这些消息，直到您继续</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>排队的消息</translation>
    </message>
    <message>
        <source>Stopping the answer sends the first one.</source>
        <translation>停止回答会发送第一条。</translation>
    </message>
    <message>
        <source>and {count:,} more</source>
        <translation>还有 {count:,} 条</translation>
    </message>
</context>
<context>
    <name>QueuedMessage</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Queued message {number:,}: {text}</source>
        <translation>排队的消息 {number:,}：{text}</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>{count:,} files</source>
        <translation>{count:,} 个文件</translation>
    </message>
</context>
<context>
    <name>ReasoningView</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thinking… {duration}</source>
        <translation>正在思考… {duration}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Thought for {duration}</source>
        <translation>思考了 {duration}</translation>
    </message>
    <message>
        <source>Hubbub thought</source>
        <translation>Hubbub 的思考</translation>
    </message>
    <message>
        <source>{minutes:,} min {seconds} s</source>
        <translation>{minutes:,} 分 {seconds} 秒</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{seconds:.1f} s</source>
        <translation>{seconds:.1f} 秒</translation>
    </message>
</context>
<context>
    <name>RecapController</name>
    <message>
        <source>The model wrote no recap. Try again, or with another model.</source>
        <translation>模型没有写出回顾。请重试，或换用其他模型。</translation>
    </message>
    <message>
        <source>The model now sees a recap of the earlier messages.</source>
        <translation>模型现在会看到较早消息的回顾。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>The recap was removed.</source>
        <translation>回顾已移除。</translation>
    </message>
    <message>
        <source>The recap was changed.</source>
        <translation>回顾已更改。</translation>
    </message>
</context>
<context>
    <name>RecapNote</name>
    <message>
        <source>Recap of the earlier messages</source>
        <translation>较早消息的回顾</translation>
    </message>
    <message>
        <source>Edit the recap</source>
        <translation>编辑回顾</translation>
    </message>
    <message>
        <source>Remove the recap</source>
        <translation>移除回顾</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The model is writing a recap. Answers go first.</source>
        <translation>模型正在编写回顾。回答优先。</translation>
    </message>
</context>
<context>
    <name>RegenerateMenu</name>
    <message>
        <source>Temperature {number}</source>
        <translation>温度 {number}</translation>
    </message>
    <message>
        <source>With thinking</source>
        <translation>启用思考</translation>
    </message>
    <message>
        <source>Without thinking</source>
        <translation>不思考</translation>
    </message>
    <message>
        <source>Thinking effort “{effort}”</source>
        <translation>思考强度“{effort}”</translation>
    </message>
    <message>
        <source>Model {name}</source>
        <translation>模型 {name}</translation>
    </message>
    <message>
        <source>Default settings</source>
        <translation>默认设置</translation>
    </message>
    <message>
        <source>Preset “{name}”</source>
        <translation>预设“{name}”</translation>
    </message>
    <message>
        <source>Preset “{name}”, as in this chat</source>
        <translation>预设“{name}”，与此聊天相同</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>更短</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>更长</translation>
    </message>
    <message>
        <source>Simpler</source>
        <translation>更简单</translation>
    </message>
    <message>
        <source>More creative</source>
        <translation>更有创意</translation>
    </message>
</context>
<context>
    <name>ReloadStrip</name>
    <message>
        <source>Reload now</source>
        <translation>立即重新加载</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>{settings}: applied when the model is reloaded. This stops running answers.</source>
        <translation>{settings}：重新加载模型后生效。这会停止正在生成的回答。</translation>
    </message>
</context>
<context>
    <name>RemoteFit</name>
    <message>
        <source>The memory of the graphics card is not counted.</source>
        <translation>未计入显卡的显存。</translation>
    </message>
    <message>
        <source>An embedding model: it compares texts for other programs and cannot chat. It takes {needed}, and {free} are free.</source>
        <translation>嵌入模型：为其他程序比较文本，不能聊天。它占用 {needed}，空闲 {free}。</translation>
    </message>
    <message>
        <source>Fit unknown.</source>
        <translation>能否容纳未知。</translation>
    </message>
    <message>
        <source>Needs {size} of {free} free on the disk.</source>
        <translation>需要 {size}，磁盘空闲 {free}。</translation>
    </message>
</context>
<context>
    <name>RemovalQuestion</name>
    <message>
        <source>Also remove from the backups</source>
        <translation>同时从备份中移除</translation>
    </message>
    <message>
        <source>Otherwise, it stays in the backups until about {day}.</source>
        <translation>否则会留在备份中，直到约 {day}。</translation>
    </message>
</context>
<context>
    <name>ReplyUsage</name>
    <message>
        <source>regenerated with “{name}”</source>
        <translation>以“{name}”重新生成</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} token/s</translation>
    </message>
    <message>
        <source>{count:,} tokens in {seconds} s</source>
        <translation>{seconds} 秒内 {count:,} 个 token</translation>
    </message>
    <message>
        <source>1 token in {seconds} s</source>
        <translation>{seconds} 秒内 1 个 token</translation>
    </message>
    <message>
        <source>{seconds} s to first token</source>
        <translation>首个 token 用时 {seconds} 秒</translation>
    </message>
    <message>
        <source>{seconds} s to first token ({parts})</source>
        <translation>首个 token 用时 {seconds} 秒（{parts}）</translation>
    </message>
    <message>
        <source>network {seconds} s</source>
        <translation>网络 {seconds} 秒</translation>
    </message>
    <message>
        <source>waiting {seconds} s</source>
        <translation>等待 {seconds} 秒</translation>
    </message>
    <message>
        <source>reading {seconds} s</source>
        <translation>读取 {seconds} 秒</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from memory, {seconds} s</source>
        <translation>{reused:,}/{total:,} 个 token 来自缓存（内存），{seconds} 秒</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from disk, {seconds} s</source>
        <translation>{reused:,}/{total:,} 个 token 来自缓存（磁盘），{seconds} 秒</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached, from a shared system prompt</source>
        <translation>{reused:,}/{total:,} 个 token 来自缓存（共享的系统提示词）</translation>
    </message>
    <message>
        <source>{reused:,} of {total:,} tokens cached</source>
        <translation>{reused:,}/{total:,} 个 token 来自缓存</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} tokens guessed ahead</source>
        <translation>{count:,}/{total:,} 个 token 提前猜中</translation>
    </message>
    <message>
        <source>waited {seconds} s</source>
        <translation>等待了 {seconds} 秒</translation>
    </message>
</context>
<context>
    <name>RestartStrip</name>
    <message>
        <source>Tabs and drafts are restored. Running answers are stopped; their partial text is kept.</source>
        <translation>标签页和草稿会恢复。正在生成的回答会停止，已有文本会保留。</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重新启动</translation>
    </message>
</context>
<context>
    <name>RowPicker</name>
    <message>
        <source>{name}, {number} of {count}</source>
        <translation>{name}，{number}/{count}</translation>
    </message>
</context>
<context>
    <name>RowsModel</name>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>暂无内容</translation>
    </message>
</context>
<context>
    <name>RowsPage</name>
    <message>
        <source>The chosen row</source>
        <translation>所选行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>{ended:,} of {count:,} rows</source>
        <translation>{ended:,}/{count:,} 行</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>问题和回答</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>RpcRow</name>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Test the RPC servers</source>
        <translation>测试 RPC 服务器</translation>
    </message>
    <message>
        <source>Not used while Hubbub works offline.</source>
        <translation>Hubbub 处于离线模式时不使用。</translation>
    </message>
    <message>
        <source>The RPC servers are being tested…</source>
        <translation>正在测试 RPC 服务器…</translation>
    </message>
</context>
<context>
    <name>RpcServers</name>
    <message>
        <source>The RPC pack is missing, so no server is used. Add it with “Add GPU pack…”.</source>
        <translation>缺少 RPC 包，因此不使用任何服务器。请用“添加 GPU 包…”添加它。</translation>
    </message>
    <message>
        <source>{address} has layers of the loaded model.</source>
        <translation>{address} 上有已加载模型的层。</translation>
    </message>
    <message>
        <source>{address} has {free} of {total} free.</source>
        <translation>{address} 空闲 {free}，共 {total}。</translation>
    </message>
</context>
<context>
    <name>SamplingRowFactory</name>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 可预测，1 有创意，更高则混乱。</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Considers only the likeliest tokens whose probabilities add up to this.</source>
        <translation>只考虑概率之和达到此值的最可能的 token。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Drops tokens below this share of the highest probability.</source>
        <translation>丢弃低于最高概率此比例的 token。</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only this many of the most likely tokens are considered.</source>
        <translation>只考虑这么多个最可能的 token。</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>最大长度</translation>
    </message>
    <message>
        <source>In tokens. Without a limit, an answer can fill the context.</source>
        <translation>以 token 计。若无限制，一个回答可能占满上下文。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>停止字符串</translation>
    </message>
    <message>
        <source>An answer ends before any of these. One per line; \n is a line break.</source>
        <translation>回答在其中任何一个之前结束。每行一个；\n 表示换行。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed makes answers reproducible.</source>
        <translation>相同的种子可使回答重现。</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>Prefers tokens that are about as surprising as expected. 1 is off.</source>
        <translation>偏向意外程度符合预期的 token。1 为关闭。</translation>
    </message>
    <message>
        <source>Top-n-sigma</source>
        <translation>Top-n-sigma</translation>
    </message>
    <message>
        <source>Drops tokens this many standard deviations below the likeliest. 0 is off.</source>
        <translation>丢弃比最可能的 token 低这么多个标准差的 token。0 为关闭。</translation>
    </message>
    <message>
        <source>Dynamic temperature</source>
        <translation>动态温度</translation>
    </message>
    <message>
        <source>Lowers the temperature by up to this if the model is certain, and raises it if it is not. 0 is off.</source>
        <translation>模型有把握时最多降低温度这么多，没有把握时则提高。0 为关闭。</translation>
    </message>
    <message>
        <source>Dynamic exponent</source>
        <translation>动态指数</translation>
    </message>
    <message>
        <source>How the temperature rises with the model&apos;s uncertainty.</source>
        <translation>温度随模型不确定性上升的方式。</translation>
    </message>
    <message>
        <source>Adaptive-p target</source>
        <translation>Adaptive-p 目标</translation>
    </message>
    <message>
        <source>Prefers tokens near this probability.</source>
        <translation>偏向接近此概率的 token。</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Adaptive-p decay</source>
        <translation>Adaptive-p 衰减</translation>
    </message>
    <message>
        <source>How slowly adaptive-p adapts. Higher is slower.</source>
        <translation>adaptive-p 适应的快慢。越高越慢。</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Makes recent tokens less likely. 1 is off.</source>
        <translation>降低最近出现的 token 的概率。1 为关闭。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Subtracted for each time a token was used. 0 is off.</source>
        <translation>token 每使用一次就扣减一次。0 为关闭。</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Subtracted once from tokens that were used. 0 is off.</source>
        <translation>对用过的 token 只扣减一次。0 为关闭。</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>惩罚窗口</translation>
    </message>
    <message>
        <source>The number of recent tokens that these penalties consider.</source>
        <translation>这些惩罚所考虑的最近 token 数。</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC 概率</translation>
    </message>
    <message>
        <source>How often the likeliest tokens are excluded. 0 is off.</source>
        <translation>排除最可能 token 的频率。0 为关闭。</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC 阈值</translation>
    </message>
    <message>
        <source>XTC keeps only the least likely token above this probability.</source>
        <translation>XTC 只保留高于此概率的 token 中最不可能的一个。</translation>
    </message>
    <message>
        <source>Token bias</source>
        <translation>token 偏置</translation>
    </message>
    <message>
        <source>Makes single tokens likelier or less likely. One pair per line: a text or a token number, and the value added to its score. Quotation marks keep a leading space, as most words have. For a text of several tokens, the value applies to each.</source>
        <translation>提高或降低单个 token 的概率。每行一对：文本或 token 编号，以及加到其分数上的值。引号可保留前导空格，大多数英文单词都带有前导空格。若文本含多个 token，该值作用于每一个。</translation>
    </message>
    <message>
        <source>word -5</source>
        <translation>word -5</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>底数</translation>
    </message>
    <message>
        <source>Allowed length</source>
        <translation>允许长度</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Breakers</source>
        <translation>分隔符</translation>
    </message>
    <message>
        <source>DRY</source>
        <translation>DRY</translation>
    </message>
    <message>
        <source>Don&apos;t repeat yourself: a penalty on repeated sequences.</source>
        <translation>不要重复自己 (Don&apos;t repeat yourself)：对重复序列的惩罚。</translation>
    </message>
    <message>
        <source>Target surprise</source>
        <translation>目标意外度</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Mirostat 2</source>
        <translation>Mirostat 2</translation>
    </message>
    <message>
        <source>Keeps the surprise of the text even; replaces top-k, top-p and min-p.</source>
        <translation>使文本的意外度保持均匀；取代 top-k、top-p 和 min-p。</translation>
    </message>
</context>
<context>
    <name>SamplingSection</name>
    <message>
        <source>Set for this model.</source>
        <translation>已为此模型设置。</translation>
    </message>
    <message>
        <source>From the preset.</source>
        <translation>来自预设。</translation>
    </message>
    <message>
        <source>Recommended in the model&apos;s file.</source>
        <translation>模型文件推荐的值。</translation>
    </message>
    <message>
        <source>Recommended for this model.</source>
        <translation>为此模型推荐的值。</translation>
    </message>
    <message>
        <source>Recommended: {value}</source>
        <translation>推荐：{value}</translation>
    </message>
</context>
<context>
    <name>SavedPrompts</name>
    <message>
        <source>Write the prompt into the message box first.</source>
        <translation>请先在消息框中写下提示词。</translation>
    </message>
    <message>
        <source>Save as prompt</source>
        <translation>保存为提示词</translation>
    </message>
    <message>
        <source>Saved as “{name}”. Type / to use it.</source>
        <translation>已保存为“{name}”。输入 / 即可使用。</translation>
    </message>
    <message>
        <source>Imported {count:,} prompts.</source>
        <translation>已导入 {count:,} 个提示词。</translation>
    </message>
    <message>
        <source>Imported one prompt.</source>
        <translation>已导入 1 个提示词。</translation>
    </message>
    <message>
        <source>Exported {count:,} prompts to {path}.</source>
        <translation>已将 {count:,} 个提示词导出到 {path}。</translation>
    </message>
    <message>
        <source>Exported one prompt to {path}.</source>
        <translation>已将 1 个提示词导出到 {path}。</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>导入提示词</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>导出提示词</translation>
    </message>
    <message>
        <source>Saved prompts (*.json)</source>
        <translation>已存提示词 (*.json)</translation>
    </message>
</context>
<context>
    <name>SavedPromptsPage</name>
    <message>
        <source>Saved prompts</source>
        <translation>已存提示词</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>新建提示词</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Write the text of the prompt…</source>
        <translation>输入提示词的文本…</translation>
    </message>
    <message>
        <source>Fields in {{ }} are filled in when you use the prompt. Press Tab to move between them.</source>
        <translation>使用提示词时填写 {{ }} 中的字段。按 Tab 在字段间移动。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>No saved prompts yet. Save texts that you use often, and type / in the message box to use them.</source>
        <translation>还没有已存提示词。保存您常用的文本，然后在消息框中输入 / 即可使用。</translation>
    </message>
    <message>
        <source>Another prompt is called “{name}”.</source>
        <translation>另一个提示词已名为“{name}”。</translation>
    </message>
    <message>
        <source>Delete “{name}”? This can&apos;t be undone.</source>
        <translation>要删除“{name}”吗？此操作无法撤销。</translation>
    </message>
</context>
<context>
    <name>SearchHalf</name>
    <message>
        <source>Find models</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Search Hugging Face, or paste owner/name</source>
        <translation>搜索 Hugging Face，或粘贴“所有者/名称”</translation>
    </message>
    <message>
        <source>Models that can be downloaded</source>
        <translation>可下载的模型</translation>
    </message>
</context>
<context>
    <name>SelectedRange</name>
    <message>
        <source>You:</source>
        <translation>您：</translation>
    </message>
    <message>
        <source>Tool {name}:</source>
        <translation>工具 {name}：</translation>
    </message>
    <message>
        <source>Hubbub:</source>
        <translation>Hubbub：</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>Move, tag or export the selection</source>
        <translation>移动、标记或导出所选内容</translation>
    </message>
    <message>
        <source>Archive the selection</source>
        <translation>归档所选内容</translation>
    </message>
    <message>
        <source>Delete the selection</source>
        <translation>删除所选内容</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>{count:,} selected</source>
        <translation>已选 {count:,} 项</translation>
    </message>
</context>
<context>
    <name>SendBox</name>
    <message>
        <source>Send to the chat shown…</source>
        <translation>发送到所示聊天…</translation>
    </message>
    <message>
        <source>Send to both chats shown…</source>
        <translation>发送到所示的两个聊天…</translation>
    </message>
    <message>
        <source>Send to all {count:,} chats shown…</source>
        <translation>发送到所示的全部 {count:,} 个聊天…</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
</context>
<context>
    <name>SendQueues</name>
    <message>
        <source>Queue paused.</source>
        <translation>队列已暂停。</translation>
    </message>
    <message>
        <source>Paused because the last answer failed.</source>
        <translation>已暂停，因为上一个回答失败。</translation>
    </message>
    <message>
        <source>Paused while you edit a message.</source>
        <translation>编辑消息时暂停。</translation>
    </message>
    <message>
        <source>Not sent before Hubbub was closed.</source>
        <translation>Hubbub 关闭前未发送。</translation>
    </message>
</context>
<context>
    <name>Senses</name>
    <message>
        <source>sees pictures</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>hears sounds</source>
        <translation>能听音频</translation>
    </message>
    <message>
        <source>{doing}, about {seconds:,} s…</source>
        <translation>{doing}，约 {seconds:,} 秒…</translation>
    </message>
    <message>
        <source>{doing}…</source>
        <translation>{doing}…</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在听</translation>
    </message>
    <message>
        <source>Looking at the picture</source>
        <translation>正在看图片</translation>
    </message>
    <message>
        <source>Looking at picture {number:,} of {count:,}</source>
        <translation>正在看图片 {number:,}/{count:,}</translation>
    </message>
</context>
<context>
    <name>SentFiles</name>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>无法写入文件 {path}：{reason}。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>File {name}, {size}</source>
        <translation>文件 {name}，{size}</translation>
    </message>
    <message>
        <source>Click to see the text that the model reads.</source>
        <translation>点击可查看模型读取的文本。</translation>
    </message>
    <message>
        <source>Sound {name}, {size}</source>
        <translation>音频 {name}，{size}</translation>
    </message>
    <message>
        <source>Click to save the sound.</source>
        <translation>点击可保存音频。</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>A DRY breaker must not contain a NUL character.</source>
        <translation>DRY 分隔符不能包含 NUL 字符。</translation>
    </message>
    <message>
        <source>A JSON schema must be an object, not {text}.</source>
        <translation>JSON Schema 必须是对象，而不是 {text}。</translation>
    </message>
    <message>
        <source>A bias takes a token&apos;s id or its text, and a number up to 1,000.</source>
        <translation>偏置需要 token 的编号或文本，以及不超过 1,000 的数字。</translation>
    </message>
    <message>
        <source>A biased token is not among the model&apos;s {size:,}.</source>
        <translation>某个设了偏置的 token 不在模型的 {size:,} 个 token 之中。</translation>
    </message>
    <message>
        <source>A change to a document could not be applied and is shown separately.</source>
        <translation>对某个文档的更改无法应用，已单独显示。</translation>
    </message>
    <message>
        <source>A file of this download was removed from {folder}. Resume the download to fetch it again.</source>
        <translation>此下载的一个文件已从 {folder} 中移除。恢复下载可重新获取。</translation>
    </message>
    <message>
        <source>A further system prompt was left out.</source>
        <translation>另一个系统提示词被省略。</translation>
    </message>
    <message>
        <source>A grammar and a JSON schema can&apos;t be combined. Remove one of them.</source>
        <translation>语法和 JSON Schema 不能同时使用。请移除其中之一。</translation>
    </message>
    <message>
        <source>A grammar trigger must not be empty.</source>
        <translation>语法触发条件不能为空。</translation>
    </message>
    <message>
        <source>A key cannot be removed from {folder}: {reason}.</source>
        <translation>无法从 {folder} 移除密钥：{reason}。</translation>
    </message>
    <message>
        <source>A long tool result was shortened.</source>
        <translation>一个过长的工具结果已被缩短。</translation>
    </message>
    <message>
        <source>A message could not be read: {reason}</source>
        <translation>无法读取一条消息：{reason}</translation>
    </message>
    <message>
        <source>A message has an invalid length: {length:,}.</source>
        <translation>一条消息的长度无效：{length:,}。</translation>
    </message>
    <message>
        <source>A message of another program is too large for the engine.</source>
        <translation>另一个程序的消息对引擎来说太大。</translation>
    </message>
    <message>
        <source>A message of the kind “{kind}” was left out.</source>
        <translation>一条类型为“{kind}”的消息被省略。</translation>
    </message>
    <message>
        <source>A message of {count:,} bytes is too large. Shorten it.</source>
        <translation>{count:,} 字节的消息太大。请缩短。</translation>
    </message>
    <message>
        <source>A model can have {most} aliases.</source>
        <translation>一个模型最多可以有 {most} 个别名。</translation>
    </message>
    <message>
        <source>A part of the kind “{kind}” was left out.</source>
        <translation>一个类型为“{kind}”的部分被省略。</translation>
    </message>
    <message>
        <source>A picture in an answer was left out.</source>
        <translation>回答中的一张图片被省略。</translation>
    </message>
    <message>
        <source>A picture of this chat is damaged, and was not sent. Remove it from the chat.</source>
        <translation>此聊天的一张图片已损坏，未发送。请将其从聊天中移除。</translation>
    </message>
    <message>
        <source>A picture or sound is no longer available. Send it again.</source>
        <translation>某张图片或某段音频已不可用。请重新发送。</translation>
    </message>
    <message>
        <source>A picture or sound of this chat no longer exists.</source>
        <translation>此聊天的某张图片或某段音频已不存在。</translation>
    </message>
    <message>
        <source>A picture or sound of this size can&apos;t be sent.</source>
        <translation>无法发送这么大的图片或音频。</translation>
    </message>
    <message>
        <source>A prompt without a chat template can&apos;t have pictures. Remove them.</source>
        <translation>不带聊天模板的提示词不能含图片。请移除图片。</translation>
    </message>
    <message>
        <source>A result in this chat contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>此聊天中的一个结果包含给模型的指令。仅当这正是您所要求的，才允许此调用。</translation>
    </message>
    <message>
        <source>A text has {count:,} tokens; an embedding takes at most {limit:,}. Split it.</source>
        <translation>某段文本有 {count:,} 个 token；嵌入最多接受 {limit:,} 个。请拆分。</translation>
    </message>
    <message>
        <source>A text without tokens has no embedding.</source>
        <translation>没有 token 的文本没有嵌入。</translation>
    </message>
    <message>
        <source>A value for the chat template is nested too deeply. Use a flatter one.</source>
        <translation>聊天模板的某个值嵌套过深。请使用更扁平的值。</translation>
    </message>
    <message>
        <source>A value for the chat template is too large a number. Set a smaller one.</source>
        <translation>聊天模板的某个值是过大的数字。请设为较小的值。</translation>
    </message>
    <message>
        <source>Access was refused in the browser.</source>
        <translation>在浏览器中拒绝了访问。</translation>
    </message>
    <message>
        <source>Addresses with a name or a password are not read.</source>
        <translation>不读取带有用户名或密码的地址。</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}, but for their experts, which stay in main memory.</source>
        <translation>全部 {layer_count} 层均在 {names} 上，但其专家留在内存中。</translation>
    </message>
    <message>
        <source>All {layer_count} layers are on {names}.</source>
        <translation>全部 {layer_count} 层均在 {names} 上。</translation>
    </message>
    <message>
        <source>An empty message was left out.</source>
        <translation>一条空消息被省略。</translation>
    </message>
    <message>
        <source>Another Hubbub is downloading {name}.</source>
        <translation>另一个 Hubbub 正在下载 {name}。</translation>
    </message>
    <message>
        <source>Another default model was chosen.</source>
        <translation>已选择其他默认模型。</translation>
    </message>
    <message>
        <source>Another download of {name} is unfinished. Cancel it first.</source>
        <translation>{name} 的另一个下载尚未完成。请先取消它。</translation>
    </message>
    <message>
        <source>At most 64 stop strings of at most 1,000 characters are allowed.</source>
        <translation>最多允许 64 个停止字符串，每个最多 1,000 个字符。</translation>
    </message>
    <message>
        <source>At most {count} RPC servers can be used at once.</source>
        <translation>最多可同时使用 {count} 个 RPC 服务器。</translation>
    </message>
    <message>
        <source>At most {count} host names can be allowed.</source>
        <translation>最多可允许 {count} 个主机名。</translation>
    </message>
    <message>
        <source>At most {count} web pages can be named.</source>
        <translation>最多可指定 {count} 个网页。</translation>
    </message>
    <message>
        <source>At most {most:,} requests can wait.</source>
        <translation>最多可有 {most:,} 个请求等待。</translation>
    </message>
    <message>
        <source>At most {most:,} tokens can have a bias.</source>
        <translation>最多可为 {most:,} 个 token 设置偏置。</translation>
    </message>
    <message>
        <source>Automatic context: more is used only if you set it.</source>
        <translation>自动上下文：只有您设置时才会使用更多。</translation>
    </message>
    <message>
        <source>Automatic context: more would leave too little memory for other programs.</source>
        <translation>自动上下文：再多会使其他程序的内存过少。</translation>
    </message>
    <message>
        <source>Automatic context: more would not fit on the graphics card.</source>
        <translation>自动上下文：再多则显卡放不下。</translation>
    </message>
    <message>
        <source>Automatic context: reading more would take over {minutes} minutes on this computer.</source>
        <translation>自动上下文：在这台电脑上读取更多会超过 {minutes} 分钟。</translation>
    </message>
    <message>
        <source>Automatic context: the longest that this model supports.</source>
        <translation>自动上下文：此模型支持的最大长度。</translation>
    </message>
    <message>
        <source>CPU, 1 thread</source>
        <translation>CPU，1 个线程</translation>
    </message>
    <message>
        <source>CPU, up to {count} threads</source>
        <translation>CPU，最多 {count} 个线程</translation>
    </message>
    <message>
        <source>CPU, {count} threads</source>
        <translation>CPU，{count} 个线程</translation>
    </message>
    <message>
        <source>Calculate and run programs</source>
        <translation>计算和运行程序</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
    <message>
        <source>Chats are not kept warm on the disk: {reason}.</source>
        <translation>聊天未缓存到磁盘：{reason}。</translation>
    </message>
    <message>
        <source>Chats can&apos;t be kept warm in {path}: {reason}.</source>
        <translation>无法在 {path} 中缓存聊天：{reason}。</translation>
    </message>
    <message>
        <source>Choose a context of at most {tokens:,} tokens, or fewer chats at once.</source>
        <translation>请选择不超过 {tokens:,} 个 token 的上下文，或减少同时进行的聊天。</translation>
    </message>
    <message>
        <source>Choose a folder outside the current one that does not contain it.</source>
        <translation>请选择当前文件夹之外、且不包含当前文件夹的文件夹。</translation>
    </message>
    <message>
        <source>Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>请为每个聊天选择更小的上下文，或减少同时进行的聊天。</translation>
    </message>
    <message>
        <source>Comparing the graphics card with the processor…</source>
        <translation>正在比较显卡与处理器…</translation>
    </message>
    <message>
        <source>Could not check for a new version: {reason}</source>
        <translation>无法检查新版本：{reason}</translation>
    </message>
    <message>
        <source>DRY allowed length</source>
        <translation>DRY 允许长度</translation>
    </message>
    <message>
        <source>DRY base</source>
        <translation>DRY 底数</translation>
    </message>
    <message>
        <source>DRY strength</source>
        <translation>DRY 强度</translation>
    </message>
    <message>
        <source>DRY takes up to 64 breakers of 1 to 10 characters.</source>
        <translation>DRY 最多接受 64 个分隔符，每个 1 到 10 个字符。</translation>
    </message>
    <message>
        <source>DRY window</source>
        <translation>DRY 窗口</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>日期和时间</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源忙</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Edited by you.</source>
        <translation>由您编辑。</translation>
    </message>
    <message>
        <source>Enter a number, or leave this empty.</source>
        <translation>请输入数字，或留空。</translation>
    </message>
    <message>
        <source>Enter a whole number, or leave this empty.</source>
        <translation>请输入整数，或留空。</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>可执行文件格式错误</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名太长</translation>
    </message>
    <message>
        <source>Files can&apos;t be read now: {reason}.</source>
        <translation>现在无法读取文件：{reason}。</translation>
    </message>
    <message>
        <source>From a backup: {count:,}.</source>
        <translation>来自备份：{count:,}。</translation>
    </message>
    <message>
        <source>HF_ENDPOINT is not the address of a hub: {address}</source>
        <translation>HF_ENDPOINT 不是 Hub 的地址：{address}</translation>
    </message>
    <message>
        <source>HTTPS needs both a certificate and its key.</source>
        <translation>HTTPS 需要证书及其密钥。</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t search for models: {reason}.</source>
        <translation>Hubbub 无法搜索模型：{reason}。</translation>
    </message>
    <message>
        <source>Hubbub can&apos;t start the {needed} threads that it needs here. End other programs, or allow more with “ulimit -u”, and start it again.</source>
        <translation>Hubbub 无法在此启动所需的 {needed} 个线程。请结束其他程序，或用“ulimit -u”提高上限，然后重新启动。</translation>
    </message>
    <message>
        <source>Hubbub ended while this answer was being written.</source>
        <translation>Hubbub 在生成此回答时结束。</translation>
    </message>
    <message>
        <source>Hubbub is already running on the data in {folder}.</source>
        <translation>Hubbub 已在使用 {folder} 中的数据运行。</translation>
    </message>
    <message>
        <source>Hubbub is being closed.</source>
        <translation>正在关闭 Hubbub。</translation>
    </message>
    <message>
        <source>Hubbub is closing.</source>
        <translation>Hubbub 正在关闭。</translation>
    </message>
    <message>
        <source>Hubbub is set to work offline. Change that in the settings, under Network.</source>
        <translation>Hubbub 已设为离线模式。请在设置的“网络”中更改。</translation>
    </message>
    <message>
        <source>Hubbub may open only {count} files at a time here, and needs {needed}. Allow more with “ulimit -n”, and start it again.</source>
        <translation>Hubbub 在此最多同时打开 {count} 个文件，而它需要 {needed} 个。请用“ulimit -n”提高上限，然后重新启动。</translation>
    </message>
    <message>
        <source>Hubbub may use only {count:,} MB of memory here, and needs {needed:,} MB. Allow more with “ulimit -v”, and start it again.</source>
        <translation>Hubbub 在此最多使用 {count:,} MB 内存，而它需要 {needed:,} MB。请用“ulimit -v”提高上限，然后重新启动。</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer and another one were being written.</source>
        <translation>Hubbub 在生成此回答和另一个回答时被关闭。</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written beside another.</source>
        <translation>Hubbub 在与另一个回答并行生成此回答时被关闭。</translation>
    </message>
    <message>
        <source>Hubbub was closed while this answer was being written.</source>
        <translation>Hubbub 在生成此回答时被关闭。</translation>
    </message>
    <message>
        <source>Hubbub was closed while this tool was called.</source>
        <translation>Hubbub 在调用此工具时被关闭。</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>无效参数</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是目录</translation>
    </message>
    <message>
        <source>It can&apos;t be read ({reason}).</source>
        <translation>无法读取（{reason}）。</translation>
    </message>
    <message>
        <source>It has an unknown role, “{name}”.</source>
        <translation>其角色“{name}”未知。</translation>
    </message>
    <message>
        <source>It has an unknown status, “{name}”.</source>
        <translation>其状态“{name}”未知。</translation>
    </message>
    <message>
        <source>It is a reranking model, which can&apos;t be used.</source>
        <translation>这是重排序模型，无法使用。</translation>
    </message>
    <message>
        <source>It is damaged ({fault}).</source>
        <translation>已损坏（{fault}）。</translation>
    </message>
    <message>
        <source>It is not a backup of Hubbub.</source>
        <translation>这不是 Hubbub 的备份。</translation>
    </message>
    <message>
        <source>It lists no model. Load one there, or type the name of one.</source>
        <translation>它没有列出模型。请在那里加载一个，或输入模型名称。</translation>
    </message>
    <message>
        <source>It may open connections, because the settings name RPC servers.</source>
        <translation>它可以建立连接，因为设置中指定了 RPC 服务器。</translation>
    </message>
    <message>
        <source>It reached the longest answer that the settings allow.</source>
        <translation>已达到设置允许的最大回答长度。</translation>
    </message>
    <message>
        <source>It reached the maximum length.</source>
        <translation>已达到最大长度。</translation>
    </message>
    <message>
        <source>It takes more tokens than estimated.</source>
        <translation>它占用的 token 比估计的多。</translation>
    </message>
    <message>
        <source>It was damaged on the disk and came back from the backup of {day}.</source>
        <translation>它在磁盘上损坏，已从 {day} 的备份中恢复。</translation>
    </message>
    <message>
        <source>It was unloaded.</source>
        <translation>已卸载。</translation>
    </message>
    <message>
        <source>It was written by a newer version of Hubbub (database version {version}, this one knows {schema_version}). Use that version to restore it.</source>
        <translation>它由更新版本的 Hubbub 写入（数据库版本 {version}，当前版本只支持 {schema_version}）。请用该版本恢复。</translation>
    </message>
    <message>
        <source>Layers of the model are on {computers}. Check that they can be reached.</source>
        <translation>模型的部分层位于 {computers} 上。请检查能否连接到它们。</translation>
    </message>
    <message>
        <source>List attached files</source>
        <translation>列出附加的文件</translation>
    </message>
    <message>
        <source>Loading {model}…</source>
        <translation>正在加载 {model}…</translation>
    </message>
    <message>
        <source>Loading {name} was cancelled.</source>
        <translation>已取消加载 {name}。</translation>
    </message>
    <message>
        <source>Loading {name}…</source>
        <translation>正在加载 {name}…</translation>
    </message>
    <message>
        <source>Marked as damaged: {count:,}.</source>
        <translation>已标记为损坏：{count:,}。</translation>
    </message>
    <message>
        <source>Mirostat learning rate</source>
        <translation>Mirostat 学习率</translation>
    </message>
    <message>
        <source>Mirostat target surprise</source>
        <translation>Mirostat 目标意外度</translation>
    </message>
    <message>
        <source>No backup could be written to {folder}: {reason}. The older backups are kept.</source>
        <translation>无法将备份写入 {folder}：{reason}。较早的备份已保留。</translation>
    </message>
    <message>
        <source>No draft model is used.</source>
        <translation>未使用草稿模型。</translation>
    </message>
    <message>
        <source>No graphics card is used. {reasons}</source>
        <translation>未使用显卡。{reasons}</translation>
    </message>
    <message>
        <source>No graphics card was found.</source>
        <translation>未找到显卡。</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>未加载模型。</translation>
    </message>
    <message>
        <source>No model is loaded. Open one first.</source>
        <translation>未加载模型。请先打开一个。</translation>
    </message>
    <message>
        <source>No presets found. Supported: exports from Hubbub and LM Studio.</source>
        <translation>未找到预设。支持：Hubbub 和 LM Studio 的导出文件。</translation>
    </message>
    <message>
        <source>No program can be started: {reason}.</source>
        <translation>无法启动任何程序：{reason}。</translation>
    </message>
    <message>
        <source>No search engine of this SearXNG server answered: {names}.</source>
        <translation>此 SearXNG 服务器的搜索引擎均未响应：{names}。</translation>
    </message>
    <message>
        <source>No server answers at {address}. Check that it is running.</source>
        <translation>{address} 上没有服务器响应。请检查它是否正在运行。</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>没有该设备</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>没有该设备或地址</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或目录</translation>
    </message>
    <message>
        <source>No text file is attached to this chat.</source>
        <translation>此聊天未附加文本文件。</translation>
    </message>
    <message>
        <source>None of it could be read, and Hubbub starts with an empty list.</source>
        <translation>其中没有任何内容可以读取，Hubbub 将以空列表启动。</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>Not enough memory for embeddings of {count:,} tokens with {name}. Send shorter texts.</source>
        <translation>内存不足，无法用 {name} 计算 {count:,} 个 token 的嵌入。请发送更短的文本。</translation>
    </message>
    <message>
        <source>Not enough memory for {name}.</source>
        <translation>内存不足，无法加载 {name}。</translation>
    </message>
    <message>
        <source>Nothing can listen at {host}, port {port}: {reason}.</source>
        <translation>无法在 {host} 的端口 {port} 上监听：{reason}。</translation>
    </message>
    <message>
        <source>Nothing was sent to {host}: you have not agreed to send this chat there. Send it again to be asked.</source>
        <translation>未向 {host} 发送任何内容：您尚未同意将此聊天发送到那里。再次发送时会询问您。</translation>
    </message>
    <message>
        <source>Nothing was sent to {name}: Hubbub works offline. Switch that off in the settings, or choose a model of this computer.</source>
        <translation>未向 {name} 发送任何内容：Hubbub 处于离线模式。请在设置中关闭离线模式，或选择这台电脑的模型。</translation>
    </message>
    <message>
        <source>One message could not be understood.</source>
        <translation>有 1 条消息无法理解。</translation>
    </message>
    <message>
        <source>Only an answer can be edited without sending it again.</source>
        <translation>只有回答可以在不重新发送的情况下编辑。</translation>
    </message>
    <message>
        <source>Only the default model answers programs.</source>
        <translation>只有默认模型回答程序的请求。</translation>
    </message>
    <message>
        <source>Only the first {count} servers were read.</source>
        <translation>只读取了前 {count} 个服务器。</translation>
    </message>
    <message>
        <source>Only the name of one attached file was imported.</source>
        <translation>只导入了 1 个附加文件的名称。</translation>
    </message>
    <message>
        <source>Only the names of {count:,} attached files were imported.</source>
        <translation>只导入了 {count:,} 个附加文件的名称。</translation>
    </message>
    <message>
        <source>Only web pages can be opened.</source>
        <translation>只能打开网页。</translation>
    </message>
    <message>
        <source>Only your own messages can be sent again.</source>
        <translation>只能重新发送您自己的消息。</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack fails, {reason}</source>
        <translation>未使用其他电脑：RPC 包失败，{reason}</translation>
    </message>
    <message>
        <source>Other computers are not used: the RPC pack is missing. Add it under Settings, Engine.</source>
        <translation>未使用其他电脑：缺少 RPC 包。请在“设置”的“引擎”中添加。</translation>
    </message>
    <message>
        <source>Other computers are not used: the model fits on this one. Set a number of GPU layers to use them nevertheless.</source>
        <translation>未使用其他电脑：模型在这台电脑上放得下。如仍要使用它们，请设置 GPU 层数。</translation>
    </message>
    <message>
        <source>Others on the network can read what is asked and answered, since it is not encrypted.</source>
        <translation>网络上的其他人可以读取提问和回答，因为连接未加密。</translation>
    </message>
    <message>
        <source>PDFs can&apos;t be read now: {reason}.</source>
        <translation>现在无法读取 PDF：{reason}。</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read here.</source>
        <translation>这里无法读取图片和音频。</translation>
    </message>
    <message>
        <source>Pictures and sounds can&apos;t be read now: {reason}.</source>
        <translation>现在无法读取图片和音频：{reason}。</translation>
    </message>
    <message>
        <source>Pictures and sounds need PySide6, which is not installed here.</source>
        <translation>图片和音频需要 PySide6，而这里未安装。</translation>
    </message>
    <message>
        <source>Pictures are not kept on the disk: {reason}.</source>
        <translation>图片未保存到磁盘：{reason}。</translation>
    </message>
    <message>
        <source>RPC servers are reached by IPv4 only: write “{address}” as a name or as an address like 192.168.1.20:{port}.</source>
        <translation>RPC 服务器只能通过 IPv4 访问：请将“{address}”写成名称或 192.168.1.20:{port} 这样的地址。</translation>
    </message>
    <message>
        <source>Read a web page</source>
        <translation>读取网页</translation>
    </message>
    <message>
        <source>Read an attached file</source>
        <translation>读取附加的文件</translation>
    </message>
    <message>
        <source>Read one of my chats</source>
        <translation>读取我的一个聊天</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>Reading the page.</source>
        <translation>正在读取页面。</translation>
    </message>
    <message>
        <source>Reading this file crashes Hubbub, so it is skipped. Download it again.</source>
        <translation>读取此文件会使 Hubbub 崩溃，因此跳过。请重新下载。</translation>
    </message>
    <message>
        <source>Reading this file took too long, so Hubbub stopped it.</source>
        <translation>读取此文件耗时过长，Hubbub 已停止读取。</translation>
    </message>
    <message>
        <source>Reading {path} failed. Try again.</source>
        <translation>读取 {path} 失败。请重试。</translation>
    </message>
    <message>
        <source>SearXNG needs an address. Enter it in the settings, under Tools.</source>
        <translation>SearXNG 需要地址。请在设置的“工具”中输入。</translation>
    </message>
    <message>
        <source>Search my chats</source>
        <translation>搜索我的聊天</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>搜索网络</translation>
    </message>
    <message>
        <source>Several chats have this title. Use a number: {names}.</source>
        <translation>多个聊天有此标题。请使用编号：{names}。</translation>
    </message>
    <message>
        <source>Signing in to “{name}” failed: {reason}</source>
        <translation>登录“{name}”失败：{reason}</translation>
    </message>
    <message>
        <source>Some settings in {path} are not valid and were reset to their defaults: {names}.</source>
        <translation>{path} 中的部分设置无效，已重置为默认值：{names}。</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines.</source>
        <translation>音频不能发送到其他机器。</translation>
    </message>
    <message>
        <source>Sounds cannot be sent to other machines. Remove them, or choose a model here.</source>
        <translation>音频不能发送到其他机器。请移除音频，或选择本机的模型。</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>正在启动引擎…</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>正在启动工具…</translation>
    </message>
    <message>
        <source>The JSON can&apos;t be read in line {line}, column {column}: {reason}.</source>
        <translation>JSON 在第 {line} 行第 {column} 列无法读取：{reason}。</translation>
    </message>
    <message>
        <source>The JSON is nested too deeply.</source>
        <translation>JSON 嵌套过深。</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be followed at {place}: {reason}.</source>
        <translation>无法在 {place} 处遵循 JSON Schema：{reason}。</translation>
    </message>
    <message>
        <source>The JSON schema can&apos;t be read: {reason}</source>
        <translation>无法读取 JSON Schema：{reason}</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON.</source>
        <translation>此 JSON Schema 不是 JSON。</translation>
    </message>
    <message>
        <source>The JSON schema is not JSON: {reason}.</source>
        <translation>此 JSON Schema 不是 JSON：{reason}。</translation>
    </message>
    <message>
        <source>The JSON schema “false” allows nothing. Use an object.</source>
        <translation>JSON Schema“false”不允许任何内容。请使用对象。</translation>
    </message>
    <message>
        <source>The alias “{alias}” is given twice.</source>
        <translation>别名“{alias}”重复。</translation>
    </message>
    <message>
        <source>The answer could not be understood.</source>
        <translation>无法理解该回答。</translation>
    </message>
    <message>
        <source>The answer of {host} cannot be used: {reason}.</source>
        <translation>{host} 的响应无法使用：{reason}。</translation>
    </message>
    <message>
        <source>The answer of {name} could not be understood.</source>
        <translation>无法理解 {name} 的响应。</translation>
    </message>
    <message>
        <source>The answer of “{name}” violates the protocol. Update the server.</source>
        <translation>“{name}”的响应违反协议。请更新该服务器。</translation>
    </message>
    <message>
        <source>The answer repeated itself.</source>
        <translation>回答在自我重复。</translation>
    </message>
    <message>
        <source>The archive is damaged: {reason}.</source>
        <translation>压缩包已损坏：{reason}。</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends after “{file}”, and later files may be missing.</source>
        <translation>压缩包不完整：它在“{file}”之后结束，后面的文件可能缺失。</translation>
    </message>
    <message>
        <source>The archive is incomplete: it ends within “{file}”, and later files are missing.</source>
        <translation>压缩包不完整：它在“{file}”中间结束，后面的文件缺失。</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON in line {line}, column {column}.</source>
        <translation>参数不是有效的 JSON：第 {line} 行，第 {column} 列。</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON.</source>
        <translation>参数不是有效的 JSON。</translation>
    </message>
    <message>
        <source>The arguments do not fit the tool “{name}”: {problem}</source>
        <translation>参数与工具“{name}”不符：{problem}</translation>
    </message>
    <message>
        <source>The arguments have more than {count:,} characters.</source>
        <translation>参数超过 {count:,} 个字符。</translation>
    </message>
    <message>
        <source>The arguments must be a JSON object, not `{type}`.</source>
        <translation>参数必须是 JSON 对象，而不是 `{type}`。</translation>
    </message>
    <message>
        <source>The arguments of “{tool}” are not valid: {reason}.</source>
        <translation>“{tool}”的参数无效：{reason}。</translation>
    </message>
    <message>
        <source>The backup of {day} was restored. The previous state is kept as a backup for 30 days.</source>
        <translation>已恢复 {day} 的备份。之前的状态作为备份保留 30 天。</translation>
    </message>
    <message>
        <source>The backup “{name}” can&apos;t be restored. {reason} Choose another one.</source>
        <translation>无法恢复备份“{name}”。{reason} 请另选备份。</translation>
    </message>
    <message>
        <source>The backup “{name}” could not be rewritten ({reason}). It was left as it is and may still hold what you deleted.</source>
        <translation>无法重写备份“{name}”（{reason}）。它保持原样，可能仍含有您删除的内容。</translation>
    </message>
    <message>
        <source>The backup “{name}” is not there any more.</source>
        <translation>备份“{name}”已不存在。</translation>
    </message>
    <message>
        <source>The browser gave no answer within {count:,} minutes.</source>
        <translation>浏览器在 {count:,} 分钟内没有回应。</translation>
    </message>
    <message>
        <source>The caches of sources alone exceed the limit for chats on the disk. Raise the limit.</source>
        <translation>仅资料的缓存就超出了磁盘上聊天的上限。请提高上限。</translation>
    </message>
    <message>
        <source>The certificate can&apos;t be used: {reason}.</source>
        <translation>无法使用该证书：{reason}。</translation>
    </message>
    <message>
        <source>The certificate of {host} is not trusted: {reason}.</source>
        <translation>{host} 的证书不受信任：{reason}。</translation>
    </message>
    <message>
        <source>The chain of references from {place} is too long.</source>
        <translation>从 {place} 开始的引用链太长。</translation>
    </message>
    <message>
        <source>The chat folder {folder} is missing.</source>
        <translation>存放聊天的文件夹 {folder} 缺失。</translation>
    </message>
    <message>
        <source>The chat of this answer does not exist any more.</source>
        <translation>此回答所属的聊天已不存在。</translation>
    </message>
    <message>
        <source>The chat template leaves out the user&apos;s question. Set another one.</source>
        <translation>聊天模板漏掉了用户的问题。请设置其他模板。</translation>
    </message>
    <message>
        <source>The chats are on a network folder ({folder}). Use them from one machine at a time, or they may be damaged.</source>
        <translation>聊天位于网络文件夹（{folder}）中。请一次只从一台机器使用，否则可能损坏。</translation>
    </message>
    <message>
        <source>The chats are open in another program, and can only be read here.</source>
        <translation>聊天已在另一个程序中打开，这里只能阅读。</translation>
    </message>
    <message>
        <source>The chats in {folder} are read-only: {refusal}. New messages are not saved.</source>
        <translation>{folder} 中的聊天为只读：{refusal}。新消息不会保存。</translation>
    </message>
    <message>
        <source>The chats in {folder} can&apos;t be written: {reason}. Grant write access, and restart Hubbub.</source>
        <translation>无法写入 {folder} 中的聊天：{reason}。请授予写入权限，并重新启动 Hubbub。</translation>
    </message>
    <message>
        <source>The chats in {path} are damaged ({reason}). Close the program and start it again: it puts the file aside and continues with all that can be read of it.</source>
        <translation>{path} 中的聊天已损坏（{reason}）。请关闭程序并重新启动：它会搁置该文件，并用其中能读取的内容继续。</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be used: {damage}. The file was put aside as “{aside}”, nothing of it was deleted. {rest}</source>
        <translation>{path} 中的聊天无法使用：{damage}。该文件已搁置为“{aside}”，其中没有内容被删除。{rest}</translation>
    </message>
    <message>
        <source>The chats in {path} can&apos;t be written again: Hubbub no longer holds their content.</source>
        <translation>无法重新写入 {path} 中的聊天：Hubbub 已不再持有其内容。</translation>
    </message>
    <message>
        <source>The chats in {path} could not be read or written: {reason}. Try again; if it happens again, check the disk.</source>
        <translation>无法读取或写入 {path} 中的聊天：{reason}。请重试；如果再次发生，请检查磁盘。</translation>
    </message>
    <message>
        <source>The chats in {path} were deleted or moved while Hubbub is running. New messages can&apos;t be saved there.</source>
        <translation>{path} 中的聊天在 Hubbub 运行期间被删除或移动。新消息无法保存到那里。</translation>
    </message>
    <message>
        <source>The chats in {path} were written by a newer version of Hubbub (database version {version}; this one supports {schema_version}). They are read-only here. Use the newer version to write.</source>
        <translation>{path} 中的聊天由更新版本的 Hubbub 写入（数据库版本 {version}；当前版本支持 {schema_version}）。它们在这里为只读。要写入请使用更新的版本。</translation>
    </message>
    <message>
        <source>The chats should be in {target}, to which {path} links, but it does not exist. Check whether its disk is connected.</source>
        <translation>聊天应位于 {path} 所链接的 {target}，但它不存在。请检查其磁盘是否已连接。</translation>
    </message>
    <message>
        <source>The connection to {computers} was lost. Layers of the model are there.</source>
        <translation>与 {computers} 的连接已断开。模型的部分层在那里。</translation>
    </message>
    <message>
        <source>The connection to {host} broke off. Try again.</source>
        <translation>与 {host} 的连接中断。请重试。</translation>
    </message>
    <message>
        <source>The connection to {host} is not encrypted: others on the network can read chats and the key.</source>
        <translation>与 {host} 的连接未加密：网络上的其他人可以读取聊天和密钥。</translation>
    </message>
    <message>
        <source>The connection was lost while the computer slept.</source>
        <translation>电脑休眠期间连接断开。</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>连接已断开。</translation>
    </message>
    <message>
        <source>The context of this chat is full.</source>
        <translation>此聊天的上下文已满。</translation>
    </message>
    <message>
        <source>The database {path} is damaged.</source>
        <translation>数据库 {path} 已损坏。</translation>
    </message>
    <message>
        <source>The description of the tool “{name}” contains instructions for the model. Allow this call only if it is what you asked for.</source>
        <translation>工具“{name}”的说明包含给模型的指令。仅当这正是您所要求的，才允许此调用。</translation>
    </message>
    <message>
        <source>The disk is full. The download continues when there is space.</source>
        <translation>磁盘已满。有空间后下载会继续。</translation>
    </message>
    <message>
        <source>The disk is nearly full, so chats are not kept warm on it. Free some space.</source>
        <translation>磁盘快满了，因此聊天未缓存到磁盘。请释放一些空间。</translation>
    </message>
    <message>
        <source>The disk of {folder} can&apos;t hold a file of this size. Choose a folder on another disk.</source>
        <translation>{folder} 所在的磁盘无法存放这么大的文件。请选择其他磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>The disk of {folder} reports an error: {reason}.</source>
        <translation>{folder} 所在的磁盘报告错误：{reason}。</translation>
    </message>
    <message>
        <source>The disk with {folder} is almost full, and Hubbub is using its reserve. Free some space soon.</source>
        <translation>{folder} 所在的磁盘几乎已满，Hubbub 正在使用其预留空间。请尽快释放一些空间。</translation>
    </message>
    <message>
        <source>The draft model {name} stopped computing and is not used. Replies are written without it.</source>
        <translation>草稿模型 {name} 已停止计算，不再使用。回答将不使用它生成。</translation>
    </message>
    <message>
        <source>The embeddings of these texts could not be computed. Try again.</source>
        <translation>无法计算这些文本的嵌入。请重试。</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while it answered this chat, the last time without its cached state. Change the message or open another model. If you ask again, one more attempt is made.</source>
        <translation>引擎在回答此聊天时崩溃了 {count} 次，最后一次未使用其缓存状态。请更改消息或打开其他模型。如果再次提问，会再尝试一次。</translation>
    </message>
    <message>
        <source>The engine crashed {count} times while loading {name}. Open it to try again.</source>
        <translation>引擎在加载 {name} 时崩溃了 {count} 次。打开它可重试。</translation>
    </message>
    <message>
        <source>The engine does not answer.</source>
        <translation>引擎没有响应。</translation>
    </message>
    <message>
        <source>The engine does not support this computer&apos;s processor.</source>
        <translation>引擎不支持这台电脑的处理器。</translation>
    </message>
    <message>
        <source>The engine had an internal error; details are in the log. Try again.</source>
        <translation>引擎发生内部错误，详情见日志。请重试。</translation>
    </message>
    <message>
        <source>The engine is closed.</source>
        <translation>引擎已关闭。</translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation>引擎未运行。</translation>
    </message>
    <message>
        <source>The engine is of another version of Hubbub.</source>
        <translation>引擎属于另一个版本的 Hubbub。</translation>
    </message>
    <message>
        <source>The engine made a mistake, which is in the log. Ask again.</source>
        <translation>引擎出了错，详情见日志。请重新提问。</translation>
    </message>
    <message>
        <source>The engine runs in a sandbox.</source>
        <translation>引擎在沙盒中运行。</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: it was started without one.</source>
        <translation>引擎未在沙盒中运行：启动时未启用沙盒。</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: this system does not provide one.</source>
        <translation>引擎未在沙盒中运行：此系统不提供沙盒。</translation>
    </message>
    <message>
        <source>The engine runs without a sandbox: {device} does not work in one.</source>
        <translation>引擎未在沙盒中运行：{device} 无法在沙盒中工作。</translation>
    </message>
    <message>
        <source>The engine stopped because of an error in Hubbub. Start Hubbub again.</source>
        <translation>引擎因 Hubbub 的错误而停止。请重新启动 Hubbub。</translation>
    </message>
    <message>
        <source>The engine stopped while this was being answered.</source>
        <translation>引擎在回答过程中停止。</translation>
    </message>
    <message>
        <source>The engine was closed.</source>
        <translation>引擎已被关闭。</translation>
    </message>
    <message>
        <source>The engine was optimized for this processor: {processor}.</source>
        <translation>引擎已针对此处理器优化：{processor}。</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox blocks programs and connections, but not files ({reason}).</source>
        <translation>引擎的沙盒会阻止程序和连接，但不阻止文件访问（{reason}）。</translation>
    </message>
    <message>
        <source>The engine&apos;s sandbox protects files, but does not block connections ({reason}).</source>
        <translation>引擎的沙盒会保护文件，但不阻止连接（{reason}）。</translation>
    </message>
    <message>
        <source>The field “{name}” can&apos;t be shown.</source>
        <translation>无法显示字段“{name}”。</translation>
    </message>
    <message>
        <source>The file can&apos;t be read: {reason}.</source>
        <translation>无法读取该文件：{reason}。</translation>
    </message>
    <message>
        <source>The file has changed on {host} since the download began, and can&apos;t be verified. Resume to start over.</source>
        <translation>{host} 上的文件在下载开始后已更改，无法校验。请继续下载以从头开始。</translation>
    </message>
    <message>
        <source>The file is damaged; what could not be read was left out.</source>
        <translation>文件已损坏；无法读取的内容已省略。</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be locked: {reason}.</source>
        <translation>无法锁定文件 {path}：{reason}。</translation>
    </message>
    <message>
        <source>The file {path} can&apos;t be read: {reason}.</source>
        <translation>无法读取文件 {path}：{reason}。</translation>
    </message>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>无法写入文件 {path}：{reason}。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The file “{name}” can&apos;t be read.</source>
        <translation>无法读取文件“{name}”。</translation>
    </message>
    <message>
        <source>The file “{name}” is damaged.</source>
        <translation>文件“{name}”已损坏。</translation>
    </message>
    <message>
        <source>The file “{name}” is not there any more. Remove it, and add it again.</source>
        <translation>文件“{name}”已不存在。请移除后重新添加。</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be created: {reason}.</source>
        <translation>无法创建文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be emptied: {reason}.</source>
        <translation>无法清空文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>The folder {folder} can&apos;t be written to: {reason}.</source>
        <translation>无法写入文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>The folder {folder} is missing. The download continues when it is back.</source>
        <translation>文件夹 {folder} 缺失。它恢复后下载会继续。</translation>
    </message>
    <message>
        <source>The form has more than {count} fields.</source>
        <translation>表单的字段超过 {count} 个。</translation>
    </message>
    <message>
        <source>The grammar allows none of the model&apos;s tokens here. Check its character classes and the rules that follow the text so far.</source>
        <translation>语法在此处不允许模型的任何 token。请检查其字符类，以及承接已有文本的规则。</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be converted: {reason}.</source>
        <translation>无法转换语法：{reason}。</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be followed: {reason}.</source>
        <translation>无法遵循语法：{reason}。</translation>
    </message>
    <message>
        <source>The grammar can&apos;t be read: {reason}.</source>
        <translation>无法读取语法：{reason}。</translation>
    </message>
    <message>
        <source>The grammar contains a character that is not valid in text.</source>
        <translation>语法中含有文本里无效的字符。</translation>
    </message>
    <message>
        <source>The grammar is nested too deeply. Use more rules.</source>
        <translation>语法嵌套过深。请使用更多规则。</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous. Use fewer repetitions and alternatives that match the same text.</source>
        <translation>语法歧义过多。请减少匹配同一文本的重复和备选项。</translation>
    </message>
    <message>
        <source>The grammar is too large. Use fewer rules or repetitions.</source>
        <translation>语法太大。请减少规则或重复。</translation>
    </message>
    <message>
        <source>The grammar or schema is longer than {most} KiB.</source>
        <translation>语法或 Schema 长于 {most} KiB。</translation>
    </message>
    <message>
        <source>The grammar or schema takes too long to compile. Use a smaller one.</source>
        <translation>编译语法或 Schema 耗时过长。请使用更小的。</translation>
    </message>
    <message>
        <source>The graphics cards have changed. Planning {model}…</source>
        <translation>显卡已变化。正在重新规划 {model}……</translation>
    </message>
    <message>
        <source>The header of “{name}” is too long to read before the download.</source>
        <translation>“{name}”的文件头太长，下载前无法读取。</translation>
    </message>
    <message>
        <source>The hub reports an invalid size or hash for {name}.</source>
        <translation>Hub 为 {name} 报告了无效的大小或哈希值。</translation>
    </message>
    <message>
        <source>The interpreter for programs is not installed. Reinstall Hubbub.</source>
        <translation>未安装程序解释器。请重新安装 Hubbub。</translation>
    </message>
    <message>
        <source>The journal of {path} could not be closed.</source>
        <translation>无法关闭 {path} 的日志文件。</translation>
    </message>
    <message>
        <source>The key cannot be stored in {folder}: {reason}.</source>
        <translation>无法将密钥存储到 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>The last change</source>
        <translation>最后一项更改</translation>
    </message>
    <message>
        <source>The last message is not an answer that can be continued.</source>
        <translation>最后一条消息不是可以继续的回答。</translation>
    </message>
    <message>
        <source>The last {count:,} changes</source>
        <translation>最后 {count:,} 项更改</translation>
    </message>
    <message>
        <source>The library that runs models does not work on this machine: {reason}</source>
        <translation>运行模型的库无法在这台机器上工作：{reason}</translation>
    </message>
    <message>
        <source>The limit of {count} calls in one turn is reached. Continue the answer to run this call.</source>
        <translation>已达到一轮 {count} 次调用的上限。继续回答可运行此调用。</translation>
    </message>
    <message>
        <source>The load of {model} is stopped: other programs took the memory.</source>
        <translation>已停止加载 {model}：其他程序占用了内存。</translation>
    </message>
    <message>
        <source>The longest wait for a pause must be between 0 seconds and a day.</source>
        <translation>等待停顿的最长时间必须在 0 秒到一天之间。</translation>
    </message>
    <message>
        <source>The message to be asked again was deleted.</source>
        <translation>要重新提问的消息已被删除。</translation>
    </message>
    <message>
        <source>The messages of this request are too large for the engine. Shorten them.</source>
        <translation>此请求的消息对引擎来说太大。请缩短。</translation>
    </message>
    <message>
        <source>The model can&apos;t read this part of the chat. Edit your message, or shorten it.</source>
        <translation>模型无法读取聊天的这一部分。请编辑您的消息，或缩短它。</translation>
    </message>
    <message>
        <source>The model cannot take a picture of this size and shape.</source>
        <translation>模型无法接受这种大小和形状的图片。</translation>
    </message>
    <message>
        <source>The model cannot take a sound of this length.</source>
        <translation>模型无法接受这么长的音频。</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Ask again.</source>
        <translation>模型无法计算此回答。请重新提问。</translation>
    </message>
    <message>
        <source>The model could not compute this answer. Try again.</source>
        <translation>模型无法计算此回答。请重试。</translation>
    </message>
    <message>
        <source>The model could not continue this answer. Try again.</source>
        <translation>模型无法继续此回答。请重试。</translation>
    </message>
    <message>
        <source>The model found no way on in this answer. Ask again.</source>
        <translation>模型在此回答中无法继续。请重新提问。</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>正在加载模型。</translation>
    </message>
    <message>
        <source>The model is split into {count} files, and “{part}” is missing.</source>
        <translation>模型分为 {count} 个文件，缺少“{part}”。</translation>
    </message>
    <message>
        <source>The model of this chat is missing. Choose another one for it.</source>
        <translation>此聊天的模型缺失。请为它选择其他模型。</translation>
    </message>
    <message>
        <source>The model of this chat is not on this computer any more.</source>
        <translation>此聊天的模型已不在这台电脑上。</translation>
    </message>
    <message>
        <source>The model reads this picture in one piece, which takes {rows:,} tokens, but it was loaded for {most:,}. Send a smaller picture.</source>
        <translation>模型一次读取整张图片，需要 {rows:,} 个 token，但加载时只设了 {most:,} 个。请发送更小的图片。</translation>
    </message>
    <message>
        <source>The model repeats this call, so its turn was ended.</source>
        <translation>模型在重复此调用，因此其轮次已结束。</translation>
    </message>
    <message>
        <source>The model splits a picture of this size into parts, which is not supported yet.</source>
        <translation>模型会将此大小的图片拆成多个部分，目前尚不支持。</translation>
    </message>
    <message>
        <source>The model stopped computing and was loaded again. Ask again.</source>
        <translation>模型停止计算，已重新加载。请重新提问。</translation>
    </message>
    <message>
        <source>The model stopped computing and was reloaded. Try again.</source>
        <translation>模型停止计算，已重新加载。请重试。</translation>
    </message>
    <message>
        <source>The model was unloaded.</source>
        <translation>模型已卸载。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is broken: {reason}</source>
        <translation>模型的聊天模板有误：{reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long to be trusted.</source>
        <translation>模型的聊天模板太长，不可信任。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves a message out: “{text}”. Remove it, or open another model.</source>
        <translation>模型的聊天模板漏掉了一条消息：“{text}”。请移除它，或打开其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves the picture out. Remove the picture, or open another model.</source>
        <translation>模型的聊天模板漏掉了图片。请移除图片，或打开其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves this message out. Edit it, or open another model.</source>
        <translation>模型的聊天模板漏掉了此消息。请编辑消息，或打开其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template makes nothing of this message. Edit it, or open another model.</source>
        <translation>模型的聊天模板对此消息不产生任何内容。请编辑消息，或打开其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template refused this conversation: {reason}</source>
        <translation>模型的聊天模板拒绝了此对话：{reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long for this chat. Start a new chat, or open another model.</source>
        <translation>模型的聊天模板处理此聊天耗时过长。请新建聊天，或打开其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes too long. Open another model.</source>
        <translation>模型的聊天模板耗时过长。请打开其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s file name can&apos;t be written as text. Rename it first.</source>
        <translation>模型的文件名无法写成文本。请先重命名。</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary has only {size:,} tokens.</source>
        <translation>模型的词表只有 {size:,} 个 token。</translation>
    </message>
    <message>
        <source>The network process</source>
        <translation>网络进程</translation>
    </message>
    <message>
        <source>The network process runs without a sandbox: it was started without one.</source>
        <translation>网络进程未在沙盒中运行：启动时未启用沙盒。</translation>
    </message>
    <message>
        <source>The network process stopped because of an error in Hubbub.</source>
        <translation>网络进程因 Hubbub 的错误而停止。</translation>
    </message>
    <message>
        <source>The network process stopped unexpectedly. Try again.</source>
        <translation>网络进程意外停止。请重试。</translation>
    </message>
    <message>
        <source>The new backup in {folder} was not complete. The older backups are kept.</source>
        <translation>{folder} 中的新备份不完整。较早的备份已保留。</translation>
    </message>
    <message>
        <source>The newest release has no version number.</source>
        <translation>最新的发行版没有版本号。</translation>
    </message>
    <message>
        <source>The next message loads the model.</source>
        <translation>下一条消息会加载模型。</translation>
    </message>
    <message>
        <source>The pages of “{name}” can&apos;t be drawn: the file is damaged, or too large.</source>
        <translation>无法绘制“{name}”的页面：文件已损坏或太大。</translation>
    </message>
    <message>
        <source>The pages of “{name}” took too long to draw and were skipped.</source>
        <translation>绘制“{name}”的页面耗时过长，已跳过。</translation>
    </message>
    <message>
        <source>The pause before writing must be between 0 seconds and a day.</source>
        <translation>写入前的停顿必须在 0 秒到一天之间。</translation>
    </message>
    <message>
        <source>The picture changed on its way to the model. Remove it and add it again.</source>
        <translation>图片在传给模型的途中发生了变化。请移除后重新添加。</translation>
    </message>
    <message>
        <source>The picture could not be processed. There may be too little memory.</source>
        <translation>无法处理图片。可能是内存太少。</translation>
    </message>
    <message>
        <source>The picture could not be read. Remove it and add it again.</source>
        <translation>无法读取图片。请移除后重新添加。</translation>
    </message>
    <message>
        <source>The picture has too many pixels.</source>
        <translation>图片的像素过多。</translation>
    </message>
    <message>
        <source>The picture is too large to be sent to the model. Send a smaller one.</source>
        <translation>图片太大，无法发送给模型。请发送更小的图片。</translation>
    </message>
    <message>
        <source>The picture is too long and thin: {width} x {height} pixels.</source>
        <translation>图片过于细长：{width} × {height} 像素。</translation>
    </message>
    <message>
        <source>The picture would take {rows:,} tokens, more than the limit of {most:,}.</source>
        <translation>该图片会占用 {rows:,} 个 token，超出上限 {most:,}。</translation>
    </message>
    <message>
        <source>The pictures of this chat are too large to be sent together.</source>
        <translation>此聊天的图片合计太大，无法一起发送。</translation>
    </message>
    <message>
        <source>The port must be between 0 and 65,535.</source>
        <translation>端口必须在 0 到 65,535 之间。</translation>
    </message>
    <message>
        <source>The process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>The process of the program ended unexpectedly. Try a simpler program.</source>
        <translation>程序的进程意外结束。请尝试更简单的程序。</translation>
    </message>
    <message>
        <source>The program is running.</source>
        <translation>程序正在运行。</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install it, or enter its full path.</source>
        <translation>未找到程序“{program}”。请安装它，或输入其完整路径。</translation>
    </message>
    <message>
        <source>The program “{program}” was not found. Install {package}, or enter the full path of “{program}”.</source>
        <translation>未找到程序“{program}”。请安装 {package}，或输入“{program}”的完整路径。</translation>
    </message>
    <message>
        <source>The projector cannot process this picture.</source>
        <translation>投影器无法处理此图片。</translation>
    </message>
    <message>
        <source>The projector cannot process this sound.</source>
        <translation>投影器无法处理此音频。</translation>
    </message>
    <message>
        <source>The projector is no longer loaded.</source>
        <translation>投影器已不再加载。</translation>
    </message>
    <message>
        <source>The proxy of this computer can&apos;t be used: {reason}</source>
        <translation>无法使用这台电脑的代理：{reason}</translation>
    </message>
    <message>
        <source>The proxy of this computer needs a user name and a password. Set them there.</source>
        <translation>这台电脑的代理需要用户名和密码。请在代理设置中填写。</translation>
    </message>
    <message>
        <source>The proxy of this computer refuses the connection: {reason}.</source>
        <translation>这台电脑的代理拒绝了连接：{reason}。</translation>
    </message>
    <message>
        <source>The reading of this file broke off.</source>
        <translation>读取此文件时中断。</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>请求已取消。</translation>
    </message>
    <message>
        <source>The schema keyword “{name}” at {place} is not supported. Remove it.</source>
        <translation>不支持 {place} 处的 Schema 关键字“{name}”。请移除它。</translation>
    </message>
    <message>
        <source>The schemas of “allOf” at {place} have more than {most} patterns for one text. Use fewer.</source>
        <translation>{place} 处“allOf”的 Schema 对一段文本有超过 {most} 个模式。请减少。</translation>
    </message>
    <message>
        <source>The schemas of “oneOf” at {place} may overlap. Use “anyOf”.</source>
        <translation>{place} 处“oneOf”的 Schema 可能重叠。请使用“anyOf”。</translation>
    </message>
    <message>
        <source>The search for models</source>
        <translation>模型搜索</translation>
    </message>
    <message>
        <source>The search for models failed. Try again.</source>
        <translation>模型搜索失败。请重试。</translation>
    </message>
    <message>
        <source>The server at {host} is not one that Hubbub supports. Check the port.</source>
        <translation>{host} 上的服务器不受 Hubbub 支持。请检查端口。</translation>
    </message>
    <message>
        <source>The server has changed the description or the arguments of this tool since you allowed it. The description is now: “{description}”</source>
        <translation>自您允许以来，服务器更改了此工具的描述或参数。当前描述：“{description}”</translation>
    </message>
    <message>
        <source>The server named a page that is not a web address.</source>
        <translation>服务器给出的页面不是网址。</translation>
    </message>
    <message>
        <source>The server of this tool is not set up any more.</source>
        <translation>此工具的服务器已不再配置。</translation>
    </message>
    <message>
        <source>The server redirected to {host}, which is in a private network. It was not opened.</source>
        <translation>服务器重定向到位于专用网络中的 {host}。未打开。</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path}: {reason}. They apply until Hubbub quits.</source>
        <translation>无法将设置保存到 {path}：{reason}。这些设置在 Hubbub 退出前有效。</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged, and the file could not be renamed: {reason}.</source>
        <translation>{path} 中的设置已损坏，且无法重命名该文件：{reason}。</translation>
    </message>
    <message>
        <source>The settings in {path} are damaged. The file was renamed to “{aside}”, and all settings were reset to their defaults.</source>
        <translation>{path} 中的设置已损坏。文件已重命名为“{aside}”，所有设置已重置为默认值。</translation>
    </message>
    <message>
        <source>The settings in {path} can&apos;t be read: {reason}. All settings have their default values.</source>
        <translation>无法读取 {path} 中的设置：{reason}。所有设置均为默认值。</translation>
    </message>
    <message>
        <source>The settings keep the model off the graphics card.</source>
        <translation>设置使模型不使用显卡。</translation>
    </message>
    <message>
        <source>The shares of the graphics cards must not be negative.</source>
        <translation>显卡的份额不能为负数。</translation>
    </message>
    <message>
        <source>The sign-in was cancelled.</source>
        <translation>登录已取消。</translation>
    </message>
    <message>
        <source>The sign-in was refused.</source>
        <translation>登录被拒绝。</translation>
    </message>
    <message>
        <source>The sound changed on its way to the model. Remove it and add it again.</source>
        <translation>音频在传给模型的途中发生了变化。请移除后重新添加。</translation>
    </message>
    <message>
        <source>The sound could not be processed. There may be too little memory.</source>
        <translation>无法处理音频。可能是内存太少。</translation>
    </message>
    <message>
        <source>The sound is too long; the limit is {count:,} minutes.</source>
        <translation>音频太长；上限为 {count:,} 分钟。</translation>
    </message>
    <message>
        <source>The step target must be between 1 ms and 10 s.</source>
        <translation>步骤目标必须在 1 毫秒到 10 秒之间。</translation>
    </message>
    <message>
        <source>The system names no home folder for this user. Start Hubbub with --data FOLDER to choose where its files go.</source>
        <translation>系统没有为此用户指定主目录。请用 --data FOLDER 启动 Hubbub，以选择文件的存放位置。</translation>
    </message>
    <message>
        <source>The text {text} is not a JSON string.</source>
        <translation>文本 {text} 不是 JSON 字符串。</translation>
    </message>
    <message>
        <source>The tool server process</source>
        <translation>工具服务器进程</translation>
    </message>
    <message>
        <source>The tool server process stopped unexpectedly. Try again.</source>
        <translation>工具服务器进程意外停止。请重试。</translation>
    </message>
    <message>
        <source>The tool “{name}” is not available now.</source>
        <translation>工具“{name}”现在不可用。</translation>
    </message>
    <message>
        <source>The {name} must be {lower} and {upper}, not {value}.</source>
        <translation>“{name}”必须{lower}且{upper}，不能是 {value}。</translation>
    </message>
    <message>
        <source>The {name} must lie between {low:,} and {high:,}, not {value}.</source>
        <translation>“{name}”必须在 {low:,} 到 {high:,} 之间，不能是 {value}。</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>没有文件 {path}。</translation>
    </message>
    <message>
        <source>There is no file “{name}”. The files are: {names}.</source>
        <translation>没有文件“{name}”。现有文件：{names}。</translation>
    </message>
    <message>
        <source>There is no file “{path}”. Enter its full path.</source>
        <translation>没有文件“{path}”。请输入其完整路径。</translation>
    </message>
    <message>
        <source>There is no folder that could be written to: {reason}.</source>
        <translation>没有可写入的文件夹：{reason}。</translation>
    </message>
    <message>
        <source>There is no folder “{folder}”.</source>
        <translation>没有文件夹“{folder}”。</translation>
    </message>
    <message>
        <source>There is no message to answer.</source>
        <translation>没有可回答的消息。</translation>
    </message>
    <message>
        <source>There is no model “{id}”.</source>
        <translation>没有模型“{id}”。</translation>
    </message>
    <message>
        <source>There is no other chat “{name}”. Search for it first.</source>
        <translation>没有其他名为“{name}”的聊天。请先搜索它。</translation>
    </message>
    <message>
        <source>There is no room left in the model&apos;s memory for this chat. Set a larger context per chat, or begin a new one.</source>
        <translation>模型的内存中没有空间容纳此聊天。请为每个聊天设置更大的上下文，或新建聊天。</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. Nothing older is lost; make room and try again.</source>
        <translation>{folder} 所在的磁盘没有剩余空间。旧内容没有丢失；请腾出空间后重试。</translation>
    </message>
    <message>
        <source>There is no text to read. Add text, or choose files.</source>
        <translation>没有可读取的文本。请添加文本，或选择文件。</translation>
    </message>
    <message>
        <source>There is no text. Paste the JSON that the server&apos;s page shows.</source>
        <translation>没有文本。请粘贴服务器页面显示的 JSON。</translation>
    </message>
    <message>
        <source>There is no time zone “{name}”. Use a name such as Europe/Berlin, or an offset such as UTC+2.</source>
        <translation>没有时区“{name}”。请使用 Europe/Berlin 这样的名称，或 UTC+2 这样的偏移量。</translation>
    </message>
    <message>
        <source>There is not enough memory on {names}.</source>
        <translation>{names} 上的内存不足。</translation>
    </message>
    <message>
        <source>There is not enough memory to listen to this sound. Close other programs, or send a shorter one.</source>
        <translation>内存不足，无法听此音频。请关闭其他程序，或发送更短的音频。</translation>
    </message>
    <message>
        <source>There is not enough memory to look at this picture. Close other programs, or send a smaller one.</source>
        <translation>内存不足，无法看此图片。请关闭其他程序，或发送更小的图片。</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}.</source>
        <translation>{folder} 中的空间不足。</translation>
    </message>
    <message>
        <source>There may be up to 64 stop strings of up to 1,000 characters.</source>
        <translation>最多可有 64 个停止字符串，每个最多 1,000 个字符。</translation>
    </message>
    <message>
        <source>This SearXNG server does not answer programs. Its owner can allow JSON: add “json” to “formats” under “search” in its settings.yml.</source>
        <translation>此 SearXNG 服务器不响应程序。其所有者可以允许 JSON：在 settings.yml 的“search”下的“formats”中添加“json”。</translation>
    </message>
    <message>
        <source>This answer does not belong to a message of yours.</source>
        <translation>此回答不属于您的任何消息。</translation>
    </message>
    <message>
        <source>This archive can&apos;t be read: {reason}.</source>
        <translation>无法读取此压缩包：{reason}。</translation>
    </message>
    <message>
        <source>This archive only holds other archives. Unpack it, and import those.</source>
        <translation>此压缩包只含其他压缩包。请解压后再导入。</translation>
    </message>
    <message>
        <source>This build of Hubbub can&apos;t read sounds.</source>
        <translation>此版 Hubbub 无法读取音频。</translation>
    </message>
    <message>
        <source>This build of Hubbub does not support pictures. Choose no projector.</source>
        <translation>此版 Hubbub 不支持图片。请选择不使用投影器。</translation>
    </message>
    <message>
        <source>This build of Hubbub supports the processor only.</source>
        <translation>此版 Hubbub 只支持处理器。</translation>
    </message>
    <message>
        <source>This chat does not exist any more.</source>
        <translation>此聊天已不存在。</translation>
    </message>
    <message>
        <source>This chat has filled the model&apos;s memory. Set a larger context per chat, or start a new chat.</source>
        <translation>此聊天已占满模型的内存。请为每个聊天设置更大的上下文，或新建聊天。</translation>
    </message>
    <message>
        <source>This chat has only {count:,} messages.</source>
        <translation>此聊天只有 {count:,} 条消息。</translation>
    </message>
    <message>
        <source>This comparison does not exist any more.</source>
        <translation>此对比已不存在。</translation>
    </message>
    <message>
        <source>This computer has no keyring that could store a key.</source>
        <translation>这台电脑没有可存储密钥的密钥环。</translation>
    </message>
    <message>
        <source>This computer has no keyring. Set HF_TOKEN instead.</source>
        <translation>这台电脑没有密钥环。请改为设置 HF_TOKEN。</translation>
    </message>
    <message>
        <source>This computer has no usable keyring. The key is in a file that only you can read.</source>
        <translation>这台电脑没有可用的密钥环。密钥存放在只有您能读取的文件中。</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring cannot be used: {reason}. Set HF_TOKEN instead.</source>
        <translation>无法使用这台电脑的密钥环：{reason}。请改为设置 HF_TOKEN。</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring does not answer. Unlock it, and try again.</source>
        <translation>这台电脑的密钥环没有响应。请解锁后重试。</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring was not unlocked, so nothing in it was read or replaced. Unlock it, and try again.</source>
        <translation>这台电脑的密钥环未解锁，因此其中的内容未被读取或替换。请解锁后重试。</translation>
    </message>
    <message>
        <source>This download has an invalid piece size.</source>
        <translation>此下载的分块大小无效。</translation>
    </message>
    <message>
        <source>This download has no files, or two files of the same name.</source>
        <translation>此下载没有文件，或有两个同名文件。</translation>
    </message>
    <message>
        <source>This file could not be read in time. Check the disk that it is on.</source>
        <translation>未能及时读取此文件。请检查其所在的磁盘。</translation>
    </message>
    <message>
        <source>This file takes more memory than an import may have.</source>
        <translation>此文件占用的内存超过导入允许的上限。</translation>
    </message>
    <message>
        <source>This folder already has a file {name}. Move it, then resume.</source>
        <translation>此文件夹中已有文件 {name}。请移走它，然后继续下载。</translation>
    </message>
    <message>
        <source>This is not a complete access token. Paste all of it.</source>
        <translation>这不是完整的访问令牌。请完整粘贴。</translation>
    </message>
    <message>
        <source>This is not a file but a folder or a device.</source>
        <translation>这不是文件，而是文件夹或设备。</translation>
    </message>
    <message>
        <source>This is not the address of a page: {address}.</source>
        <translation>这不是页面地址：{address}。</translation>
    </message>
    <message>
        <source>This is not the address of a server: {address}. It looks like http://rack:8000.</source>
        <translation>这不是服务器地址：{address}。地址形如 http://rack:8000。</translation>
    </message>
    <message>
        <source>This key contains characters that are not valid in a key. Copy it again.</source>
        <translation>此密钥含有密钥中无效的字符。请重新复制。</translation>
    </message>
    <message>
        <source>This looks like YAML, which is not supported. Paste the JSON of the server.</source>
        <translation>这看起来像 YAML，不受支持。请粘贴服务器的 JSON。</translation>
    </message>
    <message>
        <source>This message and its context need about {count:,} tokens, but the model there holds {context_window:,}. Shorten it, or choose another model.</source>
        <translation>此消息及其上下文约需 {count:,} 个 token，但那里的模型只能容纳 {context_window:,} 个。请缩短，或选择其他模型。</translation>
    </message>
    <message>
        <source>This message and its context need {count:,} tokens, but a chat can hold {context_window:,}. Shorten it, or raise “Context length” in the settings.</source>
        <translation>此消息及其上下文需要 {count:,} 个 token，但一个聊天只能容纳 {context_window:,} 个。请缩短，或在设置中提高“上下文长度”。</translation>
    </message>
    <message>
        <source>This message does not exist any more.</source>
        <translation>此消息已不存在。</translation>
    </message>
    <message>
        <source>This message is damaged: it is not what was stored, and no backup holds that.</source>
        <translation>此消息已损坏：与存储的内容不符，且没有备份含有原内容。</translation>
    </message>
    <message>
        <source>This message needs {count:,} tokens with what belongs to it, but each chat may hold {context_window:,}. Shorten it, or set a larger context per chat in the settings.</source>
        <translation>此消息连同其附属内容需要 {count:,} 个 token，但每个聊天只能容纳 {context_window:,} 个。请缩短，或在设置中为每个聊天设置更大的上下文。</translation>
    </message>
    <message>
        <source>This model can&apos;t see pictures. Remove them, or choose a vision model.</source>
        <translation>此模型看不到图片。请移除图片，或选择视觉模型。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template omits such a text. Open another model.</source>
        <translation>此模型的聊天模板会省略这类文本。请打开其他模型。</translation>
    </message>
    <message>
        <source>This number is too large.</source>
        <translation>此数字太大。</translation>
    </message>
    <message>
        <source>This request is not allowed.</source>
        <translation>不允许此请求。</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a Lark grammar. Remove it.</source>
        <translation>此服务器无法遵循 Lark 语法。请移除它。</translation>
    </message>
    <message>
        <source>This server can&apos;t follow a grammar. Use a JSON schema, or remove it.</source>
        <translation>此服务器无法遵循语法。请使用 JSON Schema，或移除它。</translation>
    </message>
    <message>
        <source>This server offers no model. Load one there first.</source>
        <translation>此服务器没有提供模型。请先在那里加载一个。</translation>
    </message>
    <message>
        <source>This source does not exist any more.</source>
        <translation>此资料已不存在。</translation>
    </message>
    <message>
        <source>This source has {count:,} tokens, and {limit:,} fit into a chat. Choose a part of it, or raise “Context length” in the settings.</source>
        <translation>此资料有 {count:,} 个 token，而一个聊天可容纳 {limit:,} 个。请选择其中一部分，或在设置中提高“上下文长度”。</translation>
    </message>
    <message>
        <source>This text can&apos;t be read: {reason}.</source>
        <translation>无法读取此文本：{reason}。</translation>
    </message>
    <message>
        <source>This text contains an incomplete character and can&apos;t be sent. Type it again.</source>
        <translation>此文本含有不完整的字符，无法发送。请重新输入。</translation>
    </message>
    <message>
        <source>This text contains no server. Paste the part that begins with “mcpServers”.</source>
        <translation>此文本不含服务器。请粘贴以“mcpServers”开头的部分。</translation>
    </message>
    <message>
        <source>This text is too long to be the settings of servers.</source>
        <translation>此文本太长，不可能是服务器的设置。</translation>
    </message>
    <message>
        <source>This version called tools, which run for the first version only. Continue it to run them.</source>
        <translation>此版本调用了工具，而工具只为第一个版本运行。继续它可运行工具。</translation>
    </message>
    <message>
        <source>To use a graphics card, add a GPU pack under Settings, Engine.</source>
        <translation>要使用显卡，请在“设置”的“引擎”中添加 GPU 包。</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接层数过多</translation>
    </message>
    <message>
        <source>Too many long requests are waiting.</source>
        <translation>等待中的长请求过多。</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Unloading {others} to make room for {model}…</source>
        <translation>正在卸载 {others}，为 {model} 腾出空间…</translation>
    </message>
    <message>
        <source>Waiting for a slot: {count:,} of {count:,} in use, position {place:,}</source>
        <translation>正在等待槽位：已用 {count:,} / {count:,}，第 {place:,} 位</translation>
    </message>
    <message>
        <source>Waiting for the model to load, position {place:,}</source>
        <translation>正在等待模型加载，第 {place:,} 位</translation>
    </message>
    <message>
        <source>Waiting for {host}.</source>
        <translation>正在等待 {host}。</translation>
    </message>
    <message>
        <source>Waiting for {name}. Next attempt in {seconds:,} s.</source>
        <translation>正在等待 {name}。{seconds:,} 秒后再次尝试。</translation>
    </message>
    <message>
        <source>Wikipedia refused the search: {said}</source>
        <translation>Wikipedia 拒绝了搜索：{said}</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC 概率</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC 阈值</translation>
    </message>
    <message>
        <source>Your credit at {name} is used up: {said}</source>
        <translation>您在 {name} 的额度已用完：{said}</translation>
    </message>
    <message>
        <source>[File “{name}” of type {kind} with {count:,} bytes]</source>
        <translation>[文件“{name}”，类型 {kind}，{count:,} 字节]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is damaged.]</source>
        <translation>[“{name}”（{kind}）已损坏。]</translation>
    </message>
    <message>
        <source>[“{name}” ({kind}) is too large and was omitted.]</source>
        <translation>[“{name}”（{kind}）太大，已省略。]</translation>
    </message>
    <message>
        <source>[“{name}” was omitted: the result is too large.]</source>
        <translation>[“{name}”已省略：结果太大。]</translation>
    </message>
    <message>
        <source>`{name}` is missing.</source>
        <translation>缺少 `{name}`。</translation>
    </message>
    <message>
        <source>`{name}` is unknown. The properties are {known}.</source>
        <translation>`{name}` 未知。可用属性：{known}。</translation>
    </message>
    <message>
        <source>a JSON text</source>
        <translation>JSON 文本</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>a PyTorch model</source>
        <translation>PyTorch 模型</translation>
    </message>
    <message>
        <source>a ZIP archive or a PyTorch model</source>
        <translation>ZIP 压缩包或 PyTorch 模型</translation>
    </message>
    <message>
        <source>a colon is missing</source>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>a comma is missing</source>
        <translation>缺少逗号</translation>
    </message>
    <message>
        <source>a compressed archive; unpack it first</source>
        <translation>压缩文件；请先解压</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>a field is too wide</source>
        <translation>字段过宽</translation>
    </message>
    <message>
        <source>a filling is too wide</source>
        <translation>填充过宽</translation>
    </message>
    <message>
        <source>a model in the old GGJT format, which preceded GGUF</source>
        <translation>旧 GGJT 格式的模型，该格式早于 GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGMF format, which preceded GGUF</source>
        <translation>旧 GGMF 格式的模型，该格式早于 GGUF</translation>
    </message>
    <message>
        <source>a model in the old GGML format, which preceded GGUF</source>
        <translation>旧 GGML 格式的模型，该格式早于 GGUF</translation>
    </message>
    <message>
        <source>a name in double quotes is missing</source>
        <translation>缺少用双引号括起的名称</translation>
    </message>
    <message>
        <source>a number becomes too large</source>
        <translation>数字变得过大</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>a repetition is too long</source>
        <translation>重复过长</translation>
    </message>
    <message>
        <source>a row of “{table}” refers to a row that is missing</source>
        <translation>“{table}”的某一行引用了缺失的行</translation>
    </message>
    <message>
        <source>a safetensors model; Hubbub needs the GGUF format</source>
        <translation>safetensors 模型；Hubbub 需要 GGUF 格式</translation>
    </message>
    <message>
        <source>a text becomes too long</source>
        <translation>文本变得过长</translation>
    </message>
    <message>
        <source>a text is not terminated</source>
        <translation>有文本未结束</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>a web page; the download has probably failed</source>
        <translation>网页；下载很可能失败了</translation>
    </message>
    <message>
        <source>above {low}</source>
        <translation>大于 {low}</translation>
    </message>
    <message>
        <source>adaptive-p decay</source>
        <translation>adaptive-p 衰减</translation>
    </message>
    <message>
        <source>adaptive-p target</source>
        <translation>adaptive-p 目标</translation>
    </message>
    <message>
        <source>as set in the settings</source>
        <translation>按设置中的规定</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>不小于 {low}</translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation>不大于 {high}</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>below {high}</source>
        <translation>小于 {high}</translation>
    </message>
    <message>
        <source>calls of tools in one turn</source>
        <translation>一轮中的工具调用次数</translation>
    </message>
    <message>
        <source>characters cannot be translated here</source>
        <translation>这里无法转换字符</translation>
    </message>
    <message>
        <source>context per chat</source>
        <translation>每个聊天的上下文</translation>
    </message>
    <message>
        <source>describes a network that cannot be computed; download it again</source>
        <translation>描述了一个无法计算的网络；请重新下载</translation>
    </message>
    <message>
        <source>does not say what kind of model it is</source>
        <translation>没有说明它是哪种模型</translation>
    </message>
    <message>
        <source>download speed</source>
        <translation>下载速度</translation>
    </message>
    <message>
        <source>downloads at once</source>
        <translation>同时下载数</translation>
    </message>
    <message>
        <source>dynamic temperature exponent</source>
        <translation>动态温度指数</translation>
    </message>
    <message>
        <source>dynamic temperature range</source>
        <translation>动态温度范围</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出代码 {code}</translation>
    </message>
    <message>
        <source>frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>has a damaged header</source>
        <translation>的文件头已损坏</translation>
    </message>
    <message>
        <source>has the same token twice in its vocabulary; download it again</source>
        <translation>的词表中同一个 token 出现了两次；请重新下载</translation>
    </message>
    <message>
        <source>holds only a vocabulary and no model</source>
        <translation>只含词表，不含模型</translation>
    </message>
    <message>
        <source>holds only the vision part of a model; open the model that it belongs to</source>
        <translation>只含模型的视觉部分；请打开它所属的模型</translation>
    </message>
    <message>
        <source>is a GGUF file for big-endian machines, which is not supported</source>
        <translation>是用于大端序机器的 GGUF 文件，不受支持</translation>
    </message>
    <message>
        <source>is a GGUF file of version {version}, which is not supported</source>
        <translation>是版本为 {version} 的 GGUF 文件，不受支持</translation>
    </message>
    <message>
        <source>is a LoRA adapter for another model; open that model instead</source>
        <translation>是用于其他模型的 LoRA 适配器；请改为打开那个模型</translation>
    </message>
    <message>
        <source>is a reranking model: it sorts texts and cannot chat; open a chat model</source>
        <translation>是重排序模型：它对文本排序，不能聊天；请打开聊天模型</translation>
    </message>
    <message>
        <source>is an embedding model: it compares texts and cannot chat. Open a chat model; programs use this one by its name</source>
        <translation>是嵌入模型：它比较文本，不能聊天。请打开聊天模型；程序会按名称使用此模型</translation>
    </message>
    <message>
        <source>memory for chats without a slot</source>
        <translation>无槽位聊天的内存</translation>
    </message>
    <message>
        <source>the address to {website}</source>
        <translation>将地址发送到 {website}</translation>
    </message>
    <message>
        <source>{address} takes about {held} of the {free} that it has free.</source>
        <translation>{address} 在其空闲的 {free} 中约占用 {held}。</translation>
    </message>
    <message>
        <source>{count:,} chats could not be understood.</source>
        <translation>{count:,} 个聊天无法理解。</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as each of them is larger than {most:,} MB.</source>
        <translation>{count:,} 个聊天被省略，因为它们各自大于 {most:,} MB。</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as reading them takes too much memory.</source>
        <translation>{count:,} 个聊天被省略，因为读取它们占用内存过多。</translation>
    </message>
    <message>
        <source>{count:,} chats were left out, as their JSON is nested more than {most:,} levels deep.</source>
        <translation>{count:,} 个聊天被省略，因为其 JSON 嵌套超过 {most:,} 层。</translation>
    </message>
    <message>
        <source>{file}: No chats were found in this file.</source>
        <translation>{file}：在此文件中未找到聊天。</translation>
    </message>
    <message>
        <source>{host} is not a public address. Only public web pages can be read.</source>
        <translation>{host} 不是公共地址。只能读取公开的网页。</translation>
    </message>
    <message>
        <source>{host} is not working ({status}). Try again later.</source>
        <translation>{host} 无法正常工作（{status}）。请稍后重试。</translation>
    </message>
    <message>
        <source>{messages:,} messages in {conversations:,} chats were recovered.</source>
        <translation>已恢复 {conversations:,} 个聊天中的 {messages:,} 条消息。</translation>
    </message>
    <message>
        <source>{name} is not working ({status}). Try again later.</source>
        <translation>{name} 无法正常工作（{status}）。请稍后重试。</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last loads. Choose it in a chat, or start `hubbub serve` with it as --model.</source>
        <translation>未加载 {name}：引擎或电脑在其最近几次加载时停止。请在聊天中选择它，或以它作为 --model 启动 `hubbub serve`。</translation>
    </message>
    <message>
        <source>{reason} What you write now is lost when Hubbub quits.</source>
        <translation>{reason}您现在写的内容会在 Hubbub 退出时丢失。</translation>
    </message>
    <message>
        <source>“{name}” has no file with text.</source>
        <translation>“{name}”中没有含文字的文件。</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size}; the limit for PDFs and documents is {most}).</source>
        <translation>“{name}”太大（{size}；PDF 和文档的上限为 {most}）。</translation>
    </message>
    <message>
        <source>is an imatrix file; open a model instead</source>
        <translation>是 imatrix 文件；请改为打开模型</translation>
    </message>
    <message>
        <source>A chat has more than {most:,} parts. It was left out, with everything after it in the file.</source>
        <translation>某个聊天有超过 {most:,} 个部分。它连同文件中其后的所有内容被省略。</translation>
    </message>
    <message>
        <source>An unexpected error occurred. Your chats are stored; the details below can be copied into a report.</source>
        <translation>发生意外错误。您的聊天已保存；下面的详细信息可复制到报告中。</translation>
    </message>
    <message>
        <source>Another program holds the chats in {path} open. Close it and try again.</source>
        <translation>另一个程序占用着 {path} 中的聊天。请关闭它后重试。</translation>
    </message>
    <message>
        <source>Most of the file holds no chats, so its end was skipped.</source>
        <translation>该文件大部分不是聊天，因此跳过了其末尾。</translation>
    </message>
    <message>
        <source>One chat could not be understood.</source>
        <translation>有 1 个聊天无法理解。</translation>
    </message>
    <message>
        <source>One chat was left out, as it is larger than {most:,} MB.</source>
        <translation>有 1 个聊天被省略，因为它大于 {most:,} MB。</translation>
    </message>
    <message>
        <source>One chat was left out, as its JSON is nested more than {most:,} levels deep.</source>
        <translation>有 1 个聊天被省略，因为其 JSON 嵌套超过 {most:,} 层。</translation>
    </message>
    <message>
        <source>One chat was left out, as reading it takes too much memory.</source>
        <translation>有 1 个聊天被省略，因为读取它占用内存过多。</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damage ({fault}). Close Hubbub and start it again: it keeps the damaged file and continues with all that can be read.</source>
        <translation>聊天的每周检查发现损坏（{fault}）。请关闭并重新启动 Hubbub：它会保留损坏的文件，并用能读取的内容继续。</translation>
    </message>
    <message>
        <source>The weekly check of the chats found damaged messages: {damaged:,}. Restored from a backup: {restored:,}. The others are marked.</source>
        <translation>聊天的每周检查发现损坏的消息：{damaged:,}。已从备份恢复：{restored:,}。其余的已标记。</translation>
    </message>
    <message>
        <source>There is no room left on the disk of {folder}. The chats can be read, but new messages are not saved. Free some space, and restart Hubbub.</source>
        <translation>{folder} 所在的磁盘没有剩余空间。聊天可以阅读，但新消息不会保存。请释放一些空间，并重新启动 Hubbub。</translation>
    </message>
    <message>
        <source>This archive holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>此压缩包中没有 Hubbub 可导入的聊天。它能读取 {programs} 的导出文件。</translation>
    </message>
    <message>
        <source>This chat does not exist any more, or is in the trash.</source>
        <translation>此聊天已不存在，或在回收站中。</translation>
    </message>
    <message>
        <source>This chat has no message of yours to answer.</source>
        <translation>此聊天中没有您的可回答的消息。</translation>
    </message>
    <message>
        <source>This chat is not in the trash any more.</source>
        <translation>此聊天已不在回收站中。</translation>
    </message>
    <message>
        <source>This chat is still being answered. Stop that answer first.</source>
        <translation>此聊天仍在回答中。请先停止该回答。</translation>
    </message>
    <message>
        <source>This file holds no chats that Hubbub can import. It reads exports of {programs}.</source>
        <translation>此文件中没有 Hubbub 可导入的聊天。它能读取 {programs} 的导出文件。</translation>
    </message>
    <message>
        <source>This folder holds no chats that Hubbub can import.</source>
        <translation>此文件夹中没有 Hubbub 可导入的聊天。</translation>
    </message>
    <message>
        <source>This folder holds no files with chats (.json, .jsonl, .zip).</source>
        <translation>此文件夹中没有含聊天的文件 (.json, .jsonl, .zip)。</translation>
    </message>
    <message>
        <source>This model does not support pictures.</source>
        <translation>此模型不支持图片。</translation>
    </message>
    <message>
        <source>This model does not support pictures. Open one that does, or remove the picture.</source>
        <translation>此模型不支持图片。请打开支持图片的模型，或移除图片。</translation>
    </message>
    <message>
        <source>This model does not support sounds.</source>
        <translation>此模型不支持声音。</translation>
    </message>
    <message>
        <source>This model does not support sounds. Open one that does, or remove the sound.</source>
        <translation>此模型不支持声音。请打开支持声音的模型，或移除声音。</translation>
    </message>
    <message>
        <source>This model does not support sounds. Remove them, or choose a model that does.</source>
        <translation>此模型不支持声音。请移除声音，或选择支持声音的模型。</translation>
    </message>
    <message>
        <source>disk space for chats</source>
        <translation>聊天的磁盘空间</translation>
    </message>
    <message>
        <source>is not a GGUF model file</source>
        <translation>不是 GGUF 模型文件</translation>
    </message>
    <message>
        <source>it belongs to another program</source>
        <translation>它属于另一个程序</translation>
    </message>
    <message>
        <source>it can&apos;t be reached ({reason}).</source>
        <translation>无法连接到它（{reason}）。</translation>
    </message>
    <message>
        <source>it closed the connection: it is not an RPC server, or one of another version.</source>
        <translation>它关闭了连接：它不是 RPC 服务器，或属于另一个版本。</translation>
    </message>
    <message>
        <source>it could not be loaded.</source>
        <translation>无法加载它。</translation>
    </message>
    <message>
        <source>it could not be tested: {reason}.</source>
        <translation>无法测试：{reason}。</translation>
    </message>
    <message>
        <source>it does not answer.</source>
        <translation>它没有响应。</translation>
    </message>
    <message>
        <source>it gave no reason.</source>
        <translation>它未给出原因。</translation>
    </message>
    <message>
        <source>it has a content encoding that was not requested</source>
        <translation>它带有未请求的内容编码</translation>
    </message>
    <message>
        <source>it has neither a command nor an address</source>
        <translation>它既没有命令也没有地址</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>它没有名称</translation>
    </message>
    <message>
        <source>it has no usable device.</source>
        <translation>它没有可用的设备。</translation>
    </message>
    <message>
        <source>it holds triggers or views, which no version of Hubbub makes</source>
        <translation>它含有触发器或视图，而任何版本的 Hubbub 都不会创建这些</translation>
    </message>
    <message>
        <source>it is busy with another program, or hangs. An RPC server serves one program at a time.</source>
        <translation>它正忙于另一个程序，或已卡住。RPC 服务器一次只服务一个程序。</translation>
    </message>
    <message>
        <source>it is not an RPC client, or a library is missing.</source>
        <translation>它不是 RPC 客户端，或缺少库。</translation>
    </message>
    <message>
        <source>it is not an RPC server.</source>
        <translation>它不是 RPC 服务器。</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>它太长</translation>
    </message>
    <message>
        <source>it is too short to be a database</source>
        <translation>它太短，不可能是数据库</translation>
    </message>
    <message>
        <source>it redirects endlessly</source>
        <translation>它无休止地重定向</translation>
    </message>
    <message>
        <source>it redirects to an unencrypted address</source>
        <translation>它重定向到未加密的地址</translation>
    </message>
    <message>
        <source>it seems to be {what}</source>
        <translation>它似乎是{what}</translation>
    </message>
    <message>
        <source>it stopped answering.</source>
        <translation>它已停止响应。</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>it takes too much memory</source>
        <translation>占用内存过多</translation>
    </message>
    <message>
        <source>it uses protocol version {theirs}, but this Hubbub needs {ours}. Install a matching version of llama.cpp there.</source>
        <translation>它使用协议版本 {theirs}，而此 Hubbub 需要 {ours}。请在那里安装匹配版本的 llama.cpp。</translation>
    </message>
    <message>
        <source>it uses {kind}, which is not supported at this address. Enter the address of its streamable HTTP endpoint, which often ends in “/mcp”</source>
        <translation>它使用 {kind}，在此地址不受支持。请输入其 streamable HTTP 端点的地址，通常以“/mcp”结尾</translation>
    </message>
    <message>
        <source>it violates the rules of HTTP</source>
        <translation>它违反了 HTTP 规则</translation>
    </message>
    <message>
        <source>it was made for another version of the engine.</source>
        <translation>它是为另一个版本的引擎制作的。</translation>
    </message>
    <message>
        <source>its arguments are not an object</source>
        <translation>其参数不是对象</translation>
    </message>
    <message>
        <source>its driver crashed when it was tested ({crash}).</source>
        <translation>测试时其驱动程序崩溃（{crash}）。</translation>
    </message>
    <message>
        <source>its driver did not answer within {seconds:.0f} seconds.</source>
        <translation>其驱动程序在 {seconds:.0f} 秒内没有响应。</translation>
    </message>
    <message>
        <source>its driver is not installed, or it was made for another version of the engine.</source>
        <translation>其驱动程序未安装，或者它是为另一个版本的引擎制作的。</translation>
    </message>
    <message>
        <source>its file with variables was not read: enter them here</source>
        <translation>其变量文件未读取：请在这里输入变量</translation>
    </message>
    <message>
        <source>its schema of arguments is longer than {limit} KB</source>
        <translation>其参数的 Schema 长于 {limit} KB</translation>
    </message>
    <message>
        <source>its schema of arguments is nested too deeply</source>
        <translation>其参数的 Schema 嵌套过深</translation>
    </message>
    <message>
        <source>its schema of arguments is not an object</source>
        <translation>其参数的 Schema 不是对象</translation>
    </message>
    <message>
        <source>its test ended without a result.</source>
        <translation>其测试结束但没有结果。</translation>
    </message>
    <message>
        <source>longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>longest paste</source>
        <translation>最长粘贴内容</translation>
    </message>
    <message>
        <source>memory for models</source>
        <translation>模型内存</translation>
    </message>
    <message>
        <source>micro batch size</source>
        <translation>微批大小</translation>
    </message>
    <message>
        <source>min-p</source>
        <translation>min-p</translation>
    </message>
    <message>
        <source>minutes until the model is unloaded</source>
        <translation>卸载模型前的分钟数</translation>
    </message>
    <message>
        <source>more text follows its end</source>
        <translation>其末尾之后还有文本</translation>
    </message>
    <message>
        <source>no RPC server is running there.</source>
        <translation>那里没有运行 RPC 服务器。</translation>
    </message>
    <message>
        <source>no computer of this name was found.</source>
        <translation>未找到此名称的电脑。</translation>
    </message>
    <message>
        <source>no graphics card that it supports was found.</source>
        <translation>未找到它支持的显卡。</translation>
    </message>
    <message>
        <source>number of GPU layers</source>
        <translation>GPU 层数</translation>
    </message>
    <message>
        <source>number of chats answered at once</source>
        <translation>同时回答的聊天数</translation>
    </message>
    <message>
        <source>number of likeliest tokens</source>
        <translation>最可能 token 的数量</translation>
    </message>
    <message>
        <source>number of replies written at once</source>
        <translation>同时生成的回复数</translation>
    </message>
    <message>
        <source>number of reply tokens</source>
        <translation>回复的 token 数</translation>
    </message>
    <message>
        <source>number of threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>number of tokens for a picture</source>
        <translation>一张图片的 token 数</translation>
    </message>
    <message>
        <source>number of tokens to discard</source>
        <translation>要丢弃的 token 数</translation>
    </message>
    <message>
        <source>only a pointer of Git LFS; download the actual file</source>
        <translation>只是 Git LFS 的指针；请下载实际文件</translation>
    </message>
    <message>
        <source>only numbers can be added up here</source>
        <translation>这里只能将数字相加</translation>
    </message>
    <message>
        <source>only the first {count:,} tools are used</source>
        <translation>只使用前 {count:,} 个工具</translation>
    </message>
    <message>
        <source>penalty window</source>
        <translation>惩罚窗口</translation>
    </message>
    <message>
        <source>port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>seconds that a model stays</source>
        <translation>模型停留秒数</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>share of programs in the cache</source>
        <translation>程序在缓存中的份额</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>信号 {number}</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>the arguments to {server}</source>
        <translation>参数到 {server}</translation>
    </message>
    <message>
        <source>the copy without them was not complete</source>
        <translation>不含它们的副本不完整</translation>
    </message>
    <message>
        <source>the file is empty while its journal is not</source>
        <translation>文件为空，但其日志文件不为空</translation>
    </message>
    <message>
        <source>the graphics card has no memory left for a measurement.</source>
        <translation>显卡没有剩余显存可供测量。</translation>
    </message>
    <message>
        <source>the object</source>
        <translation>该对象</translation>
    </message>
    <message>
        <source>the rest did not fit</source>
        <translation>其余部分放不下</translation>
    </message>
    <message>
        <source>the table “{table}” holds values of the wrong kind</source>
        <translation>表“{table}”含有类型错误的值</translation>
    </message>
    <message>
        <source>the value of “{key}” is not a text</source>
        <translation>“{key}”的值不是文本</translation>
    </message>
    <message>
        <source>the website</source>
        <translation>该网站</translation>
    </message>
    <message>
        <source>the words to SearXNG at {host}</source>
        <translation>关键词到 {host} 的 SearXNG</translation>
    </message>
    <message>
        <source>the words to {name}</source>
        <translation>关键词到 {name}</translation>
    </message>
    <message>
        <source>this build of Hubbub supports the processor only; compile it for the graphics card.</source>
        <translation>此版 Hubbub 只支持处理器；请为显卡编译它。</translation>
    </message>
    <message>
        <source>timeout of a tool server</source>
        <translation>工具服务器的超时时间</translation>
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
        <translation>缩放</translation>
    </message>
    <message>
        <source>{address} is not a page with text, but of the type {type}.</source>
        <translation>{address} 不是文本页面，其类型为 {type}。</translation>
    </message>
    <message>
        <source>{changes} before the end of the last run can&apos;t be read: the journal of {path} is damaged. A copy of it was kept as “{aside}”. Everything stored before is still there.</source>
        <translation>上次运行结束前的{changes}无法读取：{path} 的日志文件已损坏。其副本已保存为“{aside}”。此前存储的内容都还在。</translation>
    </message>
    <message>
        <source>{count:,} further lines are not shown.</source>
        <translation>另有 {count:,} 行未显示。</translation>
    </message>
    <message>
        <source>{count:,} messages could not be understood.</source>
        <translation>{count:,} 条消息无法理解。</translation>
    </message>
    <message>
        <source>{end} It stopped too often and stays off until you start it again.</source>
        <translation>{end} 它停止过于频繁，在您重新启动它之前保持关闭。</translation>
    </message>
    <message>
        <source>{end} Restarting…</source>
        <translation>{end} 正在重新启动…</translation>
    </message>
    <message>
        <source>{file}: The file is encrypted, or packed in an unknown way.</source>
        <translation>{file}：文件已加密，或以未知方式打包。</translation>
    </message>
    <message>
        <source>{file}: an archive in an archive is not read.</source>
        <translation>{file}：不读取压缩包中的压缩包。</translation>
    </message>
    <message>
        <source>{folder} already has a file {name}.</source>
        <translation>{folder} 中已有文件 {name}。</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be used: {reason}.</source>
        <translation>无法使用 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to.</source>
        <translation>无法写入 {folder}。</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written to: {reason}. Choose another folder, or change its permissions and resume.</source>
        <translation>无法写入 {folder}：{reason}。请选择其他文件夹，或更改其权限后继续。</translation>
    </message>
    <message>
        <source>{folder} is not an absolute path.</source>
        <translation>{folder} 不是绝对路径。</translation>
    </message>
    <message>
        <source>{found} was not a file. It was put aside as “{aside}”.</source>
        <translation>{found} 不是文件。它已搁置为“{aside}”。</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached. Check your connection.</source>
        <translation>无法连接 {host}。请检查网络连接。</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached: {reason}.</source>
        <translation>无法连接 {host}：{reason}。</translation>
    </message>
    <message>
        <source>{host} can&apos;t send the file now ({status}).</source>
        <translation>{host} 现在无法发送文件（{status}）。</translation>
    </message>
    <message>
        <source>{host} did not accept the pictures of this chat. Choose a model that sees pictures.</source>
        <translation>{host} 不接受此聊天的图片。请选择能看图片的模型。</translation>
    </message>
    <message>
        <source>{host} did not accept the tools of this chat. Turn them off, or choose a model that supports tools.</source>
        <translation>{host} 不接受此聊天的工具。请关闭工具，或选择支持工具的模型。</translation>
    </message>
    <message>
        <source>{host} does not allow programs to read this page (robots.txt).</source>
        <translation>{host} 不允许程序读取此页面 (robots.txt)。</translation>
    </message>
    <message>
        <source>{host} does not answer. Check your connection.</source>
        <translation>{host} 没有响应。请检查网络连接。</translation>
    </message>
    <message>
        <source>{host} does not have this model.</source>
        <translation>{host} 没有此模型。</translation>
    </message>
    <message>
        <source>{host} does not have this, or not for you ({status}).</source>
        <translation>{host} 没有此内容，或不对您开放（{status}）。</translation>
    </message>
    <message>
        <source>{host} has no repository “{name}”, or it is private.</source>
        <translation>{host} 没有仓库“{name}”，或该仓库为私有。</translation>
    </message>
    <message>
        <source>{host} has no room for a prompt of this length.</source>
        <translation>{host} 没有空间容纳这么长的提示词。</translation>
    </message>
    <message>
        <source>{host} has too much to do. Try again later.</source>
        <translation>{host} 负载过高。请稍后重试。</translation>
    </message>
    <message>
        <source>{host} is not an address of this computer: {reason}.</source>
        <translation>{host} 不是这台电脑的地址：{reason}。</translation>
    </message>
    <message>
        <source>{host} is out of order ({status}).</source>
        <translation>{host} 发生故障（{status}）。</translation>
    </message>
    <message>
        <source>{host} names another version of the file.</source>
        <translation>{host} 给出了该文件的另一个版本。</translation>
    </message>
    <message>
        <source>{host} needs you to sign in or to accept conditions first ({status}). Open the model&apos;s page there, add your access token in the settings, under Network, then resume.</source>
        <translation>{host} 要求您先登录或接受条件（{status}）。请在那里打开模型页面，在设置的“网络”中添加访问令牌，然后继续下载。</translation>
    </message>
    <message>
        <source>{host} no longer has this file.</source>
        <translation>{host} 已没有此文件。</translation>
    </message>
    <message>
        <source>{host} offers a file of {count:,} bytes instead of {wanted:,}.</source>
        <translation>{host} 提供的文件为 {count:,} 字节，而不是 {wanted:,} 字节。</translation>
    </message>
    <message>
        <source>{host} received too many requests. Try again later.</source>
        <translation>{host} 收到的请求过多。请稍后重试。</translation>
    </message>
    <message>
        <source>{host} redirects endlessly.</source>
        <translation>{host} 无休止地重定向。</translation>
    </message>
    <message>
        <source>{host} redirects to {other}. If you trust that one, enter its address instead.</source>
        <translation>{host} 重定向到 {other}。如果您信任后者，请改为输入其地址。</translation>
    </message>
    <message>
        <source>{host} refused the request ({status}).</source>
        <translation>{host} 拒绝了请求（{status}）。</translation>
    </message>
    <message>
        <source>{host} refuses to send the file ({status}).</source>
        <translation>{host} 拒绝发送文件（{status}）。</translation>
    </message>
    <message>
        <source>{host} rejects the key, or requires one.</source>
        <translation>{host} 拒绝了密钥，或要求提供密钥。</translation>
    </message>
    <message>
        <source>{host} sends a web page instead of the file. Does this network need you to sign in?</source>
        <translation>{host} 发送的是网页而不是文件。此网络是否需要登录？</translation>
    </message>
    <message>
        <source>{host} sends almost no data. Connecting again.</source>
        <translation>{host} 几乎不发送数据。正在重新连接。</translation>
    </message>
    <message>
        <source>{host} sends another part of the file.</source>
        <translation>{host} 正在发送文件的另一部分。</translation>
    </message>
    <message>
        <source>{host} sends the file with an unexpected content encoding.</source>
        <translation>{host} 以意外的内容编码发送文件。</translation>
    </message>
    <message>
        <source>{host} sends too slowly. Try again later.</source>
        <translation>{host} 发送太慢。请稍后重试。</translation>
    </message>
    <message>
        <source>{host} sent an answer that Hubbub does not understand.</source>
        <translation>{host} 发送了 Hubbub 无法理解的回答。</translation>
    </message>
    <message>
        <source>{host} sent an answer that is too long.</source>
        <translation>{host} 发送的回答太长。</translation>
    </message>
    <message>
        <source>{host} sent an empty answer.</source>
        <translation>{host} 发送了空回答。</translation>
    </message>
    <message>
        <source>{host} sent an invalid response.</source>
        <translation>{host} 发送了无效的响应。</translation>
    </message>
    <message>
        <source>{host} sent another part of the file.</source>
        <translation>{host} 发送了文件的另一部分。</translation>
    </message>
    <message>
        <source>{host} sent something other than a reply: {text}</source>
        <translation>{host} 发送的不是回复：{text}</translation>
    </message>
    <message>
        <source>{host} takes too long to send the page.</source>
        <translation>{host} 发送页面耗时过长。</translation>
    </message>
    <message>
        <source>{host} uses another address: {other}</source>
        <translation>{host} 使用另一个地址：{other}</translation>
    </message>
    <message>
        <source>{host} was not found. Check the name and your connection.</source>
        <translation>未找到 {host}。请检查名称和网络连接。</translation>
    </message>
    <message>
        <source>{library} of CUDA was not found. Install the package hubbub-cuda or NVIDIA&apos;s CUDA toolkit.</source>
        <translation>未找到 CUDA 的 {library}。请安装 hubbub-cuda 包或 NVIDIA 的 CUDA 工具包。</translation>
    </message>
    <message>
        <source>{library} was not found. Install the driver of the graphics card.</source>
        <translation>未找到 {library}。请安装显卡驱动程序。</translation>
    </message>
    <message>
        <source>{model} and {others} do not fit into memory together. {model} is loaded again in {seconds:.0f} s.</source>
        <translation>{model} 和 {others} 无法同时放入内存。{model} 将在 {seconds:.0f} 秒后重新加载。</translation>
    </message>
    <message>
        <source>{model} does not fit next to {others}, which you keep loaded.</source>
        <translation>{model} 无法与您保持加载的 {others} 同时放下。</translation>
    </message>
    <message>
        <source>{model} is being unloaded and is then loaded again.</source>
        <translation>正在卸载 {model}，随后将重新加载。</translation>
    </message>
    <message>
        <source>{model} is loaded when {others} has finished its replies.</source>
        <translation>{others} 完成回复后将加载 {model}。</translation>
    </message>
    <message>
        <source>{model} is unloaded: its card is gone.</source>
        <translation>{model} 已卸载：其显卡已不在。</translation>
    </message>
    <message>
        <source>{model} is unloaded: its file was replaced.</source>
        <translation>{model} 已卸载：其文件已被替换。</translation>
    </message>
    <message>
        <source>{model} makes room for {other}, which was asked first.</source>
        <translation>{model} 为先被请求的 {other} 腾出空间。</translation>
    </message>
    <message>
        <source>{model} needs {missing} more memory than is free. Close other programs, or choose a smaller context.</source>
        <translation>{model} 还需要比空闲内存多 {missing} 的内存。请关闭其他程序，或选择更小的上下文。</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and models may use {limit}. Raise the limit in the settings, or choose a smaller context.</source>
        <translation>{model} 需要 {needed}，而模型最多可用 {limit}。请在设置中提高上限，或选择更小的上下文。</translation>
    </message>
    <message>
        <source>{model} needs {needed}, and this computer has {limit}. Choose a smaller context or a smaller model.</source>
        <translation>{model} 需要 {needed}，而这台电脑只有 {limit}。请选择更小的上下文或更小的模型。</translation>
    </message>
    <message>
        <source>{model} on {machine} does not support pictures. Choose a model that does.</source>
        <translation>{machine} 上的 {model} 不支持图片。请选择支持图片的模型。</translation>
    </message>
    <message>
        <source>{model} waits for other models that were asked first.</source>
        <translation>{model} 正在等待先被请求的其他模型。</translation>
    </message>
    <message>
        <source>{model} was idle and is unloaded.</source>
        <translation>{model} 已闲置，现已卸载。</translation>
    </message>
    <message>
        <source>{name} belongs to another program. Move it, then try again.</source>
        <translation>{name} 属于另一个程序。请移走它，然后重试。</translation>
    </message>
    <message>
        <source>{name} can&apos;t be read. Start the download again; downloaded data is reused.</source>
        <translation>无法读取 {name}。请重新开始下载；已下载的数据会被重用。</translation>
    </message>
    <message>
        <source>{name} can&apos;t be used: it says that {count} of {most} numbers of a key are rotated. Choose another file.</source>
        <translation>无法使用 {name}：它称一个键的 {most} 个数字中有 {count} 个被旋转。请选择其他文件。</translation>
    </message>
    <message>
        <source>{name} can&apos;t be verified: the hub has no SHA-256 for it.</source>
        <translation>无法校验 {name}：Hub 上没有它的 SHA-256。</translation>
    </message>
    <message>
        <source>{name} cannot be loaded. It may be damaged or of a kind that is not supported.</source>
        <translation>无法加载 {name}。它可能已损坏，或属于不受支持的类型。</translation>
    </message>
    <message>
        <source>{name} cannot compute on this computer.</source>
        <translation>{name} 无法在这台电脑上运行。</translation>
    </message>
    <message>
        <source>{name} crashed the engine while it was loaded. Choose another draft model.</source>
        <translation>{name} 在加载时使引擎崩溃。请选择其他草稿模型。</translation>
    </message>
    <message>
        <source>{name} does not fit into memory. Choose a smaller model.</source>
        <translation>{name} 放不进内存。请选择更小的模型。</translation>
    </message>
    <message>
        <source>{name} does not fit into this computer&apos;s memory.</source>
        <translation>{name} 放不进这台电脑的内存。</translation>
    </message>
    <message>
        <source>{name} does not match the SHA-256 of the hub, even after fetching it again. It was not kept. Resume to start over, or choose another model.</source>
        <translation>{name} 与 Hub 的 SHA-256 不符，重新获取后仍然如此，因此未保留。请继续下载以从头开始，或选择其他模型。</translation>
    </message>
    <message>
        <source>{name} has another vocabulary. Choose a smaller model of the same family.</source>
        <translation>{name} 的词表不同。请选择同一系列的较小模型。</translation>
    </message>
    <message>
        <source>{name} has no vocabulary, so it can neither read nor write.</source>
        <translation>{name} 没有词表，因此既不能读也不能写。</translation>
    </message>
    <message>
        <source>{name} is a diffusion model, which is not supported.</source>
        <translation>{name} 是扩散模型，不受支持。</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back.</source>
        <translation>{name} 这类模型无法撤回被拒绝的 token。</translation>
    </message>
    <message>
        <source>{name} is a kind of model that cannot take rejected tokens back. Choose another draft model.</source>
        <translation>{name} 这类模型无法撤回被拒绝的 token。请选择其他草稿模型。</translation>
    </message>
    <message>
        <source>{name} is a model of the kind “{kind}”, which this version of Hubbub cannot run.</source>
        <translation>{name} 是“{kind}”类型的模型，此版本的 Hubbub 无法运行。</translation>
    </message>
    <message>
        <source>{name} is a reranker; it cannot chat.</source>
        <translation>{name} 是重排序模型，不能聊天。</translation>
    </message>
    <message>
        <source>{name} is an embedding model, which cannot chat. Choose a chat model.</source>
        <translation>{name} 是嵌入模型，不能聊天。请选择聊天模型。</translation>
    </message>
    <message>
        <source>{name} is an encoder-decoder or embedding model; it cannot chat.</source>
        <translation>{name} 是编码器-解码器或嵌入模型，不能聊天。</translation>
    </message>
    <message>
        <source>{name} is at another address. Correct it in the settings.</source>
        <translation>{name} 位于另一个地址。请在设置中更正。</translation>
    </message>
    <message>
        <source>{name} is being downloaded.</source>
        <translation>正在下载 {name}。</translation>
    </message>
    <message>
        <source>{name} is incomplete or damaged. Please download it again.</source>
        <translation>{name} 不完整或已损坏。请重新下载。</translation>
    </message>
    <message>
        <source>{name} is not a safe file name.</source>
        <translation>{name} 不是安全的文件名。</translation>
    </message>
    <message>
        <source>{name} is ready.</source>
        <translation>{name} 已就绪。</translation>
    </message>
    <message>
        <source>{name} is several times slower than the processor.</source>
        <translation>{name} 比处理器慢数倍。</translation>
    </message>
    <message>
        <source>{name} lacks parts that a model of its kind needs. Please download it again.</source>
        <translation>{name} 缺少此类模型所需的部分。请重新下载。</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}.</source>
        <translation>{name} 必须是 {choices} 之一。</translation>
    </message>
    <message>
        <source>{name} must have the type `{types}`, not `{type}`.</source>
        <translation>{name} 的类型必须是 `{types}`，而不是 `{type}`。</translation>
    </message>
    <message>
        <source>{name} needs a key. Enter it in the settings, under Tools.</source>
        <translation>{name} 需要密钥。请在设置的“工具”中输入。</translation>
    </message>
    <message>
        <source>{name} received too many requests: {said}</source>
        <translation>{name} 收到的请求过多：{said}</translation>
    </message>
    <message>
        <source>{name} refused the key: {said}</source>
        <translation>{name} 拒绝了密钥：{said}</translation>
    </message>
    <message>
        <source>{name} refused the search ({status}): {said}</source>
        <translation>{name} 拒绝了搜索（{status}）：{said}</translation>
    </message>
    <message>
        <source>{name} takes too long to answer.</source>
        <translation>{name} 响应耗时过长。</translation>
    </message>
    <message>
        <source>{name} takes {card:.1f} s for work that the processor does in {processor:.1f} s.</source>
        <translation>{name} 完成处理器 {processor:.1f} 秒的工作需要 {card:.1f} 秒。</translation>
    </message>
    <message>
        <source>{name} uses a tokenizer (“{kind}”) that this version of Hubbub doesn&apos;t support.</source>
        <translation>{name} 使用的分词器（“{kind}”）不受此版本的 Hubbub 支持。</translation>
    </message>
    <message>
        <source>{name} was loaded, but cannot compute on this machine.</source>
        <translation>{name} 已加载，但无法在这台机器上计算。</translation>
    </message>
    <message>
        <source>{name} was not loaded: the engine or the computer stopped during its last load. Choose it again above the chat to try once more.</source>
        <translation>{name} 未加载：引擎或电脑在上次加载时停止了。请在聊天上方再次选择它以重试。</translation>
    </message>
    <message>
        <source>{name} was unloaded. The next message loads it again.</source>
        <translation>{name} 已卸载。下一条消息会重新加载它。</translation>
    </message>
    <message>
        <source>{name} was written by a newer Hubbub. Continue it there.</source>
        <translation>{name} 由更新版本的 Hubbub 写入。请在那里继续。</translation>
    </message>
    <message>
        <source>{needed} of free space are needed on the disk of {folder}; {free} are free. The download continues when there is space.</source>
        <translation>{folder} 所在的磁盘需要 {needed} 空闲空间；现有 {free}。有空间后下载会继续。</translation>
    </message>
    <message>
        <source>{on_gpu} of {layer_count} layers are on {names}: {why}.</source>
        <translation>{layer_count} 层中有 {on_gpu} 层在 {names} 上：{why}。</translation>
    </message>
    <message>
        <source>{others} is unloaded to make room for {model}. Its chats come back warm.</source>
        <translation>已卸载 {others}，为 {model} 腾出空间。其聊天会从缓存恢复。</translation>
    </message>
    <message>
        <source>{others} is unloaded: memory has become short while {model} loads.</source>
        <translation>已卸载 {others}：加载 {model} 期间内存不足。</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read: {reason}.</source>
        <translation>无法读取 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} changed while it was read.</source>
        <translation>{path} 在读取时发生了变化。</translation>
    </message>
    <message>
        <source>{path} is a link or a file, not a folder, so chats can&apos;t be kept warm there. Move it away and restart Hubbub.</source>
        <translation>{path} 是链接或文件，而不是文件夹，因此无法在那里缓存聊天。请移走它并重新启动 Hubbub。</translation>
    </message>
    <message>
        <source>{path} is not a file but a folder or a device.</source>
        <translation>{path} 不是文件，而是文件夹或设备。</translation>
    </message>
    <message>
        <source>{path} is not a file.</source>
        <translation>{path} 不是文件。</translation>
    </message>
    <message>
        <source>{problem} It says: {reason}</source>
        <translation>{problem} 它的说明是：{reason}</translation>
    </message>
    <message>
        <source>{program} belongs to another version of Hubbub. Install Hubbub again.</source>
        <translation>{program}属于另一个版本的 Hubbub。请重新安装 Hubbub。</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>无法启动{program}：{reason}。</translation>
    </message>
    <message>
        <source>{program} did not report its version.</source>
        <translation>{program}没有报告其版本。</translation>
    </message>
    <message>
        <source>{program} sent an invalid message and was closed.</source>
        <translation>{program} 发送了无效消息，已被关闭。</translation>
    </message>
    <message>
        <source>{program} stopped answering.</source>
        <translation>{program}已停止响应。</translation>
    </message>
    <message>
        <source>{program} stopped responding and was closed.</source>
        <translation>{program}停止响应，已被关闭。</translation>
    </message>
    <message>
        <source>{program} stopped responding while loading the model and was closed.</source>
        <translation>{program}在加载模型时停止响应，已被关闭。</translation>
    </message>
    <message>
        <source>{program} stopped responding while writing and was closed.</source>
        <translation>{program}在写作时停止响应，已被关闭。</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly (exit code {code}).</source>
        <translation>{program}意外停止（退出代码 {code}）。</translation>
    </message>
    <message>
        <source>{program} stopped unexpectedly ({signal}).</source>
        <translation>{program}意外停止（{signal}）。</translation>
    </message>
    <message>
        <source>{program} was ended.</source>
        <translation>{program}已结束。</translation>
    </message>
    <message>
        <source>{reason} Only its name was imported.</source>
        <translation>{reason} 只导入了其名称。</translation>
    </message>
    <message>
        <source>{sentence} ({count:,} times)</source>
        <translation>{sentence}（{count:,} 次）</translation>
    </message>
    <message>
        <source>{slot_count} chats of {cells:,} tokens need {needed} of memory in addition to the model, and {free} are free.</source>
        <translation>{slot_count} 个聊天、每个 {cells:,} 个 token，除模型外还需要 {needed} 内存，空闲 {free}。</translation>
    </message>
    <message>
        <source>{slot_count} chats of {window:,} tokens do not fit into memory with {name}. Choose a smaller context per chat, or fewer chats at once.</source>
        <translation>{slot_count} 个聊天、每个 {window:,} 个 token，无法与 {name} 一起放入内存。请为每个聊天选择更小的上下文，或减少同时进行的聊天。</translation>
    </message>
    <message>
        <source>{url} is not encrypted and was not opened.</source>
        <translation>{url} 未加密，未打开。</translation>
    </message>
    <message>
        <source>“{address}” has other devices than before. Restart the engine.</source>
        <translation>“{address}”的设备与之前不同。请重新启动引擎。</translation>
    </message>
    <message>
        <source>“{address}” is not a web address</source>
        <translation>“{address}”不是网址</translation>
    </message>
    <message>
        <source>“{address}” is not an IP address. Enter one such as 192.168.1.20.</source>
        <translation>“{address}”不是 IP 地址。请输入形如 192.168.1.20 的地址。</translation>
    </message>
    <message>
        <source>“{address}” is not an RPC server address. Write it like 192.168.1.20:{port}.</source>
        <translation>“{address}”不是 RPC 服务器地址。请写成 192.168.1.20:{port} 的形式。</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a SearXNG server. Enter one such as http://rack:8080.</source>
        <translation>“{address}”不是 SearXNG 服务器的地址。请输入形如 http://rack:8080 的地址。</translation>
    </message>
    <message>
        <source>“{address}” is not the address of a server.</source>
        <translation>“{address}”不是服务器地址。</translation>
    </message>
    <message>
        <source>“{address}” is not used: {reason}</source>
        <translation>未使用“{address}”：{reason}</translation>
    </message>
    <message>
        <source>“{address}” lacks its port.</source>
        <translation>“{address}”缺少端口。</translation>
    </message>
    <message>
        <source>“{alias}” can&apos;t be an alias: it is too long.</source>
        <translation>“{alias}”太长，不能作为别名。</translation>
    </message>
    <message>
        <source>“{alias}” is a name of {model} already. Choose another alias.</source>
        <translation>“{alias}”已是 {model} 的名称。请选择其他别名。</translation>
    </message>
    <message>
        <source>“{line}” is not a token bias. Enter a text or a token number, and the value to add, such as “word -5” or “1234 never”.</source>
        <translation>“{line}”不是 token 偏置。请输入文本或 token 编号，以及要加的值，例如“word -5”或“1234 never”。</translation>
    </message>
    <message>
        <source>“{name}” asks you to sign in with your browser.</source>
        <translation>“{name}”请您用浏览器登录。</translation>
    </message>
    <message>
        <source>“{name}” belongs to a model of another size: its rows have {width:,} numbers, and this model&apos;s have {model_width:,}.</source>
        <translation>“{name}”属于另一种大小的模型：其行有 {width:,} 个数字，而此模型的行有 {model_width:,} 个。</translation>
    </message>
    <message>
        <source>“{name}” belongs to another family of models ({kind}), not to {architecture}.</source>
        <translation>“{name}”属于另一类模型（{kind}），而非 {architecture}。</translation>
    </message>
    <message>
        <source>“{name}” belongs to {count:,} files, which is too many for a model.</source>
        <translation>“{name}”属于 {count:,} 个文件，对一个模型来说太多了。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be copied to {folder}: {reason}.</source>
        <translation>无法将“{name}”复制到 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read.</source>
        <translation>无法读取“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be read: {reason}.</source>
        <translation>无法读取“{name}”：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be used here: {reason}</source>
        <translation>这里无法使用“{name}”：{reason}</translation>
    </message>
    <message>
        <source>“{name}” cannot be used with this model. It may be damaged, or there is too little memory.</source>
        <translation>“{name}”不能用于此模型。它可能已损坏，或内存太少。</translation>
    </message>
    <message>
        <source>“{name}” closed the connection.</source>
        <translation>“{name}”关闭了连接。</translation>
    </message>
    <message>
        <source>“{name}” defines XML entities, which can be harmful, and was skipped.</source>
        <translation>“{name}”定义了可能有害的 XML 实体，已跳过。</translation>
    </message>
    <message>
        <source>“{name}” describes a projector that cannot be computed; download it again.</source>
        <translation>“{name}”描述了一个无法计算的投影器；请重新下载。</translation>
    </message>
    <message>
        <source>“{name}” did not answer.</source>
        <translation>“{name}”没有响应。</translation>
    </message>
    <message>
        <source>“{name}” does not name its encoding; it was read as {encoding}, which is uncertain.</source>
        <translation>“{name}”未注明编码；已按 {encoding} 读取，但不确定。</translation>
    </message>
    <message>
        <source>“{name}” failed: {reason}</source>
        <translation>“{name}”失败：{reason}</translation>
    </message>
    <message>
        <source>“{name}” has conditions that your account has not accepted. Accept them at {page}, then try again.</source>
        <translation>“{name}”有您的账户尚未接受的条件。请在 {page} 接受，然后重试。</translation>
    </message>
    <message>
        <source>“{name}” has conditions. Accept them at {page}, then add your access token in the settings, under Network.</source>
        <translation>“{name}”有附加条件。请在 {page} 接受，然后在设置的“网络”中添加访问令牌。</translation>
    </message>
    <message>
        <source>“{name}” has no file with text that the filter lets in.</source>
        <translation>“{name}”中没有符合筛选条件的文本文件。</translation>
    </message>
    <message>
        <source>“{name}” has no text in it, only pictures at most.</source>
        <translation>“{name}”中没有文本，最多只有图片。</translation>
    </message>
    <message>
        <source>“{name}” has no text, and nothing to be seen on its pages.</source>
        <translation>“{name}”没有文本，页面上也没有可看的内容。</translation>
    </message>
    <message>
        <source>“{name}” has no text. You can attach text, code, PDF, office files, books (EPUB) and saved web pages.</source>
        <translation>“{name}”没有文本。您可以附加文本、代码、PDF、Office 文件、电子书 (EPUB) 和保存的网页。</translation>
    </message>
    <message>
        <source>“{name}” has no tool “{tool}” now.</source>
        <translation>“{name}”现在没有工具“{tool}”。</translation>
    </message>
    <message>
        <source>“{name}” has too many pixels ({width:,} by {height:,}). Scale it down first.</source>
        <translation>“{name}”的像素过多（{width:,} × {height:,}）。请先缩小。</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} characters.</source>
        <translation>“{name}”有 {count:,} 个字符。</translation>
    </message>
    <message>
        <source>“{name}” has {count:,} lines.</source>
        <translation>“{name}”有 {count:,} 行。</translation>
    </message>
    <message>
        <source>“{name}” holds no saved prompts. Choose a JSON file that Hubbub exported.</source>
        <translation>“{name}”中没有已存提示词。请选择 Hubbub 导出的 JSON 文件。</translation>
    </message>
    <message>
        <source>“{name}” is a HEIC, AVIF or JPEG XL picture, which can&apos;t be read here. Save it as JPEG or PNG first.</source>
        <translation>“{name}”是 HEIC、AVIF 或 JPEG XL 图片，这里无法读取。请先另存为 JPEG 或 PNG。</translation>
    </message>
    <message>
        <source>“{name}” is a device, not a file.</source>
        <translation>“{name}”是设备，不是文件。</translation>
    </message>
    <message>
        <source>“{name}” is a folder. Only files can go with a message.</source>
        <translation>“{name}”是文件夹。只有文件可随消息发送。</translation>
    </message>
    <message>
        <source>“{name}” is a scan without text. Run text recognition (OCR) on it first, or load a model that sees pictures: it can look at the pages.</source>
        <translation>“{name}”是没有文本的扫描件。请先进行文字识别 (OCR)，或加载能看图片的模型：它可以看这些页面。</translation>
    </message>
    <message>
        <source>“{name}” is a sound that can&apos;t be read here. Save it as WAV, MP3 or FLAC first.</source>
        <translation>“{name}”是这里无法读取的音频。请先另存为 WAV、MP3 或 FLAC。</translation>
    </message>
    <message>
        <source>“{name}” is an SVG drawing, which no model can see. Save it as PNG first.</source>
        <translation>“{name}”是 SVG 图形，任何模型都看不到。请先另存为 PNG。</translation>
    </message>
    <message>
        <source>“{name}” is an audio projector of a kind that is not supported. Choose no projector.</source>
        <translation>“{name}”是不受支持类型的音频投影器。请选择不使用投影器。</translation>
    </message>
    <message>
        <source>“{name}” is an empty image.</source>
        <translation>“{name}”是空图片。</translation>
    </message>
    <message>
        <source>“{name}” is an empty sound.</source>
        <translation>“{name}”是空音频。</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not a sound.</source>
        <translation>“{name}”已损坏或不是音频。</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not an image.</source>
        <translation>“{name}”已损坏或不是图片。</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or too large to be read. Copy the text out of it instead.</source>
        <translation>“{name}”已损坏，或太大而无法读取。请改为复制其中的文本。</translation>
    </message>
    <message>
        <source>“{name}” is empty or taken, or contains “/”. Rename the tool server.</source>
        <translation>“{name}”为空、已被占用或含有“/”。请重命名该工具服务器。</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>“{name}”为空。</translation>
    </message>
    <message>
        <source>“{name}” is empty. Download it again.</source>
        <translation>“{name}”为空。请重新下载。</translation>
    </message>
    <message>
        <source>“{name}” is far too large when it is unpacked, and was skipped.</source>
        <translation>“{name}”解压后过大，已跳过。</translation>
    </message>
    <message>
        <source>“{name}” is incomplete ({size} of {whole}). Download it again.</source>
        <translation>“{name}”不完整（{size}，应为 {whole}）。请重新下载。</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header.</source>
        <translation>“{name}”不完整：它在文件头中就结束了。</translation>
    </message>
    <message>
        <source>“{name}” is incomplete: it ends within its header. Download it again.</source>
        <translation>“{name}”不完整：它在文件头中就结束了。请重新下载。</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model file: {what}.</source>
        <translation>“{name}”不是 GGUF 模型文件：{what}。</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model.</source>
        <translation>“{name}”不是 GGUF 模型。</translation>
    </message>
    <message>
        <source>“{name}” is not a GPU pack. Its name should look like libggml-vulkan.so.</source>
        <translation>“{name}”不是 GPU 包。其名称应形如 libggml-vulkan.so。</translation>
    </message>
    <message>
        <source>“{name}” is not a host name. Write it like host.docker.internal, without a port.</source>
        <translation>“{name}”不是主机名。请写成 host.docker.internal 的形式，不带端口。</translation>
    </message>
    <message>
        <source>“{name}” is not a projector: no model can see pictures with it.</source>
        <translation>“{name}”不是投影器：任何模型都不能用它看图片。</translation>
    </message>
    <message>
        <source>“{name}” is not a supported image.</source>
        <translation>“{name}”不是受支持的图片。</translation>
    </message>
    <message>
        <source>“{name}” is not running.</source>
        <translation>“{name}”未运行。</translation>
    </message>
    <message>
        <source>“{name}” is not the name of a repository with its commit.</source>
        <translation>“{name}”不是带提交号的仓库名称。</translation>
    </message>
    <message>
        <source>“{name}” is of a kind ({kind}) that Hubbub does not support yet.</source>
        <translation>“{name}”的类型（{kind}）Hubbub 尚不支持。</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password, or in a format from before 2007. Save it without a password, or as docx or pptx.</source>
        <translation>“{name}”受密码保护，或为 2007 年以前的格式。请另存为不带密码的文件，或存为 docx 或 pptx。</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password. Save a copy without one first.</source>
        <translation>“{name}”受密码保护。请先另存一份不带密码的副本。</translation>
    </message>
    <message>
        <source>“{name}” is too large for a picture; the limit is {most:,} MB. Save it smaller first.</source>
        <translation>“{name}”作为图片太大；上限为 {most:,} MB。请先存成更小的文件。</translation>
    </message>
    <message>
        <source>“{name}” is too long for a sound; the limits are {minutes:,} minutes and {most:,} MB. Cut it first.</source>
        <translation>“{name}”作为音频太长；上限为 {minutes:,} 分钟和 {most:,} MB。请先剪短。</translation>
    </message>
    <message>
        <source>“{name}” needs values first: {names}.</source>
        <translation>“{name}”需要先填写这些值：{names}。</translation>
    </message>
    <message>
        <source>“{name}” refused the request ({status}): {reason}</source>
        <translation>“{name}”拒绝了请求（{status}）：{reason}</translation>
    </message>
    <message>
        <source>“{name}” reports: {reason}</source>
        <translation>“{name}”报告：{reason}</translation>
    </message>
    <message>
        <source>“{name}” showed no progress for {seconds:,} seconds and was stopped. The limit can be raised in its settings.</source>
        <translation>“{name}”在 {seconds:,} 秒内没有进展，已停止。可在其设置中提高上限。</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped.</source>
        <translation>读取“{name}”耗时过长，已跳过。</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Copy the text out of it instead.</source>
        <translation>读取“{name}”耗时过长，已跳过。请改为复制其中的文本。</translation>
    </message>
    <message>
        <source>“{name}” took too long to read and was skipped. Save it smaller first.</source>
        <translation>读取“{name}”耗时过长，已跳过。请先存成更小的文件。</translation>
    </message>
    <message>
        <source>“{name}” waits until you have signed in with your browser.</source>
        <translation>“{name}”正在等待您在浏览器中登录。</translation>
    </message>
    <message>
        <source>“{name}” was ended.</source>
        <translation>“{name}”已结束。</translation>
    </message>
    <message>
        <source>“{origin}” is not in the form that browsers send.</source>
        <translation>“{origin}”不符合浏览器发送的格式。</translation>
    </message>
    <message>
        <source>“{origin}” is not the origin of a web page. Write it like https://app.example or http://localhost:3000, each page by itself.</source>
        <translation>“{origin}”不是网页的来源。请写成 https://app.example 或 http://localhost:3000 的形式，每个页面单独列出。</translation>
    </message>
    <message>
        <source>“{path}” of “{name}” is an example. Replace it by a path of this computer.</source>
        <translation>“{name}”的“{path}”只是示例。请换成这台电脑上的路径。</translation>
    </message>
    <message>
        <source>“{program}” can&apos;t be started: {reason}.</source>
        <translation>无法启动“{program}”：{reason}。</translation>
    </message>
</context>
<context>
    <name>ServerChoice</name>
    <message>
        <source>Starts: {command}</source>
        <translation>启动：{command}</translation>
    </message>
    <message>
        <source>Contacts: {command}</source>
        <translation>连接：{command}</translation>
    </message>
    <message>
        <source>With: {names}</source>
        <translation>附带：{names}</translation>
    </message>
    <message>
        <source>From: {program}</source>
        <translation>来自：{program}</translation>
    </message>
</context>
<context>
    <name>ServerImportDialog</name>
    <message>
        <source>Paste server settings</source>
        <translation>粘贴服务器设置</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>导入服务器</translation>
    </message>
    <message>
        <source>Paste the JSON, the command or the address that the server&apos;s page shows.</source>
        <translation>请粘贴服务器页面显示的 JSON、命令或地址。</translation>
    </message>
    <message>
        <source>Choose the servers to add. Each is started once, to list its tools.</source>
        <translation>选择要添加的服务器。每个服务器都会启动一次，以列出其工具。</translation>
    </message>
    <message>
        <source>No servers were found in other programs.</source>
        <translation>在其他程序中未找到服务器。</translation>
    </message>
    <message>
        <source>Add {count:,} servers</source>
        <translation>添加 {count:,} 个服务器</translation>
    </message>
    <message>
        <source>Add the server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Edit a server</source>
        <translation>编辑服务器</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>这台电脑上的程序</translation>
    </message>
    <message>
        <source>A service at an address</source>
        <translation>某个地址上的服务</translation>
    </message>
    <message>
        <source>For example: uvx</source>
        <translation>例如：uvx</translation>
    </message>
    <message>
        <source>For example: mcp-server-time</source>
        <translation>例如：mcp-server-time</translation>
    </message>
    <message>
        <source>Your home folder</source>
        <translation>您的主目录</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Offer its tools</source>
        <translation>提供其工具</translation>
    </message>
    <message>
        <source>Trust its list of read-only tools</source>
        <translation>信任其只读工具列表</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Discards what you granted in the browser. The server asks again when needed.</source>
        <translation>丢弃您在浏览器中授予的访问权限。服务器需要时会再次询问。</translation>
    </message>
    <message>
        <source>State: {state}</source>
        <translation>状态：{state}</translation>
    </message>
    <message>
        <source>protocol {version}</source>
        <translation>协议 {version}</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>已退出登录</translation>
    </message>
    <message>
        <source>Type a name for the server.</source>
        <translation>请输入服务器的名称。</translation>
    </message>
    <message>
        <source>Close the quotation mark in the arguments.</source>
        <translation>请在参数中补上后引号。</translation>
    </message>
    <message>
        <source>Type the command that starts the server.</source>
        <translation>请输入启动服务器的命令。</translation>
    </message>
    <message>
        <source>Type an address that begins with https:// or http://.</source>
        <translation>请输入以 https:// 或 http:// 开头的地址。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>类型(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>命令(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Arguments</source>
        <translation>参数(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>变量(&amp;V)</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>地址(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Headers</source>
        <translation>标头(&amp;H)</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Time &amp;limit without progress</source>
        <translation>无进展时限(&amp;L)</translation>
    </message>
    <message>
        <source>Values that look like keys are moved to this computer&apos;s keyring when you save.</source>
        <translation>保存时，看起来像密钥的值会移入这台电脑的密钥环。</translation>
    </message>
    <message>
        <source>Recent output of the server</source>
        <translation>服务器的最近输出</translation>
    </message>
</context>
<context>
    <name>ServerTable</name>
    <message>
        <source>Tools of “{name}”…</source>
        <translation>“{name}”的工具…</translation>
    </message>
    <message>
        <source>Edit “{name}”…</source>
        <translation>编辑“{name}”…</translation>
    </message>
    <message>
        <source>Restart “{name}”</source>
        <translation>重新启动“{name}”</translation>
    </message>
    <message>
        <source>Remove “{name}”…</source>
        <translation>移除“{name}”…</translation>
    </message>
    <message>
        <source>Remove “{name}”? Its program is ended, and its keys are deleted as well.</source>
        <translation>要移除“{name}”吗？其程序会结束，密钥也会一并删除。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>ServerToolsDialog</name>
    <message>
        <source>Tools of “{name}”</source>
        <translation>“{name}”的工具</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>搜索工具</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The first {shown:,} of {count:,} tools. Search for the others.</source>
        <translation>{count:,} 个工具中的前 {shown:,} 个。其余请搜索。</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>未找到工具。</translation>
    </message>
    <message>
        <source>This server has no tools.</source>
        <translation>此服务器没有工具。</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>提供</translation>
    </message>
    <message>
        <source>Offer {name}</source>
        <translation>提供 {name}</translation>
    </message>
</context>
<context>
    <name>ServersController</name>
    <message>
        <source>The page could not be opened in a browser.</source>
        <translation>无法在浏览器中打开该页面。</translation>
    </message>
    <message>
        <source>“{name}” has not started yet, so its tools are missing.</source>
        <translation>“{name}”尚未启动，因此缺少其工具。</translation>
    </message>
    <message>
        <source>The tools of “{name}” are missing. {reason}</source>
        <translation>缺少“{name}”的工具。{reason}</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>“{name}” was not attached: {reason}</source>
        <translation>未附加“{name}”：{reason}</translation>
    </message>
</context>
<context>
    <name>SettingGroup</name>
    <message>
        <source>Reset to defaults</source>
        <translation>重置为默认值</translation>
    </message>
    <message>
        <source>Reset this page to its defaults</source>
        <translation>将此页重置为默认值</translation>
    </message>
    <message>
        <source>Reset “{page}” to its defaults? This can&apos;t be undone.</source>
        <translation>将“{page}”恢复为默认值？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
</context>
<context>
    <name>SettingRowFactory</name>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>其他机器</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Match system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Finish in the background</source>
        <translation>在后台完成</translation>
    </message>
    <message>
        <source>Quit and keep the partial answers</source>
        <translation>退出并保留未完成的回答</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>用 Ctrl+Enter 发送</translation>
    </message>
    <message>
        <source>Paste long text as a file</source>
        <translation>将长文本粘贴为文件</translation>
    </message>
    <message>
        <source>Longer texts become attachments that can be opened.</source>
        <translation>更长的文本会变成可打开的附件。</translation>
    </message>
    <message>
        <source>length limit attachment</source>
        <translation>长度 上限 附件</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 个字符</translation>
    </message>
    <message>
        <source>Name chats automatically</source>
        <translation>自动命名聊天</translation>
    </message>
    <message>
        <source>The model writes a title after the first answer, while it is idle. Titles that you set are never changed.</source>
        <translation>模型在第一个回答之后、空闲时编写标题。您设定的标题绝不会更改。</translation>
    </message>
    <message>
        <source>title rename</source>
        <translation>标题 重命名 命名</translation>
    </message>
    <message>
        <source>Notify me when an answer is done</source>
        <translation>回答完成时通知我</translation>
    </message>
    <message>
        <source>Only when Hubbub is in the background.</source>
        <translation>仅当 Hubbub 在后台时。</translation>
    </message>
    <message>
        <source>Ctrl+Tab cycles through recent tabs</source>
        <translation>Ctrl+Tab 在最近的标签页间循环</translation>
    </message>
    <message>
        <source>Hold Ctrl and press Tab: the tab you used last comes first.</source>
        <translation>按住 Ctrl 并按 Tab：最近用过的标签页排在最前。</translation>
    </message>
    <message>
        <source>recently used MRU cycle</source>
        <translation>最近使用 MRU 循环 切换</translation>
    </message>
    <message>
        <source>If answers or downloads are running when I quit</source>
        <translation>退出时如有回答或下载正在进行</translation>
    </message>
    <message>
        <source>Finishing in the background requires a system tray.</source>
        <translation>在后台完成需要系统托盘。</translation>
    </message>
    <message>
        <source>exit close running background question confirm</source>
        <translation>退出 关闭 运行中 后台 询问 确认</translation>
    </message>
    <message>
        <source>Keep running in the tray when the window is closed</source>
        <translation>关闭窗口后继续在托盘中运行</translation>
    </message>
    <message>
        <source>Click the tray icon to reopen the window. Without a tray, closing the window quits Hubbub.</source>
        <translation>点击托盘图标可重新打开窗口。没有托盘时，关闭窗口会退出 Hubbub。</translation>
    </message>
    <message>
        <source>minimize hide notification area background</source>
        <translation>最小化 隐藏 通知区域 后台 托盘</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Spanish, French and Chinese were translated by machine. Corrections are welcome.</source>
        <translation>西班牙语、法语和中文由机器翻译。欢迎指正。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>theme dark light mode colors</source>
        <translation>主题 深色 浅色 模式 颜色 外观</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文本大小</translation>
    </message>
    <message>
        <source>Also in the View menu.</source>
        <translation>也可在“视图”菜单中设置。</translation>
    </message>
    <message>
        <source>font zoom scale larger smaller</source>
        <translation>字体 缩放 字号 放大 缩小</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>No animations and no blinking.</source>
        <translation>无动画，无闪烁。</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>垂直标签页</translation>
    </message>
    <message>
        <source>side left column tab bar</source>
        <translation>侧边 左侧 列 标签栏</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>显示侧边栏</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>After {count} minutes</source>
        <translation>{count} 分钟后</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>The number of tokens that the model can read of each chat. A token is about four characters.</source>
        <translation>模型在每个聊天中可读取的 token 数。一个 token 约为四个英文字符。</translation>
    </message>
    <message>
        <source>memory context length window n_ctx</source>
        <translation>内存 上下文 长度 窗口 n_ctx</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个 token</translation>
    </message>
    <message>
        <source>Chats answered at once</source>
        <translation>同时回答的聊天数</translation>
    </message>
    <message>
        <source>Further chats wait in a queue.</source>
        <translation>其余聊天排队等待。</translation>
    </message>
    <message>
        <source>parallel slots concurrent</source>
        <translation>并行 槽位 并发 slots</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>KV 缓存类型</translation>
    </message>
    <message>
        <source>The precision of the chats in memory. Q8_0 takes about half the memory, with nearly identical answers; on the processor, long chats save a quarter.</source>
        <translation>内存中聊天的精度。Q8_0 约占一半内存，回答几乎相同；在处理器上，长聊天可节省四分之一。</translation>
    </message>
    <message>
        <source>memory quantization quantized KV cache F16 Q8_0</source>
        <translation>内存 量化 KV 缓存 F16 Q8_0</translation>
    </message>
    <message>
        <source>F16 (exact)</source>
        <translation>F16（精确）</translation>
    </message>
    <message>
        <source>Q8_0 (half)</source>
        <translation>Q8_0（减半）</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>处理器线程</translation>
    </message>
    <message>
        <source>Automatic measures which number is fastest.</source>
        <translation>“自动”会测量哪个数量最快。</translation>
    </message>
    <message>
        <source>CPU cores speed n_threads</source>
        <translation>CPU 核心 速度 n_threads</translation>
    </message>
    <message>
        <source>Unload the model when it is idle</source>
        <translation>闲置时卸载模型</translation>
    </message>
    <message>
        <source>Frees its memory for other programs. The next message loads it again, and chats that are cached on disk continue without being read again. Not available while the local server is on.</source>
        <translation>为其他程序释放其内存。下一条消息会重新加载它，缓存到磁盘的聊天无需重新读取即可继续。本地服务器开启时不可用。</translation>
    </message>
    <message>
        <source>idle timeout TTL keep alive sleep memory free RAM VRAM</source>
        <translation>闲置 超时 TTL 保持 休眠 内存 释放 RAM VRAM</translation>
    </message>
    <message>
        <source>Memory for models</source>
        <translation>模型内存</translation>
    </message>
    <message>
        <source>The limit for all models that are loaded at the same time. A model that does not fit waits, or takes the place of one that is idle.</source>
        <translation>同时加载的所有模型的内存上限。放不下的模型会等待，或替换空闲的模型。</translation>
    </message>
    <message>
        <source>several models RAM limit maximum loaded</source>
        <translation>多个模型 内存 上限 最大 加载</translation>
    </message>
    <message>
        <source>Chats that leave the trash after 30 days are removed from the backups as well. Otherwise, the backups keep them for about another month.</source>
        <translation>聊天在 30 天后离开回收站时，也会从备份中移除。否则备份会再保留约一个月。</translation>
    </message>
    <message>
        <source>several models swap turn time</source>
        <translation>多个模型 切换 轮流 时间</translation>
    </message>
    <message>
        <source>{count:,} s</source>
        <translation>{count:,} 秒</translation>
    </message>
    <message>
        <source>Guess ahead</source>
        <translation>提前猜测</translation>
    </message>
    <message>
        <source>Speculative decoding: speeds up answers that repeat parts of the chat.</source>
        <translation>推测解码：加快重复聊天内容的回答。</translation>
    </message>
    <message>
        <source>speculation speculative decoding draft prompt lookup n-gram speed</source>
        <translation>推测 推测解码 草稿 提示词查找 n-gram 速度 speculative decoding</translation>
    </message>
    <message>
        <source>As many as fit</source>
        <translation>尽可能多</translation>
    </message>
    <message>
        <source>Other computers&apos; memory (RPC)</source>
        <translation>其他电脑的内存 (RPC)</translation>
    </message>
    <message>
        <source>Splits models that are too large for this computer: other computers take some of their layers. Start llama.cpp&apos;s “ggml-rpc-server -H 0.0.0.0” there, and enter its address here. Others in the network can read chats and misuse that computer.</source>
        <translation>拆分对本机来说过大的模型：由其他计算机承担其中一部分层。请在那台计算机上启动 llama.cpp 的“ggml-rpc-server -H 0.0.0.0”，并在此输入其地址。网络中的其他人可能读取对话并滥用那台计算机。</translation>
    </message>
    <message>
        <source>Sent to the model at the start of every chat.</source>
        <translation>在每个聊天开头发送给模型。</translation>
    </message>
    <message>
        <source>Run local read-only tools without asking</source>
        <translation>无需询问即可运行本地只读工具</translation>
    </message>
    <message>
        <source>These tools do not change or send anything.</source>
        <translation>这些工具不会更改或发送任何内容。</translation>
    </message>
    <message>
        <source>After this many tool calls, the answer stops until you continue it.</source>
        <translation>达到此调用次数后，回答会停止，直到您继续。</translation>
    </message>
    <message>
        <source>Turn on the JSON format in the settings of SearXNG.</source>
        <translation>请在 SearXNG 的设置中启用 JSON 格式。</translation>
    </message>
    <message>
        <source>Runs a local server for editors and scripts, compatible with OpenAI, Anthropic and Ollama. Your chats have priority.</source>
        <translation>为编辑器和脚本运行本地服务器，兼容 OpenAI、Anthropic 和 Ollama。您的聊天优先。</translation>
    </message>
    <message>
        <source>local server API OpenAI Anthropic Ollama HTTP endpoint</source>
        <translation>本地 服务器 API OpenAI Anthropic Ollama HTTP 端点</translation>
    </message>
    <message>
        <source>Computers in your network can connect with the token. A certificate encrypts requests and answers.</source>
        <translation>您网络中的计算机可以凭令牌连接。证书会加密请求和回答。</translation>
    </message>
    <message>
        <source>distributed cluster network llama.cpp rpc-server split layers remote</source>
        <translation>分布式 集群 网络 llama.cpp rpc-server 拆分 层 远程</translation>
    </message>
    <message>
        <source>Network and privacy</source>
        <translation>网络与隐私</translation>
    </message>
    <message>
        <source>Enter starts a new line instead.</source>
        <translation>此时 Enter 会换行。</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Lists tabs in the sidebar, above the other chats.</source>
        <translation>在边栏中其他对话的上方列出标签页。</translation>
    </message>
    <message>
        <source>All free memory</source>
        <translation>全部可用内存</translation>
    </message>
    <message>
        <source>Graphics card (GPU)</source>
        <translation>显卡（GPU）</translation>
    </message>
    <message>
        <source>How many layers of the model it computes. More are faster; 0 uses only the processor.</source>
        <translation>由它计算的模型层数。层数越多越快；0 表示只使用处理器。</translation>
    </message>
    <message>
        <source>GPU layers offload CUDA Vulkan Metal VRAM speed</source>
        <translation>GPU 层数 卸载 CUDA Vulkan Metal 显存 速度</translation>
    </message>
    <message>
        <source> layers</source>
        <translation> 层</translation>
    </message>
    <message>
        <source>Minimum time in memory</source>
        <translation>内存中的最短停留时间</translation>
    </message>
    <message>
        <source>When two models that do not fit together take turns, each stays loaded at least this long.</source>
        <translation>当两个无法同时装入的模型轮流使用时，每个模型至少保持加载这么久。</translation>
    </message>
    <message>
        <source>Only for networks that you trust: no encryption and no password.</source>
        <translation>仅用于您信任的网络：没有加密，也没有密码。</translation>
    </message>
    <message>
        <source>For example: 192.168.1.20:50052</source>
        <translation>例如：192.168.1.20:50052</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 is predictable, 1 is creative, higher is erratic.</source>
        <translation>0 可预测，1 有创意，更高则混乱。</translation>
    </message>
    <message>
        <source>creativity randomness sampling</source>
        <translation>创意 随机性 采样</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>最大长度</translation>
    </message>
    <message>
        <source>Without a limit, an answer can fill the context.</source>
        <translation>若无限制，一个回答可能占满上下文。</translation>
    </message>
    <message>
        <source>reply max tokens length</source>
        <translation>回复 最大 token 长度</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>End answers that repeat themselves</source>
        <translation>结束自我重复的回答</translation>
    </message>
    <message>
        <source>Small models sometimes repeat the same text endlessly. Such an answer ends, and can be continued. Other programs have to request this.</source>
        <translation>小模型有时会无休止地重复同样的文本。这样的回答会结束，并可继续。其他程序须自行请求此功能。</translation>
    </message>
    <message>
        <source>repetition loop endless stuck degenerate</source>
        <translation>重复 循环 无尽 卡住 退化</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>instructions persona role</source>
        <translation>指令 人设 角色</translation>
    </message>
    <message>
        <source>For example: Answer briefly.</source>
        <translation>例如：请简短回答。</translation>
    </message>
    <message>
        <source>Run the engine in a sandbox</source>
        <translation>在沙盒中运行引擎</translation>
    </message>
    <message>
        <source>On Linux. Keeps a malicious model from changing your files and from using the network. Turn it off if a graphics card does not work. Takes effect at the next start.</source>
        <translation>在 Linux 上。防止恶意模型更改您的文件和使用网络。如果显卡无法工作，请将其关闭。下次启动时生效。</translation>
    </message>
    <message>
        <source>security protection Landlock seccomp</source>
        <translation>安全 保护 沙盒 Landlock seccomp</translation>
    </message>
    <message>
        <source>{count} MB/s</source>
        <translation>{count} MB/s</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>离线模式</translation>
    </message>
    <message>
        <source>Hubbub opens no connections, whatever the other settings are.</source>
        <translation>无论其他设置如何，Hubbub 都不建立连接。</translation>
    </message>
    <message>
        <source>internet online connection disconnect airplane mode</source>
        <translation>互联网 在线 连接 断开 飞行模式</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>检查更新</translation>
    </message>
    <message>
        <source>Checks once a day over the network and notifies you. Nothing is installed.</source>
        <translation>每天联网检查一次并通知您。不会安装任何内容。</translation>
    </message>
    <message>
        <source>update upgrade</source>
        <translation>更新 升级</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>在 Hugging Face 上搜索模型</translation>
    </message>
    <message>
        <source>Sends your search terms, and downloads the models that you choose.</source>
        <translation>发送您的搜索词，并下载您选择的模型。</translation>
    </message>
    <message>
        <source>hub download consent privacy</source>
        <translation>hub 下载 同意 隐私</translation>
    </message>
    <message>
        <source>Download speed</source>
        <translation>下载速度</translation>
    </message>
    <message>
        <source>For all downloads combined.</source>
        <translation>对所有下载合计生效。</translation>
    </message>
    <message>
        <source>bandwidth limit throttle</source>
        <translation>带宽 限制 限速</translation>
    </message>
    <message>
        <source>Downloads at once</source>
        <translation>同时下载数</translation>
    </message>
    <message>
        <source>Further downloads wait in a queue.</source>
        <translation>其余下载排队等待。</translation>
    </message>
    <message>
        <source>parallel simultaneous queue</source>
        <translation>并行 同时 队列</translation>
    </message>
    <message>
        <source>Let other machines write titles and recaps</source>
        <translation>让其他机器编写标题和回顾</translation>
    </message>
    <message>
        <source>For the chats that they answer. Otherwise, the model on this computer writes them.</source>
        <translation>用于由它们回答的聊天。否则由这台电脑上的模型编写。</translation>
    </message>
    <message>
        <source>remote endpoint title summary server API</source>
        <translation>远程 端点 标题 摘要 服务器 API</translation>
    </message>
    <message>
        <source>Wikipedia (no key)</source>
        <translation>Wikipedia（无需密钥）</translation>
    </message>
    <message>
        <source>SearXNG, at your address</source>
        <translation>SearXNG，使用您的地址</translation>
    </message>
    <message>
        <source>allow permission approve MCP</source>
        <translation>允许 权限 批准 MCP</translation>
    </message>
    <message>
        <source>Calls in one answer</source>
        <translation>一个回答中的调用次数</translation>
    </message>
    <message>
        <source>limit maximum loop agent MCP</source>
        <translation>上限 最大 循环 智能体 MCP</translation>
    </message>
    <message>
        <source>Search the web with</source>
        <translation>网络搜索使用</translation>
    </message>
    <message>
        <source>The service that the built-in search sends its queries to.</source>
        <translation>内置搜索发送查询的服务。</translation>
    </message>
    <message>
        <source>search engine internet</source>
        <translation>搜索引擎 互联网</translation>
    </message>
    <message>
        <source>Address of SearXNG</source>
        <translation>SearXNG 的地址</translation>
    </message>
    <message>
        <source>search engine internet server</source>
        <translation>搜索引擎 互联网 服务器</translation>
    </message>
    <message>
        <source>For example http://rack:8080</source>
        <translation>例如 http://rack:8080</translation>
    </message>
    <message>
        <source>Let other programs use the model</source>
        <translation>让其他程序使用模型</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>The port of the local server.</source>
        <translation>本地服务器的端口。</translation>
    </message>
    <message>
        <source>local server API address listen</source>
        <translation>本地 服务器 API 地址 监听</translation>
    </message>
    <message>
        <source>Allow other computers</source>
        <translation>允许其他电脑</translation>
    </message>
    <message>
        <source>listen network LAN 0.0.0.0</source>
        <translation>监听 网络 局域网 LAN 0.0.0.0</translation>
    </message>
    <message>
        <source>HTTP is not encrypted: others in the network can read along.</source>
        <translation>HTTP 未加密：网络中的其他人可以读取内容。</translation>
    </message>
    <message>
        <source>Address for other computers</source>
        <translation>供其他电脑使用的地址</translation>
    </message>
    <message>
        <source>The server accepts their connections only at this address of this computer. Leave it empty for all addresses, in all networks.</source>
        <translation>服务器只在这台电脑的此地址上接受连接。留空则接受所有网络中的所有地址。</translation>
    </message>
    <message>
        <source>listen bind interface host IP</source>
        <translation>监听 绑定 接口 主机 IP</translation>
    </message>
    <message>
        <source>For example 192.168.1.20</source>
        <translation>例如 192.168.1.20</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>With a certificate and its key, the server uses HTTPS, which is encrypted.</source>
        <translation>有了证书及其密钥，服务器会使用加密的 HTTPS。</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM cert</source>
        <translation>TLS SSL HTTPS 加密 PEM 证书</translation>
    </message>
    <message>
        <source>A PEM file with the whole chain</source>
        <translation>含完整证书链的 PEM 文件</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>The key of the certificate, without a password. The file is not copied.</source>
        <translation>证书的密钥，不带密码。该文件不会被复制。</translation>
    </message>
    <message>
        <source>TLS SSL HTTPS encryption PEM private</source>
        <translation>TLS SSL HTTPS 加密 PEM 私钥</translation>
    </message>
    <message>
        <source>A PEM file</source>
        <translation>PEM 文件</translation>
    </message>
    <message>
        <source>Allowed web pages</source>
        <translation>允许的网页</translation>
    </message>
    <message>
        <source>Pages of these origins can use the server. They also need the token. Leave it empty to allow none.</source>
        <translation>这些来源的页面可以使用服务器，也需要令牌。留空则全部不允许。</translation>
    </message>
    <message>
        <source>CORS origin browser extension</source>
        <translation>CORS 来源 浏览器 扩展</translation>
    </message>
    <message>
        <source>For example https://app.example, http://localhost:3000</source>
        <translation>例如 https://app.example, http://localhost:3000</translation>
    </message>
    <message>
        <source>Allowed host names</source>
        <translation>允许的主机名</translation>
    </message>
    <message>
        <source>Programs in containers and on other computers can reach this computer by these names. Other names are refused, because a web page can point its own name to this computer.</source>
        <translation>容器中和其他电脑上的程序可通过这些名称访问这台电脑。其他名称会被拒绝，因为网页可以将自己的名称指向这台电脑。</translation>
    </message>
    <message>
        <source>Host header docker container DNS name</source>
        <translation>Host 标头 docker 容器 DNS 名称</translation>
    </message>
    <message>
        <source>For example host.docker.internal</source>
        <translation>例如 host.docker.internal</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}%</translation>
    </message>
    <message>
        <source>Cache chats on disk</source>
        <translation>将聊天缓存到磁盘</translation>
    </message>
    <message>
        <source>Old chats continue without being read again, even after a restart.</source>
        <translation>旧聊天无需重新读取即可继续，重新启动后也是如此。</translation>
    </message>
    <message>
        <source>Cache size limit</source>
        <translation>缓存大小上限</translation>
    </message>
    <message>
        <source>The least recently used chats are removed first. Your messages are never deleted.</source>
        <translation>最久未使用的聊天最先移除。您的消息绝不会被删除。</translation>
    </message>
    <message>
        <source>Cache share of other programs</source>
        <translation>其他程序的缓存份额</translation>
    </message>
    <message>
        <source>Other programs can use this share of the cache, in memory and on disk, and the space that your chats leave free. Applies when the model is loaded next.</source>
        <translation>其他程序可以使用内存和磁盘缓存的这一份额，以及您的聊天未占用的空间。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Remove deleted chats from the backups</source>
        <translation>从备份中移除已删除的聊天</translation>
    </message>
    <message>
        <source>privacy purge delete permanently</source>
        <translation>隐私 清除 删除 永久</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Source: {name}</source>
        <translation>资料：{name}</translation>
    </message>
    <message>
        <source>Deleted source</source>
        <translation>已删除的资料</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Hubbub {version}: many chats, one local model, all at once.</source>
        <translation>Hubbub {version}：多个聊天，一个本地模型，同时进行。</translation>
    </message>
    <message>
        <source>MIT licence. Thanks to llama.cpp, Qt and all the others.</source>
        <translation>MIT 许可证。感谢 llama.cpp、Qt 和所有其他项目。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Automatic: {count:,}</source>
        <translation>自动：{count:,}</translation>
    </message>
    <message>
        <source>Automatic: {size}</source>
        <translation>自动：{size}</translation>
    </message>
    <message>
        <source>This model: {value}</source>
        <translation>此模型：{value}</translation>
    </message>
    <message>
        <source>Show the welcome tips again</source>
        <translation>再次显示欢迎提示</translation>
    </message>
    <message>
        <source>Show and change all shortcuts…</source>
        <translation>显示和更改所有快捷键…</translation>
    </message>
    <message>
        <source>Chats are stored in {conversations}, settings in {settings}, the log in {log}.</source>
        <translation>聊天存储在 {conversations}，设置在 {settings}，日志在 {log}。</translation>
    </message>
    <message>
        <source>Where things are stored</source>
        <translation>数据存放位置</translation>
    </message>
    <message>
        <source>Nothing you write leaves this computer unless you choose another machine for a chat, or allow a tool that sends something. The window and the engine open no connections; a separate process checks for updates, and finds and downloads models, if you turn that on. Links open in your browser, and only when you click them.</source>
        <translation>除非您为聊天选择另一台机器，或允许会发送内容的工具，否则您写的内容不会离开这台电脑。窗口和引擎不打开任何连接；如果您启用，一个单独的进程会检查更新、查找并下载模型。链接只有在您点击时才会在浏览器中打开。</translation>
    </message>
    <message>
        <source>If other computers&apos; memory is used (Engine, RPC), the engine connects to them and sends parts of chats unencrypted.</source>
        <translation>如果使用其他电脑的内存（引擎，RPC），引擎会连接到它们，并以未加密方式发送聊天的部分内容。</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>哪些数据会离开本机</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Starter model</source>
        <translation>入门模型</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New chat</source>
        <translation>新建聊天</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Nothing is archived. Archived chats leave the list and stay here.</source>
        <translation>没有归档内容。归档的聊天会离开列表，留在这里。</translation>
    </message>
    <message>
        <source>Filter chats</source>
        <translation>筛选聊天</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>No chats yet. What you write is kept here, on this computer.</source>
        <translation>还没有聊天。您写的内容保存在这里，在这台电脑上。</translation>
    </message>
    <message>
        <source>No chat has this tag.</source>
        <translation>没有带此标签的聊天。</translation>
    </message>
    <message>
        <source>No title or message has these words.</source>
        <translation>没有标题或消息含有这些词。</translation>
    </message>
    <message>
        <source>No matching titles. Searching messages…</source>
        <translation>没有匹配的标题。正在搜索消息…</translation>
    </message>
</context>
<context>
    <name>SidebarMenus</name>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>新建标签</translation>
    </message>
</context>
<context>
    <name>SlotChart</name>
    <message>
        <source>Slots</source>
        <translation>槽位</translation>
    </message>
    <message>
        <source>Slot {number} is free: {free:,} tokens.</source>
        <translation>槽位 {number} 空闲：{free:,} 个 token。</translation>
    </message>
    <message>
        <source>Slot {number} is answering “{occupant}”: {kept:,} tokens kept, {new:,} new, {free:,} free.</source>
        <translation>槽位 {number} 正在回答“{occupant}”：保留 {kept:,} 个 token，新增 {new:,} 个，空闲 {free:,} 个。</translation>
    </message>
    <message>
        <source>Slot {number} caches “{occupant}”: {kept:,} tokens cached, {new:,} new, {free:,} free.</source>
        <translation>槽位 {number} 缓存“{occupant}”：已缓存 {kept:,} 个 token，新增 {new:,} 个，空闲 {free:,} 个。</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>SoundChip</name>
    <message>
        <source>Sound {name}, {length}</source>
        <translation>音频 {name}，{length}</translation>
    </message>
    <message>
        <source>Remove this sound</source>
        <translation>移除此音频</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>Source {number}: {title}</source>
        <translation>资料 {number}：{title}</translation>
    </message>
</context>
<context>
    <name>SourceCards</name>
    <message>
        <source>Open {address} in your browser?</source>
        <translation>要在浏览器中打开 {address} 吗？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>SourceDetails</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>立即读取</translation>
    </message>
    <message>
        <source>Read the new version</source>
        <translation>读取新版本</translation>
    </message>
    <message>
        <source>Split into parts</source>
        <translation>拆分为多个部分</translation>
    </message>
    <message>
        <source>Chats with this source</source>
        <translation>使用此资料的聊天</translation>
    </message>
    <message>
        <source>Move to the newest version</source>
        <translation>移至最新版本</translation>
    </message>
    <message>
        <source>New chat with this source</source>
        <translation>用此资料新建聊天</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Instruction: {text}</source>
        <translation>指令：{text}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>版本 {number}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Reading progress</source>
        <translation>读取进度</translation>
    </message>
</context>
<context>
    <name>SourceEditing</name>
    <message>
        <source>Reading… {count:,} files so far</source>
        <translation>正在读取… 目前 {count:,} 个文件</translation>
    </message>
    <message>
        <source>Searching… {count:,} files and folders so far</source>
        <translation>正在搜索… 目前 {count:,} 个文件和文件夹</translation>
    </message>
    <message>
        <source>About {count:,} tokens.</source>
        <translation>约 {count:,} 个 token。</translation>
    </message>
    <message>
        <source>{files:,} files, about {count:,} tokens.</source>
        <translation>{files:,} 个文件，约 {count:,} 个 token。</translation>
    </message>
    <message>
        <source>That is {over:,} more than the limit of this model ({window:,}). It can be added in parts.</source>
        <translation>比此模型的上限（{window:,}）多 {over:,}。可以分成多个部分添加。</translation>
    </message>
    <message>
        <source>Only {count:,} files and folders were examined.</source>
        <translation>只检查了 {count:,} 个文件和文件夹。</translation>
    </message>
    <message>
        <source>The size limit of a source was reached; the rest was skipped.</source>
        <translation>已达到资料的大小上限；其余已跳过。</translation>
    </message>
    <message>
        <source>ignored by .gitignore: {count:,}</source>
        <translation>被 .gitignore 忽略：{count:,}</translation>
    </message>
    <message>
        <source>folders whose .gitignore is too long: {count:,}</source>
        <translation>.gitignore 太长的文件夹：{count:,}</translation>
    </message>
    <message>
        <source>folders of builds and packages: {count:,}</source>
        <translation>构建和软件包文件夹：{count:,}</translation>
    </message>
    <message>
        <source>hidden folders: {count:,}</source>
        <translation>隐藏文件夹：{count:,}</translation>
    </message>
    <message>
        <source>folders at a depth of more than {depth}: {count:,}</source>
        <translation>深度超过 {depth} 的文件夹：{count:,}</translation>
    </message>
    <message>
        <source>left out by the filter: {count:,}</source>
        <translation>被筛选排除：{count:,}</translation>
    </message>
    <message>
        <source>other kinds of files: {count:,}</source>
        <translation>其他类型的文件：{count:,}</translation>
    </message>
    <message>
        <source>links: {count:,}</source>
        <translation>链接：{count:,}</translation>
    </message>
    <message>
        <source>too large: {count:,}</source>
        <translation>过大：{count:,}</translation>
    </message>
    <message>
        <source>without text: {count:,}</source>
        <translation>没有文本：{count:,}</translation>
    </message>
    <message>
        <source>Skipped: {reasons}.</source>
        <translation>已跳过：{reasons}。</translation>
    </message>
    <message>
        <source>This source was deleted in the meantime. Add it again as a new one.</source>
        <translation>此来源已被删除。请将其作为新来源重新添加。</translation>
    </message>
    <message>
        <source>This text is too large for the context of the model. Add it in {count:,} parts, cut where files or chapters end?</source>
        <translation>此文本对模型的上下文来说太大。要在文件或章节结尾处切分，分成 {count:,} 个部分添加吗？</translation>
    </message>
    <message>
        <source>It is far too large. Choose fewer files.</source>
        <translation>内容过大。请选择更少的文件。</translation>
    </message>
    <message>
        <source>Add in parts</source>
        <translation>分部分添加</translation>
    </message>
</context>
<context>
    <name>SourceEditor</name>
    <message>
        <source>Add a source</source>
        <translation>添加资料</translation>
    </message>
    <message>
        <source>Edit the source</source>
        <translation>编辑资料</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Write or paste instead</source>
        <translation>改为输入或粘贴</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Save as a new version</source>
        <translation>保存为新版本</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>来自 {paths}</translation>
    </message>
    <message>
        <source>Filter, for example: *.py docs/* !tests/*</source>
        <translation>筛选，例如：*.py docs/* !tests/*</translation>
    </message>
    <message>
        <source>File filter</source>
        <translation>文件筛选</translation>
    </message>
    <message>
        <source>Type or paste text, or choose files above.</source>
        <translation>请输入或粘贴文本，或在上方选择文件。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Optional: what the model should do with the text</source>
        <translation>可选：模型应如何处理该文本</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Instruction</source>
        <translation>指令(&amp;I)</translation>
    </message>
</context>
<context>
    <name>SourceTexts</name>
    <message>
        <source>{count:,} chats</source>
        <translation>{count:,} 个聊天</translation>
    </message>
    <message>
        <source>1 chat</source>
        <translation>1 个聊天</translation>
    </message>
    <message>
        <source>changed on disk</source>
        <translation>磁盘上已更改</translation>
    </message>
    <message>
        <source>read by another model</source>
        <translation>由其他模型读取</translation>
    </message>
    <message>
        <source>{count:,} tokens, read</source>
        <translation>{count:,} 个 token，已读取</translation>
    </message>
    <message>
        <source>reading, {percent}%</source>
        <translation>正在读取，{percent}%</translation>
    </message>
    <message>
        <source>waits to be read</source>
        <translation>等待读取</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>too large for this model</source>
        <translation>对此模型来说太大</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>The model is reading it: {percent}%. You can ask now.</source>
        <translation>模型正在阅读：{percent}%。现在就可以提问。</translation>
    </message>
    <message>
        <source>The text is too large for this model. The Sources page can split it.</source>
        <translation>文本对此模型而言过大。可在资料页面将其拆分。</translation>
    </message>
    <message>
        <source>It could not be read: {error}</source>
        <translation>无法读取：{error}</translation>
    </message>
    <message>
        <source>The model reads it before its first answer.</source>
        <translation>模型在首次回答前阅读它。</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>已阅读</translation>
    </message>
    <message>
        <source>{count:,} tokens, {disk} on disk</source>
        <translation>{count:,} 个 token，磁盘上 {disk}</translation>
    </message>
    <message>
        <source>Read {moment}</source>
        <translation>读取于 {moment}</translation>
    </message>
    <message>
        <source>The model has read the text, and answers at once.</source>
        <translation>模型已读完全文，会立即回答。</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} 个 token</translation>
    </message>
    <message>
        <source>It has {count:,} tokens, {over:,} more than this model holds ({limit:,}). Split it into parts, or choose a larger context in the settings.</source>
        <translation>它有 {count:,} 个 token，比此模型可容纳的（{limit:,}）多 {over:,} 个。请拆分为多个部分，或在设置中选择更大的上下文。</translation>
    </message>
    <message>
        <source>Its files have changed since it was read. Chats keep their version.</source>
        <translation>读取后其文件已更改。聊天会保留各自的版本。</translation>
    </message>
    <message>
        <source>Another model has read it. The model that is loaded reads it again with the next chat.</source>
        <translation>它由其他模型读取。当前加载的模型会在下一个聊天时重新读取。</translation>
    </message>
    <message>
        <source>Version {number} · {moment} · {size}</source>
        <translation>版本 {number} · {moment} · {size}</translation>
    </message>
    <message>
        <source>From the folder {path}</source>
        <translation>来自文件夹 {path}</translation>
    </message>
    <message>
        <source>From the folder {path}, only {patterns}</source>
        <translation>来自文件夹 {path}，仅 {patterns}</translation>
    </message>
    <message>
        <source>From {paths}</source>
        <translation>来自 {paths}</translation>
    </message>
    <message>
        <source>A text that was pasted</source>
        <translation>粘贴的一段文本</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>Waiting for “{name}”: {percent}% read</source>
        <translation>正在等待“{name}”：已读取 {percent}%</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions?</source>
        <translation>要删除“{name}”及其所有版本吗？</translation>
    </message>
    <message>
        <source>Delete “{name}” with all its versions? Its chats stay ({count:,}), but the model will not know the text in them any more.</source>
        <translation>要删除“{name}”及其所有版本吗？其聊天会保留（{count:,}），但模型将不再知道其中的文本。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>SourcesPage</name>
    <message>
        <source>Sources</source>
        <translation>资料</translation>
    </message>
    <message>
        <source>Add a source…</source>
        <translation>添加资料…</translation>
    </message>
    <message>
        <source>No sources yet. Add files, a folder of code, a saved web page or pasted text. The model reads it once, and every chat that starts from it is ready at once, also after a restart.</source>
        <translation>还没有来源。添加文件、代码文件夹、保存的网页或粘贴的文本。模型只读取一次，从它开始的每个聊天都会立即就绪，重启后也是如此。</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
    <message>
        <source>Waiting, position {place:,}</source>
        <translation>等待中，第 {place:,} 位</translation>
    </message>
    <message>
        <source>Reading {percent}%…</source>
        <translation>正在读取 {percent}%…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写作…</translation>
    </message>
    <message>
        <source>A tool waits for your answer</source>
        <translation>有工具等待您答复</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>工具正在运行…</translation>
    </message>
    <message>
        <source>The last answer failed</source>
        <translation>上一个回答失败</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>new answer</source>
        <translation>新回答</translation>
    </message>
    <message>
        <source>on {machine}</source>
        <translation>在 {machine} 上</translation>
    </message>
    <message>
        <source>{count:,} oldest messages forgotten</source>
        <translation>已忘记最早的 {count:,} 条消息</translation>
    </message>
    <message>
        <source>oldest message forgotten</source>
        <translation>已忘记最早的一条消息</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}</source>
        <translation>{used:,} / {total:,}</translation>
    </message>
    <message>
        <source>{used:,} tokens, more than the limit of {total:,}</source>
        <translation>{used:,} 个 token，超出上限 {total:,}</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, nearly full</source>
        <translation>{used:,} / {total:,}，快满了</translation>
    </message>
    <message>
        <source>{used:,} / {total:,}, filling up</source>
        <translation>{used:,} / {total:,}，渐满</translation>
    </message>
</context>
<context>
    <name>StepChart</name>
    <message>
        <source>Step times of the last minute</source>
        <translation>最近一分钟的步骤用时</translation>
    </message>
    <message>
        <source>No steps in the last minute.</source>
        <translation>最近一分钟没有步骤。</translation>
    </message>
    <message>
        <source>The longest step of the last minute took {time:,} ms.</source>
        <translation>最近一分钟最长的步骤用时 {time:,} 毫秒。</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} 毫秒</translation>
    </message>
    <message>
        <source>a minute ago</source>
        <translation>一分钟前</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Thought for {duration}</source>
        <translation>思考了 {duration}</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>思考过</translation>
    </message>
    <message>
        <source>used {count:,} tools</source>
        <translation>使用了 {count:,} 个工具</translation>
    </message>
    <message>
        <source>used a tool</source>
        <translation>使用了 1 个工具</translation>
    </message>
    <message>
        <source>{count:,} calls failed</source>
        <translation>{count:,} 次调用失败</translation>
    </message>
    <message>
        <source>a call failed</source>
        <translation>1 次调用失败</translation>
    </message>
    <message>
        <source>{count:,} calls refused</source>
        <translation>{count:,} 次调用被拒绝</translation>
    </message>
    <message>
        <source>a call refused</source>
        <translation>1 次调用被拒绝</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Explain how a rainbow forms</source>
        <translation>解释彩虹是如何形成的</translation>
    </message>
    <message>
        <source>Why is the sky blue?</source>
        <translation>天空为什么是蓝色的？</translation>
    </message>
    <message>
        <source>Write a poem about the sea</source>
        <translation>写一首关于大海的诗</translation>
    </message>
    <message>
        <source>Tell me a bedtime story</source>
        <translation>给我讲个睡前故事</translation>
    </message>
    <message>
        <source>Write an email to ask for a day off</source>
        <translation>写一封请一天假的邮件</translation>
    </message>
    <message>
        <source>Plan a weekend in Rome</source>
        <translation>规划一个罗马周末游</translation>
    </message>
    <message>
        <source>Make a plan for learning Spanish</source>
        <translation>制定学习西班牙语的计划</translation>
    </message>
    <message>
        <source>Suggest five quick dinners</source>
        <translation>推荐五道快手晚餐</translation>
    </message>
    <message>
        <source>Summarize the attached file.</source>
        <translation>总结附加的文件。</translation>
    </message>
    <message>
        <source>List pros and cons of remote work</source>
        <translation>列出远程办公的利弊</translation>
    </message>
    <message>
        <source>Once upon a time, in a village by the sea,</source>
        <translation>从前，在海边的一个村庄里，</translation>
    </message>
    <message>
        <source>The three most important inventions are</source>
        <translation>三项最重要的发明是</translation>
    </message>
    <message>
        <source>To all neighbours:</source>
        <translation>致各位邻居：</translation>
    </message>
    <message>
        <source>Recipe for potato soup. Ingredients:</source>
        <translation>土豆汤食谱。配料：</translation>
    </message>
    <message>
        <source>The train left the station at midnight, and</source>
        <translation>火车在午夜驶离车站，</translation>
    </message>
    <message>
        <source>A rainbow forms when</source>
        <translation>彩虹形成于</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
    <message>
        <source>Pinned tabs</source>
        <translation>已固定的标签页</translation>
    </message>
    <message>
        <source>Chats in tabs</source>
        <translation>标签页中的聊天</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>列出所有标签页</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>打开的标签页</translation>
    </message>
    <message>
        <source>Tabs on the left</source>
        <translation>左侧标签页</translation>
    </message>
    <message>
        <source>Tabs on the right</source>
        <translation>右侧标签页</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建聊天</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
</context>
<context>
    <name>TabCommands</name>
    <message>
        <source>Answer copied.</source>
        <translation>回答已复制。</translation>
    </message>
</context>
<context>
    <name>TabList</name>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
</context>
<context>
    <name>TabListPopup</name>
    <message>
        <source>Search tabs</source>
        <translation>搜索标签页</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>关闭已完成的标签页</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>无结果。</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>所有标签页</translation>
    </message>
    <message>
        <source>Close finished tabs ({count:,})</source>
        <translation>关闭已完成的标签页（{count:,}）</translation>
    </message>
</context>
<context>
    <name>TabListView</name>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
</context>
<context>
    <name>TabMenu</name>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>建议标题</translation>
    </message>
    <message>
        <source>Move to a folder…</source>
        <translation>移动到文件夹…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制标签页</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>删除聊天</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>在分屏中打开</translation>
    </message>
    <message>
        <source>Show on the left</source>
        <translation>显示在左侧</translation>
    </message>
    <message>
        <source>Move to the main window</source>
        <translation>移到主窗口</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>移到新窗口</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新打开关闭的标签页</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Close tabs below</source>
        <translation>关闭下方标签页</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>关闭右侧标签页</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>关闭已完成的标签页</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>关闭其他标签页</translation>
    </message>
</context>
<context>
    <name>TabPane</name>
    <message>
        <source>No tab is open. {key} opens one.</source>
        <translation>没有打开的标签页。按 {key} 打开一个。</translation>
    </message>
    <message>
        <source>No tab is open.</source>
        <translation>没有打开的标签页。</translation>
    </message>
</context>
<context>
    <name>TabRow</name>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Show earlier tabs</source>
        <translation>显示前面的标签页</translation>
    </message>
    <message>
        <source>Show later tabs</source>
        <translation>显示后面的标签页</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Thinking: {state}</source>
        <translation>思考：{state}</translation>
    </message>
    <message>
        <source>Changing this re-reads {count:,} tokens</source>
        <translation>更改此项会重新读取 {count:,} 个 token</translation>
    </message>
    <message>
        <source>Changing this re-reads nothing</source>
        <translation>更改此项不会重新读取任何内容</translation>
    </message>
    <message>
        <source>No thinking</source>
        <translation>不思考</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>as the model does</source>
        <translation>由模型决定</translation>
    </message>
    <message>
        <source>effort {effort}</source>
        <translation>强度 {effort}</translation>
    </message>
    <message>
        <source>at most {count:,} tokens</source>
        <translation>最多 {count:,} 个 token</translation>
    </message>
    <message>
        <source>Think before answering</source>
        <translation>回答前先思考</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>{count:,} tokens</source>
        <translation>{count:,} 个 token</translation>
    </message>
    <message>
        <source>Another number…</source>
        <translation>其他数值…</translation>
    </message>
    <message>
        <source>Use for all chats with this model</source>
        <translation>用于使用此模型的所有聊天</translation>
    </message>
    <message>
        <source>Reset to the model&apos;s default</source>
        <translation>重置为模型默认值</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>思考预算</translation>
    </message>
    <message>
        <source>Thinking budget (tokens)</source>
        <translation>思考预算（token）</translation>
    </message>
</context>
<context>
    <name>ThinkingSection</name>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>思考预算</translation>
    </message>
    <message>
        <source>The number of thinking tokens after which the model has to answer.</source>
        <translation>思考 token 达到此数量后，模型必须回答。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>After a change, the model reads the whole chat again.</source>
        <translation>更改后，模型会重新读取整个聊天。</translation>
    </message>
    <message>
        <source>The argument “{name}” of the chat template.</source>
        <translation>聊天模板的参数“{name}”。</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Default ({value})</source>
        <translation>默认（{value}）</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Title</name>
    <message>
        <source>New chat</source>
        <translation>新建聊天</translation>
    </message>
</context>
<context>
    <name>TitleBox</name>
    <message>
        <source>Title of this chat</source>
        <translation>此聊天的标题</translation>
    </message>
</context>
<context>
    <name>TitleGenerator</name>
    <message>
        <source>The model is asked for a title. Answers go first.</source>
        <translation>正在请模型拟定标题。回答优先。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No title was suggested. This chat is still called “{title}”.</source>
        <translation>没有得到标题建议。此聊天仍名为“{title}”。</translation>
    </message>
    <message>
        <source>“{old}” was renamed to “{new}”.</source>
        <translation>“{old}”已重命名为“{new}”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此提示</translation>
    </message>
</context>
<context>
    <name>TokenBias</name>
    <message>
        <source>never</source>
        <translation>绝不</translation>
    </message>
</context>
<context>
    <name>TokenView</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>For gated and private models. It is stored in this computer&apos;s keyring, and sent to the hub only.</source>
        <translation>用于受限和私有模型。它存储在这台电脑的密钥环中，只发送给 Hub。</translation>
    </message>
    <message>
        <source>Hugging Face token</source>
        <translation>Hugging Face 令牌</translation>
    </message>
    <message>
        <source>Remove it from the keyring? This can&apos;t be undone.</source>
        <translation>从密钥环中移除？此操作无法撤销。</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Waits for your answer</source>
        <translation>等待您答复</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Never allowed</source>
        <translation>绝不允许</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Running… {percent}%</source>
        <translation>正在运行… {percent}%</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>Running… {duration}</source>
        <translation>正在运行… {duration}</translation>
    </message>
    <message>
        <source>You allowed this call.</source>
        <translation>您允许了此调用。</translation>
    </message>
    <message>
        <source>Allowed in this chat.</source>
        <translation>已在此聊天中允许。</translation>
    </message>
    <message>
        <source>Always allowed.</source>
        <translation>始终允许。</translation>
    </message>
    <message>
        <source>Allowed because it only reads and stays here.</source>
        <translation>已允许，因为它只读且留在本机。</translation>
    </message>
    <message>
        <source>You refused this call.</source>
        <translation>您拒绝了此调用。</translation>
    </message>
    <message>
        <source>This tool is never allowed.</source>
        <translation>绝不允许此工具。</translation>
    </message>
    <message>
        <source>You changed the arguments.</source>
        <translation>您更改了参数。</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Stop this tool</source>
        <translation>停止此工具</translation>
    </message>
    <message>
        <source>Change the arguments before the tool runs</source>
        <translation>在工具运行前更改参数</translation>
    </message>
    <message>
        <source>Show all ({size} more)</source>
        <translation>显示全部（还有 {size}）</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>ToolPicker</name>
    <message>
        <source>Tools of this chat</source>
        <translation>此聊天的工具</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>搜索工具</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>未找到工具。</translation>
    </message>
    <message>
        <source>No tools yet.</source>
        <translation>还没有工具。</translation>
    </message>
    <message>
        <source>Never allowed in the settings</source>
        <translation>设置中绝不允许</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>This is a base model. It can&apos;t call tools.</source>
        <translation>这是基础模型，无法调用工具。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not support tools, so it probably can&apos;t call any.</source>
        <translation>此模型的聊天模板不支持工具，因此它可能无法调用工具。</translation>
    </message>
    <message>
        <source>This model is small and may not call tools well.</source>
        <translation>此模型较小，可能无法很好地调用工具。</translation>
    </message>
    <message>
        <source>Tools that are on are described in each prompt, which costs tokens.</source>
        <translation>已开启的工具会在每个提示词中说明，这会消耗 token。</translation>
    </message>
    <message>
        <source>The tools that are on take about {count:,} tokens of each prompt.</source>
        <translation>已开启的工具在每个提示词中约占 {count:,} 个 token。</translation>
    </message>
</context>
<context>
    <name>ToolQuestion</name>
    <message>
        <source>Reason for refusing, sent to the model</source>
        <translation>拒绝的理由，会发送给模型</translation>
    </message>
    <message>
        <source>Reason for the refusal</source>
        <translation>拒绝的理由</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>在此聊天中允许</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>绝不允许</translation>
    </message>
    <message>
        <source>Sends {content}.</source>
        <translation>发送{content}。</translation>
    </message>
    <message>
        <source>Arguments as JSON</source>
        <translation>JSON 格式的参数</translation>
    </message>
    <message>
        <source>Enter the arguments as a JSON object: { … }.</source>
        <translation>请以 JSON 对象输入参数：{ … }。</translation>
    </message>
</context>
<context>
    <name>ToolSettings</name>
    <message>
        <source>The chosen search service needs no key.</source>
        <translation>所选的搜索服务不需要密钥。</translation>
    </message>
    <message>
        <source>No key is set for {name}.</source>
        <translation>未为 {name} 设置密钥。</translation>
    </message>
    <message>
        <source>A key is set for {name}.</source>
        <translation>已为 {name} 设置密钥。</translation>
    </message>
    <message>
        <source>“{name}” was not saved: {reason}</source>
        <translation>未保存“{name}”：{reason}</translation>
    </message>
    <message>
        <source>The keys of “{name}” were not removed: {reason}</source>
        <translation>未移除“{name}”的密钥：{reason}</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>服务器正在启动…</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools: none is on</source>
        <translation>工具：均未开启</translation>
    </message>
    <message>
        <source>Tools: one is on</source>
        <translation>工具：已开启 1 个</translation>
    </message>
    <message>
        <source>Tools: {count:,} are on</source>
        <translation>工具：已开启 {count:,} 个</translation>
    </message>
    <message>
        <source>about {count:,} tokens of each prompt</source>
        <translation>每个提示词约 {count:,} 个 token</translation>
    </message>
</context>
<context>
    <name>ToolsView</name>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>绝不允许</translation>
    </message>
    <message>
        <source>Stays on this computer</source>
        <translation>留在这台电脑上</translation>
    </message>
    <message>
        <source>Sends {content}</source>
        <translation>发送{content}</translation>
    </message>
    <message>
        <source>Permission of {name}</source>
        <translation>{name} 的权限</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>starts when needed</source>
        <translation>需要时启动</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>no response yet…</source>
        <translation>尚无响应…</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>ready, {count:,} tools</source>
        <translation>就绪，{count:,} 个工具</translation>
    </message>
    <message>
        <source>ready, one tool</source>
        <translation>就绪，1 个工具</translation>
    </message>
    <message>
        <source>In new chats</source>
        <translation>在新聊天中</translation>
    </message>
    <message>
        <source>{name} in new chats</source>
        <translation>在新聊天中使用 {name}</translation>
    </message>
    <message>
        <source>A model can call the tools that you switch on in a chat, at the message box. Each call asks first, unless you allow its tool. What a tool returns is data: the model reads it, and nothing in it is opened or run.</source>
        <translation>模型可以调用您在聊天的消息框处开启的工具。每次调用都会先询问，除非您已允许该工具。工具返回的是数据：模型会读取它，但其中的任何内容都不会被打开或运行。</translation>
    </message>
    <message>
        <source>How models call tools</source>
        <translation>模型如何调用工具</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>内置工具</translation>
    </message>
    <message>
        <source>Key of the search service</source>
        <translation>搜索服务的密钥</translation>
    </message>
    <message>
        <source>It is stored in this computer&apos;s keyring, and sent to the chosen service only.</source>
        <translation>它存储在这台电脑的密钥环中，只发送给所选服务。</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>No server is set up.</source>
        <translation>尚未设置服务器。</translation>
    </message>
    <message>
        <source>Paste settings…</source>
        <translation>粘贴设置…</translation>
    </message>
    <message>
        <source>Add manually…</source>
        <translation>手动添加…</translation>
    </message>
    <message>
        <source>Import from other programs…</source>
        <translation>从其他程序导入…</translation>
    </message>
    <message>
        <source>Saved permissions</source>
        <translation>已保存的权限</translation>
    </message>
    <message>
        <source>Every tool asks.</source>
        <translation>所有工具都会询问。</translation>
    </message>
    <message>
        <source>Ask again for {name}</source>
        <translation>{name} 重新询问</translation>
    </message>
    <message>
        <source>Servers that speak the Model Context Protocol (MCP) bring further tools: programs on this computer, or services at an address.</source>
        <translation>支持模型上下文协议（MCP）的服务器提供更多工具：本机上的程序，或某个地址上的服务。</translation>
    </message>
    <message>
        <source>Tools that do not ask</source>
        <translation>不询问的工具</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>网络搜索</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>The file {path} could not be written: {reason}. Choose another folder.</source>
        <translation>无法写入文件 {path}：{reason}。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Exported to {path}.</source>
        <translation>已导出到 {path}。</translation>
    </message>
    <message>
        <source>Hubbub chats</source>
        <translation>Hubbub 聊天</translation>
    </message>
    <message>
        <source>Exporting chats…</source>
        <translation>正在导出聊天…</translation>
    </message>
    <message>
        <source>{count:,} chats were exported to {path}.</source>
        <translation>已将 {count:,} 个聊天导出到 {path}。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>{done:,} of {count:,}</source>
        <translation>{done:,}/{count:,}</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}%</translation>
    </message>
    <message>
        <source>The name of an export ends in .md, .html, .pdf, .json or .zip; “{name}” does not.</source>
        <translation>导出文件名须以 .md、.html、.pdf、.json 或 .zip 结尾；“{name}”不符合。</translation>
    </message>
    <message>
        <source>Importing chats…</source>
        <translation>正在导入聊天…</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>显示报告</translation>
    </message>
    <message>
        <source>Undo import</source>
        <translation>撤销导入</translation>
    </message>
    <message>
        <source>{count:,} chats were imported before you cancelled. Do you want to keep them?</source>
        <translation>取消前已导入 {count:,} 个聊天。要保留它们吗？</translation>
    </message>
    <message>
        <source>One chat was imported before you cancelled. Do you want to keep it?</source>
        <translation>取消前已导入 1 个聊天。要保留它吗？</translation>
    </message>
    <message>
        <source>{count:,} chats · {done} of {all}</source>
        <translation>{count:,} 个聊天 · {done}/{all}</translation>
    </message>
    <message>
        <source>{count:,} imported chats were removed again.</source>
        <translation>已重新移除 {count:,} 个导入的聊天。</translation>
    </message>
    <message>
        <source>One imported chat was removed again.</source>
        <translation>已重新移除 1 个导入的聊天。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Removing what was imported…</source>
        <translation>正在移除已导入的内容…</translation>
    </message>
    <message>
        <source>{count:,} were kept: they were used since, or you cancelled.</source>
        <translation>保留了 {count:,} 个：它们此后被使用过，或您取消了操作。</translation>
    </message>
    <message>
        <source>One was kept: it was used since, or you cancelled.</source>
        <translation>保留了 1 个：它此后被使用过，或您取消了操作。</translation>
    </message>
</context>
<context>
    <name>TransferRow</name>
    <message>
        <source>Download of {name}</source>
        <translation>{name} 的下载</translation>
    </message>
    <message>
        <source>Remove from the list: {name}</source>
        <translation>从列表中移除：{name}</translation>
    </message>
    <message>
        <source>Cancel: {name}</source>
        <translation>取消：{name}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
</context>
<context>
    <name>TransfersView</name>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
</context>
<context>
    <name>TrashController</name>
    <message>
        <source>Removing from the backups…</source>
        <translation>正在从备份中移除…</translation>
    </message>
    <message>
        <source>Cancelled. Backups that were not rewritten still contain the deleted chats.</source>
        <translation>已取消。未重写的备份仍含有已删除的聊天。</translation>
    </message>
    <message>
        <source>Deleted permanently, also from the backups.</source>
        <translation>已永久删除，也已从备份中删除。</translation>
    </message>
    <message>
        <source>Damaged files that were set aside may still contain parts of them. They are listed in the settings, under Backups.</source>
        <translation>被搁置的损坏文件可能仍含有其中的部分内容。它们列在设置的“备份”中。</translation>
    </message>
</context>
<context>
    <name>TrashList</name>
    <message>
        <source>{count:,} messages, deleted {day}, removed in {left:,} days</source>
        <translation>{count:,} 条消息，{day} 删除，{left:,} 天后移除</translation>
    </message>
    <message>
        <source>deleted {day}, removed in {left:,} days</source>
        <translation>{day} 删除，{left:,} 天后移除</translation>
    </message>
</context>
<context>
    <name>TrashPage</name>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>清空回收站…</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, but stay in the backups for about another month. You can change this in the settings.</source>
        <translation>已删除的聊天在这里保留 30 天，然后永久删除，但会在备份中再保留约一个月。您可以在设置中更改。</translation>
    </message>
    <message>
        <source>Deleted chats are kept here for 30 days. Then they are deleted permanently, including from the backups.</source>
        <translation>已删除的聊天在这里保留 30 天，然后永久删除，包括从备份中删除。</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>已删除的聊天</translation>
    </message>
    <message>
        <source>Delete {count:,} chats permanently? This can&apos;t be undone.</source>
        <translation>要永久删除 {count:,} 个聊天吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Delete this chat permanently? This can&apos;t be undone.</source>
        <translation>要永久删除此聊天吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Delete all {count:,} chats in the trash permanently? This can&apos;t be undone.</source>
        <translation>要永久删除回收站中的全部 {count:,} 个聊天吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>清空回收站</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Open Hubbub</source>
        <translation>打开 Hubbub</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建聊天</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>One chat waits for your answer</source>
        <translation>1 个聊天等待您答复</translation>
    </message>
    <message>
        <source>{count:,} chats wait for your answer</source>
        <translation>{count:,} 个聊天等待您答复</translation>
    </message>
    <message>
        <source>Hubbub is writing one answer</source>
        <translation>Hubbub 正在生成 1 个回答</translation>
    </message>
    <message>
        <source>Hubbub is writing {count:,} answers</source>
        <translation>Hubbub 正在生成 {count:,} 个回答</translation>
    </message>
    <message>
        <source>one download</source>
        <translation>1 个下载</translation>
    </message>
    <message>
        <source>{count:,} downloads</source>
        <translation>{count:,} 个下载</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Hubbub {newest} is available. You have {own}.</source>
        <translation>Hubbub {newest} 已发布。您的版本是 {own}。</translation>
    </message>
    <message>
        <source>Open the download page</source>
        <translation>打开下载页面</translation>
    </message>
</context>
<context>
    <name>Variant</name>
    <message>
        <source>Answer {number}</source>
        <translation>回答 {number}</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>采用此回答</translation>
    </message>
    <message>
        <source>Use answer {number}</source>
        <translation>采用回答 {number}</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写作…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
</context>
<context>
    <name>VariantsView</name>
    <message>
        <source>Mark differences</source>
        <translation>标出差异</translation>
    </message>
    <message>
        <source>Close and keep the first answer</source>
        <translation>关闭并保留第一个回答</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>对比多个回答</translation>
    </message>
</context>
<context>
    <name>ViewSwitch</name>
    <message>
        <source>Chats in view</source>
        <translation>显示的聊天</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>一个聊天</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>两个聊天并排</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>四个聊天</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>所有聊天</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New chat in this folder</source>
        <translation>在此文件夹中新建聊天</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新打开关闭的标签页</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>选择模型…</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>Sources…</source>
        <translation>资料…</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>使用入门模型</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>导入文件夹…</translation>
    </message>
    <message>
        <source>Report of the last import…</source>
        <translation>上次导入的报告…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Search everything…</source>
        <translation>搜索全部…</translation>
    </message>
    <message>
        <source>Find in this chat…</source>
        <translation>在此聊天中查找…</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>复制最后一个回答</translation>
    </message>
    <message>
        <source>Go to the message box</source>
        <translation>转到消息框</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>Vertical tabs</source>
        <translation>垂直标签页</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>One chat</source>
        <translation>一个聊天</translation>
    </message>
    <message>
        <source>Two chats side by side</source>
        <translation>两个聊天并排</translation>
    </message>
    <message>
        <source>Four chats</source>
        <translation>四个聊天</translation>
    </message>
    <message>
        <source>Tabs as a grid</source>
        <translation>网格显示标签页</translation>
    </message>
    <message>
        <source>Compare variations…</source>
        <translation>对比变体…</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Recent messages</source>
        <translation>最近的消息</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文本</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文本</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>重置文本大小</translation>
    </message>
    <message>
        <source>Theme: match system</source>
        <translation>主题：跟随系统</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Regenerate the answer</source>
        <translation>重新生成回答</translation>
    </message>
    <message>
        <source>Continue the answer</source>
        <translation>继续回答</translation>
    </message>
    <message>
        <source>Compare several answers</source>
        <translation>对比多个回答</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一版本</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>上一条消息</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>下一条消息</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>聊天设置</translation>
    </message>
    <message>
        <source>Tools of this chat…</source>
        <translation>此聊天的工具…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建聊天</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>导入聊天…</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>导出所有聊天…</translation>
    </message>
    <message>
        <source>Trash…</source>
        <translation>回收站…</translation>
    </message>
    <message>
        <source>Ask a list of questions…</source>
        <translation>批量提问…</translation>
    </message>
    <message>
        <source>Saved prompts…</source>
        <translation>已存提示词…</translation>
    </message>
    <message>
        <source>Save as prompt…</source>
        <translation>保存为提示词…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制标签页</translation>
    </message>
    <message>
        <source>Branch from an earlier message…</source>
        <translation>从较早的消息分支…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Archive or unarchive</source>
        <translation>归档或取消归档</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>建议标题</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>&amp;Chat</source>
        <translation>聊天(&amp;C)</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>List all tabs</source>
        <translation>列出所有标签页</translation>
    </message>
    <message>
        <source>Tab {number}</source>
        <translation>标签页 {number}</translation>
    </message>
    <message>
        <source>Last tab</source>
        <translation>最后一个标签页</translation>
    </message>
    <message>
        <source>Pin or unpin the tab</source>
        <translation>固定或取消固定标签页</translation>
    </message>
    <message>
        <source>Open in split view</source>
        <translation>在分屏中打开</translation>
    </message>
    <message>
        <source>Move to a new window</source>
        <translation>移到新窗口</translation>
    </message>
    <message>
        <source>Switch pane</source>
        <translation>切换窗格</translation>
    </message>
    <message>
        <source>Move tab to the left</source>
        <translation>将标签页左移</translation>
    </message>
    <message>
        <source>Move tab to the right</source>
        <translation>将标签页右移</translation>
    </message>
    <message>
        <source>Close the tabs after this one</source>
        <translation>关闭此标签页之后的标签页</translation>
    </message>
    <message>
        <source>Close finished tabs</source>
        <translation>关闭已完成的标签页</translation>
    </message>
    <message>
        <source>&amp;Tabs</source>
        <translation>标签页(&amp;T)</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About Hubbub</source>
        <translation>关于 Hubbub</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
</context>
<context>
    <name>WindowDialogs</name>
    <message>
        <source>Rename chat</source>
        <translation>重命名聊天</translation>
    </message>
</context>
<context>
    <name>_Drawing</name>
    <message>
        <source>Drawing</source>
        <translation>图形</translation>
    </message>
</context>
</TS>
