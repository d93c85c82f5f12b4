// Keeps a calculator's page in step with HTMX: what HTMX cannot know, and nothing else.
"use strict";

const SLOW = 200;

// While an input method composes, `input` events are not yet what the visitor means. They are
// stopped before HTMX sees them; `compositionend` asks for the recompute.
document.addEventListener("input", (event) => {
  if (event.isComposing) event.stopPropagation();
}, true);

// For the style sheet. A media query would not do: it knows nothing of frames without script.
document.documentElement.dataset.script = "";

const embedded = document.documentElement.classList.contains("embedded");
const form = () => document.getElementById("inputs");
const result = () => document.getElementById("result");
// Chart and tables below the result, where a calculator has any.
const findings = () => document.getElementById("findings");

// Inputs are never swapped, so the state of each note is copied to its field.
function copyStates() {
  for (const note of document.querySelectorAll(".note")) {
    const field = document.getElementById(note.id.slice("note-".length));
    if (!field) continue;
    if (note.dataset.state === "bad") field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

// Folds of a piece that were open are opened again in the one that takes its place.
const openFolds = {};
function rememberFolds(piece) {
  // A refusal has no folds; those of the result before it are still to be opened.
  if (!piece.querySelector("details")) return;
  openFolds[piece.id] = [...piece.querySelectorAll("details[open]")].map((fold) => fold.id);
}
function reopenFolds(piece) {
  for (const id of openFolds[piece] ?? []) document.getElementById(id)?.setAttribute("open", "");
}

// The table of scenarios is swapped whole, with the names in it. Once a name is typed, all links
// follow it; one that is still being typed goes on as it stands.
let scrolled = 0;
document.addEventListener("change", (event) => {
  if (event.target.name === "pin_name") htmx.trigger(form(), "submit");
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  if (target.id !== "compare") return;
  scrolled = document.getElementById("scenarios")?.scrollLeft ?? 0;
  for (const name of fragment.querySelectorAll("[name=pin_name]")) {
    name.value = document.getElementById(name.id).value;
  }
});
function scrollBack() {
  const scenarios = document.getElementById("scenarios");
  if (scenarios) scenarios.scrollLeft = scrolled;
}

function say(failure) {
  failure.textContent = failure.dataset.text;
}
function fail() {
  say(document.getElementById("failure"));
  result().dataset.stale = "";
}

let slow = 0;
function waiting() {
  clearTimeout(slow);
  slow = setTimeout(() => { result().dataset.waiting = ""; }, SLOW);
}
function settled() {
  clearTimeout(slow);
  delete result()?.dataset.waiting;
}

const ofForm = (event) => event.detail.elt === form();
document.addEventListener("htmx:beforeRequest", (event) => { if (ofForm(event)) waiting(); });
document.addEventListener("htmx:afterRequest", (event) => { if (ofForm(event)) settled(); });
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "result" || !event.detail.shouldSwap) return;
  rememberFolds(result());
  if (findings()) rememberFolds(findings());
  document.getElementById("failure").textContent = "";
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "result" && event.target.id !== "result") return;
  reopenFolds("result");
  reopenFolds("findings");
  scrollBack();
  copyStates();
  // The title of a page that opened with a refusal said so.
  document.title = form().dataset.title ?? document.title;
  offerShareSheet();
  refreshEmbedding();
  // Without a result there is no chart; the next result brings it back.
  if (chart() && (drawn || !chart().firstChild)) htmx.trigger(chart(), "redraw");
});
// An aborted request was replaced by a newer one and is not a failure.
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => { if (ofForm(event)) fail(); });
}

// The chart is fetched once it comes into view, and from then on follows the inputs.
const chart = () => document.getElementById("chart");
let drawn = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target === chart()) rememberFolds(chart());
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== chart()) return;
  drawn = true;
  reopenFolds("chart");
});

// Feedback that is refused comes back as the form again, with a status that HTMX would not
// swap; what gets no such answer leaves the form as it is.
const feedback = document.getElementById("feedback");
feedback?.addEventListener("htmx:beforeSwap", (event) => {
  document.getElementById("feedback-failure").textContent = "";
  if (!event.detail.xhr.getResponseHeader("HX-Reswap")) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  feedback?.addEventListener(name, () => say(document.getElementById("feedback-failure")));
}

// A repair sets its field instead of loading the page anew.
document.addEventListener("click", (event) => {
  const repair = event.target.closest?.("a.repair");
  if (!repair || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const field = document.getElementById(repair.dataset.field);
  field.value = repair.dataset.value;
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// A preset fills its fields instead of loading the page anew; the link says with what. Focus
// stays on a link that stays.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-preset]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { kind, keys } = link.closest("[data-keys]").dataset;
  const wanted = new URLSearchParams(link.search);
  const fields = keys.split(" ").map((key) => document.getElementById(key));
  for (const field of fields) {
    if (field.type === "checkbox") field.checked = wanted.get(field.id) === "true";
    else field.value = wanted.get(field.id);
    field.closest("details")?.setAttribute("open", "");
  }
  const name = document.getElementById(`preset-${kind}`);
  name.value = link.dataset.preset;
  name.disabled = false;
  document.getElementById("preset-unknown")?.remove();
  if (link.matches(".restore")) fields[0].focus();
  name.dispatchEvent(new Event("input", { bubbles: true }));
});

// Copying says so only when it happened; where the browser forbids it, the text stands selected.
async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.value);
  } catch {
    source.hidden = false;
    source.focus();
    source.select();
    return;
  }
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  button.textContent = button.dataset.done;
  document.getElementById("announcement").textContent = button.dataset.done;
  setTimeout(() => { button.textContent = label; }, 2000);
}
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});

// The device's own share sheet, where there is one.
function offerShareSheet() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-share]");
  if (!button) return;
  const { share: url, title, text } = button.dataset;
  // Closing the sheet without sharing is not a failure.
  navigator.share({ url, title, text }).catch(() => {});
});

// The theme of the code to embed, and the preview, which follows the code once it is open.
function themed(address, theme) {
  if (theme === "auto") return address;
  return `${address}${address.includes("?") ? "&" : "?"}theme=${theme}`;
}
function refreshEmbedding() {
  const code = document.getElementById("embed-code");
  if (!code) return;
  const theme = document.getElementById("embed-theme").value;
  const address = code.dataset.embed;
  const wanted = themed(address, theme);
  const inCode = (text) => text.replaceAll("&", "&amp;");
  code.value = code.defaultValue.replace(`${inCode(address)}"`, `${inCode(wanted)}"`);
  const preview = document.getElementById("preview");
  const frame = preview.querySelector("iframe");
  if (!preview.open || frame.getAttribute("src") === wanted) return;
  // Another address in the same frame would be a step of its own for Back.
  const fresh = frame.cloneNode();
  fresh.src = wanted;
  frame.replaceWith(fresh);
}
function offerThemes() {
  const themes = document.getElementById("themes");
  if (!themes) return;
  themes.hidden = false;
  themes.addEventListener("change", refreshEmbedding);
  document.getElementById("preview").addEventListener("toggle", refreshEmbedding);
}

// The preview grows with its content, as a frame does beside embed.js.
window.addEventListener("message", ({ origin, source, data }) => {
  const frame = document.querySelector("#preview iframe");
  if (!frame || source !== frame.contentWindow || origin !== location.origin) return;
  if (data?.sangi === "height") frame.style.height = `${data.height}px`;
});

// In a frame, the host's script is told how high the content is.
function tellHeight() {
  if (window.parent === window || !embedded) return;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    window.parent.postMessage({ sangi: "height", height }, "*");
  };
  new ResizeObserver(tell).observe(document.body);
  // A script of the host that comes late asks what it has missed.
  window.addEventListener("message", (event) => {
    if (event.source === window.parent && event.data?.sangi === "ask") tell();
  });
}

offerShareSheet();
offerThemes();
tellHeight();

// A link within the page makes an entry of its own in the history. Back to the entry before it
// may ask for other inputs than the fields show by then.
let shown = location.search;
document.addEventListener("htmx:replacedInHistory", () => { shown = location.search; });
window.addEventListener("popstate", () => {
  if (form() && location.search !== shown) location.reload();
});

// A page from the browser's memory may hold fields that are newer than its result.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && form()) htmx.trigger(form(), "submit");
});

// After a submit without a result, the summary says what has to change. A frame takes no focus
// from the page around it.
if (!embedded) document.querySelector("#messages .summary")?.focus();

// In a search, arrows walk from the field through the hits.
document.addEventListener("keydown", (event) => {
  if (event.isComposing || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
  const field = document.getElementById("q");
  const stops = [field, ...document.querySelectorAll(".hits a")];
  const place = stops.indexOf(document.activeElement);
  if (!field || place < 0) return;
  const next = stops[place + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// A report carries what no page can that anyone may keep: the visitor's clock, and a code of
// the address, which is fetched only for paper.
const PATIENCE = 2000;

const digits = (number) => String(number).padStart(2, "0");
function zone(offset) {
  if (offset === 0) return "UTC";
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? "−" : "+"}${hours}${minutes ? `:${digits(minutes)}` : ""}`;
}
function writeDate(now) {
  const created = document.getElementById("created");
  if (!created) return;
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(digits).join("-");
  const time = [now.getHours(), now.getMinutes()].map(digits).join(":");
  created.textContent = created.dataset.text
    .replace("{moment}", `${date} ${time}`)
    .replace("{zone}", zone(-now.getTimezoneOffset()));
}
async function placeCode() {
  const place = document.getElementById("qr");
  if (!place) return;
  const code = place.querySelector("img") ?? new Image();
  if (!code.isConnected) {
    code.alt = place.dataset.alt;
    code.src = place.dataset.source;
    place.replaceChildren(code);
  }
  // Without an image the report has the address in print.
  await code.decode().catch(() => code.remove());
}
function placeChart() {
  if (!chart() || drawn) return null;
  return new Promise((resolve) => {
    chart().addEventListener("htmx:afterSettle", resolve, { once: true });
    htmx.trigger(chart(), "redraw");
  });
}
function prepareReport() {
  writeDate(new Date());
  return Promise.all([placeCode(), placeChart()]);
}

window.addEventListener("beforeprint", prepareReport);
let printing = null;
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#print")) return;
  const waited = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  printing ??= Promise.race([prepareReport(), waited])
    .then(() => window.print())
    .finally(() => { printing = null; });
});
