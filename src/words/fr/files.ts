import type { files as english } from '../en/files.ts'
import type { SameAs } from '../writing.ts'

const UNREADABLE = {
  password: 'il a un mot de passe',
  damage: 'il est endommagé',
  kind: 'il est endommagé, ou ce n’est pas un classeur',
}

export const files: SameAs<typeof english> = {
  mapIsInArchive: () =>
    'Le fichier est une carte (un shapefile, ou KMZ). Les limites de parcelles vont dans l’import des limites (imports/inventory/boundaries).',
  sheetIsMissing: ({ sheet, sheets }, { listed }) =>
    `Le classeur n’a pas de feuille ${sheet}, il a : ${listed(sheets)}.`,
  sheetIsUnreadable: ({ sheet }) => `La feuille ${sheet} du classeur est illisible.`,
  rowIsTooWide: ({ row, columns, limit }, { figure }) =>
    `La ligne ${figure(row)} de la feuille a ${figure(columns)} colonnes ; ${figure(limit)} au plus sont lues. Supprimez celles dont on n’a pas besoin.`,
  sheetHasTooManyCells: ({ limit }, { figure }) =>
    `La feuille a plus de ${figure(limit)} cellules. Partagez-la, ou envoyez-la en CSV.`,
  workbookIsUnreadable: ({ because }) =>
    `Le fichier est un classeur illisible : ${UNREADABLE[because]}. Enregistrez-le de nouveau en XLSX ou CSV, et envoyez celui-là.`,
  unpacksTooLarge: ({ megabytes }, { figure }) =>
    `Décompressé, le fichier dépasse ${figure(megabytes)} Mo. Partagez-le, ou enregistrez la feuille en CSV, et envoyez celle-là.`,
  fileHasLongSheet: ({ limit }, { figure }) =>
    `Le fichier a une feuille de plus de ${figure(limit)} lignes. Partagez-la, ou enregistrez-la en CSV, et envoyez celle-là.`,
  fileHasFullSheet: ({ limit }, { figure }) =>
    `Le fichier a une feuille de plus de ${figure(limit)} cellules. Partagez-la, ou enregistrez-la en CSV, et envoyez celle-là.`,
  workbookIsTooLarge: () =>
    'Le classeur est trop grand pour être lu ici. Enregistrez sa feuille en CSV, et envoyez celle-là.',
  textTakesTooLong: () => 'Le texte est trop long à découper en lignes. Envoyez-le en plusieurs parties.',
  isPdf: () => 'Le fichier est un PDF. Demandez le même tableau en CSV ou XLSX, et envoyez celui-là.',
  isOldWorkbook: () =>
    'Le fichier est un classeur de l’ancien format (XLS), ou protégé par un mot de passe. Enregistrez-le en XLSX sans mot de passe, et envoyez celui-là.',
  isPicture: () => 'Le fichier est une image. Envoyez le tableau en CSV, XLSX ou ODS.',
  isPacked: ({ format }) =>
    `Le fichier est compressé (${format}). Décompressez-le, et envoyez le tableau qu’il contient.`,
  isWebPage: () =>
    'Le fichier est une page web (HTML), même s’il s’appelle .xls. Ouvrez-le dans un tableur, enregistrez-le en XLSX ou CSV, et envoyez celui-là.',
  isMap: ({ format }) =>
    `Le fichier est une carte (${format}). Les limites de parcelles vont dans l’import des limites (imports/inventory/boundaries).`,
  isNoTable: ({ format }) =>
    `Le fichier est du ${format}, pas un tableau. Envoyez le tableau en CSV, XLSX ou ODS.`,
  isDocument: () =>
    'Le fichier est un document (RTF), pas un tableau. Envoyez le tableau en CSV, XLSX ou ODS.',
  mapIsTooLarge: () => 'La carte est trop grande pour être lue ici. Envoyez-la en plusieurs parties.',
  mapHasTooManyProperties: ({ limit }, { figure }) =>
    `La carte a plus de ${figure(limit)} propriétés différentes : laissez de côté celles dont on n’a pas besoin.`,
  mapIsDamaged: () =>
    'La carte est illisible : elle est endommagée. Enregistrez-la de nouveau en GeoJSON, et envoyez celle-là.',
  isPartOfShapefile: () =>
    'Le fichier est un de ceux dont est fait un shapefile. Envoyez du GeoJSON, KML, KMZ, ou un shapefile avec ses .shp, .dbf et .prj dans une seule archive ZIP.',
  isNoMap: () =>
    'Le fichier n’est pas une carte avec des limites de parcelles. Envoyez du GeoJSON, KML, KMZ, ou un shapefile avec ses .shp, .dbf et .prj dans une seule archive ZIP.',
  archiveIsDamaged: () =>
    'Le fichier est une archive illisible : elle est endommagée. Compressez-la de nouveau, et envoyez-la.',
  archiveHasNoMap: () =>
    'L’archive ne contient pas de carte. Envoyez du GeoJSON, KML, KMZ, ou un shapefile avec ses .shp, .dbf et .prj dans une seule archive ZIP.',
  archiveIsTooLarge: ({ megabytes }, { figure }) =>
    `Décompressée, l’archive dépasse ${figure(megabytes)} Mo, ou elle est endommagée. Envoyez la carte en plusieurs parties.`,
  mapIsInOtherDegrees: ({ system }) =>
    `Les coordonnées de la carte sont en ${system}. Enregistrez-la en WGS 84 (EPSG:4326), en degrés, et envoyez celle-là.`,
  mapHasNoFeatures: () => 'La carte n’a pas de liste d’objets.',
  geoJsonIsDamaged: () =>
    'La carte est du GeoJSON illisible : elle est endommagée. Enregistrez-la de nouveau, et envoyez celle-là.',
  jsonIsNoMap: () => 'Le fichier est du JSON, pas une carte : le GeoJSON a un type, comme FeatureCollection.',
  kmlHasDocumentType: () =>
    'La carte est du KML avec un type de document (DOCTYPE). Enregistrez-la sans, et envoyez celle-là.',
  kmlIsDamaged: () =>
    'La carte est du KML illisible : elle est endommagée. Enregistrez-la de nouveau, et envoyez celle-là.',
  kmlIsTooDeep: () =>
    'La carte est du KML trop profondément imbriqué. Enregistrez-la de nouveau, et envoyez celle-là.',
  xmlIsNoMap: () =>
    'Le fichier est du XML, pas du KML. Enregistrez la carte en KML ou GeoJSON, et envoyez celle-là.',
  mapIsLink: () =>
    'La carte ne fait que renvoyer à une autre (NetworkLink), qui n’est pas téléchargée. Enregistrez les lieux eux-mêmes, et envoyez-les.',
  projectionIsUnknown: ({ name }) =>
    `La carte est en ${name ?? 'une projection'}, qui ne peut pas être convertie en degrés ici. Enregistrez-la en WGS 84 (EPSG:4326), en degrés, et envoyez celle-là.`,
  shapefileHasNoProjection: ({ name }) =>
    `Le shapefile ${name} n’a pas de .prj, rien ne dit donc ce que sont ses coordonnées. Envoyez tous ses fichiers dans une seule archive ZIP.`,
  shapefileIsDamaged: ({ name }) =>
    `Le shapefile ${name} est illisible : il est endommagé. Enregistrez-le de nouveau, et envoyez celui-là.`,
  shapeIsDamaged: () => 'est endommagé',
  isNestedTooDeep: () => 'a des collections dans des collections',
  isNoGeoJson: ({ type }) => `est un ${type} dont les coordonnées ne sont pas comme le veut GeoJSON`,
  hasNoKmlCoordinates: () => 'a des coordonnées qui ne sont pas écrites longitude,latitude',
}
