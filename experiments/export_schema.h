/* The schema of a database of results, private to experiments/export*. */
#ifndef US_EXPERIMENTS_EXPORT_SCHEMA_H
#define US_EXPERIMENTS_EXPORT_SCHEMA_H

enum { US_EXPORT_VERSION = 1 /* user_version */ };

extern const char *const us_export_schema;

/* Indexes and views, made after the rows. */
extern const char *const us_export_finish;

#endif
