/* Records a run and writes its page. A track has the places of a body where its path bends, as
 * steps tell them (carom_world_paths): between these it moved straight and turned evenly, so that
 * the page shows every impact where it was. Own method. */
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "real.h"
#include "html/html_page.h"
#include "simulate/sim_html.h"
#include "simulate/sim_path.h"
#include "simulate/sim_shape.h"

#define MOST_KEYS 1000000
#define MOST_IMPACTS 100000
#define MOST_TURN 1.0 /* radians between two keys, for interpolation */

typedef struct track_key {
    uint32_t body; /* index of the collider */
    float time;
    carom_vec3 position;
    float rotation[4];
} track_key;

typedef struct impact_mark {
    double time;
    uint32_t a, b;
    carom_vec3 point;
} impact_mark;

struct sim_record {
    track_key *keys;
    size_t key_count, key_capacity;
    impact_mark *impacts;
    size_t impact_count, impact_capacity, impact_total;
    double until; /* the end of what is recorded */
    int frames;
    bool full, failed; /* failed: memory ran out */
};

/* ---- recording */

static void add_key(sim_record *r, uint32_t body, double time, carom_pose pose) {
    track_key *keys = grow_array(r->keys, r->key_count, &r->key_capacity, sizeof *keys);
    r->failed = r->failed || !keys;
    if (!keys) return;
    r->keys = keys;
    carom_quat q = pose.rotation;
    r->keys[r->key_count++] = (track_key){
        body, (float)time, pose.position, {(float)q.x, (float)q.y, (float)q.z, (float)q.w}};
}

/* Turning by more than half a turn needs places between. */
static void add_path(sim_record *r, const carom_world_path *path, double start) {
    double length = path->end - path->start, turn = norm(path->angular_velocity) * length;
    int parts = 1 + (int)fmin(turn / MOST_TURN, 1000.0);
    if (!(length > 0.0)) return;
    for (int i = 0; i < parts; i++) {
        double time = path->start + length * i / parts;
        add_key(r, path->id.index, start + time, sim_pose_on_path(path, time));
    }
}

static void add_present_places(sim_record *r, const sim_scene *scene, double time) {
    for (int i = 0; i < scene->count; i++) {
        carom_collider_def def = sim_collider(scene, i);
        if (def.kind != CAROM_COLLIDER_STATIC) add_key(r, (uint32_t)i, time, def.pose);
    }
    r->until = time;
}

sim_record *sim_record_create(const sim_scene *scene) {
    sim_record *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    add_present_places(r, scene, 0.0);
    if (!r->failed) return r;
    sim_record_destroy(r);
    return NULL;
}

void sim_record_destroy(sim_record *r) {
    if (!r) return;
    free(r->keys);
    free(r->impacts);
    free(r);
}

static void add_impacts(sim_record *r, const sim_scene *scene, double start) {
    size_t count;
    const carom_world_impact *hits = carom_world_impacts(scene->world, &count);
    for (size_t i = 0; i < count && !r->failed; i++) {
        if (r->impact_count >= MOST_IMPACTS) break;
        impact_mark *marks =
            grow_array(r->impacts, r->impact_count, &r->impact_capacity, sizeof *marks);
        r->failed = !marks;
        if (!marks) return;
        r->impacts = marks;
        r->impacts[r->impact_count++] =
            (impact_mark){start + hits[i].time, hits[i].a.index, hits[i].b.index, hits[i].point};
    }
    r->impact_total += count;
}

void sim_record_frame(sim_record *r, const sim_scene *scene, int frame) {
    size_t count;
    double start = frame * scene->frame_time;
    const carom_world_path *paths = carom_world_paths(scene->world, &count);
    r->full = r->full || r->key_count + count + (size_t)scene->count > MOST_KEYS;
    if (r->full || r->failed) return;
    for (size_t i = 0; i < count && !r->failed; i++)
        add_path(r, &paths[i], start);
    add_impacts(r, scene, start);
    r->until = start + scene->frame_time;
    r->frames = frame + 1;
}

/* ---- meshes */

/* A mesh that several parts may have. */
typedef struct shared_mesh {
    carom_io_soup soup;
    bool round, wall;
} shared_mesh;

typedef struct sim_page {
    html_page page;
    const sim_record *record;
    const sim_scene *scene;
    shared_mesh *meshes;
    size_t mesh_count, mesh_capacity;
    size_t *mesh_of; /* by the collider's index; SIZE_MAX: not drawn */
    size_t *bodies;  /* moving colliders in order */
    size_t body_count;
    size_t *first_key, *key_order; /* of the bodies; keys by body */
    carom_aabb box;
} sim_page;

static bool is_sheet(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_PLANE || shape->kind == CAROM_SHAPE_HALFSPACE;
}

static bool same_soup(const carom_io_soup *a, const carom_io_soup *b) {
    return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
           !memcmp(a->vertices, b->vertices, 3 * a->vertex_count * sizeof *a->vertices) &&
           !memcmp(a->indices, b->indices, 3 * a->triangle_count * sizeof *a->indices);
}

/* The index of an equal mesh, which may be this one. Takes over the soup. */
static size_t keep_mesh(sim_page *p, carom_io_soup *soup, bool round, bool wall) {
    for (size_t i = 0; i < p->mesh_count; i++)
        if (p->meshes[i].wall == wall && p->meshes[i].round == round &&
            same_soup(&p->meshes[i].soup, soup)) {
            carom_io_soup_free(soup);
            return i;
        }
    shared_mesh *meshes = grow_array(p->meshes, p->mesh_count, &p->mesh_capacity, sizeof *meshes);
    if (!meshes) {
        carom_io_soup_free(soup);
        return SIZE_MAX;
    }
    p->meshes = meshes;
    p->meshes[p->mesh_count] = (shared_mesh){*soup, round, wall};
    return p->mesh_count++;
}

/* Spheres are one mesh, the unit sphere. False when memory ran out. */
static bool find_mesh(sim_page *p, int index) {
    carom_collider_def def = sim_collider(p->scene, index);
    bool round = def.shape.kind == CAROM_SHAPE_SPHERE;
    p->mesh_of[index] = SIZE_MAX;
    if (def.kind == CAROM_COLLIDER_SENSOR) return true;
    if (round) def.shape.as.sphere = (carom_sphere){make3(0, 0, 0), 1.0};
    carom_io_soup soup = {0};
    double reach = norm(minus(p->box.max, p->box.min));
    bool ok =
        sim_shape_triangles(&soup, &def.shape, &p->scene->items[index].extent, fmax(reach, 1.0));
    if (!ok || soup.triangle_count == 0) {
        carom_io_soup_free(&soup);
        return ok;
    }
    p->mesh_of[index] = keep_mesh(p, &soup, round, is_sheet(&def.shape));
    return p->mesh_of[index] != SIZE_MAX;
}

/* ---- fields */

static carom_aabb box_of_tracks(const sim_record *r) {
    carom_aabb box = {make3(0, 0, 0), make3(0, 0, 0)};
    for (size_t i = 0; i < r->key_count; i++) {
        carom_vec3 at = r->keys[i].position;
        box = i ? carom_fit_aabb_point(&box, at) : (carom_aabb){at, at};
    }
    return box;
}

static void put_rows(sim_page *p, const carom_collider_def *def, bool moves) {
    carom_pose pose = moves ? carom_pose_identity() : def->pose;
    double scale = 1.0;
    carom_vec3 shift = {0, 0, 0};
    if (def->shape.kind == CAROM_SHAPE_SPHERE) {
        scale = def->shape.as.sphere.radius;
        shift = def->shape.as.sphere.center;
    }
    carom_vec3 at = carom_pose_transform_point(pose, shift);
    double rows[12];
    for (int c = 0; c < 3; c++) {
        carom_vec3 end = plus(shift, make3(c == 0, c == 1, c == 2));
        carom_vec3 column = times(minus(carom_pose_transform_point(pose, end), at), scale);
        rows[c] = column.x, rows[4 + c] = column.y, rows[8 + c] = column.z;
    }
    rows[3] = at.x, rows[7] = at.y, rows[11] = at.z;
    html_reals(&p->page, "m", rows, 12);
}

static void put_meshes(sim_page *p) {
    answer *a = &p->page.json;
    answer_open_array(a, "meshes");
    for (size_t i = 0; i < p->mesh_count; i++) {
        answer_open_item(a, i == 0);
        html_mesh(&p->page, &p->meshes[i].soup);
        if (p->meshes[i].round) answer_truth(a, "round", true);
        answer_close_item(a);
    }
    answer_close_array(a);
}

static void put_colliders(sim_page *p) {
    answer *a = &p->page.json;
    answer_open_array(a, "parts");
    for (int i = 0, track = 0; i < p->scene->count; i++) {
        carom_collider_def def = sim_collider(p->scene, i);
        bool moves = def.kind != CAROM_COLLIDER_STATIC;
        answer_open_item(a, i == 0);
        answer_text(a, "name", p->scene->items[i].name);
        answer_number(a, "mesh", p->mesh_of[i] == SIZE_MAX ? -1.0 : (double)p->mesh_of[i]);
        put_rows(p, &def, moves);
        if (p->mesh_of[i] != SIZE_MAX && p->meshes[p->mesh_of[i]].wall)
            answer_truth(a, "wall", true);
        if (moves) answer_number(a, "track", track++);
        answer_close_item(a);
    }
    answer_close_array(a);
}

/* Keys by body, those of a body in the order of time. */
static void order_keys(sim_page *p) {
    const sim_record *r = p->record;
    size_t total = 0, *track_of = p->mesh_of + p->scene->count;
    for (size_t k = 0; k < p->body_count; k++)
        track_of[p->bodies[k]] = k;
    for (size_t i = 0; i < r->key_count; i++)
        p->first_key[track_of[r->keys[i].body]]++;
    for (size_t k = 0; k <= p->body_count; k++) {
        size_t count = p->first_key[k];
        p->first_key[k] = total;
        total += count;
    }
    for (size_t i = 0; i < r->key_count; i++)
        p->key_order[p->first_key[track_of[r->keys[i].body]]++] = i;
    for (size_t k = p->body_count; k > 0; k--)
        p->first_key[k] = p->first_key[k - 1];
    p->first_key[0] = 0;
}

static void put_tracks(sim_page *p) {
    const sim_record *r = p->record;
    answer_open_field(&p->page.json, "tracks");
    html_box(&p->page, &p->box);
    html_open_bytes(&p->page, "n");
    for (size_t k = 0; k < p->body_count; k++)
        html_put32(&p->page, (uint32_t)(p->first_key[k + 1] - p->first_key[k]));
    html_close_bytes(&p->page);
    html_open_bytes(&p->page, "t");
    for (size_t i = 0; i < r->key_count; i++)
        html_put_float(&p->page, (double)r->keys[p->key_order[i]].time);
    html_close_bytes(&p->page);
    html_open_bytes(&p->page, "p");
    for (size_t i = 0; i < r->key_count; i++)
        html_put_point(&p->page, &p->box, r->keys[p->key_order[i]].position);
    html_close_bytes(&p->page);
    html_open_bytes(&p->page, "q"); /* none of spheres around their origin, which look the same */
    for (size_t k = 0; k < p->body_count; k++) {
        carom_shape shape = sim_collider(p->scene, (int)p->bodies[k]).shape;
        if (shape.kind == CAROM_SHAPE_SPHERE && !(norm(shape.as.sphere.center) > 0.0)) continue;
        for (size_t i = p->first_key[k]; i < p->first_key[k + 1]; i++)
            for (int c = 0; c < 4; c++) {
                float x = r->keys[p->key_order[i]].rotation[c];
                html_put16(&p->page, (unsigned)(int)floor((double)x * 32767.0 + 0.5) & 0xFFFF);
            }
    }
    html_close_bytes(&p->page);
    answer_close_field(&p->page.json);
}

static void put_impacts(sim_page *p) {
    const sim_record *r = p->record;
    carom_aabb box = {p->page.origin, p->page.origin};
    for (size_t i = 0; i < r->impact_count; i++)
        box = i ? carom_fit_aabb_point(&box, r->impacts[i].point)
                : (carom_aabb){r->impacts[0].point, r->impacts[0].point};
    answer_open_field(&p->page.json, "impacts");
    html_box(&p->page, &box);
    html_open_bytes(&p->page, "t");
    for (size_t i = 0; i < r->impact_count; i++)
        html_put_float(&p->page, r->impacts[i].time);
    html_close_bytes(&p->page);
    html_open_bytes(&p->page, "ab");
    for (size_t i = 0; i < r->impact_count; i++) {
        html_put32(&p->page, r->impacts[i].a);
        html_put32(&p->page, r->impacts[i].b);
    }
    html_close_bytes(&p->page);
    html_open_bytes(&p->page, "p");
    for (size_t i = 0; i < r->impact_count; i++)
        html_put_point(&p->page, &box, r->impacts[i].point);
    html_close_bytes(&p->page);
    answer_close_field(&p->page.json);
}

static void put_settings(sim_page *p, const char *name) {
    answer *a = &p->page.json;
    const sim_camera *camera = &p->scene->camera;
    const char *slash = strrchr(name, '/');
    answer_text(a, "title", slash && slash[1] ? slash + 1 : name);
    answer_text(a, "up", "y");
    answer_number(a, "bodies", p->scene->bodies);
    answer_number(a, "frames", p->record->frames);
    answer_number(a, "frame_time", p->scene->frame_time);
    answer_number(a, "until", p->record->until);
    answer_truth(a, "cut_short", p->record->full);
    answer_number(a, "impact_count", (double)p->record->impact_total);
    if (!camera->given) return;
    html_point(&p->page, "eye", camera->eye);
    html_point(&p->page, "target", camera->target);
    html_real(&p->page, "tangent", camera->field_of_view);
}

/* ---- the page */

static bool prepare(sim_page *p) {
    size_t count = (size_t)p->scene->count;
    p->mesh_of = calloc(2 * count + 1, sizeof *p->mesh_of);
    p->bodies = calloc(count + 1, sizeof *p->bodies);
    p->first_key = calloc(count + 2, sizeof *p->first_key);
    p->key_order = calloc(p->record->key_count + 1, sizeof *p->key_order);
    bool ok = p->mesh_of && p->bodies && p->first_key && p->key_order;
    p->box = box_of_tracks(p->record);
    for (int i = 0; ok && i < p->scene->count; i++) {
        ok = find_mesh(p, i);
        if (sim_collider(p->scene, i).kind != CAROM_COLLIDER_STATIC)
            p->bodies[p->body_count++] = (size_t)i;
    }
    if (ok) order_keys(p);
    return ok;
}

static void free_page(sim_page *p) {
    for (size_t i = 0; i < p->mesh_count; i++)
        carom_io_soup_free(&p->meshes[i].soup);
    free(p->meshes);
    free(p->mesh_of);
    free(p->bodies);
    free(p->first_key);
    free(p->key_order);
}

bool sim_record_write(sim_record *record, const sim_scene *scene, const char *path,
                      const char *name) {
    sim_page p = {.record = record, .scene = scene};
    if (!record->full && record->frames > 0) add_present_places(record, scene, record->until);
    bool ok = !record->failed && prepare(&p);
    if (!ok) fprintf(stderr, "carom simulate: %s: out of memory\n", path);
    if (ok) ok = html_open(&p.page, path, "simulate");
    if (ok) {
        put_settings(&p, name);
        put_meshes(&p);
        put_colliders(&p);
        put_tracks(&p);
        put_impacts(&p);
        ok = html_close(&p.page);
    }
    free_page(&p);
    return ok;
}
