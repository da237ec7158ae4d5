import { serveQuestions } from "../../platform/worker-channel.ts";
import { SYSTEM_CALLS, type SystemCallQuestion } from "./system-calls.ts";

/* The Worker in which the system's slow calls are made. */

declare const self: Worker;

serveQuestions<SystemCallQuestion, unknown>(self, ({ call, given }) => {
  const make = SYSTEM_CALLS[call] as (...given: readonly unknown[]) => unknown;
  return make(...given);
});
