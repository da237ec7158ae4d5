import { readdirSync, statSync } from "node:fs";
import { MEBIBYTE } from "../../../src/domain/limits.ts";
import { databasePath } from "../../../src/platform/data-folder.ts";
import { readMemory } from "../memory/process-memory.ts";

const LOOK_MILLISECONDS = 1000;

/** What a service holds at a moment. */
export interface Footprint {
  /** Proportional memory of the process and of those that it started, MiB; 0 where the system does not tell. */
  readonly memory: number;
  /** Open files and sockets; 0 where the system does not tell. */
  readonly handles: number;
  /** The write-ahead log, MiB. */
  readonly log: number;
  /** The database's file, MiB. */
  readonly database: number;
}

/** Looks at what a service holds, every second until it is stopped. */
export class FootprintWatch {
  readonly all: Footprint[] = [];
  private readonly timer = setInterval(() => this.look(), LOOK_MILLISECONDS);

  constructor(
    private readonly processId: number,
    private readonly dataFolder: string,
  ) {}

  stop(): void {
    clearInterval(this.timer);
  }

  /** What was seen in a part of the time. @param from from 0 to 1 @param to from 0 to 1 */
  part(from: number, to: number): readonly Footprint[] {
    return this.all.slice(Math.floor(this.all.length * from), Math.ceil(this.all.length * to));
  }

  private look(): void {
    const path = databasePath(this.dataFolder);
    const { proportional, resident } = readMemory(this.processId);
    this.all.push({
      memory: proportional ?? resident ?? 0,
      handles: process.platform === "linux" ? readdirSync(`/proc/${this.processId}/fd`).length : 0,
      log: mebibytesOf(`${path}-wal`),
      database: mebibytesOf(path),
    });
  }
}

function mebibytesOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MEBIBYTE;
}
