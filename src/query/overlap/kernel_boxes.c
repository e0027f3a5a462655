/* Separating axis test of two boxes [Gottschalk96], [Ericson05] 4.4.1, on R = A^T B, with a band.
 * The textbook test takes the axes for orthonormal; what their rounding does to a projection is
 * bounded by a few ulps of the boxes' size, the band. Only answers beyond the band are given.
 *
 * A cross product of nearly parallel edges is short, and its gap may be lost in the band although
 * the boxes overlap deeply. Then the face axes decide: rotate B by the small angle until the edges
 * are parallel; the problem becomes one of two rectangles, whose separating axes are all face
 * normals; the Minkowski difference then contains a disc as large as the depth on the face axes.
 * So an edge pair at sine s cannot separate boxes whose faces overlap by more than 3 s times their
 * size. */
#include "query/overlap/kernel_boxes.h"
#include "query/overlap/tolerances.h"

typedef struct box_relation {
    double r[3][3], size_r[3][3]; /* dot(a_i, b_j) and magnitude */
    double to_a[3], to_b[3];      /* centre to centre in either frame */
    double size, band;
} box_relation;

static double component_along(vec3 axis, vec3 v) {
    return dot3(axis, v);
}

static void relate_boxes(box_relation *rel, const box_frame *a, const box_frame *b) {
    vec3 t = sub3(b->center, a->center);
    rel->size = fabs(t.x) + fabs(t.y) + fabs(t.z);
    for (int i = 0; i < 3; i++) {
        rel->to_a[i] = component_along(a->axes[i], t);
        rel->to_b[i] = component_along(b->axes[i], t);
        rel->size += a->half[i] + b->half[i];
        for (int j = 0; j < 3; j++) {
            rel->r[i][j] = dot3(a->axes[i], b->axes[j]);
            rel->size_r[i][j] = fabs(rel->r[i][j]);
        }
    }
    rel->band = BOXES_BAND * rel->size + BOXES_CENTER_PARTS * (a->rounding + b->rounding);
}

/* The largest gap on the six face normals; negative when they all overlap. */
static double face_gap(const box_relation *rel, const box_frame *a, const box_frame *b) {
    double widest = -DBL_MAX;
    for (int i = 0; i < 3; i++) {
        const double *row = rel->size_r[i];
        double on_a = fabs(rel->to_a[i]) - a->half[i] - b->half[0] * row[0] - b->half[1] * row[1] -
                      b->half[2] * row[2];
        double on_b = fabs(rel->to_b[i]) - b->half[i] - a->half[0] * rel->size_r[0][i] -
                      a->half[1] * rel->size_r[1][i] - a->half[2] * rel->size_r[2][i];
        widest = max2(widest, max2(on_a, on_b));
    }
    return widest;
}

static double edge_gap(const box_relation *rel, const box_frame *a, const box_frame *b, int i,
                       int j) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    double apart = fabs(rel->to_a[i2] * rel->r[i1][j] - rel->to_a[i1] * rel->r[i2][j]);
    return apart - a->half[i1] * rel->size_r[i2][j] - a->half[i2] * rel->size_r[i1][j] -
           b->half[j1] * rel->size_r[i][j2] - b->half[j2] * rel->size_r[i][j1];
}

box_verdict carom_boxes_verdict(const box_frame *a, const box_frame *b) {
    box_relation rel;
    relate_boxes(&rel, a, b);
    bool in_range = (rel.size <= SQUARE_MOST) & (rel.size >= SQUARE_LEAST);
    for (int i = 0; i < 3; i++)
        in_range &= (a->half[i] >= 0.0) & (b->half[i] >= 0.0);
    if (!in_range) return BOXES_DOUBT;
    double gap = face_gap(&rel, a, b);
    if (gap > rel.band) return BOXES_APART;
    bool doubt = !(gap < -rel.band);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double edge = edge_gap(&rel, a, b, i, j);
            if (edge > rel.band) return BOXES_APART;
            double sine = rel.size_r[i][(j + 1) % 3] + rel.size_r[i][(j + 2) % 3];
            bool met = (edge < -rel.band) | (BOXES_SINE_PARTS * sine * rel.size + rel.band < -gap);
            doubt |= !met;
        }
    return doubt ? BOXES_DOUBT : BOXES_MEET;
}
