import { type MessageNode, withTranslation } from '@millrace/contract/in-language'
import type { WorkflowNode } from '@millrace/contract/node'
import type { SimulatedMessage } from '@millrace/contract/simulation'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { validateDocument } from '#workflows/pieces/validate-expanded.ts'
import { isRecord } from '#workflows/record.ts'
import type { DocumentChecks } from '#workflows/validation/validate-aside.ts'
import { SimulationRefused } from './errors.ts'
import type { MessageTester, SimulationParts } from './read-input.ts'
import { type AsideParts, simulateScript } from './simulate-script.ts'

export interface MessageToTest {
  readonly organisationId: string
  readonly workflow: { readonly id: string; readonly name: string }
  /** The draft, which may be anything. */
  readonly draft: unknown
  /** The message as it is written now, in one language. */
  readonly node: MessageNode
  /** As whom it is written; undefined: the member. */
  readonly guestId: string | undefined
  readonly tester: MessageTester & { readonly name: string | null }
}

/**
 * One message of a workflow as a guest would get it: a simulation of this step alone, so that nothing else of the draft has to
 * be ready. Throws SimulationRefused with what is wrong with it.
 */
export async function testMessage(
  sql: Sql,
  parts: SimulationParts & AsideParts & { readonly checks: DocumentChecks },
  { organisationId, workflow, draft, node, guestId, tester }: MessageToTest,
): Promise<SimulatedMessage> {
  const document = isRecord(draft) ? draft : {}
  await requireWhole(sql, parts.checks, organisationId, document, node)
  const { name, email, phone, language } = tester
  const said = language === undefined ? node : withTranslation(node, language, node)
  const end = node.id === 'end' ? 'done' : 'end'
  const definition = {
    trigger: { source: null },
    ...(Array.isArray(document.variables) && { variables: document.variables }),
    start: node.id,
    nodes: [
      { ...said, next: end },
      { id: end, type: 'end', outcome: 'success' },
    ],
  } as WorkflowDefinition
  const result = await simulateScript(sql, parts, {
    organisationId,
    workflow: { ...workflow, definition },
    script: {
      guest: guestId === undefined ? { invented: { name } } : { known: guestId },
      event: null,
      happenings: [{ advance: 'end' }],
    },
    test: { email, phone, language },
  })
  const [message] = result.messages
  if (message !== undefined) return message
  const failed = result.steps.find(({ status }) => status === 'failed')
  throw new SimulationRefused(failed?.sentence ?? 'The step sends nothing, so there is nothing to test.')
}

/** What is wrong with other steps does not matter to this one, and neither do languages that are still missing. */
async function requireWhole(
  sql: Sql,
  checks: DocumentChecks,
  organisationId: string,
  { languages: _languages, ...document }: Record<string, unknown>,
  node: MessageNode,
): Promise<void> {
  const nodes = (Array.isArray(document.nodes) ? document.nodes : []) as WorkflowNode[]
  const others = nodes.filter(other => isRecord(other) && other.id !== node.id)
  const tried = { ...document, nodes: [node, ...others] }
  const { faults } = await validateDocument(sql, organisationId, tried, checks, { outbound: false })
  const own = faults.filter(fault => fault.path.startsWith('nodes.0.'))
  if (own.length > 0) throw new SimulationRefused(own.map(({ message }) => message).join(' '))
}
