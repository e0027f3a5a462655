/* No algorithm of its own: the frame of what a plug-in answers. An answer is believed no more than
 * a file is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "plugin/plugin_answer.h"

static const char opening[] = "carom-io 1\n";

static bool opens(const unsigned char *bytes, size_t size) {
    return size >= sizeof opening - 1 && !memcmp(bytes, opening, sizeof opening - 1);
}

void carom_io_put_frame(io_bytes *out, const char *object) {
    char size[32];
    snprintf(size, sizeof size, "%zu\n", strlen(object));
    carom_io_put_text(out, opening);
    carom_io_put_text(out, size);
    carom_io_put_text(out, object);
}

bool carom_io_is_answer(const io_file *file) {
    return opens(file->bytes, file->size);
}

bool carom_io_answer_is_broken(const io_file *file, const char *what) {
    return carom_io_fail(file,
                         carom_io_is_answer(file)
                             ? "this scene of carom's holds %s; it was cut off or changed"
                             : "its plug-in answered %s; reinstall carom and its plug-ins",
                         what);
}

bool carom_io_open_answer(const io_file *file, const io_bytes *bytes, io_answer *out) {
    const size_t skip = sizeof opening - 1;
    *out = (io_answer){0};
    if (!opens(bytes->data, bytes->size))
        return carom_io_answer_is_broken(file, "what carom-io of this version does not know");
    char *end;
    const unsigned long long size = strtoull((const char *)bytes->data + skip, &end, 10);
    const size_t at = (size_t)((unsigned char *)end - bytes->data);
    if (*end != '\n' || size > bytes->size - at - 1)
        return carom_io_answer_is_broken(file, "a part of its answer");
    out->data = bytes->data + at + 1 + size;
    out->size = bytes->size - at - 1 - (size_t)size;
    out->root = json_loadb(end + 1, (size_t)size, 0, NULL);
    if (!json_is_object(out->root)) return carom_io_answer_is_broken(file, "no JSON object");
    const char *error = json_string_value(json_object_get(out->root, "error"));
    return error ? carom_io_fail(file, "%s", error) : true;
}
