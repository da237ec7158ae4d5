import { badRequest, TillrollError } from "../../domain/errors.ts";
import { EPOS_LIMITS } from "./epos-limits.ts";

/** An element with its content in order, as Bun's parser gives it. */
export type XmlElement = Readonly<Bun.XML.Node>;

/** A request that breaks the schema: SchemaError. */
export function schemaError(path: string, message: string): TillrollError {
  return badRequest([{ path, message }]);
}

/** An element's name without its namespace prefix. Clients choose prefixes, and some leave the namespace out. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The elements directly inside an element, in their order. */
export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is Bun.XML.Node => typeof child === "object" && "name" in child);
}

/** The first element of a name directly inside an element. */
export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return childElements(element).find((child) => localName(child) === name);
}

/** The characters directly inside an element, white space and all. */
export function textOf({ children }: XmlElement): string {
  return children.filter((child) => typeof child === "string").join("");
}

const LESS_THAN = 0x3c;

/**
 * Parses a document of UTF-8 or ISO-8859-1. A document type is refused, so that nothing in a request can be expanded;
 * so is more markup than any receipt has, before it takes memory.
 * @returns the root element
 * @throws TillrollError BAD_REQUEST
 */
export function parseXml(body: Uint8Array): XmlElement {
  const bytes = withoutLeadingSpace(body);
  refuseBombs(bytes);
  let root: XmlElement;
  try {
    root = Bun.XML.parse(bytes, { compact: false });
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    throw schemaError("", `this is no well-formed XML: ${reason}`);
  }
  refuseDepth(root);
  return root;
}

/** White space before the XML declaration is an error of XML, and common where a template made the request. */
function withoutLeadingSpace(body: Uint8Array): Uint8Array {
  const start = body.findIndex((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte));
  return body.subarray(start < 0 ? body.length : start);
}

function refuseBombs(bytes: Uint8Array): void {
  let markup = 0;
  let root = -1;
  for (let at = bytes.indexOf(LESS_THAN); at >= 0; at = bytes.indexOf(LESS_THAN, at + 1)) {
    if (++markup > EPOS_LIMITS.markup)
      throw schemaError("", "there is too much markup: send several requests");
    const next = bytes[at + 1] ?? 0;
    if (root < 0 && next !== 0x21 && next !== 0x3f) root = at;
  }
  // UTF-16 would hide the words that are looked for here.
  if (bytes.subarray(0, 4).includes(0)) throw schemaError("", "send UTF-8");
  const prologue = Buffer.from(bytes.buffer, bytes.byteOffset, root < 0 ? bytes.length : root);
  if (prologue.includes("<!DOCTYPE")) throw schemaError("", "a document type is not allowed");
}

function refuseDepth(root: XmlElement): void {
  let level = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > EPOS_LIMITS.nesting)
      throw schemaError("", `elements are nested more than ${EPOS_LIMITS.nesting} deep`);
    level = level.flatMap(childElements);
  }
}
