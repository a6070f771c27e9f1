import { expect, it } from 'vitest'
import { dateOrderOf, dateOrderOfLocale } from '../../src/normalise/country-dates.ts'

it.each([
  ['US PR GU PH PA', 'mdy'],
  ['GB AU NZ IE IN ZA HK SG DE AT CH FR BE IT ES PT NL DK NO SE FI EE LV LT HU PL CZ GR TR BR MX AE IL VN', 'dmy'],
  // English and French, or English and Maltese, differ; or all dates begin with the year.
  ['CA MT JP KR CN TW', null],
  ['', null],
  ['xx', null],
])('knows the order of dates in %s', (countries, order) => {
  for (const country of countries.split(' ')) expect(dateOrderOf(country), country).toBe(order)
})

it.each([
  ['en_GB', 'dmy'],
  ['en_US', 'mdy'],
  ['es-PR', 'mdy'],
  ['de', 'dmy'],
  ['ja_JP', null],
  ['not a locale', null],
])('knows the order of dates in the locale %s', (locale, order) => {
  expect(dateOrderOfLocale(locale)).toBe(order)
})
