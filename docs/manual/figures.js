// Live figures: where the site is served, a page of the gallery takes the place of its picture. Pages that are opened from disk keep the picture, since browsers
// load no modules from there; without JavaScript it is all there is.
"use strict";
{
    /** How the page, which shows its picture, numbers and answer alone where it is embedded, is laid out in a figure. */
    const LAYOUT = `
        .embed .columns { gap: .5rem 1rem; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); }
        .embed .stage { height: 21rem; min-height: 0; }
        .embed .hint { display: block; }
        .embed .answer { padding: .6rem .8rem; grid-template-columns: minmax(0, 1fr); gap: 0; font-size: .9rem; }
        .embed .answer dd { margin-bottom: .35rem; }
        @media (max-width: 34rem) {
            .embed .columns { grid-template-columns: minmax(0, 1fr); }
            .embed .stage { height: 17rem; }
            .embed .answer { grid-template-columns: max-content 1fr; gap: .1rem .8rem; }
        }`;

    const after = caption => (/[.?!]$/.test(caption.textContent) ? " " : ". ");
    const link = (href, text) => Object.assign(document.createElement("a"), {href, textContent: text});

    /** The page of the gallery in place of the picture, as high as it is. */
    function live(figure, words) {
        const frame = document.createElement("iframe");
        frame.title = `Live figure: ${words}`;
        frame.loading = "lazy";
        frame.src = `${figure.dataset.gallery}?embed#${figure.dataset.address}`;
        frame.height = figure.firstElementChild.getAttribute("height") ?? 480;
        frame.addEventListener("load", () => {
            const inner = frame.contentDocument, style = inner.createElement("style");
            style.textContent = LAYOUT;
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
        caption.append(after(caption), open);
    }

    for (const figure of document.querySelectorAll("figure[data-gallery]")) {
        const caption = figure.querySelector("figcaption");
        if (location.protocol === "file:") caption.append(after(caption), link(`http://localhost:8080/#${figure.dataset.address}`, "Live, while make serve runs"));
        else inTurn(figure, caption);
    }
}
