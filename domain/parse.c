#include "domain/compile.h"

/* ---- operands */

static us_status parse_call(us_compiler *c, const us_word *name, uint16_t *out)
{
    us_argument arg[US_CALL_ARGS + 8];
    int count = 0;
    US_TRY(us_lex_expect(c, "("));
    while (!us_lex_is_sign(c, ")")) {
        if (count == US_COUNT(arg))
            return us_lex_reject(c, "')' behind so many arguments");
        arg[count] = (us_argument){.node = 0};
        if (c->word.kind == US_WORD_NAME && us_lex_has_colon(c)) {
            arg[count].name = c->word;
            US_TRY(us_lex_next(c));
            US_TRY(us_lex_next(c));
        }
        US_TRY(us_compiler_parse_expr(c, &arg[count].node));
        count++;
        US_TRY(us_lex_expect_comma(c));
    }
    US_TRY(us_lex_next(c));
    return us_compiler_bind_call(c, name, arg, count, out);
}

static us_status parse_bracket(us_compiler *c, uint16_t *out)
{
    uint32_t place = c->word.place;
    US_TRY(us_lex_next(c));
    US_TRY(us_compiler_parse_expr(c, out));
    if (us_lex_is_sign(c, ",")) {
        uint16_t x = *out, y = 0, cell = 0;
        US_TRY(us_lex_next(c));
        US_TRY(us_compiler_parse_expr(c, &y));
        US_TRY(us_compiler_bind(c, x, US_KIND_BIT(US_VALUE_NUMBER)));
        US_TRY(us_compiler_bind(c, y, US_KIND_BIT(US_VALUE_NUMBER)));
        US_TRY(us_compiler_add_node(c, US_OP_CELL, US_VALUE_CELL, 0, place, &cell));
        US_TRY(us_compiler_add_child(c, cell, x));
        US_TRY(us_compiler_add_child(c, cell, y));
        *out = cell;
    }
    return us_lex_expect(c, ")");
}

static us_status parse_id(us_compiler *c, uint16_t *out)
{
    uint32_t place = c->word.place;
    US_TRY(us_lex_next(c));
    if (c->word.kind != US_WORD_NUMBER || c->word.number < 1 || c->word.number > UINT32_MAX)
        return us_lex_reject(c, "the id of an entity, from 1, behind '#'");
    US_TRY(us_compiler_add_node(c, US_OP_LITERAL, US_VALUE_ENTITY, c->word.number, place, out));
    return us_lex_next(c);
}

static us_status parse_primary(us_compiler *c, uint16_t *out)
{
    us_word word = c->word;
    if (us_lex_is_sign(c, "("))
        return parse_bracket(c, out);
    if (us_lex_is_sign(c, "#"))
        return parse_id(c, out);
    if (word.kind == US_WORD_NUMBER) {
        US_TRY(
            us_compiler_add_node(c, US_OP_LITERAL, US_VALUE_NUMBER, word.number, word.place, out));
        return us_lex_next(c);
    }
    bool operator_word =
        us_lex_is_name(c, "and") || us_lex_is_name(c, "or") || us_lex_is_name(c, "not");
    if (operator_word || (word.kind != US_WORD_NAME && word.kind != US_WORD_STRING))
        return us_lex_reject(c, "a value");
    US_TRY(us_lex_next(c));
    if (us_lex_is_sign(c, "("))
        return parse_call(c, &word, out);
    return us_compiler_bind_name(c, &word, out);
}

static us_status parse_members(us_compiler *c, uint16_t *out)
{
    US_TRY(parse_primary(c, out));
    while (us_lex_is_sign(c, ".")) {
        US_TRY(us_lex_next(c));
        us_word name = c->word;
        if (name.kind != US_WORD_NAME && name.kind != US_WORD_STRING)
            return us_lex_reject(c, "the name of an attribute");
        US_TRY(us_lex_next(c));
        US_TRY(us_compiler_bind_member(c, *out, &name, out));
    }
    return US_OK;
}

/* ---- operators, the loosest first */

static const struct {
    const char *sign;
    us_op op;
    int rank;
} signs[] = {
    {"or", US_OP_OR, 1},       {"and", US_OP_AND, 2},    {"==", US_OP_EQUAL, 4},
    {"!=", US_OP_DIFFERS, 4},  {"<=", US_OP_AT_MOST, 4}, {">=", US_OP_AT_LEAST, 4},
    {"<", US_OP_LESS, 4},      {">", US_OP_MORE, 4},     {"+", US_OP_ADD, 5},
    {"-", US_OP_SUBTRACT, 5},  {"*", US_OP_MULTIPLY, 6}, {"/", US_OP_DIVIDE, 6},
    {"%", US_OP_REMAINDER, 6},
};
enum { RANK_NOT = 3, RANK_COMPARE = 4, RANK_SIGN = 7 };

static us_status parse_ranked(us_compiler *c, int rank, uint16_t *out);

static us_status parse_unary(us_compiler *c, us_op op, int rank, uint16_t *out)
{
    uint32_t place = c->word.place;
    us_value_kind kind = op == US_OP_NOT ? US_VALUE_BOOL : US_VALUE_NUMBER;
    uint16_t operand = 0;
    US_TRY(us_lex_next(c));
    if (op == US_OP_NEGATE && c->word.kind == US_WORD_NUMBER && c->word.number > 0) {
        /* a negative number is a literal */
        US_TRY(us_compiler_add_node(c, US_OP_LITERAL, kind, -c->word.number, place, out));
        return us_lex_next(c);
    }
    US_TRY(parse_ranked(c, rank, &operand));
    US_TRY(us_compiler_bind(c, operand, US_KIND_BIT(kind)));
    US_TRY(us_compiler_add_node(c, op, kind, 0, place, out));
    return us_compiler_add_child(c, *out, operand);
}

/* Puts a value of an increase into gained() if it is compared with a number slot, unless it is a
 * literal, a slot, or in gained() already. */
static us_status measure(us_compiler *c, uint16_t *side, uint16_t other)
{
    us_op op = c->node[*side].op;
    bool slot = c->node[other].op == US_OP_SLOT && c->node[other].kind == US_VALUE_NUMBER;
    uint16_t measured = *side;
    if (!slot || op == US_OP_LITERAL || op == US_OP_SLOT || op == US_OP_GAINED)
        return US_OK;
    if (c->gains == US_GAINS_MAX)
        return us_source_fail(c->source, c->place[measured], c->err,
                              "expected at most %d comparisons with a number", US_GAINS_MAX);
    US_TRY(us_compiler_add_node(c, US_OP_GAINED, US_VALUE_NUMBER, c->gains++, c->place[measured],
                                side));
    return us_compiler_add_child(c, *side, measured);
}

static us_status combine(us_compiler *c, int sign, uint32_t place, uint16_t left, uint16_t right,
                         uint16_t *out)
{
    us_op op = signs[sign].op;
    if (op == US_OP_AND || op == US_OP_OR)
        return us_compiler_join(c, op, place, left, right, out);
    bool compares = signs[sign].rank == RANK_COMPARE;
    if (compares) {
        US_TRY(us_compiler_bind_pair(c, left, right, signs[sign].sign));
        if (c->gaining) {
            US_TRY(measure(c, &left, right));
            US_TRY(measure(c, &right, left));
        }
    } else {
        US_TRY(us_compiler_bind(c, left, US_KIND_BIT(US_VALUE_NUMBER)));
        US_TRY(us_compiler_bind(c, right, US_KIND_BIT(US_VALUE_NUMBER)));
    }
    US_TRY(us_compiler_add_node(c, op, compares ? US_VALUE_BOOL : US_VALUE_NUMBER, 0, place, out));
    US_TRY(us_compiler_add_child(c, *out, left));
    return us_compiler_add_child(c, *out, right);
}

static int find_sign(const us_compiler *c, int rank)
{
    for (int i = 0; i < US_COUNT(signs); i++)
        if (signs[i].rank >= rank &&
            (us_lex_is_sign(c, signs[i].sign) || us_lex_is_name(c, signs[i].sign)))
            return i;
    return -1;
}

static us_status parse_ranked(us_compiler *c, int rank, uint16_t *out)
{
    if (c->depth >= 2 * US_EXPR_DEPTH)
        return us_compiler_fail_depth(c, c->word.place);
    c->depth++;
    uint16_t left = 0;
    if (rank <= RANK_NOT && us_lex_is_name(c, "not"))
        US_TRY(parse_unary(c, US_OP_NOT, RANK_NOT, &left));
    else if (us_lex_is_sign(c, "-"))
        US_TRY(parse_unary(c, US_OP_NEGATE, RANK_SIGN, &left));
    else
        US_TRY(parse_members(c, &left));
    for (int sign; (sign = find_sign(c, rank)) >= 0;) {
        uint32_t place = c->word.place;
        uint16_t right = 0;
        US_TRY(us_lex_next(c));
        US_TRY(parse_ranked(c, signs[sign].rank + 1, &right));
        US_TRY(combine(c, sign, place, left, right, &left));
        if (signs[sign].rank == RANK_COMPARE && find_sign(c, RANK_COMPARE) >= 0 &&
            signs[find_sign(c, RANK_COMPARE)].rank == RANK_COMPARE)
            return us_lex_reject(c, "'and' or 'or' behind a comparison");
    }
    *out = left;
    c->depth--;
    return US_OK;
}

us_status us_compiler_parse_expr(us_compiler *c, uint16_t *out)
{
    return parse_ranked(c, 1, out);
}

us_status us_compiler_compile(us_compiler *c, uint32_t kinds, uint16_t *root)
{
    if (strlen(c->source->text) >= US_EXPR_TEXT_MAX)
        return us_source_fail(c->source, 0, c->err,
                              "too long a text: expected less than %d characters",
                              US_EXPR_TEXT_MAX);
    US_TRY(us_lex_next(c));
    US_TRY(us_compiler_parse_expr(c, root));
    if (c->word.kind != US_WORD_END)
        return us_lex_reject(c, "the end or an operator");
    return us_compiler_bind(c, *root, kinds);
}
