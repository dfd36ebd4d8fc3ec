// Which language the page speaks: the one that was chosen, or the first of the browser's that it has.

const FOLDER = new URL(".", document.baseURI).pathname; // one host may have several pages
export const PREFIX = `nonairo 1 ${FOLDER} `; // of all that is kept; another form is another number

/** Every language by its own name. To add one: write words/CODE.js with the keys of strings.js, and list it here. */
export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" };

function chosen() {
  try {
    return JSON.parse(localStorage.getItem(`${PREFIX}settings`))?.language;
  } catch {
    return null; // nothing is kept, or it is damaged
  }
}

const wanted = [chosen(), ...(navigator.languages ?? [])].filter((each) => typeof each === "string");
export const language = wanted.map((each) => each.slice(0, 2).toLowerCase()).find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
