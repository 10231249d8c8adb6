/** Drawn in a square of 24, in the colour of the words beside them, which say the same. */
const paths = {
  scale: 'M4 19h16M6 19l1.5-8h9L18 19M12 11V7M9 4h6v3H9zM10 15h4',
  stores: 'M3 21V9l9-5 9 5v12M3 21h18M7 21v-6l5-3 5 3v6',
  moves: 'M4 8h13l-3-3M20 16H7l3 3',
  heap: 'M3 20h18L12 6 3 20zM8 15h8',
  flask: 'M10 3h4M10.5 3v6L5 18.5A1.7 1.7 0 0 0 6.5 21h11a1.7 1.7 0 0 0 1.5-2.5L13.5 9V3M8 15h8',
  handed:
    'M3 15l5-2 4 2h3a1.5 1.5 0 0 1 0 3h-4M15 16.5l4.5-2.2a1.5 1.5 0 0 1 1.3 2.7L14 20.5 8 19l-5 1.5M8 9h9l-4.5-6z',
  sun: 'M12 4v2M12 18v2M4 12h2M18 12h2M6.3 6.3l1.4 1.4M16.3 16.3l1.4 1.4M6.3 17.7l1.4-1.4M16.3 7.7l1.4-1.4M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  leaf: 'M5 19c0-9 5-14 14-14 0 9-5 14-14 14zm0 0 8-8',
  paper: 'M7 3h8l4 4v14H7zM15 3v4h4M10 12h6M10 16h6',
  contract: 'M6 3h12v18H6zM9 8h6M9 12h6M9 17c1.5-2 2.5 1.5 4 0',
  tag: 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01',
  map: 'M9 4 3 6v14l6-2 6 2 6-2V4l-6 2-6-2zM9 4v14M15 6v14',
  up: 'M12 16V4M7 9l5-5 5 5M5 20h14',
  down: 'M12 4v12M7 11l5 5 5-5M5 20h14',
  chat: 'M4 5h16v11H9l-5 4z',
  question: 'M4 4h16v12h-8l-5 4v-4H4zM9.5 8.5a2.5 2.5 0 1 1 3.2 2.4c-.5.2-.7.5-.7 1.1M12 13.8h.01',
  clip: 'M20 11.5 12 19.4a5 5 0 0 1-7-7L13 4.5a3.4 3.4 0 0 1 4.8 4.8l-8 7.9a1.7 1.7 0 0 1-2.4-2.4L14.5 8',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  gear: 'M4 8h8M18 8h2M4 16h2M12 16h8M15 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM9 13a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  home: 'M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6',
  dots: 'M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z',
  warn: 'M12 4 2.5 20h19zM12 10v4M12 17h.01',
  check: 'm5 13 4 4L19 7',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  plus: 'M12 5v14M5 12h14',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  tally: 'M5 5v14M9 5v14M13 5v14M17 5v14M3 16 20 8',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  printer: 'M7 8V3h10v5M5 8h14v8h-3M5 16h3M8 13h8v8H8z',
  lorry:
    'M2 7h11v9H2zM13 10h4l4 3v3h-8zM6 19a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM17 19a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  cloud: 'M7 18a4 4 0 0 1-.5-8 6 6 0 0 1 11.4 1.5A3.3 3.3 0 0 1 17.5 18zM4 4l16 16',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 17h.01',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
