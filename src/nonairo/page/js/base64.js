// Bytes as text, for requests, which are JSON.

const PIECE = 0x8000; // a call takes only so many arguments

export function toBase64(buffer) {
  const bytes = new Uint8Array(buffer);
  let text = "";
  for (let k = 0; k < bytes.length; k += PIECE) text += String.fromCharCode(...bytes.subarray(k, k + PIECE));
  return btoa(text);
}
