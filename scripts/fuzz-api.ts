// Fuzzes the API with schemathesis, which reads /api/openapi.json: no server errors, and responses as documented. Arguments are passed on,
// e.g. `npm run fuzz:api -- --max-examples 200 --include-path /api/v1/labels`.
import { DEMO_PASSWORD, DEMO_USER } from '../src/domain/people/demo.ts'
import { finish, withPythonTool } from './python-tool.ts'

const tool = 'schemathesis==4.32.5'
/** The checks that always run. Others do not apply, such as rejecting unknown query parameters, which the API contract ignores. */
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
/** Operations that invalidate the token of the run, and event streams, which have no end. */
const SKIPPED = '/auth/(logout|password/change|user)|/events$'

async function logIn(api: string): Promise<string> {
  const answer = await fetch(`${api}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: DEMO_USER, password: DEMO_PASSWORD }),
  })
  return ((await answer.json()) as { key: string }).key
}

await finish(
  withPythonTool(
    [tool],
    { RATE_LIMIT_PER_MINUTE: '0', ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0' },
    async ({ run, api }) =>
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
