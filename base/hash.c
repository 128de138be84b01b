#include "base/hash.h"

#include <string.h>

#include "base/str.h"

/* Reads eight bytes, little-endian on every machine. Compilers make one load of it. */
static uint64_t word(const unsigned char *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

us_hash us_hash_add_bytes(us_hash hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    hash = us_hash_add(hash, size);
    for (; size >= 8; size -= 8, at += 8)
        hash = us_hash_add(hash, word(at));
    if (size > 0) {
        unsigned char rest[8] = {0};
        memcpy(rest, at, size);
        hash = us_hash_add(hash, word(rest));
    }
    return hash;
}

us_hash us_hash_add_text(us_hash hash, const char *text)
{
    return us_hash_add_bytes(hash, text, strlen(text));
}

void us_hash_print(us_hash hash, char out[17])
{
    for (int i = 15; i >= 0; i--, hash >>= 4)
        out[i] = "0123456789abcdef"[hash & 15];
    out[16] = '\0';
}

bool us_hash_parse(const char *text, us_hash *out)
{
    us_hash hash = 0;
    for (int i = 0; i < 16; i++) {
        int digit = us_text_hex_digit(text[i]);
        if (digit < 0)
            return false;
        hash = hash << 4 | (us_hash)digit;
    }
    if (text[16])
        return false;
    *out = hash;
    return true;
}
