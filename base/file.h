/* Whole files, and where the data lies. What fails here fails with US_BAD_INPUT, the path as
 * the file of the error, and the system's reason. */
#ifndef US_BASE_FILE_H
#define US_BASE_FILE_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"

/* Read a regular file of at most limit bytes. The text ends in '\0'; *length leaves it out.
 * The caller frees *text with us_free. */
us_status us_file_read(const char *path, size_t limit, char **text, size_t *length, us_error *err);

/* How each SQLite file begins; a NUL byte follows. */
#define US_SQLITE_FIRST "SQLite format 3"

/* The first bytes of a regular file, at most so many; 0 where it can't be read. */
size_t us_file_head(const char *path, char *out, size_t most);

/* A hash of a regular file's bytes, however large it is. */
us_status us_file_hash(const char *path, us_hash *out, us_error *err);

/* Replace path by the bytes, whole or not at all: a temporary file beside it, synced, renamed.
 * An old file keeps its mode, a symbolic link stays one. A folder or special file is refused.
 * A run that is killed may leave PATH.PID.N.tmp behind. */
us_status us_file_write(const char *path, const char *bytes, size_t length, us_error *err);

/* The folder that a file lies in, open: to sync or to lock it. The caller closes it; -1: it can't
 * be opened. */
int us_file_folder(const char *path);
/* The names in the folder that a file lies in reach the disk; of a path that ends in a slash, in
 * that folder. Best effort: some file systems refuse it. */
void us_file_sync_folder(const char *path);

bool us_file_exists(const char *path);
/* Both are there, and are the same file, whatever their names. */
bool us_file_same(const char *a, const char *b);
/* The path may be written, a file there replaced or changed, and others made beside it: told early,
 * and nothing is left of the trial. */
us_status us_file_writable(const char *path, us_error *err);
/* Appends a name beside path that nothing has now: PATH.PID.N.tmp. */
void us_file_beside(const char *path, us_str *out);
/* Gives a file the name to, in the same folder, where nothing has it; what another program has put
 * there stays, and the file keeps its name: "another program has made it meanwhile". */
us_status us_file_settle(const char *from, const char *to, us_error *err);
/* The path may be written as a file that begins so: nothing is there, or an empty file, or one of
 * that kind. Else it is refused: "expected a new file, or WHAT to replace". */
us_status us_file_spare(const char *path, const char *first, const char *what, us_error *err);

/* Sorted names of the files in a folder that end in suffix (suffix kept), without those that
 * begin with a dot. The caller frees with us_names_free. A folder that is not there gives an
 * error. */
typedef struct us_names {
    char **name;
    int count;
} us_names;
us_status us_file_list(const char *folder, const char *suffix, us_names *out, us_error *err);
/* The same of whatever is called so: folders, special files and links to nothing, too. */
us_status us_file_list_named(const char *folder, const char *suffix, us_names *out, us_error *err);
void us_names_free(us_names *names);

/* Appends the path of domains/DOMAIN/NAME. It lies below a folder of $UNDERSTUDY_DATA ("a:b", in
 * that order) if that is set, else below the present folder, else below ../share/understudy from
 * the folder of the running program, else where `make install` put it: the first of these that has
 * a domain.json of that domain, so that all files of a domain come from one place. Without one an
 * error that names them, and so it is where a folder of the variable has a part of the domain. */
us_status us_data_file(const char *domain, const char *name, us_str *out, us_error *err);
/* Appends the path of name beside domains/: in a folder of $UNDERSTUDY_DATA, else in what is
 * installed: of the running program, else where `make install` put it. The first that is there;
 * false: none is. */
bool us_data_beside(const char *name, us_str *out);
/* Where the data of an installed library lies; "": it is not installed. */
extern const char *const us_installed_data;

#endif
