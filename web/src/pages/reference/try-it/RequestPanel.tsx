import { useState } from 'react'
import type { OpenApiDocument } from '../../../api/openapi-types.ts'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { CommandBlock } from '../../../components/CommandBlock.tsx'
import { Json } from '../../../components/Json.tsx'
import { Method } from '../../../components/Method.tsx'
import { curl } from '../../../features/request/curl.ts'
import { prettyJson } from '../../../features/request/pretty-json.ts'
import { exampleOf } from '../../../features/schema/example.ts'
import type { Operation } from '../contents/operations.ts'
import { firstDraft, toRequest } from './draft.ts'
import styles from './RequestPanel.module.css'
import { TryIt } from './TryIt.tsx'

/** The command, the answer to expect, and the form. The command follows what is typed into the form. */
export function RequestPanel({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const [draft, setDraft] = useState(() => firstDraft(document, operation))
  const success = operation.responses.find(({ status }) => status.startsWith('2'))
  const example = success?.schema && exampleOf(document, success.schema)
  const answer = typeof example === 'object' ? prettyJson(example) : undefined
  return (
    <div className={styles.panel}>
      <CommandBlock
        name={operation.summary}
        text={curl(toRequest(operation, draft, 'ACCESS_TOKEN'))}
        heading={
          <span className={styles.title}>
            <Method method={operation.method} /> curl
          </span>
        }
      />
      {answer && (
        <CodeBlock
          label={`Example of an answer: ${operation.summary}`}
          heading={`Answer ${success?.status}`}
          text={answer}
        >
          <Json text={answer} />
        </CodeBlock>
      )}
      <TryIt operation={operation} draft={draft} onChange={setDraft} />
    </div>
  )
}
