import { createHash } from 'node:crypto'

/**
 * Idempotency keys for the lines of a batch: the same line gets the same key in every run, wherever it stands by then,
 * and a line that occurs several times has a key for each time. So a run that was interrupted, or whose rejected lines
 * were fixed, can be repeated as a whole.
 */
export function createLineKeys(batch: string): (body: string) => string {
  const occurrences = new Map<string, number>()
  return body => {
    const content = digest(body)
    const occurrence = (occurrences.get(content) ?? 0) + 1
    occurrences.set(content, occurrence)
    return digest(`${batch}\n${content}\n${occurrence}`)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
