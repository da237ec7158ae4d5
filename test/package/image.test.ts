import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { cLibrary } from "../../scripts/package/c-library.ts";
import { elfNeeds } from "../../scripts/package/elf.ts";
import { sha256 } from "../../scripts/package/formats/bytes.ts";
import { oci } from "../../scripts/package/formats/oci.ts";
import { dockerfile, IMAGE_SETTINGS, imageEntries } from "../../scripts/package/image.ts";
import { findService } from "../../src/platform/running-service.ts";
import { binary } from "../binary.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";
import { testRelease, TIME } from "./release.ts";
import { SmallRoot, whyWithoutRoot } from "./small-root.ts";

const scratch = temporaryFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const run = SmallRoot.run;

/** The blobs of an image's archive, by their digests. */
async function blobsOf(image: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = await new Bun.Archive(new Uint8Array(image)).files();
  const blobs = [...files].filter(([path]) => path.startsWith("blobs/"));
  return new Map(
    await Promise.all(
      blobs.map(async ([path, blob]) => [`sha256:${basename(path)}`, await blob.bytes()] as const),
    ),
  );
}

interface Descriptor {
  readonly digest: string;
  readonly size: number;
  readonly mediaType: string;
}

const json = <Value>(bytes: Uint8Array | undefined): Value =>
  JSON.parse(new TextDecoder().decode(bytes)) as Value;

test("an image's index leads to its manifest, that to settings and layer, each with its size and digest", async () => {
  const entries = imageEntries(await testRelease(), new TextEncoder().encode("program"), [], "licences");
  const image = oci(await testRelease(), entries, "arm64");
  const files = await new Bun.Archive(image).files();
  expect(await files.get("oci-layout")?.json()).toEqual({ imageLayoutVersion: "1.0.0" });
  const blobs = await blobsOf(image);
  for (const [digest, bytes] of blobs) expect(`sha256:${sha256(bytes)}`).toBe(digest);
  const index = (await files.get("index.json")?.json()) as {
    manifests: (Descriptor & { platform: unknown })[];
  };
  const [manifestEntry] = index.manifests;
  expect(manifestEntry?.platform).toEqual({ architecture: "arm64", os: "linux" });
  const manifest = json<{ config: Descriptor; layers: Descriptor[] }>(blobs.get(manifestEntry?.digest ?? ""));
  const [layer] = manifest.layers;
  for (const { digest, size } of [manifest.config, layer ?? manifest.config])
    expect(blobs.get(digest)?.length).toBe(size);
  const settings = json<{ created: string; config: unknown; rootfs: { diff_ids: string[] } }>(
    blobs.get(manifest.config.digest),
  );
  const unpacked = Bun.gunzipSync(new Uint8Array(blobs.get(layer?.digest ?? "") ?? []));
  expect(settings.rootfs.diff_ids).toEqual([`sha256:${sha256(unpacked)}`]);
  expect(settings.created).toBe(new Date(TIME * 1000).toISOString());
  expect(settings.config).toEqual(JSON.parse(JSON.stringify(IMAGE_SETTINGS)));
  expect(oci(await testRelease(), entries, "arm64")).toEqual(image);
});

test("the Dockerfile sets what the image sets", () => {
  const text = dockerfile();
  for (const setting of IMAGE_SETTINGS.Env.filter((each) => !each.startsWith("PATH=")))
    expect(text).toContain(`\nENV ${setting}\n`);
  expect(text).toContain(`\nUSER ${IMAGE_SETTINGS.User}\n`);
  expect(text).toContain("\nEXPOSE 9100/tcp 9180/tcp\n");
  expect(text).toContain(`\nENTRYPOINT ${JSON.stringify(IMAGE_SETTINGS.Entrypoint)}\n`);
});

const why = whyWithoutRoot();

describeUnless(why, "an image's only layer, unpacked", () => {
  const root = join(scratch, "root");

  beforeAll(async () => {
    const executable = await Bun.file(binary()).bytes();
    const library = cLibrary(executable, process.arch);
    expect(library).not.toBe(null);
    const entries = imageEntries(await testRelease(), executable, library?.entries ?? [], "licences");
    const layer = (await blobsOf(oci(await testRelease(), entries, "amd64")))
      .entries()
      .find(([, bytes]) => bytes[0] === 0x1f)?.[1];
    mkdirSync(root);
    writeFileSync(join(scratch, "layer.tar.gz"), layer ?? "");
    await run(
      "tar",
      "--extract",
      "--numeric-owner",
      "--file",
      join(scratch, "layer.tar.gz"),
      "--directory",
      root,
    );
    mkdirSync(join(root, "proc"));
  });

  test("has every library that the executable needs, and tells which C library it is", async () => {
    const { interpreter, libraries } = elfNeeds(await Bun.file(binary()).bytes());
    for (const name of [basename(interpreter ?? ""), ...libraries])
      expect(await Bun.file(join(root, "lib64", name)).exists()).toBe(true);
    expect(cLibrary(await Bun.file(binary()).bytes(), process.arch)?.component).toMatchObject({
      name: "GNU C Library",
      version: expect.stringMatching(/^\d+\.\d+/),
      license: "LGPL-2.1-or-later",
    });
  });

  test("runs as its user with nothing else there, takes a print with the chosen token, and is asked for its health", async () => {
    const variables = [
      ...IMAGE_SETTINGS.Env,
      "TILLROLL_FIRST_TOKEN=at_ci.0123456789abcdef",
      "TILLROLL_PORT=0",
      "TILLROLL_RAW_PORT=0",
    ];
    const environment = Object.fromEntries(variables.map((each) => each.split(/=(.*)/s).slice(0, 2)));
    const script =
      'mount -t proc proc "$0/proc" && root="$0" && exec chroot --userspec="$TEST_USER" "$root" "$@"';
    const spawn = (command: readonly string[]) =>
      Bun.spawn(["unshare", "--mount", "sh", "-c", script, root, ...IMAGE_SETTINGS.Entrypoint, ...command], {
        env: { ...environment, PATH: "/usr/sbin:/usr/bin:/sbin:/bin", TEST_USER: IMAGE_SETTINGS.User },
        stdio: ["ignore", "pipe", "pipe"],
      });
    const service = spawn(IMAGE_SETTINGS.Cmd);
    const noted = () => findService(join(root, "data"));
    await until(() => noted() !== null || service.exitCode !== null, "the service of the image");
    const address = noted()?.address ?? `nowhere: ${await new Response(service.stderr).text()}`;
    const response = await fetch(`${address}/api/workspace/default/prints`, {
      method: "POST",
      headers: { Authorization: "Bearer at_ci.0123456789abcdef", "Content-Type": "application/octet-stream" },
      body: "Flat White 3.50\n",
    });
    expect(response.status).toBe(201);
    // As another container of the same network would call it.
    const named = await fetch(`${address}/healthz`, { headers: { Host: "tillroll:9180" } });
    expect(named.status).toBe(200);
    const health = spawn(["health"]);
    expect(await new Response(health.stdout).text()).toContain("storage");
    expect(await health.exited).toBe(0);
    service.kill();
    expect(await service.exited).toBe(0);
    expect(await new Response(service.stdout).text()).not.toContain("0123456789abcdef");
  });
});
