import type { SimulatedStep } from '@millrace/contract/simulation'
import { stepSentence } from '#guests/timeline/step-sentence.ts'
import { wordsBy } from '#guests/timeline/words-by.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import type { JournalStep } from './journal.ts'

interface Named {
  readonly workflow: Pick<CompiledWorkflow, 'nodes'>
  readonly organisation: Pick<OrganisationFacts, 'settings'>
  readonly workflows: ReadonlyMap<string, { readonly name: string }>
}

/** The steps with the sentences that the page of a real run has. */
export function stepsInWords(
  steps: readonly JournalStep[],
  { workflow, organisation, workflows }: Named,
): SimulatedStep[] {
  const words = wordsBy(organisation.settings, id => workflows.get(id)?.name)
  return steps.map(step => {
    const label = workflow.nodes.get(step.node_id)?.label ?? null
    return { ...step, sentence: stepSentence({ data: { ...step }, label }, words, { beside: true }) }
  })
}
