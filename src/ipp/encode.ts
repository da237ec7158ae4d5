import type { IppAttribute, IppMessage, IppValue } from "./message.ts";
import { GROUP, TAG } from "./tags.ts";

const NOTHING = new Uint8Array(0);
const UTF8 = new TextEncoder();

/** The most octets that a name or a value has room for. */
const FIELD_BYTES = 0xffff;

/**
 * Writes a message (RFC 8010, section 3).
 * @throws RangeError when a name or a value is longer than its length field can say
 */
export function encodeMessage(message: IppMessage): Uint8Array<ArrayBuffer> {
  const { version, code, requestId, groups } = message;
  const sink = new Bun.ArrayBufferSink();
  sink.start({ asUint8Array: true });
  sink.write(Uint8Array.of(version.major, version.minor));
  sink.write(numbers(2, code));
  sink.write(numbers(4, requestId));
  for (const group of groups) {
    sink.write(Uint8Array.of(group.tag));
    for (const attribute of group.attributes) writeAttribute(sink, attribute);
  }
  sink.write(Uint8Array.of(GROUP.end));
  return sink.end() as Uint8Array<ArrayBuffer>;
}

type Sink = Bun.ArrayBufferSink;

function writeAttribute(sink: Sink, { name, values }: IppAttribute): void {
  values.forEach((value, index) => writeValue(sink, index === 0 ? name : "", value));
}

function writeValue(sink: Sink, name: string, value: IppValue): void {
  writeField(sink, value.tag, name, value.kind === "collection" ? NOTHING : bytesOf(value));
  if (value.kind !== "collection") return;
  for (const member of value.members) {
    writeField(sink, TAG.memberAttrName, "", UTF8.encode(member.name));
    for (const inner of member.values) writeValue(sink, "", inner);
  }
  writeField(sink, TAG.endCollection, "", NOTHING);
}

function writeField(sink: Sink, tag: number, name: string, value: Uint8Array): void {
  sink.write(Uint8Array.of(tag));
  writeSized(sink, UTF8.encode(name));
  writeSized(sink, value);
}

function writeSized(sink: Sink, bytes: Uint8Array): void {
  if (bytes.byteLength > FIELD_BYTES) throw new RangeError("a field of IPP has at most 65535 bytes");
  sink.write(numbers(2, bytes.byteLength));
  sink.write(bytes);
}

function bytesOf(value: Exclude<IppValue, { kind: "collection" }>): Uint8Array {
  switch (value.kind) {
    case "number":
      return numbers(4, value.value);
    case "boolean":
      return Uint8Array.of(value.value ? 1 : 0);
    case "text":
      return UTF8.encode(value.value);
    case "languageText": {
      const [language, text] = [UTF8.encode(value.language), UTF8.encode(value.value)];
      return Buffer.concat([numbers(2, language.byteLength), language, numbers(2, text.byteLength), text]);
    }
    case "range":
      return numbers(4, value.lower, value.upper);
    case "resolution":
      return Buffer.concat([numbers(4, value.across, value.feed), Uint8Array.of(value.units)]);
    case "bytes":
      return value.value;
  }
}

/** Numbers of 2 or 4 bytes, the most significant first. */
function numbers(size: 2 | 4, ...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(size * values.length));
  values.forEach((value, index) =>
    size === 2 ? view.setUint16(index * 2, value) : view.setInt32(index * 4, value),
  );
  return new Uint8Array(view.buffer);
}
