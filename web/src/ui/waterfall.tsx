import './pictures.css'

export interface Bar {
  key: string
  from: number
  to: number
  tone: 'in' | 'out' | 'bad' | 'now'
}

const TOP = 8
const FLOOR = 152
const WIDE = 600

/** Bars from what there was to what there is. The table beside it has the same figures, and opens the same entries. */
export function Waterfall({ bars, onPick }: { bars: Bar[]; onPick: (key: string) => void }) {
  const most = Math.max(1, ...bars.flatMap(({ from, to }) => [from, to]))
  const y = (kg: number) => TOP + (1 - kg / most) * (FLOOR - TOP)
  const width = WIDE / bars.length
  return (
    <svg className="waterfall" viewBox="0 0 600 160" preserveAspectRatio="none" aria-hidden="true">
      {bars.map(({ key, from, to, tone }, index) => {
        const top = y(Math.max(from, to))
        const left = index * width + width * 0.16
        const isLast = index === bars.length - 1
        return (
          <g key={key} onClick={() => onPick(key)}>
            <rect x={index * width} width={width} y="0" height="160" fill="transparent" />
            <rect
              x={left}
              width={width * 0.68}
              y={top}
              height={Math.max(2, y(Math.min(from, to)) - top)}
              rx="3"
              className={`fall-${tone}`}
            />
            {!isLast && <path className="fall-thread" d={`M${left} ${y(to)} H${left + width * 1.68}`} />}
          </g>
        )
      })}
      <path className="fall-floor" d={`M0 ${FLOOR} H${WIDE}`} />
    </svg>
  )
}
