import type { OpenApiDocument } from '../../../api/openapi-types.ts'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Method } from '../../../components/Method.tsx'
import { Prose } from '../../../components/Prose.tsx'
import { SchemaView } from '../../../features/schema/SchemaView.tsx'
import { Anchor } from '../contents/Anchor.tsx'
import type { Operation } from '../contents/operations.ts'
import { RequestPanel } from '../try-it/RequestPanel.tsx'
import styles from './OperationSection.module.css'
import { Parameters } from './Parameters.tsx'
import { Responses } from './Responses.tsx'

export function OperationSection({
  document,
  operation,
}: {
  document: OpenApiDocument
  operation: Operation
}) {
  const { id, method, path, summary, description, secured, body } = operation
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.operation} data-section>
      <div className={styles.words}>
        <h3 id={`${id}-title`}>
          {summary}
          <Anchor to={id} name={summary} />
        </h3>
        <p className={styles.address}>
          <Method method={method} />
          <code>{path}</code>
          <CopyButton text={operation.url} what={`the address of ${summary}`} />
        </p>
        <p className={styles.access}>
          <Icon name="key" />
          {secured ? <a href="#oauth">Bearer token</a> : 'No token needed'}
          {operation.deprecated && <strong>Deprecated</strong>}
        </p>
        {description && (
          <p className={styles.description}>
            <Prose text={description} />
          </p>
        )}
        <Parameters document={document} parameters={operation.parameters} />
        {body && (
          <div>
            <h4>
              Body <span>{body.types.join(' or ')}</span>
            </h4>
            <SchemaView document={document} schema={body.schema} />
          </div>
        )}
        <Responses document={document} responses={operation.responses} />
      </div>
      <RequestPanel document={document} operation={operation} />
    </section>
  )
}
