import type { Chart } from './chart.ts'

interface Props {
  chart: Chart
  /** Name of the figure, with its unit. */
  label: string
  written: (value: number) => string
}

/** The largest rows as bars, each above that of the year before. The table below has the same figures, so readers of screens go there. */
export function Bars({ chart: { bars }, label, written }: Props) {
  const most = Math.max(...bars.flatMap(({ value, before }) => [value, before ?? 0]))
  return (
    <figure className="report-bars" aria-hidden="true">
      <figcaption className="quiet small">{label}</figcaption>
      {bars.map(({ name, value, before }, index) => (
        <div key={index} className="report-bar">
          <span className="report-bar-name">{name}</span>
          <svg viewBox="0 0 100 20" preserveAspectRatio="none">
            <rect
              className="report-bar-now"
              y={before === null ? 3 : 1}
              width={(100 * value) / most}
              height={before === null ? 14 : 10}
            />
            {before !== null && (
              <rect className="report-bar-before" y="12" width={(100 * before) / most} height="6" />
            )}
          </svg>
          <span className="num small">{written(value)}</span>
        </div>
      ))}
    </figure>
  )
}
