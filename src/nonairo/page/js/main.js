// Starts the page: the bar on top, the tabs, and the puzzle that the address names.

import { app } from "./app.js";
import { askOnce, watchBackend } from "./backend.js";
import { button, h, isFocusLost } from "./dom.js";
import { showHelp } from "./help.js";
import { language } from "./language.js";
import { applyTheme } from "./settings.js";
import { readLink, writeLink } from "./share.js";
import { onTrouble, read, savedGame, savedGames } from "./storage.js";
import { t } from "./strings.js";
import { TABS } from "./tabs.js";

const [PLAY, START] = ["play", "start"]; // the tabs that belong together
const MOST_LETTERS = 300_000; // of a puzzle in a link: many more than the largest that can be played has
const main = document.getElementById("main");
const shown = new Map(); // name -> {root, ready, tab}; ready is a promise of the tab
let current = null;
let failed = 0; // tabs that could not be loaded

document.documentElement.lang = language;
applyTheme();
onTrouble((text) => app.toast(text));
window.addEventListener("error", ({ message }) => tellFailure(message));
window.addEventListener("unhandledrejection", ({ reason }) => {
  if (reason?.name !== "AbortError") tellFailure(reason?.message ?? String(reason));
});

function tellFailure(message) {
  app.toast(t("script_failed", { message: withoutAddresses(message) }), "error");
}

/** Browsers name the module that could not be loaded, which tells nobody anything. */
const withoutAddresses = (message) => message.replace(/:?\s*https?:\S+/g, "");

function buildTop() {
  const links = TABS.filter(({ within }) => !within).map(({ name, title }) => {
    const link = button(t(title), ({ detail }) => {
      show(target(name), "pushState");
      if (detail) main.focus(); // by mouse or finger: keys are then for what the tab shows
    }, { role: "tab", id: `tab-${name}` });
    link.setAttribute("aria-controls", `panel-${name}`);
    return link;
  });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("tabs") }, links);
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const seen = links.filter((link) => !link.hidden);
    const next = seen[(seen.indexOf(document.activeElement) + step + seen.length) % seen.length];
    next.focus();
    next.click();
  });
  const help = button("?", showHelp, { class: "round", "aria-label": t("help"), title: t("help") });
  document
    .getElementById("top")
    .append(tabs, h("div", { class: "ends" }, help));
}

/** Play is the game that is open; pressed again, or with none, it is where games start. */
const target = (name) => (name === PLAY && (current === PLAY || !app.model) ? START : name);

/** `entry`: how the address takes it up, as another page of the browser's history or in place of this one. */
async function show(name, entry = null) {
  const tab = TABS.find((each) => each.name === name) ?? TABS.find((each) => each.name === START);
  if (current === tab.name) return;
  const before = current;
  shown.get(before)?.tab?.hide?.();
  current = tab.name;
  if (tab.about && !app.model && !readLink().puzzle) openOther(); // a link's own is on its way
  const ready = mounted(tab);
  markCurrent();
  try {
    const found = await ready;
    if (current !== tab.name) return;
    found?.show?.();
    if (entry) remember(tab.name, entry);
    if (before && isFocusLost()) (found?.focus ? found : main).focus();
  } catch {
    app.toast(t("tab_failed", { name: t(tab.title) }), "error");
    if (current !== tab.name) return;
    current = null;
    if (before) await show(before);
  }
}

/** The tab stands in the address, so that a reload keeps it and Back leaves it. */
function remember(name, entry) {
  const link = readLink();
  const puzzle = link.puzzle ?? (name === PLAY ? app.model?.id : undefined);
  const { grid, title } = link; // engines and a step are for the tab that is left
  const address = name === START ? writeLink({ tab: START }) : writeLink({ grid, title, puzzle, tab: name === PLAY ? null : name });
  if (address !== location.hash) history[entry](null, "", address);
}

/** A tab fills its root once. One that fails leaves nothing behind, and is tried again when asked for. */
function mounted({ name, load, within }) {
  if (!shown.has(name)) {
    const root = h("section", { class: `tab ${name}`, id: `panel-${name}`, role: "tabpanel" });
    root.setAttribute("aria-labelledby", `tab-${within ?? name}`);
    main.append(root);
    const entry = { root, tab: null };
    const forget = () => (root.remove(), shown.delete(name), (failed += 1));
    entry.ready = load(failed ? `?again=${failed}` : "").then((module) => (entry.tab = module.mount(root, app)));
    entry.ready.catch(forget);
    shown.set(name, entry);
  }
  return shown.get(name).ready;
}

function markCurrent() {
  for (const [other, { root }] of shown) root.hidden = other !== current;
  const open = TABS.find(({ name }) => name === current)?.within ?? current;
  for (const { name: other, passing } of TABS.filter(({ within }) => !within)) {
    const link = document.getElementById(`tab-${other}`);
    link.setAttribute("aria-selected", other === open);
    link.setAttribute("aria-controls", `panel-${other === open ? current : other}`);
    link.tabIndex = other === open ? 0 : -1;
    link.hidden = Boolean(passing) && other !== open;
  }
}

/** The last game, or a kind's example. */
async function openOther() {
  for (const id of [read("last"), savedGames()[0]?.id]) {
    if (typeof id === "string" && savedGame(id) && (await app.openText(id))) return;
  }
  const bundled = document.querySelector('meta[name="nonairo-first"]')?.content;
  if (bundled) return app.openText(bundled);
  const kinds = await askOnce("kinds").catch((error) => app.complain(error));
  if (kinds) await app.openText(kinds[0].example);
}

async function openLink({ puzzle, grid, title }) {
  if (puzzle.length > MOST_LETTERS) {
    app.toast(t("broken_link_long"), "error");
    return false;
  }
  try {
    await app.openSource(puzzle, { grid, title });
    return true;
  } catch (error) {
    const damaged = error.status === 400;
    if (damaged) app.toast(t("broken_link", { reason: error.message }), "error");
    else app.complain(error);
    return false;
  }
}

/** Files that are dropped anywhere. */
function takeDrops() {
  const veil = h("div", { class: "veil", hidden: true }, t("drop_here"));
  document.body.append(veil);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    veil.hidden = false;
  });
  document.addEventListener("dragleave", (event) => (veil.hidden = event.relatedTarget === null));
  document.addEventListener("drop", async (event) => {
    veil.hidden = true;
    if (event.defaultPrevented) return; // a tab took it
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const source = file ? await file.arrayBuffer() : event.dataTransfer.getData("text");
    if (source && (await app.openText(source))) show("play", "replaceState");
  });
}

/** A quiet line for as long as there are no hints yet. */
function tellReadiness() {
  const line = h("p", { class: "readiness", role: "status", hidden: true });
  main.before(line);
  const meanwhile = button(t("python_meanwhile"), () => openOther().then(() => show(PLAY)));
  let latest = ["ready", ""];
  const tell = () => {
    const [state, message] = latest;
    line.classList.toggle("over", state === "ready");
    const reading = state === "starting" && !app.model && readLink().puzzle;
    if (reading) line.replaceChildren(t("python_reading"), " ", meanwhile);
    else if (state !== "ready") line.textContent = t(`python_${state}`, { message });
  };
  app.addEventListener("open", tell);
  watchBackend((...now) => {
    line.hidden = false;
    latest = now;
    tell();
  });
}

/** What the address says; damage in it is reported. */
function addressed() {
  const link = readLink();
  if (link.damaged) app.toast(t("broken_link", { reason: t("broken_link_letters") }), "error");
  app.linked = link;
  return link;
}

app.addEventListener("go", ({ detail }) => show(detail.tab, detail.entry)); // in place: the puzzle is the new page
window.addEventListener("hashchange", async () => {
  const link = addressed();
  if (link.puzzle || link.tab) show(link.tab ?? PLAY);
  if (!link.puzzle || (!link.grid && link.puzzle === app.model?.id)) return;
  if (!(await openLink(link)) && !app.model) openOther();
});

buildTop();
takeDrops();
watchBackend(() => {}); // it gets ready while the first tab is loaded
const link = addressed();
const first = link.puzzle ? PLAY : START;
await show(first);
tellReadiness(); // which may offer another puzzle: there is a tab for it by now
if (link.puzzle && !(await openLink(link))) await show(START, "replaceState");
const known = TABS.some(({ name }) => name === link.tab); // its address stays as it is
if (!link.puzzle && !known) remember(START, "replaceState");
if (known && link.tab !== first) await show(target(link.tab));
