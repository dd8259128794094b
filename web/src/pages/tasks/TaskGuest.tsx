import type { Task } from '@millrace/contract/dashboard/tasks'
import { Link } from 'wouter'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'
import { useIsStaff } from '../../session/use-session.ts'
import styles from './TaskGuest.module.css'

/** Whom the task is about, and how to reach them from the phone in one's hand. */
export function TaskGuest({ task: { guest_id, guest_name, guest_phone, guest_email } }: { task: Task }) {
  const name = guest_name ?? t`a guest`
  const isStaff = useIsStaff()
  return (
    <div className={styles.guest}>
      {isStaff ? <span>{name}</span> : <Link to={`/guests/${guest_id}`}>{name}</Link>}
      {guest_phone !== null && (
        <>
          <Reach icon="phone" verb={t`Call`} name={name} href={`tel:${guest_phone}`} />
          <Reach icon="talk" verb="SMS" name={name} href={`sms:${guest_phone}`} />
        </>
      )}
      {guest_email !== null && (
        <Reach icon="mail" verb="E-mail" name={name} href={`mailto:${encodeURIComponent(guest_email)}`} />
      )}
    </div>
  )
}

interface ReachProps {
  icon: IconName
  verb: string
  name: string
  href: string
}

const Reach = ({ icon, verb, name, href }: ReachProps) => (
  <a className={styles.reach} href={href}>
    <Icon name={icon} />
    {verb}
    <span className="visually-hidden"> {name}</span>
  </a>
)
