// What a person has chosen, kept for the next time.

import { read, write } from "./storage.js";

const DEFAULTS = {
  theme: "auto",
  symbols: "own",
  check: "rules",
  timer: true,
  counts: true,
  crosshair: true,
  strength: 1,
};

export const settings = { ...DEFAULTS, ...read("settings", {}) };
const listeners = new Set();

export function change(name, value) {
  settings[name] = value;
  write("settings", settings);
  listeners.forEach((listener) => listener(name, value));
}

export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyTheme() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
