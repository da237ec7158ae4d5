import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { TCPSocketListener } from "bun";
import { CUPS_SCHEDULER, whyWithout } from "../../../scripts/check/programs.ts";
import { decodeMessage } from "../../../src/ipp/decode.ts";
import { OPERATION } from "../../../src/ipp/codes.ts";
import { HEALTHY } from "../../../src/domain/printer-status.ts";
import { describeUnless } from "../../describe-unless.ts";
import { IppTestService } from "../../printers/ipp/ipp-server.ts";
import { PrivateCups } from "../../private-cups.ts";
import { RealParts } from "../real-parts.ts";

const ALL_BYTES = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31) % 256);

let parts: RealParts;
beforeEach(async () => {
  parts = await RealParts.start();
});
afterEach(() => parts.end());

describe("a printer on the network, by IPP", () => {
  test("gets every print as it is, in order, and its status is known", async () => {
    const service = new IppTestService();
    const server = service.serve();
    try {
      const till = await parts.addPrinter({
        name: "till",
        target: `ipp://127.0.0.1:${server.port}/ipp/print/till`,
      });
      const id = await parts.print(till, new Uint8Array(ALL_BYTES));
      await parts.print(till, "second\n");
      await parts.settled();
      expect(parts.all()).toMatchObject([1, 2].map(() => ({ state: "done", reason: null })));
      const [first, second] = service.endpoint.jobs;
      expect(Buffer.from(first?.raw ?? []).equals(ALL_BYTES)).toBe(true);
      expect(Buffer.from(second?.raw ?? []).toString()).toBe("second\n");
      expect(first?.label).toBe(`Tillroll ${id}`);
      expect(parts.deliveries.statusOf(till.id)).toEqual(HEALTHY);

      service.endpoint.simulate("paper-end");
      await parts.print(till, "third\n");
      await parts.until(() => parts.all()[2]?.reason === "The printer is out of paper.", "the reason");
      service.endpoint.simulate("online");
      await parts.settled();
      expect(service.endpoint.jobs).toHaveLength(3);
    } finally {
      await server.stop(true);
    }
  });

  test.each([
    [401, "queued", /cannot be reached: it answered HTTP 401/],
    [500, "held", /no answer of IPP: it answered HTTP 500/],
  ])("an answer of HTTP %d to a job leaves it %s", async (status, state, reason) => {
    const service = new IppTestService();
    const ipp = service.serve();
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        const body = await request.bytes();
        const isJob = decodeMessage(body).code === OPERATION.printJob;
        if (isJob) return new Response("no", { status });
        return fetch(`http://127.0.0.1:${ipp.port}/ipp/print/till`, {
          method: "POST",
          headers: { "Content-Type": "application/ipp" },
          body,
        });
      },
    });
    try {
      const till = await parts.addPrinter({
        name: "till",
        target: `ipp://127.0.0.1:${server.port}/ipp/print`,
      });
      await parts.print(till, "first\n");
      await parts.until(() => {
        const [first] = parts.all();
        return first?.state === state && reason.test(first.reason ?? "");
      }, "what becomes of it");
    } finally {
      await Promise.all([server.stop(true), ipp.stop(true)]);
    }
  });

  test.each<[string, (port: number) => string, RegExp]>([
    ["nothing there", () => "ipp://127.0.0.1:1/ipp/print", /cannot be reached: it refused/],
    ["no such queue", (port) => `ipp://127.0.0.1:${port}/ipp/print/nobody`, /no such queue/],
    ["no IPP there", (port) => `ipp://127.0.0.1:${port}/nothing`, /it answered HTTP 404/],
  ])("%s is said", async (_name, target, reason) => {
    const server = new IppTestService().serve();
    try {
      const till = await parts.addPrinter({ name: "till", target: target(server.port ?? 0) });
      await parts.print(till, "first\n");
      await parts.until(() => reason.test(parts.all()[0]?.reason ?? ""), "the reason");
      expect(parts.states()).toEqual(["queued"]);
    } finally {
      await server.stop(true);
    }
  });
});

describeUnless(whyWithout(CUPS_SCHEDULER), "a queue of CUPS", () => {
  let cups: PrivateCups;
  let printer: TCPSocketListener<undefined>;
  let paper = Buffer.alloc(0);
  const before = Bun.env["CUPS_SERVER"];
  beforeAll(async () => {
    cups = await PrivateCups.start();
    const data = (_socket: unknown, bytes: Buffer) => void (paper = Buffer.concat([paper, bytes]));
    printer = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data } });
    await cups.addRaw("receipt", printer.port);
    Bun.env["CUPS_SERVER"] = cups.server;
  });
  afterAll(async () => {
    if (before === undefined) delete Bun.env["CUPS_SERVER"];
    else Bun.env["CUPS_SERVER"] = before;
    await cups.stop();
    printer.stop(true);
  });
  beforeEach(() => {
    paper = Buffer.alloc(0);
  });

  test("gets the bytes as they are, and a job is done when CUPS has printed it", async () => {
    const kitchen = await parts.addPrinter({ name: "kitchen", target: "cups:receipt" });
    await parts.print(kitchen, new Uint8Array(ALL_BYTES));
    await parts.settled();
    expect(parts.all()).toMatchObject([{ state: "done", reason: null }]);
    expect(paper.equals(ALL_BYTES)).toBe(true);
  });

  test("one that is stopped holds up the prints, and they come when it is started", async () => {
    const kitchen = await parts.addPrinter({ name: "kitchen", target: "cups:receipt" });
    await cups.run(["/usr/sbin/cupsdisable", "-r", "new roll", "receipt"]);
    await parts.print(kitchen, "stopped\n");
    await parts.until(
      () => /The queue is stopped.*new roll/.test(parts.all()[0]?.reason ?? ""),
      "the reason",
    );
    await cups.run(["/usr/sbin/cupsenable", "receipt"]);
    await parts.settled();
    expect(paper.toString()).toBe("stopped\n");
  });

  test("a job that is held there is taken back, and comes out once when it is not held any more", async () => {
    const held = (until: string) =>
      cups.run(["/usr/sbin/lpadmin", "-p", "receipt", "-o", `job-hold-until-default=${until}`]);
    await held("indefinite");
    const kitchen = await parts.addPrinter({ name: "kitchen", target: "cups:receipt" });
    await parts.print(kitchen, "held\n");
    await parts.until(() => {
      const [first] = parts.all();
      return first?.state === "queued" && first.attempts > 0 && /held in the queue/.test(first.reason ?? "");
    }, "the job's return");
    await held("no-hold");
    await parts.settled();
    expect(parts.states()).toEqual(["done"]);
    expect(paper.toString()).toBe("held\n");
  });

  test("one that no longer exists is waited for", async () => {
    const kitchen = await parts.addPrinter({ name: "kitchen", target: "cups:nobody" });
    await parts.print(kitchen, "first\n");
    await parts.until(() => /no such queue/.test(parts.all()[0]?.reason ?? ""), "the reason");
    await cups.addRaw("nobody", printer.port);
    await parts.settled();
    expect(paper.toString()).toBe("first\n");
  });
});
