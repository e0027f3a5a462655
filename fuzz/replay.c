/* Runs one target on stored inputs, without a fuzzer: the arguments are files, or folders of them.
 * What a fuzzer found once stays a test on every compiler. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

#define INPUT_LIMIT (1u << 20)

static int replay_file(const char *path) {
    static uint8_t buffer[INPUT_LIMIT];
    FILE *in = fopen(path, "rb");
    if (!in) return perror(path), 1;
    size_t size = fread(buffer, 1, sizeof buffer, in);
    fclose(in);
    uint8_t *data = malloc(size ? size : 1); /* of the true size: sanitizers see its end */
    if (!data) return 1;
    memcpy(data, buffer, size);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

/* @return the number of files that could not be read, or 1 where there is none at all. */
static int replay(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return perror(path), 1;
    if (!S_ISDIR(about.st_mode)) return replay_file(path);
    DIR *folder = opendir(path);
    if (!folder) return perror(path), 1;
    int failed = 0, found = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char inside[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        failed += replay(inside);
        found++;
    }
    closedir(folder);
    return failed + (found == 0);
}

int main(int argc, char **argv) {
    int failed = argc < 2;
    for (int i = 1; i < argc; i++)
        failed += replay(argv[i]);
    return failed != 0;
}
