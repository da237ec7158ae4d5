import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { healthWords, takesWords } from "../../../src/web/browser/app/health-words.ts";
import { LANGUAGES } from "../../../src/web/browser/texts/languages.ts";
import { allSentences } from "../../../src/web/browser/texts/sentences.ts";
import { showTexts } from "../../../src/web/browser/texts/texts.ts";

const say = (component: string, state: string, message: string, details: object = {}) =>
  healthWords({ component, state, message, details: { ...details } });

const takes = (canPrint: boolean, ...ports: readonly object[]) =>
  takesWords(canPrint, [
    { component: "storage", state: "ok", message: "" },
    { component: "ports", state: canPrint ? "degraded" : "failed", message: "", details: { ports } },
  ]);

const WAITING = { waiting: [{ printer: "bar", workspace: "default", oldestSeconds: 720 }], held: 2 };
const FRESH = { waiting: [{ printer: "bar", workspace: "default", oldestSeconds: 20 }], held: 2 };

describe.each(["en", "de"] as const)("in %s", (language) => {
  beforeAll(async () => {
    showTexts(language, await LANGUAGES[language].load());
    await allSentences();
  });
  afterAll(async () => showTexts("en", await LANGUAGES.en.load()));

  test.each([
    [
      "prints that wait name no command",
      () => say("deliveries", "degraded", `"tillroll printer list" says why.`, WAITING),
      "Prints have waited 12 minutes for the real printer of bar.",
      "Bons warten seit 12 Minuten auf den echten Drucker von bar.",
    ],
    [
      "prints that wait for a person",
      () => say("deliveries", "degraded", "2 deliveries wait.", FRESH),
      "2 prints wait for a decision.",
      "2 Bons warten auf eine Entscheidung.",
    ],
    [
      "a full disk",
      () => say("storage", "failed", "The disk is full.", { reason: "DISK_FULL" }),
      "The disk is full: nothing can be stored until there is room.",
      "Die Festplatte ist voll: Es kann nichts gespeichert werden, bis Platz frei ist.",
    ],
    [
      "tills that can print",
      () => takes(true, { printer: "bar", isOpen: true }, { printer: null, isOpen: false }),
      "Tills can print.",
      "Kassen können drucken.",
    ],
    [
      "a port of one of two printers that is closed",
      () => takes(false, { printer: "bar", isOpen: false }, { printer: "receipt", isOpen: true }),
      "Some tills cannot print now.",
      "Manche Kassen können gerade nicht drucken.",
    ],
    [
      "no port that is open",
      () => takes(false, { printer: "bar", isOpen: false }, { printer: null, isOpen: true }),
      "Tills cannot print now.",
      "Kassen können gerade nicht drucken.",
    ],
    [
      "a service that names nothing",
      () => takesWords(false, []),
      "Tills cannot print now.",
      "Kassen können gerade nicht drucken.",
    ],
    [
      "any other part",
      () => say("backup", "degraded", "Not backed up since the start. The last try takes long."),
      "Not backed up since the start. The last try takes long.",
      "Nicht gesichert seit dem Start. Der letzte Versuch dauert lange.",
    ],
    [
      "a part that nobody knows",
      () => say("<b>new</b>", "failed", "It has failed."),
      "It has failed.",
      "It has failed.",
    ],
  ])("%s", (_name, said, english, german) => {
    expect(said()).toBe(language === "en" ? english : german);
  });
});
