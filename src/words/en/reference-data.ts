import type { UniqueData } from '../terms.ts'
import type { Wording, Writing } from '../writing.ts'

// What is wrong with a file of reference data, for whoever edits it.

const UNIQUE: Record<UniqueData, string> = {
  list: 'the list',
  commodity: 'the commodity',
  type: 'the type',
  tag: 'the tag',
  defaultOfSegregation: 'the default of the segregation',
  codes: 'the codes of',
  country: 'the country',
  grade: 'the grade',
  measure: 'the measure',
  unit: 'the unit',
  bushel: 'the bushel',
  price: 'the price',
  aliases: 'the region with aliases',
  groupedRegion: 'the grouped region',
  testedRegion: 'the region with a testing interval',
  reason: 'the reason',
}

export const referenceData = {
  referenceDataIsWrong: ({ file, problem }: { file: string; problem: Wording }, { messages }: Writing) =>
    `Reference data data/${file}: ${messages([problem])}`,
  dataIsInvalid: ({ path, reason }: { path: string; reason: Wording }, { messages }: Writing) =>
    `${path || 'the file'} ${messages([reason])}`,
  isNoFieldOfFile: () => 'is not a field of this file',
  dataIsUnreadable: ({ reason }: { reason: string }) => `cannot be read: ${reason}`,
  dataIsThereTwice: ({ what, key, grade }: { what: UniqueData; key: string; grade?: number }) =>
    `${grade === undefined ? '' : `for grade ${grade} `}${UNIQUE[what]} ${key} is there twice`,
  needsDifferentWords: ({ needed, found }: { needed: number; found: number }) =>
    `needs ${needed} different words, and has ${found}`,
  replacesNoWord: ({ line, file }: { line: string; file: string }) =>
    `“${line}” has to be a word of ${file} and a new one`,
  countryOfFileIs: ({ country }: { country: string }) => `its country is ${country}`,
  thereIsNoData: ({
    what,
    id,
  }: {
    what: 'tag' | 'commodityOrType' | 'country' | 'measure' | 'region' | 'names'
    id: string
  }) => {
    const named = {
      tag: 'tag ',
      commodityOrType: 'commodity or type ',
      country: 'country ',
      measure: 'measure ',
      region: 'region ',
      names: '',
    }
    return `there is no ${named[what]}${id}`
  },
  specificationIsWrong: (
    { about, country, problem }: { about: string; country: string; problem: Wording },
    { messages }: Writing,
  ) => `"${about}" (${country}) ${messages([problem])}`,
  isOfUnknownList: ({ list }: { list: string }) => `is of a list without source: ${list}`,
  isAboutStrangeCommodity: ({ id }: { id: number }) =>
    `is about commodity ${id}, which is not in that country`,
  namesStrangeType: ({ id }: { id: number }) => `names type ${id}, which is not of its commodity`,
  namesStrangeGrade: ({ id }: { id: number }) => `names grade ${id}, which is not of its commodity`,
  namesStrangeMeasure: ({ id, name }: { id: number; name: string }) =>
    `names measure ${id}, which is not ${name}`,
  hasImpossibleLimits: ({ name }: { name: string }) => `has limits of ${name} that cannot be met`,
  segregationHasNoDefault: ({ group, tag }: { group: string; tag: string }) =>
    `no tag is the default of the segregation ${group}, which ${tag} is of`,
  commodityHasOtherName: ({ id, name }: { id: number; name: string }) =>
    `commodity ${id} is not called ${name}`,
  hasUnknownTag: ({ name, id }: { name: string; id: number }) =>
    `${name} has a tag ${id} that does not exist`,
  typeHasOtherName: ({ id, commodity, name }: { id: number; commodity: string; name: string }) =>
    `type ${id} of ${commodity} is not called ${name}`,
  listsNoVariety: ({ grade }: { grade: string }) => `${grade} lists no variety and is not marked freeText`,
  listsMixed: ({ grade, variety }: { grade: string; variety: string }) =>
    `${grade} lists ${variety}, which goes without saying`,
  listsVarietyOfOther: ({ grade, variety, other }: Record<'grade' | 'variety' | 'other', string>) =>
    `${grade} lists ${variety}, which ${other} lists too`,
  gradeIsOfUnknownList: ({ grade, list }: { grade: string; list: string }) =>
    `${grade} is of a list without source: ${list}`,
  hasRankOfOther: ({
    grade,
    rank,
    other,
    otherRank,
  }: {
    grade: string
    rank: number
    other: string
    otherRank: number
  }) => `${grade} has rank ${rank}, but ${other} has rank ${otherRank}`,
  isWeighedInNoUnit: ({ name, unit }: { name: string; unit: string }) =>
    `${name} is weighed in ${unit}, which is no unit there`,
  poundIsMissing: () => 'the unit lb is missing, and bushels are given in it',
  bidsExpireTooSoon: ({ country }: { country?: string }) =>
    `bids (${country ?? 'everywhere'}) expire before the review of their listing ends`,
  countryHasNoCommodity: ({ country, id }: { country: string; id: number }) =>
    `${country} has no commodity ${id}`,
  countryNeedsDefaultPrice: ({ country }: { country: string }) => `${country} has not one default price`,
  priceNamesStrangeGrade: ({ name, country, id }: { name: string; country: string; id: number }) =>
    `${name} (${country}) names grade ${id}, which is not of it`,
  groupHasStrangeRegion: ({ group, country, region }: Record<'group' | 'country' | 'region', string>) =>
    `${group} of ${country} has ${region}`,
  regionIsInNoGroup: ({ region, country }: { region: string; country: string }) =>
    `${region} is in no group, and others of ${country} are`,
  regionHasNoInterval: ({ region, country }: { region: string; country: string }) =>
    `${region} has no testing interval, and others of ${country} have`,
  countryHasNoZone: ({ country, timeZone }: { country: string; timeZone: string }) =>
    `${country} has no such time zone as ${timeZone}`,
  countryHasNoUnit: ({ country, unit }: { country: string; unit: string }) =>
    `${country} has no such unit of weight as ${unit}`,
}
