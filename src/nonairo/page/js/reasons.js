// What the package says to programmers, said to players.

import { t } from "./strings.js";

const PLAINER = [
  [/^(.*)rule odd-more-\w+ needs an odd square, found (\S+)/s, "reason_odd"],
  [/^(.*)expected a number from 0 to (\d+), found \d+$/s, "reason_around"],
  [/^(.*)expected a puzzle in a known format \(see nonairo formats\), found/s, "reason_unknown"],
  [/^(.*)expected text in UTF-8, found the byte 0x\w+/s, "reason_bytes"],
];

/** A message in plainer words, if there are any; what is not there stays so. */
export function forPlayers(message) {
  const [form, key] = PLAINER.find(([each]) => each.test(message ?? "")) ?? [];
  return key ? message.replace(form, (_, before, found) => before + t(key, { found })) : message;
}
