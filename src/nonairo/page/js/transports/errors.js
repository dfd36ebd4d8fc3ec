// What a refused question is to the page, whoever refused it.

import { AskError } from "../backend.js";
import { forPlayers } from "../reasons.js";
import { t } from "../strings.js";

export function errorOf(status, answer) {
  const told = answer.error ?? {};
  const busy = status === 429 || status === 503;
  const message = forPlayers(told.message) ?? t(busy ? "busy" : "refused", { status });
  return new AskError(told.code ?? String(status), message, { status, line: told.line, column: told.column });
}
