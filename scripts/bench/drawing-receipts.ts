/* The prints that decoding is measured with: of the size and the commands of everyday receipts. */

const ESC = 0x1b;
const GS = 0x1d;

const encoder = new TextEncoder();

function line(name: string, price: string): string {
  return `${name.padEnd(48 - price.length)}${price}\n`;
}

/** A receipt of about 600 bytes of text: title in double size, items, total in bold, cut, drawer. */
export function textReceipt(): Uint8Array {
  const parts: (string | readonly number[])[] = [
    [ESC, 0x40, ESC, 0x61, 1, GS, 0x21, 0x11],
    "Corner Shop\n",
    [GS, 0x21, 0],
    "12 Market Street\n\n",
    [ESC, 0x61, 0],
    line("Espresso", "2.40"),
    line("Croissant", "1.90"),
    line("Orange juice, freshly pressed", "3.80"),
    line("Sandwich", "5.60"),
    line("Mineral water", "2.10"),
    `${"-".repeat(48)}\n`,
    [ESC, 0x45, 1],
    line("TOTAL", "15.80"),
    [ESC, 0x45, 0],
    line("Cash", "20.00"),
    line("Change", "4.20"),
    [0x0a, ESC, 0x61, 1],
    "Thank you for your visit!\n",
    [ESC, 0x64, 3, GS, 0x56, 66, 0, ESC, 0x70, 0, 25, 250],
  ];
  return concatenated(parts);
}

/** A receipt of about 10 kB: a logo of 384 by 184 dots (GS v 0), then two dozen items. */
export function logoReceipt(): Uint8Array {
  const [rowBytes, rows] = [48, 184];
  const logo = Array.from({ length: rowBytes * rows }, (_, index) => {
    const [column, row] = [index % rowBytes, Math.floor(index / rowBytes)];
    const inside = (column - 24) ** 2 * 16 + (row - 92) ** 2 < 8000;
    return inside ? 0xff : row % 16 < 2 ? 0xaa : 0;
  });
  const items = Array.from({ length: 22 }, (_, index) => line(`Item number ${index + 1}`, `${index}.90`));
  return concatenated([
    [ESC, 0x40, ESC, 0x61, 1, GS, 0x76, 0x30, 0, rowBytes, 0, rows, 0],
    logo,
    [ESC, 0x61, 0],
    items.join(""),
    [ESC, 0x45, 1],
    line("TOTAL", "231.00"),
    [ESC, 0x45, 0, ESC, 0x64, 3, GS, 0x56, 66, 0],
  ]);
}

function concatenated(parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? encoder.encode(part) : Uint8Array.from(part))),
  );
}
