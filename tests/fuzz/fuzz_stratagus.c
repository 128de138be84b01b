/* Any bytes as a Stratagus log. */
#include "tests/fuzz/imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_import("stratagus", data, size, 1);
    return 0;
}
