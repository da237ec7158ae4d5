import { TillrollError } from "../domain/errors.ts";

/** An update that is not done; the message says why, and what to do. */
export function refused(message: string): TillrollError {
  return new TillrollError("BAD_REQUEST", message);
}
