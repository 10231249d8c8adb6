import type { DateOrder, NamedColumn, tables as english } from '../en/tables.ts'
import type { SameAs } from '../writing.ts'

const ORDERS: Record<DateOrder, string> = {
  'day first': 'le jour en premier',
  'month first': 'le mois en premier',
}

const titlesIn = (columns: NamedColumn[]) =>
  columns.map(({ title, titles }) => titles?.fr ?? title).join(', ')

export const tables: SameAs<typeof english> = {
  isRough: ({ column, value }) => `${column} : ${value} n’est pas exact, et est saisi comme s’il l’était.`,
  columnIsWrong: ({ column, reason }, { messages }) => `${column} : ${messages([reason])}`,
  isAsideOfTable: ({ text }) =>
    `« ${text} » précède un total, ou n’appartient pas au tableau : laissé de côté.`,
  cellIsTooLong: ({ characters, limit }, { figure }) =>
    `a ${figure(characters)} caractères ; une cellule peut en avoir ${figure(limit)}`,
  isFailedFormula: () =>
    'est ce qu’un tableur affiche pour une formule en erreur ou une colonne trop étroite',
  hasOtherEncoding: () =>
    'a des caractères qui ne sont pas dans l’encodage du fichier : enregistrez-le en « CSV UTF-8 »',
  hasTooManyCells: ({ cells, columns }, { figure }) =>
    `a ${figure(cells)} cellules, et l’en-tête ${figure(columns)} : mettez entre guillemets une cellule qui contient le séparateur`,
  quoteIsMisplaced: () =>
    'a un guillemet au mauvais endroit : une cellule qui en contient un commence et finit par un guillemet, et le double à l’intérieur',
  quoteIsOpen: () => 'commence une cellule par un guillemet qui n’est jamais fermé',
  rowHasTooManyCells: ({ limit }, { figure }) => `a plus de ${figure(limit)} cellules`,
  rowIsTooLong: ({ millions }, { figure }) => `dépasse ${figure(millions)} millions de caractères`,
  dateIsAmbiguous: ({ one, other, order }, { date }) =>
    `peut se lire ${date(one)} et ${date(other)}, et d’autres dates du fichier ont ${ORDERS[order]} : écrivez ${one} ou ${other}`,
  isNoTableDate: ({ example }) => `doit être une date, comme 2026-08-14 ou ${example}`,
  orMonth: ({ reason }, { messages }) => `${messages([reason])}, ou un mois, comme 10/2026`,
  numberIsAmbiguous: ({ whole, decimals }) =>
    `peut se lire ${whole}${decimals} et ${whole},${decimals}, et le fichier a des nombres des deux sortes : écrivez-le sans séparateur, ou avec quatre décimales`,
  isNoNumber: () => 'doit être un nombre',
  isNoFigure: ({ unit }) => `doit être un nombre, en ${unit}`,
  yearIsAmbiguous: ({ first, second }) =>
    `peut être la récolte ${first} et la récolte ${second} : écrivez une seule année`,
  needsUnit: ({ value, unit }, { figure }) => `demande une unité, comme ${figure(value)} ${unit}`,
  unitIsUnknown: ({ unit }) => `est dans une unité inconnue ici : ${unit}`,
  hasNoColumn: ({ title, titles }) => `n’a pas de colonne « ${titles?.fr ?? title} »`,
  hasColumnTwice: ({ title, titles, first, second }) =>
    `a deux colonnes pour « ${titles?.fr ?? title} » : ${first}, ${second}`,
  columnUnitIsUnknown: ({ column, unit }) =>
    `a la colonne « ${column} » dans une unité inconnue ici : ${unit}`,
  isNoColumnOfFile: ({ header }) => `n’est pas une colonne du fichier : ${header}`,
  isNoColumnOfImport: ({ columns }) => `n’est pas une colonne de cet import, qui a : ${columns.join(', ')}`,
  columnHasNoName: ({ letters }) => `colonne ${letters}, sans nom`,
  andMore: ({ count }, { counted, figure }) =>
    counted(count, { one: `et ${figure(count)} autre`, other: `et ${figure(count)} autres` }),
  sentence: ({ text }, { messages }) => `${messages([text])}.`,
  unitIsOpen: ({ column, example }) => `« ${column} » contient ${example}, et rien ne dit dans quelle unité`,
  decimalsAreOpen: ({ column, example, one, other }, { figure }) =>
    `« ${column} » contient ${example}, c’est-à-dire ${figure(Number(one))} ou ${figure(Number(other))}`,
  dateOrderIsOpen: ({ column, example }) =>
    `« ${column} » contient ${example}, où le jour ou le mois peut venir en premier`,
  yearIsOpen: ({ column, example }) =>
    `« ${column} » contient ${example}, qui peut être la récolte de l’une ou de l’autre année`,
  columnIsUnread: ({ header, columns }, { or }) =>
    `« ${header} » n’est pas lu, et ressemble à ${or(
      columns.map(({ title, titles }) => titles?.fr ?? title),
    )}, que le fichier n’a pas`,
  encodingIsOpen: () =>
    'Les lettres du fichier ne sont pas en UTF-8, et rien ne dit dans quel encodage elles sont',
  sheetHasNoHeader: ({ sheet }) => `La feuille « ${sheet} » n’a pas d’en-tête connu ici`,
  looksLikeDiary: ({ headers }) =>
    `Le fichier ressemble à un cahier de culture, qui n’est pas tenu ici : il a ${headers
      .map((header) => `« ${header} »`)
      .join(
        ', ',
      )}. Ce qui se lit : des listes de parcelles, de silos avec leurs cellules, de stock en cellules, de cultures sur des parcelles, de rendements attendus et de parcelles partagées ; des chargements ; des cartes de limites`,
  leaveItOut: () => 'laisser de côté',
  readWithoutThese: () => 'lire sans ces colonnes',
  dateOrder: ({ order }) => ORDERS[order],
  questionIsOpen: ({ question }, { messages }) =>
    `${messages([question])}. Indiquez-le dans « mapping », et renvoyez le fichier.`,
  questionsAreOpen: ({ count }, { figure }) =>
    `${figure(count)} points du fichier ne sont pas clairs : répondez-y dans « mapping », et renvoyez le fichier.`,
  tableIsEmpty: ({ columns }) =>
    `est vide ; une de ses 20 premières lignes doit nommer les colonnes : ${titlesIn(columns)}`,
  headerIsUnknown: ({ columns }) =>
    `n’a pas d’en-tête connu ici ; une de ses 20 premières lignes doit nommer les colonnes : ${titlesIn(columns)}`,
  fileHasTooManyColumns: ({ limit }, { figure }) =>
    `a plus de ${figure(limit)} colonnes : supprimez celles dont on n’a pas besoin`,
  fileHasTooManyRows: ({ limit }, { figure }) =>
    `a plus de ${figure(limit)} lignes : envoyez-le en plusieurs parties, les plus anciennes d’abord`,
  hasTooManyWords: ({ limit }, { figure }) => `sont plus de ${figure(limit)} avec ceux qui sont enregistrés`,
  isNameAlready: ({ word }) => `a un mot qui est déjà un nom ici, et le reste : ${word}`,
  isNothingOfYours: ({ given }) => `n’existe pas chez vous : ${given}`,
  wordWasForgotten: ({ word }) => `« ${word} » n’est plus lu autrement à partir de maintenant.`,
  isNoJson: () => 'doit être du JSON',
  hasUnwritableText: () => 'a un texte qui ne peut pas être enregistré',
  rowNumber: () => 'Numéro de ligne',
  whatIsWrong: () => 'Ce qui ne va pas',
  timeIsAmbiguous: ({ one, other }) => `peut être ${one} et ${other} : écrivez l’une des deux`,
  isNoTime: () => 'doit être une heure, comme 14:05',
}
