// What the build adds: see vite.config.ts.
declare module "virtual:declarations" {
    const all: Record<string, {header: string; text: string; file: string}>;
    export default all;
}
/** Whether the models that are fetched, and the replay that the command writes, were there when the site was built. */
declare const HAS_BUNNY: boolean;
declare const HAS_AS1: boolean;
declare const HAS_REPLAY: boolean;
