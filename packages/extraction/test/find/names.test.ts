import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { hasLegalForm } from '../../src/find/legal-forms.ts'
import { pageOf, type Placed, valuesOf } from '../pages.ts'

describe('names', () => {
  it('are found in a line of many legal forms, whose division into forms and marks is ambiguous', () => {
    expect(valuesOf('name', `Papier, ${'co. '.repeat(37)}!`)).toContain('Papier')
    expect(valuesOf('name', 's.a.'.repeat(30))).toEqual([])
  })

  it('keep a legal form behind a comma, and a dash if stronger marks follow', () => {
    expect(valuesOf('name', 'Papírny Morava, s.r.o. | Nová 9 | 602 00 Brno')).toContain('Papírny Morava, s.r.o.')
    expect(valuesOf('name', 'Nortada – Papéis, S.A. · Rua Nova 9 · 1600-404 Lisboa')).toContain(
      'Nortada – Papéis, S.A.',
    )
  })

  it('splits a sender line at its separators', () => {
    expect(valuesOf('name', 'Tannbach GmbH · Gartenweg 12 · 48151 Neustadt')).toContain('Tannbach GmbH')
  })
})

describe('names with other things on their lines', () => {
  it('end before a registration number', () => {
    expect(valuesOf('name', 'Anzel Printing (M) Sdn Bhd (750705-H)')).toEqual(['Anzel Printing (M) Sdn Bhd'])
    expect(valuesOf('name', 'Raya Tools Bhd(169199-V]')).toEqual(['Raya Tools Bhd'])
    expect(valuesOf('name', 'Holding 1973 (Berlin) GmbH')).toEqual(['Holding 1973 (Berlin) GmbH'])
  })

  it('begin after their label, and are no e-mail addresses', () => {
    expect(valuesOf('name', 'FROM: Company of Weavers')).toEqual(['Company of Weavers'])
    expect(valuesOf('name', 'Sam Thompson <sam@northmoor.example>')).toEqual(['Sam Thompson'])
  })

  it('go on in a centred line, of which a legal form alone is no name', () => {
    const names = analyse(
      pageOf([
        [100, 60, 'MARSH LANE BOOKSTORES'],
        [156, 80, 'SDN BHD'],
      ]),
    ).candidates.name
    expect(names.map(({ value }) => value)).toEqual(['MARSH LANE BOOKSTORES SDN BHD'])
  })

  it('are not whole before brackets are closed or a conjunction has its second part', () => {
    const onTwoLines = (...lines: [string, string]): string[] =>
      analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 20, text]))).candidates.name.map(({ value }) => value)
    expect(onTwoLines('Home Masters &', 'Electrical')).not.toContain('Home Masters &')
    expect(onTwoLines('Vaquisy Tworzywa i', 'Synowie')).not.toContain('Vaquisy Tworzywa i')
    expect(onTwoLines('Werkzeuge Brandner UG', '(haftungsbeschränkt)')).not.toContain('Werkzeuge Brandner UG')
    expect(onTwoLines('Papier Nord GmbH', 'Gartenweg 12')).toContain('Papier Nord GmbH')
    const pieces: readonly Placed[] = [
      [60, 60, 'HOME MASTERS (SETIA'],
      [60, 80, 'ALAM) SDN BHD (123456-X)'],
    ]
    const names = analyse(pageOf(pieces)).candidates.name.map(({ value }) => value)
    expect(names).toContain('HOME MASTERS (SETIA ALAM) SDN BHD')
    expect(names).not.toContain('HOME MASTERS (SETIA')
  })
})

describe('names before facts of the company', () => {
  it('end before the street, the capital and the register of the company', () => {
    expect(valuesOf('name', 'Clubhaus Verein AG Seestrasse 210')).toEqual(['Clubhaus Verein AG'])
    expect(valuesOf('name', 'Papeterie Morel SARL au capital de 50 000 EUR - RCS Rennes 123')[0]).toBe(
      'Papeterie Morel SARL',
    )
  })

  it('end before what a person does, and not before a legal form in words', () => {
    expect(valuesOf('name', 'Camille Morel, rédactrice web')).toEqual(['Camille Morel', 'rédactrice web'])
    expect(valuesOf('name', 'Stavby Morava, spol. s r.o.')).toContain('Stavby Morava, spol. s r.o.')
  })

  it('keep all partners of a firm', () => {
    expect(valuesOf('name', 'Marlow, Dunmore & Thornbury LLP')).toEqual(['Marlow, Dunmore & Thornbury LLP'])
    expect(valuesOf('name', 'Table 12, Dunmore & Sons')).toContain('Dunmore & Sons')
  })

  it('begin after any word with a colon', () => {
    expect(valuesOf('name', 'General partner: Northmoor Paper Ltd')).not.toContain(
      'General partner: Northmoor Paper Ltd',
    )
    expect(valuesOf('name', 'General partner: Northmoor Paper Ltd')).toContain('Northmoor Paper Ltd')
  })

  it('keep the number of a shop, and no label in a part of a word with underscores', () => {
    expect(valuesOf('name', 'Northmoor Paper - 1535')).toEqual(['Northmoor Paper - 1535'])
    expect(analyse(pageOf([[60, 60, 'SELLER_ADDR_2']])).labels).toEqual([])
  })
})

describe('parts of a page that are no names', () => {
  it('are amounts and quantities', () => {
    expect(valuesOf('name', 'Montant à payer TTC 383,47 €')).toEqual([])
    expect(valuesOf('name', '6 boxes')).toEqual([])
  })

  it('are forms of address and headings', () => {
    expect(valuesOf('name', 'Familie', 'Ada und Emil Quill')).toEqual(['Ada und Emil Quill'])
    expect(valuesOf('name', 'STATEMENT – FINAL REMINDER')).not.toContain('STATEMENT – FINAL REMINDER')
    expect(valuesOf('name', 'Nous contacter')).toEqual([])
    expect(valuesOf('name', 'Customer Service Partners Ltd')).toContain('Customer Service Partners Ltd')
  })

  it('are labels of two or more words', () => {
    expect(valuesOf('name', 'Número de factura', 'Payment terms')).toEqual([])
    const samples = ['Client', 'LE CLIENT', 'SELLER_NAME']
    expect(valuesOf('name', ...samples)).toEqual(expect.arrayContaining(samples))
  })

  it('are phrases that introduce one', () => {
    expect(valuesOf('name', 'Receipt from Northmoor Fitness LLC')).toEqual(['Northmoor Fitness LLC'])
  })

  it('are the title and the town of an address', () => {
    const names = valuesOf(
      'name',
      'DELIVERY NOTE',
      'Tidewater Marine Ltd',
      'Unit 6, Old Ropeworks, Ballyfinnan, Ireland',
    )
    expect(names).toContain('Tidewater Marine Ltd')
    for (const name of ['DELIVERY NOTE', 'Ireland']) expect(names).not.toContain(name)
  })
})

describe('names and what is beside them on letters', () => {
  it('end behind the legal form before the place of the company', () => {
    expect(valuesOf('name', 'Northmoor Airways DAC, Mill Park, Oldbridge Airport, Co. Oldbridge.')[0]).toBe(
      'Northmoor Airways DAC',
    )
    expect(valuesOf('name', 'Hoteles del Norte, S.L. – CIF B36204188 – R.M. Vigo, T. 3811')[0]).toBe(
      'Hoteles del Norte, S.L.',
    )
  })

  it('are not the parties of a case, nor the title of a document with its number', () => {
    expect(valuesOf('name', 'Tannbach Papier GmbH ./. Marlow')).not.toContain('Tannbach Papier GmbH ./. Marlow')
    expect(valuesOf('name', 'FACTURE FA24-1187')).toEqual([])
    expect(valuesOf('name', "NOTE D'HONORAIRES N° 25/064")).toEqual([])
    expect(valuesOf('name', 'Lieferschein LS-118204')).toEqual([])
    expect(valuesOf('name', 'Rechnung Nr. R 031/25')).toEqual([])
  })

  it('have a legal form in German law, and none in the name of a department', () => {
    for (const name of [
      'Papier Handels Ges.m.b.H.',
      'Moser & Tichy OG',
      'Vogel Rechtsanwälte PartG mbB',
      'EARL de la Borne',
    ])
      expect(hasLegalForm(name), name).toBe(true)
    for (const line of ['Service comptabilité', 'Group accounts department', 'Gebäude 4, 3. OG'])
      expect(hasLegalForm(line), line).toBe(false)
    expect(hasLegalForm('Oakline Services')).toBe(true)
    expect(hasLegalForm('Oakline Services Limited')).toBe(true)
  })

  it('of who is paid are on the slip for the payment', () => {
    const page = pageOf([
      [60, 60, 'Oakline Services Ltd'],
      [60, 900, 'PAYMENT ADVICE'],
      [60, 940, 'To: Northmoor Ledgers Pty Ltd'],
    ])
    const label = analyse(page).labels.find(({ text }) => text === 'To')
    expect([...label!.classes]).toEqual(['payee'])
  })
})

describe('lines that name no party', () => {
  it.each([
    'Sent: Friday, 12 March 2026',
    'Sent',
    'Gesendet: Freitag, 12. März',
    'Envoyé : vendredi',
    'Enviado el: viernes',
    'Inviato: venerdì',
    'Verzonden: vrijdag',
    'Wysłano: piątek',
    'Skickat: fredag',
    'Sent from my phone',
    'Scanned with CamScanner',
    'Scanned by PageSnap',
    'Gescannt mit PageSnap',
    'Numérisé avec PageSnap',
    'Escaneado con PageSnap',
    'Digitalizado com PageSnap',
    'Generated by Ledger Tools',
    'Sold by:',
    'Nome / Nome Empresarial',
  ])('are no names: %s', (line) => {
    expect(valuesOf('name', line)).toEqual([])
  })

  it.each([
    ['Sent Logistics Ltd', 'Sent Logistics Ltd'],
    ['Madeira Papers Ltd', 'Madeira Papers Ltd'],
    ['Sold by: Oakline Ltd', 'Oakline Ltd'],
    ['Furnizor APA Nova S.A.', 'APA Nova S.A.'],
    ['Dostawca Papier Nord Sp. z o.o.', 'Papier Nord Sp. z o.o.'],
    ['Dodavatel Papírny Morava', 'Papírny Morava'],
    ['Fornitore Marmo Nord S.r.l.', 'Marmo Nord S.r.l.'],
    ['Client First Ltd', 'Client First Ltd'],
    ['Lieferant GmbH', 'Lieferant GmbH'],
  ])('do not hide the name in %s', (line, name) => {
    expect(valuesOf('name', line)[0]).toBe(name)
  })

  it('do not begin a name: a label of several words', () => {
    expect(valuesOf('name', 'Nome / Nome Empresarial PAPELARIA NORTE LTDA')).toContain('PAPELARIA NORTE LTDA')
  })
})
