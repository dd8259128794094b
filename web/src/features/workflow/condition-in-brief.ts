import type { Condition } from '@millrace/contract/condition'
import { conditionInWords } from '@millrace/contract/condition/in-words'

/** A condition as the name of a branch: "spend is at least 100". Undefined while it cannot be read. */
export function conditionInBrief(condition: unknown): string | undefined {
  if (!isReadable(condition)) return undefined
  return (
    conditionInWords(condition)
      .replaceAll(/\bthe event's /g, '')
      .replaceAll(/\bthe guest's /g, 'guest’s ')
      .replaceAll(/\bthe guest /g, 'guest ')
      // And in Portuguese, where the event follows what is its own.
      .replaceAll(/ do evento\b/g, '')
  )
}

/** Drafts and files can have any shape here. */
function isReadable(condition: unknown): condition is Condition {
  if (!isObject(condition)) return false
  const { all, any, not, field, operator, value } = condition
  const parts = all ?? any
  if (parts !== undefined) return Array.isArray(parts) && parts.length > 0 && parts.every(isReadable)
  if (not !== undefined) return isReadable(not)
  return typeof field === 'string' && typeof operator === 'string' && isComparable(value)
}

const isComparable = (value: unknown): boolean =>
  !isObject(value) || typeof value.field === 'string' || 'unit' in value || 'to' in value

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
