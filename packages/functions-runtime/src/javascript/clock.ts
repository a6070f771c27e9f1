import { define, host } from './host.ts'

/** Milliseconds; advances only with timers and responses, so that a repeated call sees the same times. */
let now = 0
/** The clock advances by this with each response: a loop that waits for a time ends. */
const RESPONSE_MS = 1

interface Timer {
  run: () => void
  due: number
  every: number | undefined
}

const timers = new Map<number, Timer>()
let last = 0

export const advance = (): void => void (now += RESPONSE_MS)

export function startClock(ms: number): void {
  now = ms
  define('performance', { now: () => now - ms, timeOrigin: ms })
}

function start(run: unknown, ms: unknown, values: unknown[], repeats: boolean): TimerHandle {
  if (typeof run !== 'function') throw new TypeError('The callback of a timer must be a function.')
  const wait = Math.max(1, Math.min(2 ** 31 - 1, Number(ms) || 1))
  const id = ++last
  timers.set(id, { run: () => void run(...values), due: now + wait, every: repeats ? wait : undefined })
  const refused = host('timer', id, wait)
  if (refused !== undefined) throw new RangeError(refused)
  return new TimerHandle(id)
}

/** What timers return: a number where one is needed, with the methods that Node's timers have. */
class TimerHandle {
  readonly #id: number
  constructor(id: number) {
    this.#id = id
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  [Symbol.toPrimitive](): number {
    return this.#id
  }
}

function stop(handle: unknown): void {
  const id = Number(handle)
  if (timers.delete(id)) host('cancel', id)
}

export function fire(id: number): void {
  const timer = timers.get(id)
  if (!timer) return
  now = Math.max(now, timer.due)
  if (timer.every === undefined) timers.delete(id)
  else {
    timer.due = now + timer.every
    host('timer', id, timer.every)
  }
  timer.run()
}

export const timerFunctions = {
  setTimeout: (run: unknown, ms?: unknown, ...values: unknown[]) => start(run, ms, values, false),
  setInterval: (run: unknown, ms?: unknown, ...values: unknown[]) => start(run, ms, values, true),
  setImmediate: (run: unknown, ...values: unknown[]) => start(run, 0, values, false),
  clearTimeout: stop,
  clearInterval: stop,
  clearImmediate: stop,
}

export const sleep = <Value>(ms: number, value?: Value): Promise<Value | undefined> =>
  new Promise((resolve) => void timerFunctions.setTimeout(resolve, ms, value))

/** Replaces every way to read the time of the machine. */
export function installClock(): void {
  for (const [name, work] of Object.entries(timerFunctions)) define(name, work)
  define('queueMicrotask', (work: () => void) => void Promise.resolve().then(work))
  const RealDate = Date
  const dateNow = () => now
  function FixedDate(this: unknown, ...values: [number]): unknown {
    if (!new.target) return new RealDate(now).toString()
    return Reflect.construct(RealDate, values.length ? values : [now], new.target)
  }
  Object.defineProperties(FixedDate, {
    ...Object.getOwnPropertyDescriptors(RealDate),
    now: { value: dateNow, writable: true, configurable: true },
    name: { value: 'Date', configurable: true },
  })
  Object.defineProperty(RealDate.prototype, 'constructor', { value: FixedDate, writable: true, configurable: true })
  define('Date', FixedDate)
  const { format } = Object.getOwnPropertyDescriptors(Intl.DateTimeFormat.prototype)
  const { formatToParts } = Intl.DateTimeFormat.prototype
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const own: (date: Date | number) => string = Reflect.apply(format.get!, this, [])
      return (date?: Date | number) => own(date ?? now)
    },
  })
  Intl.DateTimeFormat.prototype.formatToParts = function (date) {
    return Reflect.apply(formatToParts, this, [date ?? now])
  }
}
