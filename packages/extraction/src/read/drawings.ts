/** Finds drawings among the objects of a PDF page that may be two-dimensional codes. */
import type { Box } from '../types.ts'

/** Boxes in pixels of the page image, as stored. */
export interface PageObjects {
  images: Box[]
  paths: Box[]
  forms: Box[]
}

const PIXELS_PER_MM = 150 / 25.4

/** A code that a phone reads is larger, and no bill has one as large as the limit. */
const MIN_SIDE = 10 * PIXELS_PER_MM
const MAX_SIDE = 110 * PIXELS_PER_MM

/** A code drawn as a path per module, or per row of modules, consists of low paths. */
const MODULE_HEIGHT = 2.5 * PIXELS_PER_MM
const CELL = 5 * PIXELS_PER_MM
/** Paths in a cell. A code of 25 mm with 57 modules per side has dozens, a table a few. */
const PATHS_PER_CELL = 6
/** Paths in the whole area; the smallest code has more dark modules. */
const MIN_PATHS = 100

const widthOf = (box: Box): number => box[2] - box[0]
const heightOf = (box: Box): number => box[3] - box[1]

/** Returns true if the sides of a box could be those of a code. */
export function isCodeSized(box: Box): boolean {
  const [short, long] = [Math.min(widthOf(box), heightOf(box)), Math.max(widthOf(box), heightOf(box))]
  return short >= MIN_SIDE && long <= MAX_SIDE && short > 0.75 * long
}

/** Returns forms, single paths with the shape of a code, and areas that are densely covered by small paths. */
export function findDrawings({ paths, forms }: PageObjects): Box[] {
  return [...forms, ...paths.filter(isCodeSized), ...denseAreas(paths.filter(isLow)).filter(isCodeSized)]
}

const isLow = (box: Box): boolean => heightOf(box) <= MODULE_HEIGHT && widthOf(box) <= MAX_SIDE / 2

/** Joins adjacent cells of a grid that contain many paths. */
function denseAreas(paths: Box[]): Box[] {
  if (paths.length < MIN_PATHS) return []
  const cells = new Map<string, Box[]>()
  const keyOf = (column: number, row: number): string => `${column}/${row}`
  for (const path of paths) {
    const key = keyOf(Math.floor((path[0] + path[2]) / 2 / CELL), Math.floor((path[1] + path[3]) / 2 / CELL))
    const others = cells.get(key)
    if (others) others.push(path)
    else cells.set(key, [path])
  }
  const areas: Box[] = []
  const open = new Set([...cells].filter(([, inside]) => inside.length >= PATHS_PER_CELL).map(([key]) => key))
  for (const start of open) {
    open.delete(start)
    const area = [start]
    for (const key of area) {
      const [column, row] = key.split('/').map(Number) as [number, number]
      for (let x = -1; x <= 1; x++)
        for (let y = -1; y <= 1; y++) {
          const next = keyOf(column + x, row + y)
          if (open.delete(next)) area.push(next)
        }
    }
    const inside = area.flatMap((key) => cells.get(key)!)
    if (inside.length >= MIN_PATHS) areas.push(unite(inside))
  }
  return areas
}

function unite(boxes: Box[]): Box {
  const [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  return boxes.reduce<Box>(
    (all, box) => [
      Math.min(all[0], box[0]),
      Math.min(all[1], box[1]),
      Math.max(all[2], box[2]),
      Math.max(all[3], box[3]),
    ],
    [left, top, right, bottom],
  )
}
