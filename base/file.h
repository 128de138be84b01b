/* Whole files: reading, writing and listing them, and the place of the data files. All failures
 * here have the status US_BAD_INPUT, the path as the error's file, and the system's reason. */
#ifndef US_BASE_FILE_H
#define US_BASE_FILE_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"
#include "understudy/base.h"

/* Reads a regular file of at most limit bytes. The text ends in '\0', which *length does not count.
 * The caller frees *text with us_mem_free. */
us_status us_file_read(const char *path, size_t limit, char **text, size_t *length, us_error *err);

/* Reads size bytes from an offset on, whatever interrupts it. Returns their number, less than size
 * only at the end of the file, or -1 with errno. */
int64_t us_file_read_at(int fd, char *out, size_t size, int64_t from);
/* Opens a regular file for reading. Returns -1 with an error for anything else. */
int us_file_open(const char *path, us_error *err);
void us_file_close(const int *fd); /* for US_AUTO: closes it unless it is below 0 */

/* The first bytes of each SQLite file. A NUL byte follows. */
#define US_SQLITE_FIRST "SQLite format 3"

/* Reads up to `most` first bytes of a regular file. Returns their number, 0 if it can't be read. */
size_t us_file_read_head(const char *path, char *out, size_t most);

/* Hashes the bytes of a regular file of any size. */
us_status us_file_hash(const char *path, us_hash *out, us_error *err);

/* ---- writing
 *
 * Each file that takes another's place is written in one way. Its bytes go to a temporary file
 * beside the place, PATH.PID.N.tmp. The temporary file is synced and renamed, so that the place
 * holds the old file until the whole new one is on the disk. A run that is killed may leave its
 * temporary file behind. */

/* Replaces the file by the bytes, whole or not at all. An old file keeps its mode. A symbolic link
 * stays, and its target is replaced. A folder or special file is an error. */
us_status us_file_write(const char *path, const char *bytes, size_t length, us_error *err);
/* Makes a new file of the bytes, whole or not at all. A file that is there stays, and the call
 * fails: see us_file_rename_exclusive. */
us_status us_file_write_new(const char *path, const char *bytes, size_t length, us_error *err);

/* The same in steps, for a file that is written bit by bit or by a library:
 *
 *   US_AUTO(us_sibling_close) us_sibling sibling = {.fd = -1};
 *   us_sibling_open(path, &sibling, err)                    makes the empty temporary file
 *   us_sibling_write(&sibling, bytes, length, err)          or another writer of sibling.name
 *   us_sibling_put(&sibling, err)                           syncs, and gives it its place */
typedef struct us_sibling {
    char *called; /* the path as the caller named it, for errors */
    char *path;   /* the place; its links are followed */
    char *name;   /* of the temporary file; NULL: the file is in its place */
    int fd;       /* appends. A caller that takes it over sets -1 */
} us_sibling;

us_status us_sibling_open(const char *path, us_sibling *out, us_error *err);
us_status us_sibling_write(const us_sibling *sibling, const char *bytes, size_t length,
                           us_error *err);
us_status us_sibling_put(us_sibling *sibling, us_error *err);
/* The steps of us_sibling_put. The caller syncs the folder with us_file_sync_folder at the end. */
us_status us_sibling_sync(const us_sibling *sibling, us_error *err);
us_status us_sibling_rename(us_sibling *sibling, us_error *err);
/* Gives the file a free place: see us_file_rename_exclusive. Call us_sibling_sync before. */
us_status us_sibling_put_exclusive(us_sibling *sibling, us_error *err);
/* Removes the temporary file, unless it has its place. */
void us_sibling_close(us_sibling *sibling);

/* Gives a finished file another's place: syncs it and renames it. */
us_status us_file_put(const char *from, const char *to, us_error *err);
us_status us_file_sync(const char *path, us_error *err); /* the file's bytes reach the disk */
/* The same for an open file, whatever interrupts it. Returns 0, or -1 with errno. */
int us_file_sync_open(int fd);
/* Makes a new file and opens it to append. Returns -1 with errno; EEXIST: something is there. */
int us_file_create(const char *path);
/* Gives a file a second name. Nothing is replaced. False if the name is taken, or if the file
 * system has no second names. */
bool us_file_link(const char *from, const char *to);

/* Opens the folder of a file, to sync or lock it. Returns a descriptor that the caller closes, or
 * -1 if the folder can't be opened. */
int us_file_open_folder(const char *path);
/* Syncs the folder of a file, so that its names reach the disk. For a path that ends in a slash,
 * syncs that folder. Best effort: some file systems refuse it. */
void us_file_sync_folder(const char *path);

bool us_file_exists(const char *path);
/* Checks that both files exist and are the same file, whatever their names. */
bool us_file_is_same(const char *a, const char *b);
/* Checks that the open file is the one at the path: nobody has moved, removed or replaced it. */
bool us_file_is_at(int fd, const char *path);
/* Checks early that the path may be written: a file there changed or replaced, others made beside
 * it. The check leaves nothing behind. */
us_status us_file_check_writable(const char *path, us_error *err);
/* Appends an unused name beside path: PATH.PID.N.tmp. */
void us_file_temp_path(const char *path, us_str *out);
/* Renames a file to an unused name in the same folder. A file of that name from another program
 * stays, and the call fails: "another program has made it meanwhile". */
us_status us_file_rename_exclusive(const char *from, const char *to, us_error *err);
/* Checks that a new file may take the path: nothing is there, an empty file, or a file that begins
 * with `first`. Any other file is an error: "expected a new file, or WHAT to replace". */
us_status us_file_check_replaceable(const char *path, const char *first, const char *what,
                                    us_error *err);

/* Lists the regular files in a folder whose names end in suffix, sorted, with the suffix. Names
 * that begin with a dot are left out. A missing folder is an error. The caller frees with
 * us_names_free. */
typedef struct us_names {
    char **name;
    int count;
} us_names;
us_status us_file_list(const char *folder, const char *suffix, us_names *out, us_error *err);
/* Does the same for entries of any kind: folders, special files and dangling links, too. */
us_status us_file_list_all(const char *folder, const char *suffix, us_names *out, us_error *err);
void us_names_free(us_names *names);
/* folder of the data of an installed library; "": not installed */
extern const char *const us_installed_data;

#endif
