import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commandActor } from "../../src/audit/audit-entry.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { repair } from "../../src/repair/repair.ts";
import type { RepairReport } from "../../src/repair/repair-report.ts";
import { copiedDatabase } from "../../src/restore/copied-database.ts";
import { openForReading } from "../../src/storage/database.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import { SeededRandom } from "./random.ts";
import { copyDatabase, type Damage, DAMAGES } from "./repair-damage.ts";
import { makeShop, rowOf, type Shop, type Truth } from "./repair-shop.ts";

export interface RepairRun {
  readonly seed: number;
  /** An empty folder of its own. */
  readonly folder: string;
  readonly prints: number;
  /** How often each kind of damage is done. */
  readonly rounds: number;
  readonly onRound?: (line: string) => void;
}

/** What repairs of one kind of damage have shown. */
export interface DamageFigures {
  repairs: number;
  /** Prints with whole pages, and those of them that were not saved. */
  whole: number;
  notSaved: number;
  /** Prints of which a page was damaged: saved all the same, taken from the backup, and told to be gone. */
  damaged: number;
  savedAnyway: number;
  fromBackup: number;
  gone: number;
  /** Prints with other bytes, or with other fields that were not told to be doubtful. */
  wrong: number;
  /** Erased prints that came back. */
  cameBack: number;
}

/** What all repairs together have shown. */
export interface RepairFigures extends DamageFigures {
  readonly faults: readonly string[];
  /** The same by the kind of damage. */
  readonly byDamage: ReadonlyMap<string, DamageFigures>;
}

const NO_FIGURES: DamageFigures = {
  repairs: 0,
  whole: 0,
  notSaved: 0,
  damaged: 0,
  savedAnyway: 0,
  fromBackup: 0,
  gone: 0,
  wrong: 0,
  cameBack: 0,
};

function sumOf(all: Iterable<DamageFigures>): DamageFigures {
  const sum = { ...NO_FIGURES };
  for (const figures of all)
    for (const name of Object.keys(sum) as (keyof DamageFigures)[]) sum[name] += figures[name];
  return sum;
}

/** Damages copies of a shop's database in all ways, repairs each with and without a backup, and compares what comes out. */
export async function runRepairs({
  seed,
  folder,
  prints,
  rounds,
  onRound,
}: RepairRun): Promise<RepairFigures> {
  const random = new SeededRandom(seed);
  const shop = makeShop(folder, prints, random);
  const byDamage = new Map<string, DamageFigures>();
  const faults: string[] = [];
  for (let round = 0; round < rounds; round++)
    for (const damage of DAMAGES) {
      const work = join(folder, "damaged");
      mkdirSync(work);
      const figures = byDamage.getOrInsertComputed(damage.name, () => ({ ...NO_FIGURES }));
      const line = await repairDamage({ shop, damage, work, random, figures, faults });
      onRound?.(`${damage.name}: ${line}`);
      rmSync(work, { recursive: true });
    }
  return { ...sumOf(byDamage.values()), faults, byDamage };
}

interface DamagedShop {
  readonly shop: Shop;
  readonly damage: Damage;
  readonly work: string;
  readonly random: SeededRandom;
  readonly figures: DamageFigures;
  readonly faults: string[];
}

async function repairDamage({ shop, damage, work, random, figures, faults }: DamagedShop): Promise<string> {
  const { folder, truth } = shop[damage.state];
  copyDatabase(folder, work);
  const target = { path: databasePath(work), truth, random };
  const pages = damage.do(target);
  const expected = damage.truthAfter?.(target) ?? truth;
  const told: string[] = [];
  for (const backup of [null, shop.stopped.folder]) {
    const out = join(work, backup === null ? "alone" : "helped");
    const report = await repair({
      dataFolder: work,
      out,
      backup: backup === null ? null : copiedDatabase(backup),
      scratch: work,
      actor: commandActor("test"),
      now: Date.UTC(2026, 10, 23),
    });
    figures.repairs++;
    const isHelped = backup !== null;
    compare(
      { name: damage.name, out, report, truth: expected, pages, isHelped, newest: truth },
      figures,
      faults,
    );
    told.push(`${report.prints.total} of ${expected.prints.size} prints${isHelped ? " with a backup" : ""}`);
  }
  return told.join(", ");
}

interface Compared {
  readonly name: string;
  readonly out: string;
  readonly report: RepairReport;
  /** What was to be had of the damaged file. */
  readonly truth: Truth;
  /** The pages of it that were damaged. */
  readonly pages: ReadonlySet<number>;
  readonly isHelped: boolean;
  /** What the backup has. */
  readonly newest: Truth;
}

function compare(
  { name, out, report, truth, pages, isHelped, newest }: Compared,
  figures: DamageFigures,
  faults: string[],
): void {
  const { prints } = report;
  const database = openForReading(databasePath(out));
  const select = database.query<StoredContent, [number]>(
    "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
  );
  const toldFields = new Set([
    ...prints.doubtfulFields,
    ...prints.olderFields,
    ...prints.withoutFields,
    ...prints.fieldsFromBackup,
  ]);
  const fault = (what: string) => faults.push(`${name}${isHelped ? " (with a backup)" : ""}: ${what}`);
  const gone = new Set([...prints.gone.map(({ id }) => id), ...prints.found, ...prints.withheld]);
  const isMissing = (id: number) => prints.missingNumbers.some(([first, last]) => id >= first && id <= last);
  figures.gone += prints.gone.length;
  figures.fromBackup += new Set([...prints.fieldsFromBackup, ...prints.bytesFromBackup]).size;
  const all = isHelped ? newest.prints : truth.prints;
  for (const [id, print] of all) {
    const stored = select.get(id);
    const isWhole = truth.prints.has(id) && print.pages.isDisjointFrom(pages);
    if (isWhole) figures.whole++;
    else figures.damaged++;
    if (stored === null) {
      if (isWhole) figures.notSaved++;
      if (isWhole) fault(`print ${id} is not saved`);
      // What is after the last page that is left nobody can know.
      else if (!gone.has(id) && !isMissing(id) && existsBetween(database, id))
        fault(`print ${id} is lost, and not told`);
      continue;
    }
    if (!isWhole) figures.savedAnyway++;
    const bytes = new Bun.CryptoHasher("sha256").update(decodeContent(id, stored)).digest("hex");
    const isSame = rowOf(database, id) === print.row || toldFields.has(id);
    if (bytes === print.sha256 && isSame && !(isWhole && toldFields.has(id))) continue;
    figures.wrong++;
    fault(`print ${id} has other ${bytes === print.sha256 ? "fields" : "bytes"} than it had`);
  }
  for (const id of newest.removed)
    if (select.get(id) !== null) {
      figures.cameBack++;
      fault(`print ${id} was removed, and came back`);
    }
  database.close();
  if (pages.size === 0 && report.journal.findings > 0 && !name.includes("log"))
    fault(`journal: ${report.journal.first.join(" ")}`);
  if (!existsSync(join(out, "repair-report.txt"))) fault("there is no report");
}

/** Whether there are prints with larger ids. */
function existsBetween(database: ReturnType<typeof openForReading>, id: number): boolean {
  return database.query("SELECT 1 FROM print WHERE id > ?").get(id) !== null;
}
