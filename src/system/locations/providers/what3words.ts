import type { Point } from '../grid-rules.ts'
import type { Provider } from '../provider.ts'
import type { Ask } from './ask.ts'
import { field, point, text } from './reading.ts'

/** what3words, version 3: its addresses have dots. https://developer.what3words.com/public-api/docs */
export function what3words(ask: Ask): Provider {
  return {
    source: 'what3words',
    pointOfWords: (words) =>
      ask('v3/convert-to-coordinates', { words }, ({ status, body }): Point | undefined => {
        const found = field(body, 'coordinates')
        if (status === 200) return point(field(found, 'lat'), field(found, 'lng'))
        if (text(field(body, 'error'), 'code') === 'BadWords') return undefined
        throw new Error('it refused the request')
      }),
    wordsAt: ({ lat, lon }) =>
      ask('v3/convert-to-3wa', { coordinates: `${lat},${lon}` }, ({ status, body }) => {
        const words = text(body, 'words')
        if (status !== 200 || words === '') throw new Error('it refused the request')
        return words
      }),
  }
}
