import { SEGMENT_PRINTS } from "../index-sizes.ts";

/*
 * The operations on bitmaps, in WebAssembly: it has words of 64 bits and counts the ones of a word in one instruction, where
 * JavaScript takes a dozen for 32 bits. They are written here by the names of the specification (WebAssembly Core 2.0,
 * sections 5.4 and 5.5) and put together when they are first used: half a kilobyte.
 */

/** Bytes of a bitmap: a bit for each position. */
export const BITMAP_BYTES = SEGMENT_PRINTS / 8;

/** Memory comes in pages of so many bytes. */
export const PAGE_BYTES = 65_536;

type Code = readonly number[];

const I32 = 0x7f;
const I64 = 0x7e;
const NOTHING = 0x40;

const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const tee = (local: number): Code => [0x22, local];
const i32 = (value: number): Code => [0x41, ...signed(value)];
const i64 = (value: number): Code => [0x42, ...signed(value)];
const loadWord = (offset: number): Code => [0x29, 3, ...unsigned(offset)];
const storeWord = (offset: number): Code => [0x37, 3, ...unsigned(offset)];
const STORE_POSITION: Code = [0x3b, 1, 0];
const ADD: Code = [0x6a];
const I64_ADD: Code = [0x7c];
const I64_SUB: Code = [0x7d];
const I64_AND: Code = [0x83];
const I64_OR: Code = [0x84];
const I64_XOR: Code = [0x85];
const POPCNT: Code = [0x7b];
const CTZ: Code = [0x7a];
const IS_ZERO_I64: Code = [0x50];
const NOT_EQUAL: Code = [0x47];
const WRAP: Code = [0xa7];

const block = (...body: Code[]): Code => [0x02, NOTHING, ...body.flat(), 0x0b];
const loop = (...body: Code[]): Code => [0x03, NOTHING, ...body.flat(), 0x0b];
const branchIf = (depth: number): Code => [0x0d, depth];
const branch = (depth: number): Code => [0x0c, depth];

/** Words of 64 bits in one turn of a loop. */
const UNROLLED = 8;
const WORD_BYTES = 8;
const TURN_BYTES = UNROLLED * WORD_BYTES;

/* The locals of every function: two bitmaps and where the result goes, by their addresses, then what it needs itself. */
const [LEFT, RIGHT, RESULT, END, COUNT, WORD] = [0, 1, 2, 3, 4, 5];

/** Goes over bitmaps a few words at a time, from `LEFT` on, and returns `COUNT`. */
function overWords(moved: readonly number[], word: (offset: number) => Code): Code {
  const words = Array.from({ length: UNROLLED }, (_, index) => word(index * WORD_BYTES));
  const moves = moved.map((local) => [...get(local), ...i32(TURN_BYTES), ...ADD, ...set(local)]);
  return [
    ...get(LEFT),
    ...i32(BITMAP_BYTES),
    ...ADD,
    ...set(END),
    ...loop(...words, ...moves, get(LEFT), get(END), NOT_EQUAL, branchIf(0)),
    ...get(COUNT),
    ...WRAP,
  ];
}

const addToCount: Code = [...POPCNT, ...get(COUNT), ...I64_ADD, ...set(COUNT)];

/** Writes what two bitmaps give, word by word, and counts it. */
function combining(operation: Code): Code {
  return overWords([LEFT, RIGHT, RESULT], (offset) => [
    ...get(RESULT),
    ...get(LEFT),
    ...loadWord(offset),
    ...get(RIGHT),
    ...loadWord(offset),
    ...operation,
    ...tee(WORD),
    ...storeWord(offset),
    ...get(WORD),
    ...addToCount,
  ]);
}

/** Counts what two bitmaps share. */
const countingBoth = overWords([LEFT, RIGHT], (offset) => [
  ...get(LEFT),
  ...loadWord(offset),
  ...get(RIGHT),
  ...loadWord(offset),
  ...I64_AND,
  ...addToCount,
]);

/** Writes the positions of a bitmap, ascending, 16 bits each; `RIGHT` is the position of the word's first bit. */
const listing: Code = [
  ...get(LEFT),
  ...i32(BITMAP_BYTES),
  ...ADD,
  ...set(END),
  ...i32(0),
  ...set(RIGHT),
  ...loop(
    [...get(LEFT), ...loadWord(0), ...set(WORD)],
    block(
      loop(
        [...get(WORD), ...IS_ZERO_I64, ...branchIf(1)],
        [...get(RESULT), ...get(WORD), ...CTZ, ...WRAP, ...get(RIGHT), ...ADD, ...STORE_POSITION],
        [...get(RESULT), ...i32(2), ...ADD, ...set(RESULT)],
        [...get(WORD), ...get(WORD), ...i64(1), ...I64_SUB, ...I64_AND, ...set(WORD)],
        branch(0),
      ),
    ),
    [...get(RIGHT), ...i32(64), ...ADD, ...set(RIGHT)],
    [...get(LEFT), ...i32(WORD_BYTES), ...ADD, ...tee(LEFT), ...get(END), ...NOT_EQUAL, ...branchIf(0)],
  ),
  ...get(RESULT),
];

const FUNCTIONS = {
  and: combining(I64_AND),
  or: combining(I64_OR),
  andNot: combining([...i64(-1), ...I64_XOR, ...I64_AND]),
  countBoth: countingBoth,
  list: listing,
} as const;

/** A function on bitmaps by their addresses. @returns how many ones the result has, or where what it wrote ends */
type BitmapFunction = (left: number, right: number, result: number) => number;

/** What the module gives. */
export type BitmapFunctions = Readonly<Record<keyof typeof FUNCTIONS, BitmapFunction>>;

/** The module: it exports its functions and `memory`, of so many pages. */
export function bitmapModule(pages: number): Uint8Array<ArrayBuffer> {
  const names = Object.keys(FUNCTIONS);
  const type = [0x60, ...vector([[I32], [I32], [I32]]), ...vector([[I32]])];
  const locals = vector([
    [1, I32],
    [2, I64],
  ]);
  const bodies = Object.values(FUNCTIONS).map((code) => sized([...locals, ...code, 0x0b]));
  const exports = names.map((name, index) => [...text(name), 0x00, ...unsigned(index)]);
  return Uint8Array.from([
    ...Buffer.from("\0asm"),
    1,
    0,
    0,
    0,
    ...section(1, vector([type])),
    ...section(3, vector(names.map(() => [0]))),
    ...section(5, vector([[0x01, ...unsigned(pages), ...unsigned(pages)]])),
    ...section(7, vector([...exports, [...text("memory"), 0x02, 0]])),
    ...section(10, vector(bodies)),
  ]);
}

function section(id: number, content: Code): Code {
  return [id, ...sized(content)];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function sized(content: Code): Code {
  return [...unsigned(content.length), ...content];
}

function text(value: string): Code {
  return sized([...Buffer.from(value)]);
}

/** A number in LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  if (value >= -0x40 && value < 0x40) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
