/* The Secure Hash Algorithm SHA-256 [NIST15]. The few lines stand here because a library for them
 * would have to be found on every system that the command is built for. */
#include "text/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static uint32_t schedule(uint32_t w[64], int t) {
    const uint32_t a = w[t - 15], b = w[t - 2];
    return w[t - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[t - 7] +
           (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
}

static void take_block(uint32_t state[8], const unsigned char *block) {
    uint32_t w[64], v[8];
    memcpy(v, state, sizeof v);
    for (int t = 0; t < 64; t++) {
        const unsigned char *b = block + 4 * t;
        if (t < 16)
            w[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
        else
            w[t] = schedule(w, t);
        const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        const uint32_t one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
                             choice + constants[t] + w[t];
        const uint32_t two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

/* The last blocks: what is left, a one, zeros, and the length in bits. */
static void take_end(uint32_t state[8], const unsigned char *rest, uint64_t length) {
    unsigned char blocks[128] = {0};
    const size_t size = (size_t)(length % 64), end = size < 56 ? 64 : 128;
    memcpy(blocks, rest, size);
    blocks[size] = 0x80;
    for (size_t i = 0; i < 8; i++)
        blocks[end - 1 - i] = (unsigned char)(8 * length >> (8 * i));
    for (size_t at = 0; at < end; at += 64)
        take_block(state, blocks + at);
}

bool sha256_of_file(const char *path, size_t size, char out[SHA256_TEXT]) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned char buffer[65536];
    uint64_t length = 0;
    size_t got, whole = 0;
    FILE *in = fopen(path, "rb");
    if (!in) return false;
    do {
        got = fread(buffer, 1, sizeof buffer, in);
        length += got;
        whole = got - got % 64;
        for (size_t at = 0; at < whole; at += 64)
            take_block(state, buffer + at);
    } while (got == sizeof buffer);
    take_end(state, buffer + whole, length);
    const bool ok = !ferror(in) && length == size;
    fclose(in);
    for (int i = 0; i < 8; i++)
        snprintf(out + 8 * i, 9, "%08x", (unsigned)state[i]);
    return ok;
}
