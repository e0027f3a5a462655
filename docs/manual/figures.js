// Live figures: where the site is served, a page of the gallery takes the place of its picture. Pages that are opened from disk keep the picture, since browsers
// load no modules from there; without JavaScript it is all there is.
"use strict";
{
    /** What of a page of the gallery is a figure: the picture, what is asked beside it, and the answer. */
    const FIGURE = `
        .skip, header, h1, .lead, .code, .text, .buttons { display: none !important; }
        main { padding: .5rem !important; max-width: none; }
        .columns { gap: .5rem 1rem; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); }
        .stage { height: 21rem; min-height: 0; }
        .answer { min-height: 0; margin: 0; padding: .6rem .8rem; grid-template-columns: minmax(0, 1fr); gap: 0; font-size: .9rem; }
        .answer dd { margin-bottom: .35rem; }
        @media (max-width: 34rem) { .columns { grid-template-columns: minmax(0, 1fr); } .stage { height: 17rem; } .answer { grid-template-columns: max-content 1fr; gap: .1rem .8rem; } }`;

    const link = (href, text) => Object.assign(document.createElement("a"), {href, textContent: text});

    /** The page of the gallery in place of the picture, as high as it is. */
    function live(figure, words) {
        const frame = document.createElement("iframe");
        frame.title = `Live figure: ${words}`;
        frame.loading = "lazy";
        frame.src = `${figure.dataset.gallery}#${figure.dataset.address}`;
        frame.height = figure.firstElementChild.getAttribute("height") ?? 480;
        frame.addEventListener("load", () => {
            const inner = frame.contentDocument, style = inner.createElement("style");
            style.textContent = FIGURE;
            inner.head.append(style);
            const main = inner.querySelector("main");
            new ResizeObserver(() => { frame.height = Math.ceil(main.getBoundingClientRect().height); }).observe(main);
            // the wheel scrolls the page; with Ctrl it brings the view nearer
            frame.contentWindow.addEventListener("wheel", event => { if (!event.ctrlKey) event.stopPropagation(); }, {capture: true, passive: true});
        });
        return frame;
    }

    /** A page with many figures runs those near to what is seen alone: others are pictures again, and keep what was dragged. */
    function inTurn(figure, caption) {
        const still = figure.querySelector("img") ?? document.createElement("div"), words = caption.textContent, open = link("", "In the gallery");
        figure.prepend(still);
        open.href = `${figure.dataset.gallery}#${figure.dataset.address}`;
        new IntersectionObserver(([{isIntersecting}]) => {
            const shown = figure.firstElementChild, running = shown instanceof HTMLIFrameElement;
            if (isIntersecting && !running) shown.replaceWith(live(figure, words));
            if (!isIntersecting && running) {
                figure.dataset.address = shown.contentWindow.location.hash.slice(1) || figure.dataset.address;
                still.style.height = `${shown.height}px`;
                shown.replaceWith(still);
            }
        }, {rootMargin: "100% 0px"}).observe(figure);
        // with what was dragged
        open.addEventListener("click", () => { if (figure.firstElementChild instanceof HTMLIFrameElement) open.hash = figure.firstElementChild.contentWindow.location.hash; });
        caption.append(". ", open);
    }

    for (const figure of document.querySelectorAll("figure[data-gallery]")) {
        const caption = figure.querySelector("figcaption");
        if (location.protocol === "file:") caption.append(". ", link(`http://localhost:8080/#${figure.dataset.address}`, "Live, while make serve runs"));
        else inTurn(figure, caption);
    }
}
