import { streamKind } from "../../escpos/stream-kind.ts";
import { isLpdCommand, queueNames } from "./command.ts";
import { ACKNOWLEDGED, answer, type Queue, REFUSED, sendText, type Session } from "./session-action.ts";
import { LpdInput } from "./lpd-input.ts";
import type { LpdLimits } from "./lpd-limits.ts";
import { JobReceiver } from "./job-receiver.ts";

/**
 * One connection of the Line Printer Daemon Protocol (RFC 1179), from its first octet to its close. Reads no clock
 * and touches no socket: it yields what it wants and goes on with the answer.
 */
export function* lpdSession(limits: LpdLimits): Session<void> {
  const input = new LpdInput();
  const ending = yield* input.fill(limits.commandMilliseconds);
  // Whoever connects and says nothing only wants to know whether the port is open.
  if (ending !== null) return;
  const octet = input.pending[0] ?? 0;
  if (!isLpdCommand(octet)) return yield* reportProbe(input.pending);
  const line = yield* input.line(limits.lineBytes, limits.commandMilliseconds);
  if (!(line instanceof Uint8Array)) return yield* reportBrokenLine(line);
  const names = queueNames(line);
  const queue = (yield { kind: "queue", names, isLong: octet === 4 }) as Queue | null;
  if (queue === null) {
    const message = "an LPD host asked for a queue that there is not, or that it may not use";
    yield { kind: "report", level: "warning", message, details: { queue: names[0], command: octet } };
    return yield* answer(REFUSED);
  }
  switch (octet) {
    case 1:
      // Nothing ever waits: each job is stored as it comes.
      return yield* answer(ACKNOWLEDGED);
    case 2:
      yield* answer(ACKNOWLEDGED);
      return yield* new JobReceiver(input, queue, limits).run();
    case 3:
    case 4:
      return yield* sendText(queue.state);
    case 5:
      return yield* sendText("There is nothing to remove: each job is stored as soon as it has come.\n");
  }
}

/** How much of a probe is kept for the log, bytes. */
const PROBE_BYTES = 64;

function* reportProbe(bytes: Uint8Array): Session<void> {
  const beginning = bytes.slice(0, PROBE_BYTES);
  yield {
    kind: "report",
    level: "info",
    message: "something that is not LPD connected to the LPD port",
    details: { kind: streamKind(beginning) ?? "unknown", hex: beginning.toHex() },
  };
}

function* reportBrokenLine(reason: string): Session<void> {
  yield {
    kind: "report",
    level: "info",
    message: "an LPD command broke off before its end",
    details: { reason },
  };
}
