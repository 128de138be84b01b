#include "studio/pages.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *type_of(const char *file)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".css", "text/css; charset=utf-8"},
        {".tsv", "text/tab-separated-values; charset=utf-8"},
        {".gp", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(file, '.');
    for (int i = 0; dot && i < US_COUNT(types); i++)
        if (us_text_equal(dot, types[i][0]))
            return types[i][1];
    return NULL;
}

bool us_served_file_open(const us_folders *folders, const char *file, us_served_file *out)
{
    const char *type = type_of(file);
    struct stat info;
    int fd = -1;
    US_AUTOSTR(path);
    if (type && us_folders_find(folders, file, false, &path, NULL) == US_OK)
        fd = us_file_open(path.text, NULL);
    if (fd < 0)
        return false;
    if (fstat(fd, &info) != 0 || info.st_size > US_SERVED_MAX ||
        !us_folders_have_opened(folders, path.text, fd)) {
        close(fd);
        return false;
    }
    FILE *stream = fdopen(fd, "rb");
    if (!stream)
        close(fd);
    *out = (us_served_file){.file = stream, .type = type, .length = (size_t)info.st_size};
    return stream != NULL;
}
