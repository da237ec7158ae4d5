import { closeSync, cpSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { createToken, ServiceProcess } from "../service/service-process.ts";
import { type FlipJudgement, type FlipVerdict, judge } from "./flip-verdict.ts";
import { readIndexState } from "./index-state.ts";
import { isDeleted, SEARCHES, storePrints } from "./many-prints.ts";
import { type PageOwner, pageOwners } from "./page-owners.ts";
import { SeededRandom } from "./random.ts";
import { type Answers, askEverything, type Questions } from "./served-answers.ts";

/** Enough for a segment of the search index, and a tail. */
const PRINTS = 4300;
const CLOSELY_EVERY = 97;
/** What is stored of prints. */
const TABLES_OF_PRINTS = ["print", "print_data"];
const INDEX_MILLISECONDS = 120_000;

/** Of the log: a header, then frames of a header and a page each (https://sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

export interface FlipOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly seed: number;
  /** How many bits are flipped, each in files of its own. */
  readonly flips: number;
  /** Each which print is asked for by itself; 1 for all. */
  readonly aloneEvery?: number;
  /** Told of every flip. */
  readonly onRound?: (line: string) => void;
}

export interface FlipReport {
  /** How many flips ended so. */
  readonly verdicts: Readonly<Record<FlipVerdict, number>>;
  /** Every flip by which something wrong was served, in words. */
  readonly faults: readonly string[];
}

/** A bit of a file. */
interface Flip {
  readonly file: "tillroll.sqlite" | "tillroll.sqlite-wal";
  /** Byte of the file. */
  readonly offset: number;
  readonly bit: number;
  /** Where that is, in words. */
  readonly place: string;
}

/**
 * Flips one bit at a time in the files of a database that was killed in its work, its log and search index included, starts
 * the service on it, and asks for everything: what is damaged must be told to be so, and nothing wrong be served as true.
 */
export async function runFlips(options: FlipOptions): Promise<FlipReport> {
  const { command, folder, seed, flips, aloneEvery = 1, onRound } = options;
  const random = new SeededRandom(seed);
  const whole = join(folder, "whole");
  const prints = await prepare(command, whole);
  const questions = {
    prints,
    alone: prints.filter((id) => id % aloneEvery === 0),
    closely: prints.filter((id) => id % CLOSELY_EVERY === 0),
    searches: SEARCHES,
  };
  const truth = await stableAnswers(command, whole, folder, questions);
  const verdicts: Record<FlipVerdict, number> = { harmless: 0, named: 0, refused: 0, stopped: 0, wrong: 0 };
  const faults: string[] = [];
  const owners = ownersOf(whole, folder);
  for (let number = 1; number <= flips; number++) {
    const flip = chooseFlip(whole, owners, number, random);
    const judgement = await flipOnce(command, whole, join(folder, "flipped"), flip, truth, questions);
    verdicts[judgement.verdict]++;
    const line = `flip ${number}: ${flip.place}, byte ${flip.offset} bit ${flip.bit} of ${flip.file}: ${judgement.verdict}`;
    onRound?.(judgement.why === "" ? line : `${line}: ${judgement.why}`);
    if (judgement.verdict === "wrong") faults.push(`${line}: ${judgement.why}`);
  }
  return { verdicts, faults };
}

/** Makes a database with everything, and kills the service so that a part is in the log. @returns the ids of its prints */
async function prepare(command: readonly string[], dataFolder: string): Promise<number[]> {
  await createToken(command, dataFolder);
  {
    using database = openForWriting(databasePath(dataFolder));
    storePrints(database, PRINTS);
  }
  const service = await ServiceProcess.start({ command, dataFolder });
  await untilIndexed(dataFolder, service);
  // What an orderly stop folds into the file is then at rest; what comes after it is in the log.
  await service.stop();
  const again = await ServiceProcess.start({ command, dataFolder });
  const ids = idsOf(dataFolder);
  for (const id of ids.slice(-40)) if (!isDeleted(id)) await change(again, id);
  await again.kill();
  return ids;
}

async function change(service: ServiceProcess, id: number): Promise<void> {
  const headers = { Authorization: `Bearer ${service.localToken}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ label: `Relabelled ${id}` });
  const response = await fetch(`${service.workspaceAddress}/prints/${id}`, {
    method: "PATCH",
    headers,
    body,
  });
  if (!response.ok)
    throw new Error(`a print could not be changed: ${response.status} ${await response.text()}`);
}

async function untilIndexed(dataFolder: string, service: ServiceProcess): Promise<void> {
  const headers = { Authorization: `Bearer ${service.localToken}` };
  const deadline = performance.now() + INDEX_MILLISECONDS;
  while (performance.now() < deadline) {
    const { unpublished, orphans, unsealed } = readIndexState(dataFolder);
    const response = await fetch(`${service.workspaceAddress}/index`, { headers });
    const { textPending } = (await response.json()) as { textPending: number };
    if (unpublished + orphans + textPending === 0 && unsealed < PRINTS) return;
    await Bun.sleep(20);
  }
  throw new Error("the index does not become whole");
}

function idsOf(dataFolder: string): number[] {
  const database = openForReading(databasePath(dataFolder));
  try {
    const sql = "SELECT id FROM print WHERE workspace_id = 1 ORDER BY id";
    return database
      .query<{ id: number }, []>(sql)
      .all()
      .map(({ id }) => id);
  } finally {
    database.close();
  }
}

/** What the service answers on whole files; what is another the second time depends on the time, and is left out. */
async function stableAnswers(
  command: readonly string[],
  whole: string,
  folder: string,
  questions: Questions,
): Promise<Answers> {
  const first = await answersOn(command, whole, join(folder, "first"), questions);
  const second = await answersOn(command, whole, join(folder, "second"), questions);
  return new Map([...first].filter(([path, { body }]) => second.get(path)?.body === body));
}

async function answersOn(
  command: readonly string[],
  whole: string,
  dataFolder: string,
  questions: Questions,
): Promise<Answers> {
  cpSync(whole, dataFolder, { recursive: true });
  const service = await ServiceProcess.start({ command, dataFolder });
  try {
    return await askEverything(service, questions);
  } finally {
    await service.kill();
    rmSync(dataFolder, { recursive: true });
  }
}

async function flipOnce(
  command: readonly string[],
  whole: string,
  dataFolder: string,
  { file, offset, bit }: Flip,
  truth: Answers,
  questions: Questions,
): Promise<FlipJudgement> {
  cpSync(whole, dataFolder, { recursive: true });
  flipBit(join(dataFolder, file), offset, bit);
  let service: ServiceProcess;
  try {
    service = await ServiceProcess.start({ command, dataFolder });
  } catch (error) {
    rmSync(dataFolder, { recursive: true });
    return { verdict: "stopped", why: lastLine(String(error)) };
  }
  try {
    return judge(truth, await askEverything(service, questions));
  } finally {
    await service.kill();
    rmSync(dataFolder, { recursive: true });
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}

function flipBit(path: string, offset: number, bit: number): void {
  const file = openSync(path, "r+");
  const byte = new Uint8Array(1);
  readSync(file, byte, 0, 1, offset);
  byte[0] = (byte[0] ?? 0) ^ (1 << bit);
  writeSync(file, byte, 0, 1, offset);
  closeSync(file);
}

/** Whose each page of the file proper is. */
function ownersOf(whole: string, folder: string): ReadonlyMap<number, PageOwner> {
  const copy = join(folder, "owners");
  cpSync(whole, copy, { recursive: true });
  try {
    using database = openForWriting(databasePath(copy));
    return pageOwners(database);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/**
 * A bit at random: every fourth one in the log, every fourth one anywhere in the database, every fourth one in a table or index
 * that is chosen first, so that small ones are met too, and every fourth one in what is stored of prints.
 */
function chooseFlip(
  whole: string,
  owners: ReadonlyMap<number, PageOwner>,
  number: number,
  random: SeededRandom,
): Flip {
  const bit = random.integer(0, 7);
  const pageBytes = pageSize(whole);
  const nameOf = (page: number) => {
    const { name, kind } = owners.get(page) ?? { name: "free", kind: "free" };
    return name === kind ? name : `${name} (${kind})`;
  };
  if (number % 4 === 0) {
    const file = "tillroll.sqlite-wal";
    const offset = random.integer(0, statSync(join(whole, file)).size - 1);
    const frameBytes = FRAME_HEADER_BYTES + pageBytes;
    const frame = Math.floor((offset - LOG_HEADER_BYTES) / frameBytes);
    return {
      file,
      offset,
      bit,
      place: offset < LOG_HEADER_BYTES ? "header of the log" : `log, frame ${frame}`,
    };
  }
  const file = "tillroll.sqlite";
  const { size } = statSync(join(whole, file));
  if (number % 4 === 2) {
    const offset = random.integer(0, size - 1);
    return { file, offset, bit, place: nameOf(Math.floor(offset / pageBytes) + 1) };
  }
  const here = [...owners].filter(([page]) => page * pageBytes <= size);
  const names = number % 4 === 1 ? [...new Set(here.map(([, owner]) => owner.name))] : TABLES_OF_PRINTS;
  const name = random.pick(names);
  const [page] = random.pick(here.filter(([, owner]) => owner.name === name)) ?? [1];
  const offset = (page - 1) * pageBytes + random.integer(0, pageBytes - 1);
  return { file, offset, bit, place: nameOf(page) };
}

function pageSize(whole: string): number {
  const file = openSync(databasePath(whole), "r");
  const bytes = Buffer.alloc(2);
  readSync(file, bytes, 0, 2, 16);
  closeSync(file);
  return bytes.readUInt16BE();
}
