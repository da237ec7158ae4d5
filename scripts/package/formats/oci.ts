import { type Entry, file, folder, withFolders } from "../entries.ts";
import { IMAGE_SETTINGS } from "../image.ts";
import { type Release, SUMMARY } from "../release.ts";
import { gzipped, sha256 } from "./bytes.ts";
import { tar } from "./tar.ts";

const MEDIA = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
} as const;

/**
 * An image as an archive of its layout (OCI image layout specification): `podman load`, `docker load` and skopeo read it.
 * @param entries what is in its only layer
 * @param architecture as OCI calls it, such as `amd64`
 */
export function oci(
  release: Release,
  entries: readonly Entry[],
  architecture: string,
): Uint8Array<ArrayBuffer> {
  const created = new Date(release.time * 1000).toISOString();
  const layer = tar(entries, { time: release.time });
  const packed = gzipped(layer);
  const config = json({
    created,
    architecture,
    os: "linux",
    config: IMAGE_SETTINGS,
    rootfs: { type: "layers", diff_ids: [`sha256:${sha256(layer)}`] },
    history: [{ created, comment: "tillroll" }],
  });
  const annotations = {
    "org.opencontainers.image.title": "Tillroll",
    "org.opencontainers.image.description": SUMMARY,
    "org.opencontainers.image.version": release.version,
    "org.opencontainers.image.licenses": "MIT",
    "org.opencontainers.image.created": created,
  };
  const manifest = json({
    schemaVersion: 2,
    mediaType: MEDIA.manifest,
    config: descriptor(MEDIA.config, config),
    layers: [descriptor(MEDIA.layer, packed)],
    annotations,
  });
  const name = `tillroll:${release.version}`;
  const index = json({
    schemaVersion: 2,
    mediaType: MEDIA.index,
    manifests: [
      {
        ...descriptor(MEDIA.manifest, manifest),
        platform: { architecture, os: "linux" },
        annotations: {
          "io.containerd.image.name": `docker.io/library/${name}`,
          "org.opencontainers.image.ref.name": name,
        },
      },
    ],
  });
  // Docker before version 25 reads this instead of the index.
  const forDocker = json([{ Config: blobPath(config), RepoTags: [name], Layers: [blobPath(packed)] }]);
  const blobs = [config, packed, manifest].map((blob) => file(blobPath(blob), blob));
  const layout = [
    file("oci-layout", json({ imageLayoutVersion: "1.0.0" })),
    file("index.json", index),
    file("manifest.json", forDocker),
    folder("blobs/sha256"),
    ...blobs,
  ];
  return tar(withFolders(layout), { time: release.time });
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function descriptor(mediaType: string, blob: Uint8Array) {
  return { mediaType, digest: `sha256:${sha256(blob)}`, size: blob.length };
}

function blobPath(blob: Uint8Array): string {
  return `blobs/sha256/${sha256(blob)}`;
}
