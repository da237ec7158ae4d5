import { describe, expect, test } from "bun:test";
import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { AddressBlocks, isAddressBlock, isIPv4, plainAddress } from "../../src/domain/address-blocks.ts";

describe("blocks", () => {
  test.each([
    ["192.168.1.0/24", true],
    ["10.0.0.1", true],
    ["0.0.0.0/0", true],
    ["fe80::/10", true],
    ["::1", true],
    ["192.168.1.0/33", false],
    ["192.168.1/24", false],
    ["192.168.1.256", false],
    ["192.168.01.1", false],
    ["fe80::/129", false],
    ["fe80::%eth0", false],
    ["10.0.0.0/8/8", false],
    ["10.0.0.0/", false],
    ["", false],
    ["localhost", false],
  ])("%p: %p", (text, expected) => expect(isAddressBlock(text)).toBe(expected));

  test.each([
    [["192.168.1.0/24"], "192.168.1.7", true],
    [["192.168.1.0/24"], "::ffff:192.168.1.7", true],
    [["192.168.1.0/24"], "192.168.2.7", false],
    [["192.168.1.77/24"], "192.168.1.7", true],
    [["0.0.0.0/0"], "8.8.8.8", true],
    [["0.0.0.0/0"], "::1", false],
    [["fe80::/10", "::1"], "fe80::1", true],
    [["fe80::/10", "::1"], "::1", true],
    [["fe80::/10"], "10.0.0.1", false],
    [["10.0.0.0/8"], "nonsense", false],
    [[], "10.0.0.1", false],
  ])("%p have %p: %p", (blocks, address, expected) =>
    expect(new AddressBlocks(blocks).have(address)).toBe(expected),
  );

  test("say the same as node:net", () => {
    const nearby = fc.tuple(fc.constantFrom(10, 192), fc.constantFrom(0, 168), fc.nat(3), fc.nat(255));
    const address = fc.oneof(
      fc.ipV4(),
      nearby.map((parts) => parts.join(".")),
      fc.ipV6(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(address, fc.nat(32)), { maxLength: 4 }), address, (blocks, asked) => {
        const reference = new BlockList();
        const plain = plainAddress(asked);
        // node:net takes an IPv4 address for one of ::/0 as well; a block here is of its own family.
        for (const [network, prefix] of blocks.filter(([block]) => isIP(block) === isIP(plain)))
          reference.addSubnet(network, prefix, isIP(network) === 4 ? "ipv4" : "ipv6");
        const ours = new AddressBlocks(blocks.map(([network, prefix]) => `${network}/${prefix}`));
        expect(isIPv4(plain)).toBe(isIP(plain) === 4);
        expect(ours.have(asked)).toBe(reference.check(plain, isIP(plain) === 4 ? "ipv4" : "ipv6"));
      }),
    );
  });
});
