import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Type, type Static } from 'typebox'
import { applyCurve, type Curve } from '@sheaf/extraction/claims'
import type { HeaderField } from '@sheaf/extraction/types'

const share = Type.Number({ minimum: 0, maximum: 1 })
const curve = Type.Object({ x: Type.Array(share, { minItems: 1 }), y: Type.Array(share, { minItems: 1 }) })
const calibration = Type.Object({
  /** The model whose answers were observed; null: none, the curve is an assumption. */
  model: Type.Union([Type.String(), Type.Null()]),
  /** From the model's own probability of an answer that is on the page to that of being correct. */
  all: curve,
  /** Curves of fields with many observations, used instead of `all`. */
  fields: Type.Record(Type.String(), curve),
})

export type ModelCalibration = Static<typeof calibration>
const isCalibration = new Ajv().compile<ModelCalibration>(calibration)

/** Of an answer that the built-in extractor does not confirm. */
const MAX_UNCONFIRMED = 0.95

/** The assumption of this release, without observations: what is on the page is often right, but models are too certain of it. */
const SHIPPED = join(import.meta.dirname, 'model', 'calibration.json')

/** Reads a calibration, by default the shipped one. Throws if the file contains none. */
export function readCalibration(file: string = SHIPPED): ModelCalibration {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isCalibration(read) || ![read.all, ...Object.values(read.fields)].every(increases))
    throw new Error(`${file} is no calibration of a language model.`)
  return read
}

const increases = ({ x, y }: Curve): boolean =>
  x.length === y.length && [x, y].every((list) => list.every((value, i) => i === 0 || value >= list[i - 1]!))

/** Returns the confidence of an answer by the model's own probability. */
export function calibrate({ all, fields }: ModelCalibration, field: HeaderField, probability: number): number {
  const own = Object.hasOwn(fields, field) ? fields[field] : undefined
  return Math.min(MAX_UNCONFIRMED, applyCurve(own ?? all, probability))
}
