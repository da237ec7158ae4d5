import { expect, test } from "bun:test";
import { TOLD_LATE } from "../../src/delivery/deliveries.ts";
import { isUndecided, outcomeOf } from "../../src/delivery/print-outcome.ts";
import { UNCONFIRMED } from "../../src/delivery/raw/job-transfer.ts";
import type { ListedDelivery, Printed } from "../../src/domain/delivery.ts";

const DELIVERY: ListedDelivery = {
  id: 1,
  workspaceId: 1,
  printId: 1,
  printerId: 1,
  printer: "kitchen",
  state: "done",
  attempts: 1,
  nextAttemptAt: null,
  sentBytes: 0,
  reason: null,
  cause: null,
  notes: [],
  possibleDuplicate: false,
  isCopy: false,
  forPrinterId: null,
  forPrinter: null,
  releasedAt: null,
  createdAt: 1000,
  updatedAt: 2000,
};

const PAPER = "The printer is out of paper.";

test.each<[string, readonly Partial<ListedDelivery>[], Printed, string, boolean]>([
  ["nothing to print it", [], "no", "No real printer was to print it: it is stored.", false],
  ["done", [{}], "yes", "It was printed on kitchen.", false],
  ["told late", [{ reason: TOLD_LATE }], "yes", "It was printed on kitchen.", false],
  [
    "unconfirmed",
    [{ reason: UNCONFIRMED }],
    "unknown",
    "It was sent to kitchen, and may be on paper.",
    false,
  ],
  [
    "waits",
    [{ state: "queued", reason: PAPER }],
    "waiting",
    "It waits for kitchen. The real printer is out of paper.",
    true,
  ],
  ["is being sent", [{ state: "sending" }], "waiting", "It is being printed on kitchen.", true],
  ["torn", [{ state: "held", cause: "interrupted" }], "unknown", "a person decides", false],
  [
    "late",
    [{ state: "held", cause: "late" }],
    "waiting",
    "A person decides whether kitchen prints it.",
    false,
  ],
  ["refused", [{ state: "failed", reason: PAPER }], "no", "It was not printed on kitchen.", false],
  ["cancelled in the middle", [{ state: "cancelled", sentBytes: 9 }], "unknown", "in the middle", false],
  ["removed printer", [{ state: "cancelled", printer: null }], "no", "a printer that was removed", false],
  ["again in vain", [{}, { state: "failed", printer: "bar" }], "yes", "printed on kitchen", false],
  [
    "again",
    [{ state: "failed" }, { state: "queued", printer: "bar" }],
    "waiting",
    "It waits for its turn on bar.",
    true,
  ],
  ["a copy is done", [{ state: "queued" }, { isCopy: true }], "waiting", "for its turn on kitchen.", true],
  ["a copy alone", [{ isCopy: true }], "yes", "It was printed on kitchen.", false],
])("%s", (_name, deliveries, printed, sentence, isOpen) => {
  const all = deliveries.map((delivery, index) => ({ ...DELIVERY, id: index + 1, ...delivery }));
  const outcome = outcomeOf(all);
  expect(outcome.printed).toBe(printed);
  expect(outcome.sentence).toContain(sentence);
  expect(outcome.decidedAt === null).toBe(printed === "waiting" || deliveries.length === 0);
  expect(isUndecided(all)).toBe(isOpen);
});
