import { Button } from '../../components/Button.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { download } from '../../components/download.ts'
import { Note } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'

/** The codes, the one time they are shown. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog title={t`Your recovery codes`} onClose={onClose}>
      <Note tone="warn">
        {t`If you lose your device, each code signs you in once. They are not shown again, so store them somewhere safe.`}
      </Note>
      <CodeBlock label={t`Recovery codes`} text={text} />
      <div>
        <Button quiet onClick={() => download('millrace-recovery-codes.txt', text)}>
          {t`Download`}
        </Button>{' '}
        <Button onClick={onClose}>{t`Done, I have saved them`}</Button>
      </div>
    </Dialog>
  )
}
