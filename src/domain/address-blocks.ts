/*
 * Addresses and blocks of them. IPv4 is reckoned here; IPv6 is left to node:net, which with all it stands on takes a
 * megabyte of every service, and is loaded with the first such address.
 */

const net = () => process.getBuiltinModule("node:net");

const IPV4_BITS = 32;
const IPV6_BITS = 128;

/** Whether a text is an IPv4 address as it is usually written. */
export function isIPv4(text: string): boolean {
  return readIPv4(text) !== null;
}

/** An IPv4 address as a number; `null` for anything else. */
function readIPv4(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1);
  if (
    parts === undefined ||
    parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith("0")))
  )
    return null;
  return parts.reduce((address, part) => address * 256 + Number(part), 0);
}

/** Splits `192.168.1.0/24`, `fe80::/10` or a single address; `null` when it is none of them. */
function readBlock(
  text: string,
): { readonly network: string; readonly prefix: number; readonly isIPv4: boolean } | null {
  const [network = "", prefixText, ...more] = text.split("/");
  const isVersion4 = isIPv4(network);
  if (more.length > 0 || (!isVersion4 && (network.includes("%") || !net().isIPv6(network)))) return null;
  const bits = isVersion4 ? IPV4_BITS : IPV6_BITS;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  return prefix > bits ? null : { network, prefix, isIPv4: isVersion4 };
}

/** Whether a text is a CIDR block or an address, of IPv4 or IPv6. */
export function isAddressBlock(text: string): boolean {
  return readBlock(text) !== null;
}

/** An IPv4 address that a socket for both families shows as `::ffff:192.0.2.1`, as it is written; others as they are. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

/** Some CIDR blocks. */
export class AddressBlocks {
  private readonly blocks;

  /** @param blocks texts for which {@link isAddressBlock} holds; others count for nothing */
  constructor(blocks: readonly string[]) {
    this.blocks = blocks.map(readBlock).filter((block) => block !== null);
  }

  /** Whether an address, IPv4-mapped ones too, is in one of the blocks. */
  have(address: string): boolean {
    const plain = plainAddress(address);
    const version4 = readIPv4(plain);
    return version4 === null ? this.haveIPv6(plain) : this.haveIPv4(version4);
  }

  private haveIPv4(address: number): boolean {
    return this.blocks.some(({ network, prefix, isIPv4: isVersion4 }) => {
      const size = 2 ** (IPV4_BITS - prefix);
      return isVersion4 && Math.floor((readIPv4(network) ?? 0) / size) === Math.floor(address / size);
    });
  }

  private haveIPv6(address: string): boolean {
    if (!net().isIPv6(address)) return false;
    const list = new (net().BlockList)();
    for (const { network, prefix, isIPv4: isVersion4 } of this.blocks)
      if (!isVersion4) list.addSubnet(network, prefix, "ipv6");
    return list.check(address, "ipv6");
  }
}
