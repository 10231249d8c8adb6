import { foldHeader, type Mapping } from './mapping.ts'
import type { Header, HeaderPlace } from './header.ts'
import { message } from '../../words/catalogue.ts'
import type { OpenQuestion } from './questions.ts'

/**
 * Field diaries: a row for each spraying, drilling or ploughing, with no stock in it. They have a field, a date and often an area, so an import
 * would make fields or crops of them. Told by their columns, in English, German and French.
 */

/** Headers that only a diary has for a field: the work, what was put on, how much of it, and with what and in which weather. */
const SAYS: RegExp[] = [
  /operation|opération|^(?:field)?(?:activity|task|job|works?)(?:type|name|description)?$|treatment|traitement|application(?!rate)|intervention|ma(?:ß|ss)nahme|arbeitsgang|tätigkeit|travaux/u,
  /^(?:product|produit|produkt|mittel|chemical|fertili[sz]er|dünger|engrais|herbicide?|fungicide?|pesticide?)(?:name|used|type)?$|pflanzenschutzmittel|activeingredient|wirkstoff|matièreactive|mapp(?:no|number)?$/u,
  /(?:seed|application|spray|dose|product)rate|^rate(?:\/|per|$)|dosage|^dose|aufwandmenge|saatstärke|(?:water|spray|tank)volume|wasser(?:aufwand|menge)|bouillie/u,
  /^(?:operator|sprayer|tractor|implement|nozzles?|machine|equipment)(?:name|type|used)?$|wind(?:speed|direction|geschwindigkeit|richtung)?$|growthstage|bbch|schlepper|düse|anwender|pulvérisateur|tracteur|applicateur|stade/u,
]

const MOST_NAMED = 5

/** Asks about a table that looks like a diary; of one that has weights, nothing. */
export function askDiary({ places, ignored }: Header<HeaderPlace>, { ignore = [] }: Mapping): OpenQuestion[] {
  if (places.some(({ column, index }) => column.measure === 'weight' && index >= 0)) return []
  const onPurpose = new Set(ignore.map(foldHeader))
  const found = ignored.flatMap((header) => {
    const name = foldHeader(header.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ''))
    const group = onPurpose.has(foldHeader(header)) ? -1 : SAYS.findIndex((says) => says.test(name))
    return group === -1 ? [] : [{ header, group }]
  })
  // One of them alone stands in many a list.
  if (new Set(found.map(({ group }) => group)).size < 2) return []
  const headers = found.map(({ header }) => header)

  return [
    {
      question: 'diary',
      column: '',
      header: headers[0] ?? '',
      asked: message('looksLikeDiary', { headers: headers.slice(0, MOST_NAMED) }),
      examples: headers,
      choices: [{ text: message('readWithoutThese', {}), mapping: { ignore: headers } }],
    },
  ]
}
