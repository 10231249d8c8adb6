import type { outcomes as english } from '../en/outcomes.ts'
import type { SameAs } from '../writing.ts'
import { measureNamed } from './measures.ts'
import { CALLED_BY, calledNow, conflictWeight, dayOf, reasonNamed, stockIn } from './stock-terms.ts'

export const outcomes: SameAs<typeof english> = {
  isWrittenOff: ({ weight, isPlanned }, write) =>
    `Un reste de ${write.weight(weight)} ${isPlanned ? 'sera' : 'est'} sorti du registre.`,
  isWrittenUp: ({ weight, isPlanned }, write) =>
    `${write.weight(weight)} qui manquent dans le registre ${isPlanned ? 'y seront ajoutés' : 'y sont ajoutés'}.`,
  joinsOtherStock: ({ changes, isPlanned }, { messages }) =>
    `Le stock ${isPlanned ? 'rejoindra ce qui s’y trouve' : 'a rejoint ce qui s’y trouvait'} : ${messages(changes)}.`,
  isCalledNow: ({ what, name, isPlanned }) =>
    `${CALLED_BY[what]} ${isPlanned ? 'sera' : 'est maintenant'} ${calledNow(what, name)}`,
  isStillCalled: ({ what, name }) => `${CALLED_BY[what]} reste ${calledNow(what, name)}`,
  onlyCommonTagsStay: () => 'seules les mentions communes restent',
  figureIsNow: ({ figure, value, metric, isPlanned }, write) =>
    `${measureNamed(figure)} ${isPlanned ? 'sera de' : 'est maintenant de'} ${`${write.figure(value)} ${metric}`.trim()}`,
  figureIsUnknownNow: ({ figure, isPlanned }) =>
    `${measureNamed(figure)} ${isPlanned ? 'ne sera' : 'n’est'} plus connu`,
  moreFiguresChanged({ count, isPlanned }, { counted, figure }) {
    const more = counted(count, { one: 'une autre valeur', other: `${figure(count)} autres valeurs` })
    const will = counted(count, { one: 'changera', other: 'changeront' })
    const did = counted(count, { one: 'a changé', other: 'ont changé' })
    return `${more} ${isPlanned ? will : did}`
  },
  typesAreMixed: () =>
    'Du stock de types différents est mélangé : l’ensemble n’est d’aucun des types, et n’a de classe que si elle porte le même nom dans les deux.',
  hasWarnings: ({ warnings }, { sentences }) => `Attention : ${sentences(warnings)}`,
  isPlan: ({ count, atUTC, timeZone }, { day, time }) =>
    `${count === 1 ? 'C’est une prévision' : 'Ce sont des prévisions'} : le stock bouge le ${day(atUTC, timeZone)} à ${time(atUTC, timeZone)}.`,
  countOfDayStands: ({ stock, atUTC, timeZone, difference }, { day, messages, time }) =>
    `Le ${day(atUTC, timeZone)} sans heure est le début de ce jour, avant le comptage de ${stockIn(stock)} à ${time(atUTC, timeZone)}, qui reste valable ; ${messages([difference])}. Si c’était après le comptage, indiquez l’heure.`,
  countStands: ({ stock, atUTC, timeZone, difference }, { day, messages }) =>
    `Le comptage de ${stockIn(stock)} du ${day(atUTC, timeZone)} reste valable ; ${messages([difference])}.`,
  differenceIsNow({ before, now, by, reasonName, turned }, { weight }) {
    const given = reasonNamed(reasonName).toLowerCase()
    const found = turned === 'found' ? 'trouvé' : 'perdu'
    const why = turned === undefined ? given : `finalement ${found} à l’inventaire ; saisi comme ${given}`
    const figure = (whole: number) => (whole > 0 ? 'excédent' : 'perte')
    const its = (whole: number) => (whole > 0 ? 'son excédent' : 'sa perte')
    const article = now > 0 ? 'un' : 'une'
    if (now === 0) return `${its(before)} de ${weight(Math.abs(before))} disparaît (${why})`
    if (before !== 0 && figure(before) !== figure(now))
      return `${its(before)} de ${weight(Math.abs(before))} est maintenant ${article} ${figure(now)} de ${weight(Math.abs(now))} (${why})`
    const change = Math.abs(now) > Math.abs(before) ? 'augmente' : 'diminue'
    return `${its(now)} ${change} de ${weight(by)} (${why})`
  },
  emptyingWillWriteOff: ({ stock, atUTC, timeZone, weight, isMore }, write) =>
    `Quand ${stockIn(stock)} sera vidé comme prévu le ${write.day(atUTC, timeZone)}, ${write.weight(weight)} de ${isMore ? 'plus' : 'moins'} seront sortis du registre.`,
  willNotBeWritten: ({ stock, weight, reasonName, isOff }, write) =>
    `${write.weight(weight)} de ${stockIn(stock)} ne seront pas ${isOff ? 'sortis du registre' : 'ajoutés au registre'} (${reasonNamed(reasonName).toLowerCase()}).`,
  isBackInStock: ({ stock, weight, reasonName }, write) =>
    `${write.weight(weight)} qui avaient été sortis du registre (${reasonNamed(reasonName).toLowerCase()}) sont de nouveau dans ${stockIn(stock)}.`,
  isTakenOutAgain: ({ stock, weight, reasonName }, write) =>
    `${write.weight(weight)} qui avaient été ajoutés (${reasonNamed(reasonName).toLowerCase()}) sont de nouveau retirés de ${stockIn(stock)}.`,
  wouldBeShort: (conflict, write) =>
    `Le ${dayOf(conflict, write)}, il manquerait ${conflictWeight(conflict, write)} de « ${conflict.stock} » dans ${conflict.bay}.`,
  isShort: (conflict, write) =>
    `Depuis le ${dayOf(conflict, write)}, il manque ${conflictWeight(conflict, write)} de « ${conflict.stock} » dans ${conflict.bay}.`,
  isOverCapacity: (conflict, write) =>
    conflict.weight === 0
      ? `Le ${dayOf(conflict, write)}, ${conflict.bay} est trop plein par un chargement pas encore pesé.`
      : `Le ${dayOf(conflict, write)}, ${conflict.bay} dépasse sa capacité de ${conflictWeight(conflict, write)}.`,
  wouldLieWithOtherStock: (conflict, write) =>
    `Le ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} de « ${conflict.stock} » se trouverait dans ${conflict.bay} avec du stock avec lequel il ne doit pas être mélangé.`,
  liesWithOtherStock: (conflict, write) =>
    `Depuis le ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} de « ${conflict.stock} » se trouve dans ${conflict.bay} avec du stock avec lequel il ne doit pas être mélangé.`,
  exceedsContract: (conflict, write) =>
    conflict.weight === 0
      ? `Le ${dayOf(conflict, write)}, « ${conflict.stock} » dans ${conflict.bay} dépasse son contrat de stockage par un chargement pas encore pesé.`
      : `Le ${dayOf(conflict, write)}, « ${conflict.stock} » dans ${conflict.bay} dépasse son contrat de stockage de ${conflictWeight(conflict, write)}.`,
  hasNoCapacityFor: ({ bay, commodities, commodity }, write) =>
    `« ${bay} » a une capacité pour ${commodities.map(write.commodity).join(', ')}, mais aucune pour ${write.commodity(commodity)} : rien ne dit quand elle est pleine.`,
  ticketWasEnteredBefore: ({ reference, number, atUTC, timeZone }, { day, time }) =>
    `Le bon de pesée ${reference} est déjà saisi (${number === null ? '' : `notre numéro ${number}, `}${day(atUTC, timeZone)} ${time(atUTC, timeZone)}).`,
  fieldHasCropAlready: ({ field, harvestYear }) =>
    `« ${field} » a déjà cette culture de la récolte ${harvestYear} : vérifiez qu’elle n’a pas été saisie deux fois.`,
  plantingsExceedField: ({ field, harvestYear, planted, area }, write) =>
    `Les semis de la récolte ${harvestYear} sur « ${field} » font ${write.area(planted)} en tout ; la parcelle a ${write.area(area)}.`,
  isEnteredWith: ({ weight }, write) => `Saisi avec ${write.weight(weight)}.`,
  joinedWhatLay: ({ weight, changes }, write) =>
    `${write.weight(weight)} ont rejoint ce qui s’y trouvait${changes.length === 0 ? '' : ` : ${write.messages(changes)}`}.`,
}
