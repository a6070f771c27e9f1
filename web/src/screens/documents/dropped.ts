/** Files of a drop, with those in folders. */

/** Files that systems add to folders and that users do not see. */
const isHidden = (name: string): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)

/** `readEntries` returns a folder in parts, until an empty one. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (!part.length) return found.sort((a, b) => a.name.localeCompare(b.name))
    found.push(...part)
  }
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (isHidden(entry.name)) return []
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]
  const files: File[] = []
  for (const child of await entriesIn(entry as FileSystemDirectoryEntry)) files.push(...(await filesIn(child)))
  return files
}

/** Returns all files of a drop. The entries are read at once, because browsers clear them after the event. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (!entries.length) return [...transfer.files]
  const files: File[] = []
  for (const entry of entries) files.push(...(await filesIn(entry)))
  return files
}
