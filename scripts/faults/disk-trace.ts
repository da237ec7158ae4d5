import { readFileSync } from "node:fs";

/** An operation on the files of a folder, as `watched-disk.c` notes it. Paths are from the folder. */
export type DiskOperation =
  | { readonly kind: "write"; readonly path: string; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly path: string; readonly length: number }
  | { readonly kind: "create" | "remove" | "syncBegun" | "syncDone"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string };

/** An operation, and where its record ends in the trace, bytes. */
export interface TracedOperation {
  readonly end: number;
  readonly operation: DiskOperation;
}

const KINDS = ["", "write", "truncate", "create", "rename", "remove", "syncBegun", "syncDone"] as const;
const HEAD_BYTES = 24;

/** Reads a trace. @throws RangeError for one that is none */
export function readTrace(path: string): TracedOperation[] {
  const trace = readFileSync(path);
  const operations: TracedOperation[] = [];
  for (let at = 0; at < trace.length;) {
    const kind = KINDS[trace.readUInt32LE(at)];
    const pathEnd = at + HEAD_BYTES + trace.readUInt32LE(at + 4);
    const offset = Number(trace.readBigUInt64LE(at + 8));
    const end = pathEnd + Number(trace.readBigUInt64LE(at + 16));
    const name = trace.toString("utf8", at + HEAD_BYTES, pathEnd);
    const rest = trace.subarray(pathEnd, end);
    operations.push({ end, operation: operationOf(kind, name, offset, rest) });
    at = end;
  }
  return operations;
}

function operationOf(
  kind: (typeof KINDS)[number] | undefined,
  path: string,
  offset: number,
  rest: Buffer,
): DiskOperation {
  switch (kind) {
    case "write":
      return { kind, path, offset, bytes: rest };
    case "truncate":
      return { kind, path, length: offset };
    case "rename":
      return { kind, path, to: rest.toString("utf8") };
    case "create":
    case "remove":
    case "syncBegun":
    case "syncDone":
      return { kind, path };
    default:
      throw new RangeError(`there is no operation ${kind} of a disk`);
  }
}
