/** What tests do inside of pages. The sources are text, because the types of this project are those of Node and not of a browser. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { JSHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === node.ownerDocument.activeElement)

/** Whether an element comes after the one that has the focus. */
export const followsFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { activeElement } = node.ownerDocument
    return (
      activeElement !== null && (activeElement.compareDocumentPosition(node) & node.DOCUMENT_POSITION_FOLLOWING) !== 0
    )
  })

export const waitForFocus = (element: Locator): Promise<void> =>
  expect.poll(() => hasFocus(element), { message: `focus on ${String(element)}` }).toBe(true)

/** What the pointer of a file manager carries. */
export function transferOf(page: Page, paths: readonly string[]): Promise<JSHandle> {
  const files = paths.map((path) => [basename(path), readFileSync(path).toString('base64')])
  return page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const [name, base64] of ${JSON.stringify(files)})
      transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name))
    return transfer
  })()`)
}

/** Begins to record keystrokes and clicks of a page; returns the function that reads them. */
export async function recordPresses(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`(() => {
    window.presses = []
    addEventListener('keydown', ({ key }) => /^(Alt|Control|Shift)$/.test(key) || presses.push(key), true)
    addEventListener('click', ({ detail }) => detail > 0 && presses.push('click'), true)
  })()`)
  return () => page.evaluate<string[]>('window.presses')
}
