import { Random } from '../../train/random.ts'
import { FONT_FAMILIES } from '../draw/fonts.ts'
import { COLUMN_SETS, HEADS, TEST_HEADS } from './arrangements.ts'

export const FAMILIES = 80
export const PROGRAMS = 320

export type Use = 'train' | 'test'

/**
 * A layout program: how one invoicing program, or one company, lays out its documents. Programs of a family share the structure; fonts,
 * measures and wordings differ.
 */
export interface Program {
  number: number
  family: number
  use: Use
  name: string
  /** Order of the blocks above the table, see `arrangements.ts`. */
  head: string
  facts: 'pairs' | 'pairs-right' | 'inline' | 'row' | 'below' | 'piped' | 'sentence'
  title: 'plain' | 'number' | 'none' | 'band'
  sender: 'full' | 'short' | 'reversed' | 'one-line'
  senderLabel: boolean
  recipientLabel: 'above' | 'inline' | 'none' | 'boxed'
  contactPlace: 'above' | 'below' | 'none' | 'prefixed'
  columns: string
  rows: 'ruled' | 'zebra' | 'open' | 'grid' | 'columns'
  header: 'ruled' | 'dark' | 'grey' | 'plain' | 'none'
  rowText: 'same' | 'above' | 'last'
  code: 'column' | 'prefix' | 'below'
  totals: 'right' | 'left' | 'full' | 'inline' | 'sentence' | 'boxed' | 'columns'
  taxTable: 'none' | 'before' | 'after'
  payment: 'footer' | 'block' | 'pairs' | 'sentence' | 'none'
  footer: 'columns' | 'line' | 'none' | 'centered'
  amountBox: boolean
  signs: 'each' | 'totals' | 'total' | 'header' | 'heading' | 'prices'
  /** Whether an amount due is printed although it equals the total, and instead of it. */
  due: 'with' | 'instead' | 'never'
  /** Fonts, measures, wording. */
  font: string
  headingFont: string
  size: number
  leading: number
  margin: number
  letter: boolean
  split: number
  rightAlign: boolean
  colon: string
  labelCase: 'as-is' | 'upper' | 'lower'
  boldLabels: boolean
  accent: string
  bilingual: boolean
  spacedTitle: boolean
  titleSize: number
  upperNames: boolean
  ibanStyle: 'spaced' | 'plain' | 'broken'
  senderTags: boolean
  page: boolean
  perWord: boolean
  /** Empty space above the first block. */
  topGap: number
  /** Whether the sums are near the bottom of the page. */
  atBottom: boolean
  receiptWidth: number
  wordingSeed: number
}

const structureOf = (random: Random, use: Use) => ({
  head: random.pick(use === 'test' && random.chance(0.5) ? TEST_HEADS : HEADS),
  facts: random.pick([
    'pairs',
    'pairs',
    'pairs',
    'pairs-right',
    'pairs-right',
    'inline',
    'inline',
    'row',
    'row',
    'below',
    'piped',
    'sentence',
  ] as const),
  title: random.pick(['plain', 'plain', 'plain', 'number', 'number', 'none', 'band'] as const),
  sender: random.pick(['full', 'full', 'full', 'short', 'reversed', 'one-line'] as const),
  senderLabel: random.chance(0.3),
  recipientLabel: random.pick(['above', 'above', 'above', 'inline', 'none', 'none', 'boxed'] as const),
  contactPlace: random.pick(['above', 'below', 'below', 'none', 'none', 'prefixed'] as const),
  columns: random.pick(COLUMN_SETS),
  rows: random.pick(['ruled', 'ruled', 'open', 'open', 'zebra', 'grid', 'columns'] as const),
  header: random.pick(['ruled', 'ruled', 'dark', 'grey', 'plain', 'plain', 'none'] as const),
  rowText: random.pick(['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same', 'above', 'last'] as const),
  code: random.pick(['column', 'column', 'column', 'prefix', 'below'] as const),
  totals: random.pick(['right', 'right', 'right', 'columns', 'left', 'full', 'inline', 'sentence', 'boxed'] as const),
  taxTable: random.pick(['none', 'none', 'none', 'before', 'after'] as const),
  payment: random.pick(['footer', 'block', 'block', 'pairs', 'pairs', 'sentence', 'none'] as const),
  footer: random.pick(['columns', 'columns', 'line', 'none', 'none', 'centered'] as const),
  amountBox: random.chance(0.15),
  signs: random.pick(['each', 'each', 'totals', 'totals', 'total', 'header', 'heading', 'prices'] as const),
  due: random.pick(['with', 'instead', 'never', 'never', 'never'] as const),
})

const styleOf = (random: Random) => ({
  font: random.pick(FONT_FAMILIES),
  headingFont: random.pick(FONT_FAMILIES),
  size: random.pick([7.5, 8, 8, 8.5, 9, 9, 9, 9.5, 10, 10, 11]),
  leading: random.pick([1.2, 1.25, 1.3, 1.35, 1.45, 1.6]),
  margin: random.pick([28, 36, 40, 45, 50, 57, 65, 71]),
  letter: random.chance(0.3),
  split: random.pick([0.5, 0.5, 0.55, 0.6, 0.62]),
  rightAlign: random.chance(0.3),
  colon: random.pick([':', ':', '', '', ' :']),
  labelCase: random.pick(['as-is', 'as-is', 'as-is', 'as-is', 'upper', 'lower'] as const),
  boldLabels: random.chance(0.3),
  accent: random.pick(['#1a1a1a', '#1f4e79', '#7a1f1f', '#0b6b50', '#444444', '#5b2a86', '#c25700']),
  bilingual: random.chance(0.05),
  spacedTitle: random.chance(0.07),
  titleSize: random.pick([1.3, 1.5, 1.8, 2, 2.4, 3]),
  upperNames: random.chance(0.12),
  ibanStyle: random.pick(['spaced', 'spaced', 'spaced', 'plain', 'broken'] as const),
  senderTags: random.chance(0.6),
  page: random.chance(0.5),
  perWord: random.chance(0.25),
  topGap: random.pick([0, 0, 0, 0, 20, 50, 90]),
  atBottom: random.chance(0.1),
  receiptWidth: random.pick([160, 180, 200, 220, 227]),
  wordingSeed: random.integer(0, 1e9),
})

/** Returns a layout program; the same number always gives the same program. Even families train, odd ones test. */
export function programOf(number: number): Program {
  const family = number % FAMILIES
  const use: Use = family % 2 === 0 ? 'train' : 'test'
  const structure = structureOf(new Random(7919 * (family + 1)), use)
  const style = styleOf(new Random(104_729 + 31 * number))
  const same = new Random(number + 5).chance(0.6)
  return {
    number,
    family,
    use,
    name: `${structure.facts}-${structure.totals}-${number}`,
    ...structure,
    ...style,
    ...(same ? { headingFont: style.font } : {}),
  }
}

/** All programs of one use. */
export const programsFor = (use: Use): number[] =>
  Array.from({ length: PROGRAMS }, (_, number) => number).filter(
    (number) => (number % FAMILIES) % 2 === (use === 'train' ? 0 : 1),
  )
