/** How long a test waits for something that must happen, milliseconds: far longer than it takes, for busy machines. */
export const PATIENCE_MILLISECONDS = 45_000;

const PAUSE_MILLISECONDS = 5;

/** Waits until something holds. @throws Error when it never does */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = "what a test waited for",
): Promise<void> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not happen`);
    await Bun.sleep(PAUSE_MILLISECONDS);
  }
}
