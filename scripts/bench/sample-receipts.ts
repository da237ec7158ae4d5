/* Receipts made up for measuring, always the same bytes. */

const ESC = 0x1b;
const GS = 0x1d;
const LINE_COLUMNS = 48;
const LOGO_WIDTH_BYTES = 48;
const LOGO_HEIGHT_DOTS = 200;

const text = (line: string) => [...new TextEncoder().encode(line)];
const INITIALISE = [ESC, 0x40];
const CENTRE = [ESC, 0x61, 1];
const LEFT = [ESC, 0x61, 0];
const DOUBLE_SIZE = [GS, 0x21, 0x11];
const NORMAL_SIZE = [GS, 0x21, 0];
const BOLD = [ESC, 0x45, 1];
const NOT_BOLD = [ESC, 0x45, 0];
const CUT = [GS, 0x56, 0x42, 0];

/** A text receipt of exactly that many bytes. @param number printed on it, so that no two receipts are the same */
export function textReceipt(number: number, byteLength: number): Uint8Array<ArrayBuffer> {
  const head = [...INITIALISE, ...CENTRE, ...DOUBLE_SIZE, ...text("Corner Cafe\n"), ...NORMAL_SIZE, ...LEFT];
  const foot = [...BOLD, ...text(`TOTAL ${number % 97}.50\n`), ...NOT_BOLD, ...text("Thank you!\n"), ...CUT];
  const bytes = [...head, ...text(`Receipt ${number}\n`)];
  for (let item = 0; bytes.length + LINE_COLUMNS + 1 + foot.length <= byteLength; item++) {
    const price = `${(number * 7 + item * 13) % 50}.${String((item * 35) % 100).padStart(2, "0")}`;
    bytes.push(
      ...text(`${1 + (item % 3)} x Item ${item}`.padEnd(LINE_COLUMNS - 8) + price.padStart(8)),
      0x0a,
    );
  }
  const rest = byteLength - bytes.length - foot.length;
  return Uint8Array.from([...bytes, ...text("-".repeat(Math.max(0, rest))), ...foot]).subarray(0, byteLength);
}

/** A receipt of about 10 kB: a raster logo of 384 × 200 dots above a text receipt. */
export function logoReceipt(number: number): Uint8Array<ArrayBuffer> {
  const { width, height } = { width: LOGO_WIDTH_BYTES, height: LOGO_HEIGHT_DOTS };
  const logo = [GS, 0x76, 0x30, 0, width & 0xff, width >> 8, height & 0xff, height >> 8];
  for (let row = 0; row < height; row++) {
    // A ring pattern: neither empty nor noise, as logos are.
    for (let column = 0; column < width; column++)
      logo.push((row * row + column * column * 64) & 0x800 ? 0xff : 0);
  }
  return Uint8Array.from([...INITIALISE, ...CENTRE, ...logo, 0x0a, ...textReceipt(number, 600)]);
}
