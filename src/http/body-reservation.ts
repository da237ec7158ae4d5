import type { ClientRate } from "../intake/client-rate.ts";
import type { Intake } from "../intake/intake.ts";
import type { Reservation } from "../storage/memory-reservations.ts";
import type { Access } from "./authentication.ts";
import type { Call } from "./endpoint.ts";
import { type BodyReservation, declaredLength } from "./request-body.ts";

/**
 * Reserves memory for a request that writes, before its body is read.
 * @param maximumBytes the most its body may have: one that says it is larger is refused as such, not for want of memory
 * @throws TillrollError STORAGE_UNAVAILABLE when more waits for the disk than it can take
 */
export function reserveFor(call: Call, access: Access, intake: Intake, maximumBytes: number): Reservation {
  return intake.reserve(() => `${call.address} ${access.tokenId}`, announcedBytes(call, maximumBytes));
}

/** A reservation for a print. */
export interface PrintReservation extends Reservation {
  /** Counts the print for its client's address, once it is about to be stored: what is refused brings nothing in. */
  count(bytes: number): void;
}

/** A reservation for the document of a printing protocol. */
export interface DocumentReservation extends Reservation {
  /** For the document's bytes as they come: reserves memory for them, and counts them for their client's address. */
  readonly coming: BodyReservation;
}

/**
 * As {@link reserveFor}, for a request that brings in a print. The service's own token, of commands on this machine, is not
 * held to a rate: it is the operator's.
 * @throws TillrollError RATE_LIMIT_EXCEEDED too, when the address has brought in too much before
 */
export function reserveForPrint(
  call: Call,
  access: Access,
  intake: Intake,
  maximumBytes: number,
): PrintReservation {
  const { rate } = intake;
  // One that says it is larger than may be is refused for that.
  const isHeld = rate.isLimited && access.isLocal !== true && !isTooLarge(call, maximumBytes);
  const client = isHeld ? call.address : "";
  if (isHeld) rate.begin(client);
  const reservation = reserveFor(call, access, intake, maximumBytes);
  return {
    client: reservation.client,
    grow: (bytes) => reservation.grow(bytes),
    count: (bytes) => (isHeld ? rate.spend(client, bytes) : undefined),
    [Symbol.dispose]: () => reservation[Symbol.dispose](),
  };
}

/**
 * As {@link reserveForPrint}, for a protocol of printers: the document counts as it comes, whatever becomes of it.
 * @throws TillrollError RATE_LIMIT_EXCEEDED, STORAGE_UNAVAILABLE
 */
export function reserveForPrinter(call: Call, intake: Intake, maximumBytes: number): DocumentReservation {
  const client = call.address;
  const bytes = announcedBytes(call, maximumBytes);
  const reserve = () => intake.reserve(() => `printer ${client}`, bytes);
  if (!intake.rate.isLimited || isTooLarge(call, maximumBytes)) {
    const reservation = reserve();
    return { ...reservation, coming: reservation };
  }
  intake.rate.begin(client);
  return countedReservation(reserve(), intake.rate, client, bytes);
}

function isTooLarge(call: Call, maximumBytes: number): boolean {
  return (declaredLength(call.request) ?? 0) > maximumBytes;
}

function announcedBytes(call: Call, maximumBytes: number): number {
  return Math.min(declaredLength(call.request) ?? 0, maximumBytes);
}

function countedReservation(
  reservation: Reservation,
  rate: ClientRate,
  client: string,
  announced: number,
): DocumentReservation {
  rate.spend(client, announced);
  const coming = {
    grow(bytes: number) {
      reservation.grow(bytes);
      rate.goOn(client, bytes);
    },
  };
  return { ...reservation, coming };
}
