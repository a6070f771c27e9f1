import { piece, type Text } from '../../draw/sheet.ts'
import type { Party } from '../../content/party.ts'
import type { Draft, Line } from '../draft.ts'
import type { LabelKey } from '../../labels/index.ts'

type Role = 'sender' | 'recipient' | 'delivery'

const KEYS = {
  sender: {
    name: 'sender_name',
    address: 'sender_address',
    vat: 'sender_vat',
    register: 'sender_ic',
    email: 'sender_email',
    tax: 'sender_dic',
  },
  recipient: {
    name: 'recipient_name',
    address: 'recipient_address',
    vat: 'recipient_vat',
    register: 'recipient_ic',
    email: 'recipient_email',
    tax: 'recipient_dic',
  },
  delivery: {
    name: 'recipient_delivery_name',
    address: 'recipient_delivery_address',
    vat: 'delivery_vat',
    register: 'delivery_ic',
    email: 'delivery_email',
    tax: 'delivery_dic',
  },
} as const

/** Name and address as printed lines; `oneLine` puts street and town on one. */
function address(draft: Draft, party: Party, role: Role, oneLine: boolean): Line[] {
  const mark = {}
  const key = KEYS[role].address
  const parts = [party.street, ...party.city].map((text) => piece(key, text, mark))
  return oneLine ? [{ text: join(parts, ', ') }] : parts.map((part) => ({ text: [part] }))
}

const join = (parts: Text, separator: string): Text =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part]))

export function nameOf(draft: Draft, party: Party, role: Role): Line {
  const text = draft.program.upperNames ? party.name.toUpperCase() : party.name
  return { text: [piece(KEYS[role].name, text)], bold: draft.random.chance(0.5) }
}

function contactLine(draft: Draft, party: Party): Line | null {
  const { program, wording } = draft
  if (party.isPerson || program.contactPlace === 'none') return null
  return { text: [program.contactPlace === 'prefixed' ? `${wording.label('attn')} ${party.contact}` : party.contact] }
}

/** The register entry: its key in the truth is `sender_ic` if it is a number of digits. */
export function registerLine(draft: Draft, party: Party, role: Role): Line | null {
  if (!party.register) return null
  const { label, value } = party.register
  const names: Readonly<Record<string, string>> = {
    siret: 'SIRET',
    siren: 'SIREN',
    kvk: 'KvK',
    regon: 'REGON',
    krs: 'KRS',
    bdo: 'BDO',
    abn: 'ABN',
    cnpj: 'CNPJ',
  }
  const shown = names[label] ?? draft.wording.named(label as LabelKey)
  const isNumber = /^[\d .-]+$/.test(value) && label !== 'bdo' && label !== 'krs' && label !== 'tax_no'
  // Where there is no VAT, companies have another tax number in place of a VAT number; Australian invoices must show the ABN.
  if (['tax_no', 'abn', 'cnpj'].includes(label) && !party.vat)
    return { text: [`${shown} `, piece(KEYS[role].vat, value)] }
  return { text: [`${shown} `, isNumber ? piece(KEYS[role].register, value) : value] }
}

export function vatLine(draft: Draft, party: Party, role: Role, label: LabelKey = 'vat'): Line | null {
  if (!party.vat) return null
  const spaced = draft.program.number % 5 === 0
  const shown = spaced
    ? party.vat.replace(/^([A-Z]{2})(\w{3})(\w{3})(\w+?)(MVA)?$/, '$1 $2 $3 $4 $5').trim()
    : party.vat
  return { text: [`${draft.wording.named(label)} `, piece(KEYS[role].vat, shown)] }
}

/** Phone, e-mail and web site, with labels or without. */
export function contactLines(draft: Draft, party: Party, role: Role): Line[] {
  const { random, wording, program } = draft
  const tagged = program.senderTags
  const tag = (key: LabelKey): string => (tagged ? `${wording.named(key)} ` : '')
  const lines: Line[] = []
  if (random.chance(0.7)) lines.push({ text: [tag('phone') + party.phone] })
  if (random.chance(0.2)) lines.push({ text: [`${wording.named('fax')} ${party.phone2}`] })
  if (random.chance(0.7)) lines.push({ text: [tag('email'), piece(KEYS[role].email, party.email)] })
  if (random.chance(0.4)) lines.push({ text: [tag('web') + party.web] })
  return lines
}

/** Who issues the document: the seller, or the buyer of a purchase order. */
export const issuerOf = ({ content, fromBuyer }: Draft): { party: Party; role: Role } =>
  fromBuyer ? { party: content.buyer, role: 'recipient' } : { party: content.seller, role: 'sender' }

/** The block of the party that issues the document. */
export function senderBlock(draft: Draft): Line[] {
  const { program, content, random, wording } = draft
  const { party: seller, role } = issuerOf(draft)
  const lines: Line[] = []
  if (program.senderLabel)
    lines.push({ text: [wording.named(content.seller === seller ? 'seller' : 'buyer')], bold: program.boldLabels })
  const name = { ...nameOf(draft, seller, role), scale: random.chance(0.4) ? 1.25 : 1 }
  if (program.sender === 'one-line') {
    const mark = {}
    const parts = [seller.street, ...seller.city].map((text) => piece(KEYS[role].address, text, mark))
    lines.push(name, { text: join(parts, random.pick([', ', ' · ', ' - '])) })
  } else {
    const own = address(draft, seller, role, random.chance(0.2))
    if (program.sender === 'reversed' && seller.contact !== seller.name) lines.push({ text: [seller.contact] })
    lines.push(name)
    if (seller.extra && random.chance(0.5)) lines.push({ text: [seller.extra] })
    lines.push(...own)
    if (random.chance(0.25)) lines.push({ text: [seller.country] })
  }
  if (program.sender === 'short') return lines
  const more = contactLines(draft, seller, role)
  const register = random.chance(0.4) ? registerLine(draft, seller, role) : null
  const vat = random.chance(0.6) ? vatLine(draft, seller, role) : null
  if (vat) draft.has.add('sender_vat')
  const identity = [vat, register].filter((line) => line !== null)
  lines.push(...(random.chance(0.5) ? [...more, ...identity] : [...identity, ...more]))
  draft.has.add('sender')
  return lines
}

/** The block of the buyer or of the delivery. */
export function recipientBlock(draft: Draft, block: 'recipient' | 'delivery'): Line[] {
  const { program, content, random, wording } = draft
  const isMain = block === 'recipient'
  const party = isMain ? (draft.fromBuyer ? content.seller : content.buyer) : content.shipTo
  if (!party) return []
  const role: Role = isMain && draft.fromBuyer ? 'sender' : block
  const label = wording.label(isMain ? (draft.fromBuyer ? 'seller' : 'buyer') : 'ship_to')
  const lines: Line[] = []
  const name = nameOf(draft, party, role)
  const isLabelled = !isMain || program.recipientLabel === 'above' || program.recipientLabel === 'boxed'
  if (isLabelled) lines.push({ text: [label + program.colon.trim()], bold: program.boldLabels })
  const contact = contactLine(draft, party)
  const above =
    contact !== null &&
    (program.contactPlace === 'above' || (program.contactPlace === 'prefixed' && random.chance(0.3)))
  if (above) lines.push(contact)
  if (program.recipientLabel === 'inline' && isMain && !above)
    lines.push({ ...name, text: [`${label}: `.replace('::', ':'), ...name.text] })
  else lines.push(name)
  if (contact && !above) lines.push(contact)
  // The form of address on a line of its own, above the name: `Firma`, `Herrn`.
  if (isMain && wording.language === 'de' && !isLabelled && contact === null && random.chance(0.25))
    lines.unshift({ text: [party.isPerson ? random.pick(['Herrn', 'Frau', 'Familie']) : 'Firma'] })
  if (party.extra) lines.push({ text: [party.extra] })
  lines.push(...address(draft, party, role, random.chance(0.08)))
  if (
    party.countryCode !== (draft.fromBuyer ? content.buyer : content.seller).countryCode
      ? random.chance(0.9)
      : random.chance(0.15)
  ) {
    lines.push({ text: [random.chance(0.3) ? party.country.toUpperCase() : party.country] })
  }
  if (isMain) {
    const vat = random.chance(0.35) ? vatLine(draft, party, role) : null
    if (vat) lines.push({ ...vat, gap: random.chance(0.3) ? 0.5 : 0 })
    if (random.chance(0.12)) lines.push({ text: [random.chance(0.5) ? party.phone : party.email] })
    const register = random.chance(0.12) ? registerLine(draft, party, role) : null
    if (register) lines.push(register)
  }
  return lines
}

/** The sender as one small line above the window of the envelope. */
export function senderLine(draft: Draft): Line {
  const { party: seller, role } = issuerOf(draft)
  const mark = {}
  const separator = draft.random.pick([' · ', ' - ', ', ', ' | ', ' • '])
  draft.has.add('senderline')
  const parts = [
    piece(KEYS[role].name, seller.name),
    ...[seller.street, ...seller.city].map((text) => piece(KEYS[role].address, text, mark)),
  ]
  return { text: join(parts, separator), scale: 0.72 }
}
