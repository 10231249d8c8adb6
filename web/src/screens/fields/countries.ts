import type { FeatureCollection } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import countriesUrl from 'world-atlas/countries-50m.json?url'

interface Countries {
  land: FeatureCollection
  borders: FeatureCollection
}

let read: Promise<Countries> | undefined

/** The outlines of all countries (Natural Earth, in the public domain), fetched once, from where the page comes from. */
export function countries(): Promise<Countries> {
  read ??= readCountries().catch((error: unknown) => {
    read = undefined
    throw error
  })
  return read
}

async function readCountries(): Promise<Countries> {
  const answer = await fetch(new URL(countriesUrl, location.href))
  const topology = (await answer.json()) as Topology<{
    countries: GeometryCollection
    land: GeometryCollection
  }>
  const borders = mesh(topology, topology.objects.countries, (one, other) => one !== other)
  return {
    land: feature(topology, topology.objects.land),
    borders: {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: borders }],
    },
  }
}
