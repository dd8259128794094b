import { type GuestVisits, noVisitFacts } from '@millrace/contract/condition/visit-facts'
import type { VisitFacts } from '@millrace/contract/visit'
import type { Sql } from '#db/sql.ts'
import { loadVisitFacts, type VisitQuestion } from './load-visit-facts.ts'

/** A guest at a venue, or at none. */
export interface Visiting extends Pick<VisitQuestion, 'organisationId' | 'guestId' | 'without'> {
  readonly serial: string | null
}

/** The facts of guests over all venues and at the one where they are, in one statement. */
export async function guestVisitsOf(tx: Sql, visiting: readonly Visiting[]): Promise<GuestVisits[]> {
  const all = visiting.map(({ serial: _, ...guest }) => ({ ...guest, serials: null }))
  const there = visiting.flatMap(({ serial, ...guest }) =>
    serial === null ? [] : [{ ...guest, serials: [serial] }],
  )
  const facts = await loadVisitFacts(tx, [...all, ...there])
  let next = visiting.length
  return visiting.map(({ serial }, index) => ({
    all: facts[index] as VisitFacts,
    here: serial === null ? noVisitFacts : (facts[next++] as VisitFacts),
  }))
}
