import type { WholeWorkflow } from '@millrace/contract/dashboard/workflows'

/**
 * Whether a member who sees these venues may change a workflow: its draft and its live version are for none but these.
 * The server decides by the same rule; here it keeps pages from asking for what would be refused.
 */
export function reaches(
  own: readonly string[] | null,
  { draft, published }: Pick<WholeWorkflow, 'draft' | 'published'>,
): boolean {
  if (own === null) return true
  return [draft.document, published?.definition]
    .filter(document => document !== null && document !== undefined)
    .every(({ trigger }) => {
      const venues = (trigger as { venues?: unknown } | undefined)?.venues
      return Array.isArray(venues) && venues.length > 0 && venues.every(venue => own.includes(venue))
    })
}
