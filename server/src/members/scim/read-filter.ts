import { isPlain } from './read-user.ts'
import { ScimRefusal } from './scim-refusal.ts'

export interface Filter<Attribute extends string> {
  readonly attribute: Attribute
  readonly value: string
}

/**
 * One attribute that equals a text: that is what identity providers ask before they create something (RFC 7644, 3.4.2.2).
 * Names of attributes are the same in any case.
 */
export function readFilter<const Attribute extends string>(
  text: string | undefined,
  attributes: readonly Attribute[],
): Filter<Attribute> | undefined {
  if (text === undefined) return undefined
  const [, name = '', quoted = ''] = /^\s*([\w.:]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(text) ?? []
  const attribute = attributes.find(known => known.toLowerCase() === name.toLowerCase())
  const value = attribute && textOf(quoted)
  if (attribute === undefined || value === undefined || !isPlain(value)) {
    throw new ScimRefusal(
      400,
      'invalidFilter',
      `A filter compares one attribute with a text: ${attributes.map(known => `${known} eq "…"`).join(', ')}.`,
    )
  }
  return { attribute, value }
}

function textOf(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}
