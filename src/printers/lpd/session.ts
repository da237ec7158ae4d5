import { streamKind } from "../../escpos/stream-kind.ts";
import { isLpdCommand, queueNames } from "./command.ts";
import { JobReceiver } from "./job-receiver.ts";
import { ACKNOWLEDGED, answer, ask, REFUSED, type Session } from "./lpd-driver.ts";
import { LpdInput } from "./lpd-input.ts";
import type { LpdLimits } from "./lpd-limits.ts";

/** How much of a probe is kept for the log, bytes. */
const PROBE_BYTES = 64;

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
  if (!isLpdCommand(octet)) {
    const beginning = input.pending.subarray(0, PROBE_BYTES);
    const details = { kind: streamKind(beginning) ?? "unknown", hex: beginning.toHex() };
    const message = "something that is not LPD connected to the LPD port";
    return yield* ask((driver) => driver.report("info", message, details));
  }
  const line = yield* input.line(limits.lineBytes, limits.commandMilliseconds);
  if (typeof line === "string") {
    const message = "an LPD command broke off before its end";
    return yield* ask((driver) => driver.report("info", message, { reason: line }));
  }
  const names = queueNames(line);
  const queue = yield* ask((driver) => driver.openQueue(names, octet === 4));
  if (queue === null) {
    const message = "an LPD host asked for a queue that there is not, or that it may not use";
    yield* ask((driver) => driver.report("warning", message, { queue: names[0], command: octet }));
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

/** Sends a text for people. */
function sendText(text: string): Session<void> {
  return ask((driver) => driver.send(Buffer.from(text)));
}
