//! Finds what a graph computes in a roundabout way: weights unpacked to floats, GELU and attention in single steps.

use std::collections::HashMap;

use super::onnx::{Model, Node, Tensor};

/// Who makes and who uses each value.
pub(super) struct Index<'m> {
    nodes: &'m [Node<'m>],
    producers: HashMap<&'m str, usize>,
    consumers: HashMap<&'m str, Vec<usize>>,
    tensors: HashMap<&'m str, &'m Tensor<'m>>,
}

/// `x · (int8 weights × scale)`.
#[derive(Debug, Clone)]
pub(super) struct PackedMatMul {
    pub input: String,
    pub weights: String,
    pub scale: String,
    pub output: String,
    /// Rows of the weights (numbers in) and columns (numbers out).
    pub rows: i64,
    pub columns: i64,
}

/// `Gather(int8 table × scale, indices)`.
#[derive(Debug, Clone)]
pub(super) struct PackedGather {
    pub table: String,
    pub scale: String,
    pub indices: String,
    pub output: String,
}

/// `x/2 · (1 + erf(x/√2))` in single steps.
#[derive(Debug, Clone)]
pub(super) struct Gelu {
    pub input: String,
    pub output: String,
}

/// Multi-head attention in single steps, mask included.
#[derive(Debug, Clone)]
pub(super) struct Attention {
    pub query: String,
    pub key: String,
    pub value: String,
    pub output: String,
    pub heads: i64,
    pub scale: f32,
}

impl<'m> Index<'m> {
    pub(super) fn new(model: &'m Model<'m>) -> Self {
        let mut producers = HashMap::new();
        let mut consumers: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, node) in model.nodes.iter().enumerate() {
            for name in &node.outputs {
                producers.insert(name.as_str(), index);
            }
            for name in &node.inputs {
                consumers.entry(name.as_str()).or_default().push(index);
            }
        }
        let tensors = model.tensors.iter().map(|tensor| (tensor.name.as_str(), tensor)).collect();
        Self { nodes: &model.nodes, producers, consumers, tensors }
    }

    /// The node that makes input `slot` of `node`, if it is of this kind.
    fn from(&self, node: &Node<'_>, slot: usize, op: &str) -> Option<&'m Node<'m>> {
        let producer = *self.producers.get(node.inputs.get(slot)?.as_str())?;
        Some(&self.nodes[producer]).filter(|node| node.op == op)
    }

    /// The only node of this kind that uses the first output of `node`.
    fn to(&self, node: &Node<'_>, op: &str) -> Option<&'m Node<'m>> {
        let users = self.consumers.get(node.outputs.first()?.as_str())?;
        let mut matching = users.iter().map(|&index| &self.nodes[index]).filter(|node| node.op == op);
        matching.next().filter(|_| matching.next().is_none())
    }

    fn constant(&self, name: &str) -> Option<f32> {
        self.tensors.get(name)?.float()
    }

    /// The constant among the two inputs of `node`, and the other input.
    fn with_constant(&self, node: &Node<'_>) -> Option<(f32, String)> {
        let [a, b] = node.inputs.as_slice() else { return None };
        match (self.constant(a), self.constant(b)) {
            (None, Some(value)) => Some((value, a.clone())),
            (Some(value), None) => Some((value, b.clone())),
            _ => None,
        }
    }

    /// Names of int8 values and scale when input `slot` of `node` is `Mul(Cast(int8), scale)`.
    fn packed(&self, node: &Node<'_>, slot: usize) -> Option<(&'m Tensor<'m>, String)> {
        let product = self.from(node, slot, "Mul")?;
        let cast = self.from(product, 0, "Cast")?;
        let values = *self.tensors.get(cast.inputs.first()?.as_str())?;
        let scale = product.inputs.get(1)?;
        (values.kind == 3 && self.tensors.contains_key(scale.as_str())).then(|| (values, scale.clone()))
    }

    pub(super) fn packed_matmul(&self, node: &Node<'_>) -> Option<PackedMatMul> {
        if node.op != "MatMul" {
            return None;
        }
        let (weights, scale) = self.packed(node, 1)?;
        let (&[rows, columns], scales) = (weights.dims.as_slice(), self.tensors.get(scale.as_str())?) else { return None };
        (scales.dims.last() == Some(&columns)).then(|| PackedMatMul {
            input: node.inputs[0].clone(),
            weights: weights.name.clone(),
            scale,
            output: node.outputs[0].clone(),
            rows,
            columns,
        })
    }

    pub(super) fn packed_gather(&self, node: &Node<'_>) -> Option<PackedGather> {
        if node.op != "Gather" || node.inputs.len() != 2 {
            return None;
        }
        let (table, scale) = self.packed(node, 0)?;
        // One scale per row, so that gathered rows find theirs at the same index.
        let scales = self.tensors.get(scale.as_str())?;
        (scales.dims == [*table.dims.first()?, 1]).then(|| PackedGather {
            table: table.name.clone(),
            scale,
            indices: node.inputs[1].clone(),
            output: node.outputs[0].clone(),
        })
    }

    /// `Mul(x, Mul(0.5, Add(Erf(Div(x, √2)), 1)))`, told by its last node.
    pub(super) fn gelu(&self, node: &Node<'_>) -> Option<Gelu> {
        if node.op != "Mul" {
            return None;
        }
        (0..2).find_map(|slot| {
            let input = node.inputs.get(1 - slot)?;
            let (half, _) = self.with_constant(self.from(node, slot, "Mul")?)?;
            let half_node = self.from(node, slot, "Mul")?;
            let sum = (0..2).find_map(|slot| self.from(half_node, slot, "Add"))?;
            let (one, _) = self.with_constant(sum)?;
            let erf = (0..2).find_map(|slot| self.from(sum, slot, "Erf"))?;
            let quotient = self.from(erf, 0, "Div")?;
            let (root, inner) = self.with_constant(quotient)?;
            let close = |value: f32, wanted: f32| (value - wanted).abs() < 1e-4;
            (close(half, 0.5) && close(one, 1.0) && close(root, std::f32::consts::SQRT_2) && inner == *input)
                .then(|| Gelu { input: inner, output: node.outputs[0].clone() })
        })
    }

    /// The value before `Transpose(Reshape(x), [0, 2, 1, 3])`, which splits heads, and the head size.
    fn heads_split(&self, node: &'m Node<'m>) -> Option<(String, i64)> {
        let splits = node.op == "Transpose" && node.ints("perm")? == [0, 2, 1, 3];
        let reshape = splits.then(|| self.from(node, 0, "Reshape")).flatten()?;
        let shape = self.from(reshape, 1, "Concat")?;
        let size = self.tensors.get(shape.inputs.last()?.as_str())?.integer()?;
        Some((reshape.inputs[0].clone(), size))
    }

    /// `x · constant`, or `x` with factor 1.
    fn scaled(&self, node: &Node<'_>, slot: usize) -> Option<(&'m Node<'m>, f32)> {
        if let Some(product) = self.from(node, slot, "Mul") {
            let (factor, name) = self.with_constant(product)?;
            return Some((&self.nodes[*self.producers.get(name.as_str())?], factor));
        }
        Some((&self.nodes[*self.producers.get(node.inputs.get(slot)?.as_str())?], 1.0))
    }

    /// Attention around a `Softmax`, told by that node.
    pub(super) fn attention(&self, softmax: &'m Node<'m>) -> Option<Attention> {
        if softmax.op != "Softmax" {
            return None;
        }
        let masked = self.from(softmax, 0, "Add")?;
        let scores = self.from(masked, 0, "MatMul")?;
        let (query, query_factor) = self.scaled(scores, 0)?;
        let (mut key, key_factor) = self.scaled(scores, 1)?;
        let (query, size) = self.heads_split(query)?;
        // The key is turned once more, by a transpose between reshapes.
        for _ in 0..4 {
            if self.heads_split(key).is_some() {
                break;
            }
            key = self.from(key, 0, "Reshape").or_else(|| self.from(key, 0, "Transpose"))?;
        }
        let (key, _) = self.heads_split(key)?;
        let guarded = self.to(softmax, "IsNaN").and_then(|guard| self.to(guard, "Where"));
        let weighted = self.to(guarded.unwrap_or(softmax), "MatMul")?;
        let value_node = &self.nodes[*self.producers.get(weighted.inputs.get(1)?.as_str())?];
        let (value, _) = self.heads_split(value_node)?;
        let joined = self.to(self.to(weighted, "Transpose")?, "Reshape")?;
        let bias =
            self.nodes[*self.producers.get(query.as_str())?].inputs.iter().find_map(|name| self.tensors.get(name.as_str()))?;
        let width = *bias.dims.last()?;
        (size > 0 && width % size == 0).then(|| Attention {
            query,
            key,
            value,
            output: joined.outputs[0].clone(),
            heads: width / size,
            scale: query_factor * key_factor,
        })
    }
}
