/** Rows without headings: lines that end in amounts, down to their sum. */
import { describe, expect, it } from 'vitest'
import { rowAmount } from '../../src/tables/index.ts'
import { left, right } from './grid.ts'
import type { Row } from './grid.ts'
import { find } from './line-items-setup.ts'

const read = (rows: readonly Row[], decimal: '.' | ',' = '.', totals = {}): (string | undefined)[][] =>
  find(rows, decimal, totals).line_items.map((item) => [
    item.table_column_quantity?.value,
    item.table_column_description?.value,
    rowAmount(item)?.value,
  ])

describe('line items without headings', () => {
  it('reads quantity and price inside of sentences, wherever their amounts are', () => {
    const rows = [
      [0, left(100, 'Facture n° 17')],
      [3, left(100, '4 × Traduction de notices (environ 900 mots) à 120,00 €')],
      [4, left(640, '480,00 €')],
      [5, left(100, '2 × Relecture à 35,00 €'), left(560, '70,00 €')],
      [7, left(100, 'Total à régler'), left(640, '550,00 €')],
    ] satisfies Row[]
    expect(read(rows, ',')).toEqual([
      ['4', 'Traduction de notices (environ 900 mots)', '480.00'],
      ['2', 'Relecture', '70.00'],
    ])
  })

  it('reads a quantity beside a sign of multiplication', () => {
    const rows = [
      [0, left(100, 'Amount paid'), left(300, 'Date paid')],
      [1, left(100, '$34.65'), left(300, 'Mar 2, 2025')],
      [4, left(100, 'Swimming pass × 1'), right(900, '$30.00')],
      [5, left(100, 'Locker × 3'), right(900, '$3.00')],
      [6, left(100, 'Subtotal'), right(900, '$33.00')],
      [7, left(100, 'Sales tax (5%)'), right(900, '$1.65')],
      [8, left(100, 'Amount charged'), right(900, '$34.65')],
    ] satisfies Row[]
    expect(read(rows)).toEqual([
      ['1', 'Swimming pass', '30.00'],
      ['3', 'Locker', '3.00'],
    ])
  })

  it('reads whole amounts with a currency, and no deposits', () => {
    const rows = [
      [0, left(100, 'Repair of the roof'), right(900, '£1,450')],
      [1, left(100, 'Removal of rubble'), right(900, '£120')],
      [3, left(100, 'Total'), right(900, '£1,570')],
      [4, left(100, 'Less deposit paid'), right(900, '£500')],
      [5, left(100, 'Balance due'), right(900, '£1,070')],
    ] satisfies Row[]
    expect(read(rows).map(([, ...rest]) => rest)).toEqual([
      ['Repair of the roof', '1450'],
      ['Removal of rubble', '120'],
    ])
  })

  it('reads all sections whose sums add up, and not the summary of their sums', () => {
    const rows = [
      [0, left(100, 'Line one'), right(900, '24.00')],
      [1, left(100, 'Line two'), right(900, '15.00')],
      [2, left(100, 'Total due'), right(900, '39.00')],
      [6, left(100, 'Flat rate'), right(900, '20.00')],
      [7, left(100, 'Calls abroad'), right(900, '4.00')],
      [8, left(100, 'Total for line one'), right(900, '24.00')],
      [11, left(100, 'Flat rate'), right(900, '15.00')],
      [12, left(100, 'Total for line two'), right(900, '15.00')],
    ] satisfies Row[]
    expect(read(rows).map((row) => row[2])).toEqual(['20.00', '4.00', '15.00'])
  })

  it('leaves out headings of sections with the sums of what follows', () => {
    const rows = [
      [0, left(100, 'Storage'), right(890, '$28.00')],
      [1, left(120, 'Disks'), right(600, '50 GB-Mo'), right(900, '$20.00')],
      [2, left(120, 'Backup'), right(900, '$8.00')],
      [3, left(100, 'Network'), right(890, '$5.00')],
      [4, left(120, 'Traffic'), right(900, '$5.00')],
      [6, left(100, 'Total charges'), right(880, '$33.00')],
    ] satisfies Row[]
    expect(read(rows)).toEqual([
      ['50', 'Disks', '20.00'],
      [undefined, 'Backup', '8.00'],
      [undefined, 'Traffic', '5.00'],
    ])
  })

  it('adds rows outside of a table whose sums add up with it', () => {
    const rows = [
      [0, left(100, 'Description'), right(700, 'Hours'), right(900, 'Rate'), right(1100, 'Amount')],
      [2, left(100, 'Review of a lease'), right(700, '2.00'), right(900, '150.00'), right(1100, '300.00')],
      [3, left(100, 'Conference'), right(700, '1.50'), right(900, '200.00'), right(1100, '300.00')],
      [5, left(100, 'Total fees'), right(1100, '600.00')],
      [9, left(100, 'Disbursements')],
      [11, left(100, '04/03/2025'), left(260, 'Court fee'), right(1100, '45.00')],
      [12, left(100, '06/03/2025'), left(260, 'Courier'), right(1100, '15.00')],
      [13, left(100, 'Total disbursements'), right(1100, '60.00')],
      [17, left(100, 'Total amount due'), right(1100, '660.00')],
    ] satisfies Row[]
    expect(read(rows).map((row) => row[1])).toEqual(['Review of a lease', 'Conference', 'Court fee', 'Courier'])
  })

  it('counts a tax among the amounts to the sum, but not to the rows', () => {
    const rows = [
      [0, left(100, 'Cover of the house'), right(900, '£200.00')],
      [1, left(100, 'Cover of its contents'), right(900, '£100.00')],
      [2, left(100, 'Insurance premium tax at 12%'), right(900, '£36.00')],
      [3, left(100, 'Annual premium'), right(900, '£336.00')],
    ] satisfies Row[]
    expect(read(rows, '.', { total: 336 }).map((row) => row[2])).toEqual(['200.00', '100.00'])
  })

  it('finds no rows in reminders, plans of payment and lists of labelled values', () => {
    const reminder = [
      [0, left(100, 'Invoice'), left(300, 'Date'), left(500, 'Due'), right(900, 'Amount')],
      [1, left(100, '24/118'), left(300, '08.11.2024'), left(500, '22.11.2024'), right(900, '150.00')],
      [2, left(100, '24/131'), left(300, '01.12.2024'), left(500, '15.12.2024'), right(900, '50.00')],
      [3, left(100, 'Reminder fee'), right(900, '10.00')],
      [4, left(100, 'Total'), right(900, '210.00')],
    ] satisfies Row[]
    const plan = [
      [0, left(100, 'Instalment'), left(300, 'Collection date'), right(900, 'Amount')],
      [1, left(100, '1'), left(300, '24/10/2025'), right(900, '£30.00')],
      [2, left(100, '2'), left(300, '24/01/2026'), right(900, '£30.00')],
      [4, left(100, 'Total'), right(900, '£60.00')],
    ] satisfies Row[]
    const ticket = [
      [0, left(100, 'Fare:'), right(500, '200.00')],
      [1, left(100, 'Security charge:'), right(500, '11.50')],
      [2, left(100, 'Total:'), right(500, '211.50')],
    ] satisfies Row[]
    for (const rows of [reminder, plan, ticket]) expect(read(rows)).toEqual([])
  })

  it('keeps a promotion that the sum includes', () => {
    const rows = [
      [0, left(100, 'Conference pass'), right(700, '1 × $300'), right(900, '$300')],
      [1, left(100, 'Dinner'), right(700, '2 × $40'), right(900, '$80')],
      [2, left(100, 'Promo code SPRING'), right(900, '-$30.00')],
      [4, left(100, 'Order total'), right(900, '$350.00')],
    ] satisfies Row[]
    expect(read(rows)).toEqual([
      ['1', 'Conference pass', '300'],
      ['2', 'Dinner', '80'],
      [undefined, 'Promo code SPRING', '-30.00'],
    ])
  })
})
