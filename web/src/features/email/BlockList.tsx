import type { BlockType, EmailBlock } from '@millrace/contract/email-blocks'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { t } from '../../language/words.ts'
import { blockTypes } from './block-types.ts'
import styles from './EmailEditor.module.css'
import { moved } from './move.ts'

export interface BlockListProps {
  blocks: readonly EmailBlock[]
  /** Those that can be added. */
  types: readonly BlockType[]
  most: number
  /** Inside the step, such as `blocks`. */
  path: string
  /** Changes with the same `about` are one undo step. */
  onChange(blocks: EmailBlock[], about?: string): void
  /** The fields of a block. */
  children(block: EmailBlock, path: string, change: (block: EmailBlock, about: string) => void): ReactNode
}

/** Blocks below each other: dragged by their heads, or moved by buttons. */
export function BlockList({ blocks, types, most, path, onChange, children }: BlockListProps) {
  const [dragged, setDragged] = useState<number>()
  const list = useRef<HTMLDivElement>(null)

  /** The block that was added or moved is where the person continues. */
  const focus = (place: number) =>
    requestAnimationFrame(() => {
      const block = list.current?.children[place]
      const field =
        block?.querySelector<HTMLElement>('[data-text-field], input:not([hidden], [role=combobox])') ??
        block?.querySelector('button')
      // Where one writes in an editor of templates is inside of it.
      const within = field?.shadowRoot?.querySelector<HTMLElement>('[contenteditable]')
      ;(within ?? field)?.focus()
    })
  const move = (from: number, to: number) => {
    onChange(moved(blocks, from, to))
    focus(to)
  }
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault()
    event.stopPropagation()
    if (dragged !== undefined && dragged !== place) move(dragged, place)
    setDragged(undefined)
  }
  return (
    <>
      <div ref={list} className={styles.blocks}>
        {[...blocks.entries()].map(([place, block]) => {
          const { name, icon } = blockTypes[block.type]
          const called = t`${name}, block ${place + 1}`
          return (
            // Blocks have no ids; their position identifies them.
            <fieldset
              key={`${path} ${place}`}
              className={dragged === place ? styles.dragged : styles.block}
              onDragStart={event => {
                // Not a text that is dragged from one of its fields, nor a block inside of it.
                if ((event.target as HTMLElement).className !== styles.head) return
                event.stopPropagation()
                setDragged(place)
              }}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={event => dragged !== undefined && event.preventDefault()}
              onDrop={event => drop(event, place)}
            >
              <legend className="visually-hidden">{called}</legend>
              <div className={styles.head} draggable>
                <Icon name={icon} />
                <span className={styles.name}>{name}</span>
                {place > 0 && (
                  <IconButton icon="up" label={t`Move ${called} up`} onClick={() => move(place, place - 1)} />
                )}
                {place < blocks.length - 1 && (
                  <IconButton
                    icon="down"
                    label={t`Move ${called} down`}
                    onClick={() => move(place, place + 1)}
                  />
                )}
                {blocks.length < most && (
                  <IconButton
                    icon="copy"
                    label={t`Duplicate ${called}`}
                    onClick={() => {
                      onChange(blocks.toSpliced(place + 1, 0, structuredClone(block)))
                      focus(place + 1)
                    }}
                  />
                )}
                {blocks.length > 1 && (
                  <IconButton
                    danger
                    icon="close"
                    label={t`Remove ${called}`}
                    onClick={() => onChange(blocks.filter((_block, index) => index !== place))}
                  />
                )}
              </div>
              {children(block, `${path}.${place}`, (changed, about) =>
                onChange(blocks.with(place, changed), about),
              )}
            </fieldset>
          )
        })}
      </div>
      {blocks.length < most && (
        <fieldset className={styles.add}>
          <legend>{t`Add a block`}</legend>
          {types.map(type => (
            <button
              key={type}
              type="button"
              className={styles.addable}
              onClick={() => {
                onChange([...blocks, blockTypes[type].fresh()])
                focus(blocks.length)
              }}
            >
              <Icon name={blockTypes[type].icon} />
              {blockTypes[type].name}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}
