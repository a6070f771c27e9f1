// `npm run train:llm`: measures how often the answers of the language model in LLM_BASE_URL are right, for LLM_CALIBRATION.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readMade, readReal } from '../bench/extraction/readings.ts'
import { loadEnvFile, readConfig } from '../src/config.ts'
import { openLanguageModel } from '../src/engines/llm/index.ts'
import { openLog } from '../src/log.ts'
import { ANYWHERE, openOutgoing } from '../src/outgoing/outgoing-http.ts'
import { findOcrModels } from '../src/provision/ocr-models.ts'
import { fitModel, observeModel, type Known } from './train/language-model.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '300' },
    data: { type: 'string' },
    cache: { type: 'string', default: join(import.meta.dirname, '..', 'bench-results', 'read-cache') },
    out: { type: 'string', default: 'llm-calibration.json' },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `npm run train:llm -- [--documents COUNT] [--data FOLDER] [--out FILE]
Asks the language model of LLM_BASE_URL and LLM_MODEL about COUNT invented documents (300), or about those of a folder with known answers,
one request each, and writes the curve of its confidence to FILE (llm-calibration.json), for LLM_CALIBRATION.`

if (values.help) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  loadEnvFile()
  const { LLM_CALIBRATION: _, ...env } = process.env
  const settings = readConfig(env, { mode: 'embedded' }).llm
  if (!settings) return refuse('Set LLM_BASE_URL and LLM_MODEL, and LLM_API_KEY if the endpoint needs a key.')
  if (!(Number(values.documents) > 0)) return refuse(`--documents must be a number, not "${values.documents}".`)
  if (values.data && !existsSync(values.data)) return refuse(`There is no folder ${values.data}.`)
  const outgoing = openOutgoing(ANYWHERE)
  try {
    const model = openLanguageModel({ settings, outgoing, log: openLog('warn') })
    const observed = await observeModel(model, await knownDocuments())
    const outcomes = [...observed.outcomes.values()].flat()
    const right = outcomes.filter((outcome) => outcome.right).length
    console.log(
      `${observed.replies} replies; ${outcomes.length} answers on the page, of which ${right} are right; ${observed.dropped} dropped`,
    )
    if (outcomes.length === 0) return refuse('There is no answer to learn from.')
    writeFileSync(values.out, `${JSON.stringify(fitModel(settings.model, observed))}\n`)
    console.log(`Wrote ${values.out}: set LLM_CALIBRATION to its path.`)
    return 0
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  } finally {
    await outgoing.close()
  }
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

async function knownDocuments(): Promise<Known[]> {
  if (values.data) return readReal(values.data, values.cache, (await findOcrModels()).dir ?? undefined)
  const known: Known[] = []
  for (let i = 0; i < Number(values.documents); i++) known.push(await readMade(i, 'train', 'text', values.cache))
  return known
}
