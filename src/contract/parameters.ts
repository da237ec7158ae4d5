import { badRequest } from "../domain/errors.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { EVENT_LIMITS } from "../domain/listener-limits.ts";
import type { SearchFilter } from "../domain/search-query.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { PREVIEW_FORMATS } from "../render/preview-format.ts";
import { model } from "./fields.ts";
import { width } from "./print-fields.ts";
import { type QueryParameters, readQuery } from "./query.ts";
import * as t from "./schema.ts";
import { tagQueryOf } from "./tag-query.ts";

/* Query parameters of operations that have no body. Others than these are ignored. */

export const PreviewParameters = t.object(
  t.optional({
    format: t.choice(
      PREVIEW_FORMATS,
      "The form of the preview; explain tells command by command what the print did, in words.",
    ),
    model: t.described(
      model,
      "The printer whose paper to show; that of the print's printer or workspace when not given.",
    ),
    width: t.described(width, "Columns of the paper; those of the print or of the model when not given."),
    charset: t.choice(
      CHARSETS,
      "How to read characters where the print does not say; the model's, the printer's or the workspace's when not given.",
    ),
    profile: t.choice(
      PRINTER_PROFILES,
      "The maker of the printer; the model's, the printer's or the workspace's when not given.",
    ),
    origins: t.flag({
      fault: () => "must be true or false.",
      description: "For svg: each group has the bytes of the print that made it, as data-from and data-to.",
    }),
  }),
);

/** Empty, as a form sends what nobody has filled in, it counts as not given. */
const after = t.checked<number | "">(
  {
    type: "integer",
    minimum: 0,
    description: "A print's id; without it, what is stored from now on.",
    examples: [0],
  },
  (value) => value === "" || (Number.isSafeInteger(value) && Number(value) >= 0),
  () => "must be the id of a print, or 0 for the first one.",
);

const timeout = t.textOf(
  (text) => millisecondsOf(text) !== null,
  `must be a time such as 30s or 500ms, at most ${EVENT_LIMITS.waitMostMilliseconds / MILLISECONDS_PER_SECOND}s.`,
  "How long to wait, such as 30s or 500ms; 30s when not given.",
);

/** Of which prints the newest is shown, beside how. */
export const LatestPreviewParameters = t.object({
  ...PreviewParameters.properties,
  ...t.optional({
    label: t.anyText("Only prints with this label."),
    deviceId: t.anyText("Only this device's prints."),
    printer: t.anyText(
      "Only what came in by the printer of this name; looked for in the newest 5,000 that match.",
    ),
    tag: t.anyText({
      description: "Only prints with this tag: key=value, the = written as %3D; repeatable.",
      examples: ["orderId=1001"],
    }),
    after: t.described(after, "Only a print with a greater id than this."),
    wait: t.described(
      timeout,
      "How long to wait for one, such as 30s; without after for what is stored from now on.",
    ),
  }),
});

export const NextPrintParameters = t.object(
  t.optional({ after, deviceId: t.anyText("Only this device's prints."), timeout }),
);

export const PrintedParameters = t.parameters(
  t.optional({
    wait: t.described(
      timeout,
      "How long to wait until it is decided, such as 30s; not at all when not given.",
    ),
  }),
);

/** Reads how long to wait until it is decided what becomes of a print, milliseconds. @throws TillrollError BAD_REQUEST */
export function readPrintedWish(query: QueryParameters): number {
  const { wait } = readQuery(PrintedParameters, query);
  return wait === undefined ? 0 : (millisecondsOf(wait) ?? 0);
}

const UNITS = { ms: 1, s: MILLISECONDS_PER_SECOND } as const;

/** Reads `30s`, `500ms`, or a bare number of seconds; `null` for anything else, and for a longer time than may be. */
function millisecondsOf(text: string): number | null {
  const parts = /^(\d{1,6})(ms|s)?$/.exec(text);
  if (parts === null) return null;
  const milliseconds = Number(parts[1]) * UNITS[parts[2] === "ms" ? "ms" : "s"];
  return milliseconds <= EVENT_LIMITS.waitMostMilliseconds ? milliseconds : null;
}

/** Of which prints the newest is wanted. */
export interface LatestWish {
  readonly filter: SearchFilter;
  /** The name of a printer; `null` for any, and for prints that came otherwise. */
  readonly printer: string | null;
  /** Only a print with a greater id; `null` for any. */
  readonly after: number | null;
  /** How long to wait for it; `null` for not at all. */
  readonly waitMilliseconds: number | null;
}

/** Reads of which prints the newest is wanted. @throws TillrollError BAD_REQUEST with all faults */
export function readLatestWish(query: QueryParameters): LatestWish {
  const {
    label,
    deviceId,
    printer = null,
    after: given = "",
    wait,
  } = readQuery(LatestPreviewParameters, query);
  const tags = query.all("tag").map((text) => {
    const split = text.indexOf("=");
    if (split <= 0) throw badRequest([{ path: "tag", message: "must be key=value, such as orderId=1001." }]);
    return { op: "eq", key: text.slice(0, split), value: text.slice(split + 1) } as const;
  });
  return {
    filter: {
      deleted: false,
      ...(label !== undefined && { label: { op: "eq", value: label } as const }),
      ...(deviceId !== undefined && { deviceId: { op: "eq", value: deviceId } as const }),
      ...(tags.length > 0 && { tag: tagQueryOf({ and: tags }) }),
    },
    printer,
    after: given === "" ? null : given,
    waitMilliseconds: wait === undefined ? null : millisecondsOf(wait),
  };
}

/** Reads the parameters of "Wait for the next print"; `after` is `null` for what is stored from now on. @throws TillrollError BAD_REQUEST with all faults */
export function readNextPrintWish(query: QueryParameters) {
  const { after: given = "", deviceId = null, timeout: time } = readQuery(NextPrintParameters, query);
  const wait = time === undefined ? null : millisecondsOf(time);
  return {
    after: given === "" ? null : given,
    deviceId,
    timeoutMilliseconds: wait ?? EVENT_LIMITS.waitDefaultMilliseconds,
  };
}
