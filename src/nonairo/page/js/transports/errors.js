// What a refused question is to the page, whoever refused it.

import { AskError } from "../backend.js";
import { forPlayers } from "../reasons.js";
import { t } from "../strings.js";

export function errorOf(status, answer) {
  const given = answer.error ?? {};
  const busy = status === 429 || status === 503;
  const message = forPlayers(given.message) ?? t(busy ? "busy" : "refused", { status });
  return new AskError(given.code ?? String(status), message, { status, line: given.line, column: given.column });
}
