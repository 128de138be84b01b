/* Private to retrieve/: what a library file is made of, version after version. */
#ifndef US_RETRIEVE_SCHEMA_H
#define US_RETRIEVE_SCHEMA_H

enum {
    US_LIBRARY_MARK = 0x5573744c, /* application_id: "UstL" */
    US_LIBRARY_VERSION = 3,       /* user_version: how many migrations a file has behind it */
};

/* Migration i makes version i + 1 of version i; the first makes a library of an empty file. None
 * is ever changed once it was released: a new version adds one. */
extern const char *const us_library_migrations[US_LIBRARY_VERSION];

#endif
