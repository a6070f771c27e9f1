import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { fromHijri } from '../../src/normalise/calendars.ts'
import { findDates, parseDate } from '../../src/normalise/dates.ts'
import { pageOf } from '../pages.ts'

describe('dates of East Asia', () => {
  it.each([
    ['2026年3月12日', '2026-03-12'],
    ['2026 年 3 月 12 日', '2026-03-12'],
    ['2026年3月12號', '2026-03-12'],
    ['2026년 3월 12일', '2026-03-12'],
    ['2026년3월12일', '2026-03-12'],
    ['2026. 3. 12.', '2026-03-12'],
    ['2026/03/12', '2026-03-12'],
    ['令和8年3月12日', '2026-03-12'],
    ['令和元年5月1日', '2019-05-01'],
    ['平成30年12月1日', '2018-12-01'],
    ['昭和64年1月7日', '1989-01-07'],
    ['民國115年3月12日', '2026-03-12'],
    ['中華民國 115 年 3 月 12 日', '2026-03-12'],
    ['115年3月12日', '2026-03-12'],
  ])('reads %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso)
  })

  it('reads two-digit years in front in documents of East Asia only', () => {
    expect(analyse(pageOf([[60, 60, '작성일자 26.03.12']])).candidates.date.map(({ value }) => value)).toEqual([
      '2026-03-12',
    ])
    expect(parseDate('26.03.12')).toBe('2012-03-26')
  })
})

describe('dates of other calendars', () => {
  it.each([
    ['15/09/1447 هـ', '2026-03-04'],
    ['1447/09/15هـ', '2026-03-04'],
    ['1447-09-15 AH', '2026-03-04'],
    ['12/03/2569', '2026-03-12'],
    ['วันที่ 12/03/2569', '2026-03-12'],
  ])('reads %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso)
  })

  it.each([
    '1447/09/15',
    '15/09/1447',
    '1404/12/21',
    'R8.3.12',
    'H30.1.5',
    '115/03/12',
    '26年3月12日',
    'วันที่ 12/03/69',
    '8年3月12日',
    '令和8年13月12日',
  ])('leaves %s empty', (text) => {
    expect(findDates(text)).toEqual([])
  })

  it('knows the first days of Hijri years', () => {
    // Published calendar of Umm al-Qura.
    expect(fromHijri(1445, 1, 1)).toEqual({ year: 2023, month: 7, day: 19 })
    expect(fromHijri(1446, 1, 1)).toEqual({ year: 2024, month: 7, day: 7 })
    expect(fromHijri(1446, 1, 31)).toBeNull()
  })
})
