import { TillrollError } from "../../domain/errors.ts";
import { type IppStatus, STATUS } from "./codes.ts";
import type { IppAttribute } from "./codec/message.ts";

/** An operation that is answered with a status other than success. */
export class IppFailure extends Error {
  constructor(
    readonly status: IppStatus,
    /** One sentence for the host's user (`status-message`). */
    message: string,
    /** Attributes that are not supported, for their group in the answer. */
    readonly unsupported: readonly IppAttribute[] = [],
  ) {
    super(message);
  }
}

/** What a host is told of an error: our own troubles are `server-error`s, which hosts try again. */
export function failureOf(error: unknown): IppFailure {
  if (error instanceof IppFailure) return error;
  if (!(error instanceof TillrollError))
    return new IppFailure(STATUS.internalError, "Something unexpected happened.");
  return new IppFailure(statusOf(error), error.message);
}

function statusOf({ code, data }: TillrollError): IppStatus {
  switch (code) {
    case "PRINT_DATA_TOO_LARGE":
    case "REQUEST_TOO_LARGE":
      return STATUS.requestEntityTooLarge;
    case "WORKSPACE_LIMIT_EXCEEDED":
      return STATUS.accountLimitReached;
    case "STORAGE_UNAVAILABLE":
      return data["reason"] === "QUEUE_FULL" ? STATUS.busy : STATUS.serviceUnavailable;
    case "RATE_LIMIT_EXCEEDED":
      return STATUS.busy;
    case "ORIGIN_NOT_ALLOWED":
      return STATUS.forbidden;
    case "BAD_REQUEST":
      return STATUS.badRequest;
    case "NOT_FOUND":
      return STATUS.notFound;
    default:
      return STATUS.internalError;
  }
}
