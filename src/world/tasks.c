/* Jobs in parts. A part is a range of items, its answers go where its items are: so neither the
 * number of parts nor who runs them can be seen in what comes out. */
#include "world/world_data.h"

#define MOST_PARTS 256

typedef struct chunked_job {
    world_chunk *chunk;
    void *data;
    size_t count, parts;
} chunked_job;

static void run_part(void *data, uint32_t part) {
    const chunked_job *job = data;
    size_t share = job->count / job->parts, rest = job->count % job->parts, i = part;
    size_t first = i * share + (i < rest ? i : rest);
    job->chunk(job->data, first, first + share + (i < rest ? 1 : 0));
}

void carom_world_run(const carom_world *world, world_chunk *chunk, void *data,
                     const size_t count_and_grain[2]) {
    size_t count = count_and_grain[0], parts = count / count_and_grain[1];
    if (count == 0) return;
    if (!world->tasks.begin || parts < 2) {
        chunk(data, 0, count);
        return;
    }
    chunked_job job = {chunk, data, count, parts < MOST_PARTS ? parts : MOST_PARTS};
    void *handle = world->tasks.begin(run_part, &job, (uint32_t)job.parts, world->tasks.user);
    world->tasks.finish(handle, world->tasks.user);
}
