import type { RetentionHold } from "../domain/retention.ts";
import { userName } from "../platform/command-user.ts";
import { type Command, DATA_OPTION, print, table, WORKSPACE_OPTION } from "./command.ts";
import { lineOnly, type Option, UsageError } from "./options.ts";
import { CONDITION, conditionOf, retentionId, withRetention } from "./retention-records.ts";

const REASON: readonly Option[] = lineOnly([
  { name: "reason", value: "TEXT", help: "Why; it stays in the list and in the audit log." },
]);

/** Legal holds. */
export const HOLD_COMMANDS: readonly Command[] = [
  {
    name: "retention hold",
    parameters: "NAME",
    summary: "Make a legal hold: nothing that it is for is removed until it is released.",
    options: [DATA_OPTION, WORKSPACE_OPTION, ...CONDITION, ...REASON],
    async run(given) {
      const name = given.argument("NAME, the hold's");
      const condition = conditionOf(given);
      if (condition === null)
        throw new UsageError("Say for which prints it is, such as --tag case=17; --condition '{}' is all.");
      const { readNewHold } = await import("../contract/retention.ts");
      const hold = readNewHold({ name, condition, reason: given.required("reason") });
      const made = withRetention(given, "make", ({ store, workspace: { id: workspaceId }, apply }) => {
        const details = { name, reason: hold.reason, condition };
        const change = { do: "hold", workspaceId, ...hold, by: by() } as const;
        return store.holds.get(workspaceId, apply(change, "hold.created", null, details));
      });
      print(describe([made]));
    },
  },
  {
    name: "retention holds",
    summary: "List the legal holds of a workspace, also those that were released.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    run(given) {
      withRetention(given, "refuse", ({ store, workspace }) =>
        print(describe(store.holds.list(workspace.id))),
      );
    },
  },
  {
    name: "retention release",
    parameters: "ID",
    summary: "Release a legal hold.",
    options: [DATA_OPTION, WORKSPACE_OPTION, ...REASON],
    async run(given) {
      const id = retentionId(given, 'ID, as "tillroll retention holds" shows it');
      const { readHoldRelease } = await import("../contract/retention.ts");
      const { reason } = readHoldRelease({ reason: given.required("reason") });
      withRetention(given, "refuse", ({ store, workspace: { id: workspaceId }, apply }) => {
        const { name } = store.holds.get(workspaceId, id);
        const change = { do: "release", workspaceId, id, reason, by: by() } as const;
        apply(change, "hold.removed", id, { name, reason });
      });
      print(`${id}\treleased`);
    },
  },
];

function by(): string {
  return `command ${userName()}`.trim();
}

function describe(holds: readonly RetentionHold[]): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const rows = holds.map(
    ({ id, name, createdAt, createdBy, reason, condition, releasedAt, releaseReason }) => [
      String(id),
      name,
      releasedAt === null ? "holds" : `released ${day(releasedAt)}: ${releaseReason}`,
      `${day(createdAt)} by ${createdBy}`,
      reason,
      condition,
    ],
  );
  return table(["ID", "NAME", "STATE", "MADE", "REASON", "FOR"], rows);
}
