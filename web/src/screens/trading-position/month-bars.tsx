import type { PositionCell } from './rows.ts'

interface Props {
  months: PositionCell[]
  label: string
  wordsOf: (month: string) => string
  onPick: (month: string) => void
}

const WIDE = 600
const TOP = 6
const BOTTOM = 134

/** The free weight by month as bars, what is short below the line. The table has the same figures and opens the same months. */
export function MonthBars({ months, label, wordsOf, onPick }: Props) {
  const figures = months.map(({ available }) => available)
  const [most, least] = [Math.max(1, ...figures), Math.min(0, ...figures)]
  const y = (weight: number) => TOP + ((most - weight) / (most - least)) * (BOTTOM - TOP)
  const width = WIDE / months.length
  return (
    <figure className="trading-bars">
      <svg viewBox={`0 0 ${WIDE} 140`} preserveAspectRatio="none" role="img" aria-label={label}>
        {months.map(({ month, available }, index) => (
          <g key={month} onClick={() => onPick(month)}>
            <rect x={index * width} width={width} y="0" height="140" fill="transparent" />
            <rect
              x={index * width + width * 0.14}
              width={width * 0.72}
              y={Math.min(y(available), y(0))}
              height={Math.max(1.5, Math.abs(y(available) - y(0)))}
              className={available < 0 ? 'trading-bar-short' : 'trading-bar-free'}
            />
          </g>
        ))}
        <path className="trading-floor" d={`M0 ${y(0)} H${WIDE}`} />
      </svg>
      <figcaption aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{wordsOf(month)}</span>
        ))}
      </figcaption>
    </figure>
  )
}
