// Runs programs written for this API family, unmodified, against the embedded stack: two command lines, and test/client/walk.py, which uses
// the published Python client, synchronous and asynchronous, with COMPAT_VENDOR_NAMES on and off.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../db/knex.ts'
import { DEMO_PASSWORD, DEMO_USER } from '../src/domain/people/demo.ts'
import { invoicePdf } from '../test/support/invoice-pdf.ts'
import { finish, withPythonTool, type Tool } from './python-tool.ts'

/** Pinned, so that runs are reproducible; update it when the client has new features. */
const client = ['rossum-api==3.17.0']
const commandLine = ['rossum==3.18.0']
/** Its last release, with the libraries of its time. */
const olderCommandLine = ['elisctl==2.10.2', 'click<8.1', 'openpyxl<3.1', 'setuptools<80']

/** Adds one log of a rule and one of a hook for the demo user's organization, so that the lists have content. Returns their request id. */
async function writeLogs(url: string): Promise<string> {
  const db = openDatabase(url, { poolMax: 1 })
  try {
    const request_id = randomUUID()
    const { organization_id } = await db('users').where('username', DEMO_USER).first('organization_id')
    const { id: queue_id } = await db('queues').where({ organization_id }).first('id')
    await db('rule_executions').insert({
      organization_id,
      queue_id,
      request_id,
      rule_id: 1_000_000,
      rule_name: 'Logged',
      annotation_id: 1,
      trigger_event: 'validation',
      execution_result: 'partial_success',
      trigger_condition: 'field.item_amount > 100',
      trigger_condition_results: JSON.stringify([true, false]),
      trigger_condition_values: JSON.stringify([{ item_amount: 120 }, { item_amount: 5 }]),
      actions: JSON.stringify([[{ id: 'say' }], null]),
    })
    const config = JSON.stringify({ url: 'https://hooks.example.org/logged' })
    const hook = { organization_id, type: 'webhook', name: 'Logged', config }
    const [added] = await db('hooks').insert(hook).returning<{ id: number }[]>('id')
    const call = {
      organization_id,
      hook_id: added!.id,
      request_id,
      uuid: randomUUID(),
      event: 'annotation_content',
      action: 'export',
      status: 'completed',
    }
    await db('hook_runs').insert({ ...call, started_at: db.fn.now(), finished_at: db.fn.now() })
    await db('hook_logs').insert({ ...call, hook_type: 'webhook', log_level: 'INFO', settings: '{"limit":3}' })
    return request_id
  } finally {
    await db.destroy()
  }
}

/** Walks with both clients, one after the other, and returns the first exit code other than 0. */
async function walk({ run, api, scratch, databaseUrl }: Tool, vendorNames: string): Promise<number> {
  const document = join(scratch, 'walk.pdf')
  writeFileSync(document, await invoicePdf('WALK-1'))
  const LOGGED = await writeLogs(databaseUrl)
  let failed = 0
  for (const kind of ['sync', 'async']) {
    console.log(`\n${kind}, COMPAT_VENDOR_NAMES=${vendorNames}`)
    const code = await run('python', [join(import.meta.dirname, '../test/client/walk.py')], {
      BASE_URL: `${api}/v1`,
      USERNAME: DEMO_USER,
      PASSWORD: DEMO_PASSWORD,
      DOCUMENT: document,
      CLIENT: kind,
      VENDOR_NAMES: vendorNames,
      LOGGED,
    })
    failed ||= code
  }
  return failed
}

/** Runs commands of the command line, which follows links to other pages: there are two pages of workspaces and users. */
async function commands({ run, api, databaseUrl }: Tool): Promise<number> {
  const db = openDatabase(databaseUrl, { poolMax: 1 })
  try {
    const { organization_id } = await db('users').where('username', DEMO_USER).first('organization_id')
    const many = (row: (number: number) => object) => Array.from({ length: 25 }, (_, number) => row(number))
    await db('workspaces').insert(many((number) => ({ organization_id, name: `Workspace ${number}` })))
    await db('users').insert(many((number) => ({ organization_id, username: `user-${number}@example.org` })))
  } finally {
    await db.destroy()
  }
  const env = { ROSSUM_URL: api, ROSSUM_USERNAME: DEMO_USER, ROSSUM_PASSWORD: DEMO_PASSWORD }
  let failed = 0
  for (const command of [
    'workspace list',
    'workspace create New',
    'queue list',
    'user list',
    'schema list',
    'hook list',
  ]) {
    console.log(`\nrossum ${command}`)
    failed = (await run('rossum', command.split(' '), env)) || failed
  }
  return failed
}

/** Runs one command of each kind of the older command line: it creates, reads, changes and deletes objects, and imports a document. */
async function olderCommands({ run, api, scratch }: Tool): Promise<number> {
  const document = join(scratch, 'older.pdf')
  const schema = join(scratch, 'schema.json')
  writeFileSync(document, await invoicePdf('OLDER-1'))
  const env = { ELIS_URL: api, ELIS_USERNAME: DEMO_USER, ELIS_PASSWORD: DEMO_PASSWORD }
  // The demo organization has one workspace with queue 1 and its schema; the queue, the user and the workspace of the commands get number 2.
  const lists = ['queue', 'workspace', 'user', 'schema', 'connector', 'webhook', 'user_assignment']
  let failed = 0
  for (const command of [
    'workspace create Older',
    `schema get 1 -O ${schema}`,
    `schema update 1 ${schema}`,
    `queue create Older -s ${schema} -w 1 --bounce-email bounces@example.org --email-prefix older`,
    'queue change 2 -n Changed',
    'user create older@example.org -q 2 -g annotator',
    'user change 2 -q 2 -g manager',
    'user_assignment add -u 2 -q 1',
    // Before the hook and the connector exist: no network reaches their addresses, and an import waits for both.
    `document extract 2 ${document} -O ${join(scratch, 'data.json')}`,
    'webhook create Older -q 2 -e annotation_status --config-url https://hooks.example.org/older',
    'webhook change 1 -e annotation_content --config-url https://hooks.example.org/changed',
    'connector create Older -q 2 -u https://connector.example.org/ -t 0123456789abcdef',
    'connector change 1 -u https://connector.example.org/changed',
    ...lists.map((list) => `${list} list`),
    'user_assignment remove -u 2 -q 1',
    'webhook delete 1 --yes',
    'connector delete 1 --yes',
    'user delete 2 --yes',
    'workspace delete 2 --yes',
  ]) {
    console.log(`\nelisctl ${command}`)
    failed = (await run('elisctl', command.split(' '), env)) || failed
  }
  return failed
}

async function walkAll(): Promise<number> {
  let failed = await withPythonTool(commandLine, {}, commands)
  failed = (await withPythonTool(olderCommandLine, {}, olderCommands)) || failed
  for (const vendorNames of ['1', '0']) {
    // Its method for any list by cursor reads `next` at the top level only.
    const settings = { COMPAT_VENDOR_NAMES: vendorNames, COMPAT_LIST_NEXT: '1' }
    failed = (await withPythonTool(client, settings, (tool) => walk(tool, vendorNames))) || failed
  }
  return failed
}

await finish(walkAll())
