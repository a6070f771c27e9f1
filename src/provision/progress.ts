/**
 * Says every few seconds that something still happens; nothing for work that ends within two seconds.
 * On a terminal one line that is written over, elsewhere (logs of CI) a line every ten seconds.
 */
export async function withProgress<T>(what: string, work: () => Promise<T>, out = process.stderr): Promise<T> {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  let told = false
  const tell = () => {
    out.write(out.isTTY ? `\r${what}, ${seconds()} s ` : `${what}, ${seconds()} s\n`)
    told = true
  }
  let timer: NodeJS.Timeout = setTimeout(() => {
    tell()
    timer = setInterval(tell, out.isTTY ? 1000 : 10_000)
  }, 2000)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (told) out.write(out.isTTY ? '\n' : `${what}: done after ${seconds()} s\n`)
  }
}
