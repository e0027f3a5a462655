/* Text as XML holds it. */
#ifndef CAROM_CLI_TEXT_XML_H
#define CAROM_CLI_TEXT_XML_H

#include <stddef.h>

#define XML_CHARACTER 12

/** Writes the next character of *text to `out`, of XML_CHARACTER bytes, and moves *text behind it.
 * Markup, and what is beyond printable ASCII, becomes character references where it is UTF-8 of two
 * or three bytes that XML allows, else '?'. @return the length, 0 at the end of the text. */
size_t xml_next(const char **text, char *out);

#endif
