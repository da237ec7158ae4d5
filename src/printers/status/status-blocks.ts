/**
 * The offline response (GS ( H function 49, DLE DC4 7 4). Its causes, of which there may be none, are bits that
 * differ from model to model; the automatic status tells them.
 */
export const OFFLINE_RESPONSE: readonly number[] = [0x37, 0x23, 0x00];

/** The notice of the power-off sequence (DLE DC4 2). */
export const POWER_OFF_RESPONSE: readonly number[] = [0x3b, 0x30, 0x00];

/** The response to DLE DC4 8. */
export const CLEARED_RESPONSE: readonly number[] = [0x37, 0x25, 0x00];

/** The process ID response (GS ( H function 48): the four bytes that were given come back. */
export function processIdResponse(id: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x37, 0x22, ...id.subarray(0, 4), 0x00);
}
