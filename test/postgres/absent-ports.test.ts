import { describe, expect, test } from "bun:test";
import type { Print } from "../../src/domain/print.ts";
import {
  NO_BACKGROUND_WORK,
  NO_REFERENCES,
  NO_RULES,
  NO_WEBHOOKS,
} from "../../src/storage/postgres/absent-ports.ts";
import { ArchiveCards } from "../../src/storage/postgres/archive-cards.ts";
import { printIdOf } from "../../src/storage/postgres/print-insert.ts";

describe("what an archive does not have", () => {
  test("is listed as nothing", async () => {
    expect([await NO_WEBHOOKS.list(), await NO_RULES.list(1), await NO_REFERENCES.list(1)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await NO_RULES.areDefaultsEnabled(1)).toBe(false);
    expect(await NO_REFERENCES.find(1, "bill")).toBeNull();
    expect(await NO_BACKGROUND_WORK.rulesStatus(1)).toEqual({ pending: 0, reapplication: null });
    expect(await NO_BACKGROUND_WORK.progressOf(1)).toBeNull();
  });

  test.each<[string, () => unknown, string]>([
    ["a webhook", () => NO_WEBHOOKS.get(1, 2), "NOT_FOUND"],
    ["a rule", () => NO_RULES.get(1, 2), "NOT_FOUND"],
    ["a reference", () => NO_REFERENCES.get(1, "bill"), "NOT_FOUND"],
    ["its bytes", () => NO_REFERENCES.readStored({ id: 1, name: "bill" }), "NOT_FOUND"],
    ["rules applied again", () => NO_BACKGROUND_WORK.reapplyRules(1, {} as never), "CONFLICT"],
    ["rules tried out", () => NO_BACKGROUND_WORK.tryRules(1, {} as never), "CONFLICT"],
    ["a look for card numbers", () => NO_BACKGROUND_WORK.scanForCards(1, {} as never), "CONFLICT"],
  ])("%s is refused", async (_name, ask, code) => {
    const refused = await (async () => ask())().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code });
  });
});

describe("full card numbers in an archive", () => {
  const ID = printIdOf(3, 5);

  /** Cards of an archive with one print, and how often its bytes were read. */
  function open(raw: Uint8Array, read: string | null = null) {
    let reads = 0;
    const print = { id: ID, workspaceId: 3, recognised: read === null ? null : "{}" } as Print;
    const reader = {
      find: (workspaceId: number, id: number) => (workspaceId === 3 && id === ID ? print : null),
      readRaw: () => {
        reads++;
        return { raw, sha256: new Uint8Array(32) };
      },
      readRecognition: () => (read === null || read === NOT_SENT ? null : packed(read)),
      printerOf: () => ({}),
    };
    const cards = new ArchiveCards(reader, { findById: () => null });
    return { cards, reads: () => reads };
  }

  /** What was read in pictures, and stayed in the shop. */
  const NOT_SENT = "not sent";

  /** A picture with one word, as it is stored. */
  function packed(word: string): Uint8Array {
    const box = { x: 0, y: 0, width: 10, height: 10 };
    const line = { words: word.split(" ").map((each) => ({ text: each, confidence: 90, box })), box };
    return Bun.zstdCompressSync(JSON.stringify([{ box, lines: [line], codes: [] }]));
  }

  const text = (words: string) => new TextEncoder().encode(`\x1b@${words}\n`);

  test.each<[string, Uint8Array, string | null, boolean]>([
    ["one that is there", text("VISA 4111 1111 1111 1111"), null, true],
    ["one that is masked already", text("VISA 4111 11XX XXXX 1111"), null, false],
    ["none", text("Coffee 2.50"), null, false],
    ["more than is looked through", new Uint8Array(300_000), null, true],
    ["pictures of which nothing was sent", text("Coffee 2.50"), NOT_SENT, true],
    ["one in a picture", text("Coffee 2.50"), "VISA 4111 1111 1111 1111", true],
    ["none in a picture", text("Coffee 2.50"), "Total 2.50", false],
    ["none in a picture, one beside it", text("VISA 4111 1111 1111 1111"), "Total 2.50", true],
  ])("%s", async (_name, raw, read, has) => {
    const { cards, reads } = open(raw, read);
    expect([await cards.has(ID), await cards.has(ID)]).toEqual([has, has]);
    expect(reads()).toBeLessThanOrEqual(1);
    expect(await cards.has(printIdOf(3, 6))).toBe(false);
  });
});
