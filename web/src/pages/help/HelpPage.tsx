import { useState } from 'react'
import { Link } from 'wouter'
import { TextField } from '../../components/form/TextField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { guideNames, guides } from '../../features/help/guides.ts'
import { findSections, sectionsOf } from '../../features/help/sections.ts'
import { useGuides } from '../../features/help/use-guide.ts'
import { t } from '../../language/words.ts'
import styles from './HelpPage.module.css'

export function HelpPage() {
  const [typed, setTyped] = useState('')
  return (
    <>
      <PageHead
        title={t`Guides`}
        about={t`How Millrace works, for those who write to guests, connect systems or run the server.`}
      />
      <div className={styles.search}>
        <TextField
          label={t`Search the guides`}
          name="search"
          type="search"
          placeholder={t`e.g. quiet hours`}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {typed.trim() === '' ? <AllGuides /> : <Found typed={typed} />}
    </>
  )
}

const AllGuides = () => (
  <ul className={styles.guides}>
    {guideNames.map(name => (
      <li key={name}>
        <Link to={`/help/${name}`}>{guides[name].name}</Link>
        <p>{guides[name].about}</p>
      </li>
    ))}
    <li>
      <a href="/docs">{t`API reference`}</a>
      <p>{t`Every operation, with examples to try.`}</p>
    </li>
  </ul>
)

function Found({ typed }: { typed: string }) {
  return (
    <Loaded query={useGuides(true)}>
      {all => {
        const found = all.flatMap(({ name, guide }) =>
          findSections(sectionsOf(guide), typed).map(one => ({ name, ...one })),
        )
        return (
          <>
            <p role="status" className={styles.count}>
              {found.length === 0
                ? t`Nothing about “${typed.trim()}” in the guides.`
                : t`Sections with these words:`}
            </p>
            <ul className={styles.found}>
              {found.map(({ name, section, excerpt }) => (
                <li key={`${name}#${section.id}`}>
                  <Link to={`/help/${name}#${section.id}`}>{section.title}</Link>{' '}
                  <span>{guides[name].name}</span>
                  <p>{excerpt}</p>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}
