import { EPOS_LIMITS } from "./epos-limits.ts";
import {
  childElements,
  childNamed,
  localName,
  parseXml,
  schemaError,
  textOf,
  type XmlElement,
} from "./xml-element.ts";

/** What a request asks for. */
interface EposRequestDocument {
  /** What its header says of the device; `null` when it says nothing, as is usual: the address says it. */
  readonly devid: string | null;
  readonly printJobId: string | null;
  /** What is to be printed, in order; none asks for the status, or for the result of `printJobId`. */
  readonly elements: readonly XmlElement[];
}

/**
 * Reads the SOAP envelope of a request. An `epos-print` without an envelope is taken as well: some clients leave it out.
 * Source: Epson ePOS-Print XML User's Manual, "Service Interface Specifications".
 * @throws TillrollError BAD_REQUEST
 */
export function readEposRequest(body: Uint8Array): EposRequestDocument {
  const root = parseXml(body);
  if (localName(root) === "epos-print")
    return { devid: null, printJobId: null, elements: childElements(root) };
  if (localName(root) !== "Envelope")
    throw schemaError(root.name, "the root element must be a SOAP Envelope");
  const content = childNamed(root, "Body");
  if (content === undefined) throw schemaError(root.name, "the envelope has no Body");
  const documents = childElements(content);
  const stranger = documents.find((document) => localName(document) !== "epos-print");
  if (stranger !== undefined) throw schemaError(stranger.name, "only epos-print is known in the Body");
  if (documents.length > 1) throw schemaError("Body", "there must be one epos-print");
  return { ...readHeader(childNamed(root, "Header")), elements: documents.flatMap(childElements) };
}

function readHeader(header: XmlElement | undefined): Pick<EposRequestDocument, "devid" | "printJobId"> {
  const parameter = header === undefined ? undefined : childNamed(header, "parameter");
  const value = (name: string): string | null => {
    const element = parameter === undefined ? undefined : childNamed(parameter, name);
    const text = element === undefined ? "" : textOf(element).trim();
    return text === "" ? null : text;
  };
  const printJobId = value("printjobid");
  if (printJobId !== null && printJobId.length > EPOS_LIMITS.printJobIdCharacters)
    throw schemaError("printjobid", `must have at most ${EPOS_LIMITS.printJobIdCharacters} characters`);
  return { devid: value("devid"), printJobId };
}
