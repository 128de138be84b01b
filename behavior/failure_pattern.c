#include "behavior/failure_pattern.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/spelling.h"
#include "domain/expr.h"

static const char *const modop_names[US_MODOPS] = {"before", "after", "beside", "replace", "remove",
                                                   "retry",  "first", "daemon", "tune"};
static const char *const blame_names[US_BLAMES] = {"step", "unit", "goal", "top"};
static const char *const place_names[] = {"step", "root"};

static const char lapses_query[] =
    "SELECT game, seat, since AS cycle, until, until - since AS badness FROM lapses "
    "WHERE condition = :condition AND until - since >= :patience";

const char *us_modop_name(us_modop modop)
{
    return modop_names[modop];
}

typedef struct reading {
    const us_domain *domain;
    us_failure_pattern *pattern;
    us_error *err;
} reading;

/* ---- JSON */

static const char *key_at(const void *of, int i)
{
    return ((const char *const *)of)[i];
}

static bool is_among(const char *const *keys, const char *key)
{
    while (*keys && !us_text_equal(*keys, key))
        keys++;
    return *keys != NULL;
}

/* Checks members like us_json_check_keys, with a spelling suggestion. */
static us_status only(const us_json_node *object, const char *const *keys, us_error *err)
{
    us_status status = us_json_check_keys(object, keys, err);
    if (status == US_OK || !err || us_json_type(object) != US_JSON_OBJECT)
        return status;
    const us_json_node *at = us_json_first(object);
    while (at && is_among(keys, us_json_key(at)))
        at = us_json_next(at);
    if (!at)
        return status;
    US_AUTOSTR(help);
    us_spelling_print_hint(us_json_key(at), key_at, keys, NULL, &help);
    size_t length = strlen(err->text);
    snprintf(err->text + length, sizeof err->text - length, "%s", help.text);
    return status;
}

static us_source source_of(const us_json_node *node)
{
    us_source source = {.text = us_json_string(node), .node = node};
    us_json_place(node, &source.file, &source.line, &source.column);
    return source;
}

/* Reads one of the words, as its index. If the member is absent, *out stays. */
static us_status read_word(const reading *r, const us_json_node *object, const char *key,
                           const char *const *words, int count, bool must, int *out)
{
    const us_json_node *node = NULL;
    US_TRY(must ? us_json_require(object, key, US_JSON_STRING, &node, r->err)
                : us_json_get(object, key, US_JSON_STRING, &node, r->err));
    if (!node)
        return US_OK;
    US_AUTOSTR(expected);
    us_str_add(&expected, "one of");
    for (int i = 0; i < count; i++) {
        us_str_addf(&expected, "%s %s", i > 0 ? "," : "", words[i]);
        if (us_text_equal(us_json_string(node), words[i])) {
            *out = i;
            return US_OK;
        }
    }
    return us_json_reject(node, r->err, expected.text);
}

static us_status read_text(const reading *r, const us_json_node *object, const char *key,
                           us_source *out)
{
    const us_json_node *node = NULL;
    US_TRY(us_json_get(object, key, US_JSON_STRING, &node, r->err));
    if (!node)
        return US_OK;
    if (!us_json_string(node)[strspn(us_json_string(node), " \t\r\n")])
        return us_json_fail(node, r->err, "member \"%s\" is empty: leave it out, or write BRL",
                            key);
    *out = source_of(node);
    return US_OK;
}

/* Reads a list of strings. If `one` is set, a string alone is a list of one. */
static us_status read_texts(const reading *r, const us_json_node *object, const char *key, bool one,
                            int most, const us_source **out, int *count)
{
    const us_json_node *node = us_json_find(object, key);
    if (!node)
        return US_OK;
    bool alone = one && us_json_type(node) == US_JSON_STRING;
    if (!alone && us_json_type(node) != US_JSON_ARRAY)
        return us_json_reject(node, r->err, one ? "a string or a list of lines" : "an array");
    int size = alone ? 1 : us_json_size(node);
    if (size > most)
        return us_json_fail(node, r->err, "member \"%s\": expected at most %d, found %d", key, most,
                            size);
    us_source *source = US_ARENA_ARRAY(r->pattern->arena, us_source, size);
    const us_json_node *at = alone ? node : us_json_first(node);
    for (int i = 0; i < size; i++, at = alone ? NULL : us_json_next(at)) {
        if (us_json_type(at) != US_JSON_STRING)
            return us_json_reject(at, r->err, "a string");
        source[i] = source_of(at);
    }
    *out = source;
    *count = size;
    return US_OK;
}

bool us_failure_pattern_is_name(const char *text, bool dash)
{
    size_t length = strlen(text);
    if (length == 0 || length > US_PATTERN_NAME_MAX || text[0] < 'a' || text[0] > 'z')
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == (dash ? '-' : '_')))
            return false;
    }
    return true;
}

/* ---- the header */

static us_status read_param(reading *r, const us_json_node *node)
{
    static const char *const keys[] = {"value", "about", NULL};
    us_failure_pattern *p = r->pattern;
    us_pattern_param param = {.name = us_json_key(node), .about = ""};
    const char *file;
    if (!us_failure_pattern_is_name(param.name, false))
        return us_json_fail(node, r->err,
                            "\"%.63s\" is no name of a param: expected a letter, then letters, "
                            "digits and _, all small",
                            param.name);
    if (us_text_equal(param.name, "condition"))
        return us_json_fail(node, r->err,
                            "a param must not be called \"condition\": :condition is the number of "
                            "the pattern's maintain");
    if (p->params == US_PATTERN_PARAMS_MAX)
        return us_json_fail(node, r->err, "more than %d params", US_PATTERN_PARAMS_MAX);
    US_TRY(only(node, keys, r->err));
    US_TRY(us_json_require_int(node, "value", -US_PATTERN_VALUE_MAX, US_PATTERN_VALUE_MAX,
                               &param.value, r->err));
    US_TRY(us_json_get_string(node, "about", &param.about, r->err));
    us_json_place(node, &file, &param.line, &param.column);
    p->param[p->params++] = param;
    return US_OK;
}

static us_status read_params(reading *r, const us_json_node *root)
{
    const us_json_node *params = NULL;
    US_TRY(us_json_get(root, "params", US_JSON_OBJECT, &params, r->err));
    for (const us_json_node *at = params ? us_json_first(params) : NULL; at; at = us_json_next(at))
        US_TRY(read_param(r, at));
    return US_OK;
}

/* Names that a tune may have: settings and parameters that are numbers. */
typedef struct tunable_names {
    const us_domain *domain;
    bool squad; /* only the settings of a squad */
} tunable_names;

static const char *number_of(const us_param *param, int params, int i)
{
    return i < params && param[i].kind == US_VALUE_NUMBER ? param[i].name : "";
}

static const char *tunable_at(const void *of, int i)
{
    const tunable_names *names = of;
    const us_domain *domain = names->domain;
    const us_setting *settings;
    int count = us_setting_list(&settings);
    if (i < count)
        return !names->squad || settings[i].kinds >> US_NODE_SQUAD & 1 ? settings[i].word : "";
    i -= count;
    if (names->squad)
        return NULL;
    if (i < domain->goal_count * US_GOAL_PARAMS_MAX) {
        const us_goal_def *goal = &domain->goal[i / US_GOAL_PARAMS_MAX];
        return number_of(goal->param, goal->param_count, i % US_GOAL_PARAMS_MAX);
    }
    i -= domain->goal_count * US_GOAL_PARAMS_MAX;
    if (i >= domain->action_count * US_PARAMS_MAX)
        return NULL;
    const us_action_def *action = &domain->action[i / US_PARAMS_MAX];
    return number_of(action->param, action->param_count, i % US_PARAMS_MAX);
}

/* Reads the number and the percent of a tune. */
static us_status read_tune(const reading *r, const us_json_node *node, us_repair *repair)
{
    const tunable_names names = {r->domain, repair->root};
    const char *name;
    int64_t percent;
    US_TRY(us_json_require_string(node, "number", &repair->number, r->err));
    US_TRY(us_json_require_int(node, "percent", 1, US_TUNE_PERCENT_MAX, &percent, r->err));
    repair->percent = (int)percent;
    if (percent == 100)
        return us_json_fail(us_json_find(node, "percent"), r->err,
                            "100 percent changes nothing: expected 1 to 99 or 101 to %d",
                            US_TUNE_PERCENT_MAX);
    for (int i = 0; (name = tunable_at(&names, i)); i++)
        if (name[0] && us_text_equal(name, repair->number))
            return US_OK;
    US_AUTOSTR(hint);
    us_spelling_print_hint(repair->number, tunable_at, &names, repair->root ? "there are" : NULL,
                           &hint);
    return us_json_fail(us_json_find(node, "number"), r->err, "%s \"%.63s\"%s",
                        repair->root ? "a squad has no setting"
                                     : "no setting and no number of a goal or an action is called",
                        repair->number, hint.text);
}

/* Checks that the members of modops are there exactly if the modop uses them. */
static us_status check_shape(const reading *r, const us_json_node *node, us_repair *repair)
{
    const char *word = us_modop_name(repair->modop);
    bool daemon = repair->modop == US_MODOP_DAEMON, adds = us_modop_has_node(repair->modop);
    bool tunes = repair->modop == US_MODOP_TUNE;
    if (adds && repair->lines == 0)
        return us_json_fail(node, r->err, "member \"do\" is missing: %s puts a node in", word);
    static const char *const members[] = {"do", "slots", "when", "number", "percent"};
    int from = tunes ? 3 : 0, to = tunes ? 5 : daemon ? 3 : adds ? 2 : 0; /* used members */
    for (int i = 0; i < US_COUNT(members); i++)
        if ((i < from || i >= to) && us_json_find(node, members[i]))
            return us_json_fail(us_json_find(node, members[i]), r->err,
                                "member \"%s\" has no meaning beside the modop %s", members[i],
                                word);
    if (tunes)
        return read_tune(r, node, repair);
    if (!daemon || repair->when.text)
        return US_OK;
    if (!r->pattern->maintain.text)
        return us_json_fail(node, r->err,
                            "member \"when\" is missing: a daemon needs a condition, or the "
                            "pattern a maintain");
    repair->when = r->pattern->maintain;
    repair->unless = true;
    return US_OK;
}

static us_status read_repair(reading *r, const us_json_node *node)
{
    static const char *const keys[] = {"modop", "at",     "about",   "slots", "when",
                                       "do",    "number", "percent", NULL};
    us_repair repair = {.about = ""};
    int modop = 0, root = 0;
    US_TRY(only(node, keys, r->err));
    US_TRY(read_word(r, node, "modop", modop_names, US_MODOPS, true, &modop));
    repair.modop = (us_modop)modop;
    root = repair.modop == US_MODOP_DAEMON;
    US_TRY(read_word(r, node, "at", place_names, US_COUNT(place_names), false, &root));
    repair.root = root != 0;
    US_TRY(us_json_get_string(node, "about", &repair.about, r->err));
    US_TRY(read_texts(r, node, "slots", false, US_PATTERN_SLOTS_MAX, &repair.slot, &repair.slots));
    US_TRY(read_text(r, node, "when", &repair.when));
    US_TRY(read_texts(r, node, "do", true, US_PATTERN_LINES_MAX, &repair.line, &repair.lines));
    US_TRY(check_shape(r, node, &repair));
    r->pattern->repair[r->pattern->repairs++] = repair;
    return US_OK;
}

static us_status read_repairs(reading *r, const us_json_node *root)
{
    const us_json_node *repairs = NULL;
    US_TRY(us_json_require(root, "repairs", US_JSON_ARRAY, &repairs, r->err));
    if (us_json_size(repairs) == 0 || us_json_size(repairs) > US_PATTERN_REPAIRS_MAX)
        return us_json_fail(repairs, r->err, "expected 1 to %d repairs, found %d",
                            US_PATTERN_REPAIRS_MAX, us_json_size(repairs));
    for (const us_json_node *at = us_json_first(repairs); at; at = us_json_next(at))
        US_TRY(read_repair(r, at));
    return US_OK;
}

static us_status check_maintain(const reading *r)
{
    static const us_scope scope = {NULL, 0};
    US_AUTOPTR(us_expr) expr = NULL;
    if (!r->pattern->maintain.text)
        return US_OK;
    US_TRY(us_expr_compile(r->domain, &scope, US_VALUE_BOOL, &r->pattern->maintain, &expr, r->err));
    bool ids = us_expr_has_ids(expr);
    return ids ? us_source_fail(&r->pattern->maintain, 0, r->err,
                                "it names an entity of one game by its number")
               : US_OK;
}

/* Reads `watch`: {"lacks": ["resource"], "item": "resource"}. */
static us_status read_watch(reading *r, const us_json_node *root)
{
    static const char *const keys[] = {"lacks", "item", NULL};
    us_step_watch *watch = &r->pattern->watch;
    const us_json_node *node = NULL;
    const us_source *lacks = NULL;
    int count = 0;
    US_TRY(us_json_get(root, "watch", US_JSON_OBJECT, &node, r->err));
    if (!node)
        return US_OK;
    US_TRY(only(node, keys, r->err));
    US_TRY(read_texts(r, node, "lacks", true, US_LACKS, &lacks, &count));
    US_TRY(us_json_get_string(node, "item", &watch->item, r->err));
    if (count == 0)
        return us_json_fail(node, r->err,
                            "member \"lacks\" is missing: what the watched steps lack");
    if (watch->item && !us_failure_pattern_is_name(watch->item, false))
        return us_json_reject(us_json_find(node, "item"), r->err, "the name of a placeholder");
    for (int i = 0; i < count; i++) {
        int lack = us_note_lack_from_name(lacks[i].text);
        if (lack < 0)
            return us_json_reject(lacks[i].node, r->err, "a lack, such as \"resource\"");
        watch->lacks |= 1u << lack;
    }
    return US_OK;
}

/* Reads a header with `like`: params override those of the other domain's pattern. */
static us_status read_like(reading *r, const us_json_node *root)
{
    static const char *const keys[] = {"pattern", "like", "params", NULL};
    us_failure_pattern *p = r->pattern;
    const us_json_node *params = NULL;
    const char *file;
    int64_t version;
    US_TRY(only(root, keys, r->err));
    US_TRY(us_json_require_int(root, "pattern", 1, US_PATTERN_VERSION, &version, r->err));
    US_TRY(us_json_require_string(root, "like", &p->like, r->err));
    US_TRY(us_json_get(root, "params", US_JSON_OBJECT, &params, r->err));
    if (params && us_json_size(params) > US_PATTERN_PARAMS_MAX)
        return us_json_fail(params, r->err, "more than %d params", US_PATTERN_PARAMS_MAX);
    for (const us_json_node *at = params ? us_json_first(params) : NULL; at;
         at = us_json_next(at)) {
        us_pattern_param param = {.name = us_json_key(at), .about = ""};
        US_TRY(us_json_require_int(params, param.name, -US_PATTERN_VALUE_MAX, US_PATTERN_VALUE_MAX,
                                   &param.value, r->err));
        us_json_place(at, &file, &param.line, &param.column);
        p->param[p->params++] = param;
    }
    return US_OK;
}

static us_status read_header(reading *r)
{
    static const char *const keys[] = {"pattern", "about",   "params",   "maintain", "watch",
                                       "blame",   "repairs", "defaults", NULL};
    const us_json_node *root = us_json_root(r->pattern->header);
    int64_t version;
    int blame = 0;
    const char *about = "";
    if (us_json_type(root) == US_JSON_OBJECT && us_json_find(root, "like"))
        return read_like(r, root);
    US_TRY(only(root, keys, r->err));
    US_TRY(us_json_require_int(root, "pattern", 1, US_PATTERN_VERSION, &version, r->err));
    US_TRY(us_json_require_string(root, "about", &about, r->err));
    US_TRY(read_params(r, root));
    US_TRY(read_text(r, root, "maintain", &r->pattern->maintain));
    US_TRY(check_maintain(r));
    US_TRY(read_watch(r, root));
    US_TRY(read_word(r, root, "blame", blame_names, US_BLAMES, true, &blame));
    r->pattern->about = us_arena_strndup(r->pattern->arena, about, strlen(about));
    r->pattern->blame = (us_blame)blame;
    return read_repairs(r, root);
}

/* Adds the preset query: each stretch of at least :patience cycles without the condition. */
static void add_query(us_failure_pattern *p)
{
    p->sql = (us_source){.file = p->file, .text = lapses_query, .line = 1, .column = 1};
    for (int i = 0; i < p->params; i++)
        if (us_text_equal(p->param[i].name, "patience"))
            return;
    if (p->params < US_PATTERN_PARAMS_MAX)
        p->param[p->params++] = (us_pattern_param){
            .name = "patience", .about = "cycles it may not hold", .value = US_PATTERN_PATIENCE};
}

/* ---- the file */

/* Sets the pattern's name, from that of its file. */
static us_status read_name(reading *r, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    size_t length = strlen(name);
    if (length > 4 && us_text_equal(name + length - 4, ".sql"))
        length -= 4;
    r->pattern->name = us_arena_strndup(r->pattern->arena, name, length);
    r->pattern->file = us_arena_strndup(r->pattern->arena, file, strlen(file));
    if (us_failure_pattern_is_name(r->pattern->name, true))
        return US_OK;
    return us_error_set(
        r->err, US_BAD_INPUT, file, 0, 0,
        "the name of a pattern is that of its file: expected a letter, then letters, "
        "digits and -, all small, and .sql");
}

/* Cuts the text to the inside of its comment, which stays at its place. *behind: offset of the
 * rest. */
static us_status find_header(reading *r, char *text, size_t *behind)
{
    size_t from = strspn(text, " \t\r\n");
    bool comment = strncmp(text + from, "/*", 2) == 0;
    char *end = comment ? strstr(text + from + 2, "*/") : NULL;
    int line, column;
    us_text_place(text, from, &line, &column);
    if (comment && !end)
        return us_error_set(r->err, US_BAD_INPUT, r->pattern->file, line, column,
                            "the comment never ends: expected */ behind its JSON");
    if (!comment || text + from + 2 + strspn(text + from + 2, " \t\r\n") == end)
        return us_error_set(r->err, US_BAD_INPUT, r->pattern->file, line, column,
                            "expected a comment that holds JSON: /* {\"pattern\": 1, ...} */");
    *behind = (size_t)(end - text) + 2;
    text[from] = text[from + 1] = ' ';
    *end = '\0';
    return US_OK;
}

static us_status read_parts(reading *r, const char *text, size_t length)
{
    us_failure_pattern *p = r->pattern;
    char *header = us_arena_strndup(p->arena, text, length);
    const char *file = us_arena_strndup(p->arena, text, length);
    size_t behind = 0;
    US_TRY(find_header(r, header, &behind));
    US_TRY(us_json_parse(p->file, header, strlen(header), &p->header, r->err));
    US_TRY(read_header(r));
    behind += strspn(file + behind, " \t\r\n;");
    p->sql = (us_source){.file = p->file, .text = file + behind};
    us_text_place(file, behind, &p->sql.line, &p->sql.column);
    if (p->like)
        return file[behind] ? us_source_fail(&p->sql, 0, r->err,
                                             "expected nothing behind the comment: the query is "
                                             "that of %s",
                                             p->like)
                            : US_OK;
    if (!file[behind] && !p->maintain.text)
        return us_source_fail(&p->sql, 0, r->err,
                              "expected a SELECT behind the comment, or a maintain in it");
    if (!file[behind])
        add_query(p);
    return US_OK;
}

us_status us_failure_pattern_read_head(const us_domain *domain, const char *file, const char *text,
                                       size_t length, us_failure_pattern **out, us_error *err)
{
    US_AUTOPTR(us_failure_pattern) pattern = US_NEW(us_failure_pattern);
    reading r = {domain, pattern, err};
    pattern->arena = us_arena_new();
    US_TRY(read_name(&r, file));
    const char *nul = memchr(text, '\0', length);
    int line, column;
    if (length > US_PATTERN_FILE_MAX)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0, "larger than %d bytes",
                            US_PATTERN_FILE_MAX);
    if (nul) {
        us_text_place(text, (size_t)(nul - text), &line, &column);
        return us_error_set(err, US_BAD_INPUT, file, line, column,
                            "expected text, found a NUL byte");
    }
    US_TRY(read_parts(&r, text, length));
    *out = US_STEAL(pattern);
    return US_OK;
}

void us_failure_pattern_free(us_failure_pattern *pattern)
{
    if (!pattern)
        return;
    us_json_free(pattern->header);
    us_arena_free(pattern->arena);
    us_mem_free(pattern);
}

/* ---- files */

static us_status load_alone(const us_domain *domain, const char *path, us_failure_pattern **out,
                            us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, US_PATTERN_FILE_MAX, &text, &length, err));
    US_TRY(us_failure_pattern_read_head(domain, path, text, length, out, err));
    (*out)->hash = us_hash_add_bytes(US_HASH_START, text, length);
    return US_OK;
}

us_pattern_param *us_failure_pattern_find_param(us_failure_pattern *pattern, const char *name)
{
    for (int i = 0; i < pattern->params; i++)
        if (us_text_equal(pattern->param[i].name, name))
            return &pattern->param[i];
    return NULL;
}

/* Reads the other domain's pattern of that name, and sets these params. */
static us_status load_like(const us_domain *domain, const us_failure_pattern *as,
                           us_failure_pattern **out, us_error *err)
{
    US_AUTOSTR(path);
    US_AUTOPTR(us_failure_pattern) pattern = NULL;
    US_TRY(us_data_find_domain_file(as->like, "patterns", &path, err));
    us_str_addf(&path, "/%s.sql", as->name);
    US_TRY(load_alone(domain, path.text, &pattern, err));
    pattern->borrowed = true;
    pattern->hash = us_hash_add(as->hash, pattern->hash);
    if (pattern->like)
        return us_error_set(
            err, US_BAD_INPUT, as->file, 0, 0,
            "the pattern that it is like is itself like another: name the domain \"%.63s\" instead",
            pattern->like);
    for (int i = 0; i < as->params; i++) {
        us_pattern_param *param = us_failure_pattern_find_param(pattern, as->param[i].name);
        if (!param)
            return us_error_set(err, US_BAD_INPUT, as->file, as->param[i].line, as->param[i].column,
                                "the pattern of %s has no param \"%.63s\"", as->like,
                                as->param[i].name);
        param->value = as->param[i].value;
    }
    *out = US_STEAL(pattern);
    return US_OK;
}

us_status us_failure_pattern_load_head(const us_domain *domain, const char *path,
                                       us_failure_pattern **out, us_error *err)
{
    US_AUTOPTR(us_failure_pattern) pattern = NULL;
    US_TRY(load_alone(domain, path, &pattern, err));
    if (pattern->like)
        return load_like(domain, pattern, out, err);
    *out = US_STEAL(pattern);
    return US_OK;
}

/* Lists all files NAME.sql, also those that can't be read: loading reports them. */
us_status us_failure_patterns_list(const char *path, us_names *out, us_error *err)
{
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (!there && errno == ENOENT)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "there is no such folder: expected NAME.sql or a folder of such files");
    if (there && !S_ISDIR(info.st_mode))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "expected NAME.sql or a folder, found another file");
    us_names names = {0};
    US_TRY(us_file_list_all(path, ".sql", &names, err));
    if (names.count == 0)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "there is no pattern in it: expected files NAME.sql");
    *out = names;
    return US_OK;
}

/* ---- values in play */

typedef struct row_making {
    us_arena *arena;
    const char **name, **value;
    int count;
} row_making;

/* The first value of a name counts. */
static void add_value(row_making *row, const char *name, const char *value)
{
    for (int i = 0; i < row->count; i++)
        if (us_text_equal(row->name[i], name))
            return;
    row->name[row->count] = name;
    row->value[row->count++] = value;
}

static void add_number(row_making *row, const char *name, int64_t number)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%lld", (long long)number);
    add_value(row, name, us_arena_strndup(row->arena, text, (size_t)length));
}

static const us_json_node *defaults_of(const us_failure_pattern *pattern)
{
    const us_json_node *rows = us_json_find(us_json_root(pattern->header), "defaults");
    bool any = rows && us_json_type(rows) == US_JSON_ARRAY && us_json_size(rows) > 0;
    return any && !pattern->borrowed ? rows : NULL;
}

int us_failure_pattern_play_rows(const us_failure_pattern *pattern)
{
    const us_json_node *rows = defaults_of(pattern);
    return rows ? us_json_size(rows) : 1;
}

static void add_lack(row_making *row, const us_failure_pattern *pattern, const us_lacking *lacks)
{
    int64_t least = 0;
    if (pattern->watch.item && lacks->item && lacks->item[0])
        add_value(row, pattern->watch.item,
                  us_arena_strndup(row->arena, lacks->item, strlen(lacks->item)));
    for (int i = 0; i < pattern->params; i++)
        if (us_text_equal(pattern->param[i].name, "least"))
            least = pattern->param[i].value;
    add_number(row, "amount", lacks->amount > least ? lacks->amount : least);
}

us_piece_row us_failure_pattern_play_row(const us_failure_pattern *pattern, int row,
                                         const us_lacking *lacks, us_arena *arena)
{
    const us_json_node *rows = defaults_of(pattern), *at = rows ? us_json_first(rows) : NULL;
    for (int i = 0; at && i < row; i++)
        at = us_json_next(at);
    bool object = at && us_json_type(at) == US_JSON_OBJECT;
    int most = (object ? us_json_size(at) : 0) + pattern->params + 2;
    row_making made = {arena, US_ARENA_ARRAY(arena, const char *, most),
                       US_ARENA_ARRAY(arena, const char *, most), 0};
    if (lacks)
        add_lack(&made, pattern, lacks);
    for (const us_json_node *one = object ? us_json_first(at) : NULL; one;
         one = us_json_next(one)) {
        int64_t number;
        if (us_json_type(one) == US_JSON_STRING)
            add_value(&made, us_json_key(one), us_json_string(one));
        else if (us_json_type(one) == US_JSON_NUMBER && us_json_int(one, &number))
            add_number(&made, us_json_key(one), number);
    }
    for (int i = 0; i < pattern->params; i++)
        add_number(&made, pattern->param[i].name, pattern->param[i].value);
    return (us_piece_row){made.name, made.value, made.count};
}
