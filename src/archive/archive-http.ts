import type { AnyElysia } from "elysia";
import { composeHttp, sharedControllers } from "../http/compose-http.ts";
import type { Leaving } from "../http/http-port.ts";
import type { HttpService } from "../http/http-service.ts";

/**
 * The HTTP side of an archive, ready to listen.
 * @param own what only an archive answers; made anew for each port
 */
export function createArchiveHttp(
  service: HttpService,
  own: () => readonly AnyElysia[],
  port?: Leaving,
): AnyElysia {
  return composeHttp(service, [...sharedControllers(service), ...own()], port);
}
