// npm run fuzz [-- --minutes N] [--seed N] [--only TEXT] [--times]: attacks a running service with valid requests that have a hostile value
// in one place. The first pass covers every place of every body and query with every hostile value of its type, in random order.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bytesOf } from '../test/support/as.ts'
import { operations } from '../test/support/operations.ts'
import { removeHome, stackEnvironment, startUp } from '../test/support/stack-process.ts'
import { attacksOn, generator, shuffled, withValue, type Attack } from './fuzz/attacks.ts'
import { World, type Response, type Send } from './fuzz/world.ts'

const HELP = `npm run fuzz: sends hostile requests to a service of its own and fails on a 5xx, a crash or, with --times, a slow response.

  --minutes N   duration (5)
  --seed N      repeats the order of a run (printed by each run)
  --only TEXT   only operations whose "METHOD path" contains the text
  --times       fails on responses of more than 2 s that stay slow when they are repeated alone`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
    times: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const SLOW_MS = 2_000
const CLIENTS = 3
/** After this number of requests the objects are replaced: the attacks have deleted or changed many. */
const PER_WORLD = 1_500
/** They end the sessions or the organization of the run, or are no part of the API proper. */
const SKIPPED = /auth\/(logout|login|password)|oauth|organizations\/create|\/metrics/

/** The API answers 501 for what it leaves out, and 503 for translations, which need a service that no setting provides. */
const isExpected = (status: number, { path }: { path: string }) =>
  status === 501 || (status === 503 && path.endsWith('/page_data/translate'))

interface Finding {
  what: string
  attack: Attack
  path: string
  body: unknown
  response?: Response
}

const env: Record<string, string> = {
  ...(await stackEnvironment()),
  RATE_LIMIT_PER_MINUTE: '0',
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
  FAILURES_PER_ADDRESS: '0',
}
const stack = startUp(env)
await stack.ready
let ended = false
void stack.ended.then(() => (ended = true))
const api = `http://127.0.0.1:${env['PORT']!}/api`

const sendAs =
  (token: string | null): Send =>
  async (method, path, body) => {
    const started = performance.now()
    const headers = {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await fetch(`${api}/v1${path}`, { ...init, signal: AbortSignal.timeout(60_000) })
    const text = (await bytesOf(answer)).toString('utf8')
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, ms: performance.now() - started, body: isJson ? JSON.parse(text) : text }
  }

const served = operations().filter(({ path }) => !SKIPPED.test(path))
const attacked = served.filter(({ method, path }) => `${method} ${path}`.includes(values.only))
const seed = Number(values.seed)
const random = generator(seed)
const findings: Finding[] = []
const slow: Finding[] = []
const statuses = new Map<number, number>()
let worlds = 0
const newWorld = () => World.make(api, served, sendAs, `fuzz${worlds++}-${seed}`)
let world = await newWorld()

async function run(attack: Attack): Promise<void> {
  const { operation, place, name, value } = attack
  const there = world
  const body = place ? withValue(there.bodyOf(operation), place, value) : there.bodyOf(operation)
  const query = name ? `?${encodeURIComponent(name)}=${encodeURIComponent(value as string)}` : ''
  const path = `${there.pathOf(operation)}${query}`
  const found = { attack, path, body }
  try {
    const response = await there.send(operation.method, path, body)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (response.status >= 500 && !isExpected(response.status, operation))
      findings.push({ ...found, what: `${response.status}`, response })
    if (response.ms > SLOW_MS) slow.push({ ...found, what: `${Math.round(response.ms)} ms`, response })
    if (operation.method === 'DELETE' && response.status < 300) there.forget(operation.collection, path)
    else if (response.status < 300) there.learn(response.body)
  } catch (error) {
    await wait(500)
    findings.push({ ...found, what: ended ? 'the service ended' : String((error as Error).cause ?? error) })
  }
}

/** An attack may have taken the rights or the objects of the organization. */
async function renew(count: number): Promise<void> {
  const { status } = await world.send('GET', '/auth/user')
  if (status !== 200 || count % PER_WORLD === 0) world = await newWorld()
  else await world.refill()
}

const until = Date.now() + Number(values.minutes) * 60_000
const attacks = attacked.flatMap(attacksOn)
let sent = 0
let passes = 0
while (Date.now() < until && !ended) {
  const waiting = shuffled(attacks, random)
  const work = async () => {
    for (let next = waiting.pop(); next && Date.now() < until && !ended; next = waiting.pop()) {
      await run(next)
      if (++sent % 100 === 0) await renew(sent)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, work))
  if (!waiting.length) passes++
}

for (const one of ended ? [] : slow.slice(0, 50)) {
  const { ms } = await world.send(one.attack.operation.method, one.path, one.body).catch(() => ({ ms: Infinity }))
  if (ms > SLOW_MS && values.times) findings.push({ ...one, what: `${Math.round(ms)} ms, alone` })
}

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? ''
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text
}
for (const { what, attack, path, body, response } of findings.slice(0, 40)) {
  console.log(
    `FOUND ${what}: ${attack.operation.method} ${path.slice(0, 200)} at ${attack.place?.join('.') ?? attack.name ?? '-'}`,
  )
  console.log(`  value ${shown(attack.value)}\n  body ${shown(body)}\n  response ${shown(response?.body)}`)
}
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
console.log(
  `fuzz: ${sent} of ${attacks.length} attacks on ${attacked.length} operations, ${passes} full passes, ${worlds} organizations ` +
    `(--seed ${seed}): ${counts.join(', ')}; ${slow.length} over 2 s; ${findings.length} findings`,
)
const { err } = await stack.stop()
removeHome(env)
if (findings.length)
  console.log(
    err
      .split('\n')
      .filter((line) => line.includes('"error"'))
      .slice(-10)
      .join('\n')
      .slice(0, 6000),
  )
process.exit(findings.length ? 1 : 0)
