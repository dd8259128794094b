import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Note } from '../../components/Note.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { rich, t } from '../../language/words.ts'

export interface LinkDialogProps {
  title: string
  link: string
  /** What the link allows. */
  children: ReactNode
  onClose(): void
}

/** A link that is shown once, to be passed on. */
export function LinkDialog({ title, link, children, onClose }: LinkDialogProps) {
  return (
    <Dialog wide title={title} onClose={onClose}>
      <Note tone="warn">
        {rich`Send them this link yourself. Millrace does not send it, and does not show it again. ${children}`}
      </Note>
      <SecretField label={t`Link`} value={link} />
      <div>
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </Dialog>
  )
}
