import { standBack } from "../platform/background-thread.ts";
import { TillrollError } from "../domain/errors.ts";
import { Applier } from "./applier.ts";
import type { FromRules, RuleQuestion, RuleWrites, ToRules } from "./rules-messages.ts";
import type { TrialResult } from "./trial.ts";

/*
 * The Worker that applies rules, and the only place where the service has the rule engine. It only reads the database;
 * what it finds goes to the one writer, between the prints.
 */

declare const self: Worker;

/** How long the Worker rests when the writer could not take something, such as on a full disk, milliseconds. */
const RETRY_MILLISECONDS = 5000;

/** Of the time that a step takes, so much again is left to others: there may be no more than two cores. */
const PAUSE_SHARE = 0.5;

/** How long others have the machine between two steps while prints come fast, milliseconds. */
const BUSY_PAUSE_MILLISECONDS = 2000;

/**
 * What is left to others for each print that was filled, milliseconds: a long re-application is not to look like a rush
 * of prints to the search index.
 */
const PAUSE_PER_FILL_MILLISECONDS = 1.5;

let applier: Applier | null = null;
let running = false;
let woken = false;
let isBusy = false;
/** Messages that there was something to do. */
let heard = 0;
let answerWrite: (ok: boolean) => void = () => {};

standBack();

self.onmessage = (event: MessageEvent<ToRules>) => {
  const message = event.data;
  switch (message.kind) {
    case "open":
      applier = new Applier(message.databasePath, write);
      return;
    case "written":
      answerWrite(message.ok);
      return;
    case "wake":
      ({ isBusy } = message);
      break;
    case "question":
      answer(message.number, message.question);
      break;
  }
  heard++;
  woken = true;
  if (!running) void work();
};

function answer(number: number, question: RuleQuestion): void {
  try {
    tell({ kind: "answer", number, result: answerOf(question) });
  } catch (error) {
    if (error instanceof TillrollError) {
      tell({ kind: "refusal", number, code: error.code, message: error.message, data: error.data });
    } else {
      tell({ kind: "refusal", number, code: "UNKNOWN", message: reasonOf(error), data: {} });
    }
  }
}

function answerOf(question: RuleQuestion): TrialResult | null {
  if (applier === null) throw new Error("the Worker has no database");
  if (question.ask === "try") return applier.tryOut(question.workspaceId, question.trial);
  applier.check(question.workspaceId, question.settings, question.replacing);
  return null;
}

async function write(writes: RuleWrites): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  answerWrite = resolve;
  tell({ kind: "write", writes });
  if (!(await promise)) throw new Error("the writer could not take what the rules found");
}

async function work(): Promise<void> {
  if (applier === null) return;
  running = true;
  while (woken) {
    woken = false;
    try {
      await catchUp(applier);
    } catch (error) {
      tell({ kind: "failed", reason: reasonOf(error) });
      await Bun.sleep(RETRY_MILLISECONDS);
      woken = true;
    }
  }
  running = false;
  tell({ kind: "resting", heard });
}

/** New prints first; between them, and when there are none, those that the rules are applied to again. */
async function catchUp(applying: Applier): Promise<void> {
  for (;;) {
    const started = performance.now();
    const fresh = await applying.advance();
    const { prints, filled } = fresh.prints > 0 ? fresh : await applying.advanceAgain();
    if (prints === 0) return;
    const pause = (performance.now() - started) * PAUSE_SHARE;
    await Bun.sleep(
      Math.max(pause, filled * PAUSE_PER_FILL_MILLISECONDS, isBusy ? BUSY_PAUSE_MILLISECONDS : 0),
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function tell(message: FromRules): void {
  self.postMessage(message);
}
