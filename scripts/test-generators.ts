// Generates clients from the OpenAPI document of a running stack and uses them, unmodified: log in, upload, list, read content, export.
// `npm run test:generators [-- NAME…]` runs all generators, or these. They and their libraries are installed into a temporary folder.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_PASSWORD, DEMO_USER } from '../src/domain/people/demo.ts'
import { invoicePdf } from '../test/support/invoice-pdf.ts'
import { goTools } from './go-tool.ts'
import { finish, withPythonTool, type Tool } from './python-tool.ts'

/** Versions are pinned, so that runs are reproducible. */
const GO = { path: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', version: 'v2.8.2' }
const NPM = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24.19.2']

interface Generator {
  /** Requirements of Python: the generator, and what the generated client imports. */
  python?: string[]
  /** Writes the client into a folder and uses it. Returns the exit code. */
  use(tool: Tool, folder: string, document: string, env: Record<string, string>): Promise<number>
}

const programs = join(import.meta.dirname, '../test/generators')

/** Runs a program and returns its exit code; throws if it does not start. */
function run(folder: string, env: Record<string, string>, program: string, ...args: string[]): number {
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) throw error
  return status ?? 1
}

/** Writes the generated Python package `sheaf_client`, uses it, and returns the first exit code other than 0. */
async function inPython(tool: Tool, folder: string, program: string, env: Record<string, string>, generated: number) {
  return generated || (await tool.run('python', [join(programs, program)], { ...env, PYTHONPATH: folder }))
}

const GENERATORS: Record<string, Generator> = {
  'openapi-python-client': {
    python: ['openapi-python-client==0.29.1'],
    use: async (tool, folder, document, env) => {
      const out = join(folder, 'sheaf_client')
      const args = ['generate', '--path', document, '--output-path', out, '--meta', 'none']
      // Its formatter is in the same environment.
      const PATH = `${join(tool.scratch, 'bin')}:${process.env['PATH']}`
      const generated = await tool.run('openapi-python-client', args, { PATH })
      return inPython(tool, folder, 'openapi_python_client.py', env, generated)
    },
  },
  'openapi-typescript': {
    use: async (_tool, folder, document, env) => {
      writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
      copyFileSync(join(programs, 'openapi-typescript.mts'), join(folder, 'program.mts'))
      const strict = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--skipLibCheck']
      return (
        run(folder, {}, 'npm', 'install', '--silent', '--no-audit', '--no-fund', ...NPM) ||
        run(folder, {}, 'node_modules/.bin/openapi-typescript', document, '-o', 'api.d.ts') ||
        run(folder, {}, 'node_modules/.bin/tsc', ...strict, 'program.mts') ||
        run(folder, env, process.execPath, 'program.mjs')
      )
    },
  },
  'oapi-codegen': {
    use: async (_tool, folder, document, env) => {
      const tools = await goTools('oapi-codegen', GO.version, [GO.path])
      mkdirSync(join(folder, 'api'))
      copyFileSync(join(programs, 'oapi_codegen.go'), join(folder, 'main.go'))
      const args = ['-generate', 'models,client', '-package', 'api', '-o', 'api/api.go', document]
      return (
        run(folder, {}, 'go', 'mod', 'init', 'example.org/generated') ||
        run(folder, {}, join(tools, 'oapi-codegen'), ...args) ||
        run(folder, {}, 'go', 'mod', 'tidy') ||
        run(folder, env, 'go', 'run', '.')
      )
    },
  },
  // Requires Java.
  'openapi-generator': {
    python: ['openapi-generator-cli==7.26.0', 'pydantic==2.14.4', 'python-dateutil==4.0.0', 'urllib3==2.8.0'],
    use: async (tool, folder, document, env) => {
      const names = ['--package-name', 'sheaf_client', '--global-property', 'apiTests=false,modelTests=false']
      const args = ['generate', '-i', document, '-g', 'python', '-o', folder, ...names]
      const generated = await tool.run('openapi-generator-cli', args, { JAVA_OPTS: '-Dlog.level=warn' })
      return inPython(tool, folder, 'openapi_generator.py', env, generated)
    },
  },
}

async function useAll(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !GENERATORS[name])
  if (unknown.length) throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(GENERATORS).join(', ')}.`)
  const requirements = names.flatMap((name) => GENERATORS[name]!.python ?? [])
  return withPythonTool(requirements, {}, async (tool) => {
    const document = join(tool.scratch, 'openapi.json')
    writeFileSync(document, await (await fetch(`${tool.api}/openapi.json`)).text())
    let failed = 0
    for (const name of names) {
      const folder = join(tool.scratch, `generated-${name}`)
      mkdirSync(folder)
      const DOCUMENT = join(folder, 'invoice.pdf')
      writeFileSync(DOCUMENT, await invoicePdf(`GENERATED-${name}`))
      console.log(`\n${name}`)
      const env = { API: tool.api, USERNAME: DEMO_USER, PASSWORD: DEMO_PASSWORD, DOCUMENT }
      const code = await GENERATORS[name]!.use(tool, folder, document, env)
      console.log(`${name}: ${code === 0 ? 'works' : `FAILED with ${code}`}`)
      failed ||= code
    }
    return failed
  })
}

const named = process.argv.slice(2)
await finish(useAll(named.length ? named : Object.keys(GENERATORS)))
