/// <reference types="bun-types" />

/*
 * Bytes have no `slice`. What is typed Uint8Array is often a Buffer, as what SQLite, a socket or a file gives, and the
 * slice of a Buffer is a view: what is written to it is written to the original, and it ends with the original's memory.
 * `subarray(from, to)` is a view of both; `new Uint8Array(bytes.subarray(from, to))` copies both.
 *
 * The overloads stand before the runtime's own, for which its types must have come first; the parameter that nobody gives
 * makes them stand before those of other typed arrays too, where bytes are one of several types.
 */
declare global {
  interface Uint8Array<TArrayBuffer extends ArrayBufferLike> {
    /** @deprecated A view of a Buffer, and a copy of other bytes: say `subarray`, or copy with `new Uint8Array`. */
    slice(start?: number, end?: number, unused?: undefined): void;
  }
  interface Buffer<TArrayBuffer extends ArrayBufferLike = ArrayBufferLike> {
    /** @deprecated A view of a Buffer, and a copy of other bytes: say `subarray`, or copy with `new Uint8Array`. */
    slice(start?: number, end?: number, unused?: undefined): void;
  }
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- only a module can add to what is global after the runtime's types
export {};
