import { modeFor, openOcr, OTHER_LETTERS } from './ocr/index.ts'
import type { OcrEngine } from './ocr/types.ts'

interface WarmOptions {
  /** Folder of the OCR models; tesseract is used if undefined. */
  modelsDir?: string
  /** Languages for OCR, ISO 639-3. */
  languages?: string[]
}

let warm: { modelsDir: string | undefined; languages: string; mode: string; engine: OcrEngine } | undefined

/** The engine stays open between documents. The neural engine reads all Latin scripts and Chinese; others are opened for specific languages. */
export async function warmOcr(options: WarmOptions): Promise<OcrEngine> {
  const { modelsDir } = options
  const languages = (options.languages ?? []).join('+')
  const mode = modeFor(options.languages)
  if (warm && warm.modelsDir === modelsDir) {
    const readsIt =
      warm.engine.name.startsWith('ppocr') && warm.mode === mode && !OTHER_LETTERS.has(options.languages?.[0] ?? '')
    if (warm.languages === languages || readsIt) return warm.engine
  }
  await closeOcr()
  const engine = await openOcr({
    ...(modelsDir ? { modelsDir } : {}),
    ...(options.languages?.length ? { languages: options.languages } : {}),
  })
  warm = { modelsDir, languages, mode, engine }
  return engine
}

/** Closes the engine that `readDocument` keeps open. */
export async function closeOcr(): Promise<void> {
  const open = warm
  warm = undefined
  await open?.engine.close()
}
