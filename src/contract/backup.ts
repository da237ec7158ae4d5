import type { Static } from "@sinclair/typebox";
import { read } from "./check.ts";
import { instant } from "./fields.ts";
import * as t from "./schema.ts";

const PLACE_CHARACTERS = 4000;

/** A whole backup that was made. */
const madeBackup = t.object({
  place: t.anyText("Where it is."),
  name: t.anyText("Its folder there."),
  takenAt: instant("Everything that was acknowledged before is in it."),
  prints: t.count("Prints in it; the bytes of each were compared with their hash."),
  bytes: t.count("Of its files."),
});

const run = t.object({
  number: t.count("Ascending; from 1 at each start of the service."),
  made: t.nullable(madeBackup, "What was made; null when it failed."),
  fault: t.nullable(t.anyText("Why it failed.")),
});

const trial = t.object({
  triedAt: instant(),
  restorableAsOf: t.nullable(instant("The moment whose state the newest backup that could be restored has.")),
  prints: t.count("Prints that were restored and compared."),
  fault: t.nullable(t.anyText("Why the last trial failed.")),
});

export const Backups = t.object(
  {
    place: t.nullable(t.anyText("Where the regular ones go; null where there are none.")),
    upToDateAt: t.nullable(instant("What was acknowledged before is there.")),
    fault: t.nullable(t.anyText("Why the last try failed; null when it went well.")),
    progress: t.nullable(
      t.object({ done: t.count(), total: t.count() }),
      "How far the whole backup is that is being made; null when none is.",
    ),
    lastRun: t.nullable(run, "The last whole backup since the start of the service."),
    isTrying: t.flag("Whether the newest is being restored for a trial now."),
    trial: t.nullable(trial, "The last time that the newest was restored for a trial."),
  },
  { name: "Backups" },
);

export const PlacedBackups = t.object(
  {
    items: t.list(
      t.object({
        name: t.anyText("Its folder in the place."),
        takenAt: instant("Everything that was acknowledged before is in it."),
        until: instant("The last moment whose state its segments give, to the second."),
        verifiedAt: instant("When its pages and the hash of each print were checked."),
        prints: t.count(),
        segments: t.count("How many times what was new was added."),
        bytes: t.count("Of all its files."),
        tillroll: t.anyText("The version that made it."),
        own: t.flag("Whether it is of this service; others that share the place are left alone."),
      }),
      null,
      "The oldest first.",
    ),
    unreadable: t.list(
      t.object({ name: t.anyText(), reason: t.anyText() }),
      null,
      "Those that cannot be read.",
    ),
  },
  { name: "PlacedBackups" },
);

export const NewBackup = t.strict(
  t.optional({
    to: t.text(1, PLACE_CHARACTERS, "Where it is to go, for commands on the machine of the service alone."),
  }),
  { name: "NewBackup", description: "Without a place, to that of the regular backups.", examples: [{}] },
);

/** Reads the body of "Make a backup". @returns where it is to go; `null` where nothing is said @throws TillrollError BAD_REQUEST */
export function readNewBackup(body: unknown): string | null {
  return read(NewBackup, body).to ?? null;
}

export type BackupsAnswer = Static<typeof Backups>;
export type PlacedBackupsAnswer = Static<typeof PlacedBackups>;
