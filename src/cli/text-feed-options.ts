import { isAddressBlock } from "../domain/address-blocks.ts";
import { FEED_CHARSETS } from "../text-feed/feed-charset.ts";
import type { TextFeedOptions } from "../text-feed/text-feed.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

const LARGEST_PORT = 65_535;

export const TEXT_FEED_OPTIONS: readonly Option[] = [
  {
    name: "text-feed",
    value: "PORT",
    help: "Port on which the text of each receipt is told as lines (TCP), for camera recorders; by default 0, none.",
  },
  {
    name: "text-feed-allow",
    value: "CIDR",
    help: "Addresses that may read it beside this machine, such as 192.168.1.60; repeatable.",
    repeatable: true,
  },
  {
    name: "text-feed-charset",
    value: "C",
    help: `How its characters are coded: one of ${FEED_CHARSETS.join(", ")}; by default utf-8.`,
  },
];

/** How the text feed is to be opened; `null` for not at all. @throws UsageError */
export function textFeedOf(given: GivenOptions): TextFeedOptions | null {
  const port = given.integer("text-feed", 0, LARGEST_PORT) ?? 0;
  const allow = given.all("text-feed-allow").map((block) => block.trim());
  const charset = given.choice("text-feed-charset", FEED_CHARSETS) ?? "utf-8";
  const wrong = allow.find((block) => !isAddressBlock(block));
  if (wrong !== undefined)
    throw new UsageError(`--text-feed-allow ${wrong} must be an address or a block, such as 192.168.1.0/24.`);
  return port === 0 ? null : { port, allow, charset };
}
