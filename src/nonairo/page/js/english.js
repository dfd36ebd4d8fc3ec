// What the program says only in English, marked so in a page of another language: for those who listen, and for translators.

import { h } from "./dom.js";
import { language } from "./language.js";
import { t } from "./strings.js";

export const ENGLISH = language === "en" ? {} : { lang: "en" };

export const english = (text) => h("span", ENGLISH, text);

const GAP = "\u0000";

/** The text of the page before and after what the program says: `name` is the one of the values that is in English. */
export function around(key, values, name) {
  const [before, after = ""] = t(key, { ...values, [name]: GAP }).split(GAP);
  return [before, after];
}

/** Both with what the program says between them. */
export function quoting(key, values, name) {
  const [before, after] = around(key, values, name);
  return [before, english(values[name]), after];
}
