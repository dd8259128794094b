import type { OrganisationSettings } from '@millrace/contract/settings'
import { type GuestLanguage, guestLanguages, MOST_TOPICS, type Topic } from '@millrace/contract/topic'
import { Fields } from '../../components/form/Fields.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { languageName } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { RowsSection } from './RowsSection.tsx'
import { topicIdOf } from './topic-id.ts'

/** A name that is empty is absent, and so are names without any. */
function named({ names, ...topic }: Topic, language: GuestLanguage, text: string): Topic {
  const { [language]: _before, ...others } = names ?? {}
  const after = text === '' ? others : { ...others, [language]: text }
  return Object.keys(after).length === 0 ? topic : { ...topic, names: after }
}

export function TopicsSection({ settings }: { settings: OrganisationSettings }) {
  const saved = new Set(settings.topics?.map(({ id }) => id))
  return (
    <RowsSection
      title={t`Topics`}
      about={t`What your marketing is about, for example offers or events. Guests choose topics on their preference page, and marketing on a topic they turned off is not sent to them.`}
      action={t`Save topics`}
      settings={settings}
      part="topics"
      what={t`Topic`}
      most={MOST_TOPICS}
      fresh={() => ({ id: '', name: '' })}
    >
      {({ row, set, replace, field }) => (
        <Fields>
          <TextField
            label={t`Name`}
            maxLength={80}
            required
            note={row.id === '' ? undefined : t`In workflow files: ${row.id}`}
            {...field('name')}
            // The guests' choices belong to the id, so it stays once it is saved.
            onChange={name => set(saved.has(row.id) ? { name } : { name, id: topicIdOf(name) })}
          />
          {guestLanguages.map(language => (
            <TextField
              key={language}
              label={t`Name in ${languageName(language)}`}
              maxLength={80}
              note={t`Leave blank to use the same name.`}
              {...field('names')}
              value={row.names?.[language] ?? ''}
              onChange={text => replace(named(row, language, text))}
            />
          ))}
        </Fields>
      )}
    </RowsSection>
  )
}
