import { defineMessages } from '../../i18n/messages.ts'

export const unitMessages = defineMessages({
  en: {
    title: 'Units',
    scale: 'At the scale',
    stock: 'Of stock',
    area: 'Of fields',
    besides: 'Show bushels beside stock',
    t: 'Tonnes',
    kg: 'Kilograms',
    lb: 'Pounds',
    shortTon: 'Short tons',
    bu: 'Bushels',
    ha: 'Hectares',
    ac: 'Acres',
    bushels:
      'A bushel is one of its crop. A crop that has none, and a sum of several crops, is shown in short tons.',
    weights: 'Weights are kept to the gram, whatever they are shown in. Any unit may be typed with a figure.',
  },
  de: {
    title: 'Einheiten',
    scale: 'An der Waage',
    stock: 'Für Bestand',
    area: 'Für Schläge',
    besides: 'Bushel neben dem Bestand zeigen',
    t: 'Tonnen',
    kg: 'Kilogramm',
    lb: 'Pfund (lb)',
    shortTon: 'Short Tons',
    bu: 'Bushel',
    ha: 'Hektar',
    ac: 'Acre',
    bushels:
      'Was ein Bushel wiegt, hängt von der Frucht ab. Früchte ohne Bushel und Summen mehrerer Früchte stehen in Short Tons.',
    weights:
      'Gewichte werden aufs Gramm geführt, worin auch immer sie gezeigt werden. Hinter einer Zahl kann jede Einheit stehen.',
  },
  fr: {
    title: 'Unités',
    scale: 'Au pont-bascule',
    stock: 'Du stock',
    area: 'Des parcelles',
    besides: 'Montrer les boisseaux à côté du stock',
    t: 'Tonnes',
    kg: 'Kilogrammes',
    lb: 'Livres (lb)',
    shortTon: 'Tonnes courtes',
    bu: 'Boisseaux',
    ha: 'Hectares',
    ac: 'Acres',
    bushels:
      'Le poids d’un boisseau dépend du grain. Un grain qui n’en a pas, et la somme de plusieurs grains, se lisent en tonnes courtes.',
    weights:
      'Les poids sont tenus au gramme, quelle que soit l’unité affichée. Toute unité peut suivre un chiffre.',
  },
})
