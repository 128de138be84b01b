#include "tests/unit/fake_microrts.h"

#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FLOOD = 100 << 20, PIECE = 1 << 16 };

struct fake_microrts {
    pthread_t thread;
    const char *const *script;
    int port;
    size_t sent;
    us_str heard;
};

static int join(int port)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int at = socket(AF_INET, SOCK_STREAM, 0);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    us_assert(at >= 0 && connect(at, (struct sockaddr *)&there, sizeof there) == 0);
    return at;
}

static void pause_ms(int ms)
{
    struct timespec time = {0, ms * 1000000L};
    nanosleep(&time, NULL);
}

static bool put(fake_microrts *fake, int at, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(at, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        fake->sent += (size_t)sent;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static void receive_line(fake_microrts *fake, int at, bool all)
{
    char c;
    while (recv(at, &c, 1, 0) == 1) {
        us_str_add_char(&fake->heard, c);
        if (c == '\n' && !all)
            return;
    }
}

static void flood(fake_microrts *fake, int at)
{
    static char piece[PIECE];
    memset(piece, 'x', sizeof piece);
    while (fake->sent < FLOOD && put(fake, at, piece, sizeof piece))
        ;
}

static void drip(fake_microrts *fake, int at)
{
    while (put(fake, at, "x", 1)) {
        struct pollfd gone = {at, POLLIN, 0};
        if (poll(&gone, 1, 5) > 0)
            return;
    }
}

static void *run(void *context)
{
    fake_microrts *fake = context;
    int at = join(fake->port), second = -1;
    for (int i = 0; i < 64 && fake->script[i]; i++) {
        const char *step = fake->script[i];
        if (strcmp(step, FAKE_HEAR) == 0)
            receive_line(fake, at, false);
        else if (strcmp(step, FAKE_PAUSE) == 0)
            pause_ms(30);
        else if (strcmp(step, FAKE_SECOND) == 0)
            second = join(fake->port);
        else if (strcmp(step, FAKE_DRIP) == 0)
            drip(fake, at);
        else if (strcmp(step, FAKE_FLOOD) == 0)
            flood(fake, at);
        else if (strcmp(step, FAKE_STAY) == 0)
            receive_line(fake, at, true);
        else
            put(fake, at, step, strlen(step));
    }
    close(at);
    if (second >= 0)
        close(second);
    return NULL;
}

fake_microrts *fake_microrts_start(int port, const char *const *script)
{
    fake_microrts *fake = US_NEW(fake_microrts);
    fake->port = port;
    fake->script = script;
    us_str_init(&fake->heard);
    us_assert(pthread_create(&fake->thread, NULL, run, fake) == 0);
    return fake;
}

size_t fake_microrts_end(fake_microrts *fake, us_str *heard)
{
    pthread_join(fake->thread, NULL);
    size_t sent = fake->sent;
    us_str_add_bytes(heard, fake->heard.text, fake->heard.length);
    us_str_clear(&fake->heard);
    us_mem_free(fake);
    return sent;
}
