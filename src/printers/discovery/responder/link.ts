import type { DnsMessage } from "../dns/dns-message.ts";

/** A network that this machine is on. */
export interface Link {
  /** The interface's name. */
  readonly id: string;
  /** This machine's addresses there, IPv4 and IPv6, the latter without a zone. */
  readonly addresses: readonly string[];
}

/** A program on another machine, or on this one. */
export interface Peer {
  readonly address: string;
  readonly port: number;
}

/** A message to be sent. */
export interface Outgoing {
  readonly link: string;
  /** `null`: to all on the link. */
  readonly to: Peer | null;
  readonly message: DnsMessage;
}
