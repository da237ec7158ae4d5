import { type Hash, nodeHash, sameHash } from "./hash.ts";

/**
 * The hash of a full subtree of 2^`level` leaves, of which it is the `index`th from the left.
 */
export type SubtreeReader = (level: number, index: number) => Hash;

/** The root of a tree of the first leaves. @param size at least 1 */
export function rootOf(subtree: SubtreeReader, size: number): Hash {
  return hashOf(subtree, 0, size);
}

/**
 * The path from a leaf to the root, the leaf's neighbour first (RFC 9162, section 2.1.3.1).
 * @throws RangeError when the tree has no such leaf
 */
export function inclusionPath(subtree: SubtreeReader, leaf: number, size: number): Hash[] {
  if (leaf < 0 || leaf >= size) throw new RangeError(`a tree of ${size} leaves has no leaf ${leaf}`);
  const path: Hash[] = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    const middle = start + splitOf(end - start);
    if (leaf < middle) {
      path.push(hashOf(subtree, middle, end));
      end = middle;
    } else {
      path.push(hashOf(subtree, start, middle));
      start = middle;
    }
  }
  return path.toReversed();
}

/**
 * The proof that a tree of `size` leaves began with the `earlier` ones (RFC 9162, section 2.1.4.1); empty where the two are
 * the same tree. @throws RangeError when `earlier` is 0 or greater than `size`
 */
export function consistencyPath(subtree: SubtreeReader, earlier: number, size: number): Hash[] {
  if (earlier < 1 || earlier > size)
    throw new RangeError(`a tree of ${size} leaves did not go on from one of ${earlier}`);
  const path: Hash[] = [];
  let [start, end] = [0, size];
  while (end !== earlier) {
    const middle = start + splitOf(end - start);
    if (earlier <= middle) {
      path.push(hashOf(subtree, middle, end));
      end = middle;
    } else {
      path.push(hashOf(subtree, start, middle));
      start = middle;
    }
  }
  // What is left is a subtree of both; where it is all of the earlier one, its hash is the root that is known.
  if (start > 0) path.push(hashOf(subtree, start, end));
  return path.toReversed();
}

/** Whether a leaf is in the tree of that root (RFC 9162, section 2.1.3.2). */
export function verifyInclusion(
  leafHash: Hash,
  leaf: number,
  size: number,
  path: readonly Hash[],
  root: Hash,
): boolean {
  if (leaf < 0 || leaf >= size) return false;
  let [number, last, hash] = [leaf, size - 1, leafHash];
  for (const beside of path) {
    if (last === 0) return false;
    if (number % 2 === 1 || number === last) {
      hash = nodeHash(beside, hash);
      while (number % 2 === 0 && number !== 0) [number, last] = [number / 2, half(last)];
    } else hash = nodeHash(hash, beside);
    [number, last] = [half(number), half(last)];
  }
  return last === 0 && sameHash(hash, root);
}

/** Whether the tree of `root` began with all leaves of that of `earlierRoot` (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(
  earlier: number,
  size: number,
  path: readonly Hash[],
  earlierRoot: Hash,
  root: Hash,
): boolean {
  if (earlier < 1 || earlier > size) return false;
  if (earlier === size) return path.length === 0 && sameHash(earlierRoot, root);
  let [number, last] = [earlier - 1, size - 1];
  while (number % 2 === 1) [number, last] = [half(number), half(last)];
  // A full subtree at the left edge is known already: it is the earlier root.
  const [first, ...rest] = number === 0 ? [earlierRoot, ...path] : path;
  if (first === undefined) return false;
  let [earlierHash, hash] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (number % 2 === 1 || number === last) {
      [earlierHash, hash] = [nodeHash(beside, earlierHash), nodeHash(beside, hash)];
      while (number % 2 === 0 && number !== 0) [number, last] = [number / 2, half(last)];
    } else hash = nodeHash(hash, beside);
    [number, last] = [half(number), half(last)];
  }
  return last === 0 && sameHash(earlierHash, earlierRoot) && sameHash(hash, root);
}

/** The hash of a run of leaves that is a subtree of some tree: it begins at a multiple of the power of two that it is under. */
function hashOf(subtree: SubtreeReader, start: number, end: number): Hash {
  const count = end - start;
  const split = splitOf(count);
  if (count === 1 || split * 2 === count) return subtree(Math.log2(count), start / count);
  return nodeHash(hashOf(subtree, start, start + split), hashOf(subtree, start + split, end));
}

/** The largest power of two that is smaller: where a tree of more than one leaf is split. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

function half(number: number): number {
  return Math.floor(number / 2);
}
