/** GET /v1 and GET /v1/health. */
import type Router from '@koa/router'
import { aboveOf } from '../../resources/engine/routes.ts'
import { resources } from '../../resources/index.ts'
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
