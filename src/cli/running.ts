import type { Database } from "bun:sqlite";
import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import { findService, type RunningService } from "../platform/running-service.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { openForWriting } from "../storage/database.ts";
import { beginGeneration } from "../storage/generation.ts";
import { COMMAND_USER_HEADER, userName } from "../platform/command-user.ts";
import { dataFolderOf } from "./data.ts";
import type { GivenOptions } from "./options.ts";

/** How long a service on this machine may take to say that it is there, milliseconds. */
const ANSWER_MILLISECONDS = 2000;

/** How often a running service is asked how far it is, milliseconds. */
const ASK_MILLISECONDS = 300;

/** The service that runs on the data folder and answers; `null` when none does. */
export async function answeringService(given: GivenOptions): Promise<RunningService | null> {
  const noted = findService(dataFolderOf(given));
  if (noted === null) return null;
  try {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    const response = await fetch(`${noted.address}/api/me`, { headers: bearer(noted), signal });
    return response.ok ? noted : null;
  } catch {
    return null;
  }
}

/** The headers that make a request one of this machine's administrator, and tell the audit log whose command it is. */
export function bearer({ localToken }: RunningService): Record<string, string> {
  return { Authorization: `Bearer ${localToken}`, [COMMAND_USER_HEADER]: encodeURIComponent(userName()) };
}

/** Asks a running service; a body, even an empty one, makes it a POST. @throws TillrollError when it refuses */
export async function ask<Answer>(service: RunningService, path: string, body?: object): Promise<Answer> {
  const headers = { ...bearer(service), "Content-Type": "application/json" };
  const post = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${service.address}/api${path}`, body === undefined ? { headers } : post);
  const answer = (await response.json()) as Answer & { readonly message?: string };
  if (response.ok) return answer;
  throw new TillrollError("UNKNOWN", answer.message ?? `The service answered ${response.status}.`);
}

/**
 * Shows how far a running service is with some work, until it is done.
 * @param progressOf reads it from an answer; `null` when the work is done
 * @param askAgain asks how far it is now
 * @returns the last answer
 */
export async function follow<Answer>(
  title: string,
  begun: Answer,
  progressOf: (answer: Answer) => Progress | null,
  askAgain: () => Promise<Answer>,
): Promise<Answer> {
  const bar = new ProgressBar(title);
  let answer = begun;
  for (let progress = progressOf(answer); progress !== null; progress = progressOf(answer)) {
    bar.show(progress);
    await Bun.sleep(ASK_MILLISECONDS);
    answer = await askAgain();
  }
  bar.finish();
  return answer;
}

/** Does work on the database of a data folder as its only writer: no service runs there, and none starts meanwhile. */
export async function asOnlyWriter(
  given: GivenOptions,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const folder = dataFolderOf(given);
  await asOwnerOf(folder, async () => {
    const lock = openDataFolder(folder, systemClock());
    try {
      using database = openForWriting(databasePath(folder));
      beginGeneration(database, lock.file);
      await work(database);
    } finally {
      lock.release();
    }
  });
}

/** How far some work is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Characters of the bar. */
const BAR_CHARACTERS = 30;

/** Shows how far something has got, on standard error: one line that changes, or nothing where that is no terminal. */
export class ProgressBar {
  private shown = "";

  constructor(private readonly title: string) {}

  show({ done, total }: Progress): void {
    if (!process.stderr.isTTY) return;
    const share = total === 0 ? 1 : Math.min(done / total, 1);
    const full = Math.round(share * BAR_CHARACTERS);
    const bar = "█".repeat(full) + "░".repeat(BAR_CHARACTERS - full);
    const line = `${this.title} ${bar} ${Math.floor(share * 100)} %`;
    if (line !== this.shown) process.stderr.write(`\r${line}`);
    this.shown = line;
  }

  /** Shows that all is done, and ends the line. */
  finish(): void {
    this.show({ done: 1, total: 1 });
    if (this.shown !== "") process.stderr.write("\n");
  }
}
