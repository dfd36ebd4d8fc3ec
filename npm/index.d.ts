/** What was found: `known` has the cells proved so far, with "." for those that are open; null if there is no solution. */
export interface Result {
  status: "unique" | "multiple" | "none" | "solved" | "unknown";
  /** The first solution, cell by cell, row after row. */
  solution: string | null;
  solutions: string[];
  /** Whether `solutions` has all of them. */
  complete: boolean;
  known: string | null;
  stats: { nodes: number; backtracks: number; seconds: number; counters: Record<string, number> };
  /** The limit that ended the search. */
  limit: "time" | "nodes" | "memory" | null;
}

export interface SolveOptions {
  /** Stop at this many solutions: 2 unless given, at most 10,000. With 1 the status is "solved". */
  limit?: number;
  /** Seconds. */
  timeLimit?: number | null;
  /** States of the search. */
  nodeLimit?: number | null;
  seed?: number | bigint;
}

export interface Count {
  value: bigint;
  /** Whether `value` is the number of all solutions; else there are at least so many. */
  exact: boolean;
  limit: "time" | "nodes" | "memory" | null;
}

export interface GenerateOptions {
  rules?: "standard" | "no-distinct" | "odd-more-ones" | "odd-more-zeros" | (string & {});
  /** The same seed makes the same puzzle, here and in Python. */
  seed?: number | bigint;
  /** No given can be left out. The puzzle may be very hard. */
  minimal?: boolean;
  /** The givens are symmetric under a half turn. */
  symmetric?: boolean;
  timeLimit?: number | null;
}

export interface Made {
  id: string;
  solution: string;
  seed: number | bigint;
}

/** The text is not a puzzle, or an option is wrong. */
export class PuzzleError extends Error {}

/** A limit ended the search before the answer was known. */
export class LimitReached extends Error {}

export function solve(id: string, options?: SolveOptions): Result;
export function count(id: string, options?: { limit?: number | null; timeLimit?: number | null }): Count;
export function isUnique(id: string, options?: { timeLimit?: number | null; nodeLimit?: number | null }): boolean;
export function generate(kind: "binairo", size: number | [height: number, width: number], options?: GenerateOptions): Made;
