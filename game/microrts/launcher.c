#include "game/microrts/launcher.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/coprocess.h"
#include "base/file.h"
#include "base/json.h"

enum {
    START = 60000,     /* milliseconds for Java, map and bots, on a busy machine too */
    PATIENCE = 500,    /* milliseconds for its exit */
    ANSWER = 16 << 20, /* bytes */
};

struct mr_launcher {
    us_str home;
    us_coprocess *java; /* NULL: not started, or died */
    bool fresh;         /* started for the last game */
};

/* ---- installation */

/* Returns true if the file exists and is readable, or executable. */
static bool is_in(const char *folder, size_t length, const char *name, int mode)
{
    US_AUTOSTR(path);
    struct stat info;
    us_str_addf(&path, "%.*s/%s", (int)length, folder, name);
    return stat(path.text, &info) == 0 && S_ISREG(info.st_mode) && access(path.text, mode) == 0;
}

static bool has_program(const char *name)
{
    const char *at = us_env_get("PATH");
    while (at && *at) {
        size_t length = strcspn(at, ":");
        if (length > 0 && is_in(at, length, name, X_OK))
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

static us_status check_home(const char *home, us_error *err)
{
    static const char jar[] = "microrts.jar", launcher[] = "launcher/Launcher.class";
    if (strchr(home, ':'))
        return us_error_set(
            err, US_NO_ENGINE, home, 0, 0,
            "Java can't be told of a folder with a ':' in its path: expected another");
    if (!is_in(home, strlen(home), jar, R_OK))
        return us_error_set(err, US_NO_ENGINE, home, 0, 0,
                            "no %s there: `make microrts` brings the real microRTS, or "
                            "UNDERSTUDY_MICRORTS names the folder in which it is",
                            jar);
    if (!is_in(home, strlen(home), launcher, R_OK))
        return us_error_set(err, US_NO_ENGINE, home, 0, 0,
                            "no %s there: `make microrts` compiles it", launcher);
    if (!has_program("java"))
        return us_error_set(err, US_NO_ENGINE, NULL, 0, 0,
                            "no java, which runs the real microRTS: expected it in PATH (Debian: "
                            "apt-get install default-jre-headless)");
    return US_OK;
}

void mr_home_print_path(us_str *out)
{
    static const char *const places[] = {"microrts/microrts.jar", "build/microrts/microrts.jar",
                                         NULL};
    const char *chosen = us_env_get("UNDERSTUDY_MICRORTS");
    if (chosen)
        us_str_add(out, chosen);
    else if (!us_file_exists("build/microrts/microrts.jar") && us_data_find_file(places, out))
        out->text[out->length -= strlen("/microrts.jar")] = '\0';
    else
        us_str_add(out, "build/microrts");
}

us_status mr_home_find(us_str *out, us_error *err)
{
    US_AUTOSTR(home);
    mr_home_print_path(&home);
    US_TRY(check_home(home.text, err));
    us_str_add(out, home.text);
    return US_OK;
}

/* ---- start and end */

us_status mr_launcher_open(mr_launcher **out, us_error *err)
{
    US_AUTOSTR(home);
    US_TRY(mr_home_find(&home, err));
    *out = US_NEW(mr_launcher);
    us_str_init(&(*out)->home);
    us_str_add(&(*out)->home, home.text);
    return US_OK;
}

static void end(mr_launcher *launcher)
{
    us_coprocess_stop(launcher->java, PATIENCE);
    launcher->java = NULL;
}

void mr_launcher_close(mr_launcher *launcher)
{
    if (!launcher)
        return;
    end(launcher);
    us_str_clear(&launcher->home);
    us_mem_free(launcher);
}

static void add_quoted(us_str *out, const char *text)
{
    us_str_add_char(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            us_str_add(out, "'\\''");
        else
            us_str_add_char(out, *text);
    us_str_add_char(out, '\'');
}

/* Opens Math.random for seeding. Bots need no screen. */
static us_status start(mr_launcher *launcher, us_error *err)
{
    US_AUTOSTR(command);
    us_str_add(&command, "home=");
    add_quoted(&command, launcher->home.text);
    us_str_add(&command, "; exec java -XX:+UseSerialGC -XX:+IgnoreUnrecognizedVMOptions "
                         "--add-opens java.base/java.lang=ALL-UNNAMED -Djava.awt.headless=true "
                         "-cp \"$home/microrts.jar:$home/launcher\" Launcher \"$home\"");
    return us_coprocess_start(command.text, &launcher->java, err);
}

/* ---- games */

void mr_answer_clear(mr_answer *answer)
{
    us_str_clear(&answer->failed);
}

static bool read_number(us_pull *pull, int32_t *out)
{
    int64_t number;
    if (us_pull_next(pull) != US_PULL_NUMBER || !us_pull_int(pull, &number) || number < INT32_MIN ||
        number > INT32_MAX)
        return false;
    *out = (int32_t)number;
    return true;
}

static bool read_member(us_pull *pull, mr_answer *out)
{
    int32_t *number = us_pull_equal(pull, "player")   ? &out->player
                      : us_pull_equal(pull, "winner") ? &out->winner
                      : us_pull_equal(pull, "cycles") ? &out->cycles
                                                      : NULL;
    if (number)
        return read_number(pull, number);
    if (us_pull_equal(pull, "failed"))
        return us_pull_next(pull) == US_PULL_STRING && us_pull_unescape(pull, &out->failed);
    if (!us_pull_equal(pull, "state"))
        return us_pull_skip(pull);
    if (us_pull_next(pull) != US_PULL_OBJECT)
        return false;
    out->state = pull->place;
    if (!us_pull_skip(pull))
        return false;
    out->state_length = (size_t)(pull->at - out->state);
    return true;
}

us_status mr_answer_parse(const char *text, size_t length, mr_answer *out, us_error *err)
{
    us_pull pull;
    us_pull_init(&pull, text, length);
    bool well = us_pull_next(&pull) == US_PULL_OBJECT;
    while (well && us_pull_next(&pull) == US_PULL_KEY)
        well = read_member(&pull, out);
    if (well && pull.kind == US_PULL_OBJECT_END && us_pull_next(&pull) == US_PULL_END)
        return US_OK;
    return us_error_set(err, US_FAILED, NULL, 0, 0,
                        "Java, which plays the real microRTS, said: %.*s",
                        length < 200 ? (int)length : 200, text);
}

/* Sends a request and reads the answer. Returns US_FAILED if the answer reports a failure, too. */
static us_status ask(mr_launcher *launcher, const us_str *line, int within, mr_answer *out,
                     us_error *err)
{
    const char *text;
    size_t length;
    us_coprocess_state state = us_coprocess_request(launcher->java, line->text, line->length,
                                                    within, ANSWER, &text, &length);
    us_status status = US_OK;
    if (state != US_COPROCESS_OK) {
        char why[200];
        status = us_error_set(err, state == US_COPROCESS_TIMEOUT ? US_INCOMPLETE : US_FAILED, NULL,
                              0, 0, "Java, which plays the real microRTS: %s",
                              us_coprocess_describe(launcher->java, state, why, sizeof why));
    } else {
        status = mr_answer_parse(text, length, out, err);
    }
    if (status != US_OK) {
        end(launcher);
        return status;
    }
    if (out->failed.length == 0)
        return US_OK;
    if (out->player < 0)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "microRTS: %s", out->failed.text);
    return us_error_set(err, US_FAILED, NULL, 0, 0, "microRTS: player %d: %s", (int)out->player,
                        out->failed.text);
}

static void write_job(const mr_job *job, us_str *line)
{
    us_json_writer json = us_json_writer_begin(line, '{');
    us_json_write_key_string(&json, "map", job->map);
    for (int i = 0; i < 2; i++) {
        char socket[32];
        snprintf(socket, sizeof socket, "socket:%d", job->port);
        us_json_write_key_string(&json, i == 0 ? "p0" : "p1",
                                 job->player[i] ? job->player[i] : socket);
    }
    us_json_write_key_int(&json, "cycles", job->cycles);
    us_json_write_key_u64(&json, "seed", job->seed);
    us_json_write_key_string(&json, "language", job->xml ? "xml" : "json");
    if (job->trace)
        us_json_write_key_string(&json, "trace", job->trace);
    us_json_write_key_bool(&json, "every", job->every);
    us_json_writer_end(&json, '}');
}

us_status mr_launcher_play(mr_launcher *launcher, const mr_job *job, us_error *err)
{
    if (launcher->java && us_coprocess_poll(launcher->java) != US_COPROCESS_OK)
        end(launcher);
    launcher->fresh = !launcher->java;
    if (launcher->fresh)
        US_TRY(start(launcher, err));
    US_AUTOSTR(line);
    US_AUTO(mr_answer_clear) mr_answer said = {.player = -1};
    us_str_init(&said.failed);
    write_job(job, &line);
    us_status status = ask(launcher, &line, START, &said, err);
    if (status == US_FAILED && !launcher->java && !launcher->fresh) { /* it died after the look */
        launcher->fresh = true;
        US_TRY(start(launcher, err));
        status = ask(launcher, &line, START, &said, err);
    }
    return status;
}

bool mr_launcher_is_new(const mr_launcher *launcher)
{
    return launcher->fresh;
}

us_status mr_launcher_await_result(mr_launcher *launcher, int within, mr_result *out, us_error *err)
{
    US_AUTOSTR(line);
    US_AUTO(mr_answer_clear) mr_answer said = {.player = -1, .winner = -1};
    us_str_init(&said.failed);
    if (!launcher->java)
        return us_error_set(err, US_FAILED, NULL, 0, 0,
                            "Java, which plays the real microRTS, has died");
    us_str_add(&line, "wait\n");
    US_TRY(ask(launcher, &line, within, &said, err));
    out->winner = said.winner;
    out->cycles = said.cycles;
    us_str_add_bytes(&out->state, said.state ? said.state : "", said.state_length);
    return US_OK;
}

us_status mr_launcher_check_alive(void *launcher, us_error *err)
{
    mr_launcher *of = launcher;
    char why[200];
    us_coprocess_state state = of->java ? us_coprocess_poll(of->java) : US_COPROCESS_ENDED;
    if (state == US_COPROCESS_OK)
        return US_OK;
    return us_error_set(err, US_FAILED, NULL, 0, 0, "Java, which plays the real microRTS: %s",
                        of->java ? us_coprocess_describe(of->java, state, why, sizeof why)
                                 : "it has died");
}
