/**
 * Hostile JavaScript. Each program is the body of a handler. `escape`: it returns what it could reach, which must be nothing (null).
 * `fails`: the kinds of failure by which it may end.
 */
export interface Hostile {
  name: string
  code: string
  fails?: string[]
  /** Default 20 s. */
  timeout_ms?: number
}

/** Returns what is beyond the isolate, looking from a constructor of functions. */
const REACH = `function reach(make) {
  const code = 'return typeof process === "object" && process.binding ? "process" : typeof require === "function" && require.cache ? "require" : null'
  try { const found = make(code)(); return typeof found === 'string' ? found : null } catch { return null }
}`

const escape = (name: string, code: string): Hostile => ({ name, code: `${REACH}\n${code}` })

export const hostileJavaScript: Hostile[] = [
  escape('walks prototypes of the payload to a constructor', 'return reach(payload.constructor.constructor)'),
  escape('takes the constructor of an async function', 'return await reach((async () => {}).constructor)'),
  escape(
    'takes the constructor of an async generator',
    'const g = (async function* () {}).constructor; return (await g("yield typeof process.binding")().next()).value === "function" ? "process" : null',
  ),
  escape(
    'takes the constructor of each global function',
    'for (const name of Object.getOwnPropertyNames(globalThis)) { const f = globalThis[name]; const found = typeof f === "function" && reach(f.constructor); if (found) return name + found } return null',
  ),
  escape(
    'takes the constructors of the functions of console, fetch and timers',
    'return reach(console.log.constructor) ?? reach(fetch.constructor) ?? reach(setTimeout.constructor) ?? reach(require.constructor)',
  ),
  escape(
    'reads the stack by Error.prepareStackTrace',
    'let found = null; Error.prepareStackTrace = (_, sites) => { for (const s of sites) { const t = s.getThis?.(); const f = s.getFunction?.(); if (t && t.process?.binding) found = "this"; if (f && reach(f.constructor)) found = "function" } }; new Error("x").stack; try { null.x } catch (e) { e.stack } await fetch("http://x").catch((e) => e.stack); return found',
  ),
  escape(
    'passes a proxy to fetch',
    'const seen = []; const trap = new Proxy({}, { get: (t, k, r) => { seen.push(typeof r); return undefined }, apply: () => seen.push("apply") }); await fetch(trap, trap).catch(() => 0); return reach(trap.constructor ?? Object.constructor)',
  ),
  escape(
    'passes objects with toString and toJSON to the log',
    'let found = null; const bad = { toString() { found = reach(arguments.callee.caller?.constructor ?? Function); return "x" }, toJSON() { return this }, get x() { return found } }; console.log(bad, "%s %j", bad, bad); return found',
  ),
  escape(
    'changes the prototypes that the host code uses',
    'Object.prototype.id = 1; Array.prototype.map = () => [process.env]; JSON.parse = () => globalThis; String.prototype.slice = () => "x"; Promise.prototype.then = function () { return this }; return null',
  ),
  escape(
    'looks for host objects in the exception of a refused request',
    'try { await fetch("http://127.0.0.1") } catch (e) { return /node:|\\/src\\/|\\/work\\//.test(e.stack) ? "stack" : reach(e.constructor.constructor) }',
  ),
  escape(
    'looks for references of isolated-vm',
    'return Object.getOwnPropertyNames(globalThis).find((n) => /ivm|^reference$|callback|isolate/i.test(n)) ?? null',
  ),
  {
    name: 'leaves the wrapper of CommonJS',
    code: 'return null\n}\n}); globalThis.leaked = typeof __filename; (function () { {',
    fails: ['syntax'],
  },
  escape(
    'uses the callers of functions',
    'try { return (function f() { return reach(f.caller.caller.constructor) })() } catch { return null }',
  ),
  escape('compiles WebAssembly', 'return typeof WebAssembly === "undefined" ? null : "WebAssembly"'),
  escape(
    'shares memory',
    'return typeof SharedArrayBuffer === "undefined" && typeof Atomics === "undefined" ? null : "shared memory"',
  ),
  escape('reads the environment', 'return Object.keys(process.env).length ? "environment" : null'),
  escape(
    'requires modules of Node',
    'for (const name of ["fs", "node:fs", "child_process", "net", "http", "vm", "worker_threads", "module", "os", "v8", "inspector", "../../child.ts", "/etc/passwd", "isolated-vm"]) { try { require(name); return name } catch {} } return null',
  ),
  escape(
    'imports modules of Node',
    'for (const name of ["fs", "node:child_process", "data:text/javascript,export default 1"]) { try { await import(name); return name } catch {} } return null',
  ),
  escape(
    'requires files by paths of the pack',
    'for (const name of ["lodash/../../package.json", "lodash/../isolated-vm", "dayjs/plugin/../../../pg", "__proto__", "constructor", "toString"]) { try { if (require(name)) return name } catch {} } return null',
  ),
  escape(
    'looks for process.binding and mainModule',
    'return process.binding ?? process.mainModule ?? process.getBuiltinModule ?? null',
  ),
  { name: 'exhausts the heap', code: 'const a = []; for (;;) a.push(new Array(1000).fill({}))', fails: ['memory'] },
  {
    name: 'exhausts the heap with strings',
    code: 'const a = []; for (let i = 0; ; i++) a.push(("x" + i).repeat(1e5).split(""))',
    fails: ['memory'],
  },
  { name: 'exhausts buffers', code: 'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))', fails: ['memory'] },
  {
    name: 'requests one huge buffer',
    code: 'return new ArrayBuffer(2 ** 33).byteLength',
    fails: ['memory', 'exception'],
  },
  { name: 'exhausts the stack', code: 'const f = () => f() + 1; return f()', fails: ['exception'] },
  {
    name: 'exhausts the stack by nested JSON',
    code: 'let o = {}; for (let i = 0; i < 1e6; i++) o = { o }; return o',
    fails: ['exception'],
  },
  { name: 'loops for ever', code: 'for (;;);', fails: ['timeout'], timeout_ms: 500 },
  {
    name: 'loops in a catch',
    code: 'for (;;) { try { for (;;); } catch {} finally { continue } }',
    fails: ['timeout'],
    timeout_ms: 500,
  },
  {
    name: 'evaluates a catastrophic regular expression',
    code: 'return /^(a+)+$/.test("a".repeat(50) + "!")',
    fails: ['timeout'],
    timeout_ms: 500,
  },
  { name: 'adds microtasks without end', code: 'for (;;) await null', fails: ['timeout'], timeout_ms: 500 },
  {
    name: 'adds timers without end',
    code: 'const f = () => { setTimeout(f); setTimeout(f) }; f(); await new Promise(() => 0)',
    fails: ['timeout', 'exception'],
    timeout_ms: 1000,
  },
  { name: 'waits for a promise that is never resolved', code: 'await new Promise(() => 0)', fails: ['exception'] },
  {
    name: 'waits with a timer that never ends',
    code: 'await new Promise(() => setInterval(() => 0, 1e9))',
    fails: ['timeout'],
    timeout_ms: 500,
  },
  { name: 'returns a giant response', code: 'return "x".repeat(6e6)', fails: ['output'] },
  {
    name: 'returns a response that changes while it is read',
    code: 'let n = 0; return { toJSON: () => (n++ ? "late" : { toJSON: 1, get x() { throw new Error("no") } }) }',
    fails: ['exception'],
  },
  {
    name: 'throws an object whose texts throw',
    code: 'throw new Proxy(new Error("x"), { get() { throw new Error("y") }, getPrototypeOf() { throw new Error("z") } })',
    fails: ['exception'],
  },
  { name: 'throws an error with a giant message', code: 'throw new Error("x".repeat(5e6))', fails: ['exception'] },
  {
    name: 'opens requests without end',
    code: 'const all = []; for (let i = 0; i < 1e4; i++) all.push(fetch("http://x/" + i).catch(() => 0)); await Promise.all(all); throw new Error("refused")',
    fails: ['exception', 'timeout'],
  },
  {
    name: 'exhausts memory by structuredClone of cycles',
    code: 'let a = []; a.push(a, a); for (;;) a = [structuredClone(a), structuredClone(a)]',
    // Whichever limit a busy machine reaches first.
    fails: ['memory', 'exception', 'timeout'],
  },
]
