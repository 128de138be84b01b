#include "base/str.h"
#include "tests/unit/imports.h"
#include "tests/unit/test.h"
#include "traces/import/unzip.h"

#include <string.h>

static const char text[] = "one two three, one two three, one two three, one two three";

/* Unpacks all of it. */
static us_status unpack(const us_str *zip, size_t limit, us_str *out, us_error *err)
{
    us_unzip *unzip;
    const char *bytes;
    size_t length = 1;
    us_str_reset(out);
    US_TRY(us_unzip_open("t", zip->text, zip->length, limit, &unzip, err));
    us_status status = US_OK;
    while (status == US_OK && length > 0) {
        status = us_unzip_next(unzip, &bytes, &length, err);
        if (status == US_OK)
            us_str_add_bytes(out, bytes, length);
    }
    us_unzip_close(unzip);
    return status;
}

TEST(the_one_file_comes_out_as_it_went_in)
{
    us_str zip, out;
    us_str_init(&zip);
    us_str_init(&out);
    us_zipped files[] = {{.name = "folder/", .bytes = "", .stored = true},
                         {.name = "folder/t", .bytes = text, .length = strlen(text)}};
    for (int stored = 0; stored < 2; stored++) {
        us_str_reset(&zip);
        files[1].stored = stored;
        us_zip(files, 2, &zip);
        CHECK(us_unzip_is_archive(zip.text, zip.length));
        CHECK_INT(unpack(&zip, 1000, &out, NULL), US_OK);
        CHECK_STR(out.text, text);
    }
    us_str_clear(&zip);
    us_str_clear(&out);
}

TEST(a_large_file_comes_piece_by_piece)
{
    us_str zip, large, out;
    us_str_init(&zip);
    us_str_init(&large);
    us_str_init(&out);
    for (int i = 0; i < 100000; i++)
        us_str_addf(&large, "%d,", i * 7919 % 1000);
    us_zipped file = {.name = "t", .bytes = large.text, .length = large.length};
    us_zip(&file, 1, &zip);
    CHECK_INT(unpack(&zip, large.length, &out, NULL), US_OK);
    CHECK_STR(out.text, large.text);
    us_str_clear(&zip);
    us_str_clear(&large);
    us_str_clear(&out);
}

TEST(an_archive_that_lies_or_asks_too_much_is_refused)
{
    static const struct {
        us_zipped file;
        int files;
        const char *message;
    } rows[] = {
        {{.says = 20}, 1, "unpacks to more than the archive says"},
        {{.says = 100}, 1, "size or checksum"},
        {{.says = 5000}, 1, "expected a file of at most 1000 bytes, found one of 5000"},
        {{.checksum = 1}, 1, "size or checksum"},
        {{.stored = true, .checksum = 1}, 1, "size or checksum"},
        {{.stored = true, .says = 20}, 1, "as large as it says"},
        {{.flags = 1}, 1, "without a password"},
        {{0}, 2, "found several"},
        {{.name = "folder/"}, 1, "found none"},
    };
    us_str zip, out;
    us_str_init(&zip);
    us_str_init(&out);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_zipped file[2] = {rows[i].file};
        file[0].name = file[0].name ? file[0].name : "t";
        file[0].bytes = text;
        file[0].length = strlen(text);
        file[1] = file[0];
        us_str_reset(&zip);
        us_zip(file, rows[i].files, &zip);
        us_test_row(rows[i].message);
        CHECK_INT(unpack(&zip, 1000, &out, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].message);
        CHECK(out.length <= 1000);
    }
    us_str_clear(&zip);
    us_str_clear(&out);
}

/* 64 MiB of nothing in 64 KiB: no more is unpacked than is allowed. */
TEST(a_bomb_is_refused_before_it_goes_off)
{
    us_str large, zip, out;
    us_str_init(&large);
    us_str_init(&zip);
    us_str_init(&out);
    char *zeros = us_mem_alloc(64 << 20);
    us_zipped file = {.name = "t", .bytes = zeros, .length = 64 << 20};
    for (int lies = 0; lies < 2; lies++) {
        us_error err = {0};
        file.says = lies ? 500000 : 0;
        us_str_reset(&zip);
        us_zip(&file, 1, &zip);
        CHECK(zip.length < 70000);
        CHECK_INT(unpack(&zip, 1 << 20, &out, &err), US_BAD_INPUT);
        CHECK(out.length <= 1 << 20);
        CHECK_CONTAINS(err.text,
                       lies ? "more than the archive says" : "expected a file of at most");
    }
    us_mem_free(zeros);
    us_str_clear(&large);
    us_str_clear(&zip);
    us_str_clear(&out);
}

/* The checksum finds what the packing does not. */
TEST(no_changed_or_missing_byte_goes_unnoticed)
{
    us_str zip, out;
    us_str_init(&zip);
    us_str_init(&out);
    us_zipped file = {.name = "t", .bytes = text, .length = strlen(text)};
    us_zip(&file, 1, &zip);
    size_t whole = zip.length;
    for (size_t length = 0; length < whole; length++) {
        zip.length = length;
        CHECK_INT(unpack(&zip, 1000, &out, NULL), US_BAD_INPUT);
    }
    zip.length = whole;
    for (size_t i = 0; i < 8 * whole; i++) {
        zip.text[i / 8] = (char)(zip.text[i / 8] ^ 1 << i % 8);
        us_status status = unpack(&zip, 1000, &out, NULL);
        CHECK(status == US_BAD_INPUT || us_text_equal(out.text, text));
        zip.text[i / 8] = (char)(zip.text[i / 8] ^ 1 << i % 8);
    }
    us_str_clear(&zip);
    us_str_clear(&out);
}
