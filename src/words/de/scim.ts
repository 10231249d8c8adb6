import type { scim as english } from '../en/scim.ts'
import type { SameAs } from '../writing.ts'

export const scim: SameAs<typeof english> = {
  directoryTextIsTooLong: ({ limit }) => `Ein Filter oder ein Pfad hat höchstens ${limit} Zeichen.`,
  directoryFilterIsUnreadable: ({ text, rest }) =>
    rest === ''
      ? `Dieser Filter endet, bevor er vollständig ist: ${text}`
      : `Dieser Filter ist nicht zu lesen ab „${rest}“: ${text}`,
  directoryPathIsUnreadable: ({ text, rest }) =>
    rest === ''
      ? `Dieser Pfad endet, bevor er vollständig ist: ${text}`
      : `Dieser Pfad ist nicht zu lesen ab „${rest}“: ${text}`,
  directoryFilterCannotAsk: ({ attribute }) =>
    `Ein Filter kann nicht auf diese Weise nach ${attribute} fragen.`,
  directoryChangeHasNoPath: () => 'Zum Entfernen gehört ein Pfad, der sagt, was entfernt wird.',
  directoryChangeIsNoObject: () => 'Was eine Person beschreibt, ist ein Objekt mit Attributen wie userName.',
  directoryPathIsOfNothing: ({ path }) => `Unter ${path} ist nichts, was sich so ändern ließe.`,
  directoryValueIsWrong: ({ path }) => `Der Wert von ${path} ist keiner, den es dort geben darf.`,
  directoryChangeIsEmpty: () => 'Eine Änderung enthält mindestens einen Schritt.',
  directoryChangeIsTooLong: ({ limit }) => `Eine Änderung enthält höchstens ${limit} Schritte.`,
  directoryChangeIsUnknown: () => 'Ein Schritt heißt add, replace oder remove.',
  directoryDescriptionIsWhole: () => 'Beschreibungen des Dienstes werden nicht gefiltert.',
  directoryTakesKey: () =>
    'Das ist für ein Verzeichnis: Es braucht einen API-Schlüssel, der Personen aufnehmen und entfernen darf.',
  directoryNeedsDomain: () =>
    'Ihr Betrieb hat noch keine Domain nachgewiesen. Bis dahin nimmt sein Verzeichnis niemanden auf.',
  directoryDomainIsNotYours: ({ domain }) =>
    `hat die Domain ${domain}, die Ihr Betrieb nicht nachgewiesen hat`,
  directoryGivesNoRole: () =>
    'Ihr Verzeichnis gibt dieser Person keine Rolle. Ein Administrator legt in der eigenen Anmeldung eine Rolle für neue Personen fest.',
  directoryAccountIsUnproved: ({ email }) =>
    `Es gibt ein Konto mit ${email}, und niemand hat nachgewiesen, dass die Adresse ihm gehört. Das muss zuerst geschehen, oder das Konto bekommt eine andere Adresse.`,
  directoryIdIsTaken: ({ externalId }) => `Ein anderes Mitglied hat bereits die externalId ${externalId}.`,
  directoryNameIsTaken: ({ userName }) =>
    `Es gibt bereits ein Mitglied mit dem userName ${userName} oder mit dieser Adresse.`,
  directoryOwnerStays: () =>
    'Dieser Hauptadministrator kommt hinein, wenn Ihr Anmeldedienst nicht antwortet, und bleibt. Nennen Sie zuerst einen anderen in der eigenen Anmeldung.',
  directoryAddressStays: ({ email }) =>
    `Das Konto mit ${email} behält seine Adresse: Es ist das eines Hauptadministrators, verwaltet diese Installation oder gehört auch zu anderen Betrieben. Wer es hat, ändert sie selbst.`,
  directoryJoinedSubject: ({ organisation }) => `Sie gehören jetzt zu ${organisation}`,
  directoryJoinedText: ({ organisation }) =>
    `Das Verzeichnis von ${organisation} hat Ihr Konto in Granary als Mitglied aufgenommen. Sie melden sich an wie bisher und wählen, für welchen Betrieb Sie handeln.\n\nWenn Sie ${organisation} nicht kennen, verlassen Sie den Betrieb in Granary unter Einstellungen.\n`,
  directoryAddressSubject: () => 'Ihr Konto hat jetzt eine andere Adresse',
  directoryAddressText: ({ organisation }) =>
    `Das Verzeichnis von ${organisation} hat Ihrem Konto in Granary eine andere E-Mail-Adresse gegeben. Melden Sie sich von jetzt an mit dieser an.\n\nWenn Sie das nicht erwartet haben, fragen Sie einen Administrator von ${organisation}.\n`,
}
