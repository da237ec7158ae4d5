import { expect, test } from "bun:test";

/*
 * The types have no slice of bytes (src/byte-slices.d.ts). A line here that they would let pass fails the check of types, for an
 * error is expected of it.
 */

const buffer = Buffer.from([1, 2, 3]);
const bytes: Uint8Array = buffer;

test("a slice of what is typed as bytes would write to the original, so the types refuse it", () => {
  // @ts-expect-error: bytes
  const refused: Uint8Array = bytes.slice(1);
  refused[0] = 20;
  expect(bytes).toEqual(Buffer.from([1, 20, 3]));
});

test("a copy of a part is one of a Buffer too", () => {
  const copy = new Uint8Array(bytes.subarray(1));
  copy[0] = 200;
  expect(bytes[1]).not.toBe(200);
  expect(copy.buffer.byteLength).toBe(2);
});

test("bytes of every declared type are refused", () => {
  const several: readonly [Uint8Array | null, Buffer | Uint8Array, Uint8Array | Uint16Array] = [
    bytes,
    buffer,
    bytes,
  ];
  const refused: (Uint8Array | Uint16Array | undefined)[] = [
    // @ts-expect-error: a Buffer
    buffer.slice(1),
    // @ts-expect-error: a Buffer of memory that is not shared
    Buffer.alloc(1).slice(),
    // @ts-expect-error: bytes, or nothing
    several[0]?.slice(1),
    // @ts-expect-error: a Buffer, or other bytes
    several[1].slice(0, 1),
    // @ts-expect-error: bytes, or wider numbers
    several[2].slice(1, 2),
  ];
  expect(refused).toHaveLength(5);
});

test("other arrays keep theirs", () => {
  const copies: readonly [Uint32Array, number[], string] = [
    new Uint32Array([1, 2]).slice(1),
    [1, 2].slice(1),
    "12".slice(1),
  ];
  expect(copies).toEqual([new Uint32Array([2]), [2], "2"]);
});
