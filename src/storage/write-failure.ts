import { TillrollError } from "../domain/errors.ts";
import type { WriteFailure } from "./write-operation.ts";

/**
 * The result for an error.
 * @param told what people are told of it: a TillrollError where there is one for it
 * @param faults what the client must not see of it is added, for the log
 */
export function failureOf(error: unknown, told: unknown, faults: string[]): WriteFailure {
  if (told instanceof TillrollError) {
    if (told !== error) faults.push(String(error));
    return { ok: false, code: told.code, message: told.message, data: told.data };
  }
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const message = "Something unexpected went wrong and nothing was stored; see the service's log.";
  return { ok: false, code: "UNKNOWN", message, data: {} };
}
