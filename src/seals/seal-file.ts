import { mkdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashOfSeal } from "../journal/seal.ts";
import { syncFolder } from "../platform/durable-files.ts";
import { systemCode } from "../platform/system-error.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";

/** The folder for what the journals leave beside the database. */
export const JOURNAL_FOLDER = "journal";

/** The seals of all workspaces, each on a line, in the order in which they were made. */
export const SEALS_FILE = "seals.jsonl";

/** The file of seals in a data folder: lines are added, and never changed. */
export class SealFile {
  private readonly path: string;
  /** The hashes of what is in it; `null` before it was read. */
  private known: Set<string> | null = null;

  constructor(dataFolder: string) {
    this.path = join(dataFolder, JOURNAL_FOLDER, SEALS_FILE);
  }

  /** Adds the seals that it does not have. @throws what the system says */
  async add(texts: readonly string[]): Promise<void> {
    const known = (this.known ??= new Set(this.read().map(hashOfSeal)));
    // What a crash cut short stays a line of its own, that counts for nothing.
    const begin = this.isCutShort() ? "\n" : "";
    const added = texts.filter((text) => !known.has(hashOfSeal(text)));
    if (added.length === 0) return;
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    await using file = await open(this.path, "a", PRIVATE_FILE_MODE);
    await file.appendFile(begin + added.map((text) => `${text}\n`).join(""));
    await file.sync();
    syncFolder(dirname(this.path));
    for (const text of added) known.add(hashOfSeal(text));
  }

  /** The lines in it; none where there is no file. What a crash cut short is left out. @throws what the system says */
  read(): string[] {
    return this.text()
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.endsWith("}"));
  }

  private isCutShort(): boolean {
    const text = this.text();
    return text !== "" && !text.endsWith("\n");
  }

  private text(): string {
    try {
      return readFileSync(this.path, "utf8");
    } catch (error) {
      if (systemCode(error) === "ENOENT") return "";
      throw error;
    }
  }
}
