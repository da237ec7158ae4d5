import type { TillrollError } from "../../domain/errors.ts";
import type { WriteOperation, WriteSuccess } from "../write-operation.ts";
import type { Statements } from "./connection.ts";

export type WriteKind = WriteOperation["kind"];

/** The operations that may be of a kind. */
export type HandledOperation<Kind extends WriteKind, Operation = WriteOperation> = Operation extends {
  readonly kind: infer Kinds;
}
  ? Kind extends Kinds
    ? Operation
    : never
  : never;

/**
 * Does an operation within a transaction, which may run more than once. Where it throws, nothing of it was written.
 * @param now epoch milliseconds
 * @returns the result, or its id where the operation is about no print
 * @throws TillrollError what whoever asked is told
 */
export type WriteHandler<Kind extends WriteKind> = (
  transaction: Statements,
  operation: HandledOperation<Kind>,
  now: number,
) => Promise<WriteSuccess | number | void>;

/**
 * Does operations of one workspace together, within a transaction. One that is refused has written nothing.
 * @returns the result of each, or why it was refused, in their order
 * @throws what has all of them tried again, each in a transaction of its own
 */
export type GroupHandler<Kind extends WriteKind> = (
  transaction: Statements,
  operations: readonly HandledOperation<Kind>[],
  now: number,
) => Promise<readonly (WriteSuccess | TillrollError)[]>;

/** What does the operations of an archive, by their kinds; those without are none of an archive. */
export interface WriteHandlers {
  readonly single: { readonly [Kind in WriteKind]?: WriteHandler<Kind> };
  /** Kinds of which those that wait go together. */
  readonly grouped?: { readonly [Kind in WriteKind]?: GroupHandler<Kind> };
}

/** Handlers of several parts as one. */
export function allHandlers(...parts: readonly WriteHandlers[]): WriteHandlers {
  return {
    single: Object.assign({}, ...parts.map(({ single }) => single)),
    grouped: Object.assign({}, ...parts.map(({ grouped }) => grouped)),
  };
}

/** The result of an operation that is about no print. */
export function success(id: number | void): WriteSuccess {
  return { ok: true, id: id ?? 0, json: "", replayed: false };
}
