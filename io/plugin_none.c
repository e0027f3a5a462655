/* No algorithm of its own: systems where carom-io starts no programs. */
#include "file.h"
#include "plugin.h"

bool carom_io_run_plugin(const io_file *file, const io_plugin *plugin, io_bytes *out) {
    (void)out;
    return carom_io_fail(file,
                         "%s is read by a plug-in, and there are none on this system; convert it",
                         plugin->format);
}
