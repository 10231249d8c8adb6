import type { imports as english, Undone } from '../en/imports.ts'
import { withoutUnit, type SameAs } from '../writing.ts'

import { begun, listed } from './differences.ts'

const GIVEN = {
  capacity: 'une capacité est indiquée',
  commodity: 'une culture est indiquée',
  type: 'un type est indiqué',
}
const ADDED = { store: 'le silo', bay: 'la cellule', capacity: 'la capacité' }
const UNDONE: Record<Undone, string> = {
  capacity: 'La capacité a été modifiée',
  area: 'La surface a été modifiée',
  position: 'La position a été modifiée',
  boundary: 'Les limites ont été modifiées',
  yield: 'Le rendement a été modifié',
  crop: 'La culture a été modifiée',
  load: 'Le chargement a été corrigé',
  count: 'Le comptage a été corrigé',
  contract: 'Le contrat a été modifié',
  order: 'L’ordre a été modifié',
}

/** Lists the values that could stand there instead; empty if there are none. */
function choices(names: string[]): string {
  return names.length === 0 ? '' : ` ; il y a : ${names.join(', ')}`
}

export const imports: SameAs<typeof english> = {
  reasons: ({ reasons }, { messages }) => messages(reasons),
  inUnit: ({ reason, unit }, { messages }) => `${messages([reason])}, en ${unit}`,
  confirmRow: ({ reason }, { messages }) => `${messages([reason])} : corrigez, ou confirmez la ligne`,
  columnLooksOdd: ({ column, reason }, { messages }) => `${column} : ${messages([reason])}.`,
  areaIsOdd: ({ area, least, most }, write) =>
    `est de ${write.area(area)}, et une parcelle a le plus souvent ${withoutUnit(write.area(least))} à ${write.area(most)}`,
  weightIsOdd: ({ weight, least, most, of }, write) =>
    `est de ${write.weight(weight)}, et ${of === 'lorry' ? 'un camion porte' : 'une cellule contient'} le plus souvent ${withoutUnit(write.weight(least))} à ${write.weight(most)}`,
  yieldIsOdd: ({ value, least, most }, write) =>
    `est de ${write.yield(value)}, et une parcelle donne le plus souvent ${withoutUnit(write.yield(least))} à ${write.yield(most)}`,
  moistureIsOdd: ({ value, least, most }, { figure }) =>
    `est de ${figure(value)} %, et le grain a le plus souvent ${figure(least)} à ${figure(most)} %`,
  isYearsFromNow: ({ years }, { counted, figure }) =>
    counted(years, {
      one: `est à ${figure(years)} an d’aujourd’hui`,
      other: `est à ${figure(years)} ans d’aujourd’hui`,
    }),
  positionIsOdd: ({ isSwapped }) =>
    isSwapped
      ? 'latitude et longitude sont inversées ; dans l’autre sens, elles sont dans votre pays'
      : 'latitude et longitude ne sont pas dans votre pays',
  differsThere: ({ of, ...difference }, write) =>
    `${of === 'store' ? 'Silo : ' : ''}${begun(difference, write)} ; un import ne le change pas.`,
  weightDiffers: ({ there, here }, { weight }) =>
    `Poids : déjà saisi ${weight(there)}, dans la ligne ${weight(here)} ; un import ne le change pas, un inventaire oui.`,
  isOtherStock: ({ differences }, write) =>
    `est un autre stock : ${listed(differences, write)}. Corrigez, ou laissez cette cellule vide pour saisir la ligne comme stock de plus`,
  stockWasEntered: () => 'Le stock a été saisi.',
  stockWasThere: () => 'Ce stock était déjà saisi ; rien n’a été ajouté.',
  rowHasReference: ({ row }) => `La ligne ${row} du fichier a la même référence et dit autre chose.`,
  earlierRowHasReference: () => 'Une ligne précédente du fichier a la même référence et dit autre chose.',
  severalAreAlike: () =>
    'Plusieurs lots déjà saisis ressemblent à cette ligne en tout sauf le poids : donnez une référence à chacun, ou retirez cette ligne.',
  stockWasEnteredOtherwise({ was, is, isTooOld }, { weight }) {
    const said =
      was === is
        ? 'Ce stock était déjà saisi, et la ligne en dit autre chose'
        : `Ce stock était déjà saisi avec ${weight(was)}, et la ligne a ${weight(is)}`
    return isTooOld
      ? `${said}. C’est trop ancien pour être corrigé par un fichier : faites l’inventaire de la cellule.`
      : `${said}. Pour le corriger, envoyez le fichier avec update=true ; si c’est un autre stock, donnez à la ligne sa propre référence.`
  },
  stockWasCorrected: ({ was, is }, { weight }) =>
    was === is
      ? 'Le stock a été corrigé.'
      : `Le stock a été corrigé : ${weight(was)} sont devenus ${weight(is)}.`,
  isNoBayOfStore: ({ store, bays }, { listed }) =>
    `n’est pas une cellule de « ${store} », dont les cellules sont : ${listed(bays) || 'aucune'}`,
  bayIsNeeded: ({ store, bays }, { listed }) =>
    `est nécessaire, les cellules de « ${store} » sont : ${listed(bays) || 'aucune'}`,
  isNotInBushels: () => 'est en boisseaux, et cette culture ne se pèse pas ainsi',
  isNameOfSeveral: ({ count }, { figure }) =>
    `désigne ${figure(count)} lieux chez vous : dites lequel sous « Exploitation »`,
  isNoPlaceOfYours: ({ what }) =>
    what === 'fields'
      ? 'n’est pas une de vos parcelles : aucune ne porte ce nom'
      : 'n’est pas un de vos silos : aucun ne porte ce nom',
  isNeededWith: ({ given }) => `est nécessaire quand ${GIVEN[given]}`,
  needsBeside: ({ coordinate }) => `demande une ${coordinate} à côté`,
  wasAdded: ({ what }) => `Ajouté : ${what.map((each) => ADDED[each]).join(', ')}.`,
  allWasThere: () => 'Tout existait déjà ; rien n’a été ajouté.',
  rowHasCapacity: ({ row, was, is }, { weight }) =>
    `La ligne ${row} du fichier a ${weight(was)} pour la même chose, et cette ligne ${weight(is)}.`,
  capacityDiffers: ({ there, here }, { weight }) =>
    `Pour la cellule, ${weight(there)} sont déjà saisis, et la ligne a ${weight(here)} ; un import ne le change pas.`,
  fieldWasMade: () => 'La parcelle a été créée.',
  fieldWasThere: () => 'La parcelle existait déjà ; rien n’a été ajouté.',
  fieldWasMadeBefore: () => 'Cette parcelle avait déjà été créée ; rien n’a été ajouté.',
  rowHasField: ({ row }) => `La ligne ${row} du fichier a la même parcelle et dit autre chose.`,
  areaWasFilled: ({ area }, write) =>
    `La parcelle existait déjà, sans surface : elle a maintenant ${write.area(area)}.`,
  areaWasChanged: ({ was, is }, { area }) =>
    `La surface était de ${area(was)} et est maintenant de ${area(is)}.`,
  rowHasCrop: ({ row }) =>
    `La ligne ${row} du fichier a la même culture sur la même parcelle et dit autre chose.`,
  fieldIsThere: ({ area }, write) =>
    `Une parcelle de ce nom existe déjà, ${area === undefined ? 'issue d’une autre parcelle' : `de ${write.area(area)}`} : donnez un autre nom à la nouvelle.`,
  yieldWasSet: () => 'Le rendement attendu a été enregistré.',
  yieldWasThere: () => 'Le rendement attendu était déjà celui-là ; rien n’a été modifié.',
  rowHasYield: ({ row, was, is }, write) =>
    `La ligne ${row} donne ${write.yield(was)} à cette culture, cette ligne ${write.yield(is)}. La dernière ligne compte : si c’est faux, retirez cette ligne et renvoyez le fichier.`,
  hasNoSuchCrop: () => 'n’a pas cette culture',
  yearIsNeeded: ({ years }) => `doit être précisé : la parcelle a des cultures de ${years.join(', ')}`,
  commodityIsNeeded: () => 'doit être précisé : la parcelle en a plusieurs',
  isCropOfOtherField: () =>
    'est une culture d’une autre de vos parcelles : corrigez la parcelle ou l’enregistrement',
  isOtherCrop: ({ crop, mayEnter }) =>
    `ne correspond pas à la culture sous « Enregistrement », qui est ${crop.join(', ')} : corrigez l’un des deux, ou ${
      mayEnter
        ? 'laissez « Enregistrement » vide pour saisir une autre culture'
        : 'laissez cette cellule vide'
    }`,
  isNoArea: ({ what }) => `Ce n’est pas une surface (${what}) : laissé de côté.`,
  rowHasOutline: ({ row }) =>
    `La ligne ${row} du fichier a la même parcelle avec d’autres limites : dessinez les parties d’une parcelle en une seule forme.`,
  outlineComesTwice: () => 'Ces limites viennent deux fois.',
  fieldWasMadeWithBoundary: ({ area }, write) =>
    `La parcelle a été créée, avec ses limites : ${write.area(area)}.`,
  outlineDiffers: ({ outline, area }, write) =>
    `Les limites entourent ${write.area(outline)}, et la parcelle a ${write.area(area)}, ce qui reste.`,
  positionIsOutside: () => 'La position de la parcelle est hors des limites, et reste.',
  boundaryStays: () => 'La parcelle a d’autres limites, qui restent.',
  sendUpdate: () => 'Envoyez update=true pour les remplacer.',
  outlineWasNotTaken: ({ refusal }, { messages }) =>
    `La surface et la position n’ont pas été reprises des limites : ${messages([refusal])}`,
  boundaryWasThere: () => 'La parcelle avait déjà ces limites ; rien n’a été modifié.',
  boundaryWasSet({ how, area, position }, write) {
    const done = {
      replaced: 'Les limites ont été remplacées',
      new: 'La parcelle a maintenant ses limites',
      there: 'Les limites existaient déjà',
    }
    const taken = [
      ...(area === undefined ? [] : [`sa surface est maintenant de ${write.area(area)}`]),
      ...(position ? ['sa position en a été reprise'] : []),
    ]
    return `${[done[how], ...taken].join(' ; ')}.`
  },
  typeIsNeeded: ({ types }) => `est nécessaire${choices(types)}`,
  isNoGradeOfType: ({ grades }) => `n’est pas une qualité de cette culture et de ce type${choices(grades)}`,
  isNoCommodityTag: ({ name }) => `n’est pas une mention de culture : ${name}`,
  stockHasGoneOn: ({ movementId, atUTC, timeZone, weight }, write) =>
    `Une partie de ce stock est repartie depuis : mouvement ${movementId} du ${write.day(atUTC, timeZone)}, ${write.weight(weight)}. Supprimez d’abord ce chargement.`,
  cannotBeUndone: () => 'Cela ne s’annule pas d’ici : corrigez à la main, ou avec un autre fichier.',
  unitIsInUse: () => 'L’unité est utilisée.',
  wasChangedSince: ({ what }) => `${UNDONE[what]} depuis.`,
  cropHasGoneOn: () =>
    'La culture a déjà eu une suite : elle a été récoltée, échantillonnée, partagée ou corrigée.',
  placeIsInUse: () =>
    'Quelque chose s’y trouve, ou s’y trouvait : du stock, une culture, une cellule, une note.',
  bayHasCapacity: () => 'La cellule a reçu une capacité depuis.',
  bayHasStock: () => 'Du stock se trouve dans la cellule, ou s’y trouvait.',
  isNoTypeOf: ({ commodity, types }) => `n’est pas un type de ${commodity}${choices(types)}`,
  typesDisagree: ({ type, commodity, otherType }) =>
    `est ${type}, et « ${commodity} » est ${otherType} : corrigez l’un des deux`,
  isNoCommodityCountry: () => 'n’est pas le code à deux lettres d’un pays qui a des cultures ici',
  isNoGradeIn: ({ country }) => `n’en est pas une qualité en ${country}`,
  sendWholeFile: () =>
    'Corrigez la ligne dans le fichier entier et renvoyez-le : une qualité ne garde que ce que le dernier fichier lui donne.',
  gradeHadNone: () => 'La qualité n’avait déjà pas de variétés à elle.',
  gradeKeepsFile: () => 'La qualité ne garde que les variétés que le fichier lui donne.',
  varietyWasThere: () => 'La variété était déjà dans la liste.',
  varietyIsListed: () => 'La variété est dans la liste.',
}
