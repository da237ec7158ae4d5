import { Elysia } from "elysia";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { reply } from "./reply.ts";

/** A bundle for whoever helps: how the service is, without receipts and secrets. */
export function diagnosticsController(service: ShopHttpService) {
  const { authentication, writer } = service;
  const make = endpoint(service, async (call) => {
    const access = await requireAdministrator(
      authentication,
      call,
      "The diagnostics",
      "tillroll diagnostics",
    );
    // Loaded when somebody asks: hardly any service ever is.
    const [{ diagnosticsBundle }, { secretsOf, serviceParts }] = await Promise.all([
      import("../diagnostics/bundle.ts"),
      import("../diagnostics/service-diagnostics.ts"),
    ]);
    const bundle = await diagnosticsBundle(serviceParts(service), await secretsOf(service));
    const note = await auditNote(
      service,
      call,
      { access, workspace: null },
      "diagnostics.made",
      "diagnostics",
    );
    // It is wanted most when nothing can be stored.
    await writer.submit({ kind: "audit", change: { do: "add", note } }).catch(() => {});
    return reply(200, bundle, {
      "Content-Type": "application/gzip",
      "Content-Disposition": 'attachment; filename="tillroll-diagnostics.tar.gz"',
    });
  });
  return new Elysia().get("/api/diagnostics", make, asOperation("makeDiagnostics"));
}
