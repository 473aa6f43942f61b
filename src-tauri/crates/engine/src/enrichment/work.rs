//! A document + a model → digests of its sections from the leaves up, its terms, and compressed passages. Each is stored as soon
//! as it is made; what is there and fresh is not asked for again.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::Value;
use waymark_answer::digest::{self, Checked, DigestReply, TermsReply};
use waymark_core::{ChatMessage, Digest, DigestOrigin, ErrorCode, WireError};
use waymark_store::{Provenance, Slice, StoredDigest, StoredTerms};

use super::asking::Asking;
use super::plan::{Node, Plan, fresh, hash};
use crate::completion;
use crate::engine::now_ms;
use crate::error::EngineError;

/// Most tokens that are read at once, however large the model's context is.
const MOST_TOKENS: u32 = 1500;
/// Fewer are not worth a call.
const LEAST_TOKENS: u32 = 120;
/// Characters to which the digest of a part is cut where many have to fit.
const BRIEF: usize = 300;

/// Makes whatever a document lacks.
pub(super) async fn run(asking: &Asking<'_>) -> Result<(), EngineError> {
    let plan = asking.engine.enrichment_plan(asking.document).await?;
    let nodes = plan.order.iter().filter(|at| !plan.nodes[**at].empty).count();
    let total = nodes + 1 + plan.long().count();
    asking.engine.change_job(asking.document, |state| {
        state.model = Some(asking.chosen.name.clone());
        state.total = u32::try_from(total).unwrap_or(u32::MAX);
    });
    let mut work = Work { asking, plan: &plan, done: 0, total, calls: 0, timed: (0, Duration::ZERO), digests: BTreeMap::new() };
    work.sections().await?;
    work.terms().await?;
    work.passages().await
}

struct Work<'a> {
    asking: &'a Asking<'a>,
    plan: &'a Plan,
    done: usize,
    total: usize,
    /// Calls made so far.
    calls: usize,
    /// Steps that needed a call, and how long they took.
    timed: (u32, Duration),
    /// Digests of nodes, by index.
    digests: BTreeMap<usize, Checked>,
}

impl Work<'_> {
    async fn sections(&mut self) -> Result<(), EngineError> {
        let mut stored = self.asking.engine.inner.store.node_summaries(self.asking.document).await?;
        let plan = self.plan;
        for &at in plan.order.iter().filter(|at| !plan.nodes[**at].empty) {
            let (node, begun) = (&plan.nodes[at], (self.calls, Instant::now()));
            let source = source_of(plan, node, |child| self.digests.get(&child).map(|checked| &checked.digest));
            let kept = stored.remove(&node.section).filter(|old| fresh(&old.made, Some(&self.asking.chosen.name), &source));
            let checked = match kept {
                Some(old) => Checked { digest: old.digest, origin: old.origin, refused: Vec::new() },
                None => {
                    let checked = self.node(node).await?;
                    let row = self.row(&checked, source);
                    let own = node.segments.first().copied().filter(|_| node.section != 0 && !node.is_passage());
                    let slices = if own.is_some() { slices(&checked, true) } else { Vec::new() };
                    let store = &self.asking.engine.inner.store;
                    if !store.put_node_summary(self.asking.document, node.section, &row, own, &slices).await? {
                        return Err(gone());
                    }
                    checked
                }
            };
            self.digests.insert(at, checked);
            self.step(begun);
        }
        Ok(())
    }

    /// The digest of a node: its own text's, joined with its children's where there is more than one.
    async fn node(&mut self, node: &Node) -> Result<Checked, EngineError> {
        let mut parts: Vec<(String, Checked)> = Vec::new();
        for text in self.parts(node) {
            parts.push((String::new(), self.read(&node.path, &text).await?));
        }
        for child in &node.children {
            if let Some(checked) = self.digests.get(child) {
                parts.push((self.plan.nodes[*child].title.clone(), checked.clone()));
            }
        }
        self.joined(&node.path, parts).await
    }

    fn parts(&self, node: &Node) -> Vec<String> {
        let count = |text: &str| self.asking.chosen.model.estimate_tokens(text);
        digest::parts(node.texts.iter().map(String::as_str), &count, self.room(&node.path))
    }

    /// Tokens left for text in one call.
    fn room(&self, title: &str) -> u32 {
        let model = &self.asking.chosen.model;
        let overhead = digest::overhead(title, &|text| model.estimate_tokens(text));
        model.context_length().saturating_sub(overhead + digest::SUMMARY_TOKENS).clamp(LEAST_TOKENS, MOST_TOKENS)
    }

    /// Equation 1. Short texts are their own summary.
    async fn read(&mut self, path: &str, text: &str) -> Result<Checked, EngineError> {
        if text.chars().count() < digest::SHORT {
            let digest = Digest { key_points: Vec::new(), summary: text.split_whitespace().collect::<Vec<_>>().join(" ") };
            return Ok(Checked { digest, origin: DigestOrigin::Text, refused: Vec::new() });
        }
        let written = self.digest(digest::read(path, text)).await?;
        Ok(self.noted(digest::checked(written, &format!("{path}\n{text}"), text)))
    }

    /// Equation 3, in groups where the parts do not fit into one call.
    async fn joined(&mut self, path: &str, mut parts: Vec<(String, Checked)>) -> Result<Checked, EngineError> {
        loop {
            if parts.len() < 2 {
                let nothing = || Checked { digest: Digest::default(), origin: DigestOrigin::Text, refused: Vec::new() };
                return Ok(parts.pop().map_or_else(nothing, |(_, only)| only));
            }
            let mut shorter = Vec::new();
            for group in self.groups(path, &parts) {
                let name = match group {
                    [(first, _), .., (last, _)] if first != last => format!("{first} … {last}"),
                    [(first, _), ..] => first.clone(),
                    [] => continue,
                };
                let checked = if let [(_, only)] = group { only.clone() } else { self.join(path, group).await? };
                shorter.push((name, checked));
            }
            parts = shorter;
        }
    }

    async fn join(&mut self, path: &str, group: &[(String, Checked)]) -> Result<Checked, EngineError> {
        let brief: Vec<(&str, Digest)> = group.iter().map(|(title, checked)| (title.as_str(), brief(&checked.digest))).collect();
        let parts: Vec<(&str, &Digest)> = brief.iter().map(|(title, digest)| (*title, digest)).collect();
        let written = self.digest(digest::join(path, &parts)).await?;
        let text: Vec<&str> = parts.iter().map(|(_, digest)| digest.summary.as_str()).collect();
        Ok(self.noted(digest::checked(written, &digest::join_source(path, &parts), &text.join("\n"))))
    }

    /// Runs of parts that fit into one call, two at least.
    fn groups<'p>(&self, path: &str, parts: &'p [(String, Checked)]) -> Vec<&'p [(String, Checked)]> {
        let room = self.room(path);
        let cost = |(title, checked): &(String, Checked)| {
            let digest = brief(&checked.digest);
            let text = format!("{title}\n{}\n{}\n", digest.key_points.join(", "), digest.summary);
            self.asking.chosen.model.estimate_tokens(&text) + 8
        };
        let (mut groups, mut from, mut spent) = (Vec::new(), 0, 0);
        for (at, part) in parts.iter().enumerate() {
            let own = cost(part);
            if at - from >= 2 && spent + own > room {
                groups.push(&parts[from..at]);
                (from, spent) = (at, 0);
            }
            spent += own;
        }
        groups.push(&parts[from..]);
        groups
    }

    async fn terms(&mut self) -> Result<(), EngineError> {
        let (plan, store, begun) = (self.plan, &self.asking.engine.inner.store, (self.calls, Instant::now()));
        let source = terms_source(plan);
        let known = store.model_terms().await?.remove(&self.asking.document);
        if known.is_none_or(|old| !fresh(&old.made, Some(&self.asking.chosen.name), &source)) {
            let room = (self.room(&plan.title) as usize).min(plan.front.chars().count());
            let front: String = plan.front.chars().take(room).collect();
            let messages = digest::ask_terms(&plan.title, &front);
            let reply: Option<TermsReply> = self.ask(messages, digest::TERMS_TOKENS, digest::terms_form()).await?.1;
            let written = reply.map(|reply| reply.terms).unwrap_or_default();
            let terms = digest::terms(&written, &format!("{}\n{}", plan.title, plan.front));
            if !store.put_model_terms(self.asking.document, &StoredTerms { terms, made: self.made(source) }).await? {
                return Err(gone());
            }
        }
        self.step(begun);
        Ok(())
    }

    async fn passages(&mut self) -> Result<(), EngineError> {
        let (plan, store) = (self.plan, &self.asking.engine.inner.store);
        let known = store.segment_summaries(self.asking.document).await?;
        for stored in plan.long() {
            let begun = (self.calls, Instant::now());
            let section = stored.segment.section as usize;
            let node = plan.nodes.get(section);
            let path = node.map_or(plan.title.as_str(), |node| node.path.as_str());
            let source = passage_source(path, &stored.segment.text);
            let old = known.get(&stored.id);
            if old.is_none_or(|old| !fresh(&old.made, Some(&self.asking.chosen.name), &source)) {
                let whole = self.digests.get(&section).filter(|_| node.is_some_and(Node::is_passage)).cloned();
                let checked = match whole {
                    Some(checked) => checked,
                    None => self.passage(path, &stored.segment.text).await?,
                };
                let slices = slices(&checked, false);
                if !store.put_segment_summary(stored.id, &self.row(&checked, source), &slices).await? {
                    return Err(gone());
                }
            }
            self.step(begun);
        }
        Ok(())
    }

    /// One passage, in parts where it is longer than a call can take.
    async fn passage(&mut self, path: &str, text: &str) -> Result<Checked, EngineError> {
        let room = self.room(path);
        let pieces = digest::parts([text], &|text| self.asking.chosen.model.estimate_tokens(text), room);
        let mut parts = Vec::new();
        for piece in pieces {
            parts.push((String::new(), self.read(path, &piece).await?));
        }
        self.joined(path, parts).await
    }

    async fn digest(&mut self, messages: Vec<ChatMessage>) -> Result<Option<Digest>, WireError> {
        let (text, reply) = self.ask::<DigestReply>(messages, digest::SUMMARY_TOKENS, digest::digest_form()).await?;
        Ok(reply.or_else(|| DigestReply::from_text(&text)).map(Digest::from))
    }

    /// One reply as text, and as JSON where it is some. What is too long for the model gets none.
    async fn ask<T: DeserializeOwned>(
        &mut self,
        messages: Vec<ChatMessage>,
        most: u32,
        form: Value,
    ) -> Result<(String, Option<T>), WireError> {
        self.calls += 1;
        match self.asking.complete(messages, most, form).await {
            Ok(completion) => {
                let read = completion::json(&completion.text);
                Ok((completion.text, read))
            }
            Err(error) if error.code == ErrorCode::TooLong => Ok((String::new(), None)),
            Err(error) => Err(error),
        }
    }

    fn noted(&self, checked: Checked) -> Checked {
        if checked.origin == DigestOrigin::Extractive {
            tracing::debug!(document = self.asking.document.0, refused = ?checked.refused, "a summary was replaced by sentences");
            self.asking.engine.change_job(self.asking.document, |state| state.replaced += 1);
        }
        checked
    }

    fn made(&self, source: String) -> Provenance {
        Provenance { model: self.asking.chosen.name.clone(), prompt: digest::version(), source, made_ms: now_ms() }
    }

    fn row(&self, checked: &Checked, source: String) -> StoredDigest {
        StoredDigest { digest: checked.digest.clone(), origin: checked.origin, made: self.made(source) }
    }

    /// Notes that a step is done and how long the rest will take.
    fn step(&mut self, (calls, begun): (usize, Instant)) {
        self.done += 1;
        if self.calls > calls {
            self.timed = (self.timed.0 + 1, self.timed.1 + begun.elapsed());
        }
        let left = self.total.saturating_sub(self.done);
        let each = (self.timed.0 > 0).then(|| self.timed.1.as_secs_f64() / f64::from(self.timed.0));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        self.asking.engine.change_job(self.asking.document, |state| {
            state.done = u32::try_from(self.done).unwrap_or(u32::MAX);
            state.seconds_left = each.map(|each| (each * left as f64).round() as u32);
        });
        self.asking.engine.tell_enrichment(&[]);
    }
}

/// What the digest of a node is made of.
pub(super) fn source_of<'d>(plan: &'d Plan, node: &'d Node, digest: impl Fn(usize) -> Option<&'d Digest>) -> String {
    let mut parts: Vec<&str> = vec![&node.path];
    parts.extend(node.texts.iter().map(String::as_str));
    for child in &node.children {
        if let Some(digest) = digest(*child) {
            parts.push(&plan.nodes[*child].title);
            parts.extend(digest.key_points.iter().map(String::as_str));
            parts.push(&digest.summary);
        }
    }
    hash(parts)
}

/// What the digest of a passage is made of.
pub(super) fn passage_source(path: &str, text: &str) -> String {
    hash([path, text])
}

/// What terms are made of.
pub(super) fn terms_source(plan: &Plan) -> String {
    hash([plan.title.as_str(), plan.front.as_str()])
}

fn brief(digest: &Digest) -> Digest {
    if digest.summary.chars().count() <= BRIEF {
        return digest.clone();
    }
    Digest { key_points: digest.key_points.clone(), summary: digest::extract(&digest.summary, BRIEF) }
}

/// What a passage can be found through; nothing where the summary is the text itself. Those of sections carry their key points
/// (HiSem equation 4 compares path, key points and summary).
fn slices(checked: &Checked, points: bool) -> Vec<Slice> {
    if checked.origin == DigestOrigin::Text {
        return Vec::new();
    }
    let Digest { key_points, summary } = &checked.digest;
    let cut = digest::slices(summary, digest::SLICE_CHARS, digest::SLICE_OVERLAP);
    let text = |slice: &str| match key_points.join(", ") {
        list if points && !list.is_empty() => format!("{list}\n{slice}"),
        _ => slice.to_owned(),
    };
    cut.into_iter().map(|range| Slice { start: range.start, stop: range.end, text: text(summary[range].trim()) }).collect()
}

fn gone() -> EngineError {
    WireError::new(ErrorCode::Cancelled, "the document was removed or read anew meanwhile").into()
}
