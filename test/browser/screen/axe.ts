/** Checks of accessibility by axe, in light and dark. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

// Run as a command of the debugger, so that the policy of the page does not refuse it.
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What is run in each appearance. Only rules of colour can find another result in the second one. */
const RUNS = [
  { colorScheme: 'light', runOnly: TAGS },
  { colorScheme: 'dark', runOnly: ['color-contrast', 'link-in-text-block'] },
] as const

/** The browser computes all styles again: after a change of the appearance it keeps some inherited colours. */
const RESTYLE = `
  document.documentElement.style.display = 'none'
  void document.body.offsetHeight
  document.documentElement.style.display = ''
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
`

interface Violation {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

export type Appearance = (typeof RUNS)[number]['colorScheme']

/** Returns what axe finds on a page as it is now, a line for each element. `name`: the screen, for the message. */
export async function violationsOf(
  page: Page,
  name: string,
  appearances: readonly Appearance[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(`window.axe || ${SOURCE}`)
  for (const { colorScheme, runOnly } of RUNS.filter((run) => appearances.includes(run.colorScheme))) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(RESTYLE)
    // Colours change within a transition.
    await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)))')
    const violations = await page.evaluate<Violation[]>(
      `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})
        .then(({ violations }) => violations)`,
    )
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(
          `${name}, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary.split('\n').at(-1)?.trim()}`,
        )
  }
  return found
}
