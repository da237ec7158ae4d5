import { said } from "../texts/sentences.ts";
import { isText, t } from "../texts/texts.ts";
import { isArchive } from "./session.ts";

/** A part of the service that is not as it should be. */
export interface UnwellPart {
  readonly component: string;
  readonly state: string;
  /** What it says of itself, in English. */
  readonly message: string;
  /** Its particulars. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a part is called in the reader's language. */
export function partName(component: string): string {
  const key = `health.part.${component}`;
  return isText(key) ? t(key) : component;
}

/** What a part says of itself where its name stands beside it. */
export function partWords(part: UnwellPart): string {
  return ownWords(part) ?? said(part.message);
}

/** Says how a part is. What is told most has sentences of its own, which name no command; else what a part says of itself. */
export function healthWords(part: UnwellPart): string {
  return ownWords(part) ?? said(part.message);
}

/** What is told of the parts that most often are in trouble; `null` for any other. */
function ownWords({ component, state, details = {} }: UnwellPart): string | null {
  if (state === "ok") return null;
  if (component === "storage") return details["reason"] === "DISK_FULL" ? t("health.diskFull") : null;
  if (component !== "deliveries") return null;
  const longest = longWait(details);
  if (longest !== null) return t("health.waiting", { printer: longest.printer, n: longest.minutes });
  const { held } = details as { held?: number };
  return held === undefined || held === 0 ? null : t("health.held", { n: held });
}

/** The printer of which `healthWords` says that prints have waited long for it; `null` for none. */
export function waitingLongest(troubles: readonly UnwellPart[]): string | null {
  const { details = {} } = troubles.find(({ component }) => component === "deliveries") ?? {};
  return longWait(details)?.printer ?? null;
}

/**
 * The workspaces of the printers that keep a part from being well, where the page of the printers has what helps: another
 * port, or what becomes of prints that wait. None where it has not.
 */
export function workspacesToMend({ component, details = {} }: UnwellPart): readonly string[] {
  const { ports = [], holding = [] } = details as PrinterTroubles;
  if (component === "ports") return slugsOf(ports.filter(({ isOpen }) => !isOpen));
  if (component !== "deliveries") return [];
  const longest = longWait(details);
  return slugsOf(longest === null ? holding : [longest]);
}

/** Whether tills can print, a sentence; in an archive whether prints of shops are stored. */
export function takesWords(canPrint: boolean, parts: readonly UnwellPart[]): string {
  if (isArchive()) return t(canPrint ? "health.canStore" : "health.cannotStore");
  if (canPrint) return t("health.canPrint");
  const failed = parts.filter(({ state }) => state === "failed");
  const isOfSome = failed.length > 0 && failed.every(leavesOtherPorts);
  return t(isOfSome ? "health.someCannotPrint" : "health.cannotPrint");
}

/** Whether a part is about ports of printers of which others are open. */
function leavesOtherPorts({ component, details = {} }: UnwellPart): boolean {
  const { ports = [] } = details as PrinterTroubles;
  return component === "ports" && ports.some(({ printer, isOpen }) => printer !== null && isOpen);
}

function slugsOf(all: readonly OfWorkspace[]): string[] {
  return all.flatMap(({ workspace }) => (workspace === null ? [] : [workspace]));
}

/** The printer for which prints wait longest, where that is long. */
function longWait(details: Readonly<Record<string, unknown>>) {
  const { waiting } = details as { waiting?: readonly WaitingPrinter[] };
  const longest = waiting?.[0];
  const minutes = Math.floor((longest?.oldestSeconds ?? 0) / SECONDS_PER_MINUTE);
  return longest === undefined || minutes < LONG_MINUTES ? null : { ...longest, minutes };
}

/** What of a printer is told names its workspace; ports that all printers share are of none. */
interface OfWorkspace {
  readonly workspace: string | null;
}

interface PrinterTroubles {
  readonly ports?: readonly (OfWorkspace & { readonly printer: string | null; readonly isOpen: boolean })[];
  readonly holding?: readonly OfWorkspace[];
}

interface WaitingPrinter extends OfWorkspace {
  readonly printer: string;
  readonly oldestSeconds: number;
}

const SECONDS_PER_MINUTE = 60;

/** From when on prints that wait are a trouble, minutes: as the service has it. */
const LONG_MINUTES = 5;
