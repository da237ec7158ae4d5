import type { System } from "../../domain/target-kinds.ts";
import { isThisMachine } from "../../platform/network.ts";
import { type DetectedPrinter, describeFound, type FoundPrinter } from "./detected-printer.ts";
import { findCom, findCups, findSerial, findUsb, findWindows } from "./local-printers.ts";
import { findAnnounced, findEpson } from "./network-printers.ts";

/** How long is looked, milliseconds: printers on the network answer within a second or two. */
const DETECTION_MILLISECONDS = 3000;

/** How long a source may take longer before nobody waits for it any more, milliseconds. */
const GRACE_MILLISECONDS = 500;

/** A place where printers are looked for. */
interface DetectionSource {
  readonly name: string;
  /** The systems that have it; `null` for all. */
  readonly systems: readonly System[] | null;
  /** @throws Error when it cannot be asked */
  find(signal: AbortSignal): FoundPrinter[] | Promise<FoundPrinter[]>;
}

/** In the order in which they are told: of a printer that is found in two ways, the first counts. */
const SOURCES: readonly DetectionSource[] = [
  { name: "USB", systems: ["linux"], find: () => findUsb() },
  { name: "serial", systems: ["linux", "darwin"], find: () => findSerial() },
  { name: "serial", systems: ["win32"], find: findCom },
  { name: "Windows", systems: ["win32"], find: findWindows },
  { name: "CUPS", systems: ["linux", "darwin"], find: findCups },
  { name: "Epson", systems: null, find: (signal) => findEpson({ signal, isLeftOut: isThisMachine }) },
  { name: "network", systems: null, find: (signal) => findAnnounced({ signal, isLeftOut: isThisMachine }) },
];

/** What this machine and its networks have. */
export interface Detection {
  readonly printers: readonly DetectedPrinter[];
  /** The sources that could not be asked, and why, as part of a sentence. */
  readonly unasked: readonly { readonly source: string; readonly reason: string }[];
}

/**
 * Looks for printers on this machine and its networks. Never takes longer than it is given, and a moment.
 * @param taken names that printers of ours have already
 */
export async function detectPrinters(
  taken: readonly string[],
  {
    milliseconds = DETECTION_MILLISECONDS,
    sources = SOURCES,
    system = process.platform,
  }: Partial<DetectionOptions> = {},
): Promise<Detection> {
  const signal = AbortSignal.timeout(milliseconds);
  const asked = sources.filter(({ systems }) => systems === null || systems.includes(system));
  const answers = await Promise.all(asked.map((source) => ask(source, signal, milliseconds)));
  const names = new Set(taken.map((name) => name.toLowerCase()));
  const printers: DetectedPrinter[] = [];
  const unasked: { source: string; reason: string }[] = [];
  for (const { source, found } of answers) {
    if (typeof found === "string") unasked.push({ source, reason: found });
    else
      for (const each of found) {
        const isKnown = printers.some(
          (other) => other.source !== source && placeOf(other.target) === placeOf(each.target),
        );
        if (!isKnown) printers.push(describeFound(source, each, names, system));
      }
  }
  return { printers, unasked };
}

interface DetectionOptions {
  readonly milliseconds: number;
  readonly sources: readonly DetectionSource[];
  readonly system: System;
}

async function ask({ name, find }: DetectionSource, signal: AbortSignal, milliseconds: number) {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => late.resolve("it did not answer in time"),
    milliseconds + GRACE_MILLISECONDS,
  );
  try {
    return { source: name, found: await Promise.race([find(signal), late.promise]) };
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { source: name, found: reason };
  } finally {
    clearTimeout(timer);
  }
}

/** What tells printers apart: of the network their host, of this machine all. */
function placeOf(target: string): string {
  return /^[a-z]+:\/\/(\[[^\]]*\]|[^:/]+)/.exec(target)?.[1] ?? target;
}
