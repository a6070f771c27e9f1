/** Values that the engine has found by the labels of a schema's fields. */
import type { ExtractedValue, Extraction } from '@sheaf/extraction/types'

/** Returns the source of a value that was found by the label of a field; no schema can name it. */
export const ownSource = (id: string): string => `own:${id}`

/** Returns the values that were found by their labels, by source. */
export const ownValues = ({ own_fields: values = {} }: Extraction): Record<string, ExtractedValue> =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [ownSource(id), value]))
