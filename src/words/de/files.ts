import type { files as english } from '../en/files.ts'
import type { SameAs } from '../writing.ts'

const UNREADABLE = {
  password: 'Sie hat ein Passwort',
  damage: 'Sie ist beschädigt',
  kind: 'Sie ist beschädigt oder keine Arbeitsmappe',
}

export const files: SameAs<typeof english> = {
  mapIsInArchive: () =>
    'Die Datei ist eine Karte (ein Shapefile oder KMZ). Grenzen von Schlägen gehören in den Import der Grenzen (imports/inventory/boundaries).',
  sheetIsMissing: ({ sheet, sheets }, { listed }) =>
    `Die Arbeitsmappe hat kein Blatt ${sheet}, sie hat: ${listed(sheets)}.`,
  sheetIsUnreadable: ({ sheet }) => `Das Blatt ${sheet} der Arbeitsmappe kann nicht gelesen werden.`,
  rowIsTooWide: ({ row, columns, limit }, { figure }) =>
    `Zeile ${figure(row)} des Blattes hat ${figure(columns)} Spalten, gelesen werden höchstens ${figure(limit)}. Bitte die löschen, die nicht gebraucht werden.`,
  sheetHasTooManyCells: ({ limit }, { figure }) =>
    `Das Blatt hat mehr als ${figure(limit)} Zellen. Bitte teilen oder als CSV senden.`,
  workbookIsUnreadable: ({ because }) =>
    `Die Datei ist eine Arbeitsmappe, die nicht gelesen werden kann: ${UNREADABLE[because]}. Bitte neu als XLSX oder CSV speichern und diese Datei senden.`,
  unpacksTooLarge: ({ megabytes }, { figure }) =>
    `Die Datei hat entpackt mehr als ${figure(megabytes)} MB. Bitte teilen, oder das Blatt als CSV speichern und dieses senden.`,
  fileHasLongSheet: ({ limit }, { figure }) =>
    `Die Datei hat ein Blatt mit mehr als ${figure(limit)} Zeilen. Bitte teilen, oder das Blatt als CSV speichern und dieses senden.`,
  fileHasFullSheet: ({ limit }, { figure }) =>
    `Die Datei hat ein Blatt mit mehr als ${figure(limit)} Zellen. Bitte teilen, oder das Blatt als CSV speichern und dieses senden.`,
  workbookIsTooLarge: () =>
    'Die Arbeitsmappe ist zu groß, um hier gelesen zu werden. Bitte das Blatt als CSV speichern und dieses senden.',
  textTakesTooLong: () =>
    'Der Text braucht zu lange, um in Zeilen geteilt zu werden. Bitte in Teilen senden.',
  isPdf: () => 'Die Datei ist ein PDF. Bitte dieselbe Tabelle als CSV oder XLSX besorgen und senden.',
  isOldWorkbook: () =>
    'Die Datei ist eine Arbeitsmappe der alten Art (XLS) oder eine mit Passwort. Bitte als XLSX ohne Passwort speichern und senden.',
  isPicture: () => 'Die Datei ist ein Bild. Bitte die Tabelle als CSV, XLSX oder ODS senden.',
  isPacked: ({ format }) =>
    `Die Datei ist gepackt (${format}). Bitte entpacken und die Tabelle daraus senden.`,
  isWebPage: () =>
    'Die Datei ist eine Webseite (HTML), auch wenn sie .xls heißt. Bitte in einer Tabellenkalkulation öffnen, als XLSX oder CSV speichern und senden.',
  isMap: ({ format }) =>
    `Die Datei ist eine Karte (${format}). Grenzen von Schlägen gehören in den Import der Grenzen (imports/inventory/boundaries).`,
  isNoTable: ({ format }) =>
    `Die Datei ist ${format} und keine Tabelle. Bitte die Tabelle als CSV, XLSX oder ODS senden.`,
  isDocument: () =>
    'Die Datei ist ein Dokument (RTF) und keine Tabelle. Bitte die Tabelle als CSV, XLSX oder ODS senden.',
  mapIsTooLarge: () => 'Die Karte ist zu groß, um hier gelesen zu werden. Bitte in Teilen senden.',
  mapHasTooManyProperties: ({ limit }, { figure }) =>
    `Die Karte hat mehr als ${figure(limit)} verschiedene Eigenschaften: bitte die weglassen, die nicht gebraucht werden.`,
  mapIsDamaged: () =>
    'Die Karte kann nicht gelesen werden: Sie ist beschädigt. Bitte neu als GeoJSON speichern und senden.',
  isPartOfShapefile: () =>
    'Die Datei ist eine von denen, aus denen ein Shapefile besteht. Bitte GeoJSON, KML, KMZ oder ein Shapefile mit .shp, .dbf und .prj in einem ZIP-Archiv senden.',
  isNoMap: () =>
    'Die Datei ist keine Karte mit Grenzen von Schlägen. Bitte GeoJSON, KML, KMZ oder ein Shapefile mit .shp, .dbf und .prj in einem ZIP-Archiv senden.',
  archiveIsDamaged: () =>
    'Die Datei ist ein Archiv, das nicht gelesen werden kann: Es ist beschädigt. Bitte neu packen und senden.',
  archiveHasNoMap: () =>
    'In dem Archiv ist keine Karte. Bitte GeoJSON, KML, KMZ oder ein Shapefile mit .shp, .dbf und .prj in einem ZIP-Archiv senden.',
  archiveIsTooLarge: ({ megabytes }, { figure }) =>
    `Das Archiv hat entpackt mehr als ${figure(megabytes)} MB oder ist beschädigt. Bitte die Karte in Teilen senden.`,
  mapIsInOtherDegrees: ({ system }) =>
    `Die Koordinaten der Karte sind in ${system}. Bitte in WGS 84 (EPSG:4326), in Grad, speichern und senden.`,
  mapHasNoFeatures: () => 'Die Karte hat keine Liste von Objekten.',
  geoJsonIsDamaged: () =>
    'Die Karte ist GeoJSON, das nicht gelesen werden kann: Sie ist beschädigt. Bitte neu speichern und senden.',
  jsonIsNoMap: () =>
    'Die Datei ist JSON und keine Karte: GeoJSON hat einen Typ (type), etwa FeatureCollection.',
  kmlHasDocumentType: () =>
    'Die Karte ist KML mit einem Dokumenttyp (DOCTYPE). Bitte ohne ihn speichern und senden.',
  kmlIsDamaged: () =>
    'Die Karte ist KML, das nicht gelesen werden kann: Sie ist beschädigt. Bitte neu speichern und senden.',
  kmlIsTooDeep: () => 'Die Karte ist KML, das zu tief verschachtelt ist. Bitte neu speichern und senden.',
  xmlIsNoMap: () =>
    'Die Datei ist XML und kein KML. Bitte die Karte als KML oder GeoJSON speichern und senden.',
  mapIsLink: () =>
    'Die Karte verweist nur auf eine andere (NetworkLink), die nicht abgerufen wird. Bitte die Orte selbst speichern und senden.',
  projectionIsUnknown: ({ name }) =>
    `Die Karte ist in ${name ?? 'einer Projektion'}, die hier nicht in Grad umgerechnet werden kann. Bitte in WGS 84 (EPSG:4326), in Grad, speichern und senden.`,
  shapefileHasNoProjection: ({ name }) =>
    `Beim Shapefile ${name} fehlt die .prj-Datei, darum ist nicht klar, was seine Koordinaten bedeuten. Bitte alle seine Dateien in einem ZIP-Archiv senden.`,
  shapefileIsDamaged: ({ name }) =>
    `Das Shapefile ${name} kann nicht gelesen werden: Es ist beschädigt. Bitte neu speichern und senden.`,
  shapeIsDamaged: () => 'ist beschädigt',
  isNestedTooDeep: () => 'hat Sammlungen in Sammlungen',
  isNoGeoJson: ({ type }) => `ist ein ${type}, dessen Koordinaten nicht so sind, wie GeoJSON sie hat`,
  hasNoKmlCoordinates: () => 'hat Koordinaten, die nicht als Länge,Breite geschrieben sind',
}
