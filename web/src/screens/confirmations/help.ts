import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'What others have booked in your name: accept it, or say that it is not yours.',
    figures: {
      open: 'One line for each storer, commodity and harvest year, and one for each contract. What is brought, moved or harvested of it later belongs to the line.',
      declined: 'What you have booked for others and they do not accept.',
      decided: 'Organisations whose bookings you always accept, or that you block.',
    },
  },
  de: {
    about: 'Was andere in Ihrem Namen gebucht haben: annehmen, oder sagen, dass es Ihnen nicht gehört.',
    figures: {
      open: 'Eine Zeile für jeden Lagerhalter, jede Frucht und jedes Erntejahr, und eine für jeden Vertrag. Was davon später kommt, umgelagert oder geerntet wird, gehört zur Zeile.',
      declined: 'Was Sie für andere gebucht haben und diese nicht annehmen.',
      decided: 'Betriebe, deren Buchungen Sie immer annehmen oder die Sie blockieren.',
    },
  },
  fr: {
    about: 'Ce que d’autres ont inscrit à votre nom : acceptez-le, ou dites que ce n’est pas à vous.',
    figures: {
      open: 'Une ligne par stockeur, culture et année de récolte, et une par contrat. Ce qui en est livré, déplacé ou récolté ensuite appartient à la ligne.',
      declined: 'Ce que vous avez inscrit pour d’autres et qu’ils n’acceptent pas.',
      decided: 'Organisations dont vous acceptez toujours les écritures, ou que vous bloquez.',
    },
  },
})
