import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import type { FontQuestion } from "../preview/preview.ts";

import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import { basePathOf } from "./forwarded.ts";
import type { HttpService } from "./http-service.ts";
import { entityTagOf, reply, replyAsset } from "./reply.ts";

const STYLES = "/assets/font-styles";
const FONTS = "/assets/fonts";

/** A file's address changes with what is in it. */
const FOR_GOOD = "private, max-age=31536000, immutable";

/**
 * The glyphs that pictures of receipts are drawn with, as fonts for the dashboard: a style sheet for each family, and the
 * files that it names. For those who are signed in, since they are made when they are asked for.
 */
export function fontsController(service: HttpService) {
  const style = endpoint(service, async (call) => {
    const family = call.parameter("style").replace(/\.css$/, "");
    const css = await made(service, call, { family, folder: basePathOf(call.request) + FONTS });
    return replyAsset(call.request, css, entityTagOf(css), { "Content-Type": "text/css; charset=utf-8" });
  });
  const file = endpoint(service, async (call) => {
    const font = await made(service, call, {
      version: call.parameter("version"),
      name: call.parameter("file"),
    });
    return reply(200, font, { "Content-Type": "font/woff", "Cache-Control": FOR_GOOD });
  });
  return new Elysia().get(`${STYLES}/:style`, style, HIDDEN).get(`${FONTS}/:version/:file`, file, HIDDEN);
}

async function made(service: HttpService, call: Call, question: FontQuestion) {
  if ((await service.authentication.visitor(call)) === null)
    throw new TillrollError("UNAUTHORIZED", "Sign in to see receipts.");
  const font = await service.preview.font(question);
  if (font === null) throw new TillrollError("NOT_FOUND", "There is no such font.");
  return font;
}
