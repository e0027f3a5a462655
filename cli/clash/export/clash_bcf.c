/* BIM Collaboration Format, version 2.1: a ZIP archive with a folder for each issue, which holds
 * its description (markup.bcf), a viewpoint (viewpoint.bcfv) and, for the worst issues, an image
 * from there (snapshot.png). Identifiers are hashes of the pair, so that a clash keeps its own from
 * run to run. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "clash/clash.h"
#include "clash/export/zip.h"
#include "clash/export/clash_bcf.h"
#include "clash/clash_origin.h"
#include "clash/clash_pair.h"
#include "clash/history/clash_identity.h"
#include "reading.h"
#include "clash/export/clash_snapshot.h"
#include "text/xml.h"

#define BCF_SNAPSHOTS 1000
#define BCF_ISSUES ((ZIP_MEMBERS - 1 - BCF_SNAPSHOTS) / 2)

/* A dynamic string. */
typedef struct bcf_text {
    char *data;
    size_t size, capacity;
    bool failed;
} bcf_text;

static void put_raw(bcf_text *t, const char *data, size_t size) {
    if (t->size + size > t->capacity) {
        size_t more = 2 * t->capacity + size + 1024;
        char *bigger = realloc(t->data, more);
        t->failed = t->failed || !bigger;
        if (!bigger) return;
        t->data = bigger;
        t->capacity = more;
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
}

static void put_line(bcf_text *t, const char *format, ...) {
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    t->failed = t->failed || length < 0 || (size_t)length >= sizeof line;
    if (!t->failed) put_raw(t, line, (size_t)length);
}

static void put_escaped(bcf_text *t, const char *text) {
    char character[XML_CHARACTER];
    for (size_t size; (size = xml_next(&text, character)) > 0;)
        put_raw(t, character, size);
}

/* State shared by all issues. */
typedef struct bcf_file {
    zip archive;
    const clash_result *result;
    clash_snapshot *snapshots;
    size_t snapshot_count;
    char date[CLASH_DATE_SIZE];
} bcf_file;

static const clash_snapshot *snapshot_of(const bcf_file *f, size_t index) {
    bool drawn = index < f->snapshot_count && f->snapshots[index].png;
    return drawn ? &f->snapshots[index] : NULL;
}

static void put_point_of(bcf_text *t, const char *words, const clash_pair *p, int part) {
    carom_vec3 v = part ? p->point_b : p->point_a;
    put_line(t, " %s (%u) at %.9g %.9g %.9g.", words, (unsigned)(part ? p->b : p->a), v.x, v.y,
             v.z);
}

static void put_description(bcf_text *t, const clash_pair *p) {
    bool points = clash_has_points(p);
    if (clash_is_overlap(p) && !p->measured)
        put_line(t, "Overlap, depth not measured.");
    else if (clash_is_overlap(p))
        put_line(t, "Overlap, depth %.6g, at most %.6g.", p->depth, p->bound);
    else if (p->verdict == CLASH_NEAR)
        put_line(t, "Distance %.6g.", p->distance);
    else
        put_line(t, "Contact.");
    if (p->verdict == CLASH_UNDECIDED)
        put_line(t, " Not decided whether within the tolerance of %.6g.", p->tolerance);
    if (!points) {
        put_line(t, " At %.9g %.9g %.9g.", p->point.x, p->point.y, p->point.z);
    } else if (p->verdict == CLASH_NEAR) {
        put_point_of(t, "Nearest point of", p, 0);
        put_point_of(t, "Nearest point of", p, 1);
    } else {
        put_point_of(t, "Inside: the point of", p, p->inside_is_b);
        put_point_of(t, "Nearest surface of", p, !p->inside_is_b);
    }
}

/* By which viewers filter and sort: the verdict, the group and the cluster, numbered as in JSON. */
static void put_labels(bcf_text *t, const clash_result *r, const clash_pair *p) {
    put_line(t, "    <Labels>%s</Labels>\n", clash_pair_name(p));
    if (r->pairs[p->group].count > 1) put_line(t, "    <Labels>group %zu</Labels>\n", p->group);
    if (r->cluster_count > 0) put_line(t, "    <Labels>cluster %zu</Labels>\n", p->cluster);
}

/* Of a group every issue but the first names the first. */
static void put_related(bcf_text *t, const clash_result *r, size_t index) {
    const size_t first = r->pairs[index].group;
    char topic[CLASH_GUID_SIZE];
    if (first == index) return;
    clash_write_guid(&r->pairs[first], "topic", topic);
    put_line(t, "    <RelatedTopic Guid=\"%s\"/>\n", topic);
}

static void put_markup(bcf_text *t, const bcf_file *f, size_t index) {
    const clash_result *r = f->result;
    const clash_pair *p = &r->pairs[index];
    char topic[CLASH_GUID_SIZE], view[CLASH_GUID_SIZE];
    clash_write_guid(p, "topic", topic);
    clash_write_guid(p, "viewpoint", view);
    put_line(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Markup>\n");
    put_line(t, "  <Topic Guid=\"%s\" TopicType=\"Clash\" TopicStatus=\"", topic);
    put_escaped(t, p->status ? p->status : "Open");
    put_line(t, "\">\n    <Title>");
    put_line(t, "%s: ", clash_pair_name(p));
    put_escaped(t, r->parts[p->a].tags.name);
    put_line(t, " (%u) and ", (unsigned)p->a);
    put_escaped(t, r->parts[p->b].tags.name);
    put_line(t, " (%u)</Title>\n    <Index>%zu</Index>\n", (unsigned)p->b, index);
    put_labels(t, r, p);
    put_line(t, "    <CreationDate>%s</CreationDate>\n", f->date);
    put_line(t, "    <CreationAuthor>carom clash</CreationAuthor>\n    <Description>");
    put_description(t, p);
    put_line(t, "</Description>\n");
    put_related(t, r, index);
    put_line(t, "  </Topic>\n  <Viewpoints Guid=\"%s\">\n", view);
    put_line(t, "    <Viewpoint>viewpoint.bcfv</Viewpoint>\n");
    if (snapshot_of(f, index)) put_line(t, "    <Snapshot>snapshot.png</Snapshot>\n");
    put_line(t, "  </Viewpoints>\n</Markup>\n");
}

static void put_vector_element(bcf_text *t, const char *name, carom_vec3 v) {
    put_line(t, "    <%s><X>%.9g</X><Y>%.9g</Y><Z>%.9g</Z></%s>\n", name, v.x, v.y, v.z, name);
}

/* BCF counts in metres; without a unit lengths stay as they are. */
static double metres_of(const clash_result *r) {
    const char *unit = clash_input_unit(r->input);
    return unit ? 1e-6 * reading_unit_size(unit) : 1.0;
}

static void put_viewpoint(bcf_text *t, const clash_result *r, const clash_pair *p) {
    char view[CLASH_GUID_SIZE];
    clash_write_guid(p, "viewpoint", view);
    camera c = clash_view_of_pair(r, p);
    put_line(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<VisualizationInfo Guid=\"%s\">\n",
             view);
    put_line(t, "  <Components>\n    <Selection>\n");
    for (int i = 0; i < 2; i++) {
        const clash_tags *tags = &r->parts[i ? p->b : p->a].tags;
        put_line(t, "      <Component");
        if (tags->id) put_line(t, " IfcGuid=\"");
        if (tags->id) put_escaped(t, tags->id);
        put_line(t, "%s><OriginatingSystem>carom</OriginatingSystem><AuthoringToolId>",
                 tags->id ? "\"" : "");
        put_escaped(t, tags->name);
        put_line(t, "</AuthoringToolId></Component>\n");
    }
    put_line(t,
             "    </Selection>\n    <Visibility DefaultVisibility=\"true\"/>\n  </Components>\n");
    put_line(t, "  <PerspectiveCamera>\n");
    put_vector_element(t, "CameraViewPoint", times(c.eye, metres_of(r)));
    put_vector_element(t, "CameraDirection", c.forward);
    put_vector_element(t, "CameraUpVector", c.up);
    put_line(t,
             "    <FieldOfView>60</FieldOfView>\n  </PerspectiveCamera>\n</VisualizationInfo>\n");
}

static void add_issue(bcf_file *f, size_t index) {
    char topic[CLASH_GUID_SIZE], name[80];
    bcf_text text = {NULL, 0, 0, false};
    clash_write_guid(&f->result->pairs[index], "topic", topic);
    put_markup(&text, f, index);
    snprintf(name, sizeof name, "%s/markup.bcf", topic);
    zip_add(&f->archive, name, text.data, text.size);
    text.size = 0;
    put_viewpoint(&text, f->result, &f->result->pairs[index]);
    snprintf(name, sizeof name, "%s/viewpoint.bcfv", topic);
    zip_add(&f->archive, name, text.data, text.size);
    const clash_snapshot *snapshot = snapshot_of(f, index);
    snprintf(name, sizeof name, "%s/snapshot.png", topic);
    if (snapshot) zip_add(&f->archive, name, snapshot->png, snapshot->size);
    f->archive.failed = f->archive.failed || text.failed;
    free(text.data);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static void draw_snapshots(bcf_file *f, size_t issues, uint32_t thread_count) {
    size_t count = least(issues, BCF_SNAPSHOTS);
    f->snapshots = calloc(count + 1, sizeof *f->snapshots);
    if (!f->snapshots) return;
    f->snapshot_count = count;
    clash_draw_snapshots(f->snapshots, f->result, count, thread_count);
}

static bool put_file(bcf_file *f, size_t issues) {
    static const char version[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                  "<Version VersionId=\"2.1\">\n"
                                  "  <DetailedVersion>2.1</DetailedVersion>\n</Version>\n";
    zip_add(&f->archive, "bcf.version", version, sizeof version - 1);
    for (size_t i = 0; i < issues; i++)
        add_issue(f, i);
    bool ok = zip_finish(&f->archive);
    return fclose(f->archive.out) == 0 && ok;
}

bool clash_write_bcf(const clash_result *result, const char *path, uint32_t thread_count) {
    bcf_file f = {.result = result};
    size_t issues = least(result->pair_count, BCF_ISSUES);
    clash_write_date(f.date);
    f.archive.out = fopen(path, "wb");
    bool ok = f.archive.out != NULL;
    if (ok) {
        draw_snapshots(&f, issues, thread_count);
        ok = put_file(&f, issues);
    }
    if (!ok) fprintf(stderr, "carom: %s: cannot be written: %s\n", path, strerror(errno));
    for (size_t i = 0; i < f.snapshot_count; i++)
        free(f.snapshots[i].png);
    free(f.snapshots);
    if (ok && result->pair_count > BCF_ISSUES)
        fprintf(stderr, "carom: %s: holds the worst %d of %zu clashes\n", path, BCF_ISSUES,
                result->pair_count);
    return ok;
}
