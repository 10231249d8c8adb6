import { defineMessages } from '../i18n/messages.ts'

export const rehearsalMessages = defineMessages({
  en: {
    asking: 'Working out what this changes',
    saysBefore: 'What this changes is shown here before anything is saved.',
    newHeap: 'New stock',
    byPlan: 'by the end of the plan',
    conflict: 'Makes a conflict: {message}',
    sameTicket: 'Ticket {reference} was entered before, on {day}. Is it another load?',
    noGrade: 'without a grade',
    allBecomes: 'All of it becomes {after}: {t} {stockUnit} were {before}.',
    loadBecomes: 'What comes in becomes {after}: {t} {stockUnit} were {before}.',
    lossGrows: 'The count of {when} stands: its loss grows by {weight} {stockUnit} to {all} {stockUnit}.',
    lossShrinks: 'The count of {when} stands: its loss shrinks by {weight} {stockUnit} to {all} {stockUnit}.',
    gainGrows: 'The count of {when} stands: its gain grows by {weight} {stockUnit} to {all} {stockUnit}.',
    gainShrinks: 'The count of {when} stands: its gain shrinks by {weight} {stockUnit} to {all} {stockUnit}.',
    nowLost: 'The count of {when} stands: {all} {stockUnit} are lost by it now.',
    nowFound: 'The count of {when} stands: {all} {stockUnit} are found by it now.',
  },
  de: {
    asking: 'Was sich ändert, wird berechnet',
    saysBefore: 'Was sich ändert, steht hier, bevor etwas gespeichert wird.',
    newHeap: 'Neuer Bestand',
    byPlan: 'am Ende des Plans',
    conflict: 'Führt zu einem Konflikt: {message}',
    sameTicket: 'Der Wiegeschein {reference} ist schon eingetragen, am {day}. Ist es eine andere Fuhre?',
    noGrade: 'ohne Güte',
    allBecomes: 'Alles dort wird {after}: {t} {stockUnit} waren {before}.',
    loadBecomes: 'Die Fuhre wird dort {after}: {t} {stockUnit} waren {before}.',
    lossGrows:
      'Die Zählung vom {when} gilt weiter: Ihr Verlust wächst um {weight} {stockUnit} auf {all} {stockUnit}.',
    lossShrinks:
      'Die Zählung vom {when} gilt weiter: Ihr Verlust sinkt um {weight} {stockUnit} auf {all} {stockUnit}.',
    gainGrows:
      'Die Zählung vom {when} gilt weiter: Ihr Mehrbestand wächst um {weight} {stockUnit} auf {all} {stockUnit}.',
    gainShrinks:
      'Die Zählung vom {when} gilt weiter: Ihr Mehrbestand sinkt um {weight} {stockUnit} auf {all} {stockUnit}.',
    nowLost: 'Die Zählung vom {when} gilt weiter: Es fehlen nun {all} {stockUnit}.',
    nowFound: 'Die Zählung vom {when} gilt weiter: Es sind nun {all} {stockUnit} mehr als im Buch.',
  },
  fr: {
    asking: 'Calcul de ce qui change',
    saysBefore: 'Ce qui change s’affiche ici avant tout enregistrement.',
    newHeap: 'Nouveau stock',
    byPlan: 'à la fin du plan',
    conflict: 'Crée un conflit : {message}',
    sameTicket: 'Le bon de pesée {reference} est déjà saisi, le {day}. Est-ce un autre chargement ?',
    noGrade: 'sans classe',
    allBecomes: 'Tout devient {after} : {t} {stockUnit} étaient {before}.',
    loadBecomes: 'Ce qui entre devient {after} : {t} {stockUnit} étaient {before}.',
    lossGrows:
      'Le comptage du {when} reste valable : sa perte augmente de {weight} {stockUnit}, à {all} {stockUnit}.',
    lossShrinks:
      'Le comptage du {when} reste valable : sa perte diminue de {weight} {stockUnit}, à {all} {stockUnit}.',
    gainGrows:
      'Le comptage du {when} reste valable : son excédent augmente de {weight} {stockUnit}, à {all} {stockUnit}.',
    gainShrinks:
      'Le comptage du {when} reste valable : son excédent diminue de {weight} {stockUnit}, à {all} {stockUnit}.',
    nowLost: 'Le comptage du {when} reste valable : il manque maintenant {all} {stockUnit}.',
    nowFound: 'Le comptage du {when} reste valable : il y a maintenant {all} {stockUnit} de plus.',
  },
})
