import type { Static } from "@sinclair/typebox";
import * as t from "./schema.ts";

export const Installation = t.object(
  {
    manager: t.nullable(
      t.anyText({ examples: ["systemd"] }),
      "What starts services on this machine; null where it is nothing that is known.",
    ),
    isInstalled: t.flag("Whether it starts Tillroll with the machine."),
    isThis: t.flag("Whether that is this service, with its data."),
    command: t.nullable(
      t.anyText({ examples: ["sudo /home/anna/tillroll service install"] }),
      "What an administrator types to have it started; null where nothing does that here.",
    ),
  },
  { name: "Installation" },
);

export type InstallationAnswer = Static<typeof Installation>;
