import { ADDRESS_BLOCK, choice, PORT } from "../configuration/value-kinds.ts";
import { FEED_CHARSETS } from "../text-feed/feed-charset.ts";
import type { TextFeedOptions } from "../text-feed/text-feed.ts";
import type { GivenOptions, Option } from "./options.ts";

const FEED_PORT = {
  name: "text-feed",
  value: "PORT",
  help: "Port on which the text of each receipt is told as lines (TCP), for camera recorders. 0: none.",
  kind: PORT,
  default: 0,
} as const;

const FEED_ALLOW = {
  name: "text-feed-allow",
  value: "CIDR",
  help: "Addresses that may read it beside this machine, such as 192.168.1.60; repeatable.",
  repeatable: true,
  kind: ADDRESS_BLOCK,
  default: [],
} as const;

const FEED_CHARSET = {
  name: "text-feed-charset",
  value: "C",
  help: `How its characters are coded: one of ${FEED_CHARSETS.join(", ")}.`,
  kind: choice(FEED_CHARSETS),
  default: "utf-8",
} as const;

export const TEXT_FEED_OPTIONS: readonly Option[] = [FEED_PORT, FEED_ALLOW, FEED_CHARSET];

/** How the text feed is to be opened; `null` for not at all. @throws UsageError */
export function textFeedOf(given: GivenOptions): TextFeedOptions | null {
  const port = given.value(FEED_PORT);
  const allow = given.values(FEED_ALLOW);
  const charset = given.value(FEED_CHARSET);
  return port === 0 ? null : { port, allow, charset };
}
