/* carom-io-cad: the program that carom-io starts to read STEP and IGES files, by OpenCASCADE. It is
 * a process of its own, so that neither carom-io nor what uses it depends on OpenCASCADE, and that a
 * file on which OpenCASCADE fails ends this process alone.
 *
 *     carom-io-cad step|iges FILE OPTIONS
 *
 * OPTIONS is a JSON object: deflection, angle, lenient. The answer is one stream on standard output,
 * which is kept from what OpenCASCADE prints. */
#include "scene.hpp"

#include <cstdlib>
#include <exception>

#include <fcntl.h>
#include <jansson.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <Standard_Failure.hxx>

namespace {

cad::options parse_options(const char *text) {
    cad::options out;
    json_t *root = json_loads(text, 0, nullptr);
    if (!json_is_object(root)) throw cad::failure("the options of carom-io-cad are no JSON object");
    out.deflection = json_number_value(json_object_get(root, "deflection"));
    out.angle = json_number_value(json_object_get(root, "angle"));
    out.lenient = json_is_true(json_object_get(root, "lenient"));
    json_decref(root);
    return out;
}

/* The stream to answer on; what is printed on standard output from now on goes nowhere. */
std::FILE *take_output() {
    const int answer = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    if (answer < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) return nullptr;
    return fdopen(answer, "wb");
}

/* OpenCASCADE does not come back from some damaged files: after so much time of the processor the
 * system ends this process (SIGXCPU), of which carom-io makes an error. */
void limit_time(const char *path) {
    constexpr double base = 300.0, per_mebibyte = 60.0;
    const char *given = std::getenv("CAROM_IO_SECONDS");
    struct stat file {};
    const double size = stat(path, &file) == 0 ? static_cast<double>(file.st_size) : 0.0;
    double seconds = given ? std::strtod(given, nullptr) : base + per_mebibyte * size / 1048576.0;
    if (!(seconds >= 1.0 && seconds <= 1e9)) seconds = base;
    const rlimit limit = {static_cast<rlim_t>(seconds), static_cast<rlim_t>(seconds) + 5};
    setrlimit(RLIMIT_CPU, &limit);
}

void answer(std::FILE *out, char **argv) {
    try {
        const cad::options wanted = parse_options(argv[3]);
        cad::write(out, cad::read(argv[1], argv[2], wanted), wanted);
    } catch (const Standard_Failure &error) {
        const char *text = error.GetMessageString();
        cad::write_failure(out, std::string("OpenCASCADE cannot read it: ") + error.DynamicType()->Name() +
                                    (text && *text ? std::string(": ") + text : std::string()));
    } catch (const std::bad_alloc &) {
        cad::write_failure(out, "not enough memory");
    } catch (const std::exception &error) {
        cad::write_failure(out, error.what());
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fputs("usage: carom-io-cad step|iges FILE OPTIONS\n"
                   "carom-io starts this program to read STEP and IGES files.\n",
                   stderr);
        return 2;
    }
    std::FILE *out = take_output();
    if (!out) return 3;
    limit_time(argv[2]);
    answer(out, argv);
    /* The memory of OpenCASCADE goes with the process. */
    _exit(std::fclose(out) == 0 ? 0 : 3);
}
