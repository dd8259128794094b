import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Pick<ComponentProps<'button'>, 'onClick'> {
  icon: IconName
  /** What it does, for screen readers. */
  label: string
  /** For actions that remove something. */
  danger?: boolean
}

export function IconButton({ icon, label, danger, onClick }: IconButtonProps) {
  return (
    <button type="button" className={danger ? styles.danger : styles.button} onClick={onClick}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
