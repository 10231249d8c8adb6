import { defineMessages } from '../../i18n/messages.ts'

/** Of what is kept about a person, and what an organisation takes with it. */
export const myDataMessages = defineMessages({
  en: {
    myData: 'My data',
    myDataWhat:
      'All that is kept about you, in all your organisations, as one file that says what each part is. Passwords and keys are not in it.',
    downloadMine: 'Download my data',
    erase: 'Erase my account',
    eraseWhat: 'For good, in all your organisations. Before, you see what goes and what the books keep.',
    goes: 'This is removed',
    stays: 'This stays under a pseudonym',
    rows: '{n} entry | {n} entries',
    typeEmail: 'Your e-mail address, to be sure',
    eraseForGood: 'Erase for good',
    exportAll: 'Export of all',
    exportWhat:
      'All that your organisation has in one archive: books, files and the names of its people. Another installation can read it. It can be downloaded for 7 days.',
    askExport: 'Make an export',
    writing: 'It is being written. This takes from seconds to some minutes.',
    until: 'from {day}, {mb} MB, until {until}',
    failed: 'from {day}: {problem}',
    download: 'Download',
    deletion: 'Delete the organisation',
    deletionWhat:
      'In 30 days books, files and settings go for good. Until then everything works on, and any owner can withdraw. Accounts of its people stay.',
    deletionOwner: 'Only an owner can do this.',
    deleteNamed: 'Delete {name}',
    deleteWarning:
      'In 30 days nobody can bring {name} back. All owners and admins are told by mail. Make an export before.',
    askDeletion: 'Have it deleted',
    inTheWay: 'In the way as things are',
    daysLeft: 'Will be deleted in {n} day | Will be deleted in {n} days',
    askedBy: '{by} asked for it. It goes on {day}.',
    withdraw: 'Withdraw the deletion',
  },
  de: {
    myData: 'Meine Daten',
    myDataWhat:
      'Alles, was über Sie aufbewahrt wird, in allen Ihren Betrieben, als eine Datei, die sagt, was jeder Teil ist. Passwörter und Schlüssel sind nicht darin.',
    downloadMine: 'Meine Daten herunterladen',
    erase: 'Mein Konto löschen',
    eraseWhat: 'Für immer, in allen Ihren Betrieben. Vorher sehen Sie, was geht und was die Bücher behalten.',
    goes: 'Das wird entfernt',
    stays: 'Das bleibt unter einem Pseudonym',
    rows: '{n} Eintrag | {n} Einträge',
    typeEmail: 'Ihre E-Mail-Adresse, zur Sicherheit',
    eraseForGood: 'Für immer löschen',
    exportAll: 'Alles exportieren',
    exportWhat:
      'Alles, was Ihr Betrieb hat, in einem Archiv: Bücher, Dateien und die Namen seiner Leute. Eine andere Installation kann es lesen. Es lässt sich 7 Tage lang herunterladen.',
    askExport: 'Export erstellen',
    writing: 'Er wird geschrieben. Das dauert Sekunden bis einige Minuten.',
    until: 'vom {day}, {mb} MB, bis {until}',
    failed: 'vom {day}: {problem}',
    download: 'Herunterladen',
    deletion: 'Betrieb löschen',
    deletionWhat:
      'In 30 Tagen sind Bücher, Dateien und Einstellungen für immer weg. Bis dahin läuft alles weiter, und jeder Hauptadministrator kann es zurücknehmen. Die Konten der Leute bleiben.',
    deletionOwner: 'Das kann nur ein Hauptadministrator.',
    deleteNamed: '{name} löschen',
    deleteWarning:
      'In 30 Tagen kann niemand {name} zurückholen. Alle Administratoren erfahren es per E-Mail. Machen Sie vorher einen Export.',
    askDeletion: 'Löschen lassen',
    inTheWay: 'Das steht noch im Weg',
    daysLeft: 'Wird in {n} Tag gelöscht | Wird in {n} Tagen gelöscht',
    askedBy: '{by} hat es verlangt. Am {day} ist es so weit.',
    withdraw: 'Löschung zurücknehmen',
  },
  fr: {
    myData: 'Mes données',
    myDataWhat:
      'Tout ce qui est conservé sur vous, dans toutes vos organisations, en un fichier qui dit ce qu’est chaque partie. Mots de passe et clés n’y sont pas.',
    downloadMine: 'Télécharger mes données',
    erase: 'Effacer mon compte',
    eraseWhat:
      'Pour toujours, dans toutes vos organisations. Avant, vous voyez ce qui part et ce que les registres gardent.',
    goes: 'Ceci est supprimé',
    stays: 'Ceci reste sous un pseudonyme',
    rows: '{n} entrée | {n} entrées',
    typeEmail: 'Votre adresse e-mail, pour être sûr',
    eraseForGood: 'Effacer pour toujours',
    exportAll: 'Tout exporter',
    exportWhat:
      'Tout ce qu’a votre organisation en une archive : registres, fichiers et noms de ses membres. Une autre installation peut la lire. Elle se télécharge pendant 7 jours.',
    askExport: 'Créer un export',
    writing: 'Il est en cours. Cela prend de quelques secondes à quelques minutes.',
    until: 'du {day}, {mb} Mo, jusqu’au {until}',
    failed: 'du {day} : {problem}',
    download: 'Télécharger',
    deletion: 'Supprimer l’organisation',
    deletionWhat:
      'Dans 30 jours, registres, fichiers et réglages disparaissent pour toujours. Jusque-là tout continue, et tout administrateur principal peut retirer la demande. Les comptes des membres restent.',
    deletionOwner: 'Seul un administrateur principal peut le faire.',
    deleteNamed: 'Supprimer {name}',
    deleteWarning:
      'Dans 30 jours, personne ne pourra rétablir {name}. Tous les administrateurs sont prévenus par courriel. Faites d’abord un export.',
    askDeletion: 'Faire supprimer',
    inTheWay: 'Ce qui s’y oppose encore',
    daysLeft: 'Sera supprimée dans {n} jour | Sera supprimée dans {n} jours',
    askedBy: '{by} l’a demandé. Ce sera le {day}.',
    withdraw: 'Retirer la suppression',
  },
})
