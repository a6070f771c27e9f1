/**
 * Reports progress of long work; prints nothing for work that ends within two seconds.
 * On a terminal, updates one line every second; elsewhere (CI logs), prints a line every minute.
 */
export async function withProgress<T>(what: string, work: () => Promise<T>, out = process.stderr): Promise<T> {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  let reported = false
  const report = () => {
    out.write(out.isTTY ? `\r${what}, ${seconds()} s ` : `${what}, ${seconds()} s\n`)
    reported = true
  }
  let timer: NodeJS.Timeout = setTimeout(() => {
    report()
    timer = setInterval(report, out.isTTY ? 1000 : 60_000)
  }, 2000)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (reported) out.write(out.isTTY ? '\n' : `${what}: done after ${seconds()} s\n`)
  }
}
