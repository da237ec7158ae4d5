import type { ClientRate } from "../intake/client-rate.ts";
import type { Intake } from "../intake/intake.ts";
import type { Place } from "../storage/waiting-room.ts";
import type { Access } from "./authentication.ts";
import type { Call } from "./endpoint.ts";
import { type BodyRoom, declaredLength } from "./request-body.ts";

/**
 * Takes a place in memory for a request that writes, before its body is read.
 * @param maximumBytes the most its body may have: one that says it is larger is refused as such, and not for its room
 * @throws TillrollError STORAGE_UNAVAILABLE when more waits for the disk than it can take
 */
export function placeFor(call: Call, access: Access, intake: Intake, maximumBytes: number): Place {
  return intake.enter(() => `${call.address} ${access.tokenId}`, announcedBytes(call, maximumBytes));
}

/** A place for a print. */
export interface PrintPlace extends Place {
  /** Counts the print for its client's address, once it is about to be stored: what is refused brings nothing in. */
  count(bytes: number): void;
}

/** A place for the document of a protocol of printers. */
export interface DocumentPlace extends Place {
  /** For the document's bytes as they come: takes room for them, and counts them for their client's address. */
  readonly coming: BodyRoom;
}

/**
 * As {@link placeFor}, for a request that brings in a print. The service's own token, of commands on this machine, is not
 * held to a rate: it is the operator's.
 * @throws TillrollError RATE_LIMIT_EXCEEDED too, when the address has brought in too much before
 */
export function placeForPrint(call: Call, access: Access, intake: Intake, maximumBytes: number): PrintPlace {
  const { rate } = intake;
  // One that says it is larger than may be is refused for that.
  const isHeld = rate.isLimited && access.isLocal !== true && !isTooLarge(call, maximumBytes);
  const client = isHeld ? call.address : "";
  if (isHeld) rate.begin(client);
  const place = placeFor(call, access, intake, maximumBytes);
  return {
    client: place.client,
    grow: (bytes) => place.grow(bytes),
    count: (bytes) => (isHeld ? rate.spend(client, bytes) : undefined),
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

/**
 * As {@link placeForPrint}, for a protocol of printers: the document counts as it comes, whatever becomes of it.
 * @throws TillrollError RATE_LIMIT_EXCEEDED, STORAGE_UNAVAILABLE
 */
export function placeForPrinter(call: Call, intake: Intake, maximumBytes: number): DocumentPlace {
  const client = call.address;
  const bytes = announcedBytes(call, maximumBytes);
  const enter = () => intake.enter(() => `printer ${client}`, bytes);
  if (!intake.rate.isLimited || isTooLarge(call, maximumBytes)) {
    const place = enter();
    return { ...place, coming: place };
  }
  intake.rate.begin(client);
  return countedPlace(enter(), intake.rate, client, bytes);
}

function isTooLarge(call: Call, maximumBytes: number): boolean {
  return (declaredLength(call.request) ?? 0) > maximumBytes;
}

function announcedBytes(call: Call, maximumBytes: number): number {
  return Math.min(declaredLength(call.request) ?? 0, maximumBytes);
}

function countedPlace(place: Place, rate: ClientRate, client: string, announced: number): DocumentPlace {
  rate.spend(client, announced);
  const coming = {
    grow(bytes: number) {
      place.grow(bytes);
      rate.goOn(client, bytes);
    },
  };
  return { ...place, coming };
}
