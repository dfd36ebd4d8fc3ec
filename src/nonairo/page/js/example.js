// A solution of a small puzzle, found beside the player by trying: for the examples that rules are shown with.

import { Judge } from "./judge.js";

const MOST_TRIES = 5000;

/** The values of all cells; null where none was found in time. */
export function solved(model) {
  const judge = new Judge(model);
  const values = Uint8Array.from(model.givens);
  judge.update(values);
  let tries = MOST_TRIES;
  const fill = (from) => {
    const cell = values.indexOf(0, from);
    if (cell < 0) return judge.finished;
    for (const value of model.order) {
      if ((tries -= 1) < 0) return false;
      values[cell] = value;
      judge.update(values, [cell]);
      if (!judge.broken.size && fill(cell + 1)) return true;
    }
    values[cell] = 0;
    judge.update(values, [cell]);
    return false;
  };
  return fill(0) ? values : null;
}
