// Runs test/client/walk.py: the published Python client of this API family, unmodified, against the embedded stack.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_PASSWORD, DEMO_USER } from '../src/domain/people/demo.ts'
import { invoicePdf } from '../test/support/invoice-pdf.ts'
import { finish, withPythonTool } from './python-tool.ts'

/** Pinned, so that runs are reproducible; update it when the client has new features. */
const client = 'rossum-api==3.17.0'

await finish(
  withPythonTool(client, { COMPAT_UPLOAD_RESULTS: '1', COMPAT_VENDOR_NAMES: '1' }, async ({ run, api, scratch }) => {
    const document = join(scratch, 'walk.pdf')
    writeFileSync(document, await invoicePdf('WALK-1'))
    return run('python', [join(import.meta.dirname, '../test/client/walk.py')], {
      BASE_URL: `${api}/v1`,
      USERNAME: DEMO_USER,
      PASSWORD: DEMO_PASSWORD,
      DOCUMENT: document,
    })
  }),
)
