/* Own method: a table has for each type of object the members it knows and the type of each; one
 * descent of the text, which the parser has found to be JSON, looks each member up. It works on
 * the text, not on the parsed document, because only the text knows its lines. */
#include "text/json_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "text/nearest.h"

/* Members with ":type" hold an object of that type, or a list of them; "*" any member, with values
 * of the type after it. Every object may have a "comment". */
typedef struct object_type {
    const char *name, *title, *members;
} object_type;

#define BODY "restitution category mask mass"
#define CORNERS "min max"
#define SHAPES                                                                                     \
    "point segment line:ray ray:ray plane:plane halfspace:plane sphere:sphere capsule:capsule "    \
    "aabb:box obb:obb triangle polygon tetrahedron hull cylinder:capsule cone:cone "               \
    "ellipsoid:ellipsoid kdop:kdop frustum:frustum mesh heightfield:heightfield compound:shape "   \
    "points:points voxels:voxels rounded:rounded interval pose:pose"

static const object_type types[] = {
    {"rules", "the rules", "groups:group rules:rule others"},
    {"group", "the groups", "*"},
    {"report", "a report", "*"},
    {"rule", "a rule", "a b ignore clearance tolerance"},
    {"scene", "a scene",
     "gravity frames_per_second frames planes:sheet boxes:room containers:room "
     "meshes:placed spheres:ball random_spheres:balls colliders:collider "
     "random_colliders:colliders camera:camera"},
    {"sheet", "a plane", "normal offset restitution"},
    {"room", "a box", CORNERS " restitution"},
    {"placed", "a mesh", "file scale position rotation restitution"},
    {"ball", "a sphere", "center radius velocity " BODY},
    {"balls", "random spheres", "count seed " CORNERS " radius speed velocity " BODY},
    {"collider", "a collider",
     "shape:scaled kind position rotation velocity angular_velocity " BODY},
    {"colliders", "random colliders",
     "count seed " CORNERS " shapes:scaled speed angular_speed velocity " BODY},
    {"camera", "a camera", "eye target half_angle_tangent"},
    {"scaled", "a shape", "scale " SHAPES},
    {"query", "a query",
     "query id a:side b:side c:side motion_a motion_b end_pose_a:pose end_pose_b:pose distance "
     "direction target_distance ignore_receding ignore_tangential tolerance margin capacity facing "
     "kind vector normal position restitution fraction density"},
    {"side", "a shape", "velocity mass " SHAPES},
    {"shape", "a shape", SHAPES},
    {"ray", "a ray or line", "origin direction t_min t_max"},
    {"plane", "a plane or half-space", "normal offset"},
    {"sphere", "a sphere", "center radius"},
    {"capsule", "a capsule or cylinder", "a b radius"},
    {"box", "a box", CORNERS},
    {"obb", "an oriented box", "center axes half_extents"},
    {"cone", "a cone", "base apex radius"},
    {"ellipsoid", "an ellipsoid", "center axes radii"},
    {"kdop", "a k-DOP", "normals " CORNERS},
    {"frustum", "a frustum", "eye forward up fovy height aspect near far columns depths"},
    {"heightfield", "a height field", "heights origin spacing holes"},
    {"points", "a point cloud", "points radius"},
    {"voxels", "voxels", "cell values leaves origin threshold unknown"},
    {"rounded", "a rounded shape", "core:shape radius"},
    {"pose", "a pose", "position rotation"},
};

typedef struct json_scan {
    const char *at, *end;
    size_t line;
    json_text_stranger *out;
} json_scan;

static char peek(json_scan *s) {
    for (; s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at; s->at++)
        s->line += *s->at == '\n';
    return s->at < s->end ? *s->at : '\0';
}

/* The character that a backslash and what follows it stand for; '?' beyond ASCII. */
static char unescaped(json_scan *s) {
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    const char c = s->at < s->end ? *s->at++ : '\0';
    const char *common = c ? strchr(from, c) : NULL;
    unsigned code = '?';
    if (common) return to[common - from];
    if (c != 'u' || s->end - s->at < 4) return c;
    sscanf(s->at, "%4x", &code);
    s->at += 4;
    return code && code < 128 ? (char)code : '?';
}

/* Reads the string at the cursor into `out`, of `size` bytes, cut off where it is too small. */
static void scan_string(json_scan *s, char *out, size_t size) {
    size_t n = 0;
    for (s->at++; s->at < s->end && *s->at != '"';) {
        char c = *s->at++;
        if (c == '\\') c = unescaped(s);
        if (n + 1 < size) out[n++] = c;
    }
    if (s->at < s->end) s->at++;
    out[n] = '\0';
}

static const object_type *type_named(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == length && !memcmp(types[i].name, name, length))
            return &types[i];
    return NULL;
}

/* Is the member known? Sets *inner to the type of its value, null where it has none. */
static bool find_member(const object_type *type, const char *name, const object_type **inner) {
    const char *at = type->members, *word;
    size_t size;
    *inner = NULL;
    if (*at == '*' || !strcmp(name, "comment")) return true;
    while ((size = nearest_next(&at, &word)) > 0) {
        const char *colon = memchr(word, ':', size);
        const size_t length = colon ? (size_t)(colon - word) : size;
        if (strlen(name) != length || memcmp(name, word, length) != 0) continue;
        if (colon) *inner = type_named(colon + 1, size - length - 1);
        return true;
    }
    return false;
}

/* The members without their types, for suggestions. */
static void list_members(const object_type *type, char *out, size_t size) {
    size_t n = 0;
    bool in_type = false;
    for (const char *at = type->members; *at && n + 1 < size; at++) {
        in_type = *at == ':' || (in_type && *at != ' ');
        if (!in_type) out[n++] = *at;
    }
    out[n] = '\0';
}

static bool refuse_member(json_scan *s, const object_type *type, const char *name) {
    char members[480], meant[NEAREST_SIZE];
    list_members(type, members, sizeof members);
    s->out->line = s->line;
    int n = snprintf(s->out->sentence, sizeof s->out->sentence, "\"%.60s\" is no member of %s",
                     name, type->title);
    if (n > 0 && nearest_word(name, members, meant))
        snprintf(s->out->sentence + n, sizeof s->out->sentence - (size_t)n,
                 "; did you mean \"%s\"?", meant);
    return false;
}

/* Passes over what is not looked into: numbers, words, strings, and objects and lists whole. */
static void skip_value(json_scan *s) {
    char text[2];
    size_t depth = 0;
    do {
        const char c = peek(s);
        if (!c) return;
        if (c == '"') {
            scan_string(s, text, sizeof text);
            continue;
        }
        depth += c == '{' || c == '[';
        if (depth && (c == '}' || c == ']')) depth--;
        s->at++;
        while (!strchr("{}[],:\" \t\r\n", c) && s->at < s->end && *s->at &&
               !strchr("{}[],:\" \t\r\n", *s->at))
            s->at++;
    } while (depth);
}

static bool scan_value(json_scan *s, const object_type *type);

static bool scan_object(json_scan *s, const object_type *type) {
    char name[80], c;
    for (s->at++; (c = peek(s)) == '"' || c == ',';) {
        const object_type *inner;
        if (c == ',') {
            s->at++;
            continue;
        }
        scan_string(s, name, sizeof name);
        if (!find_member(type, name, &inner)) return refuse_member(s, type, name);
        if (peek(s) == ':') s->at++;
        if (!scan_value(s, inner)) return false;
    }
    if (s->at < s->end) s->at++;
    return true;
}

static bool scan_list(json_scan *s, const object_type *type) {
    char c;
    for (s->at++; (c = peek(s)) && c != ']';) {
        if (c == ',')
            s->at++;
        else if (!scan_value(s, type))
            return false;
    }
    if (s->at < s->end) s->at++;
    return true;
}

/* The parser bounds how deep texts are nested, and so the descent. */
static bool scan_value(json_scan *s, const object_type *type) {
    const char c = peek(s);
    if (type && c == '{') return scan_object(s, type);
    if (type && c == '[') return scan_list(s, type);
    skip_value(s);
    return true;
}

bool json_text_known(const char *text, size_t size, const char *type, json_text_stranger *out) {
    json_scan s = {text, text + size, 1, out};
    return scan_value(&s, type_named(type, strlen(type)));
}

size_t json_text_mark(const char *text, size_t size) {
    return size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
}

/* ---- files */

static char *read_all(FILE *in, size_t *size) {
    char *text = NULL;
    size_t capacity = 0, got = 1;
    for (*size = 0; got > 0; *size += got) {
        char *more = grow_array(text, *size, &capacity, 1);
        if (!more) return free(text), NULL;
        text = more;
        got = fread(text + *size, 1, capacity - *size, in);
    }
    if (!ferror(in)) return text;
    free(text);
    return NULL;
}

static json_t *parse(const char *path, const char *text, size_t size, const char *type) {
    json_error_t error;
    json_text_stranger stranger;
    const size_t mark = json_text_mark(text, size);
    json_t *root = json_loadb(text + mark, size - mark, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        fprintf(stderr, "carom: %s: line %d, column %d: %s\n", path, error.line, error.column,
                error.text);
        return NULL;
    }
    if (json_text_known(text + mark, size - mark, type, &stranger)) return root;
    fprintf(stderr, "carom: %s: line %zu: %s\n", path, stranger.line, stranger.sentence);
    json_decref(root);
    return NULL;
}

json_t *json_text_load(const char *path, const char *type) {
    const bool piped = !strcmp(path, "-");
    FILE *in = piped ? stdin : fopen(path, "rb");
    size_t size = 0;
    char *text = in ? read_all(in, &size) : NULL;
    json_t *root = NULL;
    if (text)
        root = parse(piped ? "standard input" : path, text, size, type);
    else
        fprintf(stderr, "carom: %s: cannot be read: %s\n", path, strerror(errno));
    free(text);
    if (in && !piped) fclose(in);
    return root;
}
