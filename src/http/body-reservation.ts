import type { Intake } from "../intake/intake.ts";
import type { Reservation } from "../storage/memory-reservations.ts";
import type { Access } from "./authentication.ts";
import type { Call } from "./endpoint.ts";
import { declaredLength } from "./request-body.ts";

/**
 * Reserves memory for a request that writes, before its body is read.
 * @param maximumBytes the most its body may have: one that says it is larger is refused as such, not for want of memory
 * @throws TillrollError STORAGE_UNAVAILABLE when more waits for the disk than it can take
 */
export function reserveFor(call: Call, access: Access, intake: Intake, maximumBytes: number): Reservation {
  return intake.reserve(() => `${call.address} ${access.tokenId}`, announcedBytes(call, maximumBytes));
}

/**
 * As {@link reserveFor}, for a request that brings in a print. The service's own token, of commands on this machine, is not
 * held to a rate: it is the operator's.
 * @returns also what counts the print for its client's address, once it is about to be stored: what is refused brings nothing in
 * @throws TillrollError RATE_LIMIT_EXCEEDED too, when the address has brought in too much before
 */
export function reserveForPrint(call: Call, access: Access, intake: Intake, maximumBytes: number) {
  const client = access.isLocal === true ? null : rateLimited(call, intake, maximumBytes);
  const reservation = reserveFor(call, access, intake, maximumBytes);
  const count = (bytes: number) => (client === null ? undefined : intake.rate.spend(client, bytes));
  return { ...reservation, count };
}

/**
 * As {@link reserveForPrint}, for a protocol of printers: the document counts as it comes, whatever becomes of it.
 * @returns also `coming`, which reserves memory for the bytes that come and counts them for their client's address
 * @throws TillrollError RATE_LIMIT_EXCEEDED, STORAGE_UNAVAILABLE
 */
export function reserveForPrinter(call: Call, intake: Intake, maximumBytes: number) {
  const bytes = announcedBytes(call, maximumBytes);
  const client = rateLimited(call, intake, maximumBytes);
  const reservation = intake.reserve(() => `printer ${call.address}`, bytes);
  if (client === null) return { ...reservation, coming: reservation };
  intake.rate.spend(client, bytes);
  const grow = (more: number) => {
    reservation.grow(more);
    intake.rate.goOn(client, more);
  };
  return { ...reservation, coming: { grow } };
}

/** The address that a request counts for, where it does; not one that says it is larger than may be: it is refused for that. */
function rateLimited(call: Call, { rate }: Intake, maximumBytes: number): string | null {
  if (!rate.isLimited || (declaredLength(call.request) ?? 0) > maximumBytes) return null;
  const client = call.address;
  rate.begin(client);
  return client;
}

function announcedBytes(call: Call, maximumBytes: number): number {
  return Math.min(declaredLength(call.request) ?? 0, maximumBytes);
}
