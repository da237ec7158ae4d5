import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Socket, TCPSocketListener } from "bun";
import { HANDED_OVER, LpdLink } from "../../src/delivery/lpd/lpd-link.ts";
import { listenLpd } from "../../src/printers/lpd/protocol.ts";
import { MemoryEndpoint } from "../printers/lpd/memory-endpoint.ts";
import { RealParts, TEST_TIMES } from "./real-parts.ts";

let parts: RealParts;
beforeEach(async () => {
  parts = await RealParts.start();
});
afterEach(() => parts.end());

test("our own intake gets every print as it is, in order", async () => {
  const endpoint = new MemoryEndpoint();
  const resolve = (queue: string) => (queue === "Bar 1" ? endpoint : null);
  const listener = listenLpd({ resolve, host: "127.0.0.1", port: 0, log: { write() {} } });
  try {
    const bar = await parts.addPrinter({ name: "bar", target: `lpd://127.0.0.1:${listener.port}/Bar%201` });
    const all = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256);
    const id = await parts.print(bar, new Uint8Array(all));
    await parts.print(bar, "second\n");
    await parts.settled();
    expect(endpoint.jobs.map(({ raw }) => Buffer.from(raw).toString("latin1"))).toEqual([
      Buffer.from(all).toString("latin1"),
      "second\n",
    ]);
    expect(endpoint.jobs[0]).toMatchObject({ label: `Tillroll ${id}`, isIncomplete: false });
    expect(parts.all()).toMatchObject([
      { state: "done", reason: HANDED_OVER },
      { state: "done", reason: HANDED_OVER },
    ]);
  } finally {
    await listener.stop();
  }
});

/** How often a scripted print server has answered on a connection. */
interface Session {
  answers: number;
  received: number;
}

/** A print server that answers each step as it is told: the fifth answer is that for the job. */
function printServer(answers: readonly (number | "close")[]): TCPSocketListener<Session> {
  const step = (socket: Socket<Session>) => {
    const answer = answers[socket.data.answers++];
    if (answer === "close") socket.end();
    else if (answer !== undefined) socket.write(Uint8Array.of(answer));
  };
  return Bun.listen<Session>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => {
        socket.data = { answers: 0, received: 0 };
      },
      // Each step is answered before the next is sent; the job ends with a zero.
      data: (socket, bytes) => {
        if (socket.data.answers < 4 || bytes.at(-1) === 0) step(socket);
      },
    },
  });
}

describe("what the answers of a print server mean", () => {
  test.each<[string, (number | "close")[], string, RegExp]>([
    ["no such queue", [1], "queued", /does not take the job for its queue lp \(it answered 1\)/],
    ["no room for the job", [0, 0, 0, 2], "queued", /it answered 2/],
    ["the job is not taken", [0, 0, 0, 0, 1], "failed", /it answered 1/],
    ["it goes away before the job", [0, 0, "close"], "queued", /closed the connection/],
    ["it goes away with the job", [0, 0, 0, 0, "close"], "held", /closed the connection/],
  ])("%s", async (_name, answers, state, reason) => {
    const server = printServer(answers);
    try {
      const bar = await parts.addPrinter({ name: "bar", target: `lpd://127.0.0.1:${server.port}/lp` });
      await parts.print(bar, "first\n");
      await parts.until(() => {
        const [first] = parts.all();
        return first?.state === state && first.attempts > 0 && reason.test(first.reason ?? "");
      }, "what becomes of it");
    } finally {
      server.stop(true);
    }
  });

  test("one that is not there is waited for", async () => {
    const bar = await parts.addPrinter({ name: "bar", target: "lpd://127.0.0.1:1/lp" });
    await parts.print(bar, "first\n");
    await parts.until(() => /cannot be reached: it refused/.test(parts.all()[0]?.reason ?? ""), "the reason");
  });
});

test("a job that is given up while the print server is being called is not handed over", async () => {
  const server = printServer([0, 0, 0, 0, 0]);
  try {
    const link = new LpdLink(
      { kind: "lpd", host: "127.0.0.1", port: server.port, queue: "lp" },
      { language: "escpos", times: TEST_TIMES, random: () => 0, onStatus() {}, onTrouble() {} },
    );
    const send = () =>
      link.send(Buffer.from("first\n"), { id: 1, printId: 1, createdAt: 0, mediaType: null });
    const sending = send();
    link.abort("It was cancelled.");
    expect(await sending).toEqual({ kind: "untouched", reason: "It was cancelled." });
    expect(await send()).toMatchObject({ kind: "printed" });
  } finally {
    server.stop(true);
  }
});
