// One engine in one process: receives file names from the benchmark and returns the text.
import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { groupLines } from '@sheaf/extraction/pages'
import { openOcr, bundledData, openDataFolder, unpackData, parseTsv, type OcrImage } from '@sheaf/extraction/stages'
import type { Word } from '@sheaf/extraction/types'

export const ENGINES = ['ppocr cascade', 'ppocr accurate', 'ppocr fast', 'native tesseract', 'tesseract.js'] as const
export type EngineName = (typeof ENGINES)[number]

export interface EngineSetup {
  engine: EngineName
  modelsDir: string | undefined
  /** ISO 639-3. */
  language: string
}

export type Answer = { text: string } | { error: string }

type Read = (file: string) => Promise<Word[]>

async function openEngine({ engine, modelsDir, language }: EngineSetup): Promise<Read> {
  if (engine === 'native tesseract') return openPlainTesseract(language)
  const [kind, mode] = engine.split(' ') as ['ppocr' | 'tesseract.js', 'cascade' | 'accurate' | 'fast' | undefined]
  const opened = await openOcr({
    engine: kind,
    languages: [language],
    ...(modelsDir ? { modelsDir } : {}),
    ...(mode ? { mode } : {}),
  })
  return async (file) => (await opened.read(await decode(file))).words
}

/** Tesseract as usually called on a file: best_int data, one thread, no orientation, the better mode for the shape. */
async function openPlainTesseract(language: string): Promise<Read> {
  const folder = await openDataFolder()
  const data = join(folder.path, `${language}.traineddata`)
  const bundled = bundledData(language)
  if (bundled) await writeFile(data, await unpackData(bundled))
  else await symlink(join('/usr/share/tesseract-ocr/5/tessdata', `${language}.traineddata`), data)
  const args = ['-l', language, '--tessdata-dir', folder.path, '-c', 'tessedit_create_tsv=1']
  return async (file) => {
    const { width, height } = await sharp(file).metadata()
    const mode = width / height < 0.7 ? '6' : '3'
    const { stdout } = await promisify(execFile)('tesseract', [file, '-', ...args, '--psm', mode], {
      env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      maxBuffer: 2 ** 26,
    })
    return parseTsv(stdout)
  }
}

async function decode(file: string): Promise<OcrImage> {
  const picture = sharp(file).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as 1 | 3 }
}

if (process.send) {
  const answer = (message: Answer): void => void process.send!(message)
  const opened = openEngine(JSON.parse(process.argv[2]!) as EngineSetup)
  opened.then(
    () => answer({ text: '' }),
    (error: unknown) => answer({ error: String(error) }),
  )
  process.on('message', (file: string) => {
    opened
      .then((read) => read(file))
      .then(
        (words) =>
          answer({
            text: groupLines(words)
              .map((line) => line.text)
              .join('\n'),
          }),
        (error: unknown) => answer({ error: String(error) }),
      )
  })
}
