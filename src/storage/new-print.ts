import { PRINT_FIELD_NAMES, type PrintFieldName, type PrintFields } from "../contract/print-fields.ts";
import { TillrollError } from "../domain/errors.ts";
import { IDEMPOTENCY_LIFETIME_MILLISECONDS } from "../domain/limits.ts";
import { type Print, printToJson } from "../domain/print.ts";
import { changeTime } from "../domain/update-print.ts";
import type { CreateOperation, WriteSuccess } from "./write-operation.ts";

/** An Idempotency-Key that was used, as it is stored. */
export interface UsedKey {
  readonly payloadHash: Uint8Array;
  readonly printId: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** @throws TillrollError WORKSPACE_LIMIT_EXCEEDED when a workspace has as many prints as it may have */
export function checkQuota(quota: number | null, stored: number): void {
  if (quota !== null && stored >= quota) {
    throw new TillrollError(
      "WORKSPACE_LIMIT_EXCEEDED",
      `The workspace holds ${stored} prints and may hold ${quota}; ask its operator to raise the quota.`,
      { printQuota: quota },
    );
  }
}

/**
 * Whether a key stands for a print that is there: it was used within its lifetime, with the same payload.
 * @throws TillrollError CONFLICT where the payload was another
 */
export function isReplay(used: UsedKey, payloadHash: Uint8Array, now: number): boolean {
  if (used.createdAt <= now - IDEMPOTENCY_LIFETIME_MILLISECONDS) return false;
  if (Buffer.compare(used.payloadHash, payloadHash) !== 0) {
    throw new TillrollError(
      "CONFLICT",
      "This Idempotency-Key was used with another payload; use a new key for a new print.",
      { printId: used.printId },
    );
  }
  return true;
}

/** The fields given, and those that each print has. */
export function storedFields(operation: CreateOperation, now: number): PrintFields {
  const fields = {} as Record<PrintFieldName, unknown>;
  // A job that an older Tillroll spooled lacks fields that came since.
  for (const name of PRINT_FIELD_NAMES) fields[name] = operation[name] ?? null;
  fields.printKey ??= Bun.randomUUIDv7("hex", now);
  fields.width ??= operation.defaultWidth;
  return fields as PrintFields;
}

/** A print with the mark of a deleted one, or without it; `null` where it is so already. */
export function markedPrint(print: Print, kind: "delete" | "restore", clockTime: number): Print | null {
  if ((print.deletedAt !== null) === (kind === "delete")) return null;
  const now = changeTime(print, clockTime);
  return { ...print, updatedAt: now, deletedAt: kind === "delete" ? now : null };
}

/** The result of an operation that left a print. @param replayed whether its key was used again: nothing was stored */
export function printSuccess(print: Print, replayed: boolean): WriteSuccess {
  return { ok: true, id: print.id, json: printToJson(print), replayed };
}
