import type { records as english } from '../en/records.ts'
import type { SameAs } from '../writing.ts'
import { A_PLACE, KINDS, reasonNamed, ROLES, SOURCES, CHOICES, MOVEMENT_CHOICES } from './stock-terms.ts'

export const records: SameAs<typeof english> = {
  mayNotAdjust: ({ role, able }, { or }) =>
    `Votre rôle (${ROLES[role]}) permet de déplacer du stock, mais non de le corriger : il faut être ${or(able.map((each) => ROLES[each]))}.`,
  mayOnlyTakeIn: ({ role, able }, { or }) =>
    `Votre rôle (${ROLES[role]}) permet de recevoir du stock, mais non d’en saisir d’autre : il faut être ${or(able.map((each) => ROLES[each]))}.`,
  isForStockToCorrect: () => 'est pour du stock ; une culture sur pied n’a pas de poids à corriger',
  isForStockToEmpty: () => 'est pour du stock ; une culture sur pied ne se vide pas',
  isNoId: ({ given }) => `n’est pas un identifiant : « ${given} »`,
  isFutureStock: () => 'est dans l’avenir ; pour du stock déjà présent, indiquez une date jusqu’à maintenant',
  isForeignOwner: () =>
    'est une autre organisation : mettez owned à false pour le stock que vous gardez pour elle',
  isYourselfAsOwner: () => 'est votre propre organisation : mettez owned à true',
  isPlantingOrIntake: () => 'est soit un semis, soit une réception',
  isOtherSource: ({ type, actual }) =>
    actual === 'existing'
      ? `est donné comme ${SOURCES[type]}, mais source n’en contient pas`
      : `est donné comme ${SOURCES[type]}, mais source contient ${SOURCES[actual]}`,
  needsField: () => 'doit indiquer la parcelle',
  needsBay: () => 'doit indiquer la cellule',
  isForeignStorer: () => 'doit être votre propre organisation : celui qui stocke saisit ce qu’il stocke',
  isUnknownStorage: ({ id }) => `n’existe pas : ${id}`,
  isOtherPlace: ({ type, name, actual }) => `est ${A_PLACE[type]}, mais « ${name} » est ${A_PLACE[actual]}`,
  isStoreAndNoField: ({ name }) => `est le silo « ${name} » ; un semis demande une parcelle`,
  isFieldAndNoStore: ({ name }) => `est la parcelle « ${name} » ; le stock est dans la cellule d’un silo`,
  isNoBayOf({ name, isGiven, bays }) {
    const lack = isGiven ? `n’existe pas dans « ${name} »` : 'est nécessaire'
    const named = bays.map((bay) => `${bay.id} (${bay.name})`).join(', ')
    return named === ''
      ? `${lack} ; « ${name} » n’a pas de cellule`
      : `${lack} ; les cellules de « ${name} » sont ${named}`
  },
  isLargerThanField: (field, { area }) => `dépasse ce que la parcelle a : ${area(field.area)}`,
  isGivenByTicket: () => 'dit la même chose que le bon de pesée : indiquez l’un des deux',
  hasSharesWithoutIntake: () =>
    'a des fractions, qui sont pour les parts d’une réception : indiquez des poids',
  isNeededInKilograms: () => 'est nécessaire, en kilogrammes',
  isOtherThanSum: ({ given, sum }, { weight }) =>
    `est de ${weight(given)}, mais les poids dans storage font ${weight(sum)} en tout`,
  isNoReason: () => 'n’est pas l’une des raisons de correction',
  isReasonForLoss: ({ reasonName, countOf, added }, { weight }) =>
    `est « ${reasonNamed(reasonName)} », qui retire du stock ; ${countOf === undefined ? 'la correction' : `le comptage de « ${countOf} »`} ajoute ${weight(added)}`,
  isReasonForGain: ({ reasonName, countOf, taken }, { weight }) =>
    `est « ${reasonNamed(reasonName)} », qui ajoute du stock ; ${countOf === undefined ? 'la correction' : `le comptage de « ${countOf} »`} retire ${weight(taken)}`,
  isNoPercentage: (_, { figure }) => `doit être un pourcentage de 0 à 100, comme ${figure(14.5)}`,
  isUnknownCommodity: ({ id }) => `n’est pas une marchandise connue : ${id}`,
  isUnknownTag: ({ id }) => `n’existe pas : mention ${id}`,
  excludeEachOther: ({ one, other }) => `${one} et ${other} s’excluent`,
  isOtherKind: ({ name, actual, kind }) =>
    `ne convient pas : ${name} est ${KINDS[actual]}, et non ${KINDS[kind]}`,
  isNoTypeId: ({ name, id }, { commodity }) => `n’est pas un type de ${commodity(name)} : ${id}`,
  isNoGrade: ({ id }) => `n’est pas une classe de cette marchandise et de ce type : ${id}`,
  isAnotherHarvestYear: ({ harvestYear }) => `indique une autre année que l’année de récolte ${harvestYear}`,
  isForPlanting: () => 'est pour un semis ; ceci est du stock',
  isFutureCount: () => 'est dans l’avenir ; on ne peut compter que ce qui est là',
  isCountedTwice: () => 'est indiqué deux fois ; un stock n’a qu’un comptage',
  isStandingCrop: ({ name }) =>
    `« ${name} » est une culture sur pied ; modifiez plutôt sa surface restante dans le plan de récolte.`,
  needsMeasurement: () => 'doit avoir une mesure, à moins d’un fichier ou d’une classe',
  isMeasuredTwice: () => 'est mesuré deux fois',
  isNoFileOfYours: ({ id }) => `n’est pas un de vos fichiers : ${id}`,
  hasTooManyFiles: ({ limit }, { figure }) =>
    `est de trop : une correction a au plus ${figure(limit)} fichiers`,
  hasTooManyDates: ({ count, limit }, { figure }) =>
    `donne ${figure(count)} dates, et ${figure(limit)} au plus reçoivent une réponse ; prenez des pas plus longs`,
  wouldBecomeTheSame: ({ name }) =>
    `La cellule a déjà un lot de cette récolte et de cette sorte, « ${name} » ; deux lots ne peuvent pas devenir le même.`,
  choiceName: ({ name }) => CHOICES[name],
  movementChoiceName: ({ name }) => MOVEMENT_CHOICES[name],
  isNoLogo: () => 'n’est pas un PNG, JPEG ou SVG lisible',
  isAfterStatement: () => 'est après la fin de l’extrait',
  paperIsIssued: ({ replaces }) =>
    replaces ? 'Le document est émis et remplace le précédent.' : 'Le document est émis.',
  paperIsCopied: ({ copy }) => `Le document dit la même chose qu’avant : voici la copie ${copy}.`,
  isNoNumberPattern: () =>
    'n’est pas un modèle de numéro : il a une seule place pour les chiffres, par exemple {0000}, et à côté du texte, {store}, {yy} et {yyyy}',
  patternNeedsYear: () =>
    'doit contenir {yy} ou {yyyy} : chaque année repart de 1, et deux documents auraient le même numéro',
  patternNeedsStore: () =>
    'doit contenir {store} : chaque silo repart de 1, et deux documents auraient le même numéro',
  isOfNoStore: () => 'ne vaut que pour les documents d’un seul silo, ce que ceux-ci ne sont pas',
  isCodeOfAnotherStore: ({ code }) => `${code} est déjà le code d’un autre silo`,
}
