import type { HmacProof, Proof } from '@millrace/contract/connection-proof'
import type { ProofSettings } from '@millrace/contract/dashboard/connections'

const TOLERANCE_SECONDS = 300

export type ReadSettings = { readonly proof: Proof } | { readonly faults: Record<string, string[]> }

/** How requests of any system prove their origin, from the fields of a form. Those that it does not need are ignored. */
export function readSettings(given: ProofSettings): ReadSettings {
  const header = given.header?.toLowerCase()
  switch (given.way) {
    case 'bearer':
      return { proof: { scheme: 'shared_secret', in: 'bearer' } }
    case 'basic':
      if (given.username === null) return missing('username')
      // RFC 7617, section 2: everything after the first colon is the password.
      if (given.username.includes(':')) return { faults: { username: ['must have no colon'] } }
      return { proof: { scheme: 'shared_secret', in: 'basic', username: given.username } }
    case 'header':
      if (header === undefined) return missing('header')
      return { proof: { scheme: 'shared_secret', in: 'header', header } }
    case 'hmac':
      return header === undefined ? missing('header') : signature(given, header)
  }
}

const missing = (field: string): ReadSettings => ({ faults: { [field]: ['is missing'] } })

function signature(given: ProofSettings, header: string): ReadSettings {
  const { algorithm, encoding, signed, prefix, separator, time_in, time_name, checks_time } = given
  const proof: HmacProof = {
    ...{ scheme: 'hmac', header, algorithm, encoding, signed },
    ...(prefix === '' ? {} : { prefix }),
  }
  if (!hasTime(signed)) return { proof }
  if (time_name === null) return missing('time_name')
  const isHeader = time_in === 'header'
  if (isHeader && !/^[\w!#$%&'*+.^`|~-]+$/.test(time_name))
    return { faults: { time_name: ['must be the name of a header'] } }
  return {
    proof: {
      ...proof,
      ...(separator === '' ? {} : { separator }),
      timestamp: isHeader ? { header: time_name.toLowerCase() } : { field: time_name },
      ...(checks_time ? { tolerance_seconds: TOLERANCE_SECONDS } : {}),
    },
  }
}

const hasTime = (signed: ProofSettings['signed']): boolean =>
  signed === 'timestamp_body' || signed === 'body_timestamp'

/** What a form begins with. */
const usual: ProofSettings = {
  way: 'bearer',
  header: null,
  username: null,
  algorithm: 'sha256',
  encoding: 'hex',
  signed: 'body',
  prefix: '',
  separator: '',
  time_in: 'header',
  time_name: null,
  checks_time: true,
}

/** null: it cannot be written in these fields. */
export function settingsOf(proof: Proof): ProofSettings | null {
  if (proof.scheme === 'shared_secret')
    return { ...usual, way: proof.in, header: proof.header ?? null, username: proof.username ?? null }
  if (proof.scheme !== 'hmac') return null
  const { header, algorithm, encoding, signed, prefix = '', separator = '', timestamp } = proof
  return {
    ...{ way: 'hmac', header, username: null, algorithm, encoding, signed, prefix, separator },
    time_in: timestamp !== undefined && 'field' in timestamp ? 'field' : 'header',
    time_name: timestamp === undefined ? null : 'field' in timestamp ? timestamp.field : timestamp.header,
    checks_time: timestamp === undefined || proof.tolerance_seconds !== undefined,
  }
}
