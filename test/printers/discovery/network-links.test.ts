import { describe, expect, test } from "bun:test";
import { linkOf, networkLinks } from "../../../src/printers/discovery/network/network-links.ts";

const v4 = (address: string, internal = false) => ({
  address,
  netmask: "255.255.255.0",
  family: "IPv4" as const,
  mac: "02:fc:00:00:00:01",
  internal,
  cidr: `${address}/24`,
});
const v6 = (address: string, scopeid: number, internal = false) => ({
  address,
  netmask: "ffff:ffff:ffff:ffff::",
  family: "IPv6" as const,
  mac: "02:fc:00:00:00:01",
  internal,
  cidr: `${address}/64`,
  scopeid,
});

const INTERFACES: Parameters<typeof networkLinks>[1] = {
  lo: [v4("127.0.0.1", true), v6("::1", 0, true)],
  eth0: [v4("192.0.2.2"), v6("2001:db8::2", 0), v6("fe80::2", 4)],
  wlan0: [v4("198.51.100.2"), v4("198.51.100.3")],
};

const addresses = (host: string, withLoopback = false) =>
  Object.fromEntries(networkLinks(host, INTERFACES, withLoopback).map(({ id, addresses: all }) => [id, all]));

describe("what is announced is what can be reached", () => {
  for (const [host, expected] of [
    ["0.0.0.0", { eth0: ["192.0.2.2"], wlan0: ["198.51.100.2", "198.51.100.3"] }],
    ["::", { eth0: ["192.0.2.2", "2001:db8::2", "fe80::2"], wlan0: ["198.51.100.2", "198.51.100.3"] }],
    ["198.51.100.3", { wlan0: ["198.51.100.3"] }],
    ["127.0.0.1", {}],
  ] as const) {
    test(`when the service listens on ${host}`, () => expect(addresses(host)).toEqual(expected as never));
  }

  test("and nothing on an interface that is known by another address", () => {
    expect(networkLinks("198.51.100.3", INTERFACES)[0]?.ipv4).toBe("198.51.100.3");
  });
});

test("a message's link is known by its sender", () => {
  const links = networkLinks("::", INTERFACES);
  for (const [sender, link] of [
    ["192.0.2.77", "eth0"],
    ["198.51.100.77", "wlan0"],
    ["203.0.113.1", undefined],
    ["2001:db8::77", "eth0"],
    ["2001:db8:1::77", undefined],
    ["fe80::77%eth0", "eth0"],
    ["fe80::77%tun0", undefined],
    ["127.0.0.1", undefined],
  ] as const) {
    expect(linkOf(links, sender)?.id).toBe(link as never);
  }
});
