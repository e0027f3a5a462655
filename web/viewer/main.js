// Starts the page for the data it holds. `window.carom` is for scripts that drive the page.

function start() {
    const data = JSON.parse($("data").textContent);
    window.carom = data.kind === "simulate" ? new SimulatePage(data) : new ClashPage(data);
}

try {
    start();
} catch (error) {
    $("failure").hidden = false;
    $("failure").textContent = error.message;
    throw error;
}
