// Stands in for the audio decoder that the Go module of Ollama leaves out. Every call fails, so the test server takes no sound.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef uint32_t ma_uint32;
typedef uint64_t ma_uint64;
typedef int ma_result;
typedef int ma_format;

enum { MA_SUCCESS = 0, MA_NOT_IMPLEMENTED = -29 };
enum { ma_format_f32 = 5 };

typedef struct {
    int unused;
} ma_decoder_config;

typedef struct {
    int unused;
} ma_decoder;

static inline ma_decoder_config ma_decoder_config_init(ma_format, ma_uint32, ma_uint32) {
    return ma_decoder_config{0};
}
static inline ma_result ma_decoder_init_memory(const void *, size_t, const ma_decoder_config *, ma_decoder *) {
    return MA_NOT_IMPLEMENTED;
}
static inline ma_result ma_decoder_get_length_in_pcm_frames(ma_decoder *, ma_uint64 *) {
    return MA_NOT_IMPLEMENTED;
}
static inline ma_result ma_decoder_read_pcm_frames(ma_decoder *, void *, ma_uint64, ma_uint64 *) {
    return MA_NOT_IMPLEMENTED;
}
static inline ma_result ma_decoder_uninit(ma_decoder *) {
    return MA_NOT_IMPLEMENTED;
}
