/** Where an extension comes from. With COMPAT_VENDOR_NAMES the store has the name that existing clients know (filled-gaps 0.2). */
import { Type } from 'typebox'
import type { Field } from '../legacy/fields.ts'

const OWN = 'svc_store'
const COMPATIBLE = 'rossum_store'

const shown: Pick<Field, 'output' | 'show'> = {
  output: Type.String(),
  show: (row, { config }) =>
    row.extension_source === OWN && config.compat.vendorNames ? COMPATIBLE : row.extension_source,
}

export const shownSource = (): Field => shown
export const writableSource = (): Field => ({
  ...shown,
  input: Type.String({ enum: ['custom', OWN, COMPATIBLE] }),
  default: 'custom',
  accept: (value) => ({ extension_source: value === COMPATIBLE ? OWN : value }),
})
