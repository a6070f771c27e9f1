/** Origin of an extension. With COMPAT_VENDOR_NAMES the store has the name that existing clients expect. */
import { Type } from 'typebox'
import { makers, type Maker } from '../engine/fields.ts'
import type { Caller } from '../engine/request.ts'

const OWN = 'svc_store'
const COMPATIBLE = 'rossum_store'
const DESCRIPTION = 'Origin of the hook: written by the customer (`custom`) or installed from the store.'

const show = ({ extension_source }: { extension_source: string }, { config }: Caller) =>
  extension_source === OWN && config.compat.vendorNames ? COMPATIBLE : extension_source

export const shownSource = (): Maker => makers.custom(DESCRIPTION, { output: Type.String(), readOnly: true }, { show })

export const writableSource = (): Maker =>
  makers.custom(
    DESCRIPTION,
    { output: Type.String(), input: Type.String({ enum: ['custom', OWN, COMPATIBLE] }), default: 'custom' },
    { show, accept: (value) => ({ extension_source: value === COMPATIBLE ? OWN : value }) },
  )
