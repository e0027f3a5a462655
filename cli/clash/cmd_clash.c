/* carom clash: finds the parts of an assembly that overlap or are closer than allowed. It reads
 * the options, loads the parts (clash_parts.h), finds the pairs (clash_find.h) and prints the
 * report. The status is 1 for a hard, undecided or near pair and for a search that was
 * interrupted, and 3 for files that cannot be read or written and for a single part, which has no
 * pair to look at. */
#include <stdlib.h>
#include <string.h>

#include "clash/clash.h"
#include "commands.h"
#include "options.h"
#include "progress.h"
#include "system.h"
#include "clash/export/clash_bcf.h"
#include "clash/export/clash_color.h"
#include "clash/clash_find.h"
#include "clash/export/clash_glb.h"
#include "clash/export/clash_html.h"
#include "clash/clash_parts.h"
#include "clash/clash_render.h"
#include "clash/clash_report.h"
#include "clash/clash_rules.h"
#include "clash/ci/clash_fail.h"
#include "clash/ci/clash_junit.h"
#include "clash/ci/clash_sarif.h"
#include "clash/groups/clash_clusters.h"
#include "clash/groups/clash_groups.h"
#include "clash/history/clash_baseline.h"
#include "clash/history/clash_identity.h"

static void print_more_usage(FILE *out) {
    fputs(
        "  --fail-on C     exit status 1 for these pairs alone: hard, same, nested, undecided,\n"
        "                  near or touching; hard:D deeper than D, near:D nearer; new,\n"
        "                  new:hard:D those that the baseline lacks; may be given again\n"
        "  --baseline FILE what --json wrote before: tells what is new, active and resolved\n"
        "  --cluster D     also clusters of clashes within D of each other; --cluster part: how\n"
        "                  many each part has\n"
        "  --each          a row for each pair of the same two instances in the table, too\n"
        "  --ignore V      leaves out pairs that are touching, near or nested\n"
        "  --by-node       the meshes of one glTF node, or the groups of an OBJ file, are one\n"
        "                  part\n"
        "  --by-piece      connected pieces of meshes, which share no vertex, are parts\n"
        "  --allow-single  one part alone, which is in nothing's way, is no error\n"
        "  --rules FILE    JSON: which pairs to look at, with clearances and tolerances\n"
        "  --threads N     work with N threads; one for each processor unless given\n"
        "  --progress      shows progress even where standard error is no terminal\n"
        "  --json          one JSON object\n"
        "  --csv           a line for each pair that is not clear\n"
        "  --png FILE      a picture: the parts as glass, the curves in which they meet red and\n"
        "                  yellow, and the numbers of the rows\n"
        "  --glb FILE      the assembly, parts in a hard clash red, touching or near ones yellow,\n"
        "                  unless --color says otherwise\n"
        "  --color C       parts in the colours of the file, of their worst verdict, or one for\n"
        "                  each part: file, verdict or part\n"
        "  --junit FILE    a test case for each pair, in JUnit's format\n"
        "  --sarif FILE    a result for each pair, in SARIF 2.1.0\n"
        "  --html FILE     a page for a browser: the assembly, the list, each clash to look at\n"
        "  --bcf FILE      an issue for each clash, in the BIM collaboration format 2.1\n"
        "\n"
        "Progress is shown on a terminal. Ctrl-C ends the search, and what was found is told.\n"
        "\n"
        "exit status: 0 clear, or only touching; 1 hard, undecided or within the clearance, or\n"
        "what --fail-on says, or interrupted; 2 usage; 3 bad input, no pair of parts, or a file\n"
        "cannot be written\n",
        out);
}

static void print_usage(FILE *out) {
    fputs(
        "usage: carom clash FILE... [options]\n"
        "       carom clash --a FILE... --b FILE... [options]\n"
        "\n"
        "Looks at every pair of parts and tells which overlap (hard, with depth and direction),\n"
        "which touch, and which come within the clearance. One file: each mesh that it places\n"
        "is a part, of OBJ each object (o), or without objects each group (g), of text STL each\n"
        "solid, of STEP and IGES each solid of each part; several: each file is one. OBJ, STL,\n"
        "PLY, glTF, GLB, STEP, IGES, IFC, 3MF, COLLADA, FBX or OFF, in their own units.\n"
        "\n"
        "  --clearance D   pairs nearer than D are told, too\n"
        "  --clearance-along A:D\n"
        "                  so are pairs of which one part is nearer than D to the other along\n"
        "                  the axis x, y or z: headroom, doors\n"
        "  --measure       also the volume of each overlap, the area of faces that lie on each\n"
        "                  other, and the way out: the least translation found that separates\n"
        "                  the parts\n"
        "  --tolerance T   overlaps no deeper than T count as touching; 0: none. Unless given,\n"
        "                  those that rounding of the files' numbers to single precision, or\n"
        "                  triangles in place of curved surfaces, may be\n"
        "  --a FILE...     parts of these files against those of --b alone\n"
        "  --b FILE...\n"
        "  --within        takes each file apart; with --a and --b also parts of one file\n"
        "                  against each other\n"
        "  --at X,Y,Z      moves the file before it; before the first file, all\n"
        "  --turn X,Y,Z,W  turns it about its origin, by a quaternion, before it is moved\n"
        "  --scale S       scales it\n"
        "  --unit U        its lengths are in um, mm, cm, m, km, in, ft or mi; STEP, IGES and\n"
        "                  IFC say theirs. The first unit is that of the report and of --at\n"
        "  --deflection D  triangles of STEP, IGES and IFC may be D off the surfaces, in the\n"
        "                  unit of the file; unless given a thousandth of each part's diagonal,\n"
        "                  of IFC 1 mm\n"
        "  --angle A       and neighbours of them A degrees apart; 20 unless given\n"
        "  --lenient       leaves out what of a file cannot be read, and tells how much\n"
        "  --select P      only the parts whose names fit P, of the file before it or of all: a\n"
        "                  pattern of the shell, or an expression as /bolt|nut/; of STEP, IGES\n"
        "                  and IFC also path:P, of IFC kind:P of its class, id:P of its GlobalId\n"
        "  --exclude P     without those that fit P\n",
        out);
    print_more_usage(out);
}

typedef struct clash_command {
    char **files;
    size_t file_count;
    clash_input input;
    clash_options options;
    const char *rules, *png, *glb, *html, *bcf, *junit, *sarif, *baseline;
    bool json, csv, by_node, allow_single;
} clash_command;

static bool read_length(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && *out >= 0.0 && *out <= 1e300;
}

/* "z:2.1" */
static bool read_along(const char *text, clash_options *o) {
    if (text[0] < 'x' || text[0] > 'z' || text[1] != ':') return false;
    o->along_axis = text[0] - 'x';
    return read_length(text + 2, &o->along);
}

static bool read_ignored(const char *text, unsigned *out) {
    if (!strcmp(text, "touching"))
        *out |= 1u << CLASH_TOUCH;
    else if (!strcmp(text, "near"))
        *out |= 1u << CLASH_NEAR;
    else if (!strcmp(text, "nested"))
        *out |= CLASH_IGNORE_NESTED;
    else
        return false;
    return true;
}

/* The option at argv[i], whose value follows. False when it is none, or its value is bad. */
static bool read_option(clash_command *c, const char *name, const char *value) {
    const int of_files = clash_input_option(&c->input, name, value);
    if (of_files < 1) return of_files == 0;
    if (!strcmp(name, "--clearance")) return read_length(value, &c->options.clearance);
    if (!strcmp(name, "--clearance-along")) return read_along(value, &c->options);
    if (!strcmp(name, "--tolerance"))
        return (c->options.has_tolerance = read_length(value, &c->options.tolerance));
    if (!strcmp(name, "--cluster")) return clash_cluster_read(&c->options, value);
    if (!strcmp(name, "--fail-on")) return clash_fail_read(&c->options.fail, value);
    if (!strcmp(name, "--color")) return clash_color_read(&c->options, value);
    if (!strcmp(name, "--ignore")) return read_ignored(value, &c->options.ignored);
    if (!strcmp(name, "--threads")) return threads_read(value, &c->options.threads);
    const char **path = !strcmp(name, "--baseline") ? &c->baseline
                        : !strcmp(name, "--junit")  ? &c->junit
                        : !strcmp(name, "--sarif")  ? &c->sarif
                        : !strcmp(name, "--rules")  ? &c->rules
                        : !strcmp(name, "--png")    ? &c->png
                        : !strcmp(name, "--glb")    ? &c->glb
                        : !strcmp(name, "--html")   ? &c->html
                        : !strcmp(name, "--bcf")    ? &c->bcf
                                                    : NULL;
    if (path) *path = value;
    return path != NULL;
}

static bool read_arguments(clash_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (!strcmp(argv[i], "--csv")) {
            c->csv = true;
        } else if (!strcmp(argv[i], "--measure")) {
            c->options.measure = true;
        } else if (!strcmp(argv[i], "--each")) {
            c->options.each = true;
        } else if (!strcmp(argv[i], "--lenient")) {
            c->input.reading.lenient = true;
        } else if (!strcmp(argv[i], "--by-piece")) {
            c->input.reading.by_piece = true;
        } else if (!strcmp(argv[i], "--within")) {
            c->input.within = true;
        } else if (!strcmp(argv[i], "--by-node")) {
            c->by_node = true;
        } else if (!strcmp(argv[i], "--progress")) {
            progress_want();
        } else if (!strcmp(argv[i], "--allow-single")) {
            c->allow_single = true;
        } else if (argv[i][0] != '-') {
            clash_input_file(&c->input, c->files[c->file_count++] = argv[i]);
        } else if (i + 1 < argc && read_option(c, argv[i], argv[i + 1])) {
            i++;
            if (c->input.file_count > c->file_count) c->files[c->file_count++] = argv[i];
        } else {
            complain_of_argument("clash", &argv[i]);
            return false;
        }
    }
    if (c->json && c->csv) fputs("carom clash: --json and --csv exclude each other\n", stderr);
    if (c->file_count == 0) print_usage(stderr);
    const bool compares = c->baseline || !clash_fail_needs_baseline(&c->options.fail);
    if (!compares) fputs("carom clash: --fail-on new needs a --baseline\n", stderr);
    return c->file_count > 0 && compares && !(c->json && c->csv) && clash_input_check(&c->input);
}

static void tell(const clash_command *c, const clash_result *result) {
    if (c->json)
        clash_print_json(result, &c->options);
    else if (c->csv)
        clash_print_csv(result, &c->options);
    else
        clash_print_table(result, &c->options);
}

static bool write_files(const clash_command *c, const clash_result *result) {
    bool ok = !c->png || clash_write_png(result, &c->options, c->png);
    ok = (!c->glb || clash_write_glb(result, &c->options, c->glb)) && ok;
    ok = (!c->junit || clash_write_junit(result, c->junit)) && ok;
    ok = (!c->sarif || clash_write_sarif(result, c->sarif)) && ok;
    const clash_page_def page = {c->html, c->files, c->file_count, &c->options};
    ok = (!c->html || clash_write_html(result, &page)) && ok;
    return (!c->bcf || clash_write_bcf(result, c->bcf, c->options.threads)) && ok;
}

static bool find_clashes(clash_command *c, clash_result *result, clash_rules *rules,
                         const clash_baseline *baseline) {
    double start = system_seconds();
    threads t = threads_start(c->options.threads);
    bool ok = clash_build(result, &t) && (!rules || clash_rules_apply(rules, result));
    c->options.rules = rules;
    result->times.build = system_seconds() - start;
    ok = ok && clash_find(result, &c->options, &t) && clash_identify(result) &&
         clash_group(result) && clash_cluster(result, &c->options) &&
         (!baseline || clash_baseline_apply(baseline, result));
    clash_fail_apply(&c->options.fail, result);
    threads_end(&t);
    if (!ok) fprintf(stderr, "carom: %s: not enough memory\n", c->files[0]);
    return ok;
}

/* A search without pairs finds no clash whatever the parts are: it must be an error. */
static bool has_pairs(const clash_command *c, const clash_result *result) {
    if (clash_pair_total(result) > 0 || c->allow_single) return true;
    if (result->part_count > 1 || result->unselected > 0)
        return fputs("carom clash: the sets and selections leave no pair to look at\n", stderr),
               false;
    fprintf(stderr,
            "carom clash: %s is one part: there is no pair to look at; give a file for each part, "
            "or one with an object, group or solid for each%s, or allow it by --allow-single\n",
            c->files[0], c->by_node ? ", without --by-node" : "");
    return false;
}

static int look_for_clashes(clash_command *c) {
    clash_result result;
    memset(&result, 0, sizeof result);
    result.input = &c->input;
    clash_rules *rules = c->rules ? clash_rules_load(c->rules) : NULL;
    clash_baseline *baseline = c->baseline ? clash_baseline_load(c->baseline) : NULL;
    int status = EXIT_BAD_INPUT;
    double start = system_seconds();
    bool ok = !c->rules == !rules && !c->baseline == !baseline && clash_load(&result, c->by_node);
    result.times.load = system_seconds() - start;
    ok = ok && has_pairs(c, &result);
    if (ok && find_clashes(c, &result, rules, baseline)) {
        status = result.failing || result.interrupted ? EXIT_NEGATIVE : EXIT_CLEAR;
        tell(c, &result);
        fflush(stdout);
        interrupt_watch();
        if (!write_files(c, &result))
            status = EXIT_BAD_INPUT;
        else if (interrupt_came())
            status = EXIT_NEGATIVE;
    }
    clash_free(&result);
    clash_rules_free(rules);
    clash_baseline_free(baseline);
    return status;
}

int cmd_clash(int argc, char **argv) {
    clash_command c;
    memset(&c, 0, sizeof c);
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    c.files = malloc((size_t)argc * sizeof *c.files);
    int status = EXIT_BAD_INPUT;
    if (!c.files || !clash_input_open(&c.input, argc))
        fputs("carom clash: not enough memory\n", stderr);
    else
        status = read_arguments(&c, argc, argv) ? look_for_clashes(&c) : EXIT_USAGE;
    clash_input_close(&c.input);
    free(c.files);
    return status;
}
