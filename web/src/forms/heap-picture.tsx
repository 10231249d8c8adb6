import { drawHeap } from '../stock/heap-drawing.ts'
import type { HeapLength, HeapShape } from '../api/heap.ts'

interface Props {
  shape: HeapShape
  label: string
  /** Writes a length as people read it, with its name where it has no line. */
  write: (name: HeapLength, metres: number) => string
}

/** Margin for the figures, as a part of the larger side. */
const MARGIN = 0.22

/** The heap from its narrow side, to scale, with its lengths on it. */
export function HeapPicture({ shape, label, write }: Props) {
  const drawing = drawHeap(shape)
  if (!drawing) return null
  const { grain, walls, measures, width, bottom, top } = drawing
  const size = Math.max(width, top - bottom)
  const room = size * MARGIN
  const letters = size / 18
  // Of pictures y grows downwards.
  const at = ([x, y]: readonly [number, number]) => `${x},${top - y}`
  return (
    <svg
      className="heap-picture"
      role="img"
      aria-label={label}
      viewBox={`${-room} ${-room / 2} ${width + 2 * room} ${top - bottom + 1.5 * room}`}
    >
      <polygon points={grain.map(at).join(' ')} className="grain" />
      {walls.map(([from, to]) => (
        <polyline key={at(from)} points={`${at(from)} ${at(to)}`} className="wall" strokeWidth={size / 90} />
      ))}
      {measures.map(({ name, metres, line }, index) => {
        if (!line)
          return (
            <text
              key={name}
              x={width / 2}
              y={top - bottom + room * 0.9}
              fontSize={letters}
              textAnchor="middle"
            >
              {write(name, metres)}
            </text>
          )
        const [[x1, y1], [x2, y2]] = line
        const isAcross = y1 === y2
        // Lines beside the heap, so that no figure stands on another.
        const aside = isAcross ? 0 : x1 === 0 ? -room / 4 : x1 === width ? room / 4 : 0
        const below = isAcross ? -bottom + room / 4 : 0
        const [left, right] = [x1 + aside, x2 + aside]
        const [from, to] = [top - y1 + below, top - y2 + below]
        return (
          <g key={name} className="measure">
            <line x1={left} y1={from} x2={right} y2={to} strokeWidth={size / 200} />
            <text
              x={isAcross ? (left + right) / 2 : left + (aside < 0 ? -letters / 3 : letters / 3)}
              y={isAcross ? from + letters * 1.1 : (from + to) / 2 + (index % 2 === 0 ? 0 : letters / 2)}
              fontSize={letters}
              textAnchor={isAcross ? 'middle' : aside < 0 ? 'end' : 'start'}
            >
              {write(name, metres)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
