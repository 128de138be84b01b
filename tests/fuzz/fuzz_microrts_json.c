/* Any bytes as a microRTS trace, JSON above all. */
#include "tests/fuzz/imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_import("microrts", data, size, 1);
    return 0;
}
