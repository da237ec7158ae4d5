import type { TseCode } from "./fiscal-code.ts";
import { signatureAlgorithm } from "./tse-algorithms.ts";

/*
 * What a TSE has signed when a transaction was finished: the log message of BSI TR-03151-1, without its outermost sequence and
 * its signature, in DER. All that is in it stands in the code, too.
 */

/** ASN.1 tags: universal ones, and those that the transaction log gives its own fields. */
const TAG = {
  integer: 0x02,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  operationType: 0x80,
  clientId: 0x81,
  processData: 0x82,
  processType: 0x83,
  transactionNumber: 0x85,
} as const;

const VERSION = 2n;

/** bsi-de, applications, sE-API, sE-API-dataformats, transaction-log. */
const TRANSACTION_LOG = [0, 4, 0, 127, 0, 7, 3, 7, 1, 1];

const OPERATION = "FinishTransaction";

/** The code has what is needed to write the message, whether or not it is right. */
type MessageFields = TseCode["fields"];

/**
 * The messages that a signature may be over: one for each way in which its time may be written.
 * @param publicKey the point, uncompressed: its SHA-256 is the TSE's serial number (BSI TR-03153)
 * @returns none where the time's format or the algorithm is unknown, or a number is none
 */
export function logMessages(fields: MessageFields, publicKey: Uint8Array): Uint8Array[] {
  const { till, processData, processType, transactionNumber, signatureCounter, timeFormat, logTime } = fields;
  const algorithm = signatureAlgorithm(fields.algorithm);
  if (algorithm === null || !/^\d+$/.test(transactionNumber) || !/^\d+$/.test(signatureCounter)) return [];
  const before = [
    integer(VERSION),
    objectIdentifier(TRANSACTION_LOG),
    text(TAG.operationType, OPERATION),
    text(TAG.clientId, till),
    text(TAG.processData, processData),
    text(TAG.processType, processType),
    element(TAG.transactionNumber, integerBytes(BigInt(transactionNumber))),
    element(TAG.octetString, serialNumberOf(publicKey)),
    element(TAG.sequence, objectIdentifier(algorithm.oid)),
    integer(BigInt(signatureCounter)),
  ];
  return logTimes(timeFormat, logTime).map((time) => Buffer.concat([...before, time]));
}

/** The serial number of a TSE: the SHA-256 of its public key. */
export function serialNumberOf(publicKey: Uint8Array): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(publicKey).digest();
}

/**
 * How a time is written in the message, as DER; more than one where devices differ: `utcTime` is without seconds by the
 * specification, and some have them. None for a format that there is not.
 */
export function logTimes(format: string, time: string): Uint8Array[] {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) return [];
  const iso = new Date(milliseconds).toISOString();
  const digits = iso.replaceAll(/\D/g, "");
  const [whole, fraction] = [digits.slice(0, 14), digits.slice(14)];
  const utc = (length: number) => text(TAG.utcTime, `${whole.slice(2, length)}Z`);
  switch (format) {
    case "unixTime":
      return [integer(BigInt(Math.floor(milliseconds / 1000)))];
    case "utcTime":
      return [utc(12), utc(14)];
    case "utcTimeWithSeconds":
      return [utc(14)];
    case "generalizedTime":
      return [text(TAG.generalizedTime, `${whole}Z`)];
    case "generalizedTimeWithMilliseconds":
      return [text(TAG.generalizedTime, `${whole}.${fraction}Z`)];
    default:
      return [];
  }
}

function text(tag: number, value: string): Uint8Array {
  return element(tag, Buffer.from(value));
}

function integer(value: bigint): Uint8Array {
  return element(TAG.integer, integerBytes(value));
}

/** A number that is not negative, as a two's complement of as few bytes as it takes. */
function integerBytes(value: bigint): Uint8Array {
  const hexadecimal = value.toString(16);
  const bytes = Buffer.from(hexadecimal.padStart(hexadecimal.length + (hexadecimal.length & 1), "0"), "hex");
  return (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]);
}

function objectIdentifier([first = 0, second = 0, ...rest]: readonly number[]): Uint8Array {
  const bytes = [first * 40 + second];
  for (const number of rest) {
    const digits = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return element(TAG.objectIdentifier, Uint8Array.from(bytes));
}

/** Tag, length, value. */
function element(tag: number, value: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.from([tag, ...lengthBytes(value.length)]), value]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes = [];
  for (let left = length; left > 0; left >>= 8) bytes.unshift(left & 0xff);
  return [0x80 | bytes.length, ...bytes];
}
