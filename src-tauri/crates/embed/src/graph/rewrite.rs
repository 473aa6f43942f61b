//! Patterns → a new graph: integer products, fused attention and GELU, tables unpacked only where they are read.
//!
//! Weights that are shipped as int8 but unpacked to floats at start would be multiplied as floats. Here the products are
//! computed in integers; the activations are quantised as they come, per tensor, and per row where the input is wider than
//! the output (the second half of a feed-forward block, whose few large values would otherwise drown the rest).
//! Attention loses its mask, which is right for one text per run: nothing is padded there.

use std::collections::{HashMap, HashSet};

use super::onnx::{Attribute, Model, Node, scalar};
use super::patterns::{Attention, Gelu, Index, PackedGather, PackedMatMul};

const FLOAT: i64 = 1;
const STEP: &str = "waymark/step";
const UNIT: &str = "waymark/unit";
const LEAST: &str = "waymark/least";
const MIDDLE: &str = "waymark/middle";

/// A model that computes the same in another way.
#[derive(Debug)]
pub(crate) struct Rewritten {
    /// The new file.
    pub onnx: Vec<u8>,
    /// Matrix products now in integers.
    pub products: usize,
    /// Attention blocks fused; with any, a run may hold one text only.
    pub attentions: usize,
}

/// Rewrites what is recognised; `None` when the bytes are no model or hold nothing to gain.
pub(crate) fn rewrite(onnx: &[u8]) -> Option<Rewritten> {
    let model = Model::read(onnx)?;
    let index = Index::new(&model);
    let mut attentions: HashMap<String, Attention> = HashMap::new();
    let softmaxes = model.nodes.iter().filter(|node| node.op == "Softmax").count();
    for found in model.nodes.iter().filter_map(|node| index.attention(node)) {
        attentions.insert(found.output.clone(), found);
    }
    // A mask that only some blocks ignore would be worse than none.
    if attentions.len() != softmaxes {
        attentions.clear();
    }
    let mut nodes: Vec<Node<'_>> = Vec::with_capacity(model.nodes.len());
    let (mut quantised, mut products) = (HashSet::new(), 0);
    for node in &model.nodes {
        if let Some(found) = index.packed_matmul(node) {
            products += 1;
            integer_product(&found, &mut quantised, &mut nodes);
        } else if let Some(found) = index.packed_gather(node) {
            gather(&found, &mut nodes);
        } else if let Some(found) = index.gelu(node) {
            nodes.push(gelu(&found));
        } else if let Some(found) = node.outputs.first().and_then(|name| attentions.get(name)) {
            nodes.push(attention(found));
        } else {
            nodes.push(node.clone());
        }
    }
    if products == 0 {
        return None;
    }
    let (nodes, used) = reachable(nodes, &model.outputs);
    let onnx = model.write(&nodes, |name| used.contains(name), &constants());
    Some(Rewritten { onnx, products, attentions: attentions.len() })
}

fn constants() -> Vec<Vec<u8>> {
    vec![
        scalar(STEP, 1, &(1.0_f32 / 127.0).to_le_bytes()),
        scalar(UNIT, 1, &1.0_f32.to_le_bytes()),
        scalar(LEAST, 1, &1e-9_f32.to_le_bytes()),
        scalar(MIDDLE, 2, &[128]),
    ]
}

fn integer_product(found: &PackedMatMul, quantised: &mut HashSet<String>, nodes: &mut Vec<Node<'_>>) {
    let (x, y) = (found.input.as_str(), found.output.as_str());
    let (codes, step) = (format!("{x}/codes"), format!("{x}/step"));
    let (sums, floats, factor) = (format!("{y}/sums"), format!("{y}/floats"), format!("{y}/factor"));
    let by_row = found.rows > found.columns;
    let zero = if by_row { MIDDLE.to_owned() } else { format!("{x}/zero") };
    if quantised.insert(x.to_owned()) {
        if by_row {
            quantise_rows(x, &codes, &step, nodes);
        } else {
            nodes.push(Node::new("DynamicQuantizeLinear", &[x], &[&codes, &step, &zero]));
        }
    }
    nodes.push(Node::new("MatMulInteger", &[&codes, &found.weights, &zero], &[&sums]));
    nodes.push(Node::new("Cast", &[&sums], &[&floats]).with("to", Attribute::Int(FLOAT)));
    if by_row {
        nodes.push(Node::new("Mul", &[&floats, &step], &[&factor]));
        nodes.push(Node::new("Mul", &[&factor, &found.scale], &[y]));
    } else {
        nodes.push(Node::new("Mul", &[&step, &found.scale], &[&factor]));
        nodes.push(Node::new("Mul", &[&floats, &factor], &[y]));
    }
}

/// `codes = round(x / step) + 128` with `step = max|x| / 127` of each row.
fn quantise_rows(x: &str, codes: &str, step: &str, nodes: &mut Vec<Node<'_>>) {
    let (high, low, minus) = (format!("{x}/high"), format!("{x}/low"), format!("{x}/minus"));
    let (most, ratio) = (format!("{x}/most"), format!("{x}/ratio"));
    let last = |node: Node<'static>| node.with("axes", Attribute::Axis(-1)).with("keepdims", Attribute::Int(1));
    nodes.extend([
        last(Node::new("ReduceMax", &[x], &[&high])),
        last(Node::new("ReduceMin", &[x], &[&low])),
        Node::new("Neg", &[&low], &[&minus]),
        Node::new("Max", &[&high, &minus, LEAST], &[&most]),
        Node::new("Mul", &[&most, STEP], &[step]),
        Node::new("Div", &[x, step], &[&ratio]),
        Node::new("QuantizeLinear", &[&ratio, UNIT, MIDDLE], &[codes]),
    ]);
}

fn gather(found: &PackedGather, nodes: &mut Vec<Node<'_>>) {
    let y = found.output.as_str();
    let (codes, scale, floats) = (format!("{y}/codes"), format!("{y}/scale"), format!("{y}/floats"));
    nodes.extend([
        Node::new("Gather", &[&found.table, &found.indices], &[&codes]).with("axis", Attribute::Int(0)),
        Node::new("Gather", &[&found.scale, &found.indices], &[&scale]).with("axis", Attribute::Int(0)),
        Node::new("Cast", &[&codes], &[&floats]).with("to", Attribute::Int(FLOAT)),
        Node::new("Mul", &[&floats, &scale], &[y]),
    ]);
}

fn gelu(found: &Gelu) -> Node<'static> {
    Node::new("Gelu", &[&found.input], &[&found.output]).contributed()
}

fn attention(found: &Attention) -> Node<'static> {
    Node::new("MultiHeadAttention", &[&found.query, &found.key, &found.value], &[&found.output])
        .with("num_heads", Attribute::Int(found.heads))
        .with("scale", Attribute::Float(found.scale))
        .contributed()
}

/// The nodes that lead to an output, in order, and the names of all values they use.
fn reachable<'a>(nodes: Vec<Node<'a>>, outputs: &[String]) -> (Vec<Node<'a>>, HashSet<String>) {
    let mut used: HashSet<String> = outputs.iter().cloned().collect();
    let mut kept: Vec<Node<'a>> = Vec::with_capacity(nodes.len());
    for node in nodes.into_iter().rev() {
        if node.outputs.iter().any(|name| used.contains(name)) {
            used.extend(node.inputs.iter().cloned());
            kept.push(node);
        }
    }
    kept.reverse();
    (kept, used)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::rewrite;

    #[test]
    fn what_is_no_model_is_left_alone() {
        assert!(rewrite(b"").is_none());
        assert!(rewrite(b"not a model at all").is_none());
        assert!(rewrite(&[0x3A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]).is_none());
    }
}
