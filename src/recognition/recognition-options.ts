/** What reading pictures needs to know of the service. */
export interface RecognitionOptions {
  readonly databasePath: string;
  /** Where models of other languages are; `null` for nowhere. */
  readonly modelsFolder: string | null;
}
