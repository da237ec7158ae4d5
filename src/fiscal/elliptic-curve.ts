/** A curve y² = x³ + ax + b over the numbers modulo p, with a point of the prime order n. */
export interface Curve {
  readonly name: string;
  /** Bytes of a coordinate. */
  readonly bytes: number;
  readonly p: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly n: bigint;
  readonly point: Point;
}

export interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

/** A point as X/Z², Y/Z³; infinity where Z is 0. Adding such points needs no division. */
interface JacobianPoint extends Point {
  readonly z: bigint;
}

const INFINITY: JacobianPoint = { x: 1n, y: 1n, z: 0n };

/**
 * Whether a signature of the ECDSA (FIPS 186-4, BSI TR-03111 4.2.1) is right. For public data only: the time that it takes tells
 * of its input. A few milliseconds.
 * @param digest the hash of what was signed
 * @param signature r and s, each as long as a coordinate
 */
export function isSignatureRight(
  curve: Curve,
  key: Point,
  digest: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== curve.bytes * 2) return false;
  const r = numberOf(signature.subarray(0, curve.bytes));
  const s = numberOf(signature.subarray(curve.bytes));
  if (r === 0n || r >= curve.n || s === 0n || s >= curve.n) return false;
  const inverse = inverseOf(s, curve.n);
  const sum = sumOfProducts(curve, {
    one: (hashNumber(curve, digest) * inverse) % curve.n,
    other: (r * inverse) % curve.n,
    key,
  });
  if (sum.z === 0n) return false;
  const depth = inverseOf(sum.z, curve.p);
  return ((sum.x * depth * depth) % curve.p) % curve.n === r;
}

/** Whether a point is one of the curve. */
export function isOnCurve({ p, a, b }: Curve, { x, y }: Point): boolean {
  return x < p && y < p && modulo(y * y - (x * x * x + a * x + b), p) === 0n;
}

export function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`);
}

/** The leftmost bits of a hash, as many as the order has. */
function hashNumber({ n }: Curve, digest: Uint8Array): bigint {
  const surplus = digest.length * 8 - n.toString(2).length;
  return surplus > 0 ? numberOf(digest) >> BigInt(surplus) : numberOf(digest);
}

/** one · the curve's point + other · key, both in one go (Shamir). */
function sumOfProducts(
  curve: Curve,
  { one, other, key }: { readonly one: bigint; readonly other: bigint; readonly key: Point },
): JacobianPoint {
  const base: JacobianPoint = { ...curve.point, z: 1n };
  const second: JacobianPoint = { ...key, z: 1n };
  const both = add(curve, base, second);
  const length = Math.max(one.toString(2).length, other.toString(2).length);
  const [ones, others] = [one.toString(2).padStart(length, "0"), other.toString(2).padStart(length, "0")];
  let sum = INFINITY;
  for (let bit = 0; bit < length; bit++) {
    sum = double(curve, sum);
    const [isOne, isOther] = [ones[bit] === "1", others[bit] === "1"];
    if (isOne) sum = add(curve, sum, isOther ? both : base);
    else if (isOther) sum = add(curve, sum, second);
  }
  return sum;
}

function double({ p, a }: Curve, { x, y, z }: JacobianPoint): JacobianPoint {
  if (z === 0n || y === 0n) return INFINITY;
  const yy = (y * y) % p;
  const s = (4n * x * yy) % p;
  const zz = (z * z) % p;
  const slope = (3n * x * x + a * ((zz * zz) % p)) % p;
  const doubled = modulo(slope * slope - 2n * s, p);
  return {
    x: doubled,
    y: modulo(slope * (s - doubled) - 8n * yy * yy, p),
    z: (2n * y * z) % p,
  };
}

function add(curve: Curve, one: JacobianPoint, other: JacobianPoint): JacobianPoint {
  if (one.z === 0n) return other;
  if (other.z === 0n) return one;
  const { p } = curve;
  const [oneZz, otherZz] = [(one.z * one.z) % p, (other.z * other.z) % p];
  const [left, right] = [(one.x * otherZz) % p, (other.x * oneZz) % p];
  const [low, high] = [(((one.y * otherZz) % p) * other.z) % p, (((other.y * oneZz) % p) * one.z) % p];
  const across = modulo(right - left, p);
  const up = modulo(high - low, p);
  if (across === 0n) return up === 0n ? double(curve, one) : INFINITY;
  const square = (across * across) % p;
  const cube = (square * across) % p;
  const base = (left * square) % p;
  const x = modulo(up * up - cube - 2n * base, p);
  return { x, y: modulo(up * (base - x) - low * cube, p), z: (((across * one.z) % p) * other.z) % p };
}

/** Extended Euclid; of a number that is not 0 modulo a prime. */
function inverseOf(number: bigint, prime: bigint): bigint {
  let [rest, next] = [prime, modulo(number, prime)];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return modulo(factor, prime);
}

function modulo(number: bigint, prime: bigint): bigint {
  const rest = number % prime;
  return rest < 0n ? rest + prime : rest;
}
