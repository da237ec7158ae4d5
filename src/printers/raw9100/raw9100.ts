export { listenRaw, type RawListener, type RawOptions } from "./raw-listener.ts";
export { RAW_LIMITS, type RawLimits } from "./raw9100-limits.ts";
