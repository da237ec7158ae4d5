import { openNotifySocket } from "../../service-manager/notify-socket.ts";
import { LOG_LIMITS } from "./log-limits.ts";
import { type LogRecord, messageOf, PRIORITIES } from "./log-line.ts";
import type { LogPlace } from "./log-place.ts";

/** Where systemd's journal listens (systemd-journald.service(8)). */
export const JOURNAL_SOCKET = "/run/systemd/journal/socket";

/**
 * systemd's journal by its own protocol: a datagram a line, with its details as fields to search by, such as
 * `TILLROLL_PRINTER`. What it does not take goes elsewhere.
 * @param path of its socket
 * @param otherwise where lines go that it does not take
 * @returns `null` where the system has no such sockets
 */
export function journalPlace(path: string, otherwise: LogPlace): LogPlace | null {
  const send = openNotifySocket(path);
  if (send === null) return null;
  let isTaking = true;
  return {
    write(record) {
      isTaking = send(entryOf(record, true)) || send(entryOf(record, false));
      if (!isTaking) otherwise.write(record);
    },
    get trouble() {
      return isTaking ? null : `The journal at ${path} takes no lines; they go to standard error.`;
    },
    flush() {},
    close: () => Promise.resolve(),
  };
}

/** A line as the journal's native protocol has it: `NAME=value` lines. @param isWhole whether with all details as fields */
function entryOf(record: LogRecord, isWhole: boolean): string {
  const message = messageOf(record).slice(0, LOG_LIMITS.lineCharacters);
  const fields = [
    ["MESSAGE", message],
    ["PRIORITY", String(PRIORITIES[record.level])],
    ["SYSLOG_IDENTIFIER", "tillroll"],
  ];
  if (isWhole)
    for (const [name, value] of Object.entries(record.details))
      fields.push([fieldName(name), fieldText(value)]);
  return fields.map(([name, value]) => `${name}=${value}\n`).join("");
}

/** `requestId` becomes `TILLROLL_REQUEST_ID`: the journal takes capitals, digits and underscores, at most 64. */
function fieldName(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_");
  return `TILLROLL_${words.toUpperCase()}`.slice(0, 64);
}

/** A value in one line: the protocol has another form for more, which nothing here needs. */
function fieldText(value: unknown): string {
  return typeof value === "string" && !value.includes("\n") ? value : JSON.stringify(value);
}
