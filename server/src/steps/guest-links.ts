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
