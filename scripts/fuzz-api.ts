// Fuzzes the API with schemathesis, which reads /api/openapi.json: no server errors, and answers as documented. Arguments are passed
// on, e.g. `npm run fuzz:api -- --max-examples 200 --include-path /api/v1/labels`.
import { DEMO_PASSWORD, DEMO_USER } from '../src/domain/people/demo.ts'
import { finish, withPythonTool } from './python-tool.ts'

const tool = 'schemathesis==4.32.5'
/** What is always asked: anything else is a matter of taste, such as refusing unknown query parameters (the contract ignores them). */
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
/** Operations that end the token the run uses. */
const SKIPPED = '/auth/(logout|password/change|user)'

async function logIn(api: string): Promise<string> {
  const answer = await fetch(`${api}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: DEMO_USER, password: DEMO_PASSWORD }),
  })
  return ((await answer.json()) as { key: string }).key
}

await finish(
  withPythonTool(tool, { RATE_LIMIT_PER_MINUTE: '0' }, async ({ run, api }) =>
    run('schemathesis', [
      'run',
      `${api}/openapi.json`,
      '--checks',
      CHECKS,
      '--header',
      `Authorization: Bearer ${await logIn(api)}`,
      '--exclude-path-regex',
      SKIPPED,
      '--max-examples',
      '25',
      ...process.argv.slice(2),
    ]),
  ),
)
