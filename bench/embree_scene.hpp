// A triangle soup as Embree keeps it, for one thread.
#ifndef CAROM_BENCH_EMBREE_SCENE_HPP
#define CAROM_BENCH_EMBREE_SCENE_HPP

#include <embree3/rtcore.h>

#include "soup.hpp"

namespace bench {

struct EmbreeScene {
    EmbreeScene(const Soup &soup, RTCSceneFlags flags, RTCBuildQuality quality)
        : device(rtcNewDevice("threads=1")), handle(rtcNewScene(device)) {
        RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto *vertices = static_cast<float *>(
            rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                    3 * sizeof(float), 3 * soup.size()));
        auto *indices = static_cast<unsigned *>(
            rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                    3 * sizeof(unsigned), soup.size()));
        for (std::size_t i = 0; i < 3 * soup.size(); i++) {
            const carom_vec3 v = soup[i / 3].v[i % 3];
            vertices[3 * i] = v.x;
            vertices[3 * i + 1] = v.y;
            vertices[3 * i + 2] = v.z;
            indices[i] = static_cast<unsigned>(i);
        }
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(handle, geometry);
        rtcReleaseGeometry(geometry);
        rtcSetSceneFlags(handle, flags);
        rtcSetSceneBuildQuality(handle, quality);
        rtcCommitScene(handle);
    }
    ~EmbreeScene() {
        rtcReleaseScene(handle);
        rtcReleaseDevice(device);
    }
    EmbreeScene(const EmbreeScene &) = delete;
    EmbreeScene &operator=(const EmbreeScene &) = delete;

    RTCDevice device;
    RTCScene handle;
};

} // namespace bench

#endif
