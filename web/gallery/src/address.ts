// The state of a page in its address: #id?a=1,2,3&radius=0.5. What differs from the page's own numbers alone is written.
import type {Page, State, Vec} from "./page";
import {number} from "./vector";

export function initial(page: Page): State {
    return {
        points: Object.fromEntries(Object.entries(page.points).map(([name, point]) => [name, [...point.at] as Vec])),
        numbers: Object.fromEntries(Object.entries(page.numbers ?? {}).map(([name, slider]) => [name, slider.value])),
        choices: Object.fromEntries(Object.entries(page.choices ?? {}).map(([name, choice]) => [name, choice.value])),
    };
}

/** The page's state with what an address says; what it says wrongly is left out. */
export function read(page: Page, query: string): State {
    const state = initial(page);
    for (const [name, value] of new URLSearchParams(query)) {
        const numbers = value.split(",").map(Number);
        const fine = value !== "" && numbers.every(x => Number.isFinite(x) && Math.abs(x) <= 1000);
        if (name in state.points && fine && numbers.length === 3) state.points[name] = numbers as Vec;
        const slider = page.numbers?.[name];
        if (slider && fine && numbers.length === 1) state.numbers[name] = Math.min(slider.max, Math.max(slider.min, numbers[0]));
        if (page.choices?.[name] && Object.hasOwn(page.choices[name].options, value)) state.choices[name] = value;
    }
    return state;
}

export function write(page: Page, state: State): string {
    const own = initial(page), parts: string[] = [];
    for (const [name, at] of Object.entries(state.points)) {
        const value = at.map(number).join(",");
        if (value !== own.points[name].map(number).join(",")) parts.push(`${name}=${value}`);
    }
    for (const [name, x] of Object.entries(state.numbers)) if (x !== own.numbers[name]) parts.push(`${name}=${number(x)}`);
    for (const [name, value] of Object.entries(state.choices)) if (value !== own.choices[name]) parts.push(`${name}=${value}`);
    return `#${page.id}${parts.length ? `?${parts.join("&")}` : ""}`;
}
