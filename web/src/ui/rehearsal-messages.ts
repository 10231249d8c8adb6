import { defineMessages } from '../i18n/messages.ts'

export const rehearsalMessages = defineMessages({
  en: {
    asking: 'Working out what this changes',
    saysBefore: 'What this changes is shown here before anything is saved.',
    newHeap: 'New stock',
    byPlan: 'by the end of the plan',
    conflict: 'Makes a conflict: {message}',
  },
  de: {
    asking: 'Was sich ändert, wird berechnet',
    saysBefore: 'Was sich ändert, steht hier, bevor etwas gespeichert wird.',
    newHeap: 'Neuer Bestand',
    byPlan: 'am Ende des Plans',
    conflict: 'Führt zu einem Konflikt: {message}',
  },
  fr: {
    asking: 'Calcul de ce qui change',
    saysBefore: 'Ce qui change s’affiche ici avant tout enregistrement.',
    newHeap: 'Nouveau stock',
    byPlan: 'à la fin du plan',
    conflict: 'Crée un conflit : {message}',
  },
})
