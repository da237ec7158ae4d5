import { decodeBase64 } from "../epos/image-elements.ts";
import { ESC, FS, GS, type WebPrntElements } from "./webprnt-element.ts";

/** ESC d, by `type` without and with a feed to the cutter. */
const CUTS = { full: [0, 2], partial: [1, 3] } as const;

/** BEL and SUB kick the drawers of the two connectors. */
const KICKS = [0x07, 0x1a] as const;

/** Pulses are counted in 10 ms. */
const PULSE_MILLISECONDS = 10;
const USUAL_PULSE = 200;

const SCALES = { single: 0, double: 1 };

/** What the printer does beside printing, and bytes as they are. */
export const DEVICE_ELEMENTS: WebPrntElements = {
  cutpaper({ bytes }, attributes) {
    const kinds = attributes.choice("type", CUTS) ?? CUTS.partial;
    bytes.write(ESC, 0x64, kinds[attributes.boolean("feed") === false ? 0 : 1]);
  },

  peripheral({ bytes }, attributes) {
    const channel = attributes.integer("channel", 1, 2) ?? 1;
    const pulse = (name: "on" | "off") => {
      const milliseconds = attributes.integer(name, 1, 65_535) ?? USUAL_PULSE;
      return Math.min(127, Math.max(1, Math.round(milliseconds / PULSE_MILLISECONDS)));
    };
    // The pulse of the second connector is the printer's own.
    if (channel === 1) bytes.write(ESC, 0x07, pulse("on"), pulse("off"));
    bytes.write(KICKS[channel - 1] ?? KICKS[0]);
  },

  sound({ bytes }, attributes) {
    const channel = attributes.integer("channel", 1, 2) ?? 1;
    bytes.write(ESC, GS, 0x19, 0x12, channel, attributes.integer("repeat", 1, 20) ?? 1, 0);
  },

  logo({ bytes }, attributes) {
    const width = attributes.choice("width", SCALES) ?? 0;
    const height = attributes.choice("height", SCALES) ?? 0;
    bytes.write(ESC, FS, 0x70, attributes.integer("number", 1, 255) ?? 1, height * 2 + width);
  },

  rawdata({ bytes, text }, attributes, element) {
    bytes.append(decodeBase64(element, attributes));
    text.reset();
  },

  // The sensor that waits for the paper to be taken, and the speaker that plays melodies: nothing of them is on paper.
  holdprint: () => {},
  sound_with_setting: () => {},
};
