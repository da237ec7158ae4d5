import { mapFields, PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import type { TagForm } from "../domain/export-query.ts";
import { formatInstant } from "../domain/instant.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import { type Print, printToJson } from "../domain/print.ts";
import { csvRecord, guarded } from "./csv.ts";

/**
 * How a print comes out of an export: whole; removed for good or deleted since the export began, or never there; its bytes
 * are not what was stored; it could not be drawn; its bytes have full card numbers, which whoever asks may not see.
 */
export type ExportState = "ok" | "gone" | "damaged" | "not-drawn" | "withheld";

/** A print with what is known of its bytes. */
export interface StoredPrint extends Print {
  /** SHA-256 of its bytes as they came, in hexadecimal. */
  readonly sha256: string;
  readonly byteLength: number;
}

/** A print of an export; of one that is gone only the id is known. */
export interface ExportedPrint {
  /** The slug of its workspace, in an export of several. */
  readonly workspace?: string;
  readonly id: number;
  readonly state: ExportState;
  readonly print: StoredPrint | null;
  /** The file that it has in an archive. */
  readonly file?: { readonly name: string; readonly sha256: string };
}

/** A line of JSON: the Print of the API, and what is known of its bytes. */
export function jsonLine({ workspace, id, state, print }: ExportedPrint): string {
  const whose = workspace === undefined ? "" : `"workspace":${JSON.stringify(workspace)},`;
  if (print === null) return `{${whose}"id":${id},"state":"${state}"}\n`;
  const { sha256, byteLength, ...known } = print;
  const json = printToJson(known);
  return `{${whose}${json.slice(1, -1)},"byteLength":${byteLength},"sha256":"${sha256}","state":"${state}"}\n`;
}

/** The columns before those of tags. */
const COLUMNS = [
  "id",
  "state",
  "createdAt",
  "updatedAt",
  "deletedAt",
  ...PRINT_FIELD_NAMES,
  "testPrint",
  "byteLength",
  "sha256",
] as const;

/** That before them where there are prints of several workspaces. */
const WORKSPACE_COLUMNS = ["workspace"] as const;

/** Those that an archive has too. */
const FILE_COLUMNS = ["file", "fileSha256"] as const;

type Cells = Partial<
  Record<(typeof COLUMNS | typeof WORKSPACE_COLUMNS | typeof FILE_COLUMNS)[number], string>
>;

/** What an export has beside the prints themselves. */
export interface TableParts {
  /** Whether it says whose each is. */
  readonly hasWorkspaces: boolean;
  readonly hasFiles: boolean;
}

/** The table of an export. */
export class ExportTable {
  private readonly columns: readonly (keyof Cells)[];
  private readonly columnOfKey: ReadonlyMap<string, number>;

  /**
   * @param tags how it has tags
   * @param keys those that have a column of their own
   */
  constructor(
    private readonly tags: TagForm,
    private readonly keys: readonly string[],
    { hasWorkspaces, hasFiles }: TableParts,
  ) {
    this.columns = [
      ...(hasWorkspaces ? WORKSPACE_COLUMNS : []),
      ...COLUMNS,
      ...(hasFiles ? FILE_COLUMNS : []),
    ];
    this.columnOfKey = new Map(keys.map((key, column) => [key, column]));
  }

  /** The first record: the names of the columns. */
  get headings(): string {
    const tags = this.tags === "json" ? ["tag"] : [...this.keys.map((key) => `tag.${key}`), "otherTags"];
    return csvRecord([...this.columns, ...tags]);
  }

  record({ workspace, id, state, print, file }: ExportedPrint): string {
    const known = print === null ? {} : cellsOf(print);
    const files = file === undefined ? {} : { file: file.name, fileSha256: file.sha256 };
    const cells: Cells = {
      id: String(id),
      state,
      ...known,
      ...files,
      ...(workspace !== undefined && { workspace }),
    };
    return csvRecord([
      ...this.columns.map((column) => cells[column] ?? ""),
      ...this.tagCells(print?.tag ?? "{}"),
    ]);
  }

  private tagCells(tag: string): string[] {
    if (this.tags === "json") return [tag];
    const cells = Array.from(this.keys, () => "");
    const others: [string, string][] = [];
    for (const [key, value] of Object.entries(JSON.parse(tag) as Record<string, string>)) {
      const column = this.columnOfKey.get(key);
      if (column === undefined) others.push([key, value]);
      else cells[column] = guarded(value);
    }
    return [...cells, others.length === 0 ? "" : JSON.stringify(Object.fromEntries(others))];
  }
}

function cellsOf(print: StoredPrint): Cells {
  const { createdAt, updatedAt, deletedAt, testPrint, byteLength, sha256 } = print;
  return {
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
    deletedAt: deletedAt === null ? "" : formatInstant(deletedAt),
    ...mapFields((name) => fieldCell(print[name])),
    testPrint: String(testPrint),
    byteLength: String(byteLength),
    sha256,
  };
}

function fieldCell(value: string | number | null): string {
  return typeof value === "string" ? guarded(value) : value === null ? "" : String(value);
}

/** Counts the keys of tags, to choose those that have a column. */
export class TagKeys {
  private readonly counts = new Map<string, number>();

  /** @param keys of one print */
  add(keys: Iterable<string>): void {
    for (const key of keys) {
      const count = this.counts.get(key);
      if (count !== undefined) this.counts.set(key, count + 1);
      else if (this.counts.size < EXPORT_LIMITS.countedKeys) this.counts.set(key, 1);
    }
  }

  /** The most frequent ones, equally frequent ones by their code units. */
  get mostFrequent(): string[] {
    return [...this.counts]
      .toSorted(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
      .slice(0, EXPORT_LIMITS.tagColumns)
      .map(([key]) => key);
  }
}
