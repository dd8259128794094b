import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { Json } from '../../../components/Json.tsx'
import styles from './AnswerView.module.css'
import type { Answer } from './send.ts'

export function AnswerView({ answer }: { answer: Answer }) {
  return (
    <div className={styles.answer}>
      {answer.status === 401 && (
        <p>
          The token is missing or no longer valid: <a href="#oauth">get one at the top of this page</a>.
        </p>
      )}
      {answer.body && (
        <CodeBlock label="Body of the answer" heading="Body" text={answer.body}>
          <Json text={answer.body} />
        </CodeBlock>
      )}
      <details className={styles.headers}>
        <summary>{`${answer.headers.length} headers`}</summary>
        <dl>
          {answer.headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
