/* No algorithm of its own, the table of solvers: for each pair of kinds the solvers that may answer
 * it, from the most special to the general one (docs/solvers.md is generated from it). Every verb
 * tries the solvers in this order, with and without a cache; its functions stand in the file of the
 * verb, so that a verb may use those of another. */
#include "pair/pose/solver_order.h"

#define TRIED_1(a) ((solver_list)(a) | SOLVER_CONTAINMENT << 4)
#define TRIED_2(a, b) ((solver_list)(a) | TRIED_1(b) << 4)
#define TRIED_3(a, b, c) ((solver_list)(a) | TRIED_2(b, c) << 4)
#define TRIED_4(a, b, c, d) ((solver_list)(a) | TRIED_3(b, c, d) << 4)

/* Two capsules; a capsule and a sphere; two spheres. */
#define KK                                                                                         \
    TRIED_4(SOLVER_CAPSULE_FRAMES, SOLVER_CAPSULE_AXES, SOLVER_CLOSED_FORM, SOLVER_CONVEX_ENGINE)
#define SK TRIED_3(SOLVER_CAPSULE_AXES, SOLVER_CLOSED_FORM, SOLVER_CONVEX_ENGINE)
#define SS TRIED_3(SOLVER_SPHERE_CENTRES, SOLVER_CLOSED_FORM, SOLVER_CONVEX_ENGINE)
/* A capsule and a box along the coordinate axes, and turned. */
#define KB TRIED_3(SOLVER_CAPSULE_BOX_FRAMES, SOLVER_CLOSED_FORM, SOLVER_CONVEX_ENGINE)
#define KO TRIED_2(SOLVER_CAPSULE_BOX_FRAMES, SOLVER_CONVEX_ENGINE)
/* Two boxes, two cylinders, two hulls. */
#define BB TRIED_3(SOLVER_BOX_FRAMES, SOLVER_CLOSED_FORM, SOLVER_CONVEX_ENGINE)
#define YY TRIED_2(SOLVER_CYLINDER_FRAMES, SOLVER_CONVEX_ENGINE)
#define HH TRIED_2(SOLVER_HULL_FRAMES, SOLVER_CONVEX_ENGINE)
/* Bounded shapes, or one of them and a ray or line, with a closed form of some verb, and without.
 */
#define Ce TRIED_2(SOLVER_CLOSED_FORM, SOLVER_CONVEX_ENGINE)
#define Ee TRIED_1(SOLVER_CONVEX_ENGINE)
/* Planes and half-spaces, with a closed form of some verb, and without. */
#define Cp TRIED_2(SOLVER_CLOSED_FORM, SOLVER_PLANE_HEIGHTS)
#define Pp TRIED_1(SOLVER_PLANE_HEIGHTS)
/* Segments, rays and lines, of which one at least is no segment. */
#define Cl TRIED_2(SOLVER_CLOSED_FORM, SOLVER_LINE_RANGES)
/* With a mesh or height field: the solvers of surfaces. Compounds have none either: their children
 * have. */
#define No SOLVER_NONE

/* clang-format off */
const solver_list carom_solver_order[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    /*              po se ra li pl hs sp ca aa ob tr pg kd cy co el te hu me hf cp su rd */
    /* point    */ {Ce,Ce,Ce,Ce,Cp,Cp,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ee,No,No,No,Ee,Ee},
    /* segment  */ {Ce,Ce,Cl,Cl,Cp,Cp,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,No,No,No,Ce,Ce},
    /* ray      */ {Ce,Cl,Cl,Cl,Cp,Cp,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,No,No,No,Ce,Ce},
    /* line     */ {Ce,Cl,Cl,Cl,Cp,Cp,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,Ce,No,No,No,Ce,Ce},
    /* plane    */ {Cp,Cp,Cp,Cp,Cp,Cp,Cp,Cp,Cp,Cp,Cp,Cp,Pp,Pp,Pp,Pp,Pp,Pp,No,No,No,Pp,Pp},
    /* half     */ {Cp,Cp,Cp,Cp,Cp,Cp,Cp,Pp,Cp,Cp,Cp,Cp,Pp,Pp,Pp,Pp,Pp,Pp,No,No,No,Pp,Pp},
    /* sphere   */ {Ce,Ce,Ce,Ce,Cp,Cp,SS,SK,Ce,Ce,Ce,Ce,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* capsule  */ {Ce,Ce,Ce,Ce,Cp,Pp,SK,KK,KB,KO,Ce,Ce,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* aabb     */ {Ce,Ce,Ce,Ce,Cp,Cp,Ce,KB,BB,BB,Ce,Ce,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* obb      */ {Ce,Ce,Ce,Ce,Cp,Cp,Ce,KO,BB,BB,Ce,Ce,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* triangle */ {Ce,Ce,Ce,Ce,Cp,Cp,Ce,Ce,Ce,Ce,Ce,Ce,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* polygon  */ {Ce,Ce,Ce,Ce,Cp,Cp,Ce,Ce,Ce,Ce,Ce,Ce,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* kdop     */ {Ce,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* cylinder */ {Ce,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,YY,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* cone     */ {Ce,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* ellips   */ {Ce,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* tetra    */ {Ce,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* hull     */ {Ee,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,HH,No,No,No,Ee,Ee},
    /* mesh     */ {No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No},
    /* height   */ {No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No},
    /* compound */ {No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No},
    /* support  */ {Ee,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
    /* rounded  */ {Ee,Ce,Ce,Ce,Pp,Pp,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,Ee,No,No,No,Ee,Ee},
};
/* clang-format on */
