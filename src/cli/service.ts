import { type Command } from "./command.ts";
import { lineOnly } from "./options.ts";

/** What the commands do is loaded when one is asked for: no start of the service needs it. */
const serviceWork = () => import("./service-work.ts");

/** What starts Tillroll with the machine. */
export const SERVICE_COMMANDS: readonly Command[] = [
  {
    name: "service install",
    parameters: "[-- OPTIONS OF serve]",
    summary: "Start Tillroll with this machine, now and at each boot (as administrator).",
    options: lineOnly([
      {
        name: "data",
        value: "DIR",
        help: "Keep the data there; by default it moves to where the system keeps that of services.",
      },
      {
        name: "from",
        value: "DIR",
        help: "The data to take over; by default that of whoever ran Tillroll by hand here.",
      },
      {
        name: "writable",
        value: "DIR",
        help: "A folder that the service may write to as well, such as that of backups; repeatable (Linux).",
        repeatable: true,
      },
      {
        name: "firewall",
        value: "WHAT",
        help: "open or leave: whether tills are let through; by default open on Windows, leave elsewhere.",
      },
    ]),
    async run(given) {
      await (await serviceWork()).install(given);
    },
  },
  {
    name: "service uninstall",
    summary: "Do not start Tillroll with this machine any more; its data stays.",
    options: [],
    async run() {
      await (await serviceWork()).uninstall();
    },
  },
  {
    name: "service start",
    summary: "Start the service that is installed.",
    options: [],
    async run() {
      await (await serviceWork()).start();
    },
  },
  {
    name: "service stop",
    summary: "Stop it; it starts again with the machine.",
    options: [],
    async run() {
      await (await serviceWork()).stop();
    },
  },
  {
    name: "service restart",
    summary: "Stop it and start it again.",
    options: [],
    async run() {
      await (await serviceWork()).restart();
    },
  },
  {
    name: "service status",
    summary: "Show whether it runs, since when and how it is. Exit codes: 0 it runs, 3 not, 4 not installed.",
    options: [],
    async run() {
      return (await serviceWork()).showStatus();
    },
  },
];
