import { afterEach, expect, test } from "bun:test";
import type { Sent } from "../../src/platform/worker-channel.ts";
import { type StartedWorker, WorkerThread } from "../../src/platform/worker-thread.ts";
import { until } from "../until.ts";

type Words = Sent<string, string, string>;

/** A Worker that does with a question what the test says. */
class StandIn implements StartedWorker {
  onmessage: StartedWorker["onmessage"] = null;
  onerror: StartedWorker["onerror"] = null;
  isEnded = false;

  constructor(private readonly work: (message: { readonly number: number }, worker: StandIn) => void) {
    started.push(this);
  }

  postMessage(message: { readonly number: number }): void {
    this.work(message, this);
  }

  say(data: unknown): void {
    this.onmessage?.(new MessageEvent("message", { data }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

let started: StandIn[] = [];
let deaths: string[] = [];
afterEach(() => ([started, deaths] = [[], []]));

function threadOf(work: ConstructorParameters<typeof StandIn>[0], silenceMilliseconds: number) {
  return new WorkerThread<Words, Words>(
    {
      entry: "recognition/recognition-worker",
      silenceMilliseconds,
      answer: (question) => Bun.sleep(120).then(() => `late ${question}`),
      onDeath: (reason) => deaths.push(reason),
    },
    () => new StandIn(work),
  );
}

const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: Error) => error.message,
  );

test("a Worker that says nothing is ended, and the next question starts another", async () => {
  const thread = threadOf(({ number }, worker) => {
    if (started.length > 1) worker.say({ kind: "answer", number, answer: "here" });
  }, 20);
  expect(await reasonOf(thread.ask("there?"))).toBe("it said nothing for 20 ms");
  expect(deaths).toEqual(["it said nothing for 20 ms"]);
  expect(started.map(({ isEnded }) => isEnded)).toEqual([true]);
  expect(await thread.ask("there?")).toBe("here");
  thread.end("the test is over");
});

test("a Worker that tells something now and then may take long", async () => {
  const thread = threadOf(({ number }, worker) => {
    let told = 0;
    const timer = setInterval(() => {
      worker.say({ kind: "note", note: "working" });
      if (++told < 20) return;
      clearInterval(timer);
      worker.say({ kind: "answer", number, answer: "done" });
    }, 10);
  }, 150);
  expect(await thread.ask("work")).toBe("done");
  thread.end("the test is over");
});

test("a Worker that waits for an answer itself is not silent", async () => {
  let question = 0;
  const thread = threadOf((message, worker) => {
    const { kind, number } = message as { kind: string; number: number };
    if (kind === "question") {
      question = number;
      worker.say({ kind: "question", number: 1, question: "write" });
    } else worker.say({ kind: "answer", number: question, answer: "written" });
  }, 40);
  expect(await thread.ask("work")).toBe("written");
  expect(deaths).toEqual([]);
  thread.end("the test is over");
});

test("a Worker that dies fails what was asked", async () => {
  const thread = threadOf(
    (_, worker) => worker.onerror?.(new ErrorEvent("error", { message: "out of memory" })),
    1000,
  );
  expect(await reasonOf(thread.ask("there?"))).toBe("out of memory");
  await until(() => deaths.length > 0);
  expect(deaths).toEqual(["out of memory"]);
});
