import type { attributeTypes } from '@millrace/contract/guest-import'

export type AttributeType = (typeof attributeTypes)[number]

export type IdentifyingTarget =
  | { readonly kind: 'email' | 'phone' }
  | { readonly kind: 'external_id'; readonly system: string }

/** What the cells of a column are. */
export type Target =
  | {
      readonly kind:
        | 'name'
        | 'first_name'
        | 'last_name'
        | 'tags'
        | 'email_consent'
        | 'sms_consent'
        | 'do_not_contact'
        | 'points'
        | 'consent_at'
        | 'consent_where'
        | 'consent_words'
        | 'occurred_at'
        | 'serial'
        | 'amount'
        | 'currency'
        | 'covers'
        | 'ignore'
    }
  | IdentifyingTarget
  | { readonly kind: 'parameter'; readonly key: string }
  /** Without a type, text in a CSV file, and what it is in JSON. */
  | { readonly kind: 'attribute'; readonly key: string; readonly type: AttributeType | null }

export function readTarget(text: string): Target {
  const system = /^external_id(?:\.(.+))?$/.exec(text)
  if (system !== null) return { kind: 'external_id', system: system[1] ?? '' }
  const parameter = /^parameters\.(.+)$/.exec(text)
  if (parameter !== null) return { kind: 'parameter', key: parameter[1] as string }
  const attribute = /^attributes\.([^:]+)(?::(.+))?$/.exec(text)
  if (attribute !== null) {
    const [, key, type] = attribute
    return { kind: 'attribute', key: key as string, type: (type as AttributeType | undefined) ?? null }
  }
  return { kind: text } as Target
}

const identifying: ReadonlySet<Target['kind']> = new Set(['email', 'phone', 'external_id'])
export const identifies = (text: string): boolean => identifying.has(readTarget(text).kind)
