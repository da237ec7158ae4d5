import { describe, expect, test } from "bun:test";
import { hostOfAuthority, isHostName, machineNames } from "../../src/domain/host-name.ts";
import { HostPolicy } from "../../src/http/host-policy.ts";

const NAMES = ["tills.example", ...machineNames("Shop-PC.corp.example.")];

test.each([
  // Programs that speak HTTP/1.0.
  [null, true],
  ["", true],
  ["127.0.0.1", true],
  ["127.0.0.1:9180", true],
  ["192.168.1.5:80", true],
  ["203.0.113.7", true],
  ["[::1]", true],
  ["[::1]:9180", true],
  ["[fe80::1%25eth0]:9180", true],
  ["[2001:db8::7]", true],
  ["localhost", true],
  ["LOCALHOST.:9180", true],
  ["tillroll.localhost:9180", true],
  ["shop-pc", true],
  ["Shop-PC:9180", true],
  ["shop-pc.local", true],
  ["SHOP-PC.LOCAL.:9180", true],
  ["shop-pc.corp.example", true],
  ["shop-pc.corp.example.", true],
  ["tills.example", true],
  ["Tills.Example:443", true],
  ["evil.example", false],
  ["evil.example:9180", false],
  ["localhost.evil.example", false],
  ["notlocalhost", false],
  ["127.0.0.1.evil.example", false],
  ["127.0.0.1.nip.io", false],
  ["1.2.3.256", false],
  ["shop-pc.evil.example", false],
  ["other.local", false],
  ["a.tills.example", false],
  ["evil.example, 127.0.0.1", false],
  ["127.0.0.1, evil.example", false],
  ["evil.example@127.0.0.1", false],
  ["[::1].evil.example", false],
  ["[evil.example]", false],
  [" ", false],
])("the Host %p is this machine's: %p", (header, isOurs) => {
  const policy = new HostPolicy(() => NAMES);
  expect(policy.admits(header)).toBe(isOurs);
  // The second time from memory.
  expect(policy.admits(header)).toBe(isOurs);
});

test("names are looked at anew: the network may have given the machine another one", () => {
  const names = ["shop-pc.local"];
  const policy = new HostPolicy(() => names);
  expect(policy.admits("shop-pc-2.local")).toBe(false);
  names.push("shop-pc-2.local");
  expect(policy.admits("shop-pc-2.local")).toBe(true);
});

test("any number of hosts is admitted without being remembered for ever, in less than a microsecond each", () => {
  const policy = new HostPolicy(() => NAMES);
  for (let index = 0; index < 100_000; index++) policy.admits(`10.0.${index % 256}.${index % 251}:${index}`);
  const started = performance.now();
  for (let index = 0; index < 1_000_000; index++) policy.admits("192.168.1.5:9180");
  const microseconds = ((performance.now() - started) * 1000) / 1_000_000;
  // It is some hundredths; a machine that does much else is slower.
  expect(microseconds).toBeLessThan(1);
});

describe("names", () => {
  test.each([
    ["shop-pc", ["shop-pc", "shop-pc.local"]],
    ["Shop-PC.local", ["shop-pc.local", "shop-pc"]],
    ["shop.corp.example", ["shop.corp.example", "shop", "shop.local"]],
    ["", []],
  ])("a machine that calls itself %p", (hostName, names) => {
    expect(machineNames(hostName)).toEqual(names);
  });

  test.each([
    ["tills.example", true],
    ["tills", true],
    ["my_pc.local.", true],
    ["http://tills.example", false],
    ["tills.example:80", false],
    ["*.example", false],
    ["", false],
    ["a..b", false],
  ])("%p can be given as --hostname: %p", (text, can) => expect(isHostName(text)).toBe(can));

  test.each([
    ["a.example:80", "a.example"],
    ["[::1]:80", "[::1]"],
    ["[::1]", "[::1]"],
    ["A.:", "a"],
  ])("the host of %p", (authority, host) => expect(hostOfAuthority(authority)).toBe(host));
});
