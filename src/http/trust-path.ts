/** Where devices are told how to trust this service; without HTTPS too, for who cannot have it yet. */
export const TRUST_PATH = "/trust";
