import type { PullChange } from '@millrace/contract/dashboard/connections'
import { checkUrl } from '#channels/guard/check-url.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import { namesCredential } from '#channels/redact.ts'
import { headerFaults } from '#channels/webhook/check-headers.ts'
import { compilePath, PathFault } from '../mapping/path.ts'
import type { PullSettings } from './page-request.ts'

export type PullFaults = Partial<Record<keyof PullChange, string[]>>

/** What is wrong with where and how pages are fetched, by field. Each is a sentence, or continues after the field's name. */
export function pullFaults(
  { url, auth, header, cursor_parameter, cursor_path }: PullSettings,
  policy: AddressPolicy,
  each: string | null = null,
): PullFaults {
  const faults: PullFaults = {}
  const fault = (field: keyof PullChange, sentence: string | undefined) => {
    if (sentence !== undefined) faults[field] = [...(faults[field] ?? []), sentence]
  }
  const checked = checkUrl(url, policy)
  const parameters = 'url' in checked ? [...checked.url.searchParams.keys()] : []
  if ('fault' in checked) fault('url', checked.fault)
  const credential = parameters.find(namesCredential)
  if (credential !== undefined)
    fault(
      'url',
      `The address has a credential in it: ${credential}. Addresses are shown, so remove it there and enter it as the secret, sent as a parameter.`,
    )
  if (auth === 'header' || auth === 'parameter') {
    if (header === null || header === '') fault('header', 'is missing')
    else if (auth === 'header') fault('header', headerFaults({ [header]: '' })[0])
    else if (parameters.includes(header) || header === cursor_parameter)
      fault('header', 'is already a parameter of the address')
  } else if (header !== null) fault('header', 'is only for a secret in a header or a parameter')
  if (cursor_parameter !== null && cursor_path === null) fault('cursor_path', 'is missing')
  if (cursor_parameter === null && cursor_path !== null) fault('cursor_parameter', 'is missing')
  fault('cursor_path', pathFault(cursor_path))
  fault('each', pathFault(each))
  return faults
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
  return /^[\x21-\x7e]+$/.test(secret)
    ? undefined
    : 'has a space or a character that cannot be sent. Enter it without spaces'
}

/** A stored secret is for the host that it was entered for, and for how it was to be sent. */
export const keepsSecret = (before: PullSettings, after: PullSettings): boolean =>
  before.auth === after.auth && new URL(before.url).origin === new URL(after.url).origin
