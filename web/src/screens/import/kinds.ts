import { inLanguage, type Language, type WrittenLanguage } from '../../i18n/languages.ts'
import type { Screen } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'

/** A table that can be brought. */
export interface ImportKind {
  /** The last part of its address. */
  kind: string
  icon: IconName
  name: Record<WrittenLanguage, string>
  about: Record<WrittenLanguage, string>
  /** The beginning of such a file, its header first. */
  looks: string[][]
  /** Left out: there is one. */
  hasTemplate?: boolean
  /** Fields that are not there can be made with it. */
  makesFields?: boolean
  /** Screen that shows the result. */
  leadsTo: Screen
  /** Only for whoever runs the service for all organisations. */
  isPlatformAdmins?: boolean
}

/** The tables that can be brought, in the order in which they build on each other. Another one is one entry more. */
export const kinds: ImportKind[] = [
  {
    kind: 'stores',
    icon: 'stores',
    name: { en: 'Stores and bays', de: 'Lager und Boxen', fr: 'Silos et cellules' },
    about: {
      en: 'One row for each bay, and what it may hold.',
      de: 'Eine Zeile für jede Box, und was hineingeht.',
      fr: 'Une ligne par cellule, et ce qu’elle peut contenir.',
    },
    looks: [
      ['Store', 'Bay', 'Commodity', 'Capacity (t)'],
      ['Long Barn', 'Bay 1', 'Wheat', '500'],
    ],
    leadsTo: '/stores',
  },
  {
    kind: 'inventory/stores',
    icon: 'heap',
    name: { en: 'Stock in the bays', de: 'Bestand in den Boxen', fr: 'Stock dans les cellules' },
    about: {
      en: 'What lies where when you begin, and whose it is.',
      de: 'Was zu Beginn wo liegt, und wem es gehört.',
      fr: 'Ce qui se trouve où au début, et à qui.',
    },
    looks: [
      ['Store', 'Bay', 'Commodity', 'Harvest year', 'Weight (t)'],
      ['Long Barn', 'Bay 1', 'Winter wheat', '2026', '128.46'],
    ],
    leadsTo: '/stock',
  },
  {
    kind: 'fields',
    icon: 'map',
    name: { en: 'Fields', de: 'Schläge', fr: 'Champs' },
    about: {
      en: 'Your fields with their area, and where they are.',
      de: 'Ihre Schläge mit ihrer Fläche, und wo sie liegen.',
      fr: 'Vos champs avec leur surface, et où ils sont.',
    },
    looks: [
      ['Field', 'Area (ha)', 'Town'],
      ['Top Field', '12.5', 'Harpenden'],
    ],
    leadsTo: '/stock',
  },
  {
    kind: 'inventory/fields',
    icon: 'leaf',
    name: { en: 'Crops in the fields', de: 'Anbau auf den Schlägen', fr: 'Cultures des champs' },
    about: {
      en: 'What stands in which field, and what it should yield.',
      de: 'Was auf welchem Schlag steht, und was es bringen soll.',
      fr: 'Ce qui pousse dans quel champ, et ce qu’on en attend.',
    },
    looks: [
      ['Field', 'Commodity', 'Variety', 'Harvest year'],
      ['Top Field', 'Winter wheat', 'Skyfall', '2027'],
    ],
    makesFields: true,
    leadsTo: '/stock',
  },
  {
    kind: 'field-yields',
    icon: 'sun',
    name: { en: 'Expected yields', de: 'Erwartete Erträge', fr: 'Rendements attendus' },
    about: {
      en: 'A better guess of what fields will yield.',
      de: 'Eine bessere Schätzung, was Schläge bringen.',
      fr: 'Une meilleure estimation du rendement des champs.',
    },
    looks: [
      ['Field', 'Harvest year', 'Expected yield (t/ha)'],
      ['Top Field', '2027', '9.1'],
    ],
    leadsTo: '/stock',
  },
  {
    kind: 'field-splits',
    icon: 'moves',
    name: { en: 'Fields that were split', de: 'Geteilte Schläge', fr: 'Champs divisés' },
    about: {
      en: 'Parts that became fields of their own.',
      de: 'Teile, die eigene Schläge wurden.',
      fr: 'Des parties devenues des champs.',
    },
    looks: [
      ['Field', 'New field', 'Area (ha)'],
      ['Hill', 'Hill East', '4.5'],
    ],
    leadsTo: '/stock',
  },
  {
    kind: 'inventory/loads',
    icon: 'lorry',
    name: { en: 'Loads', de: 'Fuhren', fr: 'Chargements' },
    about: {
      en: 'Weighbridge tickets or a load sheet: in, off fields, between bays and out.',
      de: 'Wiegescheine oder eine Fuhrenliste: Zugang, vom Feld, zwischen Boxen und Abgang.',
      fr: 'Des bons de pesée ou une liste : entrées, des champs, entre cellules et sorties.',
    },
    looks: [
      ['Date', 'Ticket', 'Net (t)', 'Field', 'Store', 'Moisture (%)'],
      ['14/08/2026 09:40', 'T1042', '28.46', 'Top Field', 'Long Barn', '14.2'],
    ],
    leadsTo: '/movements',
  },
  {
    kind: 'inventory/counts',
    icon: 'check',
    name: { en: 'Counts of bays', de: 'Zählungen der Boxen', fr: 'Comptages des cellules' },
    about: {
      en: 'What was counted in each bay, when and by whom. The difference to the book is lost or found.',
      de: 'Was in jeder Box gezählt wurde, wann und von wem. Die Differenz zum Buch ist Verlust oder Fund.',
      fr: 'Ce qui a été compté dans chaque cellule, quand et par qui. L’écart au registre est perdu ou trouvé.',
    },
    looks: [
      ['Store', 'Bay', 'Counted (t)', 'Counted at', 'Counted by'],
      ['Long Barn', 'Bay 1', '127.9', '14/08/2026', 'Jim Roux'],
    ],
    leadsTo: '/stock',
  },
  {
    kind: 'trades',
    icon: 'paper',
    name: {
      en: 'Contracts to buy and sell',
      de: 'Kontrakte für Einkauf und Verkauf',
      fr: 'Contrats d’achat et de vente',
    },
    about: {
      en: 'What is bought from whom and sold to whom. A contract with several windows has a row for each.',
      de: 'Was von wem gekauft und an wen verkauft ist. Ein Kontrakt mit mehreren Zeiträumen hat für jeden eine Zeile.',
      fr: 'Ce qui est acheté à qui et vendu à qui. Un contrat à plusieurs périodes a une ligne pour chacune.',
    },
    looks: [
      ['Purchase or sale', 'Reference', 'Partner', 'Commodity', 'Weight (t)', 'From', 'To'],
      ['Sale', 'S-2026-031', 'Valley Mill', 'Winter wheat', '500', '01/09/2026', '30/09/2026'],
    ],
    leadsTo: '/trades',
  },
  {
    kind: 'orders',
    icon: 'lorry',
    name: { en: 'Orders', de: 'Aufträge', fr: 'Ordres' },
    about: {
      en: 'What is to move when, by whom: under a contract, which goes by its number, or alone.',
      de: 'Was wann von wem zu fahren ist: unter einem Kontrakt, den seine Nummer nennt, oder allein.',
      fr: 'Ce qui doit partir quand, par qui : sous un contrat, cité par son numéro, ou seul.',
    },
    looks: [
      ['Reference', 'Contract reference', 'Weight (t)', 'Loads', 'From', 'To', 'Haulier'],
      ['O-118', 'S-2026-031', '56', '2', '07/09/2026', '11/09/2026', 'Fenland Haulage'],
    ],
    leadsTo: '/orders',
  },
  {
    kind: 'inventory/boundaries',
    icon: 'map',
    name: { en: 'Boundaries of fields', de: 'Schlaggrenzen', fr: 'Limites des champs' },
    about: {
      en: 'A map from your field program: GeoJSON, KML or shapefiles in a ZIP.',
      de: 'Eine Karte aus Ihrem Schlagprogramm: GeoJSON, KML oder Shapefiles in einem ZIP.',
      fr: 'Une carte de votre logiciel : GeoJSON, KML ou shapefiles dans un ZIP.',
    },
    looks: [['fields.geojson, fields.kml, fields.zip']],
    hasTemplate: false,
    makesFields: true,
    leadsTo: '/stock',
  },
  {
    kind: 'varieties',
    icon: 'paper',
    name: { en: 'Varieties', de: 'Sorten', fr: 'Variétés' },
    about: {
      en: 'The varieties of each grade, for all organisations.',
      de: 'Die Sorten jeder Qualität, für alle Betriebe.',
      fr: 'Les variétés de chaque qualité, pour toutes les organisations.',
    },
    looks: [
      ['Commodity', 'Grade', 'Variety'],
      ['Winter wheat', 'Group 1', 'Skyfall'],
    ],
    leadsTo: '/stock',
    isPlatformAdmins: true,
  },
]

export const findKind = (kind: string | undefined): ImportKind | undefined =>
  kinds.find((each) => each.kind === kind)

/** Names a kind; one that this page does not know yet goes by its own word. */
export const nameOfKind = (kind: string, language: Language): string => {
  const found = findKind(kind)
  return found ? inLanguage(found.name, language) : kind
}
