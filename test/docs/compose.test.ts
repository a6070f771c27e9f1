import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { FILES as PACKED } from '../../scripts/package.ts'
import { commandIn } from '../../src/cli/server/health.ts'
import { settings } from '../../src/config-settings.ts'
import { FAIR_SETTINGS, FAST_SETTINGS } from '../../src/provision/temporal-server.ts'
import { composeFile, contextOf, readImage, resolveCompose } from '../support/compose.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const compose = composeFile()
const services = Object.entries(compose.services)
const own = services.filter(([, service]) => service.build)
/** An image with a version tag of at least two numbers, not `latest`. */
const PINNED = /^[\w./-]+:v?\d+\.\d+[\w.-]*$/

describe('docker-compose.yml', () => {
  it('has the seven services and a set-up', () => {
    const names = ['api', 'postgres', 'reader', 'setup', 'store', 'temporal', 'temporal-ui', 'worker']
    expect(Object.keys(compose.services).toSorted()).toEqual(names)
  })

  it.each(services)('pins the version of %s', (_, { image }) => {
    expect(image).toMatch(PINNED)
  })

  it.each(services.filter(([name]) => name !== 'setup'))('checks the health of %s and restarts it', (_, service) => {
    expect(['CMD', 'CMD-SHELL']).toContain(service.healthcheck.test?.[0])
    expect(service.restart).toBe('unless-stopped')
  })

  it('runs the set-up once, before api and worker', () => {
    expect(compose.services['setup']).toMatchObject({ restart: 'no', healthcheck: { disable: true } })
    for (const name of ['api', 'worker']) {
      expect(compose.services[name]?.depends_on).toEqual({
        setup: { condition: 'service_completed_successfully' },
        reader: { condition: 'service_healthy' },
      })
    }
  })

  it('opens documents in a container without network, secrets and data', () => {
    const { reader } = compose.services
    expect(reader).toMatchObject({
      network_mode: 'none',
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: ['SETUID', 'SETGID', 'SETPCAP', 'KILL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['documents:/run/documents'],
    })
    expect(Object.keys(reader!.environment!)).toEqual(['SHEAF_MODELS'])
    const socket = reader!.command!.at(-1)
    for (const [name, service] of own.filter(([other]) => other !== 'reader')) {
      expect(service.environment?.['DOCUMENTS_SOCKET'], name).toBe(socket)
      expect(service.environment, name).not.toHaveProperty('REQUIRE_SANDBOX')
      expect(service, name).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    }
  })

  it('has no default for a secret', () => {
    const secrets = read('docker-compose.yml').match(/\$\{\w*(PASSWORD|SECRET|KEY|TOKEN)\w*[^}]*\}/g) ?? []
    // Empty: the feature is off.
    const empty = ['${SECRET_KEY:-}', '${SECRETS_KEY:-}']
    const optional = ['${S3_ACCESS_KEY_ID:-sheaf}', ...empty]
    const demanded = secrets.filter((text) => !optional.includes(text))
    expect(demanded).toHaveLength(5)
    for (const text of demanded)
      expect(text).toMatch(/^\$\{(POSTGRES_PASSWORD|S3_SECRET_ACCESS_KEY):\?Set \w+ in \.env, .+\}$/)
    for (const [name, { environment = {} }] of services)
      for (const [key, value] of Object.entries(environment))
        if (/PASSWORD|PWD|SECRETS?_KEY$|SECRET_ACCESS_KEY/.test(key) && value && !empty.includes(value))
          expect(value, `${key} of ${name}`).toMatch(/^\$\{\w+:\?/)
  })

  it.each(['README.md', 'docs/production.md'])('keeps its passwords when the command of %s runs again', (page) => {
    const command = read(page).match(/^.*POSTGRES_PASSWORD=%s.*$/m)![0]
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-compose-'))
    try {
      const passwords = () => {
        execFileSync('sh', ['-c', command], { cwd: folder })
        return readFileSync(join(folder, '.env'), 'utf8')
      }
      const first = passwords()
      expect(first).toMatch(/^POSTGRES_PASSWORD=[0-9a-f]{48}\nS3_SECRET_ACCESS_KEY=[0-9a-f]{48}\n$/)
      expect(passwords()).toBe(first)
      expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('publishes ports only on the loopback interface', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? [])
    expect(ports.length).toBeGreaterThan(4)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+|\$\{\w+:-\d+\}):\d+$/)
  })

  it('passes all settings of .env to the containers of Sheaf but the reader', () => {
    for (const [name, { env_file }] of own)
      expect(env_file, name).toEqual(name === 'reader' ? undefined : [{ path: '.env', required: false }])
    const names = Object.keys(settings.properties)
    const dotEnv = ['POSTGRES_PASSWORD=p', ...names.map((name) => `${name}=given`)].join('\n')
    const { api } = resolveCompose(dotEnv).services
    const decided = names.filter((name) => !String(api!.environment![name]).includes('given'))
    // What differs between a container and the machine; keys are in files.
    expect(decided.toSorted()).toEqual(
      [
        'BLOBS_FOLDER',
        'DATABASE_URL',
        'DOCUMENTS_SOCKET',
        'HOST',
        'MAIL_HOST',
        'MAIL_PORT',
        'PORT',
        'S3_BUCKET',
        'S3_ENDPOINT',
        'SECRETS_KEY',
        'SECRET_KEY',
        'SHEAF_HOME',
        'SHEAF_MODELS',
        'TEMPORAL_ADDRESS',
      ].toSorted(),
    )
  })

  it('allows scaling of workers: no container name and no published port', () => {
    expect(compose.services['worker']).not.toHaveProperty('container_name')
    expect(compose.services['worker']).not.toHaveProperty('ports')
  })

  it.each(own)('runs an existing file and sets only existing settings, in %s', (_, { command, environment }) => {
    expect(existsSync(join(root, command![1]!))).toBe(true)
    for (const name of Object.keys(environment!)) {
      expect(Object.keys(settings.properties)).toContain(name.replace(/_FILE$/, ''))
    }
  })

  it('declares every used volume', () => {
    const used = services.flatMap(([, service]) => (service.volumes ?? []).map((volume) => volume.split(':')[0]!))
    const named = used.filter((name) => !name.startsWith('.'))
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
    for (const file of used.filter((name) => name.startsWith('.'))) expect(existsSync(join(root, file))).toBe(true)
  })

  it('configures Temporal like the embedded server', () => {
    const given = parse(read('docker/temporal-dynamic-config.yaml')) as Record<string, [{ value: unknown }]>
    const embedded = [...FAST_SETTINGS, ...FAIR_SETTINGS]
      .filter((word) => word.includes('='))
      .map((word) => word.split('=') as [string, string])
    expect(Object.fromEntries(Object.entries(given).map(([name, [{ value }]]) => [name, value]))).toEqual(
      Object.fromEntries(embedded.map(([name, value]) => [name, JSON.parse(value)])),
    )
  })
})

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')

  it('uses the pinned Node version of the lock file', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
    const bases = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []).filter((base) => base !== 'packages')
    expect(new Set(bases)).toEqual(new Set([`node:${lock.packages['node_modules/node']!.version}-bookworm-slim`]))
  })

  it('has only the packages that the service loads', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')))
    expect(last.filter((line) => line.includes('node_modules'))).toEqual([
      'COPY --from=slim /sheaf/node_modules ./node_modules',
    ])
  })

  it('runs as an unprivileged user with a health check, bubblewrap, tesseract and the OCR models', () => {
    const text = lines.join('\n')
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('FROM')))
    for (const part of ['HEALTHCHECK', 'bubblewrap', 'tesseract-ocr', 'main.ts setup-ocr']) {
      expect(text).toContain(part)
    }
  })

  it('checks the health of the role that runs, and compose that of each service', () => {
    expect(lines.filter((line) => line.startsWith('HEALTHCHECK'))).toEqual([
      expect.stringMatching(/CMD \["node", "src\/cli\/main\.ts", "health"\]$/),
    ])
    expect([
      commandIn(['tini', '--', 'node', 'src/cli/main.ts', 'api']),
      commandIn(['/sbin/docker-init', '--', 'tini', '--', 'node', 'src/cli/main.ts', 'worker']),
      commandIn(['tini', '--', 'sheaf', 'smtp']),
      commandIn(['node', '/sheaf/src/cli/main.ts', 'reader', '--socket', '/run/documents/socket']),
      commandIn(['node', 'bin/sheaf.mjs', 'setup']),
      commandIn(['sleep', '1000']),
    ]).toEqual([['api'], ['worker'], ['smtp'], ['reader', '--socket', '/run/documents/socket'], ['setup'], []])
  })

  it('copies what programs read by its path, and so does the package', () => {
    const files = globSync(['{src,db}/**/*.ts'], { cwd: root })
    const paths = files.flatMap((file) =>
      [
        ...read(file).matchAll(/import\.meta\.dirname,((?:\s*'[^']+',?)+)\)|new URL\('([^']+)', import\.meta\.url\)/g),
      ].map(([, words, url]) => {
        const parts = words ? [...words.matchAll(/'([^']+)'/g)].map(([, word]) => word!) : [url!]
        return normalize(join(dirname(file), ...parts)).replace(/\/$/, '')
      }),
    )
    // The folder of the program itself is no file that it reads.
    const outside = [...new Set(paths)].filter((path) => !/^(src|db)\/|^\.$/.test(path))
    expect(outside).toContain('docs/types')
    const targets = readImage()
      .all.map(({ from, to }) => (to.endsWith('/') ? from : [to.replace(/^\.\//, '')]))
      .flat()
    const isIn = (list: readonly string[], path: string) =>
      list.some((one) => path === one || path.startsWith(`${one}/`))
    expect(outside.filter((path) => !isIn(targets, path))).toEqual([])
    // The package has a package.json of its own.
    expect(outside.filter((path) => !isIn([...PACKED, 'package.json'], path))).toEqual([])
  })

  it('copies only files of the build context', () => {
    const context = contextOf()
    const copied = readImage().copies.flatMap(({ from }) => from)
    expect(copied.length).toBeGreaterThan(5)
    for (const name of copied) {
      expect(context).toContain(name.replace(/\/$/, ''))
      expect(existsSync(join(root, name))).toBe(true)
    }
  })
})
