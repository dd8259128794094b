import type { PullChange } from '@millrace/contract/dashboard/connections'
import { type CheckedUrl, checkUrl } from '#channels/guard/check-url.ts'
import { isOnTheWay } from '#channels/guard/is-on-the-way.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import { namesCredential } from '#channels/redact.ts'
import { headerFaults } from '#channels/webhook/check-headers.ts'
import { compilePath, PathFault } from '../mapping/path.ts'
import type { PullSettings } from './page-request.ts'

export type PullFaults = Partial<Record<keyof PullChange | 'oauth.token_url', string[]>>

/** What is wrong with where and how pages are fetched, by field. Each is a sentence, or continues after the field's name. */
export function pullFaults(
  { url, auth, header, oauth = null, second_header = null, cursor_parameter, cursor_path }: PullSettings,
  policy: AddressPolicy,
  each: string | null = null,
): PullFaults {
  const faults: PullFaults = {}
  const fault = (field: keyof PullFaults, sentence: string | undefined) => {
    if (sentence !== undefined) faults[field] = [...(faults[field] ?? []), sentence]
  }
  const checked = checkUrl(url, policy)
  const parameters = 'url' in checked ? [...checked.url.searchParams.keys()] : []
  fault('url', addressFault(checked, 'enter it as the secret, sent as a parameter'))
  if (auth === 'oauth') {
    if (oauth === null) fault('oauth', 'is missing')
    else fault('oauth.token_url', tokenAddressFault(oauth.token_url, policy))
  } else if (oauth !== null) fault('oauth', 'is only for a token that is fetched')
  if (auth === 'header' || auth === 'parameter') {
    if (header === null || header === '') fault('header', 'is missing')
    else if (auth === 'header') fault('header', headerFaults({ [header]: '' })[0])
    else if (parameters.includes(header) || header === cursor_parameter)
      fault('header', 'is already a parameter of the address')
  } else if (header !== null) fault('header', 'is only for a secret in a header or a parameter')
  fault('second_header', secondFault({ auth, header, second_header }))
  if (cursor_parameter !== null && cursor_path === null) fault('cursor_path', 'is missing')
  if (cursor_parameter === null && cursor_path !== null) fault('cursor_parameter', 'is missing')
  fault('cursor_path', pathFault(cursor_path))
  fault('each', pathFault(each))
  return faults
}

/** Addresses are shown to every owner. */
function addressFault(checked: CheckedUrl, instead: string): string | undefined {
  if ('fault' in checked) return checked.fault
  const credential = [...checked.url.searchParams.keys()].find(namesCredential)
  return credential === undefined
    ? undefined
    : `The address has a credential in it: ${credential}. Addresses are shown, so remove it there and ${instead}.`
}

function tokenAddressFault(url: string, policy: AddressPolicy): string | undefined {
  if (isOnTheWay(url, policy)) return 'The address for tokens must begin with https://.'
  return addressFault(checkUrl(url, policy), 'enter it as the client secret')
}

function secondFault({
  auth,
  header,
  second_header,
}: Pick<PullSettings, 'auth' | 'header' | 'second_header'>): string | undefined {
  if (second_header == null) return undefined
  if (auth === 'none') return 'is for a second secret. Choose how the first one is sent'
  const name = second_header.toLowerCase()
  const first = auth === 'header' ? header?.toLowerCase() : auth === 'parameter' ? undefined : 'authorization'
  if (name === first) return 'is the header of the first secret'
  return headerFaults({ [second_header]: '' })[0]
}

function pathFault(path: string | null): string | undefined {
  try {
    if (path !== null) compilePath(path)
    return undefined
  } catch (error) {
    if (error instanceof PathFault) return error.message
    throw error
  }
}

/** What can be sent: a password may have any characters, but no line break; a header has no more than ASCII. */
export function secretFault(auth: PullSettings['auth'], secret: string): string | undefined {
  if (auth === 'basic') return /^[^:\r\n]+:[^\r\n]*$/.test(secret) ? undefined : 'is written as user:password'
  // It is encoded, in the body or before it is joined with the id.
  if (auth === 'oauth') return /^[^\r\n]+$/.test(secret) ? undefined : 'has a line break'
  return /^[\x21-\x7e]+$/.test(secret)
    ? undefined
    : 'has a space or a character that cannot be sent. Enter it without spaces'
}

/** A stored secret is for the hosts that it was entered for, and for how it was to be sent. */
export const keepsSecret = (before: PullSettings, after: PullSettings): boolean =>
  before.auth === after.auth &&
  isSameHost(before.url, after.url) &&
  isSameHost(before.oauth?.token_url, after.oauth?.token_url)

export const keepsSecond = (before: PullSettings, after: PullSettings): boolean =>
  before.second_header != null && isSameHost(before.url, after.url)

const isSameHost = (before: string | undefined, after: string | undefined): boolean =>
  before === undefined || after === undefined
    ? before === after
    : new URL(before).origin === new URL(after).origin
