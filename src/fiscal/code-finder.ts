import type { Database } from "bun:sqlite";
import { type RuleFilling, tagField } from "../domain/print-change.ts";
import type { PrintPatch } from "../domain/update-print.ts";
import { FiscalCertificates } from "../storage/fiscal-certificates.ts";
import type { PrintCodes } from "../storage/fiscal-writer.ts";
import type { PrintUpdate } from "../storage/write-operation.ts";
import { recordOf, tagsOf } from "./code-record.ts";
import type { FindKey } from "./signature.ts";
import { codesOfReceipt } from "./read-codes.ts";

/** By what a print's history says that it got the tags of its code. */
const FILLED_BY = "Fiscal code";

/** What a print gets by its codes, and what of them is stored. */
export interface FoundCodes {
  readonly codes: PrintCodes;
  readonly gift: { readonly patch: PrintPatch; readonly filling: RuleFilling };
}

/** Finds fiscal codes in what was read of prints. */
export class CodeFinder {
  private readonly certificates: FiscalCertificates;
  private readonly setting;

  constructor(database: Database) {
    this.certificates = new FiscalCertificates(database);
    this.setting = database.query<{ wanted: number }, [number]>(
      "SELECT fiscal_codes AS wanted FROM workspace WHERE id = ?",
    );
  }

  /** Whether codes are looked for in the prints of a workspace. */
  isWanted(workspaceId: number): boolean {
    return this.setting.get(workspaceId)?.wanted === 1;
  }

  /**
   * What is found in a print, its signatures checked: a few milliseconds for each code, and next to nothing without one.
   * @param symbols what is in its symbols
   * @param lines its lines of letters
   * @returns `null` where there is no code, or none is looked for in the workspace
   */
  find(
    workspaceId: number,
    printId: number,
    symbols: readonly string[],
    lines: readonly string[] = [],
  ): FoundCodes | null {
    const codes = codesOfReceipt(symbols, lines);
    const [first] = codes;
    if (first === undefined || !this.isWanted(workspaceId)) return null;
    const findKey: FindKey = (serial) => this.certificates.findKey(workspaceId, serial);
    const records = codes.map((code) => recordOf(code, findKey));
    const tag = tagsOf(first, records[0]?.verdict ?? "unreadable");
    const filling = Object.fromEntries([...tag.keys()].map((key) => [tagField(key), FILLED_BY]));
    return { codes: { workspaceId, printId, codes: records }, gift: { patch: { tag }, filling } };
  }
}

/** What rules and codes give a print together: rules come first, since a person has written them. */
export function withCodes(
  print: Pick<PrintUpdate, "workspaceId" | "printId">,
  gift: Pick<PrintUpdate, "patch" | "filling"> | null,
  found: FoundCodes | null,
): PrintUpdate | null {
  const { workspaceId, printId } = print;
  if (found === null) return gift === null ? null : { workspaceId, printId, ...gift };
  const given = gift?.patch.tag ?? new Map<string, string>();
  // Behind those of rules: lists of prints show the first ones.
  const tag = new Map([...given, ...[...(found.gift.patch.tag ?? [])].filter(([key]) => !given.has(key))]);
  return {
    workspaceId,
    printId,
    patch: { ...gift?.patch, tag },
    filling: { ...found.gift.filling, ...gift?.filling },
  };
}
