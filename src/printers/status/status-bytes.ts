import type { PrinterStatus } from "../../domain/printer-status.ts";
import { CONDITIONS, type StatusByte, statusByte } from "./status-bits.ts";

/** Bits 1 and 4 are on in every real-time status, bits 0 and 7 off: hosts tell it from other replies by them. */
const REAL_TIME_FIXED = 0b0001_0010;

/**
 * DLE EOT n by its n (Epson ESC/POS reference). 7 (ink), 8 (peeler) and 18 (interface) have nothing to tell: this
 * printer has none. 5 and 6 are of printers with slips, which answer nothing else.
 */
const REAL_TIME: ReadonlyMap<number, StatusByte> = new Map([
  [
    1,
    {
      fixed: REAL_TIME_FIXED,
      bits: [
        [0x04, CONDITIONS.drawerPinHigh],
        [0x08, CONDITIONS.offline],
      ],
    },
  ],
  [
    2,
    {
      fixed: REAL_TIME_FIXED,
      bits: [
        [0x04, CONDITIONS.coverOpen],
        [0x20, CONDITIONS.paperEnd],
        [0x40, CONDITIONS.anyError],
      ],
    },
  ],
  [
    3,
    {
      fixed: REAL_TIME_FIXED,
      bits: [
        [0x08, CONDITIONS.cutterError],
        [0x20, CONDITIONS.unrecoverableError],
      ],
    },
  ],
  [
    4,
    {
      fixed: REAL_TIME_FIXED,
      bits: [
        [0x0c, CONDITIONS.paperNearEnd],
        [0x60, CONDITIONS.paperEnd],
      ],
    },
  ],
  [7, { fixed: REAL_TIME_FIXED, bits: [] }],
  [8, { fixed: REAL_TIME_FIXED, bits: [] }],
  [18, { fixed: REAL_TIME_FIXED, bits: [] }],
]);

/** GS r n by its n, where "0" to "9" mean 0 to 9; bits 4 and 7 are off. 1 is ESC v too, 2 is ESC u. */
const TRANSMITTED: ReadonlyMap<number, StatusByte> = new Map([
  [
    1,
    {
      fixed: 0,
      bits: [
        [0x03, CONDITIONS.paperNearEnd],
        [0x0c, CONDITIONS.paperEnd],
      ],
    },
  ],
  [2, { fixed: 0, bits: [[0x01, CONDITIONS.drawerPinHigh]] }],
  [4, { fixed: 0, bits: [] }],
] as const);

/** The byte that answers DLE EOT n; `undefined` for an n that a receipt printer does not answer. */
export function realTimeStatus(n: number, status: PrinterStatus): number | undefined {
  const byte = REAL_TIME.get(n);
  return byte === undefined ? undefined : statusByte(byte, status);
}

/** The byte that answers GS r n; `undefined` for an n that a receipt printer does not answer. */
export function transmittedStatus(n: number, status: PrinterStatus): number | undefined {
  const byte = TRANSMITTED.get(n);
  return byte === undefined ? undefined : statusByte(byte, status);
}
