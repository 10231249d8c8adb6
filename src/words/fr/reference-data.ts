import type { referenceData as english } from '../en/reference-data.ts'
import type { UniqueData } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const UNIQUE: Record<UniqueData, string> = {
  list: 'la liste',
  commodity: 'le grain',
  type: 'le type',
  tag: 'la mention',
  defaultOfSegregation: 'la valeur par défaut de la séparation',
  codes: 'les codes de',
  country: 'le pays',
  grade: 'la classe',
  measure: 'la mesure',
  unit: 'l’unité',
  bushel: 'le boisseau',
  price: 'le prix',
  aliases: 'la région avec d’autres noms',
  groupedRegion: 'la région d’un groupe',
  testedRegion: 'la région avec un délai de contrôle',
  reason: 'le motif',
}

export const referenceData: SameAs<typeof english> = {
  referenceDataIsWrong: ({ file, problem }, { messages }) =>
    `Données de référence data/${file} : ${messages([problem])}`,
  dataIsInvalid: ({ path, reason }, { messages }) => `${path || 'le fichier'} ${messages([reason])}`,
  isNoFieldOfFile: () => 'n’est pas un champ de ce fichier',
  dataIsUnreadable: ({ reason }) => `ne peut pas être lu : ${reason}`,
  dataIsThereTwice: ({ what, key, grade }) =>
    `${grade === undefined ? '' : `pour la classe ${grade}, `}${UNIQUE[what]} ${key} ${what === 'codes' ? 'y sont' : 'y est'} deux fois`,
  needsDifferentWords: ({ needed, found }) => `demande ${needed} mots différents et en a ${found}`,
  replacesNoWord: ({ line, file }) => `« ${line} » doit être un mot de ${file} suivi d’un nouveau`,
  countryOfFileIs: ({ country }) => `son pays est ${country}`,
  thereIsNoData: ({ what, id }) => {
    const named = {
      tag: 'la mention ',
      commodityOrType: 'le grain ou le type ',
      country: 'le pays ',
      measure: 'la mesure ',
      region: 'la région ',
      names: '',
    }
    return `${named[what]}${id} n’existe pas`
  },
  specificationIsWrong: ({ about, country, problem }, { messages }) =>
    `« ${about} » (${country}) ${messages([problem])}`,
  isOfUnknownList: ({ list }) => `vient d’une liste sans source : ${list}`,
  isAboutStrangeCommodity: ({ id }) => `porte sur le grain ${id}, que ce pays n’a pas`,
  namesStrangeType: ({ id }) => `nomme le type ${id}, qui n’est pas de ce grain`,
  namesStrangeGrade: ({ id }) => `nomme la classe ${id}, qui n’est pas de ce grain`,
  namesStrangeMeasure: ({ id, name }) => `nomme la mesure ${id}, qui n’est pas ${name}`,
  hasImpossibleLimits: ({ name }) => `a pour ${name} des limites que rien ne peut respecter`,
  segregationHasNoDefault: ({ group, tag }) =>
    `aucune mention n’est la valeur par défaut de la séparation ${group}, à laquelle ${tag} appartient`,
  commodityHasOtherName: ({ id, name }) => `le grain ${id} ne s’appelle pas ${name}`,
  hasUnknownTag: ({ name, id }) => `${name} a une mention ${id} qui n’existe pas`,
  typeHasOtherName: ({ id, commodity, name }) => `le type ${id} de ${commodity} ne s’appelle pas ${name}`,
  listsNoVariety: ({ grade }) => `${grade} ne donne aucune variété et n’est pas marqué freeText`,
  listsMixed: ({ grade, variety }) => `${grade} donne ${variety}, ce qui va de soi`,
  listsVarietyOfOther: ({ grade, variety, other }) => `${grade} donne ${variety}, que ${other} donne aussi`,
  gradeIsOfUnknownList: ({ grade, list }) => `${grade} vient d’une liste sans source : ${list}`,
  hasRankOfOther: ({ grade, rank, other, otherRank }) =>
    `${grade} est au rang ${rank}, mais ${other} est au rang ${otherRank}`,
  isWeighedInNoUnit: ({ name, unit }) => `${name} se pèse en ${unit}, qui n’est pas une unité de ce pays`,
  poundIsMissing: () => 'il manque l’unité lb, dans laquelle les boisseaux sont donnés',
  bidsExpireTooSoon: ({ country }) =>
    `les offres d’achat (${country ?? 'partout'}) expirent avant la fin de l’examen de leur annonce`,
  countryHasNoCommodity: ({ country, id }) => `${country} n’a pas de grain ${id}`,
  countryNeedsDefaultPrice: ({ country }) => `${country} n’a pas exactement un prix par défaut`,
  priceNamesStrangeGrade: ({ name, country, id }) =>
    `${name} (${country}) nomme la classe ${id}, qui n’en est pas`,
  groupHasStrangeRegion: ({ group, country, region }) => `${group} de ${country} contient ${region}`,
  regionIsInNoGroup: ({ region, country }) =>
    `${region} n’est dans aucun groupe, alors que d’autres régions de ${country} le sont`,
  regionHasNoInterval: ({ region, country }) =>
    `${region} n’a pas de délai de contrôle, alors que d’autres régions de ${country} en ont un`,
  countryHasNoZone: ({ country, timeZone }) => `${country} n’a pas de fuseau horaire ${timeZone}`,
  countryHasNoUnit: ({ country, unit }) => `${country} n’a pas d’unité de poids ${unit}`,
}
