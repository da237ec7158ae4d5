import { MDNS_LIMITS } from "../discovery-limits.ts";
import type { DnsRecord } from "./dns-record.ts";
import { dnsPacket, type DomainName } from "./domain-name.ts";

/** A question of a message. */
export interface DnsQuestion {
  readonly name: DomainName;
  /** A record's type, or `ANY`. */
  readonly type: string;
  /** A record's class, or `ANY`; without the bit that multicast DNS puts into it. */
  readonly class: string;
  /** The QU bit: an answer to the asker alone will do (RFC 6762, section 5.4). We never ask so. */
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
/** Of the flags, what kind of question it is: 0 is the only one here; and the code of an error. */
const OPERATION_AND_ERROR = 0x780f;
/** The bit of a question's class that means QU. */
const UNICAST_BIT = 0x8000;

/** Writes a message, names shortened by pointers. @throws RangeError when a label in it is empty or too long */
export function encodeMessage({ isResponse, isTruncated, ...rest }: DnsMessage): Uint8Array<ArrayBuffer> {
  const flags =
    (isResponse ? dnsPacket.AUTHORITATIVE_ANSWER : 0) | (isTruncated ? dnsPacket.TRUNCATED_RESPONSE : 0);
  return Uint8Array.from(dnsPacket.encode({ ...rest, type: isResponse ? "response" : "query", flags }));
}

/** Reads a message; `null` for bytes that are none, and for kinds that multicast DNS has no use for. */
export function decodeMessage(bytes: Uint8Array): DnsMessage | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = endOfMessage(buffer);
    if (end === null) return null;
    const packet = dnsPacket.decode(buffer);
    // It believes lengths that are beyond the end, and names that are longer than their record.
    if (dnsPacket.decode.bytes !== end) return null;
    return {
      id: packet.id,
      isResponse: packet.type === "response",
      isTruncated: (packet.flags & dnsPacket.TRUNCATED_RESPONSE) !== 0,
      questions: packet.questions.map((question) => ({ ...question, ...classOf(question.class) })),
      answers: withoutOptions(packet.answers),
      authorities: withoutOptions(packet.authorities),
      additionals: withoutOptions(packet.additionals),
    };
  } catch {
    // What it throws at bytes that are no message is of many kinds.
    return null;
  }
}

/** Where a message ends by the lengths in it; `null` when it is not of use or not within its bytes. */
function endOfMessage(bytes: Buffer): number | null {
  if (bytes.byteLength < HEAD_BYTES || bytes.byteLength > MDNS_LIMITS.receivedBytes) return null;
  const [flags, questions] = [bytes.readUInt16BE(2), bytes.readUInt16BE(4)];
  const records = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10);
  if ((flags & OPERATION_AND_ERROR) !== 0 || questions + records > MDNS_LIMITS.messageRecords) return null;
  let offset = HEAD_BYTES;
  const skipName = () => {
    let size = bytes.readUInt8(offset++);
    for (; size > 0 && size < UNICAST_BIT >> 9; size = bytes.readUInt8(offset++)) offset += size;
    if (size > 0) offset++;
  };
  for (let left = questions; left > 0; left--) {
    skipName();
    // Type and class.
    offset += 4;
  }
  for (let left = records; left > 0; left--) {
    skipName();
    // Type, class and life; then the length of the data.
    offset += 10 + bytes.readUInt16BE(offset + 8);
  }
  return offset <= bytes.byteLength ? offset : null;
}

/** A question's class and the bit in it, which dns-packet takes for a class that it does not know. */
function classOf(name: string): Pick<DnsQuestion, "class" | "wantsUnicast"> {
  const both = Number(name.replace("UNKNOWN_", ""));
  if (Number.isNaN(both) || both < UNICAST_BIT) return { class: name, wantsUnicast: false };
  const number = both & ~UNICAST_BIT;
  return { class: { 1: "IN", 255: "ANY" }[number] ?? `UNKNOWN_${number}`, wantsUnicast: true };
}

/** Options (EDNS) are no record: they have neither a name nor a life. */
function withoutOptions(records: readonly DnsRecord[]): DnsRecord[] {
  return records.filter(({ type }) => (type as string) !== "OPT");
}

/**
 * One response as messages that fit into a packet. Answers go on in a further message; of the additional records,
 * which are a courtesy, as many as fit.
 */
export function splitResponse(response: DnsMessage): DnsMessage[] {
  const messages: DnsMessage[] = [];
  let answers: DnsRecord[] = [];
  for (const answer of response.answers) {
    const fits = isSmall({ ...response, answers: [...answers, answer], additionals: [] });
    if (!fits && answers.length > 0) {
      messages.push({ ...response, answers, additionals: [] });
      answers = [];
    }
    answers.push(answer);
  }
  let { additionals } = response;
  while (additionals.length > 0 && !isSmall({ ...response, answers, additionals }))
    additionals = additionals.slice(0, -1);
  return [...messages, { ...response, answers, additionals }];
}

/** Whether a message fits into a packet. */
export function isSmall(message: DnsMessage): boolean {
  return encodeMessage(message).byteLength <= MDNS_LIMITS.messageBytes;
}
