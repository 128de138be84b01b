#include "behavior/fault.h"

#include <stdio.h>
#include <string.h>

#include "base/sort.h"

static const char *const names[US_FAULT_KINDS] = {
    [US_FAULT_SYNTAX] = "syntax",
    [US_FAULT_LIMIT] = "limit",
    [US_FAULT_NAME] = "name",
    [US_FAULT_ARGUMENT] = "argument",
    [US_FAULT_EXPRESSION] = "expression",
    [US_FAULT_ID] = "id",
    [US_FAULT_SHAPE] = "shape",
    [US_FAULT_RUNNING] = "running",
    [US_FAULT_UNREACHABLE] = "unreachable",
    [US_FAULT_RECURSION] = "recursion",
    [US_FAULT_SEMAPHORE] = "semaphore",
    [US_FAULT_UNBOUND] = "unbound",
};

const char *us_fault_name(us_fault_kind kind)
{
    us_assert(kind < US_FAULT_KINDS);
    return names[kind];
}

/* Copies a text and cuts it between characters, so that UTF-8 stays valid. */
static void copy(char *out, size_t size, const char *text, size_t length)
{
    size_t used = 0;
    while (used < length) {
        int step = us_text_utf8_size(text + used, length - used);
        if (step == 0 || used + (size_t)step >= size)
            break;
        used += (size_t)step;
    }
    for (size_t i = 0; i < used; i++)
        out[i] = (char)((unsigned char)text[i] < ' ' ? ' ' : text[i]); /* one line per fault */
    out[used] = '\0';
}

void us_faults_add(us_faults *faults, us_fault_kind kind, int line, int column, const char *format,
                   ...)
{
    va_list args;
    va_start(args, format);
    us_faults_vadd(faults, kind, line, column, format, args);
    va_end(args);
}

void us_faults_vadd(us_faults *faults, us_fault_kind kind, int line, int column, const char *format,
                    va_list args)
{
    if (faults->count == US_FAULTS_MAX) {
        faults->more++;
        return;
    }
    if (!faults->fault)
        faults->fault = US_NEW_ARRAY(us_fault, US_FAULTS_MAX);
    us_fault *fault = &faults->fault[faults->count++];
    *fault = (us_fault){.kind = kind, .line = line, .column = column};
    US_AUTOSTR(text);
    us_str_vaddf(&text, format, args);
    const char *bar = strrchr(text.text, '|');
    us_assert(bar);
    copy(fault->what, sizeof fault->what, text.text, (size_t)(bar - text.text));
    copy(fault->fix, sizeof fault->fix, bar + 1, strlen(bar + 1));
}

bool us_faults_is_full(const us_faults *faults)
{
    return faults->count == US_FAULTS_MAX;
}

static int by_place(const void *left, const void *right)
{
    const us_fault *a = left, *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

void us_faults_sort(us_faults *faults)
{
    if (faults->count == 0)
        return;
    us_array_sort(faults->fault, (size_t)faults->count, sizeof *faults->fault, by_place);
    int kept = 0;
    for (int i = 0; i < faults->count; i++) {
        const us_fault *fault = &faults->fault[i];
        bool said = false;
        for (int k = kept - 1; k >= 0 && by_place(&faults->fault[k], fault) == 0; k--)
            said = said || us_text_equal(faults->fault[k].what, fault->what);
        if (!said)
            faults->fault[kept++] = *fault;
    }
    faults->count = kept;
}

void us_faults_clear(us_faults *faults)
{
    us_mem_free(faults->fault);
    *faults = (us_faults){0};
}

void us_faults_print(const us_faults *faults, const char *file, us_str *out)
{
    for (int i = 0; i < faults->count; i++) {
        const us_fault *fault = &faults->fault[i];
        us_str_addf(out, "%s:%d:%d: %s; %s\n", file, fault->line, fault->column, fault->what,
                    fault->fix);
    }
    if (faults->more)
        us_str_addf(out, "%s: and %d more\n", file, faults->more);
}

us_status us_faults_fail(const us_faults *faults, const char *file, us_error *err)
{
    us_assert(faults->count > 0);
    const us_fault *fault = &faults->fault[0];
    return us_error_set(err, US_BAD_INPUT, file, fault->line, fault->column, "%s; %s", fault->what,
                        fault->fix);
}
