/** The frame of every plot: legend, picture with a name and a description, and the same figures as a table. */
import './plots.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'

export interface PlotTable {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface PlotText {
  title: string
  /** What the picture shows, in a sentence, for people who do not see it. */
  description: string
  table: PlotTable
}

interface FrameProps extends PlotText {
  height: number
  /** Names of the series with the class of their colour. */
  legend?: readonly { label: string; class: string }[]
  /** The figures under the pointer. */
  readout?: string | null
  children: (width: number) => ComponentChildren
}

export function PlotFrame({ title, description, table, height, legend = [], readout, children }: FrameProps) {
  const [ref, width] = useWidth()
  const id = useId()
  return (
    <figure class="plot" ref={ref}>
      <figcaption class="plot-head">
        <ul class="legend">
          {legend.map((item) => (
            <li key={item.label}>
              <span class={`swatch ${item.class}`} aria-hidden="true" />
              {item.label}
            </li>
          ))}
        </ul>
        <span class="readout" aria-hidden="true">
          {readout}
        </span>
      </figcaption>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-desc`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {children(width)}
      </svg>
      <DataTable title={title} table={table} />
    </figure>
  )
}

function DataTable({ title, table }: { title: string; table: PlotTable }) {
  const [open, setOpen] = useState(false)
  return (
    <details class="plot-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('insights.asTable')}</summary>
      {/* Built when it is opened: a year of figures is long. */}
      {open && (
        <div class="scroll" tabIndex={0} role="group" aria-label={title}>
          <table class="table">
            <caption class="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {table.head.map((text, index) => (
                  <th key={index} scope="col" class={index ? 'number' : ''}>
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([first, ...rest], index) => (
                <tr key={index}>
                  <th scope="row">{first}</th>
                  {rest.map((text, column) => (
                    <td key={column} class="number">
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

/** Width of an element, as it changes: plots are drawn in real pixels so that their text is not scaled. */
function useWidth() {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(560)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(220, Math.floor(entry!.contentRect.width))))
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
