// Answers from `nonairo serve`, over HTTP.

import { errorOf } from "./errors.js";

const LISTS = new Set(["engines", "formats", "techniques", "kinds"]);

export async function ask(name, request, { signal } = {}) {
  const options = LISTS.has(name)
    ? { signal }
    : {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
        signal,
      };
  const response = await fetch(`api/${name}`, options);
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw errorOf(response.status, answer);
}
