import { shownMailServer } from "../domain/mail-server.ts";
import type { NotificationSettings } from "../domain/notification.ts";
import type { WorkspaceStore } from "../storage/workspace-store.ts";

/** The workspace that a slug names. @throws TillrollError NOT_FOUND */
export function workspaceIdOf(slug: string | null | undefined, workspaces: WorkspaceStore) {
  if (slug === undefined) return {};
  return { workspaceId: slug === null ? null : workspaces.get(slug).id };
}

/** The settings of a target that the audit log tells: no secrets. */
export function toldNotification(settings: Partial<NotificationSettings>): Record<string, unknown> {
  const { secret: _, server, ...rest } = settings;
  const told = Object.entries(rest).filter(([name, value]) => value !== undefined && TOLD_NAMES.has(name));
  const shown = server === undefined ? {} : { server: server === null ? null : shownMailServer(server) };
  return { ...Object.fromEntries(told), ...shown };
}

const TOLD_NAMES: ReadonlySet<string> = new Set<keyof NotificationSettings>([
  "name",
  "kind",
  "address",
  "workspaceId",
  "events",
  "quietHours",
  "language",
  "priority",
  "state",
]);
