import { describe, expect, test } from "bun:test";
import { allowOriginAdvice } from "../../src/domain/origin-refusal.ts";
import { judgeOrigin, type OriginVerdict } from "../../src/domain/origin-verdict.ts";
import { isPrivateOrigin, readOrigin } from "../../src/domain/origin.ts";

test.each([
  ["https://pos.example", "https://pos.example"],
  ["https://POS.example:443/", "https://pos.example"],
  ["http://pos.example:8069", "http://pos.example:8069"],
  ["http://[FE80::1]:80", "http://[fe80::1]"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["capacitor://localhost", "capacitor://localhost"],
  ["chrome-extension://abcdefgh", "chrome-extension://abcdefgh"],
  ["null", null],
  ["", null],
  ["pos.example", null],
  ["file://", null],
  ["file://server", null],
  ["https://pos.example/shop", null],
  ["https://pos.example?", null],
  ["https://pos.example#", null],
  ["https://user@pos.example", null],
  ["https://pos.example:99999", null],
  ["http://300.1.1.1", null],
  ["https://pos.example, http://localhost", null],
  ["http://localhost,http://evil.example", null],
  // The owner is shown a command with the origin in it.
  ["http://a$(reboot).evil.example", null],
  ["http://a;reboot;.evil.example", null],
  ["http://`reboot`.evil.example", null],
  ["http://a'b.evil.example", null],
  ["x://a$(reboot)", null],
  ["http:\\\\localhost", null],
  [`https://${"a".repeat(300)}.example`, null],
])("the origin %p is %p", (text, origin) => expect(readOrigin(text)).toBe(origin));

test.each([
  ["http://127.0.0.1", true],
  ["http://127.9.9.9:80", true],
  ["http://10.1.2.3", true],
  ["http://172.16.0.1", true],
  ["http://172.31.255.255", true],
  ["https://192.168.1.9:8443", true],
  ["http://169.254.1.1", true],
  ["http://[::1]:3000", true],
  ["http://[fe80::1]", true],
  ["http://[fd12:3456::1]", true],
  ["http://[fc00::1]", true],
  ["http://[::ffff:192.168.1.1]", true],
  ["http://localhost:3000", true],
  ["http://shop.localhost", true],
  ["http://pos", true],
  ["https://pos.local", true],
  ["https://pos.local.", true],
  ["http://pos.lan:8069", true],
  ["http://pos.home.arpa", true],
  ["https://pos.internal", true],
  ["http://11.0.0.1", false],
  ["http://172.15.0.1", false],
  ["http://172.32.0.1", false],
  ["http://192.169.0.1", false],
  // Of carriers, shared by strangers.
  ["http://100.64.0.1", false],
  ["http://0.0.0.0", false],
  ["http://[::]", false],
  ["http://[2001:db8::1]", false],
  ["http://[fec0::1]", false],
  ["http://[fe00::1]", false],
  ["http://[::ffff:203.0.113.1]", false],
  ["https://pos.example", false],
  ["https://127.0.0.1.nip.io", false],
  ["https://localhost.example", false],
  ["https://lan", true],
  ["https://pos.lan.example", false],
  ["https://notlocal", true],
  ["https://evil-local.example", false],
  // Hosts of other schemes are no hosts of the network.
  ["capacitor://localhost", false],
  ["chrome-extension://abcdefgh", false],
])("%s is of the private network: %p", (text, isPrivate) => {
  const origin = readOrigin(text);
  expect(origin).not.toBeNull();
  expect(isPrivateOrigin(origin ?? "")).toBe(isPrivate);
});

describe("who prints", () => {
  const NOW = 1_000_000;
  const PUBLIC = "https://pos.example";
  const own = (origin: string) => origin === "https://tills.example";
  const page = (origin: string | null) => ({ is: "page", origin }) as const;
  const none = { allowOrigins: [], pairingUntil: null };
  const listed = { allowOrigins: [PUBLIC], pairingUntil: null };
  const paired = { allowOrigins: [], pairingUntil: NOW + 1 };

  test.each([
    ["a program", { is: "program" } as const, none, "print"],
    ["a private page", page("http://192.168.1.9"), none, "print"],
    ["this machine's page", page("https://tills.example"), none, "print"],
    ["a public page", page(PUBLIC), none, "refuse"],
    ["a page without an origin", page(null), none, "refuse"],
    ["a listed page", page(PUBLIC), listed, "print"],
    ["the same host, another scheme", page("http://pos.example"), listed, "refuse"],
    ["the same host, another port", page(`${PUBLIC}:8443`), listed, "refuse"],
    ["a part of the name", page("https://xpos.example"), listed, "refuse"],
    ["a public page while pairing", page(PUBLIC), paired, "pair"],
    ["a private page while pairing", page("http://pos.lan"), paired, "print"],
    ["a page without an origin while pairing", page(null), paired, "refuse"],
    ["a public page when the hour is over", page(PUBLIC), { allowOrigins: [], pairingUntil: NOW }, "refuse"],
    [
      "another page than the listed one, while pairing",
      page("https://evil.example"),
      { ...listed, pairingUntil: NOW + 1 },
      "refuse",
    ],
  ] satisfies [string, object, object, OriginVerdict][])("%s", (_name, requester, printer, verdict) => {
    expect(judgeOrigin(requester, printer, own, NOW)).toBe(verdict);
  });

  test("in less than a microsecond where the requester is a program, in a few where it is a page", () => {
    const time = (requester: Parameters<typeof judgeOrigin>[0]) => {
      const started = performance.now();
      for (let index = 0; index < 100_000; index++) judgeOrigin(requester, none, own, NOW);
      return ((performance.now() - started) * 1000) / 100_000;
    };
    expect(time({ is: "program" })).toBeLessThan(1);
    expect(time(page(PUBLIC))).toBeLessThan(50);
  });
});

test("the owner is told the whole command, the origins that print already included", () => {
  const printer = { name: "bar", allowOrigins: ["https://a.example"] };
  expect(allowOriginAdvice(printer, "https://b.example")).toBe(
    "tillroll printer update bar --allow-origin https://a.example --allow-origin https://b.example",
  );
  expect(allowOriginAdvice(printer, null)).toContain("from a file");
});
