import { COMPRESSIONS, STATUS } from "../../ipp/codes.ts";
import { type IppCall, userOf } from "./ipp-call.ts";
import { IppFailure } from "./ipp-failure.ts";
import { ANY_FORMAT, DOCUMENT_FORMATS } from "./document-formats.ts";
import { cutName } from "./ipp-limits.ts";
import type { IppRequest } from "./ipp-request.ts";
import { unsupportedOf } from "./job-template.ts";

/**
 * Reads what Print-Job, Validate-Job, Create-Job and Send-Document have in common: what they say about the job or its
 * document, and what they ask for that will not be done.
 * @throws IppFailure when the document could not be taken, or the host insists on what is not done
 */
export function readJobRequest(call: IppCall) {
  const { request, client, endpoint } = call;
  const format = checkDocumentFormat(request);
  const asked = request.text("compression") ?? "none";
  const compression = COMPRESSIONS.find((known) => known === asked);
  if (compression === undefined) {
    const message = `A document packed as ${asked} is not taken here; send it as it is.`;
    throw new IppFailure(STATUS.compressionNotSupported, message, request.asUnsupported("compression"));
  }
  const unsupported = unsupportedOf(request.job, endpoint.details);
  if (request.boolean("ipp-attribute-fidelity") === true && unsupported.length > 0) {
    const message = "The job asks for what a receipt printer does not do.";
    throw new IppFailure(STATUS.attributesOrValuesNotSupported, message, unsupported);
  }
  const label = labelOf(request);
  const name = cutName(label ?? "Untitled");
  const description = { name, label, user: cutName(userOf(call)), client, format };
  return { description, compression, unsupported };
}

/** The name that the host gave the job or its document; `null` when it gave none. */
export function labelOf(request: IppRequest): string | null {
  const name = (request.text("job-name") ?? request.text("document-name") ?? "").trim();
  return name === "" ? null : name;
}

/** @throws IppFailure when documents of the format asked for are not taken */
export function checkDocumentFormat(request: IppRequest): string {
  const given = request.text("document-format");
  if (given === null) return ANY_FORMAT;
  const essence = (given.split(";")[0] ?? "").trim().toLowerCase();
  if (DOCUMENT_FORMATS.includes(essence)) return essence;
  const message = `A document of ${essence} is not taken here; send pages as PWG Raster, or the printer's own bytes as ${ANY_FORMAT}.`;
  throw new IppFailure(STATUS.documentFormatNotSupported, message, request.asUnsupported("document-format"));
}
