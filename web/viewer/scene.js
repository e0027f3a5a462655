// Draws parts, which are instances of meshes, and lines and dots over them. It draws when something has changed and not otherwise.

const GHOSTS_AS_GLASS = 60; // more would be fog
const FLOATS_OF_INSTANCE = 17; // three rows, colour and opacity, number

class Scene {
    // `meshes`: {box, p, i, n, round?}; `parts`: {mesh, m?}, m being three rows of four numbers.
    constructor(canvas, meshes, parts) {
        this.canvas = canvas;
        const gl = this.gl = canvas.getContext("webgl2", {alpha: false, antialias: true, preserveDrawingBuffer: true});
        this.parts = parts;
        parts.forEach((part) => {
            part.rows = part.m || IDENTITY;
            part.tint = [0.7, 0.7, 0.7, 1]; // opacity 0: not drawn
        });
        this.cut = null; // [normal x, y, z, offset]: what lies beyond is not drawn
        this.background = [1, 1, 1];
        this.ghostsBehind = false; // parts of little opacity are drawn behind all others
        this.changed = this.stale = true;
        if (!gl) { // boxes are known all the same
            this.groups = meshes;
            return;
        }
        this.partProgram = this.program(PART_VERTEX, PART_FRAGMENT);
        this.pickProgram = this.program(PART_VERTEX, PICK_FRAGMENT);
        this.lineProgram = this.program(LINE_VERTEX, LINE_FRAGMENT);
        this.dotProgram = this.program(DOT_VERTEX, DOT_FRAGMENT);
        this.groups = meshes.map((mesh, index) => this.group(mesh, index));
        this.lines = {buffer: gl.createBuffer(), count: 0};
        this.marks = {buffer: gl.createBuffer(), count: 0}; // lines before everything
        this.dots = {buffer: gl.createBuffer(), count: 0};
        this.dotWidth = 11;
        this.dotsOver = true; // before everything
        this.target = null;
    }

    program(vertex, fragment) {
        const gl = this.gl, made = gl.createProgram();
        for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, text);
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

    group(mesh, index) {
        const gl = this.gl, vao = gl.createVertexArray();
        const indices = bytesOf(mesh.i);
        const wide = mesh.n > 65536;
        gl.bindVertexArray(vao);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, bytesOf(mesh.p), gl.STATIC_DRAW);
        gl.vertexAttribPointer(0, 3, gl.UNSIGNED_SHORT, true, 6, 0);
        gl.enableVertexAttribArray(0);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
        const members = [];
        this.parts.forEach((part, number) => part.mesh === index && members.push(number));
        const made = {vao, members, box: mesh.box, round: mesh.round, buffer: gl.createBuffer(), data: null, solid: 0, glass: 0, ghost: 0,
            count: indices.length / (wide ? 4 : 2), type: wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT};
        made.data = new Float32Array(members.length * FLOATS_OF_INSTANCE);
        for (let k = 1; k <= 5; k++) {
            gl.enableVertexAttribArray(k);
            gl.vertexAttribDivisor(k, 1);
        }
        gl.bindVertexArray(null);
        return made;
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

    fill(group) {
        const gl = this.gl, data = group.data;
        let at = 0;
        group.solid = group.glass = group.ghost = 0;
        const kindOf = (opacity) => opacity <= 0 ? null : opacity >= 1 ? "solid" : this.ghostsBehind && opacity < 0.5 ? "ghost" : "glass";
        for (const kind of ["solid", "glass", "ghost"])
            for (const number of group.members) {
                const part = this.parts[number];
                if (kindOf(part.tint[3]) !== kind) continue;
                data.set(part.rows, at);
                data.set(part.tint, at + 12);
                data[at + 16] = number;
                at += FLOATS_OF_INSTANCE;
                group[kind]++;
            }
        gl.bindBuffer(gl.ARRAY_BUFFER, group.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, at), gl.DYNAMIC_DRAW);
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
        gl.uniform1f(program.places.round_mesh, group.round ? 1 : 0);
        gl.drawElementsInstanced(gl.TRIANGLES, group.count, group.type, 0, count);
    }

    useParts(program, camera) {
        const gl = this.gl, p = program.places;
        gl.useProgram(program.made);
        gl.uniformMatrix4fv(p.clip, false, camera.clip(this.canvas.width / this.canvas.height));
        gl.uniform4fv(p.cut, this.cut || [0, 0, 0, 0]);
        gl.uniform1f(p.sliced, this.cut ? 1 : 0);
        gl.uniform3fv(p.eye, camera.eye());
        if (p.sun) gl.uniform3fv(p.sun, unit(add(add(scale(camera.up(), 0.8), scale(camera.right(), 0.45)), scale(camera.back(), 0.4))));
        if (this.stale) this.groups.forEach((group) => this.fill(group));
        this.stale = false;
    }

    draw(camera) {
        const gl = this.gl, bg = this.background;
        if (!gl) return;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        gl.clearColor(bg[0], bg[1], bg[2], 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
        this.useParts(this.partProgram, camera);
        this.drawGhosts();
        gl.uniform1f(this.partProgram.places.ghost, 0);
        this.groups.forEach((group) => this.drawGroup(this.partProgram, group, 0, group.solid));
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
        gl.depthMask(false);
        gl.uniform1f(this.partProgram.places.ghost, 1);
        this.groups.forEach((group) => this.drawGroup(this.partProgram, group, group.solid, group.glass));
        this.drawLines(camera);
        this.drawDots(camera);
        gl.depthMask(true);
        gl.disable(gl.BLEND);
        gl.bindVertexArray(null);
        this.changed = false;
    }

    // A few as glass. Of many first their depth, then their colour where they are nearest: one layer to blend, however many lie behind each other.
    drawGhosts() {
        const count = this.groups.reduce((sum, group) => sum + group.ghost, 0);
        if (!count) return;
        const gl = this.gl, draw = () => this.groups.forEach((group) => this.drawGroup(this.partProgram, group, group.solid + group.glass, group.ghost));
        gl.uniform1f(this.partProgram.places.ghost, 1);
        if (count > GHOSTS_AS_GLASS) {
            gl.colorMask(false, false, false, false);
            draw();
            gl.colorMask(true, true, true, true);
        } else gl.depthMask(false);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
        gl.depthFunc(gl.LEQUAL);
        draw();
        gl.depthFunc(gl.LESS);
        gl.depthMask(true);
        gl.disable(gl.BLEND);
        gl.clear(gl.DEPTH_BUFFER_BIT);
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
            gl.uniform1f(places.width, width * pixelRatio());
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
        gl.uniform1f(places.width, this.dotWidth * pixelRatio());
        if (this.dotsOver) gl.disable(gl.DEPTH_TEST);
        else gl.enable(gl.DEPTH_TEST);
        gl.drawArrays(gl.POINTS, 0, this.dots.count);
    }

    // What is drawn at a place of the canvas, in its pixels: {part, at}, or null.
    pick(camera, x, y) {
        const gl = this.gl, w = this.canvas.width, h = this.canvas.height;
        if (!gl) return null;
        if (!this.target || this.target.w !== w || this.target.h !== h) this.target = this.pickTarget(w, h);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.frame);
        gl.viewport(0, 0, w, h);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(x, h - 1 - y, 1, 1);
        gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
        this.useParts(this.pickProgram, camera);
        this.groups.forEach((group) => this.drawGroup(this.pickProgram, group, 0, group.solid));
        const found = new Uint32Array(4);
        gl.readPixels(x, h - 1 - y, 1, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, found);
        gl.disable(gl.SCISSOR_TEST);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        if (!found[0]) return null;
        const far = new Float32Array(found.buffer, 4, 1)[0];
        return {part: found[0] - 1, at: add(camera.eye(), scale(camera.rayAt((x + 0.5) / w, (y + 0.5) / h, w / h), far))};
    }

    pickTarget(w, h) {
        const gl = this.gl, frame = this.target ? this.target.frame : gl.createFramebuffer();
        if (this.target) this.target.buffers.forEach((b) => gl.deleteRenderbuffer(b));
        gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
        const buffers = [[gl.RGBA32UI, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]].map(([format, place_]) => {
            const buffer = gl.createRenderbuffer();
            gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
            gl.renderbufferStorage(gl.RENDERBUFFER, format, w, h);
            gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place_, gl.RENDERBUFFER, buffer);
            return buffer;
        });
        return {frame, w, h, buffers};
    }
}

const pixelRatio = () => Math.min(window.devicePixelRatio || 1, 2);
