import type { Addresses } from '../../api/addresses.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import styles from './AddressList.module.css'

export function AddressList({ addresses }: { addresses: Addresses | undefined }) {
  const rows = [
    { name: 'Auth URL', note: 'for tokens', value: addresses?.authUrl },
    { name: 'Base URL', note: 'for workflows', value: addresses?.baseUrl },
  ]
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses" className="visually-hidden">
        Addresses
      </h2>
      <dl className={styles.list}>
        {rows.map(({ name, note, value }) => (
          <div key={name}>
            <dt>
              {name} <span>{note}</span>
            </dt>
            <dd>
              <code>{value ?? '…'}</code>
              {value && <CopyButton text={value} what={`the ${name}`} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
