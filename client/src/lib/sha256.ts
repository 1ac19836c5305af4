/** SHA-256 and HMAC. The browser's own exist only over https; a phone on the same network comes by plain http. */

const PRIMES = Array.from({ length: 312 }, (_, at) => at).filter((n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && d * d <= n && n % d === 0));
const root = (n: number, power: number): number => ((n ** power % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => root(prime, 1 / 2));
const ROUND = PRIMES.slice(0, 64).map((prime) => root(prime, 1 / 3));
const BLOCK = 64;

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, message.length * 8);
  const hash = [...START];
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words[i] = view.getInt32(at + 4 * i);
        continue;
      }
      const [a, b] = [words[i - 15], words[i - 2]];
      const one = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const two = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16] + one + words[i - 7] + two;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (hash[i] + word) | 0;
    });
  }
  const answer = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => answer.setInt32(4 * i, word));
  return new Uint8Array(answer.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}
