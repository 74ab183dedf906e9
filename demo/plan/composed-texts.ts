import type { Random } from '#demo/random.ts'
import type { Voice } from './post-texts.ts'

// Texts for when those of a setting have been used up: put together from parts, none of which a town sees twice. None
// reveals the gender of its writer, a time of day or a kind of place.

const people: Record<Voice, string[]> = { f: ['Ragazza', 'Signora', 'Ragazza'], m: ['Ragazzo', 'Signore', 'Ragazzo'] }

const looks = [
  'con l’ombrello a pois',
  'con la giacca color senape',
  'con gli occhiali tondi e lo zaino blu',
  'con la bici arancione',
  'con un mazzo di tulipani in mano',
  'con la felpa del planetario',
  'con il cane che sembra una volpe',
  'col cappello di lana verde',
  'con la borsa di una libreria di Lisbona',
  'con le scarpe da ginnastica spaiate',
  'con la custodia di una tromba',
  'con il maglione a renne fuori stagione',
  'con un vassoio di paste legato col nastro',
  'con la sciarpa lunghissima a righe',
  'con tre libri sotto il braccio',
  'con il casco color panna',
  'col cestino pieno di limoni',
  'con la tuta da imbianchino',
  'con le cuffie rosse',
  'con un rotolo di carta più alto di me',
  'con la camicia hawaiana',
  'con il monopattino giallo',
  'con una pianta di basilico in braccio',
  'con il cappotto color cammello',
  'con lo zaino pieno di toppe',
  'con una torta in equilibrio su una mano',
  'con il taccuino nero',
  'con la salopette di jeans',
  'con gli stivali di gomma blu',
  'con la macchina fotografica al collo',
  'con il berretto da marinaio',
  'con una scatola di pennelli',
  'con il gilet di velluto',
  'con la maglia di una squadra che non esiste più',
  'con due caffè e nessuno accanto',
  'con l’orologio da taschino',
]

const deeds = [
  'che leggeva camminando senza urtare nessuno',
  'che rideva di gusto al telefono',
  'che ha raccolto le arance rotolate dalla mia borsa',
  'che parlava coi piccioni come a dei colleghi',
  'che fischiettava sempre la stessa canzone',
  'che ha lasciato passare tutta la scolaresca',
  'che disegnava i passanti su un tovagliolo',
  'che cercava la strada sulla mappa al contrario',
  'che ha tenuto la porta a cinque persone di fila',
  'che ha salvato il mio ombrello dal vento',
  'che ripeteva a memoria una poesia',
  'che ha diviso la brioche con un passero',
  'che provava i passi di tango dietro l’edicola',
  'che ha fatto ridere mio nipote con una smorfia sola',
  'che contava i gradini ad alta voce',
  'che aspettava qualcuno guardando ogni minuto l’orologio',
  'che fotografava solo le ombre',
  'che scriveva una lettera a mano',
  'che ha indicato la strada a due turisti a gesti, benissimo',
  'che canticchiava con gli occhi chiusi',
  'che ha trovato il mio guanto e l’ha appeso al cartello',
  'che giocava a morra cinese con una bambina',
  'che salutava tutti per nome, anche i cani',
  'che mangiava pizza al taglio con un’eleganza rara',
  'che ha ceduto il posto a tutta la fila',
  'che guardava il cielo come se aspettasse un treno',
  'che raccoglieva castagne matte',
  'che ha chiesto l’ora in tre lingue',
  'che faceva le parole crociate a penna',
  'che ha dato l’ultima moneta al musicista',
  'che spiegava le nuvole a una bambina',
  'che ha riparato la catena della mia bici',
  'che teneva due gelati e ne mangiava uno solo',
  'che ha applaudito il tramonto',
  'che guardava le vetrine ballando appena',
  'che accarezzava il leone di pietra per scaramanzia',
]

const appeals = [
  'se ti riconosci, ti devo un caffè.',
  'volevo salutarti e mi è mancato il coraggio.',
  'mi hai cambiato la giornata senza saperlo.',
  'dimmi che torni: io ripasso domani.',
  'ho ancora una domanda da farti.',
  'la prossima volta il gelato lo offro io.',
  'ti cerca mezza via, e pure chi scrive.',
  'hai lasciato qui un sorriso, vieni a riprenderlo.',
  'scrivimi, ho qualcosa di tuo.',
  'non so chi sei, ma grazie.',
  'mi piacerebbe sapere come va a finire.',
  'se leggi, batti un colpo.',
  'due secondi di sguardo, e ci penso ancora.',
  'vorrei farti vedere la foto che ti ho scattato per caso.',
  'raccontami che cosa stavi pensando.',
  'mia madre dice che devo ringraziarti.',
  'quando ti va, ci facciamo due passi.',
  'ti presto un libro, se torni.',
  'secondo me ci siamo già visti.',
  'tutto il bar chiede di te.',
  'il mondo ha bisogno di gente così.',
  'ho raccontato di te a cena, vogliono il seguito.',
  'se ripassi, il tavolo d’angolo è libero.',
  'mi devi una storia, ormai.',
  'hai perso un bottone, lo tengo io.',
  'insegnami come si fa.',
  'oggi ho provato a fare come te.',
  'sappi che ti abbiamo voluto bene in tanti.',
  'ti dedico questa giornata.',
  'chi ti conosce glielo dica.',
  'spero che la tua giornata sia finita bene.',
  'io ero sulla panchina di fronte.',
  'ero quella persona con l’aria persa, e sorridevo.',
  'sei già una leggenda, qui intorno.',
  'resto qui fino alle sei, nel caso.',
  'il buonumore di oggi è merito tuo.',
]

const scenes = [
  'Due bambini vendono limonata a un euro e consigli gratis.',
  'Qualcuno ha lasciato una sedia con scritto “riposati”.',
  'Un gatto rosso dorme sul cofano più bello della via.',
  'La vicina ha calato il paniere e il postino ci ha messo un fiore.',
  'Oggi il panettiere ha messo il nome a ogni pagnotta.',
  'Tre signori discutono di una partita di trent’anni fa, minuto per minuto.',
  'Hanno aperto una finestra e ne è uscito un pianoforte intero.',
  'Un cane ha seguito il tram per due fermate, poi l’ha lasciato vincere.',
  'Qualcuno ha scritto “buongiorno” col gesso davanti a ogni portone.',
  'Il giornalaio ha regalato figurine a tutta la fila.',
  'Una coppia di sposi ha chiesto un passaggio a un furgone di fiori.',
  'È passata una banda, senza nessun motivo apparente.',
  'Il fruttivendolo chiama “dottoressa” chiunque sappia scegliere un melone.',
  'Una bambina ha chiesto al vigile se può fischiare una volta anche lei.',
  'Il semaforo è rotto e tutti si salutano: mai vista tanta gentilezza.',
  'Dal balcone del terzo piano qualcuno innaffia anche i passanti.',
  'Ho imparato una ricetta intera facendo la fila in farmacia.',
  'Due anziani hanno scambiato i cappelli e se ne sono andati felici.',
  'Il barbiere tiene la porta aperta e Mina a tutto volume.',
  'Un ragazzo ha aiutato quattro persone di fila con lo stesso passeggino.',
  'Qualcuno ha fatto la maglia a un lampione. Gli sta bene.',
  'Mio figlio ha salutato tutti i balconi, tre hanno risposto.',
  'Oggi si parla solo di chi ha vinto la lotteria del quartiere: nessuno confessa.',
  'La signora del secondo piano ha adottato anche la pianta del primo.',
  'Un turista ha chiesto dov’è il centro. Ci eravamo dentro.',
  'Il bar ha cambiato le tazzine e c’è chi ha chiesto spiegazioni scritte.',
  'Sul muretto c’è una fila di sassi dipinti, ognuno con un saluto.',
  'Hanno appeso una mappa fatta a mano di tutte le fontanelle.',
  'Ho visto un idraulico suonare i tubi come un organo.',
  'Una classe intera misurava l’ombra del campanile col metro da sarta.',
  'La sarta mette in vetrina i bottoni trovati: “se è tuo, entra”.',
  'Il rigattiere ha venduto il suo sgabello e ora resta in piedi.',
  'Un pappagallo, da una finestra, corregge la pronuncia di chi passa.',
  'Qualcuno ha restituito alla biblioteca un libro del 1986.',
  'Un corriere si è fermato a finire la partita a scacchi di due sconosciuti.',
  'Sotto i portici c’è chi insegna a fare gli aquiloni, gratis.',
]

const codas = [
  'Volevo che lo sapeste.',
  'Lo segno tra le cose belle.',
  'Il resto della giornata può aspettare.',
  'Poi dicono che non succede mai niente.',
  'Il mio applauso era sincero.',
  'Ecco perché esco sempre a piedi.',
  'Se passate, guardate in su.',
  'Non ho fatto foto: certe cose si raccontano.',
  'Ci torno domani, per controllare.',
  'Qui si vive bene anche per questo.',
  'Nessuno aveva fretta, una volta tanto.',
  'La mia giornata migliore del mese, finora.',
  'Mi è venuta voglia di telefonare a casa.',
  'Chi c’era, lo racconti.',
  'Mezz’ora così vale una vacanza.',
  'Ho riso fino all’angolo.',
  'Ditemi che l’avete visto anche voi.',
  'Da oggi cambio strada apposta.',
  'E c’era pure il sole.',
  'Se è pubblicità, funziona.',
  'Per me è già tradizione.',
  'Abbiamo sorriso in venti, tutti insieme.',
  'Io un posto così me lo tengo stretto.',
  'Fate girare, ma con discrezione.',
  'Ho preso appunti.',
  'Adesso sapete dove trovarmi.',
  'Domani porto la nonna.',
  'Roba da fermare il traffico, e infatti.',
  'Credevo di averlo sognato.',
  'Che meraviglia, la gente.',
]

/** Hands out the items of a list one after the other, each as often as the others, and none twice in a town. */
function createDealer<Item>(items: readonly Item[], random: Random) {
  const uses = new Map<Item, number>()
  const usedIn = new Map<string, Set<Item>>()
  return (town: string): Item | undefined => {
    const used = usedIn.get(town) ?? new Set()
    usedIn.set(town, used)
    const [item] = random
      .shuffled(items.filter((one) => !used.has(one)))
      .toSorted((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0))
    if (item === undefined) return undefined
    used.add(item)
    uses.set(item, (uses.get(item) ?? 0) + 1)
    return item
  }
}

/** How many of the texts look for somebody; the others describe what happens. */
const searchedShare = 0.72

const withColon = (text: string | undefined) => text && `${text}:`

/**
 * Returns a function that composes a text which no town has seen, nor any part of it; null when a town has seen all.
 */
export function createTextComposer(random: Random): (town: string) => string | null {
  const look = createDealer(looks, random)
  const deed = createDealer(deeds, random)
  const appeal = createDealer(appeals, random)
  const scene = createDealer(scenes, random)
  const coda = createDealer(codas, random)
  const composed = new Set<string>()
  const composeOnce = (town: string) => {
    const parts = random.maybe(searchedShare)
      ? [random.pick(people[random.maybe(0.5) ? 'f' : 'm']), look(town), withColon(deed(town)), appeal(town)]
      : [scene(town), coda(town)]
    return parts.some((part) => part === undefined) ? null : parts.join(' ')
  }
  return (town) => {
    let text = composeOnce(town)
    while (text !== null && composed.has(text)) text = composeOnce(town)
    if (text !== null) composed.add(text)
    return text
  }
}
