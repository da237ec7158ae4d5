import fc from "fast-check";
import { foldLine } from "../../../src/search/text/fold-line.ts";
import { paper } from "../../../test/search/arbitraries.ts";
import { newPrint, WORKSPACE } from "../../../test/search/population.ts";
import type { ModelPrint } from "../../../test/search/search-model.ts";
import { type GivenPrint, SimulatedService, WORKSPACES } from "../../../test/search/simulated-service.ts";
import { SMALL_SIZES } from "../../../test/search/small-sizes.ts";

/** Every so many rounds have all characters between them; each round has some of every plane. */
export const ROUNDS_OF_ALL = 40;

/** The tag that has characters which no other print has, and the one that has numbers. */
export const WIDE_TAG = "all";
export const NUMBER_TAG = "receipt";

/** How many characters a print has of those in each place, within the limits of the contract. */
const WIDE = { label: 190, key: 10, value: 90 } as const;

const ORDINARY_PRINTS = 400;
const CACHE_BYTES = 2 ** 20;

/** Prints of a shop, and what is known of them. */
export interface WidePrints {
  readonly service: SimulatedService;
  /** All prints that were not removed, with the lines of their receipts. */
  readonly prints: readonly ModelPrint[];
  /** How many characters they have between them that were dealt out. */
  readonly characters: number;
  /** The labels and values that have them. */
  readonly texts: readonly string[];
}

/**
 * Random prints of two workspaces in which a part of all characters is, U+0000 and those that mean nothing too; some were
 * changed, some deleted, some erased.
 * @param tick what a wait of one is, milliseconds
 */
export async function widePrints(seed: number, round: number, tick: number): Promise<WidePrints> {
  const service = new SimulatedService(SMALL_SIZES, CACHE_BYTES);
  const papers = new Map<number, readonly string[]>();
  const create = (workspaceId: number, given: GivenPrint) => {
    service.create(workspaceId, given);
    papers.set(service.prints.get(workspaceId)?.at(-1)?.id ?? 0, given.paper);
  };
  const characters = charactersOf(round);
  const wide = inParts(characters, WIDE.key + WIDE.label + WIDE.value).map(widePrint);
  // They lie between the others, so that pages and segments have both.
  const between = Math.ceil(wide.length / ORDINARY_PRINTS);
  const given = fc.sample(fc.tuple(newPrint, paper), { numRuns: ORDINARY_PRINTS, seed });
  for (const [index, [print, lines]] of given.entries()) {
    service.passTime(print.wait * tick);
    create(print.workspaceId, { ...print, tags: numbered(print.tags, index), paper: lines });
    const begin = index * between;
    for (const one of wide.slice(begin, begin + between)) create(WORKSPACE, one);
  }
  const changes = fc.sample(newPrint, { numRuns: ORDINARY_PRINTS / 4, seed: seed + 1 });
  for (const [index, print] of changes.entries()) {
    const kind = (["delete", "update", "update", "restore"] as const)[index % 4] ?? "update";
    service.change(print.workspaceId, (index * 3) % ORDINARY_PRINTS, kind, { ...print, paper: [] });
  }
  const erased = fc.sample(fc.nat(ORDINARY_PRINTS / 2), { numRuns: 20, seed });
  service.remove(WORKSPACE, [...new Set(erased)], "erased");
  await service.settle();
  const prints = WORKSPACES.flatMap((id) => service.prints.get(id) ?? []);
  const withPaper = prints.map((print) => ({ ...print, paper: papers.get(print.id) ?? [] }));
  const texts = wide.flatMap(({ label, tags }) => [label ?? "", new Map(tags).get(WIDE_TAG) ?? ""]);
  return { service, prints: withPaper, characters: characters.length, texts: texts.filter(Boolean) };
}

/** The text of a print as an archive has it. */
export function textOf({ paper: lines = [] }: ModelPrint): string {
  return lines.map(foldLine).join("\n");
}

/** The characters of a round: all code points but surrogates, which are no characters. */
function charactersOf(round: number): string[] {
  const characters: string[] = [];
  for (let code = round % ROUNDS_OF_ALL; code <= 0x10ffff; code += ROUNDS_OF_ALL)
    if (code < 0xd800 || code > 0xdfff) characters.push(String.fromCodePoint(code));
  return characters;
}

/** A print that has characters in its label, and in a key and a value of its tags. */
function widePrint(characters: readonly string[]): GivenPrint {
  const labelEnd = WIDE.key + WIDE.label;
  const part = (from: number, to?: number) => characters.slice(from, to).join("");
  const tags = [
    [part(0, WIDE.key), "1"],
    [WIDE_TAG, part(labelEnd)],
  ] as const;
  return { printKey: null, label: part(WIDE.key, labelEnd), deviceId: null, tags, paper: [] };
}

/** Tags with a number: some are missing, some doubled, some too late, and some prints have none. */
function numbered(tags: GivenPrint["tags"], index: number): GivenPrint["tags"] {
  if (index % 3 === 0) return tags;
  return [...new Map(tags).set(NUMBER_TAG, `R-${index - (index % 7) + (index % 5)}`)];
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, part) => items.slice(part * size, (part + 1) * size));
}
