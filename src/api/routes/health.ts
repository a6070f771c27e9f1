/** GET /v1 and the health of the service. */
import type Router from '@koa/router'
import { Type } from 'typebox'
import { aboveOf } from '../../resources/framework/routes.ts'
import { resources } from '../../resources/index.ts'
import { content } from '../openapi/responses.ts'
import { PARTS, type Problem } from '../../domain/readiness/index.ts'
import type { Ctx } from '../state.ts'
import { probe } from './probes.ts'

/** Seconds after which clients may ask again. */
const RETRY_AFTER = '5'

const stateOf = ([problem]: Problem[]): { status: 'ok' | 'down'; detail?: string } =>
  problem ? { status: 'down', detail: problem.sentence } : { status: 'ok' }

/** What a process knows about itself. */
export interface ProcessState {
  /** The process ends soon and should get no more requests. */
  isStopping: boolean
}

const STOPPING = 'This process is stopping.'

export function rootRoutes(router: Router, state: ProcessState): void {
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
    const [database, temporal, blobs] = await Promise.all(
      (['database', 'temporal', 'blobs'] as const).map(async (part) => stateOf(await probe(deps, part))),
    )
    const accepting = !state.isStopping && database!.status === 'ok' && blobs!.status === 'ok'
    context.status = accepting ? 200 : 503
    if (!accepting) context.set('Retry-After', RETRY_AFTER)
    context.body = {
      status: accepting ? (temporal!.status === 'ok' ? 'ok' : 'degraded') : 'down',
      database,
      temporal,
      blobs,
      sandbox: { level: deps.documents.level },
    }
  })

  router.get('/health/live', (context) => {
    context.body = { status: 'ok' }
  })

  router.get('/health/ready', async (context) => {
    const { deps } = (context as unknown as Ctx).state
    const found = await Promise.all(PARTS.map((part) => probe(deps, part)))
    const problems = [
      ...new Set([...(state.isStopping ? [STOPPING] : []), ...found.flat().map(({ sentence }) => sentence)]),
    ]
    context.status = problems.length === 0 ? 200 : 503
    if (problems.length > 0) context.set('Retry-After', RETRY_AFTER)
    context.body = { status: problems.length === 0 ? 'ready' : 'not_ready', problems }
  })
}

const part = (description: string) =>
  Type.Object(
    {
      status: Type.String({ description: '`ok` or `down`.' }),
      detail: Type.Optional(Type.String({ description: 'What is missing, in one sentence; the log has the reason.' })),
    },
    { description },
  )
const Health = Type.Object({
  status: Type.String({
    description:
      '`ok`; `degraded` while Temporal is unavailable; `down` with status 503, also while this process stops.',
  }),
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

const Live = Type.Object({ status: Type.String({ description: 'Always `ok`.' }) })
const Ready = Type.Object({
  status: Type.String({ description: '`ready` or `not_ready`.' }),
  problems: Type.Array(Type.String(), { description: 'What is missing, one sentence each.' }),
})

/** The routes of `GET /v1` and of health in the OpenAPI document. */
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
  '/v1/health/live': {
    get: {
      operationId: 'health_live',
      tags: ['service'],
      summary: 'Whether this process answers.',
      description: 'Needs no credentials and checks nothing else: a process that fails this should be restarted.',
      security: [],
      responses: {
        '200': { description: 'The process answers.', content: content(Live) },
      },
    },
  },
  '/v1/health/ready': {
    get: {
      operationId: 'health_ready',
      tags: ['service'],
      summary: 'Whether the service can do all of its work, and what is missing.',
      description:
        'Needs no credentials. Checks the schema of the database, the namespace and search attributes of Temporal, that workers have polled each queue in the last minute, and that files can be written.',
      security: [],
      responses: {
        '200': { description: 'Nothing is missing.', content: content(Ready) },
        '503': { description: 'Something is missing.', content: content(Ready) },
      },
    },
  },
}
