import type { DeliveryProblem, ItemReason } from '@millrace/contract/connection-mapping'
import {
  type ConnectionStatus,
  type ConnectionTrouble,
  type DeliveryState,
  type ListedDelivery,
  MOST_COUNTED,
  type WholeConnection,
} from '@millrace/contract/dashboard/connections'
import type { Tone } from '../../../components/Note.tsx'
import { number } from '../../../language/format.ts'
import { plural, t } from '../../../language/words.ts'

export const statusWords: Record<ConnectionStatus, { label: string; tone: Tone }> = {
  needs_secret: { label: t`Secret missing`, tone: 'warn' },
  new: { label: t`Waiting for the first delivery`, tone: 'quiet' },
  working: { label: t`Working`, tone: 'good' },
  needs_attention: { label: t`Needs attention`, tone: 'warn' },
  paused: { label: t`Paused`, tone: 'quiet' },
}

export const troubleWords: Record<ConnectionTrouble, string> = {
  fetching: t`The last pages could not be fetched. Check the address and the secret under Set-up.`,
  unreadable: t`Many deliveries cannot be read. Check whether the other system sends something new, and the mapping.`,
  refused: t`Requests are refused, and nothing has been taken for an hour or longer. Check the secret under Set-up.`,
  silent: t`Nothing has arrived for two days, although it usually does. Check whether the other system still sends.`,
}

export const stateWords: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: t`Waiting`, tone: 'quiet' },
  held: { label: t`Held`, tone: 'warn' },
  done: { label: t`Processed`, tone: 'good' },
  failed: { label: t`Failed`, tone: 'bad' },
}

type Detail = Readonly<Record<string, unknown>>

const reasonWords: Record<ItemReason, (detail: Detail) => string> = {
  rule_failed: ({ rule, found }) =>
    t`Didn’t match the mapping: ${pathOf(rule) ?? t`a value`} is ${shown(found)}.`,
  not_yet_in_state: ({ state }) => t`It makes no event in this state: ${shown(state)}.`,
  no_thing: () => t`It doesn’t say what it is about: the id is missing.`,
  no_id: () => t`Its id is missing.`,
  no_identifier: ({ too_long }) =>
    too_long === true
      ? t`What names the guest is longer than 200 characters.`
      : t`It names no guest: no e-mail address, phone number or id.`,
  unknown_location: ({ location }) => t`No venue is set for the location ${shown(location)}.`,
  unknown_guest: () => t`The guest is unknown, and this connection creates no guests.`,
}

const problemWords: Record<DeliveryProblem, string> = {
  not_utf8: t`The payload is not UTF-8 text.`,
  not_json: t`The payload is not JSON.`,
  not_a_form: t`The payload is not a form.`,
  too_deep: t`The payload is nested too deeply.`,
  too_many_values: t`The payload has more than 50,000 values.`,
  no_items: t`The list that the mapping looks for is missing.`,
  too_many_items: t`The payload has more than 1,000 items.`,
  took_too_long: t`The mapping took too long on it. Use paths that name their fields instead of searching everywhere.`,
  not_processed: t`An error ended each of eight attempts.`,
}

export const reasonInWords = (reason: ItemReason, detail: Detail): string => reasonWords[reason](detail)
export const problemInWords = (problem: DeliveryProblem): string => problemWords[problem]

const refusalWords: Record<WholeConnection['refusals'][number]['reason'], string> = {
  no_signature: t`Signature or secret missing`,
  wrong_signature: t`Signature or secret wrong`,
  no_timestamp: t`Time of signing missing`,
  too_old: t`Signed too long ago`,
  in_the_future: t`Signed in the future: one of the clocks is wrong`,
  no_secret: t`This connection had no secret yet`,
  wrong_claims: t`Token from another issuer, or for another audience`,
  no_key_set: t`The address of the key set did not answer with one; senders were asked to try again`,
  too_large: t`Larger than 1 MB`,
}
export const refusalInWords = (reason: keyof typeof refusalWords): string => refusalWords[reason]

/** Why what came last was refused; undefined where it was taken. That a secret is missing is said elsewhere. */
export function lastRefusal({
  refusals,
  last_delivery_at,
}: Pick<WholeConnection, 'refusals' | 'last_delivery_at'>): keyof typeof refusalWords | undefined {
  const last = refusals.find(({ reason }) => reason !== 'no_secret')
  return last === undefined || (last_delivery_at !== null && last.last_at < last_delivery_at)
    ? undefined
    : last.reason
}

export function lastRefusalInWords(connection: Parameters<typeof lastRefusal>[0]): string | undefined {
  const reason = lastRefusal(connection)
  if (reason === undefined) return undefined
  const words = refusalInWords(reason)
  return t`The last request was refused: ${words.charAt(0).toLowerCase()}${words.slice(1)}. See Set-up.`
}

/** What a delivery led to, in a sentence or several. */
export function resultInWords(delivery: Omit<ListedDelivery, 'id' | 'received_at' | 'bytes'>): string {
  if (delivery.state === 'waiting') return t`Not read yet.`
  if (delivery.problem !== null) return problemInWords(delivery.problem)
  const made = [
    delivery.events > 0 && t`Made ${plural(delivery.events, '# event', '# events')}.`,
    delivery.repeated > 0 && t`${plural(delivery.repeated, '# event', '# events')} existed already.`,
    ...delivery.reasons.map(({ reason, items, detail }) =>
      items === 1
        ? reasonInWords(reason, detail)
        : `${reasonInWords(reason, detail)} (${plural(items, '# item', '# items')})`,
    ),
    ...delivery.warnings,
  ]
  return made.filter(Boolean).join(' ') || t`Made no event.`
}

/** Deliveries are counted up to a limit. */
export const counted = (many: number): string =>
  many > MOST_COUNTED ? t`more than ${number(MOST_COUNTED)}` : number(many)

/** Where the rule looks; one of several rules has no single place. */
function pathOf(rule: unknown): string | undefined {
  const { value } = (rule ?? {}) as { value?: { path?: unknown; header?: unknown } }
  const place = value?.path ?? value?.header
  return typeof place === 'string' ? place : undefined
}

const LONGEST = 80

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
