import { badRequest } from "./errors.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** Reads bytes as JSON in UTF-8. @throws TillrollError BAD_REQUEST when they are not */
export function parseJsonBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw badRequest([{ path: "", message: `The body is not JSON in UTF-8: ${reason}.` }]);
  }
}
