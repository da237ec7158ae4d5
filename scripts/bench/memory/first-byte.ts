import { ServiceProcess, SOURCE_COMMAND } from "../../service/service-process.ts";
import { serviceEnvironment, type SearchServiceStart } from "../search/search-service.ts";

/** Starts a service, asks for its health and stops it. @returns milliseconds from the start to the first byte */
export async function timeFirstByte(start: SearchServiceStart): Promise<number> {
  const { dataFolder, cleanup, command = SOURCE_COMMAND, cacheMebibytes } = start;
  const environment = serviceEnvironment(cacheMebibytes);
  const started = performance.now();
  const service = await ServiceProcess.start({ command, dataFolder, environment });
  cleanup.defer(() => service.kill());
  // Whatever it says: printers' ports are opened after the first answer.
  await fetch(`${service.address}/healthz`);
  const milliseconds = performance.now() - started;
  await service.stop();
  return milliseconds;
}
