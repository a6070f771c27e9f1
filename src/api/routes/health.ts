/** GET /v1 and GET /v1/health. */
import type Router from '@koa/router'
import { Type } from 'typebox'
import { aboveOf } from '../../resources/engine/routes.ts'
import { resources } from '../../resources/index.ts'
import { content } from '../openapi/responses.ts'
import type { Deps } from '../../deps.ts'
import type { Ctx } from '../state.ts'

/** Maximum time to wait for one part. */
const PATIENCE_MS = 3000

const LATE = 'No answer in time'

type Log = Deps['log']
type Part = { status: 'ok' | 'down'; detail?: string }

/** A result is reused for this time, so that frequent calls cost nothing; a working store of files, which is tested by a write, longer. */
const REUSED_MS = 2_000
const STORE_REUSED_MS = 10_000

interface Probed {
  until: number
  part: Promise<Part>
}
const recent = new WeakMap<object, Probed>()

/** Returns the state of a part, at most `reusedMs` old; concurrent calls share one probe. */
function stateOf(log: Log, subject: object, check: () => Promise<unknown>, reusedMs = REUSED_MS): Promise<Part> {
  const known = recent.get(subject)
  if (known && known.until > performance.now()) return known.part
  const probed: Probed = { until: Infinity, part: probe(log, check) }
  recent.set(subject, probed)
  void probed.part.then(({ status }) => {
    probed.until = performance.now() + (status === 'ok' ? reusedMs : REUSED_MS)
  })
  return probed.part
}

/** Messages of drivers name hosts and users, so they are only logged; the response has their code. */
async function probe(log: Log, check: () => Promise<unknown>): Promise<Part> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    await Promise.race([
      check(),
      new Promise((_resolve, reject) =>
        patience.addEventListener('abort', () => reject(Object.assign(new Error(LATE), { code: LATE }))),
      ),
    ])
    return { status: 'ok' }
  } catch (error) {
    log.warn({ err: error }, 'a part of the service is down')
    const { code } = error as { code?: string | number }
    return { status: 'down', detail: `${code === undefined ? '' : `${code}. `}The log has the reason.` }
  }
}

export function rootRoutes(router: Router): void {
  router.get('/', (context) => {
    const { urls } = (context as unknown as Ctx).state
    context.body = Object.fromEntries(
      resources
        .filter(({ path, verbs }) => verbs.includes('list') && !aboveOf(path))
        .map(({ path }) => [path, `${urls.root}/${path}`]),
    )
  })

  // 200 while documents are accepted: without Temporal they wait; without the database or the blob store none can be received.
  router.get('/health', async (context) => {
    const { deps } = (context as unknown as Ctx).state
    const [database, temporal, blobs] = await Promise.all([
      stateOf(deps.log, deps.db, () => deps.db.raw('select 1')),
      stateOf(deps.log, deps.temporal, () => deps.temporal.workflowService.getSystemInfo({})),
      stateOf(deps.log, deps.blobs, () => deps.blobs.check(), STORE_REUSED_MS),
    ])
    const accepting = database.status === 'ok' && blobs.status === 'ok'
    context.status = accepting ? 200 : 503
    if (!accepting) context.set('Retry-After', '5')
    context.body = {
      status: accepting ? (temporal.status === 'ok' ? 'ok' : 'degraded') : 'down',
      database,
      temporal,
      blobs,
      sandbox: { level: deps.documents.level },
    }
  })
}

const part = (description: string) =>
  Type.Object(
    {
      status: Type.String({ description: '`ok` or `down`.' }),
      detail: Type.Optional(Type.String({ description: 'A code of the error; the log has the reason.' })),
    },
    { description },
  )
const Health = Type.Object({
  status: Type.String({ description: '`ok`; `degraded` while Temporal is unavailable; `down` with status 503.' }),
  database: part('PostgreSQL.'),
  temporal: part('Temporal, which runs the workflows.'),
  blobs: part('The store of files.'),
  sandbox: Type.Object(
    {
      level: Type.String({
        description: '`namespaces`, `container`, `user` or `process`, from the strongest isolation to the weakest.',
      }),
    },
    { description: 'Isolation of the processes that open documents.' },
  ),
})

/** These routes in the OpenAPI document. */
export const rootPaths = {
  '/v1': {
    get: {
      operationId: 'root',
      tags: ['service'],
      summary: 'URLs of all collections.',
      description: 'Needs no credentials. The names are those of the paths below `/v1`.',
      security: [],
      responses: {
        '200': { description: 'Name → URL.', content: content(Type.Record(Type.String(), Type.String())) },
      },
    },
  },
  '/v1/health': {
    get: {
      operationId: 'health',
      tags: ['service'],
      summary: 'Whether documents are accepted, and the state of each part.',
      description: 'Needs no credentials. Monitors look at the status: 200 or 503.',
      security: [],
      responses: {
        '200': { description: 'Documents are accepted.', content: content(Health) },
        '503': { description: 'Documents are not accepted at the moment.', content: content(Health) },
      },
    },
  },
}
