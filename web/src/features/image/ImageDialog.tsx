import type { ListedImage } from '@millrace/contract/dashboard/images'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import styles from './Image.module.css'
import { deleteImage, imagesKey, useImages } from './image-calls.ts'

/** The images that were uploaded, to take one or to delete those that are used nowhere. */
export function ImageDialog({ onPick, onClose }: { onPick(url: string): void; onClose(): void }) {
  const images = useImages()
  const [deleting, setDeleting] = useState<ListedImage>()
  const done = () => setDeleting(undefined)
  const changed = useChanged([imagesKey], done)
  return (
    <Dialog wide title={t`Uploaded images`} onClose={onClose}>
      <Loaded query={images}>
        {list =>
          list.length === 0 ? (
            <p>{t`Nothing has been uploaded yet.`}</p>
          ) : (
            <ul className={styles.images}>
              {list.map(image => (
                <li key={image.name}>
                  <button
                    type="button"
                    className={styles.thumb}
                    aria-label={t`Use ${image.file_name}`}
                    onClick={() => onPick(image.url)}
                  >
                    <img src={`/images/${image.name}`} alt="" loading="lazy" />
                  </button>
                  <span className={styles.name}>{image.file_name}</span>
                  <span className={styles.hint}>
                    {t`${image.width} × ${image.height}, ${Math.ceil(image.bytes / 1_000)} kB`}
                  </span>
                  {image.used_in.length > 0 ? (
                    <span className={styles.hint}>
                      {t`Used in ${image.used_in.map(({ name }) => name).join(', ')}`}
                    </span>
                  ) : (
                    <Button
                      quiet
                      danger
                      aria-label={t`Delete ${image.file_name}`}
                      onClick={() => setDeleting(image)}
                    >
                      {t`Delete…`}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {deleting && (
        <ConfirmDialog
          title={t`Delete ${deleting.file_name}?`}
          action={t`Delete image`}
          send={() => deleteImage(deleting.name)}
          onDone={changed}
          onClose={done}
        >
          <p>{t`E-mails that were already sent no longer show it.`}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
