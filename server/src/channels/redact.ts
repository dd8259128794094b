export const REDACTED = '[redacted]'

const credentialNames =
  /auth|cookie|token|secret|passw|signature|credential|session|(^|[-_.]|api)key$|^sig$|^code$/i
/** Whether a header or a parameter with this name usually carries a credential. */
export const namesCredential = (name: string) => credentialNames.test(name)

/** A shorter secret is replaced only where it is the whole value: inside a text it could match by accident. */
const SHORTEST_INSIDE = 6

/**
 * An address that may be stored and shown: without a password and without query values whose names suggest a
 * credential.
 */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return REDACTED
  const url = new URL(text)
  if (url.username !== '') url.username = 'redacted'
  if (url.password !== '') url.password = 'redacted'
  for (const name of new Set(url.searchParams.keys())) {
    if (credentialNames.test(name)) url.searchParams.set(name, 'redacted')
  }
  return url.href
}

/** The parts of headers that a receiver may send back to us: credentials, with and without their scheme. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => credentialNames.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\w+\s+/, '')])
}

/** Replaces known secrets everywhere in texts and JSON values. */
export function createRedactor(secrets: readonly string[]): <Value>(value: Value) => Value {
  // The longest first: a secret that is part of another would otherwise leave the rest of it readable.
  const known = secrets.filter(secret => secret !== '').sort((a, b) => b.length - a.length)
  const inText = (text: string) =>
    known.reduce((rest, secret) => {
      if (rest === secret) return REDACTED
      return secret.length < SHORTEST_INSIDE ? rest : rest.replaceAll(secret, REDACTED)
    }, text)
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(inValue)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [inText(key), inValue(item)]))
  }
  return <Value>(value: Value) => (known.length === 0 ? value : (inValue(value) as Value))
}
