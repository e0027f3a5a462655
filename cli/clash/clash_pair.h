/* What a pair of parts is called, and where to look at it. */
#ifndef CAROM_CLI_CLASH_CLASH_PAIR_H
#define CAROM_CLI_CLASH_CLASH_PAIR_H

#include "answer.h"
#include "clash/clash.h"

const char *clash_verdict_name(clash_verdict verdict);

/** The same, with "same" or "nested" in place of "hard" where it applies. */
const char *clash_pair_name(const clash_pair *pair);

/** Do the parts overlap, deeper than the tolerance as far as is known? */
bool clash_is_overlap(const clash_pair *pair);

/** Are point_a and point_b set? */
bool clash_has_points(const clash_pair *pair);

/** The point to show: the one that is inside, the midpoint of the nearest points, or a common one.
 */
carom_vec3 clash_place_of_pair(const clash_pair *pair);

#define CLASH_SENTENCE 200

/** What was found, where: one line. */
void clash_write_sentence(const clash_pair *pair, char out[CLASH_SENTENCE]);

/** Prints control characters, which would disturb a terminal, as '?', and blanks up to `width`. */
void clash_print_name(const char *name, int width);

/** The name, path, guid and kind of a part, those that are known, as members of a JSON object. */
void clash_put_tags(answer *a, const clash_tags *tags);

#endif
