import { afterAll, beforeAll, expect, test } from "bun:test";
import { EPOS_PATH, WEBPRNT_PATH } from "../../src/domain/protocols.ts";
import { decode } from "../../src/escpos/escpos.ts";
import { attribute, mimeMediaType, uri } from "../../src/ipp/values.ts";
import { OPERATION } from "../../src/ipp/codes.ts";
import type { Raster } from "../../src/escpos/raster.ts";
import { paintReceipt } from "../../src/render/paint/paint-receipt.ts";
import { bytes } from "../escpos/bytes.ts";
import { pageOf, pwgDocument, urfDocument } from "../page-raster/page-encoder.ts";
import { requestBytes } from "../printers/ipp/ipp-server.ts";
import { webPrntRequest } from "../printers/webprnt/webprnt-request.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";

/* A receipt as one picture, by each way in that takes pictures, is found by its order number. With the binary. */

let service: Service;

beforeAll(async () => {
  service = await Service.start();
  for (const [name, model] of [
    ["till", "epson-80mm"],
    ["bar", "star-mc-print3"],
  ] as const) {
    const { exitCode } = await run(["printer", "add", name, "--model", model, "--data", service.folder]);
    expect(exitCode).toBe(0);
  }
});

afterAll(() => service.stop());

/** A receipt as the dots that a program draws. */
function drawn(order: number): Raster {
  const receipt = decode(
    bytes(`CORNER SHOP\n\nOrder ${order}\n\n2 x Espresso        5.40\nTotal               5.40\n`),
    { model: "generic-80mm" },
  );
  return paintReceipt(receipt).canvas;
}

const imageOf = ({ columns, rows, bytes: dots }: Raster, name: string) =>
  `<${name} width="${columns}" height="${rows}">${dots.toBase64()}</${name}>`;

const post = (path: string, type: string, body: Uint8Array) =>
  fetch(service.address + path, {
    method: "POST",
    headers: { "Content-Type": type },
    body: body as BodyInit,
  });

function printByIpp(mediaType: string, document: Uint8Array): Promise<Response> {
  const address = `${service.address.replace("http:", "ipp:")}/ipp/print/till`;
  const request = requestBytes(OPERATION.printJob, [attribute("document-format", mimeMediaType(mediaType))], {
    target: [attribute("printer-uri", uri(address))],
    document,
  });
  return post("/ipp/print/till", "application/ipp", request);
}

const WAYS: [string, number, (picture: Raster) => Promise<Response>][] = [
  [
    "ePOS <image>",
    7101,
    (picture) => {
      const document = `<epos-print>${imageOf(picture, "image")}<cut type="feed"/></epos-print>`;
      return post(`${EPOS_PATH}?devid=till`, "text/xml", Buffer.from(document));
    },
  ],
  [
    "webPRNT <bitimage>",
    7202,
    (picture) => post(WEBPRNT_PATH, "text/xml", webPrntRequest(imageOf(picture, "bitimage"))),
  ],
  ["IPP, PWG Raster", 7303, (picture) => printByIpp("image/pwg-raster", pwgDocument([pageOf(picture)]))],
  ["IPP, Apple Raster", 7404, (picture) => printByIpp("image/urf", urfDocument([pageOf(picture)], true))],
];

test.each(WAYS)("%s", async (_name, order, send) => {
  expect((await send(drawn(order))).status).toBe(200);
  const found = async () => {
    const response = await service.prints("/search", { json: { text: `order ${order}` } });
    return ((await response.json()) as { items: { recognised: { words: number } | null }[] }).items;
  };
  await until(async () => (await found()).length > 0, "the recognition");
  expect((await found())[0]?.recognised).not.toBeNull();
});
