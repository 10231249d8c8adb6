import type { timeline as english } from '../en/timeline.ts'
import type { SameAs } from '../writing.ts'
import { changedField } from '../changed-field.ts'
import {
  BEGINNINGS,
  CHANGES,
  differenceOf,
  loadAtStart,
  measured,
  reasonNamed,
  sourceOfWeight,
} from './stock-terms.ts'

const WEIGHTS = { full: 'Voll', empty: 'Leer', net: 'Netto' }

export const timeline: SameAs<typeof english> = {
  recordBegan: ({ source }) => BEGINNINGS[source],
  isOfferedWith: ({ weight }, write) => `Als verkäuflich erfasst: ${write.weight(weight)}.`,
  plantingIsEntered: () => 'Aussaat erfasst.',
  loadCameIn: ({ weight, from, isPlanned }, write) =>
    isPlanned
      ? `${loadAtStart(weight, write)} von ${from} ${weight === 0 ? 'soll' : 'sollen'} hereinkommen.`
      : `${loadAtStart(weight, write)} von ${from} hereingekommen.`,
  loadWentOut: ({ weight, to, isSold, isPlanned }, write) =>
    isPlanned
      ? `${loadAtStart(weight, write)} ${weight === 0 ? 'soll' : 'sollen'} an ${to} gehen${isSold ? ', verkauft' : ''}.`
      : `${loadAtStart(weight, write)} an ${to} ausgeliefert${isSold ? ', verkauft' : ''}.`,
  loadMoved({ weight, from, to, isPlanned }, write) {
    const way = `${from === '' ? '' : ` von ${from}`} nach ${to}`
    return isPlanned
      ? `${loadAtStart(weight, write)} ${weight === 0 ? 'soll' : 'sollen'}${way} gehen.`
      : `${loadAtStart(weight, write)}${way} umgelagert.`
  },
  dryingTakes({ weight, payer, isPlanned }, write) {
    const whose = payer === 'owner' ? 'zu Lasten des Eigentümers' : 'zu Lasten des Lagerhalters'
    return `Die Trocknung ${isPlanned ? 'wird' : 'hat'} ${write.weight(weight)} ${isPlanned ? 'nehmen' : 'genommen'}, ${whose}.`
  },
  weightsComeFrom: ({ weights, timeZone }, { day, figure }) =>
    weights
      .map(
        (each) =>
          `${WEIGHTS[each.what]}: ${sourceOfWeight(each, { day: (utc) => day(utc, timeZone), figure })}.`,
      )
      .join(' '),
  joinsStockThere: ({ isPlanned }) =>
    isPlanned ? 'Die Ware kommt zu dem, was dort liegt.' : 'Die Ware kam zu dem, was dort lag.',
  isCorrectedBy: ({ difference, reasonName, isPlanned }, write) =>
    `${differenceOf(difference, isPlanned, write)}: ${reasonNamed(reasonName)}.`,
  isSetTo: ({ weight, difference, reasonName, isPlanned }, write) =>
    `${isPlanned ? 'Wird gesetzt' : 'Gesetzt'} auf ${write.weight(weight)}: ${reasonNamed(reasonName)}; ${differenceOf(difference, isPlanned, write)}.`,
  wasCountedBy: ({ name }) => `Gezählt von ${name}.`,
  wasEnteredAs: ({ reasonName }) => `Erfasst war: ${reasonNamed(reasonName)}.`,
  isSampled: ({ figures }) =>
    figures.length === 0 ? 'Probe genommen.' : `Probe genommen: ${figures.map(measured).join('; ')}.`,
  isRegraded: ({ before, after }) => `Umgestuft von ${before ?? 'ohne Güte'} auf ${after ?? 'ohne Güte'}.`,
  recordIsChanged: ({ changes }, write) =>
    `Geändert: ${changes.map((each) => changedField(each, CHANGES, write)).join('; ')}.`,
  hasFileAlready: ({ id }) => `Die Korrektur ${id} hat diese Datei schon.`,
  fileIsAttached: ({ id }) => `Die Datei ist an die Korrektur ${id} angehängt.`,
  fileIsDetached: ({ id }) => `Die Datei ist nicht mehr an die Korrektur ${id} angehängt.`,
  remainingAreaChanged: ({ before, after }, { area }) =>
    `Die noch zu dreschende Fläche wurde von ${area(before)} auf ${area(after)} geändert.`,
  isSplitWithField: ({ parts }, { listed }) => `Mit dem Schlag geteilt: ${listed(parts)}.`,
  isMadeBySplit: () => 'Beim Teilen eines Schlags entstanden.',
  areaIsThatOfField: ({ after }, { area }) =>
    `Die Fläche wurde mit der des Schlags von ${area(0)} auf ${area(after)} geändert.`,
  isCorrectedByImport: () => 'Zurückgenommen: Ein Import hat es berichtigt.',
  isUndoneWithImport: () => 'Zurückgenommen: Der Import wurde rückgängig gemacht.',
}
