#define _DEFAULT_SOURCE
#include "tests/fuzz/studio_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "players/play.h"
#include "retrieve/library.h"

enum { FILE_MOST = 1 << 24, KEPT_MAX = 16 };

static char root[64];

typedef struct kept {
    char path[256];
    char *bytes;
    size_t length;
    struct stat info;
} kept;
static kept file[KEPT_MAX];
static int files;

const char *studio_folder_place(const char *name)
{
    static char path[256];
    snprintf(path, sizeof(path), "%s/%s", root, name);
    return path;
}

static void put(const char *name, const char *bytes, size_t length)
{
    us_assert(us_file_write(studio_folder_place(name), bytes, length, NULL) == US_OK);
}

static void copy(const char *from, const char *name)
{
    char *bytes;
    size_t length;
    us_assert(us_file_read(from, FILE_MOST, &bytes, &length, NULL) == US_OK);
    put(name, bytes, length);
    us_mem_free(bytes);
}

static void make_folder(const char *name)
{
    us_assert(mkdir(studio_folder_place(name), 0700) == 0);
}

static void link_here(const char *name)
{
    char real[PATH_MAX];
    us_assert(realpath(name, real) && symlink(real, studio_folder_place(name)) == 0);
}

/* As domains/, without what is long: demonstrations, which "home" would read each time, and all but
 * one of the patterns, which each repair in a library would. */
static void link_domain(const char *domain)
{
    char name[128];
    us_names names;
    snprintf(name, sizeof(name), "domains/%s/", domain);
    us_assert(us_file_list_all(name, "", &names, NULL) == US_OK);
    make_folder(name);
    for (int i = 0; i < names.count; i++) {
        snprintf(name, sizeof(name), "domains/%s/%s", domain, names.name[i]);
        if (us_text_equal(names.name[i], "patterns"))
            make_folder(name);
        else if (!us_text_equal(names.name[i], "demos"))
            link_here(name);
    }
    us_names_free(&names);
}

static void play(const char *domain, const char *map, const char *first, const char *second,
                 const char *name)
{
    us_play_def def = us_play_def_default();
    us_play_result result;
    us_error err;
    def.agent[0] = first;
    def.agent[1] = second;
    def.scenario.domain = domain;
    def.scenario.map = map;
    def.scenario.max_cycles = 240;
    def.trace = studio_folder_place(name);
    def.states = 40;
    def.seed = 7;
    us_assert(us_play_run(&def, &result, &err) == US_OK);
}

/* A repair of a behavior of the first library. */
static const char repaired[] =
    "brl 1\n\nbehavior \"rush 2\" achieves DefeatPlayer(player: enemy) {\n"
    "    do goal BuildUnits(player: self, type: \"footman\", number: 6)\n"
    "    appendix {\n"
    "        parent: \"e44e7559fda25aec\"\n"
    "        modop: \"after step a: build supply\"\n"
    "        failure: \"supply-blocked: 4 times in 2 of 2 games\"\n"
    "        map: \"69ccee9c81e51b65\"\n"
    "        seed: \"7\"\n"
    "    }\n"
    "}\n";

static void shelve(const char *name, const char *text)
{
    us_domain *domain;
    us_library *library;
    us_library_added added = {0};
    us_brl *brl;
    us_assert(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    us_assert(us_brl_parse(domain, "brl", text, strlen(text), &brl, NULL) == US_OK);
    us_assert(us_library_open(studio_folder_place(name), US_LIBRARY_CREATE, domain, &library,
                              NULL) == US_OK);
    us_assert(us_library_begin(library, NULL) == US_OK);
    us_assert(us_library_put_all(library, brl, &added, NULL) == US_OK);
    us_assert(us_library_commit(library, NULL) == US_OK);
    us_library_close(library);
    us_brl_free(brl);
    us_domain_free(domain);
}

static void keep(const char *name)
{
    us_assert(files < KEPT_MAX);
    kept *k = &file[files++];
    snprintf(k->path, sizeof(k->path), "%s", studio_folder_place(name));
    us_assert(us_file_read(k->path, FILE_MOST, &k->bytes, &k->length, NULL) == US_OK);
    us_assert(stat(k->path, &k->info) == 0);
}

static const char manifest[] =
    "{\"experiment\":\"two\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"\","
    "\"engine\":\"00000000000000aa\",\"max_cycles\":300}\n"
    "{\"player\":\"A\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
    "{\"player\":\"B\",\"agent\":\"idle\",\"identity\":\"0000000000000002\"}\n"
    "{\"opponent\":\"O\",\"agent\":\"idle\",\"identity\":\"0000000000000003\"}\n"
    "{\"map\":\"m\",\"family\":\"\",\"path\":\"p\",\"hash\":\"0000000000000001\"}\n"
    "{\"game\":\"0000000000000001\",\"player\":\"A\",\"opponent\":\"O\",\"map\":\"m\",\"seat\":0,"
    "\"seed\":\"1\"}\n"
    "{\"game\":\"0000000000000002\",\"player\":\"B\",\"opponent\":\"O\",\"map\":\"m\",\"seat\":0,"
    "\"seed\":\"1\"}\n";
static const char results[] =
    "{\"game\":\"0000000000000001\",\"end\":\"win\",\"reason\":\"defeat\",\"cycles\":200,"
    "\"hash\":\"0000000000000001\",\"orders\":3,\"us\":5}\n"
    "{\"game\":\"0000000000000002\",\"end\":\"loss\",\"reason\":\"defeat\",\"cycles\":200,"
    "\"hash\":\"0000000000000002\",\"orders\":3,\"us\":5}\n";

/* Below a folder, and the folder itself; what is kept stays unless all goes. */
static void sweep(const char *folder, bool all)
{
    us_names names;
    us_str path;
    us_str_init(&path);
    us_str_addf(&path, "%s/", folder);
    if (us_file_list_all(path.text, "", &names, NULL) != US_OK)
        names = (us_names){0};
    for (int i = 0; i < names.count; i++) {
        struct stat info;
        bool stays = false;
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s", folder, names.name[i]);
        for (int k = 0; k < files && !all; k++)
            stays |= us_text_has_prefix(file[k].path, path.text);
        if (lstat(path.text, &info) == 0 && S_ISDIR(info.st_mode))
            sweep(path.text, all);
        if (!stays || all)
            remove(path.text);
    }
    us_names_free(&names);
    us_str_clear(&path);
}

static void sweep_all(void)
{
    sweep(root, true);
    remove(root);
}

void studio_folder_begin(void)
{
    if (files > 0)
        return;
    const char *below = getenv("TMPDIR");
    snprintf(root, sizeof(root), "%.30s/understudy-fuzz.XXXXXX", below ? below : "/tmp");
    us_assert(mkdtemp(root));
    atexit(sweep_all);
    make_folder("domains");
    link_domain("skirmish");
    link_domain("arena");
    link_domain("microrts");
    link_here("domains/skirmish/patterns/supply-blocked.sql");
    setenv("UNDERSTUDY_DATA", root, 1);
    make_folder("it");
    make_folder("it/e");
    make_folder("it/e/results");
    play("skirmish", "open-2", "expert:rush", "ai:raid", "it/game.jsonl");
    play("arena", "hall-1", "random", "random", "it/arena.jsonl");
    copy("tests/fixtures/library-1/sample.db", "it/a.db");
    copy("tests/fixtures/brl-1/rush.brl", "it/x.brl");
    shelve("it/b.db", repaired);
    put("it/e/manifest.jsonl", manifest, strlen(manifest));
    put("it/e/results/run.jsonl", results, strlen(results));
    static const char *const names[] = {"it/game.jsonl",
                                        "it/game.goals.json",
                                        "it/game.states",
                                        "it/arena.jsonl",
                                        "it/arena.states",
                                        "it/a.db",
                                        "it/b.db",
                                        "it/x.brl",
                                        "it/e/manifest.jsonl",
                                        "it/e/results/run.jsonl"};
    for (int i = 0; i < US_COUNT(names); i++)
        keep(names[i]);
}

void studio_folder_restore(void)
{
    for (int i = 0; i < files; i++) {
        kept *k = &file[i];
        struct stat now;
        if (stat(k->path, &now) == 0 && now.st_ino == k->info.st_ino &&
            now.st_size == k->info.st_size && now.st_mtim.tv_nsec == k->info.st_mtim.tv_nsec)
            continue;
        us_assert(us_file_write(k->path, k->bytes, k->length, NULL) == US_OK);
        us_assert(stat(k->path, &k->info) == 0);
    }
    sweep(studio_folder_place("it"), false);
}
