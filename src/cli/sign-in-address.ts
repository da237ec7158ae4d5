import { SIGN_IN_PATH } from "../domain/token.ts";
import { findService } from "../platform/running-service.ts";
import { dataFolderOf } from "./data.ts";
import type { GivenOptions } from "./options.ts";

/** The one-time link with a code, at the service that runs on the folder; where none runs, at where one would. */
export function signInAddress(given: GivenOptions, code: string): string {
  const address = findService(dataFolderOf(given))?.address ?? "http://localhost:9180";
  return `${address}${SIGN_IN_PATH}${code}`;
}
