/** What has started this process as a service, and is told how it goes. */
export interface Supervisor {
  /** How often it wants to hear that the service works, milliseconds; `null` for never. */
  readonly heartbeatMilliseconds: number | null;
  /** The start goes on, and may take long. */
  starting(): void;
  /** All that is to listen listens. @param words what it does, in a sentence */
  ready(words: string): void;
  /** The words have changed. */
  tell(words: string): void;
  /** The event loop turns. */
  beat(): void;
  stopping(): void;
  /** The process ends now. */
  ended(exitCode: number): void;
  /** Has the service stopped when the supervisor says so by another way than a signal. */
  onStop(stop: () => void): void;
}

/** For a service that a person or a container has started. */
export const NO_SUPERVISOR: Supervisor = {
  heartbeatMilliseconds: null,
  starting() {},
  ready() {},
  tell() {},
  beat() {},
  stopping() {},
  ended() {},
  onStop() {},
};
