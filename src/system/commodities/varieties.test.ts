import { expect, test } from 'vitest'
import { commodityTree } from './catalogue.ts'

const itemsOf = (countryISO: string) => commodityTree(countryISO).flatMap((element) => element.items)

// The lists that were collected for the trade (data/SOURCES.md): a name that goes missing is missed by somebody.
test.each([
  ['GB', 'Wheat', 'Winter', 'Group 1', 'Arlington, SY Cheer, KWS Vibe, Skyfall, Crusoe'],
  ['GB', 'Wheat', 'Winter', 'Group 2', 'KWS Extase, KWS Grebe, KWS Arnie, RGT Goldfinch'],
  ['GB', 'Wheat', 'Winter', 'Group 3', 'Bamford, KWS Solitaire, LG Illuminate, LG Astronomer'],
  [
    'GB',
    'Wheat',
    'Winter',
    'Group 4 hard',
    'KWS Dawsum, Champion, LG Typhoon, Gleam, Graham, KWS Cranium, RGT Wolverine',
  ],
  ['GB', 'Wheat', 'Winter', 'Group 4 soft', 'LG Skyscraper, RGT Stokes, RGT Bairstow, Sparkler, RGT Hexton'],
  ['GB', 'Wheat', 'Spring', 'Group 1', 'Mulika, KWS Ladum'],
  ['GB', 'Barley', 'Winter', 'Malting', 'Craft, Electrum, Buccaneer'],
  [
    'GB',
    'Barley',
    'Winter',
    'Feed',
    'KWS Tardis, LG Caravelle, Bolton, Bordeaux, Bolivia, LG Mountain, Valerie, SY Nephin, SY Kingston, SY Thunderbolt',
  ],
  [
    'GB',
    'Barley',
    'Spring',
    'Malting',
    'Laureate, RGT Planet, LG Diablo, KWS Sassy, Firefoxx, Fairing, SY Tennyson, Diviner, Belter, Olsen',
  ],
  ['GB', 'Barley', 'Spring', 'Malting', 'NOS Munro, Bounty, Arrow, Firecracker, Ptarmigan, KWS Enduris'],
  ['GB', 'Barley', 'Spring', 'Feed', 'Hurler, NOS Gambit'],
  ['GB', 'Oats', 'Winter', 'Milling', 'RGT Southwark, Mascani'],
  ['GB', 'Oats', 'Spring', 'Milling', 'Caledon, WPB Isabel'],
  [
    'GB',
    'Oilseed rape',
    'Winter',
    'Standard',
    'LG Aviron, LG Antigua, LG Armada, Ambassador, Attica, Vegas, Turing, Murray, PT303, Crome, Mentor, Resort',
  ],
  ['GB', 'Field beans', 'Winter', 'Feed', 'Vincent, Patagonia, Hepworth, Bonneville, Bumble, Norton'],
  [
    'GB',
    'Field beans',
    'Spring',
    'Feed',
    'Lynx, Fanfare, Vertigo, Macho, Ghengis, Yukon, Victus, Tiffany, Callas, Maderas',
  ],
  ['GB', 'Peas', 'Yellow', 'Feed', 'Orchestra, Glam, Ajax, Concerto, Batist, KWS Flam'],
  [
    'GB',
    'Peas',
    'Green',
    'Feed',
    'Carrington, Butterfly, Gotham, Kiravi, Bluetime, Blueman, Croft, Greenwich',
  ],
  ['GB', 'Peas', 'Marrowfat', 'Human consumption', 'Sakura, Takayama, Akooma'],
  ['GB', 'Peas', 'Pink', 'Human consumption', 'Flamingo'],
  [
    'GB',
    'Sugar beet',
    'Sugar',
    'Contract',
    'Antler, Gadwall, Hoopoe, Aslan, Generosa, Marushca, Smart Nelda, ST Tweed',
  ],
  [
    'IE',
    'Wheat',
    'Winter',
    'Feed',
    'Fitzroy, Graham, KWS Dawsum, Spearhead, Champion, Kubik, KWS Equipe, KWS Scope, LG Rebellion, NOS Bullseye',
  ],
  ['IE', 'Barley', 'Winter', 'Feed', 'KWS Tardis, KWS Cassia, KWS Joyau, Integral, Orcade, Belfry'],
  ['IE', 'Oats', 'Spring', 'Milling', 'Husky, WPB Enya, WPB Isabel'],
  ['IE', 'Oilseed rape', 'Winter', 'Standard', 'LG Aviron, LG Aukland, Ambassador, Aurelia, Dart'],
  [
    'FR',
    'Wheat',
    'Winter',
    'BPS',
    'Chevignon, Intensity, Prestance, KWS Extase, LG Absalon, LG Audace, Celebrity, Garfield',
  ],
  ['FR', 'Wheat', 'Durum', 'Durum semolina', 'Anvergur, Miradoux'],
  ['DE', 'Wheat', 'Winter', 'E', 'Exsal'],
  ['DE', 'Wheat', 'Winter', 'A', 'Rübezahl'],
  ['DE', 'Wheat', 'Winter', 'B', 'KWS Donovan, SU Mangold, Campesino, LG Charakter'],
  [
    'US',
    'Wheat',
    'Hard Red Winter',
    'U.S. No. 1',
    'SY Monument, WB Grainfield, Zenda, T158, Winterhawk, Bob Dole, LCS Chrome, TAM 114, Everest',
  ],
  ['US', 'Wheat', 'Hard White', 'U.S. No. 1', 'Joe'],
  [
    'CA',
    'Wheat',
    'Canada Western Red Winter',
    'No. 1',
    'AAC Coldfront, AAC Vortex, AC Tempest, CDC Osprey, Emerson, Flourish, McClintock, Moats, Norstar, Radiant',
  ],
  ['CA', 'Wheat', 'Canada Western Red Spring', 'No. 1', 'AAC Brandon, Stettler'],
  ['CA', 'Wheat', 'Canada Northern Hard Red', 'No. 1', 'Faller, Prosper'],
  ['CA', 'Wheat', 'Canada Prairie Spring Red', 'No. 1', 'AAC Penhold'],
  ['CA', 'Wheat', 'Canada Eastern Amber Durum', 'No. 1', 'Mixed'],
  [
    'AU',
    'Wheat',
    'Spring',
    'APW1',
    'Scepter, Vixen, Calibre, Beckom, Cutlass, Catapult, Sheriff CL Plus, Chief CL Plus, Brumby, Boree, Willaura',
  ],
  ['AU', 'Wheat', 'Spring', 'APH1', 'Suntop'],
  ['AU', 'Wheat', 'Winter', 'H1', 'Illabo'],
  ['AU', 'Wheat', 'Winter', 'FED1', 'Big Red, RGT Cesario'],
  ['AU', 'Wheat', 'Durum', 'ADR1', 'DBA Mataroi'],
  ['NZ', 'Wheat', 'Winter', 'Milling', 'Ignite, Voltron, Discovery, Sensas'],
  ['NZ', 'Wheat', 'Winter', 'Biscuit', 'Empress, Inferno'],
  ['NZ', 'Wheat', 'Winter', 'Feed', 'Firelight, Graham, Starfire'],
])('in %s %s, %s, %s has its varieties', (countryISO, item, type, grade, names) => {
  const found = itemsOf(countryISO)
    .find((each) => each.name === item)
    ?.types.find((each) => each.name === type)
    ?.grades.find((each) => each.name === grade)
  expect(found?.varieties).toEqual(expect.arrayContaining(names.split(', ')))
})
