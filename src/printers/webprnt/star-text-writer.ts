import { UTF8_PAGES } from "../../escpos/text/code-pages.ts";
import type { PageName } from "../../escpos/text/printer-profile.ts";
import type { ByteWriter } from "../byte-writer.ts";
import { pageOrder, writablePage } from "../epos/character-tables.ts";
import type { TextItem } from "./webprnt-request.ts";

const ESC = 0x1b;
const GS = 0x1d;

/** The page of UTF-8 (ESC GS t). */
const UTF8_PAGE = UTF8_PAGES["star-line"] ?? 0;

/** Names of code pages that are not those of our tables. */
const PAGE_NAMES: Readonly<Record<string, PageName>> = {
  cp1250: "windows1250",
  cp1251: "windows1251",
  cp1252: "windows1252",
};

/** The page that a name of `codepage` means, as ESC GS t numbers it; `null` for one that no page has. */
export function starPage(name: string): number | null {
  if (name === "utf8") return UTF8_PAGE;
  const [page = 0] = pageOrder("star-line", [PAGE_NAMES[name] ?? (name as PageName)]);
  return writablePage("star-line", page)?.name === (PAGE_NAMES[name] ?? name) ? page : null;
}

/**
 * Writes text for Star's printers: in the code page that was asked for, and in UTF-8 what that page has not; ASCII is the
 * same in all.
 */
export class StarTextWriter {
  /** The page that was asked for. */
  private wanted = UTF8_PAGE;
  /** The page that the printer has now; `null` for the one that it powers on with. */
  private current: number | null = null;

  constructor(private readonly bytes: ByteWriter) {}

  /** Asks for a page of ESC GS t. */
  choose(page: number): void {
    this.wanted = page;
  }

  /** ESC @ was written. */
  reset(): void {
    this.current = null;
  }

  /** @throws TillrollError PRINT_DATA_TOO_LARGE */
  write(items: readonly TextItem[]): void {
    for (const item of items) {
      if ("byte" in item) {
        if (item.byte >= 0x80) this.select(this.wanted);
        this.bytes.write(item.byte);
      } else if (item.codePoint < 0x80) this.bytes.write(item.codePoint);
      else this.character(item.codePoint);
    }
  }

  private character(codePoint: number): void {
    const code =
      this.wanted === UTF8_PAGE ? 0 : (writablePage("star-line", this.wanted)?.codes[codePoint] ?? 0);
    if (code !== 0) {
      this.select(this.wanted);
      this.bytes.write(code);
      return;
    }
    this.select(UTF8_PAGE);
    this.bytes.append(Buffer.from(String.fromCodePoint(codePoint)));
  }

  private select(page: number): void {
    if (page !== this.current) this.bytes.write(ESC, GS, 0x74, page);
    this.current = page;
  }
}
