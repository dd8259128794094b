import { type DragEvent, useRef, useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import styles from './Image.module.css'
import { ImageDialog } from './ImageDialog.tsx'
import { imagesKey, uploadImage } from './image-calls.ts'

/** Uploads an image by a button or by dropping it, or takes one that was uploaded before. */
export function ImagePick({ what, onPick }: { what: 'image' | 'logo'; onPick(url: string): void }) {
  const input = useRef<HTMLInputElement>(null)
  const file = useRef<File>(undefined)
  const [choosing, setChoosing] = useState(false)
  const [over, setOver] = useState(false)
  const changed = useChanged([imagesKey])
  const upload = useSubmit(
    () => uploadImage(file.current as File),
    answer => {
      onPick(answer.image.url)
      changed(answer)
    },
  )
  const take = (given: File | undefined) => {
    if (given === undefined) return
    file.current = given
    void upload.submit()
  }
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    take(event.dataTransfer.files[0])
  }
  return (
    <fieldset
      className={over ? styles.over : styles.pick}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="visually-hidden">{t`Upload or choose the ${what}`}</legend>
      <Button quiet busy={upload.busy} onClick={() => input.current?.click()}>
        {t`Upload ${what}`}
      </Button>
      <Button quiet onClick={() => setChoosing(true)}>
        {t`Choose uploaded…`}
      </Button>
      <span className={styles.hint}>{t`Or drop a PNG, JPEG, WebP or GIF here.`}</span>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={({ target }) => {
          take(target.files?.[0])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
      <FailureNote failure={upload.failure} />
      {choosing && (
        <ImageDialog
          onClose={() => setChoosing(false)}
          onPick={url => {
            onPick(url)
            setChoosing(false)
          }}
        />
      )}
    </fieldset>
  )
}
