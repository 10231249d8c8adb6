import type { periods as english } from '../en/periods.ts'
import type { SameAs } from '../writing.ts'

export const periods: SameAs<typeof english> = {
  periodIsClosed: ({ closedUpTo, day, firstOpenDay }, { date }) =>
    `Le registre est clôturé jusqu’au ${date(closedUpTo)}, et ceci changerait des chiffres du ${date(day)}. Rien n’a été modifié. Saisissez un bon tardif au ${date(firstOpenDay)}, avec son jour réel à côté ; ou demandez une exception à un administrateur principal.`,
  dayIsNotOver: ({ day, last }, { date }) =>
    `${date(day)} n’est pas encore terminé : le registre se clôture jusqu’au ${date(last)}`,
  isClosedAlready: ({ closedUpTo }, { date }) =>
    `est déjà clôturé : le registre est clôturé jusqu’au ${date(closedUpTo)}`,
  periodWasClosed: ({ closedUpTo, open }, write) =>
    `Le registre est clôturé jusqu’au ${write.date(closedUpTo)}.${open === 0 ? '' : ` L’arrêté dit ce qui restait en suspens : ${write.counted(open, { one: 'un point', other: `${write.figure(open)} points` })}.`}`,
  periodWasReopened: ({ closedUpTo }, { date }) =>
    closedUpTo === ''
      ? 'La période est rouverte : rien n’est clôturé dans le registre.'
      : `La période est rouverte : le registre est clôturé jusqu’au ${date(closedUpTo)}.`,
  periodIsNotNewest: ({ closedUpTo }, { date }) =>
    `Le registre a été clôturé à nouveau depuis, jusqu’au ${date(closedUpTo)} : rouvrez d’abord cette période.`,
  periodIsOpen: () => 'Cette période a déjà été rouverte.',
  exceptionWasGranted: ({ name, untilUTC, timeZone }, { day, time }) =>
    `${name} peut modifier les périodes clôturées jusqu’au ${day(untilUTC, timeZone)}, ${time(untilUTC, timeZone)}.`,
  exceptionWasEnded: ({ name }) => `${name} ne peut plus modifier les périodes clôturées.`,
  exceptionIsOver: () => 'Cette exception est déjà terminée.',
  isNoMemberHere: () => 'n’appartient pas à votre organisation',
  needsReason: () => 'est nécessaire : dites pourquoi',
  isTooLate: ({ days }, { figure }) => `est dans plus de ${figure(days)} jours`,
  happenedAfterwards: () =>
    'n’est pas antérieur à la date du chargement : c’est le jour réel d’un chargement saisi en retard',
}
