import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../api/client.ts'
import type { AddressSearchResult, Location } from '../api/operations.ts'
import type { Point } from './coordinates.ts'
import { readTyped, type PlaceDraft, type PlaceFinding } from './place-draft.ts'

const ASKED_AFTER_MS = 250
const LEAST_LETTERS = 2
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A result that holds others, in which alone is searched. */
export type Container = Pick<AddressSearchResult, 'id' | 'text'>

/** Finds places for the typed text once typing stops; undefined until the service has answered, or if it is not asked. */
export function usePlacesFound(typed: string, within: Container | undefined) {
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const read = readTyped(settled)
  const isAsked = read.kind === 'name' || (read.kind === 'words' && !read.isSure)
  const found = useQuery({
    queryKey: ['places', settled, within?.id],
    staleTime: MINUTE_MS,
    enabled: isAsked && (settled.length >= LEAST_LETTERS || (within !== undefined && settled === '')),
    queryFn: ({ signal }) =>
      ask('GET /api/system/locations/search', {
        query: { ...(settled !== '' && { query: settled }), ...(within && { id: within.id }) },
        signal,
      }),
  })
  return { found: settled === typed.trim() ? found.data : undefined, error: found.error }
}

/** A place to look up. */
export type Wanted =
  | { by: 'search'; typed: string; result: AddressSearchResult }
  | { by: 'point'; point: Point }
  | { by: 'device'; point: Point; metres: number }
  | { by: 'words'; words: string }

/** Looks a place up; the answer of the last that was asked for is handed on. */
export function useLookUp(onFound: (place: PlaceDraft) => void) {
  const looking = useMutation({ mutationFn: lookUp, networkMode: 'always' })
  return {
    isBusy: looking.isPending,
    error: looking.error,
    forget: looking.reset,
    lookUp: (wanted: Wanted) =>
      looking.mutate(wanted, {
        onSuccess: (location) => onFound({ typed: '', location, told: toldOf(wanted) }),
      }),
  }
}

/** The zone is told by the coordinates, and not kept. */
async function lookUp(wanted: Wanted): Promise<Location> {
  const { threeWords, address, coordinates } = await answerTo(wanted)
  return { threeWords, address, coordinates }
}

function answerTo(wanted: Wanted): Promise<Location> {
  if (wanted.by === 'search') {
    const { id, source } = wanted.result
    return ask('GET /api/system/locations/address', { query: { id, source } })
  }
  if (wanted.by === 'words')
    return ask('GET /api/system/locations/three-words', { query: { query: wanted.words } })
  return ask('GET /api/system/locations/coordinates', { query: { ...wanted.point } })
}

function toldOf(wanted: Wanted): PlaceFinding {
  if (wanted.by === 'device') return { by: 'device', metres: wanted.metres }
  if (wanted.by !== 'search') return { by: wanted.by }
  const { type, source, isExact } = wanted.result
  return { by: 'search', typed: wanted.typed, type, source, ...(isExact !== undefined && { isExact }) }
}

/** The regions of a country, by their names in the reader's language. */
export function useRegions(countryISO: string, language: string): { iso: string; name: string }[] {
  const regions = useQuery({
    queryKey: ['regions', countryISO, language],
    staleTime: DAY_MS,
    enabled: countryISO !== '',
    queryFn: () => ask('GET /api/system/regions', { query: { countryISO } }),
  })
  return regions.data?.regions.map(({ iso, name, names }) => ({ iso, name: names?.[language] ?? name })) ?? []
}
