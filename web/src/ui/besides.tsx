import { useFormats } from '../i18n/format.ts'

/** Shows the stock in bushels below its weight, where people think in both. */
export function Besides(props: { weight: number; commodityId: number | undefined }) {
  const words = useFormats(props.commodityId).besides(props.weight)
  return words === '' ? null : <span className="besides quiet small">{words}</span>
}
