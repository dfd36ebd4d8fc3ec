// What the program says only in English, marked so in a page of another language: for those who listen, and for translators.

import { h } from "./dom.js";
import { language } from "./language.js";
import { t } from "./strings.js";

export const ENGLISH = language === "en" ? {} : { lang: "en" };

export const english = (text) => h("span", ENGLISH, text);

const GAP = "\u0000";

/** The parts of a text of the page around what the program says: `name` is the one of the values that is in English. */
export function quoting(key, values, name) {
  const [before, after = ""] = t(key, { ...values, [name]: GAP }).split(GAP);
  return [before, english(values[name]), after];
}
