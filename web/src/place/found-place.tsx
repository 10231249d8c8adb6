import { useQuery } from '@tanstack/react-query'
import type { Location } from '../api/operations.ts'
import { useMe } from '../api/session.ts'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { sourcesQuery } from '../stock/queries.ts'
import { writeCoordinates } from './coordinates.ts'
import { sayAddress, type PlaceFinding } from './place-draft.ts'
import { placeMessages } from './place-messages.ts'
import './place.css'

/** A place as the service told it, how exact that is, and whose data it is. */
export function FoundPlace({ location, told }: { location: Location; told: PlaceFinding | null }) {
  const m = useMessages(placeMessages)
  const exactness = useExactness(told)
  return (
    <div className="place-told" role="group" aria-label={m.told}>
      <PlaceWords location={location} />
      <p className="quiet small">{exactness}</p>
      {told && told.by !== 'hand' && <Attribution source={told.by === 'search' ? told.source : ''} />}
    </div>
  )
}

/** A place in words: its address, its point, and its three words, as far as they are known. */
export function PlaceWords({ location }: { location: Location }) {
  const { coordinates, threeWords } = location
  const points = [coordinates ? writeCoordinates(coordinates) : '', threeWords].filter(Boolean)
  const address = sayAddress(location)
  if (address === '' && points.length === 0) return null
  return (
    <p className="place-words">
      <span>{address}</span> <span className="quiet small">{points.join(' · ')}</span>
    </p>
  )
}

/** Describes how exact an answer is, in a sentence or two. */
function useExactness(told: PlaceFinding | null): string {
  const m = useMessages(placeMessages)
  const formats = useFormats()
  if (!told) return m.stored
  if (told.by === 'hand') return m.hand
  const corrected = told.isCorrected ? m.corrected : ''
  const middles: Record<string, string> = m
  if (told.by === 'search') {
    const { isExact, typed, source, type } = told
    const name = isExact === undefined ? m.unsaid : isExact ? m.exact : m.similar
    return [say(name, { typed, source }), middles[`middle_${type}`], corrected].filter(Boolean).join(' ')
  }
  const point = { point: m.byPoint, device: m.byDevice, words: m.byWords }[told.by]
  const metres = told.by === 'device' ? formats.whole(told.metres) : ''
  return [say(point, { metres }), corrected].filter(Boolean).join(' ')
}

/** Shows the attribution that the licences of places ask for, in the service's words. */
function Attribution({ source }: { source: string }) {
  const m = useMessages(placeMessages)
  const { data } = useQuery(sourcesQuery(useMe().organisation.countryISO))
  if (!data) return null
  return (
    <details>
      <summary className="quiet small">
        {m.attribution}
        {source && `: ${source}`}
      </summary>
      <ul className="quiet small" lang="en">
        {data.attribution.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </details>
  )
}
