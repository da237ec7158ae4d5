import { Elysia } from "elysia";
import { answerCloudPrnt, type DrawJob } from "../delivery/polled/cloudprnt-server.ts";
import { answerDirectPrint } from "../delivery/polled/direct-print-server.ts";
import type { PolledAnswer, PolledRequest } from "../delivery/polled/polled-exchange.ts";
import { POLLED_LIMITS } from "../delivery/polled/polled-limits.ts";
import type { PolledPrinter } from "../delivery/polled/polled-printer.ts";
import { OWN_REQUEST_HEADER, OWN_REQUEST_KEY } from "../delivery/epos/epos-message.ts";
import { TillrollError } from "../domain/errors.ts";
import { POLLED_KINDS, type PolledKind, polledKind, pollRoute } from "../domain/poll-address.ts";
import type { Printer } from "../domain/printer.ts";
import { chosenPrinter } from "../escpos/models/chosen-printer.ts";
import { translationFor } from "../translation/translation.ts";
import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { reply } from "./reply.ts";
import { readBody, requestTooLarge } from "./request-body.ts";

type Protocol = (request: PolledRequest, printer: PolledPrinter, draw: DrawJob) => Promise<PolledAnswer>;

const PROTOCOLS: Readonly<Record<PolledKind, { methods: readonly string[]; answer: Protocol }>> = {
  cloudprnt: { methods: ["POST", "GET", "DELETE"], answer: answerCloudPrnt },
  sdp: { methods: ["POST"], answer: answerDirectPrint },
};

/** Where real printers come for their prints, each with the secret of its address. */
export function polledController(service: ShopHttpService) {
  return POLLED_KINDS.reduce((app, kind) => {
    const { methods, answer } = PROTOCOLS[kind];
    const handler = endpoint(service, async (call) => {
      const printer = printerOf(service, call, kind);
      const { status, type, body, headers } = await answer(
        requestOf(call),
        service.deliveries.polled.of(printer.id),
        await drawingFor(service, printer),
      );
      const bytes = typeof body === "string" ? body : new Uint8Array(body);
      return reply(status, bytes, { "Content-Type": type, ...headers });
    });
    return methods.reduce((routes, method) => routes.route(method, pollRoute(kind), handler, HIDDEN), app);
  }, new Elysia());
}

/** The printer to whose real one this secret was given. @throws TillrollError NOT_FOUND, RATE_LIMIT_EXCEEDED for one that guesses */
function printerOf(service: ShopHttpService, call: Call, kind: PolledKind): Printer {
  const printer = service.stores.printers.findByPollSecret(call.parameter("secret"));
  if (call.request.headers.get(OWN_REQUEST_HEADER) === OWN_REQUEST_KEY) throw asksItself();
  if (printer !== null && polledKind(printer) === kind) return printer;
  service.authentication.noteGuess(call.address);
  const message =
    'No printer fetches its prints here; "tillroll printer poll-address" makes the address anew.';
  throw new TillrollError("NOT_FOUND", message);
}

/** Draws what a printer of ours passes on, off this thread. */
async function drawingFor({ documents, stores }: ShopHttpService, printer: Printer): Promise<DrawJob> {
  const workspace = (await stores.workspaces.findById(printer.workspaceId)) ?? {};
  // What was translated is in the language of the real printer.
  const { target } = translationFor(printer, workspace);
  const real = target?.kind === "receipt" ? target.choice : chosenPrinter(printer, workspace);
  return ({ bytes }) => documents.drawReceipt(bytes, real);
}

/** A printer of ours that asked for its own prints would print each again for ever. */
function asksItself(): TillrollError {
  const message = "A printer of this service asks this service for its jobs: its own prints would come back.";
  return new TillrollError("CONFLICT", message);
}

function requestOf(call: Call): PolledRequest {
  const { request } = call;
  const tooLarge = () => requestTooLarge(POLLED_LIMITS.requestBytes, "a printer that asks for its prints");
  return {
    method: request.method,
    parameter: (name) => call.query().last(name),
    body: () => readBody(request, POLLED_LIMITS.requestBytes, tooLarge),
  };
}
