/* Status codes, errors, texts, memory, random streams, and the folders of the data.
 *
 * These conventions hold in all headers of include/understudy/. A comment names each exception.
 *
 * - X_new pairs with X_free, X_open with X_close, X_init with X_clear. X_new never returns NULL.
 * - A function that returns us_status changes its outputs on US_OK only. The caller then owns the
 *   outputs, and frees, closes or clears them.
 * - A const pointer that a function returns is borrowed. It lives as long as the object that it
 *   comes from. Names of enumerators and of table rows are static.
 * - Arguments are borrowed for the call. A find function may return NULL. An argument may be NULL
 *   only if a comment permits it.
 * - "Appended" means appended to an initialized us_str. A count returned beside *out is the number
 *   of items at *out.
 * - A structure may be copied. Its size belongs to the version of the library: compile a program
 *   with the headers of the library that it links.
 * - Immutable objects may be shared by threads. Any other object is for one thread at a time.
 * - Times are game cycles. Places are cells, counted from 0 at the upper left. Fractions are whole
 *   numbers of a unit that a comment names, such as percent. */
#ifndef UNDERSTUDY_BASE_H
#define UNDERSTUDY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Marks what the library offers. All else in its objects is hidden. */
#define US_API __attribute__((visibility("default")))

/* ---- errors */

typedef enum us_status {
    US_OK = 0,
    US_FAILED,      /* the command's subject failed: a check found faults (exit 1) */
    US_BROKEN,      /* a game has no result: an external player failed in it (exit 1) */
    US_BAD_INPUT,   /* usage or bad input (exit 2) */
    US_INCOMPLETE,  /* incomplete and resumable (exit 3) */
    US_MISMATCH,    /* inputs do not belong together (exit 4) */
    US_NO_ENGINE,   /* an external engine is missing (exit 5) */
    US_INTERRUPTED, /* interrupted and resumable (exit 130) */
    US_NO_MEMORY,   /* a library below, such as SQLite, ran out of memory (exit 6) */
} us_status;

/* Both texts are printable, whatever their source: control characters are written as \xNN. */
typedef struct us_error {
    us_status status;
    int line, column; /* from 1; 0: unknown */
    char file[256];   /* "": none; too long a name is cut at the front */
    char text[512];   /* what was found and what was expected; no newline */
} us_error;

/* Fills err and returns status. file may be NULL. */
US_API us_status us_error_set(us_error *err, us_status status, const char *file, int line,
                              int column, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Prints "file:line:column: text" into buffer without absent parts. Returns buffer. */
US_API const char *us_error_print(const us_error *err, char *buffer, size_t size);

/* ---- memory */

/* Frees what the library returned for the caller to free. NULL is fine. */
US_API void us_mem_free(void *memory);

/* A variable that is released when its block ends, by whichever way:
 *
 *     US_AUTO(us_str_clear) us_str text;             us_str_clear(&text) is called
 *     US_AUTOPTR(us_trace) trace = NULL;             us_trace_close(trace) is called
 *     US_AUTOFREE char *name = NULL;                 us_mem_free(name) is called
 *     *out = US_STEAL(trace);                        nothing is called: *out owns the trace
 *
 * Initialize the variable at its declaration, or before the block can end. US_AUTOPTR serves
 * each type of these headers that a function frees or closes without a result. Types of your own
 * need a line outside of functions: US_AUTOPTR_DEFINE(my_type, my_type_free); */
#define US_AUTO(release) __attribute__((cleanup(release), unused)) /* used by its release */
#define US_AUTOPTR(type) US_AUTO(type##_autoptr_release) type##_autoptr
#define US_AUTOFREE      US_AUTO(us_autofree_release)
#define US_STEAL(variable)                           \
    __extension__({                                  \
        __typeof__(variable) us_stolen = (variable); \
        (variable) = NULL;                           \
        us_stolen;                                   \
    })
#define US_AUTOPTR_DEFINE(type, release)                                    \
    static inline void type##_autoptr_release(__typeof__(type) **us_handle) \
    {                                                                       \
        release(*us_handle);                                                \
    }                                                                       \
    typedef __typeof__(type) *type##_autoptr
static inline void us_autofree_release(void *variable)
{
    void *memory;
    memcpy(&memory, variable, sizeof(memory));
    us_mem_free(memory);
}

/* Allocates, resizes and frees memory. memory NULL: returns new memory, aligned for any type. size
 * 0: frees memory and returns NULL. Else: returns memory of that size with the old content, and
 * frees the old one unless it is the same. Returns NULL if memory runs out. Added bytes need not be
 * zero. Any thread may call it at any time. */
typedef void *us_allocator(void *context, void *memory, size_t size);
/* Sets the allocator of all memory of this library. NULL: that of the system. Libraries below
 * (SQLite, GSL, cJSON, zstd) allocate by themselves. Call it before all other functions, and
 * not while another thread calls any. The context must outlive all calls. */
US_API void us_mem_set_allocator(us_allocator *allocate, void *context);

/* Receives the broken condition of an assertion, which is an error of the programmer, or a sentence
 * about memory that ran out; then file is NULL and line 0. It must not call this library. It may
 * leave by longjmp or end the thread; then all objects of the call in progress are lost. If it
 * returns, the program prints the condition to standard error and aborts. */
typedef void us_assert_handler(void *context, const char *condition, const char *file, int line);
/* Sets the handler of failed assertions. NULL, the preset: the program aborts at once. For threads,
 * see us_mem_set_allocator; the handler runs in the thread whose assertion failed. */
US_API void us_assert_set_handler(us_assert_handler *handle, void *context);

/* ---- texts */

/* A growing text. text is never NULL and ends in a zero byte. */
typedef struct us_str {
    char *text;
    size_t length;
    size_t capacity; /* 0: owns nothing */
} us_str;

US_API void us_str_init(us_str *str);
US_API void us_str_clear(us_str *str); /* frees; ready for use again */
US_API void us_str_reset(us_str *str); /* empties, keeps the memory */

/* The added text may not lie in str itself. */
US_API void us_str_add(us_str *str, const char *text);

typedef struct us_arena us_arena; /* memory that is freed at once; internal */

/* ---- hashes and random numbers */

/* A hash of content, the same on every machine, compiler and run. Not for secrets. */
typedef uint64_t us_hash;
US_API void us_hash_print(us_hash hash, char out[17]); /* 16 lower-case hex digits */
US_API bool us_hash_parse(const char *text,
                          us_hash *out); /* accepts only the output of us_hash_print */

/* A stream of random numbers, derived from (seed, name, index), so that a new consumer changes no
 * other stream. A stream is plain data: copy it to save it. */
typedef struct us_rng {
    uint64_t state;
    uint64_t stream; /* odd */
} us_rng;

/* The same arguments give the same numbers on every machine. Not for secrets. */
US_API us_rng us_rng_derive(uint64_t seed, const char *name, uint64_t index);
US_API uint32_t us_rng_next(us_rng *rng);
US_API uint32_t us_rng_next_below(us_rng *rng,
                                  uint32_t bound); /* uniform in [0, bound), no bias; bound > 0 */

/* ---- version and data */

typedef struct us_version {
    const char *number;   /* "0.1.0" */
    const char *date;     /* date of that number: "2026-11-21" */
    const char *commit;   /* "1234567890ab", "1234567890ab-dirty"; "" if git doesn't know it */
    const char *kind;     /* kind of build: "release", "asan" */
    const char *compiler; /* "gcc 12.2.0" */
} us_version;

/* Returns the version of the library and how it was built. Static. */
US_API const us_version *us_version_current(void);

/* Appends the path of domains/DOMAIN/NAME. All files of a domain come from one folder: the first
 * that has a domain.json of that domain. If $UNDERSTUDY_DATA is set ("a:b", in that order), its
 * folders are searched alone. Otherwise the search order is: the current folder,
 * ../share/understudy from the folder of the running program, that folder itself and the two above
 * it, the folder that `make install` filled.
 *
 * If no folder has the domain, the error lists the folders. A folder of the variable that has only
 * other files of the domain is an error, too. */
US_API us_status us_data_find_domain_file(const char *domain, const char *name, us_str *out,
                                          us_error *err);
/* Appends the path of a file beside domains/: of the first folder that has one of the names, which
 * end with NULL. The folders are those of $UNDERSTUDY_DATA, and those that us_data_find_domain_file
 * searches after the current one. Returns false if there is none. */
US_API bool us_data_find_file(const char *const *names, us_str *out);

#endif
