import { textReceipt } from "./sample-receipts.ts";

/** Different receipts, so that the service does not meet the same bytes again and again. */
const DISTINCT_RECEIPTS = 256;

/** Receipts of exactly so many bytes. */
export function receiptsOf(byteLength: number): Uint8Array[] {
  return Array.from({ length: DISTINCT_RECEIPTS }, (_, number) => textReceipt(number, byteLength));
}

/** The request for a process ID, and its response (GS ( H, function 48). */
export const FINISH = {
  replyBytes: 7,
  /** A job's number as four characters. */
  id: (number: number) => Buffer.from(String(number % 10_000).padStart(4, "0"), "latin1"),
  request: (number: number) =>
    Buffer.concat([Uint8Array.of(0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30), FINISH.id(number)]),
  reply: (number: number) => Buffer.concat([Uint8Array.of(0x37, 0x22), FINISH.id(number), Uint8Array.of(0)]),
} as const;

/** A job that asks to be told when it is printed. @param number of the job */
export function receiptWithProcessId(receipt: Uint8Array, number: number): Buffer {
  return Buffer.concat([receipt, FINISH.request(number)]);
}
