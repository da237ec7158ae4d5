import type { OpenAPIV3 } from "openapi-types";
import { DELIVERY_LIST_LIMITS, DELIVERY_STATES } from "../../domain/delivery.ts";
import { fails, IN_WORKSPACE, inQuery, PRINT_ID, SLUG, WRITING } from "./operation-parts.ts";

const DELIVERIES = ["Deliveries"];

const DELIVERY_ID: OpenAPIV3.ParameterObject = {
  name: "deliveryId",
  in: "path",
  required: true,
  description: "The delivery's id.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

const content = (name: "Delivery" | "Deliveries" | "DeliverPrint") => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});

const succeeds = (status: number, name: "Delivery" | "Deliveries" | "DeliverPrint", description: string) => ({
  [status]: { description, content: content(name) },
});

const decision = (operationId: string, summary: string, description: string) => ({
  tags: DELIVERIES,
  operationId,
  summary,
  description: `Needs the scope write. ${description}`,
  parameters: [SLUG, DELIVERY_ID],
  responses: {
    ...succeeds(200, "Delivery", "The delivery as it is now."),
    ...fails(...WRITING, "CONFLICT"),
  },
});

/** The operations on deliveries, as the API reference describes them. */
export const deliveryOperations = {
  listDeliveries: {
    tags: DELIVERIES,
    operationId: "listDeliveries",
    summary: "List deliveries",
    description: "Needs the scope read. The newest first. An unknown parameter is refused.",
    parameters: [
      SLUG,
      inQuery("state", { type: "string", enum: [...DELIVERY_STATES] }, "Only those in this state."),
      inQuery("printer", { type: "string" }, "Only those for the printer of this name."),
      inQuery("printId", { type: "integer", minimum: 1 }, "Only those of this print."),
      inQuery("before", { type: "integer", minimum: 1 }, "Only those with a smaller id: nextBefore."),
      inQuery(
        "limit",
        {
          type: "integer",
          minimum: 1,
          maximum: DELIVERY_LIST_LIMITS.itemsMaximum,
          default: DELIVERY_LIST_LIMITS.itemsDefault,
        },
        "How many at most.",
      ),
    ],
    responses: {
      ...succeeds(200, "Deliveries", "The deliveries."),
      ...fails(...IN_WORKSPACE, "BAD_REQUEST"),
    },
  },
  readDelivery: {
    tags: DELIVERIES,
    operationId: "readDelivery",
    summary: "Read a delivery",
    description: "Needs the scope read.",
    parameters: [SLUG, DELIVERY_ID],
    responses: { ...succeeds(200, "Delivery", "The delivery."), ...fails(...IN_WORKSPACE, "BAD_REQUEST") },
  },
  cancelDelivery: decision(
    "cancelDelivery",
    "Cancel a delivery",
    "One that is being sent is broken off; a part may be on paper. Doing it again changes nothing; one that is done is 409.",
  ),
  releaseDelivery: decision(
    "releaseDelivery",
    "Release a held delivery",
    "It is sent again from its beginning, and marked as a possible duplicate. One in another state is 409.",
  ),
  retryDelivery: decision(
    "retryDelivery",
    "Retry a failed delivery",
    "It is queued again. One in another state is 409.",
  ),
  deliverPrint: {
    tags: DELIVERIES,
    operationId: "deliverPrint",
    summary: "Print a stored print",
    description:
      "Needs the scope write. Any stored print can be printed again, by any printer of the workspace with a target.",
    parameters: [SLUG, PRINT_ID],
    requestBody: { required: true, content: content("DeliverPrint") },
    responses: {
      ...succeeds(201, "Delivery", "Queued, durably."),
      ...fails(...WRITING, "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"),
    },
  },
} satisfies Record<string, OpenAPIV3.OperationObject>;
