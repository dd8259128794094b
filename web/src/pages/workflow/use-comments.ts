import type { Comment } from '@millrace/contract/dashboard/comments'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { listComments } from '../../api/workflows.ts'
import { findNode, TRIGGER } from '../../features/workflow/document.ts'

/** Others write too, and seldom. */
const OFTEN_MS = 20_000
const none: readonly Comment[] = []

export interface Comments {
  /** Those about a step, or about the workflow as a whole: these are shown with the trigger. */
  about(place: string): readonly Comment[]
  /** How many are not resolved, by step. */
  readonly open: ReadonlyMap<string, number>
  /** What is being written about a step, also after another one was looked at. */
  written(place: string): string
  write(place: string, text: string): void
}

/** What members say about a workflow. */
export function useComments(workflowId: string, document: WorkflowDefinition): Comments {
  const { data = none } = useQuery({
    queryKey: ['comments', workflowId],
    queryFn: ({ signal }) => asked(listComments(workflowId, signal)),
    select: answer => answer.data,
    refetchInterval: ({ state }) => (state.error ? false : OFTEN_MS),
  })
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const byPlace = Map.groupBy(data, comment => placeOf(document, comment))
  return {
    about: place => byPlace.get(place) ?? none,
    open: new Map(
      [...byPlace].map(([place, all]) => [place, all.filter(({ resolved_at }) => !resolved_at).length]),
    ),
    written: place => texts[place] ?? '',
    write: (place, text) => setTexts(before => ({ ...before, [place]: text })),
  }
}

/** A comment outlives its step, which may come back by an undo. */
const placeOf = (document: WorkflowDefinition, { node_id }: Comment): string =>
  node_id !== null && findNode(document, node_id) !== undefined ? node_id : TRIGGER
