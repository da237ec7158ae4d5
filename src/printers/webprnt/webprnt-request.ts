import {
  childElements,
  childNamed,
  localName,
  parseXml,
  schemaError,
  textOf,
  type XmlElement,
} from "../epos/xml-element.ts";

/**
 * Reads a request of Star webPRNT: a `StarWebPrint` whose `Request` holds the document as text, as Star's own library
 * sends it, or as elements; a document alone is taken as well. Source: Star webPRNT User's Manual.
 * @returns what is to be printed, in order; nothing asks for the status
 * @throws TillrollError BAD_REQUEST
 */
export function readWebPrntRequest(body: Uint8Array): readonly XmlElement[] {
  const outer = parseXml(body);
  if (localName(outer) === "root") return childElements(outer);
  const request = localName(outer) === "StarWebPrint" ? childNamed(outer, "Request") : undefined;
  if (request === undefined) throw schemaError(outer.name, "there is no StarWebPrint with a Request");
  const document = childNamed(request, "root") ?? parseXml(Buffer.from(textOf(request)));
  if (localName(document) !== "root") throw schemaError(document.name, "the document must be a root element");
  return childElements(document);
}

/** A byte that is written `\xHH`, a backslash that is doubled, or any other character. */
const ITEM = /\\x([0-9a-f]{2})|\\(\\)|([\s\S])/giu;

/** What a text consists of: bytes for the printer, and characters, by their code points. */
export type TextItem = { readonly byte: number } | { readonly codePoint: number };

/** The items of an element's text: control characters and whatever is no character are written `\xHH` there. */
export function itemsOf(element: XmlElement): TextItem[] {
  return Array.from(textOf(element).matchAll(ITEM), ([, hexadecimal, backslash, character]) =>
    hexadecimal === undefined
      ? { codePoint: (backslash ?? character ?? "").codePointAt(0) ?? 0 }
      : { byte: Number.parseInt(hexadecimal, 16) },
  );
}

/** The bytes of an element's text, for symbols: characters that are no bytes are UTF-8. */
export function bytesOf(element: XmlElement): Uint8Array {
  return Buffer.concat(
    itemsOf(element).map((item) =>
      "byte" in item ? Buffer.from([item.byte]) : Buffer.from(String.fromCodePoint(item.codePoint)),
    ),
  );
}
