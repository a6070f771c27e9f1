/** Everything that keys do on the pages, for the keyboard, the palette and the sheet of keys. */
import type { Signal } from '@preact/signals'
import { t } from '../../../i18n/index.ts'
import { useCommands, type Command } from '../../../ui/commands.tsx'
import type { Direction } from './geometry.ts'
import type { Taking } from './taking.ts'
import { STEP, toggleThumbnails } from './toolbar.tsx'
import type { PagesView } from './view.ts'
import type { WordCursor } from './word-cursor.ts'

interface PageCommandsProps {
  view: PagesView
  taking: Taking
  cursor: WordCursor
  thumbnails: Signal<boolean>
}

const ARROWS: Record<Direction, string> = { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' }
const MOVES = { left: 'pages.wordLeft', right: 'pages.wordRight', up: 'pages.wordUp', down: 'pages.wordDown' } as const
const EXTENDS = {
  left: 'pages.extendLeft',
  right: 'pages.extendRight',
  up: 'pages.extendUp',
  down: 'pages.extendDown',
} as const

/** Renders nothing; it follows what the commands depend on. */
export function PageCommands(props: PageCommandsProps) {
  const group = t('pages.group')
  useCommands([...viewCommands(props, group), ...pointingCommands(props, t('pages.pointingGroup'))])
  return null
}

function viewCommands({ view, thumbnails }: PageCommandsProps, group: string): Command[] {
  const { current, review, showWords, searching } = view
  const hasMany = review.pages.value.length > 1
  const isPointing = review.pointing.value
  const open = () => void (searching.value = true)
  return [
    { id: 'pages.zoomIn', label: t('pages.zoomIn'), group, keys: ['Plus', '='], run: () => view.zoomBy(STEP) },
    { id: 'pages.zoomOut', label: t('pages.zoomOut'), group, keys: ['-'], run: () => view.zoomBy(1 / STEP) },
    { id: 'pages.fitWidth', label: t('pages.fitWidth'), group, keys: ['0'], run: () => view.setZoom('width') },
    { id: 'pages.fitPage', label: t('pages.fitPage'), group, keys: ['Z'], run: () => view.setZoom('page') },
    { id: 'pages.turnRight', label: t('pages.turnRight'), group, keys: ['R'], run: () => view.turnView(90) },
    { id: 'pages.turnLeft', label: t('pages.turnLeft'), group, keys: ['Shift+R'], run: () => view.turnView(-90) },
    {
      id: 'pages.next',
      label: t('pages.nextPage'),
      group,
      keys: ['Shift+PageDown'],
      enabled: hasMany,
      run: () => view.goTo(current.peek() + 1),
    },
    {
      id: 'pages.previous',
      label: t('pages.previousPage'),
      group,
      keys: ['Shift+PageUp'],
      enabled: hasMany,
      run: () => view.goTo(current.peek() - 1),
    },
    {
      id: 'pages.thumbnails',
      label: t('pages.thumbnails'),
      group,
      keys: ['T'],
      enabled: hasMany,
      run: () => toggleThumbnails(thumbnails),
    },
    {
      id: 'pages.showWords',
      label: t('pages.showWords'),
      group,
      keys: ['W'],
      run: () => (showWords.value = !showWords.value),
    },
    { id: 'pages.search', label: t('pages.search'), group, keys: ['/'], run: open },
    // In the form the browser's own search is more useful.
    { id: 'pages.find', label: t('pages.searchHere'), group, keys: ['Ctrl+F'], enabled: isPointing, run: open },
  ]
}

function pointingCommands({ view, taking, cursor }: PageCommandsProps, group: string): Command[] {
  const canTake = taking.canTake.value
  const enabled = canTake && view.review.pointing.value
  const directions = Object.keys(ARROWS) as Direction[]
  const { value: candidates } = taking.candidates
  return [
    ...directions.map((direction) => ({
      id: `pages.word.${direction}`,
      label: t(MOVES[direction]),
      group,
      keys: [ARROWS[direction]],
      enabled,
      run: () => cursor.move(direction, false),
    })),
    ...directions.map((direction) => ({
      id: `pages.extend.${direction}`,
      label: t(EXTENDS[direction]),
      group,
      keys: [`Shift+${ARROWS[direction]}`],
      enabled,
      run: () => cursor.move(direction, true),
    })),
    { id: 'pages.take', label: t('pages.take'), group, keys: ['Enter'], enabled, run: cursor.take },
    {
      id: 'pages.draw',
      label: t('pages.draw'),
      group,
      keys: ['D'],
      enabled: canTake,
      run: () => (view.drawing.value = !view.drawing.value),
    },
    // Without candidates the sheet still shows the keys.
    ...(candidates.length
      ? []
      : [
          {
            id: 'pages.pick',
            label: t('pages.pick'),
            group,
            keys: ['1', '…', '9'],
            enabled: false,
            run: () => undefined,
          },
        ]),
    ...candidates.map((placed) => ({
      id: `pages.pick.${placed.number}`,
      label: t('pages.pickOne', { number: placed.number, value: placed.candidate.value }),
      group,
      keys: [String(placed.number)],
      enabled,
      run: () => taking.pick(placed),
    })),
  ]
}
