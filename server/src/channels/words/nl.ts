import type { GuestWords } from './guest-words.ts'

export const nl: GuestWords = {
  footer: { unsubscribe: 'Uitschrijven', preferences: 'Kiezen wat we u sturen' },
  unsubscribe: {
    title: 'Uitschrijven',
    question: {
      email: organisation => `Wilt u geen e-mails van ${organisation} meer ontvangen?`,
      sms: organisation => `Wilt u geen sms’en van ${organisation} meer ontvangen?`,
    },
    button: 'Uitschrijven',
    doneTitle: 'U bent uitgeschreven',
    done: {
      email: organisation => `${organisation} stuurt u geen nieuws en aanbiedingen meer per e-mail.`,
      sms: organisation => `${organisation} stuurt u geen nieuws en aanbiedingen meer per sms.`,
    },
    choose: 'Kiezen wat u ontvangt',
  },
  preferences: {
    title: 'Wat we u sturen',
    intro: organisation => `Kies wat ${organisation} u mag sturen.`,
    channel: { email: 'Nieuws en aanbiedingen per e-mail', sms: 'Nieuws en aanbiedingen per sms' },
    topics: 'Stuur mij berichten over',
    clicks: 'Tellen welke links in e-mails ik open',
    save: 'Opslaan',
    saved: 'Opgeslagen.',
    all: 'Voor alles uitschrijven',
    ended: organisation => `${organisation} stuurt u geen nieuws en aanbiedingen meer.`,
    stillGets: 'Berichten over iets waar u zelf om vroeg, zoals een reservering, blijft u ontvangen.',
    notContacted: organisation =>
      `${organisation} stuurt u op dit moment geen berichten. Neem contact op met het team om dat te veranderen.`,
    nothingToChoose: 'We hebben geen e-mailadres en geen telefoonnummer van u, dus er is niets te kiezen.',
    gone: organisation => `${organisation} heeft uw gegevens niet meer en stuurt u niets.`,
  },
  confirm: {
    subject: organisation => `Bevestig dit alstublieft: nieuws en aanbiedingen van ${organisation}`,
    intro: organisation =>
      `We hebben uw toestemming ontvangen voor nieuws en aanbiedingen van ${organisation} per e-mail. Bevestig die alstublieft:`,
    link: 'Bevestigen',
    otherwise: 'Hebt u hier niet om gevraagd? Dan hoeft u niets te doen. U ontvangt deze e-mails niet.',
    title: 'Bevestig alstublieft',
    question: organisation => `${organisation} mag mij nieuws en aanbiedingen per e-mail sturen.`,
    button: 'Ik ga akkoord',
    doneTitle: 'Dank u wel',
    done: organisation =>
      `${organisation} mag u nu nieuws en aanbiedingen per e-mail sturen. U kunt dat altijd veranderen.`,
  },
  answer: {
    button: 'Antwoord sturen',
    stars: stars => `${stars} van 5 sterren`,
    yes: 'Ja',
    no: 'Nee',
    thanksTitle: 'Dank u wel',
    thanks: organisation => `${organisation} heeft uw antwoord ontvangen.`,
    given: answer => `Uw antwoord: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: u ontvangt geen nieuws en aanbiedingen meer per sms. Antwoord START om ze weer te ontvangen.`,
    start: organisation =>
      `${organisation}: u ontvangt nieuws en aanbiedingen per sms. Antwoord STOP om ze te stoppen.`,
    help: organisation =>
      `${organisation} stuurt u sms’en. Antwoord STOP om geen nieuws en aanbiedingen meer te ontvangen. Voor al het andere kunt u bij de zaak terecht.`,
  },
  optOut: { reply: 'Antwoord STOP om u uit te schrijven', open: url => `Uitschrijven: ${url}` },
  unknownLink: {
    title: 'Deze link werkt niet',
    text: 'Misschien is hij niet volledig. Open hem opnieuw vanuit het bericht, of beantwoord het bericht.',
  },
}
