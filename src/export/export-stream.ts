import { TillrollError } from "../domain/errors.ts";
import type { ExportFormat } from "../domain/export-query.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import type { Drawn, PreviewQuestion } from "../preview/preview.ts";
import type { CardReading, PrintReading } from "../storage/ports/prints.ts";
import { sha256 } from "../journal/hash.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { BYTE_ORDER_MARK } from "./csv.ts";
import { entryName } from "./entry-name.ts";
import { type ExportedPrint, ExportTable, jsonLine, type StoredPrint } from "./exported-print.ts";
import type { ExportTask } from "./messages.ts";
import type { ExportedProofs } from "./proofs.ts";
import { readmeOf } from "./readme.ts";
import { DeflatedText, ZipWriter } from "./zip-writer.ts";

/** What a print's file in an archive is, by the format. */
const FILES = {
  "zip-raw": { extension: "bin", drawnAs: null },
  "zip-png": { extension: "png", drawnAs: "png" },
  "zip-pdf": { extension: "pdf", drawnAs: "pdf" },
} as const;

type ZipFormat = keyof typeof FILES;

/** The prints of an export, once they are found. */
export interface PrintsToExport {
  /** The keys of tags that have a column, by how many prints have them. */
  readonly tagKeys: readonly string[];
  /** Reads them one after the other, as they are now. */
  each(): Iterable<ExportedPrint> | AsyncIterable<ExportedPrint>;
}

export interface ExportParts {
  readonly job: ExportTask;
  readonly prints: PrintsToExport;
  readonly reader: Pick<PrintReading, "readStored" | "printerOf" | "readRecognition">;
  /** Which prints have full card numbers. */
  readonly cards: Pick<CardReading, "has">;
  /** Makes the proofs of an archive; `null` where it has none. */
  readonly proofs: ExportedProofs | null;
  /** Draws a print. @throws what the drawing throws */
  readonly draw: (question: PreviewQuestion) => Promise<Drawn>;
}

/** All bytes of an export, in pieces of any size. */
export async function* exportBytes(parts: ExportParts): AsyncGenerator<Uint8Array> {
  const { format } = parts.job.query;
  if (isZip(format)) yield* archive(parts, format);
  else for await (const text of format === "csv" ? table(parts) : lines(parts)) yield Buffer.from(text);
}

function isZip(format: ExportFormat): format is ZipFormat {
  return Object.hasOwn(FILES, format);
}

async function* lines({ prints }: ExportParts): AsyncGenerator<string> {
  for await (const print of prints.each()) yield jsonLine(print);
}

async function* table({ job, prints }: ExportParts): AsyncGenerator<string> {
  const written = tableOf(job, prints, false);
  yield beginOf(job) + written.headings;
  for await (const print of prints.each()) yield written.record(print);
}

function tableOf({ query }: ExportTask, prints: PrintsToExport, hasFiles: boolean): ExportTable {
  return new ExportTable(query.tags, query.tags === "columns" ? prints.tagKeys : [], hasFiles);
}

function beginOf({ query }: ExportTask): string {
  return query.bom ? BYTE_ORDER_MARK : "";
}

/** The files of all prints, then the list of them, whose hashes are known only then. */
async function* archive(parts: ExportParts, format: ZipFormat): AsyncGenerator<Uint8Array> {
  const { job, prints, proofs } = parts;
  const zip = new ZipWriter();
  const written = tableOf(job, prints, true);
  const index = new DeflatedText();
  index.add(beginOf(job) + written.headings);
  for await (const found of prints.each()) {
    const { content, raw, ...exported } = await withFile(parts, format, found);
    index.add(written.record(exported));
    if (content === null || exported.file === undefined) continue;
    const { name: file } = exported.file;
    const createdAt = exported.print?.createdAt ?? job.at;
    yield* zip.file({ name: file, content, modifiedAt: createdAt });
    const proven = { id: found.id, file, isRaw: content === raw, raw: raw ?? content, createdAt };
    for (const proof of proofs?.filesOf(proven) ?? []) yield* zip.file(proof);
  }
  for (const file of proofs?.ending(job.at) ?? []) yield* zip.file(file);
  yield* zip.packedFile("index.csv", job.at, index);
  const readme = Buffer.from(readmeOf(job, proofs?.missing ?? null));
  yield* zip.file({ name: "README.txt", content: readme, modifiedAt: job.at });
  yield* zip.end();
}

/** A print of an archive, with what its file holds; `null` where it has none. */
async function withFile(
  parts: ExportParts,
  format: ZipFormat,
  found: ExportedPrint,
): Promise<ExportedPrint & { readonly content: Uint8Array | null; readonly raw?: Uint8Array }> {
  const { print } = found;
  if (print === null) return { ...found, content: null };
  const { extension, drawnAs } = FILES[format];
  if (drawnAs === null && !parts.job.hasCards && (await parts.cards.has(print.id)))
    return { ...found, state: "withheld", content: null };
  let raw: Uint8Array;
  let stored;
  try {
    stored = await parts.reader.readStored(print);
    // Drawing it checks it as well; here a damaged print is told from one that cannot be drawn.
    raw = decodeContent(print.id, stored);
  } catch (error) {
    // Removed since its row was read.
    if (error instanceof TillrollError && error.code === "NOT_FOUND")
      return { id: found.id, state: "gone", print: null, content: null };
    return { ...found, state: "damaged", content: null };
  }
  try {
    const content = drawnAs === null ? raw : await drawn(parts, print, stored, drawnAs);
    const hash = drawnAs === null ? print.sha256 : sha256(content).toHex();
    return { ...found, file: { name: entryName(print, extension), sha256: hash }, content, raw };
  } catch {
    return { ...found, state: "not-drawn", content: null };
  }
}

async function drawn(
  { job, draw, reader }: ExportParts,
  print: StoredPrint,
  stored: PreviewQuestion["stored"],
  format: "png" | "pdf",
): Promise<Uint8Array> {
  const { id, createdAt, label } = print;
  const title = label === null || label === "" ? `Print ${id}` : label;
  const printer = await reader.printerOf(print, job.workspace);
  const recognised = await reader.readRecognition(print);
  const given = await draw({
    printId: id,
    stored,
    printer,
    format,
    recognised,
    title,
    createdAt,
    origins: false,
    masksCards: job.workspace.maskCardNumbers,
  });
  return typeof given === "string" ? Buffer.from(given) : given;
}

/** Gathers pieces of any size into those that are handed over. */
export async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    bytes += piece.byteLength;
    if (bytes < EXPORT_LIMITS.chunkBytes) continue;
    yield whole(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield whole(parts);
}

/** Bytes that are all of their buffer, so that it can be handed to another thread. */
function whole(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Bun.concatArrayBuffers(parts as Uint8Array<ArrayBuffer>[]));
}
