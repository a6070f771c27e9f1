/** Takes files that are dropped anywhere on the window. */
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { showError } from '../../ui/toasts.tsx'
import { acceptOf } from './accepted.ts'
import { droppedFiles } from './dropped.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Shows where to drop while files are dragged over the window. */
export function DropZone({ queueName, onFiles }: { queueName: string; onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    // Entering a child leaves its parent, so that the depth says whether the pointer has left the window.
    let depth = 0
    const listeners = {
      dragenter: () => setOver((depth += 1) > 0),
      dragleave: () => setOver((depth -= 1) > 0),
      // Without this the browser would open the file instead.
      dragover: (event: DragEvent) => event.preventDefault(),
      drop: (event: DragEvent) => {
        event.preventDefault()
        depth = 0
        setOver(false)
        if (event.dataTransfer) droppedFiles(event.dataTransfer).then((files) => latest.current(files), showError)
      },
    }
    const handle = (event: DragEvent) => {
      if (hasFiles(event)) listeners[event.type as keyof typeof listeners](event)
    }
    const types = Object.keys(listeners) as (keyof typeof listeners)[]
    for (const type of types) window.addEventListener(type, handle)
    return () => {
      for (const type of types) window.removeEventListener(type, handle)
    }
  }, [])
  if (!isOver) return null
  return (
    <div class="drop-zone">
      <p>
        <Icon name="upload" size={36} />
        {t('documents.dropHere', { name: queueName })}
      </p>
    </div>
  )
}

interface FilePickerProps {
  picker: RefObject<HTMLInputElement | null>
  accepted: readonly string[]
  onFiles: (files: File[]) => void
}

/** The platform's dialog for files; buttons open it by `click()`. */
export const FilePicker = ({ picker, accepted, onFiles }: FilePickerProps) => (
  <input
    ref={picker}
    type="file"
    multiple
    hidden
    accept={acceptOf(accepted)}
    aria-label={t('documents.upload')}
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])])
      // The same files can be chosen again.
      currentTarget.value = ''
    }}
  />
)
