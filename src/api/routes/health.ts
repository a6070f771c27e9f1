/** GET /v1 and GET /v1/health. */
import type Router from '@koa/router'
import { Type } from 'typebox'
import { aboveOf } from '../../resources/engine/routes.ts'
import { resources } from '../../resources/index.ts'
import { content } from '../openapi/responses.ts'
import type { Ctx } from '../state.ts'

/** Maximum time to wait for one part. */
const PATIENCE_MS = 3000

type Part = { status: 'ok' | 'down'; detail?: string }

async function probe(check: () => Promise<unknown>): Promise<Part> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    await Promise.race([
      check(),
      new Promise((_resolve, reject) =>
        patience.addEventListener('abort', () => reject(new Error('No answer in time.'))),
      ),
    ])
    return { status: 'ok' }
  } catch (error) {
    return { status: 'down', detail: (error as Error).message.split('\n')[0]! }
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
      probe(() => deps.db.raw('select 1')),
      probe(() => deps.temporal.workflowService.getSystemInfo({})),
      probe(() => deps.blobs.check()),
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
      detail: Type.Optional(Type.String({ description: 'What fails.' })),
    },
    { description },
  )
const Health = Type.Object({
  status: Type.String({ description: '`ok`; `degraded` while Temporal is unavailable; `down` with status 503.' }),
  database: part('PostgreSQL.'),
  temporal: part('Temporal, which runs the workflows.'),
  blobs: part('The store of files.'),
  sandbox: Type.Object(
    { level: Type.String({ description: 'Level of isolation on this machine.' }) },
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
