#include "game/microrts/link.h"

#include <string.h>

#include "base/progress.h"
#include "game/microrts/link_xml.h"

enum {
    CONNECT = 10000,
    SILENCE = 30000,
    SAID = 5000, /* largest first line in bytes; it may name a folder */
};

/* The file name of the game's lines in errors. */
static const char named[] = "microRTS";
static const char welcome[] = "understudy\n";
static const char ack[] = "ack\n";

/* The messages so far of the present game. */
typedef enum stage {
    STAGE_NOTHING,
    STAGE_BUDGET,
    STAGE_TABLE,
    STAGE_PLAY, /* a state was received */
} stage;

struct mr_link {
    mr_link_def def;
    mr_wire *wire;
    mr_table table, expected;
    bool has_table;
    stage stage;
    bool acting;  /* it waits for our actions */
    int number;   /* line number since the connection */
    int64_t from; /* start of the wait for its message */
    int player, winner;
    mr_state *state;
    us_str text; /* converted from XML; or to be sent */
};

mr_link_def mr_link_def_default(void)
{
    return (mr_link_def){.connect = CONNECT, .silence = SILENCE, .line_max = MR_LINK_LINE_MAX};
}

static mr_link *link_new(const mr_link_def *def, mr_wire *wire)
{
    mr_link *link = US_NEW(mr_link);
    link->def = *def;
    link->wire = wire;
    if (def->table) {
        link->expected = *def->table;
        link->def.table = &link->expected;
    }
    link->player = link->winner = MR_NONE;
    us_str_init(&link->text);
    return link;
}

us_status mr_link_open(const mr_link_def *def, mr_link **out, us_error *err)
{
    mr_wire *wire;
    US_TRY(mr_wire_listen(def->port, &wire, err));
    *out = link_new(def, wire);
    return US_OK;
}

mr_link *mr_link_open_recorded(const mr_link_def *def, const char *text, size_t length)
{
    return link_new(def, mr_wire_open_recorded(text, length));
}

void mr_link_close(mr_link *link)
{
    if (!link)
        return;
    mr_wire_close(link->wire);
    mr_state_free(link->state);
    us_str_clear(&link->text);
    us_mem_free(link);
}

void mr_link_drop(mr_link *link)
{
    mr_wire_drop(link->wire);
    link->acting = false;
}

int mr_link_port(const mr_link *link)
{
    return mr_wire_port(link->wire);
}

const mr_state *mr_link_state(const mr_link *link)
{
    return link->state;
}

int mr_link_player(const mr_link *link)
{
    return link->player;
}

int mr_link_winner(const mr_link *link)
{
    return link->winner;
}

const mr_table *mr_link_table(const mr_link *link)
{
    return &link->table;
}

static mr_wait_def wait_of(const mr_link *link, int64_t from, int within)
{
    return (mr_wait_def){from, within, link->def.on_wait, link->def.context};
}

/* ---- messages of the game */

static us_status send_line(mr_link *link, const char *text, size_t length, us_error *err)
{
    mr_wait_def wait = wait_of(link, us_clock_ms(), link->def.silence);
    return mr_wire_write(link->wire, &wait, text, length, err);
}

static us_status receive_line(mr_link *link, size_t most, const char **line, size_t *length,
                              us_error *err)
{
    mr_wait_def wait = wait_of(link, link->from, link->def.silence);
    link->number++;
    return mr_wire_read(link->wire, &wait, most, line, length, err);
}

static us_status refuse(const mr_link *link, us_error *err, const char *expected,
                        const char *line_text)
{
    return us_error_set(err, US_BAD_INPUT, named, link->number, 0, "expected %s, found \"%s\"",
                        expected, line_text);
}

static us_status read_table(mr_link *link, us_error *err)
{
    const char *line;
    size_t length;
    mr_table table;
    US_TRY(receive_line(link, link->def.line_max, &line, &length, err));
    if (link->def.xml) {
        us_str_reset(&link->text);
        US_TRY(mr_xml_convert_table(line, length, link->number, &link->text, err));
        line = link->text.text;
        length = link->text.length;
    }
    US_TRY(mr_table_read(named, link->number, line, length, &table, err));
    if (link->def.table)
        US_TRY(mr_table_compare(&table, link->def.table, err));
    /* Types in a state are numbers of the table. */
    if (link->has_table && mr_table_hash(&table) != mr_table_hash(&link->table)) {
        mr_state_free(link->state);
        link->state = NULL;
    }
    link->table = table;
    link->has_table = true;
    return US_OK;
}

static us_status read_state(mr_link *link, us_error *err)
{
    const char *line;
    size_t length;
    bool first = link->stage < STAGE_PLAY;
    US_TRY(receive_line(link, link->def.line_max, &line, &length, err));
    if (link->def.xml) {
        us_str_reset(&link->text);
        US_TRY(mr_xml_convert_state(line, length, link->number, &link->text, err));
        line = link->text.text;
        length = link->text.length;
    }
    if (!first)
        return mr_state_read(link->state, named, link->number, line, length, NULL, err);
    mr_state *state = NULL;
    us_status status = US_OK;
    if (link->def.map) {
        state = mr_state_new(link->def.map, &link->table);
        status = mr_state_read(state, named, link->number, line, length, NULL, err);
    } else {
        status = mr_state_open(&link->table, named, link->number, line, length, &state, NULL, err);
    }
    if (status != US_OK) {
        mr_state_free(state);
        return status;
    }
    mr_state_free(link->state);
    link->state = state;
    link->stage = STAGE_PLAY;
    return US_OK;
}

/* Matches a word and the number after it: "getAction 0". */
static bool match_word(const char *line_text, const char *word, int64_t low, int64_t high,
                       int64_t *out)
{
    size_t length = strlen(word);
    return strncmp(line_text, word, length) == 0 && line_text[length] == ' ' &&
           us_text_to_int(line_text + length + 1, low, high, out);
}

static us_status begin(mr_link *link, us_error *err)
{
    if (link->stage != STAGE_TABLE && link->stage != STAGE_PLAY)
        return refuse(link, err, "the unit type table before a state", "a state");
    return read_state(link, err);
}

/* Reads the first line of a message, and its other lines. *mine: the answer is our actions. */
static us_status take(mr_link *link, const char *line_text, bool *over, us_error *err)
{
    int64_t number;
    link->acting = *over = false;
    if (strncmp(line_text, "budget ", 7) == 0) {
        link->stage = STAGE_BUDGET;
    } else if (strcmp(line_text, "utt") == 0 && link->stage != STAGE_NOTHING) {
        US_TRY(read_table(link, err));
        link->stage = STAGE_TABLE;
    } else if (strncmp(line_text, "preGameAnalysis ", 16) == 0) {
        US_TRY(begin(link, err));
    } else if (match_word(line_text, "getAction", 0, MR_PLAYERS - 1, &number)) {
        US_TRY(begin(link, err));
        link->player = (int)number;
        link->acting = true;
    } else if (match_word(line_text, "gameOver", -1, MR_PLAYERS - 1, &number) &&
               link->stage == STAGE_PLAY) {
        link->winner = (int)number;
        link->stage = STAGE_TABLE; /* the next game need not begin with a budget */
        *over = true;
    } else {
        return refuse(link, err, "a message of the game", line_text);
    }
    return US_OK;
}

static us_status converse(mr_link *link, mr_link_turn *out, us_error *err)
{
    for (;;) {
        const char *line;
        char line_text[SAID + 1];
        size_t length;
        bool over;
        link->from = us_clock_ms();
        US_TRY(receive_line(link, SAID, &line, &length, err));
        memcpy(line_text, line, length);
        line_text[length] = '\0';
        if (strlen(line_text) < length)
            return refuse(link, err, "a message of the game", line_text);
        US_TRY(take(link, line_text, &over, err));
        *out = over ? MR_LINK_OVER : MR_LINK_ACT;
        if (link->acting)
            return US_OK;
        US_TRY(send_line(link, ack, sizeof ack - 1, err));
        if (over)
            return US_OK;
    }
}

static us_status connect_to(mr_link *link, us_error *err)
{
    mr_wait_def wait = wait_of(link, us_clock_ms(), link->def.connect);
    link->stage = STAGE_NOTHING;
    link->acting = false;
    link->number = 0;
    US_TRY(mr_wire_accept(link->wire, &wait, err));
    return send_line(link, welcome, sizeof welcome - 1, err);
}

us_status mr_link_next(mr_link *link, mr_link_turn *out, us_error *err)
{
    us_status status = US_OK;
    us_assert(!link->acting);
    if (!mr_wire_is_open(link->wire))
        status = connect_to(link, err);
    if (status == US_OK)
        status = converse(link, out, err);
    if (status != US_OK)
        mr_link_drop(link);
    return status;
}

/* ---- our messages */

static us_status check_order(const mr_link *link, const mr_order *order, us_error *err)
{
    const mr_action *action = &order->action;
    int unit = mr_state_find(link->state, order->id);
    if (unit == MR_NONE)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "an order to unit %d, which is not there",
                            (int)order->id);
    if (link->state->unit[unit].player != link->player)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                            "an order to unit %d, which is not player %d's", (int)order->id,
                            link->player);
    if (action->type < 0 || action->type >= MR_ACTIONS)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "an order to unit %d of no type",
                            (int)order->id);
    bool goes = action->type != MR_WAIT && action->type != MR_ATTACK;
    if (goes && (action->parameter < MR_UP || action->parameter > MR_LEFT))
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "an order to unit %d without a direction",
                            (int)order->id);
    if (action->type == MR_PRODUCE &&
        (action->unit_type < 0 || action->unit_type >= link->table.count))
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "an order to unit %d to produce nothing",
                            (int)order->id);
    return US_OK;
}

us_status mr_link_send_orders(mr_link *link, const mr_orders *orders, us_error *err)
{
    us_assert(link->acting);
    for (int i = 0; i < orders->count; i++)
        US_TRY(check_order(link, &orders->item[i], err));
    us_str_reset(&link->text);
    if (link->def.xml)
        mr_xml_print_orders(orders, &link->table, &link->text);
    else
        mr_orders_print(orders, &link->table, &link->text);
    us_str_add_char(&link->text, '\n');
    link->acting = false;
    return send_line(link, link->text.text, link->text.length, err);
}
