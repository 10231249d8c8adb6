import type { FastifyReply } from 'fastify'
import { languages, type Language } from '../../words/languages.ts'

/**
 * The language that a caller prefers of those that answers can be in; English where none of them is asked for.
 *
 * @example preferredLanguage('fr-CH, de;q=0.8') // 'fr'
 */
export function preferredLanguage(header = ''): Language {
  const asked = header
    .slice(0, 500)
    .split(',')
    .map((each) => {
      const [range = '', weight = ''] = each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/)
      return { language: range.slice(0, 2), weight: weight === '' ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  const found = asked.find(({ language }) => languages.some((known) => known === language))
  return languages.find((known) => known === found?.language) ?? 'en'
}

/** Has caches on the way keep answers of different languages apart. */
export function varyByLanguage(reply: FastifyReply): void {
  const names = String(reply.getHeader('Vary') ?? '')
  if (/accept-language|\*/i.test(names)) return
  reply.header('Vary', [names, 'Accept-Language'].filter((each) => each !== '').join(', '))
}
