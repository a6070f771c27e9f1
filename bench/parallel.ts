/** Calls `act` for each item in order, for at most `clients` items at the same time. */
export async function actOnEach<Item>(
  items: readonly Item[],
  clients: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  const client = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: clients }, client))
}
