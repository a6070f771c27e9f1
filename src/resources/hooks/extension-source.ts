/**
 * Origin of an extension. The store has two names: that of the contract, and that of the existing vendor. Requests and filters accept both.
 * With COMPAT_VENDOR_NAMES a hook keeps the name that its client wrote, and templates have the name that existing clients expect.
 */
import { Type } from 'typebox'
import { makers, type FieldBuilder } from '../framework/fields.ts'
import { filterMakers, type FilterMaker } from '../framework/filters.ts'
import type { Caller } from '../framework/request.ts'

const OWN = 'svc_store'
const COMPATIBLE = 'rossum_store'
const STORE = [OWN, COMPATIBLE]
const ACCEPTED = ['custom', ...STORE]
const DESCRIPTION = 'Origin of the hook: written by the customer (`custom`) or installed from the store.'

type Sourced = { extension_source: string }

const showTemplate = ({ extension_source }: Sourced, { config }: Caller) =>
  extension_source === OWN && config.compat.vendorNames ? COMPATIBLE : extension_source
const showHook = ({ extension_source }: Sourced, { config }: Caller) =>
  extension_source === COMPATIBLE && !config.compat.vendorNames ? OWN : extension_source

/** Hooks or templates with one of these origins; both names of the store are accepted. */
export const bySource: FilterMaker = (name, model) => {
  const filter = filterMakers.oneOf(ACCEPTED)(name, model)
  return {
    ...filter,
    apply: (query, values, caller, parameter) =>
      filter.apply(
        query,
        values.flatMap((value) => (STORE.includes(value) ? STORE : [value])),
        caller,
        parameter,
      ),
  }
}

export const shownSource = (): FieldBuilder =>
  makers.custom(DESCRIPTION, { output: Type.String(), readOnly: true }, { show: showTemplate })

export const writableSource = (): FieldBuilder =>
  makers.custom(
    DESCRIPTION,
    { output: Type.String(), input: Type.String({ enum: ACCEPTED }), default: 'custom' },
    { show: showHook, accept: (extension_source) => ({ extension_source }) },
  )
