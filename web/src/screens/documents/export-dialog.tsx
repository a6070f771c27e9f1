/** Export of values into a file. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ExportProfile } from '../../api/types.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf, showMessage } from '../../ui/toasts.tsx'
import { exportFile, FORMATS, MAX_IDS, profilesOf, saveFile, type Format } from './export-files.ts'
import type { ListStore } from './list-store.ts'
import { filtersOf, type View } from './view.ts'

interface ExportDialogProps {
  queueName: string
  list: ListStore
  view: View
  onClose: () => void
}

export function ExportDialog({ queueName, list, view, onClose }: ExportDialogProps) {
  const ids = [...list.selected.value]
  const fitsSelection = ids.length > 0 && ids.length <= MAX_IDS
  const [format, setFormat] = useState<Format>('csv')
  const [profile, setProfile] = useState<number | null>(null)
  const [profiles, setProfiles] = useState<ExportProfile[]>([])
  const [scope, setScope] = useState<'selection' | 'all'>(fitsSelection ? 'selection' : 'all')
  const [bytes, setBytes] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  useEffect(() => {
    profilesOf(list.queueId).then(setProfiles, (failure: unknown) => setError(sentenceOf(failure)))
  }, [list.queueId])

  const run = async () => {
    setBytes(0)
    setError(null)
    try {
      const query = scope === 'selection' ? { id: ids } : filtersOf(view)
      const { queueId } = list
      const file = await exportFile({
        queueId,
        queueName,
        format,
        profile,
        query,
        onProgress: setBytes,
        abort: abort.current.signal,
      })
      saveFile(file)
      showMessage(t('documents.exported', { name: file.name }))
      onClose()
    } catch (failure) {
      if (abort.current.signal.aborted) return
      setError(sentenceOf(failure))
      setBytes(null)
    }
  }

  return (
    <Dialog
      title={t('documents.export')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" icon="download" busy={bytes !== null} onClick={() => void run()}>
            {t('documents.download')}
          </Button>
        </>
      }
    >
      <fieldset class="options" disabled={bytes !== null}>
        <legend>{t('documents.what')}</legend>
        {ids.length > 0 && (
          <Option
            name="scope"
            label={t('documents.theSelection', { count: ids.length })}
            hint={ids.length > MAX_IDS ? t('documents.tooMany', { most: formatNumber(MAX_IDS) }) : ''}
            checked={scope === 'selection'}
            disabled={!fitsSelection}
            onChange={() => setScope('selection')}
          />
        )}
        <Option
          name="scope"
          label={t('documents.allMatching', { count: list.total.value })}
          checked={scope === 'all'}
          onChange={() => setScope('all')}
        />
      </fieldset>
      <fieldset class="options formats" disabled={bytes !== null}>
        <legend>{t('documents.format')}</legend>
        {FORMATS.map((one) => (
          <Option
            key={one}
            name="format"
            label={one.toUpperCase()}
            hint={t(`documents.format.${one}`)}
            checked={profile === null && format === one}
            onChange={() => {
              setFormat(one)
              setProfile(null)
            }}
          />
        ))}
        {profiles.map(({ id, name }) => (
          <Option
            key={id}
            name="format"
            label={name}
            hint={t('documents.format.profile')}
            checked={profile === id}
            onChange={() => setProfile(id)}
          />
        ))}
      </fieldset>
      {bytes !== null && (
        <p class="exporting" role="status">
          <span class="spinner" aria-hidden="true" />
          {t('documents.received', { size: formatSize(bytes) })}
        </p>
      )}
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}

const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? formatNumber(Math.round(bytes / 1000), { style: 'unit', unit: 'kilobyte' })
    : formatNumber(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })

interface OptionProps {
  name: string
  label: string
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: () => void
}

const Option = ({ name, label, hint, checked, disabled, onChange }: OptionProps) => (
  <label class="option">
    <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onChange} />
    <span>{label}</span>
    {hint && <span class="hint">{hint}</span>}
  </label>
)
