//! The space of the vectors: how well each way to put metadata into them keeps look-alike documents apart.

use serde::Serialize;
use waymark_core::DocumentId;
use waymark_retrieve::eval::{Point, Separation, space};

use super::world::{Arrangement, Metadata, Representation, World};
use crate::engine::Engine;
use crate::error::EngineError;

/// Passages looked at, spread evenly over the library.
const SAMPLE: usize = 4000;
/// Seed of the pairs.
const SEED: u64 = 51;

/// One way to make vectors, analysed.
#[derive(Debug, Clone, Serialize)]
pub struct SpaceReport {
    /// Which way.
    pub name: String,
    /// Figures over pairs of passages inside a document and across documents.
    pub separation: Separation,
    /// Share of the variance that the picture holds, 0..1.
    pub explained: f32,
    /// The passages in the plane of the two main components; groups are indexes into `documents`.
    pub points: Vec<Point>,
    /// Titles of the documents.
    pub documents: Vec<String>,
}

impl Engine {
    /// Analyses the vectors of the text alone, with metadata in front, and unified (Metadata RAG section 5.1, its table 3 and
    /// figure 6). Embeds what is not known yet, as [`Engine::ablation`] does.
    ///
    /// # Errors
    /// When the library has fewer than two documents, or as [`Engine::ablation`].
    pub async fn vector_space(&self) -> Result<Vec<SpaceReport>, EngineError> {
        let documents: Vec<(DocumentId, String)> =
            self.inner.store.document_rows().await?.into_iter().map(|record| (record.id, record.title)).collect();
        let mut cache = self.vector_cache().await?;
        let ways = [
            ("text alone", Representation::Plain),
            ("metadata in front", Representation::Prefix),
            ("unified, 0.3 metadata", Representation::Unified(0.3)),
            ("unified, 0.5 metadata", Representation::Unified(0.5)),
        ];
        let mut reports = Vec::new();
        for (name, representation) in ways {
            let arrangement = Arrangement { metadata: Metadata::Full, representation, ..Arrangement::default() };
            let world = self.world(&arrangement, &mut cache).await?;
            reports.push(report(name, &world, &documents)?);
        }
        Ok(reports)
    }
}

fn report(name: &str, world: &World, documents: &[(DocumentId, String)]) -> Result<SpaceReport, EngineError> {
    let all: Vec<(DocumentId, &[f32])> = world.vectors().collect();
    let step = all.len().div_ceil(SAMPLE).max(1);
    let sample = all.iter().step_by(step);
    let group = |id: DocumentId| documents.iter().position(|(known, _)| *known == id).unwrap_or(documents.len());
    let (groups, vectors): (Vec<usize>, Vec<Vec<f32>>) = sample.map(|(id, vector)| (group(*id), vector.to_vec())).unzip();
    let space = space(&vectors, &groups, SEED).ok_or_else(|| {
        EngineError::invalid("the library holds fewer than two documents with vectors: there is nothing to tell apart")
    })?;
    Ok(SpaceReport {
        name: name.to_owned(),
        separation: space.separation,
        explained: space.explained,
        points: space.points,
        documents: documents.iter().map(|(_, title)| title.clone()).collect(),
    })
}
