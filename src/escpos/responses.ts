/* Answers to requests that are always the same, or differ by little. */

/**
 * The offline response (GS ( H function 49, DLE DC4 7 4). Its causes, of which there may be none, are bits that
 * differ from model to model; the automatic status tells them.
 */
export const OFFLINE_RESPONSE: readonly number[] = [0x37, 0x23, 0x00];

/** The notice of the power-off sequence (DLE DC4 2). */
export const POWER_OFF_RESPONSE: readonly number[] = [0x3b, 0x30, 0x00];

/** The response to DLE DC4 8. */
export const CLEARED_RESPONSE: readonly number[] = [0x37, 0x25, 0x00];

/** The extended automatic status (FS ( e), of which a receipt printer has nothing to tell: it never changes. */
export const EXTENDED_STATUS: readonly number[] = [0x39, 0x00, 0x40, 0x00];

/** The automatic status of the ink (GS j): bit 6 of both bytes is fixed; a thermal printer's ink never ends. */
export const INK_STATUS: readonly number[] = [0x35, 0x40, 0x40, 0x00];

/** The process ID response (GS ( H function 48): the four bytes that were given come back. */
export function processIdResponse(id: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x37, 0x22, ...id.subarray(0, 4), 0x00);
}
