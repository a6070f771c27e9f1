import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SECRET_SETTINGS, settings } from '../../src/config-settings.ts'
import { ConfigError, DEMO_CREATE_KEY, readConfig } from '../../src/config.ts'
import { unknownSettings } from '../../src/unknown-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SECRET_KEY = 'a secret of more than thirty-two letters'
const SECRETS_KEY = 'another secret of more than thirty-two letters'
const external = {
  DATABASE_URL: 'postgres://sheaf:pw@db:5432/sheaf',
  TEMPORAL_ADDRESS: 'temporal:7233',
  S3_BUCKET: 'sheaf',
  SECRET_KEY,
  SECRETS_KEY,
}
const embedded = {
  mode: 'embedded',
  secrets: { postgres_password: 'p/w', secret_key: SECRET_KEY, secrets_key: SECRETS_KEY },
} as const

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  it('fills in the settings of an embedded stack', () => {
    const config = readConfig({ SHEAF_HOME: folder }, embedded)
    expect(config).toMatchObject({
      mode: 'embedded',
      home: folder,
      host: '127.0.0.1',
      port: 8090,
      databaseUrl: 'postgres://postgres:p%2Fw@127.0.0.1:54329/sheaf',
      blobs: { kind: 'folder', folder: join(folder, 'blobs') },
      temporal: { address: '127.0.0.1:7233', namespace: 'default', tls: false, uiUrl: 'http://127.0.0.1:8233' },
      createKey: DEMO_CREATE_KEY,
      secretKey: SECRET_KEY,
      secretsKey: SECRETS_KEY,
      workerQueues: ['orchestration', 'documents', 'hooks'],
    })
  })

  it('limits the files of an organization unless ORGANIZATION_STORAGE_GB says otherwise', () => {
    const limit = (value?: string) =>
      readConfig({ ...external, ...(value === undefined ? {} : { ORGANIZATION_STORAGE_GB: value }) })
        .organizationStorageGb
    expect([limit(), limit('7'), limit('0')]).toEqual([100, 7, 0])
  })

  it('creates sessions for the pages of the service unless SESSIONS says otherwise', () => {
    const sessions = (SESSIONS: string) => readConfig({ SHEAF_HOME: folder, SESSIONS }, embedded).sessions
    expect(['', 'screen'].map(sessions)).toEqual(['screen', 'screen'])
    expect(['all', '1', 'true'].map(sessions)).toEqual(['all', 'all', 'all'])
    expect(['none', '0', 'false'].map(sessions)).toEqual(['none', 'none', 'none'])
  })

  it('takes a list of origins that may show embedded reviews, and nothing else', () => {
    const read = (EMBEDDED_ANCESTORS: string) => readConfig({ SHEAF_HOME: folder, EMBEDDED_ANCESTORS }, embedded)
    expect(read('').embeddedAncestors).toEqual([])
    const origins = ['https://erp.example.com', 'http://localhost:3000', 'https://*.example.com']
    expect(read(origins.join('  ')).embeddedAncestors).toEqual(origins)
    for (const wrong of [
      '*',
      "'self'",
      'erp.example.com',
      'https://erp.example.com/app',
      'https://a.example; script-src *',
    ])
      expect(problemsOf(() => read(wrong))).toEqual([
        `EMBEDDED_ANCESTORS must be a list of origins such as https://erp.example.com, separated by spaces, not "${wrong}".`,
      ])
  })

  it('uses the servers from the environment outside embedded mode', () => {
    const config = readConfig({
      ...external,
      S3_ENDPOINT: 'http://store:9000',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      WORKER_QUEUES: 'documents,hooks',
      PUBLIC_BASE_URL: 'https://sheaf.example.com/api/',
      TEMPORAL_API_KEY: 'cloud',
    })
    expect(config).toMatchObject({
      mode: 'external',
      databaseUrl: external.DATABASE_URL,
      publicBaseUrl: 'https://sheaf.example.com/api',
      blobs: { kind: 's3', bucket: 'sheaf', endpoint: 'http://store:9000', forcePathStyle: true },
      temporal: { address: 'temporal:7233', tls: true, apiKey: 'cloud' },
      workerQueues: ['documents', 'hooks'],
    })
    expect(config.createKey).toBeUndefined()
  })

  it('reports all errors together', () => {
    const env = {
      PORT: '99999',
      HOST: 'two words',
      DATABASE_URL: 'mysql://x',
      S3_BUCKET: 'ab',
      WORKER_QUEUES: 'documents,cooking',
      LOG_LEVEL: 'loud',
      SECRET_KEY: 'short',
      SECRETS_KEY: 'short too',
      REQUIRE_SANDBOX: 'maybe',
    }
    expect(problemsOf(() => readConfig(env)).toSorted()).toEqual([
      'DATABASE_URL must be postgres://USER:PASSWORD@HOST:PORT/NAME.',
      'HOST must be an address or a host name, not "two words".',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
      'PORT must be a port, a whole number from 1 to 65535, not "99999".',
      'REQUIRE_SANDBOX must be one of 1, true, user, 0, false, not "maybe".',
      'S3_BUCKET must be a bucket name of at least three characters, not "ab".',
      'SECRETS_KEY must be at least 32 characters.',
      'SECRET_KEY must be at least 32 characters.',
      'TEMPORAL_ADDRESS must be set, for example localhost:7233.',
      'WORKER_QUEUES must be a list of orchestration, documents, hooks, separated by commas, not "documents,cooking".',
    ])
  })

  it('refuses the demo secrets outside embedded mode', () => {
    expect(problemsOf(() => readConfig({ ...external, SHEAF_CREATE_KEY: DEMO_CREATE_KEY }))).toEqual([
      'SHEAF_CREATE_KEY must not be the demo key, which is public.',
    ])
    const { SECRET_KEY: _, SECRETS_KEY: __, ...without } = external
    expect(problemsOf(() => readConfig(without))).toEqual([
      'SECRET_KEY must be set to a random string of at least 32 characters.',
      'SECRETS_KEY must be set to a random string of at least 32 characters.',
    ])
  })

  it('refuses known default secrets beyond this machine', () => {
    const env = {
      ...external,
      DATABASE_URL: 'postgres://sheaf:sheaf@postgres:5432/sheaf',
      S3_ACCESS_KEY_ID: 'sheaf',
      S3_SECRET_ACCESS_KEY: 'sheaf-in-compose',
    }
    expect(problemsOf(() => readConfig({ ...env, PUBLIC_BASE_URL: 'https://sheaf.example.com/api' }))).toEqual([
      'DATABASE_URL must not have the password "sheaf" when PUBLIC_BASE_URL is not a loopback address.',
      'S3_SECRET_ACCESS_KEY must not be a public default when PUBLIC_BASE_URL is not a loopback address.',
    ])
    expect(problemsOf(() => readConfig({ ...env, PUBLIC_BASE_URL: 'http://127.0.0.1:8090/api' }))).toEqual([])
  })

  it('refuses the demo key when the API is reachable from other machines', () => {
    const problem = 'SHEAF_CREATE_KEY must be set to a private key when HOST is not a loopback address.'
    expect(problemsOf(() => readConfig({ HOST: '0.0.0.0' }, embedded))).toEqual([problem])
    expect(problemsOf(() => readConfig({ HOST: '0.0.0.0', SHEAF_CREATE_KEY: DEMO_CREATE_KEY }, embedded))).toEqual([
      problem,
    ])
    expect(readConfig({ HOST: '0.0.0.0', SHEAF_CREATE_KEY: 'a key of my own' }, embedded).host).toBe('0.0.0.0')
    expect(readConfig({ HOST: '::1' }, embedded).createKey).toBe(DEMO_CREATE_KEY)
  })

  it('requires an isolated sandbox outside embedded mode, unless the operator decides otherwise', () => {
    const required = (value?: string) =>
      readConfig({ ...external, ...(value ? { REQUIRE_SANDBOX: value } : {}) }).requireSandbox
    expect([required(), required('1'), required('true')]).toEqual(['full', 'full', 'full'])
    expect([required('user'), required('0'), required('false')]).toEqual(['user', 'none', 'none'])
    expect(readConfig({}, embedded).requireSandbox).toBe('none')
    expect(readConfig({ REQUIRE_SANDBOX: '1' }, embedded).requireSandbox).toBe('full')
  })

  it('reads a secret from the file in NAME_FILE', () => {
    const file = join(folder, 'database-url')
    writeFileSync(file, `${external.DATABASE_URL}\n`)
    const { DATABASE_URL, ...others } = external
    expect(readConfig({ ...others, DATABASE_URL_FILE: file }).databaseUrl).toBe(DATABASE_URL)
    expect(problemsOf(() => readConfig({ ...external, DATABASE_URL_FILE: file }))).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE must not both be set.',
    ])
    expect(problemsOf(() => readConfig({ ...others, DATABASE_URL_FILE: `${file}.none` }))).toEqual([
      `DATABASE_URL_FILE is ${file}.none, which does not exist.`,
    ])
  })

  it('reads networks, and reports invalid ones', () => {
    expect(readConfig(external).allowedPrivateNetworks).toEqual([])
    const networks = (value: string) => readConfig({ ...external, ALLOWED_PRIVATE_NETWORKS: value })
    expect(networks('10.0.0.0/8,fd00::/8').allowedPrivateNetworks).toEqual(['10.0.0.0/8', 'fd00::/8'])
    expect(() => networks('10.0.0.0/40')).toThrow('contains 10.0.0.0/40, which is not a network.')
    expect(() => networks('localhost')).toThrow('must be a list of networks')
  })

  it.each(['https://sheaf.example.com:99999/api', 'https://1.2.3.256/api', 'sheaf.example.com'])(
    'reports a public address that is not a URL: %s',
    (address) => {
      expect(problemsOf(() => readConfig({ ...external, PUBLIC_BASE_URL: address }))).toEqual([
        'PUBLIC_BASE_URL must be a URL such as https://sheaf.example.com/api.',
      ])
    },
  )

  it('treats an empty variable as not set', () => {
    expect(readConfig({ ...external, PORT: '', LOG_LEVEL: ' ' })).toMatchObject({ port: 8090, logLevel: 'info' })
  })

  it('returns an immutable configuration', () => {
    const config = readConfig(external)
    expect(() => Object.assign(config.temporal, { address: 'elsewhere:1' })).toThrow(TypeError)
  })
})

describe('the settings of the language model', () => {
  const llm = { LLM_BASE_URL: 'https://llm.example.com/v1/', LLM_MODEL: 'tiny-1' }

  it('are off by default', () => {
    expect(readConfig(external)).not.toHaveProperty('llm')
    expect(readConfig({ ...external, LLM_API_KEY: 'sk-1', LLM_TIMEOUT_S: '5' })).not.toHaveProperty('llm')
  })

  it('are read with their defaults', () => {
    expect(readConfig({ ...external, ...llm }).llm).toEqual({
      url: 'https://llm.example.com/v1',
      model: 'tiny-1',
      timeoutS: 30,
    })
    expect(readConfig({ ...external, ...llm, LLM_API_KEY: 'sk-1', LLM_TIMEOUT_S: '5' }).llm).toMatchObject({
      apiKey: 'sk-1',
      timeoutS: 5,
    })
  })

  it('need an endpoint without credentials, a model and an existing file', () => {
    const problems = (env: Record<string, string>) => problemsOf(() => readConfig({ ...external, ...env }))
    expect(problems({ LLM_BASE_URL: llm.LLM_BASE_URL })).toEqual(['LLM_BASE_URL and LLM_MODEL must be set together.'])
    expect(problems({ LLM_MODEL: 'tiny-1' })).toEqual(['LLM_BASE_URL and LLM_MODEL must be set together.'])
    const withPassword = problems({ ...llm, LLM_BASE_URL: 'https://me:pass-1@llm.example.com/v1' })
    expect(withPassword).toEqual(['LLM_BASE_URL must not contain a user name or a password; set LLM_API_KEY.'])
    expect(problems({ ...llm, LLM_CALIBRATION: 'none.json' })).toEqual([
      'LLM_CALIBRATION is none.json, which does not exist.',
    ])
    const wrong = problems({ ...llm, LLM_BASE_URL: 'llm.example.com?key=sk-1', LLM_TIMEOUT_S: '0' })
    expect(wrong.join()).not.toContain('sk-1')
    expect(wrong).toHaveLength(2)
  })
})

describe('.env.example', () => {
  const lines = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8').split('\n')
  const named = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? [])

  it('documents exactly the existing settings', () => {
    expect(named.toSorted()).toEqual(Object.keys(settings.properties).toSorted())
  })

  it('marks the secrets that can be read from a file', () => {
    const marked = named.filter((name) => {
      const at = lines.findIndex((line) => line.replace('#', '').startsWith(`${name}=`))
      const comment = lines.slice(0, at).findLastIndex((line) => line.startsWith('# '))
      return lines[comment]!.includes('[file]')
    })
    expect(marked.toSorted()).toEqual([...SECRET_SETTINGS].toSorted())
  })

  it('is a valid configuration of an embedded stack', () => {
    const env = Object.fromEntries(lines.flatMap((line) => (/^[A-Z]/.test(line) ? [line.split('=', 2)] : [])))
    expect(readConfig(env, embedded)).toEqual(readConfig({}, embedded))
  })
})

describe('unknownSettings', () => {
  it('reports names in an env file that Sheaf does not read, with the similar setting', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-env-'))
    const file = join(folder, '.env')
    const known = [
      'LOG_LEVEL=debug',
      'SECRET_KEY_FILE=key',
      'SHEAF_URL=http://a',
      'HTTPS_PROXY=http://b',
      'POSTGRES_PASSWORD=x',
    ]
    writeFileSync(file, [...known, '# A_COMMENT=1', 'LOG_LEVL=debug', 'FAVOURITE_COLOUR=blue'].join('\n'))
    expect(unknownSettings(file)).toEqual([
      `FAVOURITE_COLOUR in ${file} is not a setting of Sheaf.`,
      `LOG_LEVL in ${file} is not a setting of Sheaf; did you mean LOG_LEVEL?`,
    ])
    expect(unknownSettings(join(folder, 'missing'))).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
