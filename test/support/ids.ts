import type { Id } from '../../src/rules/access/ids.ts'

/** The id of a row that the test itself has made. */
export const checkedId = <Table extends string>(_table: Table, id: number) => id as Id<Table>
