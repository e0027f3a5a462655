// Embree at low quality (Morton codes) and at medium quality (its default), one thread.
#include <embree3/rtcore.h>

#include <memory>

#include "mesh_build.hpp"

namespace bench {

namespace {

struct Device {
    Device() : handle(rtcNewDevice("threads=1")) {}
    ~Device() {
        rtcReleaseDevice(handle);
    }
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;
    RTCDevice handle;
};

/// Embree reads the caller's arrays where they are.
void build(RTCDevice device, RTCBuildQuality quality, const std::vector<carom_vec3> &vertices,
           const std::vector<uint32_t> &indices) {
    RTCScene scene = rtcNewScene(device);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                               vertices.data(), 0, sizeof(carom_vec3), vertices.size() - 1);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, indices.data(),
                               0, 3 * sizeof(uint32_t), indices.size() / 3);
    rtcSetGeometryBuildQuality(geometry, quality);
    rtcSetSceneBuildQuality(scene, quality);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    rtcReleaseScene(scene);
}

} // namespace

void add_mesh_build_embree(std::vector<TreeMaker> &makers, const std::vector<carom_vec3> &vertices,
                           const std::vector<uint32_t> &indices) {
    auto device = std::make_shared<Device>();
    makers.push_back({"Embree medium", false, [=, &vertices, &indices] {
                          build(device->handle, RTC_BUILD_QUALITY_MEDIUM, vertices, indices);
                      }});
    makers.push_back({"Embree low", true, [=, &vertices, &indices] {
                          build(device->handle, RTC_BUILD_QUALITY_LOW, vertices, indices);
                      }});
}

} // namespace bench
