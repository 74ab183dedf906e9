/** Tags of OpenStreetMap, or properties with the same names. */
export type Tags = Record<string, string>

/** Our kinds by OpenStreetMap's tags: the first key that a place has decides; `*` is any other value. */
const osmKinds: [key: string, kinds: Record<string, string>][] = [
  ['railway', { station: 'station', halt: 'station' }],
  ['place', { square: 'square', island: 'island', islet: 'island' }],
  ['aeroway', { aerodrome: 'airport', terminal: 'airport' }],
  [
    'amenity',
    {
      place_of_worship: 'church',
      monastery: 'church',
      university: 'university',
      college: 'university',
      school: 'school',
      kindergarten: 'school',
      theatre: 'theatre',
      cinema: 'theatre',
      arts_centre: 'theatre',
      marketplace: 'market',
      library: 'library',
      hospital: 'hospital',
      clinic: 'hospital',
      restaurant: 'restaurant',
      fast_food: 'restaurant',
      food_court: 'restaurant',
      cafe: 'bar',
      bar: 'bar',
      pub: 'bar',
      biergarten: 'bar',
      ice_cream: 'bar',
      nightclub: 'bar',
      fountain: 'monument',
      townhall: 'monument',
      ferry_terminal: 'harbour',
      bus_station: 'station',
      '*': 'place',
    },
  ],
  [
    'tourism',
    {
      museum: 'museum',
      gallery: 'museum',
      aquarium: 'museum',
      zoo: 'park',
      theme_park: 'park',
      viewpoint: 'viewpoint',
      attraction: 'monument',
      artwork: 'monument',
      hotel: 'hotel',
      hostel: 'hotel',
      guest_house: 'hotel',
      motel: 'hotel',
      apartment: 'hotel',
      camp_site: 'hotel',
      alpine_hut: 'hotel',
      '*': 'place',
    },
  ],
  [
    'leisure',
    {
      park: 'park',
      garden: 'park',
      nature_reserve: 'park',
      playground: 'park',
      stadium: 'stadium',
      sports_centre: 'stadium',
      pitch: 'stadium',
      marina: 'harbour',
      beach_resort: 'beach',
      '*': 'place',
    },
  ],
  ['historic', { castle: 'castle', fort: 'castle', church: 'church', monastery: 'church', '*': 'monument' }],
  ['shop', { mall: 'market', '*': 'shop' }],
  ['craft', { '*': 'shop' }],
  ['healthcare', { '*': 'hospital' }],
  [
    'natural',
    {
      beach: 'beach',
      peak: 'peak',
      volcano: 'peak',
      saddle: 'peak',
      bay: 'beach',
      cape: 'viewpoint',
      cliff: 'viewpoint',
      cave_entrance: 'place',
      spring: 'place',
      glacier: 'peak',
      water: 'lake',
    },
  ],
  [
    'man_made',
    {
      tower: 'monument',
      lighthouse: 'monument',
      bridge: 'bridge',
      pier: 'harbour',
      obelisk: 'monument',
      observatory: 'museum',
    },
  ],
  [
    'building',
    {
      church: 'church',
      cathedral: 'church',
      chapel: 'church',
      basilica: 'church',
      mosque: 'church',
      synagogue: 'church',
      temple: 'church',
      castle: 'castle',
      palace: 'monument',
      stadium: 'stadium',
      university: 'university',
      train_station: 'station',
      museum: 'museum',
      theatre: 'theatre',
    },
  ],
  ['highway', { pedestrian: 'street' }],
  ['harbour', { yes: 'harbour' }],
  ['mountain_pass', { yes: 'peak' }],
]

/** The keys that `kindOfTags` reads. */
export const osmKindKeys: string[] = osmKinds.map(([key]) => key)

const lookUp = (kinds: Record<string, string>, value: string): string | undefined =>
  Object.hasOwn(kinds, value) ? kinds[value] : kinds['*']

/** @returns null for what is no place to post at. */
export function kindOfTags(tags: Tags): string | null {
  for (const [key, kinds] of osmKinds) {
    const value = tags[key]
    const kind = value && value !== 'no' && lookUp(kinds, value)
    if (kind) return kind
  }
  return null
}

/** Our kinds by GeoNames' feature classes and codes, without towns: those are shipped with ISTAT's names. */
const geonamesKinds: Record<string, Record<string, string>> = {
  S: {
    SQR: 'square',
    CH: 'church',
    MSTY: 'church',
    CVNT: 'church',
    SHRN: 'church',
    MSQE: 'church',
    TMPL: 'church',
    RSTN: 'station',
    RSTP: 'station',
    MTRO: 'station',
    BUSTN: 'station',
    AIRP: 'airport',
    AIRF: 'airport',
    MUS: 'museum',
    THTR: 'theatre',
    OPRA: 'theatre',
    CSTL: 'castle',
    FT: 'castle',
    PAL: 'monument',
    MNMT: 'monument',
    ANS: 'monument',
    AMTH: 'monument',
    RUIN: 'monument',
    HSTS: 'monument',
    ARCH: 'monument',
    TOWR: 'monument',
    GATE: 'monument',
    LTHSE: 'monument',
    TMB: 'monument',
    BDG: 'bridge',
    STDM: 'stadium',
    ATHF: 'stadium',
    UNIV: 'university',
    SCH: 'school',
    SCHC: 'university',
    MALL: 'market',
    MKT: 'market',
    GDN: 'park',
    ZOO: 'park',
    HTL: 'hotel',
    HUT: 'hotel',
    RSRT: 'hotel',
    REST: 'restaurant',
    HSP: 'hospital',
    LIBR: 'library',
    PIER: 'harbour',
    QUAY: 'harbour',
    MAR: 'harbour',
    STNM: '',
    PS: '',
    FRM: '',
    BLDG: '',
    HSE: '',
    '*': 'place',
  },
  L: { PRK: 'park', AMUS: 'park', RESN: 'park', RES: 'park', PRT: 'harbour' },
  T: {
    MT: 'peak',
    PK: 'peak',
    HLL: 'peak',
    VLC: 'peak',
    PASS: 'peak',
    BCH: 'beach',
    BCHS: 'beach',
    ISL: 'island',
    ISLT: 'island',
    CAPE: 'viewpoint',
    PT: 'viewpoint',
    CLF: 'viewpoint',
  },
  H: { LK: 'lake', LGN: 'lake', BAY: 'beach', COVE: 'beach', HBR: 'harbour', FLLS: 'viewpoint', SPNG: 'place' },
  R: { ST: 'street', SQR: 'square', PRMN: 'viewpoint' },
  V: { FRST: 'park', GRVO: 'park' },
}

export function kindOfFeature(featureClass: string, featureCode: string): string | null {
  const kinds = Object.hasOwn(geonamesKinds, featureClass) && geonamesKinds[featureClass]
  return (kinds && lookUp(kinds, featureCode)) || null
}

const knownKinds = new Set([
  ...osmKinds.flatMap(([, kinds]) => Object.values(kinds)),
  ...Object.values(geonamesKinds).flatMap((kinds) => Object.values(kinds)),
])

/** Returns a word if it is one of our kinds, otherwise `place`. */
export const kindOfWord = (word: string | undefined): string =>
  word && knownKinds.has(word.toLowerCase()) ? word.toLowerCase() : 'place'
