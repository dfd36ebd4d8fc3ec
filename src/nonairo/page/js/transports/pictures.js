// Pictures for a Python that cannot unpack them: the browser does, and Python gets plain pixels
// (PGM in grey, PPM in colour). Sizes and colours are judged there, as on a server.

import { AskError } from "../backend.js";
import { toBase64 } from "../base64.js";
import { t } from "../strings.js";

const WORKING_SIDE = 400; // as in Python: smaller details do not show in any puzzle
const COLOURED_SIDE = 200; // the same, of pictures whose colours are counted
const MOST_PIXELS = 16_000_000; // what every browser's canvas takes
const LARGEST_SIDE = 1000; // more cells no puzzle has
const PACKED = [/^\x89PNG\r\n/, /^GIF8/, /^BM/];

export async function plainPictures(request) {
  if (typeof request.image === "string") {
    const image = await (request.colours ? coloursOf(request.image) : greysOf(request.image));
    return { ...request, image };
  }
  const { puzzle_base64: puzzle } = request;
  if (typeof puzzle !== "string" || !PACKED.some((sign) => sign.test(atob(puzzle.slice(0, 16))))) return request;
  return { ...request, puzzle_base64: await cellsOf(puzzle) };
}

async function decoded(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  try {
    return await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
  } catch {
    throw new AskError("format", t("picture_unreadable"), { status: 400 });
  }
}

function drawn(bitmap, width, height, paper) {
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (paper) {
    pen.fillStyle = paper;
    pen.fillRect(0, 0, width, height);
  }
  pen.drawImage(bitmap, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height).data;
}

/** One pixel for each cell, in its colours. */
async function cellsOf(base64) {
  const bitmap = await decoded(base64);
  const { width, height } = bitmap;
  const head = `P6 ${width} ${height} 255\n`;
  if (Math.max(width, height) > LARGEST_SIDE) return btoa(head); // its size is refused first
  const pixels = drawn(bitmap, width, height, "white");
  return plain(head, pixels.filter((_, k) => k % 4 < 3));
}

const isPlain = (base64) => /^P[1-6]\s/.test(atob(base64.slice(0, 8))); // pixels already

function sizeOf(bitmap) {
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
  return [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.floor(side * shrink)));
}

/** A picture in its colours on white paper, as large as there is use for. */
async function coloursOf(base64) {
  if (isPlain(base64)) return base64;
  const bitmap = await decoded(base64);
  const [width, height] = sizeOf(bitmap);
  const pixels = drawn(bitmap, width, height, "white").filter((_, k) => k % 4 < 3);
  return reduced(pixels, width, height, 3, COLOURED_SIDE);
}

/** A picture in grey on white paper, as large as there is use for. */
async function greysOf(base64) {
  if (isPlain(base64)) return base64;
  const bitmap = await decoded(base64);
  const [width, height] = sizeOf(bitmap);
  const pixels = drawn(bitmap, width, height, "white");
  let greys = new Uint8Array(width * height);
  for (let k = 0; k < greys.length; k++) {
    greys[k] = (pixels[4 * k] * 19595 + pixels[4 * k + 1] * 38470 + pixels[4 * k + 2] * 7471 + 0x8000) >> 16;
  }
  if (greys.every((grey) => grey === 255)) {
    const clear = drawn(bitmap, width, height, null); // white on nothing: what is there is the motif
    greys = greys.map((_, k) => 255 - clear[4 * k + 3]);
  }
  return reduced(greys, width, height, 1, WORKING_SIDE);
}

/** Pixels of one or three channels, averaged until no side is longer. */
function reduced(pixels, width, height, channels, side) {
  const factor = Math.ceil(Math.max(width, height) / side);
  const [wide, tall] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const small = new Uint8Array(wide * tall * channels);
  for (let row = 0; row < tall; row++) {
    for (let column = 0; column < wide; column++) {
      for (let channel = 0; channel < channels; channel++) {
        let total = 0;
        let count = 0;
        for (let y = row * factor; y < Math.min(height, (row + 1) * factor); y++) {
          for (let x = column * factor; x < Math.min(width, (column + 1) * factor); x++, count++) {
            total += pixels[(y * width + x) * channels + channel];
          }
        }
        small[(row * wide + column) * channels + channel] = Math.round(total / count);
      }
    }
  }
  return plain(`P${channels === 1 ? 5 : 6} ${wide} ${tall} 255\n`, small);
}

function plain(head, pixels) {
  const start = new TextEncoder().encode(head);
  const file = new Uint8Array(start.length + pixels.length);
  file.set(start);
  file.set(pixels, start.length);
  return toBase64(file.buffer);
}
