//! Bytes of an ONNX file ↔ nodes and tensors, with everything else carried through unread.
//!
//! Only the fields that the rewriting needs are understood; numbers are those of `onnx.proto`.

/// A field of a protocol buffer message as it stands in the file.
#[derive(Debug, Clone)]
pub(super) enum Value<'a> {
    Varint(u64),
    Fixed64([u8; 8]),
    Bytes(&'a [u8]),
    Fixed32([u8; 4]),
}

/// Field number and value.
pub(super) type Field<'a> = (u64, Value<'a>);

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*head)
}

/// The fields of a message; `None` when it is not one.
pub(super) fn fields(mut bytes: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let value = match key & 7 {
            0 => Value::Varint(varint(&mut bytes)?),
            1 => Value::Fixed64(array(&mut bytes)?),
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).ok()?;
                let (head, rest) = bytes.split_at_checked(length)?;
                bytes = rest;
                Value::Bytes(head)
            }
            5 => Value::Fixed32(array(&mut bytes)?),
            _ => return None,
        };
        found.push((key >> 3, value));
    }
    Some(found)
}

fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value as u8 & 0x7F) | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends one field.
pub(super) fn put(out: &mut Vec<u8>, number: u64, value: &Value<'_>) {
    match value {
        Value::Varint(v) => {
            put_varint(out, number << 3);
            put_varint(out, *v);
        }
        Value::Fixed64(v) => {
            put_varint(out, number << 3 | 1);
            out.extend_from_slice(v);
        }
        Value::Bytes(v) => {
            put_varint(out, number << 3 | 2);
            put_varint(out, v.len() as u64);
            out.extend_from_slice(v);
        }
        Value::Fixed32(v) => {
            put_varint(out, number << 3 | 5);
            out.extend_from_slice(v);
        }
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

/// An attribute of a node that the rewriting writes itself.
#[derive(Debug, Clone, Copy)]
pub(super) enum Attribute {
    Int(i64),
    Float(f32),
    Axis(i64),
}

/// A `NodeProto`.
#[derive(Debug, Clone, Default)]
pub(super) struct Node<'a> {
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
    pub op: String,
    pub domain: String,
    attributes: Vec<&'a [u8]>,
    own: Vec<(&'static str, Attribute)>,
}

impl<'a> Node<'a> {
    /// A node of our own.
    pub(super) fn new(op: &str, inputs: &[&str], outputs: &[&str]) -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self { inputs: owned(inputs), outputs: owned(outputs), op: op.to_owned(), ..Self::default() }
    }

    /// The same with an attribute.
    pub(super) fn with(mut self, name: &'static str, value: Attribute) -> Self {
        self.own.push((name, value));
        self
    }

    /// The same as an operator of ONNX Runtime's own set.
    pub(super) fn contributed(mut self) -> Self {
        self.domain = "com.microsoft".to_owned();
        self
    }

    fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut node = Self::default();
        for (number, value) in fields(bytes)? {
            match (number, value) {
                (1, Value::Bytes(name)) => node.inputs.push(text(name)?),
                (2, Value::Bytes(name)) => node.outputs.push(text(name)?),
                (4, Value::Bytes(name)) => node.op = text(name)?,
                (5, Value::Bytes(attribute)) => node.attributes.push(attribute),
                (7, Value::Bytes(name)) => node.domain = text(name)?,
                _ => {}
            }
        }
        Some(node)
    }

    /// The integers of a list attribute.
    pub(super) fn ints(&self, name: &str) -> Option<Vec<i64>> {
        self.attributes.iter().find_map(|bytes| {
            let fields = fields(bytes)?;
            let named =
                fields.iter().any(|(number, value)| matches!((number, value), (1, Value::Bytes(b)) if *b == name.as_bytes()));
            named.then(|| integers(&fields, 8)).flatten()
        })
    }

    fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for name in &self.inputs {
            put(&mut out, 1, &Value::Bytes(name.as_bytes()));
        }
        for name in &self.outputs {
            put(&mut out, 2, &Value::Bytes(name.as_bytes()));
        }
        put(&mut out, 4, &Value::Bytes(self.op.as_bytes()));
        for attribute in &self.attributes {
            put(&mut out, 5, &Value::Bytes(attribute));
        }
        for (name, value) in &self.own {
            put(&mut out, 5, &Value::Bytes(&attribute(name, *value)));
        }
        if !self.domain.is_empty() {
            put(&mut out, 7, &Value::Bytes(self.domain.as_bytes()));
        }
        out
    }
}

fn attribute(name: &str, value: Attribute) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, 1, &Value::Bytes(name.as_bytes()));
    let kind = match value {
        Attribute::Int(v) => {
            put(&mut out, 3, &Value::Varint(v as u64));
            2
        }
        Attribute::Float(v) => {
            put(&mut out, 2, &Value::Fixed32(v.to_le_bytes()));
            1
        }
        Attribute::Axis(v) => {
            put(&mut out, 8, &Value::Varint(v as u64));
            7
        }
    };
    put(&mut out, 20, &Value::Varint(kind));
    out
}

/// A repeated integer field, packed or not.
fn integers(fields: &[Field<'_>], wanted: u64) -> Option<Vec<i64>> {
    let mut found = Vec::new();
    for (number, value) in fields {
        match value {
            Value::Varint(v) if *number == wanted => found.push(*v as i64),
            Value::Bytes(packed) if *number == wanted => {
                let mut packed = *packed;
                while !packed.is_empty() {
                    found.push(varint(&mut packed)? as i64);
                }
            }
            _ => {}
        }
    }
    Some(found)
}

/// What the rewriting needs to know of a `TensorProto`.
#[derive(Debug, Clone)]
pub(super) struct Tensor<'a> {
    pub name: String,
    pub dims: Vec<i64>,
    /// 1 float, 2 uint8, 3 int8, 7 int64.
    pub kind: u64,
    raw: &'a [u8],
}

impl<'a> Tensor<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let fields = fields(bytes)?;
        let mut tensor = Self { name: String::new(), dims: integers(&fields, 1)?, kind: 0, raw: &[] };
        for (number, value) in fields {
            match (number, value) {
                (2, Value::Varint(kind)) => tensor.kind = kind,
                (8, Value::Bytes(name)) => tensor.name = text(name)?,
                (9, Value::Bytes(raw)) => tensor.raw = raw,
                _ => {}
            }
        }
        Some(tensor)
    }

    /// The value of a float tensor with one element.
    pub(super) fn float(&self) -> Option<f32> {
        let single = self.kind == 1 && self.dims.iter().product::<i64>() == 1;
        single.then(|| self.raw.try_into().ok().map(f32::from_le_bytes)).flatten()
    }

    /// The value of an int64 tensor with one element.
    pub(super) fn integer(&self) -> Option<i64> {
        let single = self.kind == 7 && self.dims.iter().product::<i64>() == 1;
        single.then(|| self.raw.try_into().ok().map(i64::from_le_bytes)).flatten()
    }
}

/// A scalar tensor as bytes of a `TensorProto`.
pub(super) fn scalar(name: &str, kind: u64, raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, 2, &Value::Varint(kind));
    put(&mut out, 8, &Value::Bytes(name.as_bytes()));
    put(&mut out, 9, &Value::Bytes(raw));
    out
}

/// A `ModelProto` with its graph taken apart.
#[derive(Debug)]
pub(super) struct Model<'a> {
    fields: Vec<Field<'a>>,
    graph: Vec<Field<'a>>,
    pub nodes: Vec<Node<'a>>,
    pub tensors: Vec<Tensor<'a>>,
    tensor_bytes: Vec<&'a [u8]>,
    /// Names of the graph's outputs.
    pub outputs: Vec<String>,
}

impl<'a> Model<'a> {
    /// Takes a model file apart; `None` when it is not one.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut model = Self {
            fields: Vec::new(),
            graph: Vec::new(),
            nodes: Vec::new(),
            tensors: Vec::new(),
            tensor_bytes: Vec::new(),
            outputs: Vec::new(),
        };
        for (number, value) in fields(bytes)? {
            match (number, value) {
                (7, Value::Bytes(graph)) => model.read_graph(graph)?,
                field => model.fields.push(field),
            }
        }
        Some(model)
    }

    fn read_graph(&mut self, bytes: &'a [u8]) -> Option<()> {
        for (number, value) in fields(bytes)? {
            match (number, value) {
                (1, Value::Bytes(node)) => self.nodes.push(Node::read(node)?),
                (5, Value::Bytes(tensor)) => {
                    self.tensors.push(Tensor::read(tensor)?);
                    self.tensor_bytes.push(tensor);
                }
                // Shapes of inner values: no longer true after the rewriting, and inferred anyway.
                (13, _) => {}
                (12, Value::Bytes(output)) => {
                    let name = fields(output)?.into_iter().find_map(|field| match field {
                        (1, Value::Bytes(name)) => text(name),
                        _ => None,
                    });
                    self.outputs.push(name?);
                    self.graph.push((12, Value::Bytes(output)));
                }
                field => self.graph.push(field),
            }
        }
        Some(())
    }

    /// The file again, with these nodes, those old tensors that are still used, and these new ones (`TensorProto` bytes).
    pub(super) fn write(&self, nodes: &[Node<'_>], used: impl Fn(&str) -> bool, new_tensors: &[Vec<u8>]) -> Vec<u8> {
        let mut graph = Vec::new();
        for node in nodes {
            put(&mut graph, 1, &Value::Bytes(&node.write()));
        }
        for (tensor, bytes) in self.tensors.iter().zip(&self.tensor_bytes) {
            if used(&tensor.name) {
                put(&mut graph, 5, &Value::Bytes(bytes));
            }
        }
        for tensor in new_tensors {
            put(&mut graph, 5, &Value::Bytes(tensor));
        }
        for (number, value) in &self.graph {
            put(&mut graph, *number, value);
        }
        let mut out = Vec::with_capacity(graph.len() + 1024);
        for (number, value) in &self.fields {
            put(&mut out, *number, value);
        }
        let mut operators = Vec::new();
        put(&mut operators, 1, &Value::Bytes(b"com.microsoft"));
        put(&mut operators, 2, &Value::Varint(1));
        put(&mut out, 8, &Value::Bytes(&operators));
        put(&mut out, 7, &Value::Bytes(&graph));
        out
    }
}
