import { defineMessages } from '../i18n/messages.ts'

/** Messages of counting. */
export const countMessages = defineMessages({
  en: {
    countOf: 'Count {name}',
    counted: 'Counted, {stockUnit}',
    reason: 'Reason',
    byVolume: 'Estimate it by volume',
    book: 'The book says {weight} {stockUnit}.',
    odd: 'You counted {counted} {stockUnit}, where the book has {book} {stockUnit}. Is the figure right?',
    lost: 'Save the count: {weight} {stockUnit} lost',
    found: 'Save the count: {weight} {stockUnit} found',
    same: 'Save the count: nothing lost',
    save: 'Save the count',
    lostSentence: '{weight} {stockUnit} less than the book, {percent} of it.',
    foundSentence: '{weight} {stockUnit} more than the book, {percent} of it.',
    emptyOf: 'Empty {name}',
    emptySentence:
      'The book says that {weight} {stockUnit} still lie here. If the bay is swept clean, they are written off as “{reason}”. Does grain lie there yet, move it instead.',
    emptyNow: 'Write off {weight} {stockUnit}',
  },
  de: {
    countOf: '{name} zählen',
    counted: 'Gezählt, {stockUnit}',
    reason: 'Grund',
    byVolume: 'Nach Volumen schätzen',
    book: 'Im Buch stehen {weight} {stockUnit}.',
    odd: 'Gezählt sind {counted} {stockUnit}, im Buch stehen {book} {stockUnit}. Stimmt die Zahl?',
    lost: 'Zählung speichern: {weight} {stockUnit} Schwund',
    found: 'Zählung speichern: {weight} {stockUnit} mehr',
    same: 'Zählung speichern: nichts fehlt',
    save: 'Zählung speichern',
    lostSentence: '{weight} {stockUnit} weniger als im Buch, {percent} davon.',
    foundSentence: '{weight} {stockUnit} mehr als im Buch, {percent} davon.',
    emptyOf: '{name} leeren',
    emptySentence:
      'Im Buch liegen hier noch {weight} {stockUnit}. Ist die Box gefegt, werden sie als „{reason}“ ausgebucht. Liegt noch Korn darin, lagern Sie es um.',
    emptyNow: '{weight} {stockUnit} ausbuchen',
  },
  fr: {
    countOf: 'Compter {name}',
    counted: 'Compté, {stockUnit}',
    reason: 'Raison',
    byVolume: 'Estimer par le volume',
    book: 'Le registre indique {weight} {stockUnit}.',
    odd: 'Vous avez compté {counted} {stockUnit}, alors que le registre indique {book} {stockUnit}. Le chiffre est-il juste ?',
    lost: 'Enregistrer : {weight} {stockUnit} de perte',
    found: 'Enregistrer : {weight} {stockUnit} en plus',
    same: 'Enregistrer : rien ne manque',
    save: 'Enregistrer le comptage',
    lostSentence: '{weight} {stockUnit} de moins que le registre, soit {percent}.',
    foundSentence: '{weight} {stockUnit} de plus que le registre, soit {percent}.',
    emptyOf: 'Vider {name}',
    emptySentence:
      'Le registre indique que {weight} {stockUnit} sont encore ici. Si la cellule est balayée, ils sont sortis comme « {reason} ». S’il y a encore du grain, déplacez-le.',
    emptyNow: 'Sortir {weight} {stockUnit}',
  },
})
