import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorker, OEM, type PSM, type Worker } from 'tesseract.js'
import { BUNDLED_LANGUAGES, bundledData, openDataFolder, tesseractName } from './tesseract-data.ts'
import { readUpright, type TesseractRun, type UprightTurn } from './tesseract-text.ts'
import type { OcrEngine } from './types.ts'

/**
 * Opens tesseract compiled to WebAssembly. Program and data are installed npm packages, so nothing is downloaded. Languages without a
 * package are skipped; rejects if none is left.
 */
export async function openTesseractJs(languages: string[], turn?: UprightTurn): Promise<OcrEngine> {
  const names = [...new Set((languages.length ? languages : BUNDLED_LANGUAGES).map(tesseractName))]
  const found = names.filter((name) => bundledData(name))
  if (!found.length) throw new Error(`No tesseract data is installed for ${names.join(', ')}.`)
  const folder = await openDataFolder()
  const worker = await start(found, folder.path).catch((error: unknown) => {
    folder.remove()
    throw error
  })
  const run: TesseractRun = async (picture, mode) => {
    await worker.setParameters({ tessedit_pageseg_mode: String(mode) as PSM })
    const { data } = await worker.recognize(picture, {}, { text: false, tsv: true })
    return data.tsv ?? ''
  }
  return {
    name: `tesseract.js (${found.join('+')})`,
    read: (image, how) => readUpright(image, run, turn, how),
    close: async () => {
      await worker.terminate()
      folder.remove()
    },
  }
}

async function start(names: string[], folder: string): Promise<Worker> {
  for (const name of names) await symlink(bundledData(name)!, join(folder, `${name}.traineddata.gz`))
  return createWorker(names, OEM.LSTM_ONLY, { langPath: folder, gzip: true, cacheMethod: 'none' })
}
