import { expect, test } from "bun:test";
import { HEALTHY, troubleOf } from "../../src/domain/printer-status.ts";
import {
  conditionOf,
  type PrinterCondition,
  type SituationFacts,
} from "../../src/domain/printer-situation.ts";

const WELL: SituationFacts = {
  storageTrouble: null,
  closedPort: null,
  simulate: "online",
  target: "tcp://192.168.1.50:9100",
  status: HEALTHY,
  trouble: null,
  isHeld: false,
  waitingReason: null,
  backup: null,
};

/** The facts of a real printer in trouble. */
function real(status: Partial<typeof HEALTHY>, trouble?: string): Partial<SituationFacts> {
  const whole = { ...HEALTHY, ...status };
  return { status: whole, trouble: trouble ?? troubleOf(whole) };
}

const AWAY = real({ isReachable: false }, "The printer cannot be reached: ECONNREFUSED.");
const CLOSED = { port: 9100, reason: "port 9100 is in use by another program.", fault: "in-use" } as const;
const FULL = "The disk is full.";

test.each<[string, Partial<SituationFacts>, Partial<PrinterCondition>]>([
  ["all is well", {}, { state: "ready", isTrouble: false, sentence: "It prints." }],
  ["no real printer", { target: null, status: null }, { state: "ready", isTrouble: false }],
  ["nothing is known", { status: null }, { state: "ready", isTrouble: false }],
  [
    "no paper",
    real({ paper: "end" }),
    { state: "paper-end", isTrouble: true, sentence: "The real printer is out of paper." },
  ],
  [
    "a backup prints",
    { ...real({ paper: "end" }), backup: "bar" },
    {
      state: "paper-end",
      sentence: "The real printer is out of paper; bar prints in its place.",
      parameters: { address: "192.168.1.50", reason: "The printer is out of paper.", backup: "bar" },
    },
  ],
  // Whoever changes the paper opens the cover.
  ["open and without paper", real({ paper: "end", isCoverOpen: true }), { state: "cover-open" }],
  ["a blocked cutter", real({ hasCutterError: true }), { state: "cutter-error" }],
  ["an error", real({ hasUnrecoverableError: true }), { state: "error" }],
  [
    "no answer",
    AWAY,
    { state: "unreachable", isTrouble: true, sentence: "The printer at 192.168.1.50 does not answer." },
  ],
  [
    "no answer on USB",
    { ...AWAY, target: "usb:J4NF012345" },
    { sentence: "The printer at usb:J4NF012345 does not answer." },
  ],
  [
    "taken off line",
    real({ isReachable: false }, "The queue is paused in Windows."),
    { state: "offline", sentence: "The real printer: The queue is paused in Windows." },
  ],
  ["little paper", real({ paper: "near-end" }), { state: "near-end", isTrouble: false }],
  ["held", { isHeld: true }, { state: "held", isTrouble: false }],
  ["held and away", { ...AWAY, isHeld: true }, { state: "unreachable" }],
  [
    "set to something",
    { simulate: "paper-end" },
    { state: "simulated", isTrouble: true, parameters: { simulated: "paper-end" } },
  ],
  ["set to slow", { simulate: "slow" }, { state: "simulated", isTrouble: false }],
  [
    "waits",
    { waitingReason: "The print server has stopped the queue." },
    { state: "waiting", isTrouble: true, sentence: "Prints wait: The print server has stopped the queue." },
  ],
  [
    "a closed port",
    { ...AWAY, closedPort: CLOSED },
    { state: "port-closed", isTrouble: true, parameters: CLOSED },
  ],
  [
    "a full disk",
    { closedPort: CLOSED, storageTrouble: FULL },
    { state: "cannot-store", isTrouble: true, sentence: FULL },
  ],
])("%s", (_name, facts, expected) => {
  expect(conditionOf({ ...WELL, ...facts })).toMatchObject(expected);
});
