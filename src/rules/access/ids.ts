/** Ids of rows whose organization was checked. */

declare const checkedIn: unique symbol

/**
 * The id of a row of this table, in the organization for which the code runs. A number that came from outside is none: URLs, parameters and
 * bodies become ids only where the organization is checked (decision 237), and no cast makes one elsewhere (`scope/ids` in eslint.config.js).
 */
export type Id<Table extends string> = number & { readonly [checkedIn]: Table }
