/* carom: sizes and offsets of the public structs, for bindings of other languages.
 *
 * A binding that declares the structs itself compares its declarations with this table when it is
 * loaded, and finds out before the first call that they are not the library's. */
#ifndef CAROM_LAYOUT_H
#define CAROM_LAYOUT_H

#include "carom/base.h"

CAROM_BEGIN

/** A public struct or union, or a field of one. @since 0.2 */
typedef struct carom_layout_entry {
    const char *type;   /**< the struct's name, as "carom_sphere" in both precisions */
    const char *field;  /**< the field's name; null for the struct as a whole */
    uint32_t offset;    /**< of the field from the start of the struct, in bytes */
    uint32_t size;      /**< in bytes */
    uint32_t alignment; /**< of the struct, in bytes; 0 for a field */
} carom_layout_entry;

/** Writes all public structs in alphabetical order, each followed by its fields in the order of
 * their declaration, for the precision of the caller. Fields of an unnamed union are listed as
 * fields of the struct. What io.h declares is not among them.
 * @param out room for `capacity` entries, of which the first are written; null where it is 0
 * @return how many entries there are
 * @since 0.2 */
CAROM_API size_t carom_layout(carom_layout_entry *out, size_t capacity);

CAROM_END

#endif
