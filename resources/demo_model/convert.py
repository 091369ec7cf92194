"""Weights and vocabulary as a GGUF file for llama.cpp."""

import json
import pathlib

import gguf
import numpy as np
import torch
from tokenizers import Tokenizer

from resources.demo_model import vocabulary
from resources.demo_model.network import Shape, Weights

_SHARPNESS = 2.0
"""What the scores of the file are multiplied by: a demo shall choose its answer and not guess it
when an app samples at a common temperature. Texts that are equally likely stay so."""


def write_gguf(path: pathlib.Path, shape: Shape, weights: Weights, tokenizer: Tokenizer) -> None:
    """Write the model: matrices as Q8_0, vectors as they are."""
    writer = gguf.GGUFWriter(path, "llama")
    _write_facts(writer, shape)
    _write_vocabulary(writer, tokenizer)
    for name, weight in weights.items():
        values = weight.detach().float().numpy()
        if name == "output_norm.weight":
            values = values * _SHARPNESS
        if values.ndim == 1:
            writer.add_tensor(name, values)
            continue
        kind = gguf.GGMLQuantizationType.Q8_0
        packed = gguf.quantize(np.ascontiguousarray(values), kind)
        writer.add_tensor(name, packed, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def read_gguf(path: pathlib.Path) -> tuple[Weights, Tokenizer]:
    """Return weights and vocabulary of a file that ``write_gguf`` wrote, to go on from them.

    The matrices come back as Q8_0 left them.
    """
    reader = gguf.GGUFReader(path)
    weights: Weights = {}
    for tensor in reader.tensors:
        values = gguf.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        if tensor.name == "output_norm.weight":
            values = values / _SHARPNESS
        weights[tensor.name] = torch.from_numpy(values.copy()).requires_grad_()
    entries = reader.fields["tokenizer.ggml.tokens"].contents()
    pairs = reader.fields["tokenizer.ggml.merges"].contents()
    return weights, vocabulary.restored(entries, [tuple(pair.split(" ")) for pair in pairs])


def _write_facts(writer: gguf.GGUFWriter, shape: Shape) -> None:
    writer.add_name("Hubbub demo")
    writer.add_description(
        "The tiny built-in model of Hubbub: it explains the app and little else."
    )
    writer.add_license("mit")
    writer.add_languages(["en"])
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_layer_norm_rms_eps(shape.norm_epsilon)
    writer.add_rope_dimension_count(shape.head_width)
    writer.add_rope_freq_base(shape.rope_base)
    writer.add_vocab_size(shape.vocabulary)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)


def _write_vocabulary(writer: gguf.GGUFWriter, tokenizer: Tokenizer) -> None:
    stored = json.loads(tokenizer.to_str())["model"]
    entries = sorted(stored["vocab"], key=stored["vocab"].__getitem__)
    kinds = [gguf.TokenType.NORMAL] * len(entries)
    kinds[: len(vocabulary.MARKERS)] = [gguf.TokenType.CONTROL] * len(vocabulary.MARKERS)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(entries)
    writer.add_token_types(kinds)
    writer.add_token_merges([" ".join(pair) for pair in stored["merges"]])
    writer.add_bos_token_id(vocabulary.END_OF_TEXT)
    writer.add_eos_token_id(vocabulary.TURN_END)
    writer.add_pad_token_id(vocabulary.END_OF_TEXT)
    writer.add_add_bos_token(False)
    writer.add_chat_template(vocabulary.CHAT_TEMPLATE)
