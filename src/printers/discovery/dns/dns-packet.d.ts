/*
 * The parts of dns-packet that are used; it has no types of its own. Names are lists of labels, as `packet.ts` makes it read and write them.
 */
declare module "dns-packet" {
  /** A domain name as its labels, from the host's to the top. */
  export type DomainName = readonly string[];

  /** What a record says, by its type. Records of further types are read too, and are only compared. */
  export type RecordData =
    | { readonly type: "A" | "AAAA"; readonly data: string }
    | { readonly type: "PTR"; readonly data: DomainName }
    | { readonly type: "SRV"; readonly data: ServiceData }
    | { readonly type: "TXT"; readonly data: readonly Buffer[] }
    | {
        readonly type: "NSEC";
        readonly data: { readonly nextDomain: DomainName; readonly rrtypes: string[] };
      };

  interface ServiceData {
    readonly priority: number;
    readonly weight: number;
    readonly port: number;
    readonly target: DomainName;
  }

  export type PacketRecord = RecordData & {
    readonly name: DomainName;
    /** `IN`, or `UNKNOWN_` and a number. */
    readonly class: string;
    readonly flush: boolean;
    readonly ttl: number;
  };

  export interface PacketQuestion {
    readonly name: DomainName;
    readonly type: string;
    readonly class: string;
  }

  export interface Packet {
    readonly id: number;
    readonly type: "query" | "response";
    readonly flags: number;
    readonly questions: readonly PacketQuestion[];
    readonly answers: readonly PacketRecord[];
    readonly authorities: readonly PacketRecord[];
    readonly additionals: readonly PacketRecord[];
  }

  /** After each call, `bytes` is how many bytes were written or read. */
  type Encoder<Value> = ((value: Value, buffer: Buffer, offset: number) => Buffer) & { bytes: number };
  type Decoder<Value> = ((buffer: Buffer, offset: number) => Value) & { bytes: number };

  const dnsPacket: {
    encode(packet: Packet): Buffer;
    decode: ((bytes: Buffer) => Packet) & { readonly bytes: number };
    record(type: string): { encode(data: RecordData["data"]): Buffer };
    readonly name: {
      encode: Encoder<DomainName>;
      decode: Decoder<string | DomainName>;
      encodingLength: (name: DomainName) => number;
    };
    readonly AUTHORITATIVE_ANSWER: number;
    readonly TRUNCATED_RESPONSE: number;
  };
  export default dnsPacket;
}
declare module "dns-packet/types.js" {
  const types: { toType(name: string): number };
  export default types;
}
