/* Feeds files to a fuzz target without a fuzzer: fuzz_NAME FILE-OR-FOLDER...
 * Prints how many inputs it ran. The empty input is always one of them. */
#include "tests/last_words.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return -1;
    }
    /* Exactly as large as the input, so that the sanitizer sees a read past its end. */
    uint8_t *data = malloc(size ? size : 1);
    size_t got = data ? fread(data, 1, size, file) : 0;
    fclose(file);
    if (!data || got != size) {
        fprintf(stderr, "%s: cannot be read\n", path);
        free(data);
        return -1;
    }
    us_last_words(path);
    LLVMFuzzerTestOneInput(data, size);
    us_last_words(NULL);
    free(data);
    return 1;
}

/* The number of inputs run, or -1. */
static int replay(const char *path)
{
    struct stat about;
    if (stat(path, &about)) {
        perror(path);
        return -1;
    }
    if (!S_ISDIR(about.st_mode))
        return replay_file(path, (size_t)about.st_size);
    struct dirent **names = NULL;
    int count = scandir(path, &names, NULL, alphasort);
    if (count < 0) {
        perror(path);
        return -1;
    }
    int ran = 0;
    for (int i = 0; i < count; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, names[i]->d_name);
        int more = names[i]->d_name[0] == '.' ? 0 : replay(inner);
        ran = more < 0 || ran < 0 ? -1 : ran + more;
        free(names[i]);
    }
    free(names);
    return ran;
}

int main(int argc, char **argv)
{
    us_last_words_start();
    us_last_words("the empty input");
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    us_last_words(NULL);
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int ran = replay(argv[i]);
        if (ran < 0)
            return 1;
        total += ran;
    }
    if (total == 0) {
        fprintf(stderr, "%s: no corpus\n", argv[0]);
        return 1;
    }
    printf("%d\n", total);
    return 0;
}
