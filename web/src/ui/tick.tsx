/** The box that chooses a row, or all of them; ticking it does not open the row. */
export function Tick(props: { label: string; isTicked: boolean; onTick: () => void }) {
  const { label, isTicked, onTick } = props
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={label}
      checked={isTicked}
      onClick={(event) => event.stopPropagation()}
      onChange={onTick}
    />
  )
}
