/**
 * Has every Worker of the service load a file as well. The writer works in a Worker, which does not see what was
 * preloaded into the main thread.
 */
export function preloadWorkers(path: string): void {
  const PlainWorker = globalThis.Worker;
  globalThis.Worker = class extends PlainWorker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, { ...options, preload: [path] });
    }
  };
}
