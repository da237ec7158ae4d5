import { causeOf } from "../../delivery/connections/connection.ts";
import { TillrollError } from "../../domain/errors.ts";
import { VERSION } from "../../version.ts";
import { SEAL_LIMITS } from "../seal-limits.ts";
import {
  NONCE_BYTES,
  nonceText,
  QUERY_TYPE,
  readTimeStamp,
  timeStampFault,
  timeStampRequest,
} from "./time-stamp.ts";

/**
 * Has a text stamped by an authority. Nothing but its hash goes there.
 * @param address http or https
 * @returns the whole answer, which is about the text and to this request
 * @throws TillrollError STORAGE_UNAVAILABLE that says why there is none
 */
export async function requestTimeStamp(
  address: string,
  text: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const response = await ask(address, timeStampRequest(text, nonce), signal);
  const fault = timeStampFault(response, text);
  if (fault !== null) throw faultOf(address, `what it answered is no time stamp: ${fault}`);
  if (readTimeStamp(response).nonce !== nonceText(nonce))
    throw faultOf(address, "it answered another request");
  return response;
}

async function ask(address: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Uint8Array> {
  const headers = { "Content-Type": QUERY_TYPE, "User-Agent": `Tillroll/${VERSION}` };
  const ending = AbortSignal.any([signal, AbortSignal.timeout(SEAL_LIMITS.authorityMilliseconds)]);
  let response: Response;
  try {
    response = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal: ending });
    if (response.ok) return await bodyOf(response);
  } catch (error) {
    throw faultOf(address, `it cannot be reached: ${causeOf(error)}`);
  }
  throw faultOf(address, `it answered ${response.status}`);
}

/** Only its name is told: its address may have a key in it. */
function faultOf(address: string, reason: string): TillrollError {
  const host = URL.parse(address)?.host ?? "";
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The time-stamping authority ${host} gives none: ${reason}.`,
  );
}

/** The body of an answer, as far as one may be long. */
async function bodyOf({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes > SEAL_LIMITS.authorityBytes) break;
  }
  return Buffer.concat(pieces);
}
