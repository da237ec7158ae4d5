import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { Database } from "bun:sqlite";
import { databasePath } from "../../src/platform/data-folder.ts";
import type { SeededRandom } from "./random.ts";
import { type Shop, type Truth, truthOf } from "./repair-shop.ts";

const PAGE_BYTES = 4096;
const LOG_HEADER_BYTES = 32;
const FRAME_BYTES = 24 + PAGE_BYTES;

/** What a kind of damage is done to. */
export interface DamageTarget {
  /** The database, of which this is a copy. */
  readonly path: string;
  readonly truth: Truth;
  readonly random: SeededRandom;
}

/** A kind of damage. */
export interface Damage {
  readonly name: string;
  /** Which state of the shop it is done to. */
  readonly state: keyof Shop;
  /** Does it. @returns the pages of the database that are not what they were */
  readonly do: (target: DamageTarget) => ReadonlySet<number>;
  /** What is to be saved, where that is not what was there: a state from before. */
  readonly truthAfter?: (target: DamageTarget) => Truth;
}

/** All kinds of damage, each done to a real file. */
export const DAMAGES: readonly Damage[] = [
  { name: "nothing", state: "stopped", do: () => new Set() },
  { name: "nothing, after a crash", state: "crashed", do: () => new Set() },
  { name: "a flipped bit", state: "stopped", do: (target) => flips(target, 1) },
  { name: "forty flipped bits", state: "stopped", do: (target) => flips(target, 40) },
  {
    name: "a page of zeros",
    state: "stopped",
    do: (target) => overwrite(target, somePages(target, 1), zeros),
  },
  {
    name: "a page of noise",
    state: "stopped",
    do: (target) => overwrite(target, somePages(target, 1), noise),
  },
  {
    name: "a torn page",
    state: "stopped",
    do: (target) => overwrite(target, somePages(target, 1), tornPage),
  },
  {
    name: "a tenth of all pages",
    state: "stopped",
    do: (target) => overwrite(target, somePages(target, Math.floor(target.truth.pages / 10)), noise),
  },
  {
    name: "a tenth of all pages, after a crash",
    state: "crashed",
    do: (target) => overwrite(target, somePages(target, Math.floor(target.truth.pages / 10)), zeros),
  },
  { name: "a header of zeros", state: "stopped", do: loseHeader },
  { name: "a header of zeros, after a crash", state: "crashed", do: loseHeader },
  { name: "the first page", state: "stopped", do: (target) => overwrite(target, [1], zeros) },
  {
    name: "the first hundred pages",
    state: "stopped",
    do: (target) => overwrite(target, pagesFrom(1, 100), noise),
  },
  { name: "a cut off file", state: "stopped", do: cutOff },
  {
    name: "the root of the prints",
    state: "stopped",
    do: (target) => overwrite(target, [rootOf(target, "print")], zeros),
  },
  {
    name: "the root of their bytes",
    state: "stopped",
    do: (target) => overwrite(target, [rootOf(target, "print_data")], noise),
  },
  {
    name: "all interior pages",
    state: "stopped",
    do: (target) => overwrite(target, target.truth.interior, zeros),
  },
  { name: "the log", state: "crashed", do: loseLog, truthAfter: truthWithoutLog },
  { name: "a flipped bit in the log", state: "crashed", do: (target) => damageFrame(target, flipFrame) },
  { name: "a frame of noise in the log", state: "crashed", do: (target) => damageFrame(target, noise) },
  { name: "the header of the log", state: "crashed", do: loseLogHeader },
];

/** Copies a database with what belongs to it. */
export function copyDatabase(from: string, to: string): void {
  for (const end of ["", "-wal", "-generation"])
    if (existsSync(databasePath(from) + end)) copyFileSync(databasePath(from) + end, databasePath(to) + end);
}

type Overwriting = (page: Uint8Array, random: SeededRandom) => void;

const zeros: Overwriting = (page) => void page.fill(0);
const noise: Overwriting = (page, random) => {
  for (const index of page.keys()) page[index] = random.integer(0, 255);
};
/** Of a page that was being written, the second half is of another time. */
const tornPage: Overwriting = (page) => void page.fill(0, PAGE_BYTES / 2);
const flipFrame: Overwriting = (page, random) => flipBit(page, random.integer(0, page.length * 8 - 1));

function flipBit(bytes: Uint8Array, bit: number): void {
  bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
}

function edit(path: string, offset: number, length: number, change: (bytes: Uint8Array) => void): void {
  const descriptor = openSync(path, "r+");
  const bytes = new Uint8Array(Math.min(length, fstatSync(descriptor).size - offset));
  readSync(descriptor, bytes, 0, bytes.length, offset);
  change(bytes);
  writeSync(descriptor, bytes, 0, bytes.length, offset);
  closeSync(descriptor);
}

function overwrite(
  { path, random }: DamageTarget,
  pages: readonly number[],
  how: Overwriting,
): ReadonlySet<number> {
  const inFile = pagesInFile(path);
  const damaged = pages.filter((page) => page <= inFile);
  for (const page of damaged) edit(path, (page - 1) * PAGE_BYTES, PAGE_BYTES, (bytes) => how(bytes, random));
  const inLog = new Set(framesOf(path).map(({ page }) => page));
  // What the log has anew is read from there.
  return new Set(damaged.filter((page) => !inLog.has(page)));
}

function flips(target: DamageTarget, count: number): ReadonlySet<number> {
  const pages = somePages(target, count);
  return overwrite(target, pages, flipFrame);
}

function loseHeader(target: DamageTarget): ReadonlySet<number> {
  edit(target.path, 0, 100, (bytes) => void bytes.fill(0));
  return new Set([1]);
}

function cutOff({ path, truth }: DamageTarget): ReadonlySet<number> {
  const left = Math.floor(truth.pages * 0.7);
  truncateSync(path, left * PAGE_BYTES + 1000);
  return new Set(pagesFrom(left + 1, truth.pages - left));
}

function loseLog({ path }: DamageTarget): ReadonlySet<number> {
  rmSync(`${path}-wal`);
  return new Set();
}

/** Without its log the file is of the last checkpoint. */
function truthWithoutLog({ path }: DamageTarget): Truth {
  using database = new Database(path);
  const truth = truthOf(database);
  database.run("PRAGMA journal_mode = DELETE");
  return truth;
}

function loseLogHeader({ path }: DamageTarget): ReadonlySet<number> {
  edit(`${path}-wal`, 0, LOG_HEADER_BYTES, (bytes) => void bytes.fill(0));
  // The first frame goes on from the checksum in the header.
  return pagesThatEndIn(path, 0);
}

/** Damages a frame of the log but the last, of which SQLite would read none from there on. */
function damageFrame(target: DamageTarget, how: Overwriting): ReadonlySet<number> {
  const { path, random } = target;
  const frames = framesOf(path);
  const index = random.integer(0, frames.length - 2);
  edit(`${path}-wal`, LOG_HEADER_BYTES + index * FRAME_BYTES + 24, PAGE_BYTES, (bytes) => how(bytes, random));
  return pagesThatEndIn(path, index);
}

/** The page of a frame, where no later frame has it anew. */
function pagesThatEndIn(path: string, index: number): ReadonlySet<number> {
  const frames = framesOf(path);
  const page = frames[index]?.page ?? 0;
  return frames.slice(index + 1).some((frame) => frame.page === page) ? new Set() : new Set([page]);
}

function framesOf(path: string): { readonly page: number }[] {
  if (!existsSync(`${path}-wal`)) return [];
  const descriptor = openSync(`${path}-wal`, "r");
  const count = Math.floor((fstatSync(descriptor).size - LOG_HEADER_BYTES) / FRAME_BYTES);
  const header = new Uint8Array(4);
  const frames = Array.from({ length: Math.max(count, 0) }, (_, index) => {
    readSync(descriptor, header, 0, 4, LOG_HEADER_BYTES + index * FRAME_BYTES);
    return { page: new DataView(header.buffer).getUint32(0) };
  });
  closeSync(descriptor);
  return frames;
}

function pagesInFile(path: string): number {
  const descriptor = openSync(path, "r");
  const { size } = fstatSync(descriptor);
  closeSync(descriptor);
  return size / PAGE_BYTES;
}

function somePages({ truth, random }: DamageTarget, count: number): number[] {
  const pages = new Set<number>();
  while (pages.size < count) pages.add(random.integer(1, truth.pages));
  return [...pages];
}

function pagesFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function rootOf({ truth }: DamageTarget, name: string): number {
  const root = truth.roots.get(name);
  if (root === undefined) throw new Error(`there is no ${name}`);
  return root;
}
