/** A text in a source file: a string, or a template. Pieces that are added up are one text. */
export interface Literal {
  /** Its words; what a template puts in is `{}`. */
  readonly text: string;
  /** The name of the property that it is the value of; empty where it is none's. */
  readonly property: string;
}

/** What a `/` behind it divides; behind anything else it begins a regular expression. */
const OPERAND = /[\w$)\]}"'`]$/;
const KEYWORD = /\b(?:return|typeof|case|in|of|else|yield|await)$/;

/** All texts of a source file in TypeScript, also those within what templates put in. */
export function literalsOf(source: string): Literal[] {
  const found: Found[] = [];
  new Scanner(source, found).code("");
  return joined(source, found).map(({ text, start }) => ({ text, property: propertyBefore(source, start) }));
}

interface Found {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

class Scanner {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly found: Found[],
  ) {}

  /** Reads code up to the bracket that ends it. @param end the bracket; empty for the end of the file */
  code(end: string): void {
    let depth = 0;
    let begun = this.at;
    while (this.at < this.source.length) {
      const character = this.source[this.at] ?? "";
      if (character === end && depth === 0) return;
      if (character === "{") depth++;
      if (character === "}") depth--;
      if (character === '"' || character === "'") this.string(character);
      else if (character === "`") this.template();
      else if (this.source.startsWith("//", this.at)) this.skipTo("\n");
      else if (this.source.startsWith("/*", this.at)) this.skipTo("*/");
      else if (character === "/" && this.isPattern(begun)) this.pattern();
      else this.at++;
      begun = Math.min(begun, this.at);
    }
  }

  private isPattern(begun: number): boolean {
    const before = this.source.slice(Math.max(begun, this.at - 40), this.at).trimEnd();
    return !OPERAND.test(before) || KEYWORD.test(before);
  }

  private skipTo(end: string): void {
    const next = this.source.indexOf(end, this.at + 1);
    this.at = next < 0 ? this.source.length : next + end.length;
  }

  private pattern(): void {
    let isClass = false;
    for (this.at++; this.at < this.source.length; this.at++) {
      const character = this.source[this.at];
      if (character === "\\") this.at++;
      else if (character === "[") isClass = true;
      else if (character === "]") isClass = false;
      else if (character === "/" && !isClass) break;
    }
    this.at++;
  }

  private string(quote: string): void {
    const start = this.at;
    for (this.at++; this.source[this.at] !== quote && this.at < this.source.length; this.at++)
      if (this.source[this.at] === "\\") this.at++;
    this.at++;
    this.found.push({ text: unescaped(this.source.slice(start + 1, this.at - 1)), start, end: this.at });
  }

  private template(): void {
    const start = this.at++;
    let text = "";
    while (this.source[this.at] !== "`" && this.at < this.source.length) {
      if (this.source.startsWith("${", this.at)) {
        this.at += 2;
        this.code("}");
        this.at++;
        text += "{}";
        continue;
      }
      const length = this.source[this.at] === "\\" ? 2 : 1;
      text += this.source.slice(this.at, this.at + length);
      this.at += length;
    }
    this.at++;
    this.found.push({ text: unescaped(text), start, end: this.at });
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
}

/** Texts with those that are added to them. */
function joined(source: string, found: readonly Found[]): Found[] {
  const inOrder = found.toSorted((left, right) => left.start - right.start);
  const result: Found[] = [];
  for (const next of inOrder) {
    const before = result.findLast(({ end }) => end <= next.start);
    if (before !== undefined && /^\s*\+\s*$/.test(source.slice(before.end, next.start)))
      result[result.indexOf(before)] = { text: before.text + next.text, start: before.start, end: next.end };
    else result.push(next);
  }
  return result;
}

function propertyBefore(source: string, start: number): string {
  return /(\w+):\s*(?:\([^()]*\)\s*=>\s*)?$/.exec(source.slice(Math.max(0, start - 120), start))?.[1] ?? "";
}
