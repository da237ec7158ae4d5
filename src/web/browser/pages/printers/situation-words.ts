import type { PrinterAnswer } from "../../../../contract/printer.ts";
import type { PortFault } from "../../../../domain/port-fault.ts";
import { formatShortTime } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

type Situation = PrinterAnswer["situation"];

/** How a printer is, in a sentence of the reader's language: "Out of paper since 18:02." */
export function situationWords({ situation, target }: Pick<PrinterAnswer, "situation" | "target">): string {
  const { backup } = situation.parameters;
  const words = `${timedWords(situation, target !== null)}.`;
  return backup === undefined ? words : `${words} ${t("printers.inPlace", { printer: backup })}`;
}

/** A trouble is told with the time since when it is. */
function timedWords(situation: Situation, hasTarget: boolean): string {
  const { state: name, since, isTrouble, parameters } = situation;
  const state = stateWords(situation, hasTarget);
  if (since === null || !isTrouble) return state;
  const time = formatShortTime(since);
  if (name === "unreachable")
    return t("printers.state.unreachableSince", { address: parameters.address ?? "", time });
  // A cause is a sentence already, behind which the time stands apart.
  return t(isShort(situation) ? "printers.sinceShort" : "printers.since", { state, time });
}

/** States whose words do not end with the cause. */
function isShort({ state }: Situation): boolean {
  return !["cannot-store", "port-closed", "offline", "waiting"].includes(state);
}

function stateWords({ state, parameters }: Situation, hasTarget: boolean): string {
  const reason = said(parameters.reason ?? "").replace(/\.$/, "");
  switch (state) {
    case "port-closed":
      return t("printers.state.port-closed", { reason: portWords(parameters) || reason });
    case "cannot-store":
    case "offline":
    case "waiting":
      return t(`printers.state.${state}`, { reason });
    case "unreachable":
      return t("printers.state.unreachable", { address: parameters.address ?? "" });
    case "simulated":
      return t("printers.state.simulated", {
        fault: t(`printers.fault.${parameters.simulated ?? "offline"}`),
      });
    case "ready":
      return t(hasTarget ? "printers.state.ready" : "printers.state.stores");
    default:
      return t(`printers.state.${state}`);
  }
}

/** Why a port is not open; empty where only the service's own sentence says it. */
export function portWords({
  port = 0,
  fault,
}: {
  readonly port?: number;
  readonly fault?: PortFault | null;
}): string {
  switch (fault) {
    case "in-use":
    case "not-allowed":
      return t(`printers.portFault.${fault}`, { port: String(port) });
    case "no-address":
      return t("printers.portFault.no-address");
    default:
      return "";
  }
}

/** The same in a word and a colour. */
export function situationBadge({ state, isTrouble }: Situation) {
  if (state === "simulated") return { kind: "warning", words: t("printers.badge.test") } as const;
  if (isTrouble) return { kind: "bad", words: t("printers.badge.trouble") } as const;
  if (state === "held") return { kind: "warning", words: t("printers.badge.held") } as const;
  if (state === "near-end") return { kind: "warning", words: t("printers.badge.attention") } as const;
  return { kind: "good", words: t("printers.badge.ready") } as const;
}

/** What waits for the real printer, in sentences; none when nothing does. */
export function waitingWords({ waiting, held, oldestWaitingSince }: Situation): string[] {
  const since = oldestWaitingSince;
  return [
    ...(waiting === 0
      ? []
      : since === null
        ? [t("printers.waiting", { n: waiting })]
        : [t("printers.waitingSince", { n: waiting, time: formatShortTime(since) })]),
    ...(held === 0 ? [] : [t("printers.held", { n: held })]),
  ];
}
