// Vectors as arrays of three numbers, and numbers as text.
import type {Vec} from "./page";

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const size = (a: Vec): number => Math.hypot(...a);
export const unit = (a: Vec): Vec => (size(a) > 0 ? scale(a, 1 / size(a)) : [0, 0, 0]);
export const vec = (a: ArrayLike<number>, from = 0): Vec => [a[from], a[from + 1], a[from + 2]];

/** A number for people: four digits after the point, without zeros at the end. */
export function text(x: number): string {
    if (!Number.isFinite(x)) return x > 0 ? "∞" : x < 0 ? "−∞" : "none";
    const rounded = Number(x.toFixed(4));
    return (rounded === 0 ? "0" : String(rounded)).replace("-", "−");
}
export const texts = (a: ArrayLike<number>): string => `(${text(a[0])}, ${text(a[1])}, ${text(a[2])})`;

/** Numbers for programs. */
export const number = (x: number): string => String(Number(x.toFixed(4)) || 0);
export const list = (a: ArrayLike<number>): string => Array.from(a, number).join(", ");
/** With a point in each, which NumPy takes for float64. */
export const floats = (a: ArrayLike<number>): string => Array.from(a, x => (Number.isInteger(Number(number(x))) ? `${number(x)}.0` : number(x))).join(", ");
/** With the nine digits that tell a float from every other. */
export const nine = (a: ArrayLike<number>): string => Array.from(a, x => String(Number(x.toPrecision(9)) || 0)).join(", ");
