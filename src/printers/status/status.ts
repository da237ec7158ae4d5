export { automaticStatus, automaticStatusChanged } from "./automatic-status.ts";
export { realTimeStatus, transmittedStatus } from "./status-bytes.ts";
