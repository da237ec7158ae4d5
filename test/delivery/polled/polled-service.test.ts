import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { run, Service } from "../../service.ts";
import { until } from "../../until.ts";
import { EpsonCloudPrinter } from "./epson-cloud-printer.ts";
import { type Exchange, StarCloudPrinter } from "./star-cloud-printer.ts";

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.end());

/** Runs a command on printers. @returns the address that it tells, as this machine reaches it */
async function printer(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(["printer", ...words, "--data", service.folder]);
  if (exitCode !== 0) throw new Error(stderr);
  const path = /^http:\/\/[^/]+(\/\S+)$/m.exec(stdout)?.[1] ?? "";
  return service.address + path;
}

/** A way to an address over the network. */
function exchangeWith(address: string): Exchange {
  return async (method, query, body) => {
    const form = address.includes("server-direct-print");
    const response = await fetch(`${address}?${new URLSearchParams(query)}`, {
      method,
      headers: { "Content-Type": form ? "application/x-www-form-urlencoded" : "application/json" },
      ...(method === "POST" && { body }),
    });
    return { status: response.status, bytes: await response.bytes() };
  };
}

async function print(name: string): Promise<void> {
  const { exitCode, stderr } = await run(["printer", "test", name, "--data", service.folder]);
  if (exitCode !== 0) throw new Error(stderr);
}

describe("a printer that fetches its prints", () => {
  test("is given an address once, and its prints over the network, each once", async () => {
    const address = await printer("add", "star", "--target", "cloudprnt:", "--model", "star-mc-print3");
    expect(address).toMatch(/\/cloudprnt\/[\w-]{43}$/);
    const real = new StarCloudPrinter(exchangeWith(address));
    expect(await real.turn()).toBe(false);
    await print("star");
    await until(() => real.turn(), "a job");
    expect(real.printed).toHaveLength(1);
    expect(real.printed[0]).toContain("TILLROLL");
    expect(await real.turn()).toBe(false);
    const told = await service.fetch("/api/workspace/default/printers/star");
    expect(await told.text()).not.toContain(address.split("/").at(-1) ?? "");
  });

  test("has what it does not speak drawn for it, or fetches a picture", async () => {
    const address = await printer(
      "add",
      "drawn",
      "--target",
      "cloudprnt:",
      "--target-model",
      "star-mc-print3",
    );
    const exchange = exchangeWith(address);
    const real = new StarCloudPrinter(exchange);
    await real.poll();
    await print("drawn");
    let answer = await real.poll();
    await until(async () => (answer = await real.poll()).jobReady, "a job");
    expect(answer.mediaTypes).toEqual(["application/vnd.star.starprnt", "image/png"]);
    const job = { mac: "00:11:62:00:00:01", token: answer.jobToken ?? "" };
    const picture = await exchange("GET", { ...job, type: "image/png" }, "");
    expect(Buffer.from(picture.bytes).toString("latin1")).toStartWith("\x89PNG");
    const bytes = await exchange("GET", { ...job, type: "application/vnd.star.starprnt" }, "");
    // ESC GS S: StarPRNT's raster images.
    expect(Buffer.from(bytes.bytes).toString("latin1")).toContain("\x1b\x1dS");
    await exchange("DELETE", { ...job, code: "200 OK" }, "");
  });

  test("by Server Direct Print too", async () => {
    const address = await printer("add", "epson", "--target", "sdp:");
    const real = new EpsonCloudPrinter(exchangeWith(address));
    await print("epson");
    await until(() => real.turn(), "a job");
    expect(real.printed).toHaveLength(1);
  });

  test("with a new address the old one ends; one of the other protocol, or a guess, is none", async () => {
    const old = await printer("add", "renewed", "--target", "cloudprnt:");
    const address = await printer("poll-address", "renewed");
    expect(address).not.toBe(old);
    const statusAt = async (url: string) =>
      (await exchangeWith(url)("POST", {}, '{"statusCode":"200"}')).status;
    expect(await statusAt(address)).toBe(200);
    expect(await statusAt(old)).toBe(404);
    expect(await statusAt(address.replace("/cloudprnt/", "/server-direct-print/"))).toBe(404);
  });

  test("a printer that is called has no such address", async () => {
    await printer("add", "called", "--target", "tcp://127.0.0.1:1");
    const { exitCode, stderr } = await run(["printer", "poll-address", "called", "--data", service.folder]);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain("does not fetch its prints here");
  });
});
