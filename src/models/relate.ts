import { Model, type RelationMapping, type RelationMappings } from 'objection'
import type { BaseModel, ModelClass } from './base.ts'

type Mapping = (owner: ModelClass) => RelationMapping<Model>

/** The one object whose id is in `column` of the owner. */
export const one =
  (target: ModelClass, column: string): Mapping =>
  (owner) => ({
    relation: Model.BelongsToOneRelation,
    modelClass: target,
    join: { from: `${owner.tableName}.${column}`, to: `${target.tableName}.id` },
  })

/** The objects that have the owner's id in their `column`. */
export const many =
  (target: ModelClass, column: string): Mapping =>
  (owner) => ({
    relation: Model.HasManyRelation,
    modelClass: target,
    join: { from: `${owner.tableName}.id`, to: `${target.tableName}.${column}` },
  })

/** At most one object that has the owner's id in its `column`. */
export const atMostOne =
  (target: ModelClass, column: string): Mapping =>
  (owner) => ({ ...many(target, column)(owner), relation: Model.HasOneRelation })

/** Objects joined to the owner by rows of `pairs`, with the ids of both in the columns `own` and `other`. */
export const paired =
  (target: ModelClass, pairs: ModelClass, own: string, other: string): Mapping =>
  (owner) => ({
    relation: Model.ManyToManyRelation,
    modelClass: target,
    join: {
      from: `${owner.tableName}.id`,
      through: { from: `${pairs.tableName}.${own}`, to: `${pairs.tableName}.${other}` },
      to: `${target.tableName}.id`,
    },
  })

/** Gives a model its relations. Each has a property of the same name in the class. */
export function relate<M extends BaseModel>(owner: ModelClass<M>, relations: { [Name in keyof M]?: Mapping }): void {
  const mappings = Object.entries(relations as Record<string, Mapping>).map(([name, mapping]) => [name, mapping(owner)])
  owner.relationMappings = Object.fromEntries(mappings) as RelationMappings
}
