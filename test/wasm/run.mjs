// Runs a WebAssembly program of the tests: node run.mjs PROGRAM [ARGUMENT...]
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const program = process.argv[2];
const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
