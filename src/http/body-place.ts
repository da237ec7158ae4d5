import type { Intake } from "../intake/intake.ts";
import type { Place } from "../storage/waiting-room.ts";
import type { Access } from "./authentication.ts";
import type { Call } from "./endpoint.ts";
import { declaredLength } from "./request-body.ts";

/**
 * Takes a place in memory for a request that writes, before its body is read.
 * @param maximumBytes the most its body may have: one that says it is larger is refused as such, and not for its room
 * @throws TillrollError STORAGE_UNAVAILABLE when more waits for the disk than it can take
 */
export function placeFor(call: Call, access: Access, intake: Intake, maximumBytes: number): Place {
  const bodyBytes = Math.min(declaredLength(call.request) ?? 0, maximumBytes);
  return intake.enter(() => `${call.address} ${access.tokenId}`, bodyBytes);
}
