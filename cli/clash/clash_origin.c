/* No algorithm of its own: what a report says of where it comes from. */
#include "clash/clash_origin.h"

#include <time.h>

#include "clash/clash_pair.h"
#include "reading.h"
#include "system.h"
#include "text/sha256.h"

void clash_write_date(char out[CLASH_DATE_SIZE]) {
    struct tm parts;
    snprintf(out, CLASH_DATE_SIZE, "1970-01-01T00:00:00Z");
    if (system_utc(time(NULL), &parts))
        strftime(out, CLASH_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* Of files of surfaces how these were cut into triangles. */
static void put_surfaces(answer *a, const carom_io_report *report) {
    if (!(report->deflection > 0.0)) return;
    answer_number(a, "surfaces", (double)report->surfaces);
    answer_number(a, "lost", (double)report->lost);
    answer_number(a, "deflection", report->deflection);
    answer_number(a, "angle", report->angle);
}

void clash_put_origin(answer *a, const clash_input *input) {
    static const char *const sets[] = {NULL, "a", "b"};
    const char *unit = clash_input_unit(input);
    char date[CLASH_DATE_SIZE], hash[SHA256_TEXT];
    clash_write_date(date);
    answer_text(a, "version", carom_version_text());
    answer_text(a, "date", date);
    if (unit) answer_text(a, "unit", unit);
    answer_open_array(a, "files");
    for (size_t i = 0; i < input->file_count; i++) {
        const clash_file *file = &input->files[i];
        answer_open_item(a, i == 0);
        answer_text(a, "file", file->path);
        if (sets[file->set]) answer_text(a, "set", sets[file->set]);
        answer_text(a, "format", carom_io_format_name(file->format));
        if (file->unit) answer_text(a, "unit", file->unit);
        if (sha256_of_file(file->path, file->report.file_bytes, hash))
            answer_text(a, "sha256", hash);
        put_surfaces(a, &file->report);
        answer_close_item(a);
    }
    answer_close_array(a);
}

void clash_print_origin(const clash_input *input) {
    const char *unit = clash_input_unit(input);
    char date[CLASH_DATE_SIZE], hash[SHA256_TEXT];
    clash_write_date(date);
    printf("carom %s, %s, lengths in %s\n", carom_version_text(), date,
           unit ? reading_unit_text(unit) : "units of the files");
    for (size_t i = 0; i < input->file_count; i++) {
        const clash_file *file = &input->files[i];
        fputs("  ", stdout);
        clash_print_name(file->path, 0);
        printf(", %s", carom_io_format_name(file->format));
        if (file->unit) printf(", %s", file->unit);
        if (file->report.deflection > 0.0)
            printf(", deflection %.3g, angle %.3g", file->report.deflection, file->report.angle);
        if (file->report.lost) printf(", %zu lost", file->report.lost);
        if (sha256_of_file(file->path, file->report.file_bytes, hash)) printf(", sha256 %s", hash);
        putchar('\n');
    }
}
