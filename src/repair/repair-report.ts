/** A print of which the bytes are lost, with what is known of it. */
export interface GonePrint {
  readonly id: number;
  /** The slug of its workspace. */
  readonly workspace: string;
  readonly ordinal: number;
  /** ISO 8601, UTC; of one whose row is lost, that of the print before it. */
  readonly createdAt: string;
  readonly label: string | null;
  readonly deviceId: string | null;
  /** Its tags, as JSON. */
  readonly tag: string;
  /** `row`: what is known of it is whole. `place`: only that it was there. */
  readonly known: "row" | "place";
}

/** What came of a repair, as JSON has it. Prints are named by their ids. */
export interface RepairReport {
  readonly repairedAt: string;
  /** The damaged database, and the new one. */
  readonly from: string;
  readonly to: string;
  /** Whether the new one is in the place of the damaged one by now, and where that is kept. */
  readonly keptIn: string | null;
  readonly pages: { readonly total: number; readonly unreadable: number };
  /** The log beside it; `null` where there was none that belongs to it. */
  readonly log: { readonly frames: number; readonly damagedFrames: number } | null;
  readonly prints: {
    /** In the new database, with their bytes, each compared with its SHA-256. */
    readonly total: number;
    /** Of these, as they were in the damaged one. */
    readonly saved: number;
    /** One bit of their bytes was damaged, and is right again. */
    readonly mended: readonly number[];
    /** What is known of them is what was written, as far as their checksums tell; these are not. */
    readonly doubtfulFields: readonly number[];
    /** What was known of them comes from an older state of their page. */
    readonly olderFields: readonly number[];
    /** Their bytes are there, and label, tags and the rest are lost. */
    readonly withoutFields: readonly number[];
    /** The backup had what was known of them, or their bytes. */
    readonly fieldsFromBackup: readonly number[];
    readonly bytesFromBackup: readonly number[];
    /** The backup has them, and they may be among those that were erased since: they were not taken. */
    readonly withheld: readonly number[];
    /** Their bytes are lost. */
    readonly gone: readonly GonePrint[];
    /** Numbers, as runs, that no print has: of prints of which nothing is left at all, or that were never given. */
    readonly missingNumbers: readonly (readonly [first: number, last: number])[];
    /** They were only in a log that the service had put aside because it is damaged. */
    readonly fromKeptLog: readonly number[];
    /** There are bytes, and no word of whose they are: files in the folder `found`. */
    readonly found: readonly number[];
  };
  /** Of each table that is not whole, or of which rows came from the backup. */
  readonly tables: readonly {
    readonly name: string;
    readonly rows: number;
    readonly damagedRows: number;
    readonly lostPages: number;
    readonly fromBackup: number;
    /** Rows that named something lost. */
    readonly leftOut: number;
  }[];
  /** Users and workspaces of which only the number is known. */
  readonly placeholders: Readonly<Record<string, readonly number[]>>;
  /** What verifying the journal of the new database has given. */
  readonly journal: {
    readonly entries: number;
    readonly findings: number;
    readonly first: readonly string[];
  };
  /** The backup that was asked, and the moment of it; `null` for none. */
  readonly backup: { readonly title: string; readonly asOf: string | null } | null;
}

/** How many lines tell of single prints; the JSON has all. */
const TOLD_PRINTS = 40;

/** A report as a person reads it, lines. */
export function reportLines(report: RepairReport): string[] {
  const { prints, pages, log, tables, backup } = report;
  return [
    `${amount(prints.total, "print")} in the new database: ${amount(prints.saved, "print")} as they were, ` +
      `${amount(prints.fieldsFromBackup.length + onlyBytes(prints), "print")} with the help of the backup, ` +
      `${amount(prints.withoutFields.length, "print")} with their bytes alone. ${amount(prints.gone.length, "print")} gone.`,
    `Pages: ${pages.total.toLocaleString("en")}, of which ${pages.unreadable.toLocaleString("en")} could not be read.` +
      (log === null ? "" : ` Log: ${amount(log.frames, "frame")}, of which ${log.damagedFrames} damaged.`),
    ...(backup === null
      ? ["No backup was asked: --backup takes what is missing from one."]
      : [`Backup: ${backup.title}.`]),
    ...list("Put right, one bit of each was damaged", prints.mended),
    ...list(
      "What is known of these is not what was written, and no backup had it: look at label and tags",
      prints.doubtfulFields,
    ),
    ...list("What is known of these is of an older state", prints.olderFields),
    ...list("Bytes saved, label and tags lost", prints.withoutFields),
    ...list("What is known of these is the backup's: changes since are lost", prints.fieldsFromBackup),
    ...list("Bytes taken from the backup", prints.bytesFromBackup),
    ...list(
      "The backup has these, and they may be among those that were erased since: not taken (tillroll restore --print ID)",
      prints.withheld,
    ),
    ...list("Only in a damaged log that the service had put aside, and saved", prints.fromKeptLog),
    ...list("Bytes of which nobody knows whose they are, in the folder found", prints.found),
    ...gone(prints.gone),
    ...(prints.missingNumbers.length === 0
      ? []
      : [
          `Numbers that no print has, of prints of which nothing is left, or never given: ${runsText(prints.missingNumbers)}.`,
        ]),
    ...tables.map(
      ({ name, rows, damagedRows, lostPages, fromBackup, leftOut }) =>
        `Table ${name}: ${amount(rows, "row")} found; ${damagedRows} damaged, ${amount(lostPages, "page")} lost, ` +
        `${fromBackup} from the backup, ${leftOut} left out.`,
    ),
    report.journal.findings === 0
      ? `The journal is whole: ${report.journal.entries.toLocaleString("en")} entries.`
      : `The journal is not whole any more, since parts of it, or prints that it is about, are lost: ${report.journal.first.join(" ")}`,
    ...Object.entries(report.placeholders).map(
      ([table, ids]) => `Of ${table} ${ids.join(", ")} nothing is known but the number: look at its name.`,
    ),
  ];
}

function onlyBytes({ bytesFromBackup, fieldsFromBackup }: RepairReport["prints"]): number {
  const others = new Set(fieldsFromBackup);
  return bytesFromBackup.filter((id) => !others.has(id)).length;
}

function gone(prints: readonly GonePrint[]): string[] {
  if (prints.length === 0) return [];
  const told = prints.slice(0, TOLD_PRINTS).map(({ id, workspace, createdAt, label, known }) => {
    const what =
      known === "place" ? "nothing else is known" : label === null ? "without a label" : `"${label}"`;
    return `  print ${id} of ${workspace}, ${createdAt}, ${what}`;
  });
  const more = prints.length - told.length;
  return ["Gone:", ...told, ...(more > 0 ? [`  and ${more} more, in the report's JSON`] : [])];
}

function list(what: string, ids: readonly number[]): string[] {
  return ids.length === 0 ? [] : [`${what} (${ids.length}): ${runs(ids)}.`];
}

/** Ids as runs, such as `3–7, 12`. */
function runs(ids: readonly number[]): string {
  const sorted = ids.toSorted((one, other) => one - other);
  const found: [first: number, last: number][] = [];
  for (const id of sorted) {
    const run = found.at(-1);
    if (run !== undefined && run[1] + 1 === id) run[1] = id;
    else found.push([id, id]);
  }
  return runsText(found);
}

function runsText(found: readonly (readonly [first: number, last: number])[]): string {
  const told = found
    .slice(0, TOLD_PRINTS)
    .map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  return found.length > told.length ? `${told.join(", ")} …` : told.join(", ");
}

function amount(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;
}
