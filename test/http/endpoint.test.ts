import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { endpoint } from "../../src/http/endpoint.ts";
import type { HttpService } from "../../src/http/http-service.ts";

test("a client has one address, whether the socket is for IPv4 or for both", async () => {
  const service = { requestsUnderWay: 0, metrics: { requests: { note() {} } } } as unknown as HttpService;
  const server = new Elysia().get(
    "/",
    endpoint(service, (call) => new Response(call.address)),
  );
  server.listen({ hostname: "::", port: 0 });
  try {
    const response = await fetch(`http://127.0.0.1:${server.server?.port}/`);
    expect(await response.text()).toBe("127.0.0.1");
  } finally {
    await server.stop(true);
  }
});
