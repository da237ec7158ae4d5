import { decode } from "../escpos/escpos.ts";
import { serveQuestions } from "../platform/worker-client.ts";
import { render } from "../render/render.ts";
import type { Drawn, PreviewQuestion } from "./preview.ts";

/* The Worker that decodes and draws, so that no print, however hostile, holds up the thread that answers requests. */

declare const self: Worker;

serveQuestions<PreviewQuestion, Drawn>(self, ({ raw, printer, format, title, createdAt, origins }) =>
  render(decode(raw, printer), format, { title, createdAt, origins }),
);
