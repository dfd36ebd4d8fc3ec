// The tree of a search, from its events: every try is a node below the one that it goes on from. Nodes are
// numbered as they are made, which is depth first: all below a node are the next ones after it.

const MOST = 240; // nodes that are drawn beside the path to where the search is, and those tried along it
const MOST_TRIED = 12; // of one node on the path; those before are folded into one

const tries = ({ kind, cells }) => kind === "place" || kind === "successor" || (kind === "reject" && cells?.length > 0);

export class SearchTree {
  constructor(events) {
    this.parents = [-1];
    this.steps = [0]; // by which event a node was made
    this.ends = [null]; // [event, "failed" or "solved"]
    this.depths = [0];
    this.children = [[]];
    this.made = new Int32Array(events.length + 1); // after so many events: nodes
    this.at = new Int32Array(events.length + 1); // and the node at which the search is
    this.made[0] = 1;
    let current = 0;
    events.forEach((event, k) => {
      current = this.#read(event, k + 1, current);
      this.made[k + 1] = this.parents.length;
      this.at[k + 1] = current;
    });
    this.last = Int32Array.from(this.parents.keys()); // the last node below each
    for (let node = this.parents.length - 1; node > 0; node--) {
      const parent = this.parents[node];
      this.last[parent] = Math.max(this.last[parent], this.last[node]);
    }
  }

  get size() {
    return this.parents.length;
  }

  #read(event, step, current) {
    const { kind, depth, valid } = event;
    if (tries(event) && depth > 0) {
      const parent = this.#above(current, depth);
      const node = this.parents.length;
      this.parents.push(parent);
      this.steps.push(step);
      this.ends.push(valid === false ? [step, "failed"] : null);
      this.depths.push(depth);
      this.children.push([]);
      this.children[parent].push(node);
      return node;
    }
    if (kind === "undo") return this.#above(current, depth);
    if (kind === "reject") this.ends[current] ??= [step, "failed"];
    if (kind === "solution") this.ends[current] ??= [step, "solved"];
    return current;
  }

  /** The nearest node on the way up that is less deep. */
  #above(node, depth) {
    while (node > 0 && this.depths[node] >= depth) node = this.parents[node];
    return node;
  }

  /** How a node had ended after so many events: "failed", "solved" or "". */
  end(node, at) {
    const [step, how] = this.ends[node] ?? [Infinity, ""];
    return step <= at ? how : "";
  }

  /** How many nodes there are in a part of the tree after so many events. */
  count(node, at) {
    return Math.min(this.last[node], this.made[at] - 1) - node + 1;
  }

  /** The nodes from the root to where the search is. */
  path(at) {
    const path = [];
    for (let node = this.at[at]; node >= 0; node = this.parents[node]) path.push(node);
    return path.reverse();
  }

  /**
   * What is drawn after so many events, with a column and a level each: the path, what was tried along it, and
   * of the parts beside it those nearest to its end, as far as they are few. Others are `folded` into one node.
   */
  layout(at, most = MOST) {
    const path = this.path(at);
    const onPath = new Set(path);
    const here = (node) => this.children[node].filter((child) => child < this.made[at]);
    const folded = new Map();
    const drawn = new Set(path);
    let left = most;
    for (const node of path.toReversed()) {
      const tried = here(node).filter((child) => !onPath.has(child));
      const old = tried.length > MOST_TRIED ? tried.splice(0, tried.length - MOST_TRIED + 1) : [];
      if (old.length) {
        drawn.add(old[0]);
        folded.set(old[0], old.reduce((sum, child) => sum + this.count(child, at), 0));
      }
      for (const child of tried.reverse()) {
        const count = this.count(child, at);
        drawn.add(child);
        if (count === 1) continue;
        if (count <= left) {
          for (let below = child + 1; below < child + count; below++) drawn.add(below);
          left -= count;
        } else folded.set(child, count);
      }
    }
    return this.#placed([...drawn].sort((a, b) => a - b), onPath, folded);
  }

  /** Leaves side by side, and parents above the middle of their children. */
  #placed(nodes, onPath, folded) {
    const found = new Map(nodes.map((id) => [id, { id, column: -1, level: 0, first: null, onPath: onPath.has(id), folded: folded.get(id) ?? 0 }]));
    for (const node of found.values()) {
      node.parent = found.get(this.parents[node.id]) ?? null;
      if (node.parent) {
        node.level = node.parent.level + 1;
        node.parent.last = node;
        node.parent.first ??= node;
      }
    }
    let columns = 0;
    for (const node of found.values()) if (!node.first) node.column = columns++;
    for (const node of [...found.values()].reverse()) if (node.first) node.column = (node.first.column + node.last.column) / 2;
    const levels = Math.max(...nodes.map((id) => found.get(id).level)) + 1;
    return { nodes: [...found.values()], columns, levels };
  }
}
