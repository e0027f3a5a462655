/* JUnit's XML as continuous integration reads it: one suite, whose first case is the search as a
 * whole, so that a clean assembly has a case as well; then a case for each pair listed, which
 * fails as --fail-on says. */
#include "clash/ci/clash_junit.h"

#include <errno.h>
#include <string.h>

#include "clash/clash_parts.h"
#include "clash/clash_pair.h"
#include "clash/history/clash_identity.h"
#include "text/xml.h"

static void put_escaped(FILE *out, const char *text) {
    char character[XML_CHARACTER];
    for (size_t size; (size = xml_next(&text, character)) > 0;)
        fwrite(character, 1, size, out);
}

static void put_case(FILE *out, const clash_result *r, const clash_pair *p) {
    char id[CLASH_ID_SIZE], text[CLASH_SENTENCE];
    clash_write_id(p, id);
    clash_write_sentence(p, text);
    fprintf(out, "    <testcase classname=\"clash.%s\" name=\"", clash_pair_name(p));
    put_escaped(out, r->parts[p->a].tags.name);
    fprintf(out, " (%u) and ", (unsigned)p->a);
    put_escaped(out, r->parts[p->b].tags.name);
    fprintf(out, " (%u)\" time=\"0\"", (unsigned)p->b);
    if (!p->fails) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, ">\n      <failure type=\"%s\" message=\"", clash_pair_name(p));
    put_escaped(out, text);
    fprintf(out, "\">%s", id);
    if (p->status) fputs(", ", out), put_escaped(out, p->status);
    fputs("</failure>\n    </testcase>\n", out);
}

static void put_suite(FILE *out, const clash_result *r) {
    const clash_times *t = &r->times;
    const double time = t->load + t->build + t->boxes + t->verdicts + t->depths;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    fprintf(out,
            "  <testsuite name=\"carom clash\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" "
            "skipped=\"0\" time=\"%.3f\">\n",
            r->pair_count + 1, r->failing, (int)r->interrupted, time);
    fprintf(out, "    <testcase classname=\"clash\" name=\"%zu pairs of %zu parts\" time=\"%.3f\"",
            clash_pair_total(r), r->part_count, time);
    if (r->interrupted)
        fprintf(out,
                ">\n      <error type=\"interrupted\" message=\"%zu of %zu box pairs looked "
                "at\"/>\n    </testcase>\n",
                r->looked_at, r->box_pairs);
    else
        fputs("/>\n", out);
    for (size_t i = 0; i < r->pair_count; i++)
        put_case(out, r, &r->pairs[i]);
    fputs("  </testsuite>\n</testsuites>\n", out);
}

bool clash_write_junit(const clash_result *r, const char *path) {
    FILE *out = fopen(path, "wb");
    bool ok = out != NULL;
    if (ok) {
        put_suite(out, r);
        ok = !ferror(out);
        ok = fclose(out) == 0 && ok;
    }
    if (!ok) fprintf(stderr, "carom: %s: cannot be written: %s\n", path, strerror(errno));
    return ok;
}
