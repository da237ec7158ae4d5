import { badRequest } from "./errors.ts";
import { meantTarget } from "./meant-target.ts";
import { TARGET_KINDS, type System, type TargetFacts, type TargetKind } from "./target-kinds.ts";

/** A real printer's address, of one kind. */
export type TargetOf<Kind extends TargetKind> = { readonly kind: Kind } & Exclude<
  ReturnType<(typeof TARGET_KINDS)[Kind]["read"]>,
  string
>;

/** A real printer's address. */
export type Target = { [Kind in TargetKind]: TargetOf<Kind> }[TargetKind];

/** The kinds that carry what is given. */
type KindThat<Carries> = {
  [Kind in TargetKind]: (typeof TARGET_KINDS)[Kind]["carries"] extends Carries ? Kind : never;
}[TargetKind];

/** A target to which bytes go as they come, and from which answers come back. */
export type StreamTarget = { [Kind in KindThat<"stream">]: TargetOf<Kind> }[KindThat<"stream">];

/** What systems are called. */
const SYSTEM_NAMES: Readonly<Partial<Record<System, string>>> = {
  linux: "Linux",
  darwin: "macOS",
  win32: "Windows",
};

const KINDS = Object.keys(TARGET_KINDS) as readonly TargetKind[];

/** Whether bytes go to it as they come; otherwise it is handed whole jobs. */
export function isStreamTarget(target: Target): target is StreamTarget {
  return TARGET_KINDS[target.kind].carries === "stream";
}

/** What is wrong with an address for a printer of pages; `null` for nothing. */
export function pagesFault(text: string, system: System = process.platform): string | null {
  const target = readTarget(text);
  if (typeof target === "string" || targetFacts(target.kind).takesPages === true) return null;
  const forms = KINDS.filter((kind) => targetFacts(kind).takesPages === true && isOn(kind, system));
  return `prints pages, which ${target.kind}: does not take; give a target such as ${forms.map((kind) => targetFacts(kind).form).join(", ")}.`;
}

/** What is known of a kind. */
export function targetFacts(kind: TargetKind): TargetFacts {
  return TARGET_KINDS[kind];
}

/** The forms of the addresses that a system has, for sentences. */
export function targetForms(system: System = process.platform): string {
  const forms = KINDS.filter((kind) => isOn(kind, system)).map((kind) => targetFacts(kind).form);
  return `${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}`;
}

/**
 * Reads the address of a real printer that this system has.
 * @throws TillrollError BAD_REQUEST
 */
export function parseTarget(text: string, system: System = process.platform): Target {
  const message = targetFault(text, system);
  if (message !== null) throw badRequest([{ path: "target", message }]);
  // What has no fault is one.
  return readTarget(text) as Target;
}

/**
 * Reads a real printer's address, of whatever system, in one of the forms of {@link TARGET_KINDS}.
 * @returns the target, or what is wrong with it, in a sentence
 */
export function readTarget(text: string): Target | string {
  if (/\p{Cc}/u.test(text)) return "must have no control characters.";
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const kind = KINDS.find((name) => targetFacts(name).schemes.includes(scheme ?? ""));
  if (scheme === undefined || kind === undefined) return unknownKind(text, scheme);
  const read = TARGET_KINDS[kind].read({ scheme, rest: text.slice(scheme.length + 1) });
  return typeof read === "string" ? read : ({ kind, ...read } as Target);
}

/** What is said of an address that does not begin as one of the kinds does. */
function unknownKind(text: string, scheme: string | undefined): string {
  const meant = meantTarget(text);
  // What has a fault of its own is no help.
  if (meant !== null && typeof readTarget(meant) !== "string")
    return `must begin with how the printer is reached: did you mean ${meant}? It may be ${targetForms()}.`;
  if (scheme === undefined) return `must be an address such as ${targetForms()}.`;
  return `begins with ${scheme}:, which no printer here has; give ${targetForms()}.`;
}

/**
 * What is wrong with an address that a printer of this system is to be given; `null` for nothing. One that was stored may
 * be of another system: its data folder was moved.
 */
export function targetFault(text: string, system: System = process.platform): string | null {
  const target = readTarget(text);
  if (typeof target === "string") return target;
  const { schemes, systems, systemsOf } = targetFacts(target.kind);
  const having = systemsOf === undefined ? systems : systemsOf(text);
  if (having === null || having.includes(system)) return null;
  const what = systemsOf === undefined ? `${schemes[0]}:` : `such a ${schemes[0]}: address`;
  return `${what} is only on ${namesOf(having).join(" and ")}; give ${targetForms(system)}.`;
}

/** Whether a system has printers of a kind. */
export function isOn(kind: TargetKind, system: System = process.platform): boolean {
  return targetFacts(kind).systems?.includes(system) ?? true;
}

/** The names of the systems that have printers of a kind; none where all have. */
export function systemNames(kind: TargetKind): string[] {
  return namesOf(targetFacts(kind).systems ?? []);
}

function namesOf(systems: readonly System[]): string[] {
  return systems.map((system) => SYSTEM_NAMES[system] ?? system);
}
