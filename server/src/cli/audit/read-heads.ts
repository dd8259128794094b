import type { PublishedHead } from '#members/verify-audit.ts'

export type HeadsByOrganisation = ReadonlyMap<string, readonly PublishedHead[]>

/** From the file of published heads, or from Millrace's log: lines that are no heads are left out. */
export function readHeads(text: string): HeadsByOrganisation {
  const found = new Map<string, PublishedHead[]>()
  for (const line of text.split('\n')) {
    const head = headIn(line)
    if (head === undefined) continue
    const heads = found.get(head.organisation_id) ?? []
    found.set(head.organisation_id, [...heads, { sequence: head.sequence, hash: head.hash }])
  }
  return found
}

function headIn(line: string): { organisation_id: string; sequence: number; hash: string } | undefined {
  try {
    const head = JSON.parse(line)?.audit_head
    const { organisation_id, sequence, hash } = head ?? {}
    return typeof organisation_id === 'string' && Number.isInteger(sequence) && typeof hash === 'string'
      ? { organisation_id, sequence, hash }
      : undefined
  } catch {
    return undefined
  }
}
