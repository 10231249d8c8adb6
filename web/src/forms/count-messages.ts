import { defineMessages } from '../i18n/messages.ts'

/** What counting says. */
export const countMessages = defineMessages({
  en: {
    countOf: 'Count {name}',
    counted: 'Counted, {unit}',
    reason: 'Reason',
    book: 'The book says {weight} {unit}.',
    lost: 'Save the count: {weight} {unit} lost',
    found: 'Save the count: {weight} {unit} found',
    same: 'Save the count: nothing lost',
    save: 'Save the count',
    lostSentence: '{weight} {unit} less than the book, {percent} of it.',
    foundSentence: '{weight} {unit} more than the book, {percent} of it.',
    emptyOf: 'Empty {name}',
    emptySentence:
      'The book says that {weight} {unit} still lie here. If the bay is swept clean, they are written off as “{reason}”. Does grain lie there yet, move it instead.',
    emptyNow: 'Write off {weight} {unit}',
  },
  de: {
    countOf: '{name} zählen',
    counted: 'Gezählt, {unit}',
    reason: 'Grund',
    book: 'Im Buch stehen {weight} {unit}.',
    lost: 'Zählung speichern: {weight} {unit} Schwund',
    found: 'Zählung speichern: {weight} {unit} mehr',
    same: 'Zählung speichern: nichts fehlt',
    save: 'Zählung speichern',
    lostSentence: '{weight} {unit} weniger als im Buch, {percent} davon.',
    foundSentence: '{weight} {unit} mehr als im Buch, {percent} davon.',
    emptyOf: '{name} leeren',
    emptySentence:
      'Im Buch liegen hier noch {weight} {unit}. Ist die Box gefegt, werden sie als „{reason}“ ausgebucht. Liegt noch Korn darin, lagern Sie es um.',
    emptyNow: '{weight} {unit} ausbuchen',
  },
  fr: {
    countOf: 'Compter {name}',
    counted: 'Compté, {unit}',
    reason: 'Raison',
    book: 'Le livre dit {weight} {unit}.',
    lost: 'Enregistrer : {weight} {unit} de perte',
    found: 'Enregistrer : {weight} {unit} en plus',
    same: 'Enregistrer : rien ne manque',
    save: 'Enregistrer le comptage',
    lostSentence: '{weight} {unit} de moins que le livre, soit {percent}.',
    foundSentence: '{weight} {unit} de plus que le livre, soit {percent}.',
    emptyOf: 'Vider {name}',
    emptySentence:
      'Le livre dit que {weight} {unit} sont encore ici. Si la cellule est balayée, ils sont sortis comme « {reason} ». S’il y a encore du grain, déplacez-le.',
    emptyNow: 'Sortir {weight} {unit}',
  },
})
