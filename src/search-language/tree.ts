import { type Place, type Term, type Token, tokensOf } from "./tokens.ts";

/** A condition of any depth, as it is written. */
export type Expression =
  | { readonly kind: "term"; readonly term: Term }
  | { readonly kind: "not"; readonly entry: Expression }
  | { readonly kind: "group"; readonly join: "and" | "or"; readonly entries: readonly Expression[] };

/** The same with its places in the text. */
export type Node = Place & { readonly isBracketed?: true } & (
    | {
        readonly kind: "term";
        readonly term: Term;
        readonly valueFrom: number;
        readonly isBare: boolean;
      }
    | { readonly kind: "not"; readonly entry: Node }
    | { readonly kind: "group"; readonly join: "and" | "or"; readonly entries: readonly Node[] }
  );

/** What is wrong with how a text is put together. */
export interface TreeFault extends Place {
  readonly code: "openBracket" | "emptyGroup" | "nothingToJoin";
}

/** Groups and opposites within each other that are read; what is deeper is refused anyway. */
const MOST_DEPTH = 50;

/** Reads tokens into a tree: `OR` joins what `AND`, or nothing, has joined. */
class TreeReader {
  readonly faults: TreeFault[] = [];
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  all(): Node | null {
    const nodes: Node[] = [];
    // A bracket that closes nothing is a word, so there is nothing behind the whole but what is too deep.
    while (this.at < this.tokens.length) {
      const node = this.either(0);
      if (node !== null) nodes.push(node);
      else this.at++;
    }
    return groupOf("and", nodes);
  }

  private either(depth: number): Node | null {
    const entries: Node[] = [];
    for (;;) {
      const entry = this.together(depth);
      if (entry !== null) entries.push(entry);
      const token = this.tokens[this.at];
      if (token?.kind !== "or") break;
      this.at++;
      const next = this.tokens[this.at];
      const isJoining = entry !== null && next !== undefined && next.kind !== "close" && next.kind !== "or";
      if (!isJoining) this.faults.push({ code: "nothingToJoin", from: token.from, to: token.to });
    }
    return groupOf("or", entries);
  }

  private together(depth: number): Node | null {
    const entries: Node[] = [];
    for (;;) {
      const token = this.tokens[this.at];
      if (token === undefined || token.kind === "or" || token.kind === "close") break;
      if (token.kind === "and") {
        this.at++;
        const next = this.tokens[this.at];
        const isJoining = entries.length > 0 && next !== undefined && !/^(?:close|or|and)$/.test(next.kind);
        if (!isJoining) this.faults.push({ code: "nothingToJoin", from: token.from, to: token.to });
        continue;
      }
      const entry = this.single(depth);
      if (entry !== null) entries.push(entry);
    }
    return groupOf("and", entries);
  }

  private single(depth: number): Node | null {
    const token = this.tokens[this.at++];
    if (token?.kind === "term") return token;
    if (token?.kind === "not") return this.opposite(token, depth);
    return token?.kind === "open" ? this.group(token, depth) : null;
  }

  private opposite(token: Place, depth: number): Node | null {
    const next = this.tokens[this.at];
    const isAlone = next === undefined || /^(?:close|or|and)$/.test(next.kind);
    const entry = isAlone || depth >= MOST_DEPTH ? null : this.single(depth + 1);
    if (entry === null) {
      this.faults.push({ code: "nothingToJoin", from: token.from, to: token.to });
      return null;
    }
    return { kind: "not", entry, from: token.from, to: entry.to };
  }

  private group(open: Place, depth: number): Node | null {
    if (depth >= MOST_DEPTH) return null;
    const inner = this.either(depth + 1);
    const close = this.tokens[this.at];
    if (close?.kind === "close") this.at++;
    else this.faults.push({ code: "openBracket", from: open.from, to: open.to });
    const to = close?.to ?? inner?.to ?? open.to;
    if (inner === null) {
      if (close !== undefined) this.faults.push({ code: "emptyGroup", from: open.from, to });
      return null;
    }
    return { ...inner, from: open.from, to, isBracketed: true };
  }
}

function groupOf(join: "and" | "or", entries: readonly Node[]): Node | null {
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return null;
  return entries.length === 1 ? first : { kind: "group", join, entries, from: first.from, to: last.to };
}

/** Reads the text of a search. @returns `null` for a tree of nothing */
export function readTree(text: string): {
  readonly tree: Node | null;
  readonly faults: readonly TreeFault[];
} {
  const reader = new TreeReader(tokensOf(text));
  return { tree: reader.all(), faults: reader.faults };
}

/** What a tree says, without its places. */
export function expressionOf(node: Node): Expression {
  if (node.kind === "term") return { kind: "term", term: node.term };
  if (node.kind === "not") return { kind: "not", entry: expressionOf(node.entry) };
  return { kind: "group", join: node.join, entries: node.entries.map(expressionOf) };
}

/** What must all hold: the entries of a group with and, or the tree itself. */
export function conjunctsOf(tree: Node | null): readonly Node[] {
  if (tree === null) return [];
  return tree.kind === "group" && tree.join === "and" ? tree.entries : [tree];
}
