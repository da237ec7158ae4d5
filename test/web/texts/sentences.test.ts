import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../../../src/cli/serve.ts";
import { helpOf } from "../../../src/configuration/option.ts";
import { en } from "../../../src/web/browser/texts/en.ts";
import { formatFullTime } from "../../../src/web/browser/texts/format.ts";
import { type Language, LANGUAGES } from "../../../src/web/browser/texts/languages.ts";
import { allSentences, said, saidBy, sayingsOf } from "../../../src/web/browser/texts/sentences.ts";
import type { Sentences } from "../../../src/web/browser/texts/text-types.ts";
import { showTexts } from "../../../src/web/browser/texts/texts.ts";
import { TestService } from "../chromium.ts";
import { DEFAULT_RULES } from "../../../src/rules/defaults/default-rules.ts";
import { literalsOf } from "./literals.ts";

/* What the service says: every sentence of its source that a page can show has its words in each language. */

const SOURCE = join(import.meta.dir, "..", "..", "..", "src");

const TEXTS = join(SOURCE, "web", "browser", "texts");

/** What no page shows, and why. */
const UNSHOWN: readonly (readonly [path: RegExp, why: string])[] = [
  [/^(?:cli|update|service-manager|supervisor|guide)\//, "said by commands, on a terminal"],
  [/^(?:web|search-language|audit\/acts|notifications\/words)/, "has catalogues of its own"],
  [/^(?:http\/openapi|operations\/metric|export\/readme)/, "for programs, and who reads their files"],
  [
    /^(?:printers\/(?:ipp|lpd|epos|webprnt)|ipp|page-raster)\//,
    "answers to tills, as their protocols have them",
  ],
  [/^(?:escpos|explain|symbols|render|compare)\//, "commands of receipts, for who writes software for tills"],
  [/^storage\/(?:data-folder|service-lock|migrate|database-check|database)\.ts$/, "before there is a page"],
  [/^repair\//, "by the command that repairs, while nothing runs"],
  [
    /^restore\/(?!drill\.ts|nightly-drill\.ts|old-state\.ts)/,
    "by the command that restores, while nothing runs",
  ],
  [/^repair\//, "by the command that repairs, while nothing runs"],
  [/^(?:text-feed|intake|certificates\/authority-files)/, "to tills and recorders"],
  [/^domain\/(?:target-kinds|protocols)\.ts$/, "help of the command line"],
  [
    /^(?:contract\/upstream|archive\/upstream\/(?:position|batch|received-print))\.ts$/,
    "to the services of shops",
  ],
  [/^storage\/print-writer\.ts$/, "to who stores prints by the API"],
];

/** Properties whose texts are of the API reference. */
const REFERENCE = new Set(["description", "summary", "help", "title"]);

const isFault = (text: string) =>
  /^(?:must|is|has|does|cannot|give|may|sends|names|prints|begins) .*\.$/.test(text);
/** What follows a colon: why something did not come about. */
const isCause = (text: string) => /^it .*\.$/.test(text);
const isSentence = (text: string) => /^(?:[A-Z{]|"[a-z{]).*[a-z}"'”].*[.!]$/.test(text) && text.includes(" ");

interface Said {
  readonly path: string;
  readonly text: string;
  /** The property that it is the value of. */
  readonly property: string;
}

const everything: Said[] = [];
for (const path of [...new Bun.Glob("**/*.ts").scanSync(SOURCE)].map((name) => name.replaceAll("\\", "/")))
  for (const { text, property } of literalsOf(readFileSync(join(SOURCE, path), "utf8")))
    everything.push({ path, text, property });

/** Sentences that pages can show. In the contract all others describe its fields. */
const shown = everything.filter(
  ({ path, text, property }) =>
    !REFERENCE.has(property) &&
    !UNSHOWN.some(([pattern]) => pattern.test(path)) &&
    !text.includes("\n") &&
    (path.startsWith("contract/")
      ? isFault(text) || text.startsWith("The body ")
      : isFault(text) || isCause(text) || isSentence(text)),
);

/** All words that the source of the service has. */
const written = everything
  .filter(({ path }) => !path.startsWith("web/"))
  .map(({ text }) => text)
  .concat(serve.options.map(helpOf))
  .join("\n")
  .toLowerCase();

const languages = Object.entries(LANGUAGES).flatMap(([language, { loadSentences }]) =>
  loadSentences === null ? [] : [[language as Language, loadSentences] as const],
);

describe.each(languages)("%s", (language, loadSentences) => {
  let sentences: Sentences = {};
  beforeAll(async () => {
    sentences = await loadSentences();
  });

  test("says all that pages can show", () => {
    const known = (text: string) => Object.hasOwn(sentences, text);
    // Several sentences in one text may be known one by one.
    const missing = shown.filter(
      ({ text }) => !known(text) && !text.split(/(?<=\.) (?=["A-Z])/).every(known),
    );
    expect(missing.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  test("says what each option of the service is", () => {
    const known = sayingsOf(sentences);
    const missing = serve.options.map(helpOf).filter((help) => saidBy(known, help) === help);
    expect(missing).toEqual([]);
  });

  test("says nothing that the source does not have", () => {
    const unknown = Object.keys(sentences).filter((english) =>
      english
        .toLowerCase()
        .split("{}")
        .map((piece) => piece.trim().replace(/[:;]$/, ""))
        .some((piece) => piece.length > MOST_COINCIDENCE && !written.includes(piece)),
    );
    expect(unknown).toEqual([]);
  });

  test("says nothing in two areas", async () => {
    const areas = await Promise.all(
      [...new Bun.Glob(`${language}/sentences/*.ts`).scanSync(TEXTS)].map(
        (path) => import(join(TEXTS, path)) as Promise<Readonly<Record<string, Sentences>>>,
      ),
    );
    const all = areas.flatMap((area) => Object.values(area).flatMap((one) => Object.keys(one)));
    expect(all.toSorted()).toEqual(Object.keys(sentences).toSorted());
  });

  test("has no empty words, and no places that the sentence does not have", () => {
    for (const [english, words] of Object.entries(sentences)) {
      const most = english.split("{}").length - 1;
      const places = [...words.matchAll(/\{(?:=|[\w.]+\.)?(\d+)\}/g)].map(([, number]) => Number(number));
      const isRight = words.trim() !== "" && places.every((number) => number >= 1 && number <= most);
      expect([english, isRight]).toEqual([english, true]);
    }
  });

  describe("of a running service", () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.start();
    });
    afterAll(() => service?.end());

    test("the parts of its health have names and words", async () => {
      const answer = await fetch(`${service.address}/healthz`);
      const { components } = (await answer.json()) as {
        readonly components: Readonly<Record<string, { readonly message: string }>>;
      };
      const known = sayingsOf(sentences);
      for (const [name, { message }] of Object.entries(components)) {
        expect([name, Object.hasOwn(en.health, `part.${name}`)]).toEqual([name, true]);
        expect([language, message, saidBy(known, message) === message]).toEqual([language, message, false]);
      }
    });
  });
});

/** Characters between two places that are put together in many ways, such as "a string". */
const MOST_COINCIDENCE = 9;

describe("in German", () => {
  beforeAll(async () => {
    showTexts("de", await LANGUAGES.de.load());
    await allSentences();
  });
  afterAll(async () => showTexts("en", await LANGUAGES.en.load()));

  test.each([
    ["Prints are stored durably.", "Bons werden dauerhaft gespeichert."],
    [
      "The printer cannot be reached: it did not answer in time.",
      "Der Drucker ist nicht zu erreichen: er hat nicht rechtzeitig geantwortet.",
    ],
    // What a person has named stays as it is, even where it reads like words of ours.
    ['There is a person "done" already.', "Es gibt schon eine Person „done“."],
    ["must be a string, not a number.", "muss ein Text sein, nicht eine Zahl."],
    ["must be a boolean, not an array.", "muss ein Wahrheitswert sein, nicht eine Liste."],
    [
      "New prints are not indexed for searches: the thread that does it has died; the service's log says why.",
      "Neue Bons werden nicht für die Suche indiziert: Der Thread, der das tut, ist gestorben; das Protokoll des Dienstes sagt, warum.",
    ],
    [
      "The last run of retention, audit log has failed; it is tried again. The service's log says why.",
      "Der letzte Lauf ist gescheitert (Aufbewahrung, Prüfprotokoll); er wird wiederholt. Das Protokoll des Dienstes sagt, warum.",
    ],
    ["There is no print 7 in this workspace.", "In diesem Arbeitsbereich gibt es den Bon 7 nicht."],
    // Several sentences are said one by one.
    [
      "The journal is sealed daily. The log is written.",
      "Das Journal wird täglich versiegelt. Das Protokoll wird geschrieben.",
    ],
    // Also where the first ends in a cause, which would take the others for a part of it.
    [
      'Port 9101 of printer "bar" (raw) is not open: port 9101 is in use by another program. Other ports that are not open: 2. Port 9100 of printer "till" (epos) is open.',
      "Port 9101 des Druckers „bar“ (raw) ist nicht offen: Port 9101 wird von einem anderen Programm benutzt. Weitere Ports, die nicht offen sind: 2. Port 9100 des Druckers „till“ (epos) ist offen.",
    ],
    [
      "Recognised in a picture, not printed as text: 3 words and 1 code, 88 % sure on average, the least sure word 61 %",
      "In einem Bild erkannt, nicht als Text gedruckt: 3 Wörter und 1 Code, im Mittel zu 88 % sicher, das unsicherste Wort zu 61 %",
    ],
    [
      "Prints wait: The real printer cannot be reached: it did not answer in time.",
      "Bons warten: Der Drucker ist nicht zu erreichen: er hat nicht rechtzeitig geantwortet.",
    ],
    ['Port 9105 (raw of printer "grill") answers.', "Port 9105 (raw des Druckers „grill“) antwortet."],
    [
      'Port 9105 (epos of printer "grill") is taken by nc (process 10622).',
      "Port 9105 (epos des Druckers „grill“) ist von nc (Prozess 10622) belegt.",
    ],
    ["Port 9180 (http) is taken by process 7.", "Port 9180 (http) ist von Prozess 7 belegt."],
    ["✂ partial cut", "✂ Teilschnitt"],
    ["drawer kick, pin 2 ×3", "Schublade auf, Pin 2 ×3"],
    ["feed to the cutting position", "Vorschub zum Schneiden"],
    // Times by the clock of the service, which may have another zone than the reader.
    [
      "All that was stored by 2026-11-22 13:12 is backed up.",
      "Alles, was bis 22. Nov. 2026, 13:12 gespeichert wurde, ist gesichert.",
    ],
    [
      "The time zone is Europe/Berlin; it is 2026-11-22 13:12:59.",
      "Die Zeitzone ist Europe/Berlin; die Uhr zeigt 22. Nov. 2026, 13:12.",
    ],
    [
      "69.5 GB are free on the disk of the data folder.",
      "69,5 GB sind auf dem Datenträger des Datenordners frei.",
    ],
    // Parts of the service are called as on the pages; one of a newer service is called as it calls itself.
    [
      "The part integrity of the service says: The journal is sealed daily.",
      "Der Teil „Unversehrtheit“ des Dienstes sagt: Das Journal wird täglich versiegelt.",
    ],
    [
      "The part weather of the service says: The journal is sealed daily.",
      "Der Teil „weather“ des Dienstes sagt: Das Journal wird täglich versiegelt.",
    ],
    ["The real printer sings.", "The real printer sings."],
    ["Nobody wrote this sentence.", "Nobody wrote this sentence."],
    ["", ""],
  ])("%p is %p", (english, german) => {
    expect(said(english)).toBe(german);
  });
});

test("nothing is said in English while the catalogue is on its way", async () => {
  showTexts("de", {});
  // As of a page that was just opened.
  const opened = "../../../src/web/browser/texts/sentences.ts?opened";
  const page = (await import(opened)) as typeof import("../../../src/web/browser/texts/sentences.ts");
  expect(page.said("Prints are stored durably.")).toBe("");
  await page.allSentences();
  expect(page.said("Prints are stored durably.")).toBe("Bons werden dauerhaft gespeichert.");
});

test.each(DEFAULT_RULES.map(({ name }) => name))("the rule %s has a German name", async (name) => {
  const sentences = await LANGUAGES.de.loadSentences();
  expect(Object.hasOwn(sentences, name)).toBe(true);
});

test("English is as the service says it", () => {
  showTexts("en", {});
  expect(said("Prints are stored durably.")).toBe("Prints are stored durably.");
});

test("times are as the reader writes them in English too, but for those in names", () => {
  showTexts("en", {});
  const instant = "2027-12-30T19:40:32.000Z";
  const time = formatFullTime(instant);
  expect(time).not.toContain(instant);
  expect(said(`The certificate is good until ${instant}.`)).toBe(`The certificate is good until ${time}.`);
  expect(said(`See copy-${instant}.zip.`)).toBe(`See copy-${instant}.zip.`);
  expect(said("It waits until 2027-12-30 19:40 UTC now.")).toBe(
    `It waits until ${formatFullTime("2027-12-30T19:40:00Z")} now.`,
  );
  expect(said("Restorable as of 2027-12-30 19:40: 3 prints.")).toBe(
    "Restorable as of Dec 30, 2027, 7:40 PM: 3 prints.",
  );
});
