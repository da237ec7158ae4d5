import type { SearchContext } from "../../src/search-language/meaning.ts";

/** A Sunday in Vienna, a little after noon. */
export const NOW = Date.parse("2026-11-22T12:30:15.500+01:00");

export const CONTEXT: SearchContext = {
  now: NOW,
  timeZone: "Europe/Vienna",
  tagKeys: { names: ["orderId", "order", "total", "table", "due", "order id"], isComplete: true },
  printers: [
    { name: "Kitchen", deviceId: "kitchen-1" },
    { name: "bar", deviceId: "bar" },
  ],
};
