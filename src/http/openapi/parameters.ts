import type { TSchema } from "@sinclair/typebox";
import type { OpenAPIV3_1 } from "openapi-types";
import * as t from "../../contract/schema.ts";
import type { Schemas } from "./operation.ts";

type Parameter = OpenAPIV3_1.ParameterObject;

const id = (whose: string) => t.integer(1, undefined, { description: `The ${whose}'s id.`, examples: [1] });

/** The parameters of all paths, by their names. */
const PATH_PARAMETERS: Schemas = {
  slug: t.anyText({
    pattern: "^[A-Za-z0-9-]{1,63}$",
    description: "The workspace's slug, whatever its case.",
    examples: ["default"],
  }),
  printId: id("print"),
  deliveryId: id("delivery"),
  ruleId: id("rule"),
  serial: t.anyText({
    description: "The certificate's serial number, as codes have it.",
    examples: ["20f2ed172daa09e5"],
  }),
  savedSearchId: id("saved search"),
  holdId: id("hold"),
  webhookId: id("webhook"),
  referenceName: t.anyText({ description: "The reference's name.", examples: ["Order 1001"] }),
  notificationId: id("notification"),
  personId: id("person"),
  name: t.anyText({ description: "The printer's name, whatever its case.", examples: ["receipt"] }),
  tokenId: t.anyText({
    description: "The token's id, its public part.",
    examples: ["5f0c2b9e1a7d48c3b6"],
  }),
  codeId: t.anyText({ description: "The code's id.", examples: ["5f0c2b9e1a7d48c3b6"] }),
  sessionId: t.anyText({
    description: "The session's id, as the list has it.",
    examples: ["5f0c2b9e1a7d48c3b6"],
  }),
};

/** The parameters of a route's path, such as `/api/workspace/:slug/prints`. */
export function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const schema = PATH_PARAMETERS[name];
    if (schema === undefined) throw new Error(`The reference has no path parameter ${name}.`);
    return { ...parameter("path", name, schema), required: true };
  });
}

/** Parameters that may be left out, by their names. */
export function optionalParameters(place: "query" | "header", schemas: Schemas = {}): Parameter[] {
  return Object.entries(schemas).map(([name, schema]) => parameter(place, name, schema));
}

function parameter(place: string, name: string, given: TSchema): Parameter {
  const { description, examples, type, ...keywords } = t.jsonSchemaOf(given);
  // Where a field of JSON may be null, a parameter is left out.
  const schema = { type: Array.isArray(type) ? type.find((each) => each !== "null") : type, ...keywords };
  return {
    name,
    in: place,
    schema: schema as Parameter["schema"] & object,
    ...(typeof description === "string" && { description }),
    ...(Array.isArray(examples) && { example: examples[0] }),
  };
}
