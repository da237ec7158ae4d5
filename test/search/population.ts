import type { Database } from "bun:sqlite";
import fc from "fast-check";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import { type Print, tagToJson } from "../../src/domain/print.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { WriteOperation, WriteResult } from "../../src/storage/write-operation.ts";
import { tags, text } from "./arbitraries.ts";

/** The workspace that searches are made in; another one's prints lie between its own. */
export const WORKSPACE = 1;

/** What a client gives of a print. */
export const newPrint = fc.record({
  workspaceId: fc.constantFrom(WORKSPACE, WORKSPACE, WORKSPACE, 2),
  printKey: fc.option(text.filter((key) => key.length > 0)),
  label: fc.option(text),
  deviceId: fc.option(text),
  tags,
  wait: fc.constantFrom(0, 0, 1, 2),
});

/** Random prints of two workspaces, through the real writer; what is known of them comes from its answers. */
export class Population {
  /** The prints of {@link WORKSPACE}, in the order of their ordinals. */
  readonly prints: Print[] = [];
  private now = 1_000_000;
  private readonly writer: BatchWriter;

  /** @param tick what a wait of one is, milliseconds */
  constructor(
    database: Database,
    private readonly tick = 1,
  ) {
    migrate(database);
    ensureAdministrator(database, 0);
    database.run(
      "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('other', 'other', 48, 0)",
    );
    this.writer = new BatchWriter(database, () => this.now);
  }

  /** Creates prints until there are `count` in {@link WORKSPACE}. */
  growTo(count: number, seed: number): void {
    const generated = fc.sample(newPrint, { numRuns: (count - this.prints.length) * 4, seed }).values();
    while (this.prints.length < count) {
      const { value } = generated.next();
      if (value === undefined) throw new Error("too few prints were generated");
      const { workspaceId, printKey, label, deviceId, tags: entries, wait } = value;
      this.now += wait * this.tick;
      const stored = this.write({
        ...NO_FIELDS,
        kind: "create",
        workspaceId,
        userId: 1,
        printKey,
        label,
        deviceId,
        tag: tagToJson(new Map(entries)),
        defaultWidth: 48,
        testPrint: entries.length === 3,
        raw: new Uint8Array([1]),
        idempotencyKey: null,
        printQuota: null,
        printerId: null,
        isDelivered: false,
        spoolKey: null,
      });
      if (workspaceId === WORKSPACE) this.prints.push(stored);
    }
  }

  /** Changes one print in so many: some get another label and tags, some are deleted, some come back. */
  change(oneIn: number, seed: number): void {
    const fates = fc.sample(fc.constantFrom("update", "update", "delete", "restore"), {
      numRuns: this.prints.length,
      seed,
    });
    const chosen = fc.sample(fc.integer({ min: 1, max: oneIn }), { numRuns: this.prints.length, seed });
    for (const [index, print] of this.prints.entries()) {
      if (chosen[index] === 1) this.prints[index] = this.changed(print, fates[index] ?? "update");
    }
  }

  /** Erases one print in so many. */
  remove(oneIn: number, seed: number): void {
    const chosen = fc.sample(fc.integer({ min: 1, max: oneIn }), { numRuns: this.prints.length, seed });
    const erased = this.prints.filter((_, index) => chosen[index] === 1);
    for (const print of erased) {
      const { id } = print;
      this.prints.splice(this.prints.indexOf(print), 1);
      const operation = { kind: "remove", how: "erased", workspaceId: WORKSPACE, printIds: [id] } as const;
      this.writer.write([{ ...operation, userId: null, reason: "asked for", removalId: null, isLast: true }]);
    }
  }

  private changed(print: Print, fate: string): Print {
    this.now += 1;
    if (fate === "delete") return this.write({ kind: "delete", workspaceId: WORKSPACE, printId: print.id });
    if (fate === "restore" || print.deletedAt !== null) {
      return this.write({ kind: "restore", workspaceId: WORKSPACE, printId: print.id });
    }
    const tag = new Map([
      ["a", "x"],
      ["$", null],
    ]);
    const patch = { label: `${print.label ?? ""}e`, tag };
    return this.write({ kind: "update", workspaceId: WORKSPACE, printId: print.id, patch });
  }

  private write(operation: WriteOperation): Print {
    const [result] = this.writer.write([operation]).results;
    return printOf(result);
  }
}

/** The print that a successful operation left. */
export function printOf(result: WriteResult | undefined): Print {
  if (result === undefined || !result.ok) throw new Error(JSON.stringify(result));
  const parsed = JSON.parse(result.json);
  const time = (iso: string | null) => (iso === null ? null : Date.parse(iso));
  return {
    ...parsed,
    tag: JSON.stringify(parsed.tag),
    createdAt: time(parsed.createdAt),
    updatedAt: time(parsed.updatedAt),
    deletedAt: time(parsed.deletedAt),
  };
}
