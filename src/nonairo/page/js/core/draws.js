// Random draws as the package makes them (splitmix64), so that a seed gives the same puzzle here.

const BITS = (1n << 64n) - 1n;
const HALF = 1n << 32n;

export class Draws {
  constructor(seed) {
    this.state = BigInt(seed) & BITS;
  }

  /** 64 random bits. */
  word() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & BITS;
    let z = this.state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & BITS;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & BITS;
    return z ^ (z >> 31n);
  }

  /** A number from 0 to count - 1, each exactly as likely as the others (Lemire, 2019). */
  below(count) {
    const most = BigInt(count);
    const unfair = HALF % most;
    let product;
    do product = (this.word() >> 32n) * most;
    while ((product & (HALF - 1n)) < unfair);
    return Number(product >> 32n);
  }
}
