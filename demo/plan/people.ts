import type { Voice } from './post-texts.ts'

export type DemoPerson = { username: string; bio: string; town: string; voice: Voice; private: boolean }

const rows = `
giulia.romani|f|Roma|Fotografo scale e gatti. Trasteverina d’adozione.
marco_b|m|Roma|Autista di autobus, lettore di gialli. Il 64 lo conosco a memoria.
sofia.marchetti|f|Milano|Architetta, bici sempre, caffè lungo mai.
luca.v|m|Milano|Suono il basso in una band che cambia nome ogni mese.
chiara.esposito|f|Napoli|Il mare me lo vado a prendere ogni mattina alle sette.
gennaro.pisacane|m|Napoli|Pizzaiolo la sera, corridore lento al mattino.
elena_ferrero|f|Torino|Restauro libri antichi. Sotto i portici non piove mai.
davide.gallo|m|Torino|Insegno matematica e colleziono vinili graffiati.
rosalia.m|f|Palermo|Ceramista a Ballarò. Le mani sempre sporche di blu.
toto.cusimano|m|Palermo|Guida turistica per passione e per mestiere. Chiedetemi delle cupole rosse.
caterina.parodi|f|Genova|Salite, discese, focaccia. In quest’ordine.
ste.bruzzone|m|Genova|Pescatore della domenica, informatico negli altri giorni.
anna.lodi|f|Bologna|Studio biologia, vivo di crescentine. Cerco sempre una sedia in aula studio.
pietro_z|m|Bologna|Liutaio in erba. Se suona, mi interessa.
beatrice.conti|f|Firenze|Disegno quello che vedo dalla finestra. Vedo un sacco di tetti.
lapo.nannini|m|Firenze|Canottiere sull’Arno, disordinato ovunque.
nica.lorusso|f|Bari|Orecchiette fatte in strada e tramonti dal lungomare.
michele.dp|m|Bari|Fisioterapista. Corro, cucino, rido forte.
agata.spampinato|f|Catania|Vulcanologa. Sì, la montagna sta bene, grazie.
saro.leonardi|m|Catania|Granita alla mandorla e musica dal vivo.
marta.vianello|f|Venezia|Rematrice alla veneta. Non do indicazioni per San Marco, seguite i cartelli.
alvise.t|m|Venezia|Costruisco maschere, perdo chiavi.
giorgia.zanini|f|Verona|Comparsa all’Arena, protagonista in cucina.
tommaso.bonetti|m|Verona|Medico in reparto, ciclista in fuga.
teresa_arena|f|Messina|Traduttrice. Guardo lo Stretto e cerco la parola giusta.
emma.schiavon|f|Padova|Al Bo di giorno, allo spritz di sera.
matteo.k|m|Trieste|Bora, caffè, barca a vela. A volte tutto insieme.
ilaria.de.santis|f|Taranto|Biologa marina. I delfini del golfo li conosco per nome.
giovanni.bs|m|Brescia|Meccanico d’epoca. Se ha più di trent’anni lo aggiusto.
fatima.elidrissi|f|Prato|Nata a Prato, cucina di Casablanca, accento impossibile.
nino.calabro|m|Reggio di Calabria|Il lungomare più bello d’Italia è il mio ufficio.
camilla_r|f|Modena|Aceto balsamico, poesie brevi, camminate lunghe.
yusuf.parma|m|Parma|Studio musica al conservatorio. Oboe, purtroppo per i vicini.
lucia.baldini|f|Perugia|Cioccolato e scale mobili. Umbra nel midollo.
filippo.nar|m|Reggio nell'Emilia|Papà di due gemelle, esperto di treni di legno.
viola.mazzei|f|Livorno|Cinque e cinque, libeccio e battute pronte.
enrico_raggi|m|Ravenna|Mosaicista. Una tessera alla volta, senza fretta.
efisia.melis|f|Cagliari|Nuoto al Poetto tutto l’anno, giuro.
mei.chen|f|Milano|Pasticcera in Paolo Sarpi. Il tiramisù al tè verde è colpa mia.
andrea.dor|m|Rimini|Bagnino d’estate, falegname d’inverno.
nadia.k|f|Torino|Infermiera di notte, quindi se non rispondo dormo.
amadou.diallo|m|Napoli|Sarto. Da un pezzo di stoffa esce sempre una storia.
livia.caruso|f|Roma|Suono la viola, coltivo pomodori su un balcone di un metro quadro.
dario.conte|m|Roma|Disegno fumetti in autobus, per questo vengono mossi.
simona.testa|f|Milano|Meteorologa. No, non so se domani piove dove sei tu.
rocco.ferrante|m|Torino|Panettiere: quando voi uscite, io rientro.
flavia.lo.verde|f|Palermo|Avvocata, pupara la domenica.
irene.costa|f|Genova|Guido il bus più ripido della città.
omar.benali|m|Bologna|Dottorando in fisica, portiere in terza categoria.
bianca.ricci|f|Firenze|Restauro cornici. Il quadro, per me, è il contorno.
vito.decaro|m|Bari|Polpi, scacchi e fisarmonica.
carmela.puglisi|f|Catania|Maestra elementare: so tutto dei dinosauri.
elisa.zen|f|Venezia|Postina a piedi, trenta ponti al giorno.
luca.perini|m|Verona|Accordo pianoforti e aggiusto biciclette.
salvo.irrera|m|Messina|Capitano di traghetto, avanti e indietro da vent’anni.
anita.munafo|f|Messina|Fotografo treni che salgono sulle navi.
giacomo.rossetto|m|Padova|Botanico all’Orto, giardiniere per sbaglio.
sara.bortolin|f|Padova|Ostetrica. Di notte conosco la città meglio di tutti.
dunja.furlan|f|Trieste|Libraia tra due lingue e tre caffè.
paolo.visintin|m|Trieste|Velista la domenica, geometra per pagare la barca.
cosimo.greco|m|Taranto|Allevo cozze e colleziono tramonti.
rosa.lenti|f|Taranto|Insegno chimica e ballo la pizzica.
marta.zani|f|Brescia|Alpinista del fine settimana, ragioniera degli altri giorni.
hamza.malik|m|Brescia|Cucino il miglior biryani a nord del Po.
duccio.bini|m|Prato|Tessitore di quarta generazione, dj di prima.
lin.wei|f|Prato|Grafica. Ravioli della nonna e caratteri tipografici.
carla.romeo|f|Reggio di Calabria|Archeologa. I Bronzi li saluto per nome.
tonio.latella|m|Reggio di Calabria|Bergamotti, bicicletta e pazienza.
fabio.golinelli|m|Modena|Collaudo motori e leggo poesie ai box.
giada.ferri|f|Modena|Cantante lirica in prova, vicina di casa paziente.
monica.pelosi|f|Parma|Casara. Il parmigiano mi parla.
nicolo.zanichelli|m|Parma|Suono il contrabbasso e non entro mai in ascensore.
ettore.fanelli|m|Perugia|Vignettista, scalinate permettendo.
aisha.conti|f|Perugia|Studio lingue. Ne parlo cinque, in dialetto nessuna.
`

const privateAccounts = new Set([
  'elena_ferrero',
  'tommaso.bonetti',
  'camilla_r',
  'nadia.k',
  'emma.schiavon',
  'livia.caruso',
])

export const demoPeople: DemoPerson[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [username = '', voice, town = '', bio = ''] = row.split('|')
    return { username, voice: voice === 'f' ? 'f' : 'm', town, bio, private: privateAccounts.has(username) }
  })

const [first] = demoPeople
if (!first) throw new Error('the demo community has nobody')
/** Whom the visitors of the demo are. */
export const firstPerson: DemoPerson = first

/** “Giulia” for giulia.romani. */
export const firstNameOf = ({ username }: DemoPerson): string =>
  username.charAt(0).toUpperCase() + username.slice(1).split(/[._]/, 1)[0]
