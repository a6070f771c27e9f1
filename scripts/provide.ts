// Installs what tests need besides npm packages: the OCR models and Temporal's server, in the user's cache folder.
import { homeOf } from '../src/config.ts'
import { provisionOcrModels } from '../src/provision/ocr-models.ts'
import { messageOf } from '../src/provision/problem.ts'
import { resolveTemporal } from '../src/provision/temporal-binary.ts'

/** Throws ProvisionError if there is no server of Temporal; without the models, tests use tesseract. */
export async function provide(): Promise<void> {
  const models = await provisionOcrModels()
  if (models.dir === null) console.error(`The OCR models are missing, tesseract is used: ${models.reason}`)
  await resolveTemporal({ home: homeOf(process.env), note: (sentence) => console.error(sentence) })
}

if (import.meta.main) {
  try {
    await provide()
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}
