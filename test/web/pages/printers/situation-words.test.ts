import { beforeAll, describe, expect, test } from "bun:test";
import type { PrinterAnswer } from "../../../../src/contract/printer.ts";
import { SITUATION_STATES } from "../../../../src/domain/printer-situation.ts";
import { situationWords, waitingWords } from "../../../../src/web/browser/pages/printers/situation-words.ts";
import { LANGUAGES, type Language } from "../../../../src/web/browser/texts/languages.ts";
import { showTexts } from "../../../../src/web/browser/texts/texts.ts";

type Situation = PrinterAnswer["situation"];

const READY: Situation = {
  state: "ready",
  isTrouble: false,
  sentence: "",
  parameters: {},
  since: null,
  waiting: 0,
  held: 0,
  oldestWaitingSince: null,
  lastPrintAt: null,
};

/** Today at 18:02, as whoever reads it has it. */
const EVENING = new Date(new Date().setHours(18, 2, 0, 0)).toISOString();

const outage = (state: Situation["state"], parameters: Situation["parameters"] = {}): Situation => ({
  ...READY,
  state,
  parameters,
  isTrouble: true,
  since: EVENING,
});

const show = async (language: Language) => showTexts(language, await LANGUAGES[language].load());
const said = (situation: Situation, target: string | null = "tcp://192.168.1.50:9100") =>
  // Some versions of the data of languages have a narrow space before AM and PM.
  situationWords({ situation, target }).replaceAll("\u202F", " ");

describe("in English", () => {
  beforeAll(() => show("en"));
  test.each([
    [READY, "Prints."],
    [outage("paper-end"), "Out of paper since 6:02 PM."],
    [outage("paper-end", { backup: "bar" }), "Out of paper since 6:02 PM. bar prints in its place."],
    [
      outage("unreachable", { address: "192.168.1.50" }),
      "The printer at 192.168.1.50 has not answered since 6:02 PM.",
    ],
    [
      { ...outage("unreachable", { address: "till.local" }), since: null },
      "The printer at till.local does not answer.",
    ],
    [
      outage("port-closed", { port: 9100, reason: "port 9100 is in use by another program." }),
      "Tills cannot reach it: port 9100 is in use by another program, since 6:02 PM.",
    ],
    [
      { ...READY, state: "simulated", parameters: { simulated: "cover-open" } },
      "Set to “The cover is open” for a test.",
    ],
  ] as const)("%j: %s", (situation, words) => {
    expect(said(situation as Situation)).toBe(words);
  });

  test("what waits, and what waits for a person", () => {
    expect(waitingWords(READY)).toEqual([]);
    const words = waitingWords({ ...READY, waiting: 2, held: 1, oldestWaitingSince: EVENING }).join(" ");
    expect(words.replaceAll("\u202F", " ")).toBe(
      "2 prints wait, the first since 6:02 PM. 1 waits for your decision.",
    );
  });
});

test("in German", async () => {
  await show("de");
  const closed = outage("port-closed", { port: 9100, reason: "port 9100 is in use.", fault: "in-use" });
  expect(said(closed)).toBe(
    "Kassen erreichen ihn nicht: Port 9100 gehört einem anderen Programm auf diesem Rechner, seit 18:02.",
  );
  expect(said(outage("paper-end"))).toBe("Kein Papier seit 18:02.");
  expect(said(READY, null)).toBe("Speichert, was gedruckt wird; ohne echten Drucker dahinter.");
});

test("every state has words, in all languages", async () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await show(language);
    const words = SITUATION_STATES.map((state) => said({ ...READY, state }));
    expect(new Set(words).size).toBe(SITUATION_STATES.length);
    expect(words.filter((each) => each.includes("printers."))).toEqual([]);
  }
});
