//! The list of commands, expanded into the router and into the bindings' table.

use serde::de::DeserializeOwned;
use serde_json::Value;
use waymark_core::{ErrorCode, WireError};
use waymark_engine::Engine;
use waymark_engine::types::{
    AddReport, AddRequest, CollectionRow, Conversation, ConversationRow, DocumentDetail, DocumentEdit, DocumentRow,
    DocumentSummaries, EnrichmentStatus, FindResponse, FolderRow, FormatEstimate, FormatState, LibraryFigure, LibraryStatus,
    LicenceText, MessageHit, OllamaStatus, PageWord, PathCount, Places, PullState, RunFigures, RunReport, SaveQuestion,
    SavedQuestion, SearchRequest, SearchResponse, Settings,
};

use crate::bindings::CommandTypes;
use crate::handlers;
use crate::requests::{
    CollectionAddRequest, CollectionChangeRequest, CollectionRenameRequest, CollectionRequest, ConversationRequest,
    DocumentRequest, DocumentsRequest, EnrichRequest, FindRequest, FolderChangeRequest, FolderLinkRequest, FolderRequest,
    FormatRequest, ImportRequest, ModelRequest, PageRequest, PauseRequest, QueryRequest, QuestionRequest, RenameRequest,
    RetryRequest, SegmentsRequest, StopRequest,
};

/// A command as listed.
#[derive(Debug, Clone, Copy)]
pub struct CommandInfo {
    /// Name on the wire.
    pub name: &'static str,
    /// Cache tags its answer is stored under.
    pub provides: &'static [&'static str],
    /// Cache tags that are stale after it.
    pub invalidates: &'static [&'static str],
    pub(crate) types: fn(&mut CommandTypes),
}

macro_rules! commands {
    ($($name:ident($request:ty) -> $response:ty, provides $provides:expr, invalidates $invalidates:expr;)*) => {
        /// Every command there is.
        pub const COMMANDS: &[CommandInfo] = &[$(CommandInfo {
            name: stringify!($name),
            provides: &$provides,
            invalidates: &$invalidates,
            types: |table| table.add::<$request, $response>(stringify!($name)),
        }),*];

        /// Runs the named command on `engine`; request and response are the JSON forms of its types.
        ///
        /// # Errors
        /// `InvalidInput` for an unknown name or a request of the wrong shape; else what the command itself returns.
        pub async fn dispatch(engine: &Engine, name: &str, request: Value) -> Result<Value, WireError> {
            match name {
                $(stringify!($name) => {
                    let request = parse::<$request>(name, request)?;
                    let response: $response = handlers::$name(engine, request).await?;
                    serde_json::to_value(response).map_err(|error| {
                        WireError::new(ErrorCode::Internal, format!("the answer of `{name}` cannot be written: {error}"))
                    })
                })*
                _ => Err(WireError::new(ErrorCode::InvalidInput, format!("no command `{name}`"))),
            }
        }
    };
}

commands! {
    library_status(()) -> LibraryStatus, provides ["library"], invalidates [];
    documents_list(()) -> Vec<DocumentRow>, provides ["documents"], invalidates [];
    documents_add(AddRequest) -> AddReport, provides [], invalidates ["documents", "library"];
    samples_add(()) -> AddReport, provides [], invalidates ["documents", "library"];
    document_remove(DocumentsRequest) -> (), provides [], invalidates ["documents", "library"];
    document_retry(RetryRequest) -> (), provides [], invalidates ["documents", "library"];
    document_cancel(DocumentRequest) -> (), provides [], invalidates ["documents", "library"];
    document_detail(DocumentRequest) -> DocumentDetail, provides ["documents"], invalidates [];
    document_figures(DocumentRequest) -> Vec<LibraryFigure>, provides ["documents"], invalidates [];
    figures_among(SegmentsRequest) -> Vec<LibraryFigure>, provides ["documents"], invalidates [];
    ingest_pause(PauseRequest) -> (), provides [], invalidates ["library"];
    search(SearchRequest) -> SearchResponse, provides [], invalidates [];
    stop(StopRequest) -> (), provides [], invalidates ["conversations"];
    conversations_list(()) -> Vec<ConversationRow>, provides ["conversations"], invalidates [];
    conversation_get(ConversationRequest) -> Conversation, provides ["conversations"], invalidates [];
    conversation_rename(RenameRequest) -> (), provides [], invalidates ["conversations"];
    conversation_delete(ConversationRequest) -> (), provides [], invalidates ["conversations"];
    settings_get(()) -> Settings, provides ["settings"], invalidates [];
    settings_set(Settings) -> Settings, provides [], invalidates ["settings", "ollama"];
    ollama_status(()) -> OllamaStatus, provides ["ollama"], invalidates [];
    documents_count(AddRequest) -> PathCount, provides [], invalidates [];
    document_edit(DocumentEdit) -> DocumentRow, provides [], invalidates ["documents"];
    document_reset(DocumentRequest) -> DocumentRow, provides [], invalidates ["documents"];
    page_words(PageRequest) -> Vec<PageWord>, provides ["words"], invalidates [];
    document_find(FindRequest) -> FindResponse, provides [], invalidates [];
    collections_list(()) -> Vec<CollectionRow>, provides ["collections"], invalidates [];
    collection_add(CollectionAddRequest) -> CollectionRow, provides [], invalidates ["collections"];
    collection_rename(CollectionRenameRequest) -> (), provides [], invalidates ["collections"];
    collection_delete(CollectionRequest) -> (), provides [], invalidates ["collections"];
    collection_change(CollectionChangeRequest) -> (), provides [], invalidates ["collections"];
    places_find(QueryRequest) -> Places, provides [], invalidates [];
    messages_find(QueryRequest) -> Vec<MessageHit>, provides ["conversations"], invalidates [];
    ollama_start(()) -> OllamaStatus, provides [], invalidates ["ollama"];
    ollama_pull(ModelRequest) -> (), provides [], invalidates ["pull"];
    ollama_pulling(()) -> Option<PullState>, provides ["pull"], invalidates [];
    ollama_import(ImportRequest) -> (), provides [], invalidates ["pull"];
    ollama_delete(ModelRequest) -> (), provides [], invalidates ["ollama"];
    ollama_pull_stop(()) -> (), provides [], invalidates ["pull"];
    document_enrich(EnrichRequest) -> (), provides [], invalidates ["enrichment"];
    document_enrich_stop(DocumentRequest) -> (), provides [], invalidates ["enrichment"];
    enrichment_status(()) -> EnrichmentStatus, provides ["enrichment"], invalidates [];
    document_summaries(DocumentRequest) -> DocumentSummaries, provides ["summaries"], invalidates [];
    diagnostics(()) -> String, provides [], invalidates [];
    licences(()) -> Vec<LicenceText>, provides ["licences"], invalidates [];
    questions_list(()) -> Vec<SavedQuestion>, provides ["questions"], invalidates [];
    question_save(SaveQuestion) -> SavedQuestion, provides [], invalidates ["questions"];
    question_forget(QuestionRequest) -> (), provides [], invalidates ["questions"];
    questions_run(()) -> RunReport, provides [], invalidates ["question_runs"];
    question_runs(()) -> Vec<RunFigures>, provides ["question_runs"], invalidates [];
    document_format_estimate(FormatRequest) -> FormatEstimate, provides [], invalidates [];
    document_format(FormatRequest) -> (), provides [], invalidates ["format"];
    document_format_stop(DocumentRequest) -> (), provides [], invalidates ["format"];
    documents_formatting(()) -> Vec<FormatState>, provides ["format"], invalidates [];
    folders_list(()) -> Vec<FolderRow>, provides ["folders"], invalidates [];
    folder_link(FolderLinkRequest) -> FolderRow, provides [], invalidates ["folders"];
    folder_change(FolderChangeRequest) -> FolderRow, provides [], invalidates ["folders"];
    folder_unlink(FolderRequest) -> (), provides [], invalidates ["folders"];
    folders_scan(()) -> AddReport, provides [], invalidates ["folders", "documents", "library"];
}

fn parse<T: DeserializeOwned>(name: &str, request: Value) -> Result<T, WireError> {
    serde_json::from_value(request)
        .map_err(|error| WireError::new(ErrorCode::InvalidInput, format!("the request for `{name}` is malformed: {error}")))
}
