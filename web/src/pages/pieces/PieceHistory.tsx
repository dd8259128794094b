import type { Piece, PieceVersion } from '@millrace/contract/dashboard/pieces'
import { useState } from 'react'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { EmailPreview } from '../../features/email/EmailPreview.tsx'
import { pieceKey, piecesKey, restorePiece, usePieceVersions } from '../../features/email/piece-calls.ts'
import { MemberName } from '../../features/member/MemberName.tsx'
import { rich, t } from '../../language/words.ts'
import styles from './Piece.module.css'
import { PieceUses, TransactionalNote } from './PieceUses.tsx'

/** The versions, the newest first. */
export function PieceHistory({ piece, mayRestore }: { piece: Piece; mayRestore: boolean }) {
  const versions = usePieceVersions(piece.key)
  const [shown, setShown] = useState<PieceVersion>()
  const [restored, setRestored] = useState<PieceVersion>()
  return (
    <Panel title={t`History`}>
      <Loaded query={versions}>
        {rows => (
          <ol className={styles.versions}>
            {rows.map(version => (
              <li key={version.version} className={styles.version}>
                <strong>{t`Version ${version.version}`}</strong>
                {version.version === piece.version && <Badge tone="good">{t`current`}</Badge>}
                <span className={styles.made}>
                  <MemberName email={version.created_by} />, <Time at={version.created_at} />
                  {version.restored_from !== null && t`, restored from version ${version.restored_from}`}
                </span>
                <Button quiet onClick={() => setShown(version)}>
                  {t`Show`} <span className="visually-hidden">{t`version ${version.version}`}</span>
                </Button>
                {mayRestore && version.version !== piece.version && (
                  <Button quiet onClick={() => setRestored(version)}>
                    {t`Restore…`} <span className="visually-hidden">{t`version ${version.version}`}</span>
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {shown && (
        <Dialog wide title={t`Version ${shown.version}`} onClose={() => setShown(undefined)}>
          {shown.content.subject !== undefined && <p>{rich`Subject: ${shown.content.subject}`}</p>}
          <EmailPreview blocks={shown.content.blocks} />
        </Dialog>
      )}
      {restored && (
        <Restore piece={piece} version={restored.version} onClose={() => setRestored(undefined)} />
      )}
    </Panel>
  )
}

function Restore({ piece, version, onClose }: { piece: Piece; version: number; onClose(): void }) {
  const changed = useChanged([piecesKey, pieceKey(piece.key)], onClose)
  const live = piece.used_in.filter(use => use.live)
  return (
    <ConfirmDialog
      title={t`Restore version ${version}?`}
      action={t`Restore`}
      danger={false}
      send={() => restorePiece(piece.key, version)}
      onDone={changed}
      onClose={onClose}
    >
      <p>{t`Its content becomes version ${piece.version + 1}.`}</p>
      {live.length > 0 && (
        <>
          <p>{t`Guests get it from their next e-mail on in:`}</p>
          <PieceUses piece={{ ...piece, used_in: live }} />
          <TransactionalNote uses={live} />
        </>
      )}
    </ConfirmDialog>
  )
}
