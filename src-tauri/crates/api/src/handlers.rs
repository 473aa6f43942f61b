//! The bodies of the commands: each one call on the engine.

use waymark_core::WireError;
use waymark_engine::Engine;
use waymark_engine::types::{
    AddReport, AddRequest, CollectionRow, Conversation, ConversationRow, DocumentDetail, DocumentEdit, DocumentRow,
    DocumentSummaries, EnrichmentStatus, FindResponse, FolderRow, FormatEstimate, FormatState, LibraryFigure, LibraryStatus,
    LicenceText, MessageHit, OllamaStatus, PageWord, PathCount, Places, PullState, RunFigures, RunReport, SaveQuestion,
    SavedQuestion, SearchRequest, SearchResponse, Settings,
};

use crate::requests::{
    CollectionAddRequest, CollectionChangeRequest, CollectionRenameRequest, CollectionRequest, ConversationRequest,
    DocumentRequest, DocumentsRequest, EnrichRequest, FindRequest, FolderChangeRequest, FolderLinkRequest, FolderRequest,
    FormatRequest, ImportRequest, ModelRequest, PageRequest, PauseRequest, QueryRequest, QuestionRequest, RenameRequest,
    RetryRequest, SegmentsRequest, StopRequest,
};

type Answer<T> = Result<T, WireError>;

pub(crate) async fn library_status(engine: &Engine, (): ()) -> Answer<LibraryStatus> {
    Ok(engine.status().await?)
}

pub(crate) async fn documents_list(engine: &Engine, (): ()) -> Answer<Vec<DocumentRow>> {
    Ok(engine.documents().await?)
}

pub(crate) async fn documents_add(engine: &Engine, request: AddRequest) -> Answer<AddReport> {
    Ok(engine.add(&request.paths).await?)
}

pub(crate) async fn samples_add(engine: &Engine, (): ()) -> Answer<AddReport> {
    Ok(engine.add_samples().await?)
}

pub(crate) async fn document_remove(engine: &Engine, request: DocumentsRequest) -> Answer<()> {
    Ok(engine.remove(&request.ids).await?)
}

pub(crate) async fn document_retry(engine: &Engine, request: RetryRequest) -> Answer<()> {
    Ok(engine.retry(request.id, request.password).await?)
}

pub(crate) async fn document_cancel(engine: &Engine, request: DocumentRequest) -> Answer<()> {
    Ok(engine.cancel(request.id).await?)
}

pub(crate) async fn document_detail(engine: &Engine, request: DocumentRequest) -> Answer<DocumentDetail> {
    Ok(engine.document(request.id).await?)
}

pub(crate) async fn document_figures(engine: &Engine, request: DocumentRequest) -> Answer<Vec<LibraryFigure>> {
    Ok(engine.figures(request.id).await?)
}

pub(crate) async fn figures_among(engine: &Engine, request: SegmentsRequest) -> Answer<Vec<LibraryFigure>> {
    Ok(engine.figures_among(&request.segments).await?)
}

pub(crate) async fn ingest_pause(engine: &Engine, request: PauseRequest) -> Answer<()> {
    Ok(engine.pause(request.paused).await?)
}

pub(crate) async fn search(engine: &Engine, request: SearchRequest) -> Answer<SearchResponse> {
    Ok(engine.search(&request).await?)
}

pub(crate) async fn stop(engine: &Engine, request: StopRequest) -> Answer<()> {
    engine.stop(request.stream);
    Ok(())
}

pub(crate) async fn conversations_list(engine: &Engine, (): ()) -> Answer<Vec<ConversationRow>> {
    Ok(engine.conversations().await?)
}

pub(crate) async fn conversation_get(engine: &Engine, request: ConversationRequest) -> Answer<Conversation> {
    Ok(engine.conversation(request.id).await?)
}

pub(crate) async fn conversation_rename(engine: &Engine, request: RenameRequest) -> Answer<()> {
    Ok(engine.rename_conversation(request.id, &request.title).await?)
}

pub(crate) async fn conversation_delete(engine: &Engine, request: ConversationRequest) -> Answer<()> {
    Ok(engine.delete_conversation(request.id).await?)
}

pub(crate) async fn settings_get(engine: &Engine, (): ()) -> Answer<Settings> {
    Ok(engine.settings().await?)
}

pub(crate) async fn settings_set(engine: &Engine, request: Settings) -> Answer<Settings> {
    Ok(engine.change_settings(request).await?)
}

pub(crate) async fn ollama_status(engine: &Engine, (): ()) -> Answer<OllamaStatus> {
    Ok(engine.ollama_status().await?)
}

pub(crate) async fn documents_count(engine: &Engine, request: AddRequest) -> Answer<PathCount> {
    Ok(engine.count_paths(&request.paths).await?)
}

pub(crate) async fn document_edit(engine: &Engine, request: DocumentEdit) -> Answer<DocumentRow> {
    Ok(engine.edit_document(request).await?)
}

pub(crate) async fn document_reset(engine: &Engine, request: DocumentRequest) -> Answer<DocumentRow> {
    Ok(engine.reset_document(request.id).await?)
}

pub(crate) async fn page_words(engine: &Engine, request: PageRequest) -> Answer<Vec<PageWord>> {
    Ok(engine.page_words(request.id, request.page).await?)
}

pub(crate) async fn document_find(engine: &Engine, request: FindRequest) -> Answer<FindResponse> {
    Ok(engine.find_in_document(request.id, &request.query, request.from).await?)
}

pub(crate) async fn collections_list(engine: &Engine, (): ()) -> Answer<Vec<CollectionRow>> {
    Ok(engine.collections().await?)
}

pub(crate) async fn collection_add(engine: &Engine, request: CollectionAddRequest) -> Answer<CollectionRow> {
    Ok(engine.add_collection(&request.name, &request.documents).await?)
}

pub(crate) async fn collection_rename(engine: &Engine, request: CollectionRenameRequest) -> Answer<()> {
    Ok(engine.rename_collection(request.id, &request.name).await?)
}

pub(crate) async fn collection_delete(engine: &Engine, request: CollectionRequest) -> Answer<()> {
    Ok(engine.delete_collection(request.id).await?)
}

pub(crate) async fn collection_change(engine: &Engine, request: CollectionChangeRequest) -> Answer<()> {
    Ok(engine.change_collection(request.id, &request.add, &request.remove).await?)
}

pub(crate) async fn places_find(engine: &Engine, request: QueryRequest) -> Answer<Places> {
    Ok(engine.places(&request.query).await?)
}

pub(crate) async fn messages_find(engine: &Engine, request: QueryRequest) -> Answer<Vec<MessageHit>> {
    Ok(engine.messages(&request.query).await?)
}

pub(crate) async fn ollama_start(engine: &Engine, (): ()) -> Answer<OllamaStatus> {
    Ok(engine.start_ollama().await?)
}

pub(crate) async fn ollama_pull(engine: &Engine, request: ModelRequest) -> Answer<()> {
    Ok(engine.pull_model(&request.model).await?)
}

pub(crate) async fn ollama_pulling(engine: &Engine, (): ()) -> Answer<Option<PullState>> {
    Ok(engine.pulling())
}

pub(crate) async fn ollama_import(engine: &Engine, request: ImportRequest) -> Answer<()> {
    Ok(engine.import_model(std::path::Path::new(&request.path), &request.model).await?)
}

pub(crate) async fn ollama_delete(engine: &Engine, request: ModelRequest) -> Answer<()> {
    Ok(engine.delete_model(&request.model).await?)
}

pub(crate) async fn ollama_pull_stop(engine: &Engine, (): ()) -> Answer<()> {
    engine.stop_pulling();
    Ok(())
}

pub(crate) async fn document_enrich(engine: &Engine, request: EnrichRequest) -> Answer<()> {
    Ok(engine.enrich(request.id, request.model.as_deref()).await?)
}

pub(crate) async fn document_enrich_stop(engine: &Engine, request: DocumentRequest) -> Answer<()> {
    engine.stop_enriching(request.id);
    Ok(())
}

pub(crate) async fn enrichment_status(engine: &Engine, (): ()) -> Answer<EnrichmentStatus> {
    Ok(engine.enrichment_status().await?)
}

pub(crate) async fn document_summaries(engine: &Engine, request: DocumentRequest) -> Answer<DocumentSummaries> {
    Ok(engine.document_summaries(request.id).await?)
}

pub(crate) async fn diagnostics(engine: &Engine, (): ()) -> Answer<String> {
    Ok(engine.diagnostics().await?)
}

pub(crate) async fn licences(engine: &Engine, (): ()) -> Answer<Vec<LicenceText>> {
    Ok(engine.licences().await?)
}

pub(crate) async fn questions_list(engine: &Engine, (): ()) -> Answer<Vec<SavedQuestion>> {
    Ok(engine.saved_questions()?.into_iter().map(SavedQuestion::from).collect())
}

pub(crate) async fn question_save(engine: &Engine, request: SaveQuestion) -> Answer<SavedQuestion> {
    Ok(engine.save_question_for(&request.question, request.document, request.page).await?.into())
}

pub(crate) async fn question_forget(engine: &Engine, request: QuestionRequest) -> Answer<()> {
    Ok(engine.forget_question(&request.qid)?)
}

pub(crate) async fn questions_run(engine: &Engine, (): ()) -> Answer<RunReport> {
    let (run, evaluation) = engine.run_questions().await?;
    Ok(RunReport::new(run, evaluation))
}

pub(crate) async fn question_runs(engine: &Engine, (): ()) -> Answer<Vec<RunFigures>> {
    Ok(engine.question_runs()?.into_iter().map(RunFigures::from).collect())
}

pub(crate) async fn document_format_estimate(engine: &Engine, request: FormatRequest) -> Answer<FormatEstimate> {
    Ok(engine.format_estimate(request.id, request.formatter).await?)
}

pub(crate) async fn document_format(engine: &Engine, request: FormatRequest) -> Answer<()> {
    Ok(engine.format_document(request.id, request.formatter).await?)
}

pub(crate) async fn document_format_stop(engine: &Engine, request: DocumentRequest) -> Answer<()> {
    engine.stop_formatting(request.id);
    Ok(())
}

pub(crate) async fn documents_formatting(engine: &Engine, (): ()) -> Answer<Vec<FormatState>> {
    Ok(engine.formatting())
}

pub(crate) async fn folders_list(engine: &Engine, (): ()) -> Answer<Vec<FolderRow>> {
    Ok(engine.folders().await?)
}

pub(crate) async fn folder_link(engine: &Engine, request: FolderLinkRequest) -> Answer<FolderRow> {
    Ok(engine.link_folder(&request.path, request.ignore).await?)
}

pub(crate) async fn folder_change(engine: &Engine, request: FolderChangeRequest) -> Answer<FolderRow> {
    Ok(engine.change_folder(request.id, request.ignore).await?)
}

pub(crate) async fn folder_unlink(engine: &Engine, request: FolderRequest) -> Answer<()> {
    Ok(engine.unlink_folder(request.id).await?)
}

pub(crate) async fn folders_scan(engine: &Engine, (): ()) -> Answer<AddReport> {
    Ok(engine.scan_folders().await?)
}
