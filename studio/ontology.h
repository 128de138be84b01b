/* A domain as pages are told of it: all that they draw and name by index. */
#ifndef US_STUDIO_ONTOLOGY_H
#define US_STUDIO_ONTOLOGY_H

#include "base/json.h"
#include "domain/domain.h"

/* Members, into the open object. */
void us_ontology_write(const us_domain *domain, us_json_writer *writer);
/* Why an order was refused, as a sentence without its period. */
const char *us_reason_text(int reason);

#endif
