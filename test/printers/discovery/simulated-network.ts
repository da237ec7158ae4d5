import {
  decodeMessage,
  type DnsMessage,
  EMPTY_MESSAGE,
  encodeMessage,
} from "../../../src/printers/discovery/dns/dns-message.ts";
import type { DnsRecord } from "../../../src/printers/discovery/dns/dns-record.ts";
import type { DomainName } from "../../../src/printers/discovery/dns/domain-name.ts";
import { MDNS_LIMITS } from "../../../src/printers/discovery/discovery-limits.ts";
import type { Outgoing, Peer } from "../../../src/printers/discovery/responder/link.ts";
import type { Responder } from "../../../src/printers/discovery/responder/responder.ts";

/** A machine on the simulated network. */
export interface Node {
  readonly responder: Responder;
  readonly address: string;
}

/** A message that was sent, and when. */
export interface Sent extends Outgoing {
  readonly at: number;
  readonly from: string;
}

/** The link's name on every machine. */
export const LINK = "eth0";

/** The name that a PTR record leads to. @throws Error for another record */
export function pointerTarget(record: DnsRecord): DomainName {
  if (record.type !== "PTR") throw new Error("the record leads to no name");
  return record.data;
}

/** Writes a message of others, who may ask for answers to themselves alone. */
export function encodeOthers(message: DnsMessage): Uint8Array<ArrayBuffer> {
  const bytes = encodeMessage(message);
  for (const [index, { wantsUnicast }] of message.questions.entries()) {
    const upTo = encodeMessage({ ...EMPTY_MESSAGE, questions: message.questions.slice(0, index + 1) });
    const classAt = upTo.byteLength - 2;
    if (wantsUnicast) bytes[classAt] = 0x80 | (bytes[classAt] ?? 0);
  }
  return bytes;
}

/** Machines on one link, in a time of their own. Every message goes as bytes, and back to its sender too. */
export class SimulatedNetwork {
  now = 0;
  readonly sent: Sent[] = [];
  private readonly nodes: Node[] = [];
  private readonly underWay: { at: number; bytes: Uint8Array; from: Peer; to: Peer | null }[] = [];

  /** @param latencyMilliseconds from sending a message to its arrival */
  constructor(private readonly latencyMilliseconds = 1) {}

  /** Connects a machine. */
  add(responder: Responder, address: string): Node {
    const node = { responder, address };
    this.nodes.push(node);
    responder.setLinks([{ id: LINK, addresses: [address] }], this.now);
    return node;
  }

  /** Disconnects a machine without a word. */
  remove(node: Node): void {
    this.nodes.splice(this.nodes.indexOf(node), 1);
  }

  /** Sends a message of a program that is not one of the machines. */
  say(message: DnsMessage, from: Peer = { address: "192.0.2.200", port: MDNS_LIMITS.port }): void {
    this.underWay.push({ at: this.now, bytes: encodeOthers(message), from, to: null });
    this.settle();
  }

  /** Lets time pass. @returns what was sent meanwhile */
  run(milliseconds: number): Sent[] {
    const [end, begin] = [this.now + milliseconds, this.sent.length];
    for (;;) {
      const next = Math.min(
        ...this.nodes.map(({ responder }) => Math.max(responder.nextDueAt, this.now)),
        ...this.underWay.map(({ at }) => at),
      );
      if (next > end) break;
      this.now = next;
      this.settle();
    }
    this.now = end;
    return this.sent.slice(begin);
  }

  /** Does what is due now. */
  private settle(): void {
    for (const message of this.underWay.splice(0)) {
      if (message.at > this.now) this.underWay.push(message);
      else this.deliver(message.bytes, message.from, message.to);
    }
    for (const { responder, address } of this.nodes) {
      for (const outgoing of responder.takeDue(this.now)) {
        const bytes = encodeMessage(outgoing.message);
        if (bytes.byteLength > MDNS_LIMITS.messageBytes) throw new Error("a message is too long");
        this.sent.push({ ...outgoing, at: this.now, from: address });
        const from = { address, port: MDNS_LIMITS.port };
        this.underWay.push({ at: this.now + this.latencyMilliseconds, bytes, from, to: outgoing.to });
      }
    }
  }

  private deliver(bytes: Uint8Array, from: Peer, to: Peer | null): void {
    const message = decodeMessage(bytes);
    if (message === null) throw new Error("a message cannot be read");
    for (const { responder, address } of this.nodes) {
      if (to === null || to.address === address) responder.receive(message, LINK, from, this.now);
    }
  }
}
