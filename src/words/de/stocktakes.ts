import type { stocktakes as english } from '../en/stocktakes.ts'
import type { SameAs } from '../writing.ts'

export const stocktakes: SameAs<typeof english> = {
  stocktakeIsApproved: () =>
    'Diese Inventur ist freigegeben und bleibt, wie sie ist. Ein Gewicht berichtigen Sie, indem Sie die Box noch einmal zählen.',
  stocktakeIsCancelled: () =>
    'Diese Inventur wurde abgebrochen und bleibt, wie sie ist. Bitte eine neue anlegen.',
  stocktakeIsNotApproved: () => 'Ein Inventurprotokoll gibt es erst nach der Freigabe.',
  hasNoBays: () => 'ist keines Ihrer Lager mit Boxen',
  isNoBayOfYours: ({ bay }) => `ist keine Box Ihrer Lager: ${bay}`,
  noBaysToCount: () => 'werden gebraucht: Sie haben noch kein Lager mit Boxen',
  hasTooManyBays: ({ limit }, { figure }) =>
    `haben mehr als ${figure(limit)} Boxen: bitte in Teilen aufnehmen`,
  bayIsCounted: ({ bay, session }) => `enthält eine Box, die schon gezählt wird: ${bay}, in ${session}`,
  isNobodyOfYours: () => 'gehört nicht zu Ihrem Betrieb',
  isNobodyWhoCounts: () => 'zählt hier nicht mit',
  isNotToCount: ({ names }, { few, or }) =>
    `Sie zählen hier nicht mit. Bitte wenden Sie sich an ${or(few(names))}.`,
  isNotToApprove: ({ names }, { few, or }) =>
    names.length === 0
      ? 'Sie dürfen keine Inventur freigeben.'
      : `Diese Inventur geben andere frei. Bitte wenden Sie sich an ${or(few(names))}.`,
  countedThemselves: ({ bay }) =>
    `Sie haben hier selbst gezählt (${bay}): Freigeben muss jemand, der nicht gezählt hat.`,
  liesInAnotherBay: () => 'ist keine Partie dieser Box',
  goesWithCount: () => 'gehört zu einer Zählung: bitte angeben, was gezählt wurde',
  nothingToRecount: () => 'werden gebraucht: Keine Abweichung liegt über der Toleranz',
  isNotCounted: () => 'ist keine gezählte Box dieser Inventur',
  cutOffIsToCome: ({ atUTC, timeZone }, { day, time }) =>
    `Der Stichtag kommt erst noch: ${day(atUTC, timeZone)}, ${time(atUTC, timeZone)} Uhr. Die Freigabe ist danach möglich.`,
  linesAreNotDone: ({ bays }, { listed }) =>
    `Noch ist nicht alles gezählt oder geklärt: ${listed(bays)}. Bitte zählen oder mit Begründung auslassen.`,
  lineIsRefused: ({ bay, reason }, { messages }) => `${bay}: ${messages([reason])}`,
  countWasEntered({ difference }, { weight }) {
    if (difference === null) return 'Die Zählung wurde eingetragen.'
    return difference === 0
      ? 'Die Zählung wurde eingetragen: so viel, wie im Buch steht.'
      : `Die Zählung wurde eingetragen: ${weight(Math.abs(difference))} ${difference > 0 ? 'mehr' : 'weniger'} als im Buch.`
  },
  countIsFarFromBook: ({ counted, book }, { weight }) =>
    `Gezählt sind ${weight(counted)}, im Buch stehen ${weight(book)}: Bitte die Zahl prüfen.`,
  countWasThere: () => 'Diese Zählung war schon eingetragen; nichts kam hinzu.',
  nothingLiesThere: () => 'Auch nach dem Buch liegt dort nichts; es gibt nichts zu berichtigen.',
  isEmptyByBook: () =>
    'ist eine Box, in der dann nach dem Buch nichts liegt: bitte zuerst eintragen, was es ist',
  hasSeveralParcels: ({ stock }, { and, few }) =>
    `ist eine Box mit mehreren Partien: ${and(few(stock))}. Bitte jede von Hand zählen`,
  isNoBayOfSession: ({ session }) => `ist keine Box dieser Inventur: ${session}`,
  isNoBayNamed: () => 'ist keine Ihrer Boxen: Unter diesem Namen gibt es keine',
  isBayOfSeveral: ({ stores }, { few, or }) =>
    `ist eine Box mehrerer Lager: bitte unter „Lager“ angeben, welches gemeint ist: ${or(few(stores))}`,
  isCountedOtherwise: ({ weight: grams }, { weight }) =>
    `weicht von dem ab, was zu diesem Zeitpunkt schon gezählt wurde: ${weight(grams)}`,
  needsSecondCount({ difference }, { weight }) {
    const reason =
      difference === null ? '' : `Die Abweichung ist ${weight(Math.abs(difference))} und über der Toleranz. `
    return `${reason}Die Box muss noch einmal gezählt werden, von jemand anderem.`
  },
  countIsUnclear: ({ isEmpty }) =>
    isEmpty
      ? 'In einer Box, die nach dem Buch leer ist, liegt etwas: bitte eintragen, was es ist, oder in der Inventur sagen, welche Partie es ist.'
      : 'In der Box liegen mehrere Partien: bitte in der Inventur sagen, zu welcher die Abweichung gehört.',
}
