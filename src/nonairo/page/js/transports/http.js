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

/** From now on the page opens without the server, too, as far as it was used before. */
async function keepFiles() {
  const { serviceWorker } = navigator;
  await serviceWorker.register("offline.js");
  const { active } = await serviceWorker.ready;
  const isFile = (url) => !url.includes("/api/") || LISTS.has(url.split("/").pop());
  const tell = () => {
    const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
    active.postMessage([location.href.split("#", 1)[0], ...fetched.filter(isFile)]);
  };
  tell();
  document.addEventListener("visibilitychange", () => document.hidden && tell());
}

setTimeout(() => keepFiles().catch(() => {}), 2000); // after what the player waits for
