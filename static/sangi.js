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
