// Preloaded into the processes of the API and the worker (`node --import`). Adds the milliseconds in the file CHAOS_CLOCK_FILE to what
// `Date` returns in JavaScript. Timers, native code and other processes keep the real time.
import { readFileSync } from 'node:fs'

const file = process.env['CHAOS_CLOCK_FILE']
const POLL_MS = 100

if (file) {
  const RealDate = Date
  let offset = 0
  const read = () => {
    try {
      offset = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      offset = 0
    }
  }
  read()
  setInterval(read, POLL_MS).unref()
  const now = () => RealDate.now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
  })
}
