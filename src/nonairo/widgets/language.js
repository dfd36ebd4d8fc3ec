// In the place of the page's language.js: a notebook has English, as the hints that come from its Python.

export const PREFIX = "nonairo 1 notebook ";
export const LANGUAGES = { en: "English" };
export const language = "en";
