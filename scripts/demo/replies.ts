/** What people answer: anywhere, to a text that looks for somebody, to one that asks or advises, under a picture. */
export type Occasion = 'any' | 'spotted' | 'advice' | 'picture'

export const replies: Record<Occasion, string[]> = {
  any: [
    'Questa me la segno.', 'Ho riso ad alta voce in ufficio, grazie.', 'Ma che bello!', 'Giornata salvata.', 'Confermo, c’ero anch’io.',
    'Succede solo da noi.', 'Ti leggo sempre volentieri.', 'Poesia pura.', 'Io avrei pianto.', 'Raccontane un’altra.',
    'La scena me la sono immaginata tutta.', 'E poi? Non puoi fermarti qui.', 'Mi hai fatto venire nostalgia.', 'Scritto benissimo.', 'Quanto ti capisco.',
    'Esattamente così, parola per parola.', 'Abito lì vicino e in famiglia nessuno se n’era mai accorto.', 'Ecco perché amo questa città.', 'Ci passo domani apposta.', 'Mia nonna diceva la stessa cosa.',
    'Mi hai messo allegria.', 'Ahahah, tipico!', 'Meraviglia.', 'Sto ancora ridendo.', 'Che storia!',
    'Le cose belle succedono sempre quando non ci sono.', 'Voglio la seconda puntata.', 'Si sente che eri lì.', 'Vero, verissimo.', 'Anche a me, la settimana scorsa.',
    'Da incorniciare.', 'Qui da noi uguale, giuro.', 'Ormai voglio bene a questa storia.', 'Grazie per averlo scritto.', 'Il finale, niente, ciao.',
    'Condivido con mia sorella, deve leggerlo.', 'Pensavo di averlo sognato e invece.', 'Cuore.', 'Domani si replica?', 'Non aggiungo altro, hai detto tutto.',
    'L’ho letto due volte.', 'Bellissimo, davvero.', 'Abbraccio!', 'Sei sempre nel posto giusto.', 'Oggi ne avevo bisogno.',
    'Mi ricorda quando abitavo lì. Dieci anni fa, mamma mia.', 'Che invidia, quella buona.', 'Ero a cento metri e non ho visto niente.', 'Ti prego, portami la prossima volta.', 'Io tifo per voi.',
    'Non ci credo, è successo anche a mio cugino.', 'Applauso.', 'Storie così dovrebbero stare al telegiornale.', 'Ma solo a me non capitano mai?', 'La parte migliore è l’ultima riga.',
    'Pelle d’oca.', 'Ci vediamo lì, allora.', 'Sempre detto io.', 'Certi posti fanno bene.', 'Segnalibro messo.',
    'Bello leggerti dopo una giornata storta.', 'Un giorno ci incroceremo.', 'Va bene, hai vinto tu.', 'Piccole cose, grande giornata.', 'Tutto vero, garantisco io.',
    'Ecco, adesso ho fame.', 'Ecco, adesso voglio uscire.', 'Da qui si sentiva tutto.', 'Il mio sabato non è stato così interessante.', 'Resto in attesa di sviluppi.',
  ],
  spotted: [
    'Credo di sapere chi è! Le scrivo subito.', 'Secondo me è la ragazza che lavora in libreria.', 'Aggiornaci se la ritrovi!', 'Lo conosco, fa l’università con mio fratello.', 'Aspetta… potrei essere io?',
    'Sono io! Non ci credo.', 'Faccio girare nel gruppo del quartiere.', 'Vi prego trovatevi.', 'Sembra l’inizio di un film.', 'Forza, chi è? Si faccia avanti!',
    'L’ho vista anch’io, impossibile non notarla.', 'Quel giorno avevo addosso le stesse cose, ma ero da un’altra parte. Peccato!', 'Coraggio, la prossima volta parlale.', 'Io gli avrei chiesto il nome, ma è facile dirlo da qui.', 'Ho il sospetto che sia il mio collega. Gli giro il post.',
    'Potrebbe essere mia cugina, ha proprio quello zaino.', 'Se è chi penso io, passa di lì ogni martedì.', 'Ci spero con te.', 'Questa app serve esattamente a questo.', 'Ritrovatevi e raccontateci tutto.',
    'Eh no, adesso vogliamo sapere come va a finire.', 'Era con me! Glielo dico appena torna.', 'Magari legge. Incrociamo le dita.', 'Descrizione perfetta, so chi è.', 'Non sono io, ma vorrei tanto.',
    'Trovata? Diteci di sì.', 'Premi “sono io”, chiunque tu sia!', 'Mi sa che l’ho incrociato anche stamattina.', 'Il mio amico si è riconosciuto ma è timido. Gli do una spinta.', 'Grazie a te, non ci avevo nemmeno fatto caso!',
    'Che occhio che hai.', 'Anch’io lo vedo sempre, mette di buonumore.', 'Tutta la via fa il tifo.', 'Se non si trova, il prossimo giovedì ci vado io a cercare.', 'Il dettaglio mi ha fatto capire tutto: è Bea!',
  ],
  advice: [
    'Grazie della dritta!', 'Provato ieri, confermo tutto.', 'Io ne conosco uno bravissimo, ti scrivo.', 'Non dirlo troppo in giro però.', 'Ci vado spesso: vale la pena.',
    'Quanto dura, secondo te?', 'Con i bambini si può?', 'Meglio in settimana o nel weekend?', 'Io ci sto, quando?', 'Conta anche me.',
    'Serve prenotare?', 'Appena provato. Avevi ragione.', 'Da quelle parti c’è anche un forno fantastico.', 'Si arriva bene coi mezzi?', 'Ho condiviso, speriamo.',
    'Aggiungo: andateci presto.', 'Finalmente qualcuno che lo dice.', 'Vengo da fuori, è lontano dalla stazione?', 'Salvato per il prossimo fine settimana.', 'Se organizzi, io porto i dolci.',
    'Ci vado da anni e non mi ha mai deluso.', 'Chiuso il lunedì, occhio.', 'Il segreto è fuori, addio pace.', 'Scrivimi, forse posso aiutarti.', 'Ne avevo sentito parlare, ora mi decido.',
    'Anche noi cercavamo, uniamo le forze?', 'Esperienza confermata da tre generazioni della mia famiglia.', 'Dove di preciso?', 'Che ore erano?', 'Buono a sapersi!',
  ],
  picture: [
    'Che luce!', 'Sfondo del telefono, subito.', 'Questi colori sono veri?', 'Sembra una cartolina.', 'Il cielo stasera ha esagerato.',
    'Mi manca questo posto.', 'Da qui non l’avevo mai visto.', 'Foto stupenda.', 'Ti è venuta benissimo.', 'Vorrei essere lì adesso.',
    'Incantevole.', 'Quell’arancione…', 'Posso stamparla? La appendo in cucina.', 'Hai proprio l’occhio.', 'Una tavolozza.',
    'L’ora più bella.', 'Ci ho lasciato un pezzo di cuore.', 'Quando torno, prima tappa qui.', 'Sembra dipinta.', 'Guardo e respiro meglio.',
    'Bellissima anche col brutto tempo, figurati così.', 'Complimenti per lo scatto!', 'Casa.', 'La guardo dalla finestra del lavoro e sospiro.', 'Che pace.',
    'Ma che fortuna vivere lì.', 'Ho la stessa, ma la tua è meglio.', 'Viene voglia di prendere un treno.', 'Le ombre lunghe mi fanno impazzire.', 'Quasi quasi parto.',
  ],
}
