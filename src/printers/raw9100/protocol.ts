import type { PrintingProtocol } from "../protocol.ts";
import { RawListener } from "./raw-listener.ts";

/**
 * Raw printing over TCP, with replies, as a network receipt printer has on port 9100. Each piece of state has one owner.
 *
 * The machine of a connection is pure: bytes and times in, effects (`RawEffect`) out; no I/O, no clock.
 *   RawConnection        whether it takes jobs, refuses data or ends; what happens when, and in which order
 *   ConnectionContext    what its parts share: the time, the effects, the settings
 *   ConnectionBeginning  whether its first bytes are for a printer at all
 *   ConnectionJobs       the running job, what was handed over and is not durable yet, when the host last worked
 *   RunningJob           a job's bytes (JobBytes), its commands, whether it is worth keeping, how far it is durable
 *   JobVerdict           what its commands amount to; JobLanguage: by its own where these are not the port's
 *   HostAnswers          what is answered, in which order, after what is durable; SimulatedLine: how late
 *   Forwarding           how far the bytes have gone to the real printer, each once it is durable, and whether it can be left
 *
 * Around the machine is a thin socket.
 *   RawListener          the port: who is connected, who gives way, the timer of all
 *   RawSocket            tells the machine what happens, and does what it wants done
 *   HostInput            what was read and not taken yet: back-pressure, the client's turn, reserved memory
 *   HostOutput           what is to be sent and the host has not taken yet
 *   RealPrinter          the real printer while the host is joined to it, by a `PassThrough`
 *   JobStoring           what is being made durable, in order
 */
export const protocol: PrintingProtocol = {
  listen({ log }, { host, port, printer }) {
    if (printer === null) throw new Error("a raw port is one printer's");
    return new RawListener({ endpoint: printer, host, port, log });
  },
};
