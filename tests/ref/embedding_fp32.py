"""Floating-point weights of all-MiniLM-L6-v2 -> an ONNX model with the names that Waymark's bench expects.

Usage: python embedding_fp32.py SAFETENSORS_FOLDER INT8_MODEL_FOLDER OUTPUT_FOLDER
Needs numpy, onnx and safetensors. The result is a reference for tests and is never shipped.
The weights of the int8 model are replaced by the original ones; the graph around them stays the same.
"""

import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import load_file


def layer_names(index):
    """Names of the six weight matrices of one layer, in the order of the graph's products."""
    layer = f"encoder.layer.{index}"
    return [
        f"{layer}.attention.self.query",
        f"{layer}.attention.self.key",
        f"{layer}.attention.self.value",
        f"{layer}.attention.output.dense",
        f"{layer}.intermediate.dense",
        f"{layer}.output.dense",
    ]


def unpacked(graph):
    """Triples (output of the unpacking, name of the int8 tensor, output of the cast) of the graph."""
    producers = {output: node for node in graph.node for output in node.output}
    for node in graph.node:
        if node.op_type == "Mul" and node.input[0] in producers:
            cast = producers[node.input[0]]
            if cast.op_type == "Cast" and cast.input[0].endswith("_q"):
                yield node.output[0], cast.input[0], cast.output[0]


def main():
    weights_folder, model_folder, output = (Path(argument) for argument in sys.argv[1:4])
    tensors = load_file(weights_folder / "model.safetensors")
    tensors = {name.removeprefix("bert."): tensor for name, tensor in tensors.items()}
    model = onnx.load(model_folder / "model.onnx")
    graph = model.graph
    products = [name for index in range(6) for name in layer_names(index)]
    replaced = {}
    drop = set()
    for value, packed, cast in unpacked(graph):
        if "word_embeddings" in packed:
            replaced[value] = tensors["embeddings.word_embeddings.weight"]
        elif "position_embeddings" in packed:
            replaced[value] = tensors["embeddings.position_embeddings.weight"]
        else:
            replaced[value] = tensors[f"{products.pop(0)}.weight"].T
        drop.update([value, cast])
    assert not products, f"not every weight matrix has its place: {products}"
    kept_nodes = [node for node in graph.node if node.output[0] not in drop]
    del graph.node[:]
    graph.node.extend(kept_nodes)
    used = {name for node in graph.node for name in node.input}
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    originals = {f"inner.{name}": tensor for name, tensor in tensors.items() if tensor.dtype == np.float32}
    for tensor in kept:
        if tensor.name in originals:
            tensor.CopyFrom(numpy_helper.from_array(originals[tensor.name], tensor.name))
    kept += [numpy_helper.from_array(np.ascontiguousarray(array, np.float32), name) for name, array in replaced.items()]
    del graph.initializer[:]
    graph.initializer.extend(kept)
    del graph.value_info[:]
    output.mkdir(parents=True, exist_ok=True)
    for name in ["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"]:
        shutil.copy(model_folder / name, output / name)
    onnx.save(model, output / "model.onnx")


if __name__ == "__main__":
    main()
