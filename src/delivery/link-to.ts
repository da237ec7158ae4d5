import type { DeliveryTimes } from "./delivery-limits.ts";
import { EposLink } from "./epos/epos-link.ts";
import type { Link, LinkEvents } from "./link.ts";
import { RawLink } from "./raw/raw-link.ts";
import type { Target } from "../domain/target.ts";

export interface LinkOptions {
  readonly times: DeliveryTimes;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly events: LinkEvents;
}

/** Makes the way to a real printer. Nothing is connected before it is asked for. */
export function linkTo(target: Target, options: LinkOptions): Link {
  return target.kind === "raw"
    ? new RawLink({ ...options, host: target.host, port: target.port })
    : new EposLink({ ...options, url: target.url, deviceId: target.deviceId });
}
