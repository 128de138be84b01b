#include "base/json.h"
#include "domain/domain.h"

us_status us_source_fail(const us_source *source, size_t at, us_error *err, const char *format, ...)
{
    if (!err)
        return US_BAD_INPUT;
    const char *file = source->file;
    int line, column;
    if (source->node) {
        us_json_string_place(source->node, at, &file, &line, &column);
    } else {
        us_text_place(source->text, at, &line, &column);
        column += line == 1 && source->column > 0 ? source->column - 1 : 0;
        line += source->line > 0 ? source->line - 1 : 0;
    }
    va_list args;
    va_start(args, format);
    us_error_vset(err, US_BAD_INPUT, file, line, column, format, args);
    va_end(args);
    return US_BAD_INPUT;
}
