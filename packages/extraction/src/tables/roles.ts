import { agree, agreeWith, meetsTarget } from './arithmetic.ts'
import type { Agreement } from './arithmetic.ts'
import type { Column } from './columns.ts'
import type { Figure, TableLine } from './figures.ts'
import type { HeaderClass } from './lexicon.ts'

export interface Roles {
  amount: Column
  price?: Column
  quantity?: Column
  score: number
}

type Role = 'amount' | 'price' | 'quantity'

/** Weight of a heading's class for or against each role. */
const PRIORS: Record<Role, Partial<Record<HeaderClass, number>>> = {
  amount: {
    amount: 1,
    base: 0.6,
    unit_price: -0.3,
    tax: -0.7,
    rate: -0.5,
    quantity: -1,
    position: -1.5,
    discount: -0.8,
    code: -1,
    uom: -0.5,
    date: -1,
  },
  price: {
    unit_price: 1,
    amount: -0.6,
    tax: -0.8,
    rate: -0.7,
    quantity: -1,
    position: -1.5,
    discount: -0.8,
    code: -1,
    date: -1,
  },
  quantity: {
    quantity: 1,
    uom: 0.4,
    unit_price: -0.8,
    amount: -0.6,
    tax: -1,
    rate: -0.6,
    position: -1.2,
    discount: -0.9,
    code: -1,
    description: -0.2,
    date: -1,
  },
}

/** Returns −1.5 … 1: how well the heading of a column matches a role; 0 without a heading or with an unknown one. */
export function headingPrior(column: Column, role: Role): number {
  const classes = column.heading?.classes
  if (!classes || classes.size === 0) return 0
  const strongest = Math.max(...classes.values())
  let best = -Infinity
  for (const [name, weight] of classes) {
    const prior = PRIORS[role][name]
    if (prior === undefined) continue
    best = Math.max(best, prior > 0 ? prior * (weight / strongest) : prior)
  }
  return best === -Infinity ? 0 : best
}

/** Returns a figure of a row: on its own line, or on an adjacent one that is not a row (vertically centred cells). */
export function cellNear(column: Column, line: TableLine, anchors: ReadonlySet<TableLine>): Figure | undefined {
  const own = column.cells.get(line)
  if (own) return own
  let best: Figure | undefined
  let least = 1.6 * line.size
  for (const [other, figure] of column.cells) {
    if (other.page !== line.page || anchors.has(other)) continue
    const distance = Math.abs((other.box[1] + other.box[3] - line.box[1] - line.box[3]) / 2)
    if (distance < least) {
      least = distance
      best = figure
    }
  }
  return best
}

const WEIGHTS: Record<Agreement['kind'], number> = {
  product: 1,
  equal: 0.7,
  zero: 0.4,
  discount: 0.8,
  addition: 0.75,
  per: 0.7,
  taxed: 0.7,
}

function looksLikeMoney(column: Column): number {
  let money = 0
  for (const figure of column.cells.values()) if (figure.currency || figure.places >= 2) money++
  return money / Math.max(1, column.cells.size)
}

/** Rates how much a column looks like quantities and not prices: integers, units next to them. */
function looksLikeQuantity(column: Column): number {
  let sum = 0
  for (const figure of column.cells.values()) {
    if (figure.currency) sum -= 0.6
    else if (figure.unit) sum += 1
    else if (Number.isInteger(figure.value) && Math.abs(figure.value) < 10000) sum += figure.places === 0 ? 0.5 : 0.3
  }
  return sum / Math.max(1, column.cells.size)
}

/** This number of rows is enough to identify the columns. */
const MAX_VOTERS = 40

/**
 * Determines the columns for quantity, unit price and amount: the assignment with which most rows are consistent. Headings, the format of
 * the figures and the sum of the amounts are further votes.
 */
export function assignRoles(
  columns: readonly Column[],
  isRow: (line: TableLine) => boolean,
  targets: readonly number[],
  rates: readonly Figure[] = [],
  unit = 0.01,
): Roles | null {
  const usable = usableColumns(columns)
  const support = Math.max(...columns.map((column) => column.cells.size), 1)
  const rated: { roles: Roles; plain: number }[] = []
  for (const [place, amount] of usable.entries()) {
    const amountPrior = headingPrior(amount, 'amount')
    const money = looksLikeMoney(amount)
    if (amountPrior <= -0.7 || (money === 0 && amount.heading && amountPrior < 0.5)) continue
    const rows = [...amount.cells.keys()].filter(isRow)
    if (rows.length === 0) continue
    const sum = rows.reduce((total, line) => total + amount.cells.get(line)!.value, 0)
    const ground =
      1.6 * amountPrior +
      money +
      0.4 * (place / usable.length) +
      (meetsTarget(sum, rows.length, targets, unit) ? 2 : 0) +
      0.5 * Math.min(1, rows.length / support)
    rated.push({ roles: { amount, score: ground }, plain: ground })
    const voters = rows.slice(0, MAX_VOTERS)
    const anchors = new Set(rows)
    for (const price of usable) {
      if (price === amount || headingPrior(price, 'price') <= -1) continue
      for (const quantity of usable) {
        if (quantity === amount || quantity === price || headingPrior(quantity, 'quantity') <= -1) continue
        const roles: Roles = { amount, price, quantity, score: ground }
        rated.push({ roles, plain: rateRoles(roles, voters, anchors, [], ground, []) })
      }
    }
  }
  if (rated.length === 0) return null
  // Arithmetic with further figures is expensive, so it runs only for assignments that are promising without it.
  rated.sort((a, b) => b.plain - a.plain)
  let best: Roles | null = null
  for (const { roles } of rated.slice(0, MAX_THOROUGH)) {
    const { amount, price, quantity } = roles
    let score = roles.score
    if (price && quantity) {
      const rows = [...amount.cells.keys()].filter(isRow)
      const further = columns.filter((column) => column !== amount && column !== price && column !== quantity)
      score = rateRoles(roles, rows.slice(0, MAX_VOTERS), new Set(rows), further, roles.score, rates)
    }
    if (!best || score > best.score + 1e-9) best = { ...roles, score }
  }
  return best && completeRoles(best, usable, isRow)
}

const MAX_COLUMNS = 14
const MAX_THOROUGH = 60

/** Returns columns with figures in enough rows, or under a heading; the fullest ones if there are too many. */
function usableColumns(columns: readonly Column[]): Column[] {
  const support = Math.max(...columns.map((column) => column.cells.size), 1)
  const able = columns.filter((column) => !column.percent && (column.cells.size >= 0.2 * support || column.heading))
  if (able.length <= MAX_COLUMNS) return able
  const worth = (column: Column): number =>
    column.cells.size *
    (1 + Math.max(0, ...(['amount', 'price', 'quantity'] as const).map((role) => headingPrior(column, role))))
  const fullest = [...able].sort((a, b) => worth(b) - worth(a)).slice(0, MAX_COLUMNS)
  return able.filter((column) => fullest.includes(column))
}

/** Returns the score of an assignment; −Infinity if there is no evidence for it. */
function rateRoles(
  roles: Roles,
  voters: readonly TableLine[],
  anchors: ReadonlySet<TableLine>,
  further: readonly Column[],
  ground: number,
  rates: readonly Figure[],
): number {
  const { amount } = roles
  const price = roles.price!
  const quantity = roles.quantity!
  const priors = headingPrior(price, 'price') + headingPrior(quantity, 'quantity')
  let met = 0
  let broken = 0
  for (const line of voters) {
    const agreement = rowAgreement(roles, line, anchors, further, rates)
    if (agreement) met += WEIGHTS[agreement.kind]
    else if (price.cells.has(line) && quantity.cells.has(line)) broken++
  }
  if (met === 0 && priors < 1.2) return further.length === 0 ? ground + 1.2 * priors : -Infinity
  const shape = 0.7 * (looksLikeQuantity(quantity) - looksLikeQuantity(price)) + 0.4 * looksLikeMoney(price)
  // Most tables have quantity, price and amount from left to right.
  const order =
    (quantity.left < amount.left && price.left < amount.left ? 0.2 : 0) + (quantity.left < price.left ? 0.04 : 0)
  const share = met / voters.length
  return ground + 4 * share - (1.5 * broken) / voters.length + 1.2 * priors + shape + order + Math.min(1, 0.15 * met)
}

/** Rows without arithmetic may still have a quantity or a price under a heading for it. */
function completeRoles(roles: Roles, usable: readonly Column[], isRow: (line: TableLine) => boolean): Roles {
  if (roles.price && roles.quantity) return roles
  const free = usable.filter((column) => column !== roles.amount)
  const strongest = (role: Role): Column | undefined =>
    free.filter((column) => headingPrior(column, role) >= 0.8).sort((a, b) => b.cells.size - a.cells.size)[0]
  const quantity =
    roles.quantity ?? strongest('quantity') ?? (roles.price ? undefined : plainQuantity(roles, free, isRow))
  const price = roles.price ?? strongest('price')
  return { ...roles, ...(quantity ? { quantity } : {}), ...(price && price !== quantity ? { price } : {}) }
}

/** Returns a column of plain numbers under an unknown heading, beside most amounts, that does not count the rows. */
function plainQuantity(
  { amount }: Roles,
  free: readonly Column[],
  isRow: (line: TableLine) => boolean,
): Column | undefined {
  const rows = [...amount.cells.keys()].filter(isRow)
  const able = free.filter((column) => {
    if (headingPrior(column, 'quantity') < 0 || column.left > amount.left || looksLikeQuantity(column) < 0.3)
      return false
    const values = rows.flatMap((line) => column.cells.get(line)?.value ?? [])
    const counts = values.length > 1 && values.every((value, i) => i === 0 || value === values[i - 1]! + 1)
    const letters = rows.some((line) =>
      line.words.some((word) => word.box[2] < column.left && /\p{L}{2}/u.test(word.text)),
    )
    return values.length * 3 >= rows.length * 2 && !counts && letters
  })
  return able.sort((a, b) => b.left - a.left)[0]
}

/** Checks the arithmetic of a row under an assignment, with the figures of further columns if three are not enough. */
export function rowAgreement(
  roles: Roles,
  line: TableLine,
  anchors: ReadonlySet<TableLine>,
  further: readonly Column[],
  rates: readonly Figure[] = [],
): Agreement | null {
  const { amount, price, quantity } = roles
  if (!price || !quantity) return null
  const a = amount.cells.get(line)
  const p = cellNear(price, line, anchors)
  const q = cellNear(quantity, line, anchors)
  if (!a || !p || !q) return null
  const plain = agree(q, p, a)
  if (plain || further.length + rates.length === 0) return plain
  const others = further.map((column) => cellNear(column, line, anchors)).filter((figure) => figure !== undefined)
  return agreeWith(q, p, a, [...others, ...rates])
}
