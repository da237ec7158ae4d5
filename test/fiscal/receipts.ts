import { drawQr } from "../../src/symbols/qr.ts";

/* Receipts with codes, as a till prints them. */

/** The bytes that have a printer draw a QR code (GS ( k, functions 167, 180 and 181). */
export function symbolBytes(text: string, moduleSize = 4): Uint8Array<ArrayBuffer> {
  const data = Buffer.from(text, "latin1");
  const length = data.length + 3;
  const size = [0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x43, moduleSize];
  const store = [0x1d, 0x28, 0x6b, length & 0xff, length >> 8, 0x31, 0x50, 0x30];
  const draw = [0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30];
  return Uint8Array.from([...size, ...store, ...data, ...draw]);
}

/** A QR code as dots, a byte each: 1 for ink. @param moduleSize dots, also a part of one */
export function qrDots(text: string, moduleSize: number, offset = 0) {
  const drawing = drawQr(Buffer.from(text, "latin1"), { model: 2, moduleSize: 1, errorCorrection: "L" });
  if ("problem" in drawing) throw new Error(drawing.problem);
  const { columns: modules, bytes } = drawing.raster;
  const size = Math.ceil(modules * moduleSize + offset);
  const rowBytes = (modules + 7) >> 3;
  const ink = new Uint8Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [column, row].map((dot) => Math.floor((dot + 0.5 - offset) / moduleSize)) as [
        number,
        number,
      ];
      if (x < 0 || y < 0 || x >= modules || y >= modules) continue;
      ink[row * size + column] = ((bytes[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    }
  }
  return { columns: size, rows: size, ink };
}

/** The bytes of a picture (GS v 0). */
export function pictureBytes({ columns, rows, ink }: ReturnType<typeof qrDots>): Uint8Array<ArrayBuffer> {
  const rowBytes = (columns + 7) >> 3;
  const bits = new Uint8Array(rowBytes * rows);
  for (const [index, dot] of ink.entries()) {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const at = row * rowBytes + (column >> 3);
    if (dot === 1) bits[at] = (bits[at] ?? 0) | (0x80 >> (column & 7));
  }
  const header = [0x1d, 0x76, 0x30, 0, rowBytes & 0xff, rowBytes >> 8, rows & 0xff, rows >> 8];
  return Uint8Array.from([...header, ...bits]);
}
