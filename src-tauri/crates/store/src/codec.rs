//! Column values: names of enums, JSON texts and packed blobs, each with the column named when it cannot be read.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Fault;

/// The serialised name of a unit variant (`searchable`).
pub(crate) fn name<T: Serialize>(what: &'static str, value: &T) -> Result<String, Fault> {
    match serde_json::to_value(value).map_err(|error| fault(what, error))? {
        Value::String(name) => Ok(name),
        other => Err(fault(what, format!("`{other}` is no name"))),
    }
}

/// The unit variant of a name.
pub(crate) fn named<T: DeserializeOwned>(what: &'static str, name: String) -> Result<T, Fault> {
    serde_json::from_value(Value::String(name)).map_err(|error| fault(what, error))
}

/// JSON text.
pub(crate) fn json<T: Serialize + ?Sized>(what: &'static str, value: &T) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|error| fault(what, error))
}

/// A value from JSON text.
pub(crate) fn from_json<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| fault(what, error))
}

/// Postcard bytes: a fraction of JSON's size for rectangles and maps.
pub(crate) fn pack<T: Serialize + ?Sized>(what: &'static str, value: &T) -> Result<Vec<u8>, Fault> {
    postcard::to_stdvec(value).map_err(|error| fault(what, error))
}

/// A value from postcard bytes.
pub(crate) fn unpack<T: DeserializeOwned>(what: &'static str, bytes: &[u8]) -> Result<T, Fault> {
    postcard::from_bytes(bytes).map_err(|error| fault(what, error))
}

/// The first value of a sequence in postcard bytes; the others are not looked at.
pub(crate) fn unpack_first<T: DeserializeOwned>(what: &'static str, bytes: &[u8]) -> Result<Option<T>, Fault> {
    let (length, rest) = postcard::take_from_bytes::<u64>(bytes).map_err(|error| fault(what, error))?;
    if length == 0 {
        return Ok(None);
    }
    postcard::take_from_bytes(rest).map(|(first, _)| Some(first)).map_err(|error| fault(what, error))
}

/// An SQLite integer as the unsigned number it stands for; negative values become 0.
pub(crate) fn unsigned(value: i64) -> u32 {
    u32::try_from(value.max(0)).unwrap_or(u32::MAX)
}

/// A list of ids for `json_each`.
pub(crate) fn id_list(ids: impl IntoIterator<Item = i64>) -> String {
    let mut text = String::from("[");
    for id in ids {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&id.to_string());
    }
    text.push(']');
    text
}

fn fault(what: &'static str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Fault {
    Fault::Encoding { what, source: source.into() }
}
