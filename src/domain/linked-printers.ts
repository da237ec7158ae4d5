import type { Issue } from "./errors.ts";
import { type Printer, printerKey } from "./printer.ts";

/** What of a printer names others: its backup, and those that print copies. */
type LinkedPrinter = Pick<Printer, "id" | "workspaceId" | "name" | "target" | "backup" | "also">;

/**
 * What is wrong with the printers that one names. They are of its workspace and have a target, and a backup has no backup
 * itself: what nobody can print goes round for ever.
 * @param printers all that there are
 */
export function linkIssues(printer: LinkedPrinter, printers: readonly LinkedPrinter[]): Issue[] {
  const others = printers.filter(
    ({ id, workspaceId }) => id !== printer.id && workspaceId === printer.workspaceId,
  );
  const { backup, also, name } = printer;
  const named = backup === null ? [] : [{ path: "backup", given: backup }];
  const issues = [...named, ...also.map((given) => ({ path: "also", given }))].flatMap(({ path, given }) => {
    const message = faultOf(given, printer, others);
    return message === null ? [] : [{ path, message }];
  });
  if (backup === null || issues.length > 0) return issues;
  const found = others.find((other) => isNamed(other, backup));
  if (found?.backup != null) {
    const message = `cannot be "${backup}", which has a backup itself: "${found.backup}".`;
    return [{ path: "backup", message }];
  }
  const backed = others.find((other) => other.backup !== null && isNamed(printer, other.backup));
  if (backed === undefined) return [];
  return [{ path: "backup", message: `cannot be set: "${name}" is the backup of "${backed.name}".` }];
}

function faultOf(given: string, printer: LinkedPrinter, others: readonly LinkedPrinter[]): string | null {
  if (isNamed(printer, given)) return "cannot be the printer itself.";
  const found = others.find((other) => isNamed(other, given));
  if (found === undefined) return `names no printer of the workspace: "${given}".`;
  return found.target === null ? `cannot be "${given}", which has no target.` : null;
}

/**
 * What becomes of the names that other printers have for one that is renamed or removed.
 * @param name its new one; `null` where it is gone
 * @returns the settings that change
 */
export function renamedLinks(
  { backup, also }: Pick<Printer, "backup" | "also">,
  before: string,
  name: string | null,
): Partial<Pick<Printer, "backup" | "also">> {
  const isMeant = (given: string) => printerKey(given) === printerKey(before);
  const renamed = also.flatMap((given) => (isMeant(given) ? (name === null ? [] : [name]) : [given]));
  return {
    ...(backup !== null && isMeant(backup) && { backup: name }),
    ...(also.some(isMeant) && { also: renamed }),
  };
}

function isNamed({ name }: Pick<Printer, "name">, given: string): boolean {
  return printerKey(name) === printerKey(given);
}
