import { effect, signal } from "@preact/signals";
import { listensWhileHidden } from "../client/event-stream.ts";

/**
 * Notices of the desktop: on or off as the person wants, `blocked` by the browser, `unsafe` where the page is not by HTTPS
 * and not on this machine, or `never` in a browser that has none.
 */
export type DesktopNotices = "on" | "off" | "blocked" | "unsafe" | "never";

const STORED = "tillroll.desktop-notices";

export const desktopNotices = signal<DesktopNotices>(currentState());

// Whoever wants to hear of troubles behind other windows keeps the stream open there.
effect(() => {
  listensWhileHidden.value = desktopNotices.value === "on";
});

function currentState(): DesktopNotices {
  if (!window.isSecureContext) return "unsafe";
  if (!("Notification" in window)) return "never";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(STORED) === "on" ? "on" : "off";
}

/** Switches them, after a click: only then do browsers ask. @param words what the first one says */
export async function switchDesktopNotices(isWanted: boolean, words: string): Promise<void> {
  localStorage.setItem(STORED, isWanted ? "on" : "off");
  if (isWanted && Notification.permission === "default") await Notification.requestPermission();
  desktopNotices.value = currentState();
  if (desktopNotices.value === "on") showOnDesktop("Tillroll", words, "test");
}

/** Shows a notice of the desktop. @param about a later one about the same takes its place */
export function showOnDesktop(title: string, body: string, about: string): void {
  try {
    const notice = new Notification(title, { body, tag: `tillroll ${about}` });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Phones know only those of service workers.
    desktopNotices.value = "never";
  }
}
