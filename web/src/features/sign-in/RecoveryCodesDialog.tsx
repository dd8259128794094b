import { Button } from '../../components/Button.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { download } from '../../components/download.ts'
import { Note } from '../../components/Note.tsx'

/** The codes, the one time they are shown. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <Note tone="warn">
        Each lets you in once when you have lost your device. They are not shown again: keep them where you
        keep important papers.
      </Note>
      <CodeBlock label="Recovery codes" text={text} />
      <div>
        <Button quiet onClick={() => download('millrace-recovery-codes.txt', text)}>
          Download
        </Button>{' '}
        <Button onClick={onClose}>Done, I have kept them</Button>
      </div>
    </Dialog>
  )
}
