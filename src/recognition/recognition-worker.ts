import { Turns } from "../platform/background-thread.ts";
import { WorkerChannel } from "../platform/worker-channel.ts";
import { ownPort } from "../platform/worker-process.ts";
import { RuleEngine } from "../rules/rule-engine.ts";
import { openForReading } from "../storage/database.ts";
import { openRecogniser } from "./open-recogniser.ts";
import { machineLanguage } from "./reading-languages.ts";
import { PrintReading } from "./print-reading.ts";
import type { RecognitionOptions } from "./recognition-options.ts";
import type { FromRecognition, ToRecognition } from "./recognition-messages.ts";

/*
 * The Worker that reads pictures, one at a time, long after their prints were acknowledged. It is a process of its own: the
 * engine's memory would not be given back else, and what a hostile picture does to it is done to nothing else. It only
 * reads the database; what it reads in pictures goes to the one writer, between the prints.
 */

declare const self: Worker;

/** How long reading stops when a print came in, milliseconds: another one often follows. */
const PAUSE_MILLISECONDS = 250;

/** How long it stops at most at a time, milliseconds: a till that never rests is read, too. */
const LONGEST_PAUSE_MILLISECONDS = 1000;

/** How often it is told that a picture is being read, milliseconds. */
const TELL_MILLISECONDS = 5000;

let reading: PrintReading | null = null;
let working: Promise<void> | null = null;
let pausedUntil = 0;
let lastTold = -Infinity;

const turns = new Turns();

const channel = new WorkerChannel<FromRecognition, ToRecognition>(ownPort(self), {
  async answer(question) {
    if (question.ask === "pause") pausedUntil = performance.now() + PAUSE_MILLISECONDS;
    else {
      reading ??= readingWith(question.options);
      working ??= reading.readAll().finally(() => (working = null));
      await working;
    }
    return null;
  },
});

function readingWith({ databasePath, modelsFolder }: RecognitionOptions): PrintReading {
  return new PrintReading({
    database: openForReading(databasePath),
    rules: new RuleEngine(databasePath, () => Promise.reject(new Error("rules are only asked here"))),
    open: (languages) => openRecogniser(languages, modelsFolder),
    write: (change) => channel.ask(change),
    note: (note) => channel.tell(note),
    between,
    clock: Date.now,
    machineLanguage: machineLanguage(process.env),
  });
}

/** Tells now and then that it reads. */
function tellProgress(): void {
  const now = performance.now();
  if (now - lastTold < TELL_MILLISECONDS) return;
  lastTold = now;
  channel.tell(null);
}

/** Lets messages in, and waits while prints come in. */
async function between(): Promise<void> {
  await turns.pause();
  tellProgress();
  const latest = performance.now() + LONGEST_PAUSE_MILLISECONDS;
  for (;;) {
    const left = Math.min(pausedUntil, latest) - performance.now();
    if (left <= 0) return;
    await Bun.sleep(left);
  }
}
