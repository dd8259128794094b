import { useState } from 'react'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { rich, t } from '../../language/words.ts'
import { GuideBlocks } from './GuideBlocks.tsx'
import { type GuideName, guides, type HelpTopic } from './guides.ts'
import { sectionsOf } from './sections.ts'
import { useGuide } from './use-guide.ts'
import styles from './WhatIsThis.module.css'

export interface WhatIsThisProps {
  topic: HelpTopic
  /** The question that it answers. */
  children: string
}

/** Explains a hard idea where it occurs, with the words of the guide. What was typed on the page stays. */
export function WhatIsThis({ topic, children }: WhatIsThisProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.ask} onClick={() => setOpen(true)}>
        {children}
      </button>
      {open && <TopicDialog topic={topic} onClose={() => setOpen(false)} />}
    </>
  )
}

function TopicDialog({ topic, onClose }: { topic: HelpTopic; onClose(): void }) {
  const [name, id] = topic.split('#') as [GuideName, string]
  const guide = useGuide(name)
  const section = guide.data && sectionsOf(guide.data).find(one => one.id === id)
  return (
    <Dialog wide title={section?.title ?? t`Help`} onClose={onClose}>
      <Loaded query={guide}>
        {() => section && <GuideBlocks apart of={name} blocks={section.blocks} />}
      </Loaded>
      <p>
        {rich`From the guide ${(
          <a href={`/help/${name}#${id}`} target="_blank" rel="noreferrer">
            {guides[name].name}
          </a>
        )}`}
        .
      </p>
    </Dialog>
  )
}
