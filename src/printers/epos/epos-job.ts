import { TillrollError } from "../../domain/errors.ts";
import { type EncodingTarget, encodeDocument, isPaperless, isSilent } from "./epos-document.ts";
import { readEposRequest } from "./epos-request.ts";

/** What a request asks for, its document encoded for the printer. */
export interface EposJob {
  /** What its header says of the device; `null` when it says nothing. */
  readonly devid: string | null;
  readonly printJobId: string | null;
  /** Whether it asks for the status, or for the result of `printJobId`. */
  readonly isInquiry: boolean;
  /** Whether it only sets something. */
  readonly isSilent: boolean;
  /** Whether it puts nothing on paper. */
  readonly isPaperless: boolean;
  /** The document as ESC/POS, when there was a printer to encode it for, and nothing was wrong with it. */
  readonly raw: Uint8Array<ArrayBuffer> | null;
  /** Of `raw`, where the request has an id. */
  readonly hash: string | null;
  /** Why the document cannot be printed; as data, because a class does not survive the way between threads. */
  readonly refusal: Pick<TillrollError, "code" | "message" | "data"> | null;
}

/**
 * Reads a request and encodes its document. Pure, so that it can be done in any thread.
 * @param target `null` when it is to be found out first which printer the request names
 * @throws TillrollError BAD_REQUEST when it is no request of ePOS-Print; what is wrong with its document is its refusal
 */
export function readEposJob(body: Uint8Array, target: EncodingTarget | null): EposJob {
  const { devid, printJobId, elements } = readEposRequest(body);
  const isInquiry = elements.length === 0;
  const job = {
    devid,
    printJobId,
    isInquiry,
    isSilent: isSilent(elements),
    isPaperless: isPaperless(elements),
    raw: null,
    hash: null,
    refusal: null,
  };
  if (target === null || isInquiry) return job;
  try {
    const raw = encodeDocument(elements, target);
    return { ...job, raw, hash: printJobId === null ? null : Bun.SHA256.hash(raw, "hex") };
  } catch (error) {
    if (!(error instanceof TillrollError)) throw error;
    const { code, message, data } = error;
    return { ...job, refusal: { code, message, data } };
  }
}
