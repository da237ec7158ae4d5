import {
  DecideAll,
  Decided,
  DeliverPrint,
  Deliveries,
  DeliveryParameters,
  Delivery,
} from "../../contract/delivery.ts";
import { gives, operation, type Operations } from "./operation.ts";

/** What a person decides on a delivery. */
const decision = (summary: string, description: string) =>
  operation("operate", summary, {
    description,
    answers: { 200: gives(Delivery, "The delivery as it is now.") },
    errors: ["CONFLICT"],
  });

/** What a person decides on all that a printer holds. */
const heldOf = (summary: string, description: string) =>
  operation("operate", summary, {
    description,
    body: DecideAll,
    answers: { 200: gives(Decided, "How many there were.") },
  });

export const deliveryOperations = {
  listDeliveries: operation("read", "List deliveries", {
    description: "The newest first. An unknown parameter is refused.",
    query: DeliveryParameters.properties,
    answers: { 200: gives(Deliveries, "The deliveries.") },
  }),
  readDelivery: operation("read", "Read a delivery", { answers: { 200: gives(Delivery, "The delivery.") } }),
  cancelDelivery: decision(
    "Cancel a delivery",
    "One that is being sent is broken off; a part may be on paper. Doing it again changes nothing; one that is done is 409.",
  ),
  releaseDelivery: decision(
    "Release a held or kept delivery",
    "It is sent from its beginning; what was interrupted is marked as a possible duplicate. One in another state is 409.",
  ),
  retryDelivery: decision("Retry a failed delivery", "It is queued again. One in another state is 409."),
  releaseHeld: heldOf(
    "Release all that a printer holds",
    "Each is sent from its beginning, the oldest first. The printer is tried at once, also for what waits for it otherwise.",
  ),
  cancelHeld: heldOf("Cancel all that a printer holds", "The prints stay, and each can be printed again."),
  deliverPrint: operation("operate", "Print a stored print", {
    description: "Any stored print can be printed again, by any printer of the workspace with a target.",
    body: DeliverPrint,
    answers: { 201: gives(Delivery, "Queued, durably.", { Location: "The delivery's address." }) },
  }),
} satisfies Operations;
