import { Database } from "bun:sqlite";
import {
  DEFAULT_RETENTION,
  type RetentionReport,
  type ServiceRetention,
} from "../../src/domain/retention.ts";
import { readNewRetentionRule } from "../../src/contract/retention.ts";
import type { Deed, Done } from "../../src/retention/messages.ts";
import { PrintScan } from "../../src/retention/print-scan.ts";
import { RetentionPass } from "../../src/retention/retention-run.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { policyVersion } from "../../src/storage/policy-version.ts";
import type { RemovedPiece } from "../../src/storage/print-remover.ts";
import { RetentionStore } from "../../src/storage/retention-store.ts";
import type { WriteOperation, WriteSuccess } from "../../src/storage/write-operation.ts";
import { type GivenPrint, printOperation } from "../rules/rules-service.ts";

/** How the file looks to a scan that is to make room in it. */
class Scan extends PrintScan {
  /** `null` for what the database uses. */
  used: number | null = null;

  override usedBytes(): number {
    return this.used ?? super.usedBytes();
  }
}

/** A database with the writer's own code and runs of retention on it, all in one thread and at the caller's word. */
export class RetentionService {
  readonly database = new Database(":memory:", { strict: true });
  readonly store: RetentionStore;
  readonly scan: Scan;
  now = Date.parse("2026-01-01T00:00:00Z");
  /** Called before something is done; may change what is stored meanwhile. */
  beforeDeed: (deed: Deed) => void = () => {};
  private readonly writer: BatchWriter;

  constructor() {
    migrate(this.database);
    ensureAdministrator(this.database, 0);
    this.database.run(
      "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('other', 'other', 48, 0)",
    );
    this.writer = new BatchWriter(this.database, () => this.now);
    this.store = new RetentionStore(this.database);
    this.scan = new Scan(this.database);
  }

  write(operation: WriteOperation): WriteSuccess {
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(result?.message);
    return result;
  }

  /** Stores a print. @returns its id */
  print(lines: string | readonly string[], given: GivenPrint = {}): number {
    return this.write(printOperation(lines, { printerId: null, ...given })).id;
  }

  /** Makes a rule as the API takes it. @param isConfirmed whether it applies already */
  rule(body: object, workspaceId = 1, isConfirmed = true): number {
    const given = readNewRetentionRule({ name: "rule", condition: {}, ...body });
    const { id } = this.write({ kind: "retention", change: { do: "create", workspaceId, given } });
    if (isConfirmed) this.confirmAll(workspaceId);
    return id;
  }

  /** Has all rules of a workspace apply: a change of one makes the others wait. */
  confirmAll(workspaceId = 1): void {
    for (const { id } of this.store.list(workspaceId))
      this.write({ kind: "retention", change: { do: "confirm", workspaceId, id } });
  }

  hold(condition: object, workspaceId = 1): number {
    const hold = {
      workspaceId,
      name: "hold",
      condition: JSON.stringify(condition),
      reason: "asked",
      by: "me",
    };
    return this.write({ kind: "retention", change: { do: "hold", ...hold } }).id;
  }

  release(id: number, workspaceId = 1): void {
    this.write({ kind: "retention", change: { do: "release", workspaceId, id, reason: "over", by: "me" } });
  }

  /** A run, with limits that apply already. */
  run(limits: Partial<ServiceRetention> = {}, isNight = true): Promise<RetentionReport> {
    return new RetentionPass({
      database: this.database,
      scan: this.scan,
      now: this.now,
      limits: { ...DEFAULT_RETENTION, ...limits },
      isNight,
      act: async (deed) => this.act(deed),
      pause: async () => {},
    }).run();
  }

  /** The ids of prints that are there, are marked deleted, and were removed. */
  state(): { readonly live: number[]; readonly deleted: number[]; readonly removed: number[] } {
    const ids = (where: string) =>
      this.database
        .query<{ id: number }, []>(`SELECT id FROM print WHERE ${where} ORDER BY id`)
        .all()
        .map(({ id }) => id);
    return {
      live: ids("deleted_at IS NULL"),
      deleted: ids("deleted_at IS NOT NULL AND removal_id IS NULL"),
      removed: ids("removal_id IS NOT NULL"),
    };
  }

  close(): void {
    this.database.close();
  }

  private act(deed: Deed): Done {
    this.beforeDeed(deed);
    if (deed.do === "expire") return { prints: this.write({ kind: "retention", change: deed }).id, bytes: 0 };
    const { workspaceId, printIds, name: reason } = deed;
    const decision = { userId: null, reason, removalId: null, isLast: true } as const;
    const version = policyVersion(this.database, workspaceId);
    const { json } = this.write({
      kind: "remove",
      how: "purged",
      workspaceId,
      printIds: printIds.toSorted((one, other) => one - other),
      policyVersion: version,
      ...decision,
    });
    const { prints, bytes } = JSON.parse(json) as RemovedPiece;
    return { prints, bytes };
  }
}
