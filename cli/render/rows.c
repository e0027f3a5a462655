/* Bands of rows, which the threads share. */
#include "render/rows.h"

#include "progress.h"

/* Rows that all threads draw between two updates of the progress. */
#define BAND 64

typedef struct row_band {
    row_drawer *draw;
    void *data;
    int first;
} row_band;

static void draw_row(void *data, uint32_t part) {
    const row_band *band = data;
    band->draw(band->data, band->first + (int)part);
}

bool rows_draw(const char *command, int height, uint32_t thread_count, row_drawer *draw,
               void *data) {
    progress display = progress_start(command);
    threads t = threads_start(thread_count);
    row_band band = {draw, data, 0};
    for (; band.first < height && !interrupt_came(); band.first += BAND) {
        const int left = height - band.first;
        progress_show(&display, "row", (size_t)band.first, (size_t)height);
        threads_run(&t, draw_row, &band, (uint32_t)(left < BAND ? left : BAND));
    }
    progress_end(&display);
    threads_end(&t);
    return band.first >= height;
}
