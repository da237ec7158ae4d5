import { sql } from "drizzle-orm";
import { TillrollError } from "../../domain/errors.ts";
import { IDEMPOTENCY_LIFETIME_MILLISECONDS } from "../../domain/limits.ts";
import { checkQuota, isReplay, printSuccess, storedFields, type UsedKey } from "../new-print.ts";
import { hashPayload } from "../payload-hash.ts";
import { contentOf, encodeContent, type StoredContent } from "../raw-content.ts";
import type { CreateOperation, WriteSuccess } from "../write-operation.ts";
import type { ContentStore } from "./content-store.ts";
import { insertPrints, printIdOf, type StoredPostgresPrint } from "./print-insert.ts";
import { requirePrint } from "./print-rows.ts";
import { insertRows, recordset } from "./recordset.ts";
import { WorkspaceWriting } from "./workspace-writing.ts";
import type { Statements } from "./connection.ts";

interface NewKey extends UsedKey {
  readonly key: string;
}

/** How many expired keys go beside as many as are added: more than that, so that they never pile up. */
const EXPIRED_KEYS = 100;

/**
 * Stores prints of one workspace, or finds those of their keys: a few statements however many there are.
 * @param now epoch milliseconds; no print is from before the last one of the workspace
 * @returns what became of each, in their order: CONFLICT, WORKSPACE_LIMIT_EXCEEDED, with nothing written of it
 */
export async function createPrints(
  transaction: Statements,
  contents: ContentStore,
  operations: readonly CreateOperation[],
  now: number,
): Promise<(WriteSuccess | TillrollError)[]> {
  const [first] = operations;
  if (first === undefined) return [];
  // Packed, and on their way, before others have to wait.
  const packed = operations.map(packedOf);
  await contents.prepare(first.workspaceId, packed);
  const writing = await WorkspaceWriting.begin(transaction, first.workspaceId);
  const keys = await findKeys(transaction, operations);
  const creation = new Creation(writing, keys, Math.max(now, writing.tail.lastCreatedAt), now);
  const results: (WriteSuccess | TillrollError)[] = [];
  for (const [index, operation] of operations.entries())
    results.push(await unlessRefused(() => creation.add(operation, packed[index] as StoredContent)));
  if (creation.prints.length === 0) return results;
  await contents.store(transaction, first.workspaceId, creation.contents);
  await insertPrints(transaction, creation.prints);
  await storeKeys(transaction, first.workspaceId, creation.newKeys, creation.createdAt);
  await writing.end();
  return results;
}

/** Bytes of operations that were packed: a transaction that is done again packs and sends none again. */
const PACKED = new WeakMap<CreateOperation, StoredContent>();

function packedOf(operation: CreateOperation): StoredContent {
  const { raw, encoded } = operation;
  const packed =
    PACKED.get(operation) ?? (encoded === undefined ? encodeContent(raw) : contentOf(raw, encoded));
  PACKED.set(operation, packed);
  return packed;
}

/** Prints of a workspace that are to be stored together. */
class Creation {
  readonly prints: StoredPostgresPrint[] = [];
  readonly contents: StoredContent[] = [];
  readonly newKeys: NewKey[] = [];

  constructor(
    private readonly writing: WorkspaceWriting,
    private readonly keys: Map<string, UsedKey>,
    readonly createdAt: number,
    private readonly receivedAt: number,
  ) {}

  async add(operation: CreateOperation, content: StoredContent): Promise<WriteSuccess> {
    const { createdAt } = this;
    const { idempotencyKey: key } = operation;
    const payloadHash = key === null ? null : hashPayload(operation, content);
    const used = key === null ? undefined : this.keys.get(key);
    if (payloadHash !== null && used !== undefined && isReplay(used, payloadHash, createdAt))
      return printSuccess(await this.read(used.printId), true);
    checkQuota(operation.printQuota, this.writing.tail.printCount + this.prints.length);
    const print = this.newPrint(operation, content);
    this.prints.push(print);
    this.contents.push(content);
    this.writing.count(null, print);
    if (key !== null && payloadHash !== null) {
      const newKey = { key, payloadHash, printId: print.id, createdAt };
      this.newKeys.push(newKey);
      this.keys.set(key, newKey);
    }
    return printSuccess(print, false);
  }

  private newPrint(operation: CreateOperation, content: StoredContent): StoredPostgresPrint {
    const { workspaceId, userId, tag, testPrint, defaultWidth } = operation;
    const { createdAt, receivedAt } = this;
    const { tail } = this.writing;
    const ordinal = tail.nextOrdinal++;
    tail.lastCreatedAt = createdAt;
    return {
      ...storedFields(operation, createdAt),
      id: printIdOf(workspaceId, ordinal),
      workspaceId,
      userId,
      ordinal,
      tag,
      testPrint,
      recognised: null,
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      receivedAt,
      paper: null,
      defaultWidth,
      content,
    };
  }

  /** A print of a key: it may be one that is stored only now. */
  private async read(printId: number) {
    const isNew = this.prints.find(({ id }) => id === printId);
    return isNew ?? (await requirePrint(this.writing.transaction, this.writing.workspaceId, printId));
  }
}

async function unlessRefused(work: () => Promise<WriteSuccess>): Promise<WriteSuccess | TillrollError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TillrollError) return error;
    throw error;
  }
}

async function findKeys(
  transaction: Statements,
  operations: readonly CreateOperation[],
): Promise<Map<string, UsedKey>> {
  const keys = operations.flatMap(({ idempotencyKey: key }) => (key === null ? [] : [{ key }]));
  if (keys.length === 0) return new Map();
  const rows = await transaction.all<NewKey>(
    sql`SELECT key, payload_hash AS "payloadHash", print_id AS "printId", created_at AS "createdAt" FROM idempotency_key
      WHERE workspace_id = ${operations[0]?.workspaceId} AND key IN (SELECT key FROM ${recordset("idempotency_key", keys)})`,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

async function storeKeys(
  transaction: Statements,
  workspaceId: number,
  keys: readonly NewKey[],
  now: number,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map(({ key, payloadHash, printId, createdAt }) => ({
    workspace_id: workspaceId,
    key,
    payload_hash: payloadHash,
    print_id: printId,
    created_at: createdAt,
  }));
  await transaction.run(
    sql`DELETE FROM idempotency_key WHERE workspace_id = ${workspaceId} AND key IN (SELECT key FROM idempotency_key
      WHERE workspace_id = ${workspaceId} AND created_at <= ${now - IDEMPOTENCY_LIFETIME_MILLISECONDS}
      ORDER BY created_at LIMIT ${keys.length + EXPIRED_KEYS})`,
  );
  await transaction.run(
    sql`${insertRows("idempotency_key", rows)} ON CONFLICT (workspace_id, key) DO UPDATE SET
      payload_hash = excluded.payload_hash, print_id = excluded.print_id, created_at = excluded.created_at`,
  );
}
