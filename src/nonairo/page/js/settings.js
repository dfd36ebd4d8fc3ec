// What a person has chosen, kept for the next time.

import { onWrittenElsewhere, read, write } from "./storage.js";

const DEFAULTS = {
  language: "auto",
  theme: "auto",
  symbols: "own",
  check: "rules",
  timer: true,
  counts: true,
  crosshair: true,
  crosses: false, // whether the rest of finished lines is crossed
  lanes: 1, // engines that Watch shows
  inside: null, // whether Watch shows the program and the tree; null: as there is room
};

export const settings = { ...DEFAULTS, ...read("settings", {}) };
const listeners = new Set();

export function change(name, value) {
  settings[name] = value;
  write("settings", settings);
  listeners.forEach((listener) => listener(name, value));
}

onWrittenElsewhere("settings", (kept) => {
  for (const [name, value] of Object.entries({ ...DEFAULTS, ...kept })) {
    if (settings[name] === value) continue;
    settings[name] = value;
    listeners.forEach((listener) => listener(name, value));
  }
  applyTheme();
});

export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyTheme() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
