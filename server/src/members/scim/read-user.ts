import { storedEmail } from '../account.ts'
import { readOperations } from './read-operations.ts'
import { invalidValue, ScimRefusal } from './scim-refusal.ts'

/** What is kept of a user. Everything else that an identity provider sends is left out. */
export interface UserFields {
  readonly userName: string
  readonly externalId: string | null
  readonly name: string
  readonly active: boolean
}

const LONGEST_NAME = 100
const LONGEST_ID = 200

/** A user as created or replaced; `before`: as it was. What is left out of a replacement and has no default stays. */
export function readUser(body: unknown, before?: UserFields): UserFields {
  const given = requireObject(body)
  const userName = readUserName(given.userName)
  return {
    userName,
    externalId: given.externalId === undefined ? (before?.externalId ?? null) : readId(given.externalId),
    name: nameIn(given) ?? before?.name ?? (userName.split('@')[0] as string),
    active: given.active === undefined ? (before?.active ?? true) : readBoolean(given.active),
  }
}

/** A user after the operations of a PATCH. Attributes that are not kept are passed over: providers send all they have. */
export function patchUser(body: unknown, before: UserFields): UserFields {
  return readOperations(body).reduce((user, { op, path, value }) => {
    if (path !== undefined) return change(user, op, path, value)
    return Object.entries(requireObject(value)).reduce((to, [key, part]) => change(to, op, key, part), user)
  }, before)
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:user:/

function change(user: UserFields, op: string, path: string, value: unknown): UserFields {
  const attribute = path.toLowerCase().replace(CORE, '')
  if (op === 'remove') {
    if (attribute === 'externalid') return { ...user, externalId: null }
    if (attribute === 'username' || attribute === 'active') throw invalidValue(`${path} cannot be removed.`)
    return user
  }
  switch (attribute) {
    case 'active':
      return { ...user, active: readBoolean(value) }
    case 'username':
      return { ...user, userName: readUserName(value) }
    case 'externalid':
      return { ...user, externalId: readId(value) }
    case 'displayname':
    case 'name.formatted':
      return { ...user, name: readName(value) ?? user.name }
    case 'name':
      return { ...user, name: nameIn({ name: value }) ?? user.name }
    default:
      return user
  }
}

export function requireObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw new ScimRefusal(400, 'invalidSyntax', 'An object is needed here.')
}

/** Microsoft Entra ID writes "True" and "False" unless its address has a flag for the standard. */
function readBoolean(value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw invalidValue('active must be true or false.')
}

function readUserName(value: unknown): string {
  const email = typeof value === 'string' ? storedEmail(value) : ''
  if (email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed())
    return email
  throw invalidValue('userName must be an e-mail address.')
}

/** Also of groups. Null: it has none. */
export function readId(value: unknown): string | null {
  if (value === null || value === '') return null
  if (typeof value === 'string' && value.length <= LONGEST_ID && isPlain(value)) return value
  throw invalidValue(`externalId must be a text of at most ${LONGEST_ID} characters.`)
}

export const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

function readName(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.isWellFormed()) return undefined
  const name = value.replace(/\p{Cc}/gu, ' ').trim()
  return name === '' ? undefined : name.slice(0, LONGEST_NAME).toWellFormed()
}

/** As it is shown, or else made of its parts. */
function nameIn({ displayName, name }: Readonly<Record<string, unknown>>): string | undefined {
  const { formatted, givenName, familyName } = (
    typeof name === 'object' && name !== null ? name : {}
  ) as Record<string, unknown>
  const parts = [givenName, familyName].filter(part => typeof part === 'string').join(' ')
  return readName(displayName) ?? readName(formatted) ?? readName(parts)
}
