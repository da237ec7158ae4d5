import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SYSTEM_PARTS } from "../../../src/audit/audit-entry.ts";
import { actorWords, partWords } from "../../../src/web/browser/pages/audit/actor-words.ts";
import { plainWords } from "../../../src/web/browser/pages/audit/plain-words.ts";
import { toldDetails } from "../../../src/web/browser/pages/audit/told-details.ts";
import { troubleWords } from "../../../src/web/browser/pages/shops/shop-words.ts";
import { formatFullTime } from "../../../src/web/browser/texts/format.ts";
import { LANGUAGES } from "../../../src/web/browser/texts/languages.ts";
import { allSentences, said } from "../../../src/web/browser/texts/sentences.ts";
import { showTexts } from "../../../src/web/browser/texts/texts.ts";

/* What the service tells as it has it, in the words of who reads German. */

beforeAll(async () => {
  showTexts("de", await LANGUAGES.de.load());
  await allSentences();
});
afterAll(async () => showTexts("en", await LANGUAGES.en.load()));

test.each([
  ["session Ada Lovelace", "Ada Lovelace"],
  ["command root", "Befehl root"],
  ["token 2ff4c490bd80e7a88e", "API-Schlüssel 2ff4c490bd80e7a88e"],
  ["Ada", "Ada"],
  ["Ada Lovelace", "Ada Lovelace"],
  ["", ""],
])("%p did it: %p", (actor, words) => {
  expect(actorWords(actor)).toBe(words);
});

test.each([
  ["first start", "Erster Start"],
  ["recognition", "Bilder lesen"],
  ["restore", "Wiederherstellung"],
  ["retention", "Aufbewahrung"],
  ["retention: cards: 90 days", "Aufbewahrung: cards: 90 days"],
  ["something of old", "something of old"],
])("the part %p of the service did it: %p", (part, words) => {
  expect(partWords(part)).toBe(words);
});

test("each part of the service that acts by itself has a German name", () => {
  expect(SYSTEM_PARTS.filter((part) => partWords(part) === part)).toEqual([]);
});

test.each([
  [null, ""],
  [true, "ja"],
  [["a", 1], "a, 1"],
  [{}, ""],
  [{ text: ["KITCHEN", "Table"] }, "text: KITCHEN, Table"],
  [{ port: "9181", isOn: false }, "port: 9181, isOn: nein"],
  [{ label: { op: "eq", value: "a" } }, 'label: {"op":"eq","value":"a"}'],
])("%j is written out: %p", (value, words) => {
  expect(plainWords(value)).toBe(words);
});

describe("particulars of an act", () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    [
      "print.exported",
      { format: "zip-pdf", deviceId: "till-1" },
      "Format: Archiv mit einem PDF je Bon (ZIP, PDF), Gerät: till-1",
    ],
    ["token.created", { scopes: ["read", "write"] }, "Darf: Lesen, Lesen und speichern"],
    ["person.changed", { changed: { role: ["viewer", "operator"] } }, "Rolle: Betrachter → Bediener"],
    [
      "person.created",
      {
        grants: [
          { role: "viewer", workspace: "a" },
          { role: "operator", group: "b" },
        ],
      },
      "Rollen: Rolle: Betrachter, Arbeitsbereich: a; Rolle: Bediener, Gruppe von Filialen: b",
    ],
    ["session.opened", { by: "phone" }, "Womit: als Telefon"],
    [
      "webhook.created",
      { events: ["print.created"] },
      "Ereignisse: Ein Bon wurde gespeichert (print.created)",
    ],
    [
      "notification.changed",
      { changed: { kind: ["mail", "ntfy"], priority: [null, 5] } },
      "Art: Mail → Handy (ntfy), Dringlichkeit: – → 5 (höchste)",
    ],
    [
      "printer.changed",
      { changed: { charset: [null, "western"], protocols: [["raw"], ["raw", "lpd"]] } },
      "Zeichen: – → westlich, Protokolle: Rohdaten → Rohdaten, LPD",
    ],
    ["printer.changed", { simulate: "paper-end" }, "Störung zur Probe: Kein Papier"],
    [
      "rule.created",
      { appliesTo: "all", enabled: false },
      "Gelesen in: Alle Bons, auch die über die API, Benutzt: nein",
    ],
    [
      "hold.created",
      { condition: { deviceId: "till-1", tag: { op: "eq", key: "table", value: "7" } } },
      "Für: Gerät: till-1, table: 7",
    ],
    [
      "retention.changed",
      { changed: { condition: [{}, { label: { op: "contains", value: "x" } }] } },
      "Für: Alle Bons → Bezeichnung enthält: x",
    ],
    // What a person has written, and what this page does not know, stays as it is.
    ["token.created", { name: "administrator" }, "Name: administrator"],
    ["person.changed", { changed: { role: ["viewer", "pilot"] } }, "Rolle: Betrachter → pilot"],
    ["fax.sent", { kind: "mail", speed: 5 }, "Art: mail, speed: 5"],
  ])("%s %j is read as %p", (act, details, words) => {
    expect(
      toldDetails(act, details)
        .map((part) => part.join(": "))
        .join(", "),
    ).toBe(words);
  });

  test("points in time are as the reader writes them, alone, in lists and in changes", () => {
    const [before, after] = ["2027-03-01T10:00:00.000Z", "2028-03-01T10:00:00.000Z"];
    const words = [before, after].map(formatFullTime);
    expect(words.join()).toContain("März 2027");
    for (const details of [{ expiresAt: [before, after] }, { changed: { expiresAt: [before, after] } }])
      expect(toldDetails("token.changed", details)).toEqual([
        ["Endet", words.join("changed" in details ? " → " : ", ")],
      ]);
    expect(toldDetails("token.created", { expiresAt: before })).toEqual([["Endet", words[0] ?? ""]]);
  });
});

describe("what services say of themselves", () => {
  test.each([
    ["bar: The printer at 10.0.0.5 does not answer.", "bar: Der Drucker unter 10.0.0.5 antwortet nicht."],
    ["bar: What a newer shop says.", "bar: What a newer shop says."],
  ])("of a printer of a shop: %p", (trouble, words) => {
    expect(troubleWords(trouble)).toBe(words);
  });

  test.each([
    ["it answered 404.", "die Antwort war 404."],
    [
      "it answered 302, and redirects are not followed.",
      "die Antwort war 302; Weiterleitungen wird nicht gefolgt.",
    ],
    ["it did not answer within 10 s.", "innerhalb von 10 s kam keine Antwort."],
  ])("of a webhook: %p", (reason, words) => {
    expect(said(reason)).toBe(words);
  });
});
