"""The nouns of the application: conversations, messages, tabs. Plain frozen values."""

from app.domain.backups import Backup, BackupKind, PutAside, Removal
from app.domain.conversations import (
    Conversation,
    ConversationOptions,
    ConversationPart,
    ConversationSummary,
    ConversationTree,
    DeletedConversation,
    OverflowPolicy,
    Preset,
    SearchHit,
    SearchQuery,
    TextRange,
    TitleOrigin,
)
from app.domain.messages import (
    Attachment,
    Message,
    MessageStatus,
    OutgoingMessage,
    Role,
    TextFile,
    Turn,
)
from app.domain.tabs import BannerContent, EngineStatus, OpenTabs, TabActivity, TabState
from app.domain.usage import ReplyUsage, ReuseOrigin

__all__ = [
    "Attachment",
    "Backup",
    "BackupKind",
    "BannerContent",
    "Conversation",
    "ConversationOptions",
    "ConversationPart",
    "ConversationSummary",
    "ConversationTree",
    "DeletedConversation",
    "EngineStatus",
    "Message",
    "MessageStatus",
    "OpenTabs",
    "OutgoingMessage",
    "OverflowPolicy",
    "Preset",
    "PutAside",
    "Removal",
    "ReplyUsage",
    "ReuseOrigin",
    "Role",
    "SearchHit",
    "SearchQuery",
    "TabActivity",
    "TabState",
    "TextFile",
    "TextRange",
    "TitleOrigin",
    "Turn",
]
