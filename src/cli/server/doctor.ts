/** `sheaf doctor`: checks what the service needs, and says how to fix what is missing. */
import { openDatabase } from '../../../db/knex.ts'
import { ConfigError, type Config } from '../../config.ts'
import { examinePart, PARTS, type Part } from '../../domain/readiness/index.ts'
import { openBlobs, openTemporal } from '../../open-deps.ts'
import { findOcrModels } from '../../provision/ocr-models.ts'
import { requireFreePort } from '../../provision/ports.ts'
import { messageOf, ProvisionError } from '../../provision/problem.ts'
import { runningStack } from '../../provision/stack-lock.ts'
import { detectLevel } from '../../sandbox/isolation.ts'
import { limitationOf, SANDBOX_HELP, suffices } from '../../sandbox/requirement.ts'
import { unknownSettings } from '../../unknown-settings.ts'
import { configureBeside, notRunning } from './configure.ts'
import { placesOf, spaceOf } from './space.ts'
import { ownServers, portsOf } from './stack-ports.ts'
import { typed } from '../typed.ts'

/** `warning`: the service works, with a limitation. */
type Status = 'ok' | 'warning' | 'missing'

export interface Finding {
  name: string
  status: Status
  sentence: string
}

const NAMES: Record<Part, string> = {
  database: 'Database',
  temporal: 'Temporal',
  workers: 'Workers',
  blobs: 'Files',
}
const FINE: Record<Part, string> = {
  database: 'PostgreSQL answers, has the schema of this release, and SECRETS_KEY is the key of its secrets.',
  temporal: 'Temporal answers and has the namespace and the search attributes.',
  workers: 'Workers have polled all queues in the last minute.',
  blobs: 'Files can be written.',
}
const UNCHECKED = 'The database, Temporal, the workers and the store of files were not checked.'
const PATIENCE_MS = 10_000
/** Below this, the database and the files of an embedded stack may fill the disk within a day of work. */
const FREE_BYTES = 2e9

async function checkServers(config: Config): Promise<Finding[]> {
  const db = openDatabase(config.databaseUrl, { poolMax: 1, name: 'sheaf-doctor', purpose: 'requests' })
  const temporal = openTemporal(config.temporal)
  const deps = { db, temporal, config, blobs: openBlobs(config.blobs), clock: () => new Date() }
  try {
    // Without Temporal, it is unknown whether workers poll.
    const [unknown] = await examinePart('temporal', deps, PATIENCE_MS)
    return await Promise.all(
      PARTS.map(async (part): Promise<Finding> => {
        if (part === 'workers' && unknown)
          return {
            name: NAMES[part],
            status: 'warning',
            sentence: 'Not checked, because of the problem with Temporal.',
          }
        const [problem] = part === 'temporal' ? [unknown] : await examinePart(part, deps, PATIENCE_MS)
        if (!problem) return { name: NAMES[part], status: 'ok', sentence: FINE[part] }
        const detail = problem.detail ? ` (${problem.detail})` : ''
        return { name: NAMES[part], status: 'missing', sentence: problem.sentence + detail }
      }),
    )
  } finally {
    await temporal.connection.close()
    await db.destroy()
  }
}

/** Without a running stack there are no servers to check, only the ports that they will use. */
async function checkPorts(config: Config): Promise<Finding[]> {
  const taken: Finding[] = []
  for (const port of portsOf(config, ownServers(process.env)))
    await requireFreePort(...port).catch((error: unknown) =>
      taken.push({ name: 'Ports', status: 'missing', sentence: messageOf(error) }),
    )
  if (taken.length > 0) return taken
  return [
    { name: 'Ports', status: 'ok', sentence: `The ports of \`${typed('up')}\` are free.` },
    {
      name: 'Service',
      status: 'warning',
      sentence: `${notRunning(config.home)} ${UNCHECKED}`,
    },
  ]
}

function checkSandbox({ requireSandbox, documentsSocket }: Config): Finding {
  const name = 'Isolation'
  if (documentsSocket)
    return { name, status: 'ok', sentence: 'A reader in a container of its own opens the documents.' }
  const level = detectLevel()
  const limitation = limitationOf(level)
  if (!limitation) return { name, status: 'ok', sentence: 'Documents are opened in namespaces of their own.' }
  const refused = !suffices(level, requireSandbox)
  return {
    name,
    status: refused ? 'missing' : 'warning',
    sentence: refused ? `${limitation} ${SANDBOX_HELP}` : limitation,
  }
}

async function checkModels({ modelsDir }: Config): Promise<Finding> {
  const models = await findOcrModels({ env: modelsDir ? { ...process.env, SHEAF_MODELS: modelsDir } : process.env })
  return models.dir === null
    ? {
        name: 'OCR',
        status: 'warning',
        sentence: `The OCR models are missing, so scans are read less accurately. Run \`${typed('setup-ocr')}\`.`,
      }
    : { name: 'OCR', status: 'ok', sentence: 'The OCR models are complete.' }
}

/** One finding for each file system that the service fills. */
export async function checkSpace(config: Config, measure?: Parameters<typeof spaceOf>[1]): Promise<Finding[]> {
  const spaces = await spaceOf(placesOf(config, ownServers(process.env)), measure)
  return spaces.map(({ places, freeBytes }) => ({
    name: 'Space',
    status: freeBytes < FREE_BYTES ? 'warning' : 'ok',
    sentence: `${(freeBytes / 1e9).toFixed(1)} GB are free for ${places.map(({ what, path }) => `${what} (${path})`).join(', ')}.`,
  }))
}

/** Checks everything. Throws ConfigError for wrong settings. */
export async function examine(config: Config): Promise<Finding[]> {
  const isEmbedded = config.mode === 'embedded'
  const servers = isEmbedded && !runningStack(config.home) ? checkPorts(config) : checkServers(config)
  const others = [checkSandbox(config), await checkModels(config), ...(await checkSpace(config))]
  const unknown = unknownSettings().map((sentence): Finding => ({ name: 'Settings', status: 'warning', sentence }))
  const valid: Finding = { name: 'Settings', status: 'ok', sentence: 'All settings are valid.' }
  return [...(unknown.length ? unknown : [valid]), ...(await servers), ...others]
}

/** Checks everything for the settings of this process. Wrong settings are findings too. */
export async function examineHere(): Promise<Finding[]> {
  try {
    return await examine(configureBeside())
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof ProvisionError)) throw error
    const problems = error instanceof ConfigError ? error.problems : [error.message]
    return problems.map((sentence) => ({ name: 'Settings', status: 'missing', sentence }))
  }
}
