import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { formMessages } from './form-messages.ts'
import { curveOf, type LossRow } from './matrix.ts'

/** A loss matrix as a stepped curve, red where moisture is not covered or covered twice; the words below say the same. */
export function CurveChart({ rows, level }: { rows: LossRow[]; level: number | undefined }) {
  const m = useMessages(formMessages)
  const formats = useFormats()
  const curve = curveOf(rows, level === 0 ? undefined : level)
  if (!curve) return null
  const { least, most, leastLoss, mostLoss, wrong, levelX } = curve
  const written = {
    least: formats.figure(least),
    most: formats.figure(most),
    leastLoss: formats.figure(leastLoss),
    loss: formats.figure(mostLoss),
  }
  return (
    <div className="curve">
      <div className="curve-box" aria-hidden="true">
        <span className="curve-top small quiet">{written.loss} %</span>
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none">
          <path className="curve-area" d={curve.area} />
          <path className="curve-line" d={curve.line} />
          <path className="curve-ground" d="M0 96 H1000" />
        </svg>
        {levelX !== undefined && <i className="curve-level" style={{ insetInlineStart: `${levelX}%` }} />}
        {wrong.map(({ from, to }) => (
          <i
            key={from}
            className="curve-wrong"
            style={{ insetInlineStart: `${from}%`, width: `${Math.max(to - from, 0.6)}%` }}
          />
        ))}
      </div>
      <div className="bar apart small quiet" aria-hidden="true">
        <span>{written.least} %</span>
        <span>{written.most} %</span>
      </div>
      <p className="small quiet">
        {say(m.curve, written)} {wrong.length > 0 && <span className="fault">{m.curveWrong}</span>}
      </p>
    </div>
  )
}
