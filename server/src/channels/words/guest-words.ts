/** What Millrace itself says to guests. All other words come from the organisation. */
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
  /** At the end of marketing by SMS: the word to answer with, or the address to open where a sender takes no answers. */
  readonly optOut: { readonly reply: string; readonly open: (url: string) => string }
  readonly unknownLink: { readonly title: string; readonly text: string }
}
