export {
  automaticStatus,
  automaticStatusChanged,
  extendedAutomaticStatus,
  inkAutomaticStatus,
} from "./automatic-status.ts";
export { realTimeStatus, transmittedStatus } from "./status-bytes.ts";
export {
  CLEARED_RESPONSE,
  OFFLINE_RESPONSE,
  POWER_OFF_RESPONSE,
  processIdResponse,
} from "./status-blocks.ts";
