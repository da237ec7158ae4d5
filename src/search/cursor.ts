import { badRequest, type TillrollError } from "../domain/errors.ts";
import type { SearchQuery } from "../domain/search-query.ts";

/** Where a walk has got to: behind the print with this sort value and id. */
export interface CursorPosition {
  readonly value: number;
  readonly id: number;
  /** The number of the page that comes next, 1-based. */
  readonly page: number;
}

/** The workspace, or the workspaces, that a walk goes over. */
export type CursorOwner = number | readonly number[];

type Walked = Pick<SearchQuery<string>, "orderBy" | "filter">;

/** What a cursor belongs to: going on with other filters or another order would skip prints without a word. */
function fingerprint(owner: CursorOwner, query: Walked): string {
  const walked = JSON.stringify([owner, query.orderBy, query.filter]);
  return new Bun.CryptoHasher("sha256").update(walked).digest("base64url").slice(0, 16);
}

/** Writes a position as the opaque `nextCursor`. */
export function writeCursor(owner: CursorOwner, query: Walked, position: CursorPosition): string {
  const { value, id, page } = position;
  const text = [fingerprint(owner, query), value, id, page].join(",");
  return Buffer.from(text).toString("base64url");
}

/** The error for a cursor that is none of ours, or behind a print that there is not. */
export function notACursor(): TillrollError {
  const message = "is not a cursor; give the nextCursor of the page before.";
  return badRequest([{ path: "cursor", message }]);
}

/** Reads a cursor. @throws TillrollError BAD_REQUEST when it is not one of ours, or was given for another search */
export function readCursor(owner: CursorOwner, query: Walked, cursor: string): CursorPosition {
  const [given, ...numbers] = Buffer.from(cursor, "base64url").toString().split(",");
  const [value = NaN, id = NaN, page = NaN, ...more] = numbers.map(Number);
  if (more.length > 0 || ![value, id, page].every(Number.isSafeInteger)) throw notACursor();
  if (given !== fingerprint(owner, query)) {
    const message =
      "belongs to another search; keep the filters and the order while walking, or begin with null.";
    throw badRequest([{ path: "cursor", message }]);
  }
  return { value, id, page };
}
