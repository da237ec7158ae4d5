import { Database } from "bun:sqlite";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { FINDING_MEANINGS, type FindingCode } from "../../src/verification/findings.ts";
import type { FaultRun, PartResult } from "./fault-part.ts";
import { copiedShop, type ForgedShop, makeForgedShop, runCommand } from "./forged-shop.ts";
import { JOURNAL_FORGERIES } from "./forgeries-of-journals.ts";
import { PRINT_FORGERIES } from "./forgeries-of-prints.ts";
import type { Forgery } from "./forgery.ts";

/** Whole databases that are put in the place of the one that there was. */
const REPLACEMENTS: readonly (Omit<Forgery, "forge"> & { readonly from: "beforeSeal" | "afterSeal" })[] = [
  {
    name: "An older database put back, of before the last seal",
    from: "beforeSeal",
    alone: "HELD_SEAL",
  },
  {
    name: "An older database put back, of after the last seal",
    from: "afterSeal",
    alone: null,
    why: "No seal covers what came after it. The next one does; it is made each night, or when one wants.",
  },
];

/** What is tried, in the order of the report. */
export const FORGERIES: readonly (Omit<Forgery, "forge"> & {
  /** Does it to a copy of the shop. @returns the database's path */
  readonly does: (shop: ForgedShop, to: string) => string;
})[] = [
  ...[...PRINT_FORGERIES, ...JOURNAL_FORGERIES].map(({ forge, ...row }) => ({
    ...row,
    does: (shop: ForgedShop, to: string) => forged(shop, to, forge),
  })),
  ...REPLACEMENTS.map(({ from, ...row }) => ({
    ...row,
    does(shop: ForgedShop, to: string) {
      const path = copiedShop(shop, to);
      cpSync(join(shop[from], "tillroll.sqlite"), path);
      return path;
    },
  })),
];

/** What verifying found: the kinds of findings. */
export type Verify = (dataFolder: string, held: string | null) => Promise<readonly FindingCode[]>;

/** What came of a row, and what should have. */
export interface ForgeryOutcome {
  readonly name: string;
  readonly alone: readonly FindingCode[];
  readonly withSeals: readonly FindingCode[];
  /** In words, where it is not as it should be; `null` when it is. */
  readonly fault: string | null;
}

/** Does one thing to a copy of a shop, and has it verified, without and with the seals that are kept elsewhere. */
export async function tryForgery(
  { name, does, alone, withSeals = alone }: (typeof FORGERIES)[number],
  shop: ForgedShop,
  to: string,
  verify: Verify,
): Promise<ForgeryOutcome> {
  const folder = dirname(does(shop, to));
  const outcome = { name, alone: await verify(folder, null), withSeals: await verify(folder, shop.held) };
  const isRight = (expected: FindingCode | null, found: readonly FindingCode[]) =>
    expected === null ? found.length === 0 : found.includes(expected);
  const fault =
    isRight(alone, outcome.alone) && isRight(withSeals, outcome.withSeals)
      ? null
      : `${name}: ${outcome.alone.join()} and ${outcome.withSeals.join()} instead of ${alone} and ${withSeals}`;
  return { ...outcome, fault };
}

/** Tries all of them with the command line, as an auditor would. */
export async function runForgeries({ command, folder, print }: FaultRun): Promise<PartResult> {
  const shop = await makeForgedShop(command, folder);
  const verify: Verify = async (dataFolder, held) => {
    const seals = held === null ? [] : ["--journal-seals", held];
    const words = ["journal", "verify", "--json", "--data", dataFolder, ...seals];
    const { exitCode, stdout, stderr } = await runCommand(command, words);
    if (stdout === "") throw new Error(stderr);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly code: FindingCode }[];
    };
    if ((exitCode === 1) !== findings.length > 0) throw new Error(`it ended with ${exitCode}`);
    return findings.map(({ code }) => code);
  };
  const faults = (await verify(shop.dataFolder, shop.held)).map(
    (code) => `before anything was forged: ${code}`,
  );
  const rows: string[][] = [];
  let found = 0;
  for (const forgery of FORGERIES) {
    const outcome = await tryForgery(forgery, shop, join(folder, "forged"), verify);
    if (outcome.fault !== null) faults.push(outcome.fault);
    if (outcome.withSeals.length > 0) found++;
    rows.push([forgery.name, said(outcome.alone), said(outcome.withSeals), forgery.why ?? ""]);
  }
  const tried = FORGERIES.length;
  print(`Forgeries: ${tried} tried, ${found} found, ${faults.length} faults.`);
  const columns = ["What is forged", "What verify says", "With seals kept elsewhere", "Why not"];
  return {
    faults,
    figures: { counts: { tried, found }, acknowledged: null, table: { columns, rows } },
  };
}

function forged(shop: ForgedShop, to: string, forge: Forgery["forge"]): string {
  const path = copiedShop(shop, to);
  using database = new Database(path);
  database.run("PRAGMA foreign_keys = OFF");
  if (typeof forge === "function") forge({ database, folder: dirname(path) });
  else for (const statement of forge) database.run(statement);
  return path;
}

/** The first finding in words. */
function said([first]: readonly FindingCode[]): string {
  return first === undefined ? "nothing" : FINDING_MEANINGS[first];
}
