import type { Addresses } from '../../api/addresses.ts'
import type { OpenApiDocument } from '../../api/openapi-types.ts'
import { Prose } from '../../components/Prose.tsx'
import styles from './Introduction.module.css'

export function Introduction({ document, addresses }: { document: OpenApiDocument; addresses: Addresses }) {
  return (
    <section
      id="introduction"
      tabIndex={-1}
      aria-labelledby="title"
      className={styles.introduction}
      data-section
    >
      <h1 id="title">API reference</h1>
      <p>
        <Prose text={document.info.description ?? ''} />
      </p>
      <dl className={styles.addresses}>
        <div>
          <dt>Base URL</dt>
          <dd>
            <code>{addresses.baseUrl}</code>
          </dd>
        </div>
        <div>
          <dt>Auth URL</dt>
          <dd>
            <code>{addresses.authUrl}</code>
          </dd>
        </div>
        <div>
          <dt>Document</dt>
          <dd>
            <a href="/openapi.json">openapi.json</a>
          </dd>
        </div>
      </dl>
    </section>
  )
}
