import { Model, type RelationMapping, type RelationMappings } from 'objection'
import type { BaseModel, ModelClass } from './base.ts'

/** A relation between the rows of two tables. */
export type Relation = ToOne | ToOthers
/** The id of the single related object is in `column` of the owner. */
interface ToOne {
  kind: 'one'
  target: ModelClass
  column: string
}
/** Rows of `table` contain the id of the owner in `own` and the id of the other object in `other`. */
interface ToOthers {
  kind: 'many' | 'atMostOne' | 'paired'
  target: ModelClass
  table: string
  own: string
  other: string
}

/** The single object whose id is in `column` of the owner. */
export const one = (target: ModelClass, column: string): ToOne => ({ kind: 'one', target, column })

/** The objects that have the owner's id in their `column`. */
export const many = (target: ModelClass, column: string): ToOthers => ({
  kind: 'many',
  target,
  table: target.tableName,
  own: column,
  other: 'id',
})

/** At most one object that has the owner's id in its `column`. */
export const atMostOne = (target: ModelClass, column: string): ToOthers => ({
  ...many(target, column),
  kind: 'atMostOne',
})

/** Objects joined to the owner by rows of `pairs`, with the ids of both in the columns `own` and `other`. */
export const paired = (target: ModelClass, pairs: ModelClass, own: string, other: string): ToOthers => ({
  kind: 'paired',
  target,
  table: pairs.tableName,
  own,
  other,
})

const known = new Map<ModelClass, Record<string, Relation>>()

/** Defines the relations of a model. Each has a property of the same name in the class. */
export function relate<M extends BaseModel>(owner: ModelClass<M>, relations: { [Name in keyof M]?: Relation }): void {
  const given = relations as Record<string, Relation>
  known.set(owner, given)
  owner.relationMappings = Object.fromEntries(
    Object.entries(given).map(([name, relation]) => [name, mappingOf(owner, relation)]),
  ) as RelationMappings
}

/** Returns the relations of a model by name. */
export const relationsOf = (model: ModelClass): Readonly<Record<string, Relation>> => known.get(model) ?? {}

function mappingOf(owner: ModelClass, relation: Relation): RelationMapping<Model> {
  const { target } = relation
  const modelClass = target
  const id = `${owner.tableName}.id`
  if (relation.kind === 'one') {
    const join = { from: `${owner.tableName}.${relation.column}`, to: `${target.tableName}.id` }
    return { relation: Model.BelongsToOneRelation, modelClass, join }
  }
  const { kind, table, own, other } = relation
  if (kind === 'paired') {
    const through = { from: `${table}.${own}`, to: `${table}.${other}` }
    return { relation: Model.ManyToManyRelation, modelClass, join: { from: id, through, to: `${target.tableName}.id` } }
  }
  const join = { from: id, to: `${table}.${own}` }
  return { relation: kind === 'many' ? Model.HasManyRelation : Model.HasOneRelation, modelClass, join }
}
