/* Converting any bytes: what comes of it must be a trace that reads back, or a message. */
#ifndef US_TESTS_FUZZ_IMPORTED_H
#define US_TESTS_FUZZ_IMPORTED_H

#include <stddef.h>
#include <stdint.h>

/* A program tries one importer. */
void try_import(const char *importer, const uint8_t *data, size_t size, int game);

#endif
