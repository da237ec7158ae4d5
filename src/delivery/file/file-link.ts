import { constants } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TargetOf } from "../../domain/target.ts";
import { reasonOf } from "../../platform/system-error.ts";
import type { JobFacts, Link, Readiness, SendOutcome } from "../link.ts";

/** What a file's name ends with, by what is in it. */
const EXTENSIONS: Readonly<Record<string, string>> = { "application/pdf": "pdf" };

/** A folder in which each print becomes a file; for archives and tests. */
export class FileLink implements Link {
  constructor(private readonly target: TargetOf<"file">) {}

  async ask(_isPoll: boolean): Promise<Readiness> {
    try {
      await access(this.target.folder, constants.W_OK);
      return { kind: "ready", status: null };
    } catch (error) {
      return { kind: "unreachable", reason: this.trouble(error) };
    }
  }

  /** Writes the file under another name first: whoever looks sees whole files only. */
  async send(job: Uint8Array, facts: JobFacts): Promise<SendOutcome> {
    const path = join(this.target.folder, fileName(facts));
    const unfinished = `${path}.part`;
    try {
      // One of before a crash; where others may write in the folder it may as well be a link to a file of ours.
      await rm(unfinished, { force: true });
      const file = await open(unfinished, "wx");
      try {
        await file.writeFile(job);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
      return { kind: "printed", note: null };
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      return { kind: "untouched", reason: this.trouble(error) };
    }
  }

  abort(_reason: string): void {}

  rest(): void {}

  close(): void {}

  private trouble(error: unknown): string {
    return `The folder ${this.target.folder} cannot be written: ${reasonOf(error)}.`;
  }
}

/** The print's id, the delivery's, so that one that is printed again is another file, and the time of the delivery in UTC. */
function fileName({ id, printId, createdAt, mediaType }: JobFacts): string {
  const time = new Date(createdAt)
    .toISOString()
    .replaceAll(":", "-")
    .replace(/\.\d+Z$/, "Z");
  return `${String(printId).padStart(8, "0")}-${id}-${time}.${EXTENSIONS[mediaType ?? ""] ?? "bin"}`;
}
