import type { InferenceSession } from 'onnxruntime-node'
import type { Region, TurnedRectangle } from './geometry.ts'
import { findRegions, hullOf, meanInside, rectangleAt, smallestRectangle, unclip } from './geometry.ts'
import { IMAGENET, resize, toPlanes } from './pixels.ts'
import { openSession, runSession } from './runtime.ts'
import type { OcrImage } from './types.ts'

export interface DetectorSettings {
  /** The image is scaled down until its longest side has at most this many pixels. */
  longestSide: number
  /** A pixel above this probability belongs to text. */
  pixelThreshold: number
  /** A region is text if the mean probability in its rectangle is above this. */
  boxThreshold: number
  unclipRatio: number
}

const DETECTOR_SETTINGS: DetectorSettings = {
  longestSide: 1600,
  pixelThreshold: 0.3,
  boxThreshold: 0.5,
  unclipRatio: 1.6,
}

export interface Detection {
  /** Text lines, in pixels of the original image. */
  lines: TurnedRectangle[]
  /** Median direction of the long lines, in radians; positive falls to the right. */
  skew: number
}

/** Finds the text lines of an upright page (PP-OCR's detector: differentiable binarization). */
export class Detector {
  readonly #session: InferenceSession
  readonly #settings: DetectorSettings

  static async open(path: string, settings: Partial<DetectorSettings> = {}): Promise<Detector> {
    return new Detector(await openSession(path), { ...DETECTOR_SETTINGS, ...settings })
  }

  constructor(session: InferenceSession, settings: DetectorSettings) {
    this.#session = session
    this.#settings = settings
  }

  async detect(image: OcrImage): Promise<Detection> {
    const scale = Math.min(1, this.#settings.longestSide / Math.max(image.width, image.height))
    const small = await resize(image, scaled(image.width, scale), scaled(image.height, scale))
    const width = Math.ceil(small.width / 32) * 32
    const height = Math.ceil(small.height / 32) * 32
    const output = await runSession(this.#session, toPlanes(small, width, height, IMAGENET), [1, 3, height, width])
    const found = readMap(output.data as Float32Array, width, height, this.#settings)
    const factorX = image.width / small.width
    const factorY = image.height / small.height
    return { lines: found.lines.map((line) => scaleRectangle(line, factorX, factorY)), skew: found.skew }
  }

  async close(): Promise<void> {
    await this.#session.release()
  }
}

function scaled(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale))
}

/** The two factors differ only by rounding to whole pixels, so the angle is kept. */
function scaleRectangle(r: TurnedRectangle, fx: number, fy: number): TurnedRectangle {
  return { x: r.x * fx, y: r.y * fy, width: r.width * fx, height: r.height * fy, angle: r.angle }
}

/** Returns the text lines of the detector's probability map. */
function readMap(map: Float32Array, width: number, height: number, settings: DetectorSettings): Detection {
  const candidates = findRegions(map, width, height, settings.pixelThreshold)
    .filter(isLargeEnough)
    .map((region) => {
      const hull = hullOf(region)
      return { hull, rectangle: smallestRectangle(hull) }
    })
  const skew = medianAngle(candidates.map((c) => c.rectangle))
  const lines: TurnedRectangle[] = []
  for (const { hull, rectangle } of candidates) {
    // The smallest rectangle of a short region is often diagonal, so it gets the direction of the page instead.
    const long = rectangle.width > 3 * rectangle.height
    const core = long ? rectangle : rectangleAt(hull, skew)
    if (Math.min(core.width, core.height) < 3) continue
    if (meanInside(map, width, height, core) < settings.boxThreshold) continue
    lines.push(unclip(core, settings.unclipRatio))
  }
  return { lines, skew }
}

function isLargeEnough(region: Region): boolean {
  let pixels = 0
  for (let i = 0; i < region.length; i += 3) pixels += region[i + 2]! - region[i + 1]!
  return pixels >= 9
}

function medianAngle(rectangles: TurnedRectangle[]): number {
  const angles = rectangles
    .filter((r) => r.width > 5 * r.height)
    .map((r) => r.angle)
    .sort((a, b) => a - b)
  return angles.length ? angles[angles.length >> 1]! : 0
}
