import type { Entry } from "../entries.ts";
import { ascii, joined, padding } from "./bytes.ts";

const BLOCK_BYTES = 512;
const CHECKSUM_OFFSET = 148;
const CHECKSUM_BYTES = 8;
const NAME_BYTES = 100;

/** POSIX' types of entries. */
const TYPES = { file: "0", link: "2", folder: "5" } as const;

export interface TarOptions {
  /** What paths begin with: `./` in packages of Debian. */
  readonly prefix?: string;
  /** When everything was changed, epoch seconds. */
  readonly time: number;
}

/**
 * A tar archive (POSIX ustar) of entries, in their order. Bun's own has neither rights nor owners nor links.
 * @throws Error when a name does not fit
 */
export function tar(entries: readonly Entry[], options: TarOptions): Uint8Array<ArrayBuffer> {
  const pieces = entries.flatMap((entry) => [
    header(entry, options),
    entry.bytes,
    padding(entry.bytes.length, BLOCK_BYTES),
  ]);
  return joined([...pieces, new Uint8Array(2 * BLOCK_BYTES)]);
}

function header(entry: Entry, { prefix = "", time }: TarOptions): Uint8Array {
  const { kind, mode, bytes, target, owner } = entry;
  const name = prefix + entry.path + (kind === "folder" && entry.path !== "" ? "/" : "");
  const block = new Uint8Array(BLOCK_BYTES);
  let at = 0;
  const field = (text: string, length: number) => {
    const coded = ascii(text);
    if (coded.length > length) throw new Error(`tar: "${text}" has more than ${length} bytes`);
    block.set(coded, at);
    at += length;
  };
  // Octal digits with a zero byte behind them.
  const number = (value: number, length: number) =>
    field(`${value.toString(8).padStart(length - 1, "0")}\0`, length);
  field(name, NAME_BYTES);
  number(mode, 8);
  number(owner.userId, 8);
  number(owner.groupId, 8);
  number(bytes.length, 12);
  number(time, 12);
  field(" ".repeat(CHECKSUM_BYTES), CHECKSUM_BYTES);
  field(TYPES[kind], 1);
  field(target, NAME_BYTES);
  field("ustar\x0000", 8);
  field(owner.user, 32);
  field(owner.group, 32);
  number(0, 8);
  number(0, 8);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(ascii(`${sum.toString(8).padStart(6, "0")}\0 `), CHECKSUM_OFFSET);
  return block;
}
