import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { chooseOrganisation } from '../../api/dashboard.ts'
import { Icon } from '../../components/Icon.tsx'
import { ThemeToggle } from '../../components/ThemeToggle.tsx'
import { roleNames } from '../../features/member/access.ts'
import { t } from '../../language/words.ts'
import { storeSession, useSignedIn } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import styles from './MemberMenu.module.css'

/** The member, the organisation and signing out. */
export function MemberMenu() {
  const { member, role } = useSignedIn()
  const signOut = useSignOut()
  return (
    <div className={styles.menu}>
      <OrganisationChoice />
      <div className={styles.who}>
        <div className={styles.words}>
          <strong>{member.name}</strong>
          <span title={member.email}>
            {member.email} · {roleNames[role]}
          </span>
        </div>
      </div>
      <div className={styles.row}>
        <ThemeToggle />
        <button type="button" className={styles.out} onClick={() => signOut()}>
          <Icon name="leave" />
          {t`Sign out`}
        </button>
      </div>
    </div>
  )
}

function OrganisationChoice() {
  const { organisation, organisations } = useSignedIn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [choosing, setChoosing] = useState(false)
  const id = useId()
  if (organisations.length < 2) return <strong className={styles.organisation}>{organisation.name}</strong>

  const choose = async (organisationId: string) => {
    setChoosing(true)
    const answer = await chooseOrganisation(organisationId)
    setChoosing(false)
    if (answer.ok) {
      storeSession(queries, answer.value.session)
      navigate('/')
    } else toastFailure(answer.failure)
  }
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {t`Organisation`}
      </label>
      <select
        id={id}
        className={styles.choice}
        value={organisation.id}
        disabled={choosing}
        onChange={event => choose(event.target.value)}
      >
        {organisations.map(one => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </>
  )
}
