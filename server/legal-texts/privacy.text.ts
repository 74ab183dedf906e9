/**
 * The privacy policy that comes with Dintorni, as Markdown.
 * @param runBy the operator, as Markdown; null without a name.
 */
export const privacyMarkdown = (
  runBy: string | null,
) => `Per mostrarti quello che succede intorno a te non serve sapere esattamente dove sei. Ecco che cosa conserviamo, dove, e per quanto.

## Chi tratta i tuoi dati

Dintorni è un software libero, installato su un server da chi lo gestisce. Il titolare del trattamento è ${runBy === null ? 'il' : `${runBy},`} gestore di questo server: è lui che decide dove sta la macchina e chi vi accede, ed è a lui che ti rivolgi per i tuoi diritti. Gli autori del software non ricevono nessun dato.

## La tua posizione

La posizione esatta resta sul tuo dispositivo, nella memoria locale del browser. Al server inviamo soltanto una posizione arrotondata, insieme alla richiesta che ne ha bisogno:

- a circa un chilometro per il feed, la ricerca e i suggerimenti;
- a circa cento metri quando scegli un luogo, per proporti quelli vicini.

Il server usa la posizione arrotondata per rispondere e poi la dimentica: non la scrive nel database né nei registri. Le distanze che leggi le calcola il tuo dispositivo. Nessun’altra persona vede dove sei o quanto dista da te.

C’è una sola eccezione, e la scegli tu: se attivi le Notifiche nelle vicinanze, il server conserva la zona in cui eri l’ultima volta che hai aperto il feed, una cella larga circa due chilometri e mezzo, per 24 ore al massimo. Sparisce appena le disattivi o esci da quel dispositivo, e non la vede nessuno.

Un post mostra il luogo che scegli tu, mai il punto in cui ti trovi. Se non vuoi usare la posizione, puoi scegliere una città: anche questa scelta resta sul dispositivo.

## Che cosa conserva il server

- Account: username, email e password; se cambi username, per 90 giorni anche quello di prima, perché nessuno si faccia passare per te. La password è conservata solo come impronta Argon2id, da cui non si risale a quella che scrivi. L’email serve per accedere, per mandarti i link con cui la confermi e con cui scegli una nuova password, e per avvisarti se cambia qualcosa nel tuo account; non la mostriamo a nessun altro utente.
- Profilo: nome, se lo scrivi, foto, bio, visibilità e impostazioni di notifica.
- Contenuti: post, storie, foto, commenti e Mi Piace, con la data; di una storia anche chi l’ha vista, per non mostrarla due volte e per dirlo a chi l’ha pubblicata, finché la storia c’è. Gli eventi che annunci, e a quali dici di andare.
- Messaggi: testi, foto e post condivisi, con la data, fin dove sono arrivati e fin dove li hai letti, le reazioni, e se hai accettato chi ti scrive. Che stai scrivendo non lo conserviamo.
- Spotted: in quali post chiedi di essere riconosciuto, e chi te l’ha confermato.
- Notifiche: che cosa ti abbiamo segnalato e se l’hai letto. Se attivi le notifiche push, anche l’indirizzo che il tuo browser ci dà per riceverle: è del suo produttore (per esempio Google, Mozilla o Apple), che consegna il messaggio cifrato e non può leggerlo.
- Relazioni: chi segui e chi ti segue, le richieste in attesa, i luoghi che segui, chi hai bloccato. Quali post hai salvato, e chi o che cosa hai silenziato, lo sai solo tu.
- Segnalazioni: chi segnala che cosa, il motivo e le parole aggiunte. Le vede solo chi modera, che finché decide vede anche il post di un commento segnalato, con i suoi commenti, pure se è solo per i follower.
- Sessioni: l’impronta del codice con cui la sessione resta aperta, quando è iniziata e quando scade, e il tipo di dispositivo, per esempio «Chrome su Android»: niente di più preciso, e nessun indirizzo di rete.
- Browser conosciuti: l’impronta di un codice casuale per ogni browser da cui hai fatto l’accesso, così chi prova a indovinare la tua password non può chiuderti fuori. Niente sul dispositivo, e nessun indirizzo di rete.
- Passkey, se ne aggiungi: la chiave pubblica, il nome che le dai, quando l’hai aggiunta e usata. Dei codici di recupero solo l’impronta. L’impronta digitale o il volto non lasciano mai il tuo dispositivo.
- Protezione dagli abusi: per limitare i tentativi di accesso e le richieste ripetute, un’impronta dell’indirizzo di rete o dell’account, che scade in un giorno al massimo.

Se chiedi di essere riconosciuto come proprietario di un luogo, il nome, l’email e il messaggio che scrivi arrivano al gestore per posta elettronica.

I registri tecnici del server annotano quale tipo di richiesta è arrivata e com’è finita: non contengono indirizzi di rete, testi, codici di accesso o posizioni.

## Le foto

Una foto viene ricreata sul tuo dispositivo prima di partire, e di nuovo sul server: i dati nascosti nel file, come le coordinate e l’ora dello scatto, non vengono conservati. L’originale non lascia il dispositivo.

Anche chi ne conosce l’indirizzo apre una foto solo se può vedere ciò a cui appartiene. Se rendi privato il profilo, entro pochi minuti le foto dei tuoi post e delle tue storie restano ai soli follower; se elimini una foto, il server la cancella subito. Chi l’ha già vista, però, può averne tenuto una copia: quella non possiamo riprenderla.

## Chi vede che cosa

- Username, nome, foto, bio e numero di follower li vede chi ha un account, anche se il tuo profilo è privato.
- I post di un profilo privato e quelli per soli follower li vede solo chi hai accettato; rendere privato il profilo nasconde subito anche i post di prima.
- I commenti e i Mi Piace di un post pubblico, con lo username e la foto di chi li ha lasciati (e il nome, se il suo profilo è pubblico), sono visibili anche a chi non ha un account.
- Un messaggio lo vedete tu e l’altra persona. I moderatori vedono solo un messaggio che chi l’ha ricevuto ha segnalato, e nient’altro della conversazione. Che hai ricevuto o letto un messaggio lo sa solo chi hai accettato.
- Un evento che annunci lo vede, con il tuo nome, chi ha un account. Che ci vai, se il tuo profilo è privato, lo vede solo chi hai accettato.
- Chi blocchi, e chi ti blocca, non vede più nulla di te, né tu di lui.
- Chi gestisce il server può tecnicamente accedere a ciò che vi è conservato, e può farlo solo per mantenerlo, proteggerlo e moderarlo.

## Per quanto tempo

- Account, profilo e contenuti: finché l’account esiste, o finché li elimini.
- Uno username che lasci: 90 giorni.
- Un post eliminato sparisce subito dal server, con la sua foto, i suoi commenti e i suoi Mi Piace. Un commento o una foto del profilo, allo stesso modo.
- Una storia: 24 ore, poi sparisce con la sua foto. Se qualcuno l’ha segnalata, nessuno la vede più, ma resta per i moderatori finché hanno deciso.
- Un evento: fino a una settimana dopo la fine, salvo che i moderatori debbano ancora giudicarlo.
- Un messaggio: finché esiste l’account di tutti e due. Se lo elimini per te, l’altra persona lo vede ancora; se entro un’ora lo elimini per tutti, testo e foto spariscono subito. Se l’altra persona l’ha segnalato, nessuno dei due lo vede più, ma resta per i moderatori finché hanno deciso.
- Una notifica: 90 giorni. L’indirizzo per le notifiche push: finché le disattivi, anche da un altro dispositivo, esci, cambi la password altrove, la sessione scade o il browser lo ritira.
- Una sessione: 30 giorni dall’ultimo uso, o fino a quando esci.
- Un browser conosciuto: un anno dall’ultimo accesso; con una nuova password, o se esci da tutti i dispositivi, dimentichiamo gli altri.
- Il link per scegliere una nuova password: un’ora, e si può usare una volta sola. Il link per confermare un indirizzo email: un’ora.
- Una passkey: finché la rimuovi. Un codice di recupero: finché lo usi o ne crei di nuovi.
- Un account eliminato sparisce subito, con tutto ciò che contiene e con le sue conversazioni, anche per l’altra persona. Nel registro dei moderatori resta che cosa hanno deciso, senza dire di chi.
- Se il gestore fa copie di sicurezza, ciò che elimini vi resta finché la copia non viene sostituita.

## Cookie e memoria del dispositivo

Usiamo tre cookie, e nessuno per seguirti: «sid» (con https «__Host-sid») tiene aperta la sessione; «known_device» dice, quando accedi, che da questo browser hai già fatto l’accesso: resta un anno dopo l’ultimo accesso, o finché elimini l’account; «where» contiene la stessa posizione arrotondata a circa un chilometro che mandiamo con il feed, così il server può aprirti la pagina con i primi post già dentro. Lo scrive il tuo browser, e il server lo legge e lo dimentica: sparisce quando esci o elimini l’account, e comunque dopo 30 giorni senza usare Dintorni. Sono indispensabili al servizio che chiedi, e per questo non ti chiediamo il consenso. Nella memoria del browser restano:

- una copia del tuo account, per aprire l’app senza attese;
- la posizione o la città che hai scelto;
- le bozze di post e commenti, finché non li invii, e ciò che è in partenza, finché non arriva;
- le ultime otto ricerche;
- il tema chiaro o scuro, se ne scegli uno;
- il punto in cui eri arrivato a leggere, fino alla chiusura della scheda.

Quando premi Esci, o elimini l’account, cancelliamo la memoria locale, tranne il tema. Non ci sono pubblicità o statistiche di terzi: anche i caratteri tipografici arrivano da questo server. L’unico servizio esterno è quello che consegna le notifiche push, se le attivi.

## Perché possiamo farlo

I dati dell’account, i contenuti e le relazioni servono a fornirti il servizio che hai chiesto (articolo 6, paragrafo 1, lettera b del GDPR). La protezione dagli abusi e la moderazione rispondono al legittimo interesse di chi gestisce e di chi usa il server (lettera f). I dati non vengono venduti né ceduti, e non ci sono decisioni automatizzate che ti riguardano.

## I tuoi diritti

Il GDPR ti dà il diritto di:

- sapere quali dati ti riguardano e riceverne una copia, anche in un formato leggibile da un computer: la scarichi in Impostazioni › Scarica i miei dati;
- correggerli: foto e bio le cambi da solo in Modifica profilo;
- cancellarli: post e commenti li elimini da solo, e l’intero account in Impostazioni › Elimina Account;
- limitarne l’uso o opporti a un trattamento.

Per tutto ciò che non puoi fare nell’app, scrivi al gestore del server: deve risponderti entro un mese. Se la risposta non ti convince, puoi rivolgerti al Garante per la protezione dei dati personali (www.garanteprivacy.it).
`
