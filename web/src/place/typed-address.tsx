import { useMe } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { useMessages } from '../i18n/messages.ts'
import { Choice, TextField } from '../ui/parts.tsx'
import { withAddress, type PlaceDraft } from './place-draft.ts'
import { placeMessages } from './place-messages.ts'
import { useRegions } from './place-search.ts'

interface Props {
  place: PlaceDraft
  onChange: (place: PlaceDraft) => void
}

/** Option for the region of an address that has a region's name and no code. */
const NAMED = 'named'

/** The lines of an address that one corrects, or enters where nothing was found. */
export function TypedAddress({ place, onChange }: Props) {
  const m = useMessages(placeMessages)
  const { organisation } = useMe()
  const { location, told } = place
  const address = location?.address
  const countryISO = address?.countryISO || organisation.countryISO
  const regions = useRegions(countryISO, useLanguage())
  const change = (part: Parameters<typeof withAddress>[1]) =>
    onChange({
      ...place,
      location: withAddress(location, part, organisation.countryISO),
      told: told ? { ...told, isCorrected: true } : { by: 'hand' },
    })
  const line = (name: 'line1' | 'city' | 'postcode') => ({
    label: m[name],
    value: address?.[name] ?? '',
    onChange: (text: string) => change({ [name]: text }),
  })
  const region = regions.some(({ iso }) => iso === address?.regionISO)
    ? (address?.regionISO ?? '')
    : address?.region
      ? NAMED
      : ''
  const setRegion = (iso: string) => {
    if (iso !== NAMED)
      change({ region: regions.find((each) => each.iso === iso)?.name ?? '', regionISO: iso })
  }
  return (
    <details className="by-hand">
      <summary>{m.byHand}</summary>
      <div className="stack">
        <TextField {...line('line1')} />
        <div className="two">
          <TextField {...line('city')} />
          <TextField {...line('postcode')} />
        </div>
        <Choice label={m.region} value={region} onChange={setRegion}>
          <option value="">{m.noRegion}</option>
          {region === NAMED && <option value={NAMED}>{address?.region}</option>}
          {regions.map(({ iso, name }) => (
            <option key={iso} value={iso}>
              {name}
            </option>
          ))}
        </Choice>
      </div>
    </details>
  )
}
