import { errorCatalogue } from '@millrace/contract/error'
import { Anchor } from './contents/Anchor.tsx'
import styles from './ErrorsSection.module.css'

export function ErrorsSection() {
  return (
    <section id="errors" tabIndex={-1} aria-labelledby="errors-title" className={styles.errors} data-section>
      <h2 id="errors-title">
        Errors
        <Anchor to="errors" name="Errors" />
      </h2>
      <p>
        A refused call answers with <code>message</code>, <code>code</code>, <code>request_id</code> and,
        where fields are at fault, <code>errors</code>. Rely on the code; the message is for people and may
        change. The token endpoint answers as OAuth 2.0 asks, with <code>error</code> and{' '}
        <code>error_description</code>.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(errorCatalogue).map(([code, { status, message }]) => (
            <tr key={code}>
              <td>{status}</td>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
