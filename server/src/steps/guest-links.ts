import type { MessageChannel, RunIdentity } from './step.ts'

/** What `links` is in a template. The guest who opens one needs no password: the address proves that it was sent to them. */
export interface GuestLinks {
  /** Ends the marketing by the channel of the message. */
  readonly unsubscribe: string
  /** The page where they choose what they get. */
  readonly preferences: string
}

export function guestLinks(run: Pick<RunIdentity, 'unsubscribeUrl'>, channel: MessageChannel): GuestLinks {
  const unsubscribe = run.unsubscribeUrl(channel)
  return { unsubscribe, preferences: preferencesUrl(unsubscribe) }
}

/** The same proof opens both pages, so links in messages of earlier releases lead to the preferences as well. */
const preferencesUrl = (unsubscribe: string) => unsubscribe.replace('/unsubscribe/', '/preferences/')

/**
 * What the addresses of the answers to a message's question begin with. The proof is the same again: it says whose answer it
 * is, and only messages to that guest can be answered with it.
 */
export const answerUrl = (run: Pick<RunIdentity, 'unsubscribeUrl'>, messageId: string): string =>
  `${run.unsubscribeUrl('email').replace('/unsubscribe/', '/answer/')}/${messageId}`
