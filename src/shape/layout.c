/* No algorithm of its own: the layout of the public structs, from the list that
 * tools/gen_layout.py writes. Names are joined to one text for each struct, and places are of 16
 * bits, so that the list needs few relocations when the library is loaded. */
#include "carom/layout.h"

#include <string.h>

#include "core/internal.h"

/* The names of the struct and of its fields, each ended by a zero, and an empty name. */
typedef struct layout_struct {
    const char *names;
    uint16_t size, alignment;
} layout_struct;

typedef struct layout_field {
    uint16_t offset, size;
} layout_field;

#define STRUCT(names, type)                                                                        \
    { names "\0", sizeof(type), _Alignof(type) }
#define FIELD(type, field)                                                                         \
    { offsetof(type, field), sizeof(((type *)0)->field) }

#include "shape/layout_list.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

size_t carom_layout(carom_layout_entry *out, size_t capacity) {
    const layout_field *field = layout_fields;
    size_t count = 0;
    for (size_t i = 0; i < COUNT(layout_structs); i++) {
        const layout_struct *s = &layout_structs[i];
        if (count < capacity)
            out[count] = (carom_layout_entry){s->names, NULL, 0, s->size, s->alignment};
        count++;
        for (const char *name = s->names + strlen(s->names) + 1; *name;
             name += strlen(name) + 1, field++, count++)
            if (count < capacity)
                out[count] = (carom_layout_entry){s->names, name, field->offset, field->size, 0};
    }
    return count;
}
