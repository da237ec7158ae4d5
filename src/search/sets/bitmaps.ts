import { BITMAP_BYTES, type BitmapFunctions, bitmapModule, PAGE_BYTES } from "./bitmap-code.ts";

/** Room for the words of one bitmap, in the memory that the operations work in. Whoever takes it writes over what it had. */
export interface Room {
  readonly words: Uint32Array;
  /** Where it begins in that memory, bytes. */
  readonly address: number;
}

/** Groups of `where` and of tags, which take two each, nest no deeper; see `SEARCH_LIMITS`. */
const DEPTHS = 24;
/** Where bitmaps from elsewhere are copied to for one operation, and its result, where it has no room of its own. */
const OPERANDS = 3;
/** And one for what a column puts together. */
const ROOMS = DEPTHS + OPERANDS + 1;

/** Behind the rooms: positions of a whole bitmap, 16 bits each. */
const LIST_ADDRESS = ROOMS * BITMAP_BYTES;
const LIST_BYTES = BITMAP_BYTES * 16;

interface Machine {
  readonly functions: BitmapFunctions;
  readonly rooms: readonly Room[];
  readonly list: Uint16Array;
}

let made: Machine | null = null;

/** Made when it is first needed, which in many threads is never. */
function machine(): Machine {
  made ??= newMachine();
  return made;
}

function newMachine(): Machine {
  const module = new WebAssembly.Module(bitmapModule(Math.ceil((LIST_ADDRESS + LIST_BYTES) / PAGE_BYTES)));
  const { memory, ...functions } = new WebAssembly.Instance(module).exports;
  const { buffer } = memory as WebAssembly.Memory;
  const rooms = Array.from({ length: ROOMS }, (_, index): Room => {
    const address = index * BITMAP_BYTES;
    return { address, words: new Uint32Array(buffer, address, BITMAP_BYTES / 4) };
  });
  const list = new Uint16Array(buffer, LIST_ADDRESS, LIST_BYTES / 2);
  return { functions: functions as unknown as BitmapFunctions, rooms, list };
}

/** The room of a depth of groups in groups; `null`, which is no room, deeper than they nest. */
export function roomAt(depth: number): Room | null {
  return depth < DEPTHS ? (machine().rooms[depth] as Room) : null;
}

/** The room for a result that has no other; for one step. */
export function resultRoom(): Room {
  return machine().rooms[DEPTHS + 2] as Room;
}

/** The room for a union of a column's sets; until the next one is put together. */
export function columnRoom(): Room {
  return machine().rooms[DEPTHS + OPERANDS] as Room;
}

/** A bitmap, and the room that it is in, if it is in one. */
export interface Bitmap {
  readonly words: Uint32Array;
  readonly room?: Room | undefined;
}

/** How words of two bitmaps are combined. */
export type Combination = "and" | "or" | "andNot";

/** Combines two bitmaps. @param room for the result, which may be that of an operand @returns how many positions it has */
export function combine(how: Combination, left: Bitmap, right: Bitmap, room: Room): number {
  return machine().functions[how](addressOf(left, 0), addressOf(right, 1), room.address);
}

/** How many positions two bitmaps share. */
export function countShared(left: Bitmap, right: Bitmap): number {
  return machine().functions.countBoth(addressOf(left, 0), addressOf(right, 1), 0);
}

/** How many positions a bitmap has. */
export function countOf(bitmap: Bitmap): number {
  const address = addressOf(bitmap, 0);
  return machine().functions.countBoth(address, address, 0);
}

/** How many ones the words from `from` up to, and without, `to` have. */
export function countWords(words: Uint32Array, from: number, to: number): number {
  const { rooms, functions } = machine();
  const { words: copy, address } = rooms[DEPTHS] as Room;
  copy.set(words.subarray(from, to));
  copy.fill(0, to - from);
  return functions.countBoth(address, address, 0);
}

/** The positions of a bitmap, ascending. */
export function listOf(bitmap: Bitmap): Uint16Array {
  const { functions, list } = machine();
  const end = functions.list(addressOf(bitmap, 0), 0, LIST_ADDRESS);
  return list.slice(0, (end - LIST_ADDRESS) / 2);
}

/** Where a bitmap is in the memory: there already, or copied to the room of an operand. */
function addressOf({ words, room }: Bitmap, operand: 0 | 1): number {
  if (room !== undefined) return room.address;
  const { words: copy, address } = machine().rooms[DEPTHS + operand] as Room;
  copy.set(words);
  return address;
}
