import type { Server } from "bun";
import { whenThere } from "../domain/awaitable.ts";
import { badRequest, TillrollError } from "../domain/errors.ts";
import { hasRight } from "../domain/rights.ts";
import type { Access, Authorised } from "./authentication.ts";
import { errorResponse } from "./error-response.ts";
import { clientOf } from "./forwarded.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "./request-id.ts";
import type { HttpService } from "./http-service.ts";
import { type OperationId, scopeOf } from "./openapi/operations.ts";
import { QueryParameters } from "../contract/query.ts";

/** What an endpoint is given. */
export interface Call {
  readonly request: Request;
  /** The client's address, as the socket or a trusted proxy says: an IPv4 address as one, on an IPv6 socket too. */
  readonly address: string;
  /** By which the answer, the log and the audit log name the request. */
  readonly requestId: string;
  /** A parameter of the path. */
  parameter(name: string): string;
  /** The query parameters, read only when asked for. Elysia's own parser splits values at commas. */
  query(): QueryParameters;
  /** Lets the answer take as long as it likes: a connection that is silent is closed otherwise. */
  withoutIdleTimeout(): void;
}

export type Endpoint = (call: Call) => Response | Promise<Response>;

/** What an endpoint of a workspace is given. */
export type WorkspaceEndpoint = (call: Call, authorised: Authorised) => Response | Promise<Response>;

/** What Elysia gives a handler; these names are taken out one by one so that it prepares nothing else. */
interface ElysiaContext {
  readonly request: Request;
  /** Not there for a route without any. */
  readonly params?: Record<string, string>;
  readonly server: Server<unknown> | null;
  readonly route: string;
}

/**
 * How a route of the API is registered: the reference tells of it under its operation's id. Elysia is not to read the body:
 * each endpoint does, within its own limit.
 */
export const asOperation = (operationId: OperationId) =>
  ({ parse: "none", detail: { operationId } }) as const;

/** As {@link asOperation}, for what the API reference does not tell of. */
export const HIDDEN = { parse: "none", detail: { hide: true } } as const;

/**
 * Makes an Elysia handler: whatever the endpoint throws becomes an answer, and all is measured.
 * @param refuse what becomes of the answer to what was thrown; it stays as it is by default
 */
export function endpoint(
  service: HttpService,
  answer: Endpoint,
  refuse: (call: Call, refusal: Response) => Response | Promise<Response> = (_call, refusal) => refusal,
) {
  return async ({ request, params, server, route }: ElysiaContext): Promise<Response> => {
    const started = performance.now();
    const call = callOf(request, params, server);
    let response: Response;
    service.requestsUnderWay++;
    try {
      response = await answer(call);
    } catch (error) {
      service.writer.noteFault(error);
      service.scrub?.noteError(error);
      // A client that left in the middle of its request hears no answer, and is no fault of ours to be logged.
      const isGone = request.signal.aborted;
      response = isGone
        ? new Response(null, { status: 400 })
        : await refuse(call, errorResponse(error, service.log, call.requestId));
    } finally {
      service.requestsUnderWay--;
    }
    response.headers.set(REQUEST_ID_HEADER, call.requestId);
    const milliseconds = performance.now() - started;
    service.metrics.requests.note(request.method, route, response.status, milliseconds);
    service.requestLog?.(call, route, response.status, milliseconds);
    return response;
  };
}

/**
 * As {@link endpoint}, for whoever may do an operation in the workspace that the path names as `slug`: what it needs is in
 * the reference. Given to a route as `...workspaceEndpoint(…)`, since it also says which operation that is.
 */
export function workspaceEndpoint(service: HttpService, id: OperationId, answer: WorkspaceEndpoint) {
  const scope = scopeOf(id);
  const handler = endpoint(service, (call) =>
    whenThere(service.authentication.authorise(call, call.parameter("slug"), scope), (authorised) =>
      answer(call, authorised),
    ),
  );
  return [handler, asOperation(id)] as const;
}

/** As {@link workspaceEndpoint}, for what is all workspaces': its operation is for `service`. */
export function serviceEndpoint(
  service: HttpService,
  id: OperationId,
  answer: (call: Call, access: Access) => Response | Promise<Response>,
) {
  const handler = endpoint(service, async (call) => {
    const access = await service.authentication.authenticate(call);
    if (hasRight(access, "service")) return answer(call, access);
    const message =
      "This is for administrators of all workspaces, and for the commands on the machine of the service.";
    throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
  });
  return [handler, asOperation(id)] as const;
}

function callOf(request: Request, params: ElysiaContext["params"], server: Server<unknown> | null): Call {
  let requestId: string | null = null;
  return {
    request,
    get address() {
      return clientOf(request, () => server?.requestIP(request)?.address ?? "");
    },
    get requestId() {
      return (requestId ??= requestIdOf(request));
    },
    parameter: (name) => params?.[name] ?? "",
    query: () => queryOf(request.url),
    withoutIdleTimeout: () => server?.timeout(request, 0),
  };
}

function queryOf(url: string): QueryParameters {
  const start = url.indexOf("?");
  return new QueryParameters(start < 0 ? "" : url.slice(start + 1));
}

/**
 * Reads an id from the path.
 * @param name the parameter's, such as `printId`
 * @throws TillrollError BAD_REQUEST when it is not a positive integer
 */
export function idOf(
  call: Call,
  name:
    | "printId"
    | "deliveryId"
    | "webhookId"
    | "notificationId"
    | "ruleId"
    | "holdId"
    | "savedSearchId"
    | "personId",
): number {
  const text = call.parameter(name);
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id) || id === 0)
    throw badRequest([{ path: name, message: "must be a positive integer." }]);
  return id;
}
