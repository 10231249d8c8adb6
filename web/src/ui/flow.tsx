import './pictures.css'

export interface FlowSide {
  key: string
  label: string
  hint: string
  value: string
  share: number
  colour: string
  /** Text of the button that shows its loads; undefined if it has none to show. */
  opens?: string | undefined
  isOpen?: boolean
}

const ROW = 60
const TALLEST = 140

interface Props {
  from: FlowSide[]
  to: FlowSide[]
  onOpen: (key: string) => void
}

/** Shows origins on the left and destinations on the right: a ribbon is as wide as its share. A table gives the same figures. */
export function Flow({ from, to, onOpen }: Props) {
  const height = Math.max(from.length, to.length, 2) * ROW
  const body = Math.min(TALLEST, height - 20)
  return (
    <div className="flow">
      <Words sides={from} height={height} onOpen={onOpen} />
      <Ribbons sides={from} height={height} body={body} isMirrored={false} />
      <i className="flow-middle" style={{ height: body }} />
      <Ribbons sides={to} height={height} body={body} isMirrored />
      <Words sides={to} height={height} onOpen={onOpen} />
    </div>
  )
}

interface SidesProps {
  sides: FlowSide[]
  height: number
}

function Words({ sides, height, onOpen }: SidesProps & { onOpen: (key: string) => void }) {
  return (
    <ul className="flow-words" style={{ minHeight: height }}>
      {sides.map(({ key, label, hint, value, opens, isOpen }) => (
        <li key={key}>
          <span className="strong">{label}</span>
          <span className="small">
            <b>{value}</b> <span className="quiet">{hint}</span>{' '}
            {opens !== undefined && (
              <button type="button" className="flow-opens" aria-expanded={isOpen} onClick={() => onOpen(key)}>
                {opens}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Ribbons({ sides, height, body, isMirrored }: SidesProps & { body: number; isMirrored: boolean }) {
  const whole = Math.max(
    100,
    sides.reduce((sum, { share }) => sum + share, 0),
  )
  const room = height / Math.max(1, sides.length)
  const thickness = ({ share }: FlowSide) => Math.max(1.5, (share / whole) * body)
  const ribbons = sides.map((side, index) => {
    const before = sides.slice(0, index).reduce((sum, each) => sum + thickness(each), 0)
    const near = thickness(side)
    const far = Math.min(near, ROW - 14)
    const outer = room * (index + 0.5)
    const inner = (height - body) / 2 + before + near / 2
    const upper = `M0 ${outer - far / 2} C 50 ${outer - far / 2}, 50 ${inner - near / 2}, 100 ${inner - near / 2}`
    const lower = `V${inner + near / 2} C 50 ${inner + near / 2}, 50 ${outer + far / 2}, 0 ${outer + far / 2} Z`
    return <path key={side.key} d={`${upper} ${lower}`} fill={side.colour} opacity="0.78" />
  })
  return (
    <svg
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      style={{ height, ...(isMirrored && { transform: 'scaleX(-1)' }) }}
      aria-hidden="true"
    >
      {ribbons}
    </svg>
  )
}
