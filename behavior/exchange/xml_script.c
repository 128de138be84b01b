#include <string.h>

#include "behavior/exchange/xml.h"

const us_xml_row us_xml_rows[] = {
    {"Sequence", US_NODE_SEQUENCE, US_MEMORY_RESUME},
    {"ReactiveSequence", US_NODE_SEQUENCE, US_MEMORY_NONE},
    {"SequenceWithMemory", US_NODE_SEQUENCE, US_MEMORY_KEEP},
    {"Fallback", US_NODE_SELECTOR, US_MEMORY_RESUME},
    {"ReactiveFallback", US_NODE_SELECTOR, US_MEMORY_NONE},
    {"Parallel", US_NODE_PARALLEL},
    {"ParallelAll", US_NODE_PARALLEL},
    {"Inverter", US_NODE_INVERT},
    {"ForceSuccess", US_NODE_SUCCEED},
    {"ForceFailure", US_NODE_FAIL},
    {"RetryUntilSuccessful", US_NODE_RETRY, US_ROUNDS_JOINED, "num_attempts", -1, INT32_MAX},
    {"Repeat", US_NODE_REPEAT, US_ROUNDS_JOINED, "num_cycles", -1, INT32_MAX},
    {"KeepRunningUntilFailure", US_NODE_REPEAT, US_ROUNDS_APART},
    {"RunOnce", US_NODE_ONCE},
    {"Timeout", US_NODE_TIMEOUT, 0, "msec", 1, UINT32_MAX, true},
    {"Delay", US_NODE_DELAY, 0, "delay_msec", 1, UINT32_MAX, true},
    {"SubTree", US_NODE_CALL},
    {"Action", US_NODE_ACT},
    {"Condition", US_NODE_CHECK},
    {"ScriptCondition", US_NODE_CHECK},
    {"Script", US_NODE_SET},
    {"SetBlackboard", US_NODE_SET},
    {"AlwaysSuccess", US_NODE_CHECK},
    {"AlwaysFailure", US_NODE_CHECK},
};
const int us_xml_row_count = US_COUNT(us_xml_rows);

const us_xml_row *us_xml_find_row(const char *name)
{
    for (int i = 0; i < us_xml_row_count; i++)
        if (strcmp(us_xml_rows[i].name, name) == 0)
            return &us_xml_rows[i];
    return NULL;
}

bool us_xml_is_reserved(const char *name)
{
    static const char *const other[] = {US_XML_CHECK,
                                        US_XML_SET,
                                        US_XML_EMIT,
                                        "Control",
                                        "Decorator",
                                        "BehaviorTree",
                                        "TreeNodesModel",
                                        "include",
                                        "root",
                                        "Root",
                                        "AsyncSequence",
                                        "AsyncFallback",
                                        "SequenceStar",
                                        "IfThenElse",
                                        "WhileDoElse",
                                        "TryCatch",
                                        "ManualSelector",
                                        "Sleep",
                                        "UnsetBlackboard",
                                        "Precondition",
                                        "Switch2",
                                        "Switch3",
                                        "Switch4",
                                        "Switch5",
                                        "Switch6",
                                        "LoopInt",
                                        "LoopBool",
                                        "LoopDouble",
                                        "LoopString",
                                        "SkipUnlessUpdated",
                                        "WaitValueUpdate",
                                        "WasEntryUpdated"};
    bool taken = false;
    for (int i = 0; i < us_xml_row_count; i++)
        taken = taken || strcmp(us_xml_rows[i].name, name) == 0;
    for (int i = 0; i < US_COUNT(other); i++)
        taken = taken || strcmp(other[i], name) == 0;
    return taken;
}

bool us_xml_is_port(const char *name)
{
    return name[0] != '_' && strcmp(name, "ID") != 0 && strcmp(name, "name") != 0;
}

/* ---- scripts */

/* Returns the length of the name at this place. */
static size_t name_length(const char *at)
{
    size_t length = 0;
    while (us_brl_is_letter(at[length]) || us_brl_is_digit(at[length]))
        length++;
    return length;
}

static bool add_name(const us_template *t, const char *name, us_str *out)
{
    static const char *const same[] = {"true", "false"};
    for (int i = 0; i < US_COUNT(same); i++)
        if (strcmp(name, same[i]) == 0) {
            us_str_add(out, name);
            return us_template_find_slot(t, name) < 0;
        }
    int slot = us_template_find_slot(t, name);
    if (slot < 0 ||
        (t->slot[slot].slot.kind != US_VALUE_NUMBER && t->slot[slot].slot.kind != US_VALUE_BOOL))
        return false;
    if (slot < t->shared)
        us_str_add_char(out, US_XML_SHARED);
    us_str_add(out, name);
    return true;
}

/* `/` and `%` divide integers here and fractions there; `not` binds looser here. */
bool us_xml_write_script(const us_template *template, const char *expression, us_str *out)
{
    char name[US_NAME_MAX + 1];
    for (const char *at = expression; *at;) {
        size_t length = us_brl_is_letter(*at) ? name_length(at) : 1;
        if (length > US_NAME_MAX)
            return false;
        memcpy(name, at, length);
        name[length] = '\0';
        at += length;
        if (strcmp(name, "and") == 0 || strcmp(name, "or") == 0)
            us_str_add(out, name[0] == 'a' ? "&&" : "||");
        else if (us_brl_is_letter(name[0])) {
            if (at[0] == '(' || at[0] == '.' || !add_name(template, name, out))
                return false;
        } else if (strchr(" ()+-*<>=!", name[0]) || us_brl_is_digit(name[0]))
            us_str_add(out, name);
        else
            return false;
    }
    return true;
}

/* Reads `!` before a name at the end of its term: there `!` and `not` mean the same. */
static bool add_not(const char *at, us_str *out)
{
    at += at[0] == US_XML_SHARED;
    size_t length = name_length(at);
    const char *behind = at + length;
    while (*behind == ' ')
        behind++;
    us_str_add(out, "not ");
    return length > 0 && us_brl_is_letter(*at) && (!*behind || strchr("&|)", *behind));
}

bool us_xml_read_script(const us_template *shared, const char *script, us_str *out)
{
    for (const char *at = script; *at; at++) {
        if ((at[0] == '&' || at[0] == '|') && at[1] == at[0]) {
            us_str_add(out, *at == '&' ? " and " : " or ");
            at++;
        } else if (at[0] == '!' && at[1] != '=') {
            if (!add_not(at + 1, out))
                return false;
        } else if (at[0] == US_XML_SHARED && us_brl_is_letter(at[1])) {
            char name[US_NAME_MAX + 1];
            size_t length = name_length(at + 1);
            if (length > US_NAME_MAX)
                return false;
            memcpy(name, at + 1, length);
            name[length] = '\0';
            if (us_template_find_slot(shared, name) < 0)
                return false;
        } else if (us_brl_is_letter(*at)) {
            size_t length = name_length(at);
            us_str_add_bytes(out, at, length);
            at += length - 1;
            if (at[1] == '(' || at[1] == '.')
                return false;
        } else if (strchr(" ()+-*<>=!", *at) || us_brl_is_digit(*at)) {
            us_str_add_char(out, *at);
        } else {
            return false;
        }
    }
    return true;
}

bool us_xml_next_name(const char *script, size_t *at, us_xml_name *out)
{
    for (size_t i = *at, length; script[i]; i += length) {
        length = us_brl_is_letter(script[i]) ? name_length(script + i) : 1;
        if (us_brl_is_digit(script[i]))
            length = name_length(script + i);
        if (!us_brl_is_letter(script[i]) || length > US_NAME_MAX)
            continue;
        memcpy(out->text, script + i, length);
        out->text[length] = '\0';
        if (strcmp(out->text, "true") == 0 || strcmp(out->text, "false") == 0)
            continue;
        out->shared = i > 0 && script[i - 1] == US_XML_SHARED;
        size_t before = i - out->shared;
        while (before > 0 && script[before - 1] == ' ')
            before--;
        const char *behind = script + i + length + strspn(script + i + length, " ");
        const char *value = behind + strspn(behind, ":= ");
        out->truth = (value > behind &&
                      (us_text_has_prefix(value, "true") || us_text_has_prefix(value, "false"))) ||
                     ((before == 0 || strchr("(!&|", script[before - 1])) &&
                      (!*behind || strchr("&|)", *behind)));
        *at = i + length;
        return true;
    }
    return false;
}
