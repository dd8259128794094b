import type { Scalar } from '@millrace/contract/condition'
import { t } from '../../../language/words.ts'

type Read = { value: Record<string, Scalar>; fault?: undefined } | { value?: undefined; fault: string }

/** Reads JSON that must be an object of texts, numbers, true, false and null, or says what is wrong with it. */
export function readFlatJson(text: string): Read {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { fault: t`This is not valid JSON yet.` }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { fault: t`It must be an object, in curly braces.` }
  }
  const deep = Object.entries(parsed).find(([, value]) => typeof value === 'object' && value !== null)
  if (deep) return { fault: t`“${deep[0]}” must be a text, a number, true, false or null.` }
  return { value: parsed as Record<string, Scalar> }
}
