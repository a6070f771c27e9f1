/** Countries of the IBAN registry (ISO 13616) with the length of their numbers. */
const LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 ' +
    'EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 ' +
    'IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 ' +
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** The remainder of a number of any length. */
const remainder = (digits, modulus) => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % modulus, 0)
const inDigits = (text) => [...text].map((character) => parseInt(character, 36)).join('')

/** What is wrong with an IBAN, as a sentence; null if nothing is. */
function problemOf(text, countries) {
  const iban = text.replace(/[\s.\-\u200b]/g, '').toUpperCase()
  const country = iban.slice(0, 2)
  const length = LENGTHS.get(country)
  const unexpected = /[^A-Z0-9]/.exec(iban)
  if (unexpected) return `${text} is not an IBAN: it contains "${unexpected[0]}".`
  if (!length) return `${text} is not an IBAN: no country with IBANs has the code "${country}".`
  if (!/^\d\d$/.test(iban.slice(2, 4))) return `${text} is not an IBAN: two digits must follow the country ${country}.`
  if (iban.length !== length)
    return `${text} is not an IBAN: IBANs of ${country} have ${length} characters, but this one has ${iban.length}.`
  const right = String(98 - remainder(inDigits(`${iban.slice(4)}${country}00`), 97)).padStart(2, '0')
  if (right !== iban.slice(2, 4))
    return (
      `${text} is not an IBAN: the check digits would be ${right}, but the number has ${iban.slice(2, 4)}. ` +
      'At least one character is wrong; compare each of them with the document.'
    )
  if (countries.length && !countries.includes(country))
    return `The account ${text} is in ${country}, but payments are expected to ${countries.join(', ')} only.`
  return null
}

/** The datapoints of a field, in the order of the document. */
const datapointsOf = (nodes, schemaId) =>
  nodes.flatMap((node) =>
    node.category === 'datapoint' ? (node.schema_id === schemaId ? [node] : []) : datapointsOf(node.children, schemaId),
  )

export const svc_hook_request_handler = async ({ annotation, settings }) => {
  const nodes = settings.fields.flatMap((field) => datapointsOf(annotation.content, field))
  const messages = nodes.flatMap((node) => {
    const text = node.content?.value?.trim() ?? ''
    const problem = text ? problemOf(text, settings.countries) : null
    return problem ? [{ id: node.id, type: settings.type, content: problem }] : []
  })
  return { messages }
}
