import type { peopleData as english, PlacesOfStock } from '../en/people-data.ts'
import type { SameAs, Writing } from '../writing.ts'

/** Places with weights: a few, and how many more. */
const placesOf = ({ first, more }: PlacesOfStock, { weight, and, figure }: Writing, join: string) =>
  and([
    ...first.map(
      ({ party, place, kilograms }) => `${weight(kilograms)} ${join} ${party}${place && ` (${place})`}`,
    ),
    ...(more > 0 ? [`${figure(more)} weitere`] : []),
  ])

export const peopleData: SameAs<typeof english> = {
  fileIsNotInArchive: ({ id }) =>
    `Die Datei ${id} ist nicht im Archiv: Ihre Bytes sind verloren oder verändert.`,
  organisationIsExported: ({ name, file, balanceGrams, documents, auditHead }) =>
    `Alles von ${name} steht in ${file}: ${balanceGrams} g Bestand, ${documents} nummerierte Belege, Protokoll bei ${auditHead || 'seinem Anfang'}.`,
  organisationIsImported: ({ name, balanceGrams, documents, auditHead }) =>
    `${name} ist da, mit den Zahlen des Archivs: ${balanceGrams} g Bestand, ${documents} nummerierte Belege, Protokoll bei ${auditHead || 'seinem Anfang'}.`,
  peopleAreNew: ({ emails }) =>
    `Neu hier und noch ohne Passwort: ${emails}. Geben Sie jedem einen Code mit user reset-code.`,
  organisationsAreSeveral: ({ name }) =>
    `Mehrere Betriebe heißen „${name}“. Nennen Sie einen mit seiner Kennung aus user list.`,
  noSuchOrganisation: ({ name }) => `Kein Betrieb heißt „${name}“. Die Kennung steht in user list.`,
  isLastOwnerOf: ({ names }) =>
    `Die Person ist der letzte Hauptadministrator von ${names}. Machen Sie dort zuerst jemand anderen dazu.`,
  personIsErased: ({ pseudonym }) =>
    `Das Konto ist gelöscht. Bücher und Protokoll nennen „${pseudonym}“, wo ein Name stand.`,
  isForPersonAlone: () => 'Das ist für Menschen und betrifft sie selbst: Ein API-Schlüssel kann es nicht.',
  personalDataAbout: () =>
    'Alles, was dieser Dienst über Sie aufbewahrt, in einem Augenblick. Jeder Teil sagt, was er ist; darunter stehen die Tabellen der Datenbank mit einer Zeile je Eintrag. Passwörter, Schlüssel und Codes sind weggelassen: nur dass es sie gibt, und seit wann. Von Einträgen in den Büchern eines Betriebs steht da, welche es sind und wann Sie sie gemacht haben; der Rest gehört dem Betrieb. Was andere geschrieben haben, etwa Notizen und Nachrichten an Sie, ist deren. Dateien, die Sie hochgeladen haben, sind aufgeführt; herunterladen lassen sie sich unter Dateien.',
  personalAccount: () => 'Das Konto: Name, E-Mail-Adresse und in welchem Zustand es ist.',
  personalSignIn: () =>
    'Anmeldungen: wie und von wo, mit Sitzungen, zweiten Faktoren und gescheiterten Versuchen.',
  personalMemberships: () => 'Die Zugehörigkeit zu Betrieben, mit Rolle, Einstellungen dort und Einladungen.',
  personalMessages: () => 'Unterhaltungen, geschriebene Nachrichten, Fragen an Fachleute und Mitteilungen.',
  personalFiles: () => 'Hochgeladene Dateien.',
  personalBooks: () =>
    'Einträge in den Büchern eines Betriebs unter diesem Namen: was eingetragen, gezählt, freigegeben oder angelegt wurde.',
  personalLog: () => 'Einträge des Protokolls über das, was mit diesem Konto getan wurde.',
  erasureLeaves: () =>
    'Gedruckte Papiere, Abschlüsse und Briefköpfe bleiben, wie sie sind, denn das Gesetz verlangt vollständige Bücher. Namen von Fahrern und Partnern und freie Notizen sind die eigenen Worte des Betriebs. Sicherungen enthalten, was vorher war, bis sie gelöscht werden.',
  youAreErased: ({ pseudonym }) =>
    `Ihr Konto ist gelöscht. Bücher und Protokoll nennen „${pseudonym}“, wo Ihr Name stand.`,
  memberIsErased: ({ pseudonym }) =>
    `Das Konto ist gelöscht. Bücher und Protokoll nennen „${pseudonym}“, wo der Name stand.`,
  eraseYourselfElsewhere: () => 'Ihr eigenes Konto löschen Sie unter „Meine Daten“.',
  isOtherAddress: () => 'ist nicht die E-Mail-Adresse dieses Kontos',
  runsTheInstallation: () =>
    'Die Person verwaltet diese Installation: Nur wer das auch tut, kann sie löschen.',
  personBelongsElsewhereToo: () =>
    'Die Person gehört auch zu einem anderen Betrieb; ihr Konto zu löschen ist nicht allein Ihre Sache. Entfernen Sie sie hier; ihr Konto löscht sie selbst.',
  exportIsUnderWay: () => 'Ein Export Ihres Betriebs wird schon geschrieben.',
  deletionIsForOwners: () =>
    'Nur ein Hauptadministrator, der als Mensch angemeldet ist, kann den Betrieb löschen lassen oder das zurücknehmen.',
  isOtherOrganisationName: ({ name }) => `ist nicht der Name Ihres Betriebs: ${name}`,
  deletionIsAskedAlready: () => 'Die Löschung ist schon verlangt.',
  deletionIsAsked: ({ name, days }, { figure }) =>
    `${name} wird in ${figure(days)} Tagen gelöscht. Bis dahin läuft alles weiter, und jeder Hauptadministrator kann es zurücknehmen. Alle Administratoren erfahren davon.`,
  deletionIsWithdrawn: ({ name }) => `${name} bleibt. Alle Administratoren erfahren davon.`,
  othersStockLiesHere: (found, write) =>
    `In Ihren Boxen liegt Bestand anderer: ${placesOf(found, write, 'von')}. Lagern Sie ihn zuerst aus oder geben Sie ihn ab.`,
  ownStockLiesElsewhere: (found, write) =>
    `Bestand von Ihnen liegt bei anderen: ${placesOf(found, write, 'bei')}. Lassen Sie ihn zuerst auslagern oder verkaufen Sie ihn.`,
  obstaclesAre: ({ all }, { sentences }) => sentences(all),
  deletionMailSubject: ({ organisation }) => `${organisation} soll gelöscht werden`,
  deletionMailText: (
    { organisation, by, days, publicUrl },
    { figure },
  ) => `${by} will ${organisation} in Granary löschen lassen. In ${figure(days)} Tagen sind Bücher, Dateien und Einstellungen weg, und niemand kann sie zurückholen.

Bis dahin läuft alles weiter. Jeder Hauptadministrator kann es zurücknehmen und einen Export von allem holen:

${publicUrl === undefined ? 'Einstellungen, Betrieb, „Alles exportieren“ und „Betrieb löschen“.' : `${publicUrl}/settings/organisation`}
`,
  withdrawnMailSubject: ({ organisation }) => `${organisation} bleibt`,
  withdrawnMailText: ({ organisation, by }) =>
    `${by} hat die Löschung von ${organisation} zurückgenommen. Nichts wird gelöscht.
`,
  organisationIsDeleted: ({ name, auditHead }) =>
    `${name} ist gelöscht. Das Protokoll endete bei ${auditHead || 'keinem Eintrag'}.`,
  confirmationIsOtherName: ({ name }) =>
    `Nichts ist gelöscht. Zum Löschen den Namen genau tippen: --confirm "${name}"`,
}
