import type { Component } from "../licenses/component.ts";
import { sha256 } from "./formats/bytes.ts";
import type { Release } from "./release.ts";

/** What has an id of its own in CycloneDX; other licences are expressions. */
const SINGLE_LICENSE = /^[\w.-]+$/;

/**
 * A bill of materials of what others made and that is inside (CycloneDX 1.6, JSON): for whoever must know whether a leak that was
 * found somewhere is in here too.
 */
export function billOfMaterials(release: Release, components: readonly Component[]): string {
  const own = `pkg:generic/tillroll@${release.version}`;
  const listed = components.map((component) => ({ component, reference: referenceOf(component) }));
  const parts = (within: string | null) =>
    listed.filter(({ component }) => component.within === within).map(({ reference }) => reference);
  const imageParts = listed.filter(
    ({ component: { within } }) => within !== null && !components.some(({ name }) => name === within),
  );
  const dependencies = [
    { ref: own, dependsOn: [...parts(null), ...imageParts.map(({ reference }) => reference)] },
    ...listed.map(({ component, reference }) => ({
      ref: reference,
      dependsOn: component.within === null ? parts(component.name) : [],
    })),
  ];
  const content = {
    metadata: {
      timestamp: new Date(release.time * 1000).toISOString(),
      component: {
        type: "application",
        "bom-ref": own,
        name: "tillroll",
        version: release.version,
        licenses: [{ license: { id: "MIT" } }],
        purl: own,
      },
    },
    components: listed.map(({ component, reference }) => entryOf(component, reference)),
    dependencies,
  };
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${identifier(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function entryOf(
  { name, version, license, copyright, address, packageAddress }: Component,
  reference: string,
) {
  return {
    type: "library",
    "bom-ref": reference,
    name,
    ...(version === null ? {} : { version }),
    licenses: [SINGLE_LICENSE.test(license) ? { license: { id: license } } : { expression: license }],
    copyright,
    ...(packageAddress === null ? {} : { purl: packageAddress }),
    externalReferences: [{ type: "website", url: address }],
  };
}

/** By what else the bill names a component: libwebp is in two engines. */
function referenceOf({ name, version, packageAddress, within }: Component): string {
  return packageAddress ?? [within ?? "", name, version ?? ""].join("/");
}

/** A UUID (version 8) of a text, so that the same release has the same. */
function identifier(text: string): string {
  const digits = sha256(text);
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return groups.join("-");
}
