/** Validates a single datapoint of a schema (types, formats, constraints, sources of its value). */
import { isDateFormat, NUMBER_FORMATS } from '../content/formats.ts'
import { errorOfPattern } from '../input/patterns.ts'
import {
  between,
  boolean,
  checkKeys,
  choice,
  EXPECTED_OBJECT,
  integer,
  isAbove,
  isObject,
  mustNotExceed,
  listOf,
  notAChoice,
  object,
  REQUIRED,
  shape,
  text,
  textList,
  type Check,
  type NodeErrors,
} from './checks.ts'
import { FIELD_TYPES, UI_EDITS, UI_TYPES } from './types.ts'

type Json = Record<string, unknown>

const count: Check = integer(0)

const pattern: Check = (value) => {
  if (typeof value !== 'string') return 'Not a valid string.'
  return errorOfPattern(value) ?? undefined
}
const dateFormat: Check = (value) =>
  typeof value === 'string' && isDateFormat(value) ? undefined : `${JSON.stringify(value)} is not a valid date format.`

const lengthShape = shape({ min: count, max: count, exact: count })
const length: Check = (value) =>
  lengthShape(value) ??
  (isAbove((value as Json).min, (value as Json).max) ? { min: [mustNotExceed('max')] } : undefined)
const constraints = shape({
  required: boolean,
  length,
  regexp: shape({ pattern }),
})
const aggregations: Check = (value) => {
  if (!isObject(value)) return EXPECTED_OBJECT
  const unknown = Object.keys(value).filter((key) => key !== 'sum')
  if (unknown.length) return unknown.map(notAChoice)
  return shape({ sum: shape({ label: text({ max: 255 }) }) })(value)
}
const optionList = listOf(shape({ value: text(), label: text() }, ['value', 'label']))
/** Values are the identity of options: the later of two with the same value could never be chosen. */
const options: Check = (value) => {
  const errors = optionList(value)
  if (errors) return errors
  const seen = new Set<unknown>()
  const repeated = (value as Json[]).map(({ value: one }): NodeErrors => {
    if (seen.has(one)) return { value: [`The value "${String(one)}" is used more than once.`] }
    seen.add(one)
    return {}
  })
  return repeated.some((found) => found.value) ? repeated : undefined
}

const common = {
  can_export: boolean,
  can_collapse: boolean,
  popup_url: text(),
  can_obtain_token: boolean,
} satisfies Record<string, Check>

const filled = {
  rir_field_names: textList,
  default_value: text({ max: 1500 }),
  constraints,
  ui_configuration: shape({ type: choice(UI_TYPES), edit: choice(UI_EDITS) }),
  score_threshold: between(0, 1),
  formula: text({ max: 2000 }),
  prompt: text({ max: 2000 }),
  context: textList,
  matching: object,
} satisfies Record<string, Check>

/** Layout of table columns. Elsewhere these keys are accepted unchecked, because schemas of older systems contain them everywhere. */
const columnLayout = { width: count, stretch: boolean, width_chars: count } satisfies Record<string, Check>

/** Keys that buttons may not have. Empty values are accepted, because clients send them for every field. */
const notForButtons = [...Object.keys(filled), 'format', 'options', 'enum_value_type', 'aggregations'].filter(
  (key) => key !== 'ui_configuration',
)

/** Returns the errors of a datapoint's own attributes; id and label are checked with those of all nodes. */
export function checkDatapoint(node: Json, place: 'section' | 'multivalue' | 'tuple'): NodeErrors {
  const errors = checkKeys(node, { ...common, type: choice(FIELD_TYPES), ...(place === 'tuple' ? columnLayout : {}) }, [
    'type',
  ])
  if (node.type === 'button') return { ...errors, ...checkButton(node, place) }
  return {
    ...errors,
    ...checkKeys(node, filled),
    ...checkType(node, place),
    ...checkFilling(node),
  }
}

function checkButton(node: Json, place: 'section' | 'multivalue' | 'tuple'): NodeErrors {
  const errors: NodeErrors = {}
  for (const key of notForButtons) if (!isEmpty(node[key])) errors[key] = ['Not allowed for buttons.']
  if (place === 'multivalue') errors.type = ['A button may not be the only child of a multivalue.']
  return errors
}

function checkType(node: Json, place: 'section' | 'multivalue' | 'tuple'): NodeErrors {
  const errors: NodeErrors = {}
  if (node.type === 'date') Object.assign(errors, checkKeys(node, { format: dateFormat }))
  if (node.type === 'number') Object.assign(errors, checkKeys(node, { format: choice(NUMBER_FORMATS), aggregations }))
  if (node.type === 'enum')
    Object.assign(
      errors,
      checkKeys(node, { options, enum_value_type: choice(['string', 'number', 'date']) }, ['options']),
    )
  if (!isEmpty(node.aggregations)) {
    if (node.type !== 'number') errors.aggregations = ['Only numbers can be aggregated.']
    else if (place !== 'tuple') errors.aggregations = ['Only columns of a table can be aggregated.']
  }
  return errors
}

/** Checks the requirements of `ui_configuration.type`. */
function checkFilling(node: Json): NodeErrors {
  const errors: NodeErrors = {}
  const ui = isObject(node.ui_configuration) ? node.ui_configuration : {}
  const need = (key: string) => {
    if (node[key] === undefined || node[key] === null) errors[key] = [REQUIRED]
  }
  if (ui.type === 'formula') need('formula')
  if (ui.type === 'reasoning') {
    need('prompt')
    need('context')
  }
  if (ui.type === 'lookup') {
    need('matching')
    if (node.type !== 'enum') errors.type = ['A lookup field must be of type enum.']
    else if (!isEmpty(node.options)) errors.options = ['The options of a lookup field must be empty.']
    if (!isEmpty(node.rir_field_names)) errors.rir_field_names = ['A lookup field cannot take values from the engine.']
    if (ui.edit === 'enabled_without_warning') errors.ui_configuration = { edit: [notAChoice(ui.edit)] }
  }
  return errors
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)
