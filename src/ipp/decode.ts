import type { IppAttribute, IppGroup, IppMessage, IppValue } from "./message.ts";
import { MESSAGE_LIMITS } from "./message-limits.ts";
import { FIRST_VALUE_TAG, GROUP, isTextTag, TAG } from "./tags.ts";

/** Version, operation or status, and request id. */
export const HEADER_BYTES = 8;

/** Bytes that are no IPP message. Its message is one sentence for the host. */
export class IppMalformed extends Error {}

/** An attribute or a value before it is put in its place. */
interface Field {
  readonly tag: number;
  readonly name: string;
  readonly value: Uint8Array;
}

/**
 * Looks for the end of a message's attributes, of which more may come.
 * @param from where to look on: 0, or what the last call gave as `next`
 * @returns `end`, the offset of the document, or `next`
 */
export function findEnd(
  bytes: Uint8Array,
  from: number,
): { readonly end: number } | { readonly next: number } {
  const view = viewOf(bytes);
  let offset = Math.max(from, HEADER_BYTES);
  while (offset < bytes.byteLength) {
    const start = offset;
    const tag = view.getUint8(offset++);
    if (tag === GROUP.end) return { end: offset };
    if (tag < FIRST_VALUE_TAG) continue;
    for (let field = 0; field < 2; field++) {
      if (offset + 2 > bytes.byteLength) return { next: start };
      offset += 2 + view.getUint16(offset);
    }
    if (offset > bytes.byteLength) return { next: start };
  }
  return { next: offset };
}

/**
 * Reads a message up to the end of its attributes (RFC 8010, section 3). Bounded by {@link MESSAGE_LIMITS}.
 * @throws IppMalformed
 */
export function decodeMessage(bytes: Uint8Array): IppMessage {
  if (bytes.byteLength < HEADER_BYTES) throw new IppMalformed("The request is shorter than its header.");
  const view = viewOf(bytes);
  const reader = new FieldReader(bytes, HEADER_BYTES);
  const groups: IppGroup[] = [];
  let attributes: IppAttribute[] | null = null;
  for (;;) {
    const tag = reader.peekTag();
    if (tag === GROUP.end) break;
    if (tag < FIRST_VALUE_TAG) {
      reader.skipTag();
      attributes = [];
      if (groups.length >= MESSAGE_LIMITS.groups) throw new IppMalformed("The request has too many groups.");
      groups.push({ tag, attributes });
      continue;
    }
    if (attributes === null) throw new IppMalformed("An attribute stands before the first group.");
    addAttribute(reader, attributes);
  }
  return {
    version: { major: view.getUint8(0), minor: view.getUint8(1) },
    code: view.getUint16(2),
    requestId: view.getUint32(4),
    groups,
  };
}

/** Reads the values of the next attribute, as many as follow without a name. */
function addAttribute(reader: FieldReader, attributes: IppAttribute[]): void {
  const field = reader.next();
  if (field.name === "") throw new IppMalformed("A group begins with a value that has no attribute.");
  const values = [readValue(reader, field, 0)];
  while (reader.isAdditionalValue()) values.push(readValue(reader, reader.next(), 0));
  attributes.push({ name: field.name, values });
}

function readValue(reader: FieldReader, field: Field, level: number): IppValue {
  const { tag, value } = field;
  switch (tag) {
    case TAG.integer:
    case TAG.enum:
      return { kind: "number", tag, value: sized(field, 4).getInt32(0) };
    case TAG.boolean:
      return { kind: "boolean", tag, value: sized(field, 1).getUint8(0) !== 0 };
    case TAG.rangeOfInteger: {
      const view = sized(field, 8);
      return { kind: "range", tag, lower: view.getInt32(0), upper: view.getInt32(4) };
    }
    case TAG.resolution: {
      const view = sized(field, 9);
      return {
        kind: "resolution",
        tag,
        across: view.getInt32(0),
        feed: view.getInt32(4),
        units: view.getInt8(8),
      };
    }
    case TAG.textWithLanguage:
    case TAG.nameWithLanguage:
      return readLanguageText(tag, value);
    case TAG.begCollection:
      return { kind: "collection", tag, members: readMembers(reader, level + 1) };
    case TAG.endCollection:
    case TAG.memberAttrName:
      throw new IppMalformed("A part of a collection stands outside of any.");
    default:
      return isTextTag(tag)
        ? { kind: "text", tag, value: textOf(value) }
        : { kind: "bytes", tag, value: new Uint8Array(value) };
  }
}

/** Reads a collection's members up to its end (RFC 8010, section 3.1.6). */
function readMembers(reader: FieldReader, level: number): IppAttribute[] {
  if (level > MESSAGE_LIMITS.collectionLevels) throw new IppMalformed("Collections are nested too deep.");
  const members: { name: string; values: IppValue[] }[] = [];
  for (;;) {
    if (reader.peekTag() < FIRST_VALUE_TAG) throw new IppMalformed("A collection has no end.");
    const field = reader.next();
    if (field.name !== "") throw new IppMalformed("A collection has no end.");
    if (field.tag === TAG.endCollection) break;
    if (field.tag === TAG.memberAttrName) {
      members.push({ name: textOf(field.value), values: [] });
      continue;
    }
    const member = members.at(-1);
    if (member === undefined) throw new IppMalformed("A value in a collection has no name.");
    member.values.push(readValue(reader, field, level));
  }
  if (members.some(({ values }) => values.length === 0)) throw new IppMalformed("A member has no value.");
  return members;
}

function readLanguageText(tag: number, bytes: Uint8Array): IppValue {
  const view = viewOf(bytes);
  const malformed = () => new IppMalformed("A text with a language is broken.");
  if (bytes.byteLength < 2) throw malformed();
  const languageEnd = 2 + view.getUint16(0);
  if (bytes.byteLength < languageEnd + 2) throw malformed();
  const end = languageEnd + 2 + view.getUint16(languageEnd);
  if (bytes.byteLength !== end) throw malformed();
  const language = textOf(bytes.subarray(2, languageEnd));
  return { kind: "languageText", tag, language, value: textOf(bytes.subarray(languageEnd + 2)) };
}

/** A value that must have so many bytes. */
function sized({ name, value }: Field, bytes: number): DataView {
  if (value.byteLength !== bytes) {
    throw new IppMalformed(
      `A value of ${name === "" ? "an attribute" : name} has ${value.byteLength} bytes.`,
    );
  }
  return viewOf(value);
}

/** Reads tags, names and values one after the other. */
class FieldReader {
  private readonly view: DataView;
  private fields = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private offset: number,
  ) {
    this.view = viewOf(bytes);
  }

  peekTag(): number {
    if (this.offset >= this.bytes.byteLength) throw new IppMalformed("The attributes have no end.");
    return this.view.getUint8(this.offset);
  }

  skipTag(): void {
    this.offset++;
  }

  /** Whether a value of the same attribute follows: it has no name. */
  isAdditionalValue(): boolean {
    if (this.peekTag() < FIRST_VALUE_TAG) return false;
    return this.offset + 3 <= this.bytes.byteLength && this.view.getUint16(this.offset + 1) === 0;
  }

  next(): Field {
    if (++this.fields > MESSAGE_LIMITS.values) throw new IppMalformed("There are too many values.");
    const tag = this.peekTag();
    this.offset++;
    const name = textOf(this.take());
    return { tag, name, value: this.take() };
  }

  private take(): Uint8Array {
    const start = this.offset + 2;
    const end = start <= this.bytes.byteLength ? start + this.view.getUint16(this.offset) : Infinity;
    if (end > this.bytes.byteLength) throw new IppMalformed("An attribute is longer than the request.");
    this.offset = end;
    return this.bytes.subarray(start, end);
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder("latin1");

/** UTF-8, which every message must be in; hosts that send something else are not turned away for a name. */
function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
