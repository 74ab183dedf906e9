/**
 * The terms that come with Dintorni, as Markdown.
 * @param runBy the operator, as Markdown; null without a name.
 */
export const termsMarkdown = (
  runBy: string | null,
) => `Dintorni è un posto per raccontare quello che succede intorno a te. Queste sono le regole per starci bene insieme.

## Chi offre il servizio

Dintorni è un software libero che chiunque può installare sul proprio server. Il servizio che stai usando te lo offre ${runBy ?? 'chi gestisce questo server'}, che in queste pagine chiamiamo «il gestore». Altri server con lo stesso software sono servizi diversi, con gestori diversi.

Quando crei un account accetti questi termini. Se non sei d’accordo, non usare il servizio.

## Il tuo account

- Devi avere almeno 14 anni. Se ne hai meno, serve il consenso di chi esercita la responsabilità genitoriale.
- Username ed email sono unici: scegli un nome che non faccia credere che sei qualcun altro.
- La password la conosci solo tu. Non riutilizzarne una di un altro servizio e non darla a nessuno: di quello che si fa con il tuo account rispondi tu.

## Quello che pubblichi

I tuoi testi e le tue foto restano tuoi. Pubblicandoli permetti al gestore di conservarli e di mostrarli alle persone a cui li rivolgi, per il solo scopo di far funzionare il servizio. Il permesso finisce quando li elimini.

Un post pubblico di un profilo pubblico può essere visto da chiunque, e i suoi commenti e i suoi Mi Piace anche da chi non ha un account. Un post per soli follower, e ogni post di un profilo privato, lo vede solo chi hai accettato come follower.

Pubblica solo ciò che hai il diritto di pubblicare. Se fotografi o racconti qualcuno, chiediti se sarebbe d’accordo: un luogo pubblico non rende pubbliche le persone che ci passano.

## Che cosa non si fa

- Molestare, minacciare, seguire o rintracciare qualcuno, oppure rivelare dove abita o dove si trova.
- Incitare all’odio o alla discriminazione, oppure esaltare la violenza.
- Pubblicare nudità o contenuti sessuali, in nessun caso se riguardano minori.
- Fingersi un’altra persona, diffondere dati personali altrui o contenuti protetti da diritti che non hai.
- Fare spam, truffe o pubblicità non richiesta; raccogliere dati in modo automatico; cercare di aggirare le protezioni del servizio o di sovraccaricarlo.
- Usare il servizio per qualsiasi cosa vietata dalla legge.

## Segnalare e bloccare

Puoi segnalare un post, un commento, una storia, un messaggio che hai ricevuto o un profilo dal menu delle opzioni. La segnalazione arriva ai moderatori di questo server, che non dicono da chi viene.

Puoi bloccare chiunque: da quel momento non vi vedete più a vicenda, e smettete di seguirvi. Chi è bloccato non riceve nessun avviso. I tuoi blocchi li trovi, e li togli, in Impostazioni › Utenti Bloccati.

Il gestore può rimuovere contenuti o chiudere account che violano questi termini o la legge. Se pensi che si sia sbagliato, scrivigli: una decisione si può rivedere.

## Il servizio, così com’è

Il gestore fa il possibile perché il servizio funzioni e i dati siano al sicuro, ma non può garantire che sia sempre raggiungibile o senza errori. Può cambiarlo, sospenderlo o chiuderlo; se lo chiude, avvisa per tempo quando è possibile.

I luoghi vengono da elenchi pubblici e possono contenere imprecisioni. Non usare Dintorni per orientarti in situazioni in cui un errore può farti male.

Nei limiti in cui la legge lo permette, il gestore non risponde di ciò che pubblicano gli utenti. Nessuna di queste righe toglie i diritti che la legge ti riconosce come consumatore.

## Andare via

Puoi smettere quando vuoi. I post e i commenti li elimini da solo, subito e per sempre. L’intero account lo elimini in Impostazioni › Elimina Account, subito e per sempre anche quello.

## Modifiche e legge applicabile

Se questi termini cambiano, la data in cima alla pagina cambia con loro. Se la modifica è importante, il gestore lo comunica prima che valga.

Si applica la legge italiana. Se sei un consumatore, è competente il giudice del luogo in cui vivi.
`
