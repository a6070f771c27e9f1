/** Every dialog, palette, menu and panel of the screen, with the ways to open it. `overlays.test.ts` compares the table with the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from 'playwright-core'
import { field } from './world.ts'

const source = join(import.meta.dirname, '../../../web/src')

/** The components themselves: what they show is listed at the places that use them. */
const COMPONENTS = [
  'ui/dialog.tsx',
  'ui/menu.tsx',
  'ui/question.tsx',
  'screens/documents/popover.tsx',
  'screens/review/side/pick-menu.tsx',
  'screens/review/reason-dialog.tsx',
]

/** Anything that is shown above the screen: the components, and elements of the platform that do the same. */
const OVERLAY = /<(?:Dialog|ReasonDialog|Menu|PickMenu|Popover|dialog)\b|popover="|\bask\(\{/g

/** Returns the places of the code that show an overlay: `FILE` once for each. */
export const overlaysInCode = (): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => relative('.', name).replaceAll('\\', '/'))
    .filter((name) => !COMPONENTS.includes(name))
    .flatMap((name) => (readFileSync(join(source, name), 'utf8').match(OVERLAY) ?? []).map(() => name))
    .sort()

export type Screen = 'review' | 'approval' | 'list' | 'edit' | 'users' | 'layouts' | 'insights' | 'ended'

export interface Overlay {
  /** The file that shows it. */
  file: string
  screen: Screen
  name: string
  /** Ways to open it. The last step of each opens it, so that a key which follows at once is the first one after. */
  opened: Record<string, (page: Page) => Promise<unknown>>
  /** It has a field for text, which receives all that is typed. */
  takesText?: true
  /** Escape does not close it. */
  stays?: true
  /** It opens because a request is refused. */
  sends?: true
}

const press = (keys: string) => (page: Page) => page.keyboard.press(keys)
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
/** Opens a menu and selects one of its items; by keys the item is found with the arrows. */
const item = (menu: string, name: string) => async (page: Page) => {
  await button(menu)(page)
  await page.getByRole('menuitem', { name }).click()
}
/** Focuses a button and presses it. */
const enter = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().focus()
  await page.keyboard.press('Enter')
}
/** What is typed while the request runs goes nowhere. */
const untilOpen = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await open(page)
  await page.getByRole('dialog').waitFor()
}
const both = (name: string | RegExp) => ({ key: enter(name), mouse: button(name) })
const cell = (page: Page) => page.getByRole('grid', { name: 'Line items' }).getByRole('gridcell').first()
const command = (name: string) => async (page: Page) => {
  await page.keyboard.press('Control+K')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

export const OVERLAYS: readonly Overlay[] = [
  {
    file: 'ui/palette.tsx',
    screen: 'review',
    name: 'the palette of commands',
    opened: { key: press('Control+K'), mouse: item('Menu', 'All commands') },
    takesText: true,
  },
  {
    file: 'ui/palette.tsx',
    screen: 'review',
    name: 'the sheet of keys',
    opened: { key: press('F1'), mouse: item('Menu', 'Keyboard shortcuts'), palette: command('Keyboard shortcuts') },
  },
  {
    file: 'screens/review/reject-dialog.tsx',
    screen: 'review',
    name: 'the rejection',
    opened: { key: press('Alt+Shift+R'), mouse: item('Menu', 'Reject'), palette: command('Reject') },
    takesText: true,
  },
  {
    file: 'screens/review/override-dialog.tsx',
    screen: 'approval',
    name: 'the reason of an approval',
    opened: { key: untilOpen(press('Control+Enter')), mouse: untilOpen(button(/^Approve/)) },
    takesText: true,
    sends: true,
  },
  {
    file: 'screens/review/actions.ts',
    screen: 'review',
    name: 'the question before the pages are turned',
    opened: {
      mouse: item('Menu', 'Rotate the pages and read again'),
      palette: command('Rotate the pages and read again'),
    },
  },
  {
    file: 'screens/review/actions.ts',
    screen: 'review',
    name: 'the question before unchecked fields are confirmed',
    opened: { key: press('Control+Enter'), mouse: button(/^Confirm/) },
  },
  {
    file: 'screens/review/actions.ts',
    screen: 'review',
    name: 'the question before a duplicate is confirmed',
    opened: {
      key: async (page) => {
        await page.keyboard.press('Control+Enter')
        await page.getByRole('dialog', { name: /to be checked$/ }).waitFor()
        await page.keyboard.press('Control+Enter')
        await page.getByRole('dialog', { name: 'This document is a duplicate' }).waitFor()
      },
    },
  },
  { file: 'screens/review/toolbar.tsx', screen: 'review', name: 'the menu of the review', opened: both('Menu') },
  {
    file: 'screens/review/toolbar.tsx',
    screen: 'review',
    name: 'the order of the fields',
    opened: both('Order of the fields'),
  },
  {
    file: 'screens/review/side/label-menu.tsx',
    screen: 'review',
    name: 'the labels',
    opened: { key: press('Alt+L'), mouse: button('Add or remove labels') },
    takesText: true,
  },
  {
    file: 'screens/review/side/assignee-menu.tsx',
    screen: 'review',
    name: 'the assignees',
    opened: { key: press('Alt+A'), mouse: button('Assign') },
    takesText: true,
  },
  {
    file: 'screens/review/side/note.tsx',
    screen: 'review',
    name: 'the menu of a note',
    opened: both(/^Actions for the note/),
  },
  {
    file: 'screens/review/pages/toolbar.tsx',
    screen: 'review',
    name: 'the zoom',
    opened: both(/^(Fit width|Fit page|\d+\s?%)$/),
  },
  {
    file: 'screens/review/grid/toolbar.tsx',
    screen: 'review',
    name: 'the menu of a table',
    opened: both('All actions'),
  },
  {
    file: 'screens/review/grid/context-menu.tsx',
    screen: 'review',
    name: 'the menu of a cell',
    opened: {
      key: async (page) => {
        await cell(page).focus()
        await page.keyboard.press('Shift+F10')
      },
      mouse: (page) => cell(page).click({ button: 'right' }),
    },
  },
  {
    file: 'screens/review/grid/columns/columns-dialog.tsx',
    screen: 'review',
    name: 'the columns on the page',
    opened: {
      key: async (page) => {
        await cell(page).focus()
        await page.keyboard.press('Alt+G')
      },
      mouse: button('Columns on the page'),
    },
  },
  {
    file: 'screens/review/grid/paste-dialog.tsx',
    screen: 'review',
    name: 'the field to paste into',
    opened: { mouse: item('All actions', 'Paste from a spreadsheet') },
    takesText: true,
  },
  { file: 'app/top-bar.tsx', screen: 'list', name: 'the menu of the user', opened: both('Ada Lovelace') },
  { file: 'screens/documents/filters.tsx', screen: 'list', name: 'the filter by labels', opened: both('Labels') },
  { file: 'screens/documents/filters.tsx', screen: 'list', name: 'the filter by people', opened: both('Assigned to') },
  { file: 'screens/documents/filters.tsx', screen: 'list', name: 'the filter by days', opened: both('Arrived') },
  { file: 'screens/documents/bulk-bar.tsx', screen: 'list', name: 'the labels of a selection', opened: both('Label') },
  {
    file: 'screens/documents/bulk-bar.tsx',
    screen: 'list',
    name: 'the assignees of a selection',
    opened: both('Assign'),
  },
  {
    file: 'screens/documents/bulk-bar.tsx',
    screen: 'list',
    name: 'the menu of a selection in a narrow window',
    opened: { key: enter('More actions') },
  },
  {
    file: 'screens/documents/bulk-bar.tsx',
    screen: 'list',
    name: 'the question before documents are removed for good',
    opened: both('Delete permanently'),
  },
  { file: 'screens/documents/export-dialog.tsx', screen: 'list', name: 'the export', opened: both('Export') },
  {
    file: 'screens/editing/zoom-dialog.tsx',
    screen: 'edit',
    name: 'a large page',
    opened: {
      key: async (page) => {
        await page.locator('.page-face').first().focus()
        await page.keyboard.press('Enter')
      },
      mouse: (page) => page.locator('.page-face').first().dblclick(),
    },
  },
  { file: 'screens/editing/keys-dialog.tsx', screen: 'edit', name: 'the keys of the editor', opened: both('Keys') },
  { file: 'screens/editing/selection-bar.tsx', screen: 'edit', name: 'the targets of pages', opened: both('Move to') },
  {
    file: 'screens/editing/save-bar.tsx',
    screen: 'edit',
    name: 'the question before a document with entered values is divided',
    opened: both('Save'),
  },
  {
    file: 'screens/admin/queue-users.tsx',
    screen: 'users',
    name: 'the people for a queue',
    opened: both('Add users'),
    takesText: true,
  },
  {
    file: 'screens/layouts/layout-detail.tsx',
    screen: 'layouts',
    name: 'the question before a layout is deleted',
    opened: both('Delete'),
  },
  {
    file: 'screens/insights/apply-target.tsx',
    screen: 'insights',
    name: 'the question before a target applies',
    opened: both('Apply as target'),
  },
  {
    file: 'screens/insights/suggestions.tsx',
    screen: 'insights',
    name: 'the question before a suggestion is applied',
    opened: both('Apply'),
  },
  {
    file: 'screens/sign-in/sign-in.tsx',
    screen: 'ended',
    name: 'the sign-in after the end of a session',
    opened: {
      key: async (page) => {
        const box = field(page, 'Order number')
        await box.fill(await box.inputValue())
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor()
      },
    },
    takesText: true,
    stays: true,
    sends: true,
  },
]
