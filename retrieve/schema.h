/* Private to retrieve/: the schema of a library file, by version. */
#ifndef US_RETRIEVE_SCHEMA_H
#define US_RETRIEVE_SCHEMA_H

enum {
    US_LIBRARY_MARK = 0x5573744c, /* application_id: "UstL" */
    US_LIBRARY_VERSION = 5,       /* user_version: migrations that made a file */
};

/* Migration i makes version i + 1 of version i; the first makes a library of an empty file. A
 * released migration never changes: a new version adds one. */
extern const char *const us_library_migrations[US_LIBRARY_VERSION];

#endif
