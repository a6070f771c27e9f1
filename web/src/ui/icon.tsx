/** Icons: paths on a grid of 24, drawn with the colour of the text. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  alert: 'M12 8v5M12 16.5v.5M10.3 3.9 2.4 17.6A2 2 0 0 0 4.1 20.6h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z',
  back: 'M15 5l-7 7 7 7',
  chart: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  check: 'M4 12.5l5 5L20 6.5',
  clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  filter: 'M4 5h16l-6 8v5l-4 2v-7z',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  grid: 'M4 5h16v14H4zM4 10h16M4 15h16M10 5v14',
  help: 'M9.5 9a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 2M12 16.5v.5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  inbox: 'M4 13h4l2 3h4l2-3h4M4 13l3-8h10l3 8v6H4z',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  label: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  next: 'M9 5l7 7-7 7',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M8 9h8M8 13h4',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
  pause: 'M9 5v14M15 5v14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 3.6-6 8-6s8 2 8 6',
  marquee: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M11 4h2M11 20h2M4 11v2M20 11v2',
  rotate: 'M20 11a8 8 0 1 0-2.3 6.2M20 5v6h-6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 21 21',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  split: 'M4 4h6v16H4zM14 4h6v16h-6M12 3v2M12 8v2M12 13v2M12 18v2',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400',
  thumbnails: 'M4 4h5v7H4zM4 14h5v6H4zM13 4h7v16h-7z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  up: 'M6 15l6-6 6 6',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  words: 'M4 6h6v4H4zM13 6h7v4h-7zM4 14h9v4H4zM16 14h4v4h-4z',
  wand: 'M5 19 15 9M14 4v3M12.500 5.500h3M19 10v3M17.500 11.500h3M7 5v2M6 6h2',
} as const
export type IconName = keyof typeof PATHS

/** Draws an icon. It has no name for assistive technology; the control around it has. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
