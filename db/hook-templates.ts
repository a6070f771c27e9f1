/** The rows that migration 12 inserts into hook_templates; never change them. The templates of the store are in `templates/hooks`. */
const STRINGS_ONLY = { type: 'object', additionalProperties: { type: 'string' } }

const VALUES_JS = `// The values of one field, in the order of the document.
const valuesOf = (nodes, schemaId) =>
  nodes.flatMap((node) =>
    node.category === 'datapoint' ? (node.schema_id === schemaId ? [node] : []) : valuesOf(node.children, schemaId),
  )
`

const BLANK_JS = `exports.svc_hook_request_handler = async (payload) => {
  console.log(payload.event, payload.action)
  return { messages: [], operations: [] }
}
`

const BLANK_PYTHON = `def svc_hook_request_handler(payload):
    print(payload["event"], payload["action"])
    return {"messages": [], "operations": []}
`

const TOTALS_JS = `${VALUES_JS}
// Warns when net and tax do not add up to the total.
exports.svc_hook_request_handler = async ({ annotation, settings }) => {
  const amount = (schemaId) => {
    const [node] = valuesOf(annotation.content, schemaId)
    const text = node?.content.normalized_value
    return text ? { node, value: Number(text) } : null
  }
  const total = amount(settings.total)
  const net = amount(settings.net)
  const tax = amount(settings.tax)
  if (!total || !net || !tax) return { messages: [] }
  const difference = Math.abs(total.value - net.value - tax.value)
  if (difference <= settings.tolerance) return { messages: [] }
  return {
    messages: [{ id: total.node.id, type: 'warning', content: \`Net and tax differ from the total by \${difference.toFixed(2)}.\` }],
  }
}
`

const VAT_PYTHON = `import re

# Form of the number by the country it starts with; complete the list with the countries you deal with.
FORMS = {
    "AT": r"U\\d{8}",
    "BE": r"[01]\\d{9}",
    "CZ": r"\\d{8,10}",
    "DE": r"\\d{9}",
    "ES": r"[A-Z0-9]\\d{7}[A-Z0-9]",
    "FR": r"[A-Z0-9]{2}\\d{9}",
    "IT": r"\\d{11}",
    "NL": r"\\d{9}B\\d{2}",
    "PL": r"\\d{10}",
}


def values_of(nodes, schema_id):
    for node in nodes:
        if node["category"] == "datapoint":
            if node["schema_id"] == schema_id:
                yield node
        else:
            yield from values_of(node["children"], schema_id)


def svc_hook_request_handler(payload):
    messages = []
    for node in values_of(payload["annotation"]["content"], payload["settings"]["field"]):
        number = re.sub(r"[^A-Z0-9]", "", (node["content"]["value"] or "").upper())
        form = FORMS.get(number[:2])
        if number and form and not re.fullmatch(form, number[2:]):
            messages.append({"id": node["id"], "type": "warning", "content": "This is no VAT number of " + number[:2] + "."})
    return {"messages": messages}
`

const SCHEDULED_PYTHON = `def svc_hook_request_handler(payload):
    # Runs by the schedule. payload["svc_authorization_token"] opens the API at payload["base_url"] + "/api/v1".
    print("ran at", payload["timestamp"])
    return {}
`

const webhook = (settings: object = {}) => ({ url: 'https://example.com/hook', ...settings })
const node = (code: string) => ({ runtime: 'nodejs22.x', code, third_party_library_pack: 'default' })
const python = (code: string, settings: object = {}) => ({
  runtime: 'python3.12',
  code,
  third_party_library_pack: 'default',
  ...settings,
})

const fieldSettings = (names: string[], others: Record<string, object> = {}) => ({
  type: 'object',
  properties: { ...Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }])), ...others },
  required: [...names, ...Object.keys(others)],
})

export const HOOK_TEMPLATES = [
  {
    name: 'Webhook',
    type: 'webhook',
    events: ['annotation_content.initialize'],
    config: webhook(),
    description: 'Calls an address of yours; you choose the events.',
    guide: 'Set config.url to your service, and config.secret so that it can tell our calls from others.',
  },
  {
    name: 'Function in JavaScript',
    type: 'function',
    events: ['annotation_content.initialize'],
    config: node(BLANK_JS),
    description: 'An empty function for Node.js.',
    guide: 'Write config.code; what svc_hook_request_handler returns is applied to the annotation.',
  },
  {
    name: 'Function in Python',
    type: 'function',
    events: ['annotation_content.initialize'],
    config: python(BLANK_PYTHON),
    description: 'An empty function for Python.',
    guide: 'Write config.code; what svc_hook_request_handler returns is applied to the annotation.',
  },
  {
    name: 'Check of totals',
    type: 'function',
    events: ['annotation_content.initialize', 'annotation_content.started', 'annotation_content.updated'],
    config: node(TOTALS_JS),
    description: 'Warns when net and tax do not add up to the total.',
    settings: { total: 'amount_total', net: 'amount_total_base', tax: 'amount_total_tax', tolerance: 0.02 },
    settings_schema: fieldSettings(['total', 'net', 'tax'], { tolerance: { type: 'number', minimum: 0 } }),
    settings_description: [
      { name: 'total', description: 'Field with the total.', tooltip: 'Its id in the schema.' },
      { name: 'net', description: 'Field with the amount before tax.', tooltip: 'Its id in the schema.' },
      { name: 'tax', description: 'Field with the tax.', tooltip: 'Its id in the schema.' },
      { name: 'tolerance', description: 'Difference that is still right.', tooltip: 'In units of the currency.' },
    ],
    guide: 'Name the three fields of your schema in the settings.',
  },
  {
    name: 'Check of VAT numbers',
    type: 'function',
    events: ['annotation_content.initialize', 'annotation_content.started', 'annotation_content.updated'],
    config: python(VAT_PYTHON),
    description: 'Warns when a VAT number does not have the form of its country.',
    settings: { field: 'sender_vat_id' },
    settings_schema: fieldSettings(['field']),
    settings_description: [{ name: 'field', description: 'Field with the number.', tooltip: 'Its id in the schema.' }],
    guide: 'A skeleton: complete the list of countries, or ask a register of your own instead.',
  },
  {
    name: 'Export to a service',
    type: 'webhook',
    events: ['annotation_content.export'],
    config: webhook({ retry_count: 4, timeout_s: 60 }),
    description: 'Sends each confirmed annotation with its data to an address of yours.',
    guide: 'An answer with a message of type error sends the annotation to failed_export.',
  },
  {
    name: 'Scheduled job',
    type: 'function',
    events: ['invocation.scheduled'],
    config: python(SCHEDULED_PYTHON, { schedule: { cron: '0 6 * * *' } }),
    description: 'Runs every morning with a token for the API.',
    use_token_owner: true,
    token_lifetime_s: 600,
    guide: 'Change config.schedule.cron (UTC). The token acts as the user you name as token_owner.',
  },
].map((template, index) => ({ secrets_schema: STRINGS_ONLY, ...template, order: index + 1 }))
