import type { AuditAct } from "../audit/acts.ts";
import { changedSettings, toldSettings } from "../audit/told-settings.ts";
import { shownMailServer } from "../domain/mail-server.ts";
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_LANGUAGES,
  NOTIFICATION_STATES,
  type NotificationTarget,
  NOTIFIED_EVENTS,
  USUAL_EVENTS,
} from "../domain/notification.ts";
import { toldNotification, workspaceIdOf } from "../notifications/told-notification.ts";
import { NotificationReader, NotificationStore } from "../storage/notification-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print, table } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, lineOnly, type Option, UsageError } from "./options.ts";
import { answeringService, ask } from "./running.ts";

const SETTINGS: readonly Option[] = lineOnly([
  { name: "name", value: "N", help: "What people call it; by default its address." },
  {
    name: "events",
    value: "LIST",
    help: `What is told, with commas between: any of ${NOTIFIED_EVENTS.join(", ")}; by default ${USUAL_EVENTS.join(", ")}.`,
  },
  {
    name: "quiet-hours",
    value: "FROM-TO",
    help: "Local times between which nothing is told, such as 22:00-07:00; none for none.",
  },
  { name: "language", value: "L", help: `One of ${NOTIFICATION_LANGUAGES.join(", ")}; by default en.` },
  {
    name: "workspace",
    value: "SLUG",
    help: "Only what is about this workspace, and the service; none for all.",
  },
  {
    name: "smtp-server",
    value: "URL",
    help: "The mail server of this one, such as smtp://user:password@mail.example.com:587; none for that of the service.",
  },
  { name: "token", value: "T", help: "The token that posts are sent with; none for none." },
  {
    name: "priority",
    value: "N",
    help: "The priority of posts, 1 to 5; none for one that fits what is told.",
  },
]);

/** Who is told away from the page. A service that runs takes changes within a minute. */
export const NOTIFICATION_COMMANDS: readonly Command[] = [
  {
    name: "notification add",
    parameters: "KIND ADDRESS",
    summary: "Have somebody told of troubles: by mail, a post as ntfy takes them, or a webhook.",
    options: [DATA_OPTION, ...SETTINGS],
    async run(given) {
      const [kind = "", address = ""] = given.argumentsGiven;
      if (!NOTIFICATION_KINDS.some((known) => known === kind) || address === "")
        throw new UsageError(`Give one of ${NOTIFICATION_KINDS.join(", ")} and an address.`);
      const { readNewNotification } = await import("../contract/notification.ts");
      const { workspace, ...settings } = readNewNotification({
        kind,
        address,
        ...settingsOf(given),
        name: given.text("name") ?? address,
      });
      const made = await withTargets(given, "make", ({ store, reader, workspaces, enter, now }) => {
        const whole = { ...settings, workspaceId: null, ...workspaceIdOf(workspace, workspaces) };
        const id = store.apply({ do: "create", settings: whole }, now);
        enter("notification.created", whole.name, toldSettings(toldNotification(whole)));
        return reader.get(id);
      });
      print(describe([made]));
      if (kind === "webhook") print(`The key of its signatures, shown only now: ${made.secret}`);
    },
  },
  {
    name: "notification update",
    parameters: "ID",
    summary: "Change who is told, or of what.",
    options: [
      DATA_OPTION,
      ...SETTINGS,
      ...lineOnly([
        { name: "address", value: "A", help: "Who is told, or the address." },
        { name: "state", value: "S", help: `One of ${NOTIFICATION_STATES.join(", ")}.` },
      ]),
    ],
    async run(given) {
      const id = idOf(given);
      const patch = { ...settingsOf(given), ...texts(given, { address: "address", state: "state" }) };
      if (Object.keys(patch).length === 0)
        throw new UsageError("Give at least one setting, such as --events.");
      const { readNotificationPatch } = await import("../contract/notification.ts");
      const changed = await withTargets(given, "refuse", ({ store, reader, workspaces, enter, now }) => {
        const target = reader.get(id);
        const { workspace, ...others } = readNotificationPatch(patch, target);
        const settings = { ...others, ...workspaceIdOf(workspace, workspaces) };
        store.apply({ do: "update", id, settings }, now);
        const details = changedSettings(toldNotification(target), toldNotification(settings));
        enter("notification.changed", target.name, details);
        return reader.get(id);
      });
      print(describe([changed]));
    },
  },
  {
    name: "notification list",
    summary: "List who is told, and whether that goes well.",
    options: [DATA_OPTION],
    run: (given) => withTargets(given, "refuse", ({ reader }) => print(describe(reader.list()))),
  },
  {
    name: "notification remove",
    parameters: "ID",
    summary: "Tell somebody no more.",
    options: [DATA_OPTION],
    async run(given) {
      const id = idOf(given);
      await withTargets(given, "refuse", ({ store, reader, enter, now }) => {
        const target = reader.get(id);
        store.apply({ do: "remove", id }, now);
        enter("notification.removed", target.name, toldSettings(toldNotification(target)));
      });
      print(`${id}\tremoved`);
    },
  },
  {
    name: "notification test",
    parameters: "ID",
    summary: "Send a test message by the service that runs.",
    options: [DATA_OPTION],
    async run(given) {
      const id = idOf(given);
      const running = await answeringService(given);
      if (running === null)
        throw new UsageError('No service runs on this data folder; "tillroll serve" starts it.');
      const { ok, reason } = await ask<TestAnswer>(running, `/notifications/${id}/test`, {});
      print(ok ? "It was taken." : `It was not taken. ${reason ?? ""}`);
      return ok ? 0 : 1;
    },
  },
];

interface TestAnswer {
  readonly ok: boolean;
  readonly reason: string | null;
}

interface Targets {
  readonly store: NotificationStore;
  readonly reader: NotificationReader;
  readonly workspaces: WorkspaceStore;
  readonly now: number;
  /** Enters what is done in the audit log. */
  enter(act: AuditAct, subject: string, details: Readonly<Record<string, unknown>>): void;
}

/** Reads and changes who is told, all in one transaction. */
function withTargets<Result>(
  given: GivenOptions,
  whenMissing: "make" | "refuse",
  work: (targets: Targets) => Result,
): Result | Promise<Result> {
  return withDatabase(given, whenMissing, (database, _administrator, clock) =>
    audited(database, clock, (enter) =>
      work({
        store: new NotificationStore(database),
        reader: new NotificationReader(database),
        workspaces: new WorkspaceStore(database),
        now: clock(),
        enter: (act, subject, details) => enter(act, subject, details),
      }),
    ),
  );
}

/** The settings given, as the API takes them. */
function settingsOf(given: GivenOptions): Record<string, unknown> {
  const events = given.text("events");
  const priority = given.text("priority");
  return {
    ...texts(given, { name: "name", language: "language" }),
    ...(events === null ? {} : { events: events.split(",").map((each) => each.trim()) }),
    ...texts(
      given,
      { "quiet-hours": "quietHours", workspace: "workspace", "smtp-server": "server", token: "secret" },
      (value) => (value === "none" ? null : value),
    ),
    ...(priority === null ? {} : { priority: priority === "none" ? null : Number(priority) }),
  };
}

/** The fields of the API that options stand for, of those that are given. */
function texts(
  given: GivenOptions,
  fields: Readonly<Record<string, string>>,
  read: (value: string) => string | null = (value) => value,
): Record<string, string | null> {
  const all = Object.entries(fields).flatMap(([option, field]) => {
    const value = given.text(option);
    return value === null ? [] : [[field, read(value)] as const];
  });
  return Object.fromEntries(all);
}

function idOf(given: GivenOptions): number {
  const text = given.argument('ID, as "tillroll notification list" shows it');
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is no ID; see "tillroll notification list".`);
  return Number(text);
}

function describe(targets: readonly NotificationTarget[]): string {
  const rows = targets.map((target) => [
    String(target.id),
    target.name,
    target.kind,
    target.address,
    target.server === null ? "-" : shownMailServer(target.server),
    target.events.join(", "),
    target.quietHours ?? "-",
    target.reason === null ? target.state : `${target.state}, failing: ${target.reason}`,
  ]);
  return table(["ID", "NAME", "KIND", "ADDRESS", "SERVER", "EVENTS", "QUIET", "STATE"], rows);
}
