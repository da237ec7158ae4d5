import { Elysia } from "elysia";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { entityTagOf, pageFor, reply, replyAsset } from "./reply.ts";

/** The pages have neither scripts nor forms. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const HTML = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY } as const;

/** The guide at `/guide`, for everybody: shops have no internet. */
export function guideController(service: HttpService) {
  const page = endpoint(service, async (call) => {
    const { guidePage, missingGuidePage } = await guide();
    // Without a name, at `/guide` itself, it is the first one.
    const found = guidePage(call.parameter("page"));
    const html = pageFor(call.request, found ?? missingGuidePage());
    return found === null ? reply(404, html, HTML) : replyAsset(call.request, html, entityTagOf(html), HTML);
  });

  const picture = endpoint(service, async (call) => {
    const { PICTURES, missingGuidePage } = await guide();
    const file = PICTURES.get(call.parameter("picture"));
    if (file === undefined) return reply(404, missingGuidePage(), HTML);
    const bytes = await Bun.file(file).bytes();
    return replyAsset(call.request, bytes, entityTagOf(bytes), { "Content-Type": "image/png" });
  });

  const style = endpoint(service, async (call) => {
    const { STYLE } = await guide();
    return replyAsset(call.request, STYLE, entityTagOf(STYLE), { "Content-Type": "text/css; charset=utf-8" });
  });

  const grafana = endpoint(service, async (call) => {
    const { grafanaDashboard } = await import("../guide/grafana-dashboard.ts");
    const text = JSON.stringify(grafanaDashboard(), null, 2);
    return replyAsset(call.request, text, entityTagOf(text), { "Content-Type": "application/json" });
  });

  const alerts = endpoint(service, async (call) => {
    const { alertRulesYaml } = await import("../guide/alert-rules.ts");
    const text = alertRulesYaml();
    return replyAsset(call.request, text, entityTagOf(text), { "Content-Type": "application/yaml" });
  });

  return new Elysia()
    .get("/guide", page, HIDDEN)
    .get("/guide/guide.css", style, HIDDEN)
    .get("/guide/:page", page, HIDDEN)
    .get("/guide/grafana.json", grafana, HIDDEN)
    .get("/guide/prometheus-alerts.yml", alerts, HIDDEN)
    .get("/guide/pictures/:picture", picture, HIDDEN);
}

/** Loaded by the first who reads it: most services are never asked for their guide, and its text takes memory. */
function guide(): Promise<typeof import("../guide/guide.ts")> {
  return import("../guide/guide.ts");
}
