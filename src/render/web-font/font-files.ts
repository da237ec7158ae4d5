import { BASIC_PLANE } from "../font/atlas-format.ts";
import { glyphsHash } from "../font/glyph-atlas.ts";
import { DOCUMENT_FAMILY, familyOf } from "./font-family.ts";
import { fontRule } from "./receipt-fonts.ts";
import { webFont } from "./web-font.ts";

/** Characters of a font file: a receipt needs the files of its characters only, and each is made in some milliseconds. */
const BLOCK = 256;

/** Blocks of halves of pairs, which are no characters. */
const isOfSurrogates = (block: number): boolean => block >= 0xd8 && block <= 0xdf;

/** A file of a family: its name, its weight and its block of characters. */
const FILE = /^([\w-]+)-(400|700)-([0-9a-f]{2})\.woff$/;

let version: string | undefined;

/** Changes with the glyphs and with how files are made of them, so that a browser may keep a file for good. */
function fontVersion(): string {
  version ??= new Bun.CryptoHasher("sha256")
    .update(glyphsHash())
    .update(webFont({ family: DOCUMENT_FAMILY, bold: false }, charactersOf(0x0e)))
    .digest("hex")
    .slice(0, 16);
  return version;
}

/**
 * The style sheet of a family: a rule for each of its files with the characters it has, so that a browser loads those that a
 * page needs. Null for a family that is none.
 *
 * @param folder the path of the files
 */
export function fontStyle(family: string, folder: string): string | null {
  if (familyOf(family) === undefined) return null;
  const rules: string[] = [];
  for (let block = 0; block < BASIC_PLANE / BLOCK; block++) {
    if (isOfSurrogates(block)) continue;
    const name = block.toString(16).padStart(2, "0");
    for (const weight of [400, 700]) {
      const url = `${folder}/${fontVersion()}/${family}-${weight}-${name}.woff`;
      rules.push(fontRule({ family, bold: weight === 700 }, url, `U+${name}00-${name}ff`));
    }
  }
  return rules.join("\n");
}

/** A font file by the version and name that `fontStyle` gave; null for one that is none. */
export function fontFile(wanted: string, name: string): Uint8Array<ArrayBuffer> | null {
  const [, family = "", weight, digits = ""] = FILE.exec(name) ?? [];
  const block = Number.parseInt(digits, 16);
  if (familyOf(family) === undefined || isOfSurrogates(block) || wanted !== fontVersion()) return null;
  return webFont({ family, bold: weight === "700" }, charactersOf(block));
}

function charactersOf(block: number): number[] {
  return Array.from({ length: BLOCK }, (_, index) => block * BLOCK + index);
}
