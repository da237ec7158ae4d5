import { expect, test } from "bun:test";
import { TillrollError } from "../../src/domain/errors.ts";
import { type Sent, WorkerChannel } from "../../src/platform/worker-channel.ts";

type Numbers = Sent<number, string, string>;

type Port = Pick<Worker, "onmessage"> & { postMessage(message: unknown, transfer: ArrayBuffer[]): void };

/** Two ends of a channel: what one posts, the other gets later, cloned as between threads. */
function ports(): [Port, Port] {
  const both: Port[] = [];
  for (const other of [1, 0]) {
    both.push({
      onmessage: null,
      postMessage(message: unknown, transfer: ArrayBuffer[]) {
        const data: unknown = structuredClone(message, { transfer });
        queueMicrotask(() => both[other]?.onmessage?.call(null as never, { data } as MessageEvent));
      },
    });
  }
  return both as [Port, Port];
}

const asWorker = (port: Port) => port as unknown as Worker;

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

test("questions are answered both ways, in any order", async () => {
  const [left, right] = ports();
  const gates = new Map<number, () => void>();
  const here = new WorkerChannel<Numbers, Numbers>(asWorker(left), { answer: (number) => `left ${number}` });
  const there = new WorkerChannel<Numbers, Numbers>(asWorker(right), {
    async answer(number) {
      await new Promise<void>((resolve) => gates.set(number, resolve));
      return `right ${number}`;
    },
  });
  const asked = [here.ask(1), here.ask(2)];
  expect(here.unanswered).toBe(2);
  expect(await there.ask(3)).toBe("left 3");
  gates.get(2)?.();
  expect(await asked[1]).toBe("right 2");
  gates.get(1)?.();
  expect(await asked[0]).toBe("right 1");
  expect(here.unanswered).toBe(0);
});

test("notes come in their order; buffers are handed over", async () => {
  const [left, right] = ports();
  const got: unknown[] = [];
  const here = new WorkerChannel<Sent<never, never, Uint8Array | string>, Sent>(asWorker(left), {});
  const there = new WorkerChannel<Sent, Sent>(asWorker(right), { receive: (note) => got.push(note) });
  const bytes = Uint8Array.of(1, 2);
  here.tell("first");
  here.tell(bytes, [bytes.buffer]);
  await Bun.sleep(0);
  expect(got).toEqual(["first", Uint8Array.of(1, 2)]);
  expect(bytes.byteLength).toBe(0);
  expect(there.unanswered).toBe(0);
});

test.each([
  [new TillrollError("CONFLICT", "not now", { printId: 1 }), { code: "CONFLICT", data: { printId: 1 } }],
  [
    Object.assign(new Error("ENOSPC: no space left"), {
      code: "ENOSPC",
      syscall: "write",
      path: "/mnt/full",
    }),
    { code: "ENOSPC", path: "/mnt/full" },
  ],
  [new TypeError("a fault"), { message: expect.stringContaining("a fault") }],
])("what answering throws is thrown to whoever asked", async (thrown, expected) => {
  const [left, right] = ports();
  const here = new WorkerChannel<Numbers, Numbers>(asWorker(left), {});
  const there = new WorkerChannel<Numbers, Numbers>(asWorker(right), {
    answer() {
      throw thrown;
    },
  });
  const error = await rejection(here.ask(1));
  expect(error).toMatchObject(expected);
  expect(error instanceof TillrollError).toBe(thrown instanceof TillrollError);
  expect(there.unanswered).toBe(0);
});

test("an end fails what was asked, and nothing is heard or said after it", async () => {
  const [left, right] = ports();
  const got: string[] = [];
  const here = new WorkerChannel<Numbers, Numbers>(asWorker(left), { receive: (note) => got.push(note) });
  const there = new WorkerChannel<Numbers, Numbers>(asWorker(right), {
    receive: (note) => got.push(note),
    answer: (number) => String(number),
  });
  const asked = rejection(here.ask(1));
  here.close("the end");
  there.tell("too late");
  here.tell("not sent");
  expect(await asked).toEqual(new Error("the end"));
  await Bun.sleep(0);
  expect(got).toEqual([]);
});
