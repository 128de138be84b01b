#include "base/version.h"

/* Only this file gets the version, from tools/version.sh, so a new commit recompiles no other
 * file. */
#ifndef US_VERSION
#define US_VERSION        "0"
#define US_VERSION_DATE   ""
#define US_VERSION_COMMIT ""
#define US_VERSION_KIND   "unknown"
#endif

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

#if defined(__clang__) /* its version text would end in a space */
#define COMPILER \
    "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "another compiler"
#endif

static const us_version here = {
    .number = US_VERSION,
    .date = US_VERSION_DATE,
    .commit = US_VERSION_COMMIT,
    .kind = US_VERSION_KIND,
    .compiler = COMPILER,
};

const us_version *us_version_current(void)
{
    return &here;
}

void us_version_print(us_str *out)
{
    if (here.commit[0])
        us_str_addf(out, "commit %s, ", here.commit);
    us_str_addf(out, "%s build by %s", here.kind, here.compiler);
}
