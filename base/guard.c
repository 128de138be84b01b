#include "base/guard.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unwind.h>

#include "base/base.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(ADDRESS_SANITIZER)
void __asan_handle_no_return(void);
#else
#define __asan_handle_no_return() ((void)0)
#endif

typedef struct guard {
    jmp_buf back;
    uintptr_t frame; /* address of us_guard_run's frame; the stack grows downward */
    struct guard *outer;
    int whole; /* as it was around the guard */
} guard;

static _Thread_local guard *innermost;
static _Thread_local int whole; /* sections within the innermost guard */

/* ---- leaving a work */

/* Called for each frame from the failed allocation up. Jumps once all frames of the work have been
 * released. */
static _Unwind_Reason_Code on_frame(int version, _Unwind_Action actions,
                                    _Unwind_Exception_Class class,
                                    struct _Unwind_Exception *exception,
                                    struct _Unwind_Context *context, void *to)
{
    guard *g = to;
    (void)version;
    (void)class;
    (void)exception;
    if (actions & _UA_END_OF_STACK || (uintptr_t)_Unwind_GetCFA(context) >= g->frame)
        longjmp(g->back, 1);
    return _URC_NO_REASON;
}

/* The compiler releases variables of US_AUTO as those of C++ are destroyed by an exception: all is
 * compiled with -fexceptions. */
static _Noreturn void leave(void)
{
    static _Thread_local struct _Unwind_Exception exception;
    guard *g = innermost;
    whole = 1; /* what is released meanwhile must not leave again */
    memset(&exception, 0, sizeof(exception));
    __asan_handle_no_return();
    _Unwind_ForcedUnwind(&exception, on_frame, g);
    longjmp(g->back, 1); /* frames that cannot be unwound: their variables are lost */
}

bool us_guard_run(void (*work)(void *context), void *context)
{
    guard mine = {
        .frame = (uintptr_t)__builtin_frame_address(0), .outer = innermost, .whole = whole};
    volatile bool done = false;
    innermost = &mine;
    whole = 0;
    if (setjmp(mine.back) == 0) {
        work(context);
        done = true;
    }
    innermost = mine.outer;
    whole = mine.whole;
    return done;
}

bool us_guard_is_active(void)
{
    return innermost && whole == 0;
}

int us_whole_begin(void)
{
    return whole++;
}

void us_whole_end(const int *before)
{
    whole = *before;
}

/* ---- the reserve */

static _Atomic(void *) reserve;
static size_t reserved;    /* bytes */
static atomic_int holders; /* 0: no reserve is open */
static atomic_bool is_short;

/* Its pages are written, so that the system has given them. */
static void *fill(void)
{
    void *memory = us_mem_try(reserved);
    return memory ? memset(memory, 1, reserved) : NULL;
}

void us_reserve_open(size_t bytes)
{
    if (atomic_fetch_add(&holders, 1) > 0)
        return;
    reserved = bytes;
    atomic_store(&reserve, fill());
    atomic_store(&is_short, !atomic_load(&reserve));
}

void us_reserve_close(void)
{
    if (atomic_fetch_sub(&holders, 1) > 1)
        return;
    us_mem_free(atomic_exchange(&reserve, NULL));
    atomic_store(&is_short, false);
}

bool us_reserve_refill(void)
{
    if (!atomic_load(&is_short))
        return true;
    void *memory = fill();
    if (!memory)
        return false;
    us_mem_free(atomic_exchange(&reserve, memory)); /* another thread may have refilled it */
    atomic_store(&is_short, false);
    return true;
}

bool us_memory_is_short(void)
{
    return atomic_load_explicit(&is_short, memory_order_relaxed);
}

void us_guard_check(void)
{
    if (us_memory_is_short() && us_guard_is_active())
        leave();
}

bool us_guard_rescue(int tries)
{
    enum { TRIES = 200 };
    if (us_guard_is_active())
        leave();
    if (whole == 0 || atomic_load(&holders) == 0)
        return false;
    void *memory = atomic_exchange(&reserve, NULL);
    atomic_store(&is_short, true); /* after it: a refill meanwhile must not hide that it is gone */
    us_mem_free(memory);
    if (!memory) /* guarded threads leave at their next allocation: their memory comes back */
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    return memory || tries < TRIES;
}
