/* Any bytes as a zip archive, and as one with a microRTS trace in it. */
#include "tests/fuzz/imported.h"
#include "traces/import/unzip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_unzip *zip = NULL;
    us_error err = {0};
    us_status status = us_unzip_open("fuzz", (const char *)data, size, LIMIT, &zip, &err);
    size_t length = 1, total = 0;
    while (status == US_OK && length > 0) {
        const char *text = NULL;
        status = us_unzip_next(zip, &text, &length, &err);
        total += status == US_OK ? length : 0;
    }
    us_assert(total <= LIMIT);
    us_assert(status == US_OK || (status == US_BAD_INPUT && err.text[0]));
    us_unzip_close(zip);
    if (us_unzip_is_archive((const char *)data, size))
        try_import("microrts", data, size, 1);
    return 0;
}
