import type { ExportFormat } from "../../../../../domain/export-query.ts";
import { ExportProgress } from "../../../../../export/progress.ts";
import { isAbort } from "../../../client/errors.ts";
import { ALL_SHOPS } from "../../../app/route.ts";
import { printsPath, send } from "../../../client/request.ts";

/** How far an export is. */
export interface ExportState {
  /** Prints. */
  readonly done: number;
  readonly total: number;
  /** Bytes that have come. */
  readonly bytes: number;
}

/** Looks at the state are not more frequent than this, milliseconds. */
const SHOW_MILLISECONDS = 100;

/** What a file with the prints of all shops is named after. */
const ALL_SHOPS_FILE = "all-shops";

/** Where the bytes go. Only what is closed is kept. */
interface Target {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void> | void;
  close(): Promise<void> | void;
  abort(): Promise<void> | void;
}

/** The part of the File System Access API that is used; Chromium's browsers have it, on HTTPS and on this machine. */
interface SavePicker {
  showSaveFilePicker(options: { readonly suggestedName: string }): Promise<{
    createWritable(): Promise<Target>;
  }>;
}

/**
 * Exports prints into a file that the reader chooses, or else into the browser's downloads.
 * @param onState told now and then how far it is
 * @returns `null` when no file was chosen
 * @throws RefusedError, UnreachableError; what `isAbort` knows when it was ended
 */
export async function exportPrints(
  slug: string,
  body: object & { readonly format: ExportFormat },
  end: AbortSignal,
  onState: (state: ExportState) => void,
): Promise<{ readonly total: number; readonly textPending: number } | null> {
  const name = nameOf(slug === ALL_SHOPS.slug ? ALL_SHOPS_FILE : slug, body.format);
  // The file is chosen first: a browser asks only right after a click.
  const target = await openTarget(name);
  if (target === null) return null;
  try {
    const response = await send("POST", printsPath(slug, "export"), { body, end });
    const total = Number(response.headers.get("x-tillroll-total"));
    const textPending = Number(response.headers.get("x-tillroll-text-pending") ?? 0);
    await receive(response, body.format, total, target, onState);
    await target.close();
    return { total, textPending };
  } catch (error) {
    await target.abort();
    throw error;
  }
}

async function receive(
  response: Response,
  format: ExportFormat,
  total: number,
  target: Target,
  onState: (state: ExportState) => void,
): Promise<void> {
  const progress = new ExportProgress(format);
  let bytes = 0;
  let shownAt = 0;
  onState({ done: 0, total, bytes });
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return;
    // Waited for, so that a slow disk slows the service down and fills no memory.
    await target.write(value);
    progress.take(value);
    bytes += value.byteLength;
    if (performance.now() - shownAt < SHOW_MILLISECONDS) continue;
    shownAt = performance.now();
    onState({ done: Math.min(progress.done, total), total, bytes });
  }
}

function nameOf(slug: string, format: ExportFormat): string {
  const day = new Date().toLocaleDateString("sv-SE");
  return `${slug}-${day}.${format.startsWith("zip") ? "zip" : format}`;
}

/** @returns `null` when the reader chose none */
async function openTarget(name: string): Promise<Target | null> {
  const picker: Partial<SavePicker> & typeof globalThis = globalThis;
  if (picker.showSaveFilePicker === undefined) return memoryTarget(name);
  try {
    const file = await picker.showSaveFilePicker({ suggestedName: name });
    return await file.createWritable();
  } catch (error) {
    if (isAbort(error)) return null;
    // A frame, or a browser that is told to: the downloads will do.
    return memoryTarget(name);
  }
}

/** Gathers the bytes for the browser's downloads. Pieces become blobs, which browsers keep on disk when they are many. */
function memoryTarget(name: string): Target {
  let blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let pieceBytes = 0;
  const gather = () => {
    blobs.push(new Blob(pieces));
    pieces = [];
    pieceBytes = 0;
  };
  return {
    write(chunk) {
      pieces.push(chunk);
      pieceBytes += chunk.byteLength;
      if (pieceBytes >= BLOB_BYTES) gather();
    },
    close() {
      gather();
      download(new Blob(blobs), name);
    },
    abort() {
      blobs = [];
      pieces = [];
    },
  };
}

/** Bytes that are gathered before they become a blob. */
const BLOB_BYTES = 8 * 1024 * 1024;

/** How long a browser has to begin a download, milliseconds. */
const DOWNLOAD_MILLISECONDS = 60_000;

/** Gives a blob to the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MILLISECONDS);
}
