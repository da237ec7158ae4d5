import type { Static } from "@sinclair/typebox";
import { JOURNAL_LIMITS } from "../domain/limits.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

const hash = (description: string) => t.anyText({ description, pattern: "^[0-9a-f]{64}$" });

const Seal = t.object(
  {
    number: t.count("From 1 in each workspace."),
    entries: t.count("How many entries of the journal it covers."),
    sealedAt: instant("When the journal was sealed."),
    newestAt: instant("When the newest entry that it covers was made."),
    hash: hash("The SHA-256 of its text: what is to be compared with what was kept elsewhere."),
    text: t.anyText("The seal itself: canonical JSON, whose bytes are hashed as they are."),
    timeStampedAt: t.nullable(instant("What the time-stamping authority says; null without a time stamp.")),
    authority: t.nullable(t.anyText("Whose certificate signed the time stamp, as it calls itself.")),
    timeStamp: t.nullable(t.anyText("The authority's whole answer (RFC 3161), in base64.")),
  },
  { name: "Seal" },
);

const Finding = t.object({
  code: t.anyText("What kind of finding it is, for programs."),
  workspace: t.nullable(t.anyText("The workspace's slug; null for one about all of them.")),
  printId: t.nullable(id("The print that it is about; null for none.")),
  entry: t.nullable(t.count("The number of the entry in the journal; null for none.")),
  message: t.anyText("What was found and what it means, in a sentence."),
});

export const Verification = t.object({
  endedAt: instant(),
  entries: t.count("Entries that were recomputed, of all workspaces."),
  prints: t.count("Prints whose bytes and rows were compared with the journal."),
  seals: t.count("Seals that were compared."),
  waiting: t.count("Prints of before there was a journal that are not entered yet: nothing is said of them."),
  keptElsewhere: t.count(
    "Of these, how many were compared with what is kept elsewhere or beside the database.",
  ),
  findings: t.list(
    Finding,
    null,
    `The first ${JOURNAL_LIMITS.findings}; none where all is as it was entered.`,
  ),
  findingCount: t.count("How many there are altogether."),
  restores: t.list(
    t.object({
      workspace: t.nullable(t.anyText("The workspace's slug.")),
      at: instant("When it was restored."),
      seals: t.count("Seals of what was lost with that; they are not missed."),
    }),
    null,
    "Backups that were restored, as the journal tells.",
  ),
  fault: t.nullable(t.anyText("Why it did not get to its end; null when it did.")),
});

export const Journal = t.object(
  {
    entries: t.count("Of this workspace: that prints were stored, and what was done to them."),
    unsealed: t.count("Of these, how many came after the last seal."),
    toAdopt: t.count("Prints of before there was a journal that are not entered yet."),
    lastSeal: t.nullable(Seal, "The newest; null before the first."),
    place: t.nullable(t.anyText("Where seals are kept elsewhere; null where nowhere.")),
    placeFault: t.nullable(t.anyText("Why they do not get there; null when they do.")),
    authority: t.nullable(t.anyText("The time-stamping authority's host; null where there is none.")),
    authorityFault: t.nullable(t.anyText("Why it gives no time stamp; null when it does.")),
    progress: t.nullable(
      t.object({ done: t.count(), total: t.count() }),
      "How far the verification is that is under way; null when none is.",
    ),
    verification: t.nullable(Verification, "The last one; null before the first."),
  },
  { name: "Journal" },
);

export const Seals = t.object({ items: t.list(Seal, null, "The newest first.") }, { name: "Seals" });

export const SealParameters = t.parameters(
  t.optional({
    before: t.integer(1, undefined, "Only older ones than this number."),
    limit: t.integer(
      1,
      JOURNAL_LIMITS.sealsPage,
      `How many at most; ${JOURNAL_LIMITS.sealsPage} if not given.`,
    ),
  }),
);

export const ConsistencyParameters = t.parameters(
  t.optional({
    from: t.integer(1, undefined, {
      description: "The number of the earlier seal; 1 if not given.",
      examples: [1],
    }),
    to: t.integer(1, undefined, {
      description: "The number of the later one; the newest if not given.",
      examples: [1],
    }),
  }),
);

export const Consistency = t.object(
  {
    from: t.anyText("The text of the earlier seal."),
    to: t.anyText("The text of the later one."),
    path: t.list(
      hash("A hash beside the way."),
      null,
      "That the journal of the later seal began as that of the earlier one (RFC 9162, section 2.1.4).",
    ),
  },
  { name: "Consistency" },
);

export const ProofParameters = t.parameters(
  t.optional({
    seal: t.integer(
      1,
      undefined,
      "A seal to prove it by beside the first that covers it and the newest, such as one that you have kept.",
    ),
  }),
);

export const PrintProof = t.object(
  {
    format: t.anyText("tillroll-proof-1"),
    print: id(),
    entries: t.list(t.anyText(), null, "The texts of the journal's entries about the print, in their order."),
    leaves: t.list(t.count(), null, "The numbers of these entries in the journal."),
    states: t.list(
      t.anyText(),
      null,
      "What the print is, as the text whose hash is in the last of the entries; none where it was removed for good.",
    ),
    ...t.optional({
      bytes: t.anyText(
        "The name of the file that check.py reads the print's bytes from; absent where it was removed for good.",
      ),
    }),
    anchors: t.list(
      t.object({
        seal: t.anyText("A seal's text."),
        paths: t.list(
          t.list(hash("A hash beside the way."), null),
          null,
          "From each entry that it covers to its root (RFC 9162, section 2.1.3).",
        ),
        ...t.optional({ timeStamp: t.anyText("The name of the file with its time stamp.") }),
      }),
      null,
      "The first seal that covers the print, the first of these with a time stamp, and the newest.",
    ),
    consistency: t.list(
      t.list(hash("A hash beside the way."), null),
      null,
      "Between each of these seals and the next (RFC 9162, section 2.1.4).",
    ),
  },
  {
    name: "PrintProof",
    description: "What shows without this service that a print is what was stored; check.py checks it.",
  },
);

export type JournalAnswer = Static<typeof Journal>;
export type SealAnswer = Static<typeof Seal>;
export type SealsAnswer = Static<typeof Seals>;
export type VerificationAnswer = Static<typeof Verification>;
export type FindingAnswer = Static<typeof Finding>;
