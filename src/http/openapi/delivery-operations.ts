import { id } from "../../contract/fields.ts";
import { anyText, choice, integer } from "../../contract/schema.ts";
import { DELIVERY_LIST_LIMITS, DELIVERY_STATES } from "../../domain/delivery.ts";
import { gives, json, type Operation, type Operations } from "./operation.ts";

/** What a person decides on a delivery. */
const decision = (summary: string, description: string) =>
  ({
    summary,
    description,
    access: "write",
    answers: { 200: gives("Delivery", "The delivery as it is now.") },
    errors: ["CONFLICT"],
  }) satisfies Operation;

const { itemsMaximum, itemsDefault } = DELIVERY_LIST_LIMITS;

export const deliveryOperations = {
  listDeliveries: {
    summary: "List deliveries",
    description: "The newest first. An unknown parameter is refused.",
    access: "read",
    query: {
      state: choice(DELIVERY_STATES, { description: "Only those in this state." }),
      printer: anyText({ description: "Only those for the printer of this name." }),
      printId: id("Only those of this print."),
      before: id("Only those with a smaller id: nextBefore."),
      limit: integer(1, itemsMaximum, { description: `How many at most; ${itemsDefault} when not given.` }),
    },
    answers: { 200: gives("Deliveries", "The deliveries.") },
  },
  readDelivery: {
    summary: "Read a delivery",
    access: "read",
    answers: { 200: gives("Delivery", "The delivery.") },
  },
  cancelDelivery: decision(
    "Cancel a delivery",
    "One that is being sent is broken off; a part may be on paper. Doing it again changes nothing; one that is done is 409.",
  ),
  releaseDelivery: decision(
    "Release a held delivery",
    "It is sent again from its beginning, and marked as a possible duplicate. One in another state is 409.",
  ),
  retryDelivery: decision("Retry a failed delivery", "It is queued again. One in another state is 409."),
  deliverPrint: {
    summary: "Print a stored print",
    description: "Any stored print can be printed again, by any printer of the workspace with a target.",
    access: "write",
    body: json("DeliverPrint", { "by the printer receipt": { printer: "receipt" } }),
    answers: { 201: gives("Delivery", "Queued, durably.", { Location: "The delivery's address." }) },
  },
} satisfies Operations;
