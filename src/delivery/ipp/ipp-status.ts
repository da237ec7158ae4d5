import { combineStatus, HEALTHY, type PrinterStatus } from "../../domain/printer-status.ts";

/** What the keywords of `printer-state-reasons` mean (RFC 8011, 5.4.12; PWG 5100.9), without what says how bad it is. */
const REASONS: Readonly<Record<string, Partial<PrinterStatus>>> = {
  "media-empty": { paper: "end" },
  "media-needed": { paper: "end" },
  "media-low": { paper: "near-end" },
  "media-jam": { hasCutterError: true },
  "cover-open": { isCoverOpen: true },
  "door-open": { isCoverOpen: true },
  "interlock-open": { isCoverOpen: true },
  "cutter-jam": { hasCutterError: true },
  "trimmer-jam": { hasCutterError: true },
  "fuser-over-temp": { hasUnrecoverableError: true },
  offline: { isReachable: false },
  shutdown: { isReachable: false },
  "timed-out": { isReachable: false },
  "connecting-to-device": { isReachable: false },
};

/** How a printer is, by what it gives as reasons for its state. @param reasons such as `media-empty-error`, `none` */
export function statusFromReasons(reasons: readonly string[]): PrinterStatus {
  return reasons
    .filter((reason) => !reason.endsWith("-report"))
    .map((reason) => ({ ...HEALTHY, ...REASONS[reason.replace(/-(error|warning)$/, "")] }))
    .reduce(combineStatus, HEALTHY);
}
