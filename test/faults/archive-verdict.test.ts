import { describe, expect, test } from "bun:test";
import {
  type ArchivedPrint,
  type ComparedShop,
  compareShop,
  type SeenPrint,
  type ShopPrint,
} from "../../scripts/faults/archive/verdict.ts";

const PRINT: ShopPrint = {
  ordinal: 0,
  createdAt: 100,
  updatedAt: 200,
  fingerprint: "aa",
  state: "as it is",
  isErased: false,
};
const ARCHIVED: ArchivedPrint = {
  number: 1,
  ordinal: 0,
  createdAt: 100,
  updatedAt: 200,
  fingerprint: "aa",
  state: "as it is",
  isRemoved: false,
  damage: null,
};
const NEXT: ArchivedPrint = { ...ARCHIVED, number: 2, ordinal: 1, fingerprint: "bb" };
const ERASED: ShopPrint = { ...PRINT, fingerprint: null, isErased: true };
const REMOVED: ArchivedPrint = { ...ARCHIVED, isRemoved: true };

interface Case {
  readonly name: string;
  readonly prints?: readonly ShopPrint[];
  readonly archived?: readonly ArchivedPrint[];
  readonly isRewritten?: boolean;
  readonly seen?: readonly SeenPrint[];
  readonly ofCopies?: readonly ShopPrint[];
  readonly lost?: number;
  readonly wrong?: number;
  readonly others?: number;
}

const CASES: readonly Case[] = [
  { name: "the same in both" },
  { name: "a print that the archive lacks", archived: [], lost: 1 },
  { name: "the same print twice", archived: [ARCHIVED, { ...ARCHIVED, number: 2 }], others: 2 },
  {
    name: "the same print at two ordinals",
    archived: [ARCHIVED, { ...NEXT, fingerprint: "aa" }],
    isRewritten: true,
    others: 1,
  },
  { name: "another state", archived: [{ ...ARCHIVED, state: "otherwise" }], wrong: 1 },
  {
    name: "that which a copy changed at the same moment",
    archived: [{ ...ARCHIVED, state: "otherwise" }],
    ofCopies: [{ ...PRINT, state: "otherwise" }],
  },
  {
    name: "that which a copy changed at another moment",
    archived: [{ ...ARCHIVED, state: "otherwise" }],
    ofCopies: [{ ...PRINT, state: "otherwise", updatedAt: 150 }],
    wrong: 1,
  },
  { name: "an older state", archived: [{ ...ARCHIVED, updatedAt: 150 }], wrong: 1 },
  { name: "a later state", archived: [{ ...ARCHIVED, updatedAt: 250 }], wrong: 1 },
  {
    name: "a later state of a restored shop",
    archived: [{ ...ARCHIVED, updatedAt: 250 }],
    isRewritten: true,
  },
  { name: "damaged bytes", archived: [{ ...ARCHIVED, damage: "damaged" }], wrong: 1 },
  { name: "a print that is none of the shop", archived: [ARCHIVED, NEXT], others: 1 },
  { name: "a print that a restored shop has lost", archived: [ARCHIVED, NEXT], isRewritten: true },
  { name: "an id that is left out", archived: [{ ...ARCHIVED, number: 2 }], others: 1 },
  {
    name: "ids in another order",
    prints: [PRINT, { ...PRINT, ordinal: 1, fingerprint: "bb" }],
    archived: [
      { ...ARCHIVED, number: 2 },
      { ...NEXT, number: 1 },
    ],
    others: 1,
  },
  { name: "erased in both", prints: [ERASED], archived: [REMOVED] },
  { name: "erased in the shop alone", prints: [ERASED], wrong: 1 },
  { name: "erased in the archive alone", archived: [REMOVED], wrong: 1 },
  { name: "erased before it was sent", prints: [ERASED], archived: [] },
  { name: "purged in the shop", prints: [{ ...PRINT, fingerprint: null }], others: 1 },
  { name: "what was in the archive before", seen: [ARCHIVED] },
  { name: "gone from the archive", seen: [NEXT], wrong: 1 },
  { name: "erased before, and back", seen: [REMOVED], wrong: 1 },
  { name: "older than it was in the archive", seen: [{ ...ARCHIVED, updatedAt: 250 }], wrong: 1 },
];

describe("a shop and its archive are compared", () => {
  test.each([...CASES])("$name", (given) => {
    const { prints = [PRINT], archived = [ARCHIVED], isRewritten = false, seen = [], ofCopies = [] } = given;
    const shop: ComparedShop = { name: "shop", prints, isRewritten, seen, ofCopies };
    const { lost, wrong, others } = compareShop(shop, archived);
    const counts = { lost: lost.length, wrong: wrong.length, others: others.length };
    expect(counts).toEqual({ lost: given.lost ?? 0, wrong: given.wrong ?? 0, others: given.others ?? 0 });
  });
});
