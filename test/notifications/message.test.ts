import { expect, test } from "bun:test";
import type { NewNotice, NotifiedEvent } from "../../src/domain/notification.ts";
import { messageOf, testMessage } from "../../src/notifications/message.ts";
import { noticeOf, withoutRepetitions } from "../../src/notifications/notices.ts";

const AT = new Date(2026, 10, 22, 18, 2).getTime();
const PRINT = { printId: 12, printer: "kitchen", printerId: 3 };

function notice(kind: NotifiedEvent, data: object, at = AT): NewNotice {
  return { topic: kind, kind, data: { ...data }, at };
}

const state = (name: string, parameters: object = {}, isTrouble = true) =>
  notice("printer.state", {
    ...PRINT,
    state: name,
    parameters,
    isTrouble,
    since: new Date(AT).toISOString(),
  });

test.each<[NewNotice, string, string, string]>([
  [state("paper-end"), "kitchen: It is out of paper.", "kitchen: Das Papier ist zu Ende.", "trouble"],
  [
    state("unreachable", { address: "192.168.1.50", backup: "bar" }),
    "kitchen: The printer at 192.168.1.50 does not answer. bar prints in its place.",
    "kitchen: Der Drucker an 192.168.1.50 antwortet nicht. Solange druckt bar.",
    "trouble",
  ],
  [state("ready", {}, false), "kitchen: It prints again.", "kitchen: Er druckt wieder.", "usual"],
  [
    notice("delivery.failed", { ...PRINT, reason: "The paper is torn." }),
    "kitchen: Print 12 did not come out. The paper is torn.",
    "kitchen: Bon 12 wurde nicht gedruckt. The paper is torn.",
    "trouble",
  ],
  [
    notice("delivery.waiting", { ...PRINT, reason: "Away." }),
    "kitchen: Print 12 waits. Away.",
    "kitchen: Bon 12 wartet. Away.",
    "trouble",
  ],
  [
    notice("delivery.done", PRINT),
    "kitchen: Print 12 was printed.",
    "kitchen: Bon 12 wurde gedruckt.",
    "usual",
  ],
  [
    notice("health", { component: "storage", state: "failed", message: "The disk is full." }),
    "Storing: failed. The disk is full.",
    "Speichern: ausgefallen. The disk is full.",
    "trouble",
  ],
  [
    notice("health", { component: "storage", state: "ok", message: "All is well." }),
    "Storing: well again. All is well.",
    "Speichern: wieder in Ordnung. All is well.",
    "usual",
  ],
  [
    notice("printer.diverted", { ...PRINT, reason: "Away." }),
    "kitchen: Its backup prints in its place. Away.",
    "kitchen: Sein Ersatzdrucker druckt für ihn. Away.",
    "usual",
  ],
  [
    notice("printer.restored", PRINT),
    "kitchen: It is well again and prints itself.",
    "kitchen: Er ist wieder in Ordnung und druckt selbst.",
    "usual",
  ],
])("%j", (told, english, german, urgency) => {
  expect(messageOf([told], "en", "shop")).toMatchObject({ subject: english, urgency: urgency as "usual" });
  expect(messageOf([told], "de", "laden").subject).toBe(german);
});

test("several are a list with their times, and not a long one", () => {
  const waiting = Array.from({ length: 60 }, (_, index) =>
    notice("delivery.waiting", { ...PRINT, printId: index + 1, reason: "Away." }, AT + index * 60_000),
  );
  const { subject, text } = messageOf(waiting, "en", "shop");
  const lines = text.split("\n");
  expect(subject).toBe("60 messages about kitchen");
  expect(lines[0]).toBe("22/11/2026, 18:02  kitchen: Print 1 waits. Away.");
  expect(lines.slice(49)).toEqual([
    "22/11/2026, 18:51  kitchen: Print 50 waits. Away.",
    "and 10 more",
    "",
    "Tillroll on shop",
  ]);
});

test("since when it is so is told of what is told later", () => {
  const late = { ...state("paper-end"), at: AT + 3_600_000 };
  expect(messageOf([late], "de", "laden").subject).toBe(
    "kitchen: Das Papier ist zu Ende. (seit 22.11.26, 18:02)",
  );
});

test("names with lines in them make no lines of a message, and no headers of a mail", () => {
  const hostile = notice("delivery.done", { ...PRINT, printer: "a\r\nBcc: x@y.z\u2028b" });
  expect(messageOf([hostile], "en", "shop").subject).toBe("a Bcc: x@y.z b: Print 12 was printed.");
});

test("a test message says that it is one", () => {
  expect(testMessage("de", "laden").text).toContain("Das ist eine Testnachricht");
});

const WANTED = { workspaceId: null, events: ["printer.state", "health"] as const };

test.each<[string, object, object, boolean]>([
  ["a trouble", { state: "paper-end", before: "ready" }, {}, true],
  ["its end", { state: "ready", before: "paper-end" }, {}, true],
  ["little paper", { state: "near-end", before: "ready" }, {}, true],
  ["held by a person", { state: "held", before: "ready" }, {}, false],
  ["released by a person", { state: "ready", before: "held" }, {}, false],
  ["another workspace's", { state: "paper-end", before: "ready" }, { workspaceId: 2 }, false],
  ["what is not wanted", { state: "paper-end", before: "ready" }, { events: ["health"] }, false],
])("%s is told: %j", (_name, data, wanted, isTold) => {
  const event = { id: 1, workspaceId: 1, kind: "printer.state", data: JSON.stringify(data), at: AT } as const;
  expect(noticeOf({ ...WANTED, ...wanted }, event) !== null).toBe(isTold);
});

test("what is told to every workspace is told once", () => {
  const health = notice("health", { component: "storage", state: "failed" });
  expect(withoutRepetitions([health, { ...health }, { ...health, at: AT + 1 }])).toHaveLength(2);
});
