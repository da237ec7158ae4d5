import { expect, test } from "bun:test";
import { reserveForPrinter } from "../../src/http/body-reservation.ts";
import type { Call } from "../../src/http/endpoint.ts";
import { ClientRate } from "../../src/intake/client-rate.ts";
import type { Intake } from "../../src/intake/intake.ts";

test("a document counts for its address as it comes, and what is made of it does not count again", () => {
  const rate = new ClientRate({ bytesPerSecond: 1000, burstBytes: 1000, now: () => 0 });
  let held = 0;
  const reserve = (_client: () => string, bytes: number) => {
    held = bytes;
    return { client: "", grow: (more: number) => void (held += more), [Symbol.dispose]: () => (held = 0) };
  };
  const headers = { "Content-Length": "600" };
  const request = new Request("http://localhost/", { method: "POST", headers });
  const call = { address: "192.0.2.1", request } as Call;
  {
    using reservation = reserveForPrinter(call, { rate, reserve } as unknown as Intake, 10_000);
    reservation.grow(5000);
    expect(rate.waitMilliseconds("192.0.2.1")).toBe(0);
    reservation.coming.grow(600);
    expect(rate.waitMilliseconds("192.0.2.1")).toBeGreaterThan(0);
    expect(held).toBe(6200);
  }
  expect(held).toBe(0);
});
