#include "game/block.h"

enum { LINE = 64 };

void *us_block_add_part(us_block *block, size_t count, size_t size)
{
    void *at = block->bytes ? block->bytes + block->used : NULL;
    block->used += (count * size + LINE - 1) / LINE * LINE;
    return at;
}

void *us_block_new(void (*lay_out)(void *game, us_block *block), void *game, size_t *size)
{
    us_block measure = {0};
    lay_out(game, &measure);
    char *memory = us_mem_alloc(measure.used + LINE);
    us_block place = {(char *)(((uintptr_t)memory + LINE - 1) / LINE * LINE), 0};
    lay_out(game, &place);
    *size = measure.used;
    return memory;
}
