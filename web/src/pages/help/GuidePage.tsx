import { useEffect } from 'react'
import styles from '../../components/Contents.module.css'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { GuideBlocks } from '../../features/help/GuideBlocks.tsx'
import type { Guide } from '../../features/help/guide.ts'
import { type GuideName, guides, isGuide } from '../../features/help/guides.ts'
import { sectionsOf } from '../../features/help/sections.ts'
import { useGuide } from '../../features/help/use-guide.ts'
import { t } from '../../language/words.ts'

const trail = [{ label: t`Guides`, path: '/help' }]

export function GuidePage({ guide: name }: { guide: string }) {
  if (isGuide(name)) return <OneGuide name={name} />
  return (
    <>
      <PageHead title={t`Guide`} trail={trail} />
      <Absent title={t`Guide not found`} all={t`All guides`} list="/help">
        {t`It may have another name in this version.`}
      </Absent>
    </>
  )
}

function OneGuide({ name }: { name: GuideName }) {
  return (
    <>
      <PageHead title={guides[name].name} trail={trail} />
      <Loaded query={useGuide(name)}>{guide => <GuideText name={name} guide={guide} />}</Loaded>
    </>
  )
}

function GuideText({ name, guide }: { name: GuideName; guide: Guide }) {
  // What the address names was not there when the browser looked for it. After the frame, which begins every page at its top.
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1))
    const frame = requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className={styles.contents}>
      <nav aria-label={t`Sections`}>
        <ul>
          {sectionsOf(guide)
            .filter(({ level }) => level === 2)
            .map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
        </ul>
      </nav>
      <GuideBlocks of={name} blocks={guide.blocks} />
    </div>
  )
}
