/* The part of tesseract.js-core that is used: the package brings no types. */
declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  /** tesseract::TessBaseAPI. */
  export interface TesseractApi {
    /** 0 if the models of the languages ("eng+deu") in the folder could be loaded. */
    Init(folder: string, languages: string, engineMode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Takes the picture file "/input"; 0 if it could be read. */
    SetImageFile(exifOrientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
    End(): void;
  }

  export interface TesseractCore {
    /** Files in memory. */
    readonly FS: {
      writeFile(path: string, bytes: Uint8Array): void;
      unlink(path: string): void;
    };
    readonly TessBaseAPI: new () => TesseractApi;
    destroy(object: TesseractApi): void;
  }

  export default function load(options: {
    readonly wasmBinary: Uint8Array;
    print(line: string): void;
    printErr(line: string): void;
  }): Promise<TesseractCore>;
}
