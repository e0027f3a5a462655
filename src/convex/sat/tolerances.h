/* Thresholds of the separating axis test of small polytopes. */
#ifndef CAROM_CONVEX_SAT_TOLERANCES_H
#define CAROM_CONVEX_SAT_TOLERANCES_H

/* Times SAT_ADVANTAGE, which covers the rounding of an overlap: gap that ends the search as
 * certainly separated. Empirical. */
#define SAT_SEPARATED 10.0

#endif
