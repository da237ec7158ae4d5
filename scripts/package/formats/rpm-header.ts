import { ascii, joined, padding } from "./bytes.ts";

/*
 * The headers of RPM packages (RPM's manual, "RPM V4 Package format"): an index of tags, and a store of their values behind it.
 * All numbers are big-endian.
 */

const MAGIC = [0x8e, 0xad, 0xe8, 0x01, 0, 0, 0, 0];
const INDEX_ENTRY_BYTES = 16;

/** Types of values, with what their place in the store is a multiple of. */
const TYPES = {
  int16: { number: 3, alignment: 2 },
  int32: { number: 4, alignment: 4 },
  string: { number: 6, alignment: 1 },
  bytes: { number: 7, alignment: 1 },
  strings: { number: 8, alignment: 1 },
  translated: { number: 9, alignment: 1 },
} as const;

/** What a tag says. */
export type TagValue =
  | { readonly type: "int16"; readonly values: readonly number[] }
  | { readonly type: "int32"; readonly values: readonly number[] }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "translated"; readonly value: string }
  | { readonly type: "strings"; readonly values: readonly string[] }
  | { readonly type: "bytes"; readonly value: Uint8Array };

/** Values by the numbers of their tags. */
export type Tags = ReadonlyMap<number, TagValue>;

export const int16 = (...values: readonly number[]): TagValue => ({ type: "int16", values });
export const int32 = (...values: readonly number[]): TagValue => ({ type: "int32", values });
export const string = (value: string): TagValue => ({ type: "string", value });
export const translated = (value: string): TagValue => ({ type: "translated", value });
export const strings = (...values: readonly string[]): TagValue => ({ type: "strings", values });
export const bytes = (value: Uint8Array): TagValue => ({ type: "bytes", value });

/**
 * A header that may not be changed after it was written.
 * @param region the tag that says so: 62 in the header of signatures, 63 in the main one
 */
export function rpmHeader(region: number, tags: Tags): Uint8Array<ArrayBuffer> {
  const store: Uint8Array[] = [];
  let at = 0;
  const index = [...tags].toSorted(([one], [other]) => one - other);
  const entries = index.map(([tag, value]) => {
    const { number, alignment } = TYPES[value.type];
    const gap = padding(at, alignment);
    const content = coded(value);
    store.push(gap, content);
    const offset = at + gap.length;
    at = offset + content.length;
    return numbers([tag, number, offset, countOf(value)]);
  });
  // The region's own entry comes first; what it points to is the last of the store, and points back.
  const regionEntry = (offset: number) => numbers([region, TYPES.bytes.number, offset, INDEX_ENTRY_BYTES]);
  const count = entries.length + 1;
  return joined([
    Uint8Array.from(MAGIC),
    numbers([count, at + INDEX_ENTRY_BYTES]),
    regionEntry(at),
    ...entries,
    ...store,
    regionEntry(-count * INDEX_ENTRY_BYTES),
  ]);
}

/** How many there are of a value; of bytes, their number. */
function countOf(value: TagValue): number {
  if ("values" in value) return value.values.length;
  return value.type === "bytes" ? value.value.length : 1;
}

function coded(value: TagValue): Uint8Array {
  switch (value.type) {
    case "bytes":
      return value.value;
    case "string":
    case "translated":
      return ascii(`${value.value}\0`);
    case "strings":
      return ascii(value.values.map((text) => `${text}\0`).join(""));
    case "int32":
      return numbers(value.values);
    case "int16":
      return joined(value.values.map((number) => Uint8Array.of(number >> 8, number & 0xff)));
  }
}

function numbers(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, number] of values.entries()) view.setUint32(at * 4, number);
  return new Uint8Array(view.buffer);
}
