/* Private to experiments/export*: what a database of results is made of. */
#ifndef US_EXPERIMENTS_EXPORT_SCHEMA_H
#define US_EXPERIMENTS_EXPORT_SCHEMA_H

enum { US_EXPORT_VERSION = 1 /* user_version */ };

extern const char *const us_export_schema;

/* Indexes and views: made once the rows are there. */
extern const char *const us_export_finish;

#endif
