// Vectors are arrays of three numbers, matrices 16 floats by columns, as WebGL takes them.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.hypot(a[0], a[1], a[2]);
const unit = (a) => scale(a, 1 / (length(a) || 1));
const mix = (a, b, s) => [0, 1, 2].map((k) => a[k] + (b[k] - a[k]) * s);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

function perspective(halfTangent, aspect, near, far) {
    const m = new Float32Array(16);
    m[0] = 1 / (halfTangent * aspect);
    m[5] = 1 / halfTangent;
    m[10] = (far + near) / (near - far);
    m[11] = -1;
    m[14] = 2 * far * near / (near - far);
    return m;
}

// Rows of the camera are right, up and back.
function viewMatrix(eye, right, up, back) {
    const m = new Float32Array(16);
    [right, up, back].forEach((row, k) => {
        for (let i = 0; i < 3; i++) m[4 * i + k] = row[i];
        m[12 + k] = -dot(row, eye);
    });
    m[15] = 1;
    return m;
}

function product(a, b) {
    const m = new Float32Array(16);
    for (let c = 0; c < 4; c++)
        for (let r = 0; r < 4; r++)
            for (let k = 0; k < 4; k++) m[4 * c + r] += a[4 * k + r] * b[4 * c + k];
    return m;
}

// A point by a matrix of three rows of four.
function place(rows, p) {
    return [0, 4, 8].map((r) => rows[r] * p[0] + rows[r + 1] * p[1] + rows[r + 2] * p[2] + rows[r + 3]);
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

// Rows of a rotation by the unit quaternion (x, y, z, w), a scale and a translation.
function rigid(x, y, z, w, s, t) {
    return [s * (1 - 2 * (y * y + z * z)), s * 2 * (x * y - z * w), s * 2 * (x * z + y * w), t[0],
        s * 2 * (x * y + z * w), s * (1 - 2 * (x * x + z * z)), s * 2 * (y * z - x * w), t[1],
        s * 2 * (x * z - y * w), s * 2 * (y * z + x * w), s * (1 - 2 * (x * x + y * y)), t[2]];
}

// The bytes of a text in base 64.
function bytesOf(text) {
    const raw = atob(text);
    const out = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
    return out;
}

// Points that were stored as three 16-bit fractions of a box (least corner, then largest).
function pointsOf(text, box) {
    const q = new Uint16Array(bytesOf(text).buffer);
    const out = [];
    for (let i = 0; i + 2 < q.length; i += 3)
        out.push([0, 1, 2].map((k) => box[k] + (box[3 + k] - box[k]) * q[i + k] / 65535));
    return out;
}

function hexColor(text) {
    return [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);
}
