import type { GuestWords } from './guest-words.ts'

export const it: GuestWords = {
  footer: { unsubscribe: 'Annulla l’iscrizione', preferences: 'Scegli che cosa inviarti' },
  unsubscribe: {
    title: 'Annulla l’iscrizione',
    question: {
      email: organisation => `Non vuoi più ricevere e-mail da ${organisation}?`,
      sms: organisation => `Non vuoi più ricevere SMS da ${organisation}?`,
    },
    button: 'Annulla l’iscrizione',
    doneTitle: 'Iscrizione annullata',
    done: {
      email: organisation => `${organisation} non ti invierà più novità e offerte per e-mail.`,
      sms: organisation => `${organisation} non ti invierà più novità e offerte per SMS.`,
    },
    choose: 'Scegli che cosa ricevere',
  },
  preferences: {
    title: 'Che cosa ti inviamo',
    intro: organisation => `Scegli che cosa può inviarti ${organisation}.`,
    channel: { email: 'Novità e offerte per e-mail', sms: 'Novità e offerte per SMS' },
    topics: 'Voglio ricevere messaggi su',
    clicks: 'Conta quali link delle e-mail apro',
    save: 'Salva',
    saved: 'Salvato.',
    all: 'Annulla tutto',
    ended: organisation => `${organisation} non ti invierà più novità e offerte.`,
    stillGets: 'Riceverai ancora i messaggi su ciò che hai chiesto, per esempio una prenotazione.',
    notContacted: organisation =>
      `Al momento ${organisation} non ti invia messaggi. Contatta lo staff per cambiare.`,
    nothingToChoose:
      'Non abbiamo un tuo indirizzo e-mail né un numero di telefono, quindi non c’è nulla da scegliere.',
    gone: organisation => `${organisation} non ha più i tuoi dati e non ti invia nulla.`,
  },
  confirm: {
    subject: organisation => `Conferma: novità e offerte di ${organisation}`,
    intro: organisation =>
      `Abbiamo ricevuto il tuo consenso a novità e offerte di ${organisation} per e-mail. Confermalo qui:`,
    link: 'Conferma',
    otherwise: 'Se non l’hai chiesto tu, non fare nulla. Non riceverai queste e-mail.',
    title: 'Conferma',
    question: organisation => `${organisation} può inviarmi novità e offerte per e-mail.`,
    button: 'Accetto',
    doneTitle: 'Grazie',
    done: organisation =>
      `Ora ${organisation} può inviarti novità e offerte per e-mail. Puoi cambiare idea quando vuoi.`,
  },
  answer: {
    button: 'Invia la risposta',
    stars: stars => `${stars} stelle su 5`,
    yes: 'Sì',
    no: 'No',
    thanksTitle: 'Grazie',
    thanks: organisation => `${organisation} ha ricevuto la tua risposta.`,
    given: answer => `La tua risposta: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: non riceverai più novità e offerte per SMS. Rispondi START per riceverle di nuovo.`,
    start: organisation =>
      `${organisation}: riceverai novità e offerte per SMS. Rispondi STOP per non riceverle più.`,
    help: organisation =>
      `${organisation} ti invia SMS. Rispondi STOP per non ricevere più novità e offerte. Per tutto il resto, chiedi al locale.`,
  },
  optOut: { reply: 'Rispondi STOP per non riceverne più', open: url => `Annulla: ${url}` },
  unknownLink: {
    title: 'Questo link non funziona',
    text: 'Forse è incompleto. Aprilo di nuovo dal messaggio, oppure rispondi al messaggio.',
  },
}
