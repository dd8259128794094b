import type { MessageNode } from '@millrace/contract/in-language'
import { writtenBlocks } from '../../../features/email/block-types.ts'
import type { TestOfMessage } from '../../../features/message/SendTest.tsx'
import type { NodeFormProps } from './panel-context.ts'

/** The message as it is written now, as far as it is. */
export function testOf({ node, workflowId, language }: NodeFormProps<MessageNode>): TestOfMessage {
  const { translations: _translations, ...own } = node
  const written =
    own.type === 'send_email' && own.blocks !== undefined
      ? { ...own, blocks: writtenBlocks(own.blocks) }
      : own
  return { workflowId, node: written as MessageNode, language }
}
