import { standBack } from "../../platform/background-thread.ts";
import type { IndexStep } from "../../storage/index-writer.ts";
import { Indexer } from "./indexer.ts";
import type { FromIndexer, ToIndexer } from "./indexing-messages.ts";

/*
 * The Worker that builds the search index. It only reads the database; each step of writing goes to the one writer,
 * between the prints.
 */

declare const self: Worker;

/** How long the Worker rests when the writer could not take a step, such as on a full disk, milliseconds. */
const RETRY_MILLISECONDS = 5000;

/** Of the time that indexing takes, so much again is left to others: there may be no more than two cores. */
const PAUSE_SHARE = 0.5;

/** How often some text is decoded while prints come fast, milliseconds. */
const BUSY_TEXT_MILLISECONDS = 10_000;

standBack();

let indexer: Indexer | null = null;
let running = false;
/** Whether what a crash has left half done is removed. */
let isClean = false;
let woken = false;
let isBusy = false;
const rebuilds: number[] = [];
/** Messages that there was something to do. */
let heard = 0;
let answerStep: (result: number | null) => void = () => {};

self.onmessage = (event: MessageEvent<ToIndexer>) => {
  const message = event.data;
  switch (message.kind) {
    case "open":
      indexer = new Indexer(message.databasePath, runStep);
      break;
    case "ran":
      answerStep(message.result);
      return;
    case "damage":
      indexer?.noteDamage(message.workspaceId, message.segmentId);
      break;
    case "rebuild":
      rebuilds.push(message.workspaceId);
      break;
    case "wake":
      ({ isBusy } = message);
      break;
  }
  if (message.kind !== "open") heard++;
  woken = true;
  if (!running) void work();
};

async function runStep(step: IndexStep): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  answerStep = resolve;
  tell({ kind: "step", step });
  const result = await promise;
  if (result === null) throw new Error("the writer could not take a step of the search index");
  return result;
}

async function work(): Promise<void> {
  if (indexer === null) return;
  running = true;
  while (woken) {
    woken = false;
    try {
      if (!isClean) await indexer.cleanUp();
      isClean = true;
      await rebuildAsked(indexer);
      await catchUp(indexer);
    } catch (error) {
      tell({
        kind: "failed",
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      await Bun.sleep(RETRY_MILLISECONDS);
      isClean = false;
      woken = true;
    }
  }
  running = false;
  tell({ kind: "resting", heard });
}

async function rebuildAsked(builder: Indexer): Promise<void> {
  for (let workspaceId = rebuilds.shift(); workspaceId !== undefined; workspaceId = rebuilds.shift()) {
    for await (const progress of builder.rebuild(workspaceId)) tell({ kind: "progress", ...progress });
  }
}

let lastText = 0;

async function catchUp(builder: Indexer): Promise<void> {
  for (;;) {
    const started = performance.now();
    // Now and then also while prints come fast, or a till that never rests would never have its text read.
    const withText = !isBusy || started - lastText > BUSY_TEXT_MILLISECONDS;
    if (withText) lastText = started;
    if ((await builder.advance(withText)) === 0) return;
    await Bun.sleep((performance.now() - started) * PAUSE_SHARE);
    if (rebuilds.length > 0) await rebuildAsked(builder);
  }
}

function tell(message: FromIndexer): void {
  self.postMessage(message);
}
