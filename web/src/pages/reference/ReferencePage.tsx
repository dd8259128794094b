import { useDocument } from '../../api/use-document.ts'
import { Button } from '../../components/Button.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { Reference } from './Reference.tsx'
import styles from './ReferencePage.module.css'

export default function ReferencePage() {
  const loaded = useDocument()
  useDocumentTitle('API reference')

  if (loaded.state === 'loaded') return <Reference document={loaded.document} />
  return (
    <main id="content" tabIndex={-1} className={styles.waiting}>
      <h1>API reference</h1>
      <div role="status">
        {loaded.state === 'loading' ? (
          <p>Reading the document …</p>
        ) : (
          <p>The server did not hand out its document, /openapi.json. Is it running?</p>
        )}
      </div>
      {loaded.state === 'failed' && <Button onClick={loaded.retry}>Ask again</Button>}
    </main>
  )
}
