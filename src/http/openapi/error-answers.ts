import { REQUEST_LIMITS, PRINT_LIMITS } from "../../domain/limits.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { HTTP_STATUS } from "../error-response.ts";
import type { Operation } from "./operation.ts";

const REASONS: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: "Malformed, or a value out of its range: data.issues names each fault.",
  UNAUTHORIZED: "No token, or it is malformed, unknown, expired or revoked.",
  API_TOKEN_SCOPE_INSUFFICIENT: "The token lacks the scope that data.required names.",
  ORIGIN_NOT_ALLOWED:
    "The request comes from a web page of another origin, in the name of the dashboard's session.",
  HTTPS_REQUIRED: "The service answers by HTTPS alone (--require-https).",
  WORKSPACE_LIMIT_EXCEEDED: "The workspace's quota is used up.",
  NOT_FOUND: "There is no such thing, or no such workspace for this token.",
  GONE: "The print was removed for good: data tells when, how and why.",
  METHOD_NOT_ALLOWED: "The path has other methods: see Allow.",
  REQUEST_TIMEOUT: "The body came too slowly.",
  CONFLICT: "Something is in its way as it is now: the message tells what.",
  PRINT_DATA_TOO_LARGE: `The decoded print is over the limit (${PRINT_LIMITS.rawBytes} bytes by default).`,
  REQUEST_TOO_LARGE: `The body is over ${REQUEST_LIMITS.jsonBodyBytes} bytes.`,
  UNSUPPORTED_MEDIA_TYPE: "A content type or encoding that the operation does not take.",
  RANGE_NOT_SATISFIABLE: "The range is beyond the print's bytes.",
  MISDIRECTED_REQUEST: "The Host header names neither this machine nor a --hostname of the service.",
  RATE_LIMIT_EXCEEDED: "Too many requests, too many bytes or too many bad tokens: see Retry-After.",
  PRINT_DATA_DAMAGED: "What is stored of the print is damaged on the disk; nothing of it is told.",
  BACKUP_DAMAGED: "A backup is not what was written.",
  STORAGE_UNAVAILABLE:
    "The database cannot be read or written now (503, see Retry-After) or the disk is full (507).",
  UNKNOWN: "Something unexpected; data.requestId finds it in the log.",
};

/** What an operation answers when something is wrong, by status; codes that share a status share an answer. */
export function errorAnswers(operation: Operation, method: string, path: string): Record<number, string> {
  const descriptions: Record<number, string> = {};
  for (const code of codesOf(operation, method, path))
    for (const status of code === "STORAGE_UNAVAILABLE" ? [503, 507] : [HTTP_STATUS[code]]) {
      const others = descriptions[status];
      const description = `${code}: ${REASONS[code]}`;
      descriptions[status] = others === undefined ? description : `${others} ${description}`;
    }
  return descriptions;
}

/** What can go wrong follows from who may ask, from what is given and from what is done. */
function codesOf(operation: Operation, method: string, path: string): ErrorCode[] {
  const { access, query, errors = [] } = operation;
  const hasBody = operation.body !== undefined || operation.bytes !== undefined;
  const codes: ErrorCode[] = ["MISDIRECTED_REQUEST"];
  if (access === "anybody") return codes;
  codes.push("HTTPS_REQUIRED", "UNAUTHORIZED", "RATE_LIMIT_EXCEEDED", "STORAGE_UNAVAILABLE", "UNKNOWN");
  if (method !== "GET") codes.push("ORIGIN_NOT_ALLOWED");
  if (path.includes(":slug")) codes.push("NOT_FOUND", "API_TOKEN_SCOPE_INSUFFICIENT");
  if (path.includes(":printId")) codes.push("GONE", "PRINT_DATA_DAMAGED");
  if (hasBody || query !== undefined || /:\w+Id\b/.test(path)) codes.push("BAD_REQUEST");
  if (hasBody) codes.push("REQUEST_TIMEOUT", "UNSUPPORTED_MEDIA_TYPE");
  // A print has a limit of its own.
  if (hasBody && !errors.includes("PRINT_DATA_TOO_LARGE")) codes.push("REQUEST_TOO_LARGE");
  return [...new Set([...codes, ...errors])];
}
