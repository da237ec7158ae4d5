/* The parts of dns-packet that the tests use, as a second opinion on our messages; it has no types of its own. */
declare module "dns-packet" {
  interface Packet {
    readonly id: number;
    readonly type: "query" | "response";
    readonly flag_aa: boolean;
    readonly flag_tc: boolean;
    readonly questions: readonly { name: string; type: string; class: string }[];
    readonly answers: readonly PacketRecord[];
    readonly authorities: readonly PacketRecord[];
    readonly additionals: readonly PacketRecord[];
  }
  interface PacketRecord {
    readonly name: string;
    readonly type: string;
    readonly class: string;
    readonly ttl: number;
    readonly flush: boolean;
    readonly data: unknown;
  }
  const dnsPacket: {
    encode(packet: unknown): Buffer;
    decode(bytes: Buffer): Packet;
  };
  export default dnsPacket;
}
