import { useState } from 'react'
import { Refused } from '../api/client.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { Suggest, type Suggestion } from '../ui/suggest.tsx'
import { TypedAddress } from './typed-address.tsx'
import { writeCoordinates } from './coordinates.ts'
import { placeMessages } from './place-messages.ts'
import { readTyped, type PlaceDraft } from './place-draft.ts'
import { useLookUp, usePlacesFound, type Container } from './place-search.ts'
import { FoundPlace } from './found-place.tsx'

interface Props {
  place: PlaceDraft
  onChange: (place: PlaceDraft) => void
  fault?: string | undefined
}

/** As many as one looks through of what a county holds; who types finds the others. */
const MOST_SHOWN = 50

/**
 * Field for a place: found by a name, a postcode, an address, coordinates or three words, located by the device, or entered manually.
 * It may be left out.
 */
export function PlaceField({ place, onChange, fault }: Props) {
  const m = useMessages(placeMessages)
  const refusal = useRefusal()
  const { typed } = place
  const { within, lookWithin, options, isSure, isNothing, type, pick, looking, error } = usePicking(
    place,
    onChange,
  )
  const wrong = looking.error ?? error
  return (
    <fieldset className="stack tight">
      <Suggest
        label={m.find}
        hint={m.findHint}
        value={typed}
        onChange={type}
        onPick={pick}
        options={options}
        isFound
        picksFirst={isSure || options[0]?.isContainer === false}
        fault={wrong ? refusal(wrong) : fault}
      />
      {within && <Within name={within.text} onLeave={() => lookWithin(undefined)} />}
      {suggestedIn(looking.error).map((words) => (
        <button
          key={words}
          type="button"
          className="button start"
          onClick={() => looking.lookUp({ by: 'words', words })}
        >
          {say(m.perhaps, { words })}
        </button>
      ))}
      <p className="quiet small" role="status">
        {looking.isBusy && m.lookingUp}
        {!looking.isBusy &&
          options.length > 0 &&
          typed.trim() !== '' &&
          say(place.location ? m.chooseOther : m.choose, { first: options[0]?.value ?? '', typed })}
        {!looking.isBusy && isNothing && say(place.location ? m.notFoundOther : m.notFound, { typed })}
      </p>
      <div className="bar">
        <WhereIAm
          onFound={(point, metres) => {
            // Should nobody answer, the point is not lost.
            onChange({ ...place, typed: writeCoordinates(point) })
            looking.lookUp({ by: 'device', point, metres })
          }}
        />
        {place.location && (
          <button
            type="button"
            className="button"
            onClick={() => onChange({ typed, location: null, told: null })}
          >
            {m.without}
          </button>
        )}
      </div>
      {place.location && <FoundPlace location={place.location} told={place.told} />}
      <TypedAddress place={place} onChange={onChange} />
    </fieldset>
  )
}

/** Offers places to pick for the typed text, and handles the one that was picked. */
function usePicking(place: PlaceDraft, onChange: Props['onChange']) {
  const { typed } = place
  const [within, lookWithin] = useState<Container>()
  const { found, error } = usePlacesFound(typed, within)
  const looking = useLookUp((next) => {
    lookWithin(undefined)
    onChange(next)
  })
  const { options, isSure } = useOptions(typed, found)
  const type = (text: string) => {
    looking.forget()
    onChange({ ...place, typed: text })
  }
  const pick = (_value: string, { id = '' }: Suggestion) => {
    const result = found?.find((each) => each.id === id)
    const read = readTyped(typed)
    if (result?.isContainer) {
      lookWithin(result)
      type('')
    } else if (result) looking.lookUp({ by: 'search', typed: typed.trim() || result.text, result })
    else if (read.kind === 'point') looking.lookUp({ by: 'point', point: read.point })
    else if (read.kind === 'words') looking.lookUp({ by: 'words', words: read.words })
  }
  const isNothing = found?.length === 0 && options.length === 0
  return { within, lookWithin, options, isSure, isNothing, type, pick, looking, error }
}

/** In what alone is searched, and the way out of it. */
function Within({ name, onLeave }: { name: string; onLeave: () => void }) {
  const m = useMessages(placeMessages)
  return (
    <p className="bar">
      <span className="quiet small">{say(m.inside, { name })}</span>
      <button
        type="button"
        className="button"
        // The field keeps the focus, and its list opens again.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onLeave}
      >
        {m.everywhere}
      </button>
    </p>
  )
}

/** Lists the places to pick, and whether Enter picks the first: it does for text that cannot be a name. */
function useOptions(typed: string, found: ReturnType<typeof usePlacesFound>['found']) {
  const m = useMessages(placeMessages)
  const read = readTyped(typed)
  if (read.kind === 'point')
    return {
      options: [{ id: 'point', value: writeCoordinates(read.point), hint: m.coordinates }],
      isSure: true,
    }
  const words: Suggestion[] =
    read.kind === 'words' ? [{ id: 'words', value: read.words, hint: m.threeWords }] : []
  const places = (found ?? [])
    .slice(0, MOST_SHOWN)
    .map(({ id, text, description, isContainer, isExact }): Suggestion => {
      const hints = [description, isExact === false ? m.like : '', isContainer ? m.holds : '']
      return { id, value: text, hint: hints.filter(Boolean).join(' · '), isContainer }
    })
  return { options: [...places, ...words], isSure: read.kind === 'words' && read.isSure }
}

/** The addresses of three words that are one slip away from those that were refused. */
function suggestedIn(error: unknown): string[] {
  const suggestions = error instanceof Refused ? error.fault?.body['suggestions'] : undefined
  return Array.isArray(suggestions) ? suggestions.filter((each) => typeof each === 'string') : []
}

const PATIENCE_MS = 20_000

/** Asks the browser where it is, which asks whoever holds it. */
function WhereIAm({ onFound }: { onFound: (point: { lat: number; lon: number }, metres: number) => void }) {
  const m = useMessages(placeMessages)
  const [said, say] = useState('')
  const locate = () => {
    say(m.locating)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        say('')
        const to7 = (degrees: number) => Number(degrees.toFixed(7))
        onFound({ lat: to7(coords.latitude), lon: to7(coords.longitude) }, Math.ceil(coords.accuracy))
      },
      ({ code, PERMISSION_DENIED }) => say(code === PERMISSION_DENIED ? m.denied : m.noFix),
      { enableHighAccuracy: true, timeout: PATIENCE_MS },
    )
  }
  return (
    <>
      <button type="button" className="button" onClick={locate}>
        {m.whereIAm}
      </button>
      {said && (
        <span className="quiet small" role="status">
          {said}
        </span>
      )}
    </>
  )
}
