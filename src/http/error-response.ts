import { monotonicClock } from "../domain/clock.ts";
import { type ErrorCode, TillrollError } from "../domain/errors.ts";
import { type Log, ThrottledLog } from "../operations/log.ts";
import { postgresError } from "../storage/postgres/database-error.ts";
import { storageError } from "../storage/storage-error.ts";
import { replyJson, type ReplyHeaders } from "./reply.ts";
import { newRequestId, REQUEST_ID_HEADER } from "./request-id.ts";

/** The status of each code (api-decisions, Errors). A full disk is 507; see {@link statusOf}. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  API_TOKEN_SCOPE_INSUFFICIENT: 403,
  ORIGIN_NOT_ALLOWED: 403,
  HTTPS_REQUIRED: 403,
  WORKSPACE_LIMIT_EXCEEDED: 403,
  NOT_FOUND: 404,
  GONE: 410,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PRINT_DATA_TOO_LARGE: 413,
  REQUEST_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  MISDIRECTED_REQUEST: 421,
  RATE_LIMIT_EXCEEDED: 429,
  PRINT_DATA_DAMAGED: 500,
  BACKUP_DAMAGED: 500,
  STORAGE_UNAVAILABLE: 503,
  UNKNOWN: 500,
};

/** The status of STORAGE_UNAVAILABLE where it is that the disk is full. */
export const DISK_FULL_STATUS = 507;

function statusOf(error: TillrollError): number {
  const diskFull = error.code === "STORAGE_UNAVAILABLE" && error.data["reason"] === "DISK_FULL";
  return diskFull ? DISK_FULL_STATUS : HTTP_STATUS[error.code];
}

/** The headers that belong to an error: how to authenticate, when to try again, which methods there are. */
function headersOf(error: TillrollError): ReplyHeaders {
  const { allow, retryAfterSeconds, byteLength } = error.data;
  const headers: Record<string, string> = {};
  if (error.code === "UNAUTHORIZED") headers["WWW-Authenticate"] = "Bearer";
  // Bun closes a connection whose request has not come wholly only when it is told to.
  if (error.code === "REQUEST_TIMEOUT") headers["Connection"] = "close";
  if (Array.isArray(allow)) headers["Allow"] = allow.join(", ");
  if (typeof retryAfterSeconds === "number") headers["Retry-After"] = String(retryAfterSeconds);
  else if (error.code === "STORAGE_UNAVAILABLE") headers["Retry-After"] = "5";
  if (error.code === "RANGE_NOT_SATISFIABLE") headers["Content-Range"] = `bytes */${String(byteLength)}`;
  return headers;
}

/**
 * Turns whatever was thrown into the answer `{code, message, data}`. What is not ours becomes UNKNOWN with the
 * request's id, under which the log has the particulars: no stack, path or SQL ever leaves the service.
 */
export function errorResponse(thrown: unknown, log: Log, requestId: string = newRequestId()): Response {
  // Reading meets a damaged database, a failing disk or a server that is away too.
  const error = postgresError(storageError(thrown));
  if (error instanceof TillrollError && error.code !== "UNKNOWN") {
    const status = statusOf(error);
    // A crowd is told of as one thing elsewhere: a line for each refusal would be a burden of its own.
    const isCrowd = error.data["reason"] === "QUEUE_FULL";
    const errorLog = error.code === "STORAGE_UNAVAILABLE" ? refusalLog(log) : log;
    if (status >= 500 && !isCrowd) {
      const fault = error === thrown ? {} : { fault: String(thrown) };
      errorLog.write("error", error.message, { code: error.code, ...error.data, ...fault, requestId });
    }
    const headers = { ...headersOf(error), [REQUEST_ID_HEADER]: requestId };
    return replyJson(status, errorJson(error.code, error.message, error.data), headers);
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.write("error", "a request failed unexpectedly", { requestId, details });
  const message = "Something unexpected went wrong; the service's log tells more under this requestId.";
  return replyJson(HTTP_STATUS.UNKNOWN, errorJson("UNKNOWN", message, { requestId }), {
    [REQUEST_ID_HEADER]: requestId,
  });
}

/** While nothing can be stored, every print is refused for the same reason. */
const refusalLogs = new WeakMap<Log, ThrottledLog>();

function refusalLog(log: Log): Log {
  return refusalLogs.getOrInsertComputed(log, () => new ThrottledLog(log, monotonicClock));
}

function errorJson(code: ErrorCode, message: string, data: object): string {
  return JSON.stringify({ code, message, data });
}
