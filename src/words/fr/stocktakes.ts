import type { stocktakes as english } from '../en/stocktakes.ts'
import type { SameAs } from '../writing.ts'

export const stocktakes: SameAs<typeof english> = {
  stocktakeIsApproved: () =>
    'Cet inventaire est validé : il reste tel quel. Pour corriger un poids, comptez de nouveau la cellule.',
  stocktakeIsCancelled: () => 'Cet inventaire a été annulé : il reste tel quel. Ouvrez-en un autre.',
  stocktakeIsNotApproved: () => 'Un inventaire n’a de procès-verbal qu’une fois validé.',
  hasNoBays: () => 'n’est pas un de vos silos avec des cellules',
  isNoBayOfYours: ({ bay }) => `n’est pas une cellule de vos silos : ${bay}`,
  noBaysToCount: () => 'sont nécessaires : vous n’avez pas encore de silo avec des cellules',
  hasTooManyBays: ({ limit }, { figure }) =>
    `ont plus de ${figure(limit)} cellules : comptez-les en plusieurs fois`,
  bayIsCounted: ({ bay, session }) =>
    `contient une cellule déjà en cours de comptage : ${bay}, dans ${session}`,
  isNobodyOfYours: () => 'ne fait pas partie de votre organisation',
  isNobodyWhoCounts: () => 'n’est pas une personne qui compte ici',
  isNotToCount: ({ names }, { few, or }) =>
    `Vous n’êtes pas chargé de compter ici. Adressez-vous à ${or(few(names))}.`,
  isNotToApprove: ({ names }, { few, or }) =>
    names.length === 0
      ? 'Vous ne pouvez pas valider un inventaire.'
      : `Vous n’êtes pas chargé de valider cet inventaire. Adressez-vous à ${or(few(names))}.`,
  countedThemselves: ({ bay }) =>
    `Vous avez compté ici vous-même (${bay}) : la validation revient à quelqu’un qui n’a pas compté.`,
  liesInAnotherBay: () => 'n’est pas un lot de cette cellule',
  goesWithCount: () => 'ne va qu’avec un comptage : indiquez ce qui a été compté',
  nothingToRecount: () => 'sont nécessaires : aucun écart ne dépasse la tolérance',
  isNotCounted: () => 'n’est pas une cellule comptée de cet inventaire',
  cutOffIsToCome: ({ atUTC, timeZone }, { day, time }) =>
    `La date d’arrêté n’est pas encore passée : ${day(atUTC, timeZone)}, ${time(atUTC, timeZone)}. Validez l’inventaire ensuite.`,
  linesAreNotDone: ({ bays }, { listed }) =>
    `Tout n’est pas encore compté ou clair : ${listed(bays)}. Comptez le reste, ou laissez-le de côté en disant pourquoi.`,
  lineIsRefused: ({ bay, reason }, { messages }) => `${bay} : ${messages([reason])}`,
  countWasEntered({ difference }, { weight }) {
    if (difference === null) return 'Le comptage a été saisi.'
    return difference === 0
      ? 'Le comptage a été saisi : autant que le registre.'
      : `Le comptage a été saisi : ${weight(Math.abs(difference))} de ${difference > 0 ? 'plus' : 'moins'} que le registre.`
  },
  countIsFarFromBook: ({ counted, book }, { weight }) =>
    `${weight(counted)} comptés, alors que le registre indique ${weight(book)} : vérifiez le chiffre.`,
  countWasThere: () => 'Ce comptage était déjà saisi ; rien n’a été ajouté.',
  nothingLiesThere: () => 'D’après le registre, il n’y a rien non plus ; rien n’est à corriger.',
  isEmptyByBook: () =>
    'est une cellule vide à ce moment d’après le registre : saisissez d’abord ce qui s’y trouve',
  hasSeveralParcels: ({ stock }, { and, few }) =>
    `est une cellule avec plusieurs lots : ${and(few(stock))}. Comptez chacun à la main`,
  isNoBayOfSession: ({ session }) => `n’est pas une cellule de cet inventaire : ${session}`,
  isNoBayNamed: () => 'n’est pas une de vos cellules : aucune ne porte ce nom',
  isBayOfSeveral: ({ stores }, { few, or }) =>
    `est une cellule de plusieurs silos : dites lequel sous « Silo » : ${or(few(stores))}`,
  isCountedOtherwise: ({ weight: grams }, { weight }) =>
    `diffère de ce qui a déjà été compté à ce moment : ${weight(grams)}`,
  needsSecondCount({ difference }, { weight }) {
    const reason =
      difference === null ? '' : `L’écart est de ${weight(Math.abs(difference))}, au-delà de la tolérance. `
    return `${reason}La cellule doit être comptée de nouveau, par quelqu’un d’autre.`
  },
  countIsUnclear: ({ isEmpty }) =>
    isEmpty
      ? 'Il y a quelque chose dans une cellule vide d’après le registre : saisissez ce que c’est, ou dites dans l’inventaire de quel lot il s’agit.'
      : 'Plusieurs lots se trouvent dans la cellule : dites dans l’inventaire auquel l’écart se rapporte.',
}
