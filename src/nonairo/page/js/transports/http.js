// Answers from `nonairo serve`, over HTTP.

import { errorOf } from "./errors.js";

let longest = null; // seconds that this server lets a request take

/** What is asked for, with no more time than the server gives. */
async function within(request) {
  if (!request.time_limit) return request;
  longest ??= fetch("health")
    .then((response) => response.json())
    .then((health) => health.time_limit ?? Infinity);
  longest.catch(() => (longest = null));
  return { ...request, time_limit: Math.min(request.time_limit, await longest) };
}

const LISTS = new Set(["engines", "formats", "techniques", "kinds"]);

export async function ask(name, request, { signal } = {}) {
  const options = LISTS.has(name)
    ? { signal }
    : {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(await within(request)),
        signal,
      };
  const response = await fetch(`api/${name}`, options);
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw errorOf(response.status, answer);
}
