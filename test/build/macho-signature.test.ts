import { expect, test } from "bun:test";
import { hasRightSignature, signedAdHoc } from "../../scripts/build/macho-signature.ts";

const CODE_BYTES = 10_000;

/**
 * The skeleton of an executable: two segments, and at its end a signature that is none. What is in between stands for the code;
 * its last page is short.
 */
function executable(): Uint8Array {
  const file = new Uint8Array(Math.ceil(CODE_BYTES / 16) * 16 + 64);
  const view = new DataView(file.buffer);
  const start = file.length - 64;
  const segment = (at: number, name: string, offset: number, bytes: number) => {
    view.setUint32(at, 0x19, true);
    view.setUint32(at + 4, 72, true);
    file.set(new TextEncoder().encode(name), at + 8);
    view.setBigUint64(at + 40, BigInt(offset), true);
    view.setBigUint64(at + 48, BigInt(bytes), true);
  };
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(16, 3, true);
  segment(32, "__TEXT", 0, 8192);
  segment(104, "__LINKEDIT", 8192, file.length - 8192);
  view.setUint32(176, 0x1d, true);
  view.setUint32(180, 16, true);
  view.setUint32(184, start, true);
  view.setUint32(188, 64, true);
  for (let at = 192; at < start; at++) file[at] = at % 251;
  return file;
}

const signed = signedAdHoc(executable(), "test");

test("an executable is signed whole, and the segment at its end reaches as far as the file", () => {
  expect([hasRightSignature(executable()), hasRightSignature(signed)]).toEqual([false, true]);
  expect(signed.subarray(192, CODE_BYTES)).toEqual(new Uint8Array(executable().subarray(192, CODE_BYTES)));
  const view = new DataView(signed.buffer);
  expect(Number(view.getBigUint64(104 + 40, true) + view.getBigUint64(104 + 48, true))).toBe(signed.length);
  expect(view.getUint32(184, true) + view.getUint32(188, true)).toBe(signed.length);
  // Signed again it is the same: the place is found again.
  expect(signedAdHoc(signed, "test")).toEqual(signed);
});

test.each([
  ["the first page", 20],
  ["the last page", CODE_BYTES - 1],
  ["a hash", signed.length - 40],
])("a changed byte in %s is noticed", (_name, at) => {
  expect(hasRightSignature(signed.with(at, (signed[at] ?? 0) ^ 1))).toBe(false);
});

test("what was cut off, or has something behind its signature, is not right", () => {
  expect(hasRightSignature(signed.subarray(0, -16))).toBe(false);
  expect(hasRightSignature(new Uint8Array([...signed, 0]))).toBe(false);
});

test("an executable without a place for a signature is refused", () => {
  const without = executable();
  new DataView(without.buffer).setUint32(16, 2, true);
  expect(hasRightSignature(without)).toBe(false);
  expect(() => signedAdHoc(without, "test")).toThrow("no place");
});
