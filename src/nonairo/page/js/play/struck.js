// Clues that the player has struck out by a tap: a note of their own, kept with the game.

/** A press on a number beside the grid crosses it out, another one restores it. */
export function strikeByTap(play) {
  const { view, game } = play;
  const sides = [["row", view.rowHeads], ["col", view.colHeads]];
  const each = (action) => {
    for (const [side, heads] of sides) {
      heads.forEach((head, line) => [...head.children].forEach((label, k) => action(`${side} ${line} ${k}`, label)));
    }
  };
  const names = new Map();
  each((name, label) => {
    names.set(label, name);
    label.classList.toggle("struck", game.struck.includes(name));
  });
  view.board.addEventListener("click", ({ target }) => {
    const name = names.get(target);
    if (!name || !play.model.labelled) return;
    const isStruck = target.classList.toggle("struck");
    play.strike(name, isStruck);
  });
}
