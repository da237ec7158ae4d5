import { TillrollError } from "../domain/errors.ts";
import type { ExportFormat } from "../domain/export-query.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Drawn, PreviewQuestion } from "../preview/preview.ts";
import type { CardReading, PrintReading } from "../storage/ports/prints.ts";
import { sha256 } from "../journal/hash.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { BYTE_ORDER_MARK } from "./csv.ts";
import { entryName } from "./entry-name.ts";
import { type ExportedPrint, ExportTable, jsonLine, type StoredPrint } from "./exported-print.ts";
import type { ExportPlan, ExportTask } from "./messages.ts";
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

/** Whose prints an export has. */
export interface ExportScope {
  /** As `the workspace berlin-1`. */
  readonly of: string;
  /** Whether each print says whose it is. */
  readonly isOfSeveral: boolean;
  /** Whether they are what a search has found, or a selection. */
  readonly isSearch: boolean;
  workspaceOf(print: Pick<StoredPrint, "workspaceId">): Workspace;
  /** Whether bytes with full card numbers of a workspace are in it. */
  hasCards(workspace: Workspace): boolean;
}

/** The scope of an export of one workspace. */
export function scopeOfTask({ workspace, query, hasCards }: ExportTask): ExportScope {
  return {
    of: `the workspace ${workspace.slug}`,
    isOfSeveral: false,
    isSearch: query.search !== null,
    workspaceOf: () => workspace,
    hasCards: () => hasCards,
  };
}

export interface ExportParts {
  readonly job: ExportPlan;
  readonly scope: ExportScope;
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

async function* table(parts: ExportParts): AsyncGenerator<string> {
  const { job, prints } = parts;
  const written = tableOf(parts, false);
  yield beginOf(job) + written.headings;
  for await (const print of prints.each()) yield written.record(print);
}

function tableOf({ job, scope, prints }: ExportParts, hasFiles: boolean): ExportTable {
  const { tags } = job.query;
  const hasWorkspaces = scope.isOfSeveral;
  return new ExportTable(tags, tags === "columns" ? prints.tagKeys : [], { hasWorkspaces, hasFiles });
}

function beginOf({ query }: ExportPlan): string {
  return query.bom ? BYTE_ORDER_MARK : "";
}

/** The files of all prints, then the list of them, whose hashes are known only then. */
async function* archive(parts: ExportParts, format: ZipFormat): AsyncGenerator<Uint8Array> {
  const { job, scope, prints, proofs } = parts;
  const zip = new ZipWriter();
  const written = tableOf(parts, true);
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
  const readme = Buffer.from(
    readmeOf({ ...job, ...scope, hasWorkspaces: scope.isOfSeveral }, proofs?.missing ?? null),
  );
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
  const workspace = parts.scope.workspaceOf(print);
  if (drawnAs === null && !parts.scope.hasCards(workspace) && (await parts.cards.has(print.id)))
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
      return { ...found, state: "gone", print: null, content: null };
    return { ...found, state: "damaged", content: null };
  }
  try {
    const content = drawnAs === null ? raw : await drawn(parts, { print, workspace }, stored, drawnAs);
    const hash = drawnAs === null ? print.sha256 : sha256(content).toHex();
    return {
      ...found,
      file: { name: entryName(print, extension, found.workspace), sha256: hash },
      content,
      raw,
    };
  } catch {
    return { ...found, state: "not-drawn", content: null };
  }
}

async function drawn(
  { draw, reader }: ExportParts,
  { print, workspace }: { readonly print: StoredPrint; readonly workspace: Workspace },
  stored: PreviewQuestion["stored"],
  format: "png" | "pdf",
): Promise<Uint8Array> {
  const { id, createdAt, label } = print;
  const title = label === null || label === "" ? `Print ${id}` : label;
  const printer = await reader.printerOf(print, workspace);
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
    masksCards: workspace.maskCardNumbers,
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
