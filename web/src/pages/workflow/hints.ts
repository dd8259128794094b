import { SEGMENTS, TOPICS_OFF } from '@millrace/contract/condition/fields'
import { mayAsk } from '@millrace/contract/email-blocks'
import type { WorkflowNode } from '@millrace/contract/node'
import { sourceOf, type WorkflowDefinition } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { listWorkflows } from '../../api/workflows.ts'
import { continuationsOf } from '../../features/condition/data-fields.ts'
import { EVENTS } from '../../features/condition/event-count.ts'
import type { Hints } from '../../features/condition/hints-context.ts'
import { useGuestValues } from '../../features/guest/use-guest-values.ts'
import { useTopicSuggestions } from '../../features/guest/use-topic-suggestions.ts'
import { useSegments } from '../../features/segment/use-segments.ts'
import { sourceFieldInWords, useSourceFields } from '../../features/source/source-fields.ts'
import { useSourceSamples } from '../../features/source/source-samples.ts'
import { useSourceSuggestions } from '../../features/source/use-source-suggestions.ts'
import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import { nameOf } from '../../features/workflow/node-types.ts'

const everyone = { status: '', name: '' }

/**
 * Suggestions from the source, from the organisation and from the document. What only forms offer is read once one is
 * open (`enabled`): the canvas needs the segments alone.
 */
export function useHints(document: WorkflowDefinition, { enabled }: { enabled: boolean }): Hints {
  const learnt = useSourceFields(sourceOf(document.trigger))
  const { data } = useQuery({
    queryKey: ['workflows', everyone, 'first'],
    queryFn: ({ signal }) => asked(listWorkflows(everyone, null, signal)),
    staleTime: 60_000,
    enabled,
  })
  const segments = useSegments()
  const samples = useSourceSamples(sourceOf(document.trigger), { enabled })
  const parameters = learnt.map(field => ({
    value: field.key,
    about: sourceFieldInWords(field, samples.get(field.key)),
  }))
  const { tags, attributes } = useGuestValues({ enabled })
  const venues = useVenueSuggestions({ enabled }) ?? []
  const sources = useSourceSuggestions({ enabled }) ?? []
  return {
    ...hintsIn(document),
    [SEGMENTS]: (segments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [EVENTS]: sources,
    'guest.attributes.': attributes,
    'guest.tags': tags,
    [TOPICS_OFF]: useTopicSuggestions(),
    'event.source': sources,
    'started_by.source': sources,
    'event.serials': venues,
    'started_by.serials': venues,
    'venue.serial': venues,
    'event.parameters.': parameters,
    'started_by.parameters.': parameters,
    'past_runs.': (data?.data ?? []).flatMap(({ id, name }) =>
      continuationsOf('past_runs.').map(({ rest, words }) => ({
        value: `${id}.${rest}`,
        label: `${name}: ${words}`,
      })),
    ),
  }
}

/** With its id, because several steps can have the same name. */
const stepOption = (node: WorkflowNode) => ({ value: node.id, label: nameOf(node), about: node.id })

export function hintsIn({ variables = [], nodes }: WorkflowDefinition): Hints {
  return {
    'workflow.variables.': variables.map(({ key }) => ({ value: key, label: key })),
    'awarded.': nodes.filter(({ type }) => type === 'award_points').map(stepOption),
    'answers.': nodes.filter(node => node.type === 'send_email' && mayAsk(node)).map(stepOption),
    'webhooks.': nodes
      .filter(({ type }) => type === 'call_webhook')
      .flatMap(node =>
        continuationsOf('webhooks.').map(({ rest, words }) => ({
          value: `${node.id}.${rest}`,
          label: `${nameOf(node)}: ${words}`,
          about: node.id,
        })),
      ),
  }
}
