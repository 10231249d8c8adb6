import './agreed.css'

/** Agreed and moved weights of a contract as a whole, or of a window of it. Kilograms. */
export interface Progress {
  weight: number
  moved: number
  planned: number
  left: number
  over: number
}

/** Shows as a bar how much of an agreed weight has moved and is planned; the words beside it give the same figures. */
export function MovedBar({ weight, moved, planned, over }: Omit<Progress, 'left'>) {
  const whole = Math.max(weight, moved + planned, 1)
  const share = (kilograms: number) => `${(kilograms / whole) * 100}%`
  const parts = [
    { key: 'moved', kilograms: moved - over, background: 'var(--good)' },
    { key: 'over', kilograms: over, background: 'var(--bad-line)' },
    { key: 'planned', kilograms: planned, background: 'var(--plan)' },
  ]
  return (
    <span className="trade-bar" aria-hidden="true">
      {parts.map(({ key, kilograms, background }) =>
        kilograms > 0 ? <i key={key} style={{ width: share(kilograms), background }} /> : null,
      )}
      {whole > weight && <b style={{ insetInlineStart: share(weight) }} />}
    </span>
  )
}
