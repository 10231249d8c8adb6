import type { referenceData as english } from '../en/reference-data.ts'
import type { UniqueData } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const UNIQUE: Record<UniqueData, string> = {
  list: 'die Liste',
  commodity: 'die Getreideart',
  type: 'der Typ',
  tag: 'das Merkmal',
  defaultOfSegregation: 'die Vorgabe der Trennung',
  codes: 'die Codes von',
  country: 'das Land',
  grade: 'die Güte',
  measure: 'der Messwert',
  unit: 'die Einheit',
  bushel: 'das Bushel',
  price: 'der Preis',
  aliases: 'die Region mit anderen Namen',
  groupedRegion: 'die Region einer Gruppe',
  testedRegion: 'die Region mit einem Prüfabstand',
  reason: 'der Grund',
}

export const referenceData: SameAs<typeof english> = {
  referenceDataIsWrong: ({ file, problem }, { messages }) =>
    `Stammdaten data/${file}: ${messages([problem])}`,
  dataIsInvalid: ({ path, reason }, { messages }) => `${path || 'die Datei'} ${messages([reason])}`,
  isNoFieldOfFile: () => 'ist kein Feld dieser Datei',
  dataIsUnreadable: ({ reason }) => `kann nicht gelesen werden: ${reason}`,
  dataIsThereTwice: ({ what, key, grade }) =>
    `${grade === undefined ? '' : `für die Güte ${grade}: `}${UNIQUE[what]} ${key} kommt zweimal vor`,
  needsDifferentWords: ({ needed, found }) => `braucht ${needed} verschiedene Wörter und hat ${found}`,
  replacesNoWord: ({ line, file }) => `„${line}“ muss aus einem Wort von ${file} und einem neuen bestehen`,
  countryOfFileIs: ({ country }) => `das Land darin ist ${country}`,
  thereIsNoData: ({ what, id }) => {
    const named = {
      tag: 'ein Merkmal ',
      commodityOrType: 'eine Getreideart oder einen Typ ',
      country: 'ein Land ',
      measure: 'einen Messwert ',
      region: 'eine Region ',
      names: '',
    }
    return `${named[what]}${id} gibt es nicht`
  },
  specificationIsWrong: ({ about, country, problem }, { messages }) =>
    `„${about}“ (${country}) ${messages([problem])}`,
  isOfUnknownList: ({ list }) => `gehört zu einer Liste ohne Quelle: ${list}`,
  isAboutStrangeCommodity: ({ id }) => `gilt der Getreideart ${id}, die es in diesem Land nicht gibt`,
  namesStrangeType: ({ id }) => `nennt den Typ ${id}, der nicht zu dieser Getreideart gehört`,
  namesStrangeGrade: ({ id }) => `nennt die Güte ${id}, die nicht zu dieser Getreideart gehört`,
  namesStrangeMeasure: ({ id, name }) => `nennt den Messwert ${id}, der nicht ${name} ist`,
  hasImpossibleLimits: ({ name }) => `hat Grenzen für ${name}, die nichts einhalten kann`,
  segregationHasNoDefault: ({ group, tag }) =>
    `kein Merkmal ist die Vorgabe der Trennung ${group}, zu der ${tag} gehört`,
  commodityHasOtherName: ({ id, name }) => `die Getreideart ${id} heißt nicht ${name}`,
  hasUnknownTag: ({ name, id }) => `${name} hat ein Merkmal ${id}, das es nicht gibt`,
  typeHasOtherName: ({ id, commodity, name }) => `der Typ ${id} von ${commodity} heißt nicht ${name}`,
  listsNoVariety: ({ grade }) => `${grade} nennt keine Sorte und ist nicht als freeText gekennzeichnet`,
  listsMixed: ({ grade, variety }) => `${grade} nennt ${variety}, und das versteht sich von selbst`,
  listsVarietyOfOther: ({ grade, variety, other }) => `${grade} nennt ${variety}, das auch ${other} nennt`,
  gradeIsOfUnknownList: ({ grade, list }) => `${grade} gehört zu einer Liste ohne Quelle: ${list}`,
  hasRankOfOther: ({ grade, rank, other, otherRank }) =>
    `${grade} hat den Rang ${rank}, aber ${other} hat den Rang ${otherRank}`,
  isWeighedInNoUnit: ({ name, unit }) =>
    `${name} wird in ${unit} gewogen, und diese Einheit gibt es dort nicht`,
  poundIsMissing: () => 'die Einheit lb fehlt, in der Bushel angegeben sind',
  bidsExpireTooSoon: ({ country }) =>
    `Gebote (${country ?? 'überall'}) verfallen, bevor die Prüfung ihres Angebots endet`,
  countryHasNoCommodity: ({ country, id }) => `${country} hat keine Getreideart ${id}`,
  countryNeedsDefaultPrice: ({ country }) => `${country} hat nicht genau einen Preis als Vorgabe`,
  priceNamesStrangeGrade: ({ name, country, id }) =>
    `${name} (${country}) nennt die Güte ${id}, die nicht dazu gehört`,
  groupHasStrangeRegion: ({ group, country, region }) => `${group} von ${country} enthält ${region}`,
  regionIsInNoGroup: ({ region, country }) =>
    `${region} ist in keiner Gruppe, andere Regionen von ${country} aber schon`,
  regionHasNoInterval: ({ region, country }) =>
    `${region} hat keinen Prüfabstand, andere Regionen von ${country} aber schon`,
  countryHasNoZone: ({ country, timeZone }) => `${country} hat keine Zeitzone ${timeZone}`,
  countryHasNoUnit: ({ country, unit }) => `${country} hat keine Gewichtseinheit ${unit}`,
}
