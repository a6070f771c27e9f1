import { describe, expect, it } from 'vitest'
import { checkExportRequest, defaultExportOptions, exportHeaders } from '../../src/export/index.ts'
import type { Query } from '../../src/export/request.ts'

const check = (query: Query, method = 'GET', accept?: string) => checkExportRequest(query, { method, accept })

const errorsOf = (query: Query, method?: string): unknown => {
  try {
    check(query, method)
  } catch (error) {
    expect(error).toMatchObject({ status: 400, code: 'bad_request' })
    return (error as { extra: unknown }).extra
  }
  return expect.fail('the parameters were accepted')
}

describe('export parameters', () => {
  it('default to JSON in pages of 20', () => {
    expect(check({ status: 'confirmed', columns: '', delimiter: '' })).toEqual({
      format: 'json',
      options: defaultExportOptions,
      to_status: null,
      paging: { page: null, page_size: 20 },
    })
  })

  it('are converted to their types, with lists from commas and repeated parameters', () => {
    const { options } = check({
      format: 'CSV',
      columns: ['a,b', 'meta_url'],
      prepend_columns: 'x',
      append_columns: 'y, z',
      delimiter: '\t',
      quote_char: "'",
      quoting: 'quote_none',
      escape_char: '\\',
      formula_protection: 'False',
    })
    expect(options).toEqual({
      columns: ['a', 'b', 'meta_url'],
      prepend_columns: ['x'],
      append_columns: ['y', 'z'],
      delimiter: '\t',
      quote_char: "'",
      quoting: 'quote_none',
      escape_char: '\\',
      bom: false,
      formula_protection: false,
      pagination: null,
    })
  })

  it('report all errors together, each by parameter', () => {
    expect(
      errorsOf({ format: 'pdf', delimiter: ';;', quote_char: '""', quoting: 'some', to_status: 'exported' }),
    ).toEqual({
      format: ['"pdf" is not a valid choice.'],
      delimiter: ['Must be a single character other than a line break.'],
      quote_char: ['Must be a single character other than a line break.'],
      quoting: ['"some" is not a valid choice.'],
      to_status: ['Statuses can be changed with POST only.'],
    })
  })

  it.each<[Query, string]>([
    [{ quoting: 'quote_none' }, 'escape_char'],
    [{ quoting: 'quote_none', escape_char: '"' }, 'escape_char'],
    [{ escape_char: ',' }, 'escape_char'],
    [{ escape_char: 'ab' }, 'escape_char'],
    [{ delimiter: '"' }, 'quote_char'],
    [{ delimiter: '\n' }, 'delimiter'],
    [{ formula_protection: 'maybe' }, 'formula_protection'],
    [{ bom: 'yes' }, 'bom'],
  ])('refuse %j with an error for %s', (query, name) => {
    expect(Object.keys(errorsOf(query) as object)).toEqual([name])
  })

  it.each([
    [{ bom: 'true' }, { bom: true }],
    [{ bom: '0' }, { bom: false }],
    [{ delimiter: 'tab' }, { delimiter: '\t' }],
    [{ delimiter: '\\t' }, { delimiter: '\t' }],
    [{ delimiter: ';' }, { delimiter: ';' }],
  ])('read %j as %j', (query: Query, options) => {
    expect(check(query).options).toMatchObject(options)
  })

  it('accept a target status with POST', () => {
    expect(check({ to_status: 'exporting' }, 'POST').to_status).toBe('exporting')
    expect(errorsOf({ to_status: 'deleted' }, 'POST')).toEqual({ to_status: ['"deleted" is not a valid choice.'] })
  })

  it('paginate CSV, XLSX and XML only on request, up to the maximum of each format', () => {
    expect(check({ format: 'csv' }).paging).toBeNull()
    expect(check({ format: 'xml' }).paging).toBeNull()
    expect(check({ format: 'csv', page: '2', page_size: '5000' }).paging).toEqual({ page: 2, page_size: 1000 })
    expect(check({ format: 'xml', page_size: '5000' }).paging).toEqual({ page: null, page_size: 100 })
    expect(check({ format: 'xlsx', page: 'x', page_size: '0' }).paging).toEqual({ page: null, page_size: 20 })
    expect(check({ page_size: '50' }).paging).toEqual({ page: null, page_size: 50 })
  })

  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/html', 'json'],
    ['text/csv', 'csv'],
    ['text/xml', 'xml'],
    ['application/xml;q=0.5, text/csv;q=0.9', 'csv'],
    ['text/csv;q=0, application/xml', 'xml'],
    ['text/html, */*;q=0.8, text/csv;q=0.1', 'json'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ])('read the format from Accept: %s', (accept, format) => {
    expect(check({}, 'GET', accept).format).toBe(format)
    expect(check({ format: 'xml' }, 'GET', accept).format).toBe('xml')
  })
})

describe('headers of an export', () => {
  it('contain the type and the queue name', () => {
    expect(exportHeaders('csv', 'Invoices EU')).toEqual({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="Invoices EU.csv"',
    })
    expect(exportHeaders('xlsx', 'q')['Content-Type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
  })

  it.each([
    [
      'Rechnungen für Köln',
      'attachment; filename="Rechnungen f_r K_ln.xml"; filename*=UTF-8\'\'Rechnungen%20f%C3%BCr%20K%C3%B6ln.xml',
    ],
    ['a "b" (c)', "attachment; filename=\"a 'b' (c).xml\"; filename*=UTF-8''a%20%22b%22%20%28c%29.xml"],
    ['../x\r\nSet-Cookie: a', 'attachment; filename=".._x__Set-Cookie: a.xml"'],
    ['100%20', 'attachment; filename="100%20.xml"; filename*=UTF-8\'\'100%2520.xml'],
    ['\ud800', 'attachment; filename="_.xml"; filename*=UTF-8\'\'%EF%BF%BD.xml'],
  ])('encode the name %j safely', (name, header) => {
    expect(exportHeaders('xml', name)['Content-Disposition']).toBe(header)
  })
})
