import { computed, signal } from "@preact/signals";
import type { MeAnswer, WorkspaceAnswer } from "../../../contract/service.ts";
import { get } from "../client/request.ts";

/** Who is signed in. */
export const me = signal<MeAnswer | null>(null);

/** The workspaces that whoever is signed in may see. */
export const workspaces = signal<readonly WorkspaceAnswer[]>([]);

/** A right, as `/api/me` names it. */
export type Right = MeAnswer["rights"][number];

const rights = computed(() => new Set(me.value?.rights));

/** Whether who is signed in may do what needs a right. What one may not do is not offered. */
export function may(right: Right): boolean {
  return rights.value.has(right);
}

/** Whether the service is the archive of a chain: it has no printers, and what goes with them. */
export function isArchive(): boolean {
  return me.value?.isArchive === true;
}

/**
 * Whether the prints of a workspace may be changed here: those that a shop sends to an archive are changed in the shop, and
 * can only be erased here.
 */
export function mayChangePrints(slug: string): boolean {
  return may("write") && workspaceNamed(slug)?.isOfShop !== true;
}

/** What is known of a workspace, however its slug is written. */
export function workspaceNamed(slug: string): WorkspaceAnswer | undefined {
  return workspaces.value.find((workspace) => workspace.slug.toLowerCase() === slug.toLowerCase());
}

/** Whether the prints of several workspaces can be searched at once. */
export function seesAllShops(): boolean {
  return isArchive() && workspaces.value.length > 1;
}

/** Reads who is signed in and what there is. @throws RefusedError, UnreachableError */
export async function loadSession(): Promise<void> {
  const [who, found] = await Promise.all([
    get<MeAnswer>("/api/me"),
    get<{ readonly items: readonly WorkspaceAnswer[] }>("/api/workspaces"),
  ]);
  me.value = who;
  workspaces.value = found.items;
}
