// Runs a program of the project with the project's own Node: `node scripts/run.mjs FILE.ts args…`, or `bin:NAME args…` for the binary of a
// package. On a fresh clone it first installs what is missing, so every npm script works with only Node ≥ 20 and npm. Plain JavaScript
// without dependencies, because it runs before any are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { clearInterval, setInterval } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
/** npm has installed the dependencies of a package, here or beside it; only a repository has a lock file. */
const isPackage = !existsSync(join(root, 'package-lock.json'))
const stamp = join(modules, '.sheaf-install')
/** What Node loads first in everything that this script starts. */
const endWithParent = `--import=${pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs'))}`

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The content of the stamp: the lock file of the installation and the platform (native packages differ). */
function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`
}

/** Packages of other checkouts: npm ci would empty the target of such a link, and the packages of this repository would be theirs. */
const isElsewhere = () => lstatSync(modules).isSymbolicLink()

/**
 * Returns true if a package of this repository can be imported by its name. A link that is missing is made as npm makes it, so that a new
 * package needs no installation of all others.
 */
function isLinked([path, { resolved }]) {
  const [link, folder] = [join(root, path), join(root, resolved)]
  try {
    if (!existsSync(link) && !isElsewhere()) {
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(relative(dirname(link), folder), link, 'dir')
    }
    return realpathSync(link) === realpathSync(folder)
  } catch {
    return false
  }
}

/**
 * Returns what npm's own record of `node_modules` has of the lock file, so that a manual installation is accepted too: `all` packages,
 * those for `production` (`npm ci --omit=dev`), or not what it should have.
 */
function installation() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return 'outdated'
  const installed = readJson(record).packages
  // Packages of this repository are its folders; what npm installs is in node_modules, or in one of such a folder.
  const listed = Object.entries(readJson(join(root, 'package-lock.json')).packages).filter(([path]) =>
    /(^|\/)node_modules\//.test(path),
  )
  const wanted = listed.filter(([, { link }]) => !link)
  const matches = ([path, { version, optional, devOptional, peer }]) =>
    installed[path]?.version === version || (!installed[path] && (optional || devOptional || peer))
  const forDevelopment = wanted.filter(([, { dev, optional }]) => dev && !optional)
  const others = wanted.filter(([, { dev }]) => !dev)
  if (!others.every(matches)) return 'outdated'
  if (!listed.filter(([, { link }]) => link).every(isLinked)) return 'outdated'
  if (forDevelopment.every(matches)) return 'all'
  return forDevelopment.some(([path]) => installed[path]) ? 'outdated' : 'production'
}

/** The service itself runs without packages for development; tests, builds (`src/build.ts` of a package) and scripts need them. */
const isOfService = (target) =>
  /^(src|db|packages[\\/][^\\/]+[\\/]src)[\\/](?!build\.ts$)/.test(relative(root, resolve(root, target)))

function isInstalled(target) {
  if (isPackage) return true
  if (!existsSync(modules)) return false
  if (!isElsewhere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return true
  const found = installation()
  // Writes no stamp: such an installation may belong to another user.
  if (found === 'production' && isOfService(target)) return true
  if (found !== 'all') {
    if (isElsewhere())
      fail('node_modules is a link to the packages of another checkout. Remove the link, then run this again.')
    return false
  }
  writeFileSync(stamp, fingerprint())
  return true
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Holds `file` as a lock while `work` runs. A lock whose owner has exited is taken over. */
async function withLock(file, work) {
  for (let isAnnounced = false; ;) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
      if (owner && !isAlive(owner)) {
        rmSync(file, { force: true })
        continue
      }
      if (!isAnnounced) console.error('Another process installs the dependencies; waiting for it.')
      isAnnounced = true
      await wait(300)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Runs `npm ci`, which reports no progress. Its output is printed only if it fails; a line shows the time, without a terminal rarely. */
function install() {
  const started = Date.now()
  const terminal = process.stderr.isTTY
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const what = 'Installing the dependencies (npm ci), once; this usually takes one to three minutes'
  const text = () => `${what}: ${seconds()} s`
  process.stderr.write(terminal ? text() : `${what}.\n`)
  const timer = setInterval(
    () => process.stderr.write(terminal ? `\r${text()}` : `Still installing after ${seconds()} s.\n`),
    terminal ? 1000 : 60_000,
  )
  // The npm that runs this script, if any: the version that the user called.
  const npm = process.env.npm_execpath
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, ...flags]] : ['npm', flags]
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // The CPU part of onnxruntime is in its npm package; its install script would only download GPU libraries.
      ONNXRUNTIME_NODE_INSTALL: 'skip',
      ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip',
      // The lock of a killed script is taken over: its npm must not go on beside the next one.
      NODE_OPTIONS: [endWithParent, process.env.NODE_OPTIONS].filter(Boolean).join(' '),
      SHEAF_ENDS_WITH: String(process.pid),
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((done) => {
    const finish = (problem) => {
      clearInterval(timer)
      if (terminal) process.stderr.write('\n')
      if (problem) fail(`${output.trim()}\nThe dependencies could not be installed: ${problem}.`)
      writeFileSync(stamp, fingerprint())
      console.error(`Dependencies installed in ${seconds()} s.`)
      done()
    }
    child.on('error', (error) => finish(error.message))
    child.on('close', (code) => finish(code === 0 ? undefined : `npm ci exited with code ${code}`))
  })
}

/** Returns Node 24 of the npm package `node`; otherwise the running one if it can run TypeScript. */
function projectNode() {
  for (const folder of isPackage ? [modules, dirname(root)] : [modules])
    for (const name of ['node', 'node.exe']) {
      const candidate = join(folder, 'node', 'bin', name)
      if (existsSync(candidate)) return candidate
    }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    'Node 24 is missing: the install script of the npm package "node" did not run. Allow install scripts and install again, or use Node 24.',
  )
}

/** Returns the JavaScript file of `node_modules/.bin/NAME`, which is run with the project's Node and not the machine's. */
function programOf(name) {
  const link = join(modules, '.bin', name)
  if (!existsSync(link)) fail(`There is no program "${name}" in node_modules.`)
  return link
}

/** Returns the name and the parent of a process, from /proc. */
function look(pid) {
  try {
    const [, name, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').match(/^\d+ \((.*)\) \S (\d+)/)
    return { name, parent: Number(parent) }
  } catch {
    return undefined
  }
}

/** Watches npm and the shell in which it starts scripts; returns true while both are running. */
function watchCallers() {
  const parent = process.ppid
  const shell = look(parent)
  // The parent id changes when the parent exits.
  if (!shell || !/^(sh|dash|bash|ash|zsh)$/.test(shell.name)) return () => process.ppid === parent
  const npm = shell.parent
  // The caller was killed before this check: the shell was reparented to process 1, which is npm itself only in a container.
  const orphaned = npm === 1 && !/^(npm|node|MainThread)/.test(look(1)?.name ?? '')
  return () => !orphaned && process.ppid === parent && look(parent)?.parent === npm
}

/**
 * Most objects of a worker are short-lived. By default each heap may keep 128 MB for them and gradually uses all of it; 48 MB are enough
 * (docs/decisions/0055-room-for-short-lived-objects.md). The caller's options come later and take precedence.
 */
const nodeOptions = ['--max-semi-space-size=16', process.env.NODE_OPTIONS].filter(Boolean).join(' ')

/**
 * Where Node keeps compiled code: the service has thousands of modules, and with it half of the processor time of a start is saved. Node goes
 * on without it if the folder is not writable, and ignores what other sources, versions or options of Node have left.
 */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compiled')

function run(program, args) {
  const id = String(process.pid)
  const child = spawn(projectNode(), [endWithParent, program, ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: nodeOptions,
      NODE_COMPILE_CACHE: compiled,
      SHEAF_LAUNCHER: id,
      SHEAF_ENDS_WITH: id,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal already sends Ctrl-C to every process of the group; a second one makes many programs exit immediately.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
  }
  // npm can be killed without its script noticing (SIGKILL, or its shell swallows the signal): then the script's program is stopped here.
  if (process.env.npm_lifecycle_event) {
    const areThere = watchCallers()
    setInterval(() => areThere() || child.kill('SIGTERM'), 200).unref()
  }
  child.on('error', (error) => fail(`${program} could not be started: ${error.message}`))
  child.on('close', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

const [target, ...args] = process.argv.slice(2)
if (!target) fail('Usage: node scripts/run.mjs FILE.ts args… | bin:NAME args…')
if (!isInstalled(target)) {
  const lock = join(tmpdir(), `sheaf-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`)
  await withLock(lock, async () => (isInstalled(target) ? undefined : install()))
}
run(target.startsWith('bin:') ? programOf(target.slice(4)) : resolve(root, target), args)
