import type { outcomes as english } from '../en/outcomes.ts'
import type { SameAs } from '../writing.ts'
import { measureNamed } from './measures.ts'
import { CALLED_BY, calledNow, conflictWeight, dayOf, reasonNamed, stockIn } from './stock-terms.ts'

export const outcomes: SameAs<typeof english> = {
  isWrittenOff: ({ weight, isPlanned }, write) =>
    `Ein Rest von ${write.weight(weight)} ${isPlanned ? 'wird dann' : 'ist'} ausgebucht.`,
  isWrittenUp: ({ weight, isPlanned }, write) =>
    `${write.weight(weight)}, die im Buch fehlen, ${isPlanned ? 'werden dann' : 'sind'} zugebucht.`,
  joinsOtherStock: ({ changes, isPlanned }, { messages }) =>
    `Die Ware ${isPlanned ? 'kommt zu dem, was dort liegt' : 'kam zu dem, was dort lag'}: ${messages(changes)}.`,
  isCalledNow: ({ what, name, isPlanned }) =>
    `${CALLED_BY[what]} ${isPlanned ? 'wird dann' : 'ist jetzt'} ${calledNow(name)}`,
  isStillCalled: ({ what, name }) => `${CALLED_BY[what]} bleibt ${calledNow(name)}`,
  onlyCommonTagsStay: () => 'nur gemeinsame Merkmale bleiben',
  figureIsNow: ({ figure, value, metric, isPlanned }, write) =>
    `${measureNamed(figure)} ${isPlanned ? 'wird dann' : 'ist jetzt'} ${`${write.figure(value)} ${metric}`.trim()}`,
  figureIsUnknownNow: ({ figure, isPlanned }) =>
    `${measureNamed(figure)} ist ${isPlanned ? 'dann' : 'jetzt'} nicht mehr bekannt`,
  moreFiguresChanged({ count, isPlanned }, { counted, figure }) {
    const more = counted(count, { one: 'ein weiterer Wert', other: `${figure(count)} weitere Werte` })
    const changes = counted(count, { one: 'ändert', other: 'ändern' })
    const changed = counted(count, { one: 'hat', other: 'haben' })
    return isPlanned ? `${more} ${changes} sich` : `${more} ${changed} sich geändert`
  },
  typesAreMixed: () =>
    'Ware verschiedener Typen wird gemischt: Das Ganze ist von keinem der Typen und hat nur dann eine Güte, wenn sie bei beiden gleich heißt.',
  hasWarnings: ({ warnings }, { sentences }) => `Achtung: ${sentences(warnings)}`,
  isPlan: ({ count, atUTC, timeZone }, { counted, day, time }) =>
    `${counted(count, { one: 'Das ist ein Plan', other: 'Das sind Pläne' })}: Die Ware bewegt sich am ${day(atUTC, timeZone)} um ${time(atUTC, timeZone)} Uhr.`,
  countOfDayStands: ({ stock, atUTC, timeZone, difference }, { day, messages, time }) =>
    `Der ${day(atUTC, timeZone)} ohne Uhrzeit ist der Beginn dieses Tages, vor der Zählung von ${stockIn(stock)} um ${time(atUTC, timeZone)} Uhr, die weiter gilt; ${messages([difference])}. Wenn es nach der Zählung war, bitte die Uhrzeit angeben.`,
  countStands: ({ stock, atUTC, timeZone, difference }, { day, messages }) =>
    `Die Zählung von ${stockIn(stock)} vom ${day(atUTC, timeZone)} gilt weiter; ${messages([difference])}.`,
  differenceIsNow({ before, now, by, reasonName, turned }, { weight }) {
    const given = reasonNamed(reasonName)
    const found = turned === 'found' ? 'gefunden' : 'verloren'
    const why = turned === undefined ? given : `bei der Bestandsaufnahme doch ${found}; erfasst war ${given}`
    const figure = (whole: number) => (whole > 0 ? 'Mehrbestand' : 'Verlust')
    if (now === 0) return `ihr ${figure(before)} von ${weight(Math.abs(before))} entfällt (${why})`
    if (before !== 0 && figure(before) !== figure(now))
      return `aus ihrem ${figure(before)} von ${weight(Math.abs(before))} wird ein ${figure(now)} von ${weight(Math.abs(now))} (${why})`
    const change = Math.abs(now) > Math.abs(before) ? 'größer' : 'kleiner'
    return `ihr ${figure(now)} ist jetzt ${weight(by)} ${change} (${why})`
  },
  emptyingWillWriteOff: ({ stock, atUTC, timeZone, weight, isMore }, write) =>
    `Wenn ${stockIn(stock)} wie geplant am ${write.day(atUTC, timeZone)} geleert wird, werden jetzt ${write.weight(weight)} ${isMore ? 'mehr' : 'weniger'} ausgebucht.`,
  willNotBeWritten: ({ stock, weight, reasonName, isOff }, write) =>
    `${write.weight(weight)} von ${stockIn(stock)} werden nicht ${isOff ? 'ausgebucht' : 'zugebucht'} (${reasonNamed(reasonName)}).`,
  isBackInStock: ({ stock, weight, reasonName }, write) =>
    `${write.weight(weight)}, die ausgebucht waren (${reasonNamed(reasonName)}), stehen wieder bei ${stockIn(stock)}.`,
  isTakenOutAgain: ({ stock, weight, reasonName }, write) =>
    `${write.weight(weight)}, die zugebucht waren (${reasonNamed(reasonName)}), gehen bei ${stockIn(stock)} wieder ab.`,
  wouldBeShort: (conflict, write) =>
    `Am ${dayOf(conflict, write)} würden ${conflictWeight(conflict, write)} von „${conflict.stock}“ in ${conflict.bay} fehlen.`,
  isShort: (conflict, write) =>
    `Seit dem ${dayOf(conflict, write)} fehlen ${conflictWeight(conflict, write)} von „${conflict.stock}“ in ${conflict.bay}.`,
  isOverCapacity: (conflict, write) =>
    conflict.weight === 0
      ? `Am ${dayOf(conflict, write)} ist ${conflict.bay} durch eine noch nicht gewogene Fuhre zu voll.`
      : `Am ${dayOf(conflict, write)} ist ${conflict.bay} um ${conflictWeight(conflict, write)} zu voll.`,
  wouldLieWithOtherStock: (conflict, write) =>
    `Am ${dayOf(conflict, write)} ${conflict.weight === 0 ? 'läge' : 'lägen'} ${conflictWeight(conflict, write)} von „${conflict.stock}“ in ${conflict.bay} bei Ware, mit der sie nicht gemischt werden ${conflict.weight === 0 ? 'darf' : 'dürfen'}.`,
  liesWithOtherStock: (conflict, write) =>
    `Seit dem ${dayOf(conflict, write)} ${conflict.weight === 0 ? 'liegt' : 'liegen'} ${conflictWeight(conflict, write)} von „${conflict.stock}“ in ${conflict.bay} bei Ware, mit der sie nicht gemischt werden ${conflict.weight === 0 ? 'darf' : 'dürfen'}.`,
  exceedsContract: (conflict, write) =>
    conflict.weight === 0
      ? `Am ${dayOf(conflict, write)} geht „${conflict.stock}“ in ${conflict.bay} durch eine noch nicht gewogene Fuhre über den Lagervertrag hinaus.`
      : `Am ${dayOf(conflict, write)} geht „${conflict.stock}“ in ${conflict.bay} um ${conflictWeight(conflict, write)} über den Lagervertrag hinaus.`,
  hasNoCapacityFor: ({ bay, commodities, commodity }, write) =>
    `„${bay}“ hat ein Fassungsvermögen für ${commodities.map(write.commodity).join(', ')}, aber keines für ${write.commodity(commodity)}: So ist nicht bekannt, wann sie voll ist.`,
  ticketWasEnteredBefore: ({ reference, number, atUTC, timeZone }, { day, time }) =>
    `Der Wiegeschein ${reference} ist schon erfasst (${number === null ? '' : `unsere Nummer ${number}, `}${day(atUTC, timeZone)} ${time(atUTC, timeZone)}).`,
  fieldHasCropAlready: ({ field, harvestYear }) =>
    `„${field}“ hat diese Frucht der Ernte ${harvestYear} schon: Bitte prüfen, ob sie zweimal erfasst wurde.`,
  plantingsExceedField: ({ field, harvestYear, planted, area }, write) =>
    `Die Aussaaten der Ernte ${harvestYear} auf „${field}“ ergeben zusammen ${write.area(planted)}; der Schlag hat ${write.area(area)}.`,
  isEnteredWith: ({ weight }, write) => `Erfasst mit ${write.weight(weight)}.`,
  joinedWhatLay: ({ weight, changes }, write) =>
    `${write.weight(weight)} kamen zu dem, was dort lag${changes.length === 0 ? '' : `: ${write.messages(changes)}`}.`,
}
