import { type CodeFinder, type FoundCodes, withCodes } from "../fiscal/code-finder.ts";
import { notFound } from "../domain/errors.ts";
import { RULE_LIMITS } from "../domain/limits.ts";
import { tagFromJson } from "../domain/print.ts";
import type { RulePreview, RulePreviewPrint, RuleSettings, RuleTrial } from "../domain/rule.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { codeTexts } from "../recognition/recognised-text.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { Turns } from "../platform/background-thread.ts";
import { readWords } from "../search/text/receipt-lines.ts";
import type { CardNote } from "../storage/card-store.ts";
import { printerOfRow } from "../storage/paper-columns.ts";
import { decodeContent } from "../storage/raw-content.ts";
import type { PrintCodes } from "../storage/fiscal-writer.ts";
import type { PrintUpdate, RuleProgress } from "../storage/write-operation.ts";
import { DEFAULT_RULES } from "./defaults/default-rules.ts";
import { NO_TEXT, type RuleText, ruleText } from "./receipt-text.ts";
import { type CandidateRow, type FillableRow, RuleConnection } from "./rule-connection.ts";
import type { RulesWorkspace } from "./rule-progress.ts";
import { RuleSet } from "./rule-set.ts";
import { checkedSet, checkRule, type TrialResult, tryOut } from "./trial.ts";

/** Their patterns are compiled when they are first searched for. */
const DEFAULT_RULE_SET = RuleSet.trusted(DEFAULT_RULES);

/** Prints that one step decodes at most. */
const STEP_PRINTS = 64;

/** After so long a step ends before, milliseconds: of one print, some patterns take long. */
const STEP_MILLISECONDS = 500;

/** Prints that one step passes over at most, when no rule is for them. */
const STEP_ORDINALS = 4096;

/** Workspaces whose rules stay compiled. */
const KEPT_WORKSPACES = 16;

/** What rules give a print, and which of them. */
type RuleGift = Required<Pick<PrintUpdate, "patch" | "filling">>;

/** The same with the fiscal codes that were read in its pictures. */
type RecognisedGift = RuleGift & { readonly codes?: PrintCodes };

/** What rules found, which is written together: the progress only when all of the rest is. */
export interface RuleWrites {
  readonly fills: readonly PrintUpdate[];
  readonly progress: readonly RuleProgress[];
  /** Prints whose pictures are to be read, where prints were read for other reasons too. */
  readonly pictures?: readonly number[];
  /** Full card numbers that were found then. */
  readonly cards?: readonly CardNote[];
  /** The fiscal codes that were found in them. */
  readonly codes?: readonly PrintCodes[];
}

/**
 * Applies rules to prints, a bounded step at a time. It only reads the database; what it finds is written by others, and
 * how far it has got is stored with it, so that whatever ends it, another one goes on.
 */
export class RuleEngine {
  private readonly connection: RuleConnection;
  /** By workspace: its rules, and what they were compiled from. */
  private readonly compiled = new Map<number, { readonly source: string; readonly rules: RuleSet }>();

  /** @param write returns when all is durable */
  constructor(
    databasePath: string,
    private readonly write: (writes: RuleWrites) => Promise<unknown>,
  ) {
    this.connection = new RuleConnection(databasePath);
  }

  /** What finds fiscal codes in prints. */
  get codes(): CodeFinder {
    return this.connection.codes;
  }

  /** The workspaces with prints that their rules have not been applied to. */
  behind(): RulesWorkspace[] {
    return this.connection.progress.behind();
  }

  /** Takes a step with the new prints of each workspace. @returns how many it went over; 0 for none */
  async advance(): Promise<number> {
    let prints = 0;
    for (const workspace of this.behind()) {
      const { id, nextOrdinal, printCount } = workspace;
      const { fills, next } = await this.step(id, this.rulesOf(workspace), nextOrdinal, printCount);
      await this.write({ fills, progress: [{ do: "progress", workspaceId: id, nextOrdinal: next }] });
      prints += next - nextOrdinal;
    }
    return prints;
  }

  /** Passes over new prints that no rule is for, without reading them. @returns whether there were any */
  async skip(): Promise<boolean> {
    const progress: RuleProgress[] = [];
    for (const workspace of this.behind()) {
      const { id, nextOrdinal, printCount } = workspace;
      const rules = this.rulesOf(workspace);
      const to = rules.isEmpty ? printCount : Math.min(printCount, nextOrdinal + STEP_ORDINALS);
      const [first] = rules.isEmpty ? [] : this.connection.candidates(id, nextOrdinal, to, rules.isForAll, 1);
      const next = first?.ordinal ?? to;
      if (next > nextOrdinal) progress.push({ do: "progress", workspaceId: id, nextOrdinal: next });
    }
    if (progress.length > 0) await this.write({ fills: [], progress });
    return progress.length > 0;
  }

  /** Takes a step with the prints that the rules are to be applied to again. @returns as {@link advance} */
  async advanceAgain(): Promise<number> {
    const unfinished = this.connection.applications.unfinished();
    if (unfinished === null) return 0;
    const { workspaceId, nextOrdinal, endOrdinal } = unfinished;
    const rules = this.present(workspaceId);
    const withFiscal = this.codes.isWanted(workspaceId);
    const { fills, codes, next } = await this.step(workspaceId, rules, nextOrdinal, endOrdinal, withFiscal);
    const filled = fills.length;
    await this.write({
      fills,
      codes,
      progress: [{ do: "reapplied", workspaceId, nextOrdinal: next, filled }],
    });
    return next - nextOrdinal;
  }

  /** Checks whether a rule can be among those of a workspace. @throws TillrollError BAD_REQUEST */
  check(workspaceId: number, settings: RuleSettings, replacing: number | null): void {
    const others = this.connection.rules(workspaceId).filter(({ id }) => id !== replacing);
    checkRule(settings, others);
  }

  /** Tries rules out. @throws TillrollError BAD_REQUEST, NOT_FOUND (the print), PRINT_DATA_DAMAGED */
  tryOut(workspaceId: number, trial: RuleTrial): TrialResult {
    const text =
      trial.printId === null
        ? { ...NO_TEXT, text: trial.text ?? "" }
        : this.textOf(workspaceId, trial.printId);
    return tryOut(trial, text, () => this.present(workspaceId));
  }

  /**
   * Tries a rule out on the newest prints, for a bounded time: it lets messages in between, and looks at fewer where texts
   * or the pattern take long.
   * @param rule `null` for the rules that there are
   * @throws TillrollError BAD_REQUEST
   */
  async preview(workspaceId: number, rule: RuleSettings | null): Promise<RulePreview> {
    const rules = rule === null ? this.present(workspaceId) : checkedSet(rule);
    const { printCount } = this.connection.progress.find(workspaceId) ?? { printCount: 0 };
    const { previewPrints, previewedPrints, previewMilliseconds } = RULE_LIMITS;
    const first = Math.max(0, printCount - previewPrints);
    const isForAll = rule === null ? rules.isForAll : rule.appliesTo === "all";
    const candidates = this.connection.candidates(workspaceId, first, printCount, isForAll, previewPrints);
    const deadline = performance.now() + previewMilliseconds;
    const turns = new Turns();
    const prints: RulePreviewPrint[] = [];
    const counts = { looked: 0, matched: 0, filled: 0 };
    for (const candidate of candidates.toReversed()) {
      if (performance.now() > deadline) break;
      counts.looked++;
      const read = this.textOrNone(candidate);
      // A workspace's rule takes guesses for numbers.
      const text = rule === null ? read : { ...read, unsure: [] };
      const { label, tag, matches } = tryOut({ rule: null }, text, () => rules);
      if (matches.length > 0) {
        counts.matched++;
        if (giftOf(candidate, rules, () => text) !== null) counts.filled++;
        if (prints.length < previewedPrints) prints.push({ printId: candidate.id, label, tag });
      }
      if (turns.isOver) await turns.pause();
    }
    return { ...counts, prints };
  }

  /**
   * What the rules of a workspace find for a print once something was recognised in its pictures, with the fiscal codes that
   * were; `null` for nothing.
   */
  fillRecognised(workspaceId: number, printId: number, recognition: Recognition): RecognisedGift | null {
    const candidate = this.connection.candidate(workspaceId, printId);
    if (candidate === null) return null;
    const found = this.codes.find(workspaceId, printId, codeTexts(recognition));
    const gift = giftOf(candidate, this.present(workspaceId), () => this.textOrNone(candidate, recognition));
    const update = withCodes({ workspaceId, printId }, gift, found);
    if (update === null) return null;
    const { patch, filling = {} } = update;
    return { patch, filling, ...(found !== null && { codes: found.codes }) };
  }

  /** The rules of a workspace: read anew each time, because they may change, compiled anew only when they have. */
  rulesOf({ id, defaultRules }: Pick<RulesWorkspace, "id" | "defaultRules">): RuleSet {
    const rules = this.connection.rules(id);
    const source = JSON.stringify([defaultRules, rules]);
    const known = this.compiled.get(id);
    if (known?.source === source) return known.rules;
    if (this.compiled.size >= KEPT_WORKSPACES) this.compiled.clear();
    const own = RuleSet.of(rules, "skip");
    const all = defaultRules === 0 ? own : own.followedBy(DEFAULT_RULE_SET);
    this.compiled.set(id, { source, rules: all });
    return all;
  }

  close(): void {
    this.connection.close();
  }

  private present(workspaceId: number): RuleSet {
    const workspace = this.connection.progress.find(workspaceId);
    return this.rulesOf(workspace ?? { id: workspaceId, defaultRules: 1 });
  }

  /**
   * What the rules find for the next prints, up to, and without, ordinal `end`.
   * @param withFiscal whether fiscal codes are looked for as well, in all of these prints
   */
  private async step(
    workspaceId: number,
    rules: RuleSet,
    first: number,
    end: number,
    withFiscal = false,
  ): Promise<{ fills: PrintUpdate[]; codes: PrintCodes[]; next: number }> {
    const fills: PrintUpdate[] = [];
    const codes: PrintCodes[] = [];
    if (rules.isEmpty && !withFiscal) return { fills, codes, next: end };
    const to = Math.min(end, first + STEP_ORDINALS);
    const isForAll = rules.isForAll || withFiscal;
    const candidates = this.connection.candidates(workspaceId, first, to, isForAll, STEP_PRINTS);
    const deadline = performance.now() + STEP_MILLISECONDS;
    const turns = new Turns();
    for (const candidate of candidates) {
      let text: RuleText | null = null;
      const textOf = () => (text ??= this.textOrNone(candidate));
      const gift = giftOf(candidate, rules, textOf);
      const found = withFiscal ? this.codesIn(workspaceId, candidate.id, textOf()) : null;
      if (found !== null) codes.push(found.codes);
      const update = withCodes({ workspaceId, printId: candidate.id }, gift, found);
      if (update !== null) fills.push(update);
      if (performance.now() > deadline) return { fills, codes, next: candidate.ordinal + 1 };
      if (turns.isOver) await turns.pause();
    }
    const last = candidates[STEP_PRINTS - 1];
    return { fills, codes, next: last === undefined ? to : last.ordinal + 1 };
  }

  /** The text of a print has its symbols as lines, and those of its pictures. */
  private codesIn(workspaceId: number, printId: number, { text }: RuleText): FoundCodes | null {
    const lines = text.split("\n");
    return this.codes.find(workspaceId, printId, lines, lines);
  }

  /** Bytes that are missing or damaged have no text; the print itself tells of it when it is read. */
  private textOrNone(candidate: CandidateRow, recognition?: Recognition): RuleText {
    try {
      return this.decoded(candidate, recognition);
    } catch {
      return NO_TEXT;
    }
  }

  private textOf(workspaceId: number, printId: number): RuleText {
    const candidate = this.connection.candidate(workspaceId, printId);
    if (candidate === null) throw notFound("print", printId);
    return this.decoded(candidate);
  }

  private decoded(
    candidate: CandidateRow,
    recognition = this.connection.recognition.recognitionOf(candidate.id) ?? [],
  ): RuleText {
    const stored = this.connection.prints.readStored(candidate);
    try {
      const settings = { ...printerOfRow(candidate), earlier: candidate.earlier };
      return ruleText(readWords(decodeContent(candidate.id, stored), settings), recognition);
    } finally {
      collectAfter(stored.byteLength);
    }
  }
}

/** What rules give a print; `null` for nothing. @param textOf its text, which is asked for when a rule wants it */
export function giftOf(print: FillableRow, rules: RuleSet, textOf: () => RuleText): RuleGift | null {
  const { label, printerId } = print;
  const fillable = { label, tags: tagFromJson(print.tag), isFromPrinter: printerId !== null };
  if (!rules.couldFill(fillable)) return null;
  const { text, unsure } = textOf();
  const { label: found, tags, filling } = rules.fill(text, fillable, undefined, unsure);
  if (found === null && tags.size === 0) return null;
  return { patch: { ...(found !== null && { label: found }), ...(tags.size > 0 && { tag: tags }) }, filling };
}
