// Draws parts, which are instances of meshes, and lines and dots over them. It draws when something has changed and not otherwise.

const GHOSTS_AS_GLASS = 60; // more would be fog
const FLOATS_OF_INSTANCE = 17; // three rows, colour and opacity, number
const COPIED = 50000; // vertices of all instances of a mesh, up to which they are copied to be drawn with all others
const MERGED_LIMIT = 8000000; // vertices
const COARSE_CELLS = 40, LEAST_CELLS = 3; // along the diagonal of the scene; and at least along each axis of a part
const TINTS_ACROSS = 1024; // of the picture of colours
const KINDS = ["solid", "glass", "ghost"];
const FRAGMENTS = {solid: [PART_FRAGMENT, "#define PAINT\n"], glass: [PART_FRAGMENT, "#define PAINT\n#define GHOST\n"], depth: [DEPTH_FRAGMENT, ""],
    pick: [PICK_FRAGMENT, "#define PICK\n"]};

class Scene {
    // `meshes`: {box, p, i, n, round?}; `parts`: {mesh, m?}, m being three rows of four numbers. `still`: parts do not move.
    constructor(canvas, meshes, parts, still) {
        this.canvas = canvas;
        const gl = this.gl = canvas.getContext("webgl2", {antialias: false});
        this.parts = parts;
        parts.forEach((part) => {
            part.rows = part.m || IDENTITY;
            part.tint = [0.7, 0.7, 0.7, 1]; // opacity 0: not drawn
        });
        this.cut = null; // [normal x, y, z, offset]: what lies beyond is not drawn
        this.background = [1, 1, 1];
        this.ghostsBehind = false; // parts of little opacity are drawn behind all others
        this.smooth = true; // edges, by four samples a pixel
        this.coarse = false; // parts that are drawn together have fewer triangles
        this.changed = this.stale = true;
        if (!gl) { // boxes are known all the same
            this.groups = meshes;
            return;
        }
        this.programs = {};
        this.lineProgram = this.program(LINE_VERTEX, LINE_FRAGMENT);
        this.dotProgram = this.program(DOT_VERTEX, DOT_FRAGMENT);
        const members = meshes.map(() => []);
        parts.forEach((part, number) => part.mesh >= 0 && members[part.mesh].push(number));
        let room = still ? MERGED_LIMIT : 0;
        this.groups = meshes.map((mesh, index) => {
            const count = mesh.n * members[index].length, merged = count <= room && (members[index].length < 2 || count <= COPIED);
            room -= merged ? count : 0;
            return {box: mesh.box, round: mesh.round, members: members[index], merged};
        });
        this.instanced = [];
        this.groups.forEach((group, index) => group.merged || this.instanced.push(this.makeInstanced(group, meshes[index])));
        this.block = this.makeBlock(meshes);
        this.lines = {buffer: gl.createBuffer(), count: 0};
        this.marks = {buffer: gl.createBuffer(), count: 0}; // lines before everything
        this.dots = {buffer: gl.createBuffer(), count: 0};
        this.dotWidth = 11;
        this.dotsOver = true; // before everything
        this.target = this.samples = null;
    }

    program(vertex, fragment, defines = "") {
        const gl = this.gl, made = gl.createProgram();
        for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, "#version 300 es\nprecision highp float;\nprecision highp int;\n" + defines + text);
            gl.compileShader(shader);
            if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
            gl.attachShader(made, shader);
        }
        gl.linkProgram(made);
        if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
        const places = {};
        for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
            const name = gl.getActiveUniform(made, i).name;
            places[name] = gl.getUniformLocation(made, name);
        }
        return {made, places};
    }

    // A mesh that is drawn by instances.
    makeInstanced(group, mesh) {
        const gl = this.gl, indices = bytesOf(mesh.i), wide = mesh.n > 65536;
        group.vao = gl.createVertexArray();
        gl.bindVertexArray(group.vao);
        this.attribute(0, 3, gl.UNSIGNED_SHORT, 6, bytesOf(mesh.p));
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
        for (let k = 1; k <= 5; k++) {
            gl.enableVertexAttribArray(k);
            gl.vertexAttribDivisor(k, 1);
        }
        gl.bindVertexArray(null);
        return Object.assign(group, {buffer: gl.createBuffer(), data: new Float32Array(group.members.length * FLOATS_OF_INSTANCE), solid: 0, glass: 0, ghost: 0,
            count: indices.length / (wide ? 4 : 2), type: wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT});
    }

    attribute(place, count, type, stride, data) {
        const gl = this.gl;
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
        gl.vertexAttribPointer(place, count, type, type !== gl.FLOAT, stride, 0);
        gl.enableVertexAttribArray(place);
    }

    // All other parts, placed, as one mesh, so that one call draws all of one kind. Triangles of mirrored parts are turned.
    makeBlock(meshes) {
        const gl = this.gl, numbers = this.parts.map((_, number) => number).filter((n) => this.parts[n].mesh >= 0 && this.groups[this.parts[n].mesh].merged);
        const sum = (of) => numbers.reduce((total, n) => total + of(meshes[this.parts[n].mesh]), 0);
        const read = meshes.map((mesh, k) => this.groups[k].merged && this.groups[k].members.length ? cornersOf(mesh) : null);
        const block = {numbers, first: [], corners: new Float32Array(3 * sum((m) => m.n)), of: new Float32Array(sum((m) => m.n)), coarse: null};
        block.full = this.makeTriangles(numbers.reduce((total, n) => total + read[this.parts[n].mesh].indices.length, 0));
        let vertex = 0, index = 0;
        for (const number of numbers) {
            const {rows, mesh} = this.parts[number], {points, indices} = read[mesh];
            const flip = dot(rows, cross([rows[4], rows[5], rows[6]], [rows[8], rows[9], rows[10]])) < 0 ? 1 : 0;
            for (let k = 0; k < indices.length; k += 3)
                for (let c = 0; c < 3; c++) block.full.indices[index + k + c] = vertex + indices[k + (c && flip ? 3 - c : c)];
            for (let k = 0; k < points.length; k += 3)
                for (let r = 0; r < 3; r++)
                    block.corners[3 * vertex + k + r] = rows[4 * r] * points[k] + rows[4 * r + 1] * points[k + 1] + rows[4 * r + 2] * points[k + 2] + rows[4 * r + 3];
            block.of.fill(number, vertex, vertex + points.length / 3);
            block.full.ranges.push([number, index, index + indices.length]);
            block.first.push(vertex);
            vertex += points.length / 3;
            index += indices.length;
        }
        block.vao = gl.createVertexArray();
        gl.bindVertexArray(block.vao);
        this.attribute(0, 3, gl.FLOAT, 12, block.corners);
        this.attribute(1, 1, gl.FLOAT, 4, block.of);
        block.of = null;
        gl.bindVertexArray(null);
        block.tints = new Float32Array(4 * TINTS_ACROSS * Math.ceil((this.parts.length + 1) / TINTS_ACROSS));
        block.picture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, block.picture);
        for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
        return block;
    }

    // The box of a part, as it stands: least corner, then largest.
    boxOfPart(number) {
        const part = this.parts[number], own = [part.rows[3], part.rows[7], part.rows[11]];
        if (part.mesh < 0) return [...own, ...own]; // not drawn
        const b = this.groups[part.mesh].box, out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
        for (let corner = 0; corner < 8; corner++) {
            const p = place(part.rows, [0, 1, 2].map((k) => b[k + (corner >> k & 1) * 3]));
            for (let k = 0; k < 3; k++) {
                out[k] = Math.min(out[k], p[k]);
                out[3 + k] = Math.max(out[3 + k], p[k]);
            }
        }
        return out;
    }

    boxOf(numbers) {
        const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
        for (const number of numbers) {
            const b = this.boxOfPart(number);
            for (let k = 0; k < 3; k++) {
                out[k] = Math.min(out[k], b[k]);
                out[3 + k] = Math.max(out[3 + k], b[3 + k]);
            }
        }
        return out[0] <= out[3] ? out : [-1, -1, -1, 1, 1, 1];
    }

    // Colours or places of parts have changed.
    touch() {
        this.stale = this.changed = true;
    }

    // "solid", "glass" or "ghost", or null: not drawn.
    kindOf(number) {
        const opacity = this.parts[number].tint[3];
        return opacity <= 0 ? null : opacity >= 1 ? "solid" : this.ghostsBehind && opacity < 0.5 ? "ghost" : "glass";
    }

    countOf(kind) {
        return this.parts.filter((part, number) => part.mesh >= 0 && this.kindOf(number) === kind).length;
    }

    fill(group) {
        const gl = this.gl, data = group.data;
        let at = 0;
        for (const kind of KINDS) {
            group[kind] = 0;
            for (const number of group.members) {
                if (this.kindOf(number) !== kind) continue;
                const part = this.parts[number];
                data.set(part.rows, at);
                data.set(part.tint, at + 12);
                data[at + 16] = number;
                at += FLOATS_OF_INSTANCE;
                group[kind]++;
            }
        }
        gl.bindBuffer(gl.ARRAY_BUFFER, group.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, at), gl.DYNAMIC_DRAW);
    }

    // Triangles of the merged parts, part after part, of which `ranges` has [part, first index, one past the last].
    makeTriangles(count) {
        return {indices: new Uint32Array(count), ranges: [], buffer: this.gl.createBuffer(), kinds: "", solid: 0, glass: 0, ghost: 0};
    }

    // The merged parts with fewer triangles: corners of a part in one cell of a grid become one [Rossignac93].
    makeCoarse() {
        const block = this.block, {corners, full} = block, box = this.boxOf(block.numbers), cell = length(sub(box.slice(3), box.slice(0, 3))) / COARSE_CELLS || 1;
        const ranges = [], indices = [];
        full.ranges.forEach(([number, start, end], k) => {
            const own = this.boxOfPart(number), counts = [0, 1, 2].map((c) => clamp(Math.ceil((own[3 + c] - own[c]) / cell), LEAST_CELLS, COARSE_CELLS));
            const steps = counts.map((count, c) => own[3 + c] > own[c] ? count / (own[3 + c] - own[c]) : 0);
            const chosen = new Map(), first = indices.length;
            const nearby = (vertex) => {
                const [x, y, z] = steps.map((step, c) => Math.min(Math.floor((corners[3 * vertex + c] - own[c]) * step), counts[c] - 1));
                const name = (z * COARSE_CELLS + y) * COARSE_CELLS + x;
                if (!chosen.has(name)) chosen.set(name, vertex);
                return chosen.get(name);
            };
            for (let i = start; i < end; i += 3) {
                const [a, b, c] = [full.indices[i], full.indices[i + 1], full.indices[i + 2]].map(nearby);
                if (a !== b && b !== c && c !== a) indices.push(a, b, c);
            }
            if (indices.length === first) indices.push(...full.indices.subarray(start, Math.min(end, start + 300)));
            ranges.push([number, first, indices.length]);
        });
        return Object.assign(this.makeTriangles(0), {indices: new Uint32Array(indices), ranges});
    }

    // Colours of the merged parts.
    fillTints() {
        const gl = this.gl, {tints, numbers, picture} = this.block;
        for (const number of numbers) tints.set(this.parts[number].tint, 4 * number);
        gl.bindTexture(gl.TEXTURE_2D, picture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, TINTS_ACROSS, tints.length / 4 / TINTS_ACROSS, 0, gl.RGBA, gl.FLOAT, tints);
        this.kinds = numbers.map((number) => KINDS.indexOf(this.kindOf(number))).join();
    }

    // The triangles that are drawn, sorted by kind again where some part is of another kind than before.
    trianglesNow() {
        const gl = this.gl, block = this.block;
        const now = this.coarse ? block.coarse || (block.coarse = this.makeCoarse()) : block.full;
        if (now.kinds === this.kinds) return now;
        const sorted = new Uint32Array(now.indices.length);
        let at = 0;
        for (const kind of KINDS) {
            const first = at;
            for (const [number, start, end] of now.ranges) {
                if (this.kindOf(number) !== kind) continue;
                sorted.set(now.indices.subarray(start, end), at);
                at += end - start;
            }
            now[kind] = at - first;
        }
        gl.bindVertexArray(block.vao);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, now.buffer);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, sorted.subarray(0, at), gl.DYNAMIC_DRAW);
        gl.bindVertexArray(null);
        now.kinds = this.kinds;
        return now;
    }

    // Draws all parts of a kind by a program of FRAGMENTS.
    drawParts(kind, name, camera) {
        const gl = this.gl, now = this.trianglesNow();
        if (now[kind]) {
            this.useProgram(name, "#define MERGED\n", camera);
            gl.bindTexture(gl.TEXTURE_2D, this.block.picture);
            gl.bindVertexArray(this.block.vao);
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, now.buffer);
            const first = kind === "solid" ? 0 : now.solid + (kind === "ghost" ? now.glass : 0);
            gl.drawElements(gl.TRIANGLES, now[kind], gl.UNSIGNED_INT, 4 * first);
        }
        if (!this.instanced.some((group) => group[kind])) return;
        const program = this.useProgram(name, "", camera);
        for (const group of this.instanced)
            this.drawGroup(program, group, kind === "solid" ? 0 : group.solid + (kind === "ghost" ? group.glass : 0), group[kind]);
    }

    drawGroup(program, group, first, count) {
        if (!count) return;
        const gl = this.gl, stride = 4 * FLOATS_OF_INSTANCE, b = group.box;
        gl.bindVertexArray(group.vao);
        gl.bindBuffer(gl.ARRAY_BUFFER, group.buffer);
        for (let k = 0; k < 5; k++)
            gl.vertexAttribPointer(k + 1, k < 4 ? 4 : 1, gl.FLOAT, false, stride, first * stride + 16 * k);
        gl.uniform3f(program.places.low, b[0], b[1], b[2]);
        gl.uniform3f(program.places.size, b[3] - b[0], b[4] - b[1], b[5] - b[2]);
        if (program.places.round_mesh) gl.uniform1f(program.places.round_mesh, group.round ? 1 : 0);
        gl.drawElementsInstanced(gl.TRIANGLES, group.count, group.type, 0, count);
    }

    // A program of FRAGMENTS with the camera's numbers; each is made when it is first used.
    useProgram(name, merged, camera) {
        const gl = this.gl, [fragment, own] = FRAGMENTS[name], defines = merged + own + (this.cut ? "#define SLICED\n" : "");
        const program = this.programs[name + defines] || (this.programs[name + defines] = this.program(PART_VERTEX, fragment, defines));
        const p = program.places;
        gl.useProgram(program.made);
        gl.uniformMatrix4fv(p.clip, false, camera.clip(this.canvas.width / this.canvas.height));
        if (p.cut) gl.uniform4fv(p.cut, this.cut);
        if (p.eye) gl.uniform3fv(p.eye, camera.eye());
        if (p.sun) gl.uniform3fv(p.sun, unit(add(add(scale(camera.up(), 0.8), scale(camera.right(), 0.45)), scale(camera.back(), 0.4))));
        return program;
    }

    refill() {
        if (this.stale) {
            this.instanced.forEach((group) => this.fill(group));
            this.fillTints();
        }
        this.stale = false;
    }

    // Draws into four samples a pixel, of which the canvas gets the mean, or, not `smooth`, into the canvas.
    draw(camera) {
        const gl = this.gl, bg = this.background, w = this.canvas.width, h = this.canvas.height;
        if (!gl) return;
        if (this.smooth && (!this.samples || this.samples.w !== w || this.samples.h !== h))
            this.samples = this.makeTarget(this.samples, w, h, [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]], 4);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.smooth ? this.samples.frame : null);
        gl.viewport(0, 0, w, h);
        gl.clearColor(bg[0], bg[1], bg[2], 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
        this.refill();
        this.drawGhosts(camera);
        this.drawParts("solid", "solid", camera);
        this.blend();
        gl.depthMask(false);
        this.drawParts("glass", "glass", camera);
        this.drawLines(camera);
        this.drawDots(camera);
        gl.depthMask(true);
        gl.disable(gl.BLEND);
        gl.bindVertexArray(null);
        if (this.smooth) {
            gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.samples.frame);
            gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
            gl.blitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST);
            gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        }
        this.changed = false;
    }

    // The canvas stays opaque.
    blend() {
        const gl = this.gl;
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
    }

    // A few as glass. Of many first their depth, then their colour where they are nearest: one layer to blend, however many lie behind each other.
    drawGhosts(camera) {
        const gl = this.gl, count = this.countOf("ghost");
        if (!count) return;
        if (count > GHOSTS_AS_GLASS) {
            gl.colorMask(false, false, false, false);
            this.drawParts("ghost", "depth", camera);
            gl.colorMask(true, true, true, true);
        } else gl.depthMask(false);
        this.blend();
        gl.depthFunc(gl.LEQUAL);
        this.drawParts("ghost", "glass", camera);
        gl.depthFunc(gl.LESS);
        gl.depthMask(true);
        gl.disable(gl.BLEND);
        gl.clear(gl.DEPTH_BUFFER_BIT);
    }

    // Pixels of the canvas to one of the page.
    ratio() {
        return this.canvas.width / (this.canvas.clientWidth || this.canvas.width);
    }

    // `items`: [[from, to, colour], ...]
    setLines(items) {
        this.upload(this.lines, items);
    }

    setMarks(items) {
        this.upload(this.marks, items);
    }

    // `items`: [[at, colour], ...]
    setDots(items) {
        this.upload(this.dots, items);
    }

    upload(list, items) {
        if (!this.gl) return;
        list.count = items.length;
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, list.buffer);
        this.gl.bufferData(this.gl.ARRAY_BUFFER, new Float32Array(items.flat(2)), this.gl.DYNAMIC_DRAW);
        this.changed = true;
    }

    attributes(buffer, count, divisor) {
        const gl = this.gl;
        gl.bindVertexArray(this.plain || (this.plain = gl.createVertexArray()));
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        for (let k = 0; k < 3; k++) {
            if (k >= count) {
                gl.disableVertexAttribArray(k);
                continue;
            }
            gl.enableVertexAttribArray(k);
            gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 12 * count, 12 * k);
            gl.vertexAttribDivisor(k, divisor);
        }
    }

    // Curves once as far as they are seen, and faintly through what is before them; then the marks.
    drawLines(camera) {
        if (!this.lines.count && !this.marks.count) return;
        const gl = this.gl, {made, places} = this.lineProgram;
        gl.useProgram(made);
        gl.uniformMatrix4fv(places.clip, false, camera.clip(this.canvas.width / this.canvas.height));
        gl.uniform2f(places.screen, this.canvas.width, this.canvas.height);
        gl.uniform1f(places.near, camera.near());
        for (const [list, opacity, width, over] of [[this.lines, 0.4, 2.4, true], [this.lines, 1, 2.4, false], [this.marks, 1, 4, true]]) {
            if (!list.count) continue;
            this.attributes(list.buffer, 3, 1);
            gl.uniform1f(places.width, width * this.ratio());
            gl.uniform1f(places.opacity, opacity);
            if (over) gl.disable(gl.DEPTH_TEST);
            else gl.enable(gl.DEPTH_TEST);
            gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, list.count);
        }
    }

    drawDots(camera) {
        if (!this.dots.count) return;
        const gl = this.gl, {made, places} = this.dotProgram;
        gl.useProgram(made);
        this.attributes(this.dots.buffer, 2, 0);
        gl.uniformMatrix4fv(places.clip, false, camera.clip(this.canvas.width / this.canvas.height));
        gl.uniform1f(places.width, this.dotWidth * this.ratio());
        if (this.dotsOver) gl.disable(gl.DEPTH_TEST);
        else gl.enable(gl.DEPTH_TEST);
        gl.drawArrays(gl.POINTS, 0, this.dots.count);
    }

    // What is drawn at a place of the canvas, in its pixels: {part, at}, or null.
    pick(camera, x, y) {
        const gl = this.gl, w = this.canvas.width, h = this.canvas.height;
        if (!gl) return null;
        if (!this.target || this.target.w !== w || this.target.h !== h) this.target = this.makeTarget(this.target, w, h, [[gl.RGBA32UI, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]], 0);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.frame);
        gl.viewport(0, 0, w, h);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(x, h - 1 - y, 1, 1);
        gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
        this.refill();
        this.drawParts("solid", "pick", camera);
        const found = new Uint32Array(4);
        gl.readPixels(x, h - 1 - y, 1, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, found);
        gl.disable(gl.SCISSOR_TEST);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        if (!found[0]) return null;
        const far = new Float32Array(found.buffer, 4, 1)[0];
        return {part: found[0] - 1, at: add(camera.eye(), scale(camera.rayAt((x + 0.5) / w, (y + 0.5) / h, w / h), far))};
    }

    makeTarget(old, w, h, formats, samples) {
        const gl = this.gl, frame = old ? old.frame : gl.createFramebuffer();
        if (old) old.buffers.forEach((b) => gl.deleteRenderbuffer(b));
        gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
        const buffers = formats.map(([format, place_]) => {
            const buffer = gl.createRenderbuffer();
            gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
            gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, w, h);
            gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place_, gl.RENDERBUFFER, buffer);
            return buffer;
        });
        return {frame, w, h, buffers};
    }
}

// Points of a mesh and its indices.
function cornersOf(mesh) {
    const bytes = bytesOf(mesh.i).buffer, q = new Uint16Array(bytesOf(mesh.p).buffer), b = mesh.box, points = new Float32Array(q.length);
    for (let i = 0; i < q.length; i++) points[i] = b[i % 3] + (b[3 + i % 3] - b[i % 3]) * (q[i] / 65535);
    return {points, indices: mesh.n > 65536 ? new Uint32Array(bytes) : new Uint16Array(bytes)};
}

const pixelRatio = () => Math.min(window.devicePixelRatio || 1, 2);
