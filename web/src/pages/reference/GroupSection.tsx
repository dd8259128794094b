import type { OpenApiDocument } from '../../api/openapi-types.ts'
import { Anchor } from './contents/Anchor.tsx'
import type { Group } from './contents/operations.ts'
import styles from './GroupSection.module.css'
import { OperationSection } from './operation/OperationSection.tsx'

export function GroupSection({ document, group }: { document: OpenApiDocument; group: Group }) {
  return (
    <>
      <header id={group.anchor} tabIndex={-1} className={styles.group}>
        <h2>
          {group.name}
          <Anchor to={group.anchor} name={group.name} />
        </h2>
        {group.description && <p>{group.description}</p>}
      </header>
      {group.operations.map(operation => (
        <OperationSection key={operation.id} document={document} operation={operation} />
      ))}
    </>
  )
}
