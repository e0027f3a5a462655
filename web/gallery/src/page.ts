// What a page of the gallery is: a question with things to drag, asked again at every move, and what explains it.
import type {Carom} from "carom";
import type {Drawing} from "./drawing";

export type Vec = [number, number, number];

/** The numbers of a page: points that are dragged, sliders and choices. They are in the address of the page. */
export interface State {
    points: Record<string, Vec>;
    numbers: Record<string, number>;
    choices: Record<string, string>;
}

export interface Slider {
    value: number;
    min: number;
    max: number;
    step: number;
    label: string;
}

export interface Choice {
    value: string;
    options: Record<string, string>; // name in the address -> label
    label: string;
}

/** Lines of the answer: what, and its value. */
export type Answer = [string, string][];

/** A program's lines in each language, with the present numbers. */
export interface Code {
    c: string;
    python: string;
    javascript: string;
}

export interface Page {
    id: string;
    title: string;
    question: string;
    group: string;
    points: Record<string, {at: Vec; label: string}>;
    numbers?: Record<string, Slider>;
    choices?: Record<string, Choice>;
    camera?: Vec;
    /** The number that a button lets run from its least to its largest value and again, and how many seconds that takes. */
    runs?: {number: string; seconds: number};
    /** A document of the site that is shown in place of a picture, by the state. */
    document?(state: State): string;
    /** Meshes that answers are about, for the test, which asks the native command about them: of vertices and triangles. */
    meshes?(state: State): Record<string, {positions: Float64Array; indices: Uint32Array}>;
    /** What else the page has below its picture; it calls `changed` when the answer may be another. */
    extra?(changed: () => void): HTMLElement;
    /** Asks carom, draws, and says what came out. Called at every change. */
    show(carom: Carom, state: State, draw: Drawing): Answer;
    code(state: State): Code;
    /** Code of a textbook in C, which the page shows beside carom's: whose it is, and its text, in float. */
    textbook?: {name: string; code: string};
    /** Five sentences. */
    algorithm: string[];
    source: string;
    /** Functions of the C library: what its headers say of them is shown. */
    declares: string[];
}
