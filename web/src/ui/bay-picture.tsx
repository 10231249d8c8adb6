import { useId } from 'react'

/** The colour of a commodity by its id in the catalogue; it is always shown with the name. */
export function colourOf(commodityId: number): string {
  const names: Record<number, string> = {
    1: 'wheat',
    2: 'barley',
    3: 'oats',
    6: 'maize',
    7: 'rape',
    9: 'beans',
  }
  return `var(--${names[commodityId] ?? 'other'})`
}

interface Props {
  /** Part of the capacity that is taken; undefined if no capacity is entered, and then no line is drawn. */
  fill: number | undefined
  /** Fill level as drawn. */
  drawn?: number
  commodityId: number
  /** Grain waiting on this device that is not in the book yet, as a part of the capacity: hatched. */
  waiting?: number
  small?: boolean
}

const TALLEST = 1.12

/** A bay from the front: its walls, the heap in it, and the line up to which it may be filled. The words beside it say the same. */
export function BayPicture({ fill, drawn = fill ?? 0, commodityId, waiting = 0, small = false }: Props) {
  const id = useId()
  const part = clamped(drawn)
  const after = clamped(drawn + waiting)
  const isOver = fill !== undefined && fill > 1
  return (
    <svg
      className={small ? 'bay-picture small-picture' : 'bay-picture'}
      viewBox="0 0 240 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <pattern
          id={`${id}g`}
          width="13"
          height="9"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-14)"
        >
          <ellipse cx="3" cy="2.5" rx="2.3" ry="1.05" fill="#fff" opacity="0.26" />
          <ellipse cx="9.5" cy="6.5" rx="2.3" ry="1.05" fill="#4a3208" opacity="0.17" />
        </pattern>
        <pattern
          id={`${id}h`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V8" stroke="var(--grain-text)" strokeWidth="3" />
        </pattern>
        <clipPath id={`${id}c`}>
          <path d="M9 6 H231 V92 H9 Z" />
        </clipPath>
      </defs>
      <rect x="9" y="8" width="222" height="84" fill="var(--sunken)" />
      <g clipPath={`url(#${id}c)`}>
        {after > part && <path d={heapTo(after)} fill={`url(#${id}h)`} opacity="0.55" />}
        {part > 0.001 && <Heap part={part} colour={colourOf(commodityId)} pattern={`url(#${id}g)`} />}
      </g>
      {fill !== undefined && (
        <path
          d="M9 16 H231"
          stroke={isOver ? 'var(--bad)' : 'var(--line-strong)'}
          strokeWidth="1.3"
          strokeDasharray="5 5"
          opacity="0.8"
        />
      )}
      <path
        d="M7 5 V93 H233 V5"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="3.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

function Heap({ part, colour, pattern }: { part: number; colour: string; pattern: string }) {
  return (
    <g className="grain-level">
      <path d={heapTo(part)} fill={colour} />
      <path d={heapTo(part)} fill={pattern} />
      <path d={ridgeAt(part)} fill="none" stroke="#fff" strokeOpacity="0.35" strokeWidth="1.5" />
    </g>
  )
}

const clamped = (part: number) => Math.max(0, Math.min(TALLEST, part))

function ridgeAt(part: number): string {
  const y = 92 - part * 76
  return `M9 ${y + 7} C 50 ${y - 1}, 84 ${y - 6}, 122 ${y - 5} S 196 ${y - 1}, 231 ${y + 6}`
}

const heapTo = (part: number) => `${ridgeAt(part)} V92 H9 Z`
