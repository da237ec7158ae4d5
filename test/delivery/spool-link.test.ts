import { beforeEach, describe, expect, test } from "bun:test";
import type { SendOutcome } from "../../src/delivery/link.ts";
import type {
  Cancellation,
  Spool,
  SpooledJobState,
  SpoolState,
  SubmitOutcome,
} from "../../src/delivery/spool/spool.ts";
import { SpoolLink } from "../../src/delivery/spool/spool-link.ts";
import { HEALTHY, type PrinterStatus } from "../../src/domain/printer-status.ts";
import { until } from "../until.ts";
import { TEST_TIMES } from "./real-parts.ts";

const WAITS: SpooledJobState = { kind: "waits", status: null, trouble: null };
const EMPTY: PrinterStatus = { ...HEALTHY, paper: "end" };
const OUT_OF_PAPER = "The printer is out of paper.";
/** They come later and later: after so many a job that cannot begin is taken back. */
const LOOKS_LONGER_THAN_PATIENCE = 6;
const JOB = new Uint8Array(100);
const FACTS = { id: 3, printId: 17, createdAt: 0, mediaType: null };

/** A spooler whose job is as the test says. */
class ScriptedSpool implements Spool {
  submitted: SubmitOutcome = { kind: "taken", job: 7 };
  state: SpooledJobState = WAITS;
  cancellation: Cancellation = "waited";
  looks = 0;
  readonly calls: string[] = [];

  look(): Promise<SpoolState> {
    return Promise.resolve({ kind: "ready", status: HEALTHY });
  }

  submit(job: Uint8Array, name: string): Promise<SubmitOutcome> {
    this.calls.push(`submit ${job.length} ${name}`);
    return Promise.resolve(this.submitted);
  }

  lookAt(_job: number): Promise<SpooledJobState> {
    this.looks++;
    return Promise.resolve(this.state);
  }

  cancel(job: number): Promise<Cancellation> {
    this.calls.push(`cancel ${job}`);
    return Promise.resolve(this.cancellation);
  }

  close(): void {
    this.calls.push("close");
  }
}

let spool: ScriptedSpool;
let told: (string | null)[];
let statuses: PrinterStatus[];
let link: SpoolLink;
beforeEach(() => {
  spool = new ScriptedSpool();
  [told, statuses] = [[], []];
  link = new SpoolLink(spool, {
    language: "escpos",
    times: TEST_TIMES,
    random: () => 0,
    onStatus: (status) => statuses.push(status),
    onTrouble: (reason) => told.push(reason),
  });
});

test.each<[string, SubmitOutcome, SendOutcome]>([
  ["not taken", { kind: "untouched", reason: "No." }, { kind: "untouched", reason: "No." }],
  ["refused", { kind: "refused", reason: "Never." }, { kind: "refused", reason: "Never." }],
  [
    "not known",
    { kind: "unknown", reason: "It broke." },
    { kind: "interrupted", sentBytes: 0, reason: "It broke." },
  ],
])("a job that is %s", async (_name, submitted, outcome) => {
  spool.submitted = submitted;
  expect(await link.send(JOB, FACTS)).toEqual(outcome);
  expect(spool.calls).toEqual(["submit 100 Tillroll 17"]);
});

test.each<[SpooledJobState, SendOutcome]>([
  [
    { kind: "printed", note: null },
    { kind: "printed", note: null },
  ],
  [
    { kind: "ended", reason: "It was deleted." },
    { kind: "interrupted", sentBytes: 100, reason: "It was deleted." },
  ],
])("a job that is %j at last", async (state, outcome) => {
  const sending = link.send(JOB, FACTS);
  await until(() => spool.looks > 1);
  spool.state = state;
  expect(await sending).toEqual(outcome);
});

test("what holds up a job that has begun is told, and is waited for", async () => {
  spool.state = { kind: "prints", status: EMPTY, trouble: OUT_OF_PAPER };
  const sending = link.send(JOB, FACTS);
  await until(() => spool.looks > LOOKS_LONGER_THAN_PATIENCE);
  spool.state = { kind: "unreachable", reason: "The print server cannot be reached." };
  await until(() => told.length === 2);
  spool.state = { kind: "prints", status: HEALTHY, trouble: null };
  await until(() => told.length === 3);
  spool.state = { kind: "printed", note: null };
  expect(await sending).toEqual({ kind: "printed", note: null });
  expect(told).toEqual([OUT_OF_PAPER, "The print server cannot be reached.", null]);
  expect([statuses[0], statuses.at(-1)]).toEqual([EMPTY, HEALTHY]);
  expect(spool.calls).toHaveLength(1);
});

describe("a job that cannot begin", () => {
  const stuck: SpooledJobState = { kind: "waits", status: EMPTY, trouble: OUT_OF_PAPER };

  test("is taken back after a while, and waits here", async () => {
    spool.state = stuck;
    expect(await link.send(JOB, FACTS)).toEqual({ kind: "untouched", reason: OUT_OF_PAPER });
    expect(spool.calls).toEqual(["submit 100 Tillroll 17", "cancel 7"]);
  });

  test("and begins in that moment may be on paper", async () => {
    spool.state = stuck;
    spool.cancellation = "begun";
    expect(await link.send(JOB, FACTS)).toEqual({
      kind: "interrupted",
      sentBytes: 100,
      reason: OUT_OF_PAPER,
    });
  });

  test("and cannot be taken back is watched on", async () => {
    spool.state = stuck;
    spool.cancellation = "failed";
    const sending = link.send(JOB, FACTS);
    await until(() => spool.calls.length > 1);
    spool.state = { kind: "printed", note: null };
    expect(await sending).toEqual({ kind: "printed", note: null });
  });

  test("for others before it is left where it is", async () => {
    const sending = link.send(JOB, FACTS);
    await until(() => spool.looks > LOOKS_LONGER_THAN_PATIENCE);
    expect(spool.calls).toHaveLength(1);
    spool.state = { kind: "printed", note: null };
    await sending;
  });
});

test.each<[Cancellation, SendOutcome["kind"]]>([
  ["waited", "untouched"],
  ["begun", "interrupted"],
  ["failed", "interrupted"],
])("a job that is given up and %s is %s", async (cancellation, kind) => {
  spool.cancellation = cancellation;
  const sending = link.send(JOB, FACTS);
  await until(() => spool.looks > 0);
  link.abort("It was cancelled.");
  expect(await sending).toMatchObject({ kind, reason: "It was cancelled." });
});
