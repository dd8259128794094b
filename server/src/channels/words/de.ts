import type { GuestWords } from './guest-words.ts'

export const de: GuestWords = {
  footer: { unsubscribe: 'Abmelden', preferences: 'Auswählen, was wir Ihnen senden' },
  unsubscribe: {
    title: 'Abmelden',
    question: {
      email: organisation => `Möchten Sie keine E-Mails von ${organisation} mehr erhalten?`,
      sms: organisation => `Möchten Sie keine SMS von ${organisation} mehr erhalten?`,
    },
    button: 'Abmelden',
    doneTitle: 'Sie sind abgemeldet',
    done: {
      email: organisation => `${organisation} sendet Ihnen keine Neuigkeiten und Angebote mehr per E-Mail.`,
      sms: organisation => `${organisation} sendet Ihnen keine Neuigkeiten und Angebote mehr per SMS.`,
    },
    choose: 'Auswählen, was Sie erhalten',
  },
  preferences: {
    title: 'Was wir Ihnen senden',
    intro: organisation => `Wählen Sie aus, was ${organisation} Ihnen senden darf.`,
    channel: { email: 'Neuigkeiten und Angebote per E-Mail', sms: 'Neuigkeiten und Angebote per SMS' },
    topics: 'Ich möchte Nachrichten zu',
    clicks: 'Zählen, welche Links in E-Mails ich öffne',
    save: 'Speichern',
    saved: 'Gespeichert.',
    all: 'Von allem abmelden',
    ended: organisation => `${organisation} sendet Ihnen keine Neuigkeiten und Angebote mehr.`,
    stillGets:
      'Nachrichten zu etwas, das Sie selbst angefragt haben, etwa eine Reservierung, erhalten Sie weiterhin.',
    notContacted: organisation =>
      `${organisation} sendet Ihnen zurzeit keine Nachrichten. Wenden Sie sich an das Team, um das zu ändern.`,
    nothingToChoose:
      'Wir haben weder eine E-Mail-Adresse noch eine Telefonnummer von Ihnen. Es gibt also nichts auszuwählen.',
    gone: organisation => `${organisation} hat Ihre Daten nicht mehr und sendet Ihnen nichts.`,
  },
  confirm: {
    subject: organisation => `Bitte bestätigen: Neuigkeiten und Angebote von ${organisation}`,
    intro: organisation =>
      `Wir haben Ihre Einwilligung in Neuigkeiten und Angebote per E-Mail von ${organisation} erhalten. Bitte bestätigen Sie sie:`,
    link: 'Bestätigen',
    otherwise:
      'Wenn Sie das nicht angefordert haben, müssen Sie nichts tun. Sie erhalten dann keine solchen E-Mails.',
    title: 'Bitte bestätigen',
    question: organisation => `${organisation} darf mir Neuigkeiten und Angebote per E-Mail senden.`,
    button: 'Ich stimme zu',
    doneTitle: 'Vielen Dank',
    done: organisation =>
      `${organisation} darf Ihnen nun Neuigkeiten und Angebote per E-Mail senden. Sie können das jederzeit ändern.`,
  },
  answer: {
    button: 'Antwort senden',
    stars: stars => `${stars} von 5 Sternen`,
    yes: 'Ja',
    no: 'Nein',
    thanksTitle: 'Vielen Dank',
    thanks: organisation => `${organisation} hat Ihre Antwort erhalten.`,
    given: answer => `Ihre Antwort: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: Sie erhalten keine Neuigkeiten und Angebote mehr per SMS. Mit START erhalten Sie sie wieder.`,
    start: organisation =>
      `${organisation}: Sie erhalten Neuigkeiten und Angebote per SMS. Mit STOP beenden Sie sie.`,
    help: organisation =>
      `${organisation} sendet Ihnen SMS. Antworten Sie mit STOP, um keine Neuigkeiten und Angebote mehr zu erhalten. Alles andere beantwortet das Team vor Ort.`,
  },
  optOut: { reply: 'Abmelden mit STOP', open: url => `Abmelden: ${url}` },
  unknownLink: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht, oder antworten Sie auf die Nachricht.',
  },
}
