/** Finds the areas of a PDF page that touch a box, without comparing every text with every area. */
import type { Box } from '../types.ts'
import type { Area } from './pdf-objects.ts'

/** Height of a band in pixels, a few lines of text. */
const BAND = 64
/** Higher areas are looked at for every box. */
const MAX_BANDS = 16
/** Comparisons for one page; a page with more is drawn instead. */
const MAX_PAIRS = 2_000_000

/** The areas of a page by the bands that they touch. */
export class Bands {
  readonly #bands = new Map<number, Area[]>()
  readonly #high: Area[] = []
  #left = MAX_PAIRS

  constructor(areas: readonly Area[]) {
    for (const area of areas) {
      const [first, last] = [bandOf(area.box[1]), bandOf(area.box[3])]
      // True as well for places that are no numbers.
      if (!(last - first < MAX_BANDS)) this.#high.push(area)
      else for (let band = first; band <= last; band++) this.#push(band, area)
    }
  }

  /**
   * Calls `work` once for each area that touches a box, until it returns true. Returns false if there were more comparisons than are made for one
   * page, so that not all areas were looked at.
   */
  visit(box: Box, work: (area: Area) => boolean): boolean {
    for (const area of this.#high) {
      if (this.#left-- <= 0) return false
      if (touches(area.box, box) && work(area)) return true
    }
    const [first, last] = [bandOf(box[1]), bandOf(box[3])]
    for (let band = first; band <= last; band++) {
      if (this.#left-- <= 0) return false
      for (const area of this.#bands.get(band) ?? []) {
        if (this.#left-- <= 0) return false
        // An area in several bands counts in the first one that it shares with the box.
        if (band !== first && bandOf(area.box[1]) < band) continue
        if (touches(area.box, box) && work(area)) return true
      }
    }
    return true
  }

  #push(band: number, area: Area): void {
    const areas = this.#bands.get(band)
    if (areas) areas.push(area)
    else this.#bands.set(band, [area])
  }
}

const bandOf = (y: number): number => Math.floor(y / BAND)

const touches = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
