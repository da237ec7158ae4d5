import { type ErrorCode, TillrollError } from "../../domain/errors.ts";
import { type IppStatus, STATUS } from "../../ipp/codes.ts";
import type { IppAttribute } from "../../ipp/message.ts";

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
  const isQueueFull = error.data["reason"] === "QUEUE_FULL";
  const status = isQueueFull ? STATUS.busy : (STATUS_OF_ERRORS[error.code] ?? STATUS.internalError);
  return new IppFailure(status, error.message);
}

const STATUS_OF_ERRORS: Readonly<Partial<Record<ErrorCode, IppStatus>>> = {
  PRINT_DATA_TOO_LARGE: STATUS.requestEntityTooLarge,
  REQUEST_TOO_LARGE: STATUS.requestEntityTooLarge,
  WORKSPACE_LIMIT_EXCEEDED: STATUS.accountLimitReached,
  STORAGE_UNAVAILABLE: STATUS.serviceUnavailable,
  RATE_LIMIT_EXCEEDED: STATUS.busy,
  ORIGIN_NOT_ALLOWED: STATUS.forbidden,
  BAD_REQUEST: STATUS.badRequest,
  NOT_FOUND: STATUS.notFound,
};
