import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsRecord, RECORD_TYPES } from "./dns-record.ts";
import { type DomainName, readName, writeName } from "./domain-name.ts";

/** A question of a message. */
export interface DnsQuestion {
  readonly name: DomainName;
  readonly type: number;
  /** Without the bit that multicast DNS puts into it. */
  readonly questionClass: number;
  /** The QU bit: an answer to the asker alone will do (RFC 6762, section 5.4). */
  readonly wantsUnicast: boolean;
}

/** A DNS message (RFC 1035, section 4.1). */
export interface DnsMessage {
  /** 0 in multicast DNS; others' is given back to them. */
  readonly id: number;
  readonly isResponse: boolean;
  /** More known answers follow in a further message, or the answer is not whole. */
  readonly isTruncated: boolean;
  readonly questions: readonly DnsQuestion[];
  readonly answers: readonly DnsRecord[];
  /** In a probe, the records that the asker wants to have. */
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
}

/** A message without anything in it. */
export const EMPTY_MESSAGE: DnsMessage = {
  id: 0,
  isResponse: false,
  isTruncated: false,
  questions: [],
  answers: [],
  authorities: [],
  additionals: [],
};

const HEAD_BYTES = 12;
const RESPONSE_FLAG = 0x8000;
const AUTHORITATIVE_FLAG = 0x0400;
const TRUNCATED_FLAG = 0x0200;
/** Of the flags, what kind of question it is: 0 is the only one here; and the code of an error. */
const OPERATION_AND_ERROR = 0x780f;
/** The bit of a class that means QU in a question and cache-flush in a record. */
const CLASS_BIT = 0x8000;
/** Bytes of an SRV record before its host: priority, weight and port. */
const SERVICE_HEAD_BYTES = 6;

/** Writes a message, names shortened by pointers. @throws RangeError when a name in it is too long */
export function encodeMessage(message: DnsMessage): Uint8Array<ArrayBuffer> {
  const { id, isResponse, isTruncated, questions, answers, authorities, additionals } = message;
  const bytes: number[] = [];
  const offsets = new Map<string, number>();
  const flags = (isResponse ? RESPONSE_FLAG | AUTHORITATIVE_FLAG : 0) | (isTruncated ? TRUNCATED_FLAG : 0);
  for (const value of [id, flags, questions.length, answers.length, authorities.length, additionals.length]) {
    push16(bytes, value);
  }
  for (const { name, type, questionClass, wantsUnicast } of questions) {
    writeName(name, bytes, offsets);
    push16(bytes, type);
    push16(bytes, questionClass | (wantsUnicast ? CLASS_BIT : 0));
  }
  for (const record of [...answers, ...authorities, ...additionals]) writeRecord(record, bytes, offsets);
  return Uint8Array.from(bytes);
}

function writeRecord(record: DnsRecord, bytes: number[], offsets: Map<string, number>): void {
  writeName(record.name, bytes, offsets);
  push16(bytes, record.type);
  push16(bytes, record.recordClass | (record.isUnique ? CLASS_BIT : 0));
  push16(bytes, record.ttl >>> 16);
  push16(bytes, record.ttl & 0xffff);
  const lengthAt = bytes.length;
  bytes.push(0, 0);
  if (record.type === RECORD_TYPES.PTR || record.type === RECORD_TYPES.SRV) {
    // Multicast DNS may shorten these names too (RFC 6762, section 18.14).
    const head = record.type === RECORD_TYPES.SRV ? SERVICE_HEAD_BYTES : 0;
    bytes.push(...record.data.subarray(0, head));
    writeName(readName(record.data, head).name, bytes, offsets);
  } else bytes.push(...record.data);
  const length = bytes.length - lengthAt - 2;
  bytes[lengthAt] = length >> 8;
  bytes[lengthAt + 1] = length & 0xff;
}

function push16(bytes: number[], value: number): void {
  bytes.push((value >> 8) & 0xff, value & 0xff);
}

/** Reads a message; `null` for bytes that are none, and for kinds that multicast DNS has no use for. */
export function decodeMessage(bytes: Uint8Array): DnsMessage | null {
  try {
    return new Reader(bytes).message();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class Reader {
  private readonly view: DataView;
  private offset = 0;

  /** @param bytes a whole message */
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  message(): DnsMessage | null {
    if (this.bytes.byteLength < HEAD_BYTES) return null;
    const [id, flags] = [this.number16(), this.number16()];
    const counts = [this.number16(), this.number16(), this.number16(), this.number16()] as const;
    if ((flags & OPERATION_AND_ERROR) !== 0) return null;
    if (counts.reduce((sum, count) => sum + count) > MDNS_LIMITS.messageRecords) return null;
    return {
      id,
      isResponse: (flags & RESPONSE_FLAG) !== 0,
      isTruncated: (flags & TRUNCATED_FLAG) !== 0,
      questions: Array.from({ length: counts[0] }, () => this.question()),
      answers: Array.from({ length: counts[1] }, () => this.record()),
      authorities: Array.from({ length: counts[2] }, () => this.record()),
      additionals: Array.from({ length: counts[3] }, () => this.record()),
    };
  }

  private question(): DnsQuestion {
    const name = this.name();
    const type = this.number16();
    const both = this.number16();
    return { name, type, questionClass: both & ~CLASS_BIT, wantsUnicast: (both & CLASS_BIT) !== 0 };
  }

  private record(): DnsRecord {
    const name = this.name();
    const type = this.number16();
    const both = this.number16();
    const ttl = this.number16() * 0x1_0000 + this.number16();
    const end = this.number16() + this.offset;
    if (end > this.bytes.byteLength) throw new RangeError("a record goes beyond the message");
    const data = this.data(type, end);
    this.offset = end;
    return { name, type, recordClass: both & ~CLASS_BIT, isUnique: (both & CLASS_BIT) !== 0, ttl, data };
  }

  /** Data up to an offset, with the names in it written out. */
  private data(type: number, end: number): Uint8Array {
    const head =
      type === RECORD_TYPES.SRV
        ? SERVICE_HEAD_BYTES
        : type === RECORD_TYPES.PTR || type === RECORD_TYPES.NSEC
          ? 0
          : -1;
    if (head === -1) return this.bytes.slice(this.offset, end);
    const written = [...this.bytes.subarray(this.offset, this.offset + head)];
    const { name, end: nameEnd } = readName(this.bytes, this.offset + head);
    if (nameEnd > end) throw new RangeError("a name goes beyond its record");
    try {
      writeName(name, written);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Not UTF-8, and longer when made so. It is nobody's that we know, and no reason not to read the rest.
      return this.bytes.slice(this.offset, end);
    }
    return Uint8Array.from([...written, ...this.bytes.subarray(nameEnd, end)]);
  }

  private name(): DomainName {
    const { name, end } = readName(this.bytes, this.offset);
    this.offset = end;
    return name;
  }

  private number16(): number {
    const value = this.view.getUint16(this.offset);
    this.offset += 2;
    return value;
  }
}
