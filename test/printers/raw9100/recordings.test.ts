import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { ConnectionDriver, hex } from "./connection-driver.ts";
import { openHost } from "./raw-host.ts";
import { readRecordings, type Recording } from "./recording.ts";

const recordings = readRecordings();

/** What is seen of a printer during a recording. */
function expected({ steps }: Recording) {
  return {
    replies: steps.flatMap((step) => (step.kind === "printer" ? [hex(step.bytes)] : [])),
    jobs: steps.flatMap((step) => (step.kind === "job" ? [`${step.isIncomplete} ${hex(step.bytes)}`] : [])),
    closing: steps.some(({ kind }) => kind === "printer closes") ? "finish" : undefined,
  };
}

function seen(host: ConnectionDriver) {
  return {
    replies: host.replies.map(hex),
    jobs: host.stores.map(({ raw, isIncomplete }) => `${isIncomplete} ${hex(raw)}`),
    closing: host.closing,
  };
}

/** Replays what the host does; `split` cuts what it sends into pieces. */
function replay(
  { steps }: Recording,
  host: ConnectionDriver,
  split: (bytes: Uint8Array) => readonly Uint8Array<ArrayBuffer>[],
) {
  for (const step of steps) {
    if (step.kind === "host") for (const piece of split(step.bytes)) host.send(piece);
    if (step.kind === "silence") host.wait(step.milliseconds);
    if (step.kind === "host ends") host.end();
    if (step.kind === "host breaks") host.break();
  }
}

describe.each(recordings.map((recording) => [recording.name, recording] as const))(
  "%s",
  (_name, recording) => {
    test("step by step", () => {
      const host = new ConnectionDriver();
      replay(recording, host, (bytes) => [Uint8Array.from(bytes)]);
      expect(seen(host)).toEqual(expected(recording));
    });

    test("cut at random places", () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (lengths) => {
          let count = 0;
          const host = new ConnectionDriver();
          replay(recording, host, (bytes) => {
            const pieces: Uint8Array<ArrayBuffer>[] = [];
            for (let from = 0; from < bytes.length;) {
              const length = lengths[count++ % lengths.length] ?? 1;
              pieces.push(Uint8Array.from(bytes.subarray(from, from + length)));
              from += length;
            }
            return pieces;
          });
          expect(seen(host)).toEqual(expected(recording));
        }),
        { numRuns: 30 },
      );
    });

    test("over a socket", async () => {
      const endpoint = new FakeEndpoint();
      const host = await openHost(endpoint);
      let jobs = 0;
      for (const step of recording.steps) {
        switch (step.kind) {
          case "host":
            host.send(step.bytes);
            break;
          case "printer":
            expect(hex(await host.read(step.bytes.length))).toBe(hex(step.bytes));
            break;
          case "silence":
            await host.settle();
            host.passTime(step.milliseconds);
            await host.settle();
            break;
          case "job": {
            jobs++;
            await host.until(() => endpoint.jobs.length >= jobs);
            const job = endpoint.jobs[jobs - 1];
            expect(hex(job?.raw ?? new Uint8Array())).toBe(hex(step.bytes));
            expect(job?.isIncomplete).toBe(step.isIncomplete);
            break;
          }
          case "host ends":
            host.end();
            break;
          case "host breaks":
            await host.settle();
            host.reset();
            break;
          case "printer closes":
            expect(await host.closing).toBe("end");
            break;
        }
      }
      await host.stop();
      expect(endpoint.jobs).toHaveLength(jobs);
      expect(hex(host.unread)).toBe("");
      expect(endpoint.rooms).toBe(0);
    });
  },
);
