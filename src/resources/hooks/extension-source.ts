/** Origin of an extension. With COMPAT_VENDOR_NAMES the store has the name that existing clients expect. */
import { Type } from 'typebox'
import { makers, type Maker } from '../engine/fields.ts'
import { filterMakers, type FilterMaker } from '../engine/filters.ts'
import type { Caller } from '../engine/request.ts'

const OWN = 'svc_store'
const COMPATIBLE = 'rossum_store'
const ACCEPTED = ['custom', OWN, COMPATIBLE]
const DESCRIPTION = 'Origin of the hook: written by the customer (`custom`) or installed from the store.'

const show = ({ extension_source }: { extension_source: string }, { config }: Caller) =>
  extension_source === OWN && config.compat.vendorNames ? COMPATIBLE : extension_source

/** Hooks or templates with one of these origins; both names of the store are accepted. */
export const bySource: FilterMaker = (name, model) => {
  const filter = filterMakers.oneOf(ACCEPTED)(name, model)
  return {
    ...filter,
    apply: (query, values, caller, parameter) =>
      filter.apply(
        query,
        values.map((value) => (value === COMPATIBLE ? OWN : value)),
        caller,
        parameter,
      ),
  }
}

export const shownSource = (): Maker => makers.custom(DESCRIPTION, { output: Type.String(), readOnly: true }, { show })

export const writableSource = (): Maker =>
  makers.custom(
    DESCRIPTION,
    { output: Type.String(), input: Type.String({ enum: ACCEPTED }), default: 'custom' },
    { show, accept: (value) => ({ extension_source: value === COMPATIBLE ? OWN : value }) },
  )
