import { defineMessages } from '../../i18n/messages.ts'

/** Texts of one line of a session, and of what is decided about it. */
export const stocktakeLineMessages = defineMessages({
  en: {
    counts: 'Counts',
    noCounts: 'Nobody has counted yet.',
    countBy: '{name}, {moment}',
    enteredBy: 'entered by {name}',
    ofItsMoment: 'It cannot be reckoned to the cut-off: it is of {moment}.',
    rolledBays: 'Reckoned to the cut-off',
    leftSince:
      'Counted {when}: {weight} {stockUnit}; {moved} {stockUnit} left since the cut-off: {atCutOff} {stockUnit} at the cut-off.',
    cameSince:
      'Counted {when}: {weight} {stockUnit}; {moved} {stockUnit} came since the cut-off: {atCutOff} {stockUnit} at the cut-off.',
    leftUntil:
      'Counted {when}: {weight} {stockUnit}; {moved} {stockUnit} left until the cut-off: {atCutOff} {stockUnit} at the cut-off.',
    cameUntil:
      'Counted {when}: {weight} {stockUnit}; {moved} {stockUnit} came until the cut-off: {atCutOff} {stockUnit} at the cut-off.',
    rolledSame: 'Counted {when}: {weight} {stockUnit}; nothing moved between that and the cut-off.',
    late: 'Entered for before the cut-off since it was counted',
    lateApproved: 'Entered for before the cut-off since the approval',
    unknownHint:
      'Something lies in a bay that is empty by the book. Enter what came there, then the line clears up.',
    whichParcel: 'The difference is of',
    byBook: 'whatever the book has',
    reason: 'Reason of the difference',
    save: 'Save',
    leaveOut: 'Why it is not counted',
    leaveOutNow: 'Leave it out',
    takeIn: 'Take it in again',
    recount: 'Ask for a second count',
    recountAsked: 'A second count was asked for by {name}, {moment}.',
    count: 'Count this bay',
    explain: 'Explain',
  },
  de: {
    counts: 'Zählungen',
    noCounts: 'Noch hat niemand gezählt.',
    countBy: '{name}, {moment}',
    enteredBy: 'eingetragen von {name}',
    ofItsMoment: 'Sie lässt sich nicht auf den Stichtag rechnen: Sie gilt für den {moment}.',
    rolledBays: 'Auf den Stichtag gerechnet',
    leftSince:
      'Gezählt {when}: {weight} {stockUnit}; seit dem Stichtag gingen {moved} {stockUnit} ab: {atCutOff} {stockUnit} am Stichtag.',
    cameSince:
      'Gezählt {when}: {weight} {stockUnit}; seit dem Stichtag kamen {moved} {stockUnit} zu: {atCutOff} {stockUnit} am Stichtag.',
    leftUntil:
      'Gezählt {when}: {weight} {stockUnit}; bis zum Stichtag gingen {moved} {stockUnit} ab: {atCutOff} {stockUnit} am Stichtag.',
    cameUntil:
      'Gezählt {when}: {weight} {stockUnit}; bis zum Stichtag kamen {moved} {stockUnit} zu: {atCutOff} {stockUnit} am Stichtag.',
    rolledSame: 'Gezählt {when}: {weight} {stockUnit}; zwischen Zählung und Stichtag bewegte sich nichts.',
    late: 'Nach der Zählung für die Zeit vor dem Stichtag eingetragen',
    lateApproved: 'Nach der Freigabe für die Zeit vor dem Stichtag eingetragen',
    unknownHint:
      'In einer Box, die laut Buch leer ist, liegt etwas. Tragen Sie ein, was dorthin kam, dann ist die Zeile geklärt.',
    whichParcel: 'Die Abweichung betrifft',
    byBook: 'was das Buch dort hat',
    reason: 'Grund der Abweichung',
    save: 'Speichern',
    leaveOut: 'Warum sie nicht gezählt wird',
    leaveOutNow: 'Auslassen',
    takeIn: 'Wieder aufnehmen',
    recount: 'Zweite Zählung verlangen',
    recountAsked: 'Eine zweite Zählung hat {name} verlangt, {moment}.',
    count: 'Diese Box zählen',
    explain: 'Erklären',
  },
  fr: {
    counts: 'Comptages',
    noCounts: 'Personne n’a encore compté.',
    countBy: '{name}, le {moment}',
    enteredBy: 'saisi par {name}',
    ofItsMoment: 'Il ne peut pas être ramené à la date d’arrêté : il vaut pour le {moment}.',
    rolledBays: 'Ramené à la date d’arrêté',
    leftSince:
      'Compté le {when} : {weight} {stockUnit} ; {moved} {stockUnit} sorties depuis l’arrêté : {atCutOff} {stockUnit} à l’arrêté.',
    cameSince:
      'Compté le {when} : {weight} {stockUnit} ; {moved} {stockUnit} entrées depuis l’arrêté : {atCutOff} {stockUnit} à l’arrêté.',
    leftUntil:
      'Compté le {when} : {weight} {stockUnit} ; {moved} {stockUnit} sorties jusqu’à l’arrêté : {atCutOff} {stockUnit} à l’arrêté.',
    cameUntil:
      'Compté le {when} : {weight} {stockUnit} ; {moved} {stockUnit} entrées jusqu’à l’arrêté : {atCutOff} {stockUnit} à l’arrêté.',
    rolledSame: 'Compté le {when} : {weight} {stockUnit} ; rien n’a bougé entre-temps.',
    late: 'Saisi pour avant la date d’arrêté, depuis le comptage',
    lateApproved: 'Saisi pour avant la date d’arrêté, depuis la validation',
    unknownHint:
      'Il y a quelque chose dans une cellule vide d’après le registre. Saisissez ce qui y est entré, et la ligne sera claire.',
    whichParcel: 'L’écart concerne',
    byBook: 'ce que le registre y a',
    reason: 'Motif de l’écart',
    save: 'Enregistrer',
    leaveOut: 'Pourquoi elle n’est pas comptée',
    leaveOutNow: 'La laisser de côté',
    takeIn: 'La reprendre',
    recount: 'Demander un second comptage',
    recountAsked: 'Un second comptage a été demandé par {name}, le {moment}.',
    count: 'Compter cette cellule',
    explain: 'Expliquer',
  },
})
