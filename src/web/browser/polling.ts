/** Time between two looks for new prints, milliseconds. */
const INTERVAL_MILLISECONDS = 3000;

/**
 * Calls again and again while the page can be seen, one call at a time, and at once when it is seen again.
 * @param interval milliseconds between two calls
 */
export function pollWhileVisible(look: () => Promise<void>, interval = INTERVAL_MILLISECONDS): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;
  const next = async () => {
    clearTimeout(timer);
    if (looking || document.hidden) return;
    looking = true;
    try {
      await look();
    } finally {
      looking = false;
    }
    if (!document.hidden) timer = setTimeout(next, interval);
  };
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) void next();
  });
  timer = setTimeout(next, interval);
}
