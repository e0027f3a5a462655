/* carom-io-gltf: the program that carom-io starts to decode what is compressed in glTF files, by
 * Draco and meshoptimizer. It is a process of its own, so that neither carom-io nor what uses it
 * depends on them, and that data on which they fail end this process alone.
 *
 *     carom-io-gltf gltf < REQUEST
 *
 * io/format/gltf/gltf_codec.h says what is asked and answered. */
#include "codec.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include <jansson.h>

namespace {

using codec::failure;
using object = std::unique_ptr<json_t, decltype(&json_decref)>;

std::vector<unsigned char> read_all(std::FILE *in) {
    std::vector<unsigned char> out, part(1u << 16);
    for (std::size_t got; (got = std::fread(part.data(), 1, part.size(), in)) > 0;)
        out.insert(out.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(got));
    return out;
}

std::size_t number(json_t *from, const char *key) {
    const json_int_t value = json_integer_value(json_object_get(from, key));
    if (value < 0 || value > json_int_t{1} << 32) throw failure("the request of carom-io is damaged");
    return static_cast<std::size_t>(value);
}

std::string text(json_t *from, const char *key) {
    const char *value = json_string_value(json_object_get(from, key));
    return value ? value : "";
}

/* What was asked: the list of streams, and their bytes. */
struct request {
    std::vector<unsigned char> input;
    object root{nullptr, &json_decref};
    codec::bytes data{};

    explicit request(std::vector<unsigned char> given) : input(std::move(given)) {
        static const char opening[] = "carom-io 1\n";
        const std::size_t skip = sizeof opening - 1;
        input.push_back(0);
        if (input.size() < skip + 2 || std::memcmp(input.data(), opening, skip) != 0)
            throw failure("the request is none of this version of carom-io; reinstall carom and its plug-ins");
        const char *at = reinterpret_cast<const char *>(input.data()) + skip;
        char *end = nullptr;
        const std::size_t size = std::strtoull(at, &end, 10), start = skip + static_cast<std::size_t>(end - at) + 1;
        if (*end != '\n' || start > input.size() || size > input.size() - start) throw failure("the request of carom-io is cut off");
        root.reset(json_loadb(end + 1, size, 0, nullptr));
        data = {input.data() + start + size, input.size() - 1 - start - size};
    }

    codec::bytes take(std::size_t size) {
        if (size > data.size) throw failure("the request of carom-io is cut off");
        const codec::bytes out{data.data, size};
        data = {data.data + size, data.size - size};
        return out;
    }
};

/* Appends the decoded bytes, and returns what they are. */
json_t *decode(json_t *about, const codec::bytes &stream, std::vector<unsigned char> &out) {
    if (text(about, "codec") == "draco") {
        const codec::mesh read = codec::decode_draco(stream, static_cast<std::uint32_t>(number(about, "id")));
        out.insert(out.end(), read.data.begin(), read.data.end());
        return json_pack("{s:I, s:I, s:i, s:f}", "points", static_cast<json_int_t>(read.points), "triangles",
                         static_cast<json_int_t>(read.triangles), "component", read.component, "step", read.step);
    }
    const codec::layout given{text(about, "mode"), text(about, "filter"), number(about, "count"),
                              number(about, "stride")};
    const std::vector<unsigned char> read = codec::decode_meshopt(stream, given);
    out.insert(out.end(), read.begin(), read.end());
    return json_pack("{s:I}", "size", static_cast<json_int_t>(read.size()));
}

void write(json_t *given, const std::vector<unsigned char> &data) {
    const object root(given, &json_decref);
    char *header = json_dumps(root.get(), JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (!header) throw std::bad_alloc();
    std::printf("carom-io 1\n%zu\n%s", std::strlen(header), header);
    std::free(header);
    std::fwrite(data.data(), 1, data.size(), stdout);
}

void answer() {
    request asked(read_all(stdin));
    std::vector<unsigned char> out;
    object list(json_array(), &json_decref);
    json_t *about;
    std::size_t i;
    json_array_foreach(json_object_get(asked.root.get(), "streams"), i, about) {
        try {
            json_array_append_new(list.get(), decode(about, asked.take(number(about, "size")), out));
        } catch (const failure &why) {
            throw failure(text(about, "name") + " (" + text(about, "codec") + "): " + why.what() +
                          "; export it again");
        }
    }
    write(json_pack("{s:O}", "streams", list.get()), out);
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2 || std::strcmp(argv[1], "gltf") != 0) {
        std::fputs("usage: carom-io-gltf gltf < REQUEST\n"
                   "carom-io starts this program to decode what is compressed in glTF files.\n",
                   stderr);
        return 2;
    }
    std::string why;
    try {
        answer();
    } catch (const std::bad_alloc &) {
        why = "not enough memory for what is compressed in it";
    } catch (const std::exception &error) {
        why = error.what();
    }
    if (!why.empty()) write(json_pack("{s:s}", "error", why.c_str()), {});
    return std::fflush(stdout) == 0 ? 0 : 3;
}
