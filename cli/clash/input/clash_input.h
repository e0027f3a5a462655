/* The files of carom clash as the command line names them: the set of each, where it stands, which
 * of its parts are wanted. */
#ifndef CAROM_CLI_CLASH_INPUT_CLASH_INPUT_H
#define CAROM_CLI_CLASH_INPUT_CLASH_INPUT_H

#include "real.h" /* first: it chooses double */

#include "carom/io.h"

typedef enum clash_set { CLASH_NO_SET = 0, CLASH_SET_A, CLASH_SET_B } clash_set;

/* What a part is called, from its file; all but the name may be null (carom_io_instance). */
typedef struct clash_tags {
    char *name, *path, *id, *kind;
} clash_tags;

typedef struct clash_file {
    const char *path;
    clash_set set;
    double scale;     /* 0: 1 */
    const char *unit; /* of its lengths; null when not said */
    carom_pose pose;  /* a zeroed rotation is none */
    carom_io_format format;
    carom_io_report report; /* of reading it */
} clash_file;

/* --select or --exclude, of one file or of all. */
typedef struct clash_selection {
    const char *pattern;
    size_t file; /* SIZE_MAX: all */
    bool exclude, fits;
} clash_selection;

typedef struct clash_input {
    clash_file *files;
    size_t file_count;
    clash_selection *selections;
    size_t selection_count;
    clash_file common; /* what stands before the first file holds for all */
    clash_set set;     /* of the files that follow */
    carom_io_options reading;
    bool within;
    const char *command; /* in complaints */
} clash_input;

/** Room for the files of `argc` arguments. False when memory ran out. */
bool clash_input_open(clash_input *input, int argc);
void clash_input_close(clash_input *input);

/** Whether z points up in the first file, which was read (reading_z_up). */
bool clash_input_z_up(const clash_input *input);

/** The next argument is a file of the set that was named last. */
void clash_input_file(clash_input *input, const char *path);

/** Takes an option about files and its value. @return 1 when it is none of these, 0 when it was
 * taken, -1 when its value is bad. */
int clash_input_option(clash_input *input, const char *name, const char *value);

/** Says what is wrong with all of it together, or nothing and true. */
bool clash_input_check(const clash_input *input);

bool clash_input_has_sets(const clash_input *input);

/** Is a file taken apart into its meshes? */
bool clash_input_splits(const clash_input *input);

/** The unit of the report: that of the first file which says one, else null. */
const char *clash_input_unit(const clash_input *input);

/** Notes what reading the file told, and its unit where none was given. */
void clash_input_take(clash_file *file, const carom_io_scene *scene);

/** Composes the place of a file with a transform of its own, three rows of four. */
void clash_input_place(const clash_input *input, size_t file, double transform[12]);

/** Is the part of these tags in the file wanted? Notes which patterns name a part. */
bool clash_input_wants(clash_input *input, size_t file, const clash_tags *tags);

/** Prints the patterns that name no part. */
void clash_input_tell_unused(const clash_input *input);

/** Is the part of these tags, in this file, what a side of a rule says: "set:a", "file:PATTERN" of
 * its file's name, "path:", "id:" or "kind:PATTERN" of its tags, or a pattern of its name? */
bool clash_input_fits(const clash_input *input, size_t file, const char *side,
                      const clash_tags *tags);

/** The last component of a path. */
const char *clash_base_name(const char *path);

#endif
