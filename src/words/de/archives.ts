import type { archives as english } from '../en/archives.ts'
import type { SameAs } from '../writing.ts'

export const archives: SameAs<typeof english> = {
  archiveIsOfOtherTables: ({ theirs, ours }) =>
    `Das Archiv stammt von Granary ${theirs}, mit anderen Tabellen als hier (${ours}): Spielen Sie es mit der Fassung ein, die es gemacht hat, und aktualisieren Sie dann. Nichts wurde geändert.`,
  organisationIsHere: ({ name, id }) =>
    `${name} ist schon in dieser Installation, unter der Kennung ${id}. Nichts wurde geändert.`,
  isNoFileOfArchive: ({ name }) => `„${name}“ ist keine Datei eines Archivs. Nichts wurde geändert.`,
  archiveFiguresDiffer: () =>
    'Bestände, Belegnummern oder Protokoll des Archivs sind nicht die, mit denen es gemacht wurde. Nichts wurde geändert.',
  archiveLogIsBroken: ({ sequence }) =>
    `Das Protokoll im Archiv hängt bei Eintrag ${sequence} nicht zusammen. Nichts wurde geändert.`,
  archiveHasOtherTables: () =>
    'Die Tabellen des Archivs sind nicht die dieser Installation. Nichts wurde geändert.',
  archiveHasUnknownPart: ({ part }) =>
    `Das Archiv enthält „${part}“, was nicht hineingehört. Nichts wurde geändert.`,
  archiveHasRowsOfOther: ({ table }) =>
    `Das Archiv enthält in „${table}“ Zeilen eines anderen Betriebs. Nichts wurde geändert.`,
  archiveLacksRows: ({ table }) =>
    `Das Archiv enthält nicht die Zeilen von „${table}“, die es angibt. Nichts wurde geändert.`,
  fileIsNoArchive: () => 'Diese Datei ist kein Archiv eines Betriebs. Nichts wurde geändert.',
  archiveIsOfOtherForm: ({ theirs, ours }) =>
    `Das Archiv stammt von Granary ${theirs} und hat eine Form, die diese Fassung (${ours}) nicht liest. Nichts wurde geändert.`,
  archiveIsNobodys: () => 'Das Archiv sagt nicht, von welchem Betrieb es ist. Nichts wurde geändert.',
  summaryOfOrganisationExport: () =>
    'Schreibt alles, was ein Betrieb hat, auch seine Dateien, in ein Archiv.',
  helpOfOrganisationExport:
    () => `  <name or id>  der Betrieb, mit seiner Kennung aus user list oder mit seinem ganzen Namen
  --to <file>   wohin; was dort schon liegt, wird nie überschrieben
  --json        gibt ein JSON-Objekt aus und sonst nichts

Es zeigt einen Augenblick. Schlüssel, Webhooks, Sitzungen und Passwörter sind nicht darin. Andere Betriebe in seinen Büchern werden zu
Partnern mit ihrem Namen; ihr eigener Bestand anderswo ist nicht darin. Siehe auch: organisation import.`,
  summaryOfOrganisationImport: () =>
    'Spielt einen Betrieb aus seinem Archiv ein, neben denen, die hier sind.',
  helpOfOrganisationImport:
    () => `  <file>   was \`organisation export\` geschrieben oder ein Hauptadministrator heruntergeladen hat
  --json   gibt ein JSON-Objekt aus und sonst nichts

Zuerst wird die ganze Datei geprüft, am Ende werden Bestände, Nummern und Protokoll verglichen: Ist etwas falsch, wird nichts
geändert. Kennungen bleiben, deshalb wird ein Betrieb abgewiesen, der schon hier ist. Leute werden an ihrer E-Mail-Adresse erkannt; wer neu
ist, bekommt einen Code von \`user reset-code\`.`,
  summaryOfOrganisationDelete: () => 'Löscht einen Betrieb sofort, mit allem, was er hat.',
  helpOfOrganisationDelete:
    () => `  <name or id>      der Betrieb, mit seiner Kennung aus user list oder mit seinem ganzen Namen
  --confirm <name>  sein Name noch einmal, genau

Seine Zeilen und Dateien sind für immer weg, ohne Frist; schreiben Sie vorher einen Export. Die Konten seiner Leute bleiben. Wer mit ihm
gehandelt hat, behält seinen Namen. Abgewiesen wird es, solange Bestand anderer in seinen Boxen liegt oder sein eigener bei anderen.`,
}
