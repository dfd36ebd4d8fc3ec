// The web worker that runs core.wasm: it gets the compiled module, then questions, and answers with null what
// only Python can answer.

import { answer } from "../core/answers.js";
import { Core } from "../core/instance.js";

let core = null;

self.onmessage = ({ data: { module, number, name, request } }) => {
  if (module) core = new Core(module);
  else self.postMessage({ number, found: answered(name, request) });
};

function answered(name, request) {
  try {
    return answer(core, name, request);
  } catch (error) {
    console.warn(error); // Python answers, or reports what is wrong with the question
    return null;
  }
}
