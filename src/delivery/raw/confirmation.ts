import { tokenize } from "../../escpos/tokenizer.ts";
import type { Answer } from "./answer.ts";

/** GS r 1: transmit paper sensor status, in print order. */
export const ORDERED_REQUEST = new Uint8Array([0x1d, 0x72, 1]);

/** GS ( H function 48: transmit the process ID, in print order. @param id four characters from 20h to 7Eh */
export function processIdRequest(id: string): Uint8Array {
  return new Uint8Array([0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30, ...Buffer.from(id, "latin1")]);
}

/**
 * How a printer is to confirm that it has printed a job. `realTime`: it cannot, but it says how it is after it has
 * taken all of it. `nothing`: it says nothing.
 */
export type Confirmation =
  | { readonly kind: "processId"; readonly id: string; readonly request: Uint8Array }
  /** The answer counts that comes after those which the job itself asks for. */
  | { readonly kind: "ordered"; readonly before: number; readonly request: Uint8Array }
  /** Star's count of ETB, at any of these. */
  | { readonly kind: "count"; readonly counts: ReadonlySet<number>; readonly request: Uint8Array }
  | { readonly kind: "realTime"; readonly request: Uint8Array }
  | { readonly kind: "nothing"; readonly request: Uint8Array };

/** Nothing to ask. */
export const NO_REQUEST = new Uint8Array(0);

/** What a printer that speaks ESC/POS is known to be able to. */
interface EpsonAbility {
  readonly processId: boolean | null;
  readonly ordered: boolean | null;
  readonly answersRealTime: boolean;
}

/** A process ID: four characters of ASCII that can be seen. @param random from 0 to below 1 */
export function newProcessId(random: () => number): string {
  return Array.from({ length: 4 }, () => String.fromCharCode(0x21 + Math.floor(random() * 94))).join("");
}

/** Chooses the best one of a printer that speaks ESC/POS. @param nextId gives another process ID each time */
export function epsonConfirmation(
  job: Uint8Array,
  abilities: EpsonAbility,
  nextId: () => string,
): Confirmation {
  if (abilities.processId === true) {
    const bytes = Buffer.from(job.buffer, job.byteOffset, job.byteLength);
    let id = nextId();
    // The job's own answer must not be taken for ours. Ids are random, so no job can hold all that come.
    while (bytes.includes(processIdRequest(id))) id = nextId();
    return { kind: "processId", id, request: processIdRequest(id) };
  }
  if (abilities.ordered === true)
    return { kind: "ordered", before: orderedRequests(job), request: ORDERED_REQUEST };
  return unnumbered(abilities);
}

/** The confirmation of a printer that gives none: it says how it is, or nothing. */
export function unnumbered({ answersRealTime }: Pick<EpsonAbility, "answersRealTime">): Confirmation {
  return { kind: answersRealTime ? "realTime" : "nothing", request: NO_REQUEST };
}

/** How many answers like that to GS r 1 a job asks for itself. */
function orderedRequests(job: Uint8Array): number {
  let count = 0;
  for (const command of tokenize(job)) {
    if (!command.truncated && command.form.record.hasByteAnswer?.(command) === true) count++;
  }
  return count;
}

/** Whether an answer is the one waited for. @param seen answers like that to GS r since the job began, with this one */
export function isConfirmedBy(confirmation: Confirmation, answer: Answer, seen: number): boolean {
  if (confirmation.kind === "processId") return answer.kind === "processId" && answer.id === confirmation.id;
  if (confirmation.kind === "count")
    return answer.kind === "star" && answer.count !== null && confirmation.counts.has(answer.count);
  return confirmation.kind === "ordered" && answer.kind === "ordered" && seen > confirmation.before;
}
