/**
 * The words that Millrace itself says to guests: below an e-mail, on the pages behind its links, and as answers to an SMS. A language is one row
 * here. All other words come from the organisation.
 */

type Channel = 'email' | 'sms'

export interface GuestWords {
  /** Below a marketing e-mail that has no link to unsubscribe. */
  readonly footer: { readonly unsubscribe: string; readonly preferences: string }
  readonly unsubscribe: {
    readonly title: string
    readonly question: Readonly<Record<Channel, (organisation: string) => string>>
    readonly button: string
    readonly doneTitle: string
    readonly done: Readonly<Record<Channel, (organisation: string) => string>>
    readonly choose: string
  }
  readonly preferences: {
    readonly title: string
    readonly intro: (organisation: string) => string
    /** What a guest agrees to by ticking the box: it is kept with their consent. */
    readonly channel: Readonly<Record<Channel, string>>
    /** Above the topics of marketing. */
    readonly topics: string
    /** Beside the box of a guest who lets their clicks be counted. */
    readonly clicks: string
    readonly save: string
    readonly saved: string
    readonly all: string
    readonly ended: (organisation: string) => string
    readonly stillGets: string
    readonly notContacted: (organisation: string) => string
    readonly nothingToChoose: string
    readonly gone: (organisation: string) => string
  }
  /** The e-mail that asks a guest to confirm a consent, and the page behind its link. */
  readonly confirm: {
    readonly subject: (organisation: string) => string
    readonly intro: (organisation: string) => string
    readonly link: string
    readonly otherwise: string
    readonly title: string
    /** What a guest agrees to by the button: it is kept with their consent. */
    readonly question: (organisation: string) => string
    readonly button: string
    readonly doneTitle: string
    readonly done: (organisation: string) => string
  }
  /** The page where a guest sends their answer to the question of an e-mail. */
  readonly answer: {
    readonly button: string
    readonly stars: (stars: number) => string
    readonly yes: string
    readonly no: string
    readonly thanksTitle: string
    readonly thanks: (organisation: string) => string
    readonly given: (answer: string) => string
  }
  /** Answers to STOP, START and HELP. */
  readonly sms: Readonly<Record<'stop' | 'start' | 'help', (organisation: string) => string>>
  readonly unknownLink: { readonly title: string; readonly text: string }
}

const en: GuestWords = {
  footer: { unsubscribe: 'Unsubscribe', preferences: 'Choose what we send you' },
  unsubscribe: {
    title: 'Unsubscribe',
    question: {
      email: organisation => `Unsubscribe from e-mails from ${organisation}?`,
      sms: organisation => `Unsubscribe from text messages from ${organisation}?`,
    },
    button: 'Unsubscribe',
    doneTitle: 'You’re unsubscribed',
    done: {
      email: organisation => `${organisation} will no longer send you news and offers by e-mail.`,
      sms: organisation => `${organisation} will no longer send you news and offers by text message.`,
    },
    choose: 'Choose what you get',
  },
  preferences: {
    title: 'What we send you',
    intro: organisation => `Choose what ${organisation} may send you.`,
    channel: { email: 'News and offers by e-mail', sms: 'News and offers by text message' },
    topics: 'Send me messages about',
    clicks: 'Count which links in e-mails I open',
    save: 'Save',
    saved: 'Saved.',
    all: 'Unsubscribe from everything',
    ended: organisation => `${organisation} will no longer send you news and offers.`,
    stillGets: 'Messages about something you asked for, such as a booking, still reach you.',
    notContacted: organisation =>
      `${organisation} is not sending you any messages at the moment. Contact them to change that.`,
    nothingToChoose:
      'We don’t have an e-mail address or a phone number for you, so there is nothing to choose.',
    gone: organisation => `${organisation} no longer has your details and sends you nothing.`,
  },
  confirm: {
    subject: organisation => `Please confirm: news and offers from ${organisation}`,
    intro: organisation =>
      `We received your consent to news and offers by e-mail from ${organisation}. Please confirm it:`,
    link: 'Confirm',
    otherwise: 'If you did not ask for this, do nothing. You will not get such e-mails.',
    title: 'Please confirm',
    question: organisation => `${organisation} may send me news and offers by e-mail.`,
    button: 'I agree',
    doneTitle: 'Thank you',
    done: organisation =>
      `${organisation} may now send you news and offers by e-mail. You can change that whenever you like.`,
  },
  answer: {
    button: 'Send answer',
    stars: stars => `${stars} of 5 stars`,
    yes: 'Yes',
    no: 'No',
    thanksTitle: 'Thank you',
    thanks: organisation => `${organisation} has received your answer.`,
    given: answer => `Your answer: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: you will no longer get news and offers by text message. Reply START to get them again.`,
    start: organisation =>
      `${organisation}: you will get news and offers by text message. Reply STOP to end them.`,
    help: organisation =>
      `${organisation} sends you text messages. Reply STOP to get no more news and offers. For anything else, ask the venue.`,
  },
  unknownLink: {
    title: 'This link doesn’t work',
    text: 'It may be incomplete. Open it again from the message, or reply to the message.',
  },
}

const pt: GuestWords = {
  footer: { unsubscribe: 'Cancelar a subscrição', preferences: 'Escolher o que lhe enviamos' },
  unsubscribe: {
    title: 'Cancelar a subscrição',
    question: {
      email: organisation => `Não quer receber mais e-mails de ${organisation}?`,
      sms: organisation => `Não quer receber mais SMS de ${organisation}?`,
    },
    button: 'Cancelar a subscrição',
    doneTitle: 'A subscrição foi cancelada',
    done: {
      email: organisation => `${organisation} não lhe enviará mais e-mails com novidades e ofertas.`,
      sms: organisation => `${organisation} não lhe enviará mais SMS com novidades e ofertas.`,
    },
    choose: 'Escolher o que recebe',
  },
  preferences: {
    title: 'O que lhe enviamos',
    intro: organisation => `Escolha o que ${organisation} lhe pode enviar.`,
    channel: { email: 'Novidades e ofertas por e-mail', sms: 'Novidades e ofertas por SMS' },
    topics: 'Quero receber mensagens sobre',
    clicks: 'Contar as ligações dos e-mails que abro',
    save: 'Guardar',
    saved: 'A sua escolha foi guardada.',
    all: 'Cancelar tudo',
    ended: organisation => `${organisation} não lhe enviará mais novidades nem ofertas.`,
    stillGets: 'Continuará a receber mensagens sobre o que pediu, por exemplo uma reserva.',
    notContacted: organisation =>
      `De momento, ${organisation} não lhe envia nada. Fale com a equipa se quiser mudar isso.`,
    nothingToChoose:
      'Não temos um endereço de e-mail nem um número de telefone seu, por isso não há nada para escolher.',
    gone: organisation => `${organisation} já não tem os seus dados e não lhe envia nada.`,
  },
  confirm: {
    subject: organisation => `Confirme, por favor: novidades e ofertas de ${organisation}`,
    intro: organisation =>
      `${organisation} recebeu a indicação de que gostaria de receber novidades e ofertas por e-mail. Confirme, por favor:`,
    link: 'Confirmar',
    otherwise: 'Se não pediu isto, não faça nada. Não receberá estes e-mails.',
    title: 'Confirme, por favor',
    question: organisation => `${organisation} pode enviar-me novidades e ofertas por e-mail.`,
    button: 'Concordo',
    doneTitle: 'Obrigado',
    done: organisation =>
      `${organisation} já lhe pode enviar novidades e ofertas por e-mail. Pode mudar isso quando quiser.`,
  },
  answer: {
    button: 'Enviar resposta',
    stars: stars => `${stars} de 5 estrelas`,
    yes: 'Sim',
    no: 'Não',
    thanksTitle: 'Obrigado',
    thanks: organisation => `${organisation} recebeu a sua resposta.`,
    given: answer => `A sua resposta: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: não receberá mais novidades nem ofertas por SMS. Responda START para voltar a recebê-las.`,
    start: organisation =>
      `${organisation}: vai receber novidades e ofertas por SMS. Responda STOP para deixar de receber.`,
    help: organisation =>
      `${organisation} envia-lhe SMS. Responda STOP para não receber mais novidades e ofertas. Para outros assuntos, fale com o restaurante.`,
  },
  unknownLink: {
    title: 'Esta ligação não funciona',
    text: 'Pode ter sido cortada pelo caminho. Tente novamente a ligação da mensagem, ou responda à mensagem.',
  },
}

const languages = { en, pt } as const

export type Language = keyof typeof languages

/**
 * The first of these that is a language we speak, as "pt", "pt-BR" or "PT_pt"; English if none is. Usually the guest's
 * attribute `language`, the locale of the venue, and that of the organisation.
 */
export function languageOf(...wanted: readonly unknown[]): Language {
  for (const tag of wanted) {
    const language = typeof tag === 'string' ? tag.trim().toLowerCase().split(/[-_]/)[0] : undefined
    if (language !== undefined && Object.hasOwn(languages, language)) return language as Language
  }
  return 'en'
}

/** The languages of a browser, in the order of its header (RFC 9110 section 12.5.4). */
export const acceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(range => range.split(';'))
    .map(([tag = '', quality = 'q=1']) => ({ tag: tag.trim(), weight: Number(quality.trim().slice(2)) || 0 }))
    .filter(({ tag, weight }) => weight > 0 && /^[a-z]{2,8}(-|$)/i.test(tag))
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)

export const wordsIn = (language: Language): GuestWords => languages[language]
