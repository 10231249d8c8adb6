import type { timeline as english } from '../en/timeline.ts'
import type { SameAs } from '../writing.ts'
import { changedField } from '../changed-field.ts'
import {
  BEGINNINGS,
  CHANGES,
  differenceOf,
  loadOf,
  measured,
  reasonNamed,
  sourceOfWeight,
} from './stock-terms.ts'

const WEIGHTS = { full: 'Plein', empty: 'Vide', net: 'Net' }

export const timeline: SameAs<typeof english> = {
  recordBegan: ({ source }) => BEGINNINGS[source],
  isOfferedWith: ({ weight }, write) => `Saisi comme disponible à la vente : ${write.weight(weight)}.`,
  plantingIsEntered: () => 'Semis saisi.',
  loadCameIn: ({ weight, from, isPlanned }, write) =>
    `${isPlanned ? 'À recevoir' : 'Reçu'} de ${from} : ${loadOf(weight, write)}.`,
  loadWentOut: ({ weight, to, isSold, isPlanned }, write) =>
    `${isPlanned ? 'À expédier' : 'Expédié'} à ${to} : ${loadOf(weight, write)}${isSold ? ', vendu' : ''}.`,
  loadMoved: ({ weight, from, to, isPlanned }, write) =>
    `${isPlanned ? 'À déplacer' : 'Déplacé'}${from === '' ? '' : ` de ${from}`} vers ${to} : ${loadOf(weight, write)}.`,
  dryingTakes: ({ weight, payer, isPlanned }, write) =>
    `Le séchage ${isPlanned ? 'retirera' : 'a retiré'} ${write.weight(weight)}, à la charge du ${payer === 'owner' ? 'propriétaire' : 'stockeur'}.`,
  weightsComeFrom: ({ weights, timeZone }, { day, figure }) =>
    weights
      .map(
        (each) =>
          `${WEIGHTS[each.what]} : ${sourceOfWeight(each, { day: (utc) => day(utc, timeZone), figure })}.`,
      )
      .join(' '),
  joinsStockThere: ({ isPlanned }) =>
    isPlanned ? 'Il rejoindra le stock qui s’y trouve.' : 'Il a rejoint le stock qui s’y trouvait.',
  isCorrectedBy: ({ difference, reasonName, isPlanned }, write) =>
    `${differenceOf(difference, isPlanned, write)} : ${reasonNamed(reasonName).toLowerCase()}.`,
  isSetTo: ({ weight, difference, reasonName, isPlanned }, write) =>
    `${isPlanned ? 'À fixer' : 'Fixé'} à ${write.weight(weight)} : ${reasonNamed(reasonName).toLowerCase()} ; ${differenceOf(difference, isPlanned, write)}.`,
  wasCountedBy: ({ name }) => `Compté par ${name}.`,
  wasEnteredAs: ({ reasonName }) => `Saisi comme ${reasonNamed(reasonName).toLowerCase()}.`,
  isSampled: ({ figures }) =>
    figures.length === 0 ? 'Échantillon pris.' : `Échantillon pris : ${figures.map(measured).join(' ; ')}.`,
  isRegraded: ({ before, after }) => `Reclassé de ${before ?? 'sans classe'} en ${after ?? 'sans classe'}.`,
  recordIsChanged: ({ changes }, write) =>
    `Modifié : ${changes.map((each) => changedField(each, CHANGES, write)).join(' ; ')}.`,
  hasFileAlready: ({ id }) => `La correction ${id} a déjà ce fichier.`,
  fileIsAttached: ({ id }) => `Le fichier est joint à la correction ${id}.`,
  fileIsDetached: ({ id }) => `Le fichier n’est plus joint à la correction ${id}.`,
  remainingAreaChanged: ({ before, after }, { area }) =>
    `La surface restant à récolter est passée de ${area(before)} à ${area(after)}.`,
  isSplitWithField: ({ parts }, { listed }) => `Partagée avec sa parcelle\u00a0: ${listed(parts)}.`,
  isMadeBySplit: () => 'Née du partage d’une parcelle.',
  areaIsThatOfField: ({ after }, { area }) =>
    `La surface est passée de ${area(0)} à ${area(after)}, avec celle de la parcelle.`,
  isCorrectedByImport: () => 'Annulé : un import l’a corrigé.',
  isUndoneWithImport: () => 'Annulé : son import a été défait.',
}
