import type { GridPoint } from '../grid-rules.ts'
import type { Provider } from '../provider.ts'
import { makeAsk, PATIENCE, type AskOptions, type Patience, type Ask } from './ask.ts'
import { loqate } from './loqate.ts'
import { nominatim } from './nominatim.ts'
import { photon } from './photon.ts'
import { postcodesIo } from './postcodes-io.ts'
import { field, point, textIn } from './reading.ts'

/** Providers that are asked besides what the program knows; each undefined where the settings do not name it. */
export interface ProviderSettings {
  what3words: { url: string; apiKey: string } | undefined
  loqate: { url: string; apiKey: string } | undefined
  photonUrl: string | undefined
  nominatimUrl: string | undefined
  postcodesIoUrl: string | undefined
  /** Most calls a minute to each of them by one process. */
  callsPerMinute: number
  patience?: Patience | undefined
}

interface Options extends Pick<AskOptions, 'cache' | 'log' | 'clock'> {
  settings: ProviderSettings
}

/** The providers that the settings name, in the order in which they are asked: whole addresses before postcodes. */
export function openProviders({ settings, ...common }: Options): Provider[] {
  const {
    loqate: capture,
    photonUrl,
    nominatimUrl,
    postcodesIoUrl,
    what3words: words,
    callsPerMinute,
    patience = PATIENCE,
  } = settings
  const ask = (source: string, baseUrl: string, more: Partial<AskOptions> = {}) =>
    makeAsk({ ...common, patience, callsPerMinute, source, baseUrl, ...more })
  return [
    capture && loqate(ask('loqate', capture.url, { secrets: { Key: capture.apiKey } })),
    photonUrl === undefined ? undefined : photon(ask('photon', photonUrl)),
    nominatimUrl === undefined ? undefined : nominatim(ask('nominatim', nominatimUrl)),
    postcodesIoUrl === undefined
      ? undefined
      : postcodesIo(ask('postcodes.io', postcodesIoUrl, { answers: [404] })),
    words &&
      what3words(ask('what3words', words.url, { headers: { 'x-api-key': words.apiKey }, answers: [400] })),
  ].filter((provider) => provider !== undefined)
}

/** what3words, version 3: its addresses have dots. https://developer.what3words.com/public-api/docs */
function what3words(ask: Ask): Provider {
  return {
    source: 'what3words',
    pointOfWords: (words) =>
      ask('v3/convert-to-coordinates', { words }, ({ status, body }): GridPoint | undefined => {
        const found = field(body, 'coordinates')
        if (status === 200) return point(field(found, 'lat'), field(found, 'lng'))
        if (textIn(field(body, 'error'), 'code') === 'BadWords') return undefined
        throw new Error('it refused the request')
      }),
    wordsAt: ({ lat, lon }) =>
      ask('v3/convert-to-3wa', { coordinates: `${lat},${lon}` }, ({ status, body }) => {
        const words = textIn(body, 'words')
        if (status !== 200 || words === '') throw new Error('it refused the request')
        return words
      }),
  }
}
