// Starts the page for the data it holds. `window.carom` is for scripts that drive the page.

function fail(text) {
    $("failure").hidden = false;
    $("failure").textContent = text;
}

function start() {
    const data = JSON.parse($("data").textContent);
    window.carom = data.kind === "simulate" ? new SimulatePage(data) : new ClashPage(data);
    if (!window.carom.view.scene.gl) fail("This browser has no WebGL 2, which draws the parts; all else is here.");
}

try {
    start();
} catch (error) {
    fail(error.message);
    throw error;
}
