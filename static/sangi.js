// Keeps a calculator's page in step with HTMX: what HTMX cannot know, and nothing else.
"use strict";

const SLOW = 200;

// While an input method composes, `input` events are not yet what the visitor means. They are
// stopped before HTMX sees them; `compositionend` asks for the recompute.
document.addEventListener("input", (event) => {
  if (event.isComposing) event.stopPropagation();
}, true);

const form = () => document.getElementById("inputs");
const result = () => document.getElementById("result");

// Inputs are never swapped, so the state of each note is copied to its field.
function copyStates() {
  for (const note of document.querySelectorAll(".note")) {
    const field = document.getElementById(note.id.slice("note-".length));
    if (!field) continue;
    if (note.dataset.state === "bad") field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

// Folds of the result that were open are opened again in the new one.
let openFolds = [];
function rememberFolds() {
  openFolds = [...document.querySelectorAll("#result details[open]")].map((fold) => fold.id);
}
function reopenFolds() {
  for (const id of openFolds) document.getElementById(id)?.setAttribute("open", "");
}

function fail() {
  const failure = document.getElementById("failure");
  failure.textContent = failure.dataset.text;
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
  rememberFolds();
  document.getElementById("failure").textContent = "";
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "result" && event.target.id !== "result") return;
  reopenFolds();
  copyStates();
});
// An aborted request was replaced by a newer one and is not a failure.
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => { if (ofForm(event)) fail(); });
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

// A page from the browser's memory may hold fields that are newer than its result.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && form()) htmx.trigger(form(), "submit");
});

// After a submit without a result, the summary says what has to change.
document.querySelector("#messages .summary")?.focus();

// In a search, arrows walk from the field through the hits.
document.addEventListener("keydown", (event) => {
  if (event.isComposing || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
  const field = document.getElementById("q");
  const stops = [field, ...document.querySelectorAll("#found .hits a")];
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
function prepareReport() {
  writeDate(new Date());
  return placeCode();
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
