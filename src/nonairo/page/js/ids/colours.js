// Colours of an id such as a=ff0000+b=000000: their symbols, and words for them.

import { LIGHTNESS, PLACES } from "./stored.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ALPHABET = `0123456789${LETTERS}`;

/** What `describe` says of these colours; null where they are not named in the usual order. */
export function coloursOf(rules) {
  const paints = rules.split("+").map((part) => /^([a-z])=([0-9a-f]{6})$/.exec(part));
  if (paints.length > LETTERS.length || !paints.every((found, k) => found?.[1] === LETTERS[k])) return null;
  const names = paints.map(([, , paint]) => nameOf(paint));
  const unlike = (name, k) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${LETTERS[k]})`);
  return {
    rules,
    symbols: ALPHABET.slice(0, paints.length + 1),
    glyphs: `·${LETTERS.slice(0, paints.length)}`,
    words: ["empty", ...names.map(unlike)],
    colours: ["#ffffff", ...paints.map(([, , paint]) => `#${paint}`)],
  };
}

/** The word of the colour that looks most like a paint. */
function nameOf(paint) {
  const place = placeOf(paint);
  const far = ([x, y, z]) => Math.hypot(x - place[0], y - place[1], z - place[2]);
  return PLACES.reduce((best, each) => (far(each) < far(best) ? each : best))[3];
}

/** Where a paint stands in OKLab (B. Ottosson, 2020), with half of its lightness. */
function placeOf(paint) {
  const [red, green, blue] = [0, 2, 4].map((k) => {
    const part = parseInt(paint.slice(k, k + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    LIGHTNESS * (0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short),
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}
