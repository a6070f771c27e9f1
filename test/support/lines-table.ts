/** The table `lines` of a schema, whose rows have the id `line`. */
export const linesTable = <Column>(columns: Column[]) => ({
  category: 'multivalue' as const,
  id: 'lines',
  label: 'Lines',
  children: { category: 'tuple' as const, id: 'line', label: 'Line', children: columns },
})
