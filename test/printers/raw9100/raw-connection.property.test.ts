import { expect, test } from "bun:test";
import fc from "fast-check";
import type { PrinterLanguage } from "../../../src/escpos/language.ts";
import { SIMULATED_STATES } from "../../../src/domain/printer-status.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { bytes, ConnectionDriver, hex } from "./connection-driver.ts";

/** Commands that jobs are made of, requests among them, and beginnings of commands. */
const PARTS = [
  `"Total 1.00"`,
  "0A",
  "1B 40",
  "1D 56 00",
  "1D 56 42 10",
  "1B 70 00 19 FA",
  "1D 76 30 00 03 00 02 00 10 04 01 1D 72 01",
  "1D 28 6B 03 00 31 51 30",
  "10 04 01",
  "10 04 04",
  "10 04 07 01",
  "10 14 07 01",
  "1D 72 01",
  "1D 49 42",
  "1D 49 43",
  "1D 61 FF",
  "1B 76",
  "1D 28 48 06 00 30 30 31 32 33 34",
  "1D 28 45 03 00 01 49 4E",
  "1D 28 45 02 00 06 03",
  "1D 28 4C 0C 00 30 43 30 41 42 01 08 00 01 00 31 FF",
  "1D 28 4C 04 00 30 40 4B 43",
  "06",
  "15",
  "18",
  "1D 28 43 07 00 00 01 00 41 42 43 44",
  "1D 28 43 05 00 00 02 00 41 42",
  "1B 3D 02",
  "1B 3D 01",
  "1B",
  "1D 28",
  "00",
  "1D 38 4C FF FF 00 00 30 70",
].map(bytes);

/** As {@link PARTS}, of Star's. */
const STAR_PARTS = [
  `"Total 1.00"`,
  "0A",
  "1B 40",
  "1B 64 03",
  "1B 69 01 01",
  "1B 1D 61 01",
  "1B 07 0A 0A 07",
  "1C",
  "05",
  "04",
  "17",
  "18",
  "1B 06 01",
  "1B 1E 61 01",
  "1B 1E 61 00",
  "1B 1E 45 00",
  "1B 1D 03 01 00 00",
  "10 04 02 1B 06 01 1B 40",
  `1B 1D 79 44 31 00 02 00 "QR" 1B 1D 79 49`,
  "1B 2A 72 41",
  "62 03 00 04 05 17",
  "6B 01 00 FF",
  "1B 0C 04",
  "1B 2A 72 42",
  "1B 58 01 00 05 04 17",
  "1B",
  "1B 1D",
  "00",
].map(bytes);

const streamOf = (commands: readonly Uint8Array[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...commands), fc.uint8Array({ maxLength: 6 })), { maxLength: 25 })
    .map((parts) => Uint8Array.from(Buffer.concat(parts)));

const stream = fc.oneof(
  { weight: 2, arbitrary: streamOf(PARTS) },
  { weight: 1, arbitrary: streamOf(STAR_PARTS) },
);

const language = fc.constantFrom<PrinterLanguage>("escpos", "star-line");

const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });

function send(host: ConnectionDriver, sent: Uint8Array, lengths: readonly number[]): void {
  let index = 0;
  for (let from = 0; from < sent.length;) {
    const to = from + (lengths[index++ % lengths.length] ?? 1);
    host.send(Uint8Array.from(sent.subarray(from, to)));
    from = to;
  }
}

test("replies and jobs are the same however the bytes are cut", () => {
  fc.assert(
    fc.property(
      stream,
      cuts,
      fc.constantFrom("online", "near-end", "paper-end"),
      language,
      (sent, lengths, state, speaks) => {
        const seen = [[Number.POSITIVE_INFINITY], lengths].map((pieces) => {
          const endpoint = new FakeEndpoint();
          endpoint.language = speaks;
          endpoint.simulate(state);
          endpoint.maximumJobBytes = 120;
          const host = new ConnectionDriver(endpoint, false);
          send(host, sent, pieces);
          const inOrder = host.order.filter((kind) => kind === "store" || kind === "spool");
          const before = host.said;
          // Storing takes as long as it takes: what is answered at once does not depend on it.
          for (let count = 0; count < inOrder.length; count++) host.complete();
          endpoint.simulate("online");
          host.end();
          for (let count = 0; count < 50; count++) host.complete();
          const jobs = host.stores.map(({ raw, isIncomplete }) => `${isIncomplete} ${hex(raw)}`);
          const parts = host.spools.map(({ part }) => hex(part));
          return { before, said: host.said, jobs, parts, closing: host.closing };
        });
        expect(seen[1]).toEqual(seen[0] as (typeof seen)[0]);
      },
    ),
    { numRuns: 400 },
  );
});

test("every byte is in a job, was never worth one, or was refused; memory is bounded; nothing throws", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: stream.map((sent) => ({ do: "send" as const, sent })) },
    {
      weight: 2,
      arbitrary: fc.integer({ min: 1, max: 12_000 }).map((time) => ({ do: "wait" as const, time })),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom("complete" as const, "fail" as const).map((name) => ({ do: name })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...SIMULATED_STATES).map((state) => ({ do: "simulate" as const, state })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("end" as const, "break" as const, "stop" as const)
        .map((name) => ({ do: name })),
    },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), cuts, language, (steps, lengths, speaks) => {
      const endpoint = new FakeEndpoint();
      endpoint.language = speaks;
      endpoint.maximumJobBytes = 400;
      const host = new ConnectionDriver(endpoint, false);
      let everything = "";
      for (const action of steps) {
        if (action.do === "send") {
          send(host, action.sent, lengths);
          everything += Buffer.from(action.sent).toString("latin1");
        } else if (action.do === "wait") host.wait(action.time);
        else if (action.do === "simulate") endpoint.simulate(action.state);
        else host[action.do]();
        expect(host.connection.jobs.heldBytes).toBeLessThanOrEqual(400 + 9 + everything.length);
      }
      // Jobs are pieces of what was sent, in their order, none of them twice.
      let from = 0;
      for (const job of host.jobs) {
        const at = everything.indexOf(job, from);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(job.length).toBeLessThanOrEqual(400);
        from = at + job.length;
      }
      host.break();
      for (let count = 0; count < 100; count++) host.complete();
      expect(host.connection.jobs.heldBytes).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test("a flood of anything holds no more than a job may have", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 500, maxLength: 4000 }),
      fc.integer({ min: 1, max: 700 }),
      (sent, size) => {
        const endpoint = new FakeEndpoint();
        endpoint.maximumJobBytes = 1000;
        const host = new ConnectionDriver(endpoint);
        for (let round = 0; round < 20; round++) {
          send(host, sent, [size]);
          expect(host.connection.jobs.heldBytes).toBeLessThanOrEqual(1000);
        }
      },
    ),
    { numRuns: 50 },
  );
});
