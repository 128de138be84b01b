#include "base/hash.h"
#include "tests/unit/test.h"

TEST(text_hashes_to_the_same_value_forever)
{
    static const struct {
        const char *text;
        us_hash hash;
    } rows[] = {
        {"", 0x2e72b465600b6cb4u},
        {"a", 0x6cc28aea37e0cb22u},
        {"ab", 0x0b13e33f86ec23ecu},
        {"footman", 0xea362a86c64c72dbu},
        {"12345678", 0xb6db256cd545fc50u},
        {"123456789", 0x545c879842a27fc6u},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0x4614fd1a3be8ce7au},
        {"b\xc3\xa4r", 0xa8c7f688b9e6c1bau},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        CHECK_HASH(us_hash_add_text(US_HASH_START, rows[i].text), rows[i].hash);
    }
}

TEST(alignment_does_not_matter)
{
    char bytes[40] = {0};
    us_hash first = 0;
    for (int shift = 0; shift < 16; shift++) {
        for (int i = 0; i < 21; i++)
            bytes[shift + i] = (char)(i * 7);
        us_hash hash = us_hash_add_bytes(US_HASH_START, bytes + shift, 21);
        if (shift == 0)
            first = hash;
        CHECK_HASH(hash, first);
    }
}

TEST(the_size_counts)
{
    static const char zeros[32];
    for (size_t a = 0; a < sizeof zeros; a++)
        for (size_t b = 0; b < a; b++)
            CHECK(us_hash_add_bytes(0, zeros, a) != us_hash_add_bytes(0, zeros, b));
}

TEST(the_order_counts)
{
    us_hash ab = us_hash_add_text(us_hash_add_text(US_HASH_START, "a"), "b");
    CHECK(ab != us_hash_add_text(us_hash_add_text(US_HASH_START, "b"), "a"));
    CHECK(ab != us_hash_add_text(US_HASH_START, "ab"));
    CHECK(us_hash_add(us_hash_add(1, 2), 3) != us_hash_add(us_hash_add(1, 3), 2));
}

TEST(a_printed_hash_reads_back)
{
    static const us_hash rows[] = {0, 1, 0x0123456789abcdefu, UINT64_MAX, US_HASH_START};
    for (int i = 0; i < US_COUNT(rows); i++) {
        char text[17];
        us_hash hash = 77;
        us_hash_print(rows[i], text);
        CHECK(us_hash_parse(text, &hash));
        CHECK_HASH(hash, rows[i]);
    }
    char text[17];
    us_hash_print(0x0123456789abcdefu, text);
    CHECK_STR(text, "0123456789abcdef");
}

TEST(a_hash_is_16_lower_case_digits)
{
    static const char *const rows[] = {
        "",
        "0123456789abcde",
        "0123456789abcdef0",
        "0123456789ABCDEF",
        "0123456789abcdeg",
        "0x23456789abcdef",
        " 123456789abcdef",
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i]);
        us_hash hash = 77;
        CHECK(!us_hash_parse(rows[i], &hash));
        CHECK(hash == 77);
    }
}
