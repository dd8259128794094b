import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { listGuests } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { DebouncedField } from '../../components/form/DebouncedField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { rich, t } from '../../language/words.ts'
import styles from './GuestPicker.module.css'

export interface ChosenGuest {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

const SHOWN = 6

/** Finds a guest by the beginning of the name, e-mail, phone or external id. */
export function GuestPicker({
  guest,
  onChange,
}: {
  guest: ChosenGuest | undefined
  onChange(guest: ChosenGuest | undefined): void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const found = useQuery({
    queryKey: ['guests', 'picker', text],
    queryFn: ({ signal }) => asked(listGuests({ text }, null, signal)),
    enabled: guest === undefined,
  })
  if (guest !== undefined) {
    return (
      <div className={styles.chosen}>
        <span>
          <span className={styles.label}>{t`Guest`}</span> <strong>{nameOf(guest)}</strong>{' '}
          {guest.name && guest.email}
        </span>
        <Button quiet onClick={() => onChange(undefined)}>
          {t`Choose another`}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.picker}>
      <DebouncedField
        label={t`Guest`}
        name="guest_id"
        placeholder={t`Start of a name, e-mail, phone number or external id`}
        value={text}
        onChange={setText}
      />
      <Loaded query={found}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.none}>
              {text === ''
                ? rich`No guests yet. Add one under ${<Link to="/guests">{t`Guests`}</Link>}.`
                : t`No matching guests.`}
            </p>
          ) : (
            <ul id={id} className={styles.found} aria-label={t`Matching guests`}>
              {data.slice(0, SHOWN).map(one => (
                <li key={one.id}>
                  <button type="button" onClick={() => onChange(one)}>
                    <strong>{nameOf(one)}</strong> <span>{one.name && one.email}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

const nameOf = ({ name, email, id }: ChosenGuest) => name ?? email ?? id
