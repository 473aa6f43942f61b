//! One list of commands, `name(Req) -> Res`, with the cache tags each provides or invalidates; the router that runs them on an
//! engine; and the TypeScript bindings made from the same list.
//!
//! Hosts (the Tauri shell, the HTTP test host) call [`dispatch`] and forward JSON; they know no single command.

mod bindings;
mod commands;
mod handlers;
mod requests;

pub use bindings::typescript;
pub use commands::{COMMANDS, CommandInfo, dispatch};
pub use requests::{
    CollectionAddRequest, CollectionChangeRequest, CollectionRenameRequest, CollectionRequest, ConversationRequest,
    DocumentRequest, DocumentsRequest, FindRequest, ModelRequest, PageRequest, PauseRequest, QueryRequest, RenameRequest,
    RetryRequest, SegmentsRequest, StopRequest,
};
pub use waymark_engine as engine;
