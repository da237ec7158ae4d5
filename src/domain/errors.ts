import { formatInstant } from "./instant.ts";
import type { RemovedPrint } from "./removal.ts";

/** The codes of every error Tillroll reports; each protocol maps them once (HTTP: `http/error-response.ts`). */
export const ERROR_CODES = [
  "BAD_REQUEST",
  "UNAUTHORIZED",
  "API_TOKEN_SCOPE_INSUFFICIENT",
  "ORIGIN_NOT_ALLOWED",
  "HTTPS_REQUIRED",
  "WORKSPACE_LIMIT_EXCEEDED",
  "NOT_FOUND",
  "GONE",
  "METHOD_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "CONFLICT",
  "PRINT_DATA_TOO_LARGE",
  "REQUEST_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "RANGE_NOT_SATISFIABLE",
  "MISDIRECTED_REQUEST",
  "RATE_LIMIT_EXCEEDED",
  "PRINT_DATA_DAMAGED",
  "BACKUP_DAMAGED",
  "STORAGE_UNAVAILABLE",
  "UNKNOWN",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One fault found in a request: `path` in the form `tag.and.0.op`, `message` says what to do. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type ErrorData = Readonly<Record<string, unknown>>;

/**
 * The one error type of the product. `message` is one sentence for the person who reads it; `data` carries the
 * particulars. Neither ever holds a stack, a path of this machine or SQL.
 */
export class TillrollError extends Error {
  override readonly name = "TillrollError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: ErrorData = {},
  ) {
    super(message);
  }
}

/** A BAD_REQUEST that lists every fault found; its message repeats the first one. */
export function badRequest(issues: readonly Issue[]): TillrollError {
  const first = issues[0];
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see data.issues)` : "";
  const message = first === undefined ? "The request is not valid." : `${where}${first.message}${more}`;
  return new TillrollError("BAD_REQUEST", message, { issues });
}

/** Throws {@link badRequest} when there is any issue. */
export function throwIfAny(issues: readonly Issue[]): void {
  if (issues.length > 0) throw badRequest(issues);
}

/** The print was there, and was removed for good. */
export function gone({ printId, kind, removedAt, reason }: RemovedPrint): TillrollError {
  const at = formatInstant(removedAt);
  return new TillrollError(
    "GONE",
    `Print ${printId} was ${kind} on ${at.slice(0, 10)}; it cannot be had back.`,
    {
      printId,
      how: kind,
      removedAt: at,
      reason,
    },
  );
}

/** There is no such record, or it belongs to a workspace that the caller cannot see: the two look the same. */
export function notFound(
  kind: "print" | "delivery" | "rule" | "webhook" | "hold" | "saved search" | "notification" | "seal",
  id: number,
): TillrollError {
  const name = kind === "saved search" ? "savedSearch" : kind;
  return new TillrollError("NOT_FOUND", `There is no ${kind} ${id} in this workspace.`, {
    [`${name}Id`]: id,
  });
}
