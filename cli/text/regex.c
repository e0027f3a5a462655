/* Thompson's construction of a nondeterministic automaton, simulated with the set of all states at
 * once [Thompson68], so that no expression takes exponential time. Jumps are relative, so that a
 * piece of the program can be moved and copied. */
#include "text/regex.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAM 1024
#define MOST_REPEATS 256
#define MOST_NESTED 64

typedef enum regex_kind {
    REGEX_BYTES,
    REGEX_SPLIT,
    REGEX_JUMP,
    REGEX_START,
    REGEX_END,
    REGEX_MATCH
} regex_kind;

typedef struct regex_step {
    regex_kind kind;
    int x, y;                /* of a split both, of a jump the first; relative */
    unsigned char bytes[32]; /* a bit for each */
} regex_step;

struct regex {
    int count;
    regex_step steps[PROGRAM];
};

typedef struct regex_parser {
    const char *at, *end;
    regex *out;
    regex_step spare; /* written to after a failure */
    int depth;
    bool failed, any_case;
} regex_parser;

static void put_byte(unsigned char *set, unsigned char c) {
    set[c >> 3] = (unsigned char)(set[c >> 3] | 1u << (c & 7));
}

static bool has_byte(const unsigned char *set, unsigned char c) {
    return set[c >> 3] >> (c & 7) & 1;
}

/* The byte, and where case does not count the letter's other form. */
static void put_letter(const regex_parser *p, unsigned char *set, unsigned char c) {
    const unsigned char low = c | 0x20;
    put_byte(set, c);
    if (p->any_case && low >= 'a' && low <= 'z') put_byte(set, c ^ 0x20);
}

static void invert(unsigned char *set) {
    for (int i = 0; i < 32; i++)
        set[i] = (unsigned char)~set[i];
}

static regex_step *emit(regex_parser *p, regex_kind kind) {
    if (p->out->count >= PROGRAM - 1) {
        p->failed = true;
        return &p->spare;
    }
    regex_step *step = &p->out->steps[p->out->count++];
    *step = (regex_step){.kind = kind};
    return step;
}

/* Makes way for one step at `at`; what stands behind moves as a whole. */
static regex_step *insert(regex_parser *p, int at, regex_kind kind) {
    const int behind = p->out->count - at;
    regex_step *last = emit(p, kind);
    if (p->failed) return last;
    regex_step *steps = p->out->steps;
    memmove(steps + at + 1, steps + at, (size_t)behind * sizeof *steps);
    steps[at] = (regex_step){.kind = kind};
    return &steps[at];
}

/* ---- classes of bytes */

static bool put_class(unsigned char *set, char name) {
    unsigned char of[32] = {0};
    const char low = name >= 'A' && name <= 'Z' ? (char)(name - 'A' + 'a') : name;
    if (low != 'd' && low != 'w' && low != 's') return false;
    for (int c = 0; c < 256; c++) {
        const bool digit = c >= '0' && c <= '9';
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        const bool blank = c == ' ' || (c >= 9 && c <= 13);
        if (low == 'd' ? digit : low == 'w' ? digit || letter : blank)
            put_byte(of, (unsigned char)c);
    }
    if (low != name) invert(of);
    for (int i = 0; i < 32; i++)
        set[i] |= of[i];
    return true;
}

/* The byte at the cursor, or the one that a backslash is before. */
static unsigned char next_byte(regex_parser *p) {
    if (*p->at == '\\' && p->at + 1 < p->end) p->at++;
    return (unsigned char)*p->at++;
}

static void parse_set(regex_parser *p) {
    regex_step *step = emit(p, REGEX_BYTES);
    const bool negated = p->at < p->end && *p->at == '^';
    if (negated) p->at++;
    for (const char *first = p->at; p->at < p->end && (*p->at != ']' || p->at == first);) {
        if (*p->at == '\\' && p->at + 1 < p->end && put_class(step->bytes, p->at[1])) {
            p->at += 2;
            continue;
        }
        unsigned char low = next_byte(p), high = low;
        if (p->end - p->at >= 2 && p->at[0] == '-' && p->at[1] != ']') {
            p->at++;
            high = next_byte(p);
        }
        if (high < low) p->failed = true;
        for (int c = low; c <= high; c++)
            put_letter(p, step->bytes, (unsigned char)c);
    }
    if (p->at >= p->end) p->failed = true;
    p->at++;
    if (negated) invert(step->bytes);
}

/* ---- the grammar */

static void parse_choice(regex_parser *p);

static void parse_atom(regex_parser *p) {
    const char c = *p->at;
    if (c == '(') {
        p->at++;
        parse_choice(p);
        if (p->at >= p->end || *p->at != ')') p->failed = true;
        p->at++;
    } else if (c == '[') {
        p->at++;
        parse_set(p);
    } else if (c == '^' || c == '$') {
        p->at++;
        emit(p, c == '^' ? REGEX_START : REGEX_END);
    } else if (c == '*' || c == '+' || c == '?' || c == '{') {
        p->failed = true;
    } else {
        regex_step *step = emit(p, REGEX_BYTES);
        if (c == '\\' && p->at + 1 < p->end && put_class(step->bytes, p->at[1])) {
            p->at += 2;
        } else if (c == '.') {
            p->at++;
            invert(step->bytes);
        } else {
            if (c == '\\' && p->at + 1 == p->end) p->failed = true;
            put_letter(p, step->bytes, next_byte(p));
        }
    }
}

static int parse_count(regex_parser *p) {
    int n = -1;
    for (; p->at < p->end && *p->at >= '0' && *p->at <= '9' && n <= MOST_REPEATS; p->at++)
        n = (n < 0 ? 0 : 10 * n) + (*p->at - '0');
    if (n > MOST_REPEATS) p->failed = true;
    return n;
}

/* Reads how often: *most is -1 without a limit. False when nothing of the kind follows. */
static bool parse_repeats(regex_parser *p, int *least, int *most) {
    const char c = p->at < p->end ? *p->at : '\0';
    *least = c == '+';
    *most = c == '?' ? 1 : -1;
    if (c != '*' && c != '+' && c != '?' && c != '{') return false;
    p->at++;
    if (c != '{') return true;
    *least = *most = parse_count(p);
    if (p->at < p->end && *p->at == ',') {
        p->at++;
        *most = parse_count(p);
    }
    if (*least < 0 || (*most >= 0 && *most < *least) || p->at >= p->end || *p->at != '}')
        p->failed = true;
    p->at++;
    return true;
}

/* Appends a copy of `size` steps. */
static void append(regex_parser *p, const regex_step *from, int size) {
    for (int i = 0; i < size && !p->failed; i++)
        *emit(p, REGEX_MATCH) = from[i];
}

/* Makes the piece from `start` on optional, or with `again` any number of it. */
static void make_optional(regex_parser *p, int start, bool again) {
    const int size = p->out->count - start;
    regex_step *split = insert(p, start, REGEX_SPLIT);
    split->x = 1;
    split->y = size + 1 + again;
    if (again) emit(p, REGEX_JUMP)->x = -size - 1;
}

static void repeat(regex_parser *p, int start, int least, int most) {
    const int size = p->out->count - start;
    regex_step *piece = malloc(((size_t)size + 1) * sizeof *piece);
    if (!piece) p->failed = true;
    if (!piece || p->failed) {
        free(piece);
        return;
    }
    memcpy(piece, p->out->steps + start, (size_t)size * sizeof *piece);
    p->out->count = start;
    for (int i = 0; i < least; i++)
        append(p, piece, size);
    for (int i = least; i < most || (most < 0 && i == least); i++) {
        const int from = p->out->count;
        append(p, piece, size);
        if (!p->failed) make_optional(p, from, most < 0);
    }
    free(piece);
}

static void parse_sequence(regex_parser *p) {
    while (!p->failed && p->at < p->end && *p->at != '|' && *p->at != ')') {
        const int start = p->out->count;
        int least, most;
        parse_atom(p);
        while (!p->failed && parse_repeats(p, &least, &most))
            repeat(p, start, least, most);
    }
}

static void parse_choice(regex_parser *p) {
    const int start = p->out->count;
    if (++p->depth > MOST_NESTED) p->failed = true;
    parse_sequence(p);
    if (!p->failed && p->at < p->end && *p->at == '|') {
        p->at++;
        regex_step *split = insert(p, start, REGEX_SPLIT);
        split->x = 1;
        split->y = p->out->count - start + 1;
        const int jump = p->out->count;
        emit(p, REGEX_JUMP);
        parse_choice(p);
        if (!p->failed) p->out->steps[jump].x = p->out->count - jump;
    }
    p->depth--;
}

regex *regex_create(const char *text, size_t size, bool any_case) {
    regex_parser p = {
        .at = text, .end = text + size, .out = calloc(1, sizeof(regex)), .any_case = any_case};
    if (!p.out) return NULL;
    parse_choice(&p);
    if (p.at != p.end) p.failed = true;
    p.out->steps[p.out->count++] = (regex_step){.kind = REGEX_MATCH};
    if (!p.failed) return p.out;
    regex_free(p.out);
    return NULL;
}

void regex_free(regex *r) {
    free(r);
}

/* ---- the search */

typedef struct regex_states {
    int count, list[PROGRAM];
    bool in[PROGRAM];
} regex_states;

/* Follows what takes no byte: at most one visit of each step. @return whether a match is reached.
 */
static bool add_state(const regex *r, regex_states *to, int first, bool at_start, bool at_end) {
    int stack[PROGRAM + 1], depth = 0; /* each step stacks at most one more than it takes */
    bool matches = false;
    stack[depth++] = first;
    while (depth > 0) {
        const int i = stack[--depth];
        const regex_step *step = &r->steps[i];
        if (to->in[i]) continue;
        to->in[i] = true;
        matches = matches || step->kind == REGEX_MATCH;
        if (step->kind == REGEX_BYTES) to->list[to->count++] = i;
        if (step->kind == REGEX_JUMP || step->kind == REGEX_SPLIT) stack[depth++] = i + step->x;
        if (step->kind == REGEX_SPLIT) stack[depth++] = i + step->y;
        if ((step->kind == REGEX_START && at_start) || (step->kind == REGEX_END && at_end))
            stack[depth++] = i + 1;
    }
    return matches;
}

bool regex_finds(const regex *r, const char *text) {
    static const regex_states empty;
    regex_states now = empty, next;
    bool found = add_state(r, &now, 0, true, !*text);
    for (const char *at = text; *at && !found; at++) {
        next = empty;
        for (int k = 0; k < now.count && !found; k++)
            if (has_byte(r->steps[now.list[k]].bytes, (unsigned char)*at))
                found = add_state(r, &next, now.list[k] + 1, false, !at[1]);
        found = found || add_state(r, &next, 0, false, !at[1]);
        now = next;
    }
    return found;
}
