import { Elysia } from "elysia";
import { systemClock } from "../domain/clock.ts";
import { serviceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** What may be wrong with the machine and the service, and what to do. */
export function doctorController(service: ShopHttpService) {
  const doctor = serviceEndpoint(service, "readDoctor", async () => {
    // Loaded when somebody asks: hardly any service ever is.
    const [{ examine }, { serviceFacts }] = await Promise.all([
      import("../doctor/examine.ts"),
      import("../doctor/service-facts.ts"),
    ]);
    return replyValue(200, await examine(serviceFacts(service, systemClock())));
  });
  return new Elysia().get("/api/doctor", ...doctor);
}
