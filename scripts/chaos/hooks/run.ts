import { openDatabase } from '../../../db/knex.ts'
import { createToken } from '../../../src/domain/people/credentials.ts'
import { createOrganization } from '../../../src/domain/people/organizations.ts'
import { Random } from '../../train/random.ts'
import { workDuringKills } from '../kills.ts'
import { table, type Note, type Result } from '../report.ts'
import type { ChaosStack } from '../stack.ts'
import { runSuite } from '../suite.ts'
import { checkDeliveries, type Wanted } from './checks.ts'
import { callsEnded, wantedOf } from './evidence.ts'
import { exportOne, type Office } from './journeys.ts'
import { startReceiver, type Arrival, type Receiver } from './receiver.ts'

export interface HookChaosOptions {
  /** At least so many deliveries are planned. */
  deliveries: number
  /** How often the API and the worker are each killed. */
  kills: number
  seed: number
}

const HOOKS = ['first', 'second']
/** Changes of the status of a document: to_review, reviewing, exporting, exported. */
const CHANGES = 4
const CLIENTS = 8
/** Longer than the retries of all events of one annotation. */
const SETTLE_MS = 180_000
/** A receiver that hangs is given up after this time. Answers on a busy machine come within it: others would be asked for again. */
const TIMEOUT_S = 10

/** Runs the suite and prints its summary. Resolves with whether all checks hold. */
export async function runHookChaos(options: HookChaosOptions): Promise<boolean> {
  const { deliveries, kills, seed } = options
  const receiver = await startReceiver(new Random(seed))
  return runSuite({
    name: 'chaos:hooks',
    seed,
    plan: `${deliveries} deliveries, api and worker are killed ${kills} times each`,
    success: 'all checks hold',
    settings: { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' },
    run: (stack, note) => runOn(stack, receiver, options, note),
  }).finally(() => receiver.stop())
}

async function runOn(
  stack: ChaosStack,
  receiver: Receiver,
  { deliveries, kills, seed }: HookChaosOptions,
  note: Note,
): Promise<Result[]> {
  if (!(await stack.healthy())) throw new Error('The service did not become healthy.')
  const db = openDatabase(stack.config.databaseUrl, { poolMax: 3, name: 'sheaf-chaos' })
  try {
    const office = await openOffice(stack, db)
    const paths = await createHooks(office, receiver.url)
    const arrived = () => new Set(receiver.arrivals.map(({ id }) => id)).size
    await workDuringKills(
      stack,
      {
        items: Array.from({ length: Math.ceil(deliveries / CHANGES / HOOKS.length) }, (_, index) => `H-${index + 1}`),
        clients: CLIENTS,
        act: (name) => exportOne(office, name),
        finished: 'all documents are exported; waiting for the calls',
      },
      {
        kills,
        total: deliveries,
        delayMs: 300,
        random: new Random(seed + 1),
        chooseProgress: () => arrived,
        describe: (part) => `kill -9 ${part} after ${arrived()} deliveries`,
      },
      note,
    )
    const left = await callsEnded(db, SETTLE_MS)
    note(`open calls: ${left.calls}, pending deliveries: ${left.deliveries}`)
    const wanted = await wantedOf(db, [...paths.keys()])
    summarize(stack, wanted, receiver.arrivals)
    return [
      { name: 'api and worker ended only when they were killed', violations: stack.crashes },
      ...checkDeliveries({ wanted, arrivals: receiver.arrivals, pending: left.deliveries }, paths),
    ]
  } finally {
    await db.destroy()
  }
}

async function openOffice(stack: ChaosStack, db: Office['db']): Promise<Office & { user_id: number }> {
  const { who, queue_id } = await createOrganization(db, {
    template_name: 'Tax Invoice EU Demo Template',
    name: 'hooks',
    user_fullname: 'hooks',
    user_email: 'hooks@sheaf.example',
    user_password: null,
  })
  return { url: stack.url, db, queue_id, token: await createToken(db, who.user_id), user_id: who.user_id }
}

/** Creates the hooks over the API; returns their paths by id. The payloads of the first contain access tokens. */
async function createHooks(
  { url, token, queue_id, user_id }: Office & { user_id: number },
  receiver: string,
): Promise<Map<number, string>> {
  const paths = new Map<number, string>()
  for (const [index, name] of HOOKS.entries()) {
    const answer = await fetch(`${url}/v1/hooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        type: 'webhook',
        name,
        queues: [`${url}/v1/queues/${queue_id}`],
        events: ['annotation_status.changed'],
        config: { url: `${receiver}/${name}`, secret: 'chaos', timeout_s: TIMEOUT_S },
        ...(index === 0 ? { token_owner: `${url}/v1/users/${user_id}` } : {}),
      }),
    })
    if (answer.status !== 201) throw new Error(`The hook was not created: ${await answer.text()}`)
    const { id } = (await answer.json()) as { id: number }
    paths.set(id, `/${name}`)
  }
  return paths
}

function summarize({ parts }: ChaosStack, wanted: readonly Wanted[], arrivals: readonly Arrival[]): void {
  const sum = (count: (one: Wanted) => number) => wanted.reduce((total, one) => total + count(one), 0)
  const replies = Map.groupBy(arrivals, ({ reply }) => reply)
  console.log(
    table('Deliveries', [
      ['planned', wanted.length],
      ['completed', sum(({ status }) => (status === 'completed' ? 1 : 0))],
      ['failed after the last retry', sum(({ status }) => (status === 'failed' ? 1 : 0))],
      ['attempts', sum(({ attempts }) => attempts)],
      ['attempts whose worker was killed', sum(({ interrupted }) => interrupted)],
      ['restarts of the worker', parts.worker.restarts()],
      ['restarts of the api', parts.api.restarts()],
    ]),
  )
  console.log(
    table(
      'Requests by response',
      [...replies].map(([reply, all]) => [reply, all.length] as const),
    ),
  )
}
