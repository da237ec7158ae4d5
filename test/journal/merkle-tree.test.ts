import { describe, expect, test } from "bun:test";
import { CompactRange, RUN_LEAVES } from "../../src/journal/compact-range.ts";
import { emptyRoot, type Hash, leafHash, nodeHash, sameHash } from "../../src/journal/hash.ts";
import {
  consistencyPath,
  inclusionPath,
  rootOf,
  type SubtreeReader,
  verifyConsistency,
  verifyInclusion,
} from "../../src/journal/merkle-proof.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";

/** The public test vectors of certificate transparency: eight leaves, and the root after each. */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const INCLUSIONS = [
  { leaf: 0, size: 1, path: [] },
  {
    leaf: 0,
    size: 8,
    path: [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  },
  {
    leaf: 5,
    size: 8,
    path: [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  },
  { leaf: 2, size: 3, path: ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"] },
];
const CONSISTENCIES = [
  { earlier: 1, size: 1, path: [] },
  {
    earlier: 1,
    size: 8,
    path: [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  },
  {
    earlier: 6,
    size: 8,
    path: [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  },
  {
    earlier: 2,
    size: 5,
    path: [
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  },
];

/** Leaves whose bytes are ASCII, as these are. */
const VECTOR = LEAVES.map((hex) => leafHash(new TextDecoder().decode(Uint8Array.fromHex(hex))));

const hex = (hashes: readonly Hash[]) => hashes.map((hash) => hash.toHex());

/** The plain definition of RFC 9162, section 2.1.1: the root of some leaves, without anything that is kept. */
function plainRoot(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (only === undefined) return emptyRoot();
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(plainRoot(leaves.slice(0, split)), plainRoot(leaves.slice(split)));
}

function plainReader(leaves: readonly Hash[]): SubtreeReader {
  return (level, index) => plainRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
}

function flipped(hash: Hash): Hash {
  const other = new Uint8Array(hash);
  other[7] = (other[7] ?? 0) ^ 1;
  return other;
}

describe("the public vectors", () => {
  test("the root of no leaves", () => {
    expect(CompactRange.empty().root().toHex()).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  test("the root after each leaf", () => {
    const range = CompactRange.empty();
    for (const [index, leaf] of VECTOR.entries()) {
      range.append(leaf);
      expect(range.root().toHex()).toBe(ROOTS[index] ?? "");
    }
  });

  test.each(INCLUSIONS)("leaf $leaf of $size", ({ leaf, size, path }) => {
    expect(hex(inclusionPath(plainReader(VECTOR), leaf, size))).toEqual(path);
  });

  test.each(CONSISTENCIES)("$size goes on from $earlier", ({ earlier, size, path }) => {
    expect(hex(consistencyPath(plainReader(VECTOR), earlier, size))).toEqual(path);
  });
});

describe("any tree", () => {
  const leaves = Array.from({ length: 70 }, (_, index) => leafHash(`leaf ${index}`));
  const reader = plainReader(leaves);
  const roots = leaves.map((_, index) => plainRoot(leaves.slice(0, index + 1)));
  const rootAt = (size: number) => roots[size - 1] ?? emptyRoot();
  const leafAt = (index: number) => leaves[index] ?? emptyRoot();

  test("the compact range has the root of the plain definition, also when it was stored meanwhile", () => {
    let range = CompactRange.empty();
    for (const [index, leaf] of leaves.entries()) {
      range.append(leaf);
      expect(range.root()).toEqual(rootAt(index + 1));
      expect(rootOf(reader, index + 1)).toEqual(rootAt(index + 1));
      range = CompactRange.from(range.size, range.toBytes());
    }
  });

  test("what is not the edge of a tree of so many leaves is refused", () => {
    const range = CompactRange.empty();
    for (const leaf of leaves.slice(0, 5)) range.append(leaf);
    for (const size of [4, 7, -5, 5.5])
      expect(() => CompactRange.from(size, range.toBytes())).toThrow(RangeError);
    expect(() => CompactRange.from(5, range.toBytes().subarray(1))).toThrow(RangeError);
  });

  test("each run that becomes full is told with its hash", () => {
    const many = Array.from({ length: 3 * RUN_LEAVES + 5 }, (_, index) => leafHash(String(index)));
    const range = CompactRange.empty();
    const runs = many.flatMap((leaf) => range.append(leaf) ?? []);
    const expected = [0, 1, 2].map((number) => ({
      number,
      hash: plainRoot(many.slice(number * RUN_LEAVES, (number + 1) * RUN_LEAVES)),
    }));
    expect(runs).toEqual(expected);
  });

  test("each leaf of each size is proven, and nothing else", () => {
    const random = new SeededRandom(Number(process.env["TILLROLL_TEST_SEED"]));
    for (let size = 1; size <= leaves.length; size++) {
      for (let leaf = 0; leaf < size; leaf++) {
        const path = inclusionPath(reader, leaf, size);
        expect(verifyInclusion(leafAt(leaf), leaf, size, path, rootAt(size))).toBe(true);
        const wrong = random.integer(0, path.length - 1);
        const forgedPath = path.map((hash, index) => (index === wrong ? flipped(hash) : hash));
        const claims = [
          verifyInclusion(flipped(leafAt(leaf)), leaf, size, path, rootAt(size)),
          verifyInclusion(leafAt(leaf), leaf, size, path, flipped(rootAt(size))),
          verifyInclusion(leafAt(leaf), leaf, size, [...path, rootAt(size)], rootAt(size)),
          size > 1 && verifyInclusion(leafAt(leaf), leaf, size, forgedPath, rootAt(size)),
          size > 1 && verifyInclusion(leafAt(leaf), leaf, size, path.slice(1), rootAt(size)),
          size > 1 && verifyInclusion(leafAt(leaf), (leaf + 1) % size, size, path, rootAt(size)),
          verifyInclusion(leafAt(leaf), size, size, path, rootAt(size)),
        ];
        expect(claims).not.toContain(true);
      }
    }
  });

  test("each size is proven to go on from each earlier one, and from no other tree", () => {
    for (let size = 1; size <= leaves.length; size++) {
      for (let earlier = 1; earlier <= size; earlier++) {
        const path = consistencyPath(reader, earlier, size);
        expect(verifyConsistency(earlier, size, path, rootAt(earlier), rootAt(size))).toBe(true);
        const claims = [
          verifyConsistency(earlier, size, path, flipped(rootAt(earlier)), rootAt(size)),
          verifyConsistency(earlier, size, path, rootAt(earlier), flipped(rootAt(size))),
          verifyConsistency(earlier, size, [...path, rootAt(size)], rootAt(earlier), rootAt(size)),
          ...path.map((_, wrong) => {
            const forged = path.map((hash, index) => (index === wrong ? flipped(hash) : hash));
            return verifyConsistency(earlier, size, forged, rootAt(earlier), rootAt(size));
          }),
        ];
        expect(claims).not.toContain(true);
      }
    }
  });

  test("what a tree does not have cannot be asked for", () => {
    expect(() => inclusionPath(reader, 5, 5)).toThrow(RangeError);
    expect(() => inclusionPath(reader, -1, 5)).toThrow(RangeError);
    expect(() => consistencyPath(reader, 6, 5)).toThrow(RangeError);
    expect(() => consistencyPath(reader, 0, 5)).toThrow(RangeError);
    expect(sameHash(rootAt(1), leafAt(0))).toBe(true);
  });
});
