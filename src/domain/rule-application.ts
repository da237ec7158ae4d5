import { badRequest, throwIfAny } from "./errors.ts";
import { parseInstant } from "./instant.ts";
import {
  fieldOf,
  isJsonObject,
  IssueList,
  type JsonObject,
  nameOfType,
  refuseUnknownFields,
} from "./validation.ts";

/** Inclusive bounds of `createdAt`, epoch milliseconds; `null` for none. */
export interface ReapplicationBounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** Reads the body of "Apply the rules to old prints". @throws TillrollError BAD_REQUEST with all faults */
export function readReapplication(body: unknown): ReapplicationBounds {
  if (!isJsonObject(body))
    throw badRequest([{ path: "", message: `The body must be a JSON object, not ${nameOfType(body)}.` }]);
  const list = new IssueList();
  refuseUnknownFields(body, "", ["from", "to"], list);
  const bounds = { from: readBound(body, "from", list), to: readBound(body, "to", list) };
  throwIfAny(list.issues);
  return bounds;
}

function readBound(body: JsonObject, name: string, list: IssueList): number | null {
  const value = fieldOf(body, name);
  if (value === undefined || value === null) return null;
  const time = typeof value === "string" ? parseInstant(value) : null;
  if (time === null) list.add(name, "must be an ISO 8601 time such as 2026-01-31T18:30:00Z.");
  return time;
}
