#include "tests/last_words.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static const char *volatile doing_now;

static void put(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written; /* there is nobody left to tell */
}

static void speak(void)
{
    if (!doing_now)
        return;
    put("\ndied in: ");
    put(doing_now);
    put("\n");
}

static void on_signal(int number)
{
    speak();
    signal(number, SIG_DFL);
    raise(number);
}

#ifdef SANITIZED
void __sanitizer_set_death_callback(void (*callback)(void)); /* NOLINT: the sanitizers' own name */
#endif

void us_last_words_start(void)
{
    signal(SIGABRT, on_signal);
#ifdef SANITIZED
    __sanitizer_set_death_callback(speak);
#else
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGFPE, on_signal);
    signal(SIGILL, on_signal);
#endif
}

void us_last_words(const char *doing)
{
    doing_now = doing;
}
