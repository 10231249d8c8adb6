import { useFormats } from '../i18n/format.ts'
import { toggled } from './toggled.ts'

export interface Term {
  id: string
  name: string
  /** Number of results there would be; left out if nobody has counted. */
  hits?: number
}

interface Props {
  label: string
  /** Ticked values, separated by commas. */
  value: string | undefined
  terms: Term[]
  onChange: (value: string | undefined) => void
}

/** The values of one filter, to be ticked: any of several matches. */
export function Terms({ label, value, terms, onChange }: Props) {
  const formats = useFormats()
  const ticked = new Set(value?.split(','))
  return (
    <fieldset className="terms">
      <legend className="quiet small">{label}</legend>
      {terms.map(({ id, name, hits }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={ticked.has(id)} onChange={() => onChange(toggled(value, id))} />
          <span>{name}</span>
          {hits !== undefined && <span className="quiet small num">{formats.whole(hits)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
