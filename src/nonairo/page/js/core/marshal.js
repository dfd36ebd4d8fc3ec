// Values as core.wasm reads and writes them: version 2 of Python's `marshal`, as core/wasm/values.hpp draws it.

const FEWEST_BIG = 2n ** 31n;
const DIGIT = 15n; // bits of a digit of a large whole number
const utf8 = new TextEncoder();

/** An object that stays in the module; outside it is a number. */
export class Inside {
  constructor(number) {
    this.number = number;
  }
}

/** The bytes of a request: a tuple; arrays in it are lists. */
export function encode(request) {
  const bytes = [40];
  writeSize(bytes, request.length);
  for (const value of request) write(bytes, value);
  return Uint8Array.from(bytes);
}

function write(bytes, value) {
  if (value === null) bytes.push(78);
  else if (value === true) bytes.push(84);
  else if (value === false) bytes.push(70);
  else if (typeof value === "bigint" || Number.isInteger(value)) writeWhole(bytes, BigInt(value));
  else if (typeof value === "number") writeReal(bytes, value); // whole ones are taken as floats, too
  else if (typeof value === "string") writeAll(bytes, 117, utf8.encode(value));
  else if (value instanceof Uint8Array) writeAll(bytes, 115, value);
  else if (value instanceof Inside) bytes.push(60, 1, 0, 0, 0), writeWhole(bytes, BigInt(value.number));
  else {
    bytes.push(91);
    writeSize(bytes, value.length);
    for (const item of value) write(bytes, item);
  }
}

function writeAll(bytes, tag, several) {
  bytes.push(tag);
  writeSize(bytes, several.length);
  for (const byte of several) bytes.push(byte);
}

function writeSize(bytes, size) {
  bytes.push(size & 255, (size >> 8) & 255, (size >> 16) & 255, (size >> 24) & 255);
}

function writeReal(bytes, value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  bytes.push(103);
  for (let k = 0; k < 8; k++) bytes.push(view.getUint8(k));
}

function writeWhole(bytes, value) {
  if (value >= -FEWEST_BIG && value < FEWEST_BIG) {
    bytes.push(105);
    writeSize(bytes, Number(value));
    return;
  }
  const digits = [];
  for (let left = value < 0n ? -value : value; left; left >>= DIGIT) digits.push(Number(left & ((1n << DIGIT) - 1n)));
  bytes.push(108);
  writeSize(bytes, value < 0n ? -digits.length : digits.length);
  for (const digit of digits) bytes.push(digit & 255, digit >> 8);
}

/** The value that these bytes stand for; a record is {record: its number, values}. */
export function decode(bytes) {
  return new Reader(bytes).value();
}

const END = Symbol("end");

class Reader {
  #view;
  #at = 0;

  constructor(bytes) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value() {
    const tag = String.fromCharCode(this.#view.getUint8(this.#at++));
    switch (tag) {
      case "0": return END;
      case "N": return null;
      case "T": return true;
      case "F": return false;
      case "i": return this.#size();
      case "l": return this.#digits();
      case "g": return (this.#at += 8, this.#view.getFloat64(this.#at - 8, true));
      case "u": return new TextDecoder().decode(this.#bytes());
      case "s": return this.#bytes().slice();
      case "(":
      case "[": return this.#items(this.#size());
      case "<": return (this.#size(), new Inside(this.value()));
      case "{": return this.#record();
      default: throw new Error(`the core wrote a value of an unknown type: ${tag}`);
    }
  }

  #size() {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  #bytes() {
    const size = this.#size();
    this.#at += size;
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at - size, size);
  }

  #items(count) {
    return Array.from({ length: count }, () => this.value());
  }

  #record() {
    const [record, values] = [this.value(), this.value()];
    this.value(); // its end
    return { record, values };
  }

  /** A BigInt: it is too large for 31 bits. */
  #digits() {
    const count = this.#size();
    let value = 0n;
    for (let k = 0; k < Math.abs(count); k++, this.#at += 2) {
      value |= BigInt(this.#view.getUint16(this.#at, true)) << (DIGIT * BigInt(k));
    }
    return count < 0 ? -value : value;
  }
}
