/* Annotations: the goals that a trace's orders were given for. They lie in a file beside the
 * trace, NAME.goals.json beside NAME.jsonl, so that labels never rewrite a demonstration.
 * docs/TRACES.md is the manual; docs/TRACE_FORMAT.md lists every member. */
#ifndef UNDERSTUDY_ANNOTATION_H
#define UNDERSTUDY_ANNOTATION_H

#include "understudy/trace.h"

typedef struct us_annotation {
    const us_domain *domain; /* borrowed */
    us_goal_instance *goal;  /* by seat, then id, once sorted */
    int count, capacity;
    us_arena *arena; /* holds the texts and ranges of the goals */
} us_annotation;

/* Errors and warnings about an annotation. The list owns its memory; zero-initialized is empty. It
 * keeps the first 1,000 remarks and counts all of them. */
typedef struct us_remark {
    bool error; /* false: a warning */
    int line, column;
    uint32_t order; /* the order in question; 0: none */
    char *text;
} us_remark;
typedef struct us_remarks {
    us_remark *remark;
    int count, capacity;
    int errors, warnings; /* counts of all, including dropped ones */
} us_remarks;
US_API void us_remarks_clear(us_remarks *remarks);

/* Makes an empty annotation. The domain is borrowed until free. */
US_API us_annotation *us_annotation_new(const us_domain *domain);
US_API void us_annotation_free(us_annotation *annotation); /* NULL is fine */
US_AUTOPTR_DEFINE(us_annotation, us_annotation_free);

/* Appends a copy of the instance, its texts and its ranges. If id is 0, the copy gets the id after
 * the greatest of its seat, or, if no id is left there, the smallest free one. Pointers to
 * instances hold until the next call. */
US_API us_goal_instance *us_annotation_add(us_annotation *annotation,
                                           const us_goal_instance *instance);
US_API void us_annotation_sort(us_annotation *annotation);
/* Returns the seat's goal with that id, or NULL. */
US_API us_goal_instance *us_annotation_find(const us_annotation *annotation, us_seat seat,
                                            uint32_t id);
/* Removes a goal of the list; its children move to its parent. */
US_API void us_annotation_remove(us_annotation *annotation, us_goal_instance *instance);
/* Gives the instance its place in the tree. Its parent becomes the smallest instance that covers
 * its orders. It becomes the parent of the instances that it covers and that had that same parent;
 * a suggestion does so only to other suggestions, so that labels keep their place. */
US_API void us_annotation_nest(us_annotation *annotation, us_goal_instance *instance);

/* Appends the path of a trace's annotation: a final ".jsonl" becomes ".goals.json". */
US_API void us_annotation_path(const char *trace, us_str *out);

/* Reads a file, which must be of this domain. Errors name file, line, column and what was expected.
 * With remarks, each wrong goal is left out and adds one remark; then only a file that is no
 * annotation at all is an error. */
US_API us_status us_annotation_load(const char *path, const us_domain *domain, us_remarks *remarks,
                                    us_annotation **out, us_error *err);
US_API us_status us_annotation_parse(const char *file, const char *text, size_t length,
                                     const us_domain *domain, us_remarks *remarks,
                                     us_annotation **out, us_error *err);
/* Sorts the goals and appends their canonical text. Reading the text gives equal goals. */
US_API void us_annotation_write(us_annotation *annotation, us_str *out);
/* Writes the whole file or nothing. Fails if the annotation exceeds the limits of the reader. */
US_API us_status us_annotation_save(us_annotation *annotation, const char *path, us_error *err);

#endif
