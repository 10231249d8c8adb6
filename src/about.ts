import type { AboutService } from './http/serve/openapi.ts'
import { webhookDocument } from './system/webhooks/schema.ts'

// What the API reference says of each service and of each of its subjects, which are in the order in which they are best read.

/** The API's description of the identity service: who may sign in, and as what. */
export const identityAbout: AboutService = {
  title: 'Granary: identity',
  description: 'Organisations, their business units, people and machines: who may sign in, and as what.',
  subjects: {
    'sign-in':
      'A person signs in with e-mail and password, and gets a short-lived access token and a refresh token to renew it.',
    refresh: 'Gives a new access token for a refresh token, without asking for the password again.',
    'password-resets':
      'Whoever has lost a password, or at whose address others guess, sets a new one by a code that is mailed.',
    'sign-out': 'Ends the session that sends the request.',
    me: 'Who is asking: organisation, role and business units, how that person signs in, and what they prefer.',
    'browser-session':
      'Sessions of pages of this service itself: the refresh token is in a cookie that scripts cannot read.',
    'sign-in-domains':
      'Whoever runs a domain proves by a mailed link that an organisation may sign in people with its addresses.',
    setup: 'How the first organisation is made in a browser, with the one-time code that `npm start` prints.',
    'switch-organisation': 'For people in several organisations: goes on in another one.',
    sessions:
      'The devices on which you are signed in; a session left open on another machine can be ended here.',
    invitations:
      'How people join an organisation: they are invited by e-mail, and choose a password when they accept.',
    users: 'The people of the organisation: their roles, and how to suspend or remove them.',
    'api-keys': 'What machines sign in with, such as a weighbridge PC. A key is shown once, when it is made.',
    'factor-resets': 'One-time links for whoever has lost their second factor.',
    organisation: "The caller's own farm, store or merchant: its name, country and time zone.",
    'business-units': 'The parts of an organisation: its farms, sites and divisions.',
    organisations: 'All organisations of the installation, for platform admins.',
    '.well-known': 'The public keys with which other services check our access tokens.',
  },
}

/** Everything around the inventory. */
export const systemAbout: AboutService = {
  title: 'Granary: system',
  description: 'Files, reference data, places, conversations and the settings around the inventory.',
  webhooks: webhookDocument,
  subjects: {
    commodities:
      'What can be stored and traded in a country: commodities with types, grades, varieties and tags.',
    countries: 'Every country with its currency, calling code and units, and when its harvest year starts.',
    regions: 'The regions of a country, and in Britain how often cattle are tested for bovine TB there.',
    locations: 'Places, found by name, postcode, coordinates or three words. Needs no internet.',
    files: 'Tickets, analyses and pictures. Upload a file first, then name its id where it belongs.',
    conversations: 'Messages between two people, about a listing or not.',
    experts:
      'Questions to an agricultural adviser, also about pictures of a grain sample; they go out by mail.',
    links: 'Short addresses that lead to longer ones, for a text message or a printed ticket.',
    webhooks: 'URLs to which events are sent: signed, retried if they fail, each delivery logged.',
    settings: 'Settings of client applications, for all countries or for one; and how much is logged.',
    audit:
      'Who did what, when, from where, and what changed by it; chained, so that nothing of it is changed unseen.',
    cache: 'Clears the cache in every process.',
    installation:
      'The version, the database and the disk of the installation, and its backups: made, tried, downloaded.',
    jobs: 'Background work, such as mails: what waits, what failed, and how to try it again.',
  },
}

/** The API's description of the inventory service. */
export const inventoryAbout: AboutService = {
  title: 'Granary: inventory',
  description:
    'Stock of agricultural commodities to the gram: records, movements, storage, contracts and harvest.',
  subjects: {
    storage:
      'Fields, and stores with their bays: what they can hold, what lies in them, and the conflicts that plans will cause there.',
    records:
      'Parcels of stock and plantings: owner, commodity, place, balance, samples, and all that ever happened to them.',
    loads: 'Lorry loads of every kind in one list: what comes in, comes off a field, moves or leaves.',
    movements:
      'Stock going from one place to another: loads in, loads out and between bays, past and planned.',
    partners: 'Senders, receivers and owners who do not use this service, under one name each.',
    'owner-invitations':
      'Invitations of stores to the owners of stored grain, taken up by organisations that are here already.',
    today: 'The day in a few figures: what stands in the yard, what is to be done, what came and left.',
    conflicts: 'What the plan would break, in all bays.',
    holds:
      'Bays and parcels that nothing may leave, or come into, and why: awaiting a result, infestation, fumigation and others.',
    vehicles: 'The lorries that brought or took loads, as the last load of each tells.',
    position: 'What the organisation has on any date, past or future.',
    owners: 'Those whose grain lies in a store: their statements.',
    papers:
      'What was printed: tickets, passports, recall sheets, statements and stock reports, as they were printed.',
    confirmations:
      'What others have booked in your organisation’s name: it is in their book, and in yours when you have accepted it.',
    counterparties: 'Organisations whose bookings in your name you accept for good, or that you block.',
    contracts: 'What the owner of grain and its storer have agreed: dates, weight, drying and cleaning.',
    trades:
      'Contracts to buy and to sell: what is agreed, when it is to move, what has moved under it and what is left.',
    orders:
      'Orders: what of a contract, or without one, is to move when, what is left of it, and the link by which its driver reads it.',
    reservations:
      'Bays and parcels that are kept for a sale, whole or in part, until a day: what loads of the contract have taken, and what is left.',
    reports:
      'What there was and what moved, added up: a season, deliveries, stock by owner, losses, hauliers and lorries, and the quality of what suppliers brought.',
    'report-mailings': 'Reports that are mailed to members each day, week or month.',
    tariffs: 'Rates for grain that is stored for others: in, out, storage, drying, and what each load costs.',
    charges:
      'What owners are billed for grain in store: drafts that are reckoned from the book, and closed statements that stay.',
    settlements:
      'What buyers say they received beside the loads that left for them: what differs, what is missing and what came of it.',
    stocktakes:
      'Stock-takes: bays counted as of one moment, blind or not, twice where it differs, and approved together.',
    periods:
      'Books that are closed up to a day: from then on no figure of that time changes. Statements, late tickets, and who may change closed periods for a while.',
    register: 'The daily register: of each day what came and went, what was lost, and whose the rest is.',
    plantings: 'Standing crops in fields. They are not stock until they are harvested.',
    'harvest-plans':
      'What the fields of one crop are expected to bring in a harvest year, and the loads that they have brought.',
    files: 'Where a file is used: by loads, samples, counts, contracts, notes and questions.',
    'trade-availability': 'Your organisation’s stock that is offered for sale and not in any store.',
    imports:
      'Spreadsheets, as farms export them, entered row by row: good rows are stored, bad ones come back with what is wrong.',
    commodities: 'The commodities of which stock can be entered, with what each grade has to measure.',
    varieties: 'Suggestions for a variety name while somebody types it.',
    reasons: 'Why stock was lost, gained or noted: the managed list from which every adjustment names one.',
    organisations: 'Owners who have, or have had, a commodity in store or growing.',
    settings: 'How much this service logs.',
  },
}
