//! Typed row identifiers of the library database.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[serde(transparent)]
        #[ts(type = "number")]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

row_id!(
    /// A document of the library (one content hash).
    DocumentId
);
row_id!(
    /// A segment: the unit of search.
    SegmentId
);
row_id!(
    /// A named set of documents.
    CollectionId
);
