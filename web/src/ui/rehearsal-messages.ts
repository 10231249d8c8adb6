import { defineMessages } from '../i18n/messages.ts'

export const rehearsalMessages = defineMessages({
  en: {
    asking: 'Working out what this changes',
    saysBefore: 'What this changes is shown here before anything is saved.',
    newHeap: 'New stock',
    byPlan: 'by the end of the plan',
    conflict: 'Makes a conflict: {message}',
    sameTicket: 'Ticket {reference} was entered before: movement {id} of {day}. Is it another load?',
    noGrade: 'without a grade',
    allBecomes: 'All of it becomes {after}: {t} {unit} were {before}.',
    loadBecomes: 'What comes in becomes {after}: {t} {unit} were {before}.',
    lossGrows: 'The count of {when} stands: its loss grows by {weight} {unit} to {all} {unit}.',
    lossShrinks: 'The count of {when} stands: its loss shrinks by {weight} {unit} to {all} {unit}.',
    gainGrows: 'The count of {when} stands: its gain grows by {weight} {unit} to {all} {unit}.',
    gainShrinks: 'The count of {when} stands: its gain shrinks by {weight} {unit} to {all} {unit}.',
    nowLost: 'The count of {when} stands: {all} {unit} are lost by it now.',
    nowFound: 'The count of {when} stands: {all} {unit} are found by it now.',
  },
  de: {
    asking: 'Was sich ändert, wird berechnet',
    saysBefore: 'Was sich ändert, steht hier, bevor etwas gespeichert wird.',
    newHeap: 'Neuer Bestand',
    byPlan: 'am Ende des Plans',
    conflict: 'Führt zu einem Konflikt: {message}',
    sameTicket:
      'Der Wiegeschein {reference} ist schon eingetragen: Bewegung {id} vom {day}. Ist es eine andere Fuhre?',
    noGrade: 'ohne Güte',
    allBecomes: 'Alles dort wird {after}: {t} {unit} waren {before}.',
    loadBecomes: 'Die Fuhre wird dort {after}: {t} {unit} waren {before}.',
    lossGrows: 'Die Zählung vom {when} gilt weiter: Ihr Verlust wächst um {weight} {unit} auf {all} {unit}.',
    lossShrinks: 'Die Zählung vom {when} gilt weiter: Ihr Verlust sinkt um {weight} {unit} auf {all} {unit}.',
    gainGrows:
      'Die Zählung vom {when} gilt weiter: Ihr Mehrbestand wächst um {weight} {unit} auf {all} {unit}.',
    gainShrinks:
      'Die Zählung vom {when} gilt weiter: Ihr Mehrbestand sinkt um {weight} {unit} auf {all} {unit}.',
    nowLost: 'Die Zählung vom {when} gilt weiter: Es fehlen nun {all} {unit}.',
    nowFound: 'Die Zählung vom {when} gilt weiter: Es sind nun {all} {unit} mehr als im Buch.',
  },
  fr: {
    asking: 'Calcul de ce qui change',
    saysBefore: 'Ce qui change s’affiche ici avant tout enregistrement.',
    newHeap: 'Nouveau stock',
    byPlan: 'à la fin du plan',
    conflict: 'Crée un conflit : {message}',
    sameTicket:
      'Le bon de pesée {reference} est déjà saisi : mouvement {id} du {day}. Est-ce un autre chargement ?',
    noGrade: 'sans classe',
    allBecomes: 'Tout devient {after} : {t} {unit} étaient {before}.',
    loadBecomes: 'Ce qui entre devient {after} : {t} {unit} étaient {before}.',
    lossGrows: 'Le comptage du {when} reste valable : sa perte augmente de {weight} {unit}, à {all} {unit}.',
    lossShrinks: 'Le comptage du {when} reste valable : sa perte diminue de {weight} {unit}, à {all} {unit}.',
    gainGrows:
      'Le comptage du {when} reste valable : son excédent augmente de {weight} {unit}, à {all} {unit}.',
    gainShrinks:
      'Le comptage du {when} reste valable : son excédent diminue de {weight} {unit}, à {all} {unit}.',
    nowLost: 'Le comptage du {when} reste valable : il manque maintenant {all} {unit}.',
    nowFound: 'Le comptage du {when} reste valable : il y a maintenant {all} {unit} de plus.',
  },
})
