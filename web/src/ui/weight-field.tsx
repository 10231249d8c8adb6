import { useFormats } from '../i18n/format.ts'
import { parseReading, parseStock, parseYield } from '../i18n/numbers.ts'
import { Field } from './parts.tsx'
import { useWeightReader } from './weight-reader.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  fault?: string | undefined
  hint?: string | undefined
  autoFocus?: boolean
  /** The grain that is weighed, by which a bushel is one. */
  commodityId?: number | undefined
  /** The grain is yet to be chosen, and a bushel is one of it: until then nothing is understood of a figure alone. */
  awaitsCrop?: boolean
}

/** The weight of a load: in the unit of the scale, or with its own, with what was understood below it. */
export function WeightField(props: Props) {
  const formats = useFormats()
  const read = useWeightReader()(props.value, { commodityId: props.commodityId })
  const understood = (kg: number) => formats.weight(kg)
  return <Typed {...props} fault={read.fault ?? props.fault} kg={read.kg} understood={understood} />
}

/** Field for the figure that a scale shows: in its unit, or with another that a scale may have. */
export function ReadingField(props: Props) {
  const formats = useFormats()
  const read = useWeightReader(parseReading)(props.value, { commodityId: props.commodityId })
  const understood = (kg: number) => formats.weight(kg)
  return <Typed {...props} fault={read.fault ?? props.fault} kg={read.kg} understood={understood} />
}

/** A weight of stock: in the unit in which the organisation reads it, or with its own. */
export function StockField(props: Props) {
  const formats = useFormats(props.commodityId)
  const read = useWeightReader(parseStock)(props.value, { commodityId: props.commodityId })
  const understood = (kg: number) => `${formats.exactStock(kg)} ${formats.stockUnit}`
  const kg = isOpen(props, [formats.stockUnit, formats.columnUnit]) ? undefined : read.kg
  return <Typed {...props} fault={read.fault ?? props.fault} kg={kg} understood={understood} />
}

/** A yield: in the unit in which the organisation reads those of the crop, or with its own. */
export function YieldField(props: Props) {
  const formats = useFormats(props.commodityId)
  const read = useWeightReader(parseYield)(props.value, { commodityId: props.commodityId })
  const understood = (kg: number) => `${formats.yieldOf(kg)} ${formats.yieldUnit}`
  const kg = isOpen(props, [formats.yieldUnit, formats.columnYieldUnit]) ? undefined : read.kg
  return <Typed {...props} fault={read.fault ?? props.fault} kg={kg} understood={understood} />
}

/** True as long as the crop that will decide the unit is not chosen. */
const isOpen = ({ awaitsCrop = false, commodityId }: Props, [unit, later]: [string, string]) =>
  awaitsCrop && commodityId === undefined && unit !== later

interface TypedProps extends Props {
  kg: number | undefined
  understood: (kg: number) => string
}

function Typed({ label, value, onChange, fault, hint, autoFocus, kg, understood }: TypedProps) {
  return (
    <Field label={label} fault={fault} hint={kg === undefined ? hint : understood(kg)}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
