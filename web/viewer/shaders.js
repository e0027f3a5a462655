// Parts. Of an instanced mesh corners are fractions of its box, and each instance has a matrix of three rows, a colour with opacity, and a
// number; MERGED has placed corners with the number of their part, whose colour is in a picture. SLICED cuts. PAINT has colours, GHOST as glass;
// PICK has numbers.
const PART_VERTEX = `
#ifdef MERGED
layout(location=0) in vec3 corner;
layout(location=1) in float number;
uniform highp sampler2D tints;
#else
layout(location=0) in vec3 corner;
layout(location=1) in vec4 row0;
layout(location=2) in vec4 row1;
layout(location=3) in vec4 row2;
layout(location=4) in vec4 tint;
layout(location=5) in float number;
uniform vec3 low, size;
#endif
uniform mat4 clip;
invariant gl_Position; // depth and colour come from two programs
out vec3 at;
#ifdef PICK
flat out float part;
#endif
#ifdef PAINT
flat out vec4 colour;
#ifndef MERGED
out vec3 out_of_centre;
flat out float mirrored;
#endif
#endif
void main() {
#ifdef MERGED
    at = corner;
#else
    vec4 p = vec4(low + corner * size, 1.0);
    at = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
#endif
#ifdef PICK
    part = number;
#endif
#ifdef PAINT
#ifdef MERGED
    int place = int(number), across = textureSize(tints, 0).x;
    colour = texelFetch(tints, ivec2(place % across, place / across), 0);
#else
    out_of_centre = at - vec3(row0.w, row1.w, row2.w);
    colour = tint;
    mirrored = dot(row0.xyz, cross(row1.xyz, row2.xyz)) < 0.0 ? 1.0 : 0.0;
#endif
#endif
    gl_Position = clip * vec4(at, 1.0);
}`;

const PART_INPUTS = `
in vec3 at;
uniform vec4 cut;
uniform vec3 eye;
`;

// Flat normals are those of the triangle on the screen; spheres have their own.
const PART_FRAGMENT = PART_INPUTS + `
flat in vec4 colour;
#ifdef MERGED
const float round_mesh = 0.0, mirrored = 0.0;
const vec3 out_of_centre = vec3(0.0);
#else
in vec3 out_of_centre;
flat in float mirrored;
uniform float round_mesh;
#endif
uniform vec3 sun;
out vec4 pixel;
void main() {
#ifdef SLICED
    if (dot(cut.xyz, at) > cut.w) discard;
#endif
    vec3 to_eye = normalize(eye - at);
    vec3 normal = normalize(round_mesh > 0.5 ? out_of_centre : cross(dFdx(at), dFdy(at)));
    float facing = dot(normal, to_eye);
    if (facing < 0.0) normal = -normal;
    facing = abs(facing);
#ifdef GHOST
    float rim = 1.0 - facing;
    pixel = vec4(colour.rgb, colour.a * (0.35 + 1.3 * rim * rim));
#else
    float light = 0.42 + 0.36 * facing + 0.30 * max(dot(normal, sun), 0.0);
    float s = max(dot(normal, normalize(to_eye + sun)), 0.0);
    float s3 = s * s * s, s6 = s3 * s3, s12 = s6 * s6; // the power of 24 by products
    pixel = vec4(colour.rgb * light + 0.08 * (s12 * s12), colour.a);
#ifdef SLICED
    if (gl_FrontFacing == (mirrored > 0.5)) {
        float stripe = fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) < 0.2 ? 0.62 : 0.8;
        pixel = vec4(colour.rgb * stripe, colour.a);
    }
#endif
#endif
}`;

// Depth alone.
const DEPTH_FRAGMENT = PART_INPUTS + `
out vec4 pixel;
void main() {
#ifdef SLICED
    if (dot(cut.xyz, at) > cut.w) discard;
#endif
    pixel = vec4(0.0);
}`;

// For picking: the number of the part, and how far it is from the eye.
const PICK_FRAGMENT = PART_INPUTS + `
flat in float part;
out uvec4 pixel;
void main() {
#ifdef SLICED
    if (dot(cut.xyz, at) > cut.w) discard;
#endif
    pixel = uvec4(uint(part) + 1u, floatBitsToUint(distance(eye, at)), 0u, 0u);
}`;

// Segments as bands of a constant width in pixels.
const LINE_VERTEX = `
layout(location=0) in vec3 from;
layout(location=1) in vec3 to;
layout(location=2) in vec3 tint;
uniform mat4 clip;
uniform vec2 screen;
uniform float width, near;
flat out vec3 colour;
void main() {
    vec4 a = clip * vec4(from, 1.0), b = clip * vec4(to, 1.0);
    if (a.w < near) a = mix(a, b, (near - a.w) / max(b.w - a.w, 1e-20));
    if (b.w < near) b = mix(b, a, (near - b.w) / max(a.w - b.w, 1e-20));
    vec2 along = (b.xy / b.w - a.xy / a.w) * screen;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    vec4 end = gl_VertexID < 2 ? a : b;
    vec2 shift = vec2(-along.y, along.x) * side + along * (gl_VertexID < 2 ? -1.0 : 1.0) * 0.5;
    end.xy += shift * width / screen * end.w;
    end.z -= 2e-5 * end.w;
    colour = tint;
    gl_Position = end;
}`;

const LINE_FRAGMENT = `
flat in vec3 colour;
uniform float opacity;
out vec4 pixel;
void main() { pixel = vec4(colour, opacity); }`;

const DOT_VERTEX = `
layout(location=0) in vec3 at;
layout(location=1) in vec3 tint;
uniform mat4 clip;
uniform float width;
flat out vec3 colour;
void main() {
    colour = tint;
    gl_Position = clip * vec4(at, 1.0);
    gl_Position.z -= 1e-4 * gl_Position.w;
    gl_PointSize = width;
}`;

const DOT_FRAGMENT = `
flat in vec3 colour;
out vec4 pixel;
void main() {
    float r = length(gl_PointCoord - 0.5) * 2.0;
    if (r > 1.0) discard;
    pixel = vec4(r > 0.68 ? vec3(1.0) : colour, 1.0);
}`;
