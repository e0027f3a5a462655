/* What a plug-in answers, of any contents: this target has no plug-ins, but a carom_io_run_plugin
 * of its own that returns the input. The first byte chooses the file that the plug-in was asked
 * about: s STEP, whose answer is a scene; d a glTF file of which Draco has a mesh, m one of which
 * meshoptimizer has, whose answers are bytes; with its highest bit set it is read leniently. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "file.h"
#include "fuzz_scene.h"
#include "plugin.h"

#define GLTF(extension, primitive, accessors, views)                                               \
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"" extension "\"],"                 \
    "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"scale\":[2,2,2]}],"                     \
    "\"meshes\":[{\"primitives\":[" primitive "]}],\"accessors\":[" accessors "],"                 \
    "\"bufferViews\":[" views "],"                                                                 \
    "\"buffers\":[{\"byteLength\":6,\"uri\":\"data:;base64,AAAAAAAA\"}]}"
#define POSITIONS "\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}"
#define INDICES "\"componentType\":5123,\"type\":\"SCALAR\",\"count\":3}"
#define MESHOPT(size, count, stride, mode)                                                         \
    "{\"buffer\":0,\"byteLength\":" size ",\"extensions\":{\"EXT_meshopt_compression\":{"          \
    "\"buffer\":0,\"byteLength\":6,\"byteStride\":" stride ",\"count\":" count ",\"mode\":\"" mode \
    "\"}}}"

static const char step[] = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\n";
static const char draco[] =
    GLTF("KHR_draco_mesh_compression",
         "{\"attributes\":{\"POSITION\":0},\"indices\":1,\"extensions\":{"
         "\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0}}}}",
         "{" POSITIONS ",{" INDICES, "{\"buffer\":0,\"byteLength\":6}");
static const char meshopt[] =
    GLTF("EXT_meshopt_compression", "{\"attributes\":{\"POSITION\":0},\"indices\":1}",
         "{\"bufferView\":0," POSITIONS ",{\"bufferView\":1," INDICES,
         MESHOPT("36", "3", "12", "ATTRIBUTES") "," MESHOPT("6", "3", "2", "TRIANGLES"));

static const uint8_t *answer;
static size_t answer_size;

bool carom_io_run_plugin(const io_file *file, const io_plugin *plugin, io_bytes *out) {
    must(plugin->name && plugin->arguments[0], "a plug-in has a name and an argument");
    must(!plugin->input || plugin->input->size > 0, "a request is not empty");
    carom_io_put(out, answer, answer_size);
    carom_io_put(out, "", 1); /* as carom_io_read_stream leaves it */
    if (out->failed) return carom_io_memory(file);
    out->size--;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > 65536) return 0;
    const uint8_t kind = data[0] & 0x7F;
    const bool codec = kind == 'd' || kind == 'm';
    const char *text = kind == 'd' ? draco : kind == 'm' ? meshopt : step;
    const carom_io_options options = {.lenient = data[0] > 0x7F};
    answer = data + 1;
    answer_size = size - 1;
    fuzz_load(codec ? "gltf" : "step", text, strlen(text), &options);
    return 0;
}
